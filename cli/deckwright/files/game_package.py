"""Open a game's folder: read it, check all of it, and return the game with its cards and decks."""

from __future__ import annotations

import gc
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from deckwright import resources
from deckwright.errors import InputError, as_finding
from deckwright.files.card_tables import read_card_list
from deckwright.files.cards import CardReader
from deckwright.files.catalogues import CatalogueContent, Sources
from deckwright.files.deck_cards import resolve
from deckwright.files.deck_documents import deck_list_of
from deckwright.files.deck_vocabulary import DeckVocabulary
from deckwright.files.definitions import (
    check_definition,
    check_sections,
    compile_queries,
    fault_at,
    undeclared,
    unknown_icons,
)
from deckwright.files.game_folder import GameFolder, read_game_folder, stops_load
from deckwright.files.schemas import check_document
from deckwright.files.sheet_columns import SheetVocabulary
from deckwright.files.workbooks import read_spreadsheet
from deckwright.files.yaml import parse_document
from deckwright.findings import Finding, Where, as_warning
from deckwright.messages import tr, trn
from deckwright.model.card import CardNames
from deckwright.model.game import (
    GAME_FILE,
    Game,
    GamePackage,
    is_translated,
    labels_of,
    own_words,
    translated,
    variants_of,
)
from deckwright.model.languages import WORDS, can_be_filled, canonical_tag, printed_words
from deckwright.model.markup import unpaired_stars
from deckwright.model.plurals import CONTEXT, missing_forms, plural_text
from deckwright.model.rule import copies_in, matcher_of, totals_of
from deckwright.model.translation import USED
from deckwright.model.words import few_guesses, suggest_names

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from deckwright.files.game_folder import ParsedFiles
    from deckwright.files.sheet_cards import CardCells, CellTranslation, SheetCards
    from deckwright.files.yaml import Document
    from deckwright.model.card import Card, Deck
    from deckwright.model.languages import FaceWords, PrintedWords
    from deckwright.model.translation import Message


def read_package(path: Path) -> tuple[GamePackage | None, list[Finding]]:
    """Read and check a game's folder; if an error stops the game, return only the findings.

    Raises:
        InputError: the folder does not exist, or has no game.
    """
    package, findings = inspect_package(path)
    return (None if stops_load(findings) else package), findings


@few_guesses()
def inspect_package(
    path: Path, parsed: ParsedFiles | None = None
) -> tuple[GamePackage | None, list[Finding]]:
    """Read and check a game's folder as `read_package` does; with errors, return what could be read.

    That is good for looking for more that is wrong, and for nothing else; None where not even that is. Files that are
    among those `parsed` before are not parsed again.

    Raises:
        InputError: the folder does not exist, or has no game.
    """
    with _without_collecting():
        return _open(path, parsed)


@contextmanager
def _without_collecting() -> Iterator[None]:
    """Pause garbage collection: reading produces no garbage (measured: a sixth of the time)."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def _open(path: Path, parsed: ParsedFiles | None) -> tuple[GamePackage | None, list[Finding]]:
    try:
        folder = read_game_folder(path, parsed)
    except InputError as fault:
        if fault.code in {"no-such-folder", "no-game"}:
            raise
        return None, [as_finding(fault)]
    faults = [*check_document(folder.game, "game")]
    decks = [fault for _, document in folder.decks for fault in check_document(document, "deck")]
    is_sound = not stops_load([*folder.findings, *faults, *decks])
    flaws = [*check_definition(folder.game, folder.assets)] if is_sound else []
    reader = CardReader(folder.game, folder.assets) if is_sound and not stops_load(flaws) else None
    unreadable, in_cards = _read_card_files(folder, reader)
    findings = [*unreadable, *folder.findings, *faults, *in_cards, *decks]
    findings += [] if stops_load(findings) else flaws
    sheets: list[SheetCards] = []
    if reader and not stops_load(findings):
        sheets = [_read_cells(sheet, reader, findings) for sheet in _read_sheets(folder, findings)]
        if sheets and not reader.cards and not stops_load(findings):
            message = tr(
                "This game has no cards: the spreadsheets in {name} are empty.", name=folder.path / "cards"
            )
            findings.append(fault_at(folder.game, "no-cards", message))
    single = [finding for sheet in sheets for finding in sheet.row_findings]
    faces = [(document, check_document(document, "face")) for document in folder.faces]
    words = _words_of([document for document, found in faces if not found])
    package = None
    if reader and not stops_load(findings):
        package = _assemble(folder, reader, (sheets, words), findings)
    findings += single
    findings += [fault for _, found in faces for fault in found]
    return package, list(dict.fromkeys(findings))


def _read_card_files(folder: GameFolder, reader: CardReader | None) -> tuple[list[Finding], list[Finding]]:
    """Read the cards of YAML files until one of them has a fault; return why files are not YAML, and their faults.

    Each file is parsed, checked, read and, unless the folder keeps it, forgotten before the next, so that memory has only one.
    """
    unreadable, faults = list[Finding](), list[Finding]()
    while folder.cards:
        file = next(iter(folder.cards))
        try:
            document = folder.parsed.get(folder.cards.pop(file), file, parse_document)
        except InputError as fault:
            unreadable.append(as_finding(fault))
        else:
            faults += check_document(document, "cards")
            if reader and not unreadable and not faults:
                reader.read(document)
    return unreadable, faults


def _read_cells(sheet: SheetCards, reader: CardReader, findings: list[Finding]) -> SheetCards:
    """Read the cards of a spreadsheet, unless there are errors; return it without them."""
    faults = [*sheet.findings, *check_document(sheet.document, "cards")]
    findings += faults
    if not stops_load(findings):
        reader.read(sheet.document)
    sheet.document.marks.clear()
    return sheet._replace(document=sheet.document._replace(value={"cards": []}))


def _read_sheets(folder: GameFolder, findings: list[Finding]) -> Iterator[SheetCards]:
    """Yield the folder's spreadsheets with their cards; what is wrong with a whole file is added to the findings."""
    definition = folder.game.value
    if not folder.sheets and "sheets" not in definition:
        return
    from deckwright.files.sheet_cards import check_settings, file_settings, read_sheet_cards

    entries = (entry for catalogue in folder.catalogues for entry in catalogue.messages)
    vocabulary = SheetVocabulary(
        definition, ((message.context, message.text) for message in entries if ":" in message.context)
    )
    files = []
    while folder.sheets:
        file = next(iter(folder.sheets))
        try:
            settings = file_settings(definition, Path(file).name)
            files.append(read_spreadsheet(folder.sheets.pop(file), file, *settings))
        except InputError as fault:
            findings.append(as_finding(fault))
    flaws = () if stops_load(findings) else check_settings(definition, vocabulary, files)
    findings += [fault_at(folder.game, "sheets", message, *path) for message, path in flaws]
    while files:
        yield read_sheet_cards(files.pop(0), vocabulary)


def card_documents(path: Path) -> Iterator[Document]:
    """Card files of a game's folder, read again one after another: YAML files, then spreadsheets.

    Raises:
        InputError: the folder cannot be read any more.
    """
    folder = read_game_folder(path)
    for file, data in folder.cards.items():
        yield parse_document(data, file)
    for sheet in _read_sheets(folder, []):
        yield sheet.document


def find_in_sheets(path: Path, card: str) -> CardCells | None:
    """Cells of a card in the spreadsheets of a game's folder, read again; None if none has it.

    Raises:
        InputError: the folder cannot be read any more.
    """
    folder = read_game_folder(path)
    if not folder.sheets or any(check_document(folder.game, "game")):
        return None
    cells: Iterator[CardCells] = (
        cells for sheet in _read_sheets(folder, []) for cells in sheet.document.marks
    )
    return next((card_cells for card_cells in cells if card_cells.card == card), None)


def _words_of(faces: Iterable[Document]) -> FaceWords:
    """Own words of a game's faces; the first face counts."""
    texts: FaceWords = {}
    for document in faces:
        for name, words in document.value.get("words", {}).items():
            texts.setdefault(name, {language: plural_text(word) for language, word in words.items()})
    return texts


def _assemble(
    folder: GameFolder,
    reader: CardReader,
    others: tuple[Sequence[SheetCards], FaceWords],
    findings: list[Finding],
) -> GamePackage:
    """Read the values, and add their errors to the findings; `others` are the spreadsheets, and the words of faces."""
    definition = folder.game.value
    sheets, faces = others
    findings += [*reader.findings, *reader.braces()]
    definition = _with_lists(folder, reader.cards, findings)
    folder.game = folder.game._replace(value=definition)
    flaws = [*check_sections(definition, reader.cards)]
    findings += [fault_at(folder.game, "format", flaw.message, *flaw.path) for flaw in flaws]
    for path, variant in variants_of(definition):
        new = [flaw for flaw in check_sections(variant, reader.cards) if flaw not in flaws]
        findings += [fault_at(folder.game, "setting", flaw.message, *path) for flaw in new]
    decks = _decks(folder, reader.cards, findings)
    words = printed_words(definition, faces)
    findings += _unknown_words(folder.game, words)
    sources = _sources(folder.game, reader, decks, words)
    reader.forget()
    language = definition["source_language"]
    labels = {language: own_words(sources.texts)}
    entries, cells = _entries(folder, (sources, _columns(sheets)), words, findings)
    del sources
    game = Game(definition["id"], language, tuple(definition["languages"]), definition, labels)
    game = replace(game, queries=compile_queries(folder.game, game, findings))
    if not stops_load(findings):
        findings += _check_totals(folder.game, game, reader.cards.values())
    package = GamePackage(game, (), tuple(decks), folder.assets, folder.digest)
    named = frozenset(name for sheet in sheets for name in sheet.named)
    package = package._replace(
        folder=resources.stored_folder(folder.path.resolve()), stamp=folder.stamp, named=named, cells=cells
    )
    return translated(package, entries, (reader.cards.pop(name) for name in [*reader.cards]))


def _with_lists(folder: GameFolder, cards: Mapping[str, Card], findings: list[Finding]) -> dict[str, Any]:
    """The game.yaml with the entries of lists that are in files instead of the names of the files."""
    definition: dict[str, Any] = folder.game.value
    lists = dict(definition.get("lists", {}))
    files = {name: file for name, file in lists.items() if isinstance(file, str)}
    names = CardNames(cards.values()) if files else None
    for name, file in files.items():
        lists[name] = []
        if names and file in folder.lists:
            lists[name], faults = read_card_list(folder.lists[file], str(folder.path / file), names)
            findings += faults
        else:
            near = f" {suggest_names(file, [*folder.lists])}" if folder.lists else ""
            message = f"{tr('File not found: {name}.', name=file)}{near}"
            findings.append(fault_at(folder.game, "list", message, "lists", name))
    for file in folder.lists.keys() - {*files.values()}:
        message = tr("No list of game.yaml names this file: it is ignored.")
        findings.append(Finding("not-read", "warning", message, where=Where(str(folder.path / file))))
    return {**definition, "lists": lists} if files else definition


def _check_totals(document: Document, game: Game, cards: Iterable[Card]) -> Iterator[Finding]:
    """Find totals that the copies of the cards do not add up to."""
    for total in totals_of(game, matcher_of(game)):
        copies = copies_in(total, cards)
        if copies != total.copies:
            message = trn(
                "{count} card matches {query}, not {total}: change its copies or this total.",
                "{count} cards match {query}, not {total}: change their copies or this total.",
                copies,
                query=total.query,
                total=total.copies,
            )
            yield fault_at(document, "total", message, "totals", total.number, "copies")


def _decks(folder: GameFolder, cards: Mapping[str, Card], findings: list[Finding]) -> list[Deck]:
    decks: list[Deck] = []
    if not folder.decks:
        return decks
    vocabulary = DeckVocabulary(folder.game.value, cards.values())
    for name, document in folder.decks:
        try:
            deck = resolve(deck_list_of(document), vocabulary)
        except InputError as fault:
            findings += fault.findings
            continue
        findings += _check_head(folder.game, deck, document)
        decks.append(deck._replace(id=name))
    return decks


def _check_head(game: Document, deck: Deck, document: Document) -> Iterator[Finding]:
    formats = game.value.get("formats", {})
    if deck.format and deck.format not in formats:
        yield fault_at(document, "format", undeclared(deck.format, formats), "format")
    declared = document.value.get("game", deck.game)
    if declared != deck.game:
        message = tr(
            "This deck is for {other}, but is in the folder of {game}.", other=declared, game=deck.game
        )
        yield fault_at(document, "game", message, "game")


def _sources(game: Document, reader: CardReader, decks: Sequence[Deck], words: PrintedWords) -> Sources:
    """Every text that can be translated."""
    named = {f"deck:{deck.id}": deck.name for deck in decks}
    texts = {**labels_of(game.value), **named, **reader.sources, **words.texts}
    return Sources(texts, game.value.get("icons", {}), _places(game.value, reader, decks))


def _unknown_words(game: Document, words: PrintedWords) -> Iterator[Finding]:
    """Find words in a game.yaml that nothing prints, or that lack plural forms or placeholders."""
    names = [context.removeprefix(CONTEXT) for context in words.texts]
    for name in game.value.get("words", {}):
        if name not in names:
            message = f"{tr('Unknown word: {name}.', name=name)} {suggest_names(name, names)}"
            yield fault_at(game, "unknown-word", message, "words", name, key=True)
    for name, word in game.value.get("words", {}).items():
        language = game.value["source_language"]
        if isinstance(word, dict) and (message := missing_forms(word, language)):
            yield fault_at(game, "plural-forms", message, "words", name)
        is_filled = name not in WORDS or can_be_filled(plural_text(word), WORDS[name], language)
        if not is_filled and name not in words.faces:
            message = tr("Write the same words in braces as in “{text}”.", text=WORDS[name])
            yield fault_at(game, "placeholders", message, "words", name)


def _places(definition: Mapping[str, Any], reader: CardReader, decks: Iterable[Deck]) -> dict[str, str]:
    """Places in the folder of the texts that a translator reads."""
    if not is_translated(definition):
        return {}
    return {
        **dict.fromkeys(labels_of(definition), GAME_FILE),
        **{f"deck:{deck.id}": f"decks/{deck.id}.yaml" for deck in decks},
        **reader.places,
    }


def _columns(sheets: Iterable[SheetCards]) -> dict[str, dict[str, CellTranslation]]:
    """Translations in the columns of all sheets, by language and context."""
    columns: dict[str, dict[str, CellTranslation]] = {}
    for sheet in sheets:
        for language, cells in sheet.translations.items():
            columns.setdefault(language, {}).update(cells)
    return columns


def _entries(
    folder: GameFolder,
    texts: tuple[Sources, Mapping[str, Mapping[str, CellTranslation]]],
    words: PrintedWords,
    findings: list[Finding],
) -> tuple[dict[str, tuple[Message, ...]], dict[str, dict[str, Where]]]:
    """Translations of every text, by language, and the cells of those in columns.

    `texts` are the sources, and the translations in columns.
    """
    sources, columns = texts
    all_cells: dict[str, dict[str, Where]] = {}
    definition = folder.game.value
    languages = [
        language for language in definition["languages"] if language != definition["source_language"]
    ]
    files = dict.fromkeys(languages, "")
    contents = {language: CatalogueContent() for language in languages}
    while folder.catalogues:
        catalogue = folder.catalogues.pop(0)
        if catalogue.language in languages:
            files[catalogue.language] = catalogue.file
            contents[catalogue.language] = catalogue.translate(sources)
            findings += contents[catalogue.language].findings
        else:
            message = _unused_catalogue(catalogue.language, definition["source_language"], languages)
            findings.append(Finding("language", "warning", message, where=Where(catalogue.file)))
    entries: dict[str, tuple[Message, ...]] = {}
    for language, file in files.items():
        content = contents.pop(language)
        entries[language] = content.complete(_asked(sources, words, language, content.lines))
        content.entries.clear()  # of a large game, they take much memory
        cells: dict[str, Where] = {}
        if in_columns := columns.get(language):
            entries[language], cells, conflicts = _with_columns(entries[language], in_columns, file)
            findings += conflicts
            all_cells[language] = cells
        location = partial(_location, cells, content.lines, file)
        for finding in check_texts(entries[language], sources.icons, location):
            is_broken = finding.severity == "error"
            unused = f"{finding.message} {tr('The source text is printed instead.')}"
            findings.append(as_warning(finding)._replace(message=unused) if is_broken else finding)
    return entries, all_cells


def _location(cells: Mapping[str, Where], lines: Mapping[str, int], file: str, context: str) -> Where | None:
    """Location of a translation: its cell, or its line in the PO file `file`; None if it has neither."""
    return cells.get(context) or (Where(file, lines[context], 1) if context in lines else None)


def _with_columns(
    entries: Iterable[Message], columns: Mapping[str, CellTranslation], file: str
) -> tuple[tuple[Message, ...], dict[str, Where], list[Finding]]:
    """Translations with those in the columns of sheets, for texts that the PO file `file` does not translate.

    Also the cells of those used, and findings where both have a text, and not the same.
    """
    made: list[Message] = []
    cells: dict[str, Where] = {}
    conflicts: list[Finding] = []
    for entry in entries:
        cell = columns.get(entry.context)
        if cell is None or cell.text == entry.text:
            made.append(entry)
            continue
        is_used = entry.is_used
        if entry.text:
            conflicts.append(_conflict(entry, cell, file))
        if is_used:
            made.append(entry)
            continue
        state, is_unsure = ("draft", True) if cell.state == "unsure" else (cell.state, False)
        made.append(entry._replace(text=cell.text, state=state, unsure=is_unsure, previous=""))
        cells[entry.context] = cell.where
    return tuple(made), cells, conflicts


def _conflict(entry: Message, own: CellTranslation, file: str) -> Finding:
    """Finding for a text that both a PO file and a column translate."""
    used = (
        tr("The one in the PO file is used.")
        if entry.is_used
        else tr("The one in the cell is used, as that in the PO file is not valid.")
    )
    message = tr(
        "{context} is translated in {file} too, as “{text}”. {used} Make them the same, or remove one.",
        context=entry.context,
        file=Path(file).name,
        text=entry.text,
        used=used,
    )
    return Finding("two-translations", "warning", message, (entry.card,), where=own.where)


def _asked(sources: Sources, words: PrintedWords, language: str, written: Iterable[str]) -> Sources:
    """Sources without the printed words that the program has in a language, unless the game translates them too."""
    spoken = words.texts.keys() - words.missing_in(language) - set(written)
    if spoken.isdisjoint(sources.texts):
        return sources
    texts = {context: text for context, text in sources.texts.items() if context not in spoken}
    return sources._replace(texts=texts)


def _unused_catalogue(language: str, source_language: str, languages: Iterable[str]) -> str:
    """Message that a translation belongs to no language of the game."""
    if language == source_language:
        return tr("The game is written in {language}: it needs no translation into it.", language=language)
    if canonical_tag(language) in languages:
        return tr("Rename this file to {name}.", name=f"{canonical_tag(language)}.po")
    return tr(
        "The game does not list {language}: add it to languages in game.yaml, or rename this file.",
        language=language,
    )


def check_texts(
    entries: Iterable[Message], icons: Mapping[str, str], location: Callable[[str], Where | None]
) -> Iterator[Finding]:
    """Find icons in the translated texts of cards that the game does not name, and stars without a match.

    `location` returns where the translation with a context is.
    """
    for entry in entries:
        is_used = entry.state in USED and not entry.unsure
        if entry.card and is_used and not entry.context.endswith(".name"):
            for _, message in unknown_icons(entry.text, icons):
                text = f"{entry.context}: {message}"
                where = location(entry.context)
                yield Finding("unknown-icon", "error", text, (entry.card,), where=where)
            if unpaired_stars(entry.text) >= 0:
                message = tr("These two stars have no match: they are printed as is.")
                where = location(entry.context)
                yield Finding("emphasis", "warning", message, (entry.card,), where=where)
