"""Open what a command works on: the database, and decks from files or from it."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from deckwright.commands.options import Settings, settings_of
from deckwright.errors import UsageError
from deckwright.files.texts import STDIN
from deckwright.messages import tr
from deckwright.model.naming import CardNames
from deckwright.reports.output import note
from deckwright.store.first_use import cards_at
from deckwright.store.read import cards_of, game_ids, no_such, read_deck, read_game

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator, Mapping

    from typer import Context

    from deckwright.files.deck_lines import DeckList
    from deckwright.model.card import Card
    from deckwright.model.deck import Deck
    from deckwright.model.game import Game
    from deckwright.store.database import Database

_DECK_ENDINGS = {".yaml", ".yml", ".txt", ".dec"}


def database_of(settings: Settings) -> Database:
    """Give the database that the settings name, made at first use."""
    return cards_at(
        settings.database, lambda made: note(tr("Made the card database {path}.", path=made.path))
    )


@contextmanager
def reading(context: Context) -> Iterator[tuple[sqlite3.Connection, Settings]]:
    """Open the database for reading; give the settings with it."""
    settings = settings_of(context)
    with database_of(settings).reading() as connection:
        yield connection, settings


@dataclass(slots=True)
class Shelf:
    """The games that decks belong to, each read once."""

    connection: sqlite3.Connection
    _read: dict[str, tuple[Game, Mapping[str, Card]]] = field(default_factory=dict)

    def game(self, name: str) -> tuple[Game, Mapping[str, Card]]:
        """Give a game and its cards by id.

        Raises:
            InputError: it is not loaded.
        """
        if name not in self._read:
            self._read[name] = read_game(self.connection, name), cards_of(self.connection, name)
        return self._read[name]

    def deck(self, name: str, game: str = "") -> Deck:
        """Give the deck that a user names: a file, `-`, or `game/deck-id`.

        Raises:
            InputError: there is none, or its list is wrong.
            UsageError: a list does not say for which game it is.
        """
        if not is_file(name):
            return read_deck(self.connection, name)
        from deckwright.files.decklists import read_deck_list, resolve

        deck_list = read_deck_list(name)
        owner = self._game_of(deck_list, game)
        _, cards = self.game(owner)
        return resolve(deck_list, owner, CardNames(cards.values()))

    def _game_of(self, deck_list: DeckList, meant: str) -> str:
        """Give the game that a list says it is for; `meant` is for those that say none."""
        known = game_ids(self.connection)
        said = deck_list.head.get("game") or meant
        if not said:
            raise UsageError(
                "game-missing",
                tr("{deck} does not say for which game it is.", deck=deck_list.source),
                hint=tr("Name one with --game, or write “game: …” into it: {games}.", games=", ".join(known)),
            )
        if said not in known:
            fault = no_such("no-such-game", tr("There is no game {name}.", name=said), said, known)
            fault.where = deck_list.wheres.get("game")
            raise fault
        return str(said)


def is_file(name: str) -> bool:
    """Tell whether a deck that a user names is a file, or standard input."""
    return name == STDIN or Path(name).suffix.lower() in _DECK_ENDINGS or Path(name).is_file()
