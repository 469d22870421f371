"""Two small games that share names for different things, and a few cards of the first."""

from __future__ import annotations

import pytest

from deckwright.model.card import Card
from deckwright.model.game import Game
from deckwright.model.query.binding import Vocabulary, parse
from deckwright.model.query.matching import card_test

LAB = Game(
    "lab",
    "en",
    ("en", "it"),
    {
        "fields": {
            "tech": {"title": "TECH", "type": "integer"},
            "sci": {"title": "SCI", "type": "integer"},
            "class": {"title": "Class", "type": "array", "items": {"enum": ["engineer", "designer"]}},
            "level": {"title": "Level", "type": "string", "enum": ["junior", "senior", "chief"]},
            "lone": {"title": "Alone", "type": "boolean"},
            "motto": {"title": "Motto", "type": "string"},
            "rank": {"title": "Rank", "enum": ["low", "high"]},
            "partner": {"title": "Partner", "type": "string"},
            "released": {"title": "Released", "type": "string", "format": "date"},
            "rotates": {"title": "Rotates", "type": "array", "items": {"type": "string", "format": "date"}},
        },
        "kinds": {"monster": {}, "tool": {}},
        "marks": {"unique": {}, "once-per-turn": {}},
    },
    {
        "en": {
            "game:title": "The Laboratory",
            "kind:monster": "Monster",
            "kind:tool": "Tool",
            "mark:unique": "Unique",
            "mark:once-per-turn": "Once per turn",
            "field:level": "Level",
            "field:level.junior": "Junior",
            "field:level.senior": "Senior",
            "field:level.chief": "Chief",
        },
        "it": {
            "game:title": "Il laboratorio",
            "kind:monster": "Mostro",
            "kind:tool": "Strumento",
            "field:level": "Livello",
            "field:level.senior": "Espèrto",
            "field:level.chief": "Capo reparto",
        },
    },
)

PALETTE = Game(
    "palette",
    "it",
    ("it",),
    {
        "fields": {
            "level": {"title": "Grado", "type": "number"},
            "colour": {"title": "Colore", "type": "string", "enum": ["red", "blue"]},
        },
        "kinds": {"tool": {}, "card": {}},
    },
    {
        "it": {
            "game:title": "Tavolozza",
            "kind:tool": "Pennello",
            "kind:card": "Carta",
            "field:colour": "Colore",
            "field:colour.red": "rosso",
            "field:colour.blue": "blu",
        },
    },
)

CARDS = [
    Card(
        "lab",
        "krol",
        "monster",
        "en",
        marks=("unique",),
        fields={"class": ["engineer", "designer"], "level": "chief", "lone": True, "motto": "Measure twice!"},
        texts={
            "en": {"name": "Krol", "text": "Boss of the data lake."},
            "fr": {"name": "Krol", "text": "Au cœur."},
        },
    ),
    Card(
        "lab",
        "zib",
        "monster",
        "en",
        copies=2,
        fields={"class": ["designer"], "level": "junior", "lone": False},
        texts={"en": {"name": "Zib", "text": "Draw a card.", "flavour": "Data first, lake later."}},
    ),
    Card(
        "lab",
        "laser",
        "tool",
        "en",
        copies=3,
        origin="rulebook",
        marks=("unique", "once-per-turn"),
        fields={"tech": 4, "sci": 2, "released": "2026-01-31", "rotates": ["2026-01-30", "2027-01-01"]},
        texts={"en": {"name": "Data Laser"}, "it": {"name": "Laser a dati", "text": "Città"}},
    ),
    Card(
        "lab",
        "flask",
        "tool",
        "en",
        fields={"tech": 1, "sci": 1, "released": "2025-12-31"},
        texts={"en": {"name": "***"}},
    ),
]


@pytest.fixture(scope="session")
def lab():
    return Vocabulary.of([LAB])


@pytest.fixture(scope="session")
def referring():
    """The vocabulary of a format of the laboratory, with references and a list."""
    return Vocabulary.of([LAB], references=["today", "this", "leader"], lists=["points"])


@pytest.fixture(scope="session")
def lab_cards():
    return CARDS


@pytest.fixture(scope="session")
def both():
    return Vocabulary.of([LAB, PALETTE])


@pytest.fixture(scope="session")
def find(lab):
    """The ids of the cards that a query finds."""

    def ids(text):
        query = parse(text, lab)
        return [card.id for card in CARDS if card_test(query)(card)]

    return ids
