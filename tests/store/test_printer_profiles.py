"""Printers are kept in the database and read back as they were saved."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckwright.errors import InputError
from deckwright.store.printer_profiles import (
    Printer,
    is_printer_name,
    read_printer,
    read_printers,
    remove_printer,
    save_printer,
)

lengths = st.floats(-20, 20)


def saved(database):
    with database.reading() as connection:
        return read_printers(connection)


def test_a_database_that_knows_no_printer_says_how_to_measure_one(database):
    with database("filled").reading() as connection:
        assert read_printers(connection) == {}
        with pytest.raises(InputError, match="office") as caught:
            read_printer(connection, "office")
    assert "export calibrate" in caught.value.hint


def test_the_nearest_printer_is_named(database):
    made = database("filled")
    for name in ("office", "attic"):
        save_printer(made, name, {})
    with made.reading() as connection, pytest.raises(InputError) as caught:
        read_printer(connection, "ofice")
    assert caught.value.hint == "Use one of: office."


def test_a_printer_that_is_not_there_cannot_be_forgotten(database):
    made = database("filled")
    save_printer(made, "office", {})
    with pytest.raises(InputError, match="attic"):
        remove_printer(made, "attic")
    remove_printer(made, "office")
    assert saved(made) == {}


@given(offset=st.tuples(lengths, lengths), scale=st.floats(90, 110), edge=st.sampled_from(["long", "short"]))
def test_what_is_not_said_stays_as_it_was(database, offset, scale, edge):
    made = database("filled")
    save_printer(made, "office", {"offset": offset, "scale": scale})
    save_printer(made, "office", {"edge": edge})
    assert saved(made) == {"office": Printer(offset, scale, edge)}


@pytest.mark.parametrize(
    ("name", "is_one"),
    [
        ("office", True),
        ("hp-4", True),
        ("", False),
        ("Office", False),
        ("a b", False),
        ("a--b", False),
        ("x" * 61, False),
    ],
)
def test_a_name_is_what_shells_and_files_take(name, is_one):
    assert is_printer_name(name) is is_one
