"""Icons as outlines: from icon fonts, or from a game's own SVG files."""

from __future__ import annotations

from dataclasses import replace
from functools import cache, lru_cache
from itertools import pairwise
from struct import unpack_from
from typing import TYPE_CHECKING, NamedTuple

from deckwright.errors import InputError
from deckwright.findings import Where
from deckwright.messages import tr
from deckwright.press.graphics.font_files import font_tables
from deckwright.press.graphics.svg import Pen
from deckwright.resources import icon_file, icon_names

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from deckwright.press.graphics.parts import Drawing, DrawnShape
    from deckwright.press.graphics.parts import Path as Outline


# Outlines of single glyphs of a TrueType font, from the tables `cmap`, `loca` and `glyf`.
#
# A deck shows a dozen icons of a font with thousands, so only those are read. The names are from the OpenType
# specification.

_ON, _X_SHORT, _Y_SHORT, _REPEAT, _X_SAME, _Y_SAME = 0x01, 0x02, 0x04, 0x08, 0x10, 0x20
_WORDS, _ARE_XY, _SCALE, _MORE, _XY_SCALE, _MATRIX = 0x01, 0x02, 0x08, 0x20, 0x40, 0x80


class Point(NamedTuple):
    """Point of a contour, which is on the curve, or is a control point."""

    x: float
    y: float
    is_on: bool

    @property
    def xy(self) -> tuple[float, float]:
        """Place of the point."""
        return self.x, self.y

    def halfway(self, other: Point) -> Point:
        """Point on the curve, between this one and another."""
        return Point((self.x + other.x) / 2, (self.y + other.y) / 2, is_on=True)


GLYPH_TABLES = ("cmap", "glyf", "head", "hhea", "hmtx", "loca")
"""OpenType tables that have the outlines of a font."""


class Glyphs:
    """Glyphs of one font, whose `GLYPH_TABLES` these are. Lengths are in units of the font."""

    def __init__(self, tables: Mapping[str, bytes]) -> None:
        self._tables = tables
        self.ascent, self.descent = unpack_from(">hh", self._tables["hhea"], 4)
        self._long = unpack_from(">h", self._tables["head"], 50)[0] == 1
        self._metrics = unpack_from(">H", self._tables["hhea"], 34)[0]

    def glyph(self, code: int) -> int:
        """Glyph of a character; 0 if the font does not have it."""
        cmap = self._tables["cmap"]
        count = unpack_from(">H", cmap, 2)[0]
        starts = [unpack_from(">I", cmap, 8 + 8 * index)[0] for index in range(count)]
        forms = {unpack_from(">H", cmap, start)[0]: start for start in starts}
        if 12 in forms:  # noqa: PLR2004 - the form of a table
            return self._in_groups(code, forms[12])
        return self._in_segments(code, forms[4]) if 4 in forms else 0  # noqa: PLR2004 - likewise

    def _in_groups(self, code: int, at: int) -> int:
        cmap = self._tables["cmap"]
        for index in range(unpack_from(">I", cmap, at + 12)[0]):
            first, last, glyph = unpack_from(">3I", cmap, at + 16 + 12 * index)
            if first <= code <= last:
                return int(glyph + code - first)
        return 0

    def _in_segments(self, code: int, at: int) -> int:
        cmap = self._tables["cmap"]
        size = unpack_from(">H", cmap, at + 6)[0]
        for place in range(at + 14, at + 14 + size, 2):
            last = unpack_from(">H", cmap, place)[0]
            if code <= last:
                first = unpack_from(">H", cmap, place + 2 + size)[0]
                delta, offset = unpack_from(">H", cmap, place + 2 + 2 * size)[0], place + 2 + 3 * size
                shift = unpack_from(">H", cmap, offset)[0]
                if code < first:
                    return 0
                if not shift:
                    return int(code + delta) % 0x10000
                glyph = unpack_from(">H", cmap, offset + shift + 2 * (code - first))[0]
                return int(glyph + delta) % 0x10000 if glyph else 0
        return 0

    def advance(self, glyph: int) -> int:
        """Advance width of a glyph."""
        width: int = unpack_from(">H", self._tables["hmtx"], 4 * min(glyph, self._metrics - 1))[0]
        return width

    def draw(self, glyph: int, pen: Pen) -> None:
        """Draw a glyph's outline with a pen."""
        for contour in self.contours(glyph):
            _draw_contour(contour, pen)

    def contours(self, glyph: int) -> list[list[Point]]:
        """Closed contours of a glyph."""
        loca, data = self._tables["loca"], self._tables["glyf"]
        if self._long:
            start, end = unpack_from(">2I", loca, 4 * glyph)
        else:
            start, end = (2 * half for half in unpack_from(">2H", loca, 2 * glyph))
        if start == end:
            return []
        count = unpack_from(">h", data, start)[0]
        return _simple(data, start, count) if count >= 0 else self._composite(data, start + 10)

    def _composite(self, data: bytes, at: int) -> list[list[Point]]:
        contours: list[list[Point]] = []
        flags = _MORE
        while flags & _MORE:
            flags, glyph = unpack_from(">2H", data, at)
            x, y = unpack_from(">2h" if flags & _WORDS else ">2b", data, at + 4)
            at += 8 if flags & _WORDS else 6
            a, b, c, d, at = _matrix(data, at, flags)
            x, y = (x, y) if flags & _ARE_XY else (0, 0)
            contours += [
                [Point(a * px + c * py + x, b * px + d * py + y, on) for px, py, on in contour]
                for contour in self.contours(glyph)
            ]
        return contours


def _matrix(data: bytes, at: int, flags: int) -> tuple[float, float, float, float, int]:
    """Scale of a component, and the offset after it."""
    count = 4 if flags & _MATRIX else 2 if flags & _XY_SCALE else 1 if flags & _SCALE else 0
    parts = [part / 0x4000 for part in unpack_from(f">{count}h", data, at)]
    after = at + 2 * count
    match parts:
        case [a, b, c, d]:
            return a, b, c, d, after
        case [across, down]:
            return across, 0.0, 0.0, down, after
        case [both]:
            return both, 0.0, 0.0, both, after
    return 1.0, 0.0, 0.0, 1.0, after


def _simple(data: bytes, start: int, count: int) -> list[list[Point]]:
    ends = unpack_from(f">{count}H", data, start + 10)
    at = start + 12 + 2 * count + unpack_from(">H", data, start + 10 + 2 * count)[0]
    total = ends[-1] + 1 if ends else 0
    flags: list[int] = []
    while len(flags) < total:
        flag = data[at]
        at += 1
        times = 1
        if flag & _REPEAT:
            times += data[at]
            at += 1
        flags += [flag] * times
    xs, at = _numbers(data, at, flags, _X_SHORT, _X_SAME)
    ys, _ = _numbers(data, at, flags, _Y_SHORT, _Y_SAME)
    points = [Point(x, y, bool(flag & _ON)) for x, y, flag in zip(xs, ys, flags, strict=True)]
    begins = [0, *(end + 1 for end in ends[:-1])]
    return [points[begin : end + 1] for begin, end in zip(begins, ends, strict=True)]


def _numbers(data: bytes, at: int, flags: list[int], short: int, same: int) -> tuple[list[int], int]:
    """Coordinates along one axis, which are stored as differences."""
    numbers: list[int] = []
    number = 0
    for flag in flags:
        if flag & short:
            number += data[at] if flag & same else -data[at]
            at += 1
        elif not flag & same:
            number += unpack_from(">h", data, at)[0]
            at += 2
        numbers.append(number)
    return numbers, at


def _draw_contour(points: list[Point], pen: Pen) -> None:
    """Draw a closed contour; between two control points there is a point on the curve, halfway."""
    full: list[Point] = []
    for number, point in enumerate(points):
        before = points[number - 1]
        if not point.is_on and not before.is_on:
            full.append(point.halfway(before))
        full.append(point)
    first = next(number for number, point in enumerate(full) if point.is_on)
    full = full[first:] + full[: first + 1]
    pen.move(full[0].xy)
    for number, (before, point) in enumerate(pairwise(full), 1):
        if point.is_on and before.is_on:
            if number < len(full) - 1:
                pen.line(point.xy)
        elif point.is_on:
            pen.curve(before.xy, point.xy)
    pen.close()


# Icons as outlines, from the icon fonts of the qtawesome package or from a game's own SVG.
#
# An icon has one colour, which is chosen where it is drawn. It is an outline rather than a character, so text
# that is copied or searched has no stray characters.


class Icon(NamedTuple):
    """Outline as PDF path operators, y upwards, in units of its own.

    `ink` is the bounding box of the outline; `left`, `bottom` and `side` are the square it was designed in. A line `f` or
    `f*` among the operators fills the path before it, by the non-zero or the even-odd rule; `S`, `B` and `B*` draw lines, as
    wide as the line that ends with `w` says. The last path is filled where the icon is drawn, unless it has lines.
    """

    operators: str
    ink: tuple[float, float, float, float]
    left: float
    bottom: float
    side: float
    even_odd: bool = False

    @property
    def lines(self) -> list[str]:
        """All operators, each on a line of its own."""
        operators = self.operators.split("\n")
        return operators if operators[-1] in LINE_PAINTS else [*operators, "f*" if self.even_odd else "f"]

    @property
    def has_lines(self) -> bool:
        """Whether some of its paths are drawn as lines."""
        return any(operator in LINE_PAINTS for operator in self.operators.split("\n"))


LINE_PAINTS = {"S", "B", "B*"}
"""Operators that draw a path as a line: without a fill, and with one by either rule."""


class IconSet(NamedTuple):
    """Icon font: its file in qtawesome, without version and extension, and its credits."""

    font: str
    notice: str


SETS = {
    "mdi": IconSet(
        "materialdesignicons6-webfont",
        "Material Design Icons 6: Pictogrammers (Apache-2.0)",
    ),
    "ph": IconSet("phosphor", "Phosphor 1.3: Phosphor Icons (MIT)"),
    "fa": IconSet(
        "fontawesome6-solid-webfont",
        "Font Awesome Free 6: Fonticons, Inc. (CC-BY-4.0, font OFL-1.1)",
    ),
}
"""Icon fonts, by the prefix of their icons' names."""


def icon(name: str, assets: Mapping[str, bytes]) -> Icon | None:
    """Icon `mdi:…`, `ph:…` or `fa:…`, or a game's own; None if the name is unknown.

    Raises:
        InputError: the game's file is not a supported drawing, or has nothing to draw.
    """
    prefix, _, rest = name.rpartition(":")
    if prefix:
        return _glyph(prefix, rest) if has_icon(name, assets) else None
    file = f"icons/{name}.svg"
    return _own(assets[file], file) if file in assets else None


def icon_colours(name: str, assets: Mapping[str, bytes]) -> tuple[str, ...]:
    """Colours of a game's own drawing, which an icon replaces by one.

    Raises:
        InputError: as `icon` does.
    """
    file = f"icons/{name}.svg"
    return _svg(assets[file], file).colours


def icon_drawing(name: str, assets: Mapping[str, bytes]) -> Drawing | None:
    """Drawing of a game's own icon in its own colours; None for an icon of a font.

    Raises:
        InputError: as `icon` does.
    """
    file = f"icons/{name}.svg"
    return _svg(assets[file], file).drawing if file in assets else None


def _own(svg: bytes, file: str) -> Icon:
    return _svg(svg, file).icon


def has_icon(name: str, assets: Mapping[str, bytes]) -> bool:
    """Whether there is an icon of that name."""
    prefix, _, rest = name.rpartition(":")
    return rest in icon_names(prefix) if prefix else f"icons/{name}.svg" in assets


@cache
def _font(prefix: str) -> Glyphs:
    return Glyphs(font_tables(icon_file(SETS[prefix].font, ".ttf").read_bytes(), GLYPH_TABLES))


@cache
def _glyph(prefix: str, name: str) -> Icon:
    font = _font(prefix)
    glyph = font.glyph(icon_names(prefix)[name])
    pen, advance = Pen(), font.advance(glyph)
    font.draw(glyph, pen)
    side = max(advance, font.ascent - font.descent)
    bottom = (font.ascent + font.descent - side) / 2
    return Icon("\n".join(pen.operators), pen.box, (advance - side) / 2, bottom, side)


class _OwnIcon(NamedTuple):
    """A game's own icon, the colours of its file, and its drawing in these."""

    icon: Icon
    colours: tuple[str, ...]
    drawing: Drawing


_MOST_DRAWINGS = 1_000
"""Drawings that are kept, those used last: a live page reads a new one with each change of an icon."""


@lru_cache(maxsize=_MOST_DRAWINGS)
def _svg(data: bytes, file: str) -> _OwnIcon:
    """Read a drawing, whose shapes are filled one by one, as in other programs."""
    from deckwright.press.graphics.svg import read_drawing

    try:
        drawing = read_drawing(data, file, as_icon=True)
    except InputError as fault:
        findings = [replace(one, rule="bad-icon") for one in fault.findings]
        raise InputError("bad-icon", fault.message, where=fault.where, findings=findings) from fault
    operators: list[str] = []
    boxes: list[tuple[float, float, float, float]] = []
    for shape in drawing.shapes:
        pen = Pen()
        _draw_upright(shape.path, pen)
        operators += [*_line_look(shape), *pen.operators, _paint(shape)]
        boxes.append(_widened(pen.box, shape.width / 2 if shape.stroke else 0.0))
    if operators[-1] not in LINE_PAINTS:
        operators.pop()
    ends = list(zip(*boxes, strict=True))
    left, bottom, right, top = min(ends[0]), min(ends[1]), max(ends[2]), max(ends[3])
    ink = left, bottom, right, top
    if not (right > left and top > bottom):
        message = tr(
            "This SVG has nothing to draw: only paths and shapes are supported, not text or pictures."
        )
        raise InputError("bad-icon", message, where=Where(file, 1, 1))
    side = max(drawing.width, drawing.height)
    left = drawing.left + drawing.width / 2 - side / 2
    bottom = -(drawing.top + drawing.height / 2) - side / 2
    found = Icon("\n".join(operators), ink, left, bottom, side, drawing.shapes[-1].even_odd)
    colours = (str(colour) for shape in drawing.shapes for colour in (shape.fill, shape.stroke) if colour)
    return _OwnIcon(found, tuple(dict.fromkeys(colours)), drawing)


def _line_look(shape: DrawnShape) -> list[str]:
    """Operators for the width, ends, corners and dashes of a shape's line; none for a shape without one."""
    if not shape.stroke:
        return []
    dash = " ".join(f"{part:g}" for part in shape.dash)
    return [f"{shape.width:.3f} w", f"{shape.cap} J", f"{shape.join} j", f"[{dash}] 0 d"]


def _paint(shape: DrawnShape) -> str:
    """Operator that fills a path, draws it as a line, or both."""
    paint = {(True, True): "B", (True, False): "f", (False, True): "S"}[bool(shape.fill), bool(shape.stroke)]
    return f"{paint}*" if shape.fill and shape.even_odd else paint


def _widened(box: tuple[float, float, float, float], by: float) -> tuple[float, float, float, float]:
    left, bottom, right, top = box
    return left - by, bottom - by, right + by, top + by


def _draw_upright(path: Outline, pen: Pen) -> None:
    """Draw a path with y upwards, which runs downwards in an SVG."""
    draw: dict[str, Callable[..., None]] = {"m": pen.move, "l": pen.line, "c": pen.cubic, "h": pen.close}
    for step, numbers in path:
        draw[step](*[(x, -y) for x, y in zip(numbers[::2], numbers[1::2], strict=True)])
