"""XLS workbooks: `excel97.xls`, which xlwt has written, and records that are made by hand."""

from __future__ import annotations

import datetime as dt
import struct
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckwright.files.spreadsheets import read_spreadsheet
from deckwright.files.workbook_xls import container_of
from deckwright.files.worksheets import CellError

from .workbook_parts import fault_of, read_apart, rows_of

EXCEL = (Path(__file__).parent / "workbooks" / "excel97.xls").read_bytes()


def record(number, content=b""):
    return struct.pack("<HH", number, len(content)) + content


def number(row, column, value=1.0):
    return record(0x0203, struct.pack("<HHHd", row, column, 0, value))


def label(row, column, text):
    return record(0x0204, struct.pack("<HHHHB", row, column, 0, len(text), 1) + text.encode("utf-16-le"))


def xls(*records, book=b""):
    """A workbook of one worksheet with these records."""
    begin = record(0x0809, struct.pack("<HHHHII", 0x0600, 0x0005, 0, 0, 0, 0))
    title = b"\x05\x00Cards"
    length = len(begin) + len(book) + len(record(0x0085, bytes(6) + title)) + len(record(0x000A))
    globals_ = begin + book + record(0x0085, struct.pack("<IBB", length, 0, 0) + title) + record(0x000A)
    sheet = begin.replace(b"\x05\x00", b"\x10\x00", 1) + b"".join(records) + record(0x000A)
    return container_of("Workbook", globals_ + sheet)


def test_what_excel_97_wrote_is_read():
    monsters, notes, shared = read_spreadsheet(EXCEL, "cards.xls").worksheets
    assert [(row.number, row.cells) for row in monsters.rows] == [
        (1, ["name", "cost", "text", "day"]),
        (2, ["Ray", 2, "two\nlines", dt.date(2026, 1, 2)]),
        (3, ["Œil ŵ 漢", 2.5, "007", True]),
        (5, ["Eel", 1]),
        (6, ["Eel", 2]),
        (7, ["Eel", 3]),
        (8, ["Gull", CellError("#REF!")]),
    ]
    assert monsters.merged == ((5, 1, 7, 1),)
    assert (notes.name, notes.is_hidden, notes.rows[0].cells) == ("Notes", True, ["", "", 5])
    assert str(notes.where(notes.rows[0], 2)) == "cards.xls:Notes!C3"
    assert [row.cells for row in shared.rows] == [
        [f"Card {row}: " + "ŵé"[row % 2] * (row % 60)] for row in range(400)
    ]


@given(
    st.dictionaries(
        st.tuples(st.integers(0, 300), st.integers(0, 255)),
        st.floats(-1e9, 1e9).filter(bool)
        | st.text(st.characters(categories=["L"], max_codepoint=0xFFFF), min_size=1),
        max_size=12,
    )
)
def test_cells_are_read_where_they_are(cells):
    made = [
        number(*place, value) if isinstance(value, float) else label(*place, value)
        for place, value in sorted(cells.items())
    ]
    read = {
        (row - 1, column): value
        for row, values in rows_of(xls(*made), "a.xls")
        for column, value in enumerate(values)
        if value != ""
    }
    assert read == cells


@pytest.mark.parametrize("size", [0, 200, 3_000, 40_000])
def test_a_workbook_of_any_size_is_read(size):
    """From the smallest to one whose list of sectors does not fit into the header."""
    made = [label(row, 0, f"{row} " + "x" * 120) for row in range(size)]
    rows = rows_of(xls(*made), "a.xls")
    assert len(rows) == size
    assert rows[-1:] == ([(size, [f"{size - 1} " + "x" * 120])] if size else [])


def test_formulas_that_failed_say_so():
    failed = struct.pack("<HHHBBB3sH", 1, 2, 0, 2, 0, 0x2A, b"", 0xFFFF) + bytes(8)
    assert rows_of(xls(record(0x0006, failed), number(1, 0)), "a.xls") == [(2, [1, "", CellError("#N/A")])]


def test_a_password_is_told():
    assert "password" in fault_of(xls(book=record(0x002F, bytes(6))), "a.xls").message


LARGE = {
    "far": lambda: xls(number(0, 0), number(65535, 255)),
    "beyond": lambda: xls(number(0, 0), number(65535, 65535)),
    "size": lambda: xls(record(0x0200, struct.pack("<IIHHH", 0, 2**32 - 1, 0, 2**16 - 1, 0)), number(0, 0)),
    "backwards": lambda: xls(record(0x0200, struct.pack("<IIHHH", 9, 5, 9, 5, 0)), number(0, 0)),
    "texts": lambda: xls(book=record(0x00FC, struct.pack("<II", 1, 2**31 - 1))),
    "shared": lambda: xls(
        *(record(0x00FD, struct.pack("<HHHI", row, 0, 0, 0)) for row in range(40_000)),
        book=record(0x00FC, struct.pack("<IIHB", 1, 1, 8_000, 0) + b"x" * 8_000),
    ),
}


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("far", "too-large"),
        ("beyond", "bad-xls"),
        ("size", ""),
        ("backwards", ""),
        ("texts", "too-large"),
        ("shared", "bad-xls"),
    ],
)
def test_what_would_fill_the_memory_is_not_believed(name, code, tmp_path):
    file = tmp_path / f"{name}.xls"
    file.write_bytes(LARGE[name]())
    read = read_apart(file)
    assert read.code == code
    assert read.memory < 300


@given(st.integers(0, len(EXCEL) - 1), st.integers(0, 255), st.integers(600, len(EXCEL)))
def test_a_damaged_file_is_read_or_refused(at, value, end):
    damaged = bytearray(EXCEL[:end])
    damaged[min(at, end - 1)] = value
    try:
        read_spreadsheet(bytes(damaged), "a.xls")
    except Exception as fault:  # noqa: BLE001 - whatever it is, it must be ours
        assert type(fault).__name__ == "InputError"  # noqa: PT017
