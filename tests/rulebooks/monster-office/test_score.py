"""Monster Office Workplace, "Play", "Scoring" and "End conditions": credit, and who has most of it."""

from __future__ import annotations

import json

import pytest

from deckwright.errors import InputError
from deckwright.files.yaml import document_of
from deckwright.scoring.score import score_document

# projects with what they need: one colour set to four, and the tokens of all of them
ALONE = {
    "p-open-window": (1, 3),
    "p-coffee-machine": (1, 5),
    "p-mummy-dress-code": (2, 6),
    "p-haunted-inbox": (2, 8),
    "p-team-building": (3, 8),
    "p-annual-report": (3, 9),
    "p-new-logo": (4, 11),
    "p-merge-departments": (4, 12),
}

# who completed it, tokens of Ann and of Bob, who filled what, credit of Ann and of Bob
SHARED = {
    "p-mummy-dress-code": [
        ("Ann", {"orange": 4}, {"green": 2}, {}, (4 + 1 + 2, 2 + 1)),
        ("Bob", {"orange": 4}, {"green": 2}, {}, (4 + 1, 2 + 1 + 2)),
        ("Bob", {"orange": 3}, {"orange": 1, "green": 2}, {"orange": "Bob"}, (3, 3 + 2 + 2)),
        ("Bob", {"orange": 3}, {"orange": 1, "green": 2}, {"orange": "Ann"}, (3 + 1, 3 + 1 + 2)),
    ],
    "p-coffee-machine": [
        ("Ann", {"red": 1}, {"red": 4}, {"red": "Ann"}, (1 + 1 + 1, 4)),
        ("Bob", {"red": 1}, {"red": 4}, {"red": "Bob"}, (1, 4 + 1 + 1)),
    ],
}

# projects that are completed, what is said of it
ENDS = [(9, [("warning", 9, 10)]), (10, []), (11, [("warning", 11, 10)])]


@pytest.fixture
def projects(packaged):
    """What each project needs, by colour."""
    return {
        card.id: {
            name.removeprefix("need_"): count
            for name, count in card.fields.items()
            if name.startswith("need_")
        }
        for card in packaged("monster-office").cards
        if card.kind == "project"
    }


@pytest.fixture
def score(packaged):
    """Score some completed projects."""

    def run(*done, seats=("Ann", "Bob"), settings=None):
        box = packaged("monster-office")
        value = {"projects": done, "seats": dict.fromkeys(seats), "settings": settings or {}}
        cards = {card.id: card for card in box.cards}
        return score_document(document_of(json.dumps(value, indent=1), "office.yaml"), box.game, cards)

    return run


@pytest.fixture
def refused(score):
    """Rules by which a score file is refused."""

    def run(*done, **more):
        with pytest.raises(InputError) as caught:
            score(*done, **more)
        return {finding.rule for finding in caught.value.findings if finding.severity == "error"}

    return run


def project(card, by, filled=None, **tokens):
    return {"card": card, "by": by, "tokens": tokens, "filled": filled or {}}


def points(scores):
    return tuple(seat.points for seat in scores.seats)


@pytest.mark.parametrize("card", ALONE)
def test_whoever_does_a_project_alone_gets_everything(score, projects, card):
    """Scoring: 1 for each colour set, 1 for each own token, and the number of colour sets for completing it."""
    sets, tokens = ALONE[card]
    scores = score(project(card, "Ann", Ann=projects[card]))
    assert scores.seats[0].parts == {"colour-sets": sets, "tokens": tokens, "rewards": sets}
    assert points(scores) == (sets + tokens + sets, 0)


@pytest.mark.parametrize(
    ("card", "number"), [(card, number) for card in SHARED for number in range(len(SHARED[card]))]
)
def test_credit_goes_to_whose_tokens_they_are_who_filled_and_who_completed(score, card, number):
    """Scoring: a colour set is credited to who completed it, a token to its owner, the project to its completer."""
    by, ann, bob, filled, credit = SHARED[card][number]
    assert points(score(project(card, by, filled, Ann=ann, Bob=bob))) == credit


def test_tokens_on_a_project_that_is_not_completed_give_nothing(score, packaged):
    """Scoring: everything is credited once the project has been completed, so only such projects are told."""
    assert points(score()) == (0, 0)
    zones = packaged("monster-office").game.definition["scoring"]["zones"]
    assert [zone["name"] for zone in zones.values()] == ["Completed projects"]


def test_who_put_the_last_token_of_a_colour_must_be_clear(refused):
    """Scoring: 1 point for completing a project's colour set, not for a share of it."""
    assert refused(project("p-coffee-machine", "Ann", Ann={"red": 3}, Bob={"red": 2})) == {"filled"}


@pytest.mark.parametrize("tokens", [{"red": 4}, {"red": 6}, {"red": 5, "blue": 1}, {"blue": 5}])
def test_a_project_is_filled_exactly(refused, tokens):
    """Scoring: "exactly", which is read as no token too many and none too few, of the right colour."""
    assert refused(project("p-coffee-machine", "Ann", Ann=tokens)) == {"tokens"}


def test_a_token_count_of_0_is_as_good_as_none(score):
    """Play: a number of tokens is placed; a table that writes 0 has placed none."""
    done = project("p-coffee-machine", "Ann", Ann={"red": 5, "blue": 0}, Bob={"red": 0})
    assert points(score(done)) == (1 + 5 + 1, 0)


# tokens of Ann and of Bob on a machine that needs five red ones; credit where an exact fill is a bonus
BONUS = [
    ({"red": 5}, {}, (1 + 5 + 1, 0)),
    ({"red": 6}, {}, (6 + 1, 0)),
    ({"red": 3}, {"red": 4}, (3 + 1, 4)),
]


@pytest.mark.parametrize(("ann", "bob", "credit"), BONUS)
def test_a_table_may_read_exactly_as_a_bonus_for_an_exact_fill(score, refused, ann, bob, credit):
    """Scoring, unclear: "(exactly)" forbids more tokens, or pays only for as many as are needed."""
    done = project("p-coffee-machine", "Ann", Ann=ann, Bob=bob)
    assert points(score(done, settings={"exact-fill": "bonus"})) == credit
    if sum(ann.values()) + sum(bob.values()) != 5:
        assert refused(done) == {"tokens"}


@pytest.mark.parametrize(
    ("tokens", "rule"), [({"red": 4}, "tokens"), ({"red": 5, "blue": 1}, "tokens"), ({"blue": 5}, "tokens")]
)
def test_an_exact_fill_as_a_bonus_does_not_do_without_a_token(refused, tokens, rule):
    """Scoring: the project is to be completed, and its tile has spaces for its own colours only."""
    done = project("p-coffee-machine", "Ann", Ann=tokens)
    assert refused(done, settings={"exact-fill": "bonus"}) == {rule}


def test_a_setting_that_is_none_is_refused_with_the_nearest_one(score):
    """A table's readings have names."""
    with pytest.raises(InputError, match="exact-fill") as caught:
        score(settings={"exact-fil": "bonus"})
    assert caught.value.where.line == 8
    with pytest.raises(InputError, match="Did you mean bonus"):
        score(settings={"exact-fill": "bonsu"})


def test_whoever_completes_a_project_has_filled_a_colour_of_it(refused):
    """Scoring."""
    assert refused(project("p-coffee-machine", "Bob", Ann={"red": 5})) == {"by"}
    assert refused(project("p-coffee-machine", "Bob", {"red": "Bob"}, Ann={"red": 5})) == {"filled"}


def test_a_project_that_is_completed_is_collected(refused):
    """Scoring: by who completed it, so that nobody can complete it again."""
    one = project("p-coffee-machine", "Ann", Ann={"red": 5})
    assert refused(one, one) == {"box"}


@pytest.mark.parametrize(("count", "expected"), ENDS)
def test_the_game_ends_with_ten_projects(score, projects, count, expected):
    """End conditions: fewer are told, and more too, which resources played in one turn can complete."""
    done = [project(card, "Ann", Ann=projects[card]) for card in list(projects)[:count]]
    findings = score(*done).findings
    assert [(one.severity, one.found, one.limit) for one in findings] == expected
    assert {one.cite for one in findings} <= {"Monster Office, End conditions"}


def test_the_most_credit_wins(score):
    """End conditions: all projects together."""
    scores = score(
        project("p-coffee-machine", "Ann", Ann={"red": 5}),
        project("p-casual-friday", "Bob", Bob={"violet": 4}),
        project("p-open-window", "Bob", {"orange": "Bob"}, Ann={"orange": 1}, Bob={"orange": 2}),
    )
    assert points(scores) == (8, 10)
    assert [(one.side.name, one.rank) for one in scores.ranking.sides] == [("Bob", 1), ("Ann", 2)]
    assert scores.ranking.decided_by == "points"


def test_the_same_credit_shares_the_victory(score):
    """End conditions: nothing is said of a tie."""
    scores = score(
        project("p-coffee-machine", "Ann", Ann={"red": 5}),
        project("p-open-window", "Ann", Ann={"orange": 3}),
        project("p-vampire-blinds", "Bob", Bob={"green": 5, "violet": 3}),
    )
    assert points(scores) == (12, 12)
    assert {side.name for side in scores.ranking.winners} == {"Ann", "Bob"}
    assert scores.ranking.decided_by == "shared"


@pytest.mark.parametrize(("players", "may"), [(1, False), (2, True), (6, True), (7, False)])
def test_two_to_six_are_scored(score, refused, players, may):
    """The rules name no number of players; from two to six is our reading."""
    seats = [f"Seat {number}" for number in range(players)]
    if may:
        assert len(score(seats=seats).seats) == players
    else:
        assert refused(seats=seats) == {"players"}
