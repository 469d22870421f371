"""Rules pages: sections in columns on as many pages as they need, pictures across the first one, and cards with names in what is left."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import chain, product
from typing import TYPE_CHECKING, BinaryIO, NamedTuple

from deckwright.errors import InputError
from deckwright.messages import print_tr, tr
from deckwright.press.documents.columns import (
    Column,
    ColumnFlow,
    inked_height,
    lowered,
    numbers_by_section,
    spread_column,
    uncut_sections,
)
from deckwright.press.documents.content import PAPER, SOFT
from deckwright.press.documents.pictures import TALLEST_PIECES, example_blocks, labelled_block, pictured
from deckwright.press.documents.setter import (
    DISCS,
    Block,
    Painter,
    PdfWriter,
    PrintedDocument,
    TextLook,
    blocks_of,
    draw_column,
    line,
)
from deckwright.press.documents.titles import BLEED, TitleLooks, draw_title
from deckwright.press.graphics.parts import Area, DrawnShape, rectangle

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from deckwright.press.documents.content import Document, Section
    from deckwright.press.documents.setter import Drawn
    from deckwright.press.graphics.parts import DrawnPart

_EDGE, _GUTTER, _BAND, _FOOT, _BETWEEN = 13.0, 8.0, 16.0, 9.5, 6.0
_BELOW_TABLE = 4.0
_LEAST_COLUMN, _LEAST_HEIGHT = 70.0, 110.0
_EMBLEM, _STRIP = 26.0, 5.0
_FOOT_LINE = 14.0
"""Distance of the line above the foot from the lower edge of the paper, in mm."""

_PAGE_SCALES = (1.12, 1.09, 1.06, 1.03, 1.0, 0.97, 0.94, 0.91, 0.88, 0.84)
"""Scales of texts, of which the one with the best pages is used."""

_PAGE_COST, _CUT_COST, _TURNED_COST = 650.0, 150.0, 200.0
_LARGE_COST, _SMALL_COST = 300.0, 3200.0
_UNNAMED_COST, _LATE_COST, _MOVED_COST, _PIECE_COST = 700.0, 500.0, 80.0, 1.5
"""What pages, sections cut between columns or pages, type above and below its usual size, cards without room for names, cards named after the first page, moved sections, and small pieces on the table count when pages are compared.

A hole counts its height, in mm.
"""

_UNCUT = (0.9, 0.7, 0.5, 0.3, 0.0)
"""Largest shares of a page's height that a section has which stays in one column, of which the one with the best pages is used."""

_MOST_PICTURES = 0.6
"""Largest share of a page that pictures have."""

_MOST_SPACE = 24.0
"""Most space below cards with names, in mm, that is moved above them."""

_LABELLED_HEIGHTS = (50.0, 43.0)
"""Heights of cards with names above the first turn, with their heading, in mm, of which the one with the best pages is used."""

_SHALLOWEST, _LEAST_LABELLED, _COLUMN_SHARE = 42.0, 58.0, 0.3
"""Heights in mm from which a room has cards with names at their parts, and is large enough for them, and what one below a single column counts compared with others."""

_LOOKS = TitleLooks(TextLook(26, 11, 900, PAPER, leading=1.0), TextLook(11, 8, 400, PAPER, lines=1))
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
            "paper", tr("The rules do not fit on the paper."), hint=tr("Use a larger sheet with --sheet.")
        )
    return PageLayout(upright, columns, column)


class _Room(NamedTuple):
    """What is left of a page, counted from 0, below the column at a place, or below all columns."""

    page: int
    place: int | None
    area: Area


@dataclass(frozen=True)
class _Flow:
    """Columns of texts at a scale on pages, of which the first begins `below` a head and pictures with pieces up to a height.

    Cards with names are `labelled` above the first turn, which begins a page, or in what is left of some page.
    """

    flow: ColumnFlow
    layout: PageLayout
    below: float
    scale: float
    pictures: Sequence[Block]
    tallest: float
    labelled: Block | None
    is_moved: bool

    @cached_property
    def columns(self) -> list[Column]:
        """Columns of all pages."""
        return self.flow.columns()

    @cached_property
    def pages(self) -> list[list[Column]]:
        """Columns of each page."""
        across = self.layout.columns
        return [self.columns[start : start + across] for start in range(0, len(self.columns), across)]

    def top(self, number: int) -> float:
        """Where the columns of a page begin, counted from 0."""
        above = self.labelled.height + _BETWEEN if self.labelled and self.is_turned(number) else 0.0
        return _EDGE + (above if number else self.below)

    def is_turned(self, number: int) -> bool:
        """Whether a page begins with the first turn; counted from 0."""
        return bool(self.pages[number][0]) and self.pages[number][0][0].turns_page

    def _is_open(self, number: int) -> bool:
        """Whether a page ends a part, so that its columns need not reach its foot; counted from 0."""
        return number + 1 == len(self.pages) or self.is_turned(number + 1)

    def rooms(self) -> list[_Room]:
        """What is left of each page, the best room first: below a column, and below all columns of a page that ends a part."""
        layout, bottom, rooms = self.layout, _EDGE + self.layout.height, []
        for number, page in enumerate(self.pages):
            lows = [self.top(number) + inked_height(column) + _BETWEEN for column in page]
            if self._is_open(number):
                area = Area(_EDGE, max(lows), layout.width, bottom - max(lows))
                rooms.append(_Room(number, None, area))
            for place, low in enumerate(lows):
                x = _EDGE + place * (layout.column + _GUTTER)
                rooms.append(_Room(number, place, Area(x, low, layout.column, bottom - low)))
        return sorted(
            rooms,
            key=lambda room: (
                room.page > 0 or room.place is not None or room.area.height < _SHALLOWEST,
                -room.area.width * min(room.area.height, _LEAST_LABELLED),
            ),
        )

    @property
    def least_cost(self) -> float:
        """What `cost` is at least, as far as that is known before the columns are made."""
        size = _SMALL_COST * max(1 - self.scale, 0) - _LARGE_COST * max(self.scale - 1, 0)
        pieces = _PIECE_COST * (TALLEST_PIECES[-1] - self.tallest) ** 2
        return _PAGE_COST * self.flow.pages + size + pieces + _MOVED_COST * self.is_moved

    def cost(self, *, has_cards: bool) -> float:
        """How far it is from pages that are easy to read: many, with cut sections, holes, or small type.

        If the rules have cards with names at their parts, one page has room for them.
        """
        cuts = sum(
            _TURNED_COST if place == 0 else _CUT_COST
            for page in self.pages
            for place, column in enumerate(page)
            if column and _is_cut(column, page[place - 1] if place else ())
        )
        best = self.rooms()[0]
        height = self.labelled.height if self.labelled else best.area.height
        share = min(1.0, height / _LEAST_LABELLED)
        if not self.labelled:
            share *= (1.0 if best.place is None else _COLUMN_SHARE) * (height >= _SHALLOWEST)
        is_late = best.page > 0 and not self.labelled
        holes = (_UNNAMED_COST * (1.0 - share) + _LATE_COST * is_late) * has_cards
        for number, page in enumerate(self.pages):
            is_filled = not self.labelled and (best.page, best.place) == (number, None)
            room = self.layout.height + _EDGE - self.top(number)
            inked = [inked_height(column) for column in page]
            is_last = number + 1 == len(self.pages)
            holes += len(inked) * (max(inked) if is_filled or is_last else room) - sum(inked)
        return self.least_cost + cuts + holes

    def spread(self, filled: _Room | None, space: float) -> Iterator[list[Column]]:
        """Yield the columns of each page, spread so that they end together; those above a room that is filled get its space."""
        for number, page in enumerate(self.pages):
            lows = [inked_height(column) for column in page]
            is_low = number + 1 == len(self.pages) or (
                filled and (filled.page, filled.place) == (number, None)
            )
            height = max(lows) if is_low else _EDGE + self.layout.height - self.top(number)
            heights = [height] * len(page)
            if filled and filled.page == number:
                heights = [low if filled.place == place else height for place, low in enumerate(lows)]
                heights = [
                    height + space * (filled.place in (None, place)) for place, height in enumerate(heights)
                ]
            yield list(map(spread_column, page, heights))


def _is_cut(column: Column, before: Column) -> bool:
    """Whether a column begins within a section, or with what belongs to the column before it but is not right beside it."""
    is_beside = bool(before and before[0].before) and len(numbers_by_section(before)) == 1
    return not column[0].before or (column[0].belongs and not is_beside)


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
    flow = _best(_flows(rules, layout, top, painter), has_cards=has_cards)
    if any(inked_height(column) > layout.height for column in flow.columns):
        painter.note_overflow(rules.title)
    room = flow.rooms()[0]
    labelled = flow.labelled or labelled_block(rules, room.area, painter)
    filled = None if flow.labelled or not labelled else room
    space = room.area.height - labelled.height if labelled and filled else 0.0
    space = space if space <= _MOST_SPACE else 0.0
    writer = PdfWriter(rules, assets, layout.paper)
    for number, page in enumerate(flow.spread(filled, space)):
        head = (_strip(layout, _STRIP, painter),) if number else _page_head(rules, layout, painter)
        foot = _page_foot(rules.title, (number + 1, len(flow.pages)), layout, painter)
        shown = draw_column(() if number else flow.pictures, _EDGE, _EDGE + top)
        columns = (
            draw_column(column, _EDGE + place * (layout.column + _GUTTER), flow.top(number))
            for place, column in enumerate(page)
        )
        cards: Iterable[Drawn] = ()
        if labelled and filled and number == filled.page:
            cards = labelled.draw(filled.area.x, filled.area.y + space)
        elif labelled and not filled and flow.is_turned(number):
            cards = labelled.draw(_EDGE, _EDGE)
        writer.page(chain(head, shown, *columns, foot, cards))
    writer.save(out)
    return PrintedDocument(writer.pages, 1, list(painter.findings))


def _best(flows: Iterable[_Flow], *, has_cards: bool) -> _Flow:
    """The flow with the least cost: columns are made only of those that may cost less than the best one before."""
    best, *others = sorted(flows, key=lambda flow: flow.least_cost)
    cost = best.cost(has_cards=has_cards)
    for flow in others:
        if flow.least_cost < cost and (own := flow.cost(has_cards=has_cards)) < cost:
            best, cost = flow, own
    return best


def _flows(rules: Document, layout: PageLayout, top: float, painter: Painter) -> Iterator[_Flow]:
    """Yield ways to put sections on pages, with pieces on the table of some heights, all with as many pictures as fit across the first page."""
    settings = [
        (tallest, *_with_pictures(rules.sections, layout, painter, tallest)) for tallest in TALLEST_PIECES
    ]
    most = max(len(pictures) for _, _, pictures in settings)
    by_height = {
        top + sum(picture.height + picture.after for picture in pictures): (tallest, pictures)
        for tallest, _, pictures in settings
        if len(pictures) == most
    }
    flowing = settings[0][1]
    turn = _first_turn(flowing)
    rooms = [Area(_EDGE, _EDGE, layout.width, height) for height in _LABELLED_HEIGHTS]
    labelled = [None, *filter(None, (labelled_block(rules, room, painter) for room in rooms))]
    for scale in _PAGE_SCALES:
        blocks = [_section_blocks(section, painter, scale, layout.column) for section in flowing]
        across = _across(flowing[:turn], painter, scale, layout)
        ways = [(False, ()), (True, ()), *([(True, across)] if across else [])]
        for order, (is_split, above) in product(_orders(flowing, turn), ways):
            numbers = [number for number in order if number >= turn or not above]
            ordered = _flowing([(flowing[number], blocks[number]) for number in numbers], is_split=is_split)
            uncut = uncut_sections(ordered, [layout.height * share for share in _UNCUT])
            for kept, (height, (tallest, pictures)), cards in product(
                uncut, by_height.items(), labelled if is_split else [None]
            ):
                below = height + sum(block.height + block.after for block in above)
                if above and below - above[-1].after > layout.height:
                    continue
                heights = [layout.height - below] * layout.columns + [layout.height]
                turned = layout.height - (cards.height + _BETWEEN if cards else 0.0)
                flow = ColumnFlow(kept, heights, layout.columns, turned)
                shown = [*pictures, *above]
                is_moved = order != sorted(order)
                yield _Flow(flow, layout, below, scale, shown, tallest, cards, is_moved=is_moved)


def _first_turn(sections: Sequence[Section]) -> int:
    """Number of the section that has the first turn; 0 if there is none."""
    return next((number for number, section in enumerate(sections) if section.sort == "steps"), 0)


def _across(
    sections: Iterable[Section], painter: Painter, scale: float, layout: PageLayout
) -> Sequence[Block]:
    """Blocks of sections as wide as the page, a table in columns below its heading."""
    return [
        block
        for section in sections
        for block in (
            [_table_across(section, painter, scale, layout)]
            if section.sort == "table"
            else blocks_of([section], painter, scale, layout.width)
        )
    ]


def _table_across(section: Section, painter: Painter, scale: float, layout: PageLayout) -> Block:
    """A heading across the page, and below it the steps of a table in columns of about the same height."""
    (heading,) = blocks_of([section._replace(items=(), sort="list")], painter, scale, layout.width)
    _, names, *rows, last = blocks_of([section], painter, scale, layout.column)
    rows = [
        row._replace(keeps_next=not below.number) for row, below in zip(rows, section.items[1:], strict=True)
    ]
    table = [names._replace(again=names), *rows, last]
    whole = inked_height(table)
    columns = ColumnFlow(table, [whole], layout.columns).columns()
    first = heading.height + heading.after

    def draw(x: float, y: float) -> Iterator[Drawn]:
        yield from heading.draw(x, y)
        for number, column in enumerate(columns):
            left, low = x + number * (layout.column + _GUTTER), y + first + inked_height(column)
            yield from draw_column(column, left, y + first)
            yield line((left, low), (left + layout.column, low), 0.15)

    return Block(first + max(map(inked_height, columns)), _BELOW_TABLE, draw, heading.before)


def _orders(sections: Sequence[Section], turn: int) -> Iterator[list[int]]:
    """Yield the numbers of sections in their order, and with some of the icons and their meanings before the first turn, as its blocks are high."""
    numbers = list(range(len(sections)))
    legends = [number for number in numbers[turn:] if sections[number].sort == "grid"]
    for count in range(len(legends) + 1):
        moved = legends[:count]
        yield [*numbers[:turn], *moved, *(number for number in numbers[turn:] if number not in moved)]


def _section_blocks(section: Section, painter: Painter, scale: float, width: float) -> Sequence[Block]:
    """Blocks of a section at a scale."""
    if section.sort == "example":
        return example_blocks(section, painter, scale, width)
    if section.sort == "places":
        return [lowered(pictured(section, width, painter), _BETWEEN)._replace(before=_BETWEEN)]
    return blocks_of([section], painter, scale, width)


def _flowing(sections: Iterable[tuple[Section, Sequence[Block]]], *, is_split: bool = False) -> list[Block]:
    """Blocks of all sections; what a section begins with stays with what goes on without a title, and legends belong together.

    If it `is_split`, the first turn begins a page.
    """
    flowing: list[Block] = []
    sort_before = ""
    for section, (first, *others) in sections:
        if flowing and not section.title:
            flowing[-1] = flowing[-1]._replace(keeps_next=True)
        turns_page = is_split and section.sort == "steps"
        is_split = is_split and not turns_page
        belongs = sort_before == section.sort == "grid"
        flowing += [first._replace(belongs=belongs, turns_page=turns_page), *others]
        sort_before = section.sort
    return flowing


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


def _strip(layout: PageLayout, height: float, painter: Painter) -> DrawnShape:
    """Strip along the top of a page that runs over the edges of the paper."""
    area = Area(-BLEED, -BLEED, layout.paper[0] + 2 * BLEED, height + BLEED)
    return DrawnShape(rectangle(area), fill=painter.look.deep)


def _page_head(rules: Document, layout: PageLayout, painter: Painter) -> Iterator[DrawnPart]:
    """Draw the title on a band that runs to the edges of the paper, and the sentence about the game."""
    low = _EDGE + _BAND
    strip = _strip(layout, low, painter)
    yield strip
    emblem = Area(_EDGE + layout.width - _EMBLEM - 2, low - _EMBLEM, _EMBLEM, _EMBLEM)
    yield from painter.emblem(emblem, strip.path)
    title = Area(_EDGE, 10.0, emblem.x - DISCS[0] * _EMBLEM - _EDGE, low - 12.0)
    yield from draw_title(rules, title, _LOOKS, painter)
    about = Area(_EDGE, low + _BETWEEN * 0.7, layout.width, layout.height)
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
