from dataclasses import replace

from deckwright.model.card import Card, DeckEntry, card_of, entry_fields


def test_a_card_whose_fields_hold_lists_can_be_the_key_of_a_cache():
    fields = {"class": ["maker", "thinker"], "tech": 3}
    card = Card("small", "anvil", "tool", "en", fields=fields, texts={"en": {"name": "Anvil"}})
    same = Card("small", "anvil", "tool", "en", fields=dict(fields), texts={"en": {"name": "Anvil"}})
    other = Card("small", "anvil", "tool", "en", fields={"tech": 4}, texts={"en": {"name": "Anvil"}})
    assert {card: 1}[same] == 1
    assert other not in {card: 1}


def test_the_fields_of_an_entry_replace_those_of_its_card():
    card = Card("small", "anvil", "tool", "en", fields={"class": ["maker"], "tech": 3})
    entry = DeckEntry("anvil", 2, fields=entry_fields({"tech": 1, "class": ["thinker"], "lone": True}))
    judged = card_of(entry, {"anvil": card})
    assert judged == replace(card, fields={"class": ["thinker"], "tech": 1, "lone": True})
    assert card.fields["tech"] == 3
    assert card_of(DeckEntry("anvil", 2), {"anvil": card}) is card


def test_fields_of_an_entry_are_the_same_in_any_order_and_can_be_a_key():
    one = entry_fields({"tech": 1, "class": ["thinker"]})
    assert {one: 1}[entry_fields({"class": ["thinker"], "tech": 1})] == 1
    assert one != entry_fields({"tech": 2, "class": ["thinker"]})
