"""Every example of docs/scoring.md is read: score files are scored, and sections of a game.yaml load."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from deckwright import resources
from deckwright.files.game_package import read_package
from deckwright.files.yaml import document_of
from deckwright.scoring.score import ScoreContext, read_case, score_sheet

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "scoring.md").read_text(encoding="utf-8")
BASE = re.findall(
    r"^```yaml\n(.*?)^```$", (DOCS / "formats.md").read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
)[0]
EXAMPLES = re.findall(r"^```yaml\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
SHEETS = [one for one in EXAMPLES if one.startswith("game:")]
SECTIONS = [one for one in EXAMPLES if not one.startswith("game:")]
CARDS = """
defaults: {kind: frog}
cards:
  - {id: tree-frog, name: Tree Frog, fields: {jump: 1}}
"""
TILES = """
  shape: {title: Shape, oneOf: [{const: tall, title: Tall}]}
  edges: {title: Edges, type: array, items: {enum: [brook-left, brook-right]}}
"""
SCHEMA = json.loads(resources.schema("game").read_bytes())["$defs"]


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda text: text.split("\n")[0])
def test_a_score_file_of_the_page_is_scored(packaged, sheet):
    document = document_of(sheet, "example.yaml")
    box = packaged(document.value["game"])
    cards = {card.id: card for card in box.cards}
    scores = score_sheet(*read_case(document, box.game, cards, ScoreContext(is_whole="two-player" in sheet)))
    assert sum(seat.points for seat in scores.seats)


@pytest.mark.parametrize("section", SECTIONS, ids=lambda text: text.split("\n")[0])
def test_a_section_of_the_page_loads(game_folder, section):
    base = BASE.replace("fields:\n", "fields:" + TILES)
    box, findings = read_package(game_folder(base + section, CARDS))
    assert findings == []
    assert box


@pytest.mark.parametrize(
    "part", ["grid", "scoring", "score_zone", "score_count", "score_order", "score_award", "score_claim"]
)
def test_every_key_is_explained(part):
    keys = SCHEMA[part].get("properties") or SCHEMA[part]["items"]["properties"]
    for key in keys.keys() - {"cite", "id", "card", "zone"}:
        assert f"`{key}`" in PAGE or f"{key}:" in "".join(EXAMPLES), key
