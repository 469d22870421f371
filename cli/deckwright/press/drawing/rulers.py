"""A ruler of 100 mm in a margin, to see whether the printer keeps the size."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deckwright.press.drawing.small_type import Small, small_type
from deckwright.press.parts import Area, Group, Shape
from deckwright.press.sheets.marks import RULER, ruler_area

if TYPE_CHECKING:
    from collections.abc import Iterator

    from deckwright.press.parts import Drawn, Step
    from deckwright.press.sheets import Sheet

_INK = "#555555"
_WIDTH = 0.1
_TEN, _FIVE, _ONE = 2.2, 1.5, 0.9
"""How long the ticks are, in mm: at every tenth millimetre, every fifth, and all others."""

_BELOW, _LABEL, _SIZE = 2.5, 8.0, 4.5
"""How far below the line the figures stand, how much room each has (mm), and their size (points)."""


def margin_ruler(sheet: Sheet) -> Iterator[Drawn]:
    """Draw the ruler of a sheet that has one: above the cards, or left of them and turned."""
    area = ruler_area(sheet) if sheet.ruler else None
    if area is None:
        return
    if area.width == RULER:
        yield from ruler(area.x, area.y)
        return
    # Turned about its left end, it goes down; what was below it is left of it then.
    end = (area.x + area.width, area.y)
    yield Group(tuple(ruler(*end)), 90.0, end)


def ruler(x: float, y: float) -> Iterator[Drawn]:
    """Draw a ruler from its upper left end; its ticks hang down."""
    path: list[Step] = [("m", (x, y)), ("l", (x + RULER, y))]
    for number in range(round(RULER) + 1):
        tick = _TEN if number % 10 == 0 else _FIVE if number % 5 == 0 else _ONE
        path += [("m", (x + number, y)), ("l", (x + number, y + tick))]
    yield Shape(tuple(path), stroke=_INK, width=_WIDTH)
    for number in range(10, round(RULER), 10):
        area = Area(x + number - _LABEL / 2, y + _BELOW, _LABEL, 2.0)
        yield from small_type(Small(f"{number}", area, _SIZE, "centre", _INK))
    area = Area(x + RULER - _LABEL, y + _BELOW, _LABEL, 2.0)
    yield from small_type(Small(f"{RULER:g} mm", area, _SIZE, "right", _INK))
