"""Data Monsters, section 1: the opportunity deck."""

from __future__ import annotations

from collections import Counter

import pytest

from deckwright.errors import UsageError
from deckwright.table.piles import PileOptions, build_pile

BOX = {"basic": 8, "hard": 7}

# players, basic cards, hard cards
STANDARD = [(2, 6, 6), (3, 7, 6), (4, 8, 7)]


@pytest.fixture
def build(packaged):
    """Build the opportunity deck; give it, and how many of its and of the other cards are basic and hard."""
    box = packaged("data-monsters")
    known = {card.id: card for card in box.cards}

    def count(ids):
        return Counter(known[name].fields["difficulty"] for name in ids)

    def run(players, mode="", seed=1):
        pile = build_pile(box.game, known, "opportunity", PileOptions(players, seed, mode))
        return pile, count(pile.order), count(pile.aside)

    return run


def test_the_box_holds_fifteen_opportunities(packaged):
    cards = [card for card in packaged("data-monsters").cards if card.kind == "opportunity"]
    there = Counter()
    for card in cards:
        there[card.fields["difficulty"]] += card.copies
    assert there == BOX
    assert {card.fields["venture"] for card in cards} == {"product", "endeavor", "challenge"}


@pytest.mark.parametrize("mode", ["", "standard", "office"])
@pytest.mark.parametrize(("players", "basic", "hard"), STANDARD)
def test_the_deck_has_basic_and_hard_cards_by_the_number_of_players(build, mode, players, basic, hard):
    for seed in range(20):
        _, there, aside = build(players, mode, seed)
        assert there == {"basic": basic, "hard": hard}
        assert there + aside == BOX


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_fast_or_tutorial_game_uses_the_eight_basic_cards(build, players):
    _, there, aside = build(players, "tutorial")
    assert there == {"basic": 8}
    assert aside == {"hard": 7}


@pytest.mark.parametrize("mode", ["standard", "tutorial", "office"])
@pytest.mark.parametrize("players", [0, 1, 5])
def test_two_to_four_players_play(build, mode, players):
    with pytest.raises(UsageError) as caught:
        build(players, mode)
    assert "2, 3 or 4" in caught.value.message


def test_any_opportunity_may_be_put_aside(build):
    aside = {name for seed in range(200) for name in build(2, seed=seed)[0].aside}
    assert len(aside) == 15
