"""The module files/deck_documents."""

from __future__ import annotations

import json
import re

import pytest
from hypothesis import event, given
from hypothesis import strategies as st

from deckwright.errors import InputError
from deckwright.files.deck_cards import resolve
from deckwright.files.deck_documents import is_plain_deck
from deckwright.files.deck_formats import DECK_LIMIT, parse_deck_list, read_deck_list
from deckwright.files.decks import DeckText
from deckwright.files.schemas import schema

from .lists import entries, faults_of, read


def test_a_single_card_of_tabletop_simulator_is_a_deck(vocabulary):
    text = '{"ObjectStates": [{"Name": "Card", "Nickname": "Town"}]}'
    assert entries(read(vocabulary, text)) == [("cards", "town", 1)]


def test_the_kind_of_card_below_a_nickname_is_not_part_of_it(vocabulary):
    saved = {"ObjectStates": [{"Name": "Card", "Nickname": "[b]Town[/b]\nTool 3"}]}
    assert entries(read(vocabulary, json.dumps(saved))) == [("cards", "town", 1)]
    saved["ObjectStates"][0]["Nickname"] = "Two\nlines and tabs"
    assert entries(read(vocabulary, json.dumps(saved))) == [("cards", "long", 1)]


def test_the_id_in_the_notes_of_a_card_goes_before_its_nickname(vocabulary):
    saved = {"ObjectStates": [{"Name": "Card", "Nickname": "Krol", "GMNotes": "lab/krol-senior"}]}
    assert entries(read(vocabulary, json.dumps(saved))) == [("cards", "krol-senior", 1)]
    saved["ObjectStates"][0] |= {"Nickname": "Town", "GMNotes": "Keep it"}
    assert entries(read(vocabulary, json.dumps(saved))) == [("cards", "town", 1)]


def test_a_tile_that_we_wrote_is_a_card(vocabulary):
    tile = {"Name": "Custom_Tile", "Nickname": "Krol", "GMNotes": "lab/krol-senior"}
    bag = {"Name": "Bag", "Nickname": "Krol", "ContainedObjects": [tile, tile]}
    assert entries(read(vocabulary, json.dumps({"ObjectStates": [bag]}))) == [("cards", "krol-senior", 2)]


@pytest.mark.parametrize("inside", ["", '{"Name": "Custom_Tile", "Nickname": "Town"}'])
def test_a_saved_game_without_cards_is_no_deck(vocabulary, inside):
    text = f'{{"SaveName": "Mine", "ObjectStates": [{inside}]}}'
    assert faults_of(vocabulary, text) == ["deck:1:1: This file has no cards."]


def test_a_saved_game_may_be_large(vocabulary, tmp_path):
    path = tmp_path / "saved.json"
    cards = [
        {"Name": "Card", "Nickname": "Town", "Transform": {"posX": 1.0}, "LuaScript": "-- \n" * 50_000}
    ] * 12
    path.write_text(json.dumps({"ObjectStates": cards}), encoding="utf-8")
    assert path.stat().st_size > DECK_LIMIT
    assert entries(resolve(read_deck_list(str(path)), vocabulary)) == [("cards", "town", 12)]
    path.write_text(json.dumps({"cards": [{"card": "town"}], "name": "x" * DECK_LIMIT}), encoding="utf-8")
    with pytest.raises(InputError, match="larger than 1 MB"):
        read_deck_list(str(path))


def test_objects_without_end_are_refused(vocabulary):
    [fault] = faults_of(vocabulary, '{"ObjectStates": [' + "{}," * 500_001 + "{}]}")
    assert fault.startswith("deck:1:1: This JSON has too many objects")


def test_json_of_any_depth_ends_with_an_error(vocabulary):
    for depth in (500, 5_000, 100_000):
        text = '{"ContainedObjects": [' * depth + "]}" * depth
        with pytest.raises(InputError):
            resolve(parse_deck_list(text.encode(), "deck"), vocabulary)
    [fault] = faults_of(vocabulary, '{"cards": {"town": ' + "9" * 5000 + "}}")
    assert fault.startswith(
        "deck:1:1: This JSON has too many objects, too many inside each other, or a number"
    )


NAMES = st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=8)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | NAMES,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES | st.just("a{b"), inner, max_size=3),
    max_leaves=8,
)


@given(VALUES, st.sampled_from([None, 1, "\t"]))
def test_each_object_of_json_begins_at_its_place(value, indent):
    from deckwright.files.deck_documents import _Object, _parse_json

    text = json.dumps(value, indent=indent, ensure_ascii=False)
    waiting = [_parse_json(DeckText(text, "deck"))]
    while waiting:
        one = waiting.pop()
        if isinstance(one, _Object):
            where = DeckText(text, "deck").where(one.offset)
            begin = "".join(re.findall(r"[^\r\n]*(?:\r\n?|\n)", text)[: where.line - 1])
            assert len(begin) + where.column - 1 == one.offset
            found, _ = json.JSONDecoder().raw_decode(text, one.offset)
            assert found == one
            waiting += one.values()
        elif isinstance(one, list):
            waiting += one


IDS = st.sampled_from(["lab", "the-office", "a" * 60, "a" * 61, "Lab", "a--b", "", 3])
COPIES = st.sampled_from([1, 2, 999, 1000, 0, -1, True, 1.0, 1.5, "2", None, {}, []])
CARDS = st.dictionaries(st.sampled_from(["krol", "Zib", "", "é"]), COPIES, max_size=3)
DECKS = st.fixed_dictionaries(
    {"cards": CARDS | st.just([{"krol": 1}]) | st.none()},
    optional={
        "game": IDS,
        "format": IDS,
        "name": st.sampled_from(["A", "", 3, None]),
        "players": st.sampled_from([1, 99, 0, 100, True, 2.0, "2"]),
        "colour": st.just("red"),
    },
)


@given(DECKS | st.sampled_from([{}, None, [], "cards"]))
def test_a_plain_deck_always_fits_the_schema(value):
    event("plain" if is_plain_deck(value) else "other")
    assert not is_plain_deck(value) or schema("deck").is_valid(value)


def test_a_deck_of_the_usual_form_is_plain():
    deck = {"game": "lab", "format": "office", "cards": {"krol": 1, "Zib": 999}}
    assert is_plain_deck(deck)
    assert is_plain_deck({**deck, "name": "Mine", "players": 3})
