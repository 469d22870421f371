from __future__ import annotations

from deckwright.model.card import Card
from deckwright.model.game import Field
from deckwright.model.query.values import value_rows, word_rows

FIELDS = {
    "tech": Field("tech", "number"),
    "class": Field("class", "choice", many=True, choices=("engineer", "designer")),
    "lone": Field("lone", "flag"),
    "motto": Field("motto", "text"),
}


def test_every_value_is_a_row_and_choices_have_their_place():
    fields = {"tech": 2.5, "class": ["designer", "engineer"], "lone": True, "motto": "Œil pour œil!"}
    card = Card(
        "lab",
        "krol",
        "monster",
        "en",
        copies=2,
        origin="community",
        origins={"name": "sample", "rules": "community"},
        revision=3,
        marks=("unique", "global"),
        fields=fields,
    )
    assert value_rows(card, FIELDS) == [
        ("game", "lab", None),
        ("id", "krol", None),
        ("kind", "monster", None),
        ("origin", "community", None),
        ("rules_origin", "community", None),
        ("copies", "2", 2.0),
        ("revision", "3", 3.0),
        ("mark", "unique", None),
        ("mark", "global", None),
        ("tech", "2.5", 2.5),
        ("class", "designer", 1.0),
        ("class", "engineer", 0.0),
        ("lone", "yes", 1.0),
        ("motto", "oeil pour oeil", None),
    ]


def test_numbers_too_large_for_a_database_are_held_back():
    card = Card("lab", "krol", "monster", "en", fields={"tech": 10**400})
    assert value_rows(card, FIELDS)[-1][2] == 1e300


def test_every_text_with_words_is_a_row_of_its_own():
    texts = {"en": {"name": "Krol", "text": "**Draw** a card.", "flavour": "…"}, "fr": {"name": "Krôl"}}
    card = Card("lab", "krol", "monster", "en", texts=texts)
    assert word_rows(card) == [("en", "krol", ""), ("en", "", "draw a card"), ("fr", "krol", "")]


def test_an_alias_is_a_name_of_its_own():
    card = Card(
        "lab", "krol", "monster", "en", texts={"en": {"name": "Krol"}}, aliases={"it": ("Il Cröl", "★")}
    )
    assert word_rows(card) == [("en", "krol", ""), ("it", "il crol", "")]
