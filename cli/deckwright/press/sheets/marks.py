"""What is printed on a sheet around its cards: crop marks, fold lines, rulers and footers."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from deckwright.press.drawing.lines import TextToFit, fit_text
from deckwright.press.drawing.spans import with_symbols
from deckwright.press.drawing.words import Span, paragraphs_of
from deckwright.press.graphics.cuts import cut_path
from deckwright.press.graphics.parts import Area, DrawnGroup, DrawnShape, rectangle
from deckwright.press.looks.styles import Style
from deckwright.press.sheets.sheet import EDGE, RULER, registration_areas, ruler_area

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from deckwright.press.graphics.parts import DrawnPart, Path, Step
    from deckwright.press.looks.styles import Align
    from deckwright.press.sheets.sheet import CropMarks, CutLines, Sheet


# Marks on a sheet, for cutting and folding.

_FOLD = DrawnShape((), stroke="#555555", width=0.15, dash=(1.5, 1.0))


def crop_marks(sheet: Sheet) -> Iterator[DrawnShape]:
    """Draw the crop marks, in the margins and outside the bleed."""
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
    """Positions of the cuts, horizontally (0) or vertically (1)."""
    edges = (start + edge for start in sheet.starts(axis) for edge in (0.0, sheet.card[axis]))
    return sorted({round(edge, 4) for edge in edges})


def _crop_mark(
    sheet: Sheet, marks: CropMarks, point: tuple[float, float], way: tuple[int, int]
) -> Iterator[DrawnShape]:
    start = sheet.bleed + marks.gap
    end = min(start + marks.length, sheet.corner[0] if way[0] else sheet.corner[1])
    if start < end:
        a, b = ((point[0] + way[0] * reach, point[1] + way[1] * reach) for reach in (start, end))
        yield DrawnShape((("m", a), ("l", b)), stroke=marks.colour, width=marks.width)


def cut_lines(sheet: Sheet, cards: int) -> Iterator[DrawnShape]:
    """Draw the edges of the first `cards` cards of a sheet."""
    lines = sheet.cut_lines
    if lines is None:
        return
    areas = [Area(x, y, *sheet.card) for x, y in sheet.places()[:cards]]
    paths = [path for area in areas for path in _edges(sheet, lines, area)]
    # On cards of any colour, the line can be seen on a wider white one.
    for colour, width in (("#ffffff", 3 * lines.width), (lines.colour, lines.width)):
        for path in paths:
            yield DrawnShape(path, stroke=colour, width=width)


def _edges(sheet: Sheet, lines: CutLines, area: Area) -> Iterator[Path]:
    path = cut_path(sheet.shape, area, lines.radius)
    if sheet.shape != "rect":
        yield path
        return
    if lines.parts == "all":
        yield path
        return
    for (_, before), (step, numbers) in pairwise(path):
        if step == "c":
            *_, x, y = before
            yield ("m", (x, y)), (step, numbers)


def registration_marks(sheet: Sheet) -> Iterator[DrawnShape]:
    """Draw the registration marks of Silhouette cutters: a square top left, angles top right and bottom left."""
    marks = sheet.registration
    if marks is None:
        return
    square, right, low = registration_areas(sheet)
    yield DrawnShape(rectangle(square), fill="#000000")
    length, width = marks.length, marks.width
    for area, upright in ((right, right.x + length - width), (low, low.x)):
        flat = area.y if area is right else area.y + length - width
        yield DrawnShape(rectangle(Area(area.x, flat, length, width)), fill="#000000")
        yield DrawnShape(rectangle(Area(upright, area.y, width, length)), fill="#000000")


def fold_marks(sheet: Sheet) -> Iterator[DrawnShape]:
    """Draw the fold marks, in the upper and lower margin."""
    if sheet.fold is None:
        return
    middle, margin = sheet.paper[0] / 2, sheet.corner[1]
    start = margin - sheet.bleed - 1
    if start > EDGE:
        for a, b in ((EDGE, start), (sheet.paper[1] - start, sheet.paper[1] - EDGE)):
            yield _FOLD._replace(path=(("m", (middle, a)), ("l", (middle, b))))


# Small text next to the cards.

_LEAST = 4.0
"""Minimum size of small text, in points."""


class SmallText(NamedTuple):
    """A text at the top of an area, with its size in points."""

    text: str
    area: Area
    size: float
    align: Align = "left"
    colour: str = "#555555"
    font: str = "Alegreya Sans"
    lines: int = 1
    weight: int = 400


@lru_cache(maxsize=256)
def draw_small_text(small: SmallText, language: str = "en") -> tuple[DrawnPart, ...]:
    """Draw a small text, shrunk to fit its area; emoji and symbols that no font has are icons."""
    style = _style(small._replace(text="", area=_NOWHERE))
    paragraphs = paragraphs_of(with_symbols([Span(small.text)], style, {}), style)
    if not paragraphs:
        return ()
    setting = fit_text(TextToFit(paragraphs, style, language), small.area.width, small.area.height)
    return tuple(setting.drawn(small.area, small.colour))


_NOWHERE = Area(0.0, 0.0, 0.0, 0.0)


@lru_cache(maxsize=32)
def _style(small: SmallText) -> Style:
    """Style of small texts that look the same, wherever they are and whatever they say."""
    return Style(
        font=small.font,
        weight=small.weight,
        size=small.size,
        min=_LEAST,
        lines=small.lines,
        align=small.align,
    )


# The footer of a sheet: a line of small text below the cards.

_ASIDE = 2.0
"""Distance from the ink of the cards and from crop marks, in mm."""


class FooterText(NamedTuple):
    """A text of the footer, with its area."""

    text: str
    area: Area
    align: Align


@lru_cache(maxsize=8)
def footer_texts(sheet: Sheet) -> Sequence[FooterText]:
    """Texts of the footer, each with its area and alignment."""
    line = sheet.footer
    if line is None:
        return ()
    y = sheet.corner[1] + sheet.block[1] + sheet.bleed + _ASIDE
    left, middle, right = (Area(x + _ASIDE, y, width - 2 * _ASIDE, 1e6) for x, width in _rooms(sheet))
    return (
        FooterText(line.left, left, "left"),
        FooterText(line.middle, middle, "centre"),
        FooterText(line.right, right, "right"),
    )


def _rooms(sheet: Sheet) -> list[tuple[float, float]]:
    """Left edge and width of three texts, each below one card, between its crop marks; round pieces have none."""
    starts, width = sheet.starts(0), sheet.card[0]
    first, last, count = starts[0], starts[-1], len(starts)
    if count == 1 or sheet.shape != "rect":
        third = sheet.block[0] / 3
        return [(first + place * third, third) for place in range(3)]
    if first == starts[-2]:
        return [(first, width), (last, width / 2), (last + width / 2, width / 2)]
    return [(first, width), (starts[count // 2], width), (last, width)]


# A ruler of 100 mm in a margin, to check that the printer does not scale the page.

_INK = "#555555"
_WIDTH = 0.1
_TEN, _FIVE, _ONE = 2.2, 1.5, 0.9
"""Lengths of the ticks in mm: at every tenth millimetre, every fifth, and all others."""

_BELOW, _LABEL, _SIZE = 2.5, 8.0, 4.5
"""Distance of the figures from the line and width of their area (mm), and their size (points)."""


def margin_ruler(sheet: Sheet) -> Iterator[DrawnPart]:
    """Draw the ruler of a sheet, if it has one: above the cards, or rotated to their left."""
    area = ruler_area(sheet) if sheet.ruler else None
    if area is None:
        return
    if area.width == RULER:
        yield from ruler(area.x, area.y)
        return
    # Rotated about its left end, the ruler runs downwards, with its ticks on the left.
    end = (area.x + area.width, area.y)
    yield DrawnGroup(tuple(ruler(*end)), 90.0, end)


def ruler(x: float, y: float) -> Iterator[DrawnPart]:
    """Draw a ruler from its left end, with ticks below the line."""
    path: list[Step] = [("m", (x, y)), ("l", (x + RULER, y))]
    for number in range(round(RULER) + 1):
        tick = _TEN if number % 10 == 0 else _FIVE if number % 5 == 0 else _ONE
        path += [("m", (x + number, y)), ("l", (x + number, y + tick))]
    yield DrawnShape(tuple(path), stroke=_INK, width=_WIDTH)
    for number in range(10, round(RULER), 10):
        area = Area(x + number - _LABEL / 2, y + _BELOW, _LABEL, 2.0)
        yield from draw_small_text(SmallText(f"{number}", area, _SIZE, "centre", _INK))
    area = Area(x + RULER - _LABEL, y + _BELOW, _LABEL, 2.0)
    yield from draw_small_text(SmallText(f"{RULER:g} mm", area, _SIZE, "right", _INK))
