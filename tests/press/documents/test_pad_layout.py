"""The module press/documents/pad_layout: a pad always leaves room to write, whatever is on it and whatever the paper."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckwright.errors import InputError
from deckwright.press.documents.content import PadRow
from deckwright.press.documents.pad_layout import LEAST_ROW, pad_sheet
from deckwright.press.sheets.sheet import PIECE_MARGIN

from .scored_pads import PAPERS, ROWS, pad_of


@given(rows=ROWS, teams=st.integers(0, 3), paper=PAPERS, seats=st.integers(1, 6))
def test_cells_are_high_enough_to_write_in_and_pads_stay_on_the_paper(rows, teams, paper, seats):
    pad = pad_of(rows, 2 * teams or seats, teams)
    try:
        sheet, plan = pad_sheet(pad, paper)
    except InputError:
        assert paper == (148.0, 210.0)
        return
    assert min(plan.rows) >= LEAST_ROW
    assert LEAST_ROW - 1.8 >= 7 - 1e-6
    assert plan.cell - 1.5 >= 12
    assert sheet.paper in {paper, paper[::-1]}
    assert min(sheet.corner) >= PIECE_MARGIN - 1e-6
    assert len(sheet.places()) == sheet.cards >= 1


@pytest.mark.parametrize(("seats", "numbers"), [(2, 1), (4, 15), (6, 1), (6, 6)])
def test_a_name_has_room_on_usual_paper(seats, numbers):
    """Cells of names are 9 × 22 mm, but for the space around them."""
    _, plan = pad_sheet(pad_of([PadRow("Points", numbers=numbers)], seats), (210.0, 297.0))
    assert plan.name - 1.8 >= 9 - 1e-6
    assert plan.cell >= 22


@pytest.mark.parametrize("paper", [(210.0, 297.0), (215.9, 279.4)])
def test_two_pads_of_eight_parts_are_on_a_page(paper):
    rows = [PadRow("Ice", "the number")] * 8
    pad = pad_of(rows, 5)
    sheet, _ = pad_sheet(pad._replace(rows=(*pad.rows, PadRow("Tiles", "if tied", sort="key"))), paper)
    assert sheet.cards == 2


def test_a_row_that_decides_a_tie_is_lower_than_others():
    """Most games end without a tie; its cells are still high enough to write in."""
    pad = pad_of([PadRow("Points"), PadRow("Cards", "If tied", sort="key")], 6)
    _, plan = pad_sheet(pad, (210.0, 297.0))
    points, tie, _ = plan.rows
    assert 8 < tie < points


def test_four_pads_of_one_number_and_two_ties_are_on_a_page():
    """There is room to write in rows that decide a tie: their cells are at least 8 mm high."""
    rows = (
        PadRow("Treasures", "piles"),
        PadRow("Red cards", "If tied", sort="key"),
        PadRow("Cards", "If still tied", sort="key"),
    )
    sheet, plan = pad_sheet(pad_of([], 6)._replace(rows=rows), (210.0, 297.0))
    assert sheet.cards == 4
    assert min(plan.rows) - 1.8 >= 8


@pytest.mark.parametrize(("parts", "has_banner"), [(3, True), (8, False)])
def test_rows_are_lower_for_a_banner_only_if_they_stay_high(parts, has_banner):
    """Rows of 12 mm have room for two lines of words and for large numbers."""
    _, plan = pad_sheet(pad_of([PadRow("Ice", "one each")] * parts, 3), (215.9, 279.4))
    assert plan.has_banner == has_banner
    assert (min(plan.rows) >= 12) == has_banner
