"""Translate games: extract texts, suggest translations, merge these, and count how far they have come."""

from __future__ import annotations

import os
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from deckwright.errors import InputError, UsageError
from deckwright.files.handout_formats import read_returned, write_handout
from deckwright.files.po import po_time
from deckwright.files.texts import STDIN
from deckwright.files.writing import atomic_file, content_of
from deckwright.findings import Finding, Where
from deckwright.messages import tr
from deckwright.model.glossary import glossary_of
from deckwright.model.translation import Message, OutgoingFile, in_states, language_status
from deckwright.store.prints import numbered_print
from deckwright.store.read import read_assets
from deckwright.store.translations import contexts_since, languages_of, read_entries
from deckwright.translation.memory import (
    SuggestionSources,
    TranslationMemory,
    glossary_words,
    machine_suggestion,
    past_translations,
    suggest_texts,
    without_case,
)
from deckwright.translation.merge import MergeOptions, merge
from deckwright.translation.services import connect_service, translate_all
from deckwright.workbench.library import no_progress

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence
    from types import EllipsisType

    from deckwright.model.game import Game
    from deckwright.model.translation import LanguageStatus
    from deckwright.translation.extract import TextSpaces
    from deckwright.translation.memory import Suggestion
    from deckwright.workbench.library import DeckLibrary, Progress


@dataclass(frozen=True, slots=True)
class ExtractOptions:
    """Texts to hand out: translations into `to`, with those into `beside` shown next to the source ('' for none).

    `states` limit them to messages in these states, and `changed_since` (a day, a time or the number of a print) to those
    whose source is new or has changed; without any, all are handed out.
    """

    to: str
    beside: str = ""
    states: Collection[str] = ()
    changed_since: str = ""


@dataclass(frozen=True, slots=True)
class ExtractedTexts:
    """Texts handed out in a file; `beside` is the language shown next to the source, '' for none.

    `files` are those of a package for a translator, with the file among them.
    """

    file: str
    game: str
    source: str
    to: str
    beside: str
    entries: Sequence[Message]
    files: Sequence[str] = ()


def extract_texts(
    library: DeckLibrary, game: str, file: str, options: ExtractOptions, *, overwrite: bool = False
) -> ExtractedTexts:
    """Write a game's texts into a file for a translator, in the format that its ending names; `-` is standard output."""
    loaded_game = library.game(game).game
    entries = read_entries(library.connection, loaded_game.id, options.to)
    beside = language_beside(loaded_game, options.beside, options.to)
    picked = picked_entries(library, loaded_game, entries, options)
    handout = build_handout(library, loaded_game, picked, options.to, beside)
    write_handout_file(handout, file, entries, loaded_game, overwrite=overwrite)
    return ExtractedTexts(file, loaded_game.id, loaded_game.source_language, options.to, beside, picked)


def picked_entries(
    library: DeckLibrary, game: Game, entries: Sequence[Message], options: ExtractOptions
) -> Sequence[Message]:
    """Those of a game’s messages that the options ask for."""
    picked = in_states(entries, options.states) if options.states else entries
    if not options.changed_since:
        return picked
    time = _time_of(library, game, options.changed_since)
    changed = contexts_since(library.connection, game.id, time.isoformat(timespec="milliseconds"))
    # What was translated before, and still has the same source, has not changed, whenever the game was loaded.
    day = time.astimezone().date().isoformat()
    return [
        entry for entry in picked if entry.context in changed and not (entry.is_done and "" < entry.at < day)
    ]


def _time_of(library: DeckLibrary, game: Game, text: str) -> datetime:
    """Time that a day, a time, or the number of a print of a game names, in UTC.

    Raises:
        UsageError: it is none of these.
        InputError: the game has no such print.
    """
    if text.isdecimal():
        return datetime.fromisoformat(numbered_print(library.connection, game.id, int(text)).at)
    try:
        return datetime.fromisoformat(text).astimezone(UTC)
    except (ValueError, OverflowError):
        message = tr("Invalid date: {value}.", value=text)
        hint = tr("Use a day (2026-11-20), a time (2026-11-20T14:30) or the number of a print.")
        raise UsageError("changed-since", message, hint=hint) from None


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
    """Build what goes out to a translator: texts with their cards, room, icons and glossary terms."""
    from deckwright.translation.extract import outgoing_messages

    source = game.source_language
    others = read_entries(library.connection, game.id, beside) if beside else ()
    rooms, pivots = text_spaces(library, game, to), {entry.context: entry for entry in others}
    outgoing = tuple(outgoing_messages(entries, library.game(game.id).cards, rooms, pivots))
    return OutgoingFile(game.id, game.title(source), source, to, beside, po_time(), outgoing)


def text_spaces(library: DeckLibrary, game: Game, language: str) -> TextSpaces:
    """Spaces that texts in a language have on the cards of a game."""
    from deckwright.translation.extract import TextSpaces

    return TextSpaces(game, language, read_assets(library.connection, game.id))


def write_handout_file(
    handout: OutgoingFile, file: str, entries: Sequence[Message], game: Game, *, overwrite: bool = False
) -> None:
    """Write a handout into a file; `entries` are the game's translations as they are now."""
    content = write_handout(handout, file)
    before: bytes | EllipsisType | None = ...
    if not overwrite and file != STDIN and (Path(file).is_file() or not Path(file).exists()):
        before = content_of(file)
        refuse_unmerged(file, entries, game)
    with atomic_file(file, before=before) as opened:
        opened.write(content)


def refuse_unmerged(file: str, entries: Sequence[Message], game: Game) -> None:
    """Refuse to replace a file whose translations are not merged yet.

    Raises:
        InputError: they are not.
    """
    if not Path(file).is_file():
        return
    try:
        merged = merge(entries, read_returned(file), game.definition.get("icons", {}), MergeOptions(""))
        is_merged = not merged.touched() and not any(
            finding.severity == "error" for finding in merged.findings
        )
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
    """Count the translations of a game, or of all games, into one language or into all."""
    named = library.game_id(game)
    names = [named] if named else library.game_ids()
    return [GameStatus(name, _language_statuses(library, name, to)) for name in names]


def _language_statuses(library: DeckLibrary, name: str, to: str) -> list[LanguageStatus]:
    game, cards = library.game(name)
    languages = [to] if to else languages_of(game)
    return [
        language_status(language, read_entries(library.connection, name, language), cards)
        for language in languages
    ]


@dataclass(frozen=True, slots=True)
class SuggestOptions:
    """What to suggest: translations into `to`, from the language `source` of the game ('' for its source language).

    `at_least` is how similar a known text must be, in percent. `service` names a machine translation service for what
    is still missing; its key and address come from the environment.
    """

    to: str
    source: str = ""
    at_least: int = 75
    service: str = ""


@dataclass(frozen=True, slots=True)
class Suggestions:
    """Suggestions for a game, by context, not yet written anywhere.

    `entries` are all messages of the game in the language `to`, `wanted` those to translate, `findings` what went
    wrong with a service.
    """

    game: Game
    source: str
    to: str
    entries: Sequence[Message]
    untranslated: Sequence[Message]
    found: Mapping[str, Suggestion]
    findings: Sequence[Finding] = ()


def suggest_translations(
    library: DeckLibrary, game: str, options: SuggestOptions, progress: Progress = no_progress
) -> Suggestions:
    """Find suggestions for the missing translations of a game."""
    service = connect_service(options.service, os.environ) if options.service else None
    loaded_game = library.game(game).game
    entries = read_entries(library.connection, loaded_game.id, options.to)
    pivot = language_beside(loaded_game, options.source, options.to)
    if pivot:
        others = read_entries(library.connection, loaded_game.id, pivot)
        texts = {entry.context: entry.text for entry in others if entry.is_done}
    else:
        texts = {entry.context: entry.source for entry in entries}
    untranslated = in_states(entries, ["missing"])
    source = pivot or loaded_game.source_language
    terms = glossary_words(glossary_of(loaded_game), source, options.to)
    memory = TranslationMemory(past_translations(library.connection, source, options.to))
    words = {without_case(word): text for word, text in terms.items()}
    stock = SuggestionSources(game, options.to, words, memory, options.at_least)
    suggestions = {
        suggestion.entry.context: suggestion for suggestion in suggest_texts(untranslated, texts, stock)
    }
    without_suggestion = {
        entry.context: entry
        for entry in untranslated
        if entry.context not in suggestions and texts.get(entry.context) and not entry.source_forms
    }
    findings: Sequence[Finding] = ()
    if service:
        wanted = {context: texts[context] for context in without_suggestion}
        with progress(tr("Translating"), len(wanted)) as advance:
            answers, findings = translate_all(service, wanted, (source, options.to), terms, advance)
        suggestions |= {
            context: machine_suggestion(without_suggestion[context], text, service.name)
            for context, text in answers.items()
        }
    return Suggestions(loaded_game, source, options.to, entries, untranslated, suggestions, findings)


def write_suggestions(
    library: DeckLibrary, suggested: Suggestions, file: str, *, overwrite: bool = False
) -> None:
    """Write suggestions into a file for a translator, each with its origin, in the format that its ending names."""
    game, suggestions = suggested.game, suggested.found
    beside = suggested.source if suggested.source != game.source_language else ""
    handout = build_handout(library, game, suggested.untranslated, suggested.to, beside)
    filled = handout._replace(
        entries=tuple(
            outgoing._replace(
                entry=suggestion.entry, about=(suggestion.about, *outgoing.about), known=outgoing.entry
            )
            if (suggestion := suggestions.get(outgoing.entry.context))
            else outgoing
            for outgoing in handout.entries
        )
    )
    write_handout_file(filled, file, suggested.entries, game, overwrite=overwrite)
