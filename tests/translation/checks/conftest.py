"""A small game, and entries of it, for checks of translations."""

from __future__ import annotations

import pytest

from deckwright.model.game import Game
from deckwright.model.translation import Message
from deckwright.translation.checks.run import REGISTRY
from deckwright.translation.checks.wordbook import wordbook

DEFINITION = {
    "title": "Lab",
    "kinds": {"tool": {"name": "Tool"}},
    "marks": {"unique": {"name": "Unique", "rule": "Only one.", "icon": "mdi:diamond"}},
    "icons": {"tech": "mdi:chip", "technology": "mdi:chip", "sci": "mdi:flask", "unique": "mdi:diamond", "one": "mdi:diamond"},
    "glossary": {
        "keep": ["Krol", "DATA!", "Data Monsters"],
        "words": {"it": ["scrum"], "fr": ["scrum"], "en": ["scrum"]},
        "terms": [
            {"term": {"en": "deck", "it": "mazzo", "fr": "paquet"}, "forbidden": {"it": ["pila"]}},
            {"term": {"en": "opportunity deck", "it": "mazzo opportunità", "fr": "paquet opportunités"}, "severity": "error"},
            {"term": {"en": "discard", "it": "scartare"}, "forms": {"it": ["scarta", "scarti"]}, "forbidden": {"it": ["butta"], "fr": ["jeter"]}, "note": "To the pile."},
            {"term": {"en": "monster", "it": "mostro", "fr": "monstre"}},
        ],
    },
}  # fmt: skip
LABELS = {"en": {}, "it": {"kind:tool": "Strumento", "mark:unique": "Unica"}, "fr": {"kind:tool": "Outil"}}


@pytest.fixture(scope="session")
def game():
    return Game("lab", "en", ("en", "it", "fr"), DEFINITION, LABELS)


@pytest.fixture(scope="session")
def books(game):
    return {language: wordbook(game, language) for language in ("it", "fr", "en")}


@pytest.fixture(scope="session")
def said(books):
    """Check one text by one rule: what is found, each with its severity."""

    def check(rule, source, text, language="it", context="krol.text"):
        [check] = (one for one in REGISTRY if one.rule == rule)
        faults = check.each(books[language], Message(context, source, text, "draft"))
        return [f"{fault.severity}: {fault.message}" for fault in faults]

    return check
