"""A whole database is copied from either engine to either, and proved to be equal."""

from __future__ import annotations

import pytest

from deckwright.errors import DatabaseError
from deckwright.store.copying import copy_database
from deckwright.store.load import load
from deckwright.store.locations import database_at, open_database
from deckwright.store.maintenance import check
from deckwright.store.print_history import Paper, Print, prints, record
from deckwright.store.printer_profiles import save_printer
from deckwright.store.read import set_counts

from .engines import ENGINES, alter, everything

PRINT = Print(0, "", "data-monsters", "en", ("data-monsters",), "a4", "/out.pdf", 2, 1, added=False)


@pytest.fixture(params=ENGINES)
def target(request, tmp_path, on_server):
    """Location without a database, on each engine."""
    return str(tmp_path / "target.db") if request.param == "sqlite" else on_server()


@pytest.fixture
def source(database, packaged):
    """A database with something in nearly every table."""
    made = database("filled")
    load(made, packaged("dataset"))
    record(made, PRINT, {("heart", "tool"): Paper("d", 2)})
    save_printer(made, "mine", {"scale": 99.5, "offset": (0.1, -0.2)})
    set_counts(made, "dataset", {packaged("dataset").cards[0].id: 3})
    return made


def test_a_copy_is_equal_and_is_used_as_its_source_was(source, target, packaged):
    copied = copy_database(source, target)
    copy = database_at(target)
    assert everything(copy) == everything(source)
    assert {one.table: one.rows for one in copied} == {
        name: len(rows) for name, rows in everything(copy).items()
    }
    assert check(copy) == []
    record(copy, PRINT, {})
    load(copy, packaged("data-monsters"))
    with copy.reading() as connection:
        assert [one.number for one in prints(connection)] == [2, 1]
    with pytest.raises(DatabaseError) as caught:
        copy_database(source, target)
    assert (caught.value.code, caught.value.exit_code) == ("not-empty", 4)


def test_a_copy_into_tables_that_are_empty(database, target):
    made = database("filled")
    open_database(target, lambda _: None)
    copy_database(made, target)
    assert everything(database_at(target)) == everything(made)


def test_what_an_older_version_made_is_not_copied(database, target):
    made = database("filled")
    alter(made, "UPDATE alembic_version SET version_num = '0000'")
    with pytest.raises(DatabaseError) as caught:
        copy_database(made, target)
    assert caught.value.code == "older-database"
    assert not database_at(target).is_made()
