"""What is drawn on a sheet besides its cards, to cut and fold it by."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from deckwright.press.drawing.shapes import outline, polygon, rectangle
from deckwright.press.parts import Area, Shape

if TYPE_CHECKING:
    from collections.abc import Iterator

    from deckwright.press.parts import Path
    from deckwright.press.sheets.sheet import CropMarks, CutLines, Sheet

RULER = 100.0
"""How long the ruler is, in mm."""

_RULER_DEPTH = 4.0
_EDGE = 3.0
"""How near to the paper's edge a ruler or a fold mark comes: few printers print further out."""

_FOLD = Shape((), stroke="#555555", width=0.15, dash=(1.5, 1.0))


def crop_marks(sheet: Sheet) -> Iterator[Shape]:
    """Draw the crop marks: in the margins, beyond the bleed, never over a card."""
    if sheet.marks is None:
        return
    (left, top), (width, height) = sheet.corner, sheet.block
    for x in _cuts(sheet, 0):
        for start, way in ((top, -1), (top + height, 1)):
            yield from _crop_mark(sheet, sheet.marks, (x, start), (0, way))
    for y in _cuts(sheet, 1):
        for start, way in ((left, -1), (left + width, 1)):
            yield from _crop_mark(sheet, sheet.marks, (start, y), (way, 0))


def _cuts(sheet: Sheet, axis: int) -> list[float]:
    """List where to cut, across (0) or down (1)."""
    edges = (start + edge for start in sheet.starts(axis) for edge in (0.0, sheet.card[axis]))
    return sorted({round(edge, 4) for edge in edges})


def _crop_mark(
    sheet: Sheet, marks: CropMarks, point: tuple[float, float], way: tuple[int, int]
) -> Iterator[Shape]:
    start = sheet.bleed + marks.gap
    end = min(start + marks.length, sheet.corner[0] if way[0] else sheet.corner[1])
    if start < end:
        a, b = ((point[0] + way[0] * reach, point[1] + way[1] * reach) for reach in (start, end))
        yield Shape((("m", a), ("l", b)), stroke=marks.colour, width=marks.width)


def cut_lines(sheet: Sheet, cards: int) -> Iterator[Shape]:
    """Draw the edges of the first cards of a sheet."""
    lines = sheet.cut_lines
    if lines is None:
        return
    for x, y in sheet.places()[:cards]:
        for path in _edges(sheet, lines, Area(x, y, *sheet.card)):
            yield Shape(path, stroke=lines.colour, width=lines.width)


def _edges(sheet: Sheet, lines: CutLines, area: Area) -> Iterator[Path]:
    if sheet.shape == "hexagon":
        yield polygon((area.x + x * area.width, area.y + y * area.height) for x, y in HEXAGON)
        return
    if sheet.shape == "circle":
        yield outline("circle", area)
        return
    path = rectangle(area, (lines.radius,) * 4)
    if lines.parts == "all":
        yield path
        return
    for before, (step, numbers) in pairwise(path):
        if step == "c":
            yield ("m", before[1][-2:]), (step, numbers)


HEXAGON = ((0, 0.5), (0.25, 0), (0.75, 0), (1, 0.5), (0.75, 1), (0.25, 1))
"""The corners of a hexagon that stands on a side, in parts of its width and height."""


def registration_marks(sheet: Sheet) -> Iterator[Shape]:
    """Draw the marks of Silhouette cutters: a square top left, angles top right and bottom left."""
    marks = sheet.registration
    if marks is None:
        return
    square, right, low = registration_areas(sheet)
    yield Shape(rectangle(square), fill="#000000")
    length, width = marks.length, marks.width
    for area, upright in ((right, right.x + length - width), (low, low.x)):
        flat = area.y if area is right else area.y + length - width
        yield Shape(rectangle(Area(area.x, flat, length, width)), fill="#000000")
        yield Shape(rectangle(Area(upright, area.y, width, length)), fill="#000000")


def registration_areas(sheet: Sheet) -> list[Area]:
    """List where the registration marks stand: top left, top right, bottom left."""
    marks = sheet.registration
    if marks is None:
        return []
    far_x, far_y = (side - marks.inset - marks.length for side in sheet.paper)
    corners = ((marks.inset, marks.inset), (far_x, marks.inset), (marks.inset, far_y))
    return [Area(x, y, marks.length, marks.length) for x, y in corners]


def fold_marks(sheet: Sheet) -> Iterator[Shape]:
    """Draw where to fold, in the upper and lower margin."""
    if sheet.fold is None:
        return
    middle, margin = sheet.paper[0] / 2, sheet.corner[1]
    start = margin - sheet.bleed - 1
    if start > _EDGE:
        for a, b in ((_EDGE, start), (sheet.paper[1] - start, sheet.paper[1] - _EDGE)):
            yield _FOLD._replace(path=(("m", (middle, a)), ("l", (middle, b))))


def ruler_area(sheet: Sheet) -> Area | None:
    """Give where the ruler lies: in the wider margin, above or left of the cards; None where none has room."""
    across, down = sheet.paper
    marks = sheet.marks
    taken = sheet.bleed + (marks.gap + marks.length if marks else 0.0) + 0.5
    left, top = (max(_EDGE, margin - taken - _RULER_DEPTH) for margin in sheet.corner)
    above = Area((across - RULER) / 2, top, RULER, _RULER_DEPTH)
    beside = Area(left, (down - RULER) / 2, _RULER_DEPTH, RULER)
    rooms = [
        (margin, area)
        for margin, area, length in ((sheet.corner[1], above, across), (sheet.corner[0], beside, down))
        if margin >= _EDGE + _RULER_DEPTH + sheet.bleed and length >= RULER + 2 * _EDGE
    ]
    return max(rooms)[1] if rooms else None
