"""Draw an SVG: paths and basic shapes in plain colours, in groups and used again, transformed.

Whatever else would be seen of it (texts, gradients, what is half transparent or cut off, pictures within it)
is a fault: nothing of a picture is left out in silence. Path data is parsed by fontTools. Icons are read the same way,
but only what is filled can be drawn of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from deckwright.errors import InputError, Where
from deckwright.messages import later, tr
from deckwright.model.finding import Finding
from deckwright.press.parts import Shape
from deckwright.press.pictures.kinds import Drawing
from deckwright.press.pictures.svg_looks import INHERITED, PLAIN, Rules, colour_of, look_of, rules_of
from deckwright.press.pictures.svg_moves import are_near, length_of, matrix_of, moved, numbers_of, scale_of
from deckwright.press.pictures.svg_shapes import OUTLINES
from deckwright.press.pictures.svg_tree import DEPTH, PARTS, STEPS, Node, too_much, tree_of, unreadable

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from deckwright.press.parts import Path

_SILENT = {
    *("", "title", "desc", "metadata", "defs", "style", "symbol"),
    *("linearGradient", "radialGradient", "pattern", "clipPath", "mask", "filter", "marker"),
}
"""Elements that show nothing where they stand; what refers to them may be a fault."""

_LEAST = 1e-3
"""How wide and high a drawing must be, in units of its own."""

_LONG = 40
"""How much of what cannot be drawn is quoted."""

_CAPS = {"butt": 0, "round": 1, "square": 2}
_JOINS = {"miter": 0, "round": 1, "bevel": 2}


_PICTURE = later(
    "In an SVG picture, {what} is not drawn. Make it of paths in plain colours, or save the picture as PNG."
)
_ICON = later("In an SVG icon, {what} is not drawn. Make the icon of filled paths and shapes.")
_STROKES = later(
    "In an SVG icon, lines (stroke) are not drawn, only what is filled. Turn the strokes into outlines in your drawing "
    "program (in Inkscape: Path, Stroke to Path), or use the drawing as a picture."
)


def drawing_of(data: bytes, file: str, *, as_icon: bool = False) -> Drawing:
    """Read the SVG in a file's bytes; as an icon, if it is one.

    Raises:
        InputError: it cannot be read, must not be, shows nothing, or more than can be drawn; with every fault.
    """
    root = tree_of(data, file)
    try:
        left, top, width, height = _seen(root)
    except ValueError as fault:
        raise unreadable(tr("its viewBox, width or height is no length"), Where(file, 1, 1)) from fault
    drawer = _Drawer(root, file, as_icon=as_icon)
    shapes = tuple(drawer.draw(root, INHERITED, matrix_of(""), 0))
    if drawer.faults:
        findings = list(drawer.faults.values())
        raise InputError("bad-picture", findings[0].message, where=findings[0].where, findings=findings)
    if not shapes:
        message = tr("This SVG draws nothing: only paths and shapes are drawn, no texts and no pictures.")
        raise InputError("bad-picture", message, where=Where(file, 1, 1))
    return Drawing(shapes, left, top, width, height)


def _seen(root: Node) -> tuple[float, float, float, float]:
    """Give the rectangle of the drawing that is seen."""
    said = root.attributes
    if "viewBox" in said:
        left, top, width, height = numbers_of(said["viewBox"])
    else:
        left = top = 0.0
        width, height = length_of(said.get("width", "")), length_of(said.get("height", ""))
    if not (width > _LEAST and height > _LEAST):
        raise ValueError(width)
    return left, top, width, height


class _Drawer:
    """Walks through a tree; `faults` grow by what cannot be drawn, each once."""

    def __init__(self, root: Node, file: str, *, as_icon: bool) -> None:
        self._file, self._as_icon = file, as_icon
        self._ids = {node.attributes["id"]: node for node in root.all() if "id" in node.attributes}
        self._count = self._steps = 0
        self._paths: dict[int, Path | None] = {}
        self.faults: dict[str, Finding] = {}
        self._rules = Rules()
        for node in root.all():
            if node.tag == "style":
                self._add_rules(node)

    def _add_rules(self, node: Node) -> None:
        rules = rules_of("".join(node.text))
        self._rules.by_selector.update(rules.by_selector)
        for part in rules.strange:
            self._fault(part, node)

    def draw(self, node: Node, above: Mapping[str, str], matrix: Any, depth: int) -> Iterator[Shape]:
        """Draw an element and all it holds."""
        self._count += 1
        if self._count > PARTS or depth > DEPTH:
            raise too_much(Where(self._file, node.line, node.column))
        if node.tag in _SILENT:
            return
        look = look_of(node, above, self._rules)
        if look.get("display") == "none":
            return
        for name, plain in PLAIN.items():
            if look.get(name, "none") not in plain | {"none"}:
                self._fault(f"{name}: {look[name]}", node)
        said = node.attributes.get("transform", "")
        try:
            matrix = matrix.transform(matrix_of(said))
        except ValueError:
            self._fault(f"transform: {said}", node)
            return
        yield from self._inside(node, look, matrix, depth)

    def _inside(self, node: Node, look: Mapping[str, str], matrix: Any, depth: int) -> Iterator[Shape]:
        if node.tag in {"g", "a"} or not depth:
            for child in node.children:
                yield from self.draw(child, look, matrix, depth + 1)
        elif node.tag == "use":
            yield from self._use(node, look, matrix, depth)
        elif node.tag in OUTLINES:
            yield from self._outline(node, look, matrix)
        else:
            self._fault(f"<{node.tag}>", node)

    def _use(self, node: Node, look: Mapping[str, str], matrix: Any, depth: int) -> Iterator[Shape]:
        used = self._ids.get(node.link[1:])
        if used is None or used.tag in {"svg", "symbol"}:
            self._fault(f"<use> {node.link}", node)
            return
        try:
            x, y = (length_of(node.attributes.get(name, "0")) for name in ("x", "y"))
        except ValueError:
            self._fault("<use> x, y", node)
            return
        yield from self.draw(used, look, matrix.translate(x, y), depth + 1)

    def _outline(self, node: Node, look: Mapping[str, str], matrix: Any) -> Iterator[Shape]:
        path = self._path(node)
        self._steps += len(path or ())
        if self._steps > STEPS:
            raise too_much(Where(self._file, node.line, node.column))
        path = moved(path, matrix) if path is not None else None
        if path is None or not are_near(number for _, numbers in path for number in numbers):
            self._fault(f"<{node.tag}>", node)
            return
        fill, stroke = self._colour("fill", look, node), self._colour("stroke", look, node)
        size, is_even = scale_of(matrix)
        try:
            width, dash = length_of(look["stroke-width"]) * size, _dash(look["stroke-dasharray"], size)
            cap, join = _CAPS[look["stroke-linecap"]], _JOINS[look["stroke-linejoin"]]
        except (ValueError, KeyError):
            self._fault("stroke", node)
            return
        stroke = stroke if width and look["visibility"] == "visible" else ""
        if stroke and self._as_icon:
            self._note(tr(_STROKES), node)
            return
        if stroke and not is_even:
            self._fault(f"stroke: {look['stroke']} + transform", node)
        if path and (fill or stroke) and look["visibility"] == "visible":
            even_odd = look["fill-rule"] == "evenodd"
            yield Shape(path, fill, stroke, width, dash, cap, join, even_odd)

    def _path(self, node: Node) -> Path | None:
        """Outline of an element, read once however often it is used; None if it cannot be read."""
        if id(node) not in self._paths:
            try:
                self._paths[id(node)] = OUTLINES[node.tag](node)
            except (ValueError, IndexError, TypeError, ArithmeticError, AssertionError):
                self._paths[id(node)] = None
        return self._paths[id(node)]

    def _colour(self, name: str, look: Mapping[str, str], node: Node) -> str:
        colour = colour_of(look[name])
        if colour is None:
            self._fault(f"{name}: {look[name]}", node)
        return colour or ""

    def _fault(self, what: str, node: Node) -> None:
        shown = what if len(what) <= _LONG else what[:_LONG] + "…"
        self._note(tr(_ICON if self._as_icon else _PICTURE, what=shown), node)

    def _note(self, message: str, node: Node) -> None:
        where = Where(self._file, node.line, node.column)
        self.faults.setdefault(message, Finding("bad-picture", "error", message, where=where))


def _dash(text: str, size: float) -> tuple[float, ...]:
    """Give strokes and gaps in turn; of an odd number, as many again."""
    if text == "none":
        return ()
    parts = tuple(length_of(part) * size for part in text.replace(",", " ").split())
    if min(parts, default=0.0) < 0:
        raise ValueError(text)
    return (parts * (1 + len(parts) % 2)) if any(parts) else ()
