"""What a game.yaml says of its scoring must lead somewhere."""

from __future__ import annotations

import pytest

from deckwright.files.game_package import read_package

GAME = """\
id: frogs
title: Frogs
source_language: en
languages: [en]
players: {min: 2, max: 4}
fields:
  jump: {title: Jump, type: integer}
  shape: {title: Shape, oneOf: [{const: tall, title: Tall}]}
  edges: {title: Edges, type: array, items: {enum: [a, b]}}
kinds: {frog: {name: Frog, optional: [jump, shape, edges]}}
modes: {calm: {name: Calm}}
grid:
  shape: shape
  shapes: {tall: [1, 2]}
  parts: edges
  places: {a: {tall: [[0, 0]]}, b: {tall: [[0, 0]]}}
  joins: {brook: [{a: [0, 0], b: [1, 0]}]}
scoring:
  zones:
    pond: {name: Pond, shape: placed}
    shared: {name: Shared, shape: shared, pools: {red: jump}}
  rules: [{id: full, zone: pond, measure: cards, max: 3, modes: [calm], message: Full.}]
  counts:
    frogs: {name: Frogs, zone: pond}
    twice: {add: {frogs: 2}}
    brooks: {joins: brook}
  parts: [frogs]
  awards: [{card: tree-frog, zone: pond, fewest: frogs}]
  claims: [{of: "kind:frog", count: frogs, min: jump}]
"""
CARDS = "defaults: {kind: frog}\ncards: [{id: tree-frog, name: Tree Frog}]\n"


def test_the_game_without_a_flaw_loads(game_folder):
    box, findings = read_package(game_folder(GAME, CARDS))
    assert box, findings


@pytest.mark.parametrize(
    ("old", "new", "excerpt"),
    [
        ("zone: pond}", "zone: pont}", "pont is not declared in this game. Did you mean pond"),
        ("zone: pond, measure", "zone: pont, measure", "no zone pont"),
        ("parts: [frogs]", "parts: [frog]", "frog is not declared in this game. Did you mean frogs"),
        ("parts: [frogs]", "parts: [twice]", "“twice” is shown to players"),
        ("add: {frogs: 2}", "add: {twice: 2}", "“twice” depends on itself"),
        ("add: {frogs: 2}", "add: {fogs: 2}", "Unknown name: “fogs”."),
        ("zone: pond}", "zone: pond, measure: {sum: shape}}", "Unknown name: “shape”."),
        ("zone: pond}", "zone: pond, measure: {groups: text}}", "Unknown name: “text”."),
        ("zone: pond}", "zone: pond, measure: {stages: jump, joins: brook}}", "Unknown name: “jump”."),
        ("zone: pond}", "zone: pond, measure: {stages: edges, joins: brook}}", "Unknown name: “edges”."),
        (
            "measure: cards, max",
            "measure: {sum: edges}, max",
            "field “edges” cannot be counted. It is not a number field",
        ),
        ("joins: brook}", "joins: brock}", "Unknown name: “brock”."),
        ("joins: brook}", "joins: brook, least: [frogs]}", "takes only one of these keys"),
        ("card: tree-frog", "card: tee-frog", "tee-frog is not declared in this game."),
        (
            "  parts: [",
            "  example: {seats: {}, covered: {tree-frog: tea-frog}}\n  parts: [",
            "tea-frog is not declared",
        ),
        (
            "  parts: [",
            "  example: {seats: {}, covered: {tea-frog: tree-frog}}\n  parts: [",
            "tea-frog is not declared",
        ),
        ("fewest: frogs", "fewest: fogs", "fogs is not declared in this game."),
        ("count: frogs", "count: fogs", "fogs is not declared in this game."),
        ("min: jump", "min: jumps", "Unknown number field: “jumps”."),
        ("red: jump", "red: leap", "Unknown number field: “leap”."),
        ("modes: [calm]", "modes: [clam]", "clam is not declared in this game."),
        ("parts: edges", "parts: edge", "edge is not declared in this game."),
        ("{a: {tall:", "{a: {wide:", "wide is not declared in this game."),
        ("b: [1, 0]", "c: [1, 0]", "c is not declared in this game."),
        ("twice:", "points:", "use another name for this count"),
        ('of: "kind:frog"', 'of: "kind:fog"', "fog"),
    ],
)
def test_what_leads_nowhere_is_told_at_its_place(game_folder, old, new, excerpt):
    assert old in GAME
    box, findings = read_package(game_folder(GAME.replace(old, new, 1), CARDS))
    assert box is None
    assert any(excerpt in one.message and one.where and one.where.line > 5 for one in findings), findings
