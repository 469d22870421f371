"""Databases: one that holds only what queries read, and whole ones."""

from __future__ import annotations

import shutil
import sqlite3

import pytest

from deckwright.model.query.matching import value_rows, word_rows
from deckwright.store.database import Database, open_database
from deckwright.store.load import load
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


@pytest.fixture(scope="session")
def card_database():
    """Make a database of some cards, numbered from 0."""

    def make(cards, games):
        fields = {game.id: game.fields for game in games}
        # Whichever thread the garbage is collected in closes it.
        database = sqlite3.connect(":memory:", factory=ClosedAtLast, check_same_thread=False)
        database.executescript(TABLES)
        for number, card in enumerate(cards):
            values = [(number, *row) for row in value_rows(card, fields[card.game])]
            words = [(number, *row) for row in word_rows(card)]
            database.execute("INSERT INTO cards VALUES (?)", [number])
            database.executemany(
                "INSERT INTO card_values (card, field, text, value) VALUES (?, ?, ?, ?)", values
            )
            database.executemany("INSERT INTO card_words VALUES (?, ?, ?, ?)", words)
        return database

    return make


@pytest.fixture(scope="session")
def found_in():
    """The numbers of the cards that a query finds in a database."""

    def find(database, query):
        condition, values = where_clause(query)
        statement = f"SELECT number FROM cards WHERE {condition}"  # noqa: S608 - made by what is tested
        return {number for (number,) in database.execute(statement, values)}

    return find


@pytest.fixture(scope="session")
def models(tmp_path_factory, packaged):
    """Keep an empty database, and one with a packaged game, to be copied."""
    folder = tmp_path_factory.mktemp("models")
    empty, filled = folder / "empty.db", folder / "filled.db"
    open_database(str(empty), lambda _: None)
    open_database(str(filled), lambda database: load(database, packaged("data-monsters")))
    return {"empty": empty, "filled": filled}


@pytest.fixture
def database(models, tmp_path):
    """A database of its own to a test, `empty` or `filled`."""

    def copy(name="empty"):
        return Database(shutil.copy(models[name], tmp_path / "cards.db"))

    return copy
