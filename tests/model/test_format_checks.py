"""Conditions that let a deck escape a minimum, or fire on cards that lie where they do not belong."""

from __future__ import annotations

import pytest

from deckwright.files.game_package import read_package
from deckwright.model.format_checks import check_formats

from ..registries import GAMES

GAME = """\
id: wars
title: Wars
source_language: en
languages: [en]
kinds: {leader: {name: Leader}, unit: {name: Unit}, base: {name: Base}}
formats:
  war:
    name: War deck
    zones: [leader, side]
    rules:
"""

CARDS = """
defaults: {kind: unit}
cards:
  - {id: anna, name: Anna, kind: leader}
  - {id: boris, name: Boris, kind: leader}
  - {id: camp, name: Camp, kind: base}
  - {id: guard, name: Guard}
  - {id: wagon, name: Wagon}
"""

SIZE = "{id: size, measure: cards, min: 30}"
LEADER = '{id: leader, zone: leader, over: "kind:leader", measure: cards, min: 1, max: 1}'


@pytest.fixture
def doubted(game_folder):
    def check(*rules):
        text = "".join(f"      - {rule}\n" for rule in rules)
        box, findings = read_package(game_folder(GAME + text, CARDS))
        assert box, findings
        return [(*flaw.path[3:], flaw.message.split()[1]) for flaw in check_formats(box.game, box.cards)]

    return check


ESCAPED = "deck"

CASES = [
    ("nothing is conditional", [SIZE, LEADER], []),
    (
        "exactly one leader, but only if there is one",
        [SIZE, '{id: leader, when: "kind:leader", over: "kind:leader", measure: cards, min: 1, max: 1}'],
        [(1, "when", ESCAPED)],
    ),
    (
        "a condition that all rules share",
        [
            '{id: leader, when: "kind:leader", over: "kind:leader", measure: cards, min: 1, max: 1}',
            '{id: size, when: "kind:leader", measure: cards, min: 30}',
            '{id: copies, when: "kind:leader", measure: copies, max: 3}',
        ],
        [(0, "when", ESCAPED), (1, "when", ESCAPED)],
    ),
    (
        "a size for each leader, with one leader asked for",
        [
            LEADER,
            '{id: size-a, when: {over: "id:anna", zones: leader}, measure: cards, min: 30}',
            '{id: size-b, when: {over: "id:boris", zones: leader}, measure: cards, min: 40}',
        ],
        [],
    ),
    (
        "a size for one of two leaders only",
        [LEADER, '{id: size-a, when: {over: "id:anna", zones: leader}, measure: cards, min: 30}'],
        [(1, "when", ESCAPED)],
    ),
    (
        "a size for each leader in the wrong zone",
        [
            LEADER,
            '{id: size-a, when: {over: "id:anna", zones: cards}, measure: cards, min: 30}',
            '{id: size-b, when: {over: "id:boris", zones: [cards, side]}, measure: cards, min: 40}',
        ],
        [(1, "when", ESCAPED), (2, "when", ESCAPED)],
    ),
    (
        "a special rule in the place of a general one",
        [SIZE, '{id: small, when: "id:anna", measure: cards, min: 20, replaces: [size]}'],
        [],
    ),
    (
        "a card that calls for another",
        [SIZE, '{id: camp, when: "id:anna", over: "kind:base", measure: cards, min: 1}'],
        [],
    ),
    (
        "a card that calls for another, where nothing is asked of all decks",
        ['{id: camp, when: "id:anna", over: "kind:base", measure: cards, min: 1}'],
        [(0, "when", ESCAPED)],
    ),
    (
        "a card that shuts others out",
        [SIZE, '{id: dry, when: "id:anna", over: "kind:base", measure: cards, max: 0}'],
        [],
    ),
    (
        "all or nothing, said aloud",
        [
            SIZE,
            '{id: pair, when: "kind:base", over: "kind:base", measure: cards, min: 2}',
            '{id: none, over: "kind:base", measure: cards, min: 0}',
        ],
        [],
    ),
    (
        "a minimum of each card that is there",
        [SIZE, '{id: twice, when: "id:anna", measure: copies, min: 2}'],
        [],
    ),
]


@pytest.mark.parametrize(("rules", "expected"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_a_doubtful_condition_is_found_at_its_rule(doubted, rules, expected):
    assert doubted(*rules) == expected


def test_the_packaged_games_have_none(packaged):
    for name in GAMES:
        box = packaged(name)
        assert list(check_formats(box.game, box.cards)) == []


# Rules that no deck can follow or break, contradictions, and references.

CARD_GAME = """\
id: wars
title: Wars
source_language: en
languages: [en]
fields:
  side: {title: Side, enum: [north, south, west]}
  cost: {title: Cost, type: integer, minimum: 0}
  level: {title: Level, type: integer, in_decks: true}
  released: {title: Released, type: string, format: date}
kinds: {leader: {name: Leader}, unit: {name: Unit, optional: [side, cost, level, released]}, base: {name: Base}}
formats:
  war:
    name: War deck
    zones: [den]
    references: {leader: {over: "kind:leader", zones: den}}
    rules:
"""
SOME_CARDS = """
defaults: {kind: unit}
cards:
  - {id: anna, name: Anna, kind: leader}
  - {id: boris, name: Boris, kind: leader}
  - {id: guard, name: Guard, fields: {side: north, cost: 3}}
  - {id: wagon, name: Wagon, fields: {side: south}}
"""
LED = '{id: leader, zone: den, over: "kind:leader", measure: cards, min: 1, max: 1}'


@pytest.fixture
def warnings(game_folder):
    """The warnings about rules of a format: the number of the rule or the name of the reference, and the message."""

    def check(*rules):
        text = "".join(f"      - {rule}\n" for rule in rules)
        package, findings = read_package(game_folder(CARD_GAME + text, SOME_CARDS))
        assert package, findings
        return [(flaw.path[3], flaw.message) for flaw in check_formats(package.game, package.cards)]

    return check


def test_a_format_that_requires_its_leader_is_fine(warnings):
    assert warnings(LED, "{id: size, measure: cards, min: 3}") == []
    partners = "{id: leader, zone: den, over: 'kind:leader', measure: cards, any: [{min: 1, max: 1}, [{min: 2, max: 2}]]}"
    assert warnings(partners) == []


@pytest.mark.parametrize(
    ("rules", "start"),
    [
        (["{id: size, measure: cards, min: 3}"], ["No rule requires a card", "No rule limits the cards"]),
        ([LED.replace("min: 1, ", "")], ["No rule requires a card"]),
        ([LED.replace(", max: 1", "")], ["No rule limits the cards"]),
        (
            [LED.replace("id: leader", "id: leader, severity: warning")],
            ["No rule requires", "No rule limits"],
        ),
        ([LED.replace("id: leader", "id: leader, when: 'id:anna'")], ["No rule requires", "No rule limits"]),
        ([LED.replace("zone: den", "zone: [den, cards]")], ["No rule requires a card"]),
    ],
)
def test_a_leader_that_may_be_missing_or_several_is_named(warnings, rules, start):
    found = [(place, message) for place, message in warnings(*rules) if place == "leader"]
    assert len(found) == len(start)
    assert all(message.startswith(words) for (_, message), words in zip(found, start, strict=True))


def test_a_format_like_another_that_drops_the_rule_for_the_leader_is_named(game_folder):
    def found(drop):
        text = f"      - {LED}\n      - {{id: size, measure: cards, min: 3}}\n  duel: {{name: Duel, like: war, drop: [{drop}]}}\n"
        package, _ = read_package(game_folder(CARD_GAME + text, SOME_CARDS))
        return [(flaw.path[1:], flaw.message[:16]) for flaw in check_formats(package.game, package.cards)]

    assert found("size") == []
    assert found("leader") == [(("duel", "like"), "No rule requires"), (("duel", "like"), "No rule limits t")]


def test_what_a_format_like_another_takes_over_is_named_once(game_folder):
    text = "      - {id: size, measure: cards, min: 3}\n  duel: {name: Duel, like: war}\n"
    package, _ = read_package(game_folder(CARD_GAME + text, SOME_CARDS))
    places = [flaw.path[1:] for flaw in check_formats(package.game, package.cards)]
    assert places == [("war", "references", "leader")] * 2


@pytest.mark.parametrize(
    ("rule", "start"),
    [
        (
            "{id: r, over: 'side:west', measure: cards, max: 2}",
            "No card of this game matches this query, so this part",
        ),
        (
            "{id: r, over: 'side:west', measure: cards, min: 2}",
            "No card of this game matches this query, so no deck",
        ),
        (
            "{id: r, when: 'side:west', measure: cards, max: 2}",
            "No card of this game matches this query, so this part",
        ),
        ("{id: r, options: [{over: '*'}, {over: 'side:west'}]}", "No card of this game matches this query"),
        (
            "{id: r, measure: {groups: side}, min: 3}",
            "No deck can follow the rule r: with the cards of this game, it counts 2",
        ),
        ("{id: r, measure: {groups: side}, max: 2}", "No deck can break the rule r"),
        ("{id: r, measure: distinct, min: 5}", "No deck can follow the rule r"),
        ("{id: r, measure: {highest: cost}, min: 4}", "No deck can follow the rule r"),
        ("{id: r, measure: {highest: cost}, max: 3}", "No deck can break the rule r"),
        ("{id: r, over: 'kind:leader', measure: {sum: cost}, min: 1}", "No deck can follow the rule r"),
    ],
)
def test_a_rule_that_nothing_can_follow_or_break_is_named(warnings, rule, start):
    ((place, message),) = warnings(LED, rule)
    assert place == 1
    assert message.startswith(start)


@pytest.mark.parametrize(
    "rule",
    [
        "{id: r, over: 'side:north', measure: cards, max: 2}",
        "{id: r, measure: {groups: side}, min: 2}",
        "{id: r, measure: {groups: side}, max: 1}",
        "{id: r, measure: {groups: side}, min: 2, max: 2}",
        "{id: r, measure: distinct, min: 4}",
        "{id: r, measure: {sum: cost}, min: 99}",
        "{id: r, over: 'side!=leader.side', measure: cards, max: 0}",
        "{id: r, over: 'level>=2', measure: cards, max: 2}",
        "{id: r, over: 'cost<level', measure: cards, max: 2}",
        "{id: r, measure: {sum: level}, max: 2}",
        "{id: r, over: 'released<=today', measure: cards, max: 2}",
        "{id: r, when: 'not released<=today', measure: cards, max: 2}",
        "{id: r, when: {over: 'side:west', max: 0}, measure: cards, max: 2}",
    ],
)
def test_a_rule_that_can_be_followed_and_broken_is_fine(warnings, rule):
    assert warnings(LED, rule) == []


def test_rules_that_contradict_each_other_are_named(warnings):
    many, few = (
        "{id: many, over: 'side:north', measure: cards, min: 6}",
        "{id: few, over: 'kind:unit', measure: cards, max: 5}",
    )
    ((_, message),) = warnings(LED, many, few)
    assert message == ("No deck can follow both many and few: many requires 6 cards, of which few allows 5.")
    assert warnings(LED, many.replace("min: 6", "min: 5"), few) == []
    assert warnings(LED, many, few.replace("kind:unit", "side:south")) == []
    assert warnings(LED, many, few.replace("max: 5", "max: 5, per: side")) == []
    assert warnings(LED, many, few.replace("max: 5", "max: 5, severity: info")) == []
    assert warnings(LED, many, few.replace("cards, max", "cards, when: 'id:wagon', max")) == []


@pytest.mark.parametrize(
    ("many", "message"),
    [
        (
            "{id: many, when: 'id:anna', over: 'side:north', measure: cards, min: 6}",
            "No deck that meets the condition of many can follow few: many requires 6 cards, of which few allows 5.",
        ),
        (
            "{id: many, measure: cards, min: {field: command, of: leader}}",
            "No deck with boris can follow both many and few: many requires 7 cards, of which few allows 5.",
        ),
        ("{id: many, when: 'id:anna', over: 'side:north', measure: cards, min: 5}", None),
        ("{id: many, measure: cards, min: {field: command, of: leader, every: 2}}", None),
        ("{id: many, measure: cards, min: [{field: command, of: leader}, -3]}", None),
    ],
)
def test_a_leader_whose_rule_asks_for_more_than_another_allows_is_named(game_folder, many, message):
    few = "{id: few, measure: cards, max: 5}"
    text = "".join(f"      - {rule}\n" for rule in (LED, "{id: size, measure: cards, min: 3}", many, few))
    game = CARD_GAME.replace("leader: {name: Leader}", "leader: {name: Leader, optional: [command]}")
    game = game.replace("fields:\n", "fields:\n  command: {title: Command, type: integer}\n")
    cards = SOME_CARDS.replace("Boris, kind: leader", "Boris, kind: leader, fields: {command: 7}")
    package, findings = read_package(game_folder(game + text, cards))
    assert package, findings
    found = [
        flaw.message for flaw in check_formats(package.game, package.cards) if "can follow" in flaw.message
    ]
    assert found == [message] * bool(message)


@pytest.mark.parametrize(
    ("keys", "left"),
    [
        ("", ["No rule requires", "No rule limits t"]),
        (", optional: true", ["No rule limits t"]),
        (", several: true", ["No rule requires"]),
        (", optional: true, several: true", []),
        (", optional: false", ["No rule requires", "No rule limits t"]),
    ],
)
def test_a_reference_can_be_optional_or_several(game_folder, keys, left):
    game = CARD_GAME.replace("zones: den}}", f"zones: den{keys}}}}}")
    size = "      - {id: size, measure: cards, min: 3}\n"
    package, findings = read_package(game_folder(game + size, SOME_CARDS))
    assert package, findings
    assert [flaw.message[:16] for flaw in check_formats(package.game, package.cards)] == left


@pytest.mark.parametrize(
    "when", ["'kind:base'", "{over: 'kind:base'}", "[{over: 'kind:base', zones: cards}]"]
)
def test_a_minimum_for_some_decks_can_be_meant_so(doubted, when):
    rule = f"{{id: pair, when: {when}, over: 'kind:base', measure: cards, min: 2}}"
    assert doubted(SIZE, rule) == [(1, "when", ESCAPED)]
    assert doubted(SIZE, rule.replace("id: pair", "id: pair, optional: true")) == []
