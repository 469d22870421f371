"""What there is to say of a database as a whole."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from deckwright.store.database import revision_of

if TYPE_CHECKING:
    from deckwright.store.database import Database

_COUNTS = {
    "games": "SELECT count(*) FROM games",
    "cards": "SELECT coalesce(sum(copies), 0) FROM cards",
    "decks": "SELECT count(*) FROM decks",
    "texts": "SELECT count(*) FROM texts",
    "last_load": "SELECT max(at) FROM loads",
}


def facts_of(database: Database) -> dict[str, Any]:
    """Give the file of a database, its size in bytes and revision, and how much it holds.

    Raises:
        DatabaseError: it cannot be read.
    """
    with database.reading() as connection:
        counts = {name: connection.execute(query).fetchone()[0] for name, query in _COUNTS.items()}
        revision = revision_of(connection.execute)
    path = database.path.absolute()
    return {"path": str(path), "bytes": path.stat().st_size, "revision": revision, **counts}
