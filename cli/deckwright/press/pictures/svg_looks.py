"""The looks of an SVG's elements: colours and lines, from attributes and style rules."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from deckwright.press.pictures.svg_tree import Node

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
"""What an element takes from the one that holds it, and how that begins (SVG 1.1, Property Index)."""

PLAIN: Mapping[str, frozenset[str]] = {
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
"""Properties that change how a drawing looks, and with which values they do not."""

_OWN = {"display", *PLAIN}
_KNOWN = {*INHERITED, *_OWN}
_SHARES = re.compile(r"rgb\(\s*([\d.]+)%\s*,\s*([\d.]+)%\s*,\s*([\d.]+)%\s*\)")
_PRELUDE_END, _BRACE, _AT_NAME = re.compile("[{};]"), re.compile("[{}]"), re.compile(r"@[\w-]*")
_SELECTOR = re.compile(r"[.#]?[A-Za-z_][\w-]*")

_RANKS = {".": 1, "#": 2}


_LONGEST = 200
"""The most letters of a value: no colour, width or line has as many."""

_MOST_STRANGE = 100
"""How much that is not understood of a style element is reported."""

Declared = dict[str, str]
"""Properties with their values."""


@dataclass(slots=True)
class Rules:
    """Style rules by selector (`path`, `.leaf`, `#leaf`), and those parts that are understood by nobody here."""

    by_selector: dict[str, Declared] = field(default_factory=dict)
    strange: list[str] = field(default_factory=list)
    _said: dict[int, list[tuple[str, str]]] = field(default_factory=dict)
    _order: dict[str, int] = field(default_factory=dict)

    def said_of(self, node: Node) -> list[tuple[str, str]]:
        """List what is said of an element, worked out once: it may be used thousands of times."""
        if id(node) not in self._said:
            self._said[id(node)] = list(_said(node, self))
        return self._said[id(node)]

    def matching(self, names: Iterable[str]) -> list[str]:
        """List those names that have rules, the weakest first; of two of a rank, the later one is stronger."""
        if len(self._order) != len(self.by_selector):
            self._order = {name: number for number, name in enumerate(self.by_selector)}
        known = [name for name in names if name in self._order]
        return sorted(known, key=lambda name: (_RANKS.get(name[0], 0), self._order[name]))


def rules_of(text: str) -> Rules:
    """Read the rules of a `style` element, each part of it once; a selector is one name."""
    rules, text, at = Rules(), _without_comments(text), 0
    while (opening := _PRELUDE_END.search(text, at)) and opening[0] != "}":
        prelude = text[at : opening.start()].strip()
        if prelude.startswith("@"):
            _strange(rules, _AT_NAME.match(prelude))
            at = opening.end() if opening[0] == ";" else _block_end(text, opening.end())
        elif opening[0] == ";":
            break
        else:
            at = _rule(rules, prelude, text, opening.end())
    for part in text[at:].splitlines():
        _strange(rules, re.search(r"\S.*", part))
    return rules


def _rule(rules: Rules, selectors: str, text: str, start: int) -> int:
    """Take a rule whose declarations begin at `start`; give where the next one begins."""
    end = text.find("}", start)
    end = len(text) if end < 0 else end
    declared = _declared(text[start:end])
    for selector in (one.strip() for one in selectors.split(",")):
        if _SELECTOR.fullmatch(selector):
            rules.by_selector.setdefault(selector, {}).update(declared)
        else:
            _strange(rules, re.match(".*", selector))
    return end + 1


def _strange(rules: Rules, found: re.Match[str] | None) -> None:
    if found and len(rules.strange) < _MOST_STRANGE:
        rules.strange.append(found[0].strip())


def _without_comments(text: str) -> str:
    """Take out comments, and the marks that hid styles from browsers of old."""
    kept, at = [], 0
    while (start := text.find("/*", at)) >= 0 and (end := text.find("*/", start + 2)) >= 0:
        kept.append(text[at:start])
        at = end + 2
    return "".join([*kept, text[at:]]).replace("<!--", "").replace("-->", "")


def _block_end(text: str, at: int) -> int:
    """Find where the block ends that began before `at`, with all blocks in it."""
    depth = 1
    while depth and (brace := _BRACE.search(text, at)):
        depth += 1 if brace[0] == "{" else -1
        at = brace.end()
    return len(text) if depth else at


def look_of(node: Node, above: Mapping[str, str], rules: Rules) -> dict[str, str]:
    """Give the properties of an element: its own over those it inherits."""
    look = {name: above[name] for name in INHERITED}
    look |= {name: value for name, value in rules.said_of(node) if name in _KNOWN and value != "inherit"}
    for name in ("fill", "stroke"):
        if look[name].lower() == "currentcolor":
            look[name] = look["color"]
    return look


def _said(node: Node, rules: Rules) -> Iterator[tuple[str, str]]:
    """Yield what is said of an element, the weakest first: attributes, rules by rank, its own style."""
    yield from ((name, value[:_LONGEST].strip()) for name, value in node.attributes.items())
    names = dict.fromkeys([node.tag, *(f".{one}" for one in node.attributes.get("class", "").split())])
    names[f"#{node.attributes.get('id', '')}"] = None
    for name in rules.matching(names):
        yield from rules.by_selector[name].items()
    yield from _declared(node.attributes.get("style", "")).items()


def _declared(text: str) -> Declared:
    pairs = (one.partition(":") for one in _without_comments(text).split(";"))
    said = {name.strip().lower(): value[:_LONGEST].strip() for name, _, value in pairs}
    return {name: value.partition("!")[0].strip() for name, value in said.items() if name in _KNOWN}


def colour_of(value: str) -> str | None:
    """Give a colour as `#rrggbb`, '' for none, and None for what is no plain colour."""
    from PIL import ImageColor

    if value.lower() in {"none", "transparent"}:
        return ""
    if shares := _SHARES.fullmatch(value):
        # Pillow reads whole per cents only.
        value = f"rgb({','.join(str(round(float(share) * 2.55)) for share in shares.groups())})"
    try:
        red, green, blue, *rest = ImageColor.getrgb(value)
    except ValueError:
        return None
    return f"#{red:02x}{green:02x}{blue:02x}" if rest in ([], [255]) else None
