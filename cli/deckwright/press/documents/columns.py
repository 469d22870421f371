"""Columns of blocks: sections flow into columns of some heights, and none is cut where it must stay together."""

from __future__ import annotations

from itertools import accumulate, pairwise
from typing import TYPE_CHECKING

from deckwright.press.documents.setter import Block, draw_column

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from deckwright.press.documents.painter import Drawn

Column = tuple[Block, ...]

_MOST_SPREAD = 0.6
"""Largest share by which spaces between blocks grow, so that the columns of a page end together."""


class ColumnFlow:
    """Blocks in columns of some `heights`, in mm; all further columns are as high as the last of them.

    The columns `across` a page are made about equally high. A block that keeps its next is never the last one of a
    column. A block that is higher than a column has one of its own; if the columns of the first page are too low for it, they are left empty.
    One that turns the page begins another one, whose columns have the height `turned`; the columns before it may be empty.
    """

    def __init__(self, chain: Chain, heights: Sequence[float], across: int, turned: float = 0.0) -> None:
        self._chain, self._across = chain, across
        self._starts: list[int] = []
        self._heights: list[float] = []
        self._end = chain.turns[-1]
        for part, (start, end) in enumerate(pairwise(chain.turns)):
            rooms = [*[turned] * across, heights[-1]] if part else [*heights]
            self._starts += [start] * (-len(self._starts) % across)
            self._heights += self._heights[-1:] * (len(self._starts) - len(self._heights))
            self._heights[len(self._starts) :] = rooms
            self._starts += self._chain.starts(range(start, end), rooms)

    @property
    def pages(self) -> int:
        """Number of pages, which is known before the columns are made."""
        return -(-len(self._starts) // self._across)

    @property
    def room(self) -> float:
        """Height that the columns of all pages have left together, in mm, without the spaces between sections at their ends."""
        count = self.pages * self._across
        heights = [*self._heights, *self._heights[-1:] * count][:count]
        return sum(heights) - self._chain.height

    def columns(self) -> list[Column]:
        """The columns of all pages, one after another."""
        starts, across = [*self._starts, self._end], self._across
        flowed: list[Column] = []
        for number in range(0, len(self._starts), across):
            page = range(starts[number], starts[min(number + across, len(self._starts))])
            flowed += [()] * (number - len(flowed))
            rooms = self._heights[number : number + across] or self._heights[-1:]
            flowed += self._chain.balanced(page, rooms, across)
        return flowed


class Chain:
    """Blocks one below the other, added up once for all columns that are tried: where each begins, which are kept together with it, and which heading is set again above it where it begins a column.

    Its parts begin with the first block and with those at `turns`, which turn the page; the last number is that after all blocks.
    """

    def __init__(self, blocks: Sequence[Block]) -> None:
        self._blocks = blocks
        turns = (number for number, block in enumerate(blocks) if block.turns_page)
        self.turns = [0, *turns, len(blocks)]
        self._tops = [0.0, *accumulate(block.height + block.after for block in blocks)]
        self._ends = [0] * len(blocks)
        for number in reversed(range(len(blocks))):
            is_last = number + 1 == len(blocks) or not blocks[number].keeps_next
            self._ends[number] = number + 1 if is_last else self._ends[number + 1]
        self._together = [self._inked(number, end) for number, end in enumerate(self._ends)]
        heading: Block | None = None
        self._repeated: list[Block | None] = []
        for block in blocks:
            heading = block if block.before or block.again else heading
            self._repeated.append(heading.again if heading and heading is not block else None)

    @property
    def height(self) -> float:
        """Height of all blocks with the spaces between them."""
        return self._tops[-1]

    def starts(self, numbers: range, heights: Sequence[float]) -> list[int]:
        """Numbers of the blocks that begin a column each; all further columns are as high as the last of them."""
        blocks, tops = self._blocks, self._tops
        starts, used = [numbers.start], self._used_above(numbers.start)
        height, next_height, *others = [*heights, heights[-1]]
        number = numbers.start
        while number < numbers.stop:
            block = blocks[number]
            is_first = number == starts[-1]
            is_below_heading = not block.before and not is_first and bool(blocks[number - 1].before)
            end = number + 1 if is_below_heading else self._end_together(number, max(height, next_height))
            is_too_low = is_first and height < self._inked(number, number + 1) <= next_height
            needed = used + tops[end] - tops[number] - blocks[end - 1].after
            if is_too_low or (not is_first and needed > height):
                starts.append(number)
                height, next_height, *others = [next_height, *others, heights[-1]]
                used = self._used_above(number) - block.before
            fits = number != starts[-1] and needed <= height
            end = min(end, numbers.stop) if fits else number + 1
            used += tops[end] - tops[number] - block.before * is_first
            number = end
        return starts

    def balanced(self, page: range, rooms: Sequence[float], across: int) -> list[Column]:
        """Blocks of one page in its columns, as low as they can be without a cut between blocks that are kept together."""
        high = max(rooms)
        low = max((self._inked(number, self._end_together(number, high)) for number in page), default=0.0)
        while high - low > 1.0:
            middle = (low + high) / 2
            fits = len(self.starts(page, [min(room, middle) for room in rooms])) <= across
            low, high = (low, middle) if fits else (middle, high)
        starts = self.starts(page, [min(room, high) for room in rooms])
        return [
            (*filter(None, self._repeated[start : start + 1]), *self._blocks[start:end])
            for start, end in pairwise([*starts, page.stop])
        ]

    def _end_together(self, start: int, height: float) -> int:
        """Number after a block and those that must be in the same column; only the next one if they are higher than a column."""
        end = self._ends[start]
        return end if self._together[start] <= height else min(start + 2, end)

    def _inked(self, start: int, end: int) -> float:
        """Height of some blocks, without the spaces above and below them."""
        first, last = self._blocks[start], self._blocks[end - 1]
        return self._tops[end] - self._tops[start] - first.before - last.after

    def _used_above(self, start: int) -> float:
        """Height of the heading that is repeated above a block."""
        heading = self._repeated[start] if start < len(self._blocks) else None
        return heading.height + heading.after if heading else 0.0


def uncut_sections(blocks: Sequence[Block], heights: Iterable[float]) -> list[list[Block]]:
    """Blocks of which those of a section stay together if they are no higher than one of these heights; each way once."""
    sections = [[blocks[number] for number in numbers] for numbers in numbers_by_section(blocks)]
    inked = [inked_height(section) for section in sections]
    ways = {tuple(own <= height for own in inked): None for height in heights}
    return [
        [
            block._replace(keeps_next=block.keeps_next or number < len(section)) if is_uncut else block
            for section, is_uncut in zip(sections, way, strict=True)
            for number, block in enumerate(section, 1)
        ]
        for way in ways
    ]


def numbers_by_section(blocks: Sequence[Block]) -> list[range]:
    """Numbers of the blocks of each section; a section without a heading is a part of the one above it."""
    starts = [number for number, block in enumerate(blocks) if number == 0 or block.before]
    return [range(start, end) for start, end in pairwise([*starts, len(blocks)])]


def inked_height(column: Sequence[Block]) -> float:
    """Height of a column, without the space above its first heading and below its last block."""
    used = sum(block.height + block.after for block in column)
    return used - column[0].before - column[-1].after if column else 0.0


def spread_column(column: Column, height: float) -> Column:
    """Column with larger spaces between its blocks, all by the same share, so that it ends with the others of its page.

    Rows of a table stay together, as do a heading and what is below it.
    """
    gaps = [(block.after + below.before) * (not block.before) for block, below in pairwise(column)]
    share = min(max(0.0, height - inked_height(column)) / max(sum(gaps), 1.0), _MOST_SPREAD)
    spread = (
        block._replace(after=block.after + share * gap) for block, gap in zip(column, gaps, strict=False)
    )
    return (*spread, *column[-1:])


def lowered(block: Block, space: float) -> Block:
    """Block with more space above it."""
    return block._replace(height=block.height + space, draw=lambda x, y: block.draw(x, y + space))


def balanced_columns(blocks: Sequence[Block], count: int) -> list[Column]:
    """Blocks in at most some columns of about the same height."""
    return ColumnFlow(Chain(blocks), [inked_height(blocks)], count).columns()


def side_by_side(columns: Sequence[Sequence[Block]], distance: float) -> Block:
    """Columns as one block; `distance` is from the left edge of one to that of the next, in mm."""

    def draw(x: float, y: float) -> Iterator[Drawn]:
        for number, column in enumerate(columns):
            yield from draw_column(column, x + number * distance, y)

    return Block(max(map(inked_height, columns)), 0.0, draw)
