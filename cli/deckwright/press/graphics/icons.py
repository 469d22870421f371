"""Icons as outlines: from icon fonts, or from a game's own SVG files."""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import pairwise
from struct import unpack_from
from typing import TYPE_CHECKING, NamedTuple
from unicodedata import category

from deckwright.errors import InputError
from deckwright.files.game_folder import FOLDER, own_icon_file
from deckwright.findings import Where
from deckwright.messages import tr
from deckwright.press.graphics.font_files import font_tables
from deckwright.press.graphics.parts import Area, DrawnShape, bounds_of_path, joined, rectangle
from deckwright.press.graphics.pictures import picture, pixels_of
from deckwright.resources import icon_file, icon_names

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from deckwright.press.graphics.parts import Drawing, Path, Pixels, Step


# Outlines of single glyphs of a TrueType font, from the tables `cmap`, `loca` and `glyf`.
#
# A deck shows a dozen icons of a font with thousands, so only those are read. The names are from the OpenType
# specification.

_ON, _X_SHORT, _Y_SHORT, _REPEAT, _X_SAME, _Y_SAME = 0x01, 0x02, 0x04, 0x08, 0x10, 0x20
_WORDS, _ARE_XY, _SCALE, _MORE, _XY_SCALE, _MATRIX = 0x01, 0x02, 0x08, 0x20, 0x40, 0x80


_XY = tuple[float, float]


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

    def path(self, glyph: int) -> Path:
        """Outline of a glyph, y upwards."""
        return tuple(step for contour in self.contours(glyph) for step in _steps(contour))

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


def _steps(points: list[Point]) -> Iterator[Step]:
    """Yield the steps of a closed contour; between two control points there is a point on the curve, halfway."""
    full: list[Point] = []
    for number, point in enumerate(points):
        before = points[number - 1]
        if not point.is_on and not before.is_on:
            full.append(point.halfway(before))
        full.append(point)
    first = next(number for number, point in enumerate(full) if point.is_on)
    full = full[first:] + full[: first + 1]
    start = full[0].xy
    yield "m", start
    for number, (before, point) in enumerate(pairwise(full), 1):
        if point.is_on and before.is_on:
            if number < len(full) - 1:
                yield "l", point.xy
        elif point.is_on:
            yield "c", _cubic(start, before.xy, point.xy)
        start = point.xy if point.is_on else start
    yield "h", ()


def _cubic(start: _XY, control: _XY, end: _XY) -> tuple[float, ...]:
    """Cubic curve of a quadratic one, which TrueType has."""
    (x0, y0), (cx, cy), (x1, y1) = start, control, end
    one = x0 + 2 / 3 * (cx - x0), y0 + 2 / 3 * (cy - y0)
    two = x1 + 2 / 3 * (cx - x1), y1 + 2 / 3 * (cy - y1)
    return *one, *two, *end


# Icons as outlines, from the icon fonts of the qtawesome package or from a game's own SVG.
#
# An icon has one colour, which is chosen where it is drawn. It is an outline rather than a character, so text
# that is copied or searched has no stray characters.


class Icon(NamedTuple):
    """Shapes of an icon, y upwards, in units of its own.

    `ink` are its left, bottom, right and top; `left`, `bottom` and `side` are the square it was designed in. What is filled, and
    what is drawn as a line, is in the colour of the icon.
    """

    shapes: tuple[DrawnShape, ...]
    ink: tuple[float, float, float, float]
    left: float
    bottom: float
    side: float

    @property
    def has_lines(self) -> bool:
        """Whether some of its paths are drawn as lines."""
        return any(shape.stroke for shape in self.shapes)


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
    if pixels := icon_picture(name, assets):
        return _square(picture(pixels, assets))
    own = _own(name, assets)
    return own.icon if own else None


def icon_colours(name: str, assets: Mapping[str, bytes]) -> tuple[str, ...]:
    """Colours of a game's own drawing, which an icon replaces by one; none if it keeps them.

    Raises:
        InputError: as `icon` does.
    """
    own = _own(name, assets)
    return own.colours if own and not own.keeps_colours else ()


def icon_drawing(name: str, assets: Mapping[str, bytes], *, keeping: bool = False) -> Drawing | None:
    """Drawing of a game's own icon in its own colours, None for another icon; `keeping`, only if it has gradients.

    Raises:
        InputError: as `icon` does.
    """
    own = _own(name, assets)
    return own.drawing if own and (own.keeps_colours or not keeping) else None


def icon_picture(name: str, assets: Mapping[str, bytes]) -> str:
    """Picture of a game's own icon that is made of pixels, such as `icons:coin.png`; '' for another icon."""
    file = own_icon_file(name, assets)
    is_picture = file.endswith(".png") or (file and pixels_of(assets[file]) in assets)
    return file.removeprefix(f"{FOLDER}/").replace("icons/", "icons:", 1) if is_picture else ""


def _own(name: str, assets: Mapping[str, bytes]) -> _OwnIcon | None:
    file = own_icon_file(name, assets)
    return _svg(assets[file], file) if file and not icon_picture(name, assets) else None


def _square(content: Pixels | Drawing) -> Icon:
    """Icon with the proportions of a picture, for texts around it."""
    width, height = content.width, content.height
    side, path = max(width, height), rectangle(Area(0, 0, width, height))
    left, bottom = (width - side) / 2, (height - side) / 2
    return Icon((DrawnShape(path, _BLACK),), (0, 0, width, height), left, bottom, side)


def has_icon(name: str, assets: Mapping[str, bytes]) -> bool:
    """Whether there is an icon of that name."""
    prefix, _, rest = name.rpartition(":")
    return rest in icon_names(prefix) if prefix else bool(own_icon_file(name, assets))


# Emoji and symbols that text fonts lack.

_SYMBOLS = {
    "★": "star",
    "☆": "star-outline",
    "♣": "cards-club",
    "♠": "cards-spade",
    "♡": "heart-outline",
    "⚔": "sword-cross",
    "🗡": "sword",
    "🏹": "bow-arrow",
    "🏰": "castle",
    "🪙": "circle-multiple",
    "✗": "close",
    "✘": "close-thick",
    "☐": "checkbox-blank-outline",
    "☑": "checkbox-marked-outline",
    "○": "circle-outline",
    "□": "square-outline",
    "▲": "triangle",
    "△": "triangle-outline",
    "◆": "rhombus",
    "◇": "rhombus-outline",
    "♢": "rhombus-outline",
    "☂": "umbrella",
    "✨": "creation",
}
"""Icons of `mdi` for symbols that `fa` lacks; its font has its own under the codes of hundreds of emoji."""


@cache
def symbol_icon(character: str) -> str:
    """Icon of a font for an emoji or a symbol, such as `fa:fire` for 🔥; '' if there is none.

    Characters for private use, as Word’s bullets, mean something else in every font.
    """
    if character in _SYMBOLS:
        return f"mdi:{_SYMBOLS[character]}"
    is_symbol = not character.isalnum() and category(character) != "Co"
    glyph = _font("fa").glyph(ord(character)) if is_symbol else 0
    return f"fa:{_names_of_glyphs()[glyph]}" if glyph in _names_of_glyphs() else ""


@cache
def _names_of_glyphs() -> dict[int, str]:
    """Names of the icons of `fa` by their glyphs."""
    font = _font("fa")
    return {font.glyph(code): name for name, code in reversed(icon_names("fa").items())}


@cache
def _font(prefix: str) -> Glyphs:
    return Glyphs(font_tables(icon_file(SETS[prefix].font, ".ttf").read_bytes(), GLYPH_TABLES))


@cache
def _glyph(prefix: str, name: str) -> Icon:
    font = _font(prefix)
    glyph = font.glyph(icon_names(prefix)[name])
    shape, advance = _upright(DrawnShape(font.path(glyph), _BLACK), 1), font.advance(glyph)
    side = max(advance, font.ascent - font.descent)
    bottom = (font.ascent + font.descent - side) / 2
    return Icon((shape,), _ink([shape]), (advance - side) / 2, bottom, side)


_BLACK = "#000000"


class _OwnIcon(NamedTuple):
    """A game's own icon, the colours of its file, and its drawing in these, which one with gradients keeps."""

    icon: Icon
    colours: tuple[str, ...]
    drawing: Drawing
    keeps_colours: bool


_MOST_DRAWINGS = 1_000
"""Drawings that are kept, those used last: a live page reads a new one with each change of an icon."""


@lru_cache(maxsize=_MOST_DRAWINGS)
def _svg(data: bytes, file: str) -> _OwnIcon:
    """Read a drawing, whose shapes are filled one by one, as in other programs."""
    from deckwright.press.graphics.svg import read_drawing

    keeps_colours = False
    try:
        drawing = read_drawing(data, file, as_icon=True)
    except InputError as fault:
        try:
            drawing, keeps_colours = read_drawing(data, file), True
        except InputError:
            findings = [finding._replace(rule="bad-icon") for finding in fault.findings]
            raise InputError("bad-icon", fault.message, where=fault.where, findings=findings) from fault
    plain = (shape._replace(fill=shape.fill and _BLACK) for shape in drawing.shapes)
    shapes = tuple(_upright(shape, -1) for shape in (plain if keeps_colours else drawing.shapes))
    left, bottom, right, top = ink = _ink(shapes)
    if not (right > left and top > bottom):
        message = tr(
            "This SVG has nothing to draw: only paths and shapes are supported, not text or pictures."
        )
        raise InputError("bad-icon", message, where=Where(file, 1, 1))
    side = max(drawing.width, drawing.height)
    left = drawing.left + drawing.width / 2 - side / 2
    bottom = -(drawing.top + drawing.height / 2) - side / 2
    upright = Icon(shapes, ink, left, bottom, side)
    colours = (str(colour) for shape in drawing.shapes for colour in (shape.fill, shape.stroke) if colour)
    return _OwnIcon(upright, tuple(dict.fromkeys(colours)), drawing, keeps_colours)


def _upright(shape: DrawnShape, down: int) -> DrawnShape:
    """Shape with y upwards, from a font (1), or from an SVG (-1), where it runs downwards; in thousandths of a unit."""
    signs = (1, down) * 3
    path = tuple(
        (step, tuple([round(sign * number, 3) for sign, number in zip(signs, numbers, strict=False)]))
        for step, numbers in shape.path
    )
    return shape._replace(path=path)


def _ink(shapes: Iterable[DrawnShape]) -> tuple[float, float, float, float]:
    """Left, bottom, right and top of shapes with their lines, or slightly more at curves."""
    edges = ((bounds_of_path(shape.path), shape.width / 2 if shape.stroke else 0.0) for shape in shapes)
    area = joined([area and area.inset(-reach, -reach) for area, reach in edges]) or Area(0.0, 0.0, 0.0, 0.0)
    return area.x, area.y, *area.far
