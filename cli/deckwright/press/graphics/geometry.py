"""Geometry of drawn parts: the rectangle around what they cover, and outlines at their place on a card."""

from __future__ import annotations

from functools import lru_cache
from math import cos, radians, sin
from typing import TYPE_CHECKING, NamedTuple

from deckwright.press.graphics.parts import POINT, Area, DrawnShape, PartVisitor

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from deckwright.press.graphics.parts import (
        DrawnGroup,
        DrawnIcon,
        DrawnPart,
        DrawnPicture,
        DrawnRepeat,
        DrawnRun,
        DrawnShadow,
        DrawnText,
        Path,
    )

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


def corners_of(outline: list[complex]) -> tuple[complex, complex]:
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
