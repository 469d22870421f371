"""The page on queries says what is so."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from deckwright.model.card import BUILT_IN
from deckwright.model.query.binding import MOST_LEVELS, MOST_TERMS, Vocabulary, parse
from deckwright.model.query.matching import card_test

PAGE = (Path(__file__).parents[3] / "docs" / "queries.md").read_text(encoding="utf-8")
EXAMPLES = PAGE.partition("## By example")[2].partition("\n## ")[0]


@pytest.fixture(scope="module")
def boxes(packaged):
    return [packaged("data-monsters"), packaged("dataset")]


@pytest.mark.parametrize("query", re.findall(r"^\| `(.+?)` \|", EXAMPLES, re.MULTILINE))
def test_every_example_finds_cards_but_only_the_star_finds_all(boxes, query):
    meant = parse(query, Vocabulary.of(box.game for box in boxes))
    found = [card_test(meant)(card) for box in boxes for card in box.cards]
    assert any(found)
    assert all(found) == (query == "*")


def test_every_field_that_all_games_have_is_described():
    table = PAGE.partition("| field | holds |")[2].partition("\n\n")[0]
    assert sorted(re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE)) == sorted(BUILT_IN)


def test_the_limits_are_the_real_ones():
    assert f"{MOST_TERMS} terms" in PAGE
    assert f"{MOST_LEVELS} deep" in PAGE
