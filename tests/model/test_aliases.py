"""A card has its own aliases, and those of its kind and of every choice that it bears."""

from __future__ import annotations

from deckwright.model.aliases import aliases_in, aliases_of_card, own_aliases
from deckwright.model.card import Card

DEFINITION = {
    "kinds": {"frog": {"name": "Frog", "aliases": {"fr": ["grenouille"]}}, "toad": {"name": "Toad"}},
    "fields": {
        "pond": {
            "title": "Pond",
            "oneOf": [
                {"const": "lily", "title": "Lily", "aliases": {"en": ["lotus"]}},
                {"const": "mud", "title": "Mud"},
            ],
        },
        "calls": {
            "title": "Calls",
            "type": "array",
            "items": {
                "oneOf": [{"const": "croak", "title": "Croak", "aliases": {"en": ["ribbit"], "fr": ["coa"]}}]
            },
        },
    },
}


def entry(kind, fields, **aliases):
    return {"kind": kind, "fields": fields, "aliases": aliases}


def test_a_card_has_its_own_and_those_of_kind_and_choices():
    written = entry("frog", {"pond": "lily", "calls": ["croak"], "jump": 3}, en=["hopper"])
    assert aliases_of_card(DEFINITION, written) == {
        "en": ("hopper", "lotus", "ribbit"),
        "fr": ("grenouille", "coa"),
    }


def test_one_that_is_given_twice_is_one():
    assert aliases_of_card(DEFINITION, entry("frog", {"pond": "lily"}, en=["lotus"])) == {
        "en": ("lotus",),
        "fr": ("grenouille",),
    }


def test_another_choice_or_kind_has_none():
    assert aliases_of_card(DEFINITION, entry("toad", {"pond": "mud"})) == {}


def test_what_a_card_shares_is_not_its_own():
    aliases = aliases_of_card(DEFINITION, entry("frog", {"pond": "lily"}, en=["hopper"]))
    card = Card("ponds", "hop", "frog", "en", fields={"pond": "lily"}, aliases=aliases)
    assert own_aliases(card, DEFINITION, "en") == ["hopper"]
    assert own_aliases(card, DEFINITION, "fr") == []


def test_every_place_of_aliases_is_known():
    assert [path for path, _ in aliases_in(DEFINITION)] == [
        ("kinds", "frog", "aliases"),
        ("fields", "pond", "oneOf", 0, "aliases"),
        ("fields", "calls", "items", "oneOf", 0, "aliases"),
    ]
