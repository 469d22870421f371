"""The migrations make the tables that the models describe, and nothing else."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine
from sqlmodel import SQLModel

import deckwright.store.migrations
from deckwright.store import tables
from deckwright.store.database import REVISION


@pytest.fixture(scope="session")
def engine():
    """A file: this module is about files."""
    return "sqlite"


def is_no_index_of_words(_, name, kind, *__):
    return kind != "table" or not name.startswith("card_words")


def test_the_tables_are_those_of_the_models(database):
    assert tables
    engine = create_engine(f"sqlite:///{database().path}")
    with engine.connect() as connection:
        options = {
            "compare_type": True,
            "compare_server_default": True,
            "include_object": is_no_index_of_words,
        }
        context = MigrationContext.configure(connection, opts=options)
        assert compare_metadata(context, SQLModel.metadata) == []
    engine.dispose()


def test_the_columns_stand_in_the_order_of_the_models(database):
    with closing(sqlite3.connect(database().path)) as connection, connection:
        for table in SQLModel.metadata.tables.values():
            columns = [row[1] for row in connection.execute(f"PRAGMA table_info({table.name})")]
            assert columns == [column.name for column in table.columns]
    connection.close()


def test_the_program_works_with_the_last_revision(database):
    config = Config()
    config.set_main_option("script_location", deckwright.store.migrations.__path__[0])
    assert ScriptDirectory.from_config(config).get_heads() == [REVISION]
    with closing(sqlite3.connect(database().path)) as connection, connection:
        assert connection.execute("SELECT version_num FROM alembic_version").fetchall() == [(REVISION,)]
    connection.close()


def test_upgrading_what_is_up_to_date_changes_nothing(database):
    made = database("filled")
    before = made.path.read_bytes()
    made.upgrade()
    assert made.path.read_bytes() == before
