"""JSON as tables of cards: what is a row, what is a heading, and where it is written."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckwright.errors import InputError
from deckwright.files.json_tables import (
    read_json_tables,
    with_languages,
    write_json_table,
    write_json_tables,
)

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


CELLS = st.one_of(
    st.text(st.characters(codec="utf-8", exclude_categories=["C"]), min_size=1),
    st.integers(-99, 99),
    st.booleans(),
)


@given(st.lists(st.tuples(CELLS, CELLS), min_size=1, max_size=5))
def test_what_is_written_reads_back(rows):
    content = write_json_table([["name", "text:fr"], *rows])
    (sheet,) = read_json_tables(content, "cards.json")
    assert [tuple(row.cells) for row in sheet.rows[1:]] == [*rows]
