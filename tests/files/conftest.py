"""Cards with names that are hard to tell apart, or hard to read."""

from __future__ import annotations

import pytest

from deckwright.files.deck_vocabulary import DeckVocabulary
from deckwright.model.card import Card, CardNames

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


DEFINITION = {
    "id": "lab",
    "kinds": {"tool": {"name": "Tool"}, "ability": {"name": "Ability"}, "mostro": {"name": "Mostro"}},
    "formats": {
        "open": {"zones": ["side"], "rules": []},
        "grand": {"zones": ["sideboard", "leader"], "rules": []},
        "grander": {"like": "grand", "zones": ["hand"], "rules": []},
    },
    "fields": {
        "level": {"title": "Level", "type": "integer", "minimum": 0, "maximum": 9, "in_decks": True},
        "house": {
            "title": "House",
            "in_decks": True,
            "oneOf": [{"const": "moor", "title": "Moor"}, {"const": "reed", "title": "Reed"}],
        },
        "colours": {
            "title": "Colours",
            "type": "array",
            "items": {"enum": ["red", "blue", "green"]},
            "in_decks": True,
        },
        "note": {"title": "Note", "type": "string", "in_decks": True},
        "lone": {"title": "Lone", "type": "boolean", "in_decks": True},
        "cost": {"title": "Cost", "type": "integer"},
    },
}
LABELS = {
    "en": {
        "kind:tool": "Tool",
        "kind:ability": "Ability",
        "kind:mostro": "Mostro",
        "field:house.moor": "Moor",
    },
    "fr": {"kind:tool": "Outil", "kind:ability": "Capacité", "kind:mostro": "Monstre"},
}


@pytest.fixture(scope="session")
def vocabulary_of():
    """What deck lists of the laboratory can say, with these cards."""
    return lambda cards: DeckVocabulary(DEFINITION, cards, LABELS)


@pytest.fixture(scope="session")
def vocabulary(cards, vocabulary_of):
    return vocabulary_of(cards.values())
