"""Big Monster, "Awarding medals", "Medals requirements description" and "End of turn": medals and the penalty."""

from __future__ import annotations

import pytest

# what is required, how many of one player, of a team, points, in play
MEDALS = [
    ("desert", 3, 6, 10, "permanent"),
    ("rune", 4, 8, 5, "permanent"),
    ("big", 2, 4, 5, "random"),
    ("swamp-grassland", 4, 8, 5, "random"),
    ("different", 5, 7, 5, "random"),
    ("lava", 5, 10, 5, "random"),
    ("crystals", 1, 3, 5, "random"),
    ("ice", 6, 12, 5, "random"),
    ("mutagenic", 4, 8, 5, "random"),
]

GREEN = [("rune-green", 2, 0), ("rune-green", 3, 0)]
RED = [("rune-red-bottom", 4, 0), ("rune-red-top", 4, 2)]
BLUE = [("lava-green", 5, 0), ("lava-green", 6, 0), ("lava-green", 5, 2), ("lava-green", 6, 2)]
PURPLE = [("lava-purple-red-below", column, 0) for column in (2, 3)] + [("lava-purple-red-below-5", 4, 0)]
PURPLE += [("lava-purple-red-above", column, 2) for column in (2, 3)] + [("lava-purple-red-above-5", 4, 2)]
DOUBLES = [("mutagenic-double", 2, row) for row in range(4)]

# The last tile is the one that is just needed.
ALONE = {
    "desert": ["desert"] * 3,
    "rune": ["rune-double", "rune-green", "rune-red-top"],
    "big": ["big-left", "big-right", "big-left", "big-right"],
    "swamp-grassland": ["swamp", "swamp", "grassland-rune", "grassland-desert"],
    "different": ["swamp", "desert", "rune-green", "ice-blue", "big-left"],
    "lava": ["lava-green"] * 5,
    "crystals": [*GREEN, *RED, *BLUE],
    "ice": [("mutagenic-double", 2, 0), *["ice-blue", "ice-red"] * 2, "ice-green"],
    "mutagenic": [("mutagenic-double", 2, 0), ("mutagenic-single", 2, 1), ("mutagenic-single", 2, 2)],
}
TOGETHER = {
    "desert": (["desert"] * 2, ["desert"] * 4),
    "rune": (["rune-double", "rune-double-5"], ["rune-green"] * 2 + ["rune-red-top"] * 2),
    "big": (["big-left", "big-right"], ["big-left", "big-right"] * 3),
    "swamp-grassland": (["swamp"] * 5, ["grassland-rune", "grassland-desert", "grassland-medal"]),
    "different": (
        ["swamp", "desert", "rune-green"],
        ["ice-blue", "lava-green", "grassland-rune", "big-right"],
    ),
    "lava": (["lava-green"] * 7, ["lava-blue-red-above"] * 3),
    "crystals": (PURPLE, [*GREEN, *RED, *BLUE]),
    "ice": (["ice-blue", "ice-red", "ice-green"] * 2, [*DOUBLES, "ice-orange", "ice-orange"]),
    "mutagenic": (DOUBLES[:2], [*DOUBLES[:1], ("mutagenic-single", 2, 1), ("mutagenic-single", 2, 2)]),
}
TEAMS = {"A": ["a", "b"], "B": ["c", "d"], "C": ["e", "f"]}

each_sort = pytest.mark.parametrize("sort", [medal[0] for medal in MEDALS])


@pytest.fixture
def medals(packaged):
    """The medals by their ids."""
    return {card.id: card for card in packaged("big-monster").cards if card.kind == "medal"}


@pytest.fixture
def six(zone):
    """Make six seats of three teams; what the two of team A have is given."""

    def run(first, second, medals=((), ()), explorers=("blue-man", "red-woman")):
        own = {
            name: zone(*tiles, explorer=f"explorer-{suit}", medals=held)
            for name, tiles, suit, held in zip("ab", (first, second), explorers, medals, strict=True)
        }
        others = zip("cdef", ("red-man", "green-man", "purple-man", "black-man"), strict=True)
        return own | {name: zone(explorer=f"explorer-{suit}") for name, suit in others}

    return run


@pytest.mark.parametrize(("sort", "alone", "team", "points", "when"), MEDALS)
def test_a_medal_says_what_it_requires_and_gives(medals, sort, alone, team, points, when):
    """Medals requirements description."""
    for name, amount, side in [(f"medal-{sort}", alone, "individual"), (f"medal-{sort}-team", team, "team")]:
        expected = {"requires": sort, "amount": amount, "points": points, "when": when, "side": side}
        assert medals[name].fields == expected


def test_the_penalty_takes_10_points_and_is_in_every_game(medals):
    """Medals requirements description: -10, among the permanent ones."""
    penalty = medals["medal-penalty"].fields
    assert penalty == {"requires": "penalty", "points": -10, "when": "permanent"}
    assert {card.fields["points"] for card in medals.values()} == {5, 10, -10}


@each_sort
def test_a_player_needs_so_many_for_an_individual_medal(refused, zone, sort):
    """Medals requirements description; Awarding medals: with the tiles placed before the player only."""
    medal = f"medal-{sort}"
    others = {
        suit: zone(explorer=f"explorer-{suit}") for suit in ("blue-man", "red-man", "green-man", "black-man")
    }
    assert refused({"Ann": zone(*ALONE[sort], medals=[medal]), **others}) == set()
    assert refused({"Ann": zone(*ALONE[sort][:-1], medals=[medal]), **others}) == {"claim"}


@pytest.mark.parametrize(("sort", "points"), [("desert", 10), ("rune", 5)])
def test_a_medal_gives_its_points(parts, sort, points):
    """Final scoring: 5 points, 10 for deserts, while nobody else has the fewest of these monsters."""
    assert parts(*ALONE[sort], medals=[f"medal-{sort}"])["medals"] == points


@each_sort
def test_a_team_needs_so_many_together_for_a_team_medal(refused, six, sort):
    """Medals requirements description; Awarding medals: what both partners have placed is added up."""
    first, second = TOGETHER[sort]
    medal = [f"medal-{sort}-team"]
    assert refused(six(first, second, (medal, medal)), mode="team", teams=TEAMS) == set()
    assert refused(six(first, second[:-1], (medal, medal)), mode="team", teams=TEAMS) == {"claim"}


def test_each_partner_has_the_team_medal_whatever_they_gave_to_it(score, refused, six):
    """Awarding medals."""
    deserts, medal = ["desert"] * 6, ["medal-desert-team"]
    scores = score(six(deserts, [], (medal, medal)), mode="team", teams=TEAMS)
    assert [seat.parts["medals"] for seat in scores.seats] == [10, 10, -10, -10, -10, -10]
    assert refused(six(deserts, [], (medal, [])), mode="team", teams=TEAMS) == {"claim"}


def test_players_who_meet_it_on_the_same_turn_all_have_the_medal(score, zone):
    """Awarding medals: extra ones of the same value are used."""
    deserts = ["desert"] * 3
    for second in ("medal-desert", "medal-spare-10"):
        seats = {
            "Ann": zone(*deserts, explorer="explorer-red-man", medals=["medal-desert"]),
            "Bea": zone(*deserts, explorer="explorer-blue-man", medals=[second]),
            "Cleo": zone(explorer="explorer-green-man"),
        }
        assert [seat.points for seat in score(seats).seats] == [10, 10, -10]


def test_teams_that_meet_it_on_the_same_turn_all_have_the_medal(score, six, zone):
    """Awarding medals: as with individual medals, whether extra ones are written or the same."""
    for second in ("medal-desert-team", "medal-spare-10"):
        seats = six(["desert"] * 4, ["desert"] * 2, [["medal-desert-team"]] * 2)
        seats["c"] = zone("desert-5", "desert-5", "desert", explorer="explorer-orange-man", medals=[second])
        seats["d"] = zone("desert", "desert-5", explorer="explorer-red-man", medals=[second])
        scores = score(seats, mode="team", teams=TEAMS)
        assert [seat.parts["medals"] for seat in scores.seats] == [10, 10, 10, 10, -10, -10]


DRAGONS = ["lava-blue-red-above"] * 4 + ["lava-blue-red-below"]
GREAT, LESS = "medal-spare-10", "medal-spare-5"
# medals and tiles of Ann, of Bea; by which rules that is refused
SPARES = [
    (["medal-desert"], ["desert"] * 3, [GREAT], ["desert"] * 3, set()),
    (["medal-desert"], ["desert"] * 3, [GREAT], ["desert"] * 2, {"claim"}),
    (["medal-desert"], ["desert"] * 3, [LESS], ["desert"] * 3, {"claim"}),
    ([], ["desert"] * 3, [GREAT], ["desert"] * 3, {"claim"}),
    ([], [], [LESS], [], {"claim"}),
    (["medal-lava"], ["lava-green"] * 5, [LESS], DRAGONS, set()),
    (["medal-lava"], ["lava-green"] * 5, [LESS, LESS], DRAGONS, {"claim"}),
    (["medal-lava"], ["lava-green"] * 5, ["medal-lava", LESS], DRAGONS, {"claim"}),
]


@pytest.mark.parametrize(("medals", "tiles", "spares", "others", "rules"), SPARES)
def test_a_spare_medal_is_for_an_achievement_too(refused, zone, medals, tiles, spares, others, rules):
    """Awarding medals: if several meet the conditions on the same turn, extra medals of the same value are used."""
    seats = {
        "Ann": zone(*tiles, explorer="explorer-red-man", medals=medals),
        "Bea": zone(*others, explorer="explorer-blue-man", medals=spares),
    }
    assert refused(seats) == rules


def test_spares_of_a_team_go_to_both_partners(refused, six, zone):
    """Awarding medals: two or more teams that meet it on the same turn all earn it, as with individual medals."""
    for spares, rules in (([GREAT], {"claim"}), ([], set())):
        seats = six(["desert"] * 4, ["desert"] * 2, [["medal-desert-team"]] * 2)
        seats["c"] = zone("desert-5", "desert-5", "desert", explorer="explorer-orange-man", medals=spares)
        seats["d"] = zone("desert", "desert-5", explorer="explorer-red-man")
        assert refused(seats, mode="team", teams=TEAMS) == rules


ICE = ["ice-blue", "ice-red", "ice-green"] * 2
FULL = [
    ["lava-green"] * 5 + ["swamp"] * 4 + ICE + ["desert", "big-left", "rune-red-bottom"],
    ["desert"] * 7 + ["big-right"] * 5 + ["rune-green"] * 2 + ["ice-orange"] * 4,
    [*ICE, *["lava-blue-red-above"] * 4, *["lava-green", "lava-blue-red-below"] * 2]
    + ["rune-blue-top", "rune-red-top"] * 2,
]


@pytest.mark.parametrize(
    ("settings", "sorts", "is_reported"),
    [({}, 4, True), ({"medals": 4}, 4, False), ({}, 3, False), ({"medals": 1}, 2, True)],
)
def test_no_more_sorts_of_drawn_medals_are_won_than_lie_on_the_board(
    score, zone, settings, sorts, is_reported
):
    """Set up, 2: how many are drawn is a setting, and more than these are told."""
    medals = ["medal-lava", "medal-swamp-grassland", "medal-different", "medal-ice"][:sorts]
    seats = {
        "Ann": zone(*FULL[0], explorer="explorer-red-man", medals=medals),
        "Bea": zone(*FULL[1], explorer="explorer-blue-man"),
        "Cleo": zone(*FULL[2], explorer="explorer-green-man"),
    }
    scores = score(seats, settings=settings, is_whole=True)
    assert ("drawn-medals" in {one.rule for one in scores.findings}) == is_reported


def test_nobody_has_a_medal_twice(refused, zone):
    """Awarding medals: it is earned when its requirements are met, once."""
    twice = zone(*["desert"] * 6, medals=["medal-desert", "medal-desert"])
    assert refused({"Ann": twice}) == {"medals-once"}


def test_team_medals_are_for_teams(refused, zone):
    """Three game modes; Rules for 2-player games, Set up, 1: team medals go back into the box."""
    held = zone(*["desert"] * 6, medals=["medal-desert-team"])
    assert refused({"Ann": held}) == {"team-medals"}
    assert refused({"Ann": held}, mode="two-player") == {"team-medals"}


# for each player: tiles, explorer; who gets the penalty
FEWEST = [
    ([(["desert"], "red-man"), (["rune-green"], "blue-man"), ([], "green-man")], [2]),
    ([(["desert", "rune-red-top"], "red-man"), (["desert"], "blue-man"), (["desert"] * 3, "green-man")], [1]),
    ([(["desert"], "red-man"), (["rune-green"], "blue-man"), (["desert"] * 2, "green-man")], [0, 1]),
    ([([], "red-man"), ([], "blue-man"), ([], "green-man")], [0, 1, 2]),
    ([(["rune-double"], "red-man"), (["desert"] * 2, "blue-man"), (["rune-green"], "green-man")], [2]),
    ([([], "orange-man"), ([], "blue-man"), (["desert"], "green-man")], [1]),
]


@pytest.mark.parametrize(("players", "losers"), FEWEST)
def test_whoever_has_the_fewest_desert_and_rune_monsters_gets_the_penalty(score, zone, players, losers):
    """End of turn; Medals: all who tie; a rune tile with two monsters counts two, an explorer's desert one."""
    seats = {
        f"Seat {number}": zone(*tiles, explorer=f"explorer-{suit}")
        for number, (tiles, suit) in enumerate(players)
    }
    scores = score(seats)
    assert [number for number, seat in enumerate(scores.seats) if seat.awards] == losers
    assert [seat.parts["medals"] for seat in scores.seats] == [
        -10 if number in losers else 0 for number in range(len(players))
    ]


def test_a_penalty_that_somebody_else_has_is_refused(refused, zone):
    """End of turn."""
    seats = {
        "Ann": zone(explorer="explorer-orange-man", medals=["medal-penalty"]),
        "Bea": zone(explorer="explorer-red-man"),
    }
    assert refused(seats) == {"award"}


def test_a_penalty_and_a_spare_for_one_player_are_refused(refused, zone):
    """End of turn: the player with the fewest takes *a* penalty medal."""
    seats = {
        "Ann": zone(explorer="explorer-orange-man", medals=["medal-penalty", "medal-spare-penalty"]),
        "Bea": zone(explorer="explorer-red-man", medals=["medal-spare-penalty"]),
    }
    assert refused(seats) == {"one-penalty"}


# desert and rune monsters of a and b, c and d, e and f; teams with the penalty
TEAM_FEWEST = [
    ((0, 3, 2, 2, 1, 3), "A"),
    ((2, 1, 3, 0, 4, 4), "AB"),
    ((0, 4, 1, 1, 0, 2), "BC"),
    ((1, 1, 1, 1, 2, 0), "ABC"),
]


@pytest.mark.parametrize(("counts", "teams"), TEAM_FEWEST)
def test_both_of_a_team_with_the_fewest_together_get_the_penalty(score, zone, counts, teams):
    """End of turn, and Medals: the monsters of both are added up; tied teams all get it."""
    suits = ("red-man", "green-man", "purple-man", "black-man", "blue-man", "red-woman")
    deserts = iter(["desert"] * 8 + ["desert-5"] * 3 + ["rune-red-top"] * 2 + ["rune-red-bottom"] * 2)
    seats = {
        name: zone(*(next(deserts) for _ in range(count)), explorer=f"explorer-{suit}")
        for name, count, suit in zip("abcdef", counts, suits, strict=True)
    }
    scores = score(seats, mode="team", teams=TEAMS)
    assert {seat.team for seat in scores.seats if seat.parts["medals"] == -10} == set(teams)
    assert sum(len(seat.awards) for seat in scores.seats) == 2 * len(teams)
