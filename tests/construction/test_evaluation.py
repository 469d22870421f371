"""Each idea of the rule language on a deck of a few cards; docs/formats.md explains them.

`test_language.py` compares all of them, combined at random, with a second evaluator.
"""

from __future__ import annotations

from datetime import date

import pytest

LEADER = """
zones: [den]
references: {leader: {over: "kind:beast", zones: den}}
"""


@pytest.fixture
def names_broken(broken):
    """The ids of the rules that a deck breaks."""

    def check(*deck, **held_against):
        return [one[0] for one in broken(*deck, **held_against)]

    return check


@pytest.fixture
def led(forest):
    """What a deck of the main zone breaks with a leader in the den."""
    from deckwright.construction.deck_checker import DeckChecker
    from deckwright.model.card import Deck, DeckEntry

    def check(rules, cards, *leaders):
        package = forest(LEADER + rules)
        entries = [DeckEntry(card, copies) for card, copies in cards.items()]
        entries += [DeckEntry(card, 1, "den") for card in leaders]
        known = {card.id: card for card in package.cards}
        found = (
            DeckChecker(package.game, known)
            .check(Deck("forest", "Test", tuple(entries), format="grove"))
            .findings
        )
        return [(one.rule, one.found, one.limit) for one in found]

    return check


# Conditions that count.


@pytest.mark.parametrize(
    ("when", "deck", "applies"),
    [
        ("{over: 'kind:tree', min: 2}", {"oak": 2}, True),
        ("{over: 'kind:tree', min: 2}", {"oak": 1}, False),
        ("{over: 'kind:tree', max: 0}", {"fox": 1}, True),
        ("{over: 'kind:tree', max: 0}", {"oak": 1}, False),
        ("{over: 'kind:tree', min: 3, max: 3}", {"oak": 3}, True),
        ("{over: 'kind:tree', min: 3, max: 3}", {"oak": 4}, False),
        ("['id:owl', 'id:wolf']", {"owl": 1, "wolf": 1}, True),
        ("['id:owl', 'id:wolf']", {"owl": 1}, False),
        ("['id:owl', {over: 'id:wolf', max: 0}]", {"owl": 1}, True),
        ("['id:owl', {over: 'id:wolf', max: 0}]", {"owl": 1, "wolf": 1}, False),
        ("{measure: {sum: weight}, min: 8}", {"owl": 1, "wolf": 1}, True),
        ("{measure: {sum: weight}, min: 8}", {"owl": 1}, False),
    ],
)
def test_a_condition_can_count(names_broken, when, deck, applies):
    rules = f"rules: [{{id: r, when: {when}, measure: cards, min: 99}}]"
    assert names_broken(rules, deck) == ["r"] * applies


def test_a_condition_looks_only_at_the_zones_that_it_names(names_broken):
    rules = """
zones: [side]
rules: [{id: r, when: {over: "id:owl", zones: side}, measure: cards, min: 99}]"""
    assert names_broken(rules, {"owl": 1}) == []
    assert names_broken(rules, {"fox": 1}, side={"owl": 1}) == ["r"]


# Bounds from elsewhere.


@pytest.mark.parametrize(
    ("bound", "limit"),
    [
        ("{number: 3}", 3),
        ("{field: limit, of: leader}", 1),
        ("{field: weight, of: leader}", 0),  # 0.1, of whole cards at most none
        ("[{field: limit, of: leader}, 2]", 3),
        ("[{field: limit, of: leader}, {number: 2, when: 'id:owl'}]", 1),
        ("[{field: limit, of: leader}, {number: 2, when: 'id:oak'}]", 3),
        ("{count: {over: 'id:fox'}}", 1),
        ("{count: {over: 'id:birch', zones: cards}}", 0),
        ("{count: {zones: cards}, every: 3}", 1),
        ("{count: {zones: cards}, every: 3, times: 2}", 2),
        ("{count: {zones: cards}, times: 1/2}", 2),
        ("{count: {over: 'kind:tree', box: true}, times: 10%}", 1),
        ("{count: {zones: cards}, every: 2, times: 2}", 4),
        ("{share: 50%}", 2),
        ("{share: 0.9}", 4),
    ],
)
def test_a_bound_can_come_from_elsewhere(led, bound, limit):
    assert led(f"rules: [{{id: r, measure: cards, max: {bound}}}]", {"oak": 5}, "fox") == [("r", 5, limit)]


def test_a_leader_without_the_number_sets_no_bound(led):
    assert led("rules: [{id: r, measure: cards, max: {field: limit, of: leader}}]", {"oak": 5}, "wolf") == []


def test_a_term_without_the_number_leaves_a_list_without_a_bound(led):
    rules = "rules: [{id: r, measure: cards, max: [1, {field: limit, of: leader}]}]"
    assert led(rules, {"oak": 5}, "wolf") == []
    assert led(rules, {"oak": 5}, "fox") == [("r", 5, 2)]


def test_a_limit_on_the_card_is_the_same_for_any_number_of_players(broken):
    rules = "rules: [{id: own, measure: copies, max: limit, per_player: true}]"
    assert broken(rules, {"fox": 2}, players=3) == [("own", ("fox",), 2, 1)]
    assert broken(rules.replace("max: limit", "max: 1"), {"fox": 2}, players=3) == []


def test_of_several_leaders_the_strictest_counts(led):
    rules = (
        "rules: [{id: r, measure: cards, max: {field: weight, of: leader}, min: {field: weight, of: leader}}]"
    )
    assert led(rules, {"oak": 4}, "owl", "wolf") == [("r", 4, 5), ("r", 4, 3)]


def test_a_minimum_is_rounded_up_and_a_maximum_down(led):
    rules = "rules: [{id: low, over: 'id:oak', measure: cards, min: {share: 1/3}}, {id: high, over: 'id:oak', measure: cards, max: {share: 1/3}}]"
    assert led(rules, {"oak": 1, "birch": 3}, "fox") == [("low", 1, 2)]
    assert led(rules, {"oak": 2, "birch": 2}, "fox") == [("high", 2, 1)]


def test_the_copies_of_a_card_can_be_those_of_another_zone(broken):
    rules = """
beside: [side]
rules: [{id: drafted, measure: copies, max: {count: {over: "id:this.id", zones: side}}}]"""
    assert broken(rules, {"fox": 2, "owl": 1}, side={"fox": 1, "owl": 2}) == [("drafted", ("fox",), 2, 1)]


# Reference cards.


@pytest.mark.parametrize(
    ("over", "found"),
    [
        ("colours:leader.colours", {"old-fox": 1}),
        ("colours!=leader.colours", {"old-fox": 1, "owl": 1, "oak": 1}),
        ("kind!=leader.kind", {"oak": 1, "birch": 1}),
        ("weight>leader.weight", {"old-fox": 1, "owl": 1, "wolf": 1, "oak": 1}),
        ("name=leader.name", {"old-fox": 1}),
        ("id=leader.id", {}),
    ],
)
def test_queries_can_name_the_fields_of_a_leader(led, over, found):
    cards = dict.fromkeys(("old-fox", "owl", "wolf", "oak", "birch"), 1)
    rules = f"rules: [{{id: r, over: '{over}', measure: cards, max: 0}}]"
    assert led(rules, cards, "fox") == ([("r", sum(found.values()), 0)] if found else [])


def test_a_rule_that_names_a_missing_leader_is_not_applied_and_replaces_nothing(led):
    rules = """
rules:
  - {id: all, measure: cards, max: 1}
  - {id: same, over: "kind:leader.kind", measure: cards, max: 9, replaces: [all]}
  - {id: some, over: "-kind:leader.kind", measure: cards, max: 0}"""
    assert led(rules, {"fox": 2}) == [("all", 2, 1)]
    assert led(rules, {"fox": 2}, "owl") == []


# Free copies.


@pytest.mark.parametrize(
    ("free", "found"),
    [
        ("[{copies: 1}]", 11),
        ("[{over: 'id:owl'}]", 10),
        ("[{over: 'id:owl', copies: 1}, {over: 'id:owl', copies: 1}]", 13),
        ("[{over: 'id:owl', when: {over: 'kind:this.kind', min: 5}}]", 10),
        ("[{over: 'id:owl', when: {over: 'kind:this.kind', min: 6}}]", 19),
        ("[{over: 'id:owl', when: {over: '-kind:this.kind', max: 0}}]", 10),
    ],
)
def test_free_copies_are_not_counted(broken, free, found):
    rules = f"rules: [{{id: r, measure: {{sum: weight}}, max: 1, free: {free}}}]"
    assert broken(rules, {"owl": 3, "wolf": 2}) == [("r", (), found, 1)]


def test_free_copies_are_the_first_of_a_card_whatever_the_facts_of_its_entries(broken):
    rules = "rules: [{id: r, measure: {sum: weight}, max: 0, free: [{copies: 2}]}]"
    deck = [("fox", 1, {"weight": 2}), ("owl", 1, {}), ("fox", 2, {"weight": 5})]
    assert broken(rules, deck) == [("r", (), 5, 0)]
    assert broken(rules, [deck[2], *deck[:2]]) == [("r", (), 2, 0)]


def test_a_rule_can_only_replace_others(names_broken):
    rules = (
        "rules: [{id: copies, measure: copies, max: 1}, {id: trees, over: 'kind:tree', replaces: [copies]}]"
    )
    assert names_broken(rules, {"oak": 9, "birch": 9, "fox": 1}) == []
    assert names_broken(rules, {"oak": 9, "fox": 2}) == ["copies"]


# Options, several ways and requirements, and each value of a field.


@pytest.mark.parametrize(
    ("deck", "left"),
    [
        ({"oak": 5, "fox": 2, "owl": 1}, 0),
        ({"fox": 3, "owl": 1}, 1),  # the owl needs the place of the rare
        ({"fox": 3}, 1),
        ({"owl": 2}, 1),
        ({"wolf": 1}, 1),
    ],
)
def test_each_copy_must_be_allowed_by_an_option(broken, deck, left):
    rules = """
rules:
  - id: r
    options: [{over: "kind:tree"}, {over: "mark:rare", max: 1}, {over: "colours:red", max: 2}, {over: "colours:red or id:wolf", max: 1, when: "id:birch"}]"""
    assert [(one[2], one[3]) for one in broken(rules, deck)] == [(left, 0)] * bool(left)


def test_a_rule_can_be_followed_in_several_ways(broken):
    rules = """
rules:
  - id: r
    measure: cards
    any: [{over: "id:fox", min: 2}, [{over: "id:owl", min: 1}, {over: "kind:tree", max: 0}]]"""
    assert broken(rules, {"fox": 2, "oak": 1}) == []
    assert broken(rules, {"owl": 1}) == []
    assert broken(rules, {"owl": 1, "oak": 1}) == [("r", ("oak",), 1, 0)]
    assert broken(rules, {"fox": 1, "oak": 9}) == [("r", ("fox",), 1, 2)]


def test_all_requirements_must_be_met(broken):
    rules = "rules: [{id: r, over: 'kind:tree', all: [{measure: cards, min: 3, max: 3}, {measure: distinct, min: 2}]}]"
    assert broken(rules, {"oak": 2, "birch": 1}) == []
    assert broken(rules, {"oak": 3}) == [("r", ("oak",), 1, 2)]


def test_a_bound_can_be_for_each_value_of_a_field(broken):
    rules = "rules: [{id: r, measure: cards, per: colours, max: 2}]"
    assert broken(rules, {"fox": 1, "old-fox": 1, "oak": 1, "wolf": 9}) == []
    assert broken(rules, {"fox": 2, "old-fox": 1, "oak": 2}) == [
        ("r", ("fox", "old-fox"), 3, 2),
        ("r", ("old-fox", "oak"), 3, 2),
    ]


# Days, and zones beside the deck.


def test_bans_have_days(broken):
    rules = """
banned: [owl, {card: fox, since: 2026-03-01, until: 2026-03-31}]
restricted: {oak: 1, birch: {max: 2, until: 2026-03-31}}
rules: []"""
    deck = {"owl": 1, "fox": 1, "oak": 2, "birch": 3}
    later = [("banned", ("owl",), 1, 0), ("restricted", ("oak",), 2, 1)]
    assert broken(rules, deck, on=date(2026, 4, 1)) == later
    assert broken(rules, deck, on=date(2026, 3, 31)) == [
        ("banned", ("owl",), 1, 0),
        ("banned", ("fox",), 1, 0),
        ("restricted", ("oak",), 2, 1),
        ("restricted", ("birch",), 3, 2),
    ]


def test_only_what_names_a_zone_beside_the_deck_looks_at_it(names_broken):
    rules = """
beside: [side]
banned: [owl]
rules:
  - {id: everywhere, when: "id:owl", measure: cards, min: 99}
  - {id: there, when: {over: "id:owl", zones: side}, measure: cards, min: 99}"""
    assert names_broken(rules, {"fox": 1}, side={"owl": 1}) == ["there"]


# Some of several conditions.


@pytest.mark.parametrize(
    ("when", "deck", "applies"),
    [
        ("{any: ['id:owl', 'id:wolf']}", {"wolf": 1}, True),
        ("{any: ['id:owl', 'id:wolf']}", {"oak": 1}, False),
        ("{any: [['id:owl', 'id:wolf'], 'id:oak']}", {"owl": 1}, False),
        ("{any: [['id:owl', 'id:wolf'], 'id:oak']}", {"owl": 1, "wolf": 1}, True),
        ("['id:fox', {any: [{over: 'kind:tree', min: 2}, {over: 'kind:beast', min: 2}]}]", {"fox": 2}, True),
        ("['id:fox', {any: [{over: 'kind:tree', min: 2}, {over: 'kind:beast', min: 2}]}]", {"owl": 2}, False),
    ],
)
def test_one_of_several_conditions_can_be_enough(names_broken, when, deck, applies):
    rules = f"rules: [{{id: r, when: {when}, measure: cards, min: 99}}]"
    assert names_broken(rules, deck) == ["r"] * applies


# Each combination of values.


def test_a_rule_can_hold_for_each_combination_of_values(findings):
    rules = "rules: [{id: each, measure: cards, per: [kind, colours], max: 2, message: Two of each.}]"
    deck = {"fox": 2, "old-fox": 1, "oak": 2, "birch": 5, "owl": 2}
    (finding,) = findings(rules, deck)
    assert finding.message == (
        "Two of each. Kind: Beast. Colours: red. This deck has 3: remove 1. "
        "Counted: 2 × Fox (fox), 1 × Fox (old-fox)."
    )


# Bounds that are rounded up, or the greater or lesser of two.


@pytest.mark.parametrize(
    ("bound", "deck", "limit"),
    [
        ("{count: {over: 'kind:tree'}, every: 2, round: up}", {"oak": 3, "owl": 9}, 2),
        ("{count: {over: 'kind:tree'}, every: 2, round: up}", {"oak": 4, "owl": 9}, 2),
        ("{count: {over: 'kind:tree'}, every: 2}", {"oak": 3, "owl": 9}, 1),
        ("{count: {over: 'kind:tree'}, max: 3}", {"oak": 7, "owl": 9}, 3),
        ("{count: {over: 'kind:tree'}, min: 3}", {"oak": 1, "owl": 9}, 3),
        ("{count: {over: 'kind:tree'}, max: {count: {over: 'id:fox'}}}", {"oak": 7, "owl": 9, "fox": 2}, 2),
        ("[1, {count: {over: 'kind:tree'}, times: 2, max: 5, min: 1}]", {"oak": 7, "owl": 9}, 6),
        ("{count: {over: 'kind:tree'}, max: [1, {share: 1/2}]}", {"oak": 7, "owl": 9}, 7),
    ],
)
def test_an_amount_can_be_rounded_up_and_kept_between_others(broken, bound, deck, limit):
    rules = f"rules: [{{id: r, over: 'id:owl', measure: cards, max: {bound}}}]"
    assert [one[3] for one in broken(rules, deck)] == [limit]


# Free copies of a number of cards.


@pytest.mark.parametrize(
    ("free", "deck", "expected"),
    [
        ("{cards: 2, copies: 1}", {"fox": 3, "owl": 3, "oak": 2}, []),
        ("{cards: 2, copies: 1}", {"fox": 3, "owl": 3, "oak": 3}, [("oak", 3)]),
        ("{cards: 2, copies: 1}", {"fox": 4, "owl": 3, "oak": 3}, [("fox", 4)]),
        ("{cards: 1, copies: 2}", {"fox": 3, "owl": 4}, [("fox", 3)]),
        ("{cards: 1, copies: 1}", {"fox": 5}, [("fox", 4)]),
        ("{cards: 1}", {"fox": 50, "owl": 3}, [("owl", 3)]),
        ("{over: 'kind:tree', cards: 2, copies: 1}", {"fox": 3, "oak": 3}, [("fox", 3)]),
        ("{cards: 1, copies: 1, when: 'id:birch'}", {"fox": 3}, [("fox", 3)]),
        ("{cards: 1, copies: 1, when: 'id:birch'}", {"fox": 3, "birch": 1}, []),
    ],
)
def test_some_cards_may_exceed_their_limit(broken, free, deck, expected):
    rules = f"rules: [{{id: two, measure: copies, max: 2, free: [{free}]}}]"
    assert [(one[1][0], one[2]) for one in broken(rules, deck)] == expected


def test_cards_that_count_as_one_exceed_a_limit_together(broken):
    rules = "rules: [{id: two, measure: copies, same: [name], max: 2, free: [{cards: 1, copies: 1}]}]"
    assert broken(rules, {"fox": 2, "old-fox": 1}) == []
    assert broken(rules, {"fox": 2, "old-fox": 2}) == [("two", ("fox", "old-fox"), 3, 2)]


@pytest.mark.parametrize(
    ("measure", "free", "deck", "found"),
    [
        ("cards", "{cards: 1, copies: 2}", {"fox": 1, "owl": 3}, 2),
        ("cards", "{cards: 2}", {"fox": 1, "owl": 3, "oak": 2}, 1),
        ("{sum: weight}", "{cards: 1, copies: 1}", {"owl": 2, "wolf": 1}, 6),
        ("{sum: weight}", "{over: 'id:owl', cards: 1}", {"owl": 2, "wolf": 1}, 5),
        ("[{sum: weight, over: 'kind:tree'}]", "{cards: 1, copies: 1}", {"owl": 2, "oak": 2}, 9),
    ],
)
def test_the_cards_that_add_most_are_free(broken, measure, free, deck, found):
    rules = f"rules: [{{id: r, measure: {measure}, min: 99, free: [{free}]}}]"
    assert [one[2] for one in broken(rules, deck)] == [found]


# A bound that is made of counts says which cards make it so.


@pytest.mark.parametrize(
    ("bound", "because"),
    [
        ("[9, {count: {over: 'kind:tree', measure: {sum: weight}}, times: -1}]", "Oak"),
        ("[9, {count: {measure: {sum: limit}}, times: -1}]", "Fox (fox)"),
        ("[1, {count: {over: 'kind:tree', max: 9}, max: 2}]".replace(", max: 9}", "}"), "Oak"),
        ("[1, {number: 1, when: {any: ['id:birch', 'id:wolf']}}]", "Wolf"),
        ("[1, {number: 2, max: {count: {over: 'id:wolf'}}}]", "Wolf"),
    ],
)
def test_a_bound_of_counts_says_why(findings, bound, because):
    rules = f"rules: [{{id: r, measure: {{sum: weight}}, max: {bound}, message: Not too heavy.}}]"
    (finding,) = findings(rules, {"fox": 1, "wolf": 4, "oak": 1})
    assert f"Here the maximum is {finding.limit}, because of {because}." in finding.message


# Copies that no option allows, and those without a place.


@pytest.mark.parametrize(
    ("options", "deck", "sentences"),
    [
        ("[{over: 'kind:beast'}]", {"fox": 1, "oak": 1}, "No option allows 1 × Oak: remove it."),
        (
            "[{over: 'kind:beast'}]",
            {"birch": 2, "oak": 1},
            "No option allows 2 × Birch, 1 × Oak: remove them.",
        ),
        (
            "[{over: 'kind:beast', max: 2}]",
            {"fox": 2, "owl": 2, "oak": 1},
            (
                "No option allows 1 × Oak: remove it. "
                "No place is left for 2 × Owl: remove them, or others that take their places."
            ),
        ),
        ("[{over: 'kind:beast'}, {max: 0}]", {"oak": 1}, "No option allows 1 × Oak: remove it."),
        (
            "[{over: 'kind:beast'}, {when: 'id:birch'}]",
            {"fox": 1, "oak": 1},
            "No option allows 1 × Oak: remove it.",
        ),
    ],
)
def test_what_no_option_allows_is_told_apart_from_what_has_no_place(findings, options, deck, sentences):
    (finding,) = findings(f"rules: [{{id: r, options: {options}, message: Beasts only.}}]", deck)
    assert finding.message == f"Beasts only. {sentences}"


# What is counted is not listed where that explains nothing.


@pytest.mark.parametrize(
    ("query", "oaks", "not_counted"),
    [("kind:beast", 0, ""), ("-kind:tree", 1, " Not counted: 1 × Oak."), ("weight>=0", 0, "")],
)
def test_a_size_lists_what_it_does_not_count_instead_of_the_whole_deck(findings, query, oaks, not_counted):
    deck = [("fox", 1, {"weight": number}) for number in range(6)] + [("oak", 1, {"weight": 9})] * oaks
    (finding,) = findings(f"rules: [{{id: size, over: '{query}', measure: cards, min: 9}}]", deck)
    assert finding.message == f"The rule size requires at least 9. This deck has 6: add 3.{not_counted}"


def test_of_a_long_list_a_dozen_is_shown(findings):
    deck = [("fox", 1, {"weight": number / 10}) for number in range(2, 22)] + [("oak", 20, {})]
    (finding,) = findings("rules: [{id: few, over: 'kind:beast', measure: cards, max: 9}]", deck)
    assert finding.message.endswith("1 × Fox (fox) (Weight 1.2), 9 more.")
    assert finding.message.count("Fox") == 11
