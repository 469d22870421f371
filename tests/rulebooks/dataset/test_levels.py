"""Dataset, the advice for learning at the end of the rules of play, and the numbers of special cards."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from deckwright.model.settings import apply_settings
from deckwright.table.piles import PileOptions, build_pile

DATASET_CARDS = {"simple": 35, "sensitive": 50}

# The special cards that each learning level adds, by role, with how many the box holds.
ADDED = {
    "level-1": {"purpose": 9},
    "level-2": {"lawyer": 4, "sanction": 4},
    "level-3": {"cybersecurity": 3, "data-breach": 3},
    "level-4": {"transparency": 2, "consent": 3, "minimisation": 3, "time": 2, "complaint": 2},
}
SIZES = {"level-1": 94, "level-2": 102, "level-3": 108, "level-4": 120}


@pytest.fixture
def build(packaged):
    """Build the main deck; give it, and how many cards it has by role, or by kind where they have none."""
    box = packaged("dataset")
    known = {card.id: card for card in box.cards}

    def run(mode, players=2):
        pile = build_pile(box.game, known, "main", PileOptions(players, 3, mode))
        return pile, Counter(known[name].fields.get("role", known[name].kind) for name in pile.order)

    return run


@pytest.mark.parametrize("level", SIZES)
def test_a_level_plays_with_the_special_cards_of_those_below_it_and_its_own(build, level):
    pile, there = build(level)
    expected = dict(DATASET_CARDS)
    for below, roles in ADDED.items():
        if below <= level:
            expected |= roles
    assert there == expected
    assert len(pile.order) == SIZES[level] == sum(expected.values())


@pytest.mark.parametrize("language", ["en", "fr", "it"])
@pytest.mark.parametrize("level", SIZES)
def test_rules_pages_name_the_special_cards_that_a_level_adds(packaged, level, language):
    labels = packaged("dataset").game.labels[language]
    text = f"{labels[f'mode:{level}']} {labels[f'mode:{level}.about']}"
    roles = [role for added in ADDED.values() for role in added]
    words = {role: re.sub("^Cart[ae]-| card$", "", labels[f"field:role.{role}"]) for role in roles}
    named = {role for role, word in words.items() if word in text}
    assert named == set(ADDED[level])


@pytest.mark.parametrize("level", SIZES)
def test_the_special_cards_that_a_level_leaves_out_are_put_aside(build, level):
    pile, _ = build(level)
    assert len(pile.order) + len(pile.aside) == 120


def test_all_cards_are_played_with_where_no_level_is_named(build):
    pile, _ = build("")
    assert pile.mode == "level-4"
    assert len(pile.order) == 120


@pytest.mark.parametrize(("choice", "size"), [("level-4", 108), ("level-3", 110)])
def test_a_table_says_when_transparency_comes_in(packaged, choice, size):
    """Un consiglio, unclear: Transparency is basic, and no step of the advice names it."""
    box = packaged("dataset")
    game = apply_settings(box.game, {"transparency": choice})
    pile = build_pile(game, {card.id: card for card in box.cards}, "main", PileOptions(2, 3, "level-3"))
    assert len(pile.order) == size
    whole = build_pile(game, {card.id: card for card in box.cards}, "main", PileOptions(2, 3, "level-4"))
    assert len(whole.order) == 120
