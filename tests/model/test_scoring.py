"""What a game.yaml says of its scoring must lead somewhere."""

from __future__ import annotations

import pytest

from deckwright.files.game_package import open_box

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
    box, findings = open_box(game_folder(GAME, CARDS))
    assert box, findings


@pytest.mark.parametrize(
    ("said", "instead", "told"),
    [
        ("zone: pond}", "zone: pont}", "no pont here. Did you mean pond"),
        ("zone: pond, measure", "zone: pont, measure", "no zone pont"),
        ("parts: [frogs]", "parts: [frog]", "no frog here. Did you mean frogs"),
        ("parts: [frogs]", "parts: [twice]", "twice is shown: give it a name"),
        ("add: {frogs: 2}", "add: {twice: 2}", "twice is made of itself"),
        ("add: {frogs: 2}", "add: {fogs: 2}", "no fogs here"),
        ("zone: pond}", "zone: pond, measure: {sum: shape}}", "no shape here"),
        ("zone: pond}", "zone: pond, measure: {groups: text}}", "no text here"),
        ("zone: pond}", "zone: pond, measure: {stages: jump, joins: brook}}", "no jump here"),
        ("zone: pond}", "zone: pond, measure: {stages: edges, joins: brook}}", "no edges here"),
        (
            "measure: cards, max",
            "measure: {sum: edges}, max",
            "cannot be counted: edges. It is not a number field",
        ),
        ("joins: brook}", "joins: brock}", "no brock here"),
        ("joins: brook}", "joins: brook, least: [frogs]}", "takes only one of these keys"),
        ("card: tree-frog", "card: tee-frog", "no tee-frog here"),
        ("fewest: frogs", "fewest: fogs", "no fogs here"),
        ("count: frogs", "count: fogs", "no fogs here"),
        ("min: jump", "min: jumps", "no jumps here"),
        ("red: jump", "red: leap", "no leap here"),
        ("modes: [calm]", "modes: [clam]", "no clam here"),
        ("parts: edges", "parts: edge", "no edge here"),
        ("{a: {tall:", "{a: {wide:", "no wide here"),
        ("b: [1, 0]", "c: [1, 0]", "no c here"),
        ("twice:", "points:", "call this count something else"),
        ('of: "kind:frog"', 'of: "kind:fog"', "fog"),
    ],
)
def test_what_leads_nowhere_is_told_at_its_place(game_folder, said, instead, told):
    assert said in GAME
    box, findings = open_box(game_folder(GAME.replace(said, instead, 1), CARDS))
    assert box is None
    assert any(told in one.message and one.where and one.where.line > 5 for one in findings), findings
