"""Big Monster, "Game turn", 3: where a tile may be placed, and how many lie there at the end."""

from __future__ import annotations

import pytest

# A tile's name, and the cell of its top left corner; the explorer covers [0, 0] to [1, 1].
ALLOWED = {
    "at the right": [("swamp", 2, 0)],
    "at the left": [("swamp", -1, 0)],
    "above": [("swamp", 0, -2)],
    "below": [("swamp", 1, 2)],
    "half a tile higher": [("swamp", 2, -1)],
    "half a tile lower": [("swamp", 2, 1)],
    "by its long side to a tile": [("swamp", 2, 0), ("desert", 3, 0)],
    "by its short side to a tile": [("swamp", 2, 0), ("desert", 2, 2)],
    "by half of its long side to a tile": [("swamp", 2, 0), ("desert", 3, 1)],
    "wide, over two columns": [("mutagenic-double", 0, -1)],
    "wide, by its short side": [("mutagenic-single", 2, 0)],
    "wide, under two tiles": [("ice-red", 2, 0), ("ice-red", 3, 0), ("mutagenic-single", 2, 2)],
    "beside a crystal that it leaves incomplete": [("rune-green", 2, 0), ("rune-red-top", 3, 0)],
    "beside a Big Monster's wrong half": [("big-right", 2, 0), ("big-left", 3, 0)],
}
FORBIDDEN = {
    "touching nothing": ([("swamp", 3, 0)], "gap"),
    "touching by a corner only": ([("swamp", 2, 2)], "gap"),
    "touching another one that touches nothing": ([("swamp", 4, 0), ("desert", 5, 0)], "gap"),
    "on the explorer": ([("swamp", 1, -1)], "overlap"),
    "on another tile": ([("swamp", 2, 0), ("desert", 2, 1)], "overlap"),
}
FAMILIES = ["ice-blue", "big-left", "lava-green", "swamp", "grassland-rune", "desert", "rune-double"]

# mode, explorer, tiles, the rule that is broken
TILES = [
    ("competitive", "explorer-red-man", 17, "eighteen-tiles"),
    ("competitive", "explorer-red-man", 18, None),
    ("competitive", "explorer-red-man", 19, "eighteen-tiles"),
    ("competitive", "explorer-black-man", 18, None),
    ("competitive", "explorer-black-man", 19, None),
    ("competitive", "explorer-black-man", 20, "discarded-tile"),
    ("two-player", "explorer-red-man", 19, "twenty-tiles"),
    ("two-player", "explorer-red-man", 20, None),
    ("two-player", "explorer-red-man", 21, "twenty-tiles"),
    ("two-player", "explorer-black-man", 20, "no-black-suits"),
]


@pytest.mark.parametrize("name", ALLOWED)
def test_a_tile_touches_another_or_the_explorer_by_a_side(refused, zone, name):
    """Game turn, 3, allowed: by the long or the short side, whether or not a crystal is completed."""
    assert refused({"Ann": zone(*ALLOWED[name])}) == set()


@pytest.mark.parametrize("name", FORBIDDEN)
def test_a_tile_is_not_placed_apart_nor_on_another(refused, zone, name):
    """Game turn, 3, forbidden."""
    tiles, rule = FORBIDDEN[name]
    assert refused({"Ann": zone(*tiles)}) == {rule}


@pytest.mark.parametrize(
    ("turn", "rules"), [(0, set()), (90, {"upright"}), (180, {"upright"}), (270, {"upright"})]
)
def test_a_tile_stands_the_right_way_up(refused, zone, turn, rules):
    """Game turn, 3, forbidden: upside down, sideways."""
    held = zone(("swamp", 2, 0))
    held["tiles"][0]["turn"] = turn
    assert refused({"Ann": held}) == rules


@pytest.mark.parametrize("family", FAMILIES)
def test_any_family_lies_beside_any_other(refused, zone, family):
    """Game turn, 3: no matter what monsters they show."""
    for other in FAMILIES:
        if other != family:
            assert refused({"Ann": zone((family, 2, 0), (other, 3, 0))}) == set()


def test_no_tile_lies_in_two_places(refused, zone):
    """Components: the box has each tile as often as it has."""
    held = zone("grassland-rune", "grassland-rune")
    assert refused({"Ann": held}) == {"box"}
    assert refused(
        {"Ann": zone("grassland-rune"), "Bea": zone("grassland-rune", explorer="explorer-red-man")}
    ) == {"box"}


def test_a_zone_says_nothing_that_the_rules_do_not_know(refused, zone):
    """Game turn, 3."""
    held = zone(("swamp", 2, 0))
    held["tiles"][0]["rotated"] = True
    assert refused({"Ann": held}) == {"schema"}


@pytest.mark.parametrize(("mode", "explorer", "tiles", "rule"), TILES)
def test_how_many_tiles_lie_at_the_end(refused, zone, pads, mode, explorer, tiles, rule):
    """End of turn: 18; Explorers: one more from the discard pile; Rules for 2-player games, End game: 20."""
    cards = ["swamp"] * 5 + ["desert"] * 8 + ["big-left"] * 5 + ["lava-green"] * 3
    others = pads({"Bea": 1} if mode == "two-player" else {"Bea": 1, "Cleo": 2})
    held = zone(*cards[:tiles], explorer=explorer)
    assert refused({"Ann": held, **others}, mode=mode, is_whole=True) == ({rule} if rule else set())


@pytest.mark.parametrize("others", [2, 3, 4, 5])
def test_tiles_marked_5_are_for_five_and_six(refused, zone, others):
    """Set up, 5."""
    suits = ("red-woman", "blue-man", "green-man", "purple-man", "orange-man")[:others]
    seats = {"Ann": zone("ice-blue-5", explorer="explorer-red-man")}
    seats |= {suit: {"explorer": f"explorer-{suit}"} for suit in suits}
    assert refused(seats) == ({"tiles-from-five"} if others + 1 < 5 else set())
