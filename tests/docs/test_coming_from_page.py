"""The small projects of other tools on the page are brought over as it says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from deckwright.files.game_package import inspect_package
from deckwright.findings import has_errors
from deckwright.workbench.sheet_games import NewGameOptions, new_game_from_sheet

PAGE = (Path(__file__).parents[2] / "docs" / "coming-from.md").read_text(encoding="utf-8")
SECTIONS = dict(re.findall(r"^## (.+?)\n(.+?)(?=^## |\Z)", PAGE, re.DOTALL | re.MULTILINE))
COPIES = {
    "Squib": [3, 1],
    "nanDECK": [2, 2],
    "CardMaker": [1, 2],
    "Dextrous": [2, 1],
    "Component Studio": [4, 2, 3],
    "InDesign data merge": [1, 1],
    "Magic Set Editor": [1, 1, 1],
}


@pytest.fixture
def bring_over(tmp_path, database_path, monkeypatch):
    """Start a game from the sheet of a section."""
    monkeypatch.chdir(tmp_path)

    def brought(section):
        (sheet,) = re.findall(r"```csv\n(.+?)```", SECTIONS[section], re.DOTALL)
        Path("cards.csv").write_text(sheet, encoding="utf-8")
        made = new_game_from_sheet("Brought", "cards.csv", NewGameOptions(str(database_path)))
        assert not has_errors(made.findings)
        return inspect_package(tmp_path / "brought")[0]

    return brought


@pytest.mark.parametrize("section", SECTIONS)
def test_a_project_of_another_tool_comes_over(bring_over, section):
    package = bring_over(section)
    assert [card.copies for card in package.cards] == COPIES[section]
    texts = [text for card in package.cards for text in card.texts["en"].values()]
    assert not [text for text in texts if re.search(r"[<>\\%]|&amp;|:coin:|\[tap\]|\{\(", text)]


@pytest.mark.parametrize(
    ("section", "text", "icons"),
    [
        ("Squib", "Gain {coin}\nThen **draw** a card.", ["coin"]),
        ("nanDECK", "Flies.\n*When it lands* it takes {wind}.", ["wind"]),
        ("CardMaker", "Ranged: +1 on **all** dice.", []),
        ("Magic Set Editor", "**Reach** {tap}: untap a creature.", ["tap"]),
    ],
)
def test_the_markup_of_cells_is_ours(bring_over, section, text, icons):
    package = bring_over(section)
    assert package.cards[0].texts["en"]["text"] == text
    assert [*package.game.definition.get("icons", {})] == icons


def test_the_face_of_the_page_is_one_of_the_game(bring_over, tmp_path):
    bring_over("Squib")
    (face,) = re.findall(r"```yaml\n(.+?)```", SECTIONS["Squib"], re.DOTALL)
    (tmp_path / "brought" / "faces" / "card.yaml").write_text(face, encoding="utf-8")
    package, findings = inspect_package(tmp_path / "brought")
    assert package
    assert not has_errors(findings)
