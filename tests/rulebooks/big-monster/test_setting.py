"""Big Monster, "Set up, 2" and "Medals requirements description": how many medals are drawn is up to the players."""

from __future__ import annotations

from collections import Counter

import pytest

from deckwright.table.deal import TableOptions, deal


@pytest.fixture
def medals(packaged):
    """Lay a table; give its medals by what they require, apart for one player and for teams."""
    box = packaged("big-monster")
    cards = {card.id: card for card in box.cards}

    def run(players, mode, takes=None, seed=1):
        lying = deal(box.game, cards, TableOptions(players, seed, mode, settings=takes or {})).zones["medals"]
        fields = [cards[card].fields for card in lying]
        return Counter((one.get("side", ""), one["requires"]) for one in fields)

    return run


@pytest.mark.parametrize(("players", "mode"), [(3, "competitive"), (6, "competitive"), (2, "two-player")])
@pytest.mark.parametrize("seed", range(5))
def test_five_individual_medals_and_the_penalty_lie_on_the_board(medals, players, mode, seed):
    """Set up, 2 (competitive); Rules for 2-player games, Set up, 1: five, and one penalty."""
    lying = medals(players, mode, seed=seed)
    assert lying.pop(("", "penalty")) == 1
    assert {("individual", "desert"), ("individual", "rune")} < set(lying)
    assert len(lying) == sum(lying.values()) == 5


@pytest.mark.parametrize("drawn", [0, 1, 2, 7])
@pytest.mark.parametrize("players", [4, 6])
def test_teams_draw_sorts_with_a_medal_for_one_and_one_for_each_partner(medals, players, drawn):
    """Set up, 2: three desert, three rune and two penalty medals; Medals requirements description."""
    lying = medals(players, "team", {"medals": drawn})
    assert lying.pop(("", "penalty")) == 2
    sorts = {requires for _, requires in lying}
    assert len(sorts) == 2 + drawn
    assert lying == Counter(
        {("individual", sort): 1 for sort in sorts} | {("team", sort): 2 for sort in sorts}
    )


@pytest.mark.parametrize("drawn", [4, 7])
def test_another_number_may_be_agreed_on(medals, drawn):
    assert len(medals(4, "competitive", {"medals": drawn})) == 3 + drawn
