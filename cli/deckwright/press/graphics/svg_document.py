"""Read an SVG as a safe tree, with the transforms, lengths, colours and style rules of its elements."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache
from math import radians
from typing import TYPE_CHECKING, Any, NamedTuple
from xml.parsers import expat

from deckwright.errors import InputError
from deckwright.findings import Finding, Where
from deckwright.messages import tr

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from deckwright.press.graphics.parts import Path


# Tree of an SVG's elements. Scripts, entities and links to other files are refused.

PARTS = 50_000
"""Most elements of a picture, counting each `use` of an element."""

DEPTH = 60
"""Most levels of elements."""

STEPS = 1_000_000
"""Most steps of all outlines of a picture, counting each `use` of an outline."""

LETTERS = 10_000
"""Most characters of an attribute, except for outlines."""

LETTERS_OF_OUTLINES = 4_000_000
"""Most characters of all outlines together."""

_OUTLINES = {"d", "points"}
_SVG = "http://www.w3.org/2000/svg "
_LINK = "http://www.w3.org/1999/xlink href"


class Node(NamedTuple):
    """Element: its name, attributes, location, children and text.

    Elements of other XML namespaces, which editors add to their files and which draw nothing, have an empty name.
    """

    tag: str
    attributes: dict[str, str]
    line: int
    column: int
    children: list[Node]
    text: list[str]

    def all(self) -> Iterator[Node]:
        """Yield this element and everything in it."""
        yield self
        for child in self.children:
            yield from child.all()

    @property
    def link(self) -> str:
        """Target of the element's `href`."""
        return self.attributes.get("href", self.attributes.get(_LINK, ""))


def tree_of(data: bytes, file: str) -> Node:
    """Parse an SVG.

    Raises:
        InputError: the file is not XML or not SVG, is too large, or has scripts or links to other files.
    """
    reader = _Reader(file)
    try:
        reader.parser.Parse(data, True)
    except (expat.ExpatError, ValueError, LookupError) as fault:
        reason = expat.ErrorString(fault.code) if isinstance(fault, expat.ExpatError) else str(fault)
        raise unreadable(reason, reader.here()) from fault
    root = reader.root
    if root is None or root.tag != "svg":
        raise unreadable(tr("its root element is not svg"), Where(file, 1, 1))
    faults = [fault for node in root.all() for fault in _actions(node, file)]
    if faults:
        raise InputError("unsafe-picture", faults[0].message, where=faults[0].where, findings=faults)
    return root


class _Reader:
    """Builds the tree while expat parses the file."""

    def __init__(self, file: str) -> None:
        self.root: Node | None = None
        self._file, self._open, self._count, self._outlines = file, list[Node](), 0, 0
        self.parser: Any = expat.ParserCreate(namespace_separator=" ")
        self.parser.buffer_text = True
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = lambda _: self._open.pop()
        self.parser.CharacterDataHandler = self._letters
        self.parser.StartDoctypeDeclHandler = self._doctype
        self.parser.ProcessingInstructionHandler = self._instruction

    def here(self) -> Where:
        return Where(self._file, self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber + 1)

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        self._count += 1
        if self._count > PARTS or len(self._open) > DEPTH:
            raise too_much(self.here())
        self._refuse_long(attributes)
        name = tag.removeprefix(_SVG)
        here = self.here()
        node = Node("" if " " in name else name, attributes, here.line, here.column, [], [])
        if self._open:
            self._open[-1].children.append(node)
        else:
            self.root = node
        self._open.append(node)

    def _refuse_long(self, attributes: dict[str, str]) -> None:
        """Refuse attributes that would take long to parse; links and attributes of editors are not parsed."""
        for name, value in attributes.items():
            if name in _OUTLINES:
                self._outlines += len(value)
            elif len(value) > LETTERS and " " not in name and name != "href":
                raise too_much(self.here())
        if self._outlines > LETTERS_OF_OUTLINES:
            raise too_much(self.here())

    def _letters(self, text: str) -> None:
        if self._open[-1].tag == "style":
            self._open[-1].text.append(text)

    def _doctype(self, _name: str, _system: str | None, _public: str | None, has_subset: int) -> None:
        if has_subset:
            raise _refused("<!DOCTYPE … [ … ]>", self.here())

    def _instruction(self, target: str, _data: str) -> None:
        raise _refused(f"<?{target}?>", self.here())


def _actions(node: Node, file: str) -> Iterator[Finding]:
    """Find scripts and links to other files."""
    if node.tag == "script":
        yield _unsafe("<script>", Where(file, node.line, node.column))
    for name, value in node.attributes.items() if node.tag else ():
        is_link = name in {"href", _LINK} and node.tag != "a" and not value.startswith(("#", "data:"))
        if name.startswith("on") or is_link:
            yield _unsafe(f"{name.rpartition(' ')[2]}=…", Where(file, node.line, node.column))


def _unsafe(what: str, where: Where) -> Finding:
    message = tr("Scripts and links to other files are not allowed in pictures: remove {what}.", what=what)
    return Finding("unsafe-picture", "error", message, where=where)


def _refused(what: str, where: Where) -> InputError:
    return InputError("unsafe-picture", _unsafe(what, where).message, where=where)


def too_much(where: Where) -> InputError:
    """Error for a drawing with too many elements, levels or steps."""
    message = tr(
        "This drawing is too complex. The limits are {parts} elements, {depth} levels, {steps} steps "
        "in all outlines and {letters} characters in an attribute. Save it as PNG.",
        parts=PARTS,
        depth=DEPTH,
        steps=STEPS,
        letters=LETTERS,
    )
    return InputError("picture-size", message, where=where)


def unreadable(reason: str, where: Where) -> InputError:
    """Error for an SVG that cannot be read."""
    message = tr("This SVG cannot be read: {reason}.", reason=reason)
    return InputError("bad-picture", message, where=where)


# Transformations and lengths of SVG.

NUMBER = r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?"
_NUMBER = re.compile(NUMBER)
_LENGTH = re.compile(rf"\s*({NUMBER})\s*(px|pt|pc|mm|cm|in|q|)\s*", re.IGNORECASE)

_FAR = 1e7
"""Largest number in a drawing."""

_MOST_TRANSFORM_CHARACTERS = 100
"""Most characters of a length."""

_UNITS = {
    "": 1.0,
    "px": 1.0,
    "pt": 96 / 72,
    "pc": 16.0,
    "in": 96.0,
    "cm": 96 / 2.54,
    "mm": 9.6 / 2.54,
    "q": 2.4 / 2.54,
}
"""Pixels of each unit; CSS has 96 pixels in an inch."""


def numbers_of(text: str) -> list[float]:
    """Numbers of a list.

    Raises:
        ValueError: the list has something else, or a number that is too large.
    """
    numbers = [float(number) for number in _NUMBER.findall(text)]
    if _NUMBER.sub("", text).strip(" \t\r\n,") or not are_near(numbers):
        raise ValueError(text)
    return numbers


def are_near(numbers: Iterable[float]) -> bool:
    """Whether all numbers are finite and of a size that drawings have."""
    return all(abs(number) < _FAR for number in numbers)


def length_of(text: str) -> float:
    """Length in pixels.

    Raises:
        ValueError: the text is not a length, or is relative to another, such as 50%.
    """
    found = _LENGTH.fullmatch(text) if len(text) <= _MOST_TRANSFORM_CHARACTERS else None
    if found is None or not are_near([float(found[1])]):
        raise ValueError(text)
    return float(found[1]) * _UNITS[found[2].lower()]


@lru_cache(1024)
def matrix_of(text: str) -> Any:
    """Transformation (of fontTools) of an attribute.

    Raises:
        ValueError: the attribute is not a list of transformations.
    """
    from fontTools.misc.transform import Identity

    matrix: Any = Identity
    *calls, rest = text.split(")")
    if rest.strip():
        raise ValueError(text)
    for call in calls:
        name, _, said = call.strip(", \t\r\n").partition("(")
        name, numbers = name.strip(), numbers_of(said)
        if len(numbers) not in _ARITY.get(name, ()):
            raise ValueError(text)
        matrix = _MOVES[name](matrix, *numbers)
    return matrix


def _scale(matrix: Any, x: float, y: float | None = None) -> Any:
    return matrix.scale(x, x if y is None else y)


def _rotate(matrix: Any, angle: float, x: float = 0.0, y: float = 0.0) -> Any:
    return matrix.translate(x, y).rotate(radians(angle)).translate(-x, -y)


_MOVES: dict[str, Callable[..., Any]] = {
    "translate": lambda matrix, x, y=0.0: matrix.translate(x, y),
    "scale": _scale,
    "rotate": _rotate,
    "skewX": lambda matrix, angle: matrix.skew(radians(angle), 0.0),
    "skewY": lambda matrix, angle: matrix.skew(0.0, radians(angle)),
    "matrix": lambda matrix, *numbers: matrix.transform(numbers),
}
_ARITY = {
    "translate": (1, 2),
    "scale": (1, 2),
    "rotate": (1, 3),
    "skewX": (1,),
    "skewY": (1,),
    "matrix": (6,),
}
"""Possible numbers of arguments of each transformation."""


def moved(path: Path, matrix: Any) -> Path:
    """Path with all its points transformed."""
    a, b, c, d, e, f = matrix
    return tuple(
        (
            step,
            tuple(
                number
                for x, y in zip(numbers[::2], numbers[1::2], strict=True)
                for number in (a * x + c * y + e, b * x + d * y + f)
            ),
        )
        for step, numbers in path
    )


def scale_of(matrix: Any) -> tuple[float, bool]:
    """Factor by which lines get wider, and whether it is the same in all directions."""
    a, b, c, d, _, _ = matrix
    size = abs(a * d - b * c) ** 0.5
    tolerance = 1e-3 * size
    is_even = (
        abs(a * a + b * b - size**2) <= tolerance * size and abs(c * c + d * d - size**2) <= tolerance * size
    )
    return size, is_even


# Colours and lines of an SVG's elements, from attributes and style rules.

INHERITED: Mapping[str, str] = {
    "fill": "black",
    "fill-rule": "nonzero",
    "stroke": "none",
    "stroke-width": "1",
    "stroke-dasharray": "none",
    "stroke-linecap": "butt",
    "stroke-linejoin": "miter",
    "visibility": "visible",
    "color": "black",
}
"""Inherited properties, with their initial values (SVG 1.1, Property Index)."""

WITHOUT_EFFECT: Mapping[str, frozenset[str]] = {
    "opacity": frozenset({"1", "1.0", "100%"}),
    "fill-opacity": frozenset({"1", "1.0", "100%"}),
    "stroke-opacity": frozenset({"1", "1.0", "100%"}),
    "stroke-dashoffset": frozenset({"0", "0px"}),
    "clip-path": frozenset({"none"}),
    "mask": frozenset({"none"}),
    "filter": frozenset({"none"}),
    "marker": frozenset({"none"}),
    "marker-start": frozenset({"none"}),
    "marker-mid": frozenset({"none"}),
    "marker-end": frozenset({"none"}),
    "mix-blend-mode": frozenset({"normal"}),
    "paint-order": frozenset({"normal", "fill", "fill stroke", "fill stroke markers"}),
    "vector-effect": frozenset({"none"}),
}
"""Properties that are not supported, and their values that change nothing."""

_OWN = {"display", *WITHOUT_EFFECT}
_KNOWN = {*INHERITED, *_OWN}
_SHARES = re.compile(r"rgb\(\s*([\d.]+)%\s*,\s*([\d.]+)%\s*,\s*([\d.]+)%\s*\)")
_PRELUDE_END, _BRACE, _AT_NAME = re.compile("[{};]"), re.compile("[{}]"), re.compile(r"@[\w-]*")
_SELECTOR = re.compile(r"[.#]?[A-Za-z_][\w-]*")

_RANKS = {".": 1, "#": 2}


_MOST_STYLE_CHARACTERS = 200
"""Most characters of a value: no colour, width or dash array has more."""

_MOST_UNSUPPORTED = 100
"""Most unsupported parts of a style element that are reported."""

Declared = dict[str, str]
"""Values of properties, by name."""


@dataclass(slots=True)
class Rules:
    """Style rules by selector (`path`, `.leaf`, `#leaf`), and the parts of a style that are not supported."""

    by_selector: dict[str, Declared] = field(default_factory=dict)
    unsupported: list[str] = field(default_factory=list)
    _by_node: dict[int, list[tuple[str, str]]] = field(default_factory=dict)
    _order: dict[str, int] = field(default_factory=dict)

    def declarations_of(self, node: Node) -> list[tuple[str, str]]:
        """Declarations that apply to an element, kept because it may be used thousands of times."""
        if id(node) not in self._by_node:
            self._by_node[id(node)] = list(_declarations(node, self))
        return self._by_node[id(node)]

    def matching(self, names: Iterable[str]) -> list[str]:
        """Selectors among these that have rules, the weakest first; of two with the same rank, the later one is stronger."""
        if len(self._order) != len(self.by_selector):
            self._order = {name: number for number, name in enumerate(self.by_selector)}
        known = [name for name in names if name in self._order]
        return sorted(known, key=lambda name: (_RANKS.get(name[0], 0), self._order[name]))


def rules_of(text: str) -> Rules:
    """Read the rules of a `style` element in one pass; only selectors of one name are supported."""
    rules, text, at = Rules(), _without_comments(text), 0
    while (opening := _PRELUDE_END.search(text, at)) and opening[0] != "}":
        prelude = text[at : opening.start()].strip()
        if prelude.startswith("@"):
            _add_unsupported(rules, _AT_NAME.match(prelude))
            at = opening.end() if opening[0] == ";" else _block_end(text, opening.end())
        elif opening[0] == ";":
            break
        else:
            at = _rule(rules, prelude, text, opening.end())
    for part in text[at:].splitlines():
        _add_unsupported(rules, re.search(r"\S.*", part))
    return rules


def _rule(rules: Rules, selectors: str, text: str, start: int) -> int:
    """Add a rule whose declarations start at `start`, and return the offset of the next rule."""
    end = text.find("}", start)
    end = len(text) if end < 0 else end
    declared = _declared(text[start:end])
    for selector in (one.strip() for one in selectors.split(",")):
        if _SELECTOR.fullmatch(selector):
            rules.by_selector.setdefault(selector, {}).update(declared)
        else:
            _add_unsupported(rules, re.match(".*", selector))
    return end + 1


def _add_unsupported(rules: Rules, found: re.Match[str] | None) -> None:
    if found and len(rules.unsupported) < _MOST_UNSUPPORTED:
        rules.unsupported.append(found[0].strip())


def _without_comments(text: str) -> str:
    """Remove comments, and the HTML comments that hid styles from old browsers."""
    kept, at = [], 0
    while (start := text.find("/*", at)) >= 0 and (end := text.find("*/", start + 2)) >= 0:
        kept.append(text[at:start])
        at = end + 2
    return "".join([*kept, text[at:]]).replace("<!--", "").replace("-->", "")


def _block_end(text: str, at: int) -> int:
    """Offset at which a block that started before `at` ends, including the blocks inside it."""
    depth = 1
    while depth and (brace := _BRACE.search(text, at)):
        depth += 1 if brace[0] == "{" else -1
        at = brace.end()
    return len(text) if depth else at


def look_of(node: Node, above: Mapping[str, str], rules: Rules) -> dict[str, str]:
    """Properties of an element: its own, and those it inherits."""
    look = {name: above[name] for name in INHERITED}
    look |= {
        name: value for name, value in rules.declarations_of(node) if name in _KNOWN and value != "inherit"
    }
    for name in ("fill", "stroke"):
        if look[name].lower() == "currentcolor":
            look[name] = look["color"]
    return look


def _declarations(node: Node, rules: Rules) -> Iterator[tuple[str, str]]:
    """Yield the declarations that apply to an element, the weakest first: attributes, rules by rank, its own style."""
    yield from ((name, value[:_MOST_STYLE_CHARACTERS].strip()) for name, value in node.attributes.items())
    names = dict.fromkeys([node.tag, *(f".{one}" for one in node.attributes.get("class", "").split())])
    names[f"#{node.attributes.get('id', '')}"] = None
    for name in rules.matching(names):
        yield from rules.by_selector[name].items()
    yield from _declared(node.attributes.get("style", "")).items()


def _declared(text: str) -> Declared:
    pairs = (one.partition(":") for one in _without_comments(text).split(";"))
    said = {name.strip().lower(): value[:_MOST_STYLE_CHARACTERS].strip() for name, _, value in pairs}
    return {name: value.partition("!")[0].strip() for name, value in said.items() if name in _KNOWN}


def colour_of(value: str) -> str | None:
    """Colour as `#rrggbb`; '' for none, None if it is not a plain colour."""
    from PIL import ImageColor

    if value.lower() in {"none", "transparent"}:
        return ""
    if shares := _SHARES.fullmatch(value):
        # Pillow reads whole percentages only.
        value = f"rgb({','.join(str(round(float(share) * 2.55)) for share in shares.groups())})"
    try:
        red, green, blue, *rest = ImageColor.getrgb(value)
    except ValueError:
        return None
    return f"#{red:02x}{green:02x}{blue:02x}" if rest in ([], [255]) else None
