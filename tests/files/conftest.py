"""Cards with names that are hard to tell apart, or hard to read."""

from __future__ import annotations

import pytest

from deckwright.model.card import Card
from deckwright.model.card_names import CardNames

NAMES = {
    "krol-junior": {"en": "Krol", "it": "Krol", "fr": "Krol"},
    "krol-senior": {"en": "Krol", "it": "Krol Grande", "fr": "Krol"},
    "heart": {"en": "Heart of Data", "it": "Cuore di dati", "fr": "Cœur de données"},
    "town": {"en": "Town", "it": "Città"},
    "mainframe": {"en": "Mainframe"},
    "peach": {"en": "Peach", "fr": "Pêche"},
    "sin": {"en": "Sin", "fr": "Péché"},
    "fire-ice": {"en": "Fire // Ice"},
    "seven": {"en": "7 Wonders"},
    "twice": {"en": "Echo x2"},
    "comment": {"en": "# of cards"},
    "marks": {"en": "!!!"},
    "heading": {"en": "Side:"},
    "game": {"en": "// game: other"},
    "long": {"en": "Two\nlines  and\ttabs"},
    "dash": {"en": "Golem 2"},
}


@pytest.fixture(scope="session")
def cards():
    return {
        card: Card(
            "lab", card, "tool", "en", texts={language: {"name": name} for language, name in texts.items()}
        )
        for card, texts in NAMES.items()
    }


@pytest.fixture(scope="session")
def names(cards):
    return CardNames(cards.values())
