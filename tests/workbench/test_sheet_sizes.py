"""Proposed faces of every size: nothing is outside the cut, nothing on top of something else, nothing below its least size."""

from __future__ import annotations

from itertools import combinations, cycle, product

import pytest

from deckwright.files.proposed_faces import LOOKS
from deckwright.press.drawing.card import draw_card
from deckwright.press.faces.choice import face_of
from deckwright.press.graphics.cuts import card_size, card_size_names
from deckwright.press.graphics.parts import POINT, Area, DrawnIcon, DrawnText, all_parts
from deckwright.press.print_job import render_context
from deckwright.press.targets.pages import fitting_targets
from deckwright.workbench.exports import Selection, select_from_one_game
from deckwright.workbench.library import open_library
from deckwright.workbench.sheet_exports import SheetOptions, make_print_job, print_sheets
from deckwright.workbench.sheet_games import NewGameOptions, new_game_from_sheet
from deckwright.workbench.target_exports import (
    PictureOptions,
    TargetOptions,
    makes_one_pdf,
    print_card_pictures,
    print_target,
)

from ..programs import deep_except

LONG = "Draw two cards, then discard a card at random unless you control another Owl of the river. " * 6
ROWS = f"""name,type,cost,power,speed,text,art
The owl of the long and winding moonlit river beyond the hills,Creature,3,12,4,"{LONG}",owl.png
Toad,Event,1,1,1,Sit.,
"""
LEAST = 5.0  # the size below which no style of a proposed face goes
OWL = "the-owl-of-the-long-and-winding-moonlit-river-beyond-the-hil"
ROOMY = [name for name in card_size_names() if min(card_size(name, None).size) >= 40]
SHOPS = {"mini", "bridge", "tarot", "square", "hex", "domino", "business"}


@pytest.fixture
def sheet(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "cards.csv").write_text(ROWS, encoding="utf-8")
    return tmp_path / "cards.csv"


@pytest.mark.parametrize(
    ("look", "size"),
    deep_except(
        [*zip(cycle(LOOKS), ROOMY, strict=False)], [*product(LOOKS, ROOMY)], "the size with another look"
    ),
)
def test_a_proposed_face_fits_its_size(sheet, database_path, look, size):
    location = str(database_path)
    made = new_game_from_sheet("Owls", sheet, NewGameOptions(location, "en", "en", look=look, size=size))
    rules = {finding.rule for finding in made.findings if finding.severity != "info"}
    assert rules <= {"picture", "cut-off"}  # long texts are cut at their least size, and that is told
    with open_library(location) as library:
        library.game_id("owls")
        printed = print_sheets(library, Selection(["owls"]), "owls.pdf", SheetOptions(duplex="long"))
        job = make_print_job(library, select_from_one_game(library, Selection(["owls"])), "en")
    # Nobody made owl.png.
    assert {finding.rule for finding in printed.findings} <= {"cut-off", "unknown-picture"}
    cut_off = {card for finding in printed.findings if finding.rule == "cut-off" for card in finding.subjects}
    assert cut_off <= {OWL}, cut_off
    width, height = card_size(size, None).size
    context = render_context(job)
    for card, _ in job.cards:
        parts = list(draw_card(card, face_of(card, job.faces), context))
        assert min(part.size for part in all_parts(parts) if isinstance(part, DrawnText)) >= LEAST
        areas = list(read_areas(parts))
        for words, area in areas:
            assert min(area.x, area.y) > 0, (words, area)
            assert area.far[0] < width, (words, area)
            assert area.far[1] < height, (words, area)
        for (words, area), (others, other) in combinations(areas, 2):
            assert not overlap(area, other), (words, others)
        ends = any("…" in words for words, _ in areas)
        assert ends == (card.id in cut_off), areas


def read_areas(parts):
    """Areas of what is read on a card: each line of a text from its capitals to its baseline, and each icon."""
    for part in all_parts(parts):
        if isinstance(part, DrawnIcon):
            side = part.side
            yield part.icon, Area(part.x - side / 2, part.y - side / 2, side, side)
        if isinstance(part, DrawnText):
            for line in part.lines:
                words = "".join(run.text for run in line.runs)
                start, last = line.runs[0].start, line.runs[-1]
                end = last.start + last.font.widths[last.text] / 1000 * part.size * POINT
                capitals = 0.65 * part.size * POINT
                yield words, Area(start, line.y - capitals, end - start, capitals)


def overlap(area, other):
    """Whether two areas have a point in common."""
    return all(
        start < other_end and other_start < end
        for start, end, other_start, other_end in zip(area[:2], area.far, other[:2], other.far, strict=True)
    )


@pytest.mark.deep("prints for every shop")
@pytest.mark.parametrize("size", sorted(SHOPS))
def test_a_proposed_face_is_printed_by_the_shops_that_cut_its_size(sheet, database_path, size):
    sheet.write_text("name,cost,text\nGate of the gypsy jugglers,3,Play.\n", encoding="utf-8")
    location = str(database_path)
    new_game_from_sheet("Gaming", sheet, NewGameOptions(location, "en", "en", size=size))
    targets = fitting_targets(card_size(size, None).size)
    assert f"tgc-{size}" in targets
    with open_library(location) as library:
        library.game_id("gaming")
        for target in targets:
            if makes_one_pdf(target):
                made = print_target(library, Selection(["gaming"]), f"{target}.pdf", TargetOptions(target))
            else:
                made = print_card_pictures(library, Selection(["gaming"]), target, PictureOptions(target))
            assert [*made.findings] == []
