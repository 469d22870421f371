"""The layout of rules pages: ways to put sections on pages, of which the best one is used, and what is left of its pages."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from heapq import heapify, heappop, heappush
from itertools import count, pairwise, product
from math import inf
from typing import TYPE_CHECKING, NamedTuple

from deckwright.errors import InputError
from deckwright.messages import tr
from deckwright.press.documents.columns import (
    Chain,
    ColumnFlow,
    balanced_columns,
    inked_height,
    lowered,
    numbers_by_section,
    side_by_side,
    spread_column,
    uncut_sections,
)
from deckwright.press.documents.content import Section
from deckwright.press.documents.examples import example_blocks
from deckwright.press.documents.labelled_cards import labelled_block
from deckwright.press.documents.painter import line
from deckwright.press.documents.pictures import TALLEST_PIECES, pictured
from deckwright.press.documents.setter import Block, blocks_of, draw_column
from deckwright.press.graphics.parts import Area

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from deckwright.press.documents.columns import Column
    from deckwright.press.documents.content import Document, SectionSort
    from deckwright.press.documents.painter import Drawn, Painter

EDGE, BETWEEN = 13.0, 6.0
"""Margin of a page, and the space between what is on it, in mm."""

_GUTTER, _FOOT, _BELOW_TABLE = 8.0, 9.5, 4.0
_LEAST_COLUMN, _LEAST_HEIGHT = 70.0, 110.0

_PAGE_SCALES = (1.12, 1.09, 1.06, 1.03, 1.0, 0.97, 0.94, 0.91, 0.88, 0.84)
"""Scales of texts, of which the one with the best pages is used."""

_PAGE_COST, _CUT_COST, _TURNED_COST = 650.0, 250.0, 300.0
_LARGE_COST, _SMALL_COST = 300.0, 4500.0
_UNNAMED_COST, _LATE_COST, _MOVED_COST, _PIECE_COST = 900.0, 500.0, 80.0, 1.5
_WITHIN_COST = 225.0
"""What pages, sections cut between columns or pages, type above and below its usual size, cards without room for names, cards named after the first page, moved sections, small pieces on the table, and parts and wide sections in columns count when pages are compared.

A hole counts its height, in mm.
"""

_UNCUT = (0.9, 0.7, 0.5, 0.3, 0.0)
"""Largest shares of a page's height that a section has which stays in one column, of which the one with the best pages is used."""

_MOST_ACROSS = 4
"""Most items of a list side by side across the page."""

_MOST_PICTURES = 0.6
"""Largest share of a page that pictures have."""

_LABELLED_HEIGHTS = (50.0, 43.0)
"""Heights of cards with names above the first turn, with their heading, in mm, of which the one with the best pages is used."""

_SHALLOWEST, _LEAST_LABELLED, _COLUMN_SHARE = 42.0, 58.0, 0.3
"""Heights in mm from which a room has cards with names at their parts, and is large enough for them, and what one below a single column counts compared with others."""


class PageLayout(NamedTuple):
    """Layout of rules pages, in mm: the paper, the number of columns, and the width of one."""

    paper: tuple[float, float]
    columns: int
    column: float

    @property
    def width(self) -> float:
        """Width between the margins."""
        return self.paper[0] - 2 * EDGE

    @property
    def distance(self) -> float:
        """Distance from the left edge of a column to that of the next."""
        return self.column + _GUTTER

    @property
    def height(self) -> float:
        """Height between the upper edge and the foot."""
        return self.paper[1] - 2 * EDGE - _FOOT


def layout_on(paper: tuple[float, float]) -> PageLayout:
    """Layout of pages on a paper, always upright: two columns if both are wide enough to read, otherwise one.

    Raises:
        InputError: the paper is too small for one column.
    """
    upright = min(paper), max(paper)
    room = upright[0] - 2 * EDGE
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
class Flow:
    """Columns of texts at a scale on pages, of which the first begins `below` a head and pictures with pieces up to a height.

    Cards with names are `labelled` above the first turn, which begins a page, or in what is left of some page. The `end` is below all columns.
    """

    flow: ColumnFlow
    layout: PageLayout
    below: float
    scale: float
    pictures: Sequence[Block]
    tallest: float
    labelled: Block | None
    end: Block | None
    is_moved: bool
    is_within: bool

    @cached_property
    def columns(self) -> list[Column]:
        """Columns of all pages."""
        return self.flow.columns()

    @cached_property
    def pages(self) -> list[list[Column]]:
        """Columns of each page; none on the last one if only the end is there."""
        across = self.layout.columns
        pages = [self.columns[start : start + across] for start in range(0, len(self.columns), across)]
        low = self.top(len(pages) - 1) + max(map(inked_height, pages[-1])) + BETWEEN
        is_too_low = self.end is not None and low + self.end.height > self.bottom
        return [*pages, [()] * across] if is_too_low else pages

    @property
    def bottom(self) -> float:
        """Where columns end at the latest."""
        return EDGE + self.layout.height

    def top(self, number: int) -> float:
        """Where the columns of a page begin, counted from 0."""
        above = self.labelled.height + BETWEEN if self.labelled and self.is_turned(number) else 0.0
        return EDGE + (above if number else self.below)

    def is_turned(self, number: int) -> bool:
        """Whether a page begins with the first turn; counted from 0."""
        first = [block for column in self.columns[number * self.layout.columns :][:1] for block in column[:1]]
        return any(block.turns_page for block in first)

    def _is_open(self, number: int) -> bool:
        """Whether a page ends a part, so that its columns need not reach its foot; counted from 0."""
        return number + 1 == len(self.pages) or self.is_turned(number + 1)

    @property
    def room(self) -> _Room:
        """The best room that is left: below a column of some page, or below all columns of a page that ends a part; not beside the end."""
        layout, rooms = self.layout, [_Room(0, None, Area(EDGE, self.bottom, self.layout.width, 0.0))]
        for number, page in enumerate(self.pages[:-1] if self.end else self.pages):
            lows = [self.top(number) + inked_height(column) + BETWEEN for column in page]
            if self._is_open(number):
                area = Area(EDGE, max(lows), layout.width, self.bottom - max(lows))
                rooms.append(_Room(number, None, area))
            for place, low in enumerate(lows):
                x = EDGE + place * layout.distance
                rooms.append(_Room(number, place, Area(x, low, layout.column, self.bottom - low)))
        return min(
            rooms,
            key=lambda room: (
                room.page > 0 or room.place is not None or room.area.height < _SHALLOWEST,
                -room.area.width * min(room.area.height, _LEAST_LABELLED),
            ),
        )

    @property
    def least_cost(self) -> float:
        """What `cost` is at least, as far as that is known before the columns are made."""
        needed = self.layout.columns * (self.end.height + BETWEEN) if self.end else -inf
        return self._cost_of(self.flow.pages + (self.flow.room < needed))

    def _cost_of(self, pages: int) -> float:
        """What a number of pages, the size of type and pieces, and moved sections cost."""
        size = _SMALL_COST * max(1 - self.scale, 0) - _LARGE_COST * max(self.scale - 1, 0)
        pieces = _PIECE_COST * (TALLEST_PIECES[-1] - self.tallest) ** 2
        places = _MOVED_COST * self.is_moved + _WITHIN_COST * self.is_within
        return _PAGE_COST * pages + size + pieces + places

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
        best = self.room
        height = self.labelled.height if self.labelled else best.area.height
        share = min(1.0, height / _LEAST_LABELLED)
        if not self.labelled:
            share *= (1.0 if best.place is None else _COLUMN_SHARE) * (height >= _SHALLOWEST)
        is_late = best.page > 0 and not self.labelled
        holes = (_UNNAMED_COST * (1.0 - share) + _LATE_COST * is_late) * has_cards
        for number, page in enumerate(self.pages):
            is_filled = not self.labelled and (best.page, best.place) == (number, None)
            room = self.bottom - self.top(number)
            inked = [inked_height(column) for column in page]
            is_last = number + 1 == len(self.pages)
            holes += len(inked) * (max(inked) if is_filled or is_last else room) - sum(inked)
        return self._cost_of(len(self.pages)) + cuts + holes

    def drawn_end(self) -> Iterator[Drawn]:
        """Draw the end below all columns."""
        if self.end:
            number, height = len(self.pages) - 1, max(map(inked_height, self.pages[-1]))
            yield from self.end.draw(EDGE, self.top(number) + height + (BETWEEN if height else 0.0))

    def spread(self, filled: _Room | None, space: float) -> Iterator[list[Column]]:
        """Yield the columns of each page, spread so that they end together; those above a room that is filled get its space."""
        for number, page in enumerate(self.pages):
            lows = [inked_height(column) for column in page]
            is_low = number + 1 == len(self.pages) or (
                filled and (filled.page, filled.place) == (number, None)
            )
            height = max(lows) if is_low else self.bottom - self.top(number)
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


def best_flow(rules: Document, layout: PageLayout, top: float, painter: Painter) -> Flow:
    """The flow of rules that costs least, below a head of a height in mm; those that cannot be the best one are not made."""
    has_cards = any(
        piece.labels for section in rules.sections for item in section.items for piece in item.pieces
    )
    flows = _cheapest_first(_ways(rules, layout, top, painter))
    best = next(flows)
    cost = best.cost(has_cards=has_cards)
    for flow in flows:
        if flow.least_cost >= cost:
            break
        if (own := flow.cost(has_cards=has_cards)) < cost:
            best, cost = flow, own
    return best


def _cheapest_first(ways: Iterable[_Way]) -> Iterator[Flow]:
    """Yield the flows of all ways in the order of their least costs; those of a way are made when they may be next."""
    number = count()
    waiting: list[tuple[float, int, _Way | Flow]] = [(way.least_cost, next(number), way) for way in ways]
    heapify(waiting)
    while waiting:
        _, _, first = heappop(waiting)
        if isinstance(first, _Way):
            for flow in first.flows():
                heappush(waiting, (flow.least_cost, next(number), flow))
        else:
            yield first


class _Pictures(NamedTuple):
    """Pictures across the first page, with pieces on the table up to a height, and where the columns begin below them, in mm."""

    below: float
    tallest: float
    blocks: Sequence[Block]


@dataclass(frozen=True)
class _Way:
    """A way to put blocks on pages at a scale: some `above` the columns of the first page, some at the `end`, all others in columns.

    If the first turn begins a page, cards with names may be `labelled` above it.
    """

    blocks: Sequence[Block]
    above: Sequence[Block]
    end: Block | None
    scale: float
    layout: PageLayout
    pictures: Sequence[_Pictures]
    labelled: Sequence[Block | None]
    is_moved: bool
    is_within: bool

    @cached_property
    def least_cost(self) -> float:
        """What its flows cost at least: about as much as if sections were cut anywhere, below low pictures of large pieces."""
        low = min(self.pictures)._replace(tallest=TALLEST_PIECES[-1])
        return self._flow(Chain(self.blocks), low, None).least_cost

    def flows(self) -> Iterator[Flow]:
        """Yield its flows: which sections are whole, how large pieces on the table are, and where cards with names are."""
        uncut = uncut_sections(self.blocks, [self.layout.height * share for share in _UNCUT])
        for chain, pictures, labelled in product(map(Chain, uncut), self.pictures, self.labelled):
            if pictures.below + inked_height(self.above) <= self.layout.height:
                yield self._flow(chain, pictures, labelled)

    def _flow(self, chain: Chain, pictures: _Pictures, labelled: Block | None) -> Flow:
        layout = self.layout
        below = pictures.below + sum(block.height + block.after for block in self.above)
        heights = [layout.height - below] * layout.columns + [layout.height]
        turned = layout.height - (labelled.height + BETWEEN if labelled else 0.0)
        flow = ColumnFlow(chain, heights, layout.columns, turned)
        shown = [*pictures.blocks, *self.above]
        return Flow(
            flow,
            layout,
            below,
            self.scale,
            shown,
            pictures.tallest,
            labelled,
            self.end,
            is_moved=self.is_moved,
            is_within=self.is_within,
        )


def _ways(rules: Document, layout: PageLayout, top: float, painter: Painter) -> Iterator[_Way]:
    """Yield ways to put sections on pages, all with as many pictures as fit across the first page.

    What is before the first turn may be across that page too, and wide sections and parts across the last one.
    """
    settings = [
        (tallest, *_with_pictures(rules.sections, layout, painter, tallest)) for tallest in TALLEST_PIECES
    ]
    most = max(len(blocks) for _, _, blocks in settings)
    pictures = [
        _Pictures(top + sum(block.height + block.after for block in blocks), tallest, blocks)
        for tallest, _, blocks in settings
        if len(blocks) == most
    ]
    flowing = settings[0][1]
    parts = _first(flowing, "part")
    below = _below(flowing, parts)
    turn = _first(flowing[: parts or None], "steps")
    rooms = [Area(EDGE, EDGE, layout.width, height) for height in _LABELLED_HEIGHTS]
    labelled = [None, *filter(None, (labelled_block(rules, room, painter) for room in rooms))]
    for scale in _PAGE_SCALES:
        blocks = [_section_blocks(section, painter, scale, layout.column) for section in flowing]
        across = _across(flowing[:turn], painter, scale, layout)
        ends: list[tuple[Sequence[int], Block | None]] = [((), None)]
        for numbers in below:
            end = _end([flowing[number] for number in numbers], painter, scale, layout)
            ends += [(numbers, end)] if end else []
        splits = [(False, []), (True, []), *([(True, across)] if across else [])]
        for order, (is_split, above), (low, end) in product(_orders(flowing, turn), splits, ends):
            numbers = [number for number in order if not (above and number < turn)]
            numbers = [number for number in numbers if number not in low]
            kept = _flowing([(flowing[number], blocks[number]) for number in numbers], is_split=is_split)
            cards = labelled if is_split else [None]
            is_moved = order != sorted(order)
            is_within = bool(below) and not low
            yield _Way(
                kept, above, end, scale, layout, pictures, cards, is_moved=is_moved, is_within=is_within
            )


def _below(sections: Sequence[Section], parts: int) -> list[list[int]]:
    """Numbers of sections that may be below all columns: wide ones and parts, which begin at a number unless it is 0; a list at the end may be there with wide ones."""
    below = [
        number for number, section in enumerate(sections) if section.is_wide or (parts and number >= parts)
    ]
    if not below:
        return []
    has_list = not parts and sections[-1].sort == "list" and not sections[-1].is_wide
    return [below, [*below, len(sections) - 1]] if has_list else [below]


def _first(sections: Sequence[Section], sort: SectionSort) -> int:
    """Number of the first section of a sort; 0 if there is none."""
    return next((number for number, section in enumerate(sections) if section.sort == sort), 0)


def _across(sections: Sequence[Section], painter: Painter, scale: float, layout: PageLayout) -> list[Block]:
    """Blocks of sections as wide as the page, a table in columns below its heading; none on a page of one column, or if there is no room for the drawn table."""
    if layout.columns == 1 or any(section.sort == "places" for section in sections):
        return []
    return [
        block
        for section in sections
        for block in (
            _table_across(section, painter, scale, layout)
            if section.sort == "table"
            else _list_across(section, painter, scale, layout)
        )
    ]


def _list_across(section: Section, painter: Painter, scale: float, layout: PageLayout) -> list[Block]:
    """A heading across the page, and below it the items in as many columns as make them lowest."""
    heading, *rows = blocks_of([section], painter, scale, layout.width)
    ways = [rows]
    is_told = section.sort == "list" and not any(item.pieces for item in section.items)
    most = min(len(section.items), _MOST_ACROSS) if is_told else 1
    for columns in range(2, most + 1):
        distance = (layout.width + _GUTTER) / columns
        cells = [
            blocks_of([Section("", (item,))], painter, scale, distance - _GUTTER) for item in section.items
        ]
        groups = [cells[start : start + columns] for start in range(0, len(cells), columns)]
        ways.append(
            [
                side_by_side(group, distance)._replace(after=max(cell[-1].after for cell in group))
                for group in groups
            ]
        )
    return [heading, *min(ways, key=inked_height)]


def _table_across(section: Section, painter: Painter, scale: float, layout: PageLayout) -> list[Block]:
    """A heading across the page, if there is one, and below it the steps of a table in columns, each with a line at its end."""
    heading = blocks_of([section._replace(items=(), sort="list")], painter, scale, layout.width)
    names, *rows, last = blocks_of([section], painter, scale, layout.column)[len(heading) :]
    rows = [
        row._replace(keeps_next=not below.number) for row, below in zip(rows, section.items[1:], strict=True)
    ]
    columns = balanced_columns([names._replace(again=names), *rows, last], layout.columns)
    end = Block(0.0, 0.0, lambda x, y: iter([line((x, y), (x + layout.column, y), 0.15)]))
    ended = [(*column[:-1], column[-1]._replace(after=0.0), end) for column in columns]
    return [*heading, side_by_side(ended, layout.distance)._replace(after=_BELOW_TABLE)]


def _end(sections: Sequence[Section], painter: Painter, scale: float, layout: PageLayout) -> Block | None:
    """Wide sections, and parts, each with its heading across the page and its sections in columns below it; None if they are as high as a page."""
    starts = [number for number, section in enumerate(sections) if section.sort == "part"]
    wide = sections[: starts[0]] if starts else sections
    blocks = [block for section in wide for block in _list_across(section, painter, scale, layout)]
    for start, stop in pairwise([*starts, len(sections)]):
        columns: list[list[Block]] = [[] for _ in range(layout.columns)]
        column = columns[0]
        for section in sections[start + 1 : stop]:
            column = min(columns, key=inked_height) if section.title else column
            column += blocks_of([section], painter, scale, layout.column)
        (heading,) = blocks_of(sections[start : start + 1], painter, scale, layout.width)
        blocks.append(heading._replace(after=columns[0][0].before if columns[0] else 0.0))
        blocks.append(side_by_side(columns, layout.distance)._replace(after=BETWEEN))
    height = inked_height(blocks)
    if layout.columns == 1 or height > layout.height:
        return None
    return Block(height, 0.0, lambda x, y: draw_column(blocks, x, y))


def _orders(sections: Sequence[Section], turn: int) -> Iterator[list[int]]:
    """Yield the numbers of sections in their order, and with the icons and their meanings before the first turn, as its blocks are high, or all or one of them before the section above that."""
    numbers = list(range(len(sections)))
    yield numbers
    if legends := [number for number in numbers[turn:] if sections[number].sort == "grid"]:
        others = [number for number in numbers if number not in legends]
        places = [turn, turn - 1] if turn else [turn]
        yield from ([*others[:place], *legends, *others[place:]] for place in places)
        for early in legends if turn and legends[1:] else ():
            late = [number for number in legends if number != early]
            yield [*others[: turn - 1], early, *others[turn - 1 : turn], *late, *others[turn:]]


def _section_blocks(section: Section, painter: Painter, scale: float, width: float) -> Sequence[Block]:
    """Blocks of a section at a scale."""
    if section.sort == "example":
        return example_blocks(section, painter, scale, width)
    if section.sort == "places":
        return [lowered(pictured(section, width, painter), BETWEEN)._replace(before=BETWEEN)]
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
