"""Big Monster, "Explorers": what the twelve explorers bring."""

from __future__ import annotations

import pytest

# explorer, what a point or several are for, points for each
BONUSES = [
    ("explorer-blue-man", "ice", 1),
    ("explorer-red-woman", "lava", 1),
    ("explorer-green-woman", "grassland", 1),
    ("explorer-blue-woman", "big-complete", 4),
    ("explorer-orange-woman", "medal", 2),
    ("explorer-green-man", "crystal", 1),
    ("explorer-purple-man", "mutagenic", 1),
    ("explorer-red-man", "rune", 2),
]

# explorer, tiles in a row, its points; everybody below has a penalty where no desert or rune lies
POINTS = [
    ("explorer-blue-man", ["ice-blue", "ice-red", "swamp"], 2),
    ("explorer-red-woman", ["lava-green", "lava-green", "desert"], 2),
    ("explorer-green-woman", ["grassland-rune", "grassland-desert"], 2),
    ("explorer-blue-woman", ["big-left", "big-right"], 4),
    ("explorer-blue-woman", ["big-left", "big-right", "big-left", "big-right"], 8),
    ("explorer-blue-woman", ["big-right", "big-left"], 0),
    ("explorer-orange-woman", ["swamp"], 2),
    ("explorer-orange-woman", ["desert"], 0),
    ("explorer-green-man", ["rune-green", "rune-green"], 1),
    ("explorer-green-man", ["rune-green"], 0),
    ("explorer-red-man", ["rune-double", "rune-green"], 6),
    ("explorer-orange-man", ["desert", "desert"], 0),
    ("explorer-purple-woman", ["ice-blue", "ice-red"], 0),
    ("explorer-black-man", ["desert", "lava-green"], 0),
    ("explorer-black-woman", ["desert", "lava-green"], 0),
]

# explorer, medal, what lies there: with the explorer's own monster it is just enough
STARTS = [
    ("explorer-orange-man", "medal-desert", ["desert"] * 2),
    ("explorer-orange-man", "medal-different", ["swamp", "lava-green", "big-left", "ice-blue"]),
    ("explorer-purple-woman", "medal-ice", ["ice-blue", "ice-red"] * 2 + ["ice-green"]),
    ("explorer-purple-woman", "medal-different", ["swamp", "lava-green", "big-left", "desert"]),
]


@pytest.fixture
def explorers(packaged):
    """Give the explorers by their ids."""
    return {card.id: card for card in packaged("big-monster").cards if card.kind == "explorer"}


def test_there_are_twelve_each_with_an_ability(explorers):
    """Explorers: eight count things, two start with a monster, two may do something."""
    assert len(explorers) == 12
    bonuses = [(name, card.fields.get("per"), card.fields.get("gives")) for name, card in explorers.items()]
    assert {one for one in bonuses if one[1]} == set(BONUSES)
    starts = {name: card.fields["starts"] for name, card in explorers.items() if "starts" in card.fields}
    assert starts == {"explorer-orange-man": "desert", "explorer-purple-woman": "mutagenic"}
    abilities = {name: card.fields["ability"] for name, card in explorers.items() if "ability" in card.fields}
    assert abilities == {"explorer-black-woman": "own-ship", "explorer-black-man": "discard"}


@pytest.mark.parametrize("language", ["en", "fr", "it"])
def test_each_says_its_ability(explorers, language):
    """Explorers: the points for each are printed, and the other four say what they do."""
    for name, _, gives in BONUSES:
        assert str(gives) in explorers[name].texts[language]["text"]
    assert all(card.texts[language]["text"] for card in explorers.values())


@pytest.mark.parametrize(("explorer", "tiles", "points"), POINTS)
def test_an_explorer_gives_points_for_each(parts, explorer, tiles, points):
    """Explorers; the penalty is a medal too."""
    assert parts(*tiles, explorer=explorer)["explorer"] == points


def test_an_explorer_counts_mutagenic_monsters_and_ice_tiles_apart(parts):
    """Explorers: a double tile has two mutagenic monsters; that ice tiles are the mutants is from players."""
    tiles = [("mutagenic-double", 2, 0), ("mutagenic-single", 2, 1)]
    assert parts(*tiles, explorer="explorer-purple-man")["explorer"] == 3
    assert parts(*tiles, explorer="explorer-blue-man")["explorer"] == 0


@pytest.mark.parametrize(("explorer", "medal", "tiles"), STARTS)
def test_what_an_explorer_starts_with_counts_for_medals(score, refused, zone, explorer, medal, tiles):
    """Explorers: a desert for the Desert and 5/7 medals, a mutagenic monster for the Ice and 5/7 medals."""
    held = {"Ann": zone(*tiles, explorer=explorer, medals=[medal])}
    assert medal in [entry.card for entry in score(held).sheet.seats[0].entries]
    assert refused({"Ann": zone(*tiles, explorer="explorer-red-man", medals=[medal])}) == {"claim"}


def test_a_discarded_tile_may_be_added_at_the_end(refused, zone, pads):
    """Explorers: one tile of the discard pile, which makes nineteen."""
    tiles = ["swamp"] * 5 + ["desert"] * 8 + ["big-left"] * 5 + ["lava-green"]
    others = pads({"Bea": 1, "Cleo": 2})
    for count, explorer, rules in [
        (18, "explorer-black-man", set()),
        (19, "explorer-black-man", set()),
        (19, "explorer-red-man", {"eighteen-tiles"}),
    ]:
        ann = zone(*tiles[:count], explorer=explorer)
        assert refused({"Ann": ann, **others}, is_whole=True) == rules


def test_each_player_has_one_explorer(refused, zone):
    """Set up, 4: of two, one is kept."""
    both = {**zone(), "explorer": ["explorer-red-man", "explorer-red-woman"]}
    assert "one-explorer" in refused({"Ann": both})
