"""Checks of a whole game before it is loaded: icons, pictures, faces, fonts, decks, translations, what it replaces."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unicodedata import combining

from deckwright.errors import InputError, UsageError, as_finding
from deckwright.files.definitions import missing_file
from deckwright.files.game_folder import FOLDER, FONTS, GAME_FILE, stops_load
from deckwright.files.po import LocaleFile
from deckwright.findings import Finding, Severity, Where, as_warning
from deckwright.messages import tr, trn
from deckwright.model.game import TEXTS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from deckwright.files.yaml import Document
    from deckwright.model.card import Card
    from deckwright.model.game import Game, GamePackage
    from deckwright.press.faces.face_file import Face
    from deckwright.press.preflight.texts import FontWithoutCharacters
    from deckwright.store.database import Database


def check_package(
    database: Database | None, package: GamePackage, path: Path, known: Sequence[Finding] = ()
) -> list[Finding]:
    """Check a game that was read from the folder `path`; `known` findings come first in the result.

    If icons or faces have errors, the checks that print cards are skipped; without a database, so is the comparison
    with what it has.

    Raises:
        DatabaseError: the database cannot be read.
    """
    findings = [*known, *_check_font_files(package, path), *_check_icons(package, path)]
    findings += [] if _has_faulty_face(findings, path) else _check_faces(package, path)
    if stops_load(findings):
        return [*findings, *_check_pictures(package, path, findings)]
    if database:
        findings += [*_check_replaced(database, package, path), *_check_own_translations(database, package)]
        findings += [*_check_counts(database, package), *_check_renamed(database, package, path)]
    findings += [
        *_check_pictures(package, path, findings),
        *_check_formats(package, path),
        *_check_decks(package, path),
    ]
    findings += _check_translations(package, path)
    return (
        findings
        if stops_load(findings)
        else [
            *findings,
            *_check_contents(package, path),
            *_check_tags(package, path),
        ]
    )


def _has_faulty_face(findings: Sequence[Finding], path: Path) -> bool:
    """Whether a face of the game has an error already, which need not be reported twice."""
    places = [Path(one.where.file) for one in findings if one.where and one.severity == "error"]
    return any(place.is_relative_to(path / "faces") for place in places)


def _check_translations(package: GamePackage, path: Path) -> Iterator[Finding]:
    """Report the errors of `translate check` as warnings: they stop no other language."""
    from deckwright.translation.checks.run import TEXT_RULES, errors_in_messages
    from deckwright.translation.checks.wordbook import wordbook

    icons = package.game.definition.get("icons", {})
    for language, entries in package.entries.items():
        # A text with an unknown icon is reported with its file, and is not printed.
        sound = [entry for entry in entries if not entry.with_broken_flag(icons).broken]
        locations = LocaleFile(path, language, package.cells.get(language, {}))
        book = wordbook(package.game, language)
        yield from map(as_warning, errors_in_messages(book, sound, TEXT_RULES, locations))


def _check_decks(package: GamePackage, path: Path) -> Iterator[Finding]:
    """Report the game's own decks that break a rule of their format, as warnings."""
    from deckwright.construction.check import CheckContext, check_deck

    cards = {card.id: card for card in package.cards}
    for deck in package.decks:
        if not deck.format:
            continue
        try:
            verdict = check_deck(
                deck, package.game, cards, CheckContext(language=package.game.source_language)
            )
        except (InputError, UsageError):
            continue
        for finding in verdict.findings:
            if finding.severity == "error":
                message = tr(
                    "The deck {deck} breaks the rule {rule} of the format {format}: {fault}",
                    deck=deck.id,
                    format=deck.format,
                    rule=finding.rule,
                    fault=finding.message,
                )
                where = finding.where or Where(str(path / "decks" / f"{deck.id}.yaml"), 1, 1)
                yield Finding("illegal-deck", "warning", message, finding.subjects, where=where)


def _check_formats(package: GamePackage, path: Path) -> Iterator[Finding]:
    """Report deck rules that probably do not do what their author wants."""
    from deckwright.model.format_checks import check_formats

    for flaw in check_formats(package.game, package.cards):
        yield Finding("format", "warning", flaw.message, where=_in_game_file(path, *flaw.path))


def _check_font_files(package: GamePackage, path: Path) -> Iterator[Finding]:
    """Report font files that cannot be read, and cuts that two of them have."""
    if not any(file.startswith(f"{FONTS}/") for file in package.assets):
        return
    from deckwright.press.graphics.fonts import fonts_of

    own = fonts_of(package.assets).own
    for file in own.unreadable:
        message = tr(
            "This font cannot be read: it is damaged, or neither TrueType nor OpenType. Get it again, or remove it."
        )
        yield Finding("font-format", "error", message, where=Where(str(path / file)))
    pairs: dict[tuple[str, str], list[int]] = {}
    for first, second, cut in own.doubles:
        pairs.setdefault((first.file, second.file), []).append(cut.weight)
    for (first_file, second_file), weights in pairs.items():
        message = tr(
            "{other} has the same weights of this family, and is used for them: {weights}. Remove one of the two files.",
            other=first_file,
            weights=", ".join(map(str, sorted(set(weights)))),
        )
        yield Finding("font-twice", "warning", message, where=Where(str(path / second_file)))


def _check_icons(package: GamePackage, path: Path) -> Iterator[Finding]:
    """Report icons that cannot be drawn, and those of several colours, which print as one shape unless a face keeps their colours."""
    from deckwright.press.graphics.icons import icon_colours

    faces = [data for file, data in package.assets.items() if file.startswith("faces/")]
    has_coloured = any(
        (b"colours:" in data and b"icon:" in data) or (b"icons:" in data and b"own" in data) for data in faces
    )

    for file in package.assets:
        if file.startswith("icons/"):
            try:
                colours = icon_colours(file.removeprefix("icons/").removesuffix(".svg"), package.assets)
            except InputError as fault:
                yield from _findings_in_asset(fault, file, path)
                continue
            if len(colours) > 1 and not has_coloured:
                message = tr(
                    "This icon has several colours ({colours}), but icons print in one colour, chosen by the face. "
                    "Merge its shapes into one, or draw it with colours: own in a face.",
                    colours=", ".join(colours),
                )
                yield Finding("icon-colours", "warning", message, where=Where(str(path / file), 1, 1))


def _findings_in_asset(fault: InputError, file: str, path: Path) -> Iterator[Finding]:
    """Findings of an error in an asset, located in the game's folder."""
    for finding in fault.findings or (as_finding(fault),):
        where = finding.where or Where(file, 1, 1)
        yield replace(finding, where=where._replace(file=str(path / where.file)))


_RASTER = "pip install 'deckwright[raster]'"


def _check_pictures(package: GamePackage, path: Path, known: Sequence[Finding]) -> Iterator[Finding]:
    """Report pictures of the game that cannot be read; not those for which `known` says why there are no pixels."""
    if not any(file.startswith(f"{FOLDER}/") for file in package.assets):
        return
    from deckwright.press.graphics.pictures import picture
    from deckwright.press.graphics.svg_pixels import has_resvg

    hint = "" if has_resvg() else " " + tr("To print it as pixels: {command}.", command=_RASTER)
    reported = {one.where.file for one in known if one.where and one.severity == "error"}
    for file in package.assets:
        if file.startswith(f"{FOLDER}/") and str(path / file) not in reported:
            try:
                picture(file.removeprefix(f"{FOLDER}/"), package.assets)
            except InputError as fault:
                for finding in _findings_in_asset(fault, file, path):
                    yield replace(finding, message=finding.message + hint) if finding.found else finding


def _check_contents(package: GamePackage, path: Path) -> Iterator[Finding]:
    """Report what the faces of a game cannot print of its cards: pictures, expressions, codes, and letters."""
    from deckwright.press.faces.choice import query_matcher
    from deckwright.press.preflight.texts import ContentCheck

    check, cards = ContentCheck(package, query_matcher(package.game)), CardFiles(path)
    for faces in _fronts_and_backs(package):
        check.add(faces)
    for picture in check.missing:
        message = missing_file(f"{FOLDER}/{{}}", picture.name, package.assets)
        shown = tr("The face {face} shows a picture of this card.", face=picture.face)
        where = cards.location(picture.card, [("fields", name) for name in picture.fields])
        yield Finding("unknown-picture", "error", f"{shown} {message}", (picture.card,), where=where)
    for font in check.lacking.values():
        first, letter = next(iter(font.cards)), next(iter(font.letters))
        where = _location_of_letter(package, cards, first, font.language, letter)
        rule: tuple[str, Severity] = (
            ("font-fallback", "info") if font.substitute else ("missing-glyph", "warning")
        )
        yield Finding(*rule, _lacking_letters(font), tuple(font.cards), where=where)
    for finding in check.findings:
        yield _in_folder(finding, path)


def _check_tags(package: GamePackage, path: Path) -> Iterator[Finding]:
    """Report tags in the texts of cards that are not closed, cross each other, or have a name that no face has.

    Those of translations are compared with their sources by `check_messages`.
    """
    from deckwright.press.looks.styles import tag_faults

    cards, source = CardFiles(path), package.game.source_language
    known = _RunNames(package)
    for card in package.cards:
        written = {
            **card.texts[source],
            **{key: one for key, one in card.fields.items() if key not in card.texts[source]},
        }
        for name, text in written.items():
            if name == "name" or not isinstance(text, str) or "[" not in text:
                continue
            steps = (name,) if name in TEXTS else ("texts" if name in card.texts[source] else "fields", name)
            for fault in tag_faults(text, known.of(card, name)):
                where = cards.location(card.id, [steps], offset=fault.offset)
                yield Finding("tags", fault.severity, fault.message, (card.id,), where=where)


class _RunNames:
    """Names of the runs that the texts of cards can use, which depend on the faces that show them."""

    def __init__(self, package: GamePackage) -> None:
        self._package = package

    @cached_property
    def _faces(self) -> list[dict[str, Face]]:
        return _fronts_and_backs(self._package)

    def of(self, card: Card, text: str) -> list[str]:
        """Runs of the faces that show a text of a card; of its front, if none does."""
        from deckwright.press.preflight.shown import fields_shown

        faces = [side[card.kind] for side in self._faces]
        showing = [face for face in faces if {text, "texts"} & fields_shown(face)]
        return sorted({name for face in showing or faces[:1] for name in face.runs})


def _lacking_letters(one: FontWithoutCharacters) -> str:
    """Message for letters that a font lacks, with what they are set in, or what to do."""
    values = {
        "font": one.font,
        "letters": _letter_list(sorted(one.letters)),
        "language": one.language,
        "card": next(iter(one.cards)),
    }
    if one.substitute:
        return trn(
            "The font {font} lacks {letters}, needed by {count} card in {language}: {card}. They are set in {other}.",
            "The font {font} lacks {letters}, needed by {count} cards in {language}, first by {card}. They are set in {other}.",
            len(one.cards),
            other=one.substitute,
            **values,
        )
    return trn(
        "The font {font} lacks {letters}, needed by {count} card in {language}: {card}. "
        "Use a font that has them, or change the text.",
        "The font {font} lacks {letters}, needed by {count} cards in {language}, first by {card}. "
        "Use a font that has them, or change the text.",
        len(one.cards),
        **values,
    )


_MOST_LETTERS = 20


def _letter_list(letters: Sequence[str]) -> str:
    """Letters in a row, those that are invisible by themselves as their codes."""
    named = [
        letter if letter.isprintable() and not combining(letter) else f"U+{ord(letter):04X}"
        for letter in letters
    ]
    return " ".join(named[:_MOST_LETTERS]) + (" …" if len(named) > _MOST_LETTERS else "")


def _fronts_and_backs(package: GamePackage) -> list[dict[str, Face]]:
    """Faces of the fronts, then of the backs, of a game's cards."""
    from deckwright.press.faces.choice import load_backs, load_fronts

    cards = package.cards
    return [load_fronts(package.game, cards, package.assets), load_backs(package.game, cards, package.assets)]


def _location_of_letter(
    package: GamePackage, cards: CardFiles, card: str, language: str, letter: str
) -> Where:
    """Location of the first text of a card that has a letter, in capitals or not; without one, of its id."""
    texts = next(one for one in package.cards if one.id == card).texts.get(language, {})
    having = [name for name, text in texts.items() if letter in text or letter in text.upper()]
    if language == package.game.source_language or not having:
        paths = [(name,) if name in TEXTS else ("texts", name) for name in having]
        return cards.location(card, paths, letter)
    context, file = f"{card}.{having[0]}", cards.folder / "locales" / f"{language}.po"
    locations = LocaleFile(cards.folder, language, package.cells.get(language, {}))
    return locations.get(context, Where(str(file), 1, 1))


class CardFiles:
    """Locations of cards in the files of a game's folder, which are read at the first lookup."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._last: Document | None = None

    @cached_property
    def _cards(self) -> dict[str, tuple[Document, int]]:
        """File and number of each card; of YAML files only the text is kept, a tenth of what is read from it."""
        from deckwright.files.game_package import card_documents

        return {
            entry["id"]: (kept, number)
            for document in card_documents(self.folder)
            for kept in (document._replace(value=None, marks=None) if document.text else document,)
            for number, entry in enumerate(document.value["cards"])
        }

    def _whole(self, kept: Document) -> Document:
        """Document with its values; of YAML files, the last one is remembered."""
        from deckwright.files.yaml import document_of

        if kept.value is not None:
            return kept
        if self._last is None or self._last.file != kept.file:
            self._last = document_of(kept.text, kept.file)
        return self._last

    def location(
        self, card: str, paths: Iterable[tuple[str, ...]], letter: str = "", offset: int = 0
    ) -> Where:
        """Location of a letter from an offset on, in the first of `paths` that a card has; if it has none, of its id."""
        if card not in self._cards:
            return Where(str(self.folder / GAME_FILE), 1, 1)
        kept, number = self._cards[card]
        document = self._whole(kept)
        values = {steps: _value_at(document.value["cards"][number], steps) for steps in paths}
        steps, value = next(((steps, value) for steps, value in values.items() if value), (("id",), ""))
        offset = max(str(value).find(letter, offset), 0)
        return document.where_in(offset, str(value), "cards", number, *steps)


def _value_at(entry: Any, steps: tuple[str, ...]) -> Any:
    for step in steps:
        entry = entry.get(step, {})
    return entry


def _check_faces(package: GamePackage, path: Path) -> Iterator[Finding]:
    """Report what the faces of the game's kinds need and the game lacks, each once."""
    yield from dict.fromkeys(_findings_of_faces(package, path))


def _findings_of_faces(package: GamePackage, path: Path) -> Iterator[Finding]:
    for name, steps in _used_faces(package.game).items():
        for finding in _check_face(name, package):
            if finding.where and finding.where.file.startswith("faces/"):
                yield _in_folder(finding, path)
            else:
                message = tr(
                    "The face {name} does not fit this game: {fault}", name=name, fault=finding.message
                )
                yield Finding(finding.rule, "error", message, where=_in_game_file(path, *steps))


def _in_folder(finding: Finding, path: Path) -> Finding:
    """Finding with the whole path of its file, if it is about a face of the game's own."""
    where = finding.where
    is_own = where is not None and where.file.startswith("faces/")
    return (
        replace(finding, where=where._replace(file=str(path / where.file))) if where and is_own else finding
    )


def _used_faces(game: Game) -> dict[str, tuple[str | int, ...]]:
    """Faces and backs of a game's kinds, each with the path in game.yaml that names it first."""
    from deckwright.model.game import named_faces
    from deckwright.press.faces.choice import PLAIN, PLAIN_BACK

    definition = game.definition
    whole = {"face": PLAIN, "back": definition.get("back", PLAIN_BACK)}
    used: dict[str, tuple[str | int, ...]] = {definition["back"]: ("back",)} if "back" in definition else {}
    for side, usual in whole.items():
        for name, path in named_faces(definition, side, usual):
            used.setdefault(name, path)
    return used


def _check_face(name: str, package: GamePackage) -> Sequence[Finding]:
    from deckwright.press.faces.face_file import face_reader, load_face
    from deckwright.press.faces.game_checks import check_face_in_game

    try:
        return check_face_in_game(load_face(name, face_reader(package.assets)), package.game, package.assets)
    except InputError as fault:
        return fault.findings or (as_finding(fault),)


def _check_replaced(database: Database, package: GamePackage, path: Path) -> Iterator[Finding]:
    """Warn of a game that would replace another one with the same id, from another folder."""
    from deckwright.store.read import cards_of, folder_of, game_ids, read_game

    name = package.game.id
    with database.reading() as connection:
        if name not in game_ids(connection) or folder_of(connection, name) == package.folder:
            return
        known = read_game(connection, name)
        cards = cards_of(connection, name)
    title = known.title(known.source_language)
    # A copy of a game, or one whose folder was moved, has its title and some of its cards.
    is_other = title != package.game.title(package.game.source_language)
    if is_other or not any(card.id in cards for card in package.cards):
        message = tr(
            "This game replaces another game with the id {game} in the database, “{title}”. "
            "To keep both, change the id of one.",
            game=name,
            title=title,
        )
        yield Finding("replaces-game", "warning", message, where=_in_game_file(path, "id"))


def _check_own_translations(database: Database, package: GamePackage) -> Iterator[Finding]:
    """Warn of translations kept in the database alone whose source text has changed."""
    from deckwright.files.po import stale_message
    from deckwright.store.translations import kept_alone

    yield from (stale_message(entry, None) for entry in kept_alone(database, package))


def _check_counts(database: Database, package: GamePackage) -> Iterator[Finding]:
    """Warn of counts of a real box for cards that the game no longer has."""
    from deckwright.store.read import all_counts

    cards = {card.id for card in package.cards}
    with database.reading() as connection:
        gone = [one.card for one in all_counts(connection, package.game.id) if one.card not in cards]
    if gone:
        message = tr(
            "The counts of your box list cards that {game} no longer has: {cards}.",
            game=package.game.id,
            cards=", ".join(gone),
        )
        yield Finding("counts", "warning", message, tuple(gone))


def _check_renamed(database: Database, package: GamePackage, path: Path) -> Iterator[Finding]:
    """Warn of cards whose id was made from their name in a spreadsheet, and which now have another name."""
    from deckwright.store.read import cards_of, folder_of, game_ids

    if not package.named:
        return
    with database.reading() as connection:
        if (
            package.game.id not in game_ids(connection)
            or folder_of(connection, package.game.id) != package.folder
        ):
            return
        known = cards_of(connection, package.game.id)
    present = {card.id for card in package.cards}
    lost = [card for card in known.values() if card.id not in present]
    new = [card for card in package.cards if card.id in package.named and card.id not in known]
    files = CardFiles(path)
    for card in new:
        before = [one for one in lost if _content(one) == _content(card)]
        if len(before) != 1 and len(lost) == len(new) == 1:
            before = lost
        if len(before) == 1:
            message = tr(
                "This card was called “{old}”: with its new name, its id changes from {id} to {new}, and decks and "
                "translations that use the old id no longer find it. To keep it, add a column id with {id} here.",
                old=before[0].name(before[0].source_language),
                id=before[0].id,
                new=card.id,
            )
            yield Finding(
                "renamed", "warning", message, (card.id,), where=files.location(card.id, [("name",)])
            )


def _content(card: Card) -> tuple[object, ...]:
    """What a card is, without its name."""
    texts = {name: text for name, text in card.texts[card.source_language].items() if name != "name"}
    return card.kind, card.fields, card.marks, texts, card.icon


def _in_game_file(path: Path, *steps: str | int) -> Where:
    from deckwright.files.yaml import read_document

    return read_document(path / GAME_FILE).where(*steps)
