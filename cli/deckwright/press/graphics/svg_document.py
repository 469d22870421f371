"""Read an SVG as a safe tree, with the transforms, lengths, colours and style rules of its elements."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache
from math import radians
from typing import TYPE_CHECKING, Any

from deckwright.errors import InputError
from deckwright.files.xml import XmlPolicy, parse_xml
from deckwright.findings import Finding, Where
from deckwright.messages import tr

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from deckwright.files.xml import Element
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


def read_tree(data: bytes, file: str) -> Element:
    """Parse an SVG.

    Raises:
        InputError: the file is not XML or not SVG, is too large, or has scripts or links to other files.
    """
    policy = XmlPolicy(
        depth=DEPTH + 1,
        elements=PARTS,
        has_bare_doctype=True,
        has_instructions=False,
        check=_Lengths().check,
        too_large=too_much,
        unsafe=lambda what, where: InputError("unsafe-picture", _unsafe(what, where).message, where=where),
    )
    try:
        root = parse_xml(data, file, policy)
    except InputError as error:
        if error.code in {"unsafe-picture", "picture-size"}:
            raise
        raise InputError("bad-picture", error.message, hint=error.hint, where=error.where) from None
    if tag_of(root) != "svg":
        raise unreadable(tr("its root element is not svg"), Where(file, 1, 1))
    findings = [finding for element in root.all() for finding in _actions(element)]
    if findings:
        raise InputError("unsafe-picture", findings[0].message, where=findings[0].where, findings=findings)
    return root


def tag_of(element: Element) -> str:
    """Name of an SVG element; empty for elements of other namespaces, which editors add and which draw nothing."""
    name = element.name.removeprefix(_SVG)
    return "" if " " in name else name


def link_of(element: Element) -> str:
    """Target of an element's `href`."""
    return element.attributes.get("href", element.get(_LINK))


@lru_cache(256)
def classes_of(data: bytes, file: str) -> frozenset[str]:
    """Classes of the elements of an SVG; none if it cannot be read."""
    try:
        nodes = read_tree(data, file).all()
    except InputError:
        return frozenset()
    return frozenset(name for node in nodes for name in node.attributes.get("class", "").split())


class _Lengths:
    """Refuses attributes that would take long to parse; links and attributes of editors are not parsed."""

    def __init__(self) -> None:
        self._outlines = 0

    def check(self, element: Element) -> None:
        for name, value in element.attributes.items():
            if name in _OUTLINES:
                self._outlines += len(value)
            elif len(value) > LETTERS and " " not in name and name != "href":
                raise too_much(element.where)
        if self._outlines > LETTERS_OF_OUTLINES:
            raise too_much(element.where)


def _actions(element: Element) -> Iterator[Finding]:
    """Find scripts and links to other files."""
    tag = tag_of(element)
    if tag == "script":
        yield _unsafe("<script>", element.where)
    for name, value in element.attributes.items() if tag else ():
        is_link = name in {"href", _LINK} and tag != "a" and not value.startswith(("#", "data:"))
        if name.startswith("on") or is_link:
            yield _unsafe(f"{name.rpartition(' ')[2]}=…", element.where)


def _unsafe(what: str, where: Where) -> Finding:
    message = tr("Scripts and links to other files are not allowed in pictures: remove {what}.", what=what)
    return Finding("unsafe-picture", "error", message, where=where)


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
_LENGTH = re.compile(rf"\s*({NUMBER})\s*(px|pt|pc|mm|cm|in|q|)\s*", re.IGNORECASE | re.ASCII)

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


def parse_numbers(text: str) -> list[float]:
    """Numbers of a list.

    Raises:
        ValueError: the list has something else, or a number that is too large.
    """
    numbers = [float(number) for number in _NUMBER.findall(text)]
    if _NUMBER.sub("", text).strip(" \t\r\n,") or not are_plausible(numbers):
        raise ValueError(text)
    return numbers


def are_plausible(numbers: Iterable[float]) -> bool:
    """Whether all numbers are finite and of a size that drawings have."""
    return all(abs(number) < _FAR for number in numbers)


def parse_length(text: str) -> float:
    """Length in pixels.

    Raises:
        ValueError: the text is not a length, or is relative to another, such as 50%.
    """
    found = _LENGTH.fullmatch(text) if len(text) <= _MOST_TRANSFORM_CHARACTERS else None
    if found is None or not are_plausible([float(found[1])]):
        raise ValueError(text)
    return float(found[1]) * _UNITS[found[2].lower()]


@lru_cache(1024)
def parse_transform(text: str) -> Any:
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
        name, _, arguments = call.strip(", \t\r\n").partition("(")
        name, numbers = name.strip(), parse_numbers(arguments)
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


def transformed(path: Path, matrix: Any) -> Path:
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


def line_scale(matrix: Any) -> tuple[float, bool]:
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

_KNOWN = {*INHERITED, "display", *WITHOUT_EFFECT}
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

    def declarations_of(self, node: Element) -> list[tuple[str, str]]:
        """Declarations that apply to an element, kept because it may be used thousands of times."""
        if id(node) not in self._by_node:
            self._by_node[id(node)] = list(_declarations(node, self))
        return self._by_node[id(node)]

    def matching(self, names: Iterable[str]) -> list[str]:
        """Selectors among these that have rules, the weakest first; of two with the same rank, the later one is stronger."""
        if len(self._order) != len(self.by_selector):
            self._order = {name: number for number, name in enumerate(self.by_selector)}
        with_rules = [name for name in names if name in self._order]
        return sorted(with_rules, key=lambda name: (_RANKS.get(name[0], 0), self._order[name]))


def parse_rules(text: str) -> Rules:
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
    for selector in (name.strip() for name in selectors.split(",")):
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
    parts, at = [], 0
    while (start := text.find("/*", at)) >= 0 and (end := text.find("*/", start + 2)) >= 0:
        parts.append(text[at:start])
        at = end + 2
    return "".join([*parts, text[at:]]).replace("<!--", "").replace("-->", "")


def _block_end(text: str, at: int) -> int:
    """Offset at which a block that started before `at` ends, including the blocks inside it."""
    depth = 1
    while depth and (brace := _BRACE.search(text, at)):
        depth += 1 if brace[0] == "{" else -1
        at = brace.end()
    return len(text) if depth else at


def properties_of(node: Element, above: Mapping[str, str], rules: Rules) -> dict[str, str]:
    """Properties of an element: its own, and those it inherits."""
    look = {name: above[name] for name in INHERITED}
    look |= {
        name: value for name, value in rules.declarations_of(node) if name in _KNOWN and value != "inherit"
    }
    for name in ("fill", "stroke"):
        if look[name].lower() == "currentcolor":
            look[name] = look["color"]
    return look


def _declarations(node: Element, rules: Rules) -> Iterator[tuple[str, str]]:
    """Yield the declarations that apply to an element, the weakest first: attributes, rules by rank, its own style."""
    yield from ((name, value[:_MOST_STYLE_CHARACTERS].strip()) for name, value in node.attributes.items())
    names = dict.fromkeys([tag_of(node), *(f".{name}" for name in node.attributes.get("class", "").split())])
    names[f"#{node.attributes.get('id', '')}"] = None
    for name in rules.matching(names):
        yield from rules.by_selector[name].items()
    yield from _declared(node.attributes.get("style", "")).items()


def _declared(text: str) -> Declared:
    pairs = (declaration.partition(":") for declaration in _without_comments(text).split(";"))
    declared = {name.strip().lower(): value[:_MOST_STYLE_CHARACTERS].strip() for name, _, value in pairs}
    return {name: value.partition("!")[0].strip() for name, value in declared.items() if name in _KNOWN}


def parse_colour(value: str) -> str | None:
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
