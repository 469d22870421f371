"""The naive evaluator against verdicts worked out by hand, at least one for each key of the rule language."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import floor

import pytest

from .naive import Broken, Query, evaluate

DAY = "2026-03-01"

FIELDS = {
    "cost": {"type": "number"},
    "own": {"type": "integer"},
    "level": {"oneOf": [{"const": "low"}, {"const": "middle"}, {"const": "high"}]},
    "colours": {"type": "array", "items": {"enum": ["red", "green", "blue"]}},
    "released": {"type": "string", "format": "date"},
    "lone": {"type": "boolean"},
    "rank": {"type": "integer", "in_decks": True},
}

CARDS = [
    {
        "id": "fox",
        "name": "Fox",
        "kind": "beast",
        "copies": 2,
        "fields": {"cost": 0.1, "own": 1, "colours": ["red"]},
    },
    {"id": "old-fox", "name": "Fox", "kind": "beast", "fields": {"cost": 0.2, "colours": ["red", "green"]}},
    {
        "id": "owl",
        "name": "Owl",
        "kind": "beast",
        "marks": ["rare"],
        "fields": {"cost": 3, "own": 2, "level": "high"},
    },
    {"id": "oak", "name": "Oak", "kind": "tree", "fields": {"cost": 9, "colours": ["green"], "level": "low"}},
    {
        "id": "fir",
        "name": "Fir",
        "kind": "tree",
        "fields": {"released": "2026-02-01", "level": "middle", "lone": True},
    },
    {
        "id": "elm",
        "name": "Elm",
        "kind": "tree",
        "fields": {"released": "2026-04-01", "cost": -2, "lone": False},
    },
    {
        "id": "king",
        "name": "King",
        "kind": "chief",
        "fields": {"own": 4, "cost": 2, "colours": ["green", "blue"]},
    },
    {
        "id": "queen",
        "name": "Queen",
        "kind": "chief",
        "fields": {"own": 3, "colours": ["blue"], "level": "middle"},
    },
    {"id": "fool", "name": "Fool", "kind": "chief", "fields": {}},
]

KING, QUEEN, FOOL = ({"card": card, "copies": 1, "zone": "leader"} for card in ("king", "queen", "fool"))


def query(*tree):
    return Query(*tree)


def kind(name):
    return Query("is", "kind", ":", name)


def card(name):
    return Query("is", "id", ":", name)


def refers(field, sign, reference, other):
    return Query("refers", field, sign, reference, other)


BEASTS, TREES, CHIEFS, GREEN = (
    kind("beast"),
    kind("tree"),
    kind("chief"),
    Query("is", "colours", ":", "green"),
)
LEADER = {"over": CHIEFS, "zones": "leader"}


def deck(*extra, **copies):
    """A deck of some copies of cards in the main zone, `old_fox=2`, and of other entries."""
    named = [{"card": name.replace("_", "-"), "copies": number} for name, number in copies.items()]
    return [*named, *extra]


def verdict(entries, *rules, day=DAY, players=None, files=None, lists=None, formats=None, **keys):
    """The rules that a deck breaks in a format with three zones, as (rule, cards, found, limit)."""
    own = {"zones": ["leader", "side"], "references": {"leader": LEADER}, "rules": list(rules), **keys}
    game = {"fields": FIELDS, "lists": lists or {}, "formats": {**(formats or {}), "own": own}}
    found = evaluate(game, CARDS, entries, deck_format="own", day=day, players=players, files=files)
    return sorted((one.rule, " ".join(sorted(one.cards)), one.found, one.limit) for one in found.elements())


def rule(**keys):
    return {"id": "rule", **keys}


def found(*numbers, cards=""):
    return [("rule", cards, *numbers)]


ALL = Query("all")


@pytest.mark.parametrize(
    ("measure", "number"),
    [
        ("cards", 7),
        ("distinct", 5),
        ({"sum": "cost"}, 12.4),
        ({"sum": ["cost", "own"]}, 16.4),
        ({"sum": ["cost", "own"], "once": True}, 15.3),
        ({"groups": "colours"}, 2),
        ({"groups": "colours", "each": 3}, 1),
        ({"groups": "name", "each": 3}, 1),
        ({"groups": "name", "each": 4}, 0),
        ({"span": "cost"}, 8.9),
        ({"highest": "cost"}, 9),
        ({"lowest": "cost"}, 0.1),
    ],
)
def test_measures_for_the_deck(measure, number):
    entries = deck(fox=2, old_fox=1, owl=1, oak=1, fir=2)
    assert verdict(entries, rule(measure=measure, min=99)) == found(number, 99)
    assert not verdict(entries, rule(measure=measure, min=number, max=number))


@pytest.mark.parametrize(("key", "broken"), [("span", True), ("highest", True), ("lowest", False)])
def test_measures_of_no_number(key, broken):
    assert bool(verdict(deck(fool=1), rule(measure={key: "cost"}, min=1))) == broken


def test_negative_numbers_have_a_highest_and_a_lowest():
    assert verdict(deck(elm=1, fool=1), rule(measure={"highest": "cost"}, min=0)) == found(-2, 0)
    assert verdict(deck(elm=1, fool=1), rule(measure={"span": "cost"}, min=9)) == found(0, 9)


@pytest.mark.parametrize(
    ("keys", "expected"),
    [
        ({"measure": "copies"}, [("rule", "fox", 3, 2)]),
        ({"measure": "copies", "zone": ["cards", "side"]}, [("rule", "fox", 4, 2)]),
        ({"measure": "copies", "over": TREES}, []),
        ({"measure": "copies", "same": ["name"]}, [("rule", "fox old-fox", 5, 2)]),
        ({"measure": "copies", "same": ["level"]}, [("rule", "fox", 3, 2)]),
    ],
)
def test_copies_of_each_card(keys, expected):
    entries = deck({"card": "fox", "copies": 1, "zone": "side"}, fox=3, old_fox=2, owl=1)
    assert verdict(entries, rule(**keys, max=2)) == expected


def test_zones_that_have_a_card():
    entries = deck(
        {"card": "fox", "copies": 1, "zone": "side"},
        {"card": "old-fox", "copies": 2, "zone": "leader"},
        fox=3,
    )
    zones = ["cards", "side", "leader"]
    assert verdict(entries, rule(measure="zones", zone=zones, max=1)) == found(2, 1, cards="fox")
    assert verdict(entries, rule(measure="zones", zone=zones, same=["name"], max=1)) == found(
        3, 1, cards="fox old-fox"
    )


def test_companions():
    keys = {"over": card("fox"), "measure": "companions", "min": 1}
    entries = deck({"card": "old-fox", "copies": 1, "zone": "side"}, fox=3, fir=1)
    assert verdict(entries, rule(**keys, of=BEASTS, same=["name"])) == found(0, 1, cards="fox")
    assert not verdict(entries, rule(**keys, of=BEASTS, same=["name"], of_zone="side"))
    assert not verdict(entries, rule(**keys, of=TREES))
    assert verdict(entries, rule(**keys, of=refers("colours", ":", "this", "colours"))) == found(
        0, 1, cards="fox"
    )
    assert not verdict(deck(fox=1, old_fox=1), rule(**keys, of=refers("colours", ":", "this", "colours")))


@pytest.mark.parametrize(
    ("tree", "ids"),
    [
        (("all",), "elm fir fool fox oak old-fox owl"),
        (("has", "level"), "fir oak owl"),
        (("has", "lone"), "elm fir"),
        (("has", "points"), "fox owl"),
        (("is", "points", ">=", 2), "owl"),
        (("is", "mark", ":", "rare"), "owl"),
        (("is", "name", "=", "Fox"), "fox old-fox"),
        (("is", "level", ">=", "middle"), "fir owl"),
        (("is", "level", "!=", "low"), "fir owl"),
        (("is", "colours", "!=", "red"), "oak old-fox"),
        (("is", "lone", ":", False), "elm"),
        (("is", "copies", ">", 1), "fox"),
        (("is", "released", "<=", "2026-02-01"), "fir"),
        (("today", "released", ">"), "elm"),
        (("today", "released", "!="), "elm fir"),
        (("fields", "cost", ">", "own"), "owl"),
        (("fields", "cost", "!=", "own"), "fox owl"),
        (("not", ("has", "cost")), "fir fool"),
        (("and", ("is", "kind", ":", "tree"), ("has", "cost")), "elm oak"),
        (("or", ("is", "kind", ":", "chief"), ("has", "lone")), "elm fir fool"),
        (("refers", "colours", ":", "leader", "colours"), "oak old-fox"),
        (("refers", "colours", "!=", "leader", "colours"), "fox old-fox"),
        (("refers", "level", "<=", "leader", "level"), "fir oak"),
        (("refers", "cost", "<", "leader", "own"), "elm fox old-fox owl"),
        (("refers", "released", "=", "leader", "released"), ""),
        (("refers", "released", "!=", "leader", "released"), "elm fir"),
        (("refers", "id", "=", "leader", "id"), ""),
    ],
)
def test_queries(tree, ids):
    entries = deck(QUEEN, KING, fox=1, old_fox=1, owl=1, oak=1, fir=1, elm=1, fool=1)
    lists = {"points": {"fox": 1, "owl": {"value": 2}, "oak": {"value": 3, "until": "2026-02-28"}}}
    broken = verdict(entries, rule(over=Query(*tree), measure="copies", max=0), lists=lists)
    assert " ".join(cards for _, cards, _, _ in broken) == ids


def test_a_query_knows_its_text():
    tree = (
        "and",
        ("or", ("all",), ("not", ("has", "cost"))),
        ("is", "lone", ":", True),
        ("is", "name", "=", "Old Fox"),
    )
    assert Query(*tree) == '((* or -has:cost) lone:yes name="Old Fox")'
    assert Query("refers", "level", "<=", "leader", "level") == "level<=leader.level"
    assert Query("today", "released", "<=") == "released<=today"
    assert Query("fields", "cost", ">", "own") == "cost>own"


MANY, FEW = {"over": BEASTS, "min": 3}, {"over": BEASTS, "max": 2}


@pytest.mark.parametrize(
    ("when", "applies"),
    [
        (BEASTS, True),
        (TREES, False),
        (CHIEFS, True),
        ({"over": CHIEFS, "zones": "cards"}, False),
        ({"over": CHIEFS, "zones": ["side", "leader"]}, True),
        (MANY, True),
        (FEW, False),
        ([MANY, {"over": TREES, "max": 0}], True),
        ({"over": BEASTS, "max": 0}, False),
        ([MANY, FEW], False),
        ([], True),
        ({"over": BEASTS, "min": 3, "max": 3, "measure": "distinct"}, False),
        ({"over": BEASTS, "measure": {"sum": "own"}, "min": 3}, True),
        ({"over": BEASTS, "measure": {"lowest": "level"}, "min": 3}, True),
        ({"zones": "cards", "min": {"field": "own", "of": "leader"}}, True),
        ({"zones": "cards", "max": {"field": "own", "of": "leader"}}, True),
        ({"over": BEASTS, "min": {"share": "2/3"}}, True),
        ({"over": CHIEFS, "min": {"share": "40%"}}, False),
    ],
)
def test_conditions(when, applies):
    entries = deck(QUEEN, fox=3)
    assert bool(verdict(entries, rule(when=when, measure="cards", min=9))) == applies


@pytest.mark.parametrize(
    ("bound", "limit"),
    [
        (3, 3),
        (2.5, 2.5),
        ({"field": "own", "of": "leader"}, 3),
        ({"field": "cost", "of": "leader"}, 2),
        ({"number": 4}, 4),
        ({"number": 4, "when": BEASTS}, 4),
        ({"number": 4, "when": TREES}, 0),
        ([1, {"field": "own", "of": "leader"}, {"number": 5, "when": TREES}], 4),
        ({"count": {"over": CHIEFS}}, 2),
        ({"count": {"zones": "side"}}, 1),
        ({"count": {"zones": ["side", "leader"]}}, 3),
        ({"count": {"over": BEASTS, "measure": "distinct"}}, 1),
        ({"count": {"over": Query("is", "own", "<", 4), "box": True}}, 4),
        ({"count": {"over": TREES, "box": True, "measure": "distinct"}}, 3),
        ({"count": {}, "every": 3}, 2),
        ({"count": {}, "every": 5, "times": 3}, 3),
        ({"count": {"over": CHIEFS}, "times": "2/3"}, "4/3"),
        ({"share": 0.25}, 1.25),
        ({"share": "1/3"}, "5/3"),
        ({"share": "50%"}, 2.5),
        ({"share": "70%", "every": 2.5}, 1),
    ],
)
def test_bounds(bound, limit):
    entries = deck(KING, QUEEN, {"card": "fox", "copies": 1, "zone": "side"}, fox=5)
    limit = float(Fraction(limit))
    assert verdict(entries, rule(measure={"sum": "own"}, max=bound)) == found(5, limit)
    whole = limit if isinstance(bound, float) else floor(limit)
    assert verdict(entries, rule(measure="cards", max=bound)) == found(5, whole)


def test_a_bound_whose_card_has_no_such_field_is_none():
    assert not verdict(deck(FOOL, fox=9), rule(measure="cards", max={"field": "own", "of": "leader"}))
    assert not verdict(deck(FOOL, fox=9), rule(measure="cards", max=[1, {"field": "own", "of": "leader"}]))
    unused = {"field": "own", "of": "leader", "when": TREES}
    assert verdict(deck(FOOL, fox=9), rule(measure="cards", max=[1, unused])) == found(9, 1)


@pytest.mark.parametrize(("bounds", "limit"), [({"min": 7}, 4), ({"max": 0}, 3)])
def test_of_several_reference_cards_the_strictest_counts(bounds, limit):
    amount = {"field": "own", "of": "leader"}
    entries = deck(KING, QUEEN, **({"fir": 1} if "min" in bounds else {"fir": 9}))
    assert verdict(entries, rule(measure="cards", **dict.fromkeys(bounds, amount)))[0][3] == limit


def test_fractions_are_rounded_for_what_is_whole():
    half = {"number": 3.5}
    assert verdict(deck(owl=3), rule(measure="cards", min=half)) == found(3, 4)
    assert verdict(deck(owl=4), rule(measure="cards", max=half)) == found(4, 3)
    assert verdict(deck(owl=4), rule(measure="copies", max=half)) == found(4, 3, cards="owl")
    assert verdict(deck(owl=2), rule(measure={"sum": "own"}, max=half)) == found(4, 3.5)


def test_limits_that_cards_have():
    assert verdict(deck(fox=2, owl=2), rule(measure="copies", max="own")) == found(2, 1, cards="fox")
    assert verdict(deck(fox=2, owl=3), rule(measure="copies", max="copies")) == found(3, 1, cards="owl")
    assert not verdict(deck(fox=2), rule(measure="copies", max={"field": "own", "times": 2}))
    assert verdict(deck(king=5, fox=5), rule(measure="copies", same=["colours"], max="own")) == [
        ("rule", "fox", 5, 1),
        ("rule", "king", 5, 4),
    ]
    assert verdict(deck(fox=1, old_fox=1), rule(measure="copies", same=["name"], max="own")) == found(
        2, 1, cards="fox old-fox"
    )


def test_limits_by_a_count_of_the_card_itself():
    limit = {"count": {"over": refers("id", ":", "this", "id"), "zones": "side"}}
    entries = deck(
        {"card": "fox", "copies": 1, "zone": "side"},
        {"card": "owl", "copies": 2, "zone": "side"},
        fox=2,
        owl=2,
    )
    assert verdict(entries, rule(measure="copies", max=limit)) == found(2, 1, cards="fox")
    same = verdict(
        deck({"card": "fox", "copies": 1, "zone": "side"}, fox=1, old_fox=1),
        rule(measure="copies", same=["name"], max=limit),
    )
    assert same == found(2, 0, cards="fox old-fox")


def test_bounds_for_players_and_for_numbers_of_cards():
    keys = {"measure": "cards", "max": [1, {"number": 1}], "per_player": True}
    assert verdict(deck(fox=9), rule(**keys), players=3) == found(9, 6)
    assert verdict(deck(fox=9), rule(**keys, by_players={2: {"max": 5}}), players=2) == found(9, 5)
    assert verdict(deck(fox=9), rule(**keys, by_players={2: {"max": 5}}), players=3) == found(9, 6)
    by_cards = {1: {"max": 1}, 9: {"max": 2}, 10: {"max": 3}}
    assert verdict(deck(fox=9), rule(**keys, by_cards=by_cards), players=3) == found(9, 2)
    assert verdict(
        deck(fox=9), rule(**keys, by_cards=by_cards, by_players={3: {"max": 7}}), players=3
    ) == found(9, 7)


def test_a_name_of_a_field_is_not_for_each_player():
    assert verdict(deck(fox=2), rule(measure="copies", max="own", per_player=True), players=3) == found(
        2, 1, cards="fox"
    )
    assert not verdict(deck(fox=2), rule(measure="copies", max={"field": "own"}, per_player=True), players=3)


@pytest.mark.parametrize(
    ("free", "number"),
    [
        ([{"over": BEASTS}], 3),
        ([{"over": BEASTS, "copies": 1}], 6),
        ([{"copies": 1}], 5),
        ([{"copies": 1}, {"over": card("fox"), "copies": 1}], 4),
        ([{"over": BEASTS, "when": {"over": TREES, "min": 4}}], 8),
        ([{"over": BEASTS, "when": {"over": refers("name", "=", "this", "name"), "min": 5}}], 3),
        ([{"over": ALL, "when": {"over": refers("name", "=", "this", "name"), "min": 4}}], 3),
        ([{"over": refers("colours", ":", "leader", "colours")}], 3),
    ],
)
def test_free_copies(free, number):
    entries = deck(KING, fox=3, old_fox=2, oak=3)
    assert verdict(entries, rule(measure="cards", max=-1, free=free)) == found(number, -1)


def test_free_copies_of_several_entries_are_those_of_one_card():
    entries = [
        {"card": "fox", "copies": 2, "fields": {"rank": 3}},
        {"card": "fox", "copies": 2},
        {"card": "fox", "copies": 1, "zone": "side"},
    ]
    keys = {"zone": ["cards", "side"], "max": -1}
    assert verdict(entries, rule(measure="cards", free=[{"copies": 3}], **keys)) == found(2, -1)
    assert verdict(entries, rule(measure={"sum": "rank"}, free=[{"copies": 1}], **keys)) == found(3, -1)
    assert verdict(
        entries, rule(measure="copies", free=[{"over": Query("is", "rank", ":", 3)}], **keys)
    ) == found(3, -1, cards="fox")
    assert not verdict(entries, rule(measure="copies", free=[{}], **keys))
    again = [*entries, {"card": "fox", "copies": 2, "fields": {"rank": 3}}]
    assert verdict(again, rule(measure={"sum": "rank"}, free=[{"copies": 3}], **keys)) == found(3, -1)


def test_a_companion_belongs_to_one_of_the_entries():
    entries = [
        {"card": "fox", "copies": 1, "fields": {"rank": 1, "own": 1}},
        {"card": "fox", "copies": 1, "fields": {"rank": 2, "own": 2}},
        {"card": "owl", "copies": 1, "fields": {"rank": 1, "own": 2}},
    ]
    keys = {"over": card("fox"), "measure": "companions", "of": refers("rank", ":", "this", "rank"), "min": 1}
    assert not verdict(entries, rule(**keys))
    assert verdict(entries, rule(**keys, same=["own"])) == found(0, 1, cards="fox")


def test_facts_are_judged_instead_of_a_cards_own_values():
    entries = [{"card": "fox", "copies": 1, "fields": {"own": 5}}, {"card": "fox", "copies": 2}]
    assert verdict(entries, rule(measure={"sum": "own"}, max=0)) == found(7, 0)
    assert verdict(entries, rule(measure="distinct", max=0)) == found(1, 0)
    assert verdict(entries, rule(measure="copies", max=2)) == found(3, 2, cards="fox")
    assert verdict(entries, rule(measure="copies", max="own")) == found(3, 1, cards="fox")
    assert verdict(entries, rule(over=Query("is", "own", ":", 5), measure="copies", max=0)) == found(
        1, 0, cards="fox"
    )


def test_a_rule_that_replaces():
    size = {"id": "size", "measure": "cards", "min": 4, "max": 4}
    assert verdict(deck(fox=2, oak=3), size) == [("size", "", 5, 4)]
    beasts = rule(over=BEASTS, measure="cards", max=1, replaces=["size"])
    assert verdict(deck(fox=2, oak=3), size, beasts) == [("rule", "", 2, 1), ("size", "", 3, 4)]
    free = rule(over=card("oak"), replaces=["size"])
    assert verdict(deck(fox=2, oak=3), size, free) == [("size", "", 2, 4)]
    assert not verdict(deck(fox=2, oak=3), size, rule(measure="distinct", min=1, replaces=["size"]))
    assert verdict(deck(fox=5), size, rule(over=ALL, replaces=["size"])) == [("size", "", 0, 4)]


@pytest.mark.parametrize(
    "keys",
    [
        {"when": TREES},
        {"since": "2026-03-02"},
        {"until": "2026-02-28"},
        {"max": {"field": "own", "of": "leader"}},
    ],
)
def test_a_rule_that_does_not_apply_replaces_nothing(keys):
    special = {"id": "special", "over": BEASTS, "measure": "cards", "max": 9, "replaces": ["rule"]}
    assert not verdict(deck(fox=2), rule(measure="cards", max=1), special)
    assert verdict(deck(fox=2), rule(measure="cards", max=1), {**special, **keys}) == found(2, 1)


@pytest.mark.parametrize(
    "keys",
    [
        {"over": refers("kind", "!=", "leader", "kind"), "measure": "cards", "max": 0},
        {
            "over": Query("or", ("all",), ("not", ("refers", "id", "=", "leader", "id"))),
            "measure": "cards",
            "max": 0,
        },
        {"measure": "cards", "max": [0, {"field": "own", "of": "leader", "when": TREES}]},
        {"any": [{"over": TREES, "min": 1}, {"over": refers("kind", "=", "leader", "kind"), "min": 1}]},
    ],
)
def test_a_rule_that_names_a_missing_reference_card_is_not_judged(keys):
    assert verdict(deck(QUEEN, fox=2), rule(**keys))
    assert not verdict(deck(fox=2), rule(**keys))


def test_an_option_or_a_free_entry_that_names_a_missing_reference_card_has_no_effect():
    like = refers("kind", "!=", "leader", "kind")
    for options in ([{"over": like}], [{"max": {"field": "own", "of": "leader"}}], [{"when": like}]):
        assert verdict(deck(fox=2), rule(options=options)) == found(2, 0)
        assert verdict(deck(fox=2), rule(options=[*options, {"over": BEASTS}])) == []
        assert verdict(deck(QUEEN, fox=2), rule(options=options)) == []
    free = {"measure": "cards", "max": 0, "free": [{"over": like}, {"copies": 1}]}
    assert verdict(deck(fox=2), rule(**free)) == found(1, 0)
    assert not verdict(deck(QUEEN, fox=2), rule(**free))


def test_references_look_at_their_zones():
    limit = rule(measure="cards", max={"field": "own", "of": "leader"})
    assert not verdict(deck(king=9), limit)
    assert verdict(deck(king=9), limit, references={"leader": CHIEFS}) == found(9, 4)


@pytest.mark.parametrize(
    ("options", "left"),
    [
        ([{"over": BEASTS}], 3),
        ([{"over": BEASTS, "max": 2}, {"over": TREES, "max": 1}], 5),
        ([{"over": GREEN, "max": 4}, {"over": BEASTS, "max": 3}], 1),
        ([{"over": GREEN, "max": 4}, {"over": BEASTS, "max": 4}], 0),
        ([{"max": 9, "over": BEASTS}, {"max": 3, "over": TREES, "when": CHIEFS}], 3),
        ([{"max": 9, "over": BEASTS}, {"max": 3, "over": TREES, "when": BEASTS}], 0),
        ([{"max": {"share": "1/3"}}], 6),
        ([{"max": -1}], 8),
        ([{}], 0),
    ],
)
def test_options(options, left):
    broken = verdict(deck(fox=3, old_fox=2, oak=3), rule(options=options))
    assert broken == (found(left, 0) if left else [])


def test_options_for_some_copies():
    entries = deck({"card": "owl", "copies": 2, "zone": "side"}, fox=3, oak=3)
    options = [{"over": BEASTS, "max": 1}]
    assert verdict(entries, rule(options=options)) == found(5, 0)
    assert verdict(entries, rule(options=options, over=BEASTS)) == found(2, 0)
    assert verdict(entries, rule(options=options, zone="side")) == found(1, 0)
    assert verdict(entries, rule(options=options, free=[{"copies": 1}])) == found(3, 0)
    special = {"id": "special", "over": TREES, "replaces": ["rule"]}
    assert verdict(entries, rule(options=options), special) == found(2, 0)


ONE = {"zone": "leader", "measure": "cards", "min": 1, "max": 1}
TWO = [
    {"zone": "leader", "measure": "cards", "min": 2, "max": 2},
    {"zone": "leader", "over": GREEN, "min": 1},
]
SHORT = [{"min": 1, "max": 1}, [{"min": 2, "max": 2}, {"over": GREEN, "min": 1}]]


@pytest.mark.parametrize("keys", [{"any": [ONE, TWO]}, {"any": SHORT, "zone": "leader", "measure": "cards"}])
@pytest.mark.parametrize(
    ("leaders", "broken"), [([KING], False), ([KING, FOOL], False), ([QUEEN, FOOL], True), ([], True)]
)
def test_either_or(leaders, broken, keys):
    assert bool(verdict(deck(*leaders, fox=1), rule(**keys))) == broken


def test_a_rule_with_ways_replaces_and_is_replaced():
    beasts = {"over": BEASTS, "measure": "copies", "free": [{"copies": 1}]}
    ways = rule(**beasts, any=[{"max": 1}, {"over": TREES, "min": 1, "measure": "cards", "free": []}])
    assert not verdict(deck(fox=2), ways)
    assert verdict(deck(fox=3), ways) == found(None, None)
    assert not verdict(deck(fox=3, oak=1), ways)
    free = {"id": "free", "replaces": ["rule"]}
    assert verdict(deck(fox=3, oak=1), ways, {**free, "over": TREES}) == found(None, None)
    assert not verdict(deck(fox=3, oak=1), ways, {**free, "over": card("fox")})
    assert not verdict(deck(fox=3), ways, free)
    size = {"id": "size", "measure": "cards", "max": 1}
    assert verdict(deck(fox=2, oak=2), size, {**ways, "replaces": ["size"]}) == [("size", "", 2, 1)]


def test_all_requirements():
    both = rule(zone="leader", measure="cards", all=[{"min": 1}, {"over": GREEN, "max": 0}])
    assert verdict(deck(QUEEN), both) == []
    assert verdict(deck(KING), both) == found(None, None)
    assert verdict(deck(fox=1), both) == found(None, None)


def test_each_value_of_a_field():
    entries = deck(fox=3, old_fox=2, oak=1, owl=9)
    assert verdict(entries, rule(per="colours", measure="cards", max=2)) == [
        ("rule", "", 3, 2),
        ("rule", "", 5, 2),
    ]
    assert verdict(entries, rule(per="colours", measure="cards", min=4)) == found(3, 4)
    assert (
        verdict(entries, rule(per="name", over=GREEN, measure="distinct", min=2)) == [("rule", "", 1, 2)] * 2
    )
    assert verdict(entries, rule(per="colours", measure="cards", max={"share": "1/3"})) == []
    assert verdict(entries, rule(per="colours", measure="cards", max=2, free=[{"copies": 2}])) == []
    ways = [{"max": 2}, {"over": TREES, "min": 2}]
    assert verdict(entries, rule(per="colours", measure="cards", any=ways)) == found(None, None)


def test_zones_beside_the_deck():
    entries = deck({"card": "owl", "copies": 2, "zone": "drafted"}, fox=1)
    keys = {"beside": ["drafted"], "banned": ["owl"]}
    assert verdict(entries, rule(when=card("owl"), measure="cards", max=0), **keys) == []
    assert verdict(
        entries, rule(when={"over": card("owl"), "zones": "drafted"}, measure="cards", max=0), **keys
    ) == found(1, 0)
    assert verdict(
        entries, rule(zone=["cards", "drafted"], measure="cards", max={"count": {}}), **keys
    ) == found(3, 1)
    limit = {"field": "own", "of": "owl"}
    assert (
        verdict(entries, rule(measure="cards", max=[limit, -2]), references={"owl": card("owl")}, **keys)
        == []
    )
    named = {"owl": {"over": card("owl"), "zones": "drafted"}}
    assert verdict(entries, rule(measure="cards", max=[limit, -2]), references=named, **keys) == found(1, 0)
    assert verdict(deck({"card": "owl", "copies": 1, "zone": "side"}), banned=["owl"], beside=["side"]) == []


@pytest.mark.parametrize(
    ("requirement", "met"),
    [
        ({"min": 3}, True),
        ({"over": TREES, "min": 1}, False),
        ({"measure": "copies", "max": 2}, False),
        ({"measure": "copies", "max": 2, "free": [{"copies": 1}]}, True),
        ({"over": TREES, "measure": "copies", "min": 2}, True),
        ({"measure": "companions", "of": BEASTS, "same": ["name"], "min": 1}, False),
        ({"measure": "companions", "of": BEASTS, "same": ["name"], "of_zone": "side", "min": 1}, True),
        ({"options": [{"over": BEASTS}]}, True),
        ({"options": [{"max": 2}]}, False),
    ],
)
def test_requirements(requirement, met):
    entries = deck({"card": "old-fox", "copies": 1, "zone": "side"}, fox=3)
    assert verdict(entries, rule(any=[requirement])) == ([] if met else found(None, None))


def test_pools_and_banned_and_restricted_cards():
    entries = deck({"card": "owl", "copies": 2, "zone": "side"}, owl=1, oak=1)
    assert verdict(entries, pool=TREES) == [("pool", "owl", 3, 0)]
    assert verdict(entries, banned=["owl", "fox"]) == [("banned", "owl", 3, 0)]
    assert verdict(entries, restricted={"owl": 2, "oak": 1}) == [("restricted", "owl", 3, 2)]
    assert verdict(entries, restricted={"owl": {"max": 2}}) == [("restricted", "owl", 3, 2)]
    assert not verdict(
        entries,
        rule(over=card("owl"), replaces=["pool", "banned", "restricted"]),
        pool=TREES,
        banned=["owl"],
        restricted={"owl": 2},
    )


@pytest.mark.parametrize(
    ("days", "in_force"),
    [
        ({"since": DAY}, True),
        ({"since": "2026-03-02"}, False),
        ({"until": DAY}, True),
        ({"until": "2026-02-28"}, False),
        ({"since": "2026-01-01", "until": "2026-12-31"}, True),
    ],
)
def test_days(days, in_force):
    entries = deck(owl=2)
    expected = lambda name: [(name, "owl", 2, 0)] if in_force else []  # noqa: E731
    assert verdict(entries, banned=[{"card": "owl", **days}]) == expected("banned")
    assert verdict(entries, restricted={"owl": {"max": 0, **days}}) == expected("restricted")
    assert verdict(entries, rule(measure="copies", max=0, **days)) == expected("rule")
    assert verdict(entries, banned="out", lists={"out": [{"card": "owl", **days}]}) == expected("banned")


def test_lists():
    lists = {
        "points": {"owl": 3, "fox": {"value": 2, "since": DAY}, "oak": {"value": 9, "until": "2026-02-01"}}
    }
    entries = deck(owl=2, fox=3, oak=1)
    assert verdict(entries, rule(measure={"sum": "points"}, max=1), lists=lists) == found(12, 1)
    assert verdict(entries, rule(measure={"sum": "points", "once": True}, max=1), lists=lists) == found(5, 1)
    assert verdict(entries, rule(measure="copies", max="points"), lists=lists) == found(3, 2, cards="fox")
    assert verdict(entries, restricted="points", lists=lists) == [("restricted", "fox", 3, 2)]
    assert verdict(entries, restricted="none", lists={"none": {"owl": 0}}) == [("restricted", "owl", 2, 0)]
    assert verdict(entries, banned="points", lists=lists) == [
        ("banned", "fox", 3, 0),
        ("banned", "owl", 2, 0),
    ]
    files = {"points.csv": "card,value,since,until\nOwl,1,,\nfox,,2026-03-01,\noak,5,,2026-02-28\n"}
    assert verdict(
        entries, rule(measure={"sum": "points"}, max=1), lists={"points": "points.csv"}, files=files
    ) == found(5, 1)


def test_a_zone_that_the_format_does_not_have():
    entries = deck({"card": "owl", "copies": 2, "zone": "attic"}, fox=1)
    assert verdict(entries, rule(when=card("owl"), measure="cards", max=0)) == [("zones", "owl", 2, 0)]


def test_formats_that_build_on_others():
    base = {
        "zones": ["attic"],
        "references": {"leader": card("oak"), "first": card("fox")},
        "pool": TREES,
        "banned": ["oak"],
        "rules": [rule(measure="cards", max=0), {"id": "size", "measure": "cards", "max": 1}],
    }
    entries = deck({"card": "fox", "copies": 1, "zone": "attic"}, fox=2)
    keys = {"like": "base", "formats": {"base": base, "further": {"like": "base", "drop": ["size"]}}}
    assert verdict(entries, **keys) == [("pool", "fox", 3, 0), ("rule", "", 2, 0), ("size", "", 2, 1)]
    assert verdict(entries, **keys, drop=["pool", "size"]) == found(2, 0)
    assert verdict(entries, **{**keys, "like": "further"}) == [("pool", "fox", 3, 0), ("rule", "", 2, 0)]
    assert verdict(
        entries,
        rule(measure="cards", max=2),
        {"id": "new", "measure": "cards", "max": 1},
        **keys,
        pool=BEASTS,
    ) == [("new", "", 2, 1), ("size", "", 2, 1)]
    first = {"id": "new", "measure": "copies", "over": refers("id", "=", "first", "id"), "max": 1}
    assert verdict(entries, first, **keys, drop=["pool", "size", "rule"]) == [("new", "fox", 2, 1)]


def test_the_same_rule_twice_is_broken_twice():
    game = {"fields": FIELDS, "formats": {"own": {"restricted": {"owl": 0, "fox": 0}, "rules": []}}}
    broken = evaluate(game, CARDS, deck(owl=1, fox=1), deck_format="own", day=DAY)
    assert broken == Counter(Broken("restricted", frozenset({name}), 1, 0) for name in ("owl", "fox"))
