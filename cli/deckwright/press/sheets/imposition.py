"""Imposition: which card goes where on which sheet, where its back goes, and sheets laid out again for other card sizes."""

from __future__ import annotations

from collections import Counter
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from deckwright.press.sheets.sheet import CutLines, Sides
from deckwright.press.sheets.sheet_file import counts, faults

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from deckwright.model.card import Card
    from deckwright.press.sheets.sheet import Shape, Sheet
    from deckwright.store.printer_profiles import Edge


# Which card goes onto which sheet.

Thing = TypeVar("Thing")


def dealt(cards: Sequence[tuple[Thing, int]], sheet: Sheet) -> list[list[Thing | None]]:
    """Deal cards, every copy one, onto sheets; None stands for a blank that fills the last one.

    In a stack the first place of all sheets holds the first cards, the second place the next ones, so that
    sheets cut as one give small stacks, and these laid one under the other give the cards in order.
    Else, where all cards have the same number of copies, each sheet of different ones comes so many times.
    """
    in_turn = _one_by_one if sheet.order == "stack" else _in_sets
    singles: list[Thing | None] = list(in_turn(cards, sheet.cards))
    count = -(-len(singles) // sheet.cards)
    if sheet.blanks:
        singles += [None] * (count * sheet.cards - len(singles))
    return list(_in_stacks(singles, count) if sheet.order == "stack" else _in_rows(singles, sheet.cards))


def _one_by_one(cards: Sequence[tuple[Thing, int]], _: int) -> Iterator[Thing]:
    """Yield every copy of each card, card by card."""
    return (card for card, copies in cards for _ in range(copies))


def _in_sets(cards: Sequence[tuple[Thing, int]], size: int) -> Iterator[Thing]:
    """Yield every copy of each card, whole sheets of different ones first where all have as many copies."""
    is_even = len({copies for _, copies in cards}) == 1
    whole = len(cards) - len(cards) % size if is_even else 0
    for start in range(0, whole, size):
        yield from [card for card, _ in cards[start : start + size]] * cards[start][1]
    yield from _one_by_one(cards[whole:], size)


def _in_rows(singles: list[Thing], size: int) -> Iterator[list[Thing]]:
    for start in range(0, len(singles), size):
        yield singles[start : start + size]


def _in_stacks(singles: list[Thing], count: int) -> Iterator[list[Thing]]:
    for page in range(count):
        yield singles[page::count]


def drawn_often(sheets: Iterable[Sequence[Card | None]]) -> frozenset[str]:
    """Give the ids of the cards that are drawn more than once; sheets that are the same are drawn as one."""
    different = [sheet for sheet, _ in groupby(sheets)]
    times = Counter(card.id for sheet in different for card in sheet if card)
    return frozenset(card for card, count in times.items() if count > 1)


# The other side of a sheet: where a card's back stands so that it meets its front.


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


# Lay a sheet out anew for cards of another size, so that a game of cards, tiles and tokens is printed as one
# file.

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
