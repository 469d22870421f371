"""The module files/card_tables: cards as rows, and rows as files that other programs read."""

from __future__ import annotations

import csv
import io
import tempfile
from dataclasses import replace
from decimal import Context, Decimal

import openpyxl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckwright.errors import InputError
from deckwright.files.card_tables import TableCard, card_table, joined, read_card_list, table_bytes
from deckwright.files.game_package import inspect_package
from deckwright.model.card import Card, CardNames
from deckwright.model.game import Game
from deckwright.model.translation import Message

# What is in which column.

GAME = Game(
    "small",
    "en",
    ("en", "fr"),
    {
        "title": "Small",
        "texts": {"rule": "Rule"},
        "fields": {
            "tech": {"title": "TECH", "type": "integer"},
            "lone": {"title": "Alone", "type": "boolean"},
            "class": {"title": "Class", "type": "array", "items": {"enum": ["maker", "thinker"]}},
            "stages": {"title": "Stages", "type": "array", "items": {"type": "integer"}},
            "never": {"title": "Never", "type": "string"},
        },
        "kinds": {"tool": {"name": "Tool", "aliases": {"en": ["gadget"]}}},
    },
)
CARD = Card(
    "small",
    "anvil",
    "tool",
    "en",
    marks=("unique", "global"),
    fields={"tech": 3, "lone": True, "class": ["maker", "thinker"], "stages": [2, 7, 20]},
    texts={"en": {"name": "Anvil", "text": "Heavy.\nVery."}, "fr": {"name": "Enclume"}},
    aliases={"en": ("block", "gadget"), "fr": ("bloc",)},
)


def message(text, state="draft", *, unsure=False):
    return Message("anvil.name", "Anvil", text, state, unsure=unsure)


def row_of(card=CARD, translations=None, copies=1):
    headings, row = card_table([TableCard(card, GAME, copies, translations or {})])
    return dict(zip(headings, row, strict=True))


def test_a_row_says_all_of_a_card():
    assert row_of(copies=2) == {
        "id": "anvil",
        "kind": "tool",
        "name": "Anvil",
        "copies": 2,
        "marks": "unique; global",
        "aliases": "block",
        "aliases:fr": "bloc",
        "tech": 3,
        "lone": True,
        "class": "maker; thinker",
        "stages": "2; 7; 20",
        "text": "Heavy.\nVery.",
    }


def test_columns_come_in_their_order_and_only_with_something_to_say():
    assert list(row_of(replace(CARD, marks=(), fields={}, aliases={}))) == [
        "id",
        "kind",
        "name",
        "copies",
        "text",
    ]
    full = replace(
        CARD,
        counts="sample",
        origin="rulebook",
        revision=2,
        icon="mdi:anvil",
        texts={"en": {**CARD.texts["en"], "flavour": "Clang.", "rule": "Never alone."}},
    )
    assert list(row_of(full, {"fr": {"name": message("Enclume"), "text": message("")}})) == [
        *(
            "id",
            "kind",
            "name",
            "copies",
            "marks",
            "origin",
            "counts",
            "revision",
            "icon",
            "aliases",
            "aliases:fr",
        ),
        *("tech", "lone", "class", "stages", "text", "flavour", "rule", "name:fr"),
    ]


def test_a_card_without_a_value_has_a_blank_cell_and_false_is_written():
    other = replace(CARD, id="other", fields={"lone": False}, revision=3)
    headings, first, second = card_table([TableCard(CARD, GAME, 1), TableCard(other, GAME, 1)])
    both = [dict(zip(headings, row, strict=True)) for row in (first, second)]
    assert [one["tech"] for one in both] == [3, ""]
    assert [one["lone"] for one in both] == [True, False]
    assert [one["revision"] for one in both] == [1, 3]


def test_both_origins_are_written_where_they_differ():
    origins = {"name": "rulebook", "rules": "sample"}
    assert row_of(replace(CARD, origins=origins))["origin"] == "name: rulebook; rules: sample"
    assert row_of(replace(CARD, origin="community"))["origin"] == "community"


def test_one_state_in_every_row_has_one_column():
    both = {"fr": {"name": message("Enclume", "reviewed"), "text": message("Lourd.", "reviewed")}}
    row = row_of(translations=both)
    assert (row["name:fr"], row["text:fr"], row["state:fr"]) == ("Enclume", "Lourd.", "reviewed")
    assert not [heading for heading in row if heading.endswith(":state")]


def test_states_that_differ_in_a_row_have_columns_of_their_own():
    both = {"fr": {"name": message("Enclume"), "text": message("Lourd.", unsure=True)}}
    row = row_of(translations=both)
    assert list(row)[-3:] == ["name:fr", "text:fr", "text:fr:state"]
    assert row["text:fr:state"] == "unsure"


def test_games_come_first_if_they_are_several():
    other = replace(
        GAME,
        id="other",
        definition={"title": "Other", "fields": {"size": {"title": "Size", "type": "integer"}}},
    )
    rows = card_table([TableCard(CARD, GAME, 1), TableCard(replace(CARD, fields={"size": 9}), other, 1)])
    assert [row[0] for row in rows] == ["game", "small", "other"]
    assert rows[0].index("size") > rows[0].index("stages")


def test_a_text_keeps_every_letter_and_its_line_ends_are_newlines():
    texts = {"en": {"name": " =Anvil ", "text": "a\r\nb\rc\n\n"}}
    row = row_of(replace(CARD, texts=texts))
    assert (row["name"], row["text"]) == (" =Anvil ", "a\nb\nc\n\n")


# Lists in a cell.


@pytest.mark.parametrize(
    ("values", "cell"),
    [
        ([], ""),
        (["one"], "one"),
        (["one", "two, three", "four|five"], "one; two, three; four|five"),
        (["one, two"], "one, two;"),
        (["one|two"], "one|two;"),
        (["one; two"], '["one; two"]'),
        ([" one"], '[" one"]'),
        (["one\ntwo", ""], '["one\\ntwo", ""]'),
        (["-"], '["-"]'),
        (["[one]"], '["[one]"]'),
    ],
)
def test_a_list_is_one_cell(values, cell):
    assert joined(values) == cell


# Files, read back by other programs.

TEXTS = st.text(
    st.one_of(
        st.sampled_from("=+-@\t'\";,|# \n_x0041é漢🐉"),
        st.characters(exclude_categories=["Cs", "Cc"], exclude_characters="\ufffe\uffff"),
    ),
    max_size=12,
)
NUMBERS = st.one_of(st.integers(-(10**18), 10**18), st.floats(allow_nan=False, allow_infinity=False))
TABLES = st.integers(1, 4).flatmap(
    lambda width: st.lists(
        st.lists(st.one_of(TEXTS, NUMBERS, st.booleans()), min_size=width, max_size=width), max_size=5
    ).map(lambda rows: [["name", "a", "b", "c"][:width], *rows])
)


def is_short(number):
    """Whether a number has no more digits than spreadsheets keep."""
    return Decimal(repr(number)) == Context(prec=15).create_decimal(Decimal(repr(number)))


def shown(cell):
    return str(cell).lower() if isinstance(cell, bool) else str(cell)


@given(TABLES, st.sampled_from([(".csv", ","), (".tsv", "\t")]))
def test_text_tables_have_every_cell(rows, format_of):
    ending, delimiter = format_of
    data = table_bytes(rows, ending)
    assert data.startswith(b"\xef\xbb\xbf")
    read = list(
        csv.reader(io.StringIO(data.decode("utf-8-sig"), newline=""), delimiter=delimiter, strict=True)
    )
    for row, cells in zip(rows, read, strict=True):
        for value, cell in zip(row, cells, strict=True):
            if isinstance(value, str) and value.lstrip("'")[:1] in {"=", "+", "-", "@", "\t", "\n"}:
                assert cell == f"'{value}"
            else:
                assert cell == shown(value)


@given(TABLES)
def test_workbooks_have_every_cell_with_its_type(rows):
    sheet = openpyxl.load_workbook(io.BytesIO(table_bytes(rows, ".xlsx"))).active
    for number, row in enumerate(rows, 1):
        for column, value in enumerate(row, 1):
            cell = sheet.cell(number, column)
            if value == "":
                assert cell.value is None
            elif isinstance(value, str) or not (isinstance(value, bool) or is_short(value)):
                assert (cell.value.replace("_x005F_", "_"), cell.data_type, cell.number_format) == (
                    str(value),
                    "s",
                    "@",
                )
            else:
                assert (cell.value, cell.data_type) == (value, "b" if isinstance(value, bool) else "n")


def test_a_workbook_is_ready_to_read():
    rows = [
        ["id", "kind", "name", "text", "size"],
        ["a", "tool", "Anvil", "Heavy.\n" * 3, ""],
        ["b", "tool", "Bolt", "x" * 900, 2],
    ]
    sheet = openpyxl.load_workbook(io.BytesIO(table_bytes(rows, ".xlsx"))).active
    assert (sheet.title, sheet.freeze_panes, sheet.auto_filter.ref) == ("Cards", "D2", "A1:E3")
    assert sheet["A1"].font.bold
    assert sheet["D2"].alignment.wrap_text
    assert int(sheet.column_dimensions["D"].width) == 60
    assert [sheet.column_dimensions[letter].number_format for letter in "ABCDE"] == [
        "@",
        "@",
        "@",
        "@",
        "General",
    ]


def test_a_workbook_needs_no_temporary_file(monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", "/nowhere")
    assert table_bytes([["id", "name"]], ".xlsx").startswith(b"PK")


def test_a_text_that_is_longer_than_a_cell_can_be_is_refused():
    with pytest.raises(InputError, match="more than 32767 characters") as caught:
        table_bytes([["id", "name"], ["anvil", "x" * 32_768]], ".xlsx")
    assert (caught.value.where.line, caught.value.where.column) == (2, 2)


@pytest.mark.parametrize(
    "text", ["<r>", "<r>x</r>", "<r><t>x</t></r>", "_x0041_", " x ", "x\ny", "=1+1", "1"]
)
def test_a_text_is_never_more_than_a_text_in_a_workbook(text):
    sheet = openpyxl.load_workbook(io.BytesIO(table_bytes([["id"], [text]], ".xlsx")), rich_text=False).active
    assert (sheet["A2"].value.replace("_x005F_", "_"), sheet["A2"].data_type) == (text, "s")


def test_a_control_character_is_refused_in_a_workbook():
    with pytest.raises(InputError, match="anvil has a control character"):
        table_bytes([["id", "name"], ["anvil", "An\x0bvil"]], ".xlsx")


# Lists of cards in CSV files.

NAMES = CardNames(
    Card("tide", name, "card", "en", texts={"en": {"name": title}})
    for name, title in (("ray", "Ray"), ("eel", "Eel, grey"), ("old-ray", "Old"), ("new-ray", "Old"))
)


def read(text):
    entries, findings = read_card_list(text.encode(), "points.csv", NAMES)
    return entries, [f"{one.where.line}: {one.message}" for one in findings]


def test_cards_are_written_by_id_or_name():
    text = 'card,value,since,until,# note\nray,3,2026-01-01,2026-02-01,of old\n"Eel, grey",1.5,,,\n,,,,\n'
    assert read(text) == (
        [
            {"card": "ray", "value": 3, "since": "2026-01-01", "until": "2026-02-01"},
            {"card": "eel", "value": 1.5},
        ],
        [],
    )


def test_only_the_card_is_required_and_semicolons_separate_too():
    assert read("Card;Value\nray;2,5\n") == ([{"card": "ray", "value": 2.5}], [])
    assert read("card\nray\n") == ([{"card": "ray"}], [])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("card\nrayy\n", "2: The game has no card rayy. Did you mean ray, old-ray, new-ray?"),
        ("card\nOld\n", "2: Old is the name of several cards. Use one of: old-ray, new-ray."),
        ("card,value\n,3\n", "2: This line names no card."),
        ("card,value\nray,many\n", "2: “many” is not a number."),
        ("card,value\nray,inf\n", "2: “inf” is not a number."),
        ("card,since\nray,2026-02-30\n", "2: “2026-02-30” is not a date such as 2026-01-31."),
        ("card,since,until\nray,2026-02-02,2026-02-01\n", "2: This ends before it starts."),
        ("card,value\nEel, grey,1\n", "2: “1” is in no column. Put quotes around a text that contains"),
        ("card,valu\nray,1\n", "1: Unknown column: valu. Did you mean value?"),
        ("card,card\nray,ray\n", "1: The column card is there twice."),
        ("value\n1\n", "1: The first line must name the columns: card, value, since, until."),
        ('card\n"ray\n', "2: The quotation marks of this row do not match."),
    ],
)
def test_a_line_that_cannot_be_read_is_reported(text, message):
    entries, messages = read(text)
    assert entries == []
    assert [one for one in messages if one.startswith(message)], messages


GAME_WITH_LIST = """\
id: tide
title: Tide
source_language: en
languages: [en]
kinds: {card: {name: Card}}
lists: {points: lists/points.csv}
formats: {base: {name: Base, rules: [{id: points, measure: {sum: points}, max: 3}]}}
"""
CARDS_OF_LIST = "cards: [{id: ray, name: Ray, kind: card}]\n"


def write_list(folder, name, text):
    (folder / "lists").mkdir()
    (folder / "lists" / name).write_text(text, encoding="utf-8")


def test_a_list_in_a_file_is_read_with_the_game(game_folder):
    folder = game_folder(GAME_WITH_LIST, CARDS_OF_LIST)
    write_list(folder, "points.csv", "card,value\nRay,2\n")
    package, findings = inspect_package(folder)
    assert findings == []
    assert package.game.definition["lists"] == {"points": [{"card": "ray", "value": 2}]}


def test_a_file_that_is_missing_or_not_named_is_reported(game_folder):
    folder = game_folder(GAME_WITH_LIST, CARDS_OF_LIST)
    write_list(folder, "point.csv", "card\nray\n")
    _, findings = inspect_package(folder)
    assert sorted((one.severity, one.message) for one in findings) == [
        (
            "error",
            "File not found: lists/points.csv. Did you mean lists/point.csv?",
        ),
        ("warning", "No list of game.yaml names this file: it is ignored."),
    ]
