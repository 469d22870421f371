"""Every example of docs/settings.md is read, and its table names the settings of the packaged games."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from deckwright.files.game_package import read_package
from deckwright.files.yaml import document_of
from deckwright.model.settings import settings_of
from deckwright.scoring.score import score_document

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "settings.md").read_text(encoding="utf-8")
BASE, SCORE, SECTION = (
    re.findall(r"^```yaml\n(.*?)^```$", (DOCS / name).read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)[
        number
    ]
    for name, number in (("formats.md", 0), ("settings.md", 0), ("settings.md", 1))
)
GAMES = {
    "Data Monsters": "data-monsters",
    "Dataset": "dataset",
    "Monster Office": "monster-office",
    "Big Monster": "big-monster",
}


def test_the_score_file_of_the_page_is_scored(packaged):
    box = packaged("monster-office")
    scores = score_document(
        document_of(SCORE, "monday.yaml"), box.game, {card.id: card for card in box.cards}
    )
    assert [seat.points for seat in scores.seats] == [3 + 1, 3]


def test_the_section_of_the_page_loads(game_folder):
    cards = "cards: [{id: tree-frog, name: Tree Frog, kind: frog, fields: {jump: 1}}]"
    box, findings = read_package(game_folder(BASE + SECTION, cards))
    assert findings == []
    assert list(settings_of(box.game)) == ["jumps"]


@pytest.mark.parametrize(("title", "game"), GAMES.items())
def test_the_table_has_every_setting_with_its_usual_choice_first(packaged, title, game):
    listed = dict(re.findall(rf"^\| {title} \| `(.+?)` \| (.+?) \|$", PAGE, re.MULTILINE))
    settings = settings_of(packaged(game).game)
    assert listed.keys() == settings.keys()
    for name, setting in settings.items():
        choices = re.findall(r"`(.+?)`", listed[name])
        assert sorted(choices) == sorted(setting.choices)
        assert not choices or choices[0] == setting.default
