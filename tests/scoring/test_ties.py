"""Ties that pads leave open: who wins is asked for, and who only loses stays equal, in every game."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckwright.errors import InputError
from deckwright.model.scoring import RankingKey
from deckwright.scoring.score import Side, rank

# game, mode, a part of its points with a high and a low number, what breaks a tie
GAMES = [
    ("data-monsters", "standard", "big-data", (20, 5), "hardest"),
    ("dataset", "level-4", "treasures", (5, 1), "sensitive"),
    ("big-monster", "competitive", "lava", (15, 5), "big-tiles"),
]
ORDER = (RankingKey("points", "points"), RankingKey("first", "first"), RankingKey("second", "second"))


def pads(part, points, **more):
    return {
        name: {"pad": {part: number, **more.get(name, {})}}
        for name, number in zip("abcd", points, strict=False)
    }


@pytest.mark.parametrize(("game", "mode", "part", "points", "key"), GAMES)
def test_a_tie_among_losers_does_not_keep_the_winner_from_winning(scored, game, mode, part, points, key):
    high, low = points
    scores = scored(game, {"mode": mode, "seats": pads(part, (high, low, low))}, is_whole=True)
    assert [(one.side.name, one.rank) for one in scores.ranking.sides] == [("a", 1), ("b", 2), ("c", 2)]
    assert scores.ranking.decided_by == "points"
    assert [(one.rule, one.severity) for one in scores.findings] == [("tie", "info")]
    assert key in scores.findings[0].message


@pytest.mark.parametrize(("game", "mode", "part", "points", "key"), GAMES)
def test_a_tie_for_the_victory_asks_every_pad_that_lacks_what_breaks_it(
    scored, game, mode, part, points, key
):
    high, low = points
    with pytest.raises(InputError) as caught:
        scored(game, {"mode": mode, "seats": pads(part, (high, high, low), a={key: 3})}, is_whole=True)
    assert [(one.rule, one.where.line) for one in caught.value.findings] == [("pad", 11)]
    with pytest.raises(InputError) as caught:
        scored(game, {"mode": mode, "seats": pads(part, (high, high, low))}, is_whole=True)
    assert ["of a lacks" in one.message or "of b lacks" in one.message for one in caught.value.findings] == [
        True,
        True,
    ]


@pytest.mark.parametrize(("game", "mode", "part", "points", "key"), GAMES)
def test_what_breaks_a_tie_is_taken_from_the_pads_that_have_it(scored, game, mode, part, points, key):
    high, low = points
    held = {"a": {key: 3}, "b": {key: 2}}
    scores = scored(game, {"mode": mode, "seats": pads(part, (high, high, low), **held)}, is_whole=True)
    assert ([side.name for side in scores.ranking.winners], scores.ranking.decided_by) == (["a"], key)
    assert [one.rule for one in scores.findings if one.rule == "tie"] == []


def test_losing_teams_stay_equal_too(scored):
    teams = {"A": ["a", "b"], "B": ["c", "d"], "C": ["e", "f"]}
    points = dict(zip("abcdef", (50, 60, 10, 20, 10, 20), strict=True))
    seats = {name: {"pad": {"grassland": number}} for name, number in points.items()}
    scores = scored("big-monster", {"mode": "team", "teams": teams, "seats": seats}, is_whole=True)
    assert [(one.side.name, one.rank) for one in scores.ranking.sides] == [("A", 1), ("B", 2), ("C", 2)]
    assert [(one.rule, one.severity) for one in scores.findings] == [("tie", "info")]


def test_three_losers_that_a_second_key_parts_are_ranked_as_far_as_it_goes(scored):
    held = {"b": {"sensitive": 5}, "c": {"sensitive": 5}, "d": {"sensitive": 7}}
    value = {"seats": pads("treasures", (3, 1, 1, 1), **held)}
    scores = scored("dataset", value, is_whole=True)
    ranks = {one.side.name: one.rank for one in scores.ranking.sides}
    assert ranks == {"a": 1, "d": 2, "b": 3, "c": 3}


COUNTS = st.fixed_dictionaries(
    {"points": st.integers(0, 2)}, optional={"first": st.integers(0, 2), "second": st.integers(0, 1)}
)


def naive(sides):
    """Whom each side beats, decided pair by pair; None where a pad lacks what would tell."""

    def beats(one, other, peers):
        for number, key in enumerate(("points", "first", "second")):
            alike = [
                side for side in peers if all(side.get(k) == one.get(k) for k in ("points", "first")[:number])
            ]
            if any(key not in side for side in alike):
                return None
            if one[key] != other[key]:
                return one[key] > other[key]
        return False

    return [[beats(one, other, sides) for other in sides] for one in sides]


@given(st.lists(COUNTS, min_size=2, max_size=5))
def test_ranks_are_those_of_comparing_every_pair(counts):
    sides = [Side(str(number), (str(number),), (one,)) for number, one in enumerate(counts)]
    ranking = rank(sides, ORDER)
    beats = naive(counts)
    wanted = {
        str(number): 1 + sum(bool(beats[other][number]) for other in range(len(counts)))
        for number in range(len(counts))
    }
    assert {one.side.name: one.rank for one in ranking.sides} == wanted
    best = [number for number in range(len(counts)) if wanted[str(number)] == 1]
    is_open = any(beats[one][other] is None for one in best for other in best if one != other)
    assert any(tie.is_first for tie in ranking.open_ties) == is_open


def test_a_side_alone_wins_by_what_is_compared_first():
    alone = rank([Side("a", ("a",), ({"points": 1, "first": 1, "second": 1},))], ORDER)
    assert ([side.name for side in alone.winners], alone.decided_by, alone.open_ties) == (["a"], "points", ())
    [open_tie] = rank([Side("a", ("a",), ({},))], ORDER[:1]).open_ties
    assert (open_tie.missing, open_tie.is_first) == (("a",), True)


def test_keys_that_were_not_needed_count_nothing():
    sides = [
        Side(name, (name,), ({"points": points, "first": 3, "second": 3},))
        for name, points in (("a", 2), ("b", 1))
    ]
    assert [one.keys for one in rank(sides, ORDER).sides] == [(2, 0, 0), (1, 0, 0)]


def test_an_open_tie_names_the_sides_the_count_and_the_seats_that_lack_it(scored):
    seats = {name: {"pad": {"lava": points}} for name, points in (("a", 15), ("b", 5), ("c", 5))}
    (tie,) = scored("big-monster", {"mode": "competitive", "seats": seats}, is_whole=True).findings
    assert tie.message == "b, c are tied: “big-tiles” would break the tie, but is not on the pad of b, c."
    assert (tie.rule, tie.severity, tie.where.line) == ("tie", "info", 10)
    seats["b"]["pad"]["lava"] = 15
    with pytest.raises(InputError) as caught:
        scored("big-monster", {"mode": "competitive", "seats": seats}, is_whole=True)
    assert [one.message for one in caught.value.findings] == [
        f"First place is tied, and the pad of {name} lacks the tie-breaker: add “big-tiles”."
        for name in ("a", "b")
    ]
    assert all(one.cite for one in caught.value.findings)
