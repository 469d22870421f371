"""Every operator, on numbers, choices and texts."""

from __future__ import annotations

import pytest

from deckwright.errors import InputError
from deckwright.model.query.language import FOR_ALL_FIELDS, OPERATORS

FOUND = {
    ":": {"tech:4": ["laser"], "level:junior": ["zib"], "name:data": ["laser"], "text:boss": ["krol"]},
    "=": {"tech=4": ["laser"], "level=junior": ["zib"], "name=data": [], "text='measure": []},
    "!=": {"tech!=4": ["flask"], "level!=junior": ["krol"], "name!=krol": ["zib", "laser"]},
    "<": {"tech<4": ["flask"], "level<chief": ["zib"], "released<2026-01-31": ["flask"]},
    "<=": {"tech<=4": ["laser", "flask"], "level<=senior": ["zib"], "tech<=sci": ["flask"]},
    ">": {"tech>1": ["laser"], "level>junior": ["krol"], "released>2026-01-30": ["laser"]},
    ">=": {"tech>=1": ["laser", "flask"], "level>=senior": ["krol"], "sci>=tech": ["flask"]},
}
"""Queries with each operator, and the cards that they find."""


def test_every_operator_is_tested():
    assert {*FOUND} == {*OPERATORS}


@pytest.mark.parametrize("operator", OPERATORS)
def test_an_operator_finds_these_cards(find, operator):
    assert {query: find(query) for query in FOUND[operator]} == FOUND[operator]


@pytest.mark.parametrize("operator", [one for one in OPERATORS if one not in FOR_ALL_FIELDS])
def test_an_operator_of_an_order_is_refused_for_texts_with_those_that_can_be_used(find, operator):
    with pytest.raises(InputError) as caught:
        find(f"motto{operator}twice")
    assert caught.value.hint == f"Use one of: {' '.join(FOR_ALL_FIELDS)}."
