"""CSV files as spreadsheet programs write them."""

from __future__ import annotations

import csv
import io
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckwright.errors import InputError
from deckwright.files.spreadsheets import csv_rows

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
