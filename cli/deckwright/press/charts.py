"""Charts: bars and columns under a heading, as SVG or PNG."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Literal, NamedTuple

from deckwright.press.drawing.words import check_letters
from deckwright.press.graphics.parts import Area, DrawnShape, rectangle
from deckwright.press.sheets.sheet import SmallText, draw_small_text
from deckwright.press.writing.raster import SingleDrawing, save_drawing

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from deckwright.findings import Finding
    from deckwright.press.graphics.parts import DrawnPart
    from deckwright.press.looks.styles import Align


# Content of a chart, as plain values, for drawing it or writing it as text.


class Bar(NamedTuple):
    """Bar or column: its label, its value, and the value as text, `briefly` if there is little room.

    `series` is the number of its colour, from 0.
    """

    label: str
    value: float
    text: str
    series: int = 0
    briefly: str = ""


class Panel(NamedTuple):
    """Values under a title, as horizontal `bars` or vertical `columns`.

    `most` is the value of a bar of full length. `keys` are the names of the series, if there are several.
    """

    title: str
    note: str
    bars: tuple[Bar, ...]
    style: Literal["bars", "columns"] = "bars"
    most: float = 0.0
    keys: tuple[str, ...] = ()

    @property
    def full(self) -> float:
        """Value of a bar of full length: never 0."""
        return self.most or max((bar.value for bar in self.bars), default=0) or 1


class Chart(NamedTuple):
    """Panels under one title, in a language."""

    title: str
    subtitle: str
    panels: tuple[Panel, ...]
    language: str


# Drawings of charts: panels in two columns under a title, in millimetres from the top left corner of the
# page.

WIDTH = 210.0
_MARGIN, _GUTTER, _HEAD = 12.0, 10.0, 18.0
_COLUMN = (WIDTH - 2 * _MARGIN - _GUTTER) / 2
_TITLE, _ROW, _AFTER = 10.5, 5.4, 7.0
_LABEL, _VALUE = 34.0, 17.0
_COLUMN_HEIGHT, _TIGHT, _NARROW = 30.0, 9.0, 2.9
_INK, _SOFT, _TRACK, _PAPER = "#20303c", "#5d6b75", "#eef1f3", "#ffffff"
_SERIES = ("#1f6f8b", "#d9822b", "#6b8e23", "#8e4585")
"""Colours of series; colour-blind people can distinguish the first two, which also differ in grey."""


class _Type(NamedTuple):
    """Look of a text: its size in points, colour, weight and alignment."""

    size: float
    colour: str = _INK
    weight: int = 400
    align: Align = "left"


_PAGE_TITLE, _PAGE_NOTE = _Type(17, weight=700), _Type(9.5, _SOFT)
_PANEL_TITLE, _PANEL_NOTE = _Type(11, weight=700), _Type(8, _SOFT)
_BAR_LABEL, _BAR_VALUE = _Type(9), _Type(9, weight=700)
_COLUMN_LABEL, _COLUMN_VALUE = _Type(9, align="centre"), _Type(8, weight=700, align="centre")


class Drawing(NamedTuple):
    """Parts of a chart, and the size of its page."""

    parts: list[DrawnPart]
    size: tuple[float, float]


def draw_chart(chart: Chart) -> Drawing:
    """Draw a chart on a page as high as its panels need."""
    places = list(_places(chart))
    height = max((y + _height(panel) for panel, _, y in places), default=_HEAD) + _MARGIN - _AFTER
    painter = _Painter(chart.language)
    parts: list[DrawnPart] = [DrawnShape(rectangle(Area(0, 0, WIDTH, height)), fill=_PAPER)]
    parts += painter.text(chart.title, Area(_MARGIN, _MARGIN - 2, WIDTH - 2 * _MARGIN, 9), _PAGE_TITLE)
    parts += painter.text(chart.subtitle, Area(_MARGIN, _MARGIN + 6, WIDTH - 2 * _MARGIN, 6), _PAGE_NOTE)
    for panel, x, y in places:
        parts += painter.panel(panel, x, y)
    return Drawing(parts, (WIDTH, height))


def _places(chart: Chart) -> Iterator[tuple[Panel, float, float]]:
    """Yield the place of each panel, which is always in the shorter column."""
    below = [_MARGIN + _HEAD, _MARGIN + _HEAD]
    for panel in chart.panels:
        column = below.index(min(below))
        yield panel, _MARGIN + column * (_COLUMN + _GUTTER), below[column]
        below[column] += _height(panel)


def _height(panel: Panel) -> float:
    inside = _COLUMN_HEIGHT + _ROW if panel.style == "columns" else len(panel.bars) * _ROW
    return _TITLE + inside + (_ROW if panel.keys else 0) + _AFTER


class _Painter:
    """Draws the parts of a chart in one language."""

    def __init__(self, language: str) -> None:
        self._language = language

    def text(self, text: str, area: Area, look: _Type) -> Iterator[DrawnPart]:
        """Draw a text on one line, at the top of an area."""
        small = SmallText(text, area, look.size, look.align, look.colour, weight=look.weight)
        yield from draw_small_text(small, self._language)

    def panel(self, panel: Panel, x: float, y: float) -> Iterator[DrawnPart]:
        """Draw a panel with its top left corner at a place."""
        yield from self.text(panel.title, Area(x, y, _COLUMN, 5), _PANEL_TITLE)
        yield from self.text(panel.note, Area(x, y + 4.6, _COLUMN, 5), _PANEL_NOTE)
        y += _TITLE
        if panel.keys:
            yield from self._keys(panel.keys, x, y)
            y += _ROW
        yield from (self._columns if panel.style == "columns" else self._bars)(panel, x, y)

    def _keys(self, keys: tuple[str, ...], x: float, y: float) -> Iterator[DrawnPart]:
        width = _COLUMN / len(keys)
        for number, key in enumerate(keys):
            yield DrawnShape(rectangle(Area(x + number * width, y + 0.3, 2.6, 2.6)), fill=_SERIES[number])
            yield from self.text(key, Area(x + number * width + 4, y, width - 5, 5), _PANEL_NOTE)

    def _bars(self, panel: Panel, x: float, y: float) -> Iterator[DrawnPart]:
        room = _COLUMN - _LABEL - _VALUE
        for number, bar in enumerate(panel.bars):
            top = y + number * _ROW
            if not bar.series:
                yield from self.text(bar.label, Area(x, top, _LABEL - 2, 5), _BAR_LABEL)
            yield DrawnShape(rectangle(Area(x + _LABEL, top, room, 3.4)), fill=_TRACK)
            length = room * bar.value / panel.full
            yield DrawnShape(rectangle(Area(x + _LABEL, top, length, 3.4)), fill=_SERIES[bar.series])
            yield from self.text(bar.text, Area(x + _LABEL + room + 2, top, _VALUE - 2, 5), _BAR_VALUE)

    def _columns(self, panel: Panel, x: float, y: float) -> Iterator[DrawnPart]:
        """Draw columns; those with the same label are side by side."""
        groups = [(label, list(bars)) for label, bars in groupby(panel.bars, lambda bar: bar.label)]
        width = _COLUMN / max(len(groups), 1)
        yield DrawnShape(rectangle(Area(x, y + _COLUMN_HEIGHT, _COLUMN, 0.3)), fill=_SOFT)
        for number, (label, bars) in enumerate(groups):
            left = x + number * width
            yield from self._group(panel, bars, Area(left, y, width, _COLUMN_HEIGHT))
            yield from self.text(label, Area(left, y + _COLUMN_HEIGHT + 0.8, width, 5), _COLUMN_LABEL)

    def _group(self, panel: Panel, bars: list[Bar], area: Area) -> Iterator[DrawnPart]:
        gap = min(1.6, 0.12 * area.width)
        width = min(14.0, (area.width - 2 * gap) / len(bars))
        left = area.centre[0] - width * len(bars) / 2
        for number, bar in enumerate(bars):
            height = (area.height - 5) * bar.value / panel.full
            x, top = left + number * width, area.y + area.height - height
            yield DrawnShape(rectangle(Area(x + 0.2, top, width - 0.4, height)), fill=_SERIES[bar.series])
            if width > _NARROW:
                room = Area(x + 0.5, top - 4, width - 1, 4)
                shown = bar.briefly if bar.briefly and width < _TIGHT else bar.text
                yield from self.text(shown, room, _COLUMN_VALUE)


# Charts in files: as SVG, with embedded fonts, or as PNG.


def save_chart(chart: Chart, path: Path) -> list[Finding]:
    """Write a chart as .svg or .png, completely or not at all, and return findings about its letters.

    Raises:
        InputError: the file is not writable.
    """
    parts, size = draw_chart(chart)
    label = f"{chart.title}. {chart.subtitle}"
    save_drawing(SingleDrawing(chart.title, label, chart.language, parts, size), path)
    return list(dict.fromkeys(check_letters(parts)))
