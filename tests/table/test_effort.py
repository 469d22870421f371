from __future__ import annotations

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from deckwright.table.effort import Haul, Target, largest_hauls

AMOUNTS = st.tuples(st.integers(0, 6), st.integers(0, 6))


def affordable(played, targets, some):
    asked = [sum(targets[number].requires[field] for number in some) for field in range(len(played))]
    return all(wanted <= there for wanted, there in zip(asked, played, strict=True))


def brute_force(played, targets):
    """All sets that can be won and that are in no larger one, by trying every set."""
    every = [
        frozenset(some)
        for size in range(1, len(targets) + 1)
        for some in combinations(range(len(targets)), size)
        if affordable(played, targets, some)
    ]
    return {some for some in every if not any(some < other for other in every)}


@given(played=st.tuples(st.integers(-2, 20), st.integers(0, 20)), asks=st.lists(AMOUNTS, max_size=8))
def test_all_maximal_sets_are_found_and_nothing_else(played, asks):
    targets = [Target(str(number), one, number % 4) for number, one in enumerate(asks)]
    hauls = largest_hauls(played, targets)
    found = {frozenset(map(int, haul.cards)) for haul in hauls}
    assert found == brute_force(played, targets)
    assert len(found) == len(hauls)
    for haul in hauls:
        won = [targets[int(card)] for card in haul.cards]
        assert haul.worth == sum(target.worth for target in won)
        assert haul.left == tuple(played[field] - sum(one.requires[field] for one in won) for field in (0, 1))


@given(played=AMOUNTS, asks=st.lists(AMOUNTS, max_size=8))
def test_sets_that_are_worth_most_come_first(played, asks):
    worths = [
        haul.worth
        for haul in largest_hauls(played, [Target(str(n), one, n % 3) for n, one in enumerate(asks)])
    ]
    assert worths == sorted(worths, reverse=True)


def test_two_small_ones_or_a_large_one():
    targets = [Target("large", (5, 3), 5), Target("small", (2, 1), 2), Target("other", (3, 2), 2)]
    assert largest_hauls((5, 3), targets) == [
        Haul(("large",), 5, (0, 0)),
        Haul(("small", "other"), 4, (0, 0)),
    ]


def test_where_nothing_can_be_won_there_is_no_set():
    assert largest_hauls((1, 0), [Target("large", (5, 3), 5)]) == []
    assert largest_hauls((9, 9), []) == []


def test_equal_cards_make_equal_sets_once():
    assert largest_hauls((2, 0), [Target("twin", (2, 0), 1), Target("twin", (2, 0), 1)]) == [
        Haul(("twin",), 1, (0, 0))
    ]


def test_fifteen_targets_take_no_time():
    targets = [Target(str(number), (number % 9 + 1, number % 7), number % 6 + 2) for number in range(15)]
    assert len(largest_hauls((30, 25), targets)) > 100


def test_of_sets_worth_the_same_the_one_of_most_cards_comes_first():
    targets = [Target("large", (5,), 4), Target("small", (2,), 2), Target("other", (3,), 2)]
    assert [haul.cards for haul in largest_hauls((5,), targets)] == [("small", "other"), ("large",)]


def test_of_sets_worth_the_same_and_as_large_those_of_earlier_targets_come_first():
    targets = [Target("c", (5,), 4), Target("a", (5,), 4), Target("b", (5,), 4)]
    assert [haul.cards for haul in largest_hauls((5,), targets)] == [("c",), ("a",), ("b",)]


def test_a_target_is_worth_nothing_unless_it_says_so():
    assert largest_hauls((2,), [Target("plain", (1,))]) == [Haul(("plain",), 0, (1,))]
