"""Every example of docs/dealing.md and docs/stats.md is a part of a game that loads, and no key is left unexplained."""

from __future__ import annotations

import json
import re
from pathlib import Path
from textwrap import dedent

import pytest

from deckwright import resources
from deckwright.files.game_package import read_package
from deckwright.table.deal import TableOptions, deal

DOCS = Path(__file__).parents[2] / "docs"
DEALING, STATS = ((DOCS / name).read_text(encoding="utf-8") for name in ("dealing.md", "stats.md"))
GAME = """
    id: frogs
    title: Frogs and Ponds
    source_language: en
    languages: [en]
    players: {min: 2, max: 4}
    fields: {jump: {title: Jump, type: integer}, points: {title: Points, type: integer}}
    kinds: {frog: {name: Frog, fields: [jump]}, fly: {name: Fly, fields: [jump, points]}}
    piles: {pond: {name: Pond, parts: [{of: "kind:frog"}]}}
    modes: {standard: {name: Standard}, quick: {name: Quick}}
"""
CARDS = "cards: [{id: tree-frog, name: Tree Frog, kind: frog, copies: 9, fields: {jump: 4}}]"
SCHEMA = json.loads(resources.schema("game").read_bytes())["$defs"]


def examples(page):
    return re.findall(r"^```yaml\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)


@pytest.fixture
def frogs(game_folder):
    def load(example):
        box, findings = read_package(game_folder(dedent(GAME) + example, CARDS))
        assert findings == []
        return box

    return load


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_example_lays_a_table(frogs, players):
    box = frogs(*examples(DEALING))
    table = deal(box.game, {card.id: card for card in box.cards}, TableOptions(players, 1))
    assert sum(len(seat["hand"]) for seat in table.seats) == players - 1
    quick = deal(box.game, {card.id: card for card in box.cards}, TableOptions(players, 1, "quick"))
    assert (table.limits, quick.limits) == ({"hand": 5}, {"hand": 3})


def test_the_example_of_an_effort_loads(frogs):
    assert frogs(*examples(STATS)).game.definition["effort"]["worth"] == "points"


@pytest.mark.parametrize(
    ("part", "page"),
    [("deal", DEALING), ("step", DEALING), ("draw", DEALING), ("zone", DEALING), ("effort", STATS)],
)
def test_every_key_is_explained(part, page):
    for key in SCHEMA[part]["properties"]:
        assert f"`{key}`" in page or f"`{key}: " in page or f"{key}:" in "".join(examples(page)), key
