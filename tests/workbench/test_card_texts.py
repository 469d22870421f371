"""A card in plain words, for who cannot see it."""

from __future__ import annotations

import pytest

from deckwright.workbench.card_texts import spoken_card


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
    said = words("data-monsters", "krol-chief", "fr")
    assert "Classe\u00a0: Ingénieur, Scientifique." in said


def test_a_card_with_little_to_say_has_no_empty_lines(words):
    for language in ("it", "fr", "en"):
        said = words("dataset", "love-fuchsia", language)
        assert all(line.strip(" .") for line in said)


@pytest.mark.parametrize("game", ["data-monsters", "dataset"])
def test_every_text_of_every_card_is_said(packaged, game):
    box = packaged(game)
    for card in box.cards:
        for language, texts in card.texts.items():
            said = "".join(spoken_card(card, box.game, language).split())
            for text in texts.values():
                plain = text.replace("*", "").split("{")[0]
                assert "".join(plain.split()) in said
