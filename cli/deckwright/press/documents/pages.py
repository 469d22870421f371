"""Rules pages and reference cards: their sections in columns of pages or on the sides of a card, as large as they fit."""

from __future__ import annotations

from functools import cache
from itertools import chain, combinations
from math import cos, radians, sin
from typing import TYPE_CHECKING, BinaryIO, NamedTuple

from deckwright.errors import InputError
from deckwright.messages import print_tr, tr
from deckwright.press.documents.content import Section
from deckwright.press.documents.setter import (
    PAPER,
    RULE,
    SOFT,
    Block,
    Miniature,
    Painter,
    PdfWriter,
    PrintedDocument,
    TextLook,
    blocks_of,
    draw_column,
    line,
    panel,
)
from deckwright.press.graphics.parts import Area, DrawnGroup, DrawnRepeat, DrawnShape, rectangle
from deckwright.press.sheets.imposition import backs, fronts
from deckwright.press.sheets.marks import crop_marks
from deckwright.press.sheets.sheet import CropMarks, Sheet, count_fitting

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from deckwright.press.documents.content import Document, Item, Piece
    from deckwright.press.graphics.parts import DrawnPart
    from deckwright.press.sheets.imposition import Placement
    from deckwright.store.prints import Edge

    _Way = Callable[[Sequence["Column"], float], Iterator[tuple["Column", ...]]]

Column = tuple[Block, ...]


def _height(column: Sequence[Block]) -> float:
    """Height of a column, without the space above its first heading."""
    return sum(block.height + block.after for block in column) - (column[0].before if column else 0.0)


def _title_band(
    document: Document, band: Area, lines: Sequence[tuple[TextLook, Area]], painter: Painter
) -> Iterator[DrawnPart]:
    """Draw title and subtitle on a band, each in its look and area, and the icon of the game at its end."""
    side = band.height - 2
    emblem = Area(band.far[0] - side - 2, band.y + 1, side, side)
    yield from painter.icon(painter.look.icon, emblem, painter.look.emblem)
    for text, (look, area) in zip((document.title, document.subtitle), lines, strict=False):
        yield from painter.text(text, look, area)


# Rules pages: columns on as many pages as they need.

_EDGE, _GUTTER, _BAND, _FOOT, _BETWEEN = 15.0, 8.0, 15.0, 7.0, 6.0
_LEAST_COLUMN, _LEAST_HEIGHT = 70.0, 110.0
_EMBLEM, _STRIP = 28.0, 5.0

_PAGE_SCALES = (1.2, 1.16, 1.12, 1.08, 1.04, 1.0, 0.96, 0.92)
"""Scales of texts; the largest of those that need the fewest pages is used."""

_MOST_SPREAD = 6.0
"""Most that a space above a heading grows, in mm, so that the columns of a page end together."""

_LEAST_FAN, _FAN_HEIGHT, _MOST_FAN_SCALE = 24.0, 28.0, 0.36
_MOST_FAN, _SMALL_FAN, _WIDE_FAN = 5, 3, 40.0
_LEAST_PIECE = 12.0
_FAN_TURN, _FAN_REACH = 4.5, 1.2
"""Half of the angle between two pieces of a fan, in degrees, and how far below their middle they are turned about, in heights."""

_LEAST_HAND, _MOST_HAND, _HAND_SCALE = 40.0, 9, 0.8
"""Least height of a fan that fills a page, most cards in it, and their largest scale."""

_CAPTION_GAP, _COUNT_HEIGHT, _THIN = 2.0, 4.6, 0.15

_CAPTION = TextLook(9, 7, 700, align="centre", lines=2, leading=1.0)
_COUNT = TextLook(10, 8, 800, align="centre", valign="middle", lines=1)

_TITLE = TextLook(26, 11, 900, PAPER, valign="middle", lines=1)
_SUBTITLE = TextLook(11, 8, 400, PAPER, valign="middle", lines=1)
_ABOUT = TextLook(11, 9)
_FOOT_LOOK = TextLook(8, 7, 400, SOFT, valign="bottom", lines=1)


class PageLayout(NamedTuple):
    """Layout of rules pages, in mm: the paper, the number of columns, and the width of one."""

    paper: tuple[float, float]
    columns: int
    column: float

    @property
    def width(self) -> float:
        """Width between the margins."""
        return self.paper[0] - 2 * _EDGE

    @property
    def height(self) -> float:
        """Height between the upper edge and the foot."""
        return self.paper[1] - 2 * _EDGE - _FOOT


def layout_on(paper: tuple[float, float]) -> PageLayout:
    """Layout of pages on a paper, always upright: two columns if both are wide enough to read, otherwise one.

    Raises:
        InputError: the paper is too small for one column.
    """
    upright = min(paper), max(paper)
    room = upright[0] - 2 * _EDGE
    columns = 2 if (room - _GUTTER) / 2 >= _LEAST_COLUMN else 1
    column = (room - (columns - 1) * _GUTTER) / columns
    if column < _LEAST_COLUMN or upright[1] < _LEAST_HEIGHT:
        raise InputError(
            "paper",
            tr("The rules do not fit on the paper."),
            hint=tr("Use a larger sheet with --sheet."),
        )
    return PageLayout(upright, columns, column)


def flow_columns(blocks: Sequence[Block], heights: Sequence[float], last: int) -> list[Column]:
    """Blocks in columns of these heights, in mm; all further columns are as high as the last of them.

    The `last` columns, or fewer, are those of the last page: they are made about equally high. A block that keeps
    its next is never the last one of a column. A block that is higher than a column has one of its own.
    """
    columns = _fill(blocks, heights)
    start = (len(columns) - 1) // last * last
    rest = [block for column in columns[start:] for block in column]
    rooms = heights[start:] or heights[-1:]
    low, high = 0.0, max(rooms)
    while high - low > 1.0:
        middle = (low + high) / 2
        fits = len(_fill(rest, [min(room, middle) for room in rooms])) <= last
        low, high = (low, middle) if fits else (middle, high)
    return [*columns[:start], *_fill(rest, [min(room, high) for room in rooms])]


def _fill(blocks: Sequence[Block], heights: Sequence[float]) -> list[Column]:
    columns: list[list[Block]] = [[]]
    for number, block in enumerate(blocks):
        height = heights[min(len(columns), len(heights)) - 1]
        if (
            columns[-1]
            and _inked_height([*columns[-1], *_kept_together(blocks, number, heights[-1])]) > height
        ):
            columns.append([])
        columns[-1].append(block)
    return [tuple(column) for column in columns]


def _kept_together(blocks: Sequence[Block], start: int, height: float) -> Sequence[Block]:
    """A block, and those after it that must be in the same column; only the next one if they are higher than a column."""
    end = start
    while blocks[end].keeps_next and end + 1 < len(blocks):
        end += 1
    together = blocks[start : end + 1]
    return together if _inked_height(together) <= height else together[:2]


def _inked_height(column: Sequence[Block]) -> float:
    """Height of a column, without the space below its last block."""
    return _height(column) - (column[-1].after if column else 0.0)


def print_rules(
    rules: Document, paper: tuple[float, float], assets: Mapping[str, bytes], out: BinaryIO
) -> PrintedDocument:
    """Write rules pages.

    Raises:
        InputError: the paper is too small.
    """
    layout = layout_on(paper)
    painter = Painter(rules.language, assets, rules.look)
    about = painter.set(rules.about, _ABOUT, layout.width)
    top = _BAND + _BETWEEN + (about.body + _BETWEEN if about else 0.0)
    sections, rows = _with_pictures(rules.sections, layout, painter)
    below = top + sum(row.height for row in rows)
    heights = [layout.height - below] * layout.columns + [layout.height]
    settings = [blocks_of(sections, painter, scale, layout.column) for scale in _PAGE_SCALES]
    flows = [flow_columns(blocks, heights, layout.columns) for blocks in settings]
    columns = min(flows, key=lambda flow: -(-len(flow) // layout.columns))
    if any(_inked_height(column) > layout.height for column in columns):
        painter.note_overflow(rules.title)
    pages = [columns[start : start + layout.columns] for start in range(0, len(columns), layout.columns)]
    writer = PdfWriter(rules, assets, layout.paper)
    for number, page in enumerate(pages, 1):
        strip = DrawnShape(rectangle(Area(0, 0, layout.paper[0], _STRIP)), fill=painter.look.deep)
        is_first = number == 1
        head, y = (_page_head(rules, layout, painter), _EDGE + below) if is_first else ((strip,), _EDGE)
        height = max(map(_inked_height, page))
        body = (
            draw_column(_spread(column, height), _EDGE + place * (layout.column + _GUTTER), y)
            for place, column in enumerate(page)
        )
        foot = _page_foot(rules.title, (number, len(pages)), layout, painter)
        shown_rows = rows if is_first else []
        rest = Area(_EDGE, y + height + _BETWEEN, layout.width, _EDGE + layout.height - y - height - _BETWEEN)
        writer.page(
            chain(head, *(row.words(_EDGE, _EDGE + top) for row in shown_rows), *body, foot),
            chain(
                *(row.pictures(_EDGE, _EDGE + top) for row in shown_rows),
                _hand(rules, rest) if number == len(pages) else (),
            ),
        )
    writer.save(out)
    return PrintedDocument(writer.pages, 1, list(painter.findings))


def _with_pictures(
    sections: Iterable[Section], layout: PageLayout, painter: Painter
) -> tuple[list[Section], list[_PieceRow]]:
    """Sections of the columns, and rows of pieces across the page; more than half a page of these is a grid instead."""
    flowing: list[Section] = []
    rows: list[_PieceRow] = []
    for section in sections:
        row = _PieceRow(section, layout.width, painter) if section.sort == "pieces" else None
        if row and row.height <= layout.height / 2:
            rows.append(row)
        else:
            flowing.append(section._replace(sort="grid") if row else section)
    return flowing, rows


def _spread(column: Column, height: float) -> Column:
    """Column with larger spaces above its headings, so that it is as high as the other columns of its page."""
    heads = [block for block in column[1:] if block.before]
    spare = (height - _inked_height(column)) / len(heads) if heads else 0.0
    return tuple(
        _lowered(block, min(spare, _MOST_SPREAD)) if number and block.before else block
        for number, block in enumerate(column)
    )


def _lowered(block: Block, space: float) -> Block:
    """Block with more space above it."""
    return block._replace(height=block.height + space, draw=lambda x, y: block.draw(x, y + space))


class _PieceRow:
    """What is in the box: fans of pieces with a name and a number each, in rows across the page."""

    def __init__(self, section: Section, width: float, painter: Painter) -> None:
        (self._head,) = blocks_of([Section(section.title, ())], painter, _PAGE_SCALES[0], width)
        self._items, self._pen = section.items, painter
        self._across = min(len(section.items), int(width // _LEAST_FAN))
        self._cell = width / self._across
        self._rows = -(-len(section.items) // self._across)
        self._first = self._head.height - self._head.before + _CAPTION_GAP
        names = (painter.set(item.name, _CAPTION, self._cell - 2) for item in section.items)
        self._caption = max(setting.height for setting in names if setting)
        self._row = _FAN_HEIGHT + _CAPTION_GAP + self._caption + _COUNT_HEIGHT + _CAPTION_GAP

    @property
    def height(self) -> float:
        """Height with the space below it."""
        return self._first + self._rows * self._row + _CAPTION_GAP

    def _cells(self, x: float, y: float) -> Iterator[tuple[Item, Area]]:
        """Yield each item with the area of its fan."""
        for number, item in enumerate(self._items):
            row, place = divmod(number, self._across)
            top = y + self._first + row * self._row
            yield item, Area(x + place * self._cell, top, self._cell, _FAN_HEIGHT)

    def words(self, x: float, y: float) -> Iterator[DrawnPart]:
        """Draw the heading, and names and numbers below the pictures."""
        yield from self._head.draw(x, y - self._head.before)
        for item, fan in self._cells(x, y):
            name = Area(fan.x + 1, fan.far[1] + _CAPTION_GAP, fan.width - 2, self._caption)
            yield from self._pen.text(item.name, _CAPTION, name)
            count = Area(name.x, name.far[1], name.width, _COUNT_HEIGHT)
            look = _COUNT._replace(colour=self._pen.look.deep)
            yield from self._pen.text("".join(item.values), look, count)

    def pictures(self, x: float, y: float) -> Iterator[Miniature]:
        """Draw the pieces of each item, fanned like cards in a hand."""
        for item, fan in self._cells(x, y):
            height = max(piece.size[1] for piece in item.pieces)
            largest_scale = max(_MOST_FAN_SCALE, _LEAST_PIECE / height)
            pieces = _some(item.pieces, _MOST_FAN if self._cell > _WIDE_FAN else _SMALL_FAN)
            yield from _fanned(pieces, fan.inset(1.5, 0), largest_scale)


def _some(pieces: Sequence[Piece], count: int) -> Sequence[Piece]:
    """Some of the pieces, evenly from the first to the last."""
    last, steps = len(pieces) - 1, max(1, min(count, len(pieces)) - 1)
    return [pieces[number] for number in sorted({last * step // steps for step in range(steps + 1)})]


def _fanned(pieces: Sequence[Piece], room: Area, largest_scale: float) -> Iterator[Miniature]:
    """Pieces in the middle of an area at one scale, turned about a point below them, each above the one before it."""
    width, height = (max(sides) for sides in zip(*(piece.size for piece in pieces), strict=True))
    tilt = _FAN_TURN * (len(pieces) - 1)
    sine, cosine = sin(radians(tilt)), cos(radians(tilt))
    across = 2 * (_FAN_REACH * height * sine + width / 2 * cosine + height / 2 * sine)
    down = height * (0.5 + _FAN_REACH - _FAN_REACH * cosine + cosine / 2) + width / 2 * sine
    scale = min(room.width / across, room.height / down, largest_scale)
    top = room.centre[1] - down * scale / 2
    for number, piece in enumerate(pieces):
        own_width, own_height = piece.size
        corner = (room.centre[0] - own_width * scale / 2, top + (height - own_height) * scale / 2)
        edge = DrawnShape(piece.cut, stroke=RULE, width=_THIN / scale)
        pivot = (own_width / 2, own_height / 2 + _FAN_REACH * height)
        parts = (DrawnGroup(piece.parts, clip=piece.cut), edge)
        yield Miniature(DrawnGroup(parts, 2 * _FAN_TURN * number - tilt, pivot), scale, corner)


def _hand(rules: Document, room: Area) -> Iterator[Miniature]:
    """Fan of some cards of each kind that fills what is left of a page; none if that is little."""
    items = [item for section in rules.sections for item in section.items if item.pieces]
    alike = [item for item in items if item.pieces[0].size == items[0].pieces[0].size]
    if alike and room.height >= _LEAST_HAND:
        each = max(1, _MOST_HAND // len(alike))
        hand = [
            piece for item in reversed(alike[:_MOST_HAND]) for piece in reversed(_some(item.pieces, each))
        ]
        yield from _fanned(hand, room, _HAND_SCALE)


def _page_head(rules: Document, layout: PageLayout, painter: Painter) -> Iterator[DrawnPart]:
    """Draw the title on a band that runs to the edges of the paper, and the sentence about the game."""
    band = Area(0, 0, layout.paper[0], _EDGE + _BAND)
    yield DrawnShape(rectangle(band), fill=painter.look.deep)
    title = Area(_EDGE, _EDGE - 1.6, layout.width - _EMBLEM, 9.6)
    subtitle = Area(_EDGE, _EDGE + 8.4, title.width, 4.4)
    inner = Area(_EDGE, band.height - _EMBLEM, layout.width, _EMBLEM)
    yield from _title_band(rules, inner, [(_TITLE, title), (_SUBTITLE, subtitle)], painter)
    about = Area(_EDGE, _EDGE + _BAND + _BETWEEN * 0.7, layout.width, layout.height)
    yield from painter.text(rules.about, _ABOUT, about)


def _page_foot(
    title: str, page: tuple[int, int], layout: PageLayout, painter: Painter
) -> Iterator[DrawnPart]:
    """Draw the line at the bottom with the title and the page; `page` is its number, and that of all pages."""
    width, y = layout.width, layout.paper[1] - _EDGE
    yield line((_EDGE, y - 5), (_EDGE + width, y - 5), 0.2)
    area = Area(_EDGE, y - 4.5, width, 4.5)
    yield from painter.text(title, _FOOT_LOOK, area._replace(width=0.7 * width))
    words = print_tr("{page} of {pages}", page=page[0], pages=page[1])
    yield from painter.text(words, _FOOT_LOOK._replace(align="right"), area)


# Reference cards: whole sections on one side, or on both.

SIZE = (88.0, 126.0)
"""Size of a trimmed reference card, in mm: two poker cards side by side, so that it fits with them when folded once."""

MARGIN = 8.0
"""Margin of the paper at each side of cards and pads, in mm."""

_WIDTH = 78.0
"""Width of the sections of a card, in mm."""

_CARD_BAND, _CARD_TOP, _CARD_FOOT = 10.2, 15.8, 5.6
_CARD_EDGE = (SIZE[0] - _WIDTH) / 2
_ROOM = SIZE[1] - _CARD_TOP - _CARD_FOOT

_CARD_SCALES = (1.0, 0.97, 0.94, 0.91, 0.88, 0.85, 0.82, 0.79, 0.76, 0.74)

_ONE_SIDE = 0.88
"""Smallest scale of texts on a card of one side; below it, both sides are used."""

_GOOD = 0.76
"""Smallest scale of texts of a card that has spare sections."""

_MOST_MOVED = 9
"""Most sections of a card that may change sides, so that all ways are tried in a moment."""

_CARD_TITLE = TextLook(14, 9, 800, PAPER, valign="middle", lines=1)
_CARD_SUBTITLE = TextLook(8, 7, 400, PAPER, valign="middle", lines=1)
_CARD_PAGE = TextLook(7, 7, 400, SOFT, "right", "bottom", 1)


class Flow(NamedTuple):
    """Card set at one scale: the blocks of its one or two sides."""

    sides: tuple[Column, ...]
    scale: float

    @property
    def height(self) -> float:
        """Height of the higher side."""
        return max(map(_height, self.sides))


def set_card(card: Document, painter: Painter) -> Flow:
    """Set a card as large as possible: on one side if that needs no small type, otherwise on both.

    It has as many of its spare sections, the first ones first, as fit whole in type of a good size. A card that does
    not fit even at the smallest scale is reported, and still drawn.
    """

    @cache
    def set_section(section: Section, scale: float) -> Column:
        return tuple(blocks_of([section], painter, scale, _WIDTH))

    def largest(sections: Sequence[Section], ways: Sequence[_Way], scales: Sequence[float]) -> Flow | None:
        for scale in scales:
            columns = _whole_sections([(section, set_section(section, scale)) for section in sections])
            for way in ways:
                flows = [
                    flow for sides in way(columns, scale) if (flow := Flow(sides, scale)).height <= _ROOM
                ]
                if flows:
                    return min(flows, key=lambda flow: flow.height)
        return None

    for count in range(len(card.spare), -1, -1):
        sections = (*card.sections, *card.spare[:count])
        scales = [scale for scale in _CARD_SCALES if scale >= _GOOD or not count]
        whole = largest(sections, [_on_one_side], scales) or largest(
            sections, [_in_order, _in_any_order], scales
        )
        if whole:
            return whole
    found = largest(card.sections, [_cut_anywhere], _CARD_SCALES)
    if found:
        return found
    painter.note_overflow(card.title)
    scale = _CARD_SCALES[-1]
    blocks = _join([set_section(section, scale) for section in card.sections])
    return min(
        (Flow((blocks[:cut], blocks[cut:]), scale) for cut in range(1, len(blocks))),
        key=lambda flow: flow.height,
    )


def _whole_sections(sections: Iterable[tuple[Section, Column]]) -> list[Column]:
    """Blocks of each section; a section without a title is a part of the one above it."""
    columns: list[Column] = []
    for section, blocks in sections:
        if section.title or not columns:
            columns.append(blocks)
        else:
            columns[-1] += blocks
    return columns


def _join(columns: Iterable[Column]) -> Column:
    return tuple(chain.from_iterable(columns))


# Ways to have sections on the sides of a card, of which the lowest that fits is used.


def _on_one_side(sections: Sequence[Column], scale: float) -> Iterator[tuple[Column, ...]]:
    if scale >= _ONE_SIDE:
        yield (_join(sections),)


def _in_order(sections: Sequence[Column], _: float) -> Iterator[tuple[Column, ...]]:
    return ((_join(sections[:cut]), _join(sections[cut:])) for cut in range(1, len(sections)))


def _in_any_order(sections: Sequence[Column], _: float) -> Iterator[tuple[Column, ...]]:
    """Yield all choices of sections that follow the first one on its side; none for very many sections."""
    others = range(1, len(sections)) if len(sections) <= _MOST_MOVED else ()
    for chosen in chain.from_iterable(combinations(others, size) for size in range(len(others))):
        rest = [number for number in others if number not in chosen]
        yield _join(sections[number] for number in (0, *chosen)), _join(sections[number] for number in rest)


def _cut_anywhere(sections: Sequence[Column], _: float) -> Iterator[tuple[Column, ...]]:
    """Yield two sides cut between any two blocks, but never right after a block that keeps its next."""
    blocks = _join(sections)
    for cut in range(1, len(blocks)):
        if not blocks[cut - 1].keeps_next:
            yield blocks[:cut], blocks[cut:]


def draw_side(card: Document, flow: Flow, number: int, painter: Painter) -> Iterator[DrawnPart]:
    """Draw a side of a card, counted from 0, from its top left corner."""
    band = Area(_CARD_EDGE, 3.6, _WIDTH, _CARD_BAND)
    inner = band.inset(3, 0.8)
    inner = inner._replace(width=inner.width - (_CARD_BAND if painter.look.icon else 0))
    title = inner._replace(height=5.2) if card.subtitle else inner
    subtitle = Area(inner.x, inner.y + 5.3, inner.width, 3.4)
    yield panel(band, 2, painter.look.deep)
    yield from _title_band(card, band, [(_CARD_TITLE, title), (_CARD_SUBTITLE, subtitle)], painter)
    yield from draw_column(flow.sides[number], _CARD_EDGE, _CARD_TOP)
    if len(flow.sides) > 1:
        words = print_tr("{page} of {pages}", page=number + 1, pages=len(flow.sides))
        area = Area(_CARD_EDGE, SIZE[1] - _CARD_FOOT, _WIDTH, _CARD_FOOT - 2.8)
        yield from painter.text(words, _CARD_PAGE, area)


class DuplexPaper(NamedTuple):
    """Paper that is printed on both sides: its size in mm, and the edge it is turned about."""

    size: tuple[float, float]
    edge: Edge


def print_cards(
    card: Document, copies: int, paper: DuplexPaper, assets: Mapping[str, bytes], out: BinaryIO
) -> PrintedDocument:
    """Write copies of a reference card; each page of fronts is followed by its page of backs, if the card has two sides.

    Raises:
        InputError: the paper is too small for one card.
    """
    sheet = fullest_sheet("reference", paper.size, SIZE)
    if not sheet.cards:
        raise InputError(
            "paper",
            tr("A reference card does not fit on the paper."),
            hint=tr("Use a larger sheet with --sheet."),
        )
    painter = Painter(card.language, assets, card.look)
    flow = set_card(card, painter)
    sides = [tuple(draw_side(card, flow, number, painter)) for number in range(len(flow.sides))]
    writer = PdfWriter(card, assets, sheet.paper)
    for start in range(0, copies, sheet.cards):
        cards = min(sheet.cards, copies - start)
        for parts, placements in zip(sides, (fronts(sheet), backs(sheet, paper.edge)), strict=False):
            marks = crop_marks(sheet) if parts is sides[0] else ()
            writer.page(chain(_repeated(parts, placements[:cards]), marks))
    writer.save(out)
    return PrintedDocument(writer.pages, copies, list(painter.findings))


def _repeated(parts: tuple[DrawnPart, ...], placements: Sequence[Placement]) -> Iterator[DrawnPart]:
    """Draw a side at each place; on one page, all of them have the same orientation."""
    if placements[0].turned:
        parts = (DrawnGroup(parts, 180.0, (SIZE[0] / 2, SIZE[1] / 2)),)
    yield DrawnRepeat(parts, tuple((placement.x, placement.y) for placement in placements))


def fullest_sheet(name: str, paper: tuple[float, float], size: tuple[float, float]) -> Sheet:
    """Sheet with as many pieces of a size as fit on a paper, in either orientation; they may be none."""
    short, long = sorted(paper)
    sheets = [
        Sheet(
            name,
            turned,
            size,
            *count_fitting(turned, size, (0.0, 0.0), (MARGIN, MARGIN), None),
            marks=CropMarks(),
        )
        for turned in dict.fromkeys([(short, long), (long, short)])
    ]
    return max(sheets, key=lambda sheet: sheet.cards)
