"""Cards of every game that somebody could have and nobody lists: they are told, and nothing is changed."""

from __future__ import annotations

import pytest

DESERTS = [{"card": "desert", "at": [2 + column, 0]} for column in range(3)]
SUITS = ("red-woman", "blue-man", "green-man", "red-man")


def table(mode, tiles, medals=()):
    """Seats of which the first has some tiles and medals."""
    seats = {suit: {"explorer": f"explorer-{suit}", "tiles": [], "medals": []} for suit in SUITS}
    seats["red-woman"] |= {"tiles": tiles, "medals": list(medals)}
    teams = {"teams": {"A": ["red-woman", "blue-man"], "B": ["green-man", "red-man"]}}
    return {"mode": mode, "seats": seats, **(teams if mode == "team" else {})}


def told(scores):
    return [(one.rule, one.severity, one.subjects, one.found, one.limit) for one in scores.findings]


@pytest.mark.parametrize("mode", ["competitive", "team"])
def test_a_medal_of_every_game_that_nobody_lists_is_told(scored, mode):
    """Big Monster, Medals requirements description: three desert tiles."""
    scores = scored("big-monster", table(mode, DESERTS))
    assert told(scores) == [("unlisted", "info", ("medal-desert",), 3, 3)]
    assert "red-woman could have it" in scores.findings[0].message
    assert scores.findings[0].where.line
    assert scores.seats[0].parts["medals"] == 0


def test_one_that_somebody_lists_or_nobody_could_have_is_not(scored):
    assert told(scored("big-monster", table("competitive", DESERTS, ["medal-desert"]))) == []
    assert told(scored("big-monster", table("competitive", DESERTS[:2]))) == []


def test_teams_are_counted_together(scored):
    """Big Monster, Medals requirements description: a team needs six."""
    document = table("team", DESERTS, ["medal-desert"])
    document["seats"]["blue-man"]["tiles"] = DESERTS
    assert told(scored("big-monster", document)) == [("unlisted", "info", ("medal-desert-team",), 6, 6)]


def test_drawn_medals_are_not_told_as_they_need_not_be_in_the_game(scored):
    swamps = [{"card": "swamp", "at": [2 + column, 0]} for column in range(4)]
    assert told(scored("big-monster", table("competitive", swamps))) == []
