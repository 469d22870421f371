"""The migrations make the tables that the models describe, and nothing else, on both engines."""

from __future__ import annotations

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlmodel import SQLModel

import deckwright.store.migrations
from deckwright.store import tables
from deckwright.store.database import OLDER, REVISION

from .engines import everything


def is_no_index_of_words(_, name, kind, *__):
    return kind not in ("table", "index") or "card_words" not in name


def is_alike(part, name, *more):
    """Leave aside the index that has no texts on a server: its rows may have 2,704 bytes."""
    return name != "ix_card_values_field" and is_no_index_of_words(part, name, *more)


def is_of_another_type(_context, _column, _model, found, wanted):
    """Whether a column on a server is not as wide as the model's type in Python, or sorts by a server's own rules."""
    is_narrow = isinstance(found, sa.Integer) and not isinstance(found, sa.BigInteger)
    is_sorted = getattr(found, "collation", "C") != "C"
    model = getattr(wanted, "impl_instance", wanted)
    return found.python_type is not model.python_type or is_narrow or is_sorted


def is_another_default(_context, column, *_):
    """None for Alembic's own comparison; a server knows who loads, a file does not."""
    return False if (column.table.name, column.name) == ("loads", "who") else None


COMPARED = {
    "sqlite": (True, True, is_no_index_of_words),
    "postgres": (is_of_another_type, is_another_default, is_alike),
}


def test_the_tables_are_those_of_the_models(database, engine):
    assert tables
    with database().writing() as connection:
        types, defaults, included = COMPARED[engine]
        options = {"compare_type": types, "compare_server_default": defaults, "include_object": included}
        context = MigrationContext.configure(connection, opts=options)
        assert compare_metadata(context, SQLModel.metadata) == []


def test_the_columns_stand_in_the_order_of_the_models(database):
    with database().reading() as connection:
        for table in SQLModel.metadata.tables.values():
            columns = [row[1] for row in connection.execute(f"PRAGMA table_info({table.name})")]
            assert columns == [column.name for column in table.columns]


def test_the_program_works_with_the_last_revision(database):
    config = Config()
    config.set_main_option("script_location", deckwright.store.migrations.__path__[0])
    scripts = ScriptDirectory.from_config(config)
    assert scripts.get_heads() == [REVISION]
    assert {script.revision for script in scripts.walk_revisions()} == {REVISION, *OLDER}
    with database().reading() as connection:
        assert connection.execute("SELECT version_num FROM alembic_version").fetchall() == [(REVISION,)]


def test_upgrading_what_is_up_to_date_changes_nothing(database):
    made = database("filled")
    before = everything(made)
    made.upgrade()
    assert everything(made) == before


@pytest.mark.one_engine("pages")
def test_upgrading_a_file_that_is_up_to_date_writes_nothing(database):
    made = database("filled")
    before = made.path.read_bytes()
    made.upgrade()
    assert made.path.read_bytes() == before
