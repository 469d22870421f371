"""Hands drawn by chance, compared with the exact odds, which share no code with them; and these with counts of all hands."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import chain, combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckwright.model.setup import Deal, Draw, First, Mulligan, Step
from deckwright.table.draws import (
    CountedHands,
    DrawnBy,
    HandQueries,
    HandRules,
    at_least,
    cards_seen,
    count_hands,
    draw_hand,
    exactly,
    hand_rules,
    odds_of,
    one_of_each,
)
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


MASKS = st.lists(st.integers(0, 7), min_size=1, max_size=9)


def counted(masks, drawn, holds):
    """Count the hands that hold, of all that can be drawn: the slow way."""
    hands = list(combinations(masks, min(drawn, len(masks))))
    return Fraction(sum(map(holds, hands)), len(hands))


@given(masks=MASKS, drawn=st.integers(0, 11), count=st.integers(0, 10))
def test_a_chance_is_the_share_of_the_hands_that_hold_so_many(masks, drawn, count):
    meant = sum(mask & 1 for mask in masks)
    slow = counted(masks, drawn, lambda hand: sum(mask & 1 for mask in hand) == count)
    assert exactly(len(masks), meant, drawn, count) == slow


@given(masks=MASKS, drawn=st.integers(0, 11))
def test_at_least_is_the_share_of_the_hands_that_hold_so_many_or_more(masks, drawn):
    chances = at_least(len(masks), sum(mask & 1 for mask in masks), drawn)
    for count, chance in enumerate(chances, 1):
        assert chance == counted(masks, drawn, lambda hand, n=count: sum(mask & 1 for mask in hand) >= n)
    assert counted(masks, drawn, lambda hand: sum(mask & 1 for mask in hand) > len(chances)) == 0


@given(masks=MASKS, queries=st.integers(1, 3), drawn=st.integers(0, 11))
def test_one_of_each_is_the_share_of_the_hands_in_which_every_query_finds_a_card(masks, queries, drawn):
    everything = (1 << queries) - 1

    def found(hand):
        seen = 0
        for mask in hand:
            seen |= mask
        return seen & everything == everything

    assert one_of_each(len(masks), masks, queries, drawn) == counted(masks, drawn, found)


@given(size=st.integers(1, 120), meant=st.integers(0, 120), drawn=st.integers(0, 130))
def test_the_chances_of_all_counts_add_up_to_one(size, meant, drawn):
    meant = min(meant, size)
    assert sum(exactly(size, meant, drawn, count) for count in range(drawn + 1)) == 1


def test_known_odds_come_out():
    """Four aces in 52 cards: at least one among five, as any table of poker odds has it."""
    assert at_least(52, 4, 5)[0] == 1 - Fraction(48 * 47 * 46 * 45 * 44, 52 * 51 * 50 * 49 * 48)
    assert at_least(10, 0, 5) == [0]
    assert at_least(10, 3, 0) == [0]
    assert at_least(10, 3, 99) == [1, 1, 1]


def test_several_queries_are_told_alone_and_together():
    one, two, both = odds_of(["a", "b"], [1, 2, 0], [DrawnBy("", 0, 2)])
    assert (one.queries, one.matching, one.size) == (("a",), 1, 3)
    assert (two.draws[0].at_least, both.queries) == ((Fraction(2, 3),), ("a", "b"))
    assert (both.matching, both.size, both.draws[0].at_least) == (2, 3, (Fraction(1, 3),))
    assert {draw.by for odds in (one, two, both) for draw in odds.draws} == {DrawnBy("", 0, 2)}
    assert len(odds_of(["a"], [1], [DrawnBy("", 0, 1)])) == 1


EACH_DECK = Step("deck", "lab", "deck", each=True)
TAKE = Step("from", "deck", "hand", each=True, take=4, to_first=3)


def rules(*, draw=None, take=TAKE):
    return Deal((EACH_DECK, take), First(), draw, {}, (2, 3))


def test_cards_are_seen_as_the_rules_of_the_game_say():
    deal = rules(draw=Draw("deck", "hand", {2: 2, 3: 3}))
    seen = cards_seen(deal, 2, 2, ["first", "other"])
    assert seen == [
        *(DrawnBy("first", turn, cards) for turn, cards in enumerate((3, 5, 7))),
        *(DrawnBy("other", turn, cards) for turn, cards in enumerate((4, 6, 8))),
    ]
    assert cards_seen(deal, 3, 1, ["first"]) == [DrawnBy("", 0, 3), DrawnBy("", 1, 6)]


def test_only_cards_from_the_deck_are_in_its_opening_hand():
    other = Step("from", "pile", "hand", each=True, take=5)
    row = Step("from", "deck", "row", take=7)
    deal = Deal((EACH_DECK, TAKE, other, row), First(), None, {}, (2,))
    assert (deal.opening(2, is_first=True), deal.opening(2, is_first=False)) == (3, 4)


def test_seats_that_hold_equally_many_are_told_once():
    deal = rules(take=TAKE._replace(to_first=None))
    assert cards_seen(deal, 2, 1, ["first", "other"]) == [DrawnBy("", 0, 4), DrawnBy("", 1, 4)]


def test_the_opening_hand_depends_on_the_number_of_players():
    deal = rules(take=TAKE._replace(take={2: 4, 3: 5}, to_first=None))
    assert [cards_seen(deal, players, 0, ["other"])[0].cards for players in (2, 3)] == [4, 5]


@pytest.mark.parametrize(("source", "cards"), [("deck", [4, 4, 4, 7, 7]), ("pile", [4, 4, 4, 4, 4])])
def test_only_cards_that_come_from_the_deck_are_counted_every_so_many_turns(source, cards):
    deal = rules(draw=Draw(source, "hand", 3, every=3), take=TAKE._replace(to_first=None))
    assert [one.cards for one in cards_seen(deal, 2, 4, ["other"])] == cards
