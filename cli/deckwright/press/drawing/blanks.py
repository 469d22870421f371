"""Blank cards, to write on."""

from __future__ import annotations

from deckwright.press.drawing.shapes import rectangle
from deckwright.press.parts import Area, Shape

_INSET = 4.0
_RADIUS = 2.0


def blank_card(size: tuple[float, float]) -> Shape:
    """Draw the frame within which one writes."""
    area = Area(0.0, 0.0, *size).inset(_INSET, _INSET)
    return Shape(rectangle(area, (_RADIUS,) * 4), stroke="#999999", width=0.2)
