"""The bounds of drawn parts: the rectangle around what each of them covers."""

from __future__ import annotations

from functools import lru_cache
from math import cos, radians, sin
from typing import TYPE_CHECKING

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
    known = [area for area in areas if area is not None]
    return around([corner for area in known for corner in ((area.x, area.y), area.far)])


def common(one: Area, two: Area) -> Area | None:
    """Rectangle that two have in common."""
    left, top = max(one.x, two.x), max(one.y, two.y)
    right, bottom = min(one.far[0], two.far[0]), min(one.far[1], two.far[1])
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
