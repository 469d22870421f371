"""Spreadsheets: CSV files as spreadsheet programs write them, and JSON as tables of cards."""

from __future__ import annotations

import csv
import io
import json
from contextlib import suppress

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from deckwright.errors import InputError
from deckwright.files.spreadsheets import (
    column_letters,
    csv_rows,
    read_json_tables,
    with_languages,
    write_json_table,
    write_json_tables,
)
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


@pytest.mark.parametrize(
    "encoding",
    ["utf-16-le", "windows-1258", "iso-8859-16", "mac-greek", "cp850", "koi8-r", "shift_jis", "gb18030"],
)
def test_every_encoding_that_python_knows_is_read(encoding):
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


@pytest.mark.parametrize("name", ["windows-125", "hex", "rot13", "undefined", "idna", "nothing", "a\0", "é"])
def test_an_unknown_encoding_is_refused_with_what_to_do(name):
    with pytest.raises(InputError) as caught:
        book_of(b"name\n\xe9\n", encoding=name)
    assert caught.value.code == "encoding"
    assert caught.value.message == f"Unknown encoding: {name}."
    assert "encoding: windows-1252" in caught.value.hint


def test_an_encoding_that_is_misspelt_is_refused_with_the_nearest():
    with pytest.raises(InputError) as caught:
        book_of(b"name\n\xe9\n", encoding="Windows-125")
    assert caught.value.hint.startswith("Did you mean ")
    assert "windows-1250" in caught.value.hint


def test_an_encoding_of_names_in_addresses_is_no_bug():
    with pytest.raises(InputError):
        book_of(b"name\n-\xe9\n", encoding="punycode")


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


SUITS = {
    "meta": {"edition": "1"},
    "suits": [
        {
            "id": "VE",
            "name": "Data",
            "cards": [{"code": "VE2", "desc": "Read."}, {"code": "VE3", "rank": {"low": 1}}],
        },
        {"id": "AT", "name": "Login", "cards": [{"code": "AT2", "tags": ["a", "b"]}]},
    ],
}


def tables(value, cards=""):
    """Rows of texts by worksheet."""
    read = read_json_tables(json.dumps(value, ensure_ascii=False, indent=1).encode(), "cards.json", cards)
    return {sheet.name: [row.cells for row in sheet.rows] for sheet in read}


def test_a_list_of_objects_is_a_table():
    assert tables(
        [{"name": "Frog", "cost": 2, "rare": True}, {"name": "Newt", "art": None, "power": 1.5}]
    ) == {"": [["name", "cost", "rare", "power"], ["Frog", 2, True], ["Newt", "", "", 1.5]]}


def test_objects_by_name_have_it_as_their_id():
    assert tables({"01001": {"name": "Frog"}, "01002": {"name": "Newt", "id": "n"}}) == {
        "": [["id", "name"], ["01001", "Frog"], ["n", "Newt"]]
    }


def test_texts_by_name_are_cards():
    assert tables({"Agitprop": "Gain 1.", "Recruiter": "Draw 1."}) == {
        "": [["name", "text"], ["Agitprop", "Gain 1."], ["Recruiter", "Draw 1."]]
    }


def test_each_list_of_an_object_is_a_worksheet():
    assert tables({"version": 3, "heroes": [{"name": "Ada"}], "items": [{"name": "Rope"}]}) == {
        "heroes": [["name"], ["Ada"]],
        "items": [["name"], ["Rope"]],
    }


def test_what_is_nested_is_flattened_and_what_is_around_comes_along():
    (rows,) = tables(SUITS).values()
    assert rows[0] == ["code", "desc", "suit.id", "suit.name", "rank.low", "tags"]
    assert rows[1] == ["VE2", "Read.", "VE", "Data"]
    assert rows[2] == ["VE3", "", "VE", "Data", 1]
    assert rows[3] == ["AT2", "", "AT", "Login", "", "a; b"]


def test_objects_of_which_only_some_have_lists_are_cards_themselves():
    options = [{"faction": ["guardian"], "level": {"min": 0}}, {"faction": ["seeker"]}]
    assert tables([{"name": "Roland", "options": options}, {"name": "Knife"}]) == {
        "": [
            ["name", "options"],
            ["Roland", "faction guardian, level min 0; faction seeker"],
            ["Knife"],
        ]
    }


def test_an_object_around_several_lists_is_no_card():
    assert tables({"Cards": {"Buildings": [{"name": "Mill"}], "Wonders": [{"name": "Port"}]}}) == {
        "Cards.Buildings": [["name"], ["Mill"]],
        "Cards.Wonders": [["name"], ["Port"]],
    }


def read(value):
    return read_json_tables(json.dumps(value, ensure_ascii=False).encode(), "cards.json")


@pytest.mark.parametrize("key", ["id", "code", "number"])
def test_texts_that_differ_in_another_language_have_a_column(key):
    english = [{key: 1, "name": "Frog", "art": "a.png"}, {key: 2, "name": "Newt", "art": "b.png"}]
    french = [{key: 1, "name": "Rainette", "art": "a.png"}, {key: 2, "name": "Triton", "art": "b.png"}]
    found = french[::-1] if key != "number" else french
    (table,) = with_languages(read(english), {"fr": read(found)})
    assert [row.cells for row in table.rows] == [
        [key, "name", "art", "name:fr"],
        [1, "Frog", "a.png", "Rainette"],
        [2, "Newt", "b.png", "Triton"],
    ]


def test_a_card_that_another_language_lacks_has_no_translation():
    (table,) = with_languages(
        read([{"id": 1, "name": "Frog"}, {"id": 2, "name": "Newt"}]),
        {"fr": read([{"id": 2, "name": "Triton"}, {"id": 3, "name": "Salamandre"}])},
    )
    assert [row.cells for row in table.rows[1:]] == [[1, "Frog"], [2, "Newt", "Triton"]]


def test_several_lists_are_written_by_their_names():
    written = write_json_tables(read({"heroes": [{"name": "Ada"}], "items": [{"name": "Rope", "no": None}]}))
    assert json.loads(written) == {"heroes": [{"name": "Ada"}], "items": [{"name": "Rope"}]}


def test_a_path_names_the_cards():
    (rows,) = tables(SUITS, "suits[].cards[]").values()
    assert [row[0] for row in rows[1:]] == ["VE2", "VE3", "AT2"]
    assert {"suit.name", "suit.id"} <= {*rows[0]}
    assert tables({"a": {"b": {"x": {"name": "Frog"}}}}, "a.b[]") == {"": [["name"], ["Frog"]]}


def test_a_row_has_the_line_of_its_object():
    (sheet,) = read_json_tables(b'[\n {"name": "Frog"},\n\n {"name": "Newt"}\n]', "cards.json")
    assert [row.line for row in sheet.rows] == [1, 2, 4]


@pytest.mark.parametrize(
    ("content", "code"),
    [(b"[]", "no-cards"), (b'{"a": 1}', "no-cards"), (b"[1, 2]", "no-cards"), (b'[{"name": "Frog"}', "yaml")],
)
def test_what_has_no_objects_is_refused(content, code):
    with pytest.raises(InputError) as caught:
        read_json_tables(content, "cards.json")
    assert caught.value.code == code


JSON_CELLS = st.one_of(
    st.text(st.characters(exclude_categories=["C"]), min_size=1),
    st.integers(-99, 99),
    st.booleans(),
)


@given(st.lists(st.tuples(JSON_CELLS, JSON_CELLS), min_size=1, max_size=5))
def test_what_is_written_reads_back(rows):
    content = write_json_table([["name", "text:fr"], *rows])
    (sheet,) = read_json_tables(content, "cards.json")
    assert [tuple(row.cells) for row in sheet.rows[1:]] == [*rows]
