"""A sheet as it will be cut: its cards in their places, or only the places, with marks and measures around them."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING, TypeVar

from deckwright.messages import tr
from deckwright.press.graphics.cuts import SAFE, cut_path
from deckwright.press.graphics.parts import (
    Area,
    DrawnGroup,
    DrawnRepeat,
    DrawnShape,
    rectangle,
)
from deckwright.press.sheets.imposition import JoinedRows, folded_backs, fronts, sheet_around
from deckwright.press.sheets.marks import (
    SmallText,
    crop_marks,
    cut_lines,
    draw_small_text,
    fold_marks,
    margin_ruler,
    registration_marks,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from deckwright.press.graphics.parts import DrawnPart, Path
    from deckwright.press.sheets.imposition import Placement
    from deckwright.press.sheets.sheet import Sheet
    from deckwright.store.prints import Edge

Thing = TypeVar("Thing")


# Sheets with cards.


Draw = Callable[["JoinedRows[Thing]", "Thing | None"], "Iterable[DrawnPart]"]
"""Draws the front or the back of a card of some rows; None is a blank card."""


def front_parts(
    rows: Sequence[JoinedRows[Thing]], front: Draw[Thing], back: Draw[Thing]
) -> Iterator[DrawnPart]:
    """Draw a page of fronts with its marks, in rows of one size or of several. Fold-over sheets have their backs."""
    for part in rows:
        yield from _placed_cards(part, part.fronts(), front)
        if part.sheet.fold:
            yield from _placed_cards(part, folded_backs(part.sheet), back)
    yield from page_marks(rows)


def back_parts(rows: Sequence[JoinedRows[Thing]], edge: Edge, back: Draw[Thing]) -> Iterator[DrawnPart]:
    """Draw the page of backs behind a page that is turned about an edge."""
    for part in rows:
        yield from _placed_cards(part, part.backs(edge), back)


def _placed_cards(
    rows: JoinedRows[Thing], places: Iterable[Placement], draw: Draw[Thing]
) -> Iterator[DrawnPart]:
    for thing, at in zip(rows.cards, places, strict=False):
        yield placed(draw(rows, thing), at, rows.sheet.card)


def page_marks(rows: Sequence[JoinedRows[Thing]]) -> Iterator[DrawnPart]:
    """Draw the marks and cut lines of all rows of a page, and its ruler."""
    for row in rows:
        sheet = row.sheet
        marks = chain(cut_lines(sheet, len(row.cards)), crop_marks(sheet), fold_marks(sheet))
        yield from at_rows(row, (*marks, *registration_marks(sheet)))
    yield from _ruler_of_sheet(sheet_around(rows))


@lru_cache(maxsize=16)
def _ruler_of_sheet(sheet: Sheet) -> tuple[DrawnPart, ...]:
    return tuple(margin_ruler(sheet))


def at_rows(rows: JoinedRows[Thing], parts: Iterable[DrawnPart]) -> Iterable[DrawnPart]:
    """Parts of a sheet at the place of its rows on the page."""
    return [DrawnRepeat(tuple(parts), ((0.0, rows.shift),))] if rows.shift else parts


def placed(parts: Iterable[DrawnPart], at: Placement, size: tuple[float, float]) -> DrawnPart:
    """A card's drawing at its place on the sheet, clipped where its bleed ends."""
    left, top, right, bottom = at.reach
    moved = DrawnRepeat(tuple(parts), ((at.x, at.y),))
    whole = Area(at.x, at.y, *size)
    clip = rectangle(Area(at.x - left, at.y - top, size[0] + left + right, size[1] + top + bottom))
    if at.turned:
        return DrawnGroup((DrawnGroup((moved,), 180.0, whole.centre),), clip=clip)
    return DrawnGroup((moved,), clip=clip)


# The plan of a sheet: where its cards go, how far they may be printed, and what is around them.

_TRIM, _BLEED, _SAFE = "#c2185b", "#fbdce8", "#1b7a43"
_PAPER, _EDGE, _INK = "#ffffff", "#9aa3ad", "#20303c"
_FRONT, _BACK = "#f4f6f8", "#e6eaef"
_THIN, _THICK = 0.15, 0.3
_BESIDE = 12.0
"""Space for the legend below the paper, in mm."""


def sheet_plan(sheet: Sheet) -> tuple[list[DrawnPart], tuple[float, float]]:
    """Drawing of a sheet without cards: places by number, trim, bleed, safe zone, margins and marks; and its size."""
    width, height = sheet.paper
    size = width, height + _BESIDE
    parts: list[DrawnPart] = [DrawnShape(rectangle(Area(0.0, 0.0, *size)), fill=_PAPER)]
    parts.append(DrawnShape(rectangle(Area(0.0, 0.0, width, height)), stroke=_EDGE, width=_THICK))
    parts += _places(sheet, fronts(sheet), _FRONT, "{number}")
    if sheet.fold:
        parts += _places(sheet, folded_backs(sheet), _BACK, tr("back of {number}", number="{number}"))
    parts += [*page_marks([JoinedRows(0, [None] * sheet.cards, sheet)]), *_measures(sheet), *_legend(sheet)]
    return parts, size


def _places(sheet: Sheet, places: Iterable[Placement], ground: str, name: str) -> Iterator[DrawnPart]:
    places = list(places)
    for at in places:
        if sheet.bleed:
            yield DrawnShape(rectangle(_reach(sheet, at)), fill=_BLEED)
    for number, at in enumerate(places, 1):
        area = Area(at.x, at.y, *sheet.card)
        yield DrawnShape(_edge(sheet, area), fill=ground, stroke=_TRIM, width=_THICK)
        yield DrawnShape(_edge(sheet, area.inset(SAFE, SAFE)), stroke=_SAFE, width=_THIN, dash=(1.2, 0.8))
        down = area.centre[1]
        label = Area(area.x + SAFE, down - 5, area.width - 2 * SAFE, 10)
        yield from draw_small_text(
            SmallText(name.format(number=number), label, 20, "centre", _INK, weight=700)
        )
        if number == 1:
            text = f"{sheet.card[0]:g} × {sheet.card[1]:g} mm"
            yield from draw_small_text(SmallText(text, label._replace(y=down + 4), 8, "centre", _INK))


def _reach(sheet: Sheet, at: Placement) -> Area:
    left, top, right, bottom = at.reach
    return Area(at.x - left, at.y - top, sheet.card[0] + left + right, sheet.card[1] + top + bottom)


def _edge(sheet: Sheet, area: Area) -> Path:
    """Outline of a card in an area."""
    return cut_path(sheet.shape, area)


def _measures(sheet: Sheet) -> Iterator[DrawnPart]:
    """Draw the margins at the left and at the top, each with its length, away from the middle, where a ruler is."""
    left, top = sheet.corner
    x, y = left + sheet.card[0] * 0.3, top + sheet.card[1] * 0.9
    for length, start, end, label in (
        (left, (0.0, y), (left, y), Area(0.5, y + 0.5, max(left - 1, 1), 3)),
        (top, (x, 0.0), (x, top), Area(x + 0.8, top / 2 - 1, 20, 3)),
    ):
        if length > _LEAST_MARGIN:
            yield DrawnShape((("m", start), ("l", end)), stroke=_INK, width=_THIN)
            yield from draw_small_text(SmallText(f"{length:.4g} mm", label, 6, "left", _INK))


_LEAST_MARGIN = 2.0


def _legend(sheet: Sheet) -> Iterator[DrawnPart]:
    """Draw what the colours mean, and the size of the paper, below it."""
    y = sheet.paper[1] + 3
    bleed = tr("bleed: {length} mm", length=f"{sheet.bleed:g}") if sheet.bleed else tr("no bleed")
    texts = [
        (f"{sheet.name}, {sheet.paper[0]:g} × {sheet.paper[1]:g} mm", _INK, ""),
        (tr("cut"), _TRIM, _FRONT),
        (bleed, _INK, _BLEED if sheet.bleed else ""),
        (tr("safe zone: {length} mm", length=f"{SAFE:g}"), _SAFE, ""),
    ]
    column = (sheet.paper[0] - 10) / len(texts)
    for number, (text, colour, ground) in enumerate(texts):
        x = 5 + number * column
        if ground or colour == _SAFE:
            dash = (1.2, 0.8) if colour == _SAFE else ()
            stroke = "" if ground == _BLEED else colour
            yield DrawnShape(rectangle(Area(x, y + 0.3, 4, 3)), ground, stroke, _THICK, dash)
            x += 5.5
        area = Area(x, y, column - 7, 6)
        yield from draw_small_text(SmallText(text, area, 8, "left", _INK))
