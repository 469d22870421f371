"""Charts: bars and columns under a heading, as SVG or PNG."""

from __future__ import annotations

import io
from html import escape
from itertools import groupby
from typing import TYPE_CHECKING, Literal, NamedTuple

import deckwright
from deckwright.press.graphics.parts import Area, Shape, rectangle
from deckwright.press.sheets.marks import Small, small_type
from deckwright.press.typesetting.words import wrong_letters

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from deckwright.findings import Finding
    from deckwright.press.faces.face import Align
    from deckwright.press.graphics.parts import Drawn


# What a chart shows, as plain values, for whoever draws it or writes it as text.


class Bar(NamedTuple):
    """One value: what it is called, how large it is, and how that is said, `briefly` where there is little room.

    `series` counts colours from 0.
    """

    label: str
    value: float
    said: str
    series: int = 0
    briefly: str = ""


class Panel(NamedTuple):
    """Some values under a head, as `bars` that lie below each other or `columns` that stand beside each other.

    `most` is the value of a bar that fills its room. `keys` name the series, where there are several.
    """

    title: str
    note: str
    bars: tuple[Bar, ...]
    style: Literal["bars", "columns"] = "bars"
    most: float = 0.0
    keys: tuple[str, ...] = ()

    @property
    def full(self) -> float:
        """Give the value of a bar that fills its room: never 0."""
        return self.most or max((bar.value for bar in self.bars), default=0) or 1


class Chart(NamedTuple):
    """Panels under one title, in a language."""

    title: str
    subtitle: str
    panels: tuple[Panel, ...]
    language: str


# Draw a chart: panels in two columns under a title, in millimetres from the top left corner of its page.

WIDTH = 210.0
_MARGIN, _GUTTER, _HEAD = 12.0, 10.0, 18.0
_COLUMN = (WIDTH - 2 * _MARGIN - _GUTTER) / 2
_TITLE, _ROW, _AFTER = 10.5, 5.4, 7.0
_LABEL, _SAID = 34.0, 17.0
_STAND, _TIGHT, _NARROW = 30.0, 9.0, 2.9
_INK, _SOFT, _TRACK, _PAPER = "#20303c", "#5d6b75", "#eef1f3", "#ffffff"
_SERIES = ("#1f6f8b", "#d9822b", "#6b8e23", "#8e4585")
"""Colours of series; the first two also differ to colour-blind eyes, and in grey."""


class Drawing(NamedTuple):
    """The parts of a chart, and the size of its page."""

    parts: list[Drawn]
    size: tuple[float, float]


def draw_chart(chart: Chart) -> Drawing:
    """Draw a chart; its page is as high as its panels need."""
    places = list(_places(chart))
    height = max((y + _height(panel) for panel, _, y in places), default=_HEAD) + _MARGIN - _AFTER
    pen = _Pen(chart.language)
    parts: list[Drawn] = [Shape(rectangle(Area(0, 0, WIDTH, height)), fill=_PAPER)]
    parts += pen.text(chart.title, Area(_MARGIN, _MARGIN - 2, WIDTH - 2 * _MARGIN, 9), 17, weight=700)
    parts += pen.text(chart.subtitle, Area(_MARGIN, _MARGIN + 6, WIDTH - 2 * _MARGIN, 6), 9.5, colour=_SOFT)
    for panel, x, y in places:
        parts += pen.panel(panel, x, y)
    return Drawing(parts, (WIDTH, height))


def _places(chart: Chart) -> Iterator[tuple[Panel, float, float]]:
    """Yield where each panel stands: always in the column that is shorter so far."""
    below = [_MARGIN + _HEAD, _MARGIN + _HEAD]
    for panel in chart.panels:
        column = below.index(min(below))
        yield panel, _MARGIN + column * (_COLUMN + _GUTTER), below[column]
        below[column] += _height(panel)


def _height(panel: Panel) -> float:
    inside = _STAND + _ROW if panel.style == "columns" else len(panel.bars) * _ROW
    return _TITLE + inside + (_ROW if panel.keys else 0) + _AFTER


class _Pen:
    """Draws the parts of a chart in one language."""

    def __init__(self, language: str) -> None:
        self._language = language

    def text(  # noqa: PLR0913 - how a text looks, each thing on its own
        self,
        text: str,
        area: Area,
        size: float,
        *,
        align: Align = "left",
        colour: str = _INK,
        weight: int = 400,
    ) -> Iterator[Drawn]:
        """Draw a text on one line, at the top of an area."""
        return small_type(Small(text, area, size, align, colour, weight=weight), self._language)

    def panel(self, panel: Panel, x: float, y: float) -> Iterator[Drawn]:
        """Draw a panel with its top left corner at a place."""
        yield from self.text(panel.title, Area(x, y, _COLUMN, 5), 11, weight=700)
        yield from self.text(panel.note, Area(x, y + 4.6, _COLUMN, 5), 8, colour=_SOFT)
        y += _TITLE
        if panel.keys:
            yield from self._keys(panel.keys, x, y)
            y += _ROW
        yield from (self._columns if panel.style == "columns" else self._bars)(panel, x, y)

    def _keys(self, keys: tuple[str, ...], x: float, y: float) -> Iterator[Drawn]:
        width = _COLUMN / len(keys)
        for number, key in enumerate(keys):
            yield Shape(rectangle(Area(x + number * width, y + 0.3, 2.6, 2.6)), fill=_SERIES[number])
            yield from self.text(key, Area(x + number * width + 4, y, width - 5, 5), 8, colour=_SOFT)

    def _bars(self, panel: Panel, x: float, y: float) -> Iterator[Drawn]:
        room = _COLUMN - _LABEL - _SAID
        for number, bar in enumerate(panel.bars):
            top = y + number * _ROW
            if not bar.series:
                yield from self.text(bar.label, Area(x, top, _LABEL - 2, 5), 9)
            yield Shape(rectangle(Area(x + _LABEL, top, room, 3.4)), fill=_TRACK)
            length = room * bar.value / panel.full
            yield Shape(rectangle(Area(x + _LABEL, top, length, 3.4)), fill=_SERIES[bar.series])
            yield from self.text(bar.said, Area(x + _LABEL + room + 2, top, _SAID - 2, 5), 9, weight=700)

    def _columns(self, panel: Panel, x: float, y: float) -> Iterator[Drawn]:
        """Draw columns; those of one label stand side by side."""
        groups = [(label, list(bars)) for label, bars in groupby(panel.bars, lambda bar: bar.label)]
        width = _COLUMN / max(len(groups), 1)
        yield Shape(rectangle(Area(x, y + _STAND, _COLUMN, 0.3)), fill=_SOFT)
        for number, (label, bars) in enumerate(groups):
            left = x + number * width
            yield from self._group(panel, bars, Area(left, y, width, _STAND))
            yield from self.text(label, Area(left, y + _STAND + 0.8, width, 5), 9, align="centre")

    def _group(self, panel: Panel, bars: list[Bar], area: Area) -> Iterator[Drawn]:
        gap = min(1.6, 0.12 * area.width)
        width = min(14.0, (area.width - 2 * gap) / len(bars))
        left = area.centre[0] - width * len(bars) / 2
        for number, bar in enumerate(bars):
            height = (area.height - 5) * bar.value / panel.full
            x, top = left + number * width, area.y + area.height - height
            yield Shape(rectangle(Area(x + 0.2, top, width - 0.4, height)), fill=_SERIES[bar.series])
            if width > _NARROW:
                room = Area(x + 0.5, top - 4, width - 1, 4)
                said = bar.briefly if bar.briefly and width < _TIGHT else bar.said
                yield from self.text(said, room, 8, align="centre", weight=700)


# Write a chart as a drawing (SVG) or a picture (PNG); both carry their letters with them.

_DPI = 200
_FIGURES = "text { font-variant-numeric: lining-nums; font-kerning: normal; }\n"
"""Figures as high as capitals, which the PDF has by itself."""


def check_chart(chart: Chart) -> list[Finding]:
    """List what is wrong with the letters of a chart."""
    return list(dict.fromkeys(wrong_letters(draw_chart(chart).parts)))


def chart_svg(chart: Chart) -> str:
    """Give a chart as an SVG document, whose fonts hold just the letters it shows."""
    from deckwright.press.writing.web import SvgFile, font_rules

    file = SvgFile({})
    drawn = draw_chart(chart)
    attributes = {
        "xmlns": "http://www.w3.org/2000/svg",
        "role": "img",
        "lang": chart.language,
        "aria-label": f"{chart.title}. {chart.subtitle}",
    }
    start, close, rest = file.drawing(drawn.parts, drawn.size, attributes).partition(">")
    said = escape("; ".join(file.credits), quote=False)
    style = f"<style>{_FIGURES}{font_rules(file.letters)}</style>"
    return f"{start}{close}<title>{escape(chart.title)}</title><desc>{said}</desc>{style}<defs>{file.definitions}</defs>{rest}\n"


def save_chart_png(chart: Chart, path: Path) -> None:
    """Write a chart as a picture of 200 dpi, whole.

    Raises:
        UsageError: what draws pictures is not installed.
        InputError: the file cannot be written.
    """
    from deckwright.press.targets.pictures import check_raster, pictures_of, pixels, save_png
    from deckwright.press.writing.document import PdfFile
    from deckwright.press.writing.operators import Content

    check_raster()
    drawn = draw_chart(chart)
    file = PdfFile({}, chart.language, drawn.size)
    content = Content(file)
    content.draw(drawn.parts)
    file.page(content, *drawn.size)
    out = io.BytesIO()
    file.save(out, {"title": chart.title, "creator": f"Deckwright {deckwright.__version__}"})
    width, height = drawn.size
    (picture,) = pictures_of(out.getvalue(), [(pixels(width, _DPI), pixels(height, _DPI))])
    save_png(picture, path, _DPI)
