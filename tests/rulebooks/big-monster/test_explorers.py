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
    """The explorers by their ids."""
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
    """Explorers: a double tile has two mutagenic monsters; a mutagenic tile is an ice tile (Monster tiles, 1)."""
    tiles = [("mutagenic-double", 2, 0), ("mutagenic-single", 2, 1)]
    assert parts(*tiles, explorer="explorer-purple-man")["explorer"] == 3
    assert parts(*tiles, explorer="explorer-blue-man")["explorer"] == 2


@pytest.mark.parametrize(("explorer", "medal", "tiles"), STARTS)
def test_what_an_explorer_starts_with_counts_for_medals(score, refused, zone, explorer, medal, tiles):
    """Explorers: a desert for the Desert and 5/7 medals, a mutagenic monster for the Ice and 5/7 medals."""
    held = {"Ann": zone(*tiles, explorer=explorer, medals=[medal])}
    assert medal in [entry.card for entry in score(held).sheet.seats[0].entries]
    assert refused({"Ann": zone(*tiles, explorer="explorer-red-man", medals=[medal])}) == {"claim"}


# where a mutant lies beside the explorer who starts with a mutagenic monster, and what it is worth there
ABOVE = [
    ("ice-orange", [1, -2], 7),
    ("ice-orange", [0, -2], 7),
    ("ice-blue", [1, -2], 10),
    ("ice-red", [0, -2], 9),
    ("ice-orange", [2, 0], 2),
    ("ice-orange", [-1, 0], 2),
    ("ice-orange", [0, 2], 2),
    ("ice-orange", [1, 2], 2),
    ("ice-orange", [2, -1], 2),
    ("ice-orange", [-1, -1], 2),
]


@pytest.mark.parametrize(("card", "at", "points"), ABOVE)
def test_the_monster_that_an_explorer_starts_with_mutates_what_is_directly_above(parts, card, at, points):
    """Explorers; Game turn, 3: a mutagenic monster that is properly connected to a mutant evolves it at once."""
    assert parts((card, *at), explorer="explorer-purple-woman")["ice"] == points
    assert parts((card, *at), explorer="explorer-red-woman")["ice"] == parts((card, 2, 0))["ice"]


def test_that_monster_mutates_two_mutants_and_helps_one_to_its_second_mutation(parts):
    """Game turn, 3: some monsters can mutate twice; each half of the explorer has a mutant above."""
    both = [("ice-orange", 0, -2), ("ice-orange", 1, -2)]
    assert parts(*both, explorer="explorer-purple-woman")["ice"] == 7 + 7
    twice = [("ice-orange", 1, -2), ("mutagenic-double", 1, -3)]
    assert parts(*twice, explorer="explorer-purple-woman")["ice"] == 20


@pytest.mark.parametrize(("at", "points"), [([1, -2], 7), ([0, -2], 2)])
def test_a_table_may_let_it_mutate_above_its_right_half_only(score, zone, at, points):
    """Unclear: a single mutagenic tile mutates above its right half, as players say; hence a setting."""
    held = {"Ann": zone(("ice-orange", *at), explorer="explorer-purple-woman")}
    assert score(held, settings={"explorer-mutagen": "above-right"}).seats[0].parts["ice"] == points


def test_the_mutagenic_monster_of_an_explorer_does_not_count_for_the_mutagenic_medal(score, refused, zone):
    """Explorers: it counts towards the Ice and 5/7 Different Monsters medals, and no other medal is named."""
    three = [("mutagenic-double", 2, 0), ("mutagenic-single", 2, 1)]
    four = [*three, ("mutagenic-single", 2, 2)]
    own = {"explorer": "explorer-purple-woman", "medals": ["medal-mutagenic"]}
    assert refused({"Ann": zone(*three, **own)}) == {"claim"}
    assert score({"Ann": zone(*four, **own)}).seats[0].points


def test_it_does_not_count_for_the_mutagenic_medal_of_a_team_either(refused, zone):
    """Explorers; Medals requirements description: 8 mutagenic monsters of both."""
    medal = ["medal-mutagenic-team"]
    four = [("mutagenic-double", 2, row) for row in range(2)]
    three = [("mutagenic-double", 2, 0), ("mutagenic-single", 2, 1)]
    others = {name: zone(explorer=f"explorer-{suit}") for name, suit in (("c", "red-man"), ("d", "blue-man"))}
    for second, rules in ((three, {"claim"}), ([*three, ("mutagenic-single", 2, 2)], set())):
        seats = {
            "a": zone(*four, explorer="explorer-purple-woman", medals=medal),
            "b": zone(*second, explorer="explorer-red-woman", medals=medal),
            **others,
        }
        assert refused(seats, mode="team", teams={"A": ["a", "b"], "B": ["c", "d"]}) == rules


@pytest.mark.parametrize(
    ("explorer", "medal", "tiles"),
    [
        ("explorer-orange-man", "medal-rune", ["rune-double", "rune-green"]),
        ("explorer-orange-man", "medal-swamp-grassland", ["swamp"] * 3),
        ("explorer-purple-woman", "medal-lava", ["lava-green"] * 4),
    ],
)
def test_what_an_explorer_starts_with_counts_for_no_other_medal(refused, zone, explorer, medal, tiles):
    """Explorers: the medals are named in brackets."""
    assert refused({"Ann": zone(*tiles, explorer=explorer, medals=[medal])}) == {"claim"}


# the setting, the penalties of an explorer with a desert and of one without, points of a monster that counts deserts
DESERTS = [("medals", True, 3), ("penalty", False, 3), ("everything", False, 6)]


@pytest.mark.parametrize(("choice", "has_penalty", "points"), DESERTS)
def test_a_table_says_what_the_desert_of_an_explorer_counts_for(score, zone, choice, has_penalty, points):
    """Unclear: two medals are named; nothing is said of the penalty and of grassland monsters."""
    seats = {
        "Ann": zone("desert", "grassland-desert", explorer="explorer-orange-man"),
        "Bea": zone("desert", explorer="explorer-red-woman"),
    }
    ann = score(seats, settings={"explorer-desert": choice}).seats[0]
    assert (bool(ann.awards), ann.parts["grassland"]) == (has_penalty, points)


def test_the_same_words_count_the_same(score, parts, zone):
    """Ice tiles are those of the Ice medal (Monster tiles, 1), and a desert tile is one wherever it is (Explorers)."""
    six = [
        "ice-blue",
        "ice-red",
        "ice-blue",
        "ice-red",
        ("mutagenic-double", 4, 0),
        ("mutagenic-single", 2, 0),
    ]
    ann = score({"Ann": zone(*six, explorer="explorer-blue-man", medals=["medal-ice"])}).seats[0]
    assert ann.parts["explorer"] == 6
    assert parts("grassland-desert", "swamp", explorer="explorer-orange-man")["grassland"] == 3


@pytest.mark.parametrize(("choice", "points"), [("mutants", 2), ("all", 3)])
def test_a_table_says_what_an_explorer_counts_as_ice_tiles(score, zone, choice, points):
    """Unclear: one point for each ice tile; the Ice medal says "horizontal and vertical", the explorer does not."""
    held = {"Ann": zone("ice-blue", "ice-red", ("mutagenic-double", 2, 0), explorer="explorer-blue-man")}
    assert score(held, settings={"ice-tiles": choice}).seats[0].parts["explorer"] == points


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
