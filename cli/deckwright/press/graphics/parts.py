"""What a card is drawn with: plain shapes, texts and pictures in mm from its top left corner, y downwards; and what they cover."""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import lru_cache
from math import cos, pi, radians, sin
from typing import TYPE_CHECKING, Generic, Literal, NamedTuple, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from deckwright.press.graphics.fonts import Font


# A face and a card make a list of parts. PDF, SVG and checks read that list, each as a `PartVisitor`; digests walk over
# all that the parts consist of.

Result = TypeVar("Result")

POINT = 25.4 / 72
"""A typographic point in millimetres."""

Step = tuple[str, tuple[float, ...]]
"""One step of a path: `m` (move), `l` (line), `c` (curve: two controls and the end) or `h` (close)."""

Path = tuple[Step, ...]

Matrix = tuple[float, float, float, float, float, float]
"""Numbers a to f of an affine map, as in PDF and SVG: x becomes ax + cy + e, and y becomes bx + dy + f."""


class Area(NamedTuple):
    """A rectangle."""

    x: float
    y: float
    width: float
    height: float

    @property
    def centre(self) -> tuple[float, float]:
        """Centre of the rectangle."""
        return self.x + self.width / 2, self.y + self.height / 2

    @property
    def far(self) -> tuple[float, float]:
        """Bottom right corner."""
        return self.x + self.width, self.y + self.height

    def inset(self, across: float, down: float) -> Area:
        """Rectangle inside this one, with margins at its sides and at top and bottom."""
        return Area(self.x + across, self.y + down, self.width - 2 * across, self.height - 2 * down)


class Stop(NamedTuple):
    """A colour (`#rrggbb`) at a point of a gradient, from 0 to 1; between two stops, colours change evenly."""

    at: float
    colour: str
    opacity: float = 1.0


class Gradient(NamedTuple):
    """A fill that runs from colour to colour; the first and the last one continue beyond the ends.

    `matrix` maps the space of the gradient to that of the part. In its own space, a linear one runs from x = 0 to x = 1,
    and a radial one from the origin to the circle with radius 1 about it.
    """

    stops: tuple[Stop, ...]
    matrix: Matrix
    is_radial: bool = False

    @property
    def is_opaque(self) -> bool:
        """Whether nothing below it can be seen."""
        return all(stop.opacity >= 1 for stop in self.stops)


Paint = str | Gradient
"""What fills a shape: a colour (`#rrggbb`), '' for nothing, or a gradient."""


Solid = Literal["", "code", "measure"]
"""What a shape that stays filled is: a code, or the filled part of a bar."""


class DrawnShape(NamedTuple):
    """A path that is filled, or stroked with a `width`, or both. Colours are `#rrggbb`, or '' for none.

    `cap` and `join` are those of PDF: 0 butt or mitre, 1 round, 2 square or bevel. Overlaps of a path with itself are
    filled, unless it is `even_odd`. A `solid` one stays filled where little ink is used, as it is scanned or read.
    """

    path: Path
    fill: Paint = ""
    stroke: str = ""
    width: float = 0.0
    dash: tuple[float, ...] = ()
    cap: int = 0
    join: int = 0
    even_odd: bool = False
    solid: Solid = ""

    def accept(self, visitor: PartVisitor[Result]) -> Result:
        """Result of the visitor's method for this class of part."""
        return visitor.visit_shape(self)


class DrawnRun(NamedTuple):
    """Part of a line in one font; `start` is the position of its first letter.

    A run with a `span` is invisible: it is the word for an icon of that width, so that readers can copy and search it.
    `size` (in points) and `colour` are those of the text unless set.
    """

    font: Font
    text: str
    start: float
    span: float = 0.0
    size: float = 0.0
    colour: str = ""

    @property
    def hidden_width(self) -> float:
        """Width that an invisible word fills, in mm; the rest of its icon separates it from the next word."""
        return 0.8 * self.span


class DrawnLine(NamedTuple):
    """A line of text on its baseline."""

    y: float
    runs: tuple[DrawnRun, ...]


class DrawnRule(NamedTuple):
    """A line that belongs to a text, such as one below a word; in the colour of the text unless it has its own."""

    area: Area
    colour: str = ""


class DrawnText(NamedTuple):
    """Lines of text of one size (in points) and colour; `tracking` is added after each letter, in thousandths.

    `rules` are drawn in the inks of texts.
    """

    lines: tuple[DrawnLine, ...]
    size: float
    colour: str
    tracking: float = 0.0
    rules: tuple[DrawnRule, ...] = ()

    def accept(self, visitor: PartVisitor[Result]) -> Result:
        """Result of the visitor's method for this class of part."""
        return visitor.visit_text(self)


class DrawnIcon(NamedTuple):
    """An icon in a square of `side`, centred on x and y."""

    icon: str
    x: float
    y: float
    side: float
    colour: str

    def accept(self, visitor: PartVisitor[Result]) -> Result:
        """Result of the visitor's method for this class of part."""
        return visitor.visit_icon(self)


class Tint(NamedTuple):
    """A colour that a picture is tinted with.

    The result is a mix of the picture and its `blend` with the colour (as in CSS Compositing 1), of which `share` is the
    amount, from 0 to 1. A `normal` blend is the colour itself.
    """

    colour: str
    share: float = 0.5
    blend: str = "normal"


class DrawnPicture(NamedTuple):
    """A picture made of pixels that fills an area; `name` is its file in the game's folder of pictures.

    `ink` is the share of its colours that is printed: with 0, it would be white.
    """

    name: str
    area: Area
    tint: Tint | None = None
    ink: float = 1.0

    def accept(self, visitor: PartVisitor[Result]) -> Result:
        """Result of the visitor's method for this class of part."""
        return visitor.visit_picture(self)


class DrawnGroup(NamedTuple):
    """Parts rotated clockwise by `turn` degrees about a point, and clipped at a path if there is one.

    What is below them can be seen through all of them together if their `opacity` is less than 1.
    """

    parts: tuple[DrawnPart, ...]
    turn: float = 0.0
    centre: tuple[float, float] = (0.0, 0.0)
    clip: Path = ()
    opacity: float = 1.0

    def accept(self, visitor: PartVisitor[Result]) -> Result:
        """Result of the visitor's method for this class of part."""
        return visitor.visit_group(self)


UNMOVED = ((0.0, 0.0),)
"""Place of parts that are shown once, where they are."""


class DrawnRepeat(NamedTuple):
    """Parts shown at several places, and clipped at a path if there is one.

    If the same tuple of parts is shown again, a writer can refer to what it has written before.
    """

    parts: tuple[DrawnPart, ...]
    places: tuple[tuple[float, float], ...] = UNMOVED
    clip: Path = ()

    def accept(self, visitor: PartVisitor[Result]) -> Result:
        """Result of the visitor's method for this class of part."""
        return visitor.visit_repeat(self)


class DrawnShadow(NamedTuple):
    """The silhouette of other parts, below them, in one colour: their shadow, or an outline around letters.

    `parts` are shapes in that colour, pictures, and groups of them; no text. The shadow is moved by its `offset`. With a
    `blur`, its edge fades over that width: half of it is the deviation of a normal distribution, as in CSS. All lengths
    are in mm.
    """

    parts: tuple[DrawnPart, ...]
    colour: str
    offset: tuple[float, float] = (0.0, 0.0)
    blur: float = 0.0
    opacity: float = 1.0

    @property
    def is_plain(self) -> bool:
        """Whether it can be drawn with shapes alone, in one colour."""
        return not self.blur and not any(isinstance(part, DrawnPicture) for part in all_parts(self.parts))

    @property
    def moved(self) -> DrawnRepeat:
        """The silhouette where the shadow is."""
        return DrawnRepeat(self.parts, (self.offset,))

    def accept(self, visitor: PartVisitor[Result]) -> Result:
        """Result of the visitor's method for this class of part."""
        return visitor.visit_shadow(self)


DrawnPart = DrawnShape | DrawnText | DrawnIcon | DrawnPicture | DrawnGroup | DrawnRepeat | DrawnShadow


class PartVisitor(ABC, Generic[Result]):
    """One method for each class of part; `part.accept(visitor)` calls the one that fits."""

    __slots__ = ()

    @abstractmethod
    def visit_shape(self, shape: DrawnShape) -> Result:
        """Handle a path."""

    @abstractmethod
    def visit_text(self, text: DrawnText) -> Result:
        """Handle lines of text."""

    @abstractmethod
    def visit_icon(self, icon: DrawnIcon) -> Result:
        """Handle an icon."""

    @abstractmethod
    def visit_picture(self, picture: DrawnPicture) -> Result:
        """Handle a picture made of pixels."""

    @abstractmethod
    def visit_group(self, group: DrawnGroup) -> Result:
        """Handle parts that are turned or clipped together."""

    @abstractmethod
    def visit_repeat(self, repeat: DrawnRepeat) -> Result:
        """Handle parts that are shown at several places, or on several cards."""

    @abstractmethod
    def visit_shadow(self, shadow: DrawnShadow) -> Result:
        """Handle the silhouette of other parts."""


def all_parts(parts: Iterable[DrawnPart]) -> Iterator[DrawnPart]:
    """Yield every part, including those inside groups and repeats, in drawing order."""
    for part in parts:
        yield part
        if isinstance(part, DrawnGroup | DrawnRepeat):
            yield from all_parts(part.parts)


# The shapes that a face can use, each fitted into an area.

_ARC = 0.5523
"""Distance of the control points from the ends of a quarter circle, in radii."""

_STAR = 0.5
"""Radius of a star's inner corners, in radii of the outer ones."""


def outline(name: str, area: Area, radii: Sequence[float] = (0.0, 0.0, 0.0, 0.0)) -> Path:
    """Path of the shape called `name`; `radii` of a rectangle's corners are clockwise from top left."""
    if name == "rect":
        return rectangle(area, radii)
    if name in {"ellipse", "circle"}:
        return _ellipse(area if name == "ellipse" else square_in(area))
    return polygon((area.x + x * area.width, area.y + y * area.height) for x, y in _CORNERS[name])


def polygon(points: Iterable[tuple[float, float]]) -> Path:
    """Closed path through some points."""
    return *polyline(points), ("h", ())


def polyline(points: Iterable[tuple[float, float]]) -> Path:
    """Open path through some points."""
    first, *rest = points
    return ("m", first), *(("l", point) for point in rest)


def rectangle(area: Area, radii: Sequence[float] = (0.0, 0.0, 0.0, 0.0)) -> Path:
    """Path of a rectangle; `radii` of its corners are clockwise from top left."""
    left, top, right, bottom = area.x, area.y, area.x + area.width, area.y + area.height
    corners = ((left, top), (right, top), (right, bottom), (left, bottom))
    if not any(radii):
        return polygon(corners)
    most = min(area.width, area.height) / 2
    steps: list[Step] = []
    for corner, radius, (x, y) in zip(corners, radii, _TURNS, strict=True):
        steps += _corner(corner, min(radius, most), (x, y))
    return (("m", steps[0][1]), *steps[1:], ("h", ()))


_TURNS = ((1, 0), (0, 1), (-1, 0), (0, -1))
"""Direction after each corner, clockwise from top left."""


def _corner(corner: tuple[float, float], radius: float, way: tuple[int, int]) -> list[Step]:
    """Steps to a corner and around it, to the right; `way` is the direction after it."""
    (x, y), (across, down) = corner, way
    # The direction before the corner is a quarter turn to the left.
    before_x, before_y = down, -across
    start = x - before_x * radius, y - before_y * radius
    if not radius:
        return [("l", start)]
    end, short = (x + across * radius, y + down * radius), radius * (1 - _ARC)
    one = x - before_x * short, y - before_y * short
    two = x + across * short, y + down * short
    return [("l", start), ("c", (*one, *two, *end))]


def _ellipse(area: Area) -> Path:
    (x, y), across, down = area.centre, area.width / 2, area.height / 2
    a, d = across * _ARC, down * _ARC
    return (
        ("m", (x + across, y)),
        ("c", (x + across, y + d, x + a, y + down, x, y + down)),
        ("c", (x - a, y + down, x - across, y + d, x - across, y)),
        ("c", (x - across, y - d, x - a, y - down, x, y - down)),
        ("c", (x + a, y - down, x + across, y - d, x + across, y)),
        ("h", ()),
    )


def square_in(area: Area) -> Area:
    """The largest square in the middle of an area."""
    side = min(area.width, area.height)
    return area.inset((area.width - side) / 2, (area.height - side) / 2)


def _around(corners: int, inner: float = 1.0) -> tuple[tuple[float, float], ...]:
    """Points around a circle, clockwise from the top; `inner` is the relative radius of every second one."""
    radii = (0.5, 0.5 * inner)
    angles = [(2 * pi * number / corners, radii[number % 2]) for number in range(corners)]
    return tuple((0.5 + radius * sin(angle), 0.5 - radius * cos(angle)) for angle, radius in angles)


_CORNERS: dict[str, tuple[tuple[float, float], ...]] = {
    "square": ((0, 0), (1, 0), (1, 1), (0, 1)),
    "triangle": ((0.5, 0.03), (1, 0.93), (0, 0.93)),
    "diamond": ((0.5, 0), (1, 0.5), (0.5, 1), (0, 0.5)),
    "hexagon": _around(6),
    "star": _around(10, _STAR),
    "chevron": ((0, 0), (0.6, 0), (1, 0.5), (0.6, 1), (0, 1), (0.4, 0.5)),
}

SHAPE_NAMES = ("rect", "ellipse", "circle", *_CORNERS)
"""Names of the shapes that a face can use."""


# The two kinds of picture: pixels and drawings.


class Pixels(NamedTuple):
    """PNG, JPEG, WebP or AVIF picture, with its width and height in pixels after it is turned upright.

    `turn` is the EXIF orientation, 1 to 8 (TIFF 6.0, Orientation); 1 is upright.
    """

    sort: str
    width: int
    height: int
    turn: int = 1


class Drawing(NamedTuple):
    """SVG picture: its shapes, and the visible rectangle, in units of its own; y runs downwards.

    `classes` are those of each shape, and of the groups around it, outermost first.
    """

    shapes: tuple[DrawnShape, ...]
    left: float
    top: float
    width: float
    height: float
    classes: tuple[tuple[str, ...], ...] = ()


# What parts cover.

_ASCENT, _DESCENT = 1.1, 0.4
"""Reach of any letter above and below its baseline, in ems."""

_MITRE = 5.0
"""How far the corner of a line can reach, in half widths: an angle of about 23 degrees."""


def bounds_of(parts: Iterable[DrawnPart]) -> Area | None:
    """Rectangle around some parts, or slightly more; None if they cover nothing."""
    return joined([part.accept(_BOUNDS) for part in parts])


def joined(areas: Iterable[Area | None]) -> Area | None:
    """Rectangle around several."""
    covered = [area for area in areas if area is not None]
    return around([corner for area in covered for corner in ((area.x, area.y), area.far)])


def common(one: Area, two: Area) -> Area | None:
    """Rectangle that two have in common."""
    left, right = max(one.x, two.x), min(one.x + one.width, two.x + two.width)
    top, bottom = max(one.y, two.y), min(one.y + one.height, two.y + two.height)
    return Area(left, top, right - left, bottom - top) if right > left and bottom > top else None


class _Bounds(PartVisitor["Area | None"]):
    """Finds the rectangle around each part."""

    def visit_shape(self, shape: DrawnShape) -> Area | None:
        area = bounds_of_path(shape.path)
        reach = shape.width / 2 * (1 if shape.join else _MITRE) if shape.stroke else 0.0
        return area and area.inset(-reach, -reach)

    def visit_text(self, text: DrawnText) -> Area | None:
        runs = [_area_of_run(run, line.y, text) for line in text.lines for run in line.runs]
        return joined([*runs, *(rule.area for rule in text.rules)])

    def visit_icon(self, icon: DrawnIcon) -> Area | None:
        return Area(icon.x - icon.side / 2, icon.y - icon.side / 2, icon.side, icon.side)

    def visit_picture(self, picture: DrawnPicture) -> Area | None:
        return picture.area

    def visit_group(self, group: DrawnGroup) -> Area | None:
        area = _clipped(bounds_of(group.parts), group.clip)
        if area is None or not group.turn:
            return area
        turn, (x, y) = radians(group.turn), group.centre
        (left, top), (right, bottom) = (area.x - x, area.y - y), (area.far[0] - x, area.far[1] - y)
        corners = [(left, top), (right, top), (right, bottom), (left, bottom)]
        return around(
            [(x + a * cos(turn) - b * sin(turn), y + a * sin(turn) + b * cos(turn)) for a, b in corners]
        )

    def visit_shadow(self, shadow: DrawnShadow) -> Area | None:
        area, (x, y), reach = bounds_of(shadow.parts), shadow.offset, 1.5 * shadow.blur
        return area and area._replace(x=area.x + x, y=area.y + y).inset(-reach, -reach)

    def visit_repeat(self, repeat: DrawnRepeat) -> Area | None:
        parts = repeat.parts
        is_letter = len(parts) == 1 and isinstance(parts[0], DrawnShape)
        area = _bounds_of_letter(parts) if is_letter else bounds_of(parts)
        if area is None:
            return None
        shown = [area._replace(x=area.x + x, y=area.y + y) for x, y in repeat.places]
        return _clipped(joined(shown), repeat.clip)


@lru_cache(maxsize=1024)
def _bounds_of_letter(parts: tuple[DrawnPart, ...]) -> Area | None:
    """Bounds of one shape, such as a letter, which is shown often."""
    return bounds_of(parts)


def _area_of_run(run: DrawnRun, y: float, text: DrawnText) -> Area:
    unit = (run.size or text.size) * POINT
    width = run.font.widths[run.text] + len(run.text) * text.tracking
    return Area(run.start, y - _ASCENT * unit, width / 1000 * unit, (_ASCENT + _DESCENT) * unit)


_BOUNDS = _Bounds()


def bounds_of_path(path: Path) -> Area | None:
    """Rectangle around the points of a path."""
    return around([point for _, numbers in path for point in zip(numbers[::2], numbers[1::2], strict=True)])


def _clipped(area: Area | None, clip: Path) -> Area | None:
    edge = bounds_of_path(clip) if clip else None
    return common(area, edge) if area and edge else area


def around(points: Sequence[tuple[float, float]]) -> Area | None:
    """Rectangle around some points; None without any."""
    if not points:
        return None
    xs, ys = zip(*points, strict=True)
    return Area(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


# Outlines on a card. Points are complex numbers: mm across, and mm down.


class Transform(NamedTuple):
    """Rotation and shift from the coordinates of some parts to those of the card."""

    turn: complex = 1
    shift: complex = 0

    def of(self, x: float, y: float) -> complex:
        """Position of a point on the card."""
        return self.turn * complex(x, y) + self.shift

    def then(self, turn: complex, shift: complex) -> Transform:
        """Transform of parts inside these."""
        return Transform(self.turn * turn, self.turn * shift + self.shift)


def corners_of(outline: Sequence[complex]) -> tuple[complex, complex]:
    """Top left and bottom right corner of the rectangle around an outline."""
    xs, ys = [point.real for point in outline], [point.imag for point in outline]
    return complex(min(xs), min(ys)), complex(max(xs), max(ys))


def outline_of(path: Path, transform: Transform) -> list[complex]:
    """Corners of a path on the card; a curve is sampled."""
    points: list[complex] = []
    for _, numbers in path:
        ends = [transform.of(x, y) for x, y in zip(numbers[::2], numbers[1::2], strict=True)]
        if len(ends) == 3:  # noqa: PLR2004 - a curve: two controls and the end
            a, b, c, d = points[-1], *ends
            points += [
                (1 - t) ** 3 * a + 3 * (1 - t) ** 2 * t * b + 3 * (1 - t) * t * t * c + t**3 * d
                for t in (0.25, 0.5, 0.75)
            ]
        points += ends[-1:]
    return points


def is_within(outline: list[complex], point: complex) -> bool:
    """Whether a point is inside an outline: a line to its right then crosses the outline an odd number of times."""
    inside = False
    for start, end in zip(outline, outline[1:] + outline[:1], strict=True):
        if (start.imag > point.imag) != (end.imag > point.imag):
            across = start.real + (point.imag - start.imag) / (end.imag - start.imag) * (
                end.real - start.real
            )
            inside ^= point.real < across
    return inside
