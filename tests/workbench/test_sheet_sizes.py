"""Proposed faces of every size: nothing is outside the cut, and nothing below its least size."""

from __future__ import annotations

import pytest

from deckwright.files.proposed_faces import LOOKS
from deckwright.press.graphics.sizes import card_size, card_size_names
from deckwright.workbench.library import open_library
from deckwright.workbench.printing import SheetOptions, print_sheets
from deckwright.workbench.selection import Selection
from deckwright.workbench.sheet_games import NewGameOptions, new_game_from_sheet

LONG = "Draw two cards, then discard a card at random unless you control another Owl of the river. " * 6
ROWS = f"""name,type,cost,power,speed,text,art
The owl of the long and winding moonlit river beyond the hills,Creature,3,12,4,"{LONG}",owl.png
Toad,Event,1,1,1,Sit.,
"""
ROOMY = [name for name in card_size_names() if min(card_size(name, None).size) >= 40]
SHOPS = {"mini", "bridge", "tarot", "square", "hex", "domino", "business"}


@pytest.fixture
def sheet(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "cards.csv").write_text(ROWS, encoding="utf-8")
    return tmp_path / "cards.csv"


@pytest.mark.parametrize("size", ROOMY)
@pytest.mark.parametrize("look", LOOKS)
def test_a_proposed_face_fits_its_size(sheet, database_path, look, size):
    location = str(database_path)
    made = new_game_from_sheet("Owls", sheet, NewGameOptions(location, "en", "en", look=look, size=size))
    rules = {finding.rule for finding in made.findings if finding.severity != "info"}
    assert rules <= {"picture", "cut-off"}  # long texts are cut at their least size, and that is told
    with open_library(location) as library:
        library.game_id("owls")
        printed = print_sheets(library, Selection(["owls"]), "owls.pdf", SheetOptions(duplex="long"))
    # Nobody made owl.png.
    assert {finding.rule for finding in printed.findings} <= {"cut-off", "unknown-picture"}


@pytest.mark.parametrize("size", sorted(SHOPS))
def test_shops_have_a_target_for_a_proposed_size(size):
    from deckwright.press.targets.pages import fitting_targets

    assert f"tgc-{size}" in fitting_targets(card_size(size, None).size)
