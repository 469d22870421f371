from __future__ import annotations

from math import inf

import pytest

from deckwright.construction.repair_limits import (
    Changeable,
    CopiesLimit,
    DeckLimits,
    GroupsLimit,
    OptionsLimit,
    SumLimit,
)

ALL = 0b11111


def least(*limits, edits=(), fixed=0, **counts):
    """The fewest changes that limits require of a deck of the slots 0 to 4, whose copies are `_0=2`."""
    copies = {int(slot.strip("_")): number for slot, number in counts.items()}
    return DeckLimits(limits, ALL, fixed).assess(copies, edits).least


def cards(*slots, low=None, high=None):
    return SumLimit(dict.fromkeys(slots, 1), low, high)


def copies(high, *slots):
    return CopiesLimit(
        {slot: slot for slot in slots}, dict.fromkeys(slots, high), {one: 1 << one for one in slots}
    )


@pytest.mark.parametrize(
    ("limits", "expected"),
    [
        ([], 0),
        ([cards(0, 1, 2, high=5)], 0),
        ([cards(0, 1, 2, high=3)], 2),
        ([cards(0, 1, 2, low=8)], 3),
        ([cards(0, high=1), cards(1, high=1)], 3),
        ([cards(0, 1, high=2), cards(0, high=1)], 3),
        ([cards(0, 1, high=2), cards(0, 1, high=3)], 3),
        ([copies(1, 0, 1)], 3),
        ([copies(1, 0, 1), cards(0, 1, high=4)], 3),
        ([cards(3, 4, low=1), cards(0, high=1)], 2),
        ([cards(0, high=0), cards(0, 1, 2, low=5)], 4),
        ([cards(2, low=2), cards(0, 1, 2, high=5)], 4),
        ([cards(4, low=1), cards(4, high=0)], inf),
        ([SumLimit({0: 2, 1: 1}, None, 4)], 2),
        ([SumLimit({0: 2, 1: 1}, 10, None)], 2),
        ([SumLimit({0: 0.5, 3: 2}, 5, None)], 2),
        ([GroupsLimit({0: frozenset("ab"), 1: frozenset("a")}, 1, None, 1)], 1),
        ([GroupsLimit({0: frozenset("a"), 3: frozenset("b"), 4: frozenset("c")}, 2, 2, None)], 2),
        ([GroupsLimit({0: frozenset("a")}, 1, 2, None)], inf),
        ([OptionsLimit({0: [0], 1: [0, 1]}, [1, 1])], 3),
    ],
)
def test_the_fewest_changes_that_limits_require(limits, expected):
    """The deck has two copies in slot 0 and three in slot 1."""
    assert least(*limits, _0=2, _1=3) == expected


def test_copies_that_were_added_are_not_removed():
    assert least(cards(0, 1, high=2), _0=2, _1=1) == 1
    assert least(cards(0, 1, high=2), edits=[(0, 1), (1, 1)], _0=2, _1=1) == inf


def test_fixed_slots_are_not_changed():
    assert least(cards(0, high=0), fixed=0b1, _0=1) == inf
    assert least(cards(0, 1, low=2), fixed=0b11, _0=1) == inf


def test_cards_that_no_deck_may_have_are_not_added():
    limits = DeckLimits([copies(0, 2), cards(3, high=0)], ALL)
    assert limits.changeable == Changeable(-1, 0b10011)
