from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckwright.table.seeds import chance, new_seed, read_seed, shuffled

GOLDEN = {
    7: "beacfd",
    "7": "beacfd",
    "007": "beacfd",
    -7: "fcbdea",
    "harvest moon": "cedfab",
    "città": "adfcbe",
    "": "dfaceb",
}
"""Orders of six letters that every machine and version of Python must give for a seed."""


@pytest.mark.parametrize("seed", GOLDEN, ids=repr)
def test_a_seed_gives_the_same_order_everywhere(seed):
    assert "".join(shuffled("abcdef", chance(seed, "game", "pile", 2, "mode"))) == GOLDEN[seed]


@pytest.mark.parametrize(
    "about", [("game", "pile", 3, "mode"), ("game", "other", 2, "mode"), ("game", "pile", 2, "")]
)
def test_another_table_gives_another_order(about):
    letters = [chr(number) for number in range(97, 123)]
    here = shuffled(letters, chance(7, "game", "pile", 2, "mode"))
    assert shuffled(letters, chance(7, *about)) != here


@given(st.lists(st.integers()), st.integers() | st.text())
def test_shuffling_loses_and_adds_nothing_and_leaves_the_things_alone(things, seed):
    before = list(things)
    assert Counter(shuffled(things, chance(seed))) == Counter(things)
    assert things == before


def test_every_order_is_as_likely():
    by = chance(1)
    orders = Counter("".join(shuffled("abc", by)) for _ in range(6000))
    assert len(orders) == 6
    assert all(880 < count < 1120 for count in orders.values())


def test_a_seed_written_as_a_number_is_one():
    assert read_seed("42") == 42
    assert read_seed("-3") == -3
    assert read_seed(42) == 42
    assert read_seed("harvest moon") == "harvest moon"
    assert read_seed("1" * 5000) == "1" * 5000
    assert read_seed("٤٢") == "٤٢"


def test_a_new_seed_is_short_and_seldom_the_same():
    seeds = {new_seed() for _ in range(50)}
    assert len(seeds) > 45
    assert all(0 <= seed < 10**9 for seed in seeds)
