"""The tables of a new database, and the way to them from an earlier revision, on both engines."""

from __future__ import annotations

import shutil
import threading

import pytest
from alembic.config import Config
from alembic.script import ScriptDirectory

from deckwright.errors import DatabaseError
from deckwright.store import database as module
from deckwright.store.database import MIGRATIONS, REVISION
from deckwright.store.prints import Print, record
from deckwright.store.read import game_ids
from deckwright.store.tables import all_tables

from .engines import alter, another_program, everything

PRINT = Print(0, "", "data-monsters", "en", ("data-monsters",), "a4", "/out.pdf", 4, 1, added=False)

LATER = '''
"""A place for notes."""

from alembic import op
import sqlalchemy as sa

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add the column, and fill it."""
    with op.batch_alter_table("games") as table:
        table.add_column(sa.Column("notes", sa.String(), nullable=False, server_default=""))
    op.execute("UPDATE games SET notes = 'of ' || id")
'''


@pytest.fixture
def later(tmp_path, monkeypatch, models, engine):
    """Be a later version of the program, whose tables have one more column."""
    models(engine, "filled")  # by this version, as all tests copy it
    folder = tmp_path / "migrations"
    shutil.copytree(MIGRATIONS, folder)
    (folder / "versions" / "0002_later.py").write_text(LATER, encoding="utf-8")
    monkeypatch.setattr(module, "MIGRATIONS", folder)
    for place in ("database", "postgres", "maintenance"):
        monkeypatch.setattr(f"deckwright.store.{place}.REVISION", "0002")
    return folder


def notes(database):
    with another_program(database) as connection:
        return connection.execute("SELECT notes FROM games").fetchall()


def revision(database):
    with another_program(database) as connection:
        return connection.execute("SELECT version_num FROM alembic_version").fetchone()[0]


def test_the_program_works_with_the_last_revision(database):
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    assert ScriptDirectory.from_config(config).get_heads() == [REVISION]
    assert revision(database()) == REVISION


def test_the_columns_of_texts_and_numbers_are_those_of_sqlite(database, engine):
    if engine == "sqlite":
        return
    with database().reading() as connection:
        columns = connection.execute(
            "SELECT table_name, column_name, data_type, collation_name FROM information_schema.columns"
            " WHERE table_schema = 'public' AND table_name <> 'alembic_version'"
        ).fetchall()
    kinds = {(kind, collation) for *_, kind, collation in columns}
    assert kinds == {
        ("text", "C"),
        ("bigint", None),
        ("double precision", None),
        ("boolean", None),
        ("bytea", None),
        ("tsvector", None),
    }
    made = {(table.name, column) for table in all_tables() for column in table.columns}
    assert {(table, column) for table, column, *_ in columns} == made | {("card_words", "words")}


def test_upgrading_what_is_up_to_date_changes_nothing(database):
    made = database("filled")
    before = everything(made)
    assert made.upgrade() == REVISION
    assert everything(made) == before


@pytest.mark.one_engine("pages")
def test_upgrading_a_file_that_is_up_to_date_writes_nothing(database):
    made = database("filled")
    before = made.path.read_bytes()
    made.upgrade()
    assert made.path.read_bytes() == before


@pytest.mark.usefixtures("later")
def test_an_older_database_is_refused_until_it_is_upgraded_and_keeps_all_there_is(database):
    made = database("filled")
    for use in (made.reading, made.writing):
        with pytest.raises(DatabaseError) as caught, use():
            pytest.fail("it is of an older revision")
        assert caught.value.code == "older-database"
        assert f"deckwright db upgrade --db {made.name}" in caught.value.hint
    before = everything_known(made)
    assert made.upgrade() == "0001"
    assert (revision(made), notes(made)) == ("0002", [("of data-monsters",)])
    assert everything_known(made) == before
    record(made, PRINT, {})
    with made.reading() as connection:
        assert game_ids(connection) == ["data-monsters"]


def everything_known(database):
    """All rows of the tables that this version describes, whatever the revision."""
    with another_program(database) as connection:
        return [connection.execute(_rows_of(table)).fetchall() for table in all_tables()]


def _rows_of(table):
    names = ", ".join(f'"{name}"' for name in table.columns)
    return f"SELECT {names} FROM {table.name} ORDER BY {names}"  # noqa: S608 - our own


def test_an_upgrade_that_fails_leaves_the_database_as_it_was(database, later):
    made = database("filled")
    before = everything_known(made)
    script = later / "versions" / "0002_later.py"
    script.write_text(LATER + "    raise ZeroDivisionError\n", encoding="utf-8")
    with pytest.raises(ZeroDivisionError):
        made.upgrade()
    assert (revision(made), everything_known(made)) == ("0001", before)


@pytest.mark.usefixtures("later")
def test_two_who_upgrade_at_once_both_succeed(database):
    made, done = database("filled"), []
    threads = [threading.Thread(target=lambda: done.append(made.upgrade())) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (len(done), revision(made), notes(made)) == (2, "0002", [("of data-monsters",)])


def test_a_database_of_a_later_revision_is_not_touched(database):
    made = database("filled")
    alter(made, "UPDATE alembic_version SET version_num = '0002'")
    with pytest.raises(DatabaseError, match="newer version"):
        made.upgrade()
