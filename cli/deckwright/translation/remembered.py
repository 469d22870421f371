"""What the database knows of two languages: every text that some game has in both."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deckwright.model.translation import STATES
from deckwright.store.read import read_games
from deckwright.store.translations import read_entries
from deckwright.translation.memory import Known

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator

    from deckwright.model.game import Game
    from deckwright.model.translation import Entry

_WRITTEN = frozenset({"draft", "reviewed", "stale"})
"""States of entries that a person has written: what a machine has said is not learnt from, nor what is in doubt."""


def remembered(connection: sqlite3.Connection, source: str, target: str) -> Iterator[Known]:
    """Yield the texts of all games that stand in both languages, whichever they were written in.

    What was translated from a third language into both is among them: what a game that was written in Italian
    says in English and in French is known from English to French.
    """
    for game in read_games(connection):
        if {source, target} <= set(game.languages):
            yield from _of(connection, game, source, target)


def _of(connection: sqlite3.Connection, game: Game, source: str, target: str) -> Iterator[Known]:
    own = game.source_language
    languages = [language for language in (source, target) if language != own]
    entries = {language: _written(connection, game.id, language) for language in languages}
    for context, entry in entries[languages[-1]].items():
        first = entries[languages[0]].get(context)
        if first and _translated(first) == _translated(entry):
            texts = {own: _translated(entry), languages[0]: first.text, languages[-1]: entry.text}
            state = min(first.state, entry.state, key=STATES.index)
            yield Known(texts[source], texts[target], state, game.id, context)


def _written(connection: sqlite3.Connection, game: str, language: str) -> dict[str, Entry]:
    entries = read_entries(connection, game, language)
    return {
        entry.context: entry
        for entry in entries
        if entry.state in _WRITTEN and entry.text and not entry.unsure
    }


def _translated(entry: Entry) -> str:
    """Give the source text that the translation of an entry is of."""
    return entry.previous if entry.state == "stale" else entry.source
