from deckwright.model.card import Card


def test_a_card_whose_fields_hold_lists_can_be_the_key_of_a_cache():
    fields = {"class": ["maker", "thinker"], "tech": 3}
    card = Card("small", "anvil", "tool", "en", fields=fields, texts={"en": {"name": "Anvil"}})
    same = Card("small", "anvil", "tool", "en", fields=dict(fields), texts={"en": {"name": "Anvil"}})
    other = Card("small", "anvil", "tool", "en", fields={"tech": 4}, texts={"en": {"name": "Anvil"}})
    assert {card: 1}[same] == 1
    assert other not in {card: 1}
