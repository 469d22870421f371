"""The module press/documents/setter."""

from __future__ import annotations

import pytest

from deckwright.press.documents.content import Item, Section
from deckwright.press.documents.setter import DEEP, INK, PAPER, SOFT, TINT, Painter, blocks_of, draw_column
from deckwright.press.graphics.parts import DrawnText, all_parts
from deckwright.press.looks.colours import contrast


@pytest.mark.parametrize(
    ("ink", "ground"),
    [(INK, PAPER), (SOFT, PAPER), (DEEP, PAPER), (PAPER, DEEP), (INK, TINT), (SOFT, TINT), (DEEP, TINT)],
)
def test_words_can_be_read(ink, ground):
    assert contrast(ink, ground) >= 4.5


@pytest.mark.parametrize(
    ("names", "columns"), [(["Finalità", "Tesoro"], 2), (["Carta-Minimizzazione", "Tesoro"], 1)]
)
def test_a_grid_has_one_column_where_a_word_would_run_into_its_number(names, columns):
    section = Section("", tuple(Item(name, values=("×3",)) for name in names), "grid")
    drawn = draw_column(blocks_of([section], Painter("it", {}), 1, 62), 0, 0)
    lines = [line for part in all_parts(drawn) if isinstance(part, DrawnText) for line in part.lines]
    assert len({line.y for line in lines if line.runs[0].text == "×3"}) == 3 - columns
