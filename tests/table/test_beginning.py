from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckwright.model.card import Card
from deckwright.model.deal import First
from deckwright.table.beginning import Shown, first_seat, highest_alone, reveal
from deckwright.table.seeds import chance

FIRST = First("reveal", field="size", zone="hand", source="pile")
CARDS = {
    **{f"n{size}": Card("game", f"n{size}", "fruit", "en", fields={"size": size}) for size in range(-2, 10)},
    "blank": Card("game", "blank", "leaf", "en"),
}


def settle(hands, pile=(), seed=1):
    """Let seats show cards named by their numbers; give who begins, and where the cards lie then."""
    seats = [{"hand": list(hand)} for hand in hands]
    table = {"pile": list(pile)}
    return reveal(FIRST, table, seats, CARDS, chance(seed)), seats, table


@pytest.mark.parametrize(
    ("values", "seat"),
    [((1, 2, 3), 3), ((5, 5, 2), 3), ((5, 5, 2, 2), 0), ((4,), 1), ((0, 0, -1), 3), ((), 0)],
)
def test_the_highest_number_that_one_seat_alone_shows_counts(values, seat):
    shown = tuple(Shown(number, f"n{value}", value) for number, value in enumerate(values, 1))
    assert highest_alone(shown) == seat


@pytest.mark.parametrize("seed", range(12))
def test_a_tie_of_all_is_broken_by_cards_not_yet_shown(seed):
    hands = [["n3", "n3", "n1"], ["n3", "n3", "n2"]]
    begin, seats, _ = settle(hands, seed=seed)
    assert [hand["hand"] for hand in seats] == hands
    for seat, hand in enumerate(hands, 1):
        shown = Counter(shown.card for one in begin.rounds for shown in one.shown if shown.seat == seat)
        assert shown <= Counter(hand)


def test_when_all_cards_were_shown_one_is_dealt_to_each_and_kept():
    begin, seats, table = settle([["n3"], ["n3"]], pile=["n1", "n1", "n2", "n4", "n5"])
    assert begin.seat == 2
    assert [one.dealt for one in begin.rounds] == [False, True, True]
    assert [seat["hand"] for seat in seats] == [["n3", "n1", "n2"], ["n3", "n1", "n4"]]
    assert table["pile"] == ["n5"]


def test_cards_without_the_number_are_not_shown():
    begin, _, _ = settle([["blank", "n1"], ["n2", "blank"]])
    assert [shown.card for shown in begin.rounds[0].shown] == ["n1", "n2"]


def test_chance_decides_where_no_cards_are_left_to_deal():
    assert {settle([["n3"], ["n3"]], pile=["n9"], seed=seed)[0].seat for seed in range(20)} == {1, 2}


def test_a_seat_that_has_shown_all_its_cards_waits():
    begin, _, _ = settle([["n3"], ["n3", "n2"], ["n3", "n2"], ["n3", "n2", "n9"]], seed=3)
    assert begin.seat
    assert all(shown.seat != 1 for one in begin.rounds[1:] for shown in one.shown)


@given(
    hands=st.integers(1, 3).flatmap(
        lambda size: st.lists(
            st.lists(st.integers(1, 5).map("n{}".format), min_size=size, max_size=size),
            min_size=2,
            max_size=6,
        )
    ),
    pile=st.lists(st.integers(1, 5).map("n{}".format), max_size=12),
    seed=st.integers(0, 99),
)
def test_it_is_settled_by_the_last_round_alone_and_no_card_is_lost(hands, pile, seed):
    begin, seats, table = settle(hands, pile, seed)
    after = Counter(table["pile"]) + sum((Counter(seat["hand"]) for seat in seats), Counter())
    assert after == Counter(pile) + sum(map(Counter, hands), Counter())
    assert 1 <= begin.seat <= len(hands)
    for one in begin.rounds[:-1]:
        values = Counter(shown.value for shown in one.shown)
        assert min(values.values()) > 1
    last = {shown.seat: shown.value for shown in begin.rounds[-1].shown}
    if len(table["pile"]) >= len(hands) or Counter(last.values())[last.get(begin.seat)] == 1:
        assert Counter(last.values())[last[begin.seat]] == 1


def test_a_seat_can_be_fixed_or_none_where_all_play_at_once():
    assert first_seat(First("seat", seat=3), 4, chance(1)).seat == 3
    assert first_seat(First("all"), 4, chance(1)).seat is None
    assert first_seat(First("people"), 4, chance(1)).seat is None
    assert {first_seat(First(), 3, chance(seed)).seat for seed in range(30)} == {1, 2, 3}
