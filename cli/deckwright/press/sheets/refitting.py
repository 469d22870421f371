"""Lay a sheet out anew for cards of another size, so that a game of cards, tiles and tokens is printed as one file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deckwright.press.sheets.fitting import counts, faults
from deckwright.press.sheets.sheet import CutLines

if TYPE_CHECKING:
    from deckwright.press.sheets.sheet import Shape, Sheet

_MARGIN = 8.0
"""What stays free at the paper's edges, in mm: the line of small type and the crop marks stand there."""

_APART = 2.0
"""How far apart round and six-sided pieces stand, in mm: scissors go round each of them."""


def refitted(sheet: Sheet, size: tuple[float, float], shape: Shape) -> Sheet:
    """Give the sheet for cards of a size and outline: as many as fit on its paper, marked as it marks its own.

    It is the sheet itself where these are its cards, and where so large a card, or what is drawn beside it, does
    not fit.
    """
    if size == sheet.card and shape in {"rect", sheet.shape}:
        return sheet
    plain = shape == "rect"
    gutter = sheet.gutter if plain else (_APART, _APART)
    other = sheet._replace(
        card=size,
        shape=shape,
        gutter=gutter,
        bleed=sheet.bleed if plain else max(sheet.bleed, _APART / 2),
        marks=sheet.marks if plain else None,
        cut_lines=_lines(sheet) if plain else sheet.cut_lines or CutLines(),
    )
    laid = [_filled(other, margin) for margin in _margins(sheet)]
    return max((one for one in laid if not any(faults(one))), key=lambda one: one.cards, default=sheet)


def _margins(sheet: Sheet) -> list[tuple[float, float]]:
    """List the margins that may do: where the marks of a cutter stand, cards keep away from them at two sides."""
    margins = [(_MARGIN, _MARGIN)]
    if sheet.registration:
        marks = sheet.registration.inset + sheet.registration.length + sheet.bleed
        margins += [(marks, _MARGIN), (_MARGIN, marks), (marks, marks)]
    return margins


def _filled(sheet: Sheet, margin: tuple[float, float]) -> Sheet:
    columns, rows = counts(sheet.paper, sheet.card, sheet.gutter, margin, sheet.fold)
    return sheet._replace(columns=columns, rows=rows)


def _lines(sheet: Sheet) -> CutLines | None:
    """Give the cut lines without the round corners that the sheet's own cards have."""
    return sheet.cut_lines._replace(radius=0.0) if sheet.cut_lines else None
