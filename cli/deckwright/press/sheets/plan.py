"""A sheet as it will be cut: its cards in their places, or only the places, with marks and measures around them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeVar

from deckwright.press.graphics.parts import (
    Area,
    DrawnGroup,
    DrawnRepeat,
    rectangle,
)
from deckwright.press.sheets.imposition import folded_backs, fronts
from deckwright.press.sheets.marks import (
    crop_marks,
    cut_lines,
    fold_marks,
    margin_ruler,
    registration_marks,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from deckwright.press.graphics.parts import DrawnPart
    from deckwright.press.sheets.imposition import Placement
    from deckwright.press.sheets.sheet import Sheet

Thing = TypeVar("Thing")


# Sheets with cards.


class SheetDrawing(NamedTuple):
    """How to draw what is on a sheet: the front of a card and its back, and the footer."""

    front: Callable[..., Iterable[DrawnPart]]
    back: Callable[..., Iterable[DrawnPart]]
    footer: Iterable[DrawnPart] = ()


def sheet_parts(sheet: Sheet, row: Sequence[Thing | None], drawing: SheetDrawing) -> Iterator[DrawnPart]:
    """Draw a sheet with the cards of a row, in their order; None is a blank card. Fold-over sheets have their backs."""
    for thing, at in zip(row, fronts(sheet), strict=False):
        yield placed(drawing.front(thing), at, sheet.card)
    if sheet.fold:
        for thing, at in zip(row, folded_backs(sheet), strict=False):
            yield placed(drawing.back(thing), at, sheet.card)
    yield from cut_lines(sheet, len(row))
    yield from marks_of(sheet)
    yield from drawing.footer


def marks_of(sheet: Sheet) -> Iterator[DrawnPart]:
    """Draw the marks of a sheet around its cards."""
    yield from crop_marks(sheet)
    yield from fold_marks(sheet)
    yield from registration_marks(sheet)
    yield from margin_ruler(sheet)


def placed(parts: Iterable[DrawnPart], at: Placement, size: tuple[float, float]) -> DrawnPart:
    """A card's drawing at its place on the sheet, clipped where its bleed ends."""
    left, top, right, bottom = at.reach
    moved = DrawnRepeat(tuple(parts), ((at.x, at.y),))
    whole = Area(at.x, at.y, *size)
    clip = rectangle(Area(at.x - left, at.y - top, size[0] + left + right, size[1] + top + bottom))
    if at.turned:
        return DrawnGroup((DrawnGroup((moved,), 180.0, whole.centre),), clip=clip)
    return DrawnGroup((moved,), clip=clip)
