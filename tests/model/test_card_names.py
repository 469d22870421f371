"""Names of cards that several share, with their ids: what messages print finds the card again."""

from __future__ import annotations

from deckwright.model.card import CardNames, distinct_names


def test_a_name_that_is_printed_with_its_id_is_found(packaged):
    cards = {card.id: card for card in packaged("data-monsters").cards}
    names = CardNames(cards.values())
    for card, name in distinct_names(cards, "en").items():
        assert names.find(name) == [card]
    assert names.find("Krol (krol)") == []
    assert names.find("Zib (krol-junior)") == []
