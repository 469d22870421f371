"""The translations of a game, as the database holds them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import sqlite3

    from deckwright.model.translation import Entry


def read_entries(connection: sqlite3.Connection, game: str, language: str) -> list[Entry]:
    """Give every text of a game in a language, missing ones too, in the order of the game's files.

    Raises:
        InputError: the game is unknown, or is not made in that language.
    """
    raise NotImplementedError
