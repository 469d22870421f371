"""Big Monster, "Monster tiles": what the monsters of the seven families are worth."""

from __future__ import annotations

import pytest

HEN_AND_CRAB = [("ice-blue", 2, 0), ("ice-orange", 3, 0)]
DOUBLE = ("mutagenic-double", 2, -1)
SINGLE = ("mutagenic-single", 2, 2)

# species, points without a mutation, after one, after two (the hen has only one)
MUTANTS = [("blue", 1, 10, 10), ("orange", 2, 7, 20), ("green", 3, 8, 18), ("red", 4, 9, 15)]

SWAMP = [(0, 0), (1, 2), (2, 8), (3, 18), (4, 32), (5, 50)]

# tiles in a row, points
BIG = [
    (["big-left"], 1),
    (["big-right"], 1),
    (["big-left", "big-left"], 2),
    (["big-right", "big-left"], 2),
    (["big-left", "big-right"], 11),
    (["big-left", "swamp", "big-right"], 2),
    (["big-left", "big-right", "big-right"], 12),
    (["big-left", "big-right", "big-left", "big-right"], 22),
]

ALL_FAMILIES = ["ice-blue", "big-left", "lava-green", "swamp", "desert", "rune-double"]

# grassland tile, what lies beside it, its points
GRASSLAND = [
    ("grassland-green-crystal", ["rune-green", "rune-green"], 2),
    ("grassland-green-crystal", ["rune-green", "rune-green", "lava-blue-red-above"], 4),
    ("grassland-green-crystal", ["rune-green"], 0),
    ("grassland-crystal-5", ["rune-green", "rune-green", "lava-blue-red-above"], 2),
    ("grassland-crystal-5", ["rune-green"], 0),
    ("grassland-family", [], 1),
    ("grassland-family", ["swamp", "swamp", "big-left"], 3),
    ("grassland-family", ALL_FAMILIES, 7),
    ("grassland-family", [*ALL_FAMILIES, "ice-red", "big-right"], 7),
    ("grassland-rune", ["rune-green"], 2),
    ("grassland-rune", ["rune-double", "rune-green"], 6),
    ("grassland-lava-5", ["lava-green", "lava-blue-red-above"], 2),
    ("grassland-big-complete", ["big-left", "big-right"], 4),
    ("grassland-big-complete", ["big-right", "big-left"], 0),
    ("grassland-desert", ["desert", "desert"], 6),
    ("grassland-grassland-5", [], 2),
    ("grassland-grassland-5", ["swamp", "swamp"], 2),
]


def test_sebastian_mutates_two_ice_monsters(parts):
    """Monster tiles, 1: a double mutagenic monster above two mutants, then a single one below the crab."""
    assert parts(*HEN_AND_CRAB)["ice"] == 1 + 2
    assert parts(*HEN_AND_CRAB, DOUBLE)["ice"] == 10 + 7
    assert parts(*HEN_AND_CRAB, DOUBLE, SINGLE)["ice"] == 10 + 20


def test_the_chicken_mutates_only_once(parts):
    """Monster tiles, 1, the example: it can no longer evolve, unlike the crab."""
    assert parts(("swamp", 2, 0), ("ice-blue", 3, 0), DOUBLE, SINGLE)["ice"] == 10


def test_each_mutant_is_drawn_as_itself(packaged):
    """Monster tiles, 1: a mutant and its mutations are one creature, and the crab is no spider of an icon set."""
    mutants = [card for card in packaged("big-monster").cards if "species" in card.fields]
    drawn = {(card.fields["species"], card.icon) for card in mutants}
    assert drawn == {
        ("blue", "frost-hen"),
        ("orange", "icicle-crab"),
        ("green", "sleet-snail"),
        ("red", "rime-octopus"),
    }


@pytest.mark.parametrize(("species", "plain", "once", "twice"), MUTANTS)
def test_a_mutant_is_worth_more_with_each_mutation(parts, species, plain, once, twice):
    """Monster tiles, 1; the numbers are those of the players' list."""
    beside, mutant = ("swamp", 2, 0), (f"ice-{species}", 3, 0)
    assert parts(beside, mutant)["ice"] == plain
    assert parts(beside, mutant, DOUBLE)["ice"] == once
    assert parts(beside, mutant, SINGLE)["ice"] == once
    assert parts(beside, mutant, DOUBLE, SINGLE)["ice"] == twice


@pytest.mark.parametrize(
    ("mutagenic", "places"),
    [
        ("mutagenic-double", {(2, -1), (1, -1)}),
        ("mutagenic-single", {(1, 2)}),
    ],
)
def test_a_mutagenic_monster_reaches_one_side_only(parts, mutagenic, places):
    """Monster tiles, 1: a double one changes the two tiles below; a single one the tile above its right half."""
    around = [(2, -1), (1, -1), (1, 2), (2, 2), (3, 0), (3, 1)]
    support = [("swamp", 0, -2), ("swamp", 0, 2)]
    reached = {at for at in around if parts(("ice-red", 2, 0), *support, (mutagenic, *at))["ice"] == 9}
    assert reached == places


@pytest.mark.parametrize(
    "above", ["lava-green", "swamp", "desert", "rune-double", "big-left", "grassland-rune"]
)
def test_only_mutants_mutate(parts, above):
    """Monster tiles, 1."""
    beside = [(above, 2, 0), ("desert", 3, 0)]
    assert parts(*beside, DOUBLE) == parts(*beside)


@pytest.mark.parametrize(("tiles", "points"), BIG)
def test_big_monsters_are_worth_1_by_halves_and_11_complete(parts, tiles, points):
    """Monster tiles, 2, and Final scoring: 1 or 11 points; other halves beside each other make nothing."""
    assert parts(*tiles)["big"] == points


def test_halves_above_each_other_make_no_big_monster(parts):
    """Monster tiles, 2: a left half has its right half beside it, in line."""
    assert parts(("big-left", 2, 0), ("big-right", 2, 2))["big"] == 2
    assert parts(("big-left", 2, 0), ("big-right", 3, 1))["big"] == 2


@pytest.mark.parametrize(
    ("tile", "points"),
    [("lava-green", 3), ("lava-blue-red-above", 3), ("lava-blue-red-below", 3), ("lava-purple-red-below", 1)],
)
def test_lava_monsters_are_worth_what_their_tile_says(parts, tile, points):
    """Monster tiles, 3."""
    assert parts(tile)["lava"] == points
    assert parts(tile, tile)["lava"] == 2 * points


@pytest.mark.parametrize(("tiles", "points"), SWAMP)
def test_swamp_monsters_are_worth_more_together(parts, tiles, points):
    """Monster tiles, 4: 2, 8, 18, 32 and 50 points: 2, 4, 6, 8 and 10 for each tile."""
    assert parts(*["swamp"] * tiles)["swamp"] == points
    assert points == tiles * 2 * tiles


def test_swamp_monsters_need_not_lie_together(parts):
    """Monster tiles, 4: their number counts."""
    assert parts("swamp", "desert", "swamp")["swamp"] == 8


@pytest.mark.parametrize(("tile", "others", "points"), GRASSLAND)
def test_grassland_monsters_count_other_things(parts, tile, others, points):
    """Monster tiles, 5: the nine sorts; the third line is read as one point for any complete crystal."""
    assert parts(tile, *others)["grassland"] == points


def test_grassland_tiles_count_each_other(parts):
    """Monster tiles, 5: two points for each grassland tile, its own one among them."""
    assert parts("grassland-grassland-5", "grassland-desert", "grassland-rune")["grassland"] == 6


def test_a_grassland_monster_counts_medals(parts):
    """Monster tiles, 5: two points for each medal, the penalty being one."""
    deserts = ["grassland-medal", "desert", "desert", "desert"]
    assert parts(*deserts)["grassland"] == 0
    assert parts(*deserts, medals=["medal-desert"])["grassland"] == 2
    assert parts("grassland-medal")["grassland"] == 2


@pytest.mark.parametrize("explorer", ["explorer-orange-man", "explorer-purple-woman"])
def test_the_explorer_is_no_sort_of_tile(parts, explorer):
    """Monster tiles, 5: the explorer tile does not count, also where a monster is on it."""
    assert parts("grassland-family", "swamp", explorer=explorer)["grassland"] == 2


def test_desert_and_rune_monsters_give_no_points(seat_of):
    """Monster tiles, 6 and 7: they are for medals."""
    assert seat_of("desert", "desert", "rune-double", "rune-red-top").points == 0


@pytest.mark.parametrize(("item", "right", "points"), [("double", 2, 10 + 7), ("single", 1, 8)])
def test_rules_pages_show_which_mutants_a_mutagenic_tile_reaches(packaged, parts, item, right, points):
    """Monster tiles, 1: each mutant that is shown has changed once, from 1, 2 or 3 points to 10, 7 or 8."""
    shown = packaged("big-monster").game.definition["reminders"]["mutations"]["items"][item]["shows"]
    tiles = [(tile["card"], tile["at"][0] + right, tile["at"][1]) for tile in shown]
    assert parts(*tiles)["ice"] == points


def test_rules_pages_show_what_a_mutant_is_worth_each_time(packaged):
    """Monster tiles, 1: the crab has 2 points, 7 on side 1 of its mutation tile, and 20 on side 2."""
    package = packaged("big-monster")
    cards = {card.id: card for card in package.cards}
    shown = package.game.definition["reminders"]["mutations"]["items"]["points"]["shows"]
    tile, *sides = [(cards[one["card"]].fields, bool(one.get("back"))) for one in shown]
    worth = [tile[0]["stages"][0], *(fields["side_2" if is_back else "side_1"] for fields, is_back in sides)]
    text = package.game.labels["en"]["reminder:mutations.item.points"]
    assert [word for word in text.replace(",", " ").replace(".", " ").split() if word.isdigit()] == [
        str(points) for points in worth
    ]
