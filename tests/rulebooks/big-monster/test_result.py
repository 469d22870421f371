"""Big Monster, "Final scoring", "Three game modes" and "Rules for 2-player games": who wins."""

from __future__ import annotations

import pytest

TEAMS = {"A": ["Dimitri", "Damien"], "B": ["Anne-Cat", "François"], "C": ["Lise", "Martin"]}
POINTS = {"Dimitri": 76, "Damien": 126, "Anne-Cat": 94, "François": 93, "Lise": 83, "Martin": 88}
PAD = ["ice", "big", "lava", "grassland", "swamp", "crystals", "explorer", "medals"]

# the higher scores of A and B, whose lower ones are both 90; Big Monster tiles of each seat; what decides
TEAM_TIES = [
    ((95, 94), ((0, 0), (5, 5)), ["A"], "higher-score"),
    ((94, 95), ((5, 5), (0, 0)), ["B"], "higher-score"),
    ((95, 95), ((0, 4), (3, 2)), ["B"], "big-tiles"),
    ((95, 95), ((1, 4), (2, 2)), ["A"], "big-tiles"),
    ((95, 95), ((1, 4), (2, 3)), ["A", "B"], "shared"),
]

# Big Monster tiles of a, b and c, who have 50 points each
PLAYER_TIES = [
    ((2, 4, 3), ["b"], "big-tiles"),
    ((4, 1, 3), ["a"], "big-tiles"),
    ((2, 4, 4), ["b", "c"], "shared"),
]

# points from Big Monsters of a and b, who have 50 points each; what decides
TWO_TIES = [
    ((11, 3), ["a"], "big-points"),
    ((2, 12), ["b"], "big-points"),
    ((11, 11), ["a", "b"], "shared"),
]

# players, mode, whether so many play it
PLAYERS = [
    *((players, "competitive", 3 <= players <= 6) for players in range(1, 8)),
    *((players, "team", players in {4, 6}) for players in range(2, 9)),
    *((players, "two-player", players == 2) for players in range(1, 5)),
]


def winners(scores):
    return [side.name for side in scores.ranking.winners]


@pytest.mark.parametrize(("players", "mode", "may"), PLAYERS)
def test_each_mode_is_for_so_many_players(refused, pads, players, mode, may):
    """Three game modes: 3 to 6 against each other, teams with 4 or 6, special rules for 2."""
    seats = pads({f"Seat {number}": number for number in range(players)})
    teams = {}
    if mode == "team":
        for number, seat in enumerate(seats):
            teams.setdefault(f"Team {number // 2}", []).append(seat)
    more = {"teams": teams} if teams else {}
    found = refused(seats, mode=mode, is_whole=True, **more)
    assert ("players" not in found) is may
    assert not may or found == set()


@pytest.mark.parametrize(
    "teams",
    [{"A": ["a", "b", "c"], "B": ["d"]}, {"A": ["a", "b"], "B": ["c"]}, {"A": ["a", "b", "c", "d"]}, None],
)
def test_teams_are_of_two(refused, pads, teams):
    """Three game modes."""
    more = {"teams": teams} if teams else {}
    assert refused(pads(dict.fromkeys("abcd", 1)), mode="team", is_whole=True, **more) == {"team"}


def test_the_parts_of_the_points_are_those_of_the_scoring_pad(packaged):
    """Final scoring: eight lines in this order, then the total."""
    assert packaged("big-monster").game.definition["scoring"]["parts"] == PAD


def test_the_total_is_what_all_parts_are_together(score):
    """Final scoring; medals can take points away."""
    pad = dict(zip(PAD, (20, 12, 14, 7, 18, 17, 4, -10), strict=True))
    seats = {"a": {"pad": pad}, "b": {"pad": {"ice": 1}}}
    assert score(seats, mode="two-player", is_whole=True).seats[0].points == 82


def test_the_lower_score_is_that_of_the_team(score, pads):
    """Final scoring, the example: team B wins with 93 points, before C with 83 and A with 76."""
    scores = score(pads(POINTS), mode="team", teams=TEAMS, is_whole=True)
    ranked = [(one.side.name, one.keys[0], one.rank) for one in scores.ranking.sides]
    assert ranked == [("B", 93, 1), ("C", 83, 2), ("A", 76, 3)]
    assert scores.ranking.decided_by == "points"


@pytest.mark.parametrize(("higher", "tiles", "won", "decided_by"), TEAM_TIES)
def test_tied_teams(score, higher, tiles, won, decided_by):
    """Final scoring: the higher scores, then the most Big Monsters of both, then a shared victory."""
    rows = [(name, 90, tiles[number][0]) for number, name in enumerate("ab")]
    rows += [(name, higher[number], tiles[number][1]) for number, name in enumerate("cd")]
    seats = {name: {"pad": {"grassland": points, "big-tiles": big}} for name, points, big in rows}
    scores = score(seats, mode="team", teams={"A": ["a", "c"], "B": ["b", "d"]}, is_whole=True)
    assert (sorted(winners(scores)), scores.ranking.decided_by) == (won, decided_by)


def test_the_most_points_win_where_everybody_plays_alone(score, pads):
    """Three game modes, and Final scoring: competitive mode."""
    scores = score(pads({"a": 76, "b": 126, "c": 93}), is_whole=True)
    assert [(one.side.name, one.rank) for one in scores.ranking.sides] == [("b", 1), ("c", 2), ("a", 3)]


@pytest.mark.parametrize(("tiles", "won", "decided_by"), PLAYER_TIES)
def test_tied_players(score, tiles, won, decided_by):
    """Final scoring, competitive mode: the most Big Monster tiles; then, as we read it, a shared victory."""
    seats = {name: {"pad": {"ice": 50, "big-tiles": count}} for name, count in zip("abc", tiles, strict=True)}
    scores = score(seats, is_whole=True)
    assert (sorted(winners(scores)), scores.ranking.decided_by) == (won, decided_by)


@pytest.mark.parametrize(("big", "won", "decided_by"), TWO_TIES)
def test_two_tied_players(score, big, won, decided_by):
    """Rules for 2-player games, End game: the most points from Big Monsters, then a shared victory."""
    seats = {
        name: {"pad": {"ice": 50 - points, "big": points}} for name, points in zip("ab", big, strict=True)
    }
    scores = score(seats, mode="two-player", is_whole=True)
    assert (sorted(winners(scores)), scores.ranking.decided_by) == (won, decided_by)


def test_big_monsters_of_a_zone_break_a_tie(score, zone):
    """Final scoring: tiles count where each plays alone, points where two play."""
    ann = zone("big-left", "big-right", "desert", explorer="explorer-red-man")
    bea = zone("swamp", "swamp", "lava-green", "desert", explorer="explorer-blue-man")
    for mode, decided_by in [("competitive", "big-tiles"), ("two-player", "big-points")]:
        scores = score({"Ann": ann, "Bea": bea}, mode=mode)
        assert len({seat.points for seat in scores.seats}) == 1
        assert (winners(scores), scores.ranking.decided_by) == (["Ann"], decided_by)
