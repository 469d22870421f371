"""What is inconsistent in a rule of a format, with its place: names that do not exist, and keys that exclude each other."""

from __future__ import annotations

import pytest

from deckwright.files.game_package import inspect_package

GAME = """\
id: wars
title: Wars
source_language: en
languages: [en]
fields: {cost: {title: Cost, type: integer, minimum: 0}, side: {title: Side, enum: [north, south]}}
kinds: {leader: {name: Leader, optional: [cost]}, unit: {name: Unit, optional: [side, cost]}}
lists: {points: [guard]}
formats:
  war:
    name: War deck
    zones: [den]
    beside: [drafted]
    references: {leader: {over: "kind:leader", zones: den}}
    rules:
      - {id: leader, zone: den, over: "kind:leader", measure: cards, min: 1, max: 1}
      - RULE
"""
CARDS = """
defaults: {kind: unit}
cards:
  - {id: anna, name: Anna, kind: leader, fields: {cost: 2}}
  - {id: guard, name: Guard, fields: {side: north, cost: 3}}
  - {id: wagon, name: Wagon, fields: {side: south}}
"""


@pytest.fixture
def flaws(game_folder):
    """What is wrong with a rule: what is written there, and the message."""

    def check(rule):
        text = GAME.replace("RULE", rule)
        _, findings = inspect_package(game_folder(text, CARDS))
        lines = text.splitlines()
        return [(lines[one.where.line - 1][one.where.column - 1 :], one.message) for one in findings]

    return check


SOUND = [
    "{id: r, measure: cards, max: {field: cost, of: leader}}",
    "{id: r, measure: copies, max: cost}",
    "{id: r, measure: copies, max: {field: points}}",
    "{id: r, measure: copies, max: {count: {over: 'id:this.id', zones: drafted}}}",
    "{id: r, measure: {sum: [cost, points]}, max: 3}",
    "{id: r, measure: {sum: cost}, free: [{over: 'side:this.side', when: {over: 'side:this.side', min: 2}}], max: 3}",
    "{id: r, measure: companions, of: 'side:this.side', of_zone: drafted, min: 1}",
    "{id: r, zone: [cards, drafted], measure: zones, max: 1}",
    "{id: r, options: [{over: 'side:leader.side', max: {field: cost, of: leader}}]}",
    "{id: r, measure: cards, any: [{max: 1}, [{zone: drafted, max: 1}, {measure: distinct, min: 1}]]}",
    "{id: r, measure: cards, all: [{max: 1}, {measure: distinct, max: 1}]}",
    "{id: r, measure: cards, per: side, max: 2}",
]


@pytest.mark.parametrize("rule", SOUND)
def test_a_sound_rule_has_no_flaw(flaws, rule):
    assert flaws(rule) == []


@pytest.mark.parametrize(
    ("rule", "place", "message"),
    [
        (
            "{id: r, over: 'kind:frog', measure: cards, max: {share: 120%}}",
            "120%",
            "Invalid share: 120%. Use 0% to 100%.",
        ),
        (
            "{id: r, measure: cards, any: [{max: 1}, {min: [{share: -1/3}, 4]}]}",
            "-1/3",
            "Invalid share: -1/3. Use 0% to 100%.",
        ),
        (
            "{id: r, zone: dne, measure: cards, max: 1}",
            "dne",
            "This format has no zone dne. Did you mean den?",
        ),
        ("{id: r, measure: cards, max: 1, when: [{zones: dne}]}", "dne", "This format has no zone dne."),
        ("{id: r, measure: cards, max: {count: {zones: [dne]}}}", "[dne]", "This format has no zone dne."),
        (
            "{id: r, measure: companions, of: '*', of_zone: dne, min: 1}",
            "dne",
            "This format has no zone dne.",
        ),
        (
            "{id: r, measure: cards, any: [{max: 1}, {zone: dne, max: 2}]}",
            "dne",
            "This format has no zone dne.",
        ),
        (
            "{id: r, measure: cards, max: {field: cost, of: laeder}}",
            "laeder",
            "This format has no reference laeder. Did you mean leader?",
        ),
        (
            "{id: r, measure: cards, max: [1, {field: csot, of: leader}]}",
            "csot",
            "Unknown number field: “csot”. Did you mean cost?",
        ),
        (
            "{id: r, measure: cards, max: {field: cost}}",
            "{field",
            "“cost” is not a number. Only the measure “copies”",
        ),
        (
            "{id: r, measure: cards, max: {number: 1, share: 1/2}}",
            "{number",
            "Only one of these keys can be used here",
        ),
        (
            "{id: r, measure: {sum: [cost, side]}, max: 1}",
            "[cost",
            "The field “side” cannot be counted. It is not",
        ),
        (
            "{id: r, measure: cards, per: sied, max: 1}",
            "sied",
            "The field “sied” cannot be counted. Did you mean side?",
        ),
        (
            "{id: r, measure: copies, per: side, max: 1}",
            "side",
            "“per” cannot be used with the measure copies.",
        ),
        (
            "{id: r, measure: zones, free: [{copies: 1}], max: 1}",
            "[{copies",
            "“free” cannot be used with the measure zones.",
        ),
        (
            "{id: r, measure: cards, of_zone: den, max: 1}",
            "den",
            "“of_zone” can only be used with these measures",
        ),
        ("{id: r, options: [{max: 1}], max: 2}", "2", "“max” cannot be used together with “options”."),
        (
            "{id: r, measure: cards, any: [{max: 1}, {min: 3}], min: 2}",
            "2",
            "“min” cannot be used together with “any”.",
        ),
        ("{id: r, replaces: [leader], zone: den, max: 2}", "2", "max also requires measure."),
        (
            "{id: r, measure: cards, max: {count: {zones: den, box: true}}}",
            "true",
            "“box” cannot be used together with “zones”.",
        ),
        ("{id: r, over: 'id:this.id', measure: copies, max: 1}", "this.id", "Unknown reference: this."),
        (
            "{id: r, measure: cards, max: {count: {over: 'id:this.id'}}}",
            "this.id",
            "Unknown reference: this.",
        ),
        ("{id: r, measure: copies, max: 1, when: 'id:this.id'}", "this.id", "Unknown reference: this."),
        (
            "{id: r, measure: cards, max: 1, since: 2026-02-02, until: 2026-02-01}",
            "2026-02-01",
            "This ends before",
        ),
    ],
)
def test_a_flaw_is_reported_at_its_place(flaws, rule, place, message):
    found = flaws(rule)
    assert any(there.startswith(place) and said.startswith(message) for there, said in found), found
