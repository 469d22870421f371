"""Draw an SVG: paths and basic shapes in plain colours, grouped, reused and transformed."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from deckwright.errors import InputError
from deckwright.findings import Finding, Where
from deckwright.messages import later, tr
from deckwright.press.graphics.parts import Area, Drawing, DrawnShape, outline, rectangle
from deckwright.press.graphics.svg_document import (
    DEPTH,
    INHERITED,
    PARTS,
    STEPS,
    WITHOUT_EFFECT,
    Rules,
    are_plausible,
    line_scale,
    link_of,
    parse_colour,
    parse_length,
    parse_numbers,
    parse_rules,
    parse_transform,
    properties_of,
    read_tree,
    tag_of,
    too_much,
    transformed,
    unreadable,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from deckwright.files.xml import Element
    from deckwright.press.graphics.parts import Path, Step


# Outlines that fontTools reads.

XY = tuple[float, float]


class Pen:
    """Pen that collects the steps of a path."""

    def __init__(self) -> None:
        self.steps: list[Step] = []

    def move(self, point: XY) -> None:
        """Start a contour."""
        self.steps.append(("m", point))

    def line(self, point: XY) -> None:
        """Draw a straight line."""
        self.steps.append(("l", point))

    def cubic(self, one: XY, two: XY, end: XY) -> None:
        """Draw a cubic curve."""
        self.steps.append(("c", (*one, *two, *end)))

    def close(self) -> None:
        """Close the contour."""
        self.steps.append(("h", ()))


def drawn_by_fonttools(draw: Callable[[Any], None]) -> Path:
    """Path that fontTools draws."""
    from fontTools.pens.basePen import BasePen

    pen = Pen()

    # fontTools calls methods of these names, and converts all curves to cubic ones.
    hands_over = {
        "_moveTo": staticmethod(pen.move),
        "_lineTo": staticmethod(pen.line),
        "_curveToOne": staticmethod(pen.cubic),
        "_closePath": staticmethod(pen.close),
    }
    draw(type("Bridge", (BasePen,), hands_over)(None))
    return tuple(pen.steps)


# Outlines of SVG's paths and basic shapes.
#
# Each function raises ValueError, or another error of fontTools, if an attribute is not valid.

_PATH = re.compile(r"[MmZzLlHhVvCcSsQqTtAaEe\d.,+\-\s]*")
"""Characters of path data; fontTools ignores any others."""


def _lengths(node: Element, *names: str) -> list[float]:
    return [parse_length(node.attributes.get(name, "0")) for name in names]


def _path(node: Element) -> Path:
    return _steps_of(node.attributes.get("d", ""))


def _steps_of(data: str) -> Path:
    from fontTools.svgLib.path import parse_path

    if not _PATH.fullmatch(data):
        raise ValueError(data)
    return drawn_by_fonttools(lambda bridge: parse_path(data, bridge))


def path_of_data(data: str) -> Path:
    """Path of the attribute `d` of an SVG path; lines are not closed unless the data close them.

    Raises:
        InputError: the data are not valid.
    """
    try:
        return _steps_of(data)
    except (ValueError, IndexError, TypeError, ZeroDivisionError, OverflowError, AssertionError):
        message = tr("Invalid path: {path}. Use the data of an SVG path, such as M0 0H9V9Z.", path=data)
        raise InputError("path", message) from None


def _rect(node: Element) -> Path:
    x, y, width, height = _lengths(node, "x", "y", "width", "height")
    if not (width > 0 and height > 0):
        return ()
    round_x, round_y = (node.attributes.get(name, "auto") for name in ("rx", "ry"))
    across = (
        parse_length(round_y if round_x == "auto" else round_x)
        if (round_x, round_y) != ("auto",) * 2
        else 0.0
    )
    down = parse_length(round_y) if round_y != "auto" else across
    if not (across and down):
        return rectangle(Area(x, y, width, height))
    # Elliptic corners are drawn round in a stretched space, which makes both radii equal.
    stretch = min(across, width / 2) / min(down, height / 2)
    path = rectangle(Area(x, y * stretch, width, height * stretch), (min(across, width / 2),) * 4)
    return transformed(path, (1, 0, 0, 1 / stretch, 0, 0))


def _circle(node: Element) -> Path:
    x, y, radius = _lengths(node, "cx", "cy", "r")
    return _oval(x, y, radius, radius)


def _oval(x: float, y: float, across: float, down: float) -> Path:
    area = Area(x - across, y - down, 2 * across, 2 * down)
    return outline("ellipse", area) if across > 0 and down > 0 else ()


def _line(node: Element) -> Path:
    x1, y1, x2, y2 = _lengths(node, "x1", "y1", "x2", "y2")
    return (("m", (x1, y1)), ("l", (x2, y2)))


def _polyline(node: Element) -> Path:
    numbers = parse_numbers(node.attributes.get("points", ""))
    points = list(zip(numbers[::2], numbers[1::2], strict=True))
    return tuple(("l" if number else "m", point) for number, point in enumerate(points))


def _polygon(node: Element) -> Path:
    path = _polyline(node)
    return (*path, ("h", ())) if path else ()


OUTLINES: dict[str, Callable[[Element], Path]] = {
    "path": _path,
    "rect": _rect,
    "circle": _circle,
    "ellipse": lambda node: _oval(*_lengths(node, "cx", "cy", "rx", "ry")),
    "line": _line,
    "polyline": _polyline,
    "polygon": _polygon,
}
"""Function for the outline of each kind of element."""


# Read an SVG: paths and basic shapes in plain colours, with groups, transformations and `use`.
#
# Everything else that would be visible (text, gradients, transparency, clip paths, embedded pictures) is a
# finding, so that no part of a picture is lost silently. fontTools parses the path data. Icons are read the
# same way, but can only have fills.

_INVISIBLE = {
    *("", "title", "desc", "metadata", "defs", "style", "symbol"),
    *("linearGradient", "radialGradient", "pattern", "clipPath", "mask", "filter", "marker"),
}
"""Elements that show nothing themselves; a reference to one may be a finding."""

_SMALLEST = 1e-3
"""Smallest width and height of a drawing, in units of its own."""

_QUOTED = 40
"""Most characters that a finding quotes."""

_DRAWABLE = {"svg", "g", "a", "text", "image", "use", "style", "switch", *OUTLINES}
"""Elements that resvg draws."""

_LINKS = re.compile(r"url\(\s*[\"']?#?([^)\"']*)")

_CAPS = {"butt": 0, "round": 1, "square": 2}
_JOINS = {"miter": 0, "round": 1, "bevel": 2}


_PICTURE = later("SVG pictures cannot show {what}. Use paths in plain colours, or save the picture as PNG.")
_ICON = later("SVG icons cannot show {what}. Use paths and shapes, or use the drawing as a picture.")


def read_drawing(data: bytes, file: str, *, as_icon: bool = False) -> Drawing:
    """Read an SVG from a file's bytes, as a picture or as an icon.

    Raises:
        InputError: the file is not valid, not safe or empty, or has something that is not supported; with every finding.
    """
    root = read_tree(data, file)
    try:
        left, top, width, height = visible_area(root)
    except ValueError as fault:
        raise unreadable(tr("its viewBox, width or height is not valid"), Where(file, 1, 1)) from fault
    drawer = _Drawer(root, file, as_icon=as_icon)
    shapes = tuple(drawer.draw(root, INHERITED, parse_transform(""), 0))
    if drawer.findings:
        findings = list(drawer.findings.values())
        raise InputError("bad-picture", findings[0].message, where=findings[0].where, findings=findings)
    if not shapes:
        message = tr(
            "This SVG has nothing to draw: only paths and shapes are supported, not text or pictures."
        )
        raise InputError("bad-picture", message, where=Where(file, 1, 1))
    return Drawing(shapes, left, top, width, height, tuple(drawer.classes))


def visible_area(root: Element) -> tuple[float, float, float, float]:
    """Left, top, width and height of the visible rectangle."""
    attributes = root.attributes
    if "viewBox" in attributes:
        left, top, width, height = parse_numbers(attributes["viewBox"])
    else:
        left = top = 0.0
        width, height = parse_length(attributes.get("width", "")), parse_length(attributes.get("height", ""))
    if not (width > _SMALLEST and height > _SMALLEST):
        raise ValueError(width)
    return left, top, width, height


class _Drawer:
    """Draws a tree of elements; `findings` collects what is not supported, each once, and `classes` those of each shape."""

    def __init__(self, root: Element, file: str, *, as_icon: bool) -> None:
        self._file, self._as_icon = file, as_icon
        self._ids = {node.attributes["id"]: node for node in root.all() if "id" in node.attributes}
        self._count = self._steps = 0
        self._paths: dict[int, Path | None] = {}
        self.findings: dict[str, Finding] = {}
        self.classes: list[tuple[str, ...]] = []
        self._rules = Rules()
        for node in root.all():
            if tag_of(node) == "style":
                self._add_rules(node)

    def _add_rules(self, node: Element) -> None:
        rules = parse_rules(node.text)
        self._rules.by_selector.update(rules.by_selector)
        for part in rules.unsupported:
            self._reject(part, node)

    def draw(self, node: Element, above: Mapping[str, str], matrix: Any, depth: int) -> Iterator[DrawnShape]:
        """Draw an element and everything in it."""
        self._count += 1
        if self._count > PARTS or depth > DEPTH:
            raise too_much(node.where)
        if tag_of(node) in _INVISIBLE:
            return
        look = properties_of(node, above, self._rules)
        look["class"] = f"{above.get('class', '')} {node.attributes.get('class', '')}"
        if look.get("display") == "none":
            return
        for name, plain in WITHOUT_EFFECT.items():
            if look.get(name, "none") not in plain | {"none"}:
                self._reject(f"{name}: {look[name]}", node)
        transform = node.attributes.get("transform", "")
        try:
            matrix = matrix.transform(parse_transform(transform))
        except ValueError:
            self._reject(f"transform: {transform}", node)
            return
        yield from self._inside(node, look, matrix, depth)

    def _inside(
        self, node: Element, look: Mapping[str, str], matrix: Any, depth: int
    ) -> Iterator[DrawnShape]:
        if tag_of(node) in {"g", "a"} or not depth:
            for child in node.children:
                yield from self.draw(child, look, matrix, depth + 1)
        elif tag_of(node) == "use":
            yield from self._use(node, look, matrix, depth)
        elif tag_of(node) in OUTLINES:
            yield from self._outline(node, look, matrix)
        else:
            self._reject(f"<{tag_of(node)}>", node)

    def _use(self, node: Element, look: Mapping[str, str], matrix: Any, depth: int) -> Iterator[DrawnShape]:
        used = self._ids.get(link_of(node)[1:])
        if used is None or tag_of(used) in {"svg", "symbol"}:
            self._reject(f"<use> {link_of(node)}", node)
            return
        try:
            x, y = (parse_length(node.attributes.get(name, "0")) for name in ("x", "y"))
        except ValueError:
            self._reject("<use> x, y", node)
            return
        yield from self.draw(used, look, matrix.translate(x, y), depth + 1)

    def _outline(self, node: Element, look: Mapping[str, str], matrix: Any) -> Iterator[DrawnShape]:
        own = self._path(node)
        self._steps += len(own or ())
        if self._steps > STEPS:
            raise too_much(node.where)
        path = transformed(own, matrix) if own is not None else None
        if path is None or not are_plausible(number for _, numbers in path for number in numbers):
            self._reject(f"<{tag_of(node)}>", node)
            return
        fill, stroke = (self._colour(name, look, node) for name in ("fill", "stroke"))
        size, is_even = line_scale(matrix)
        try:
            width, dash = parse_length(look["stroke-width"]) * size, _dash(look["stroke-dasharray"], size)
            cap, join = _CAPS[look["stroke-linecap"]], _JOINS[look["stroke-linejoin"]]
        except (ValueError, KeyError):
            self._reject("stroke", node)
            return
        stroke = stroke if width and look["visibility"] == "visible" else ""
        if stroke and not is_even:
            self._reject(f"stroke: {look['stroke']} + transform", node)
        if path and (fill or stroke) and look["visibility"] == "visible":
            even_odd = look["fill-rule"] == "evenodd"
            self.classes.append(tuple(look["class"].split()))
            yield DrawnShape(path, fill, stroke, width, dash, cap, join, even_odd)

    def _path(self, node: Element) -> Path | None:
        """Outline of an element, read once even if it is used many times; None if it is not valid."""
        if id(node) not in self._paths:
            try:
                self._paths[id(node)] = OUTLINES[tag_of(node)](node)
            except (ValueError, IndexError, TypeError, ArithmeticError, AssertionError):
                self._paths[id(node)] = None
        return self._paths[id(node)]

    def _colour(self, name: str, look: Mapping[str, str], node: Element) -> str:
        colour = parse_colour(look[name])
        if colour is None:
            self._reject(f"{name}: {look[name]}", node)
        return colour or ""

    def _reject(self, what: str, node: Element) -> None:
        shown = what if len(what) <= _QUOTED else what[:_QUOTED] + "…"
        self._note(
            tr(_ICON if self._as_icon else _PICTURE, what=shown),
            node,
            shown if self._is_drawable(what, node) else "",
        )

    def _is_drawable(self, what: str, node: Element) -> bool:
        """Whether resvg can draw something that the press cannot; other parts of a picture it leaves out without a word."""
        if tag_of(node) not in _DRAWABLE or what.startswith(("vector-effect", "@")):
            return False
        if what.startswith("<use> #") and link_of(node)[1:] not in self._ids:
            return False
        return all(link in self._ids for link in _LINKS.findall(what))

    def _note(self, message: str, node: Element, what: str = "") -> None:
        finding = Finding("bad-picture", "error", message, where=node.where, found=what or None)
        self.findings.setdefault(message, finding)


def _dash(text: str, size: float) -> tuple[float, ...]:
    """Dashes and gaps in turn; an odd number of them is repeated, as SVG requires."""
    if text == "none":
        return ()
    parts = tuple(parse_length(part) * size for part in text.replace(",", " ").split())
    if min(parts, default=0.0) < 0:
        raise ValueError(text)
    return (parts * (1 + len(parts) % 2)) if any(parts) else ()
