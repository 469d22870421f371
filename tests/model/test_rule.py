from __future__ import annotations

from datetime import date

import pytest

from deckwright.model.measures import MEASURES
from deckwright.model.query.matching import Equals
from deckwright.model.rule import Bounds, CardTest, RuleReader


def matcher(text):
    """Stand for a query that asks for a card's id."""
    return CardTest(Equals("id", (text,)))


def read(*zones, **entry):
    return RuleReader(matcher, zones).rule({"id": "r", "measure": "cards", **entry})


def limits(rule, players, cards):
    """The bounds of a rule for a deck, and their multiplier."""
    return rule.requirement.limits.for_deck(players, lambda: cards)


def asked(test):
    """The card that a test asks for."""
    return test.query.values[0]


def test_a_rule_without_modifiers_is_an_error_for_all_cards_of_the_main_zone_at_all_times():
    rule = read(max=2)
    assert (rule.severity, rule.zones, rule.over, rule.when) == ("error", ("cards",), None, ())
    assert rule.holds_on(date(1, 1, 1))
    assert rule.holds_on(date(9999, 12, 31))
    assert not rule.asks_players


def test_queries_are_tests_of_cards():
    rule = read(over="fox", when="owl", of="oak", max=1)
    assert [asked(rule.over), asked(rule.when[0].counted.over)] == ["fox", "owl"]
    assert [asked(rule.requirement.counted.over), asked(rule.requirement.counted.of)] == ["fox", "oak"]


@pytest.mark.parametrize(
    ("written", "measure", "reads"),
    [
        ("copies", "copies", ()),
        ({"sum": "tech"}, "sum", ("tech",)),
        ({"sum": ["tech", "art"]}, "sum", ("tech", "art")),
        ({"groups": "class"}, "groups", ("class",)),
    ],
)
def test_a_measure_may_name_a_field(written, measure, reads):
    count = read(measure=written, max=1).requirement.counted
    assert (count.measure, count.reads) == (MEASURES[measure], reads)


def test_one_zone_or_several():
    assert read(zone="side").zones == ("side",)
    assert read(zone=["cards", "side"]).zones == ("cards", "side")


@pytest.mark.parametrize(
    ("when", "zones"),
    [
        ("owl", {"cards", "side", "den"}),
        ({"over": "owl"}, {"cards", "side", "den"}),
        ({"over": "owl", "zones": "side"}, {"side"}),
        ({"over": "owl", "zones": ["side", "den"]}, {"side", "den"}),
    ],
)
def test_a_condition_looks_at_the_zones_it_names_or_at_those_of_the_format(when, zones):
    (condition,) = read("cards", "side", "den", max=1, when=when).when
    assert {*condition.counted.zones} == zones
    assert condition.limits.bounds == Bounds(1, None)


def test_bounds_are_the_written_ones_whoever_plays():
    assert limits(read(min=1, max=3), None, 50) == (Bounds(1, 3), 1)
    assert limits(read(min=1, max=3), 4, 50) == (Bounds(1, 3), 1)


def test_bounds_for_each_player_are_multiplied():
    assert limits(read(min=20, per_player=True), 3, 0) == (Bounds(20, None), 3)


def test_the_table_of_players_goes_before_the_table_of_cards_and_that_before_the_rest():
    rule = read(max=9, by_players={"2": {"max": 1}}, by_cards={"10": {"max": 5}, "20": {"min": 6}})
    assert rule.asks_players
    assert limits(rule, 2, 30) == (Bounds(None, 1), 1)
    assert limits(rule, 3, 30) == (Bounds(6, None), 1)
    assert limits(rule, 3, 19) == (Bounds(None, 5), 1)
    assert limits(rule, 3, 9) == (Bounds(None, 9), 1)


def test_the_first_and_the_last_day_belong_to_the_rule():
    rule = read(max=1, since="2026-02-01", until="2026-02-28")
    days = [date(2026, 1, 31), date(2026, 2, 1), date(2026, 2, 28), date(2026, 3, 1)]
    assert [rule.holds_on(day) for day in days] == [False, True, True, False]
