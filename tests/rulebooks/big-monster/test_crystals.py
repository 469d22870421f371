"""Big Monster, "Monster tiles", 3 and 7, and "Final scoring": crystals, which count when they are complete."""

from __future__ import annotations

import pytest

POINTS = {"green": 2, "red": 5, "blue": 10}

SIX_LAVA = [
    ("lava-purple-red-below", 2, 0),
    ("lava-green", 3, 0),
    ("lava-green", 2, 2),
    ("lava-purple-red-below", 3, 2),
    ("lava-blue-red-above", 3, 4),
    ("lava-blue-red-above", 4, 4),
]
FOUR_CORNERS = [("lava-green", 2, 0), ("lava-green", 3, 0), ("lava-green", 2, 2), ("lava-green", 3, 2)]

# A tile's name, and the cell of its top left corner; the explorer covers [0, 0] to [1, 1].
COMPLETE = {
    "green: right half, left half": ("green", [("rune-green", 2, 0), ("rune-green", 3, 0)]),
    "green: lava and rune": ("green", [("lava-blue-red-above", 2, 0), ("rune-green", 3, 0)]),
    "green: explorer at the left": ("green", [("rune-green", 2, 0)]),
    "green: explorer at the right": ("green", [("rune-green", -1, 0)]),
    "red: bottom over top": ("red", [("rune-red-bottom", 2, 0), ("rune-red-top", 2, 2)]),
    "red: lava and rune": ("red", [("lava-blue-red-below", 2, 0), ("rune-red-top", 2, 2)]),
    "red: explorer, left cell": ("red", [("rune-red-top", 0, 2)]),
    "red: explorer, right cell": ("red", [("rune-red-top", 1, 2)]),
    "blue: four dragons": ("blue", FOUR_CORNERS),
    "blue: four golems": (
        "blue",
        [
            ("rune-blue-bottom", 2, 0),
            ("rune-blue-bottom-5", 3, 0),
            ("rune-blue-top", 2, 2),
            ("rune-blue-top", 3, 2),
        ],
    ),
    "blue: explorer and three": (
        "blue",
        [("lava-green", 2, 0), ("rune-blue-top", 1, 2), ("lava-green", 2, 2)],
    ),
}
EXPLORERS = {
    "green: explorer at the left": "explorer-blue-woman",
    "green: explorer at the right": "explorer-blue-woman",
    "red: explorer, left cell": "explorer-purple-man",
    "red: explorer, right cell": "explorer-purple-man",
    "blue: explorer and three": "explorer-green-man",
}

INCOMPLETE = {
    "green: one half": [("rune-green", 2, 0)],
    "green: half a tile lower": [("rune-green", 2, 0), ("rune-green", 3, 1)],
    "green: above each other": [("rune-green", 2, 0), ("rune-green", 2, 2)],
    "green: a tile between": [("rune-green", 2, 0), ("swamp", 3, 0), ("rune-green", 4, 0)],
    "red: top over bottom": [("rune-red-top", 2, 0), ("rune-red-bottom", 2, 2)],
    "red: two bottoms": [("rune-red-bottom", 2, 0), ("lava-blue-red-below", 2, 2)],
    "red: beside each other": [("rune-red-bottom", 2, 0), ("rune-red-top", 3, 0)],
    "red: next column": [("rune-red-bottom", 2, 0), ("swamp", 3, 0), ("rune-red-top", 3, 2)],
    "blue: three of four": FOUR_CORNERS[:3],
    "blue: half a tile lower": [
        *FOUR_CORNERS[:1],
        FOUR_CORNERS[2],
        ("lava-green", 3, 1),
        ("lava-green", 3, 3),
    ],
    "blue: wrong corners": [
        ("rune-blue-top", 2, 0),
        ("lava-green", 3, 0),
        ("lava-green", 2, 2),
        ("lava-green", 3, 2),
    ],
}


@pytest.mark.parametrize("name", COMPLETE)
def test_a_complete_crystal_gives_2_5_or_10_points(parts, name):
    """Final scoring: 2, 5 and 10 points; that these are green, red and blue is from players."""
    colour, tiles = COMPLETE[name]
    explorer = EXPLORERS.get(name, "explorer-red-woman")
    assert parts(*tiles, explorer=explorer)["crystals"] == POINTS[colour]


@pytest.mark.parametrize("name", INCOMPLETE)
def test_an_incomplete_crystal_gives_nothing(parts, name):
    """Monster tiles, 3: incomplete crystals give no points."""
    assert parts(*INCOMPLETE[name])["crystals"] == 0


def test_damien_has_six_lava_monsters_and_three_crystals(parts):
    """Monster tiles, 3: 14 points for the monsters, 17 for the crystals."""
    found = parts(*SIX_LAVA)
    assert (found["lava"], found["crystals"]) == (14, 17)


def test_each_half_belongs_to_one_crystal(parts):
    """Monster tiles, 3: three tiles side by side make two green crystals, not three."""
    assert parts("rune-green", "rune-green", "lava-blue-red-above")["crystals"] == 2 + 2


def test_crystals_of_one_tile_all_count(parts):
    """Monster tiles, 3: a block of purple dragons has green, red and blue crystals at once."""
    block = [
        ("lava-purple-red-below", 2, 0),
        ("lava-purple-red-below", 3, 0),
        ("lava-purple-red-above", 2, 2),
        ("lava-purple-red-above", 3, 2),
    ]
    assert parts(*block)["crystals"] == 2 * POINTS["green"] + 2 * POINTS["red"] + POINTS["blue"]


def test_lava_rune_and_explorer_tiles_bear_crystals(packaged):
    """Monster tiles, 7: rune monsters help to complete crystals."""
    crystals = ("green-", "red-", "blue-")
    bearing = {
        card.fields["family"] if card.kind == "tile" else card.kind
        for card in packaged("big-monster").cards
        if any(part.startswith(crystals) for part in card.fields.get("parts", ()))
    }
    assert bearing == {"lava", "rune", "explorer"}


@pytest.mark.parametrize("colour", POINTS)
def test_rules_pages_show_a_complete_crystal_of_each_colour_and_no_other(packaged, parts, colour):
    """Final scoring: what is shown for a colour is worth one crystal of it."""
    shown = packaged("big-monster").game.definition["reminders"]["crystals"]["items"][colour]["shows"]
    tiles = [(tile["card"], tile["at"][0] + 2, tile["at"][1]) for tile in shown]
    assert parts(*tiles)["crystals"] == POINTS[colour]
    assert parts(*tiles[:1])["crystals"] == 0
