from __future__ import annotations

from datetime import date


def test_a_special_rule_takes_its_cards_from_the_general_one(broken):
    rules = """
rules:
  - {id: copies, measure: copies, max: 2}
  - {id: rare, over: 'mark:rare', measure: copies, max: 1, replaces: [copies]}
  - {id: trees, over: 'kind:tree', measure: copies, max: 6, replaces: [copies]}
"""
    assert broken(rules, {"fox": 3, "owl": 3, "oak": 6, "birch": 7}) == [
        ("copies", ("fox",), 3, 2),
        ("rare", ("owl",), 3, 1),
        ("trees", ("birch",), 7, 6),
    ]


def test_a_rule_over_all_cards_replaces_another_wholly(broken):
    rules = """
rules:
  - {id: size, measure: cards, min: 4}
  - {id: size-with-wolf, when: 'id:wolf', measure: cards, min: 2, replaces: [size]}
"""
    assert broken(rules, {"fox": 1}) == [("size", (), 1, 4)]
    assert broken(rules, {"wolf": 1}) == [("size-with-wolf", (), 1, 2)]
    assert broken(rules, {"wolf": 1, "fox": 1}) == []


def test_a_rule_holds_only_when_its_card_is_in_the_deck_whatever_the_zone(broken):
    rules = """
zones: [side]
rules: [{id: no-trees, when: 'id:wolf', over: 'kind:tree', measure: cards, max: 0}]
"""
    assert broken(rules, {"oak": 1}) == []
    assert broken(rules, {"oak": 1}, {"wolf": 1}) == [("no-trees", ("oak",), 1, 0)]


def test_a_condition_can_name_the_zones_that_it_looks_at(broken):
    rules = """
zones: [side, den]
rules:
  - {id: no-trees, when: {over: 'id:wolf', zones: side}, over: 'kind:tree', measure: cards, max: 0}
  - {id: few, when: {over: 'id:wolf', zones: [cards, den]}, measure: cards, max: 1, replaces: [many]}
  - {id: many, measure: cards, max: 2}
"""
    assert broken(rules, {"oak": 1, "wolf": 1}) == [("few", (), 2, 1)]
    assert broken(rules, {"oak": 2}, {"wolf": 1}) == [("no-trees", ("oak",), 2, 0)]
    assert broken(rules, {"oak": 3}, {"fox": 1}) == [("many", (), 3, 2)]


def test_a_card_in_a_zone_that_the_format_does_not_have_changes_no_rule(broken):
    rules = "rules: [{id: no-trees, when: 'id:wolf', over: 'kind:tree', measure: cards, max: 0}]"
    assert broken(rules, {"oak": 1}, {"wolf": 1}) == [("zones", ("wolf",), 1, 0)]


def test_a_rule_looks_at_its_own_zone_or_at_several_as_one(broken):
    rules = """
zones: [side]
rules:
  - {id: size, measure: cards, max: 3}
  - {id: side-size, zone: side, measure: cards, max: 1}
  - {id: copies, zone: [cards, side], measure: copies, max: 2}
"""
    assert broken(rules, {"fox": 2, "owl": 1}, {"wolf": 1}) == []
    assert broken(rules, {"fox": 2, "owl": 2}, {"fox": 1, "wolf": 1}) == [
        ("size", (), 4, 3),
        ("side-size", (), 2, 1),
        ("copies", ("fox",), 3, 2),
    ]


def test_bounds_can_be_for_each_player(broken):
    rules = "rules: [{id: size, measure: cards, min: 2, max: 3, per_player: true}]"
    assert broken(rules, {"fox": 6}, players=2) == []
    assert broken(rules, {"fox": 6}, players=4) == [("size", (), 6, 8)]
    assert broken(rules, {"fox": 6}, players=1) == [("size", (), 6, 3)]


def test_bounds_can_be_written_for_single_numbers_of_players(broken):
    rules = "rules: [{id: size, measure: cards, max: 5, by_players: {2: {min: 7}, 3: {max: 1}}}]"
    assert broken(rules, {"fox": 6}, players=2) == [("size", (), 6, 7)]
    assert broken(rules, {"fox": 6}, players=3) == [("size", (), 6, 1)]
    assert broken(rules, {"fox": 6}, players=4) == [("size", (), 6, 5)]


def test_bounds_can_depend_on_the_size_of_the_deck(broken):
    rules = "rules: [{id: trees, over: 'kind:tree', measure: cards, by_cards: {3: {min: 1}, 6: {min: 2, max: 3}}}]"
    assert broken(rules, {"fox": 2}) == []
    assert broken(rules, {"fox": 5}) == [("trees", (), 0, 1)]
    assert broken(rules, {"fox": 5, "oak": 1}) == [("trees", ("oak",), 1, 2)]
    assert broken(rules, {"fox": 5, "oak": 4}) == [("trees", ("oak",), 4, 3)]


def test_a_rule_holds_from_its_first_to_its_last_day(broken):
    rules = "rules: [{id: no-wolf, over: 'id:wolf', measure: copies, max: 0, since: 2026-03-01, until: 2026-03-31}]"
    days = {date(2026, 2, 28): 0, date(2026, 3, 1): 1, date(2026, 3, 31): 1, date(2026, 4, 1): 0}
    assert {day: len(broken(rules, {"wolf": 1}, on=day)) for day in days} == days


def test_a_rule_that_is_not_in_force_takes_no_cards_from_another(broken):
    rules = """
rules:
  - {id: copies, measure: copies, max: 2}
  - {id: summer, over: 'kind:tree', measure: copies, max: 9, replaces: [copies], since: 2026-06-01}
"""
    assert broken(rules, {"oak": 5}, on=date(2026, 5, 31)) == [("copies", ("oak",), 5, 2)]
    assert broken(rules, {"oak": 5}, on=date(2026, 6, 1)) == []


def test_a_pool_says_what_may_be_used_in_any_zone(broken):
    rules = "pool: kind:beast\nzones: [side]\nrules: []"
    assert broken(rules, {"fox": 9, "oak": 2}, {"birch": 1}) == [
        ("pool", ("oak",), 2, 0),
        ("pool", ("birch",), 1, 0),
    ]


def test_banned_and_restricted_cards_are_found_each(broken):
    rules = "banned: [wolf, owl]\nrestricted: {oak: 1, birch: 0}\nrules: []"
    assert broken(rules, {"owl": 1, "wolf": 2, "oak": 3, "birch": 1, "fox": 9}) == [
        ("banned", ("owl",), 1, 0),
        ("banned", ("wolf",), 2, 0),
        ("restricted", ("oak",), 3, 1),
        ("restricted", ("birch",), 1, 0),
    ]


def test_a_rule_can_let_a_card_pass_a_restriction(broken):
    rules = """
restricted: {oak: 1}
rules: [{id: grove, when: 'id:owl', over: 'id:oak', measure: copies, max: 3, replaces: [restricted]}]
"""
    assert broken(rules, {"oak": 3}) == [("restricted", ("oak",), 3, 1)]
    assert broken(rules, {"oak": 3, "owl": 1}) == []
    assert broken(rules, {"oak": 4, "owl": 1}) == [("grove", ("oak",), 4, 3)]


def test_a_zone_that_the_format_does_not_have_is_found(broken):
    assert broken("rules: []", {"fox": 1}, {"owl": 2, "oak": 1}) == [("zones", ("owl", "oak"), 3, 0)]
