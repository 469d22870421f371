"""A database made by the first version is read as it is, and brought up to date when something is written."""

from __future__ import annotations

import shutil
import sqlite3
import threading
from contextlib import closing

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import create_engine

import deckwright.store.migrations
from deckwright.errors import DatabaseError
from deckwright.files.game_package import read_package
from deckwright.store.database import OLDER, REVISION, Database, revision_of
from deckwright.store.folders import changed_folders
from deckwright.store.load import compare, load
from deckwright.store.maintenance import facts_of
from deckwright.store.print_history import Paper, Print, on_paper, prints, record
from deckwright.store.read import cards_of, folder_of, read_assets, read_deck
from deckwright.store.search import search
from deckwright.store.translations import read_entries

PRINT = Print(0, "", "data-monsters", "en", ("data-monsters",), "a4", "/out.pdf", 2, 1, added=False)
FIRST = {
    "games": "id, source_language, languages, definition, labels, queries, digest",
    "cards": "number, game, id, kind, copies, revision, origin, icon, marks, fields, position, digest",
    "decks": "number, game, id, name, format, players, position",
    "deck_entries": "deck, position, zone, card, copies",
}
"""The columns that tables have had from the first revision on, where they have more now."""


@pytest.fixture(scope="session")
def engine():
    """A file: this module is about files."""
    return "sqlite"


@pytest.fixture
def first(database, tmp_path):
    """Make a database as the first version made it, with the rows of a loaded game."""
    filled, path = database("filled").path, tmp_path / "first.db"
    config = Config()
    config.set_main_option("script_location", deckwright.store.migrations.__path__[0])
    engine = create_engine(f"sqlite:///{path}")
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
    engine.dispose()
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("ATTACH ? AS filled", (str(filled),))
        tables = ("games", "cards", "texts", "card_values", "decks", "deck_entries", "assets", "loads")
        for table in tables:
            columns = ", ".join(row[1] for row in connection.execute(f"PRAGMA main.table_info({table})"))
            connection.execute(f"INSERT INTO {table} SELECT {columns} FROM filled.{table}")  # noqa: S608 - our own names
        columns = "card, language, name, text"
        connection.execute(f"INSERT INTO card_words ({columns}) SELECT {columns} FROM filled.card_words")  # noqa: S608 - our own names
    return Database(path)


def revision(database):
    with database.reading() as connection:
        return revision_of(connection.execute)


def everything(path):
    tables = ("games", "cards", "texts", "card_values", "card_words", "decks", "deck_entries", "assets")
    with closing(sqlite3.connect(path)) as connection:
        return {
            table: connection.execute(f"SELECT {FIRST.get(table, '*')} FROM {table}").fetchall()  # noqa: S608 - our own names
            for table in tables
        }


def test_it_is_of_an_older_revision(first):
    assert revision(first) == "0001"
    assert "0001" in OLDER


def test_reading_changes_nothing(first, packaged):
    before = first.path.read_bytes()
    with first.reading() as connection:
        assert len(cards_of(connection, "data-monsters")) == len(packaged("data-monsters").cards)
        assert read_assets(connection, "data-monsters") == packaged("data-monsters").assets
        assert prints(connection) == []
        assert read_deck(connection, "data-monsters/startup").entries
    assert facts_of(first)["revision"] == "0001"
    assert compare(first, packaged("data-monsters")).changed == 0
    assert first.path.read_bytes() == before


@pytest.mark.parametrize("write", ["load", "record", "upgrade"])
def test_writing_brings_it_up_to_date_and_keeps_all_there_is(first, packaged, write):
    before = everything(first.path)
    if write == "load":
        assert load(first, packaged("data-monsters")).changed == 0
    elif write == "record":
        record(first, PRINT, {("heart", "tool"): Paper("d", 2)})
    else:
        first.upgrade()
    assert revision(first) == REVISION
    assert everything(first.path) == before
    with first.reading() as connection:
        assert connection.execute("SELECT folder FROM loads ORDER BY number").fetchone() == ("",)
        assert [one.number for one in prints(connection)] == ([1] if write == "record" else [])


@pytest.mark.parametrize("query", ["monster", "name:data", "kind:tool game:data-monsters", "-data", ""])
def test_an_older_database_and_an_upgraded_one_find_the_same_cards(first, query):
    found = []
    for _ in range(2):
        with first.reading() as connection:
            found.append([card.id for card in search(connection, query)[1]])
        first.upgrade()
    assert found[0] == found[1]
    assert found[0]


def test_an_upgrade_numbers_the_rows_of_words_as_a_load_does(first, database):
    first.upgrade()
    rows = []
    for made in (first, database("filled")):
        with made.reading() as connection:
            rows.append(connection.execute("SELECT rowid, * FROM card_words ORDER BY rowid").fetchall())
    assert rows[0] == rows[1]


def test_an_upgrade_that_fails_leaves_the_database_as_it_was(first, packaged, monkeypatch):
    before = everything(first.path)
    monkeypatch.setattr("alembic.op.create_index", None)
    with pytest.raises(TypeError):
        load(first, packaged("data-monsters"))
    assert revision(first) == "0001"
    assert everything(first.path) == before


def test_one_that_may_not_be_written_is_still_read(first, unprivileged, public_folder):
    path = public_folder / "first.db"
    path.write_bytes(first.path.read_bytes())
    path.chmod(0o444)
    with unprivileged():
        with Database(path).reading() as connection:
            assert prints(connection) == []
        with pytest.raises(DatabaseError) as raised:
            record(Database(path), PRINT, {})
    assert raised.value.code == "read-only"


def test_two_who_bring_it_up_to_date_at_once_both_succeed(first):
    done = []

    def write(number):
        record(first, PRINT._replace(file=str(number)), {("heart", "tool"): Paper("d", 2)})
        done.append(number)

    threads = [threading.Thread(target=write, args=(number,)) for number in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(done) == [0, 1]
    with first.reading() as connection:
        assert [one.number for one in prints(connection)] == [2, 1]


def test_the_folder_that_a_game_was_loaded_from_is_known_from_then_on(first, packaged):
    load(first, packaged("data-monsters"))
    with first.reading() as connection:
        (folder,) = connection.execute("SELECT folder FROM loads ORDER BY number DESC").fetchone()
        assert folder == packaged("data-monsters").folder
        assert on_paper(connection, PRINT) == {}


def without_folders(connection):
    for column in ("folder", "stamp"):
        connection.execute(f"ALTER TABLE games DROP COLUMN {column}")


def without_what_came_later(connection):
    connection.execute("ALTER TABLE loads DROP COLUMN who")
    connection.execute("ALTER TABLE games DROP COLUMN findings")
    connection.execute("DROP INDEX ix_cards_position")
    connection.execute("ALTER TABLE decks DROP COLUMN date")
    connection.execute("ALTER TABLE deck_entries DROP COLUMN fields")
    connection.execute("DROP TABLE printers")
    connection.execute("DROP TABLE box_counts")
    for column in ("counts", "origins", "aliases"):
        connection.execute(f"ALTER TABLE cards DROP COLUMN {column}")


def test_a_database_of_the_third_version_is_read_and_learns_its_folders_when_it_is_written(
    database, packaged, tmp_path
):
    third, folder = database("filled"), tmp_path / "data-monsters"
    shutil.copytree(packaged("data-monsters").folder, folder)
    load(third, read_package(folder)[0])
    with third.adding() as connection:
        without_folders(connection)
        without_what_came_later(connection)
        connection.execute("UPDATE alembic_version SET version_num = '0003'")
    before = third.path.read_bytes()
    assert changed_folders(third) == []
    (folder / "decks" / "startup.yaml").write_text("")
    assert [one.game for one in changed_folders(third)] == ["data-monsters"]
    assert third.path.read_bytes() == before
    third.upgrade()
    with third.reading() as connection:
        (row,) = connection.execute("SELECT folder, stamp FROM games").fetchall()
        assert row == (str(folder), "")
        assert folder_of(connection, "data-monsters") == str(folder)
    assert [one.game for one in changed_folders(third)] == ["data-monsters"]


def test_a_database_of_the_second_version_still_knows_what_was_printed_and_where_games_are_from(
    database, packaged
):
    second = database("filled")
    record(second, PRINT, {("heart", "tool"): Paper("d", 2)})
    with second.adding() as connection:
        connection.execute("DROP TABLE translations")
        without_folders(connection)
        without_what_came_later(connection)
        connection.execute("UPDATE alembic_version SET version_num = '0002'")
    with second.reading() as connection:
        assert [one.number for one in prints(connection)] == [1]
        assert folder_of(connection, "data-monsters") == packaged("data-monsters").folder
        assert read_entries(connection, "data-monsters", "fr")
    load(second, packaged("data-monsters"))
    assert revision(second) == REVISION
    with second.reading() as connection:
        assert (
            tuple(read_entries(connection, "data-monsters", "fr")) == packaged("data-monsters").entries["fr"]
        )
        assert len(prints(connection)) == 1
