"""The module workbench/cards."""

from __future__ import annotations

from dataclasses import replace

import pytest

from deckwright.model.card import Card, Deck, DeckEntry
from deckwright.model.game import Game
from deckwright.workbench.cards import COMMON_COLUMNS, card_rows, spoken_card
from deckwright.workbench.selection import SelectedCards

# A card in plain words, for who cannot see it.


@pytest.fixture
def words(packaged):
    """Function that lists the spoken lines of a packaged card."""

    def write(game, name, language):
        box = packaged(game)
        (card,) = [card for card in box.cards if card.id == name]
        return spoken_card(card, box.game, language).split("\n")

    return write


def test_all_of_a_card_is_said_in_the_order_of_reading(words):
    assert words("data-monsters", "krol-chief", "en") == [
        "Krol.",
        "Monster.",
        "Class: Engineer, Scientist.",
        "Level: Chief.",
        "One in a workshop.",
        "Unique.",
        "At the beginning of your turn, draw a card. In your first effort each turn, +2 TECH and +2 SCI.",
        "Forty servers. Knows each one by its cough.",
    ]


def test_french_keeps_its_spaces(words):
    lines = words("data-monsters", "krol-chief", "fr")
    assert "Classe\u00a0: Ingénieur, Scientifique." in lines


def test_a_card_with_little_to_say_has_no_empty_lines(words):
    for language in ("it", "fr", "en"):
        lines = words("dataset", "love-fuchsia", language)
        assert all(line.strip(" .") for line in lines)


@pytest.mark.parametrize("game", ["data-monsters", "dataset"])
def test_every_text_of_every_card_is_said(packaged, game):
    box = packaged(game)
    for card in box.cards:
        for language, texts in card.texts.items():
            spoken = "".join(spoken_card(card, box.game, language).split())
            for text in texts.values():
                plain = text.replace("*", "").split("{")[0]
                assert "".join(plain.split()) in spoken


GAME = Game(
    "small",
    "en",
    ("en", "fr"),
    {
        "texts": {"rule": "Rule"},
        "fields": {
            "tech": {"title": "TECH", "type": "integer"},
            "lone": {"title": "Alone", "type": "boolean"},
            "class": {"title": "Class", "type": "array", "items": {"enum": ["maker", "thinker"]}},
        },
        "kinds": {"tool": {"name": "Tool"}},
    },
)
CARD = Card(
    "small",
    "anvil",
    "tool",
    "en",
    marks=("unique", "global"),
    fields={"tech": 3, "lone": True, "class": ["maker", "thinker"]},
    texts={"en": {"name": "Anvil", "text": "Heavy.\nVery."}, "fr": {"name": "Enclume"}},
)


def table(*decks, language="fr"):
    head, *rows = card_rows(decks, {one.game.id: language for one in decks})
    return [dict(zip(head, row, strict=True)) for row in rows]


def deck(*entries, game=GAME):
    return SelectedCards(Deck(game.id, "Deck", tuple(entries)), game, {"anvil": replace(CARD, game=game.id)})


def test_a_row_says_all_of_a_card():
    (row,) = table(deck(DeckEntry("anvil", 2)))
    assert [row[name] for name in COMMON_COLUMNS] == [
        "small",
        "anvil",
        "tool",
        "Enclume",
        2,
        "unique; global",
        "sample",
        1,
    ]
    assert (row["tech"], row["lone"], row["class"]) == (3, "true", "maker; thinker")
    assert (row["name.en"], row["text.en"], row["rule.en"]) == ("Anvil", "Heavy.\nVery.", "")


def test_what_is_not_translated_is_empty():
    (row,) = table(deck(DeckEntry("anvil", 1)))
    assert (row["name.fr"], row["text.fr"]) == ("Enclume", "")


def test_copies_in_several_zones_are_one_row():
    (row,) = table(deck(DeckEntry("anvil", 1), DeckEntry("anvil", 3, "side")))
    assert row["copies"] == 4


def test_games_share_the_columns_they_have_in_common():
    other = replace(GAME, id="other", definition={"fields": {"size": {"title": "Size", "type": "integer"}}})
    rows = table(deck(DeckEntry("anvil", 1)), deck(DeckEntry("anvil", 1), game=other))
    assert [row["game"] for row in rows] == ["small", "other"]
    assert [name for name in rows[0] if name not in COMMON_COLUMNS][:4] == ["tech", "lone", "class", "size"]
    assert rows[0]["size"] == ""


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_name_is_in_the_language_asked_for(language):
    (row,) = table(deck(DeckEntry("anvil", 1)), language=language)
    assert row["name"] == CARD.name(language)


def test_several_numbers_are_parted_like_words():
    game = replace(GAME, definition={"fields": {"stages": {"type": "array", "items": {"type": "integer"}}}})
    card = replace(CARD, fields={"stages": [2, 7, 20]})
    (row,) = table(SelectedCards(Deck("small", "Deck", (DeckEntry("anvil", 1),)), game, {"anvil": card}))
    assert row["stages"] == "2; 7; 20"


@pytest.mark.parametrize("name", ["big-monster", "data-monsters", "dataset", "monster-office"])
def test_every_card_of_a_packaged_game_is_a_row(packaged, name):
    box = packaged(name)
    cards = {card.id: card for card in box.cards}
    whole = Deck(name, name, tuple(DeckEntry(card.id, card.copies) for card in box.cards))
    head, *rows = card_rows([SelectedCards(whole, box.game, cards)], {box.game.id: "fr"})
    assert [row[1] for row in rows] == list(cards)
    assert {type(cell) for row in rows for cell in row} <= {str, int, float}
    assert {len(row) for row in rows} == {len(head)}
