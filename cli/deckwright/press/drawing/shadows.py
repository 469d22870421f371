"""Silhouettes of drawn parts in one colour: shadows of boxes, and the outlines of letters."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from deckwright.press.graphics.icons import GLYPH_TABLES, Glyphs, icon
from deckwright.press.graphics.parts import (
    POINT,
    DrawnGroup,
    DrawnIcon,
    DrawnRepeat,
    DrawnShadow,
    DrawnShape,
    DrawnText,
    PartVisitor,
)
from deckwright.press.graphics.svg import StepPen

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from deckwright.press.drawing.context import Scope
    from deckwright.press.faces.face import Shadow, Style
    from deckwright.press.graphics.fonts import Font
    from deckwright.press.graphics.parts import DrawnPart, DrawnPicture, DrawnRun, Path

_ROUND = 1
"""Join of the lines around letters."""


def shadow_of(parts: Iterable[DrawnPart], shadow: Shadow, scope: Scope) -> Iterator[DrawnPart]:
    """Yield the shadow of some parts, if they cast one."""
    colour = scope.ink(shadow.colour)
    shapes = tuple(_Silhouettes(colour, scope.context.assets).of(parts))
    if shapes and shadow.opacity:
        yield DrawnShadow(shapes, colour, shadow.offset, shadow.blur, shadow.opacity)


def outline_of_text(parts: Iterable[DrawnPart], style: Style, scope: Scope) -> Iterator[DrawnPart]:
    """Yield the outline of a text and of its icons, which is below them, if its style has one."""
    colour = scope.colour(style.outline)
    if not colour:
        return
    shapes = _Silhouettes(colour, scope.context.assets).of(parts)
    path = tuple(step for part in shapes if isinstance(part, DrawnShape) for step in part.path)
    if path:
        line = DrawnShape(path, colour, colour, 2 * style.outline_width, join=_ROUND)
        yield DrawnShadow((line,), colour)


class _Silhouettes(PartVisitor["Iterator[DrawnPart]"]):
    """Draws parts in one colour, without words: letters and icons as shapes."""

    def __init__(self, colour: str, assets: Mapping[str, bytes]) -> None:
        self._colour, self._assets = colour, assets
        self._has_outline = False

    def of(self, parts: Iterable[DrawnPart]) -> Iterator[DrawnPart]:
        for part in parts:
            yield from part.accept(self)

    def visit_shape(self, shape: DrawnShape) -> Iterator[DrawnPart]:
        yield shape._replace(
            fill=self._colour if shape.fill else "", stroke=self._colour if shape.stroke else ""
        )

    def visit_text(self, text: DrawnText) -> Iterator[DrawnPart]:
        if self._has_outline:
            return
        for line in text.lines:
            for run in line.runs:
                if not run.span:
                    yield from self._letters(run, line.y, text)

    def _letters(self, run: DrawnRun, y: float, text: DrawnText) -> Iterator[DrawnPart]:
        unit = text.size * POINT
        for letter, x in _places(run.font, run.text, text.tracking):
            path = _letter(run.font, letter)
            if path:
                yield DrawnShape(_placed(path, unit, run.start + x * unit, y), self._colour)

    def visit_icon(self, icon: DrawnIcon) -> Iterator[DrawnPart]:
        left, top = icon.x - icon.side / 2, icon.y - icon.side / 2
        for path, even_odd in _icon_paths(icon.icon, self._assets):
            yield DrawnShape(_placed(path, icon.side, left, top), self._colour, even_odd=even_odd)

    def visit_picture(self, picture: DrawnPicture) -> Iterator[DrawnPart]:
        yield picture

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


@cache
def _glyphs(font: Font) -> Glyphs:
    return Glyphs({name: font.file.table(name) for name in GLYPH_TABLES})


@cache
def _letter(font: Font, letter: str) -> Path:
    """Outline of a letter, in ems from its place on the baseline, y downwards."""
    glyph = font.file.glyphs.get(ord(letter))
    pen = StepPen()
    if glyph:
        _glyphs(font).draw(glyph, pen)
    unit = font.unit / 1000
    return tuple(
        (step, tuple(number * (-unit if at % 2 else unit) for at, number in enumerate(numbers)))
        for step, numbers in pen.steps
    )


def _icon_paths(name: str, assets: Mapping[str, bytes]) -> list[tuple[Path, bool]]:
    """Outlines of an icon in a square with side 1, y downwards; each is filled by the even-odd rule, or not."""
    found = icon(name, assets)
    if found is None:
        return []
    paths: list[tuple[Path, bool]] = []
    steps: list[tuple[str, tuple[float, ...]]] = []
    for operator in [*found.operators.split("\n"), "f*" if found.even_odd else "f"]:
        *numbers, step = operator.split()
        if step.startswith("f"):
            paths.append((tuple(steps), step == "f*"))
            steps = []
            continue
        xs = [(float(number) - found.left) / found.side for number in numbers[::2]]
        ys = [1 - (float(number) - found.bottom) / found.side for number in numbers[1::2]]
        steps.append((step, tuple(part for pair in zip(xs, ys, strict=True) for part in pair)))
    return paths


def _placed(path: Path, unit: float, x: float, y: float) -> Path:
    shifts = (x, y, x, y, x, y)
    return tuple(
        [
            (step, tuple([number * unit + shift for number, shift in zip(numbers, shifts, strict=False)]))
            for step, numbers in path
        ]
    )
