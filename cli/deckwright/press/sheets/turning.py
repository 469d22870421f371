"""The other side of a sheet: where a card's back stands so that it meets its front."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from deckwright.press.sheets.sheet import Sides

if TYPE_CHECKING:
    from collections.abc import Iterator

    from deckwright.model.printer import Edge
    from deckwright.press.sheets.sheet import Sheet


class Stand(NamedTuple):
    """Where a card or its back stands: its top left corner, how far its ink reaches, and whether it is turned round."""

    x: float
    y: float
    reach: Sides
    turned: bool = False


def fronts(sheet: Sheet) -> list[Stand]:
    """List where fronts stand."""
    return [Stand(x, y, reach) for (x, y), reach in zip(sheet.places(), sheet.reaches(), strict=True)]


def folded_backs(sheet: Sheet) -> list[Stand]:
    """List where backs stand beside their fronts, on a sheet that is folded upright in its middle."""
    return list(_mirrored(sheet, upright=True))


def backs(sheet: Sheet, edge: Edge) -> list[Stand]:
    """List where backs stand on the page of backs, in the order of their fronts.

    A sheet turned about its upright axis has its backs mirrored left and right; one turned about the other
    axis top and bottom, and upside down, as cards are turned over sideways.
    """
    return list(_mirrored(sheet, upright=turns_upright(sheet.paper, edge)))


def turns_upright(paper: tuple[float, float], edge: Edge) -> bool:
    """Tell whether paper turned about an edge is turned about its upright axis."""
    return (edge == "long") == (paper[1] >= paper[0])


def _mirrored(sheet: Sheet, *, upright: bool) -> Iterator[Stand]:
    (across, down), (width, height) = sheet.paper, sheet.card
    for x, y, (left, top, right, bottom), _ in fronts(sheet):
        if upright:
            yield Stand(across - x - width, y, Sides(right, top, left, bottom))
        else:
            yield Stand(x, down - y - height, Sides(left, bottom, right, top), turned=True)
