"""The module model/query/matching."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import date

import pytest

from deckwright.model.card import Card, Field
from deckwright.model.query.binding import parse
from deckwright.model.query.matching import (
    Outside,
    card_test,
    dump_query,
    load_query,
    references_in,
    resolve,
    value_rows,
    word_rows,
)

EVERY = ["krol", "zib", "laser", "flask"]

QUERIES = {
    "": ["and"],
    "data": ["words", "*", "data"],
    "name=Krol": ["whole", "name", "krol"],
    "level>=senior": ["equals", "level", "senior", "chief"],
    "level!=senior": ["differs", "level", "senior"],
    "tech>=2": ["compare", "tech", ">=", 2.0],
    "released<2026-01-31": ["compare", "released", "<", 20260131.0],
    "released<today": ["refers", "released", "<", "today", "", "number"],
    "name=leader.name": ["refers", "name", "=", "leader", "name", "words"],
    "level<leader.level": ["refers", "level", "<", "leader", "level", "value", "junior", "senior", "chief"],
    "tech>sci": ["comparefields", "tech", ">", "sci"],
    "-(lone:yes or a b)": [
        "not",
        ["or", ["equals", "lone", "yes"], ["and", ["words", "*", "a"], ["words", "*", "b"]]],
    ],
}


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("", EVERY),
        ("*", EVERY),
        ("-*", []),
        ("* kind:tool", ["laser", "flask"]),
        ("kind:monster class:engineer", ["krol"]),
        ("kind:monster or tech>3", ["krol", "zib", "laser"]),
        ("kind:monster level:junior or tech>3", ["zib", "laser"]),
        ("kind:monster (level:junior or tech>3)", ["zib"]),
        ("-kind:monster not mark:unique", ["flask"]),
        ("-(kind:monster or mark:unique)", ["flask"]),
    ],
)
def test_terms_are_joined_as_in_scryfall(find, query, found):
    assert find(query) == found


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("data", ["krol", "zib", "laser"]),
        ("dat", ["krol", "zib", "laser"]),
        ("ata", []),
        ('"data lak"', ["krol"]),
        ("data-lake", ["krol"]),
        ('"dat lake"', []),
        ("data lake", ["krol", "zib"]),
        ('"card data"', []),
        ("COEUR", ["krol"]),
        ("citta", ["laser"]),
        ("twice", []),
        ("name:data", ["laser"]),
        ("name:dati", ["laser"]),
        ("text:data", ["krol", "zib"]),
        ("name:laser", ["laser"]),
        ("name=laser", []),
        ('name="laser a DATI!"', ["laser"]),
        ("name!=krol", ["zib", "laser"]),
        ('name!="Data Laser"', ["krol", "zib"]),
        ("text=citta", ["laser"]),
        ("text!=citta", ["krol", "zib"]),
    ],
)
def test_words_are_found_in_printed_texts_of_any_language(find, query, found):
    assert find(query) == found


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("tech:4", ["laser"]),
        ("tech=4.0", ["laser"]),
        ("tech!=4", ["flask"]),
        ("-tech:4", ["krol", "zib", "flask"]),
        ("tech>sci", ["laser"]),
        ("tech=sci", ["flask"]),
        ("tech>=SCI", ["laser", "flask"]),
        ("copies>=2", ["zib", "laser"]),
        ("copies<tech", ["laser"]),
        ("revision:1", EVERY),
        ("tech>-1", ["laser", "flask"]),
    ],
)
def test_numbers_compare_with_numbers_and_with_other_fields(find, query, found):
    assert find(query) == found


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("level>=senior", ["krol"]),
        ("level<senior", ["zib"]),
        ("level<=chief", ["krol", "zib"]),
        ("level>chief", []),
        ("level!=chief", ["zib"]),
        ('level:"capo reparto"', ["krol"]),
        ("level>esperto", ["krol"]),
        ("class:designer", ["krol", "zib"]),
        ("class!=designer", ["krol"]),
        ("mark!=unique", ["laser"]),
        ("-mark:unique", ["zib", "flask"]),
        ('mark:"Once per turn"', ["laser"]),
        ("mark:once-per-turn", ["laser"]),
        ("kind:MOSTRO", ["krol", "zib"]),
        ("lone:yes", ["krol"]),
        ("lone:oui", ["krol"]),
        ("lone:false", ["zib"]),
        ("lone!=si", ["zib"]),
        ("id:Krol", ["krol"]),
        ("id:kro", []),
        ("id!=krol", ["zib", "laser", "flask"]),
        ("origin:rulebook", ["laser"]),
        ("origin!=rulebook", ["krol", "zib", "flask"]),
        ('game:"il laboratorio"', EVERY),
    ],
)
def test_choices_go_by_id_or_by_label_in_any_language(find, query, found):
    assert find(query) == found


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("motto:twi", ["krol"]),
        ("motto:wice", []),
        ("motto=measure", []),
        ('motto="measure twice"', ["krol"]),
        ("motto!=measure", ["krol"]),
        ('motto!="measure twice"', []),
    ],
)
def test_free_text_fields_are_read_like_printed_texts(find, query, found):
    assert find(query) == found


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("has:tech", ["laser", "flask"]),
        ("-has:tech", ["krol", "zib"]),
        ("HAS=Motto", ["krol"]),
        ("has:mark", ["krol", "laser"]),
        ("has:lone", ["krol", "zib"]),
        ("has:name", ["krol", "zib", "laser"]),  # the name of the flask has no letters
        ("has:text", ["krol", "zib", "laser"]),
        ("has:copies", EVERY),
        ("has:partner", []),
        ('"has"', []),
    ],
)
def test_cards_are_found_by_having_a_field(find, query, found):
    assert find(query) == found


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("released<=2026-01-31", ["laser", "flask"]),
        ("released<2026-01-31", ["flask"]),
        ("released=2026-01-31", ["laser"]),
        ("released!=2026-01-31", ["flask"]),
        ('released:"2025-12-31"', ["flask"]),
        ("-released>2026-01-01", ["krol", "zib", "flask"]),
        ("rotates<2026-06-01 rotates>2026-06-01", ["laser"]),
        ("released>rotates", ["laser"]),
        ("has:released", ["laser", "flask"]),
    ],
)
def test_days_compare_as_the_calendar_does(find, query, found):
    assert find(query) == found


DAY = date(2026, 1, 1)


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("class:leader.class", ["krol"]),
        ("class!=leader.class", ["krol", "zib"]),
        ("level<leader.level", ["zib"]),
        ("level>=leader.level", ["krol"]),
        ("tech>leader.tech", ["laser"]),
        ("tech!=leader.tech", ["laser", "flask"]),
        ("copies!=leader.copies", ["zib", "laser"]),
        ("name=leader.name", []),
        ("name=leader.partner", ["krol"]),
        ("id=leader.partner", ["krol"]),
        ("id!=leader.partner", ["zib", "laser", "flask"]),
        ("mark!=leader.mark", ["laser"]),
        ("mark=leader.mark", ["krol", "laser"]),
        ("kind:leader.kind", ["krol", "zib"]),
        ("motto!=leader.motto", ["krol"]),
        ("tech=leader.sci", []),
        ("tech<leader.sci", []),
        ("tech!=leader.sci", ["laser", "flask"]),
        ("released>leader.released", ["laser"]),
        ("released<=today", ["flask"]),
        ("-(released>today or name=leader.partner)", ["zib", "flask"]),
        ("name=this.name", []),
        ("name!=this.name", ["krol", "zib", "laser"]),
        ("level<this.level", []),
    ],
)
def test_a_card_compares_with_other_cards_and_the_day(referring, lab_cards, query, found):
    leader = Card(
        "lab",
        "boss",
        "monster",
        "en",
        marks=("unique",),
        fields={
            "class": ["engineer"],
            "level": "senior",
            "tech": 2,
            "partner": "Krol",
            "released": "2025-12-31",
        },
        texts={"en": {"name": "Boss"}},
    )
    resolved = resolve(parse(query, referring), {"leader": [leader]}, DAY)
    assert [card.id for card in lab_cards if card_test(resolved)(card)] == found


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("copies!=leader.copies", ["zib"]),
        ("copies=leader.copies", ["krol", "laser", "flask"]),
        ("copies<leader.copies", ["krol", "zib", "flask"]),
        ("copies<=leader.copies", EVERY),
        ("copies>leader.copies", ["zib", "laser"]),
        ("copies>=leader.copies", EVERY),
        ("level<leader.level", ["zib"]),
        ("level>=leader.level", ["krol", "zib"]),
        ("level!=leader.level", []),
        ("id=leader.id", ["krol", "zib"]),
        ("id!=leader.id", ["laser", "flask"]),
        ("name!=leader.name", ["laser"]),
    ],
)
def test_the_values_of_several_cards_are_taken_together(referring, lab_cards, query, found):
    krol, zib = lab_cards[:2]
    leaders = [krol, replace(zib, copies=3)]
    resolved = resolve(parse(query, referring), {"leader": leaders}, DAY)
    assert [card.id for card in lab_cards if card_test(resolved)(card)] == found


def test_a_query_that_names_no_other_card_is_resolved_as_it_is(referring):
    query = parse('-(tech>2 or kind:tool) "leader.name" name:"leader.name" released<2026-01-01', referring)
    assert resolve(query, {}, DAY) is query


def test_a_query_that_is_not_resolved_is_no_query_to_match(referring, lab_cards):
    query = parse("name=leader.name", referring)
    with pytest.raises(TypeError, match="leader is not resolved"):
        card_test(query)(lab_cards[0])


FIELDS = {
    "tech": Field("tech", "number"),
    "class": Field("class", "choice", many=True, choices=("engineer", "designer")),
    "lone": Field("lone", "flag"),
    "motto": Field("motto", "text"),
    "released": Field("released", "date"),
}


def test_every_value_is_a_row_and_what_has_an_order_of_its_own_a_number():
    fields = {"tech": 2.5, "class": ["designer", "engineer"], "lone": True, "motto": "Œil pour œil!"}
    fields |= {"released": "2026-01-31"}
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
        ("id", "krol", None),
        ("game", "lab", None),
        ("kind", "monster", None),
        ("mark", "unique", None),
        ("mark", "global", None),
        ("origin", "community", None),
        ("rules_origin", "community", None),
        ("copies", "2", 2.0),
        ("revision", "3", 3.0),
        ("tech", "2.5", 2.5),
        ("class", "designer", None),
        ("class", "engineer", None),
        ("lone", "yes", None),
        ("motto", "oeil pour oeil", None),
        ("released", "2026-01-31", 20260131.0),
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


@pytest.mark.parametrize("text", QUERIES)
def test_a_query_is_kept_as_a_json_array(referring, text):
    assert dump_query(parse(text, referring)) == QUERIES[text]


def test_numbers_that_a_value_differs_from_are_kept():
    query = Outside("tech", (1.0, 2.5))
    assert dump_query(query) == ["outside", "tech", 1.0, 2.5]
    assert load_query(dump_query(query)) == query


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("kind:tool released<today", set()),
        ("-(tech>this.tech or (name=leader.name released>today)) tech<leader.sci", {"this", "leader"}),
    ],
)
def test_the_references_of_a_query_are_listed(referring, text, named):
    assert references_in(parse(text, referring)) == named


@pytest.mark.parametrize("text", QUERIES)
def test_a_kept_query_is_the_same_query(referring, text):
    query = parse(text, referring)
    assert load_query(json.loads(json.dumps(dump_query(query)))) == query
