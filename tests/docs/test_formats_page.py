"""Every example of docs/formats.md is a part of a game that loads, and no key is left unexplained."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from deckwright import resources
from deckwright.files.game_package import read_package
from deckwright.files.yaml import parse_document

PAGE = (Path(__file__).parents[2] / "docs" / "formats.md").read_text(encoding="utf-8")
BASE, *EXAMPLES = re.findall(r"^```yaml\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
CARDS = """
defaults: {kind: frog}
cards:
  - {id: tree-frog, name: Tree Frog, fields: {jump: 1}}
  - {id: moor-frog, name: Moor Frog, fields: {jump: 1}}
  - {id: queen, name: Queen, fields: {jump: 9}}
  - {id: hasty-chief, name: Hasty Chief, kind: chief, fields: {waters: [brook, moor], court: 40}}
  - {id: desert-chief, name: Desert Chief, kind: chief, fields: {waters: [lake], court: 30}}
"""
SCHEMA = json.loads(resources.schema("game").read_bytes())["$defs"]


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda text: text.split("\n")[1].strip(" :"))
def test_an_example_loads(game_folder, example):
    box, findings = read_package(game_folder(BASE + example, CARDS))
    assert findings == []
    declared = parse_document(example.encode(), "example").value
    assert all(box.game.names(section) for section in declared if section != "default_mode")


@pytest.mark.parametrize("part", ["rule", "bound_term", "format", "pile", "mode"])
def test_every_key_is_explained(part):
    for key in SCHEMA[part]["properties"]:
        assert f"`{key}`" in PAGE or f"{key}:" in "".join(EXAMPLES), key
