"""What the box of Big Monster holds, by its rulebook and by the list of tiles that players have made."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from deckwright import resources

# what finds them, tiles without the mark 5+, with it: the players' list
TILES = [
    ("species:blue", 4, 2),
    ("species:orange", 4, 2),
    ("species:green", 4, 2),
    ("species:red", 4, 2),
    ("mutagens=2", 4, 2),
    ("mutagens=1", 4, 2),
    ("half:left", 5, 3),
    ("half:right", 5, 3),
    ("family:lava parts:red-bottom -parts:blue-top-left", 2, 2),
    ("family:lava parts:red-top -parts:blue-top-left", 4, 2),
    ("family:lava parts:blue-top-left -parts:green-left", 7, 4),
    ("family:lava parts:blue-top-left parts:red-bottom", 2, 1),
    ("family:lava parts:blue-top-left parts:red-top", 2, 1),
    ("family:swamp", 5, 0),
    ("per:green-crystal or per:medal or per:family or per:rune or per:big-complete or per:desert", 6, 0),
    ("per:crystal or per:lava or per:grassland", 0, 3),
    ("family:desert", 8, 3),
    ("runes=2", 1, 1),
    ("family:rune parts:green-left parts:green-right", 2, 1),
    ("family:rune parts:blue-top-left parts:blue-top-right", 2, 0),
    ("family:rune parts:blue-bottom-left parts:blue-bottom-right", 1, 1),
    ("family:rune parts:red-top", 2, 2),
    ("family:rune parts:red-bottom", 2, 1),
]
FAMILIES = {
    "ice mutants": (16, 24),
    "mutagenic": (8, 12),
    "big": (10, 16),
    "lava": (17, 27),
    "swamp": (5, 5),
    "grassland": (6, 9),
    "desert": (8, 11),
    "rune": (10, 16),
}
"""Tiles without the mark 5+, and all: the players' list."""


@pytest.fixture
def count(packaged):
    """Count copies of cards of which something holds."""
    cards = packaged("big-monster").cards
    return lambda holds: sum(card.copies for card in cards if holds(card))


def family_of(card):
    """The row of the players' list that a tile belongs to."""
    if card.fields["family"] == "ice":
        return "mutagenic" if "mutagens" in card.fields else "ice mutants"
    return card.fields["family"]


def test_the_box_holds_what_the_rulebook_lists(count):
    """Components: 120 monster tiles, 24 mutation tiles, 12 explorers, 37 medals, 4 reference cards."""
    kinds = {"tile": 120, "mutation": 24, "explorer": 12, "medal": 37, "reference": 4}
    assert {kind: count(lambda card, kind=kind: card.kind == kind) for kind in kinds} == kinds


def test_40_tiles_are_marked_5_plus(count):
    """Components; rules for two players: discard the 40 tiles marked 5+, 80 remain."""
    assert count(lambda card: card.fields.get("range") == "from-5") == 40
    assert count(lambda card: card.fields.get("range") == "from-2") == 80


@pytest.mark.parametrize("family", FAMILIES)
def test_each_family_has_as_many_tiles_as_players_have_counted(count, family):
    def of_it(card, *ranges):
        return card.kind == "tile" and family_of(card) == family and card.fields["range"] in ranges

    few, all_of_it = FAMILIES[family]
    assert count(lambda card: of_it(card, "from-2")) == few
    assert count(lambda card: of_it(card, "from-2", "from-5")) == all_of_it


@pytest.mark.parametrize(("query", "few", "more"), TILES)
def test_each_sort_of_tile_is_there_as_often_as_players_have_counted(copies, query, few, more):
    found = [copies("big-monster", f"kind:tile ({query}) range:{mark}") for mark in ("from-2", "from-5")]
    assert found == [few, more]


def test_the_players_list_is_80_and_40_tiles():
    """Components: 120 tiles, of which 40 are marked 5+."""
    assert sum(few for _, few, _ in TILES) == sum(few for few, _ in FAMILIES.values()) == 80
    assert sum(more for *_, more in TILES) == 40
    assert sum(of_all for _, of_all in FAMILIES.values()) == 120


def test_there_are_seven_families(packaged):
    """Monster tiles: seven families, the mutagenic ones being of the ice."""
    cards = packaged("big-monster").cards
    assert {card.fields["family"] for card in cards if card.kind == "tile"} == {*FAMILIES} - {
        "ice mutants",
        "mutagenic",
    } | {"ice"}


def test_six_lava_tiles_can_be_worth_14(packaged):
    """Lava monsters: Damien's six tiles give 14 points, which is four times 3 and twice 1."""
    points = Counter()
    for card in packaged("big-monster").cards:
        if card.fields.get("family") == "lava":
            points[card.fields["points"]] += card.copies
    assert set(points) == {1, 3}
    assert points[3] >= 4
    assert points[1] >= 2


def test_there_are_as_many_left_as_right_halves(count):
    """Big Monster: two halves make a complete one."""
    for side in ("left", "right"):
        assert count(lambda card, side=side: card.fields.get("half") == side) == 8


def test_mutations_lie_in_four_piles_and_are_worth_what_the_mutants_say(packaged):
    """Set up, 3: four piles of mutation tiles, two-sided."""
    cards = packaged("big-monster").cards
    stages = {card.fields["species"]: card.fields["stages"] for card in cards if "stages" in card.fields}
    tiles = [card for card in cards if card.kind == "mutation"]
    assert [tile.copies for tile in tiles] == [6] * 4
    for tile in tiles:
        first, *rest = stages[tile.fields["species"]][1:]
        assert (tile.fields["side_1"], tile.fields["side_2"]) == (first, *(rest or [first]))


def test_medals_are_one_for_a_player_and_two_for_a_team_of_each_sort_with_two_penalties(packaged):
    """Set up, 2 lays three desert, three rune and two penalty medals; the eight spares are our reading of 37."""
    medals = [card for card in packaged("big-monster").cards if card.kind == "medal"]
    sides = Counter()
    sorts = Counter()
    for card in medals:
        sides[card.fields.get("side", card.fields["when"])] += card.copies
        sorts[card.fields.get("requires", "spare")] += card.copies
    assert sides == {"individual": 9, "team": 18, "permanent": 2, "spare": 8}
    assert (sorts["desert"], sorts["rune"], sorts["penalty"]) == (3, 3, 2)
    assert {card.fields["points"] for card in medals if card.fields.get("requires") == "desert"} == {10}
    assert {card.fields["points"] for card in medals} == {5, 10, -10}


GRASSLAND = {
    ("green-crystal", 2),
    ("medal", 2),
    ("crystal", 1),
    ("family", 1),
    ("rune", 2),
    ("lava", 1),
    ("big-complete", 4),
    ("desert", 3),
    ("grassland", 2),
}


def test_there_are_nine_sorts_of_grassland_tile(packaged):
    """Grassland monsters tiles; the third line's slip is read as any complete crystal."""
    tiles = [
        card.fields
        for card in packaged("big-monster").cards
        if card.fields.get("family") == "grassland" and card.kind == "tile"
    ]
    assert {(tile["per"], tile["gives"]) for tile in tiles} == GRASSLAND
    assert [tile["most"] for tile in tiles if "most" in tile] == [7]


@pytest.mark.parametrize("language", ["en", "fr", "it"])
def test_swamp_tiles_and_the_reference_card_say_their_points(packaged, language):
    """Monster tiles, 4, and Final scoring: 1 and 11; 2, 8, 18, 32, 50; crystals 2, 5, 10; medals 5, 10, -10."""
    texts = {card.id: card.texts[language].get("text", "") for card in packaged("big-monster").cards}
    assert re.findall(r"\d+", texts["swamp"]) == ["1", "5", "2", "8", "18", "32", "50"]
    numbers = set(re.findall(r"[−-]?\d+", texts["points-of-the-planet"]))
    assert {"1", "11", "2", "8", "18", "32", "50", "5", "10", "−10"} <= numbers
    game = packaged("big-monster").game
    last = len(game.definition["scoring"]["counts"]["swamp"]["table"]) - 1
    assert re.findall(r"\d+", game.labels[language]["score:swamp.note"]) == ["1", str(last)]


def test_the_mark_5_plus_is_printed_and_explorers_have_a_ship_behind(packaged):
    """Components, and Set up, 4: the other explorer lies ship side up."""
    tall_and_wide = (resources.folder("exports") / "faces" / "monster-tile.yaml").read_text(encoding="utf-8")
    assert len(re.findall(r'text: "5\+".*when: "range:from-5[ "]', tall_and_wide)) == 3
    assert packaged("big-monster").game.definition["kinds"]["explorer"]["back"] == "back-ship"


def test_two_of_twelve_explorers_wear_black_suits(count):
    """Rules for two players: discard the two black-suited explorers."""
    assert count(lambda card: card.kind == "explorer" and card.fields["suit"] == "black") == 2


def test_the_board_is_round_and_has_a_side_for_each_way_to_play(packaged):
    """Components: a circular board with two sides; Set up, 2: places for desert, rune and penalty medals."""
    (board,) = [card for card in packaged("big-monster").cards if card.kind == "board"]
    assert (board.copies, board.name_origin, board.rules_origin) == (1, "sample", "sample")
    kind = packaged("big-monster").game.definition["kinds"]["board"]
    assert (kind["face"], kind["back"]) == ("board", "board-team")
    text = (resources.folder("exports") / "faces" / "board.yaml").read_text(encoding="utf-8")
    assert "size: [190, 190]\ncut: circle\n" in text
    assert {"desert", "rune", "penalty"} < set(re.findall(r"id: medal-\d, use: (\w+)", text))
