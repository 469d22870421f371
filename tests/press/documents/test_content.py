"""The module press/documents/content."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from deckwright.press.documents.content import some_of


@given(number=st.integers(0, 60), count=st.integers(0, 12))
def test_some_things_are_evenly_chosen_with_the_first_and_the_last(number, count):
    chosen = some_of(range(number), count)
    assert len(chosen) == min(number, count)
    assert chosen[:1] == [0][: len(chosen)]
    assert chosen[-1:] == [number - 1] or len(chosen) < 2
    steps = {after - before for before, after in pairwise(chosen)}
    assert not steps or max(steps) - min(steps) <= 1
