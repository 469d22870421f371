"""Printers are kept in a file of the user's, which is whole and read back as it was written."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckwright.errors import ChangedError, InputError
from deckwright.files.printers import changed_printers, printers_file, read_printer, read_printers
from deckwright.model.printer import Printer


@pytest.fixture(autouse=True)
def config(tmp_path, monkeypatch):
    """Keep away from the user's own printers."""
    monkeypatch.setattr("platformdirs.user_config_path", lambda *_, **__: tmp_path / "config")


def write_printers(printers):
    with changed_printers(lambda _: None) as known:
        known.clear()
        known.update(printers)


def test_without_a_file_there_is_no_printer():
    assert read_printers() == {}
    with pytest.raises(InputError, match="office") as caught:
        read_printer("office")
    assert "export calibrate" in caught.value.hint


def test_printers_are_read_back_as_they_were_written():
    known = {"office": Printer((0.8, -1.2), 100.2, "short"), "attic": Printer()}
    write_printers(known)
    assert read_printers() == known
    assert read_printer("attic") == Printer()


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("printers: {office: {ofset: [1, 1]}}", 1, 21),
        ("printers:\n  office: {offset: [99, 0]}", 2, 21),
        ("printers:\n  office: {edge: left}", 2, 18),
        ("office: {}", 1, 1),
    ],
)
def test_a_wrong_file_is_pointed_at(text, line, column):
    printers_file().parent.mkdir(parents=True)
    printers_file().write_text(text, encoding="utf-8")
    with pytest.raises(InputError) as caught:
        read_printers()
    assert (caught.value.where.line, caught.value.where.column) == (line, column)


def test_the_nearest_printer_is_named():
    write_printers({"office": Printer()})
    with pytest.raises(InputError) as caught:
        read_printer("ofice")
    assert "office" in caught.value.hint


def test_a_folder_that_cannot_be_made_is_one_message():
    printers_file().parent.write_text("a file", encoding="utf-8")
    with pytest.raises(InputError, match="cannot be made"):
        write_printers({"office": Printer()})


def change_meanwhile(text):
    with changed_printers(lambda _: None) as known:
        known["attic"] = Printer()
        printers_file().write_text(text, encoding="utf-8")


def test_a_file_that_is_changed_by_hand_meanwhile_stays():
    write_printers({"office": Printer()})
    with pytest.raises(ChangedError, match="has changed since it was read"):
        change_meanwhile("printers: {shed: {}}\n")
    assert list(read_printers()) == ["shed"]


hundredths = st.integers(-2000, 2000).map(lambda number: number / 100)


@given(
    known=st.dictionaries(
        st.from_regex(r"[a-z0-9]{1,5}(-[a-z0-9]{1,5})?", fullmatch=True),
        st.builds(
            Printer,
            st.tuples(hundredths, hundredths),
            st.integers(9000, 11000).map(lambda number: number / 100),
            st.sampled_from(["long", "short"]),
        ),
    )
)
def test_every_printer_is_read_back(known):
    write_printers(known)
    assert read_printers() == known
