"""Databases in files and on a server: one that holds only what queries read, and whole ones."""

from __future__ import annotations

import shutil
import sqlite3
from functools import cache
from importlib import import_module

import pytest

from deckwright.model.query.matching import value_rows, word_rows
from deckwright.store.database import Database
from deckwright.store.load import load
from deckwright.store.locations import open_database
from deckwright.store.postgres import Server, Session
from deckwright.store.search import where_clause

TABLES = """
    CREATE TABLE cards (number INTEGER PRIMARY KEY);
    CREATE TABLE card_values (
        number INTEGER PRIMARY KEY, card INTEGER NOT NULL, field TEXT NOT NULL, text TEXT NOT NULL, value FLOAT
    );
    CREATE VIRTUAL TABLE card_words USING fts5(card UNINDEXED, language UNINDEXED, name, text, tokenize='ascii');
"""


class ClosedAtLast(sqlite3.Connection):
    """A connection that nobody needs to close; Python 3.13 warns of others that nobody did."""

    def __del__(self):
        self.close()


@pytest.fixture(scope="session", params=["sqlite", "postgres"])
def engine(request):
    """What keeps a database; tests that ask for one run on each."""
    return request.param


@pytest.fixture(scope="session")
def card_database(engine, request):
    """Make a database of some cards, numbered from 0."""
    opened = _on_server(request.getfixturevalue("postgres")) if engine == "postgres" else None

    def make(cards, games):
        fields = {game.id: game.fields for game in games}
        database = opened or _in_memory()
        if opened:
            opened.raw.rollback()
        for number, card in enumerate(cards):
            values = [(number, *row) for row in value_rows(card, fields[card.game])]
            words = [(number, *row) for row in word_rows(card)]
            database.execute("INSERT INTO cards VALUES (?)", [number])
            database.executemany(
                "INSERT INTO card_values (card, field, text, value) VALUES (?, ?, ?, ?)", values
            )
            database.executemany("INSERT INTO card_words VALUES (?, ?, ?, ?)", words)
        return database

    yield make
    if opened:
        opened.raw.close()


def _in_memory():
    # Whichever thread the garbage is collected in closes it.
    database = sqlite3.connect(":memory:", factory=ClosedAtLast, check_same_thread=False)
    database.executescript(TABLES)
    return database


def _on_server(server):
    """Open a database with the tables of queries alone; what is written into it is never kept."""
    session = Session(Server.at(server.create())._connect())  # noqa: SLF001 - the one way in, without its checks
    words = import_module("deckwright.store.migrations.versions.0001_first")._WORDS["postgresql"]  # noqa: SLF001
    for statement in (*TABLES.split(";")[:2], words):
        session.execute(statement.replace("number INTEGER PRIMARY KEY", "number SERIAL PRIMARY KEY"))
    session.raw.commit()
    return session


@pytest.fixture(scope="session")
def found_in():
    """The numbers of the cards that a query finds in a database."""

    def find(database, query):
        condition, values = where_clause(query)
        statement = f"SELECT number FROM cards WHERE {condition}"  # noqa: S608 - made by what is tested
        return {number for (number,) in database.execute(statement, values)}

    return find


@pytest.fixture(scope="session")
def models(tmp_path_factory, packaged, request):
    """Keep an empty database, and one with a packaged game, of each engine, to be copied."""

    @cache
    def keep(engine, name):
        fill = (
            (lambda _: None)
            if name == "empty"
            else lambda database: load(database, packaged("data-monsters"))
        )
        if engine == "sqlite":
            path = tmp_path_factory.mktemp("models") / f"{name}.db"
            open_database(str(path), fill)
            return path
        server = request.getfixturevalue("postgres")
        address = server.create()
        open_database(address, fill)
        return address.partition("?")[0].rpartition("/")[2]

    return keep


@pytest.fixture
def database(models, tmp_path, engine, request):
    """A database of its own to a test, `empty` or `filled`."""

    def copy(name="empty"):
        model = models(engine, name)
        if engine == "sqlite":
            return Database(shutil.copy(model, tmp_path / "cards.db"))
        return Server.at(request.getfixturevalue("postgres").create(model))

    return copy
