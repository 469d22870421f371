"""Databases in files and on a server, for tests that run on both: those that hold only what queries read, and whole ones."""

from __future__ import annotations

import shutil
import sqlite3
from functools import cache, partial
from itertools import count

import pytest

from deckwright.model.query.matching import value_rows, word_rows
from deckwright.store.database import Database, FileConnection
from deckwright.store.load import load
from deckwright.store.locations import open_database
from deckwright.store.postgres import Server, Session
from deckwright.store.search import where_clause
from deckwright.store.tables import statements

from ..servers import name_in
from .engines import ENGINES, ONE_ENGINE

TABLES = """
    CREATE TABLE cards (number INTEGER PRIMARY KEY, game TEXT NOT NULL);
    CREATE TABLE card_values (
        number INTEGER PRIMARY KEY, card INTEGER NOT NULL, field TEXT NOT NULL, text TEXT NOT NULL, value FLOAT
    );
"""


class ClosedAtLast(FileConnection):
    """A connection that nobody needs to close; Python 3.13 warns of others that nobody did."""

    def __del__(self):
        self.close()


def pytest_generate_tests(metafunc):
    """Run each test that asks for a database on both engines, unless it is about what only one has."""
    file = metafunc.definition.path.name
    mark = metafunc.definition.get_closest_marker("one_engine")
    only = ONE_ENGINE[mark.args[0]] if mark else ONE_ENGINE.get(file)
    engines = [only.engine] if only else ENGINES
    if "engine" in metafunc.fixturenames:
        metafunc.parametrize("engine", engines, indirect=True, scope="session")


@pytest.fixture(scope="session")
def engine(request):
    """What keeps a database: one of `ENGINES`."""
    return request.param


@pytest.fixture(scope="session")
def card_databases(request):
    """Make a database of some cards, numbered from 0, on an engine."""
    opened = []

    @cache
    def on_server():
        opened.append(_on_server(request.getfixturevalue("postgres")))
        return opened[0]

    def make(engine, cards, games):
        fields = {game.id: game.fields for game in games}
        database = _in_memory() if engine == "sqlite" else on_server()
        if engine == "postgres":
            database.raw.rollback()
        for number, card in enumerate(cards):
            values = [(number, *row) for row in value_rows(card, fields[card.game])]
            words = [(number, *row) for row in word_rows(card)]
            database.execute("INSERT INTO cards VALUES (?, ?)", [number, card.game])
            database.executemany(
                "INSERT INTO card_values (card, field, text, value) VALUES (?, ?, ?, ?)", values
            )
            database.dialect.insert_words(database, words)
        return database

    yield make
    for session in opened:
        session.raw.close()


@pytest.fixture(scope="session")
def card_database(engine, card_databases):
    """Make a database of some cards, numbered from 0."""
    return partial(card_databases, engine)


def _in_memory():
    # Whichever thread the garbage is collected in closes it.
    database = sqlite3.connect(":memory:", factory=ClosedAtLast, check_same_thread=False)
    database.executescript(TABLES)
    database.execute(words_table("sqlite"))
    return database


def _on_server(server):
    """Open a database with the tables of queries alone; what is written into it is never kept."""
    session = Session(Server.at(server.create())._connect())  # noqa: SLF001 - the one way in, without its checks
    for statement in (*TABLES.split(";")[:2], words_table("postgresql")):
        session.execute(statement.replace("number INTEGER PRIMARY KEY", "number SERIAL PRIMARY KEY"))
    session.raw.commit()
    return session


def words_table(engine):
    return next(statement for statement in statements(engine) if "TABLE card_words" in statement)


@pytest.fixture(scope="session")
def found_in():
    """The numbers of the cards that a query finds in a database, in the order of their games."""

    def find(database, query):
        condition, values = where_clause(query, database.dialect)
        statement = f"SELECT number FROM cards WHERE {condition} ORDER BY game, number"  # noqa: S608 - made by what is tested
        return [number for (number,) in database.execute(statement, values)]

    return find


FILLED = {"empty": (), "filled": ("data-monsters",), "two": ("data-monsters", "big-monster")}
"""The packaged games in each database that tests get copies of."""


@pytest.fixture(scope="session")
def models(tmp_path_factory, packaged, request):
    """Keep a database with some packaged games, of each engine, to be copied."""

    @cache
    def keep(engine, name):
        def fill(database):
            for game in FILLED[name]:
                load(database, packaged(game))

        if engine == "sqlite":
            path = tmp_path_factory.mktemp("models") / f"{name}.db"
            open_database(str(path), fill)
            return path
        address = request.getfixturevalue("postgres").create()
        open_database(address, fill)
        return name_in(address)

    return keep


@pytest.fixture
def on_server(request):
    """Create a database on the server and return its address; it is dropped after the test."""
    made = []

    def create(template="template0"):
        server = request.getfixturevalue("postgres")
        made.append((server, server.create(template)))
        return made[-1][1]

    yield create
    for server, address in made:
        server.drop(address)


@pytest.fixture
def location(engine, tmp_path, on_server):
    """Make a location without a database: a path where there is nothing, or the address of an empty one."""
    numbers = count(1)

    def make():
        return str(tmp_path / f"new-{next(numbers)}.db") if engine == "sqlite" else on_server()

    return make


@pytest.fixture
def database(models, tmp_path, engine, on_server):
    """A database of its own to a test: `empty`, `filled` with a game, or with `two`."""

    def copy(name="empty"):
        model = models(engine, name)
        if engine == "sqlite":
            return Database(shutil.copy(model, tmp_path / "cards.db"))
        return Server.at(on_server(model))

    return copy


@pytest.fixture
def impatient(monkeypatch):
    """Wait for other programs no more than a moment."""
    for module in ("database", "maintenance", "postgres"):
        monkeypatch.setattr(f"deckwright.store.{module}.PATIENCE", 0.05)
