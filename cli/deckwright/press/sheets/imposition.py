"""Imposition: which card goes where on which sheet, and its back; sheets as they will be cut, with cards or only their places."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import lru_cache
from itertools import accumulate, chain, groupby, pairwise
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

from deckwright.messages import tr
from deckwright.press.graphics.cuts import SAFE, cut_path
from deckwright.press.graphics.parts import POINT, Area, DrawnGroup, DrawnRepeat, DrawnShape, rectangle
from deckwright.press.sheets.sheet import (
    CutLines,
    SmallText,
    count_fitting,
    crop_marks,
    cut_lines,
    draw_small_text,
    fold_marks,
    layout_errors,
    margin_ruler,
    registration_marks,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from deckwright.model.card import Card
    from deckwright.press.graphics.cuts import Outline
    from deckwright.press.graphics.parts import DrawnPart, Path
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


@lru_cache(maxsize=32)
def fronts(sheet: Sheet) -> tuple[Placement, ...]:
    """Positions of the fronts."""
    return tuple(
        Placement(x, y, reach) for (x, y), reach in zip(sheet.places(), sheet.reaches(), strict=True)
    )


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
        (layout for layout in layouts if not any(layout_errors(layout))),
        key=lambda layout: layout.cards,
        default=sheet,
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
        last_rows
        for part, (sheet, cards) in enumerate(zip(sheets, imposed, strict=True))
        for last_rows in _last_rows(part, sheet, cards)
    ]
    pages: list[list[JoinedRows[Thing]]] = []
    for row in sorted(rows, key=lambda row: -row.sheet.block[1]):
        room = row.sheet.paper[1] - 2 * _MARGIN
        page = next((page for page in pages if _height(_in_order([*page, row])) <= room), None)
        if page is None:
            pages.append([row])
        else:
            page.append(row)
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
    return sorted(rows, key=lambda row: row.part)


def _height(rows: Sequence[JoinedRows[Thing]]) -> float:
    gaps = sum(_apart(one.sheet, two.sheet) for one, two in pairwise(rows))
    return sum(row.sheet.block[1] for row in rows) + gaps


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
    widest = max((row.sheet for row in rows), key=lambda sheet: sheet.block[0])
    return widest._replace(card=(widest.block[0], _height(rows)), columns=1, rows=1)


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
        yield from at_rows(row, _marks_of_sheet(row.sheet, len(row.cards)))
    yield from _ruler_of_sheet(sheet_around(rows))


@lru_cache(maxsize=32)
def _marks_of_sheet(sheet: Sheet, cards: int) -> tuple[DrawnPart, ...]:
    marks = crop_marks(sheet), fold_marks(sheet), registration_marks(sheet)
    return *cut_lines(sheet, cards), *chain(*marks)


@lru_cache(maxsize=32)
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
    bleed = tr("bleed: {length} mm", length=sheet.bleed) if sheet.bleed else tr("no bleed")
    texts = [
        (f"{sheet.name}, {sheet.paper[0]:g} × {sheet.paper[1]:g} mm", _INK, ""),
        (tr("cut"), _TRIM, _FRONT),
        (bleed, _INK, _BLEED if sheet.bleed else ""),
        (tr("safe zone: {length} mm", length=SAFE), _SAFE, ""),
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
