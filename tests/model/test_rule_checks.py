"""Conditions that let a deck escape a minimum, or fire on cards that lie where they do not belong."""

from __future__ import annotations

import pytest

from deckwright.files.game_package import read_package
from deckwright.model.format_checks import check_formats

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


ESCAPED, MISPLACED = "deck", "condition"

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
    (
        "a leader that counts in any zone",
        [SIZE, LEADER, '{id: small, when: "id:anna", measure: cards, min: 20, replaces: [size]}'],
        [(2, "when", MISPLACED)],
    ),
    (
        "a leader that counts in its zone",
        [
            SIZE,
            LEADER,
            '{id: small, when: {over: "id:anna", zones: [leader]}, measure: cards, min: 20, replaces: [size]}',
        ],
        [],
    ),
    (
        "a unit that belongs nowhere in particular",
        [SIZE, LEADER, '{id: small, when: "id:guard", measure: cards, min: 20, replaces: [size]}'],
        [],
    ),
]


@pytest.mark.parametrize(("rules", "expected"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_a_doubtful_condition_is_found_at_its_rule(doubted, rules, expected):
    assert doubted(*rules) == expected


def test_the_packaged_games_have_none(packaged):
    for name in ("big-monster", "data-monsters", "dataset", "monster-office"):
        box = packaged(name)
        assert list(check_formats(box.game, box.cards)) == []
