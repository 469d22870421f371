from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckwright.model.setup import Deal, Draw, First, Step
from deckwright.table.odds import DrawnBy, at_least, cards_seen, exactly, odds_of, one_of_each

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


DECK = Step("deck", "lab", "deck", each=True)
TAKE = Step("from", "deck", "hand", each=True, take=4, to_first=3)


def rules(*, draw=None, take=TAKE):
    return Deal((DECK, take), First(), draw, {}, (2, 3))


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
    deal = Deal((DECK, TAKE, other, row), First(), None, {}, (2,))
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
