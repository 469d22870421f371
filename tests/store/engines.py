"""SQLite and PostgreSQL, on both of which every test of the store runs: what differs between them, as data."""

from __future__ import annotations

import sqlite3
from contextlib import closing, contextmanager
from typing import NamedTuple

from deckwright.store.maintenance import rows_of
from deckwright.store.tables import all_tables
from deckwright.store.translations import read_entries

ENGINES = ("sqlite", "postgres")


class Reason(NamedTuple):
    engine: str
    reason: str


ONE_ENGINE = {
    "file": Reason("sqlite", "a path, with its folder, permissions, links and disk: a server has its own"),
    "pages": Reason("sqlite", "bytes, journal, locks and settings of the file: a server keeps its own"),
    "types": Reason("sqlite", "values of another type than their column: a server refuses them"),
    "index": Reason(
        "sqlite", "how SQLite's index of words splits texts and numbers its rows: a server's does neither"
    ),
    "test_prints.py": Reason("sqlite", "rows as plain as those that loads write to both"),
    "test_translations.py": Reason("sqlite", "rows as plain as those that loads write to both"),
    "test_postgres.py": Reason(
        "postgres", "addresses, passwords, sessions, grants and pg_dump: a file has none"
    ),
}
"""What only one engine has: the name of a file of tests, or of what a test is marked `one_engine` with.

Every other test runs on both.
"""


def everything(database):
    """All rows of all tables."""
    with database.reading() as connection:
        return {table.name: list(rows_of(connection, table)) for table in all_tables()}


def another_program(database):
    """Connect as a program that does not look at what is in a database; what it does is kept only when it commits."""
    return closing(
        sqlite3.connect(database.path, check_same_thread=False) if database.is_file else database._connect()  # noqa: SLF001 - as another program
    )


def alter(database, *statements):
    """Change a database by hand, without any regard to what refers to what."""
    with another_program(database) as connection, connection:
        if not database.is_file:
            connection.execute("SET session_replication_role = replica")
        for statement in statements:
            connection.execute(statement)


@contextmanager
def another_writer(database):
    """Write to a database, as another program does, until the block ends; then undo it."""
    with another_program(database) as connection:
        if database.is_file:
            connection.execute("BEGIN IMMEDIATE")
        else:
            be_the_writer(connection)
        connection.execute("DELETE FROM loads")
        yield
        connection.rollback()


def be_the_writer(connection):
    from deckwright.store.postgres import OURS, WRITER

    connection.execute("SELECT pg_advisory_xact_lock(%s, %s)", (OURS, WRITER))


def draft(database, context, text, game="data-monsters"):
    """A French translation of a text of a game, as somebody changes it, and those that there are."""
    with database.reading() as connection:
        known = read_entries(connection, game, "fr")
    [entry] = [one for one in known if one.context == context]
    return [entry._replace(text=text, state="draft")], known
