"""The outlines that a face can name, each fitted into an area."""

from __future__ import annotations

from math import cos, pi, sin
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from deckwright.press.parts import Area, Path, Step

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
    corners = ((left, top), (right, top), (right, bottom), (left, bottom))
    if not any(radii):
        return polygon(corners)
    most = min(area.width, area.height) / 2
    steps: list[Step] = []
    for corner, radius, (x, y) in zip(corners, radii, _TURNS, strict=True):
        steps += _corner(corner, min(radius, most), (x, y))
    return (("m", steps[0][1]), *steps[1:], ("h", ()))


_TURNS = ((1, 0), (0, 1), (-1, 0), (0, -1))
"""Which way one goes on after each corner, clockwise from top left."""


def _corner(corner: tuple[float, float], radius: float, way: tuple[int, int]) -> list[Step]:
    """Go to a corner and round it to the right; `way` is where one goes on."""
    (x, y), (across, down) = corner, way
    # Before the turn one goes in the direction that a quarter turn to the left gives.
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
