from __future__ import annotations

from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckwright.model.card import Card
from deckwright.model.measures import MEASURES, Measurement, Selection

from .naive import BY_HAND, READINGS


@pytest.mark.parametrize("name", MEASURES)
def test_every_measure_finds_what_was_worked_out_by_hand(broken, name):
    rules = f"rules: [{{id: far, {READINGS[name].rule}, min: 99}}]"
    assert tuple(found for _, _, found, _ in broken(rules, BY_HAND)) == READINGS[name].found


def test_cards_counts_every_copy(broken):
    rules = "rules: [{id: size, measure: cards, min: 3, max: 5}]"
    assert broken(rules, {"fox": 2, "owl": 1}) == []
    assert broken(rules, {"fox": 2}) == [("size", (), 2, 3)]
    assert broken(rules, {"fox": 4, "owl": 2}) == [("size", (), 6, 5)]


def test_cards_of_a_query_names_them(broken):
    rules = "rules: [{id: trees, over: 'kind:tree', measure: cards, min: 1, max: 2}]"
    assert broken(rules, {"oak": 2, "birch": 1, "fox": 9}) == [("trees", ("oak", "birch"), 3, 2)]
    assert broken(rules, {"fox": 9}) == [("trees", (), 0, 1)]


def test_copies_gives_one_finding_for_each_card_that_is_there(broken):
    rules = "rules: [{id: copies, measure: copies, min: 2, max: 3}]"
    deck = {"fox": 4, "owl": 2, "wolf": 1, "oak": 5}
    assert broken(rules, deck) == [
        ("copies", ("fox",), 4, 3),
        ("copies", ("wolf",), 1, 2),
        ("copies", ("oak",), 5, 3),
    ]


def test_copies_can_count_cards_of_one_name_together(broken):
    rules = "rules: [{id: names, measure: copies, same: [name], max: 2}]"
    assert broken(rules, {"fox": 1, "old-fox": 1, "owl": 2}) == []
    assert broken(rules, {"fox": 1, "old-fox": 2, "owl": 2}) == [("names", ("fox", "old-fox"), 3, 2)]


def test_a_card_that_lacks_what_others_share_counts_alone(broken):
    rules = "rules: [{id: colours, measure: copies, same: [colours], max: 1}]"
    assert broken(rules, {"wolf": 1, "birch": 1}) == []
    assert broken(rules, {"wolf": 2, "birch": 1}) == [("colours", ("wolf",), 2, 1)]


def test_the_limit_on_copies_can_stand_on_the_card(broken):
    rules = "rules: [{id: own, measure: copies, max: limit}, {id: box, measure: copies, max: copies}]"
    deck = {"fox": 3, "wolf": 1, "oak": 10}
    assert broken(rules, deck) == [
        ("own", ("fox",), 3, 1),
        ("box", ("fox",), 3, 2),
        ("box", ("oak",), 10, 9),
    ]


@pytest.mark.parametrize("cards", [{"fox": 1, "wolf": 3}, {"wolf": 3, "fox": 1}])
def test_of_cards_that_count_as_one_the_strictest_limit_holds_for_all(broken, cards):
    rules = "rules: [{id: own, measure: copies, same: [kind], max: limit}]"
    ((_, named, found, limit),) = broken(rules, cards)
    assert (set(named), found, limit) == ({"fox", "wolf"}, 4, 1)


def test_only_cards_that_add_something_are_named(broken):
    rules = """
rules:
  - {id: load, over: 'kind:beast or kind:tree', measure: {sum: weight}, max: 1}
  - {id: colours, over: 'kind:beast or kind:tree', measure: {groups: colours}, max: 1}
"""
    assert broken(rules, {"fox": 1, "birch": 2, "owl": 1}) == [
        ("load", ("fox", "owl"), 3.1, 1),
        ("colours", ("fox", "owl"), 2, 1),
    ]


def test_distinct_counts_different_cards(broken):
    rules = "rules: [{id: different, measure: distinct, min: 2, max: 3}]"
    assert broken(rules, {"fox": 9}) == [("different", (), 1, 2)]
    assert broken(rules, {"fox": 1, "owl": 1, "oak": 5}) == []
    assert broken(rules, {"fox": 1, "owl": 1, "oak": 1, "birch": 1}) == [("different", (), 4, 3)]


@pytest.mark.parametrize(
    ("deck", "total"),
    [({"fox": 3}, 0.3), ({"fox": 7}, 0.7), ({"fox": 1, "owl": 2}, 6.1), ({"birch": 2}, 0), ({}, 0)],
)
def test_sum_adds_up_a_field_once_for_each_copy_and_exactly(broken, deck, total):
    rules = "rules: [{id: load, measure: {sum: weight}, min: 7, max: 9}]"
    assert broken(rules, deck) == [("load", (), total, 7)]


def test_a_sum_is_a_whole_number_where_it_can_be(broken):
    ((_, _, found, _),) = broken("rules: [{id: load, measure: {sum: weight}, max: 9}]", {"owl": 4})
    assert found == 12
    assert isinstance(found, int)


def test_groups_counts_different_values_of_a_field_also_of_a_list(broken):
    rules = "rules: [{id: colours, measure: {groups: colours}, min: 2, max: 2}]"
    assert broken(rules, {"fox": 3, "wolf": 1}) == [("colours", (), 1, 2)]
    assert broken(rules, {"old-fox": 1}) == []
    assert broken(rules, {"old-fox": 1, "owl": 1}) == [("colours", (), 3, 2)]


def test_groups_can_count_kinds_and_marks(broken):
    rules = """rules: [{id: kinds, measure: {groups: kind}, min: 2}, {id: marks, measure: {groups: mark}, min: 1}]"""
    assert broken(rules, {"fox": 3}) == [("kinds", (), 1, 2), ("marks", (), 0, 1)]
    assert broken(rules, {"owl": 1, "oak": 1}) == []


def test_companions_counts_the_cards_that_stand_beside_each(broken):
    rules = (
        "rules: [{id: pair, over: 'id:old-fox', measure: companions, of: 'kind:beast', same: [name], min: 1}]"
    )
    assert broken(rules, {"old-fox": 2, "owl": 1}) == [("pair", ("old-fox",), 0, 1)]
    assert broken(rules, {"old-fox": 1, "fox": 1}) == []
    assert broken(rules, {"owl": 1}) == []


def test_a_companion_shares_one_value_of_a_list(broken):
    rules = "rules: [{id: shade, over: 'kind:beast', measure: companions, of: 'kind:tree', same: [colours], min: 1}]"
    assert broken(rules, {"fox": 1, "old-fox": 1, "wolf": 1, "oak": 1}) == [
        ("shade", ("fox",), 0, 1),
        ("shade", ("wolf",), 0, 1),
    ]


def test_no_card_is_its_own_companion(broken):
    rules = (
        "rules: [{id: herd, over: 'kind:beast', measure: companions, of: 'kind:beast', same: [kind], max: 1}]"
    )
    assert broken(rules, {"fox": 2, "owl": 2}) == []
    assert broken(rules, {"fox": 1, "owl": 1, "wolf": 1}) == [
        ("herd", (card,), 2, 1) for card in ("fox", "owl", "wolf")
    ]


# Single points that the random comparison rarely reaches.


@pytest.mark.parametrize("cards", [{"fox": 1, "owl": 1}, {"owl": 1, "fox": 1}])
def test_of_several_limits_on_cards_that_count_as_one_the_least_maximum_holds(broken, cards):
    rules = "rules: [{id: box, measure: copies, same: [kind], max: copies}]"
    assert broken(rules, cards) == [("box", tuple(cards), 2, 1)]


@pytest.mark.parametrize("cards", [{"fox": 1, "wolf": 1}, {"wolf": 1, "fox": 1}])
def test_of_several_limits_on_cards_that_count_as_one_the_greatest_minimum_holds(broken, cards):
    rules = "rules: [{id: own, measure: copies, same: [kind], min: weight}]"
    assert broken(rules, cards) == [("own", tuple(cards), 2, 5)]


def test_a_card_without_one_of_several_shared_fields_counts_alone(broken):
    rules = "rules: [{id: alike, measure: copies, same: [kind, limit], max: 1}]"
    assert broken(rules, {"owl": 1, "wolf": 1}) == []
    assert broken(rules, {"owl": 2, "wolf": 1}) == [("alike", ("owl",), 2, 1)]


@pytest.mark.parametrize(("facts", "total"), [((2, 5), 2), ((5, 2), 5)])
def test_once_counts_the_facts_of_the_entry_that_comes_first(broken, facts, total):
    rules = "rules: [{id: load, measure: {sum: weight, once: true}, max: 1}]"
    deck = [("fox", 1, {"weight": facts[0]}), ("owl", 1, {"weight": 0}), ("fox", 3, {"weight": facts[1]})]
    assert broken(rules, deck) == [("load", (), total, 1)]


@pytest.mark.parametrize(
    ("deck", "found"),
    [
        ({"fox": 2, "owl": 1}, 1),
        ({"fox": 1, "owl": 1}, 0),
        ({"old-fox": 2}, 2),
        ({"fox": 1, "old-fox": 1}, 1),
    ],
)
def test_groups_of_a_size_count_copies_for_each_value_of_a_list(broken, deck, found):
    rules = "rules: [{id: pairs, measure: {groups: colours, each: 2}, min: 9}]"
    assert [one[2] for one in broken(rules, deck)] == [found]


def test_an_entry_of_the_same_card_with_other_facts_is_no_companion(broken):
    rules = "rules: [{id: pair, over: 'id:fox', measure: companions, of: 'kind:beast', same: [kind], min: 1}]"
    deck = [("fox", 1, {"weight": 1}), ("fox", 1, {"weight": 2})]
    assert {one[:1] + one[2:] for one in broken(rules, deck)} == {("pair", 0, 1)}
    assert broken(rules, [*deck, ("owl", 1, {})]) == []


def test_companions_can_be_in_another_zone(broken):
    rules = """
zones: [side]
rules: [{id: pair, over: "id:owl", measure: companions, of: "id:fox", of_zone: side, min: 1}]"""
    assert broken(rules, {"owl": 1, "fox": 1}) == [("pair", ("owl",), 0, 1)]
    assert broken(rules, {"owl": 1}, side={"fox": 1}) == []
    assert broken(rules, {"fox": 1}, side={"owl": 1}) == []


@pytest.mark.parametrize(
    ("depths", "highest", "lowest", "span"),
    [((-3,), -3, -3, 0), ((-3, -7), -3, -7, 4), ((-3, 2), 2, -3, 5)],
)
def test_the_highest_and_the_lowest_number_can_be_negative(broken, depths, highest, lowest, span):
    rules = """
rules:
  - {id: high, measure: {highest: depth}, min: 99}
  - {id: low, measure: {lowest: depth}, min: 99}
  - {id: span, measure: {span: depth}, min: 99}"""
    deck = [("wolf", 1, {}), *(("owl", 1, {"depth": depth}) for depth in depths)]
    assert [one[2] for one in broken(rules, deck)] == [highest, lowest, span]


# Sums of several parts.


ELITE = "[{sum: weight, over: '-limit:1'}, {sum: limit, over: 'limit:1'}]"


@pytest.mark.parametrize(
    ("measure", "deck", "total"),
    [
        (ELITE, {"owl": 2, "fox": 3}, 9),
        (ELITE, {"fox": 3}, 3),
        ("[{sum: [weight, copies], over: 'kind:tree'}, {sum: weight}]", {"oak": 1, "owl": 1}, 30),
        ("[{sum: weight, over: 'kind:tree'}, {sum: weight, over: 'id:oak'}]", {"oak": 1, "owl": 1}, 18),
        ("[{sum: weight, over: 'kind:fish'}]", {"oak": 1}, 0),
    ],
)
def test_a_sum_can_add_up_other_fields_of_other_cards(broken, measure, deck, total):
    rules = f"rules: [{{id: load, measure: {measure}, min: 99}}]"
    if "fish" in measure:
        rules = rules.replace("kind:fish", "kind:tree -kind:tree")
    assert broken(rules, deck) == [("load", (), total, 99)]


def test_the_finding_of_such_a_sum_says_what_each_card_adds(findings):
    (finding,) = findings(
        f"rules: [{{id: load, measure: {ELITE}, max: 5}}]", {"owl": 2, "fox": 2, "birch": 9}
    )
    assert finding.message == (
        "The rule load allows at most 5. Weight + Limit adds up to 8, which is 3 too much. "
        "Counted: 2 × Owl = 6, 2 × Fox (fox) = 2."
    )


def test_parts_of_a_sum_read_the_facts_of_entries_and_reference_cards(findings):
    rules = """
zones: [side]
references: {leader: {over: "kind:tree", zones: side}}
rules: [{id: load, measure: [{sum: weight, over: "colours:leader.colours"}, {sum: limit}], max: 5}]"""
    (finding,) = findings(rules, [("old-fox", 1, {"weight": 5}), ("fox", 1, {}), ("owl", 3, {})], {"oak": 1})
    assert (finding.found, finding.limit) == (6, 5)
    assert findings(rules, [("old-fox", 1, {"weight": 5}), ("fox", 1, {})]) == ()


# The fewest values of which every card has one.


@pytest.mark.parametrize(
    ("colours", "fewest"),
    [
        ([], 0),
        ([()], 0),
        (["r", "r"], 1),
        (["rg", "gb"], 1),
        (["rg", "gb", "rb"], 2),
        (["r", "g", "rgb"], 2),
        (["rg", "rb", "gb", "b"], 2),
        (["r", "g", "b", "rg"], 3),
    ],
)
def test_cover_is_the_fewest_values_of_which_every_card_has_one(colours, fewest):
    cards = [
        (Card("forest", f"c{number}", "beast", "en", fields={"colours": [*values]}), 1)
        for number, values in enumerate(colours)
    ]
    measure = MEASURES["cover"]
    assert measure.measure(Selection(cards, arguments={"cover": "colours"})) == [Measurement(fewest, cards)]


def test_a_deck_that_takes_too_many_values_is_told_which_cards_are_outside(findings):
    rules = "rules: [{id: colours, measure: {cover: colours}, max: 1}]"
    (finding,) = findings(rules, {"fox": 3, "old-fox": 2, "oak": 1, "wolf": 9})
    assert finding.message == (
        "The rule colours allows at most 1. Colours: it takes 2 so that every card has one of them, 1 too many. "
        "Counted: 1 × Oak (green)."
    )
    assert findings(rules, {"old-fox": 2, "oak": 1, "wolf": 9}) == ()


@given(st.lists(st.sets(st.sampled_from("abcdef"), min_size=1, max_size=3), max_size=9))
def test_cover_agrees_with_trying_every_choice(several):
    cards = [
        (Card("forest", f"c{number}", "beast", "en", fields={"colours": sorted(values)}), 1)
        for number, values in enumerate(several)
    ]
    ((fewest, _),) = MEASURES["cover"].measure(Selection(cards, arguments={"cover": "colours"}))
    assert fewest == next(
        number
        for number in range(7)
        for chosen in combinations("abcdef", number)
        if all(values & {*chosen} for values in several)
    )


COUNTED = {"number field": "weight", "number fields": ["weight"], "field": "colours", "whole number": 2}
OF_DECKS = [each for each in MEASURES.values() if "rule" in each.places and not each.per_card]


@pytest.mark.parametrize("measure", OF_DECKS, ids=lambda each: each.id)
@given(st.lists(st.tuples(st.integers(-2, 5), st.sets(st.sampled_from("abc"), min_size=1)), max_size=3))
def test_what_a_measure_can_reach_is_the_most_that_any_deck_has(measure, several):
    cards = [
        Card("forest", f"c{number}", "beast", "en", fields={"weight": weight, "colours": sorted(values)})
        for number, (weight, values) in enumerate(several)
    ]
    arguments = {key: COUNTED[each.names] for key, each in measure.arguments.items() if each.is_required}
    decks = [
        [pair for pair in zip(cards, copies, strict=True) if pair[1]]
        for copies in product(range(3), repeat=len(cards))
    ]
    found = [
        measurement.found
        for deck in decks
        for measurement in measure.measure(Selection(deck, arguments=arguments))
    ]
    reach = measure.reach(cards, arguments)
    assert reach is None or (max(found) <= reach if measure.id == "cover" else max(found) == reach)
