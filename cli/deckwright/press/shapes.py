"""The outlines that a face can name, each fitted into an area."""

from __future__ import annotations

from math import cos, pi, sin
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from deckwright.press.drawing import Area, Path

_ARC = 0.5523
"""How far, in radii, the controls of a curve stand out that looks like a quarter of a circle."""

_STAR = 0.5
"""How deep a star is cut: the radius of its inner corners, in radii of the outer ones."""


def outline(name: str, area: Area, radii: Sequence[float] = (0.0, 0.0, 0.0, 0.0)) -> Path:
    """Give the path of the shape called `name`; `radii` round a rectangle's corners, clockwise from top left."""
    if name == "rect":
        return rectangle(area, radii)
    if name in {"ellipse", "circle"}:
        return _ellipse(area if name == "ellipse" else _square(area))
    return polygon((area.x + x * area.width, area.y + y * area.height) for x, y in _CORNERS[name])


def polygon(points: Iterable[tuple[float, float]]) -> Path:
    """Give the closed path through some points."""
    first, *rest = points
    return (("m", first), *(("l", point) for point in rest), ("h", ()))


def rectangle(area: Area, radii: Sequence[float] = (0.0, 0.0, 0.0, 0.0)) -> Path:
    """Give a rectangle; `radii` round its corners, clockwise from top left."""
    left, top, right, bottom = area.x, area.y, area.x + area.width, area.y + area.height
    if not any(radii):
        return polygon(((left, top), (right, top), (right, bottom), (left, bottom)))
    most = min(area.width, area.height) / 2
    a, b, c, d = (min(radius, most) for radius in radii)
    path: list[tuple[str, tuple[float, ...]]] = [("m", (left + a, top)), ("l", (right - b, top))]
    path += _corner(right - b, top, right, top + b, b, (1, 0), (0, 1))
    path.append(("l", (right, bottom - c)))
    path += _corner(right, bottom - c, right - c, bottom, c, (0, 1), (-1, 0))
    path.append(("l", (left + d, bottom)))
    path += _corner(left + d, bottom, left, bottom - d, d, (-1, 0), (0, -1))
    path.append(("l", (left, top + a)))
    path += _corner(left, top + a, left + a, top, a, (0, -1), (1, 0))
    return (*path, ("h", ()))


def _corner(
    x0: float, y0: float, x1: float, y1: float, radius: float, out: tuple[int, int], into: tuple[int, int]
) -> list[tuple[str, tuple[float, ...]]]:
    """Give a quarter round from one point to another, leaving one way and arriving the other."""
    if not radius:
        return []
    reach = radius * _ARC
    return [
        ("c", (x0 + out[0] * reach, y0 + out[1] * reach, x1 - into[0] * reach, y1 - into[1] * reach, x1, y1))
    ]


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


def _square(area: Area) -> Area:
    side = min(area.width, area.height)
    return area.inset((area.width - side) / 2, (area.height - side) / 2)


def _around(corners: int, inner: float = 1.0) -> tuple[tuple[float, float], ...]:
    """Give points around a circle, from the top clockwise; `inner` draws every second one in."""
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

NAMES = ("rect", "ellipse", "circle", *_CORNERS)
"""The shapes that a face can name."""
