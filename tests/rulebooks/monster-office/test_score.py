"""Monster Office Workplace, "Scoring" and "End conditions"."""

from __future__ import annotations

import json

import pytest

from deckwright.errors import InputError
from deckwright.files.documents import document_of
from deckwright.scoring.reading import score_document

SEATS = ("Ann", "Bob")


@pytest.fixture
def score(packaged):
    """Score some completed projects."""

    def run(*projects):
        box = packaged("monster-office")
        value = {"projects": projects, "seats": dict.fromkeys(SEATS)}
        cards = {card.id: card for card in box.cards}
        return score_document(document_of(json.dumps(value, indent=1), "office.yaml"), box.game, cards)

    return run


def project(card, by, filled=None, **tokens):
    return {"card": card, "by": by, "tokens": tokens, "filled": filled or {}}


def points(scores):
    return [seat.points for seat in scores.seats]


def refused(run):
    with pytest.raises(InputError) as caught:
        run()
    return [finding.rule for finding in caught.value.findings if finding.severity == "error"]


def test_one_player_alone_gets_tokens_sets_and_the_number_of_sets(score):
    """Scoring: 1 for each own token, 1 for the colour set, and the number of colour sets to the completer."""
    scores = score(project("p-coffee-machine", "Ann", Ann={"red": 5}))
    assert scores.seats[0].parts == {"colour-sets": 1, "tokens": 5, "rewards": 1}
    assert points(scores) == [7, 0]


def test_a_colour_set_is_credited_to_whoever_completed_it(score):
    """Scoring: also where another player completes the project."""
    shared = {"Ann": {"orange": 4}, "Bob": {"green": 2}}
    assert points(score(project("p-mummy-dress-code", "Bob", **shared))) == [4 + 1, 2 + 1 + 2]


def test_who_put_the_last_token_of_a_colour_must_be_clear(score):
    """Scoring: 1 point for completing a project's colour set, not for a share of it."""
    both = {"Ann": {"red": 3}, "Bob": {"red": 2}}
    assert refused(lambda: score(project("p-coffee-machine", "Ann", **both))) == ["filled"]
    assert points(score(project("p-coffee-machine", "Ann", {"red": "Ann"}, **both))) == [5, 2]


@pytest.mark.parametrize("tokens", [{"red": 4}, {"red": 6}, {"red": 5, "blue": 1}])
def test_a_project_is_filled_exactly(score, tokens):
    """Scoring: "exactly", which is read as no token too many and none too few."""
    assert set(refused(lambda: score(project("p-coffee-machine", "Ann", Ann=tokens)))) == {"tokens"}


def test_whoever_completes_a_project_has_filled_a_colour_of_it(score):
    """Scoring."""
    assert refused(lambda: score(project("p-coffee-machine", "Bob", Ann={"red": 5}))) == ["by"]
    assert refused(lambda: score(project("p-coffee-machine", "Bob", {"red": "Bob"}, Ann={"red": 5}))) == [
        "filled"
    ]


def test_nobody_completes_a_project_twice(score):
    """Play: a project that is completed is collected."""
    one = project("p-coffee-machine", "Ann", Ann={"red": 5})
    assert refused(lambda: score(one, one)) == ["box"]


def test_a_game_that_has_not_ended_is_told(score):
    """End conditions: ten projects; fewer, or more in one turn, are only strange."""
    scores = score(project("p-coffee-machine", "Ann", Ann={"red": 5}))
    assert [(one.rule, one.severity, one.found, one.limit) for one in scores.findings] == [
        ("ten-projects", "warning", 1, 10)
    ]


def test_equal_credit_shares_the_victory(score):
    """End conditions: most credit wins, and no tie-break is named."""
    scores = score(
        project("p-coffee-machine", "Ann", {"red": "Ann"}, Ann={"red": 4}, Bob={"red": 1}),
        project("p-open-window", "Bob", Bob={"orange": 3}),
    )
    assert points(scores) == [6, 6]
    assert [side.name for side in scores.ranking.winners] == ["Ann", "Bob"]
    assert scores.ranking.decided_by == "shared"
