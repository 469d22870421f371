"""Copy a whole database into another, from a file to a server or the other way, and prove that they are equal."""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING, Any, NamedTuple

from deckwright.errors import DatabaseError
from deckwright.findings import Where
from deckwright.messages import tr
from deckwright.store.locations import database_at, open_database
from deckwright.store.tables import all_tables

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from deckwright.store.database import Database, OpenDatabase
    from deckwright.store.tables import TableColumns


class CopiedTable(NamedTuple):
    """A table that was copied: how many rows it has, and the digest that both databases have of them."""

    table: str
    rows: int
    digest: str


def copy_database(source: Database, location: str) -> list[CopiedTable]:
    """Copy everything into the database at `location`, which must be new or empty, and compare all rows.

    Raises:
        DatabaseError: the other database is not empty, or either cannot be used. Then nothing has changed.
        UsageError: `location` is an address this program has no driver for.
    """
    copied: list[CopiedTable] = []
    with source.reading() as connection:
        target = database_at(location)
        if target.is_made():
            _refuse_filled(target)
            copied += _fill(connection, target)
        else:
            open_database(location, lambda made: copied.extend(_fill(connection, made)))
    return copied


def _refuse_filled(target: Database) -> None:
    with target.reading() as connection:
        filled = [table.name for table in all_tables() if _count(connection, table.name)]
    if filled:
        message = tr("{name} is not empty: its table {table} has rows.", name=target.name, table=filled[0])
        hint = tr("Nothing was changed. Copy into a new database.")
        raise DatabaseError("not-empty", message, hint=hint, where=Where(target.name))


def _count(connection: OpenDatabase, table: str) -> int:
    return int(connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0])


def _fill(source: OpenDatabase, target: Database) -> list[CopiedTable]:
    with target.writing() as connection:
        *ordinary, words = all_tables()
        for table in ordinary:
            names = ", ".join(f'"{name}"' for name in table.columns)
            places = ", ".join("?" * len(table.columns))
            connection.executemany(
                f"INSERT INTO {table.name} ({names}) VALUES ({places})", rows_of(source, table)
            )
            if table.key == ("number",) and not target.is_file:
                last = f"SELECT coalesce(max(number), 0) + 1 FROM {table.name}"
                connection.execute(
                    f"SELECT setval(pg_get_serial_sequence('{table.name}', 'number'), ({last}), false)"
                )
        connection.dialect.insert_words(connection, rows_of(source, words))
        copied = [_digest(connection, table) for table in all_tables()]
        for table, mine in zip(all_tables(), copied, strict=True):
            if _digest(source, table) != mine:
                message = tr("The copy of the table {table} differs.", table=table.name)
                hint = tr("Nothing was changed. Is another command writing? Try again.")
                raise DatabaseError("copy-differs", message, hint=hint, where=Where(target.name))
    return copied


def rows_of(connection: OpenDatabase, table: TableColumns) -> Iterator[tuple[Any, ...]]:
    """Yield the rows of a table in the order of its key, with truths as such: SQLite keeps them as numbers."""
    names = ", ".join(f'"{name}"' for name in table.columns)
    order = ", ".join(f'"{name}"' for name in table.key)
    for row in connection.execute(f"SELECT {names} FROM {table.name} ORDER BY {order}"):
        yield tuple(bool(value) if at in table.booleans else value for at, value in enumerate(row))


def _digest(connection: OpenDatabase, table: TableColumns) -> CopiedTable:
    rows = 0
    digest = blake2b(digest_size=16)
    for row in _normal(rows_of(connection, table)):
        rows += 1
        digest.update(row)
    return CopiedTable(table.name, rows, digest.hexdigest())


def _normal(rows: Iterable[tuple[Any, ...]]) -> Iterator[bytes]:
    return (repr(row).encode("utf-8", "surrogatepass") + b"\n" for row in rows)
