"""The examples of docs/spreadsheets.md are read as the page says."""

from __future__ import annotations

import re
from pathlib import Path

from deckwright.files.game_package import read_package

PAGE = (Path(__file__).parents[2] / "docs" / "spreadsheets.md").read_text(encoding="utf-8")
GAME, SETTINGS = re.findall(r"^```yaml\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
(SHEET,) = re.findall(r"^```csv\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)


def test_the_example_is_two_cards(tmp_path):
    (tmp_path / "cards").mkdir()
    (tmp_path / "game.yaml").write_text(GAME, encoding="utf-8")
    (tmp_path / "cards" / "cards.csv").write_text(SHEET, encoding="utf-8")
    package, findings = read_package(tmp_path)
    assert [finding.message for finding in findings] == [
        "1 card has no number of copies: there is one of it."
    ]
    ember, turner = package.cards
    assert (ember.id, ember.copies, ember.marks, ember.name("fr")) == ("ember", 2, ("unique",), "Braise")
    assert ember.fields == {"cost": 3, "rarity": "rare", "tags": ["fire", "hot"], "fast": True}
    assert (turner.id, turner.kind, turner.fields) == (
        "tide-turner",
        "beast",
        {"cost": 2, "rarity": "common", "tags": ["sea"]},
    )


def test_the_settings_are_followed(tmp_path):
    (tmp_path / "cards").mkdir()
    (tmp_path / "game.yaml").write_text(
        GAME + SETTINGS.replace("- {worksheet: Old ideas, skip: true}", ""), encoding="utf-8"
    )
    sheet = "Mana;Name;Effetto;Nom français;Thoughts\n2;Éponge;Boit.;Éponge de mer;no\n"
    (tmp_path / "cards" / "beasts.csv").write_bytes(sheet.encode("windows-1252"))
    package, findings = read_package(tmp_path)
    assert findings == []
    (card,) = package.cards
    assert (card.kind, card.fields, card.text("text", "en"), card.name("fr")) == (
        "beast",
        {"cost": 2},
        "Boit.",
        "Éponge de mer",
    )
