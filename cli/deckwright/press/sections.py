"""Sections of reference cards and rules pages, set as blocks: headings, phases, paragraphs, grids and tables."""

from __future__ import annotations

from itertools import zip_longest
from math import inf
from typing import TYPE_CHECKING, NamedTuple

from deckwright.press.graphics.parts import Area, DrawnShape, rectangle
from deckwright.press.player_aids import DEEP, INK, PAPER, RULE, TINT, Item, Painter, Section, TextLook

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from deckwright.press.drawing.lines import FittedText
    from deckwright.press.graphics.parts import DrawnPart

_BODY, _SECTION_HEAD, _LEAST = 9.5, 11.0, 7.0
_GAP, _ICON, _GUTTER, _FIGURES = 2.7, 5.8, 4.0, 7.5
_BADGE, _PANEL, _PADDING = 5.4, 1.5, 0.95

HEAD_GAP = 2.6
"""Space above the heading of a section, in mm, at full scale."""


_CELL = 7.5


_LABELS = 0.42
"""Smallest share of a table's width that its labels have."""


class Block(NamedTuple):
    """Heading, item or table row: its height, the space after it, and the function that draws it at a place.

    A heading has the space `before` it, which is part of its height; at the top of a side this space is omitted.
    """

    height: float
    after: float
    draw: Callable[[float, float], Iterator[DrawnPart]]
    before: float = 0.0
    is_head: bool = False


def blocks_of(section: Section, painter: Painter, scale: float, width: float) -> Iterator[Block]:
    """Set a section in a column of a width in mm; its texts shrink to `scale`, but not below their smallest size.

    A section without a title continues the one above it.
    """
    setter = _Setter(painter, scale, width)
    if section.title:
        yield setter.head(section.title)
    setters = {"list": setter.items, "grid": setter.grid, "table": setter.table, "steps": setter.steps}
    yield from setters[section.sort](section)


class _Setter:
    """Sets blocks at one scale in a column of one width."""

    def __init__(self, painter: Painter, scale: float, width: float) -> None:
        self._pen, self._scale, self._width = painter, scale, width
        size = max(_LEAST, _BODY * scale)
        self._look = TextLook(size, size)
        self._bold = self._look._replace(weight=700)
        self._icon = _ICON * max(scale, 0.8)
        self._tight = 1.7 * scale

    def head(self, title: str) -> Block:
        size = max(8.0, _SECTION_HEAD * self._scale)
        look = TextLook(size, size, 800, DEEP, leading=1.0)
        setting = self._pen.set(title, look, self._width, inf)
        height = setting.body if setting else 0.0
        above = HEAD_GAP * self._scale

        def draw(x: float, y: float) -> Iterator[DrawnPart]:
            if setting:
                yield from setting.drawn(Area(x, y + above, self._width, height), DEEP)
            line = y + above + height + 1.5
            yield DrawnShape((("m", (x, line)), ("l", (x + self._width, line))), stroke=DEEP, width=0.35)

        return Block(above + height + 1.5, 1.9, draw, above, is_head=True)

    def items(self, section: Section) -> Iterator[Block]:
        indent = self._icon if any(item.icon for item in section.items) else 0.0
        for item in section.items:
            yield self._item(item, indent, self._width)

    def _item(self, item: Item, indent: float, width: float) -> Block:
        setting = self._pen.set(item.text, self._look, width - indent, inf, lead=item.name)
        height = setting.body if setting else 0.0

        def draw(x: float, y: float) -> Iterator[DrawnPart]:
            yield from self._pen.icon(item.icon, self._icon_area(x, y))
            if setting:
                yield from self._drawn(setting, Area(x + indent, y, width - indent, height))

        return Block(height, _GAP * self._scale, draw)

    def steps(self, section: Section) -> Iterator[Block]:
        """Set numbered phases, each on a panel of its own, with its points below its text."""
        for number, item in enumerate(section.items, start=1):
            yield self._step(str(number), item)

    def _step(self, number: str, item: Item) -> Block:
        badge, edge = _BADGE * max(self._scale, 0.8), _PANEL * self._scale
        indent = edge + badge + 1.8
        room = self._width - indent - edge
        room -= self._icon if item.icon else 0.0
        inner = [self._title(item.name, room)]
        if item.text:
            inner.append(self._item(Item(text=item.text), 0.0, room))
        inner += [self._item(point, self._icon if point.icon else 0.0, room) for point in item.points]
        height = 2 * edge + sum(block.height for block in inner) + self._tight * (len(inner) - 1)

        def draw(x: float, y: float) -> Iterator[DrawnPart]:
            panel = Area(x, y, self._width, height)
            yield DrawnShape(rectangle(panel, (1.6, 1.6, 1.6, 1.6)), fill=TINT)
            round_badge = Area(x + edge, y + edge - 0.3, badge, badge)
            yield DrawnShape(rectangle(round_badge, (badge, badge, badge, badge)), fill=DEEP)
            look = TextLook(10 * max(self._scale, 0.8), 7, 800, PAPER, "centre", "middle", 1)
            yield from self._pen.text(number, look, round_badge)
            side = self._icon * 0.8
            corner = Area(x + self._width - edge - side, y + edge - 0.3, side, side)
            yield from self._pen.icon(item.icon, corner)
            top = y + edge
            for block in inner:
                yield from block.draw(x + indent, top)
                top += block.height + self._tight

        return Block(height, _GAP * self._scale * 0.6, draw)

    def _title(self, title: str, room: float) -> Block:
        """Title of a phase."""
        look = TextLook(max(8.0, 10.5 * self._scale), 7, 800, DEEP)
        setting = self._pen.set(title, look, room, inf)
        height = setting.body if setting else 0.0

        def draw(x: float, y: float) -> Iterator[DrawnPart]:
            if setting:
                yield from setting.drawn(Area(x, y, room, height), DEEP)

        return Block(height, 0.0, draw)

    def _icon_area(self, x: float, y: float) -> Area:
        """Square of an icon, centred on the capitals next to it."""
        side, middle = self._look.size * 0.44, y + self._look.size * 0.3528 * 0.65 / 2
        return Area(x, middle - side / 2, side, side)

    def _drawn(self, setting: FittedText, area: Area, colour: str = INK) -> Iterator[DrawnPart]:
        yield from setting.drawn(area, colour)

    def grid(self, section: Section) -> Iterator[Block]:
        half = (len(section.items) + 1) // 2
        indent = self._icon if any(item.icon for item in section.items) else 0.0
        for left, right in zip_longest(section.items[:half], section.items[half:]):
            yield self._pair(left, right, indent)

    def _pair(self, left: Item, right: Item | None, indent: float) -> Block:
        width = (self._width - _GUTTER) / 2
        figures = _FIGURES if left.values or (right and right.values) else 0.0
        cells = [(left, 0.0), *([(right, width + _GUTTER)] if right else [])]
        settings = [
            (item, start, self._pen.set(item.name, self._look, width - indent - figures, inf))
            for item, start in cells
        ]
        height = max(setting.body if setting else 0.0 for _, _, setting in settings)

        def draw(x: float, y: float) -> Iterator[DrawnPart]:
            for item, start, setting in settings:
                yield from self._pen.icon(item.icon, self._icon_area(x + start, y))
                if setting:
                    yield from self._drawn(setting, Area(x + start + indent, y, width - indent, height))
                figure = self._pen.set("".join(item.values), self._right, figures, inf)
                if figure:
                    area = Area(x + start + width - figures, y, figures, height)
                    yield from self._drawn(figure, area, DEEP)

        return Block(height, _GAP * self._scale, draw)

    @property
    def _right(self) -> TextLook:
        return self._bold._replace(align="right", lines=1)

    def table(self, section: Section) -> Iterator[Block]:
        heads = section.heads
        first, *names = heads
        cell = self._cell(names)
        yield self._row(first, tuple(names), cell, len(names), is_head=True)
        *rows, last = section.items
        for item in rows:
            yield self._row(item.name, item.values, cell, len(names))
        yield self._row(last.name, last.values, cell, len(names))._replace(after=_GAP * self._scale / 2)

    def _cell(self, heads: list[str]) -> float:
        """Width of a table's columns: that of the widest heading, as long as the labels have enough room."""
        look = self._bold._replace(lines=1)
        settings = [self._pen.set(head, look, inf, inf) for head in heads]
        widest = max((setting.width + 2 for setting in settings if setting), default=0.0)
        return min(max(_CELL, widest), (1 - _LABELS) * self._width / len(heads))

    def _row(
        self, name: str, values: tuple[str, ...], cell: float, columns: int, *, is_head: bool = False
    ) -> Block:
        room = self._width - columns * cell
        look = self._bold if is_head else self._look
        label = self._pen.set(name, look, room - 2, inf)
        height = (label.body if label else 0.0) + 2 * _PADDING * self._scale
        span = cell * columns / len(values)
        figures = [
            self._pen.set(value, self._bold._replace(align="centre", least=6, lines=1), span - 0.5, inf)
            for value in values
        ]

        def draw(x: float, y: float) -> Iterator[DrawnPart]:
            if is_head:
                yield DrawnShape(rectangle(Area(x, y, self._width, height)), fill=TINT)
            top = y + _PADDING * self._scale
            if label:
                yield from self._drawn(label, Area(x + 1, top, room - 2, height))
            for number, figure in enumerate(figures):
                if figure:
                    yield from self._drawn(figure, Area(x + room + number * span, top, span, height), DEEP)
            line = y + height
            yield DrawnShape((("m", (x, line)), ("l", (x + self._width, line))), stroke=RULE, width=0.15)

        return Block(height, 0.0, draw)
