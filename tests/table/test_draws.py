"""Hands drawn by chance: compared with the exact odds, which share no code with them."""

from __future__ import annotations

from collections import Counter
from itertools import chain

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckwright.model.setup import Deal, Draw, First, Mulligan, Step
from deckwright.table.draws import CountedHands, HandQueries, HandRules, count_hands, draw_hand, hand_rules
from deckwright.table.odds import at_least, one_of_each
from deckwright.table.piles import random_for

DECK = Step("deck", "lab", "crate", each=True)
HAND = Step("from", "crate", "hand", each=True, take=4, to_first=3)


def keep_all(_):
    return True


@given(
    cards=st.lists(st.integers(0, 9), max_size=12),
    opening=st.integers(0, 6),
    turns=st.lists(st.integers(0, 3), max_size=4),
    seed=st.integers(0, 99),
)
def test_a_hand_and_its_draws_are_cards_of_the_deck_and_stop_when_it_is_empty(cards, opening, turns, seed):
    drawn = draw_hand([[*cards]], HandRules(opening, tuple(turns)), keep_all, random_for(seed))
    sizes = [len(drawn.hand), *map(len, drawn.draws)]
    rest, expected = len(cards), []
    for count in [opening, *turns]:
        expected.append(min(count, rest))
        rest -= expected[-1]
    assert sizes == expected
    assert not Counter([*drawn.hand, *(card for turn in drawn.draws for card in turn)]) - Counter(cards)


def test_a_hand_is_shuffled_back_as_often_as_the_rules_allow_and_becomes_smaller():
    refused = []

    def keeps(hand):
        refused.append(len(hand))
        return False

    drawn = draw_hand([list(range(20))], HandRules(7, (1,), mulligans=3, fewer=2), keeps, random_for(1))
    assert (len(drawn.hand), len(drawn.draws[0]), drawn.mulligans) == (1, 1, 3)
    assert refused == [7, 5, 3]


def test_a_hand_that_is_kept_is_not_shuffled_back():
    drawn = draw_hand([list(range(20))], HandRules(7, mulligans=3), lambda hand: 0 in hand, random_for(4))
    assert 0 in drawn.hand or drawn.mulligans == 3


def test_hands_of_a_seed_stay_as_they_are_from_version_to_version():
    drawn = draw_hand([list("abcdefghij")], HandRules(4, (2, 0, 1)), keep_all, random_for("harvest moon"))
    assert ("".join(drawn.hand), ["".join(turn) for turn in drawn.draws]) == ("bcjf", ["gh", "", "a"])


@pytest.mark.parametrize("opening", [0, 3, 7])
@pytest.mark.parametrize("turns", [(), (1, 1), (2, 2, 2)])
def test_counted_hands_agree_with_the_exact_odds(opening, turns):
    masks = [1] * 5 + [2] * 4 + [3] * 2 + [0] * 19
    drawn = opening + sum(turns)
    exact = [
        at_least(30, 7, drawn)[0],
        at_least(30, 6, drawn)[0],
        one_of_each(30, masks, 2, drawn),
    ]
    rules = HandRules(opening, turns)
    counts = count_hands(HandQueries(("kind:tool", "kind:monster"), [masks]), rules, 20_000, random_for(7))
    assert [counted.queries for counted in counts] == [
        ("kind:tool",),
        ("kind:monster",),
        ("kind:tool", "kind:monster"),
    ]
    for counted, chance in zip(counts, exact, strict=True):
        assert abs(counted.share - chance) < 2 * counted.error


def test_with_one_free_mulligan_a_hand_has_two_chances():
    masks = [1] * 4 + [0] * 26
    (counted,) = count_hands(
        HandQueries(("x",), [masks], 1), HandRules(5, mulligans=1), 20_000, random_for(3)
    )
    miss = 1 - at_least(30, 4, 5)[0]
    assert abs(counted.share - (1 - miss**2)) < 2 * counted.error


def test_hands_from_two_decks_have_what_either_has():
    decks = [[1] * 4 + [0] * 26, [2] * 3 + [0] * 17]
    counts = count_hands(HandQueries(("a", "b"), decks), HandRules(5, (1,)), 20_000, random_for(5))
    chances = [at_least(30, 4, 6)[0], at_least(20, 3, 6)[0]]
    for counted, chance in zip(counts, [*chances, chances[0] * chances[1]], strict=True):
        assert abs(counted.share - chance) < 2 * counted.error


def test_cards_that_begin_elsewhere_are_not_drawn():
    drawn = draw_hand([list(range(10))], HandRules(3, (4, 4), elsewhere=4), keep_all, random_for(2))
    assert [len(drawn.hand), *map(len, drawn.draws)] == [3, 3, 0]
    prizes = [
        {*range(10)} - {*drawn.hand, *chain(*drawn.draws)}
        for drawn in (
            draw_hand([list(range(10))], HandRules(3, (4,), elsewhere=4), keep_all, random_for(seed))
            for seed in range(300)
        )
    ]
    assert {len(cards) for cards in prizes} == {4}
    assert {*chain(*prizes)} == {*range(10)}


@pytest.mark.parametrize("elsewhere", [0, 2])
def test_an_empty_deck_is_made_anew_of_what_was_drawn_in_earlier_turns(elsewhere):
    deck, rules = list(range(10)), HandRules(3, (3, 3, 4, 3), elsewhere=elsewhere, reshuffles=True)
    for seed in range(50):
        drawn = draw_hand([deck], rules, keep_all, random_for(seed))
        assert [len(turn) for turn in drawn.draws] == [3, 3, 4, 3]
        assert all(len({*turn}) == len(turn) for turn in drawn.draws)
        seen = {*drawn.hand, *drawn.draws[0], *drawn.draws[1]}
        assert {*drawn.draws[2]} - seen if elsewhere == 0 else {*drawn.draws[3]} <= seen
        assert len({*drawn.hand, *chain(*drawn.draws)}) == 10 - elsewhere


def test_counts_are_the_same_whether_an_empty_deck_is_made_anew_or_not():
    wanted, rules = HandQueries(("x",), [[1, 1] + [0] * 8], 1), HandRules(3, (4, 4, 4), 1, elsewhere=1)
    counts = [
        count_hands(wanted, rules._replace(reshuffles=anew), 500, random_for(1)) for anew in (True, False)
    ]
    assert counts[0] == counts[1]


def test_the_error_is_that_of_wilsons_interval_and_never_nothing():
    assert CountedHands(("x",), 500, 1000).error == pytest.approx(0.0309, abs=1e-4)
    assert 0 < CountedHands(("x",), 0, 1000).error < 0.003


@pytest.mark.parametrize(
    ("draw", "turns"),
    [(Draw("crate", "hand", {2: 2, 3: 3}, every=2, reshuffles=True), (0, 3, 0)), (None, (0, 0, 0))],
)
def test_rules_of_a_hand_are_those_of_the_deal(draw, turns):
    prizes = Step("from", "crate", "prizes", each=True, take=6)
    deal = Deal((DECK, HAND, prizes), First(), draw, {}, (2, 3), Mulligan(2, 1), frozenset({"prizes"}))
    assert hand_rules(deal, 3, 3, is_first=False) == HandRules(4, turns, 2, 1, 6, draw is not None)
    assert hand_rules(deal, 3, 3, is_first=True).opening == 3
