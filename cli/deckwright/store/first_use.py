"""Make the user's database at first use, with the games that come with the program."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deckwright import resources
from deckwright.store.database import Database, open_database

if TYPE_CHECKING:
    from collections.abc import Callable


def cards_at(location: str, made: Callable[[Database], None] = lambda _: None) -> Database:
    """Give the card database at `location` ('' for the user's own), made and filled if there is none.

    `made` is called with a database that was made just now.

    Raises:
        DatabaseError: it cannot be made.
        UsageError: `location` is an address this program has no driver for.
    """
    was_made: list[Database] = []

    def fill(database: Database) -> None:
        _fill(database)
        was_made.append(database)

    database = open_database(location, fill)
    if was_made:
        made(database)
    return database


def _fill(database: Database) -> None:
    from deckwright.files.game_box import open_box
    from deckwright.store.load import load

    for folder in resources.packaged_games():
        box, findings = open_box(folder)
        if box is None:
            msg = f"the packaged game {folder.name} is faulty: {findings[0].message} ({findings[0].where})"
            raise RuntimeError(msg)
        load(database, box)
