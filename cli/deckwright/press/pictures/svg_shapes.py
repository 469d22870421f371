"""The outlines of SVG's paths and basic shapes.

Raises of all of them: ValueError and whatever fontTools comes upon, where an attribute cannot be read.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from deckwright.press.drawing.shapes import outline, rectangle
from deckwright.press.parts import Area
from deckwright.press.pictures.svg_moves import length_of, moved, numbers_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from deckwright.press.parts import Path
    from deckwright.press.pictures.svg_tree import Node


_PATH = re.compile(r"[MmZzLlHhVvCcSsQqTtAaEe\d.,+\-\s]*")
"""What path data is made of; fontTools passes over anything else."""


def _lengths(node: Node, *names: str) -> list[float]:
    return [length_of(node.attributes.get(name, "0")) for name in names]


def _path(node: Node) -> Path:
    from fontTools.svgLib.path import parse_path

    from deckwright.press.icons.pens import StepPen, drawn_by_fonttools

    pen, data = StepPen(), node.attributes.get("d", "")
    if not _PATH.fullmatch(data):
        raise ValueError(data)
    drawn_by_fonttools(lambda bridge: parse_path(data, bridge), pen=pen)
    return tuple(pen.steps)


def _rect(node: Node) -> Path:
    x, y, width, height = _lengths(node, "x", "y", "width", "height")
    if not (width > 0 and height > 0):
        return ()
    round_x, round_y = (node.attributes.get(name, "auto") for name in ("rx", "ry"))
    across = (
        length_of(round_y if round_x == "auto" else round_x) if (round_x, round_y) != ("auto",) * 2 else 0.0
    )
    down = length_of(round_y) if round_y != "auto" else across
    if not (across and down):
        return rectangle(Area(x, y, width, height))
    # Corners are round in a space that is stretched so that both radii are one.
    stretch = min(across, width / 2) / min(down, height / 2)
    path = rectangle(Area(x, y * stretch, width, height * stretch), (min(across, width / 2),) * 4)
    return moved(path, (1, 0, 0, 1 / stretch, 0, 0))


def _circle(node: Node) -> Path:
    x, y, radius = _lengths(node, "cx", "cy", "r")
    return _oval(x, y, radius, radius)


def _ellipse(node: Node) -> Path:
    return _oval(*_lengths(node, "cx", "cy", "rx", "ry"))


def _oval(x: float, y: float, across: float, down: float) -> Path:
    area = Area(x - across, y - down, 2 * across, 2 * down)
    return outline("ellipse", area) if across > 0 and down > 0 else ()


def _line(node: Node) -> Path:
    x1, y1, x2, y2 = _lengths(node, "x1", "y1", "x2", "y2")
    return (("m", (x1, y1)), ("l", (x2, y2)))


def _polyline(node: Node) -> Path:
    numbers = numbers_of(node.attributes.get("points", ""))
    points = list(zip(numbers[::2], numbers[1::2], strict=True))
    return tuple(("l" if number else "m", point) for number, point in enumerate(points))


def _polygon(node: Node) -> Path:
    path = _polyline(node)
    return (*path, ("h", ())) if path else ()


OUTLINES: dict[str, Callable[[Node], Path]] = {
    "path": _path,
    "rect": _rect,
    "circle": _circle,
    "ellipse": _ellipse,
    "line": _line,
    "polyline": _polyline,
    "polygon": _polygon,
}
"""What draws each sort of element."""
