"""Check translations against their sources, and proofread the texts of a game in one language."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from deckwright.errors import UsageError
from deckwright.files.catalogues import LocaleFile
from deckwright.files.game_folder import from_here
from deckwright.files.writing import atomic_file
from deckwright.findings import Where
from deckwright.messages import tr
from deckwright.model.game import labels_of
from deckwright.model.translation import Message
from deckwright.press.drawing.context import RenderContext
from deckwright.press.faces.choice import query_matcher
from deckwright.store.read import cards_of, folder_of, read_assets
from deckwright.store.translations import languages_of, read_entries
from deckwright.translation.checks.run import PROOF_RULES, RULES, check_messages, proof_messages
from deckwright.translation.checks.wordbook import names_of, wordbook
from deckwright.workbench.library import no_progress

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from deckwright.model.card import Card
    from deckwright.model.card_changes import CardChanges
    from deckwright.model.game import Game
    from deckwright.translation.checks.run import CheckReport
    from deckwright.translation.checks.spelling import Dictionary
    from deckwright.translation.checks.wordbook import RuleFinding, Wordbook
    from deckwright.workbench.library import DeckLibrary, Progress


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
    """What was found in the texts of a language; `spelling` is `none` if no dictionary of it is installed.

    `changes` are those of the cards since the last print in this language, if they were looked for.
    """

    language: str
    entries: int
    checked: CheckReport
    spelling: Literal["on", "off", "none"]
    changes: CardChanges | None = None


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
    loaded_game = library.game_alone(game)
    languages = [options.to] if options.to else languages_of(loaded_game)
    if options.dictionaries and len(languages) > 1:
        message = tr("A dictionary is for one language.")
        raise UsageError("dictionary", message, hint=tr("Add it with --to LANG."))
    return [_check_language(library, loaded_game, language, options, progress) for language in languages]


def _check_language(
    library: DeckLibrary, game: Game, language: str, options: TranslationCheckOptions, progress: Progress
) -> LanguageCheck:
    locale = LocaleFile(folder_of(library.connection, game.id), language)
    in_file = locale.findings  # the file is read before the messages, so that not both are in memory
    entries = read_entries(library.connection, game.id, language)
    book = wordbook(game, language, names_of(entries))
    spelling, findings = _check_spelling(book, entries, language, options)
    if "fit" in options.rules:
        findings += _find_overflows(library, game, language, entries, progress)
    result = check_messages(book, entries, options.rules, more=findings, places=locale)
    result = result._replace(findings=[*in_file, *result.findings])
    return LanguageCheck(language, len(entries), result, spelling)


def _check_spelling(
    book: Wordbook,
    entries: Sequence[Message],
    language: str,
    options: TranslationCheckOptions | ProofreadOptions,
) -> tuple[Literal["on", "off", "none"], list[RuleFinding]]:
    """Whether spelling was checked ("none": there is no dictionary), and what was found."""
    if "spelling" not in options.rules:
        return "off", []
    from deckwright.translation.checks.spelling import Speller, check_spelling

    dictionaries = _dictionaries(language, options.dictionaries)
    if not dictionaries:
        return "none", []
    return "on", [*check_spelling(book, entries, Speller(dictionaries))]


@dataclass(frozen=True, slots=True)
class ProofreadOptions:
    """What to proofread: the texts of a language ('' for the game’s source language), with which dictionaries."""

    language: str = ""
    rules: Collection[str] = PROOF_RULES
    dictionaries: Sequence[str] = ()


def proofread(
    library: DeckLibrary, game: str, options: ProofreadOptions = ProofreadOptions()
) -> LanguageCheck:
    """Proofread the texts of a game in one language, without comparing them with others.

    Raises:
        InputError: the game is not loaded or not in this language, or a dictionary cannot be read.
    """
    from deckwright.workbench.print_history import changes_since_print

    loaded_game, cards = library.game(game)
    source_language = loaded_game.source_language
    language = options.language or source_language
    places: Mapping[str, Where] = {}
    if language == source_language:
        entries = _source_messages(library, loaded_game, cards)
        folder = folder_of(library.connection, loaded_game.id)
        places = {entry.context: _place_in(folder, entry.place) for entry in entries if entry.place}
    else:
        translations = read_entries(library.connection, loaded_game.id, language)
        entries = [_as_source(entry) for entry in translations if entry.is_used]
        places = LocaleFile(folder_of(library.connection, loaded_game.id), language)
    book = wordbook(loaded_game, language, names_of(entries))
    spelling, findings = _check_spelling(book, entries, language, options)
    result = proof_messages(book, entries, options.rules, more=findings, places=places)
    # Most waivers are about the source, which is not read here.
    about_texts = [finding for finding in result.findings if finding.rule != "waiver"]
    changes = changes_since_print(library, loaded_game.id, language, cards)
    return LanguageCheck(language, len(entries), result._replace(findings=about_texts), spelling, changes)


def _as_source(entry: Message) -> Message:
    """Translation as a source of its own, with the waivers that hold."""
    waivers = tuple(waiver._replace(digest="") for waiver in entry.waivers if entry.holds(waiver))
    return entry._replace(source=entry.text, waivers=waivers)


def _source_messages(library: DeckLibrary, game: Game, cards: Mapping[str, Card]) -> list[Message]:
    """Texts of a game in its source language, each as its own translation."""
    translated_into = languages_of(game)
    if translated_into:
        entries = read_entries(library.connection, game.id, translated_into[0])
        return [
            Message(entry.context, entry.source, entry.source, "draft", place=entry.place)
            for entry in entries
        ]
    texts = labels_of(game.definition) | {
        f"{card.id}.{name}": text
        for card in cards.values()
        for name, text in card.texts[game.source_language].items()
    }
    return [Message(context, text, text, "draft") for context, text in texts.items()]


def _place_in(folder: Path | None, place: str) -> Where:
    """Location in the folder of a game, as seen from here; only the file where the folder is not known."""
    file, _, spot = place.partition(":")
    name = str(from_here(folder / file if folder else Path(file)))
    return Where(name, int(spot), 1) if spot.isdigit() else Where(name, cell=spot)


def write_check_page(
    library: DeckLibrary, game: str, check: LanguageCheck, output: str, progress: Progress = no_progress
) -> None:
    """Write the findings about a language as a web page, each card that has some with its picture and texts."""
    from deckwright.press.proof.drawings import draw_proof
    from deckwright.press.proof.translators import check_page
    from deckwright.workbench.exports import Selection
    from deckwright.workbench.sheet_exports import make_proof_job

    cards = {card for finding in check.checked.findings for card in finding.subjects}
    whole = make_proof_job(library, Selection([game]))
    shown = [(card, copies) for card, copies in whole.cards if card.id in cards] or whole.cards[:1]
    job = replace(whole, cards=shown, languages=[check.language], findings=())
    with atomic_file(output) as file:
        with progress(tr("Drawing"), len(shown)) as advance:
            proof = draw_proof(job, advance)
        title = job.game.title(job.game.source_language)
        for part in check_page(title, check.language, check.checked, job, proof):
            file.write(part.encode(errors="replace"))


def _dictionaries(language: str, names: Sequence[str]) -> list[Dictionary]:
    """Dictionaries named by the user, else those installed for a language, if the package that reads them is."""
    from importlib.util import find_spec

    from deckwright.translation.checks.spelling import dictionaries_for, named_dictionary, read_dictionary

    if names:
        return [read_dictionary(named_dictionary(name)) for name in names]
    return [read_dictionary(file) for file in dictionaries_for(language)] if find_spec("spylls") else []


def _find_overflows(
    library: DeckLibrary, game: Game, language: str, entries: Sequence[Message], progress: Progress
) -> list[RuleFinding]:
    """Find texts that do not fit their cards."""
    from deckwright.translation.checks.fit import check_fit

    printed_cards = [card for card in cards_of(library.connection, game.id).values() if card.copies]
    assets = read_assets(library.connection, game.id)
    context = RenderContext(game, language, assets, query_matcher(game))
    with progress(tr("Checking whether texts fit"), len(printed_cards)) as advance:
        return list(check_fit(context, printed_cards, entries, advance))
