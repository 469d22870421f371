"""Spreadsheets, and CSV files as spreadsheet programs write them."""

from __future__ import annotations

import csv
import io
from contextlib import suppress

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from deckwright.errors import InputError
from deckwright.files.spreadsheets import ENCODINGS, column_letters, csv_rows
from deckwright.files.texts import SPREADSHEETS
from deckwright.files.workbooks import read_spreadsheet

SEPARATORS = [",", ";", "\t"]
CELLS = st.text(st.characters(exclude_categories=("C", "Z")) | st.sampled_from(' ,;\t"'), max_size=6)


def rows_of(text):
    return list(csv_rows(text if isinstance(text, bytes) else text.encode(), "table.csv"))


@given(st.lists(st.lists(CELLS, min_size=2, max_size=4), max_size=4), st.sampled_from(SEPARATORS))
def test_what_a_spreadsheet_writes_is_read_back(rows, separator):
    written = io.StringIO()
    heads = ["card", "value"]
    csv.writer(written, delimiter=separator).writerows([heads, *rows])
    assert rows_of(written.getvalue()) == [(row, line) for line, row in enumerate([heads, *rows], 1)]


@pytest.mark.parametrize("separator", SEPARATORS)
@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_any_separator_line_end_and_byte_order_mark_is_read(separator, line_end, mark):
    lines = [["card", "value"], ["Frog", '"Gre""nouille"'], ["", ""]]
    text = mark + line_end.join(separator.join(line) for line in lines)
    assert rows_of(text) == [(["card", "value"], 1), (["Frog", 'Gre"nouille'], 2), (["", ""], 3)]


def test_the_first_line_says_what_separates_cells():
    assert rows_of("card;value\nRay, grey;2,5\n")[1] == (["Ray, grey", "2,5"], 2)
    assert rows_of("card\nRay\n") == [(["card"], 1), (["Ray"], 2)]


def test_a_row_has_the_line_on_which_it_starts():
    assert [line for _, line in rows_of('card,note\nray,"two\nlines"\neel,\n')] == [1, 2, 4]


@pytest.mark.parametrize(
    ("text", "line"),
    [('card\n"ray\n', 2), ('card\nray\n"eel" s,x\n', 3), ('card,note\nray,"two\nlines"\n"eel\n', 4)],
)
def test_quotation_marks_that_do_not_match_are_an_error_at_the_row(text, line):
    with pytest.raises(InputError) as caught:
        rows_of(text)
    fault = caught.value
    assert (fault.code, str(fault.where)) == ("bad-csv", f"table.csv:{line}:1")
    assert fault.message == "The quotation marks of this row do not match."


def test_cells_of_any_length_are_read():
    cell = "x" * (csv.field_size_limit() + 1)
    assert rows_of(f"card\n{cell}\n")[1] == ([cell], 2)


@pytest.mark.parametrize("text", ["card\nray\n", 'card\n"ray\n', "card\n" + "x" * 200_000])
def test_the_longest_cell_that_others_can_read_stays_the_same(text):
    limit = csv.field_size_limit()
    with suppress(InputError):
        rows_of(text)
    assert csv.field_size_limit() == limit


def test_a_cell_without_an_end_is_not_the_rest_of_the_file():
    with pytest.raises(InputError, match="more than 1000000 characters") as caught:
        rows_of('card,note\nray,"x\n' + "eel,x\n" * 200_000)
    assert str(caught.value.where) == "table.csv:2:1"


# What separates the cells.


@pytest.mark.parametrize(
    ("text", "width"),
    [
        ('"Name, full";Cost\nRay;2\n', 2),
        ("Name, full;Cost;Text\nRay;2;Draw 1, then 2\n", 3),
        ("Name;Text\nRay;Draw 1, then 2, then 3\nEel;Draw 1, then 2, then 3\n", 2),
        ("Name\tText\nRay\tDraw 1, then 2\n", 2),
        ("My cards;;\n\nName;Cost, in all;Text\nRay;2,5;a\n", 3),
        ("My cards\nName;Cost\nRay;2,5\nEel;3,5\n", 1),
        ('"My; cards"\n"Name","Cost"\n"Ray","2;5"\n', 1),
        ("Name;Cost\r\n" + "Ray;2,5\r\n" * 9_000, 2),
    ],
)
def test_the_separator_is_that_of_most_rows(text, width):
    rows = rows_of(text)
    assert len(rows[0][0]) == width
    assert len(rows[-1][0]) == max(width, 2)


@pytest.mark.parametrize("separator", [",", ";", "\t", "|"])
@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_a_first_line_for_excel_names_the_separator_and_is_not_a_row(separator, line_end):
    lines = [f"sep={separator}", f"card{separator}note", f"ray{separator}:a:b:"]
    assert rows_of(line_end.join(lines)) == [(["card", "note"], 2), (["ray", ":a:b:"], 3)]


# Text tables as spreadsheets.


def book_of(data, file="cards.csv", encoding=""):
    return read_spreadsheet(data, file, encoding)


def cells_of(data, **more):
    return [(row.number, row.line, row.cells) for row in book_of(data, **more).worksheets[0].rows]


def is_utf_8(data):
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


WORDS = st.text(st.characters(codec="cp1252", exclude_categories=("C", "Z")), min_size=1, max_size=6)


@given(
    st.lists(st.lists(WORDS, min_size=3, max_size=3), min_size=1, max_size=5),
    st.sampled_from(["utf-8", "utf-8-sig", "utf-16", "windows-1252"]),
    st.sampled_from(SEPARATORS),
)
def test_every_encoding_of_spreadsheet_programs_is_read_and_one_is_told(rows, encoding, separator):
    written = io.StringIO()
    csv.writer(written, delimiter=separator, quoting=csv.QUOTE_ALL).writerows([["name", "text", "x"], *rows])
    data = written.getvalue().encode(encoding)
    # The bytes of “Â¡” are those of “¡” in UTF-8, which nobody can tell apart.
    assume(encoding != "windows-1252" or data.isascii() or not is_utf_8(data))
    book = book_of(data)
    assert [row.cells for row in book.worksheets[0].rows][1:] == rows
    is_told = encoding == "windows-1252" and not data.isascii()
    assert [one.rule for one in book.findings] == ["encoding"] * is_told
    if is_told:
        place = next(
            f"cards.csv:{'ABC'[at]}{number}"
            for number, row in enumerate(rows, 2)
            for at, cell in enumerate(row)
            if not cell.isascii()
        )
        assert str(book.findings[0].where) == place
        assert not book_of(data, encoding="windows-1252").findings


def test_an_assumed_encoding_is_a_warning_with_the_text_and_how_to_end_it():
    [finding] = book_of("name;text\nRay;La longue épée de l’été\n".encode("cp1252")).findings
    assert (finding.severity, finding.where.line, finding.where.column) == ("warning", 2, 2)
    assert "“La longue épée de l’été”" in finding.message
    assert "encoding: windows-1252" in finding.message


def test_utf8_with_a_byte_of_another_encoding_is_refused_at_the_byte():
    with pytest.raises(InputError) as caught:
        book_of("name;text\nŒil;épée\n".encode() + "Ray;né\n".encode("cp1252"))
    assert (caught.value.code, str(caught.value.where)) == ("encoding", "cards.csv:3:6")
    assert book_of("name\nBEAUTÉ\u00a0! Né à Évian.\n".encode("cp1252")).findings


@pytest.mark.parametrize("text", ["¡Â¡", "Ã©¡", "É…¡Â¡Â¡"])
def test_signs_of_another_encoding_that_are_utf8_by_chance_are_still_signs(text):
    assert cells_of(f"name;text\nRay;{text}\n".encode("cp1252"))[1][2] == ["Ray", text]


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_every_encoding_that_can_be_named_is_read(encoding):
    text = "name;text\nRay;x\n"
    assert cells_of(text.encode(encoding), encoding=encoding) == [
        (1, 1, ["name", "text"]),
        (2, 2, ["Ray", "x"]),
    ]


def test_an_encoding_can_be_named_in_other_ways_and_unicode_goes_first():
    text = "name;text\nRay;épée\n"
    for name in ("mac-roman", "MacRoman", "macintosh"):
        assert cells_of(text.encode("mac-roman"), encoding=name)[1][2] == ["Ray", "épée"]
    for unicode in ("utf-8", "utf-8-sig", "utf-16"):
        assert cells_of(text.encode(unicode), encoding="windows-1252")[1][2] == ["Ray", "épée"]


@pytest.mark.parametrize("name", ["windows-125", "hex", "rot13", "nothing"])
def test_an_unknown_encoding_is_refused_with_the_nearest(name):
    with pytest.raises(InputError) as caught:
        book_of(b"name\n\xe9\n", encoding=name)
    assert caught.value.code == "encoding"
    assert caught.value.message == f"Unknown encoding: {name}."
    assert "windows-1250" in caught.value.hint or "utf-8" in caught.value.hint


def test_bytes_that_the_encoding_has_not_are_refused_with_their_place():
    for data, encoding in (
        (b"name;text\nRay;a\x81b\xe9\n", ""),
        (b"name;text\nRay;a\x81\xe9\n", "shift_jis"),
    ):
        with pytest.raises(InputError) as caught:
            book_of(data, encoding=encoding)
        assert (caught.value.code, str(caught.value.where)) == ("encoding", "cards.csv:2:6")
        assert encoding or "windows-1252" in caught.value.message


@pytest.mark.parametrize(
    "data", [b"name\na\x07b\n", "name\nÉa\x07\n".encode("cp1252"), "name\na\x07\n".encode("utf-16")]
)
def test_control_characters_are_refused_in_every_encoding(data):
    with pytest.raises(InputError) as caught:
        book_of(data)
    assert (caught.value.code, caught.value.where.line) == ("control-character", 2)


def test_blank_rows_and_cells_at_the_end_are_left_and_numbers_stay_true():
    data = b'name,text,,\n\n, ,\nRay,"a\r\nb", \n,x\n'
    assert cells_of(data) == [(1, 1, ["name", "text"]), (4, 4, ["Ray", "a\nb"]), (5, 6, ["", "x"])]
    [sheet] = book_of(data).worksheets
    assert str(sheet.where(sheet.rows[2], 1)) == "cards.csv:B5"
    assert sheet.where(sheet.rows[2], 1)[1:3] == (6, 2)


def test_an_ending_in_capitals_is_the_same():
    assert cells_of(b"a\tb\n", file="CARDS.TSV") == [(1, 1, ["a", "b"])]
    assert SPREADSHEETS == (".csv", ".tsv", ".xlsx", ".ods")


def test_columns_are_called_as_spreadsheets_do():
    assert [column_letters(at) for at in (0, 25, 26, 701, 702, 16_383)] == [
        "A",
        "Z",
        "AA",
        "ZZ",
        "AAA",
        "XFD",
    ]
