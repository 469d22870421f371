"""Stars emphasise what stands between them, or are told as stray."""

from __future__ import annotations

import pytest

from deckwright.model.markup import unpaired_stars


@pytest.mark.parametrize(
    "text", ["", "Draw **two** cards.", "*One* and **two**", "***Both***", "3 * 5", "**a** **b**"]
)
def test_stars_in_pairs_are_right(text):
    assert unpaired_stars(text) == -1


@pytest.mark.parametrize(
    ("text", "place"), [("**Draw", 0), ("Draw** two", 4), ("**a** and **b", 10), ("** a **", 0)]
)
def test_two_stars_alone_are_found(text, place):
    assert unpaired_stars(text) == place
