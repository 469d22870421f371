"""Set the sections of a reference card, each as pieces that lie one below the other."""

from __future__ import annotations

from itertools import zip_longest
from math import inf
from typing import TYPE_CHECKING, NamedTuple

from deckwright.press.aids.pen import DEEP, INK, RULE, TINT, Look
from deckwright.press.drawing.shapes import rectangle
from deckwright.press.parts import Area, Shape

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from deckwright.press.aids.pen import Pen
    from deckwright.press.aids.values import Item, Section
    from deckwright.press.lettering.fit import Setting
    from deckwright.press.parts import Drawn

WIDTH = 76.0
"""How wide the sections of a card are, in mm."""

HEAD_GAP = 2.6
"""How much room a section leaves above its head, in mm, where its texts do not shrink."""

_BODY, _HEAD, _LEAST = 9.5, 11.0, 7.0
_GAP, _ICON, _GUTTER, _FIGURES = 2.7, 5.8, 4.0, 7.5
_CELL = 7.5
_LABELS = 0.42
"""How much of a table's width its labels have at least."""


class Piece(NamedTuple):
    """What stands on a line of its own: its height, what is free after it, and what draws it at a place.

    A head has `before`, which is part of its height, free above it; at the top of a side it is left out.
    """

    height: float
    after: float
    draw: Callable[[float, float], Iterator[Drawn]]
    before: float = 0.0
    is_head: bool = False


def pieces_of(section: Section, pen: Pen, scale: float) -> Iterator[Piece]:
    """Set a section; `scale` is how far its texts shrink, though not below their least size."""
    setter = _Setter(pen, scale)
    yield setter.head(section.title)
    sorts = {"list": setter.items, "grid": setter.grid, "table": setter.table}
    yield from sorts[section.sort](section)


class _Setter:
    """Sets texts of one size."""

    def __init__(self, pen: Pen, scale: float) -> None:
        self._pen, self._scale = pen, scale
        size = max(_LEAST, _BODY * scale)
        self._look = Look(size, size)
        self._bold = self._look._replace(weight=700)
        self._icon = _ICON * max(scale, 0.8)

    def head(self, title: str) -> Piece:
        look = Look(max(8.0, _HEAD * self._scale), 8, 800, DEEP, lines=1)
        setting = self._pen.set(title, look, WIDTH, inf)
        height = setting.body if setting else 0.0
        above = HEAD_GAP * self._scale

        def draw(x: float, y: float) -> Iterator[Drawn]:
            if setting:
                yield from setting.drawn(Area(x, y + above, WIDTH, height), DEEP)
            line = y + above + height + 1.5
            yield Shape((("m", (x, line)), ("l", (x + WIDTH, line))), stroke=DEEP, width=0.35)

        return Piece(above + height + 1.5, 1.9, draw, above, is_head=True)

    def items(self, section: Section) -> Iterator[Piece]:
        indent = self._icon if any(item.icon for item in section.items) else 0.0
        for item in section.items:
            yield self._item(item, indent)

    def _item(self, item: Item, indent: float) -> Piece:
        setting = self._pen.set(item.text, self._look, WIDTH - indent, inf, lead=item.name)
        height = setting.body if setting else 0.0

        def draw(x: float, y: float) -> Iterator[Drawn]:
            yield from self._pen.icon(item.icon, self._icon_area(x, y))
            if setting:
                yield from self._drawn(setting, Area(x + indent, y, WIDTH - indent, height))

        return Piece(height, _GAP * self._scale, draw)

    def _icon_area(self, x: float, y: float) -> Area:
        """Give the square of an icon whose middle is that of the capitals beside it."""
        side, middle = self._look.size * 0.44, y + self._look.size * 0.3528 * 0.65 / 2
        return Area(x, middle - side / 2, side, side)

    def _drawn(self, setting: Setting, area: Area, colour: str = INK) -> Iterator[Drawn]:
        yield from setting.drawn(area, colour)

    def grid(self, section: Section) -> Iterator[Piece]:
        half = (len(section.items) + 1) // 2
        indent = self._icon if any(item.icon for item in section.items) else 0.0
        for left, right in zip_longest(section.items[:half], section.items[half:]):
            yield self._pair(left, right, indent)

    def _pair(self, left: Item, right: Item | None, indent: float) -> Piece:
        width = (WIDTH - _GUTTER) / 2
        figures = _FIGURES if left.values or (right and right.values) else 0.0
        cells = [(left, 0.0), *([(right, width + _GUTTER)] if right else [])]
        settings = [
            (item, start, self._pen.set(item.name, self._look, width - indent - figures, inf))
            for item, start in cells
        ]
        height = max(setting.body if setting else 0.0 for _, _, setting in settings)

        def draw(x: float, y: float) -> Iterator[Drawn]:
            for item, start, setting in settings:
                yield from self._pen.icon(item.icon, self._icon_area(x + start, y))
                if setting:
                    yield from self._drawn(setting, Area(x + start + indent, y, width - indent, height))
                figure = self._pen.set("".join(item.values), self._right, figures, inf)
                if figure:
                    area = Area(x + start + width - figures, y, figures, height)
                    yield from self._drawn(figure, area, DEEP)

        return Piece(height, _GAP * self._scale, draw)

    @property
    def _right(self) -> Look:
        return self._bold._replace(align="right", lines=1)

    def table(self, section: Section) -> Iterator[Piece]:
        heads = section.heads
        cell = min(_CELL, (1 - _LABELS) * WIDTH / len(heads))
        first, *names = heads
        yield self._row(first, tuple(names), cell, len(names), is_head=True)
        *rows, last = section.items
        for item in rows:
            yield self._row(item.name, item.values, cell, len(names))
        yield self._row(last.name, last.values, cell, len(names))._replace(after=_GAP * self._scale / 2)

    def _row(
        self, name: str, values: tuple[str, ...], cell: float, columns: int, *, is_head: bool = False
    ) -> Piece:
        room = WIDTH - columns * cell
        look = self._bold if is_head else self._look
        label = self._pen.set(name, look, room - 2, inf)
        height = (label.body if label else 0.0) + 2.4 * self._scale
        span = cell * columns / len(values)
        figures = [
            self._pen.set(value, self._bold._replace(align="centre", least=6, lines=1), span - 0.5, inf)
            for value in values
        ]

        def draw(x: float, y: float) -> Iterator[Drawn]:
            if is_head:
                yield Shape(rectangle(Area(x, y, WIDTH, height)), fill=TINT)
            top = y + 1.2 * self._scale
            if label:
                yield from self._drawn(label, Area(x + 1, top, room - 2, height))
            for number, figure in enumerate(figures):
                if figure:
                    yield from self._drawn(figure, Area(x + room + number * span, top, span, height), DEEP)
            line = y + height
            yield Shape((("m", (x, line)), ("l", (x + WIDTH, line))), stroke=RULE, width=0.15)

        return Piece(height, 0.0, draw)
