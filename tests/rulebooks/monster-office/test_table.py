"""Monster Office Workplace, "Setup", "Restrictions" and "Player Resources": the table at the start."""

from __future__ import annotations

from collections import Counter

import pytest


@pytest.fixture
def quantity(packaged):
    """Give the quantity on a resource card."""
    return {
        card.id: card.fields["quantity"]
        for card in packaged("monster-office").cards
        if card.kind == "resource"
    }


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_everybody_gets_three_resource_cards_and_one_project_card(lay, quantity, players):
    """Setup. Cards dealt to settle who goes first are kept, and come after these."""
    table = lay("monster-office", players)
    for zones in table.seats:
        assert [card in quantity for card in zones["hand"][:4]] == [True, True, True, False]


def test_five_resource_cards_lie_face_up_beside_the_deck(lay, quantity, packaged):
    """Player Resources: Resource Row."""
    row = lay("monster-office", 4).zones["row"]
    assert len(row) == 5
    assert all(card in quantity for card in row)
    assert packaged("monster-office").game.definition["deal"]["zones"]["row"]["open"]


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("players", [2, 5])
def test_the_highest_card_that_nobody_else_shows_goes_first(lay, quantity, players, seed):
    """Setup, Going first: ties are out; all tied means another round, with cards not yet played."""
    table = lay("monster-office", players, seed=seed)
    *tied, last = table.rounds
    for one in tied:
        assert min(Counter(shown.value for shown in one.shown).values()) > 1
    times = Counter(shown.value for shown in last.shown)
    alone = {shown.value: shown.seat for shown in last.shown if times[shown.value] == 1}
    assert table.first == alone[max(alone)]
    for one in table.rounds:
        assert all(shown.value == quantity[shown.card] for shown in one.shown)


def test_cards_that_are_dealt_to_settle_it_are_kept(lay):
    """Setup: if all cards are played, one is dealt to each face up, and each keeps it."""
    for seed in range(400):
        table = lay("monster-office", 2, seed=seed)
        dealt = sum(one.dealt for one in table.rounds)
        assert [len(zones["hand"]) for zones in table.seats] == [4 + dealt] * 2
        if dealt:
            return
    pytest.fail("no table came so far")


@pytest.mark.parametrize("players", [2, 6])
def test_every_resource_and_project_card_lies_somewhere_once(lay, everything, packaged, players):
    cards = packaged("monster-office").cards
    wanted = Counter({card.id: card.copies for card in cards if card.kind in {"resource", "project"}})
    assert everything(lay("monster-office", players)) == wanted


def test_a_hand_holds_six_cards(lay):
    """Restrictions, Hand Limit; Workhorses have none, which is said at the table."""
    table = lay("monster-office", 3)
    assert table.limits == {"hand": 6}
    assert "workhorse" in [done.step.name for done in table.done]
