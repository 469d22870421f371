from __future__ import annotations

import json
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from deckwright import resources
from deckwright.press.targets.pictures import grid_for
from deckwright.press.targets.tabletop import (
    TableContent,
    ZoneCards,
    deck_pictures_of,
    print_deck_pictures,
    saved_object,
    saved_table,
)
from deckwright.press.targets.target import load_target
from deckwright.table.places import Place, TableZone

TTS = load_target("tts").makes
SMALL = TTS._replace(side=400)
POKER = (63.0, 88.0)


def saved(job, deck=TTS, base="https://example.org/cards/"):
    return saved_object(job, deck_pictures_of(job, deck), base, lambda card: f"text of {card.id}")


@given(st.integers(1, 70), st.tuples(st.floats(40, 120), st.floats(40, 120)))
def test_a_grid_keeps_the_limits_of_the_game_and_holds_all_cards(count, card):
    grid = grid_for(count, card, TTS)
    assert grid.columns <= 10
    assert grid.rows <= 7
    assert grid.columns * grid.rows >= count
    assert max(grid.size) <= 4096


@pytest.mark.parametrize(
    ("count", "grid"),
    [
        (1, (1, 1, (744, 1039))),
        (15, (5, 3, (744, 1039))),
        (30, (6, 5, (586, 819))),
        (69, (10, 7, (409, 572))),
        (70, (10, 7, (409, 572))),
    ],
)
def test_cards_stand_as_large_as_they_can(count, grid):
    assert grid_for(count, POKER, TTS) == grid


@pytest.mark.parametrize(("count", "pictures"), [(2, 1), (69, 1), (70, 1), (71, 2), (120, 2), (141, 3)])
def test_a_picture_holds_seventy_cards(own_job, card, count, pictures):
    job = own_job(*(card(number, name=f"Card {number}") for number in range(count)))
    (deck,) = saved(job)["ObjectStates"]
    assert deck["Name"] == "DeckCustom"
    assert list(deck["CustomDeck"]) == [str(number + 1) for number in range(pictures)]
    assert deck["DeckIDs"] == [(number // 70 + 1) * 100 + number % 70 for number in range(count)]
    assert [one["CardID"] for one in deck["ContainedObjects"]] == deck["DeckIDs"]
    assert [one["Nickname"] for one in deck["ContainedObjects"]] == [
        f"Card {number}" for number in range(count)
    ]
    for picture in deck["CustomDeck"].values():
        assert set(picture) == {"FaceURL", "BackURL", "NumWidth", "NumHeight", "BackIsHidden", "UniqueBack"}
        assert picture["NumWidth"] * picture["NumHeight"] <= 70
        assert (picture["BackIsHidden"], picture["UniqueBack"]) == (True, False)


def test_one_card_is_a_card_and_no_deck(own_job, card):
    (one,) = saved(own_job(card()))["ObjectStates"]
    assert (one["Name"], one["CardID"], one["Nickname"]) == ("Card", 100, "Anvil")
    assert one["Description"] == "text of card-1"
    assert (one["CustomDeck"]["1"]["NumWidth"], one["CustomDeck"]["1"]["NumHeight"]) == (1, 1)


def test_copies_share_their_place_in_the_picture(own_job, card):
    (deck,) = saved(own_job(card(1), card(2), copies=3))["ObjectStates"]
    assert deck["DeckIDs"] == [100, 100, 100, 101, 101, 101]


def test_cards_with_different_backs_are_different_decks(shop_job):
    decks = saved(shop_job("data-monsters", language="fr"))["ObjectStates"]
    assert len(decks) == 2
    assert decks[1]["Description"] == "Opportunité"
    assert len({deck["Transform"]["posX"] for deck in decks}) == 2
    keys = [key for deck in decks for key in deck["CustomDeck"]]
    assert len(keys) == len(set(keys))


def test_cards_of_different_sizes_are_different_decks(own_job, card, read_face):
    job = own_job(card(1), card(2), card(3))
    faces = {**job.faces, "tool/card-2": read_face("size: tarot\nboxes: []")}
    deck, single = saved(replace(job, faces=faces))["ObjectStates"]
    assert [each["Nickname"] for each in deck["ContainedObjects"]] == ["Anvil", "Anvil"]
    assert (single["Name"], list(single["CustomDeck"])) == ("Card", ["2"])


def test_addresses_begin_where_the_pictures_will_be(own_job, card):
    (one,) = saved(own_job(card()))["ObjectStates"]
    assert one["CustomDeck"]["1"]["FaceURL"] == "https://example.org/cards/a-small-job-1.png"
    assert one["CustomDeck"]["1"]["BackURL"] == "https://example.org/cards/a-small-job-back-plain.png"


def test_each_card_stands_in_its_place_in_the_picture(own_job, card, read_face, tmp_path):
    face = read_face("""
        leaves_out: [name]
        palette: {ground: {by: level, junior: "#ff0000", senior: "#0000ff"}}
        boxes: [{shape: rect, at: bleed, fill: ground}]
    """)
    levels = ["junior", "senior", "senior", "junior", "senior"]
    job = own_job(*(card(n, fields={"level": level}) for n, level in enumerate(levels)), face=face)
    piles = deck_pictures_of(job, SMALL)
    (pile,), files, done = print_deck_pictures(job, SMALL, piles, tmp_path)
    assert (done.cards, done.findings, [file.name for file in files]) == (5, [], [pile.face, pile.back])
    with Image.open(tmp_path / pile.face) as picture:
        assert (picture.size, picture.mode) == (pile.grid.size, "RGB")
        width, height = pile.grid.cell
        for number, level in enumerate(levels):
            x, y = pile.grid.place(number)
            colour = (255, 0, 0) if level == "junior" else (0, 0, 255)
            corners = {picture.getpixel((x + dx, y + dy)) for dx in (0, width - 1) for dy in (0, height - 1)}
            assert corners == {colour}
    with Image.open(tmp_path / pile.back) as picture:
        assert picture.size == (286, 400)


def test_a_changed_card_has_a_picture_of_another_name(own_job, card, tmp_path):
    names = []
    for text in ("Quack.", "Quack!", "Quack."):
        job = own_job(card(1, name=text))
        (whole,), files, _ = print_deck_pictures(job, SMALL, deck_pictures_of(job, SMALL), tmp_path)
        assert [file.name for file in files] == [whole.face, whole.back]
        names.append((whole.face, whole.back))
    assert names[0] == names[2]
    assert (names[0][0] != names[1][0], names[0][1] == names[1][1]) == (True, True)


def test_backs_that_differ_stand_in_a_picture_like_the_faces(own_job, card, read_face, tmp_path):
    back = read_face("""
        palette: {ground: {by: level, junior: "#ff0000", senior: "#0000ff"}}
        boxes: [{shape: rect, at: bleed, fill: ground}]
    """)
    levels = ["junior", "senior", "senior"]
    job = own_job(*(card(n, fields={"level": level}) for n, level in enumerate(levels)), back=back)
    piles = deck_pictures_of(job, SMALL)
    (pile,), *_ = print_deck_pictures(job, SMALL, piles, tmp_path)
    with Image.open(tmp_path / pile.back) as picture:
        assert picture.size == pile.grid.size
        seen = [picture.getpixel(pile.grid.place(number)) for number in range(len(levels))]
    assert seen == [(255, 0, 0), (0, 0, 255), (0, 0, 255)]
    (deck,) = saved(job, SMALL)["ObjectStates"]
    assert deck["CustomDeck"]["1"]["UniqueBack"] is True


def test_tokens_are_round_tiles_and_boards_are_locked(shop_job):
    decks = saved(shop_job("monster-office"))["ObjectStates"]
    tiles = {}
    for deck in decks:
        for one in deck.get("ContainedObjects", [deck]):
            if one["Name"] == "Custom_Tile":
                tiles.setdefault(deck["Name"], set()).add(
                    (one["CustomImage"]["CustomTile"]["Type"], one["Locked"])
                )
    assert tiles == {"Bag": {(2, False), (0, True)}}
    cards = [one for deck in decks if deck["Name"] == "DeckCustom" for one in deck["ContainedObjects"]]
    assert {one["Name"] for one in cards} == {"Card"}
    (credit, *_) = [
        one for deck in decks for one in deck["ContainedObjects"] if one["Nickname"] == "1 Credit"
    ]
    assert credit["Transform"]["scaleX"] == 0.492


def test_a_card_with_an_outline_of_its_own_has_the_usual_one_there(own_job, card, read_face):
    face = read_face("size: [50, 60]\ncut: M0 0H50L25 60Z\nboxes: []")
    (state,) = saved(own_job(card(), face=face))["ObjectStates"]
    assert "Type" not in state["CustomDeck"]["1"]


def test_a_card_of_two_sides_has_the_other_one_as_a_state(own_job, card, read_face):
    back = read_face("""
        second_side: {name: name, text: text}
        boxes: [{text: "{text}", at: [5, 5, 50, 30]}]
    """)
    job = own_job(card(1, name="Day"), card(2, name="Night"), back=back)
    (deck,) = saved(job)["ObjectStates"]
    for place, one in enumerate(deck["ContainedObjects"]):
        other = one["States"]["2"]
        (front,), (behind,) = one["CustomDeck"].values(), other["CustomDeck"].values()
        assert (other["CardID"] % 100, other["Nickname"]) == (place, ("Day", "Night")[place])
        assert (front["FaceURL"], front["BackURL"]) == (behind["BackURL"], behind["FaceURL"])
        assert front["UniqueBack"]
        assert other["CustomDeck"].keys() == {str(other["CardID"] // 100)} != one["CustomDeck"].keys()


def test_pictures_above_what_the_game_advises_are_told(own_job, card, tmp_path):
    job = own_job(card(1))
    for deck, count in ((TTS, 0), (TTS._replace(side=8192, dpi=1200), 1)):
        *_, printed = print_deck_pictures(job, deck, deck_pictures_of(job, deck), tmp_path)
        assert len(printed.findings) == count
    assert "at most 4096" in printed.findings[0].message


STAND_IN = Path(__file__).with_name("tabletop.lua")
SCRIPT = resources.folder("exports") / "play" / "deal.lua"

ROW = TableZone("market", is_of_seats=False, shape="row", is_open=True)
HAND = TableZone("hand", is_of_seats=True, shape="hand", is_open=False)


@pytest.fixture
def table(own_job, card):
    """A table with these zones, of a game with three cards."""

    def save(*zones, pads=()):
        job = own_job(card(1), card(2), card(3))
        pictures = deck_pictures_of(job, load_target("tts").makes)
        return saved_table(job, pictures, "https://example.org", lambda _: "", TableContent(zones, pads))

    return save


def named(table, name):
    """The objects of a kind."""
    return [state for state in table["ObjectStates"] if state["Name"] == name]


def test_an_empty_row_has_a_place_to_snap_to_and_no_cards(table):
    saved = table(
        ZoneCards("Market", Place(ROW, 0, 0.0, 0.0, 63.0, 88.0), ()),
        ZoneCards("Hand", Place(HAND, 2, 50.8, 254.0, 63.0, 88.0, is_turned=True), ("card-1",)),
    )
    assert len(saved["SnapPoints"]) == 2
    (state,) = named(saved, "Card")
    place = {key: state["Transform"][key] for key in ("posX", "posZ", "rotY", "rotZ")}
    assert place == {"posX": 2.0, "posZ": 10.0, "rotY": 0.0, "rotZ": 180.0}


def test_equal_cards_of_a_row_lie_on_top_of_each_other(table):
    row = ZoneCards("Row", Place(ROW, 0, 0.0, 0.0, 152.4, 88.0), ("card-1", "card-2", "card-2"))
    saved = table(row)
    (single,), (stack,) = named(saved, "Card"), named(saved, "DeckCustom")
    assert [single["Transform"]["posX"], stack["Transform"]["posX"]] == [-1.5, 1.5]
    assert len(stack["ContainedObjects"]) == 2


def test_every_zone_is_there_for_scripts_and_every_seat_has_one_hand(table):
    first = Place(HAND, 1, -100.0, -200.0, 63.0, 88.0)
    zones = [
        ZoneCards("Explorers", first, ("card-1",)),
        ZoneCards("Hand", first._replace(x=0.0), ("card-2", "card-3")),
        ZoneCards("Hand", Place(HAND, 12, 0.0, 200.0, 63.0, 88.0, is_turned=True), ()),
    ]
    saved = table(*zones, pads=["https://example.org/pad.pdf"])
    assert [zone["Nickname"] for zone in named(saved, "ScriptingTrigger")] == ["Explorers", "Hand", "Hand"]
    (hand,) = named(saved, "HandTrigger")
    assert (hand["FogColor"], hand["Transform"]["rotY"]) == ("White", 0.0)
    assert hand["Transform"]["posZ"] < first.y / 25.4 - 3
    (pad,) = named(saved, "Custom_PDF")
    assert pad["CustomPDF"]["PDFUrl"] == "https://example.org/pad.pdf"
    ids = [state["GUID"] for state in saved["ObjectStates"]]
    assert len({*ids}) == len(ids)
    assert json.loads(saved["LuaScriptState"]) == {ids[0]: "White", ids[1]: "White"}


def run(program, script, state, *objects):
    """Run a script in the stand-in for the game."""
    command = [program("lua5.4"), STAND_IN, script, state, *objects]
    return subprocess.run(command, check=False, capture_output=True, text=True)


def test_the_script_deals_each_hand_once(program, table):
    places = [Place(HAND, seat, 0.0, -200.0, 63.0, 88.0) for seat in (1, 2)]
    cards = [("card-1", "card-2"), ("card-3",)]
    saved = table(*(ZoneCards("Hand", *both) for both in zip(places, cards, strict=True)))
    assert saved["LuaScript"] == SCRIPT.read_text(encoding="utf-8")
    ran = run(program, SCRIPT, saved["LuaScriptState"], "000001=2", "000002=-1")
    assert (ran.returncode, ran.stderr) == (0, "")
    dealt, later = ran.stdout.split("saved\n")
    assert sorted(dealt.splitlines()) == ["000001: 2 to White", "000002: 1 to Red"]
    assert later == ""


def test_a_table_without_hands_has_nothing_to_deal(program, table):
    saved = table(ZoneCards("Market", Place(ROW, 0, 0.0, 0.0, 63.0, 88.0), ("card-1",)))
    ran = run(program, SCRIPT, saved["LuaScriptState"])
    assert (ran.returncode, ran.stdout) == (0, "saved\n")


@pytest.mark.parametrize(
    ("call", "said"),
    [
        ("pile.dealt(1)", "Object has no dealt"),
        ("pile.deal('four')", "argument 1 is string"),
        ("pile.deal(1.5)", "argument 1 is float"),
        ("pile.deal(1, 'white')", "no such color: white"),
        ("pile.getQuantity(1)", "takes fewer arguments"),
        ("pile.color = 'White'", "Object cannot be given color"),
        ("Wait.frames(1)", "no global Wait"),
    ],
)
def test_the_stand_in_refuses_what_is_not_documented(program, tmp_path, call, said):
    script = tmp_path / "script.lua"
    script.write_text(f"function onLoad() local pile = getObjectFromGUID('00000a') {call} end\n")
    ran = run(program, script, "", "00000a=3")
    assert ran.returncode == 1
    assert said in ran.stderr
