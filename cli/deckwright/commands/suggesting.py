"""Gather what can be suggested for a game: what is known of its texts, and what a service says of the others."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from deckwright.commands.translations import check_pivot
from deckwright.messages import tr
from deckwright.model.glossary import glossary_of
from deckwright.reports.output import progress_bar
from deckwright.store.read import read_game
from deckwright.store.translations import read_entries
from deckwright.translation.memory import (
    SuggestionSources,
    TranslationMemory,
    glossary_words,
    machine_suggestion,
    past_translations,
    suggest_texts,
    without_case,
)
from deckwright.translation.services import translate_all
from deckwright.translation.status import in_states

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Mapping, Sequence

    from deckwright.findings import Finding
    from deckwright.model.game import Game
    from deckwright.model.translation import Entry
    from deckwright.translation.memory import Suggestion
    from deckwright.translation.services import Service


@dataclass(frozen=True, slots=True)
class Desk:
    """What is to be translated: the game, from which language into which, its entries, and those that are wanted.

    `texts` are in the language translated from, by context.
    """

    game: Game
    language: str
    to: str
    entries: Sequence[Entry]
    wanted: Sequence[Entry]
    texts: Mapping[str, str]


def open_desk(connection: sqlite3.Connection, game: str, to: str, source: str, *, stale: bool) -> Desk:
    """Give what is to be translated of a game, from `source` ('' for the language it is written in).

    Raises:
        InputError: the game is not loaded, or not in these languages.
    """
    known = read_game(connection, game)
    entries = read_entries(connection, game, to)
    pivot = check_pivot(known, source, to)
    beside = read_entries(connection, game, pivot) if pivot else ()
    texts = {one.context: one.text for one in beside if one.is_done}
    if not pivot:
        texts = {one.context: one.source for one in entries}
    wanted = in_states(entries, ["missing", "stale"] if stale else ["missing"])
    return Desk(known, pivot or known.source_language, to, entries, wanted, texts)


def known_of(connection: sqlite3.Connection, desk: Desk, at_least: int) -> dict[str, Suggestion]:
    """Give what the glossary and the memory suggest, by context."""
    words = {without_case(word): text for word, text in _terms(desk).items()}
    memory = TranslationMemory(past_translations(connection, desk.language, desk.to))
    stock = SuggestionSources(desk.game.id, words, memory, at_least)
    return {one.entry.context: one for one in suggest_texts(desk.wanted, desk.texts, stock)}


def _terms(desk: Desk) -> dict[str, str]:
    return glossary_words(glossary_of(desk.game), desk.language, desk.to)


def ask(service: Service, desk: Desk, found: dict[str, Suggestion]) -> list[Finding]:
    """Add what a service says of the missing entries that are left; a text that somebody wrote is not replaced.

    Raises:
        InputError: the service has not translated any.
    """
    left = {
        one.context: one
        for one in desk.wanted
        if one.state == "missing" and one.context not in found and desk.texts.get(one.context)
    }
    sources = {context: desk.texts[context] for context in left}
    with progress_bar(tr("Translating"), len(sources)) as advance:
        done = translate_all(service, sources, (desk.language, desk.to), _terms(desk), advance)
    found |= {
        context: machine_suggestion(left[context], text, service.name) for context, text in done.texts.items()
    }
    return list(done.findings)
