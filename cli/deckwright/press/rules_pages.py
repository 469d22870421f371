"""Rules pages: sections set as blocks in columns, over as many pages as they need, and printed as PDF."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, BinaryIO, NamedTuple

from deckwright.errors import InputError
from deckwright.messages import print_tr, tr
from deckwright.press.graphics.parts import Area, DrawnShape, rectangle
from deckwright.press.player_aids import (
    DEEP,
    INK,
    PAPER,
    RULE,
    SOFT,
    Painter,
    PrintedAids,
    Reference,
    TextLook,
    save,
)
from deckwright.press.sections import Block, blocks_of
from deckwright.press.writing.document import PdfFile
from deckwright.press.writing.operators import Content

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from deckwright.press.graphics.parts import DrawnPart

_EDGE, _GUTTER, _BAND, _FOOT, _BETWEEN = 15.0, 8.0, 15.0, 7.0, 6.0
_LEAST_COLUMN, _LEAST_HEIGHT = 70.0, 110.0

_SCALES = (1.0, 0.96, 0.92, 0.88, 0.84)
"""Scales of texts; the largest of those that need the fewest pages is used."""


_TITLE = TextLook(20, 11, 800, PAPER, valign="middle", lines=1)
_SUBTITLE = TextLook(10, 8, 400, PAPER, valign="middle", lines=1)
_ABOUT = TextLook(11, 9, 400, INK)
_FOOT_LOOK = TextLook(8, 7, 400, SOFT, valign="bottom", lines=1)

Column = tuple[Block, ...]


class PageLayout(NamedTuple):
    """Layout of rules pages, in mm: the paper, the number of columns, and the width of one."""

    paper: tuple[float, float]
    columns: int
    column: float

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

    The `last` columns, or fewer, are those of the last page: they are made about equally high. A heading is never the
    last block of a column. A block that is higher than a column has one of its own.
    """
    if not blocks:
        return [()]
    columns = _fill(blocks, heights)
    start = (len(columns) - 1) // last * last
    rest = [block for column in columns[start:] for block in column]
    room = heights[start:] or heights[-1:]
    low, high = 0.0, max(room)
    while high - low > 1.0:
        middle = (low + high) / 2
        fits = len(_fill(rest, [min(one, middle) for one in room])) <= last
        low, high = (low, middle) if fits else (middle, high)
    return [*columns[:start], *_fill(rest, [min(one, high) for one in room])]


def _fill(blocks: Sequence[Block], heights: Sequence[float]) -> list[Column]:
    columns: list[list[Block]] = [[]]
    for number, block in enumerate(blocks):
        room = heights[min(len(columns), len(heights)) - 1]
        if columns[-1] and _height([*columns[-1], *_together(blocks, number)]) > room:
            columns.append([])
        columns[-1].append(block)
    return [tuple(column) for column in columns]


def _together(blocks: Sequence[Block], number: int) -> Sequence[Block]:
    """A block, and the one after it if it is a heading."""
    return blocks[number : number + 2] if blocks[number].is_head else blocks[number : number + 1]


def _height(column: Sequence[Block]) -> float:
    """Height of a column, without the space above its first heading and below its last block."""
    return sum(block.height + block.after for block in column) - column[0].before - column[-1].after


def print_rules(
    rules: Reference, about: str, paper: tuple[float, float], assets: Mapping[str, bytes], out: BinaryIO
) -> PrintedAids:
    """Write rules pages; `about` is a sentence about the game below the title, or ''.

    Raises:
        InputError: the paper is too small.
    """
    layout = layout_on(paper)
    painter = Painter(rules.language, assets)
    top = _head_height(about, layout, painter)
    heights = [layout.height - top] * layout.columns + [layout.height]
    settings = [_set(rules, scale, layout, painter) for scale in _SCALES]
    flows = [flow_columns(blocks, heights, layout.columns) for blocks in settings]
    columns = min(flows, key=lambda flow: -(-len(flow) // layout.columns))
    for column in columns:
        if column and _height(column) > layout.height:
            painter.note_overflow(rules.title)
    pages = [columns[at : at + layout.columns] for at in range(0, len(columns), layout.columns)]
    file = PdfFile(assets, rules.language, layout.paper)
    for number, page in enumerate(pages):
        content = Content(file)
        if number == 0:
            content.draw(_head(rules, about, layout, painter))
        content.draw(_columns(page, _EDGE + (0.0 if number else top), layout))
        content.draw(_foot(rules, (number + 1, len(pages)), layout, painter))
        file.page(content, *layout.paper)
    save(file, out, rules.title, rules.subtitle)
    return PrintedAids(len(pages), 1, layout.paper, list(painter.findings))


def _set(rules: Reference, scale: float, layout: PageLayout, painter: Painter) -> list[Block]:
    """All blocks of the pages at one scale."""
    return [
        block for section in rules.sections for block in blocks_of(section, painter, scale, layout.column)
    ]


def _head_height(about: str, layout: PageLayout, painter: Painter) -> float:
    setting = painter.set(about, _ABOUT, layout.paper[0] - 2 * _EDGE, inf)
    return _BAND + _BETWEEN + (setting.body + _BETWEEN if setting else 0.0)


def _head(rules: Reference, about: str, layout: PageLayout, painter: Painter) -> Iterator[DrawnPart]:
    """Draw the title on its band, and the sentence about the game."""
    width = layout.paper[0] - 2 * _EDGE
    band = Area(_EDGE, _EDGE, width, _BAND)
    yield DrawnShape(rectangle(band, (2, 2, 2, 2)), fill=DEEP)
    inner = band.inset(4, 1.8)
    yield from painter.text(rules.title, _TITLE, inner._replace(height=7.2))
    yield from painter.text(rules.subtitle, _SUBTITLE, Area(inner.x, inner.y + 7.4, inner.width, 4))
    yield from painter.text(about, _ABOUT, Area(_EDGE, _EDGE + _BAND + _BETWEEN * 0.7, width, layout.height))


def _columns(page: Sequence[Column], top: float, layout: PageLayout) -> Iterator[DrawnPart]:
    for number, column in enumerate(page):
        x = _EDGE + number * (layout.column + _GUTTER)
        y = top - (column[0].before if column else 0.0)
        for block in column:
            yield from block.draw(x, y)
            y += block.height + block.after


def _foot(
    rules: Reference, page: tuple[int, int], layout: PageLayout, painter: Painter
) -> Iterator[DrawnPart]:
    """Draw the line at the bottom with the title and the page; `page` is its number, and that of all pages."""
    width, y = layout.paper[0] - 2 * _EDGE, layout.paper[1] - _EDGE
    yield DrawnShape((("m", (_EDGE, y - 5)), ("l", (_EDGE + width, y - 5))), stroke=RULE, width=0.2)
    area = Area(_EDGE, y - 4.5, width, 4.5)
    yield from painter.text(rules.title, _FOOT_LOOK, area._replace(width=0.7 * width))
    words = print_tr("{page} of {pages}", page=page[0], pages=page[1])
    yield from painter.text(words, _FOOT_LOOK._replace(align="right"), area)
