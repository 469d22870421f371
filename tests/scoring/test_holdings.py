"""What a seat has on shared cards: tokens, filled pools, completed cards; and findings about tiles, where and about which cards."""

from __future__ import annotations

import pytest

from deckwright.errors import InputError
from deckwright.model.card import Card
from deckwright.model.score_zones import ScoreZone
from deckwright.model.scoring import ScoreSheet, Scoring, Seat, SharedCard
from deckwright.scoring.holdings import fillers, holding_of, needs, together

POOLS = {"red": "reds", "blue": "blues", "green": "greens"}
PROJECT = Card("office", "project", "project", "en", fields={"reds": 3, "blues": 2, "greens": 0})
ZONE = ScoreZone("projects", "shared", None, is_limited=True, forms=(), pools=POOLS)
SCORING = Scoring({"projects": ZONE}, (), (), {}, (), (), 1, (), (), None)


def held(seat, tokens, filled=None, by="Ann"):
    shared = SharedCard("projects", "project", by, tokens, filled or {})
    sheet = ScoreSheet("file.yaml", "office", "", (), (shared,))
    amounts = holding_of(Seat(seat), sheet, SCORING, {"project": PROJECT}).amounts
    return tuple(amounts["projects", name] for name in ("tokens", "filled", "pools"))


def test_a_card_needs_only_the_pools_with_a_number():
    assert needs(PROJECT, POOLS) == {"red": 3, "blue": 2}


def test_who_can_have_filled_a_pool():
    tokens = {"Ann": {"red": 1}, "Bob": {"red": 2, "blue": 2}, "Cleo": {}}
    assert fillers(tokens, {}, "red") == ["Ann", "Bob"]
    assert fillers(tokens, {}, "blue") == ["Bob"]
    assert fillers(tokens, {}, "green") == []
    assert fillers(tokens, {"red": "Ann"}, "red") == ["Ann"]
    assert fillers(tokens, {"red": "Ann"}, "blue") == ["Bob"]


TOKENS = {"Ann": {"red": 2}, "Bob": {"red": 1, "blue": 2}}


@pytest.mark.parametrize(
    ("seat", "filled", "amounts"),
    [
        ("Ann", {}, (2, 0, 2)),
        ("Bob", {}, (3, 1, 0)),
        ("Ann", {"red": "Ann"}, (2, 1, 2)),
        ("Bob", {"red": "Bob"}, (3, 2, 0)),
        ("Cleo", {}, (0, 0, 0)),
    ],
)
def test_a_pool_is_filled_by_the_one_who_alone_can_have_done_it(seat, filled, amounts):
    assert held(seat, TOKENS, filled) == amounts


def test_a_pool_with_more_or_fewer_tokens_than_needed_is_filled_by_nobody():
    assert held("Bob", {"Bob": {"red": 4, "blue": 1}}, by="Bob") == (5, 0, 2)
    assert held("Bob", {"Bob": {"red": 3, "blue": 2}}, by="Bob") == (5, 2, 2)


def test_seats_together_have_what_each_has():
    shared = SharedCard("projects", "project", "Ann", TOKENS)
    sheet = ScoreSheet("file.yaml", "office", "", (), (shared,))
    seats = [holding_of(Seat(name), sheet, SCORING, {"project": PROJECT}) for name in ("Ann", "Bob")]
    whole = together(seats)
    assert whole.amounts["projects", "tokens"] == 5
    assert whole.amounts["projects", "filled"] == 1


def test_what_a_seat_has_on_several_shared_cards_adds_up():
    projects = tuple(
        SharedCard("projects", "project", "Bob", {"Bob": {"red": 3, "blue": 2}}) for _ in range(2)
    )
    sheet = ScoreSheet("file.yaml", "office", "", (), projects)
    amounts = holding_of(Seat("Bob"), sheet, SCORING, {"project": PROJECT}).amounts
    assert [amounts["projects", name] for name in ("tokens", "filled", "pools")] == [10, 4, 4]


# Tiles that overlap or are turned.


def tiles(*placed):
    return {
        "mode": "competitive",
        "seats": {name: {"explorer": "explorer-red-man", "tiles": list(placed)} for name in ("a",)},
    }


def test_two_tiles_on_one_cell_are_named_with_their_places(scored):
    placed = ({"card": "swamp", "at": [2, 0]}, {"card": "lava-green", "at": [2, 1]})
    with pytest.raises(InputError) as caught:
        scored("big-monster", tiles(*placed))
    (finding,) = [one for one in caught.value.findings if one.rule == "overlap"]
    assert finding.message.endswith(" at [2, 1] overlaps Bog Lurker at [2, 0].")
    assert finding.subjects == ("lava-green", "swamp")
    assert finding.where.line > 1


def test_a_turned_tile_is_named(scored):
    with pytest.raises(InputError) as caught:
        scored("big-monster", tiles({"card": "swamp", "at": [2, 0], "turn": 90}))
    (finding,) = [one for one in caught.value.findings if one.rule == "upright"]
    assert (finding.message, finding.found, finding.limit) == (
        "Bog Lurker is turned: every tile must be upright.",
        90,
        0,
    )
