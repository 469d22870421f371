"""Columns of blocks: sections flow into columns of some heights, and none is cut where it must stay together."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from deckwright.press.documents.setter import Block

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

Column = tuple[Block, ...]

_MOST_SPREAD = 0.6
"""Largest share by which spaces between blocks grow, so that the columns of a page end together."""


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
    low = max((inked_height(_kept_together(blocks, number, high)) for number in page), default=0.0)
    while high - low > 1.0:
        middle = (low + high) / 2
        fits = len(_starts(blocks, page, [min(room, middle) for room in rooms])) <= across
        low, high = (low, middle) if fits else (middle, high)
    starts = _starts(blocks, page, [min(room, high) for room in rooms])
    columns = (range(start, end) for start, end in pairwise([*starts, page.stop]))
    return [(*_continued(blocks, column.start), *(blocks[number] for number in column)) for column in columns]


def uncut_sections(blocks: Sequence[Block], height: float) -> list[Block]:
    """Blocks of which those of a section stay together, if they are no higher than this."""
    sections = ([blocks[number] for number in numbers] for numbers in numbers_by_section(blocks))
    return [
        block._replace(keeps_next=number < len(section)) if inked_height(section) <= height else block
        for section in sections
        for number, block in enumerate(section, 1)
    ]


def numbers_by_section(blocks: Sequence[Block]) -> list[range]:
    """Numbers of the blocks of each section; a section without a heading is a part of the one above it."""
    starts = [number for number, block in enumerate(blocks) if number == 0 or block.before]
    return [range(start, end) for start, end in pairwise([*starts, len(blocks)])]


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
        is_too_low = is_first and height < inked_height([block]) <= next_height
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
    return together if inked_height(together) <= height else together[:2]


def inked_height(column: Sequence[Block]) -> float:
    """Height of a column, without the space above its first heading and below its last block."""
    return _used(column) - column[0].before - column[-1].after if column else 0.0


def _used(blocks: Iterable[Block]) -> float:
    """Height of blocks below others."""
    return sum(block.height + block.after for block in blocks)


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
