"""The table for Tabletop Simulator, and its script, run by Lua with what the game documents."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from deckwright import resources
from deckwright.model.zones import TableZone
from deckwright.press.targets.tabletop import deck_pictures_of
from deckwright.press.targets.tabletop_table import TableContent, ZoneCards, saved_table
from deckwright.press.targets.target import load_target
from deckwright.table.places import Place

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
