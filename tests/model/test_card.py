"""Cards, found by their names."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckwright.model.card import (
    Card,
    CardNames,
    DeckEntry,
    aliases_in,
    aliases_of_card,
    card_of,
    distinct_names,
    entry_fields,
    own_aliases,
    told_apart,
    with_full_names,
)
from deckwright.model.words import few_guesses, fold, list_names


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


# A card is found by its id, or by its name in any language; never another one by mistake.


def card(name, **texts):
    return Card(
        "lab", name, "tool", "en", texts={language: {"name": text} for language, text in texts.items()}
    )


def test_an_id_goes_before_a_name():
    names = CardNames([card("town", en="Krol"), card("krol", en="Town")])
    assert names.find("krol") == ["krol"]
    assert names.find("town") == ["town"]
    assert names.find("Krol") == ["town"]
    assert names.find("KROL") == ["town", "krol"]


def test_a_name_spelled_just_so_goes_before_those_that_read_alike():
    names = CardNames([card("peach", fr="Pêche"), card("sin", fr="Péché")])
    assert names.find("Pêche") == ["peach"]
    assert names.find("Péché") == ["sin"]
    assert names.find("peche") == ["peach", "sin"]


def test_one_card_of_one_name_in_several_languages_is_one():
    assert CardNames([card("krol-a", en="Krol", it="Krol", fr="KROL")]).find("krol") == ["krol-a"]


def test_a_name_of_signs_only_is_found_only_as_it_stands():
    names = CardNames([card("marks", en="!!!"), card("stars", en="***")])
    assert names.find("!!!") == ["marks"]
    assert names.find("***") == ["stars"]
    assert names.find("???") == []
    assert names.find("") == []


def test_a_card_without_a_name_in_a_language_has_its_others():
    names = CardNames(
        [Card("lab", "a", "tool", "en", texts={"en": {"name": "Heart"}, "it": {"text": "Cuore"}})]
    )
    assert names.find("heart") == ["a"]
    assert names.find("Cuore") == []


def test_an_alias_is_found_where_no_name_is():
    """A name that is spelled otherwise still goes before an alias that is spelled just so."""
    called = Card(
        "lab", "a", "tool", "en", texts={"en": {"name": "Heart"}}, aliases={"it": ("Pêche", "cuore")}
    )
    names = CardNames([called, card("peach", en="Pèche")])
    assert names.find("CUORE") == ["a"]
    assert names.find("Pêche") == ["peach"]
    assert names.nearest("cuor") == ["cuore"]


def test_an_alias_of_several_cards_is_ambiguous():
    cards = [
        Card("lab", one, "tool", "en", texts={"en": {"name": one}}, aliases={"en": ("lotus",)})
        for one in "ab"
    ]
    assert CardNames(cards).find("Lotus") == ["a", "b"]


def test_cards_of_one_name_are_told_apart_by_their_ids():
    cards = {
        one.id: one for one in (card("a", en="Krol", it="Re"), card("b", en="Krol"), card("c", en="Wisp"))
    }
    assert distinct_names(cards, "en") == {"a": "Krol (a)", "b": "Krol (b)", "c": "Wisp"}
    assert distinct_names(cards, "it") == {"a": "Re", "b": "Krol", "c": "Wisp"}


def printing(name, **more):
    return Card("pool", name, "event", "en", texts={"en": {"name": "Krol"}}, **more)


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        (
            [
                printing("v1", fields={"set": "core", "cost": 1}),
                printing("v2", fields={"set": "ash", "cost": 1}),
            ],
            "v1 (set:core), v2 (set:ash)",
        ),
        (
            [
                printing("a", fields={"set": "core", "cost": 1}),
                printing("b", fields={"set": "core", "cost": 2}),
                printing("c", fields={"set": "ash", "cost": 2}),
            ],
            "a (set:core cost:1), b (set:core cost:2), c (set:ash cost:2)",
        ),
        (
            [printing("a", fields={"set": "Core Set"}), printing("b", marks=("rare", "old")), printing("c")],
            'a (set:"Core Set"), b (mark:rare mark:old), c',
        ),
        (
            [printing("a", copies=2), printing("b", fields={"note": "x" * 99}), printing("c")],
            "a (copies:2), b (copies:1), c (copies:1)",
        ),
        ([printing("a"), printing("b")], "a, b"),
        (
            [
                printing(name, fields={"class": part, "level": name})
                for name, part in (("a", "x"), ("b", "x"), ("c", "y"))
            ],
            "a (level:a), b (level:b), c (level:c)",
        ),
    ],
)
def test_cards_of_one_name_are_listed_with_what_they_differ_in(cards, expected):
    assert told_apart(cards) == expected
    assert CardNames(cards).told_apart(card.id for card in cards) == expected


def test_of_many_cards_of_one_name_some_are_listed():
    cards = [printing(f"v{number}", fields={"set": number}) for number in range(40)]
    assert told_apart(cards).endswith("v11 (set:11), …")


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (["Fox", "Owl"], "Fox, Owl"),
        (["Krol, the Great", "Owl"], "“Krol, the Great”, Owl"),
        (["A; B", "龍、虎"], "“A; B”, “龍、虎”"),
        ([], ""),
    ],
)
def test_names_with_commas_stand_in_quotes_in_a_list(names, expected):
    assert list_names(names) == expected


def test_the_nearest_are_spelled_as_what_was_written():
    names = CardNames([card("scrum-planning", en="Scrum Planning"), card("pivot", en="Pivot")])
    assert names.nearest("scrum-planing") == ["scrum-planning"]
    assert names.nearest("Scrum Planing") == ["Scrum Planning"]
    assert names.nearest("qqqq") == []


def test_an_unknown_name_is_compared_with_all_others_once(monkeypatch):
    names = CardNames([card("pivot", en="Pivot")])
    assert names.nearest("Pivto") == ["Pivot"]
    monkeypatch.setattr("deckwright.model.card.closest", lambda *_: pytest.fail("compared again"))
    with few_guesses():
        assert [names.nearest("Pivto") for _ in range(101)] == [["Pivot"]] * 100 + [[]]


titles = st.sampled_from(["Krol", "krol", "KRÖL", "a", "A", "!", "?", "a b", "a-b", ""])


@given(st.dictionaries(st.sampled_from(["a", "b", "krol", "a-b"]), st.tuples(titles, titles)), titles)
def test_every_card_is_found_by_all_it_is_called_and_by_nothing_else(called, name):
    names = CardNames(card(one, en=english, it=italian) for one, (english, italian) in called.items())
    exact = [one for one, titles in called.items() if name in titles]
    alike = [one for one, titles in called.items() if fold(name) and fold(name) in map(fold, (one, *titles))]
    assert sorted(names.find(name)) == sorted([name] if name in called else exact or alike)


# A card has its own aliases, and those of its kind and of every choice that it bears.

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


# Names with what tells cards of one name apart.

VADER = Card(
    "wars",
    "vader-1",
    "unit",
    "en",
    fields={"subtitle": "Terror To Behold"},
    texts={"en": {"name": "Darth Vader"}, "it": {"name": "Dart Fener"}},
    aliases={"en": ("Ani",)},
)
LORD = replace(VADER, id="vader-2", fields={}, texts={"en": {"name": "Darth Vader", "subtitle": "Sith Lord"}})
NAMED = {"names": ["name", "subtitle"]}


def test_a_full_name_is_an_alias_in_every_language_of_the_card():
    assert with_full_names(VADER, NAMED).aliases == {
        "en": ("Ani", "Darth Vader, Terror To Behold"),
        "it": ("Dart Fener, Terror To Behold",),
    }
    assert with_full_names(LORD, NAMED).aliases == {"en": ("Ani", "Darth Vader, Sith Lord")}
    assert with_full_names(VADER, {}) == VADER
    assert with_full_names(replace(VADER, fields={}), NAMED).aliases == {"en": ("Ani",)}


def test_a_full_name_changes_with_the_texts_that_it_is_made_of():
    before = with_full_names(LORD, NAMED)
    after = replace(before, texts={"en": {"name": "Lord Vader", "subtitle": "Sith"}})
    assert with_full_names(after, NAMED, before).aliases == {"en": ("Ani", "Lord Vader, Sith")}
    assert with_full_names(before, NAMED) == before


def test_a_full_name_is_not_one_of_the_aliases_that_a_card_has_of_its_own():
    assert own_aliases(with_full_names(VADER, NAMED), NAMED, "en") == ["Ani"]
    assert own_aliases(with_full_names(VADER, NAMED), NAMED, "it") == []


@pytest.mark.parametrize(
    "name",
    [
        "Darth Vader, Terror To Behold",
        "Darth Vader - Terror To Behold",
        "Darth Vader (Terror To Behold)",
        "darth vader: TERROR to behold",
        "Dart Fener – Terror To Behold",
    ],
)
def test_a_card_is_found_by_its_full_name_however_it_is_written(name):
    names = CardNames([with_full_names(card, NAMED) for card in (VADER, LORD)])
    assert names.find(name) == ["vader-1"]
    assert names.find("Darth Vader") == ["vader-1", "vader-2"]


def test_cards_of_one_name_are_told_apart_by_their_full_names():
    cards = {card.id: with_full_names(card, NAMED) for card in (VADER, LORD, replace(VADER, id="other"))}
    assert distinct_names(cards, "en") == {
        "vader-1": "Darth Vader (vader-1)",
        "vader-2": "Darth Vader, Sith Lord",
        "other": "Darth Vader (other)",
    }
    assert distinct_names({"vader-1": cards["vader-1"], "vader-2": cards["vader-2"]}, "en") == {
        "vader-1": "Darth Vader, Terror To Behold",
        "vader-2": "Darth Vader, Sith Lord",
    }
