"""Give a whole game back from the database, as it was loaded."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deckwright.model.box import GameBox
from deckwright.store.database import revision_of
from deckwright.store.read import cards_of, deck_ids, folder_of, read_assets, read_deck, read_game
from deckwright.store.translations import languages_of, read_entries

if TYPE_CHECKING:
    import sqlite3


def read_box(connection: sqlite3.Connection, game: str) -> GameBox:
    """Give a game with all that the database holds of it.

    Raises:
        InputError: no game of that id is loaded.
    """
    known = read_game(connection, game)
    names = [name for name in deck_ids(connection) if name.startswith(f"{game}/")]
    (digest,) = connection.execute("SELECT digest FROM games WHERE id = ?", (game,)).fetchone()
    stamp = ""
    if revision_of(connection.execute) >= "0004":
        (stamp,) = connection.execute("SELECT stamp FROM games WHERE id = ?", (game,)).fetchone()
    return GameBox(
        known,
        tuple(cards_of(connection, game).values()),
        tuple(read_deck(connection, name) for name in names),
        read_assets(connection, game),
        digest,
        folder_of(connection, game),
        {language: tuple(read_entries(connection, game, language)) for language in languages_of(known)},
        stamp,
    )
