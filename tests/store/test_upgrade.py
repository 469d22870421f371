"""A database made by an earlier version is read as it is, and brought up to date when something is written.

`revisions/` has what each earlier version made of the game in `revisions/pond`: SQL of SQLite's, with a print and a
printer from when there were any. On a server, the same rows are in the tables that the migrations make there.
"""

from __future__ import annotations

import shutil
import sqlite3
import threading
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import Boolean, create_engine, inspect
from sqlmodel import SQLModel

import deckwright.store.migrations
from deckwright.errors import DatabaseError
from deckwright.files.game_package import read_package
from deckwright.store.copying import all_tables
from deckwright.store.database import OLDER, REVISION, Database, revision_of
from deckwright.store.folders import changed_folders
from deckwright.store.load import compare, load
from deckwright.store.locations import database_at
from deckwright.store.maintenance import check, facts_of
from deckwright.store.print_history import Paper, Print, on_paper, prints, record
from deckwright.store.printer_profiles import Printer, read_printers
from deckwright.store.read import cards_of, folder_of, read_assets, read_deck, read_game
from deckwright.store.search import search
from deckwright.store.translations import read_entries

from .engines import another_program, everything

REVISIONS = Path(__file__).with_name("revisions")
PRINT = Print(0, "", "pond", "en", ("pond",), "a4", "/out.pdf", 4, 1, added=False)


@pytest.fixture(scope="session")
def pond():
    """The game that each revision has, as it is loaded now."""
    package, findings = read_package(REVISIONS / "pond")
    assert package, findings
    return replace(package, folder="/games/pond", stamp="")


@pytest.fixture
def older(location):
    """Make a database as the version of a revision made it."""

    def make(revision="0001"):
        script = (REVISIONS / f"{revision}.sql").read_text(encoding="utf-8")
        made = database_at(location())
        if made.is_file:
            with closing(sqlite3.connect(made.path)) as connection:
                connection.executescript(script)
            return made
        with closing(sqlite3.connect(":memory:")) as rows:
            rows.executescript(script)
            _migrate(made, revision)
            _fill(made, rows)
        return made

    return make


def _migrate(made, revision):
    config = Config()
    config.set_main_option("script_location", deckwright.store.migrations.__path__[0])
    engine = create_engine("postgresql+psycopg://", creator=made._connect)  # noqa: SLF001 - for Alembic
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, revision)
    engine.dispose()


def _fill(made, rows):
    """Insert the rows of a file into the tables on a server, and count on from them."""
    with another_program(made) as connection, connection:
        for table in all_tables():
            columns = [row[1] for row in rows.execute(f"PRAGMA table_info({table.name})")]
            found = rows.execute(f"SELECT * FROM {table.name} ORDER BY rowid").fetchall() if columns else []  # noqa: S608 - our own
            booleans = _booleans(table.name)
            if found:
                names = ", ".join(f'"{name}"' for name in columns)
                places = ", ".join(["%s"] * len(columns))
                connection.cursor().executemany(
                    f"INSERT INTO {table.name} ({names}) VALUES ({places})",  # noqa: S608 - our own
                    [
                        [
                            bool(value) if name in booleans else value
                            for name, value in zip(columns, row, strict=True)
                        ]
                        for row in found
                    ],
                )
            if table.numbered and columns:
                connection.execute(
                    f"SELECT setval(pg_get_serial_sequence('{table.name}', 'number'), "  # noqa: S608 - our own
                    f"(SELECT coalesce(max(number), 0) + 1 FROM {table.name}), false)"
                )


def _booleans(table):
    known = SQLModel.metadata.tables.get(table)
    return set() if known is None else {one.name for one in known.columns if isinstance(one.type, Boolean)}


def revision(database):
    with database.reading() as connection:
        return revision_of(connection.execute)


def schema_of(database):
    """Tables of a database with their columns, keys and indexes, as SQLAlchemy sees them."""
    with database.writing() as connection:
        seen = inspect(connection)
        return {
            name: {
                "columns": [repr(column) for column in seen.get_columns(name)],
                "keys": (seen.get_pk_constraint(name), seen.get_foreign_keys(name)),
                "unique": seen.get_unique_constraints(name),
                "indexes": sorted(map(repr, seen.get_indexes(name))),
            }
            for name in seen.get_table_names()
            if not name.startswith("card_words_")
        }


def content_of(database):
    """What the program reads: the game with its cards, deck and files, and what a search finds.

    Labels of the game aside: later versions translate more of them.
    """
    with database.reading() as connection:
        found = {query: [card.id for card in search(connection, query)[1]] for query in QUERIES}
        deck, game = read_deck(connection, "pond/first"), read_game(connection, "pond")
        return (
            replace(game, labels={}),
            cards_of(connection, "pond"),
            deck,
            read_assets(connection, "pond"),
            found,
        )


QUERIES = ["frog", "name:gren", "kind:reed game:pond", "-frog", "power>1", "waits for", ""]


def test_each_earlier_revision_is_kept_with_what_it_made():
    assert {path.stem for path in REVISIONS.glob("*.sql")} == OLDER, "revisions/keep.py writes one"


@pytest.mark.parametrize("number", sorted(OLDER))
def test_each_earlier_revision_upgraded_equals_a_new_database(older, database, pond, number):
    made, new = older(number), database()
    load(new, pond)
    before = content_of(made)
    assert revision(made) == number
    assert before == content_of(new)
    made.upgrade()
    assert revision(made) == REVISION
    assert content_of(made) == before
    assert schema_of(made) == schema_of(new)
    assert check(made) == []
    # The digest of a card says since 0005 how sure its count is, so older cards count as changed.
    assert load(made, pond).changed == (4 if number < "0005" else 0)
    mine, wanted = everything(made), everything(new)
    for rows in (mine, wanted):
        rows["card_values"] = [row[1:] for row in rows["card_values"]]
    for name in ("loads", "prints", "printed_cards", "printers"):
        assert (bool(mine.pop(name)), wanted.pop(name) == []) == (is_kept(name, number), name != "loads")
    assert mine == wanted


def is_kept(table, number):
    return number >= {"loads": "0001", "printers": "0006"}.get(table, "0002")


@pytest.fixture
def first(older):
    return older()


def kept(database):
    """What the first version knew: rows of the tables it had, in the columns it had."""
    with database.reading() as connection:
        return {
            table: connection.execute(f"SELECT {columns} FROM {table} ORDER BY {columns}").fetchall()  # noqa: S608 - our own
            for table, columns in FIRST.items()
        }


FIRST = {
    "games": "id, source_language, languages, definition, queries, digest",
    "cards": "number, game, id, kind, copies, revision, origin, icon, marks, fields, position",
    "texts": "card, language, name, text",
    "card_words": "card, language, name, text",
    "decks": "number, game, id, name, format, players, position",
    "deck_entries": "deck, position, zone, card, copies",
    "assets": "game, path, content",
}


def test_reading_changes_nothing(first, pond):
    before = kept(first)
    with first.reading() as connection:
        assert list(cards_of(connection, "pond")) == [card.id for card in pond.cards]
        assert read_assets(connection, "pond") == pond.assets
        assert prints(connection) == []
        assert read_deck(connection, "pond/first").entries
    assert facts_of(first)["revision"] == "0001"
    assert compare(first, pond).added == 0
    assert (revision(first), kept(first)) == ("0001", before)


@pytest.mark.one_engine("pages")
def test_reading_a_file_writes_nothing(first):
    before = first.path.read_bytes()
    content_of(first)
    assert first.path.read_bytes() == before


@pytest.mark.parametrize("write", ["load", "record", "upgrade"])
def test_writing_brings_it_up_to_date_and_keeps_all_there_is(first, pond, write):
    before = kept(first)
    if write == "load":
        load(first, pond)
    elif write == "record":
        record(first, PRINT, {("green-frog", "frog"): Paper("d", 2)})
    else:
        first.upgrade()
    assert revision(first) == REVISION
    assert kept(first) == before
    with first.reading() as connection:
        assert connection.execute("SELECT folder FROM loads ORDER BY number").fetchone() == ("",)
        assert [one.number for one in prints(connection)] == ([1] if write == "record" else [])


@pytest.mark.one_engine("index")
def test_an_upgrade_numbers_the_rows_of_words_as_a_load_does(first, database, pond):
    new, rows = database(), []
    first.upgrade()
    load(new, pond)
    for made in (first, new):
        with made.reading() as connection:
            rows.append(connection.execute("SELECT rowid, * FROM card_words ORDER BY rowid").fetchall())
    assert rows[0] == rows[1]


def test_an_upgrade_that_fails_leaves_the_database_as_it_was(first, pond, monkeypatch):
    before = kept(first)
    monkeypatch.setattr("alembic.op.create_index", None)
    with pytest.raises(TypeError):
        load(first, pond)
    assert (revision(first), kept(first)) == ("0001", before)


@pytest.mark.one_engine("file")
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
        record(first, PRINT._replace(file=str(number)), {("green-frog", "frog"): Paper("d", 2)})
        done.append(number)

    threads = [threading.Thread(target=write, args=(number,)) for number in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(done) == [0, 1]
    with first.reading() as connection:
        assert [one.number for one in prints(connection)] == [2, 1]


def test_the_folder_that_a_game_was_loaded_from_is_known_from_then_on(first, pond):
    load(first, pond)
    with first.reading() as connection:
        (folder,) = connection.execute("SELECT folder FROM loads ORDER BY number DESC").fetchone()
        assert folder == pond.folder
        assert on_paper(connection, PRINT) == {}


def test_a_database_of_the_third_version_is_read_and_learns_its_folders_when_it_is_written(older, tmp_path):
    third, folder = older("0003"), tmp_path / "pond"
    shutil.copytree(REVISIONS / "pond", folder)
    with another_program(third) as connection, connection:
        connection.execute(f"UPDATE loads SET folder = '{folder}'")  # noqa: S608 - our own
    assert changed_folders(third) == []
    (folder / "decks" / "first.yaml").write_text("")
    assert [one.game for one in changed_folders(third)] == ["pond"]
    assert revision(third) == "0003"
    third.upgrade()
    with third.reading() as connection:
        assert connection.execute("SELECT folder, stamp FROM games").fetchall() == [(str(folder), "")]
        assert folder_of(connection, "pond") == str(folder)
    assert [one.game for one in changed_folders(third)] == ["pond"]


def test_a_database_of_the_second_version_still_knows_what_was_printed_and_where_games_are_from(older, pond):
    second = older("0002")
    with second.reading() as connection:
        assert [one.number for one in prints(connection)] == [1]
        assert folder_of(connection, "pond") == "/games/pond"
        assert read_entries(connection, "pond", "fr")
    load(second, pond)
    assert revision(second) == REVISION
    with second.reading() as connection:
        assert tuple(read_entries(connection, "pond", "fr")) == pond.entries["fr"]
        assert len(prints(connection)) == 1


def test_a_printer_of_the_sixth_version_is_kept(older):
    sixth = older("0006")
    sixth.upgrade()
    with sixth.reading() as connection:
        assert read_printers(connection) == {"office": Printer((0.5, -0.25), 99.5, "long")}
