"""Dataset, "Regole del gioco", "Un consiglio" and "Chi vince": the table at the start, at each learning level."""

from __future__ import annotations

from collections import Counter

import pytest

from deckwright.errors import UsageError

# level, cards in the main deck, hands of three after five lie open, cards over
LEVELS = [("level-1", 94, 29, 2), ("level-2", 102, 32, 1), ("level-3", 108, 34, 1), ("level-4", 120, 38, 1)]


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize(("level", "deck", "hands", "rest"), LEVELS)
def test_five_cards_lie_open_and_everybody_holds_three(lay, level, deck, hands, rest, players):
    """Five face up on the table, three in each hand; the last 3, 2 or 1 go to whoever's turn it is."""
    table = lay("dataset", players, level)
    assert len(table.zones["table"]) == 5
    assert [len(zones["hand"]) for zones in table.seats] == [3] * players
    assert len(table.zones["main"]) == deck - 5 - 3 * players
    assert len(table.zones["aside"]) == 120 - deck
    assert table.last_hands == (3, hands, rest)


def test_every_third_turn_three_cards_are_drawn(lay):
    """Every 3 turns each player draws 3 more cards."""
    draw = lay("dataset", 2).deal.draw
    assert (draw.cards(2), draw.every, draw.until_empty) == (3, 3, True)


def test_whoever_sits_left_of_the_shuffler_begins(lay):
    """Seat 1 is that seat: the others follow clockwise."""
    assert {lay("dataset", players, seed=seed).first for players in (2, 6) for seed in (1, 2)} == {1}


def test_without_a_level_all_cards_are_played_with(lay):
    table = lay("dataset", 2)
    assert (table.mode, table.zones["aside"]) == ("level-4", [])


@pytest.mark.parametrize("level", [level for level, *_ in LEVELS])
def test_every_card_lies_somewhere_once(lay, everything, packaged, level):
    box = Counter({card.id: card.copies for card in packaged("dataset").cards})
    assert everything(lay("dataset", 4, level)) == box


def test_the_box_is_for_two_to_six(lay):
    """The rulebooks do not say so; the publisher does."""
    for players in (1, 7):
        with pytest.raises(UsageError):
            lay("dataset", players)
