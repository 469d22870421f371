"""How many cards go on a sheet, and what does not go together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deckwright.messages import tr
from deckwright.press.sheets.marks import registration_areas, ruler_area

if TYPE_CHECKING:
    from collections.abc import Iterator

    from deckwright.press.parts import Area
    from deckwright.press.sheets.sheet import Fold, Sheet

_SLIP = 1e-6
"""What sizes may be too large by mere rounding, in mm."""


def counts(
    paper: tuple[float, float],
    card: tuple[float, float],
    gutter: tuple[float, float],
    margin: tuple[float, float],
    fold: Fold | None,
) -> tuple[int, int]:
    """Give how many cards fit side by side, and one below the other; on a fold-over sheet with their backs."""
    across, down = (paper[axis] - 2 * margin[axis] + gutter[axis] + _SLIP for axis in (0, 1))
    rows = int(down // (card[1] + gutter[1]))
    if fold:
        across += gutter[0] - fold.gap
        return 2 * max(int(across // (2 * (card[0] + gutter[0]))), 0), rows
    return int(across // (card[0] + gutter[0])), rows


def faults(sheet: Sheet) -> Iterator[tuple[str, str]]:
    """Yield what does not fit on a sheet, with the key that says it."""
    if sheet.columns < 1 or sheet.rows < 1 or min(sheet.corner) < -_SLIP:
        yield "card", tr("So many cards of that size do not fit on the paper.")
        return
    if sheet.fold and sheet.columns % 2:
        yield (
            "columns",
            tr("A fold-over sheet has as many columns of backs as of fronts: say an even number."),
        )
    areas = registration_areas(sheet)
    if any(min(area.x, area.y) < 0 or _beyond(area, sheet.paper) for area in areas):
        yield "registration", tr("The paper is too small for the registration marks.")
        return
    for area in areas:
        if _meet(area, sheet):
            yield "registration", tr("The registration marks lie on the cards: leave wider margins.")
            break
    if sheet.ruler and ruler_area(sheet) is None:
        yield "ruler", tr("No margin has room for a ruler of 100 mm: leave wider margins.")


def _beyond(area: Area, paper: tuple[float, float]) -> bool:
    return any(far > side + _SLIP for far, side in zip(area.far, paper, strict=True))


def _meet(area: Area, sheet: Sheet) -> bool:
    (left, top), (width, height), reach = sheet.corner, sheet.block, sheet.bleed - _SLIP
    across = area.x < left + width + reach and left - reach < area.x + area.width
    return across and area.y < top + height + reach and top - reach < area.y + area.height
