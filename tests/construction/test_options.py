"""Copies in the options of a rule, against all ways to place them, and against the smallest cut."""

from __future__ import annotations

from itertools import chain, combinations
from math import inf

from hypothesis import given
from hypothesis import strategies as st

from deckwright.construction.options import unplaced_copies

from .naive import most_admitted

FEW = st.integers(0, 3)
MANY = st.integers(0, 60)


@st.composite
def placements(draw, copies, most_cards, most_options):
    """Make copies of cards, options for each card, and places in each option, of which some have no end."""
    places = draw(st.lists(st.none() | copies, max_size=most_options))
    fits = st.lists(st.sampled_from(range(len(places))), unique=True) if places else st.just([])
    cards = draw(st.lists(st.tuples(copies, fits), max_size=most_cards))
    return [number for number, _ in cards], [options for _, options in cards], places


def smallest_cut(copies, options_of, places):
    """The most copies that can be placed: for some options that are full, their places and all other cards."""
    numbers = range(len(places))
    cuts = chain.from_iterable(combinations(numbers, size) for size in range(len(places) + 1))
    return min(
        sum(inf if places[option] is None else places[option] for option in cut)
        + sum(count for count, fits in zip(copies, options_of, strict=True) if not {*fits} <= {*cut})
        for cut in cuts
    )


def single_copies(copies, options_of):
    return tuple(tuple(fits) for count, fits in zip(copies, options_of, strict=True) for _ in range(count))


@given(placements(FEW, 4, 4))
def test_as_many_copies_are_placed_as_in_the_best_of_all_ways(made):
    copies, options_of, places = made
    left = unplaced_copies(*made)
    singles = single_copies(copies, options_of)
    quotas = tuple(len(singles) if most is None else most for most in places)
    assert sum(left) == len(singles) - most_admitted(singles, quotas)


@given(placements(FEW, 4, 4))
def test_the_copies_that_are_placed_have_places(made):
    copies, options_of, places = made
    left = unplaced_copies(*made)
    assert all(0 <= rest <= count for rest, count in zip(left, copies, strict=True))
    placed = [count - rest for rest, count in zip(left, copies, strict=True)]
    assert unplaced_copies(placed, options_of, places) == [0] * len(copies)
    singles = single_copies(placed, options_of)
    quotas = tuple(len(singles) if most is None else most for most in places)
    assert most_admitted(singles, quotas) == len(singles)


@given(placements(MANY, 12, 6))
def test_many_copies_are_placed_up_to_the_smallest_cut_and_earlier_cards_first(made):
    copies, options_of, places = made
    left = unplaced_copies(*made)
    for first in range(len(copies) + 1):
        placed = sum(copies[:first]) - sum(left[:first])
        assert placed == smallest_cut(copies[:first], options_of[:first], places)


def test_a_copy_moves_to_another_option_to_make_room():
    assert unplaced_copies([1, 1], [[0, 1], [0]], [1, 1]) == [0, 0]
    assert unplaced_copies([2, 2, 2], [[0, 1], [1, 2], [2, 0]], [2, 2, 1]) == [0, 0, 1]
    assert unplaced_copies([3], [[]], [None]) == [3]
