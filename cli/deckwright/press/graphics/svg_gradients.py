"""Gradients of an SVG: linear and radial ones of opaque colours, as the press draws them (SVG 1.1, 13.2)."""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING, Any

from deckwright.press.graphics.parts import Gradient, Stop
from deckwright.press.graphics.svg_document import (
    INHERITED,
    link_of,
    parse_colour,
    parse_length,
    parse_transform,
    properties_of,
    tag_of,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from deckwright.files.xml import Element
    from deckwright.press.graphics.parts import Matrix, Paint, Path
    from deckwright.press.graphics.svg_document import Rules

GRADIENTS = {"linearGradient", "radialGradient"}

_MOST_LINKS = 8
"""Most gradients that take over from each other."""

_MOST_STOPS = 200

_OPAQUE = {"1", "1.0", "100%"}


class GradientReader:
    """Reads the gradients of an SVG, whose elements are `ids` and whose style is `rules`."""

    def __init__(self, ids: Mapping[str, Element], rules: Rules) -> None:
        self._ids, self._rules = ids, rules

    def paint(self, name: str, path: Path, matrix: Any) -> Paint | None:
        """Paint of a shape, by the id of its gradient: a plain colour if all of it has one; None if it is not supported.

        `matrix` transforms the shape.

        Raises:
            ValueError: it has an attribute that is not valid.
        """
        chain = self._chain(name)
        if not chain:
            return None
        stops = self._stops(chain)
        if stops is None or not stops:
            return None if stops is None else ""
        attributes = {key: value for node in reversed(chain) for key, value in node.attributes.items()}
        if len({stop.colour for stop in stops}) == 1:
            return stops[0].colour
        if attributes.get("spreadMethod", "pad") != "pad":
            return None
        space = self._space(attributes, path, matrix)
        points = _points(tag_of(chain[0]), attributes)
        if space is None or points is None:
            return None
        return _gradient(points, stops, space) if _is_spread(points) else stops[-1].colour

    def _chain(self, name: str) -> list[Element]:
        """The gradient and those that it takes over from, the nearest first; empty if one does not exist."""
        chain: list[Element] = []
        while name:
            node = self._ids.get(name)
            if node is None or tag_of(node) not in GRADIENTS or len(chain) == _MOST_LINKS:
                return []
            chain.append(node)
            name = link_of(node).removeprefix("#")
        return chain

    def _stops(self, chain: Sequence[Element]) -> list[Stop] | None:
        """Stops of the first gradient that has some; None if one is transparent, or not a plain colour."""
        nodes = next((found for node in chain if (found := list(_stops_in(node)))), [])
        stops: list[Stop] = []
        for node in nodes:
            look = properties_of(node, INHERITED, self._rules)
            colour = parse_colour(look.get("stop-color", "black"))
            if not colour or look.get("stop-opacity", "1") not in _OPAQUE or len(stops) == _MOST_STOPS:
                return None
            at = min(max(_share(node.attributes.get("offset", "0")), 0.0), 1.0)
            stops.append(Stop(max(at, stops[-1].at if stops else 0.0), colour))
        return stops

    def _space(self, attributes: Mapping[str, str], path: Path, matrix: Any) -> Any:
        """Matrix from the gradient's space to that of the drawing; None if the shape has no area to refer to."""
        own = parse_transform(attributes.get("gradientTransform", ""))
        if attributes.get("gradientUnits", "objectBoundingBox") != "userSpaceOnUse":
            left, top, right, bottom = bounds_of(path)
            if not (right > left and bottom > top):
                return None
            matrix = matrix.transform((right - left, 0, 0, bottom - top, left, top))
        return matrix.transform(own)


def _stops_in(node: Element) -> Iterator[Element]:
    return (child for child in node.children if tag_of(child) == "stop")


def _share(text: str) -> float:
    return parse_length(text.strip()[:-1]) / 100 if text.strip().endswith("%") else parse_length(text)


def _points(tag: str, attributes: Mapping[str, str]) -> tuple[float, ...] | None:
    """Two points, or two circles; None for a share of the whole drawing, or a focus outside its circle."""
    is_whole = attributes.get("gradientUnits", "objectBoundingBox") == "userSpaceOnUse"

    def number(name: str, usual: str) -> float:
        return _share(attributes.get(name, usual))

    linear, radial = ("x1", "y1", "x2", "y2"), ("fx", "fy", "fr", "cx", "cy", "r")
    needed = linear if tag == "linearGradient" else radial[3:]
    names = linear if tag == "linearGradient" else radial
    if is_whole and (
        not set(needed) <= attributes.keys() or any(attributes.get(name, "").endswith("%") for name in names)
    ):
        return None
    if tag == "linearGradient":
        return number("x1", "0"), number("y1", "0"), number("x2", "1"), number("y2", "0")
    x, y, radius = number("cx", "50%"), number("cy", "50%"), number("r", "50%")
    focus_x = number("fx", attributes.get("cx", "50%"))
    focus_y = number("fy", attributes.get("cy", "50%"))
    inner = number("fr", "0")
    if min(radius, inner) < 0 or (radius and hypot(focus_x - x, focus_y - y) + inner >= radius):
        return None
    return focus_x, focus_y, inner, x, y, radius


def _is_spread(points: tuple[float, ...]) -> bool:
    """Whether a gradient has an extent; otherwise all is in its last colour."""
    if len(points) > 4:  # noqa: PLR2004 - two points
        return points[5] > 0
    return points[:2] != points[2:]


def _gradient(points: tuple[float, ...], stops: Sequence[Stop], space: Any) -> Gradient:
    """Gradient in the space of the press: its line, or its outer circle, has the length or radius 1."""
    if len(points) == 4:  # noqa: PLR2004 - two points
        x, y, end_x, end_y = points
        across, down = end_x - x, end_y - y
        return Gradient(tuple(stops), _matrix(space, (across, down, -down, across, x, y)))
    focus_x, focus_y, inner, x, y, radius = points
    # An inner circle is continued to the point where its radius is 0; the colours keep their places.
    before = inner / (radius - inner)
    focus = (focus_x - before * (x - focus_x) - x) / radius, (focus_y - before * (y - focus_y) - y) / radius
    moved = (stop._replace(at=(stop.at + before) / (1 + before)) for stop in stops)
    placed = _matrix(space, (radius, 0, 0, radius, x, y))
    return Gradient(tuple(moved), placed, is_radial=True, focus=focus)


def _matrix(space: Any, inner: Matrix) -> Matrix:
    a, b, c, d, e, f = map(float, space.transform(inner))
    return a, b, c, d, e, f


def bounds_of(path: Path) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of a path, whose curves are measured exactly."""
    from fontTools.misc.bezierTools import calcCubicBounds

    xs, ys, at = list[float](), list[float](), (0.0, 0.0)
    for step, numbers in path:
        points = list(zip(numbers[::2], numbers[1::2], strict=True))
        if step == "c":
            left, top, right, bottom = calcCubicBounds(at, *points)
            points = [(left, top), (right, bottom), points[-1]]
        xs += [x for x, _ in points]
        ys += [y for _, y in points]
        at = points[-1] if points else at
    return (min(xs), min(ys), max(xs), max(ys)) if xs else (0.0, 0.0, 0.0, 0.0)
