"""Translate games: hand texts out to a translator, count how far translations have come, and check them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from deckwright.errors import InputError, UsageError
from deckwright.files.catalogues import LocaleFile
from deckwright.files.po import po_time
from deckwright.files.texts import STDIN
from deckwright.files.writing import atomic_file, content_of
from deckwright.findings import Where
from deckwright.messages import tr
from deckwright.model.translation import OutgoingFile
from deckwright.store.read import folder_of, read_assets
from deckwright.store.translations import languages_of, read_entries
from deckwright.translation.checks.run import RULES, check_messages
from deckwright.translation.checks.wordbook import names_of, wordbook
from deckwright.translation.status import in_states, language_status
from deckwright.workbench.library import no_progress

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence
    from types import EllipsisType

    from deckwright.model.game import Game
    from deckwright.model.translation import Message
    from deckwright.translation.checks.run import CheckReport
    from deckwright.translation.checks.spelling import Dictionary
    from deckwright.translation.checks.wordbook import RuleFinding
    from deckwright.translation.status import LanguageStatus
    from deckwright.workbench.library import DeckLibrary, Progress


@dataclass(frozen=True, slots=True)
class ExtractOptions:
    """Texts to hand out: translations into `to`, with those into `beside` shown next to the source ('' for none).

    `states` limit them to messages in these states; without any, all are handed out.
    """

    to: str
    beside: str = ""
    states: Collection[str] = ()


@dataclass(frozen=True, slots=True)
class ExtractedTexts:
    """Texts handed out in a file; `beside` is the language shown next to the source, '' for none."""

    file: str
    game: str
    source: str
    to: str
    beside: str
    entries: Sequence[Message]


def extract_texts(
    library: DeckLibrary, game: str, file: str, options: ExtractOptions, *, overwrite: bool = False
) -> ExtractedTexts:
    """Write a game's texts into a file for a translator, in the format that its ending names; `-` is standard output.

    Raises:
        InputError: the game is not loaded or not in these languages, a face of its cards has an error, or the file
            cannot be written. A file with translations that are not merged yet is replaced only with `overwrite`.
        UsageError: the ending of the file is unknown.
    """
    known = library.game(game).game
    entries = read_entries(library.connection, game, options.to)
    beside = language_beside(known, options.beside, options.to)
    picked = in_states(entries, options.states) if options.states else entries
    handout = build_handout(library, known, picked, options.to, beside)
    write_handout_file(handout, file, entries, known, overwrite=overwrite)
    return ExtractedTexts(file, game, known.source_language, options.to, beside, picked)


def language_beside(game: Game, language: str, to: str) -> str:
    """Language of a game to show next to its source; '' if that is the source itself.

    Raises:
        InputError: the game is not in this language, or it is the one translated into.
    """
    if language in {"", game.source_language}:
        return ""
    if language not in game.languages:
        message = tr("{game} is not in the language {language}.", game=game.id, language=language)
        hint = tr(
            "Its languages are listed under languages in game.yaml: {names}.", names=", ".join(game.languages)
        )
        raise InputError("no-such-language", message, hint=hint)
    if language == to:
        message = tr("A language cannot be translated into itself: {language}.", language=language)
        raise InputError("same-language", message)
    return language


def build_handout(
    library: DeckLibrary, game: Game, entries: Iterable[Message], to: str, beside: str = ""
) -> OutgoingFile:
    """Build what goes out to a translator: texts with their cards, room, icons and glossary terms.

    Raises:
        InputError: a face of the game's cards has an error.
    """
    from deckwright.press.faces.choice import query_matcher
    from deckwright.press.faces.face_file import face_reader
    from deckwright.translation.extract import TextSpaces, TranslatorAids, glossary_lines, outgoing_messages

    connection, own = library.connection, game.source_language
    others = {one.context: one for one in read_entries(connection, game.id, beside)} if beside else {}
    cards = library.game(game.id).cards
    book = wordbook(game, to, [card.name(own) for card in cards.values()])
    rooms = TextSpaces(game, to, face_reader(read_assets(connection, game.id)), query_matcher(game))
    aids = TranslatorAids(rooms, others, lambda text: glossary_lines(book, text))
    outgoing = tuple(outgoing_messages(entries, game, cards, aids))
    return OutgoingFile(game.id, game.title(own), own, to, beside, po_time(), outgoing)


def write_handout_file(
    handout: OutgoingFile, file: str, entries: Sequence[Message], game: Game, *, overwrite: bool = False
) -> None:
    """Write a handout into a file; `entries` are the game's translations as they are now.

    Raises:
        InputError: the file has translations that are not merged yet and `overwrite` is not set, or somebody saves it
            in the meantime, or it cannot be written.
    """
    from deckwright.files.handouts import write_handout

    content = write_handout(handout, file)
    before: bytes | EllipsisType | None = ...
    if not overwrite and file != STDIN and (Path(file).is_file() or not Path(file).exists()):
        before = content_of(file)
        _refuse_unmerged(file, entries, game)
    with atomic_file(file, before=before) as opened:
        opened.write(content)


def _refuse_unmerged(file: str, entries: Sequence[Message], game: Game) -> None:
    from deckwright.files.handouts import read_returned
    from deckwright.translation.merge import MergeOptions, merge

    if not Path(file).is_file():
        return
    try:
        merged = merge(entries, read_returned(file), game.definition.get("icons", {}), MergeOptions(""))
        is_merged = not merged.touched() and not any(one.severity == "error" for one in merged.findings)
    except InputError:
        is_merged = False
    if not is_merged:
        raise InputError(
            "not-merged",
            tr("{name} has translations that are not merged yet.", name=file),
            hint=tr("Merge it first, use another file with -o, or overwrite this one with --overwrite."),
            where=Where(file),
        )


@dataclass(frozen=True, slots=True)
class GameStatus:
    """How far the translations of a game have come, by language."""

    game: str
    languages: Sequence[LanguageStatus]


def translation_status(library: DeckLibrary, game: str = "", to: str = "") -> list[GameStatus]:
    """Count the translations of a game, or of all games, into one language or into all.

    Raises:
        InputError: the game is not loaded, or not in this language.
    """
    names = [game] if game else library.game_ids()
    return [GameStatus(name, _language_statuses(library, name, to)) for name in names]


def _language_statuses(library: DeckLibrary, name: str, to: str) -> list[LanguageStatus]:
    game, cards = library.game(name)
    languages = [to] if to else languages_of(game)
    return [
        language_status(language, read_entries(library.connection, name, language), cards)
        for language in languages
    ]


@dataclass(frozen=True, slots=True)
class TranslationCheckOptions:
    """What to check: one language or all (''), by which rules, and with which dictionaries.

    Without `dictionaries`, those installed for the language are used. A dictionary is a .dic file, the name of an
    installed one, or a list of words.
    """

    to: str = ""
    rules: Collection[str] = RULES
    dictionaries: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class LanguageCheck:
    """Findings about the translations into a language; `spelling` is `none` if there is no dictionary."""

    language: str
    entries: int
    checked: CheckReport
    spelling: Literal["on", "off", "none"]


def check_translations(
    library: DeckLibrary,
    game: str,
    options: TranslationCheckOptions = TranslationCheckOptions(),
    progress: Progress = no_progress,
) -> list[LanguageCheck]:
    """Check the translations of a game, each language by itself.

    Raises:
        InputError: the game is not loaded or not in this language, or a dictionary cannot be read.
        UsageError: dictionaries are named for several languages.
    """
    known = library.game_alone(game)
    languages = [options.to] if options.to else languages_of(known)
    if options.dictionaries and len(languages) > 1:
        message = tr("A dictionary is for one language.")
        raise UsageError("dictionary", message, hint=tr("Add it with --to LANG."))
    return [_check_language(library, known, language, options, progress) for language in languages]


def _check_language(
    library: DeckLibrary, game: Game, language: str, options: TranslationCheckOptions, progress: Progress
) -> LanguageCheck:
    locale = LocaleFile(Path(folder_of(library.connection, game.id)), language)
    in_file = locale.findings  # the file is read before the messages, so that not both are in memory
    entries = read_entries(library.connection, game.id, language)
    book = wordbook(game, language, names_of(entries))
    found: list[RuleFinding] = []
    spelling: Literal["on", "off", "none"] = "off"
    if "spelling" in options.rules:
        from deckwright.translation.checks.spelling import Speller, check_spelling

        known = _dictionaries(language, options.dictionaries)
        spelling = "on" if known else "none"
        found += check_spelling(book, entries, Speller(known)) if known else ()
    if "fit" in options.rules:
        found += _find_overflows(library, game.id, language, entries, progress)
    result = check_messages(book, entries, options.rules, more=found, places=locale)
    result = result._replace(findings=[*in_file, *result.findings])
    return LanguageCheck(language, len(entries), result, spelling)


def _dictionaries(language: str, named: Sequence[str]) -> list[Dictionary]:
    """Dictionaries named by the user, else those installed for a language, if the package that reads them is."""
    from importlib.util import find_spec

    from deckwright.translation.checks.spelling import dictionaries_for, named_dictionary, read_dictionary

    if named:
        return [read_dictionary(named_dictionary(name)) for name in named]
    return [read_dictionary(file) for file in dictionaries_for(language)] if find_spec("spylls") else []


def _find_overflows(
    library: DeckLibrary, game: str, language: str, entries: Sequence[Message], progress: Progress
) -> list[RuleFinding]:
    """Find texts that do not fit their cards."""
    from deckwright.press.faces.choice import load_fronts, query_matcher
    from deckwright.press.printing import PrintJob
    from deckwright.press.sheets.sheet import load_sheet
    from deckwright.translation.checks.fit import check_fit

    known, cards = library.game(game)
    assets = read_assets(library.connection, game)
    job = PrintJob(
        game=known,
        cards=[(card, card.copies) for card in cards.values() if card.copies],
        language=language,
        sheet=load_sheet("a4"),
        faces=load_fronts(known, [card for card in cards.values() if card.copies], assets),
        title="",
        assets=assets,
        matches=query_matcher(known),
    )
    with progress(tr("Checking whether texts fit"), len(job.cards)) as advance:
        return list(check_fit(job, entries, advance))
