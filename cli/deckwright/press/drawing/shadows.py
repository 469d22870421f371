"""Silhouettes of drawn parts in one colour: shadows of boxes, and the outlines of letters."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from deckwright.press.graphics.icons import icon
from deckwright.press.graphics.parts import (
    POINT,
    DrawnGroup,
    DrawnIcon,
    DrawnRepeat,
    DrawnShadow,
    DrawnShape,
    DrawnText,
    PartVisitor,
    Pixels,
    rectangle,
)
from deckwright.press.graphics.pictures import picture as picture_of
from deckwright.press.looks.colours import INK

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from deckwright.press.drawing.context import Scope
    from deckwright.press.graphics.fonts import Font
    from deckwright.press.graphics.parts import DrawnPart, DrawnPicture, DrawnRun, Path
    from deckwright.press.looks.styles import Style

_ROUND = 1
"""Join of the lines around letters."""

_SHOWN = "#000000"
"""Colour of shapes before they have that of their silhouette."""


class Shadow(NamedTuple):
    """The shadow of a box. Lengths are in mm; half of its edge's `blur` is a standard deviation, as in CSS."""

    colour: str = INK
    offset: tuple[float, float] = (0.4, 0.6)
    blur: float = 0.8
    opacity: float = 0.4


def shadow_of(parts: Iterable[DrawnPart], shadow: Shadow, scope: Scope) -> Iterator[DrawnPart]:
    """Yield the shadow of some parts, if they cast one."""
    colour = scope.ink(shadow.colour)
    shapes = tuple(_Silhouettes(colour, scope).of(parts))
    if shapes and shadow.opacity:
        yield DrawnShadow(shapes, colour, shadow.offset, shadow.blur, shadow.opacity)


def outline_of_text(parts: Iterable[DrawnPart], style: Style, scope: Scope) -> Iterator[DrawnPart]:
    """Yield the outline of a text and of its icons, which is below them, if its style has one."""
    colour = scope.colour(style.outline)
    if not colour:
        return
    drawn = _Silhouettes(colour, scope, 2 * style.outline_width).of(parts)
    around = tuple(drawn)
    if around:
        yield DrawnShadow(around, colour)


class _Silhouettes(PartVisitor["Iterator[DrawnPart]"]):
    """Draws parts in one colour, without words: letters and icons as shapes. A `line` (in mm) makes all shapes wider.

    A letter that is shown at several places, or on several cards, is one drawing.
    """

    def __init__(self, colour: str, scope: Scope, line: float = 0.0) -> None:
        self._colour, self._line = colour, line
        self._assets, self._drawings = scope.context.assets, scope.context.drawings
        self._has_outline = False

    def of(self, parts: Iterable[DrawnPart]) -> Iterator[DrawnPart]:
        for part in parts:
            yield from part.accept(self)

    def visit_shape(self, shape: DrawnShape) -> Iterator[DrawnPart]:
        yield self._shape(shape)

    def _shape(self, shape: DrawnShape) -> DrawnShape:
        fill, stroke = (self._colour if paint else "" for paint in (shape.fill, shape.stroke))
        if not self._line:
            return shape._replace(fill=fill, stroke=stroke)
        if stroke:
            return shape._replace(fill=fill, stroke=stroke, width=shape.width + self._line)
        return shape._replace(fill=fill, stroke=self._colour, width=self._line, join=_ROUND)

    def visit_text(self, text: DrawnText) -> Iterator[DrawnPart]:
        if self._has_outline:
            return
        for line in text.lines:
            for run in line.runs:
                if not run.span:
                    yield from self._letters(run, line.y, text)
        for rule in text.rules:
            yield self._shape(DrawnShape(rectangle(rule.area), self._colour))

    def _letters(self, run: DrawnRun, y: float, text: DrawnText) -> Iterator[DrawnPart]:
        unit = (run.size or text.size) * POINT
        places: dict[str, list[tuple[float, float]]] = {}
        for letter, x in _places(run.font, run.text, text.tracking):
            places.setdefault(letter, []).append((run.start + x * unit, y))
        for letter, shown in places.items():
            drawn = self._letter(run.font, letter, unit)
            if drawn:
                yield DrawnRepeat(drawn, tuple(shown))

    def _letter(self, font: Font, letter: str, unit: float) -> tuple[DrawnPart, ...]:
        """A letter at its place on the baseline; nothing for a space. `unit` is the size of an em in mm."""
        key = font, letter, unit, self._colour, self._line
        drawn = self._drawings.get(key)
        if drawn is None:
            path = _letter(font, letter)
            shape = DrawnShape(_placed(path, unit, 0.0, 0.0), self._colour)
            drawn = self._drawings[key] = (self._shape(shape),) if path else ()
        return drawn

    def visit_icon(self, icon: DrawnIcon) -> Iterator[DrawnPart]:
        key = icon.icon, icon.side, self._colour, self._line
        drawn = self._drawings.get(key)
        if drawn is None:
            drawn = self._drawings[key] = tuple(self._icon(icon))
        if drawn:
            yield DrawnRepeat(drawn, ((icon.x - icon.side / 2, icon.y - icon.side / 2),))

    def _icon(self, icon: DrawnIcon) -> Iterator[DrawnShape]:
        """Yield the shapes of an icon from the corner of its square."""
        for shape in _icon_shapes(icon.icon, self._assets):
            placed = shape._replace(
                path=_placed(shape.path, icon.side, 0.0, 0.0),
                width=shape.width * icon.side,
                dash=tuple(part * icon.side for part in shape.dash),
            )
            yield self._shape(placed)

    def visit_picture(self, picture: DrawnPicture) -> Iterator[DrawnPart]:
        content = picture_of(picture.name, self._assets)
        is_photo = isinstance(content, Pixels) and content.sort == "JPEG"
        yield DrawnShape(rectangle(picture.area), self._colour) if is_photo else picture

    def visit_group(self, group: DrawnGroup) -> Iterator[DrawnPart]:
        yield group._replace(parts=tuple(self.of(group.parts)), opacity=1.0)

    def visit_repeat(self, repeat: DrawnRepeat) -> Iterator[DrawnPart]:
        yield repeat._replace(parts=tuple(self.of(repeat.parts)))

    def visit_shadow(self, shadow: DrawnShadow) -> Iterator[DrawnPart]:
        """Yield nothing but the outline of letters, which is wider than they are: a shadow casts none."""
        if not shadow.blur and shadow.offset == (0.0, 0.0):
            self._has_outline = True
            yield from self.of(shadow.parts)


def _places(font: Font, text: str, tracking: float) -> Iterator[tuple[str, float]]:
    """Yield each letter of a text with its place from the beginning, in ems."""
    widths, default = font.file.widths, font.file.default_width
    x = 0.0
    for number, word in enumerate(text.split(" ")):
        for part, gap in font.kerned(" " * bool(number) + word):
            for letter in part:
                yield letter, x / 1000
                x += widths.get(ord(letter), default) + tracking
            x += gap


@lru_cache(maxsize=1024)
def _letter(font: Font, letter: str) -> Path:
    """Outline of a letter, in ems from its place on the baseline, y downwards."""
    glyph = font.file.glyphs.get(ord(letter))
    unit = font.unit / 1000
    return tuple(
        (step, tuple(number * (-unit if at % 2 else unit) for at, number in enumerate(numbers)))
        for step, numbers in (font.file.outlines.path(glyph) if glyph else ())
    )


def _icon_shapes(name: str, assets: Mapping[str, bytes]) -> Iterator[DrawnShape]:
    """Yield the shapes of an icon in a square with side 1, y downwards."""
    drawing = icon(name, assets)
    if drawing is None:
        return
    side, corner = drawing.side, (drawing.left, drawing.bottom + drawing.side) * 3
    signs = (1 / side, -1 / side) * 3
    for shape in drawing.shapes:
        path = tuple(
            (
                step,
                tuple(
                    [(number - at) * sign for number, at, sign in zip(numbers, corner, signs, strict=False)]
                ),
            )
            for step, numbers in shape.path
        )
        fill, stroke = (_SHOWN if paint else "" for paint in (shape.fill, shape.stroke))
        dash = tuple(part / side for part in shape.dash)
        yield shape._replace(path=path, fill=fill, stroke=stroke, width=shape.width / side, dash=dash)


def _placed(path: Path, unit: float, x: float, y: float) -> Path:
    shifts = (x, y, x, y, x, y)
    return tuple(
        [
            (step, tuple([number * unit + shift for number, shift in zip(numbers, shifts, strict=False)]))
            for step, numbers in path
        ]
    )
