"""Imposition: which card goes where on which sheet, where its back goes, and sheets for cards of several sizes."""

from __future__ import annotations

from collections import Counter
from itertools import accumulate, groupby, pairwise
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

from deckwright.press.graphics.parts import POINT
from deckwright.press.sheets.sheet import CutLines, count_fitting, layout_errors

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from deckwright.model.card import Card
    from deckwright.press.graphics.cuts import Outline
    from deckwright.press.sheets.sheet import Sheet, Sides
    from deckwright.store.prints import Edge, Printer


# Imposition: which card goes on which sheet.

Thing = TypeVar("Thing")


def impose(cards: Sequence[tuple[Thing, int]], sheet: Sheet) -> list[list[Thing | None]]:
    """Distribute all copies of cards over sheets; None is a blank card on the last one.

    With the order `stack`, the first cards are in the first position of all sheets, the next ones in the second, so
    that all sheets are cut as one, and the small stacks laid on each other are in order. Otherwise, if all cards have
    the same number of copies, each sheet of different cards is repeated that many times.
    """
    in_turn = _one_by_one if sheet.order == "stack" else _in_sets
    singles: list[Thing | None] = list(in_turn(cards, sheet.cards))
    count = -(-len(singles) // sheet.cards)
    if sheet.blanks:
        singles += [None] * (count * sheet.cards - len(singles))
    return list(_in_stacks(singles, count) if sheet.order == "stack" else _in_rows(singles, sheet.cards))


def _one_by_one(cards: Sequence[tuple[Thing, int]], _: int) -> Iterator[Thing]:
    """Yield all copies of each card, card by card."""
    return (card for card, copies in cards for _ in range(copies))


def _in_sets(cards: Sequence[tuple[Thing, int]], size: int) -> Iterator[Thing]:
    """Yield all copies of each card; if all have the same number, whole sheets of different cards first."""
    numbers = {copies for _, copies in cards}
    whole = len(cards) - len(cards) % size if len(numbers) == 1 else 0
    for start in range(0, whole, size):
        sheet = [card for card, _ in cards[start : start + size]]
        for copies in numbers:
            yield from sheet * copies
    yield from _one_by_one(cards[whole:], size)


def _in_rows(singles: list[Thing], size: int) -> Iterator[list[Thing]]:
    for start in range(0, len(singles), size):
        yield singles[start : start + size]


def _in_stacks(singles: list[Thing], count: int) -> Iterator[list[Thing]]:
    for page in range(count):
        yield singles[page::count]


def repeated_cards(sheets: Iterable[Sequence[Card | None]]) -> frozenset[str]:
    """Ids of cards that are drawn more than once; of equal sheets in a row, only the first is drawn."""
    different = [sheet for sheet, _ in groupby(sheets)]
    times = Counter(card.id for sheet in different for card in sheet if card)
    return frozenset(card for card, count in times.items() if count > 1)


# Positions of fronts, and of backs, so that each back is behind its front.


class Placement(NamedTuple):
    """Position of a card or its back: its top left corner, its bleed, and whether it is upside down."""

    x: float
    y: float
    reach: Sides
    turned: bool = False


def fronts(sheet: Sheet) -> list[Placement]:
    """Positions of the fronts."""
    return [Placement(x, y, reach) for (x, y), reach in zip(sheet.places(), sheet.reaches(), strict=True)]


def folded_backs(sheet: Sheet) -> list[Placement]:
    """Positions of the backs next to their fronts, on a fold-over sheet."""
    return list(_mirrored(sheet, upright=True))


def backs(sheet: Sheet, edge: Edge) -> list[Placement]:
    """Positions of the backs on the page of backs, in the order of their fronts.

    If the sheet is turned about its vertical axis, backs are mirrored left to right. If it is turned about the
    horizontal one, they are mirrored top to bottom and upside down, as cards are turned over sideways.
    """
    return list(_mirrored(sheet, upright=turns_upright(sheet.paper, edge)))


def turns_upright(paper: tuple[float, float], edge: Edge) -> bool:
    """Whether paper turned about an edge is turned about its vertical axis."""
    return (edge == "long") == (paper[1] >= paper[0])


def printer_shift(paper: tuple[float, float], printer: Printer) -> list[str]:
    """Operator that shifts a page of backs, and scales it about its centre, to correct a printer's errors."""
    if printer.offset == (0.0, 0.0) and printer.scale == 100.0:  # noqa: PLR2004 - per cent
        return []
    scale = printer.scale / 100
    across, down = (
        (side / 2 * (1 - scale) + offset) / POINT for side, offset in zip(paper, printer.offset, strict=True)
    )
    return [f"{scale:.5f} 0 0 {scale:.5f} {across:.3f} {-down:.3f} cm"]


def _mirrored(sheet: Sheet, *, upright: bool) -> Iterator[Placement]:
    (across, down), (width, height) = sheet.paper, sheet.card
    for front in fronts(sheet):
        reach = front.reach
        if upright:
            reach = reach._replace(left=reach.right, right=reach.left)
            yield Placement(across - front.x - width, front.y, reach)
        else:
            reach = reach._replace(top=reach.bottom, bottom=reach.top)
            yield Placement(front.x, down - front.y - height, reach, turned=True)


# Layouts of a sheet for cards of other sizes, so that cards, tiles and tokens of a game are printed as one
# file.

_MARGIN = 8.0
"""Margin in mm, which has space for the footer and the crop marks."""

_APART = 2.0
"""Gap between round and six-sided pieces, in mm, as each is cut out with scissors."""


def lay_out_for(sheet: Sheet, size: tuple[float, float], shape: Outline) -> Sheet:
    """The sheet with as many cards of a size and outline as fit on its paper, with the same marks.

    It is the sheet itself if it is for such cards, or if they do not fit on its paper.
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
    layouts = [_filled(other, margin) for margin in _margins(sheet)]
    return max(
        (one for one in layouts if not any(layout_errors(one))), key=lambda one: one.cards, default=sheet
    )


def _margins(sheet: Sheet) -> list[tuple[float, float]]:
    """Margins to try: next to the registration marks of a cutter, two sides are wider."""
    margins = [(_MARGIN, _MARGIN)]
    if sheet.registration:
        marks = sheet.registration.inset + sheet.registration.length + sheet.bleed
        margins += [(marks, _MARGIN), (_MARGIN, marks), (marks, marks)]
    return margins


def _filled(sheet: Sheet, margin: tuple[float, float]) -> Sheet:
    columns, rows = count_fitting(sheet.paper, sheet.card, sheet.gutter, margin, sheet.fold)
    return sheet._replace(columns=columns, rows=rows)


def _lines(sheet: Sheet) -> CutLines | None:
    """The cut lines, without the rounded corners of the sheet's own cards."""
    return sheet.cut_lines._replace(radius=0.0) if sheet.cut_lines else None


# Last sheets of several sizes joined on one page, so that a few pieces do not take a page of their own.

BACK_BLEED = 3.0
"""Bleed of backs at the outer cards, in mm, so that a shifted back shows no white edge."""


class JoinedRows(NamedTuple, Generic[Thing]):
    """Rows of cards of one size, on a page with rows of other sizes.

    `part` is the position of the size among those of the file. `sheet` has only these rows, in the centre of the
    paper; on the page they are `shift` mm lower.
    """

    part: int
    cards: list[Thing | None]
    sheet: Sheet
    shift: float = 0.0

    def fronts(self) -> list[Placement]:
        """Positions of the fronts."""
        return [place._replace(y=place.y + self.shift) for place in fronts(self.sheet)]

    def backs(self, edge: Edge) -> list[Placement]:
        """Positions of the backs on the page of backs, in the order of their fronts."""
        shift = self.shift if turns_upright(self.sheet.paper, edge) else -self.shift
        sheet = self.sheet._replace(bleed=max(self.sheet.bleed, BACK_BLEED))
        return [place._replace(y=place.y + shift) for place in backs(sheet, edge)]


def join_last_sheets(
    sheets: Sequence[Sheet], imposed: Sequence[Sequence[list[Thing | None]]]
) -> list[list[JoinedRows[Thing]]]:
    """Pages that replace the last sheets of several sizes, if these have free rows and fit on one page.

    `imposed` are the sheets of cards of each size. Sheets with a fixed layout, for a fold, a cutter, stacks or blanks,
    remain as they are.
    """
    rows = [
        found
        for part, (sheet, cards) in enumerate(zip(sheets, imposed, strict=True))
        for found in _last_rows(part, sheet, cards)
    ]
    pages: list[list[JoinedRows[Thing]]] = []
    for one in sorted(rows, key=lambda one: -one.sheet.block[1]):
        room = one.sheet.paper[1] - 2 * _MARGIN
        page = next((page for page in pages if _height(_in_order([*page, one])) <= room), None)
        if page is None:
            pages.append([one])
        else:
            page.append(one)
    return [_stacked(_in_order(page)) for page in pages if len(page) > 1]


def _last_rows(part: int, sheet: Sheet, imposed: Sequence[list[Thing | None]]) -> Iterator[JoinedRows[Thing]]:
    """Yield the rows of the last sheet of a size, if it is not full and can be joined with others."""
    if not imposed or sheet.fold or sheet.registration or sheet.blanks or sheet.order == "stack":
        return
    count = -(-len(imposed[-1]) // sheet.columns)
    if count < sheet.rows:
        columns = -(-len(imposed[-1]) // count)
        yield JoinedRows(part, imposed[-1], sheet._replace(rows=count, columns=columns))


def _in_order(rows: Iterable[JoinedRows[Thing]]) -> list[JoinedRows[Thing]]:
    return sorted(rows, key=lambda one: one.part)


def _height(rows: Sequence[JoinedRows[Thing]]) -> float:
    gaps = sum(_apart(one.sheet, two.sheet) for one, two in pairwise(rows))
    return sum(one.sheet.block[1] for one in rows) + gaps


def _apart(above: Sheet, below: Sheet) -> float:
    """Distance of rows of two sizes in mm, which has space for the bleed of their backs and for their crop marks."""
    return sum(
        max(sheet.bleed + (sheet.marks.gap + sheet.marks.length if sheet.marks else 0.0), BACK_BLEED)
        for sheet in (above, below)
    )


def _stacked(rows: Sequence[JoinedRows[Thing]]) -> list[JoinedRows[Thing]]:
    """Rows one below the other, in the centre of the paper."""
    top = (rows[0].sheet.paper[1] - _height(rows)) / 2
    tops = accumulate(
        (one.sheet.block[1] + _apart(one.sheet, two.sheet) for one, two in pairwise(rows)), initial=top
    )
    return [one._replace(shift=y - one.sheet.corner[1]) for one, y in zip(rows, tops, strict=True)]


def sheet_around(rows: Sequence[JoinedRows[Thing]]) -> Sheet:
    """The widest sheet of joined rows, as if all rows were one card: its margins are those of the page."""
    widest = max((one.sheet for one in rows), key=lambda sheet: sheet.block[0])
    return widest._replace(card=(widest.block[0], _height(rows)), columns=1, rows=1)
