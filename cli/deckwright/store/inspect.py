"""What there is to say of a database as a whole."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from deckwright.errors import Where
from deckwright.messages import tr
from deckwright.model.finding import Finding
from deckwright.store.box_counts import all_counts
from deckwright.store.content import faults_in
from deckwright.store.database import revision_of

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator

    from deckwright.store.database import Database

_COUNTS = {
    "games": "SELECT count(*) FROM games",
    "cards": "SELECT coalesce(sum(copies), 0) FROM cards",
    "decks": "SELECT count(*) FROM decks",
    "texts": "SELECT count(*) FROM texts",
    "last_load": "SELECT max(at) FROM loads",
}

_WITHOUT_WORDS = (
    "SELECT DISTINCT cards.id FROM cards JOIN texts ON texts.card = cards.number"
    " WHERE cards.number NOT IN (SELECT card FROM card_words) ORDER BY cards.id"
)


def facts_of(database: Database) -> dict[str, Any]:
    """Give the file of a database, its size in bytes and revision, and how much it holds.

    Raises:
        DatabaseError: it cannot be read.
    """
    with database.reading() as connection:
        counts = {name: connection.execute(query).fetchone()[0] for name, query in _COUNTS.items()}
        revision = revision_of(connection.execute)
        counted = sorted({one.game for one in all_counts(connection)})
    path = database.path.absolute()
    return {
        "path": str(path),
        "bytes": path.stat().st_size,
        "revision": revision,
        **counts,
        "counted": counted,
    }


def check(database: Database) -> list[Finding]:
    """Find what is damaged in a database: its pages, what refers to what, its content, and the index for words.

    Raises:
        DatabaseError: it is too damaged to be asked, or no database of Deckwright's.
    """
    with database.reading() as connection:
        return list(_faults(connection, Where(str(database.path))))


def _faults(connection: sqlite3.Connection, where: Where) -> Iterator[Finding]:
    for (said,) in connection.execute("PRAGMA integrity_check"):
        if said != "ok":
            yield Finding("integrity", "error", tr("SQLite reports: {reason}.", reason=said), where=where)
    for table, row, target, _ in connection.execute("PRAGMA foreign_key_check"):
        message = tr(
            "Row {row} of {table} refers to a row of {target} that is not there.",
            row=row,
            table=table,
            target=target,
        )
        yield Finding("reference", "error", message, where=where)
    broken = list(faults_in(connection, where))
    yield from broken
    if broken:
        return
    for (card,) in connection.execute(_WITHOUT_WORDS):
        message = tr("The card {card} is not in the index for words: load its game again.", card=card)
        yield Finding("word-index", "error", message, (card,), where=where)
