"""Big Monster, "Final scoring" and the worked examples of its rulebook."""

from __future__ import annotations

import json

import pytest

from deckwright.errors import InputError
from deckwright.files.documents import document_of
from deckwright.scoring.reading import read_case
from deckwright.scoring.scores import score_sheet


@pytest.fixture
def score(packaged):
    """Score seats of a game that is still under way, so that any number of tiles will do."""

    def run(seats, *, mode="competitive", is_whole=False, **more):
        box = packaged("big-monster")
        document = document_of(json.dumps({"mode": mode, "seats": seats, **more}, indent=1), "zones.yaml")
        cards = {card.id: card for card in box.cards}
        return score_sheet(*read_case(document, box.game, cards, is_whole=is_whole))

    return run


@pytest.fixture
def parts(score):
    """Give the parts of one seat's points, among five."""

    def run(*tiles, explorer="explorer-red-woman", medals=()):
        placed = [{"card": card, "at": [x, y]} for card, x, y in tiles]
        held = {"explorer": explorer, "tiles": placed, "medals": list(medals)}
        suits = ("black-woman", "black-man", "purple-woman", "blue-man", "green-man")
        others = [one for one in (f"explorer-{suit}" for suit in suits) if one != explorer][:4]
        scores = score({"Damien": held, **{one: {"explorer": one} for one in others}})
        return dict(scores.seats[0].parts)

    return run


def row(*cards, x=0, y=-2):
    """Lay upright tiles beside each other, above the explorer."""
    return [(card, x + number, y) for number, card in enumerate(cards)]


def refused(run):
    with pytest.raises(InputError) as caught:
        run()
    return {finding.rule for finding in caught.value.findings}


SIX_LAVA = [
    ("lava-purple-red-below", 2, 0),
    ("lava-green", 3, 0),
    ("lava-green", 2, 2),
    ("lava-purple-red-below", 3, 2),
    ("lava-blue-red-above", 3, 4),
    ("lava-blue-red-above", 4, 4),
]


def test_six_lava_monsters_and_their_crystals(parts):
    """Monster tiles, 3, Damien: 14 points for six lava monsters, 17 for a green, a red and a blue crystal."""
    found = parts(*SIX_LAVA)
    assert (found["lava"], found["crystals"]) == (14, 17)


def test_incomplete_crystals_give_nothing(parts):
    """Monster tiles, 3."""
    assert parts(SIX_LAVA[0], SIX_LAVA[1], SIX_LAVA[2])["crystals"] == 0


@pytest.mark.parametrize(("tiles", "points"), [(0, 0), (1, 2), (2, 8), (3, 18), (4, 32), (5, 50)])
def test_swamp_monsters(parts, tiles, points):
    """Monster tiles, 4: 2, 8, 18, 32 and 50 points."""
    assert parts(*row(*["swamp"] * tiles))["swamp"] == points


def test_sebastian_mutates_two_ice_monsters(parts):
    """Monster tiles, 1: a double mutagenic above two mutants, then a single one below the crab."""
    hen_and_crab = [("ice-blue", 2, 0), ("ice-orange", 3, 0)]
    assert parts(*hen_and_crab)["ice"] == 1 + 2
    double = ("mutagenic-double", 2, -1)
    assert parts(*hen_and_crab, double)["ice"] == 10 + 7
    single = ("mutagenic-single", 2, 2)
    assert parts(*hen_and_crab, double, single)["ice"] == 10 + 20


def test_a_hen_mutates_only_once(parts):
    """Monster tiles, 1: the chicken can no longer evolve."""
    assert (
        parts(("swamp", 2, 0), ("ice-blue", 3, 0), ("mutagenic-double", 2, -1), ("mutagenic-single", 2, 2))[
            "ice"
        ]
        == 10
    )


def test_a_single_mutagenic_reaches_above_its_right_half_only(parts):
    """Monster tiles, 1."""
    assert parts(("ice-red", 2, 0), ("mutagenic-single", 2, 2))["ice"] == 4


@pytest.mark.parametrize(
    ("species", "stages"),
    [("blue", [1, 10]), ("orange", [2, 7, 20]), ("green", [3, 8, 18]), ("red", [4, 9, 15])],
)
def test_the_stages_of_each_mutant(parts, species, stages):
    """Monster tiles, 1: what a mutant is worth plain, mutated, and mutated twice."""
    tile, above, below = (f"ice-{species}", 3, 0), ("mutagenic-double", 3, -1), ("mutagenic-single", 2, 2)
    beside = ("swamp", 2, 0)
    found = [parts(beside, *own)["ice"] for own in ([tile], [tile, above], [tile, above, below])]
    assert found[: len(stages)] == stages
    assert found[-1] == stages[-1]


def test_big_monsters_are_worth_1_by_halves_and_11_whole(parts):
    """Final scoring: 1 or 11 points."""
    assert parts(*row("big-left"))["big"] == 1
    assert parts(*row("big-left", "big-right"))["big"] == 11
    assert parts(*row("big-right", "big-left"))["big"] == 2


@pytest.mark.parametrize(
    ("card", "others", "points"),
    [
        ("grassland-green-crystal", ["rune-green", "rune-green"], 2),
        ("grassland-rune", ["rune-double"], 4),
        ("grassland-big-complete", ["big-left", "big-right"], 4),
        ("grassland-desert", ["desert", "desert"], 6),
        ("grassland-crystal-5", ["rune-green", "rune-green"], 1),
        ("grassland-lava-5", ["lava-green"], 1),
        ("grassland-grassland-5", ["grassland-desert"], 4),
        ("grassland-family", ["ice-blue", "big-left", "lava-green", "swamp", "desert", "rune-double"], 7),
    ],
)
def test_grassland_monsters(parts, card, others, points):
    """Monster tiles, 5."""
    assert parts(*row(card, *others))["grassland"] == points


def test_medals_count_for_grassland_and_explorer_the_penalty_too(parts):
    """Monster tiles, 5, and Explorers: 2 points per medal, including the penalty."""
    deserts = row("grassland-medal", "desert", "desert", "desert")
    found = parts(*deserts, explorer="explorer-orange-woman", medals=["medal-desert"])
    assert (found["grassland"], found["explorer"], found["medals"]) == (2, 2, 10)


@pytest.mark.parametrize(
    ("explorer", "tiles", "points"),
    [
        ("explorer-blue-man", ["ice-blue", "ice-red"], 2),
        ("explorer-red-woman", ["lava-green"], 1),
        ("explorer-green-woman", ["grassland-rune"], 1),
        ("explorer-blue-woman", ["big-left", "big-right"], 4),
        ("explorer-green-man", ["rune-green", "rune-green"], 1),
        ("explorer-red-man", ["rune-double", "rune-green"], 6),
    ],
)
def test_explorers(parts, explorer, tiles, points):
    """Explorers."""
    assert parts(*row(*tiles), explorer=explorer)["explorer"] == points


def test_an_explorer_counts_mutagenic_monsters_and_ice_tiles_apart(parts):
    """Explorers: 1 point per mutagenic monster, of which a double has two; ice tiles are the mutants."""
    tiles = [("mutagenic-double", 2, 0), ("mutagenic-single", 2, 1)]
    assert parts(*tiles, explorer="explorer-purple-man")["explorer"] == 3
    assert parts(*tiles, explorer="explorer-blue-man")["explorer"] == 0


def test_the_penalty_goes_to_all_who_have_the_fewest(score):
    """End of turn, and Medals: desert and rune monsters together, double runes twice, all tied."""
    held = {"explorer": "explorer-blue-man", "tiles": [{"card": "rune-double", "at": [2, 0]}]}
    scores = score(
        {
            "Ann": held,
            "Bea": {"explorer": "explorer-orange-man"},
            "Cleo": {"explorer": "explorer-red-man"},
            "Dan": {"explorer": "explorer-red-woman"},
        }
    )
    assert [seat.awards for seat in scores.seats] == [(), (), ("medal-penalty",), ("medal-penalty",)]
    assert [seat.points for seat in scores.seats] == [0, 0, -10, -10]


def test_a_penalty_that_somebody_else_has_is_refused(score):
    """End of turn."""
    seats = {
        "Ann": {"explorer": "explorer-orange-man", "medals": ["medal-penalty"]},
        "Bea": {"explorer": "explorer-red-man"},
    }
    assert refused(lambda: score(seats)) == {"award"}


def pads(mode_points):
    return {name: {"pad": {"lava": points}} for name, points in mode_points.items()}


def test_three_teams_of_the_example(score):
    """Final scoring: Team B wins with 93, before C with 83 and A with only 76."""
    points = {"Dimitri": 76, "Damien": 126, "Anne-Cat": 94, "François": 93, "Lise": 83, "Martin": 88}
    teams = {"A": ["Dimitri", "Damien"], "B": ["Anne-Cat", "François"], "C": ["Lise", "Martin"]}
    scores = score(pads(points), mode="team", teams=teams, is_whole=True)
    ranked = [(one.side.name, one.keys[0], one.rank) for one in scores.ranking.sides]
    assert ranked == [("B", 93, 1), ("C", 83, 2), ("A", 76, 3)]
    assert scores.ranking.decided_by == "points"


@pytest.mark.parametrize(
    ("higher", "tiles", "winners", "decided_by"),
    [
        ((95, 94), (0, 9), ["A"], "higher-score"),
        ((95, 95), (0, 9), ["B"], "big-tiles"),
        ((95, 95), (3, 3), ["A", "B"], "shared"),
    ],
)
def test_ties_of_teams(score, higher, tiles, winners, decided_by):
    """Final scoring: the higher scores, then most Big Monsters, then a shared victory."""
    seats = {
        "a": {"pad": {"ice": 90, "big-tiles": tiles[0]}},
        "b": {"pad": {"ice": 90, "big-tiles": tiles[1]}},
        "c": {"pad": {"ice": higher[0], "big-tiles": 0}},
        "d": {"pad": {"ice": higher[1], "big-tiles": 0}},
    }
    scores = score(seats, mode="team", teams={"A": ["a", "c"], "B": ["b", "d"]}, is_whole=True)
    assert [side.name for side in scores.ranking.winners] == winners
    assert scores.ranking.decided_by == decided_by


def test_a_tie_of_players_goes_to_most_big_monster_tiles(score):
    """Final scoring: in competitive mode."""
    seats = {name: {"pad": {"ice": 50, "big-tiles": tiles}} for name, tiles in (("a", 2), ("b", 4), ("c", 4))}
    scores = score(seats, is_whole=True)
    assert [side.name for side in scores.ranking.winners] == ["b", "c"]
    seats["c"]["pad"]["big-tiles"] = 3
    assert score(seats, is_whole=True).ranking.decided_by == "big-tiles"


def test_a_tie_of_two_goes_to_most_points_from_big_monsters(score):
    """Rules for 2-player games, End game."""
    seats = {"a": {"pad": {"ice": 39, "big": 11}}, "b": {"pad": {"ice": 47, "big": 3}}}
    scores = score(seats, mode="two-player", is_whole=True)
    assert [side.name for side in scores.ranking.winners] == ["a"]
    assert scores.ranking.decided_by == "big"


MEDALS = [
    ("medal-desert", ["desert"] * 3),
    ("medal-rune", ["rune-double", "rune-green", "rune-green"]),
    ("medal-big", ["big-left", "big-right"] * 2),
    ("medal-swamp-grassland", ["swamp", "swamp", "grassland-rune", "grassland-desert"]),
    ("medal-different", ["swamp", "desert", "rune-green", "big-left", "ice-blue"]),
    ("medal-lava", ["lava-green"] * 5),
    ("medal-ice", ["ice-blue", "ice-red"] * 3),
]


@pytest.mark.parametrize(("medal", "tiles"), MEDALS, ids=[medal for medal, _ in MEDALS])
def test_what_an_individual_medal_requires(score, medal, tiles):
    """Medals requirements description: who holds one must have met it."""

    def holding(own):
        placed = [{"card": card, "at": [x, y]} for card, x, y in row(*own)]
        return {"Ann": {"explorer": "explorer-red-woman", "tiles": placed, "medals": [medal]}}

    assert score(holding(tiles)).seats[0].parts["medals"] == (10 if medal == "medal-desert" else 5) - 10
    assert refused(lambda: score(holding(tiles[:-1]))) == {"claim"}


def test_what_an_explorer_starts_with_counts_for_medals(score):
    """Explorers: the desert counts for the Desert medal, the mutagenic monster for the Ice medal."""
    for explorer, medal, tiles in (
        ("explorer-orange-man", "medal-desert", ["desert"] * 2),
        ("explorer-purple-woman", "medal-ice", ["ice-blue", "ice-red", "ice-green"] + ["ice-orange"] * 2),
    ):
        placed = [{"card": card, "at": [x, y]} for card, x, y in row(*tiles)]
        score({"Ann": {"explorer": explorer, "tiles": placed, "medals": [medal]}})


def test_a_team_medal_takes_what_both_have_and_goes_to_both(score):
    """Awarding medals: the discoveries of both partners are added up, and each receives a medal."""

    def seats(first, second):
        return {
            name: {
                "explorer": explorer,
                "tiles": [{"card": "desert", "at": [number, -2]} for number in range(count)],
                "medals": medals,
            }
            for name, explorer, count, medals in (
                ("a", "explorer-blue-man", 4, first),
                ("b", "explorer-red-woman", 2, second),
                ("c", "explorer-red-man", 0, []),
                ("d", "explorer-green-man", 0, []),
            )
        }

    teams = {"A": ["a", "b"], "B": ["c", "d"]}
    medal = ["medal-desert-team"]
    scores = score(seats(medal, medal), mode="team", teams=teams)
    assert [seat.points for seat in scores.seats] == [10, 10, -10, -10]
    assert refused(lambda: score(seats(medal, []), mode="team", teams=teams)) == {"claim"}


@pytest.mark.parametrize(
    ("tiles", "rule"),
    [
        ([{"card": "swamp", "at": [1, -1]}], "overlap"),
        ([{"card": "swamp", "at": [3, 0]}], "gap"),
        ([{"card": "swamp", "at": [2, 2]}], "gap"),
        ([{"card": "swamp", "at": [2, 0], "turn": 180}], "upright"),
        ([{"card": "grassland-rune", "at": [2, 0]}, {"card": "grassland-rune", "at": [3, 0]}], "box"),
        ([{"card": "swamp", "at": [2, 0], "rotated": True}], "schema"),
    ],
)
def test_tiles_that_cannot_lie_so(score, tiles, rule):
    """Game turn, 3: upright, beside another tile by a side, and each only once."""
    assert refused(lambda: score({"Ann": {"explorer": "explorer-red-man", "tiles": tiles}})) == {rule}


def test_a_tile_may_stand_half_a_tile_lower(score):
    """Game turn, 3: adjacent by the long or the short side."""
    score({"Ann": {"explorer": "explorer-red-man", "tiles": [{"card": "swamp", "at": [2, 1]}]}})


@pytest.mark.parametrize(
    ("mode", "explorer", "tiles", "rule"),
    [
        ("competitive", "explorer-red-man", 17, "eighteen-tiles"),
        ("competitive", "explorer-red-man", 18, None),
        ("competitive", "explorer-red-man", 19, "eighteen-tiles"),
        ("competitive", "explorer-black-man", 19, None),
        ("competitive", "explorer-black-man", 20, "discarded-tile"),
        ("two-player", "explorer-red-man", 20, None),
        ("two-player", "explorer-red-man", 18, "twenty-tiles"),
        ("two-player", "explorer-black-man", 20, "no-black-suits"),
    ],
)
def test_how_many_tiles_lie_at_the_end(score, mode, explorer, tiles, rule):
    """End of turn: 18 tiles; Explorers: one more of the discard; Rules for 2-player games: 20."""
    first = ["ice-blue", "ice-orange", "ice-green", "ice-red", "big-left"] * 4
    second = ["swamp", "desert", "lava-green", "rune-green", "big-right"] * 4
    others = ["desert", "lava-blue-red-above", "lava-purple-red-below"] * 6
    seats = {
        "a": (explorer, first[:tiles]),
        "b": ("explorer-blue-man", second[: 20 if mode == "two-player" else 18]),
    }
    seats |= {} if mode == "two-player" else {"c": ("explorer-green-man", others)}
    value = {
        name: {"explorer": own, "tiles": [{"card": card, "at": [x, y]} for card, x, y in row(*cards)]}
        for name, (own, cards) in seats.items()
    }
    found = refused(lambda: score(value, mode=mode, is_whole=True)) if rule else set()
    if rule:
        assert rule in found
        assert found <= {rule, "box"}


def test_tiles_marked_5_are_for_five_and_six(score):
    """Set up, 5."""
    tiles = [{"card": "ice-blue-5", "at": [2, 0]}]
    four = {name: {"explorer": f"explorer-{name}"} for name in ("red-man", "red-woman", "blue-man")}
    ann = {"Ann": {"explorer": "explorer-green-man", "tiles": tiles}}
    assert refused(lambda: score({**ann, **four})) == {"tiles-from-five"}
    score({**ann, **four, "five": {"explorer": "explorer-blue-woman"}})


def test_seven_players_and_odd_teams_are_refused(score):
    """Three game modes: 3 to 6 players, teams of two."""
    assert refused(lambda: score(pads(dict.fromkeys("abcdefg", 1)), is_whole=True)) == {"players"}
    odd = pads(dict.fromkeys("abcde", 1))
    found = refused(
        lambda: score(odd, mode="team", teams={"A": ["a", "b"], "B": ["c", "d", "e"]}, is_whole=True)
    )
    assert found == {"players", "team"}
