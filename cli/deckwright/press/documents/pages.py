"""Rules pages and reference cards: their sections in columns of pages or on the sides of a card, as large as they fit."""

from __future__ import annotations

from bisect import bisect_right
from functools import cache
from itertools import chain, combinations, pairwise, product
from typing import TYPE_CHECKING, BinaryIO, NamedTuple

from deckwright.errors import InputError
from deckwright.messages import print_tr, tr
from deckwright.press.documents.pictures import TALLEST_PIECES, example_blocks, labelled_block, pictured
from deckwright.press.documents.setter import (
    PAPER,
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
)
from deckwright.press.graphics.parts import Area, DrawnGroup, DrawnRepeat, DrawnShape, rectangle
from deckwright.press.sheets.imposition import backs, fronts
from deckwright.press.sheets.sheet import CropMarks, Sheet, count_fitting, crop_marks

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from deckwright.press.documents.content import Document, Section
    from deckwright.press.graphics.parts import DrawnPart, Path
    from deckwright.press.sheets.imposition import Placement
    from deckwright.store.prints import Edge

    _Sides = tuple[Sequence[int], ...]
    _Way = Callable[["Column"], Iterator[_Sides]]

Column = tuple[Block, ...]


def _used(blocks: Iterable[Block]) -> float:
    """Height of blocks below others."""
    return sum(block.height + block.after for block in blocks)


def _title_band(
    document: Document,
    band: Area,
    lines: Sequence[tuple[TextLook, Area]],
    painter: Painter,
    ground: Path = (),
) -> Iterator[DrawnPart]:
    """Draw title and subtitle on a band, each in its look and area, and the icon of the game at its end, on discs within a ground."""
    side = band.height - 2
    yield from painter.emblem(Area(band.far[0] - side - 2, band.y + 2, side, side), ground)
    for text, (look, area) in zip((document.title, document.subtitle), lines, strict=False):
        yield from painter.text(text, look, area)


# Rules pages: columns on as many pages as they need.

_EDGE, _GUTTER, _BAND, _FOOT, _BETWEEN = 13.0, 8.0, 16.0, 9.5, 6.0
_LEAST_COLUMN, _LEAST_HEIGHT = 70.0, 110.0
_EMBLEM, _STRIP, _BLEED = 28.0, 5.0, 3.0
_FOOT_LINE = 14.0
"""Distance of the line above the foot from the lower edge of the paper, in mm."""

_PAGE_SCALES = (1.12, 1.09, 1.06, 1.03, 1.0, 0.97, 0.94, 0.91, 0.88, 0.84)
"""Scales of texts, of which the one with the best pages is used."""

_PAGE_COST, _CUT_COST, _TURNED_COST = 650.0, 80.0, 200.0
_LARGE_COST, _SMALL_COST = 300.0, 3200.0
_UNNAMED_COST, _MOVED_COST, _PIECE_COST = 700.0, 80.0, 1.5
"""What pages, sections cut between columns or pages, type above and below its usual size, cards without room for names, moved sections, and small pieces on the table count when pages are compared.

A hole counts its height, in mm.
"""

_UNCUT = (0.9, 0.7, 0.5, 0.3, 0.0)
"""Largest shares of a page's height that a section has which stays in one column, of which the one with the best pages is used."""

_MOST_PICTURES = 0.6
"""Largest share of a page that pictures have."""

_MOST_SPACE = 24.0
"""Most space below cards with names, in mm, that is moved above them."""

_LEAST_LABELLED, _COLUMN_SHARE = 58.0, 0.6
"""Height in mm from which a room is large enough for cards with names at their parts, and what one below a single column counts compared with others."""

_MOST_SPREAD = 6.0
"""Most that the space above a heading grows, in mm, so that the columns of a page end together."""

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


def flow_columns(blocks: Sequence[Block], heights: Sequence[float], across: int) -> list[Column]:
    """Blocks in columns of these heights, in mm; all further columns are as high as the last of them.

    The columns `across` a page are made about equally high. A block that keeps its next is never the last one of a
    column. A block that is higher than a column has one of its own; if the columns of the first page are too low for it, they are left empty.
    """
    starts = _starts(blocks, range(len(blocks)), heights)
    flowed: list[Column] = []
    for number, start in enumerate(starts[::across]):
        end = [*starts, len(blocks)][min((number + 1) * across, len(starts))]
        rooms = heights[number * across : (number + 1) * across] or heights[-1:]
        flowed += [()] * (number * across - len(flowed))
        flowed += _balanced(blocks, range(start, end), rooms, across)
    return flowed


def _balanced(blocks: Sequence[Block], page: range, rooms: Sequence[float], across: int) -> list[Column]:
    """Blocks of one page in its columns, as low as they can be without a cut between blocks that are kept together."""
    high = max(rooms)
    low = max((_inked_height(_kept_together(blocks, number, high)) for number in page), default=0.0)
    while high - low > 1.0:
        middle = (low + high) / 2
        fits = len(_starts(blocks, page, [min(room, middle) for room in rooms])) <= across
        low, high = (low, middle) if fits else (middle, high)
    starts = _starts(blocks, page, [min(room, high) for room in rooms])
    columns = (range(start, end) for start, end in pairwise([*starts, page.stop]))
    return [(*_continued(blocks, column.start), *(blocks[number] for number in column)) for column in columns]


def _uncut(blocks: Sequence[Block], height: float) -> list[Block]:
    """Blocks of which those of a section stay together, if they are no higher than this."""
    sections = ([blocks[number] for number in numbers] for numbers in _numbers_by_section(blocks))
    return [
        block._replace(keeps_next=number < len(section)) if _inked_height(section) <= height else block
        for section in sections
        for number, block in enumerate(section, 1)
    ]


def _numbers_by_section(blocks: Sequence[Block]) -> list[range]:
    """Numbers of the blocks of each section; a section without a heading is a part of the one above it."""
    starts = [number for number, block in enumerate(blocks) if number == 0 or block.before]
    return [range(start, end) for start, end in pairwise([*starts, len(blocks)])]


class _Room(NamedTuple):
    """What is left of a page, counted from 0, below the column at a place, or below all columns."""

    page: int
    place: int | None
    area: Area


class _Flow(NamedTuple):
    """Columns of texts at a scale on pages, of which the first begins `below` a head and pictures with pieces up to a height."""

    columns: list[Column]
    layout: PageLayout
    below: float
    scale: float
    pictures: Sequence[Block]
    tallest: float
    is_moved: bool

    @property
    def pages(self) -> list[list[Column]]:
        """Columns of each page."""
        across = self.layout.columns
        return [self.columns[start : start + across] for start in range(0, len(self.columns), across)]

    def top(self, number: int) -> float:
        """Where the columns of a page begin, counted from 0."""
        return _EDGE + (0.0 if number else self.below)

    def rooms(self) -> list[_Room]:
        """What is left of each page, the best room first: below a column, and below all columns of the last page."""
        layout, bottom, rooms = self.layout, _EDGE + self.layout.height, []
        for number, page in enumerate(self.pages):
            lows = [self.top(number) + _inked_height(column) + _BETWEEN for column in page]
            if number + 1 == len(self.pages):
                area = Area(_EDGE, max(lows), layout.width, bottom - max(lows))
                rooms.append(_Room(number, None, area))
            for place, low in enumerate(lows):
                x = _EDGE + place * (layout.column + _GUTTER)
                rooms.append(_Room(number, place, Area(x, low, layout.column, bottom - low)))
        return sorted(rooms, key=lambda room: -room.area.width * min(room.area.height, _LEAST_LABELLED))

    def cost(self, *, has_cards: bool) -> float:
        """How far it is from pages that are easy to read: many, with cut sections, holes, or small type.

        If the rules have cards with names at their parts, one page has room for them.
        """
        cuts = sum(
            _TURNED_COST if place == 0 else _CUT_COST
            for page in self.pages
            for place, column in enumerate(page)
            if column and not column[0].before
        )
        best = self.rooms()[0]
        missing = 1.0 - min(1.0, best.area.height / _LEAST_LABELLED) * (
            1.0 if best.place is None else _COLUMN_SHARE
        )
        holes = _UNNAMED_COST * missing * has_cards
        for number, page in enumerate(self.pages):
            is_last = number + 1 == len(self.pages)
            room = self.layout.height + _EDGE - self.top(number)
            inked = [_inked_height(column) for column in page]
            holes += len(inked) * (max(inked) if is_last else room) - sum(inked)
        size = _SMALL_COST * max(1 - self.scale, 0) - _LARGE_COST * max(self.scale - 1, 0)
        pieces = _PIECE_COST * (TALLEST_PIECES[-1] - self.tallest) ** 2
        return _PAGE_COST * len(self.pages) + cuts + holes + size + pieces + _MOVED_COST * self.is_moved

    def spread(self, filled: _Room | None, space: float) -> Iterator[list[Column]]:
        """Yield the columns of each page, spread so that they end together; those above a room that is filled get its space."""
        for number, page in enumerate(self.pages):
            lows = [_inked_height(column) for column in page]
            is_last = number + 1 == len(self.pages)
            height = max(lows) if is_last else _EDGE + self.layout.height - self.top(number)
            heights = [height] * len(page)
            if filled and filled.page == number:
                heights = [low if filled.place == place else height for place, low in enumerate(lows)]
                heights = [
                    height + space * (filled.place in (None, place)) for place, height in enumerate(heights)
                ]
            yield list(map(_spread, page, heights))


def _starts(blocks: Sequence[Block], numbers: range, heights: Sequence[float]) -> list[int]:
    """Numbers of the blocks that begin a column each."""
    starts, used = [numbers.start], _used(_continued(blocks, numbers.start))
    for number in numbers:
        block = blocks[number]
        height, next_height = (
            heights[min(place, len(heights) - 1)] for place in (len(starts) - 1, len(starts))
        )
        is_first = number == starts[-1]
        is_below_heading = not block.before and not is_first and bool(blocks[number - 1].before)
        together = [block] if is_below_heading else _kept_together(blocks, number, max(height, next_height))
        is_too_low = is_first and height < _inked_height([block]) <= next_height
        if is_too_low or (not is_first and used + _used(together) - together[-1].after > height):
            starts.append(number)
            used = _used(_continued(blocks, number)) - block.before
        used += block.height + block.after - block.before * is_first
    return starts


def _continued(blocks: Sequence[Block], number: int) -> Iterator[Block]:
    """Yield the heading above what begins with a block, if that is cut from its own."""
    if blocks and not blocks[number].before:
        headings = (block for block in reversed(blocks[:number]) if block.before)
        if (heading := next(headings, None)) and heading.again:
            yield heading.again


def _kept_together(blocks: Sequence[Block], start: int, height: float) -> Sequence[Block]:
    """A block, and those after it that must be in the same column; only the next one if they are higher than a column."""
    end = start
    while blocks[end].keeps_next and end + 1 < len(blocks):
        end += 1
    together = blocks[start : end + 1]
    return together if _inked_height(together) <= height else together[:2]


def _inked_height(column: Sequence[Block]) -> float:
    """Height of a column, without the space above its first heading and below its last block."""
    return _used(column) - column[0].before - column[-1].after if column else 0.0


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
    has_cards = any(
        piece.labels for section in rules.sections for item in section.items for piece in item.pieces
    )
    flow = min(_flows(rules.sections, layout, top, painter), key=lambda flow: flow.cost(has_cards=has_cards))
    if any(_inked_height(column) > layout.height for column in flow.columns):
        painter.note_overflow(rules.title)
    room = flow.rooms()[0]
    labelled = labelled_block(rules, room.area, painter)
    space = room.area.height - labelled.height if labelled else 0.0
    space = space if space <= _MOST_SPACE else 0.0
    writer = PdfWriter(rules, assets, layout.paper)
    for number, page in enumerate(flow.spread(room if labelled else None, space)):
        head = (_strip(layout, _STRIP, painter),) if number else _page_head(rules, layout, painter)
        foot = _page_foot(rules.title, (number + 1, len(flow.pages)), layout, painter)
        shown = draw_column(() if number else flow.pictures, _EDGE, _EDGE + top)
        columns = (
            draw_column(column, _EDGE + place * (layout.column + _GUTTER), flow.top(number))
            for place, column in enumerate(page)
        )
        below = labelled.draw(room.area.x, room.area.y + space) if labelled and number == room.page else ()
        writer.page(chain(head, shown, *columns, foot, below))
    writer.save(out)
    return PrintedDocument(writer.pages, 1, list(painter.findings))


def _flows(sections: Sequence[Section], layout: PageLayout, top: float, painter: Painter) -> Iterator[_Flow]:
    """Yield ways to put sections on pages, with pieces on the table of some heights, all with as many pictures as fit across the first page."""
    settings = [(tallest, *_with_pictures(sections, layout, painter, tallest)) for tallest in TALLEST_PIECES]
    most = max(len(pictures) for _, _, pictures in settings)
    by_height = {
        top + sum(picture.height + picture.after for picture in pictures): (tallest, pictures)
        for tallest, _, pictures in settings
        if len(pictures) == most
    }
    flowing = settings[0][1]
    for order, scale in product(_orders(flowing), _PAGE_SCALES):
        blocks = _flowing(order, painter, scale, layout.column)
        uncut = [_uncut(blocks, layout.height * share) for share in _UNCUT]
        for kept, (below, (tallest, pictures)) in product(uncut, by_height.items()):
            heights = [layout.height - below] * layout.columns + [layout.height]
            columns = flow_columns(kept, heights, layout.columns)
            yield _Flow(columns, layout, below, scale, pictures, tallest, is_moved=order is not flowing)


def _orders(sections: Sequence[Section]) -> Iterator[Sequence[Section]]:
    """Yield sections in their order, and with the icons and their meanings before the first turn, as its blocks are high."""
    yield sections
    turn = next((number for number, section in enumerate(sections) if section.sort == "steps"), 0)
    legends = [section for section in sections[turn:] if section.sort == "grid"]
    if legends:
        yield [
            *sections[:turn],
            *legends,
            *(section for section in sections[turn:] if section.sort != "grid"),
        ]


def _flowing(sections: Iterable[Section], painter: Painter, scale: float, width: float) -> list[Block]:
    """Blocks of all sections at a scale."""

    def blocks(section: Section) -> Sequence[Block]:
        if section.sort == "example":
            return example_blocks(section, painter, scale, width)
        if section.sort == "places":
            return [_lowered(pictured(section, width, painter), _BETWEEN)._replace(before=_BETWEEN)]
        return blocks_of([section], painter, scale, width)

    return [block for section in sections for block in blocks(section)]


def _with_pictures(
    sections: Iterable[Section], layout: PageLayout, painter: Painter, tallest: float
) -> tuple[list[Section], list[Block]]:
    """Sections of the columns, and pictures across the first page, if they need no more than half of it.

    Others are in a column: pieces as a grid, a table as it is drawn.
    """
    flowing: list[Section] = []
    pictures: list[Block] = []
    room = layout.height / 2
    for section in sections:
        if section.sort in ("pieces", "places"):
            picture = pictured(section, layout.width, painter, tallest)
            if picture.height <= room:
                pictures.append(picture)
                room = layout.height * _MOST_PICTURES - sum(block.height for block in pictures)
            else:
                flowing.append(section._replace(sort="grid") if section.sort == "pieces" else section)
        else:
            flowing.append(section)
    return flowing, pictures


def _spread(column: Column, height: float) -> Column:
    """Column with larger spaces above headings, so that it is as high as the other columns of its page."""
    headings = sum(bool(block.before) for block in column[1:])
    space = min(max(0.0, height - _inked_height(column)) / max(headings, 1), _MOST_SPREAD)
    return column[:1] + tuple(_lowered(block, space) if block.before else block for block in column[1:])


def _lowered(block: Block, space: float) -> Block:
    """Block with more space above it."""
    return block._replace(height=block.height + space, draw=lambda x, y: block.draw(x, y + space))


def _strip(layout: PageLayout, height: float, painter: Painter) -> DrawnShape:
    """Strip along the top of a page that runs over the edges of the paper."""
    area = Area(-_BLEED, -_BLEED, layout.paper[0] + 2 * _BLEED, height + _BLEED)
    return DrawnShape(rectangle(area), fill=painter.look.deep)


def _page_head(rules: Document, layout: PageLayout, painter: Painter) -> Iterator[DrawnPart]:
    """Draw the title on a band that runs to the edges of the paper, and the sentence about the game."""
    title = Area(_EDGE, _EDGE - 1.6, layout.width - _EMBLEM, 9.6)
    subtitle = Area(_EDGE, _EDGE + 8.4, title.width, 4.4)
    inner = Area(_EDGE, _EDGE + _BAND - _EMBLEM, layout.width, _EMBLEM)
    strip = _strip(layout, _EDGE + _BAND, painter)
    yield strip
    yield from _title_band(rules, inner, [(_TITLE, title), (_SUBTITLE, subtitle)], painter, strip.path)
    about = Area(_EDGE, _EDGE + _BAND + _BETWEEN * 0.7, layout.width, layout.height)
    yield from painter.text(rules.about, _ABOUT, about)


def _page_foot(
    title: str, page: tuple[int, int], layout: PageLayout, painter: Painter
) -> Iterator[DrawnPart]:
    """Draw the line at the bottom with the title and the page; `page` is its number, and that of all pages."""
    width, y = layout.width, layout.paper[1] - _FOOT_LINE
    yield line((_EDGE, y), (_EDGE + width, y), 0.2)
    area = Area(_EDGE, y + 0.3, width, 4.0)
    yield from painter.text(title, _FOOT_LOOK, area._replace(width=0.7 * width))
    words = print_tr("{page} of {pages}", page=page[0], pages=page[1])
    yield from painter.text(words, _FOOT_LOOK._replace(align="right"), area)


# Reference cards: whole sections on one side, or on both.

SIZE = (88.0, 126.0)
"""Size of a trimmed reference card, in mm: two poker cards side by side, so that it fits with them when folded once."""

MARGIN = 8.0
"""Margin of the paper at each side of cards and pads, in mm."""

_WIDTH = 80.0
"""Width of the sections of a card, in mm."""

_CARD_BAND, _CARD_TOP, _CARD_FOOT = 14.6, 17.2, 6.6
_CARD_STRIP = 2.2
_CARD_EDGE = (SIZE[0] - _WIDTH) / 2
_ROOM = SIZE[1] - _CARD_TOP - _CARD_FOOT

_CARD_SCALES = (
    *(number / 100 for number in range(150, 84, -2)),
    *(0.82, 0.79, 0.76, 0.74, 0.68, 0.6),
)

_CARD_SPACES = [number / 100 for number in range(67, 181)]
"""Spaces on cards, compared with those of pages: the least, so that the type is large, to those that fill a side with few texts."""

_ONE_SIDE = 1.3
"""Smallest scale of texts on a card of one side; below it, both sides are used."""

_MOST_MOVED = 9
"""Most sections of a card that may change sides, so that all ways are tried in a moment."""

_CARD_TITLE = TextLook(18, 9, 900, PAPER, valign="middle", lines=1)
_CARD_SUBTITLE = TextLook(10, 7, 500, PAPER, valign="middle", lines=1)


class Flow(NamedTuple):
    """Card set at one scale: the blocks of its one or two sides."""

    sides: tuple[Column, ...]
    scale: float

    @property
    def height(self) -> float:
        """Height of the higher side."""
        return max(map(_inked_height, self.sides))


def set_card(card: Document, painter: Painter) -> Flow:
    """Set a card as large as possible: on one side if its type is very large there, otherwise on both.

    Spaces grow until each side is full. A card that does not fit even at the smallest scale is reported, and still drawn.
    """
    setter = _CardSetter(card, painter)
    large = [scale for scale in _CARD_SCALES if scale >= _ONE_SIDE]
    two_sides = [(scale, way) for scale in _CARD_SCALES for way in (_in_order, _in_any_order)]
    cut = [(scale, _cut_anywhere) for scale in _CARD_SCALES]
    for scale, way in [*((scale, _on_one_side) for scale in large), *two_sides, *cut]:
        sides = setter.lowest(way, scale)
        if sides and setter.flow(sides, scale).height <= _ROOM:
            return setter.filled(sides, scale)
    painter.note_overflow(card.title)
    scale = _CARD_SCALES[-1]
    return setter.flow(setter.lowest(_cut_anywhere, scale) or setter.lowest(_on_one_side, scale), scale)


class _CardSetter:
    """Sets the blocks of a card at a scale and with a space, and puts them on sides by their numbers."""

    def __init__(self, card: Document, painter: Painter) -> None:
        self._blocks = cache(
            lambda scale, space: tuple(blocks_of(card.sections, painter, scale, _WIDTH, space))
        )

    def lowest(self, way: _Way, scale: float) -> _Sides:
        """The sides of which the higher one is lowest; none if the blocks cannot be put on sides in this way."""
        blocks = self._blocks(scale, _least_space(scale))
        return min(way(blocks), key=lambda sides: self.flow(sides, scale).height, default=())

    def flow(self, sides: _Sides, scale: float) -> Flow:
        """The card with the least spaces."""
        return Flow(tuple(self._side(side, scale, _least_space(scale)) for side in sides), scale)

    def filled(self, sides: _Sides, scale: float) -> Flow:
        """The card with spaces that fill each side."""
        return Flow(tuple(self._filled(side, scale) for side in sides), scale)

    def _side(self, numbers: Sequence[int], scale: float, space: float) -> Column:
        blocks = self._blocks(scale, space)
        return tuple(blocks[number] for number in numbers)

    def _filled(self, numbers: Sequence[int], scale: float) -> Column:
        fitting = bisect_right(
            _CARD_SPACES, _ROOM, key=lambda space: _inked_height(self._side(numbers, scale, space))
        )
        return self._side(numbers, scale, _CARD_SPACES[max(fitting - 1, 0)])


def _least_space(scale: float) -> float:
    """Least space of a scale: large type has more, so that it is easy to read, unless it is large enough for one side."""
    return _CARD_SPACES[0] if scale >= _ONE_SIDE else max(_CARD_SPACES[0], 3 * scale - 2.4)


# Ways to put the blocks of a card on its sides, of which the lowest that fits is used.


def _on_one_side(blocks: Column) -> Iterator[_Sides]:
    yield (range(len(blocks)),)


def _in_order(blocks: Column) -> Iterator[_Sides]:
    starts = [section[0] for section in _numbers_by_section(blocks)]
    return ((range(start), range(start, len(blocks))) for start in starts[1:])


def _in_any_order(blocks: Column) -> Iterator[_Sides]:
    """Yield all choices of sections that follow the first one on its side; none for very many sections."""
    first, *others = _numbers_by_section(blocks)
    others = others if len(others) < _MOST_MOVED else []
    for chosen in chain.from_iterable(combinations(others, size) for size in range(len(others))):
        yield (
            tuple(chain(first, *chosen)),
            tuple(chain.from_iterable(section for section in others if section not in chosen)),
        )


def _cut_anywhere(blocks: Column) -> Iterator[_Sides]:
    """Yield two sides cut between any two blocks, but never right after a block that keeps its next."""
    for cut in range(1, len(blocks)):
        if not blocks[cut - 1].keeps_next:
            yield range(cut), range(cut, len(blocks))


def draw_side(card: Document, flow: Flow, number: int, painter: Painter) -> Iterator[DrawnPart]:
    """Draw a side of a card, counted from 0, from its top left corner."""
    bleed = Area(-_BLEED, -_BLEED, SIZE[0] + 2 * _BLEED, _BLEED + _CARD_BAND)
    strip = bleed._replace(y=SIZE[1] - _CARD_STRIP, height=_CARD_STRIP + _BLEED)
    inner = Area(_CARD_EDGE, 2.6, _WIDTH, _CARD_BAND - 4.0)
    title = inner._replace(width=_WIDTH - _CARD_BAND - 2.0, height=7.0 if card.subtitle else inner.height)
    subtitle = Area(inner.x, inner.y + 7.2, title.width, 3.8)
    for edge in (bleed, strip):
        yield DrawnShape(rectangle(edge), fill=painter.look.deep)
    band = Area(_CARD_EDGE, -0.6, _WIDTH, _CARD_BAND + 0.6)
    yield from _title_band(card, band, [(_CARD_TITLE, title), (_CARD_SUBTITLE, subtitle)], painter)
    column = draw_column(flow.sides[number], _CARD_EDGE, _CARD_TOP)
    yield from (part for part in column if not isinstance(part, Miniature))


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
    sheet = sheet._replace(marks=CropMarks(gap=_BLEED + 1.0))
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
