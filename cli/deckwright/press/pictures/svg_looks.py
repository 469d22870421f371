"""The looks of an SVG's elements: colours and lines, from attributes and style rules."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

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
_RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
_COMMENT = re.compile(r"/\*.*?\*/|<!--|-->", re.DOTALL)
_AT = re.compile(r"(@[\w-]+)[^{};]*(?:\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}|;|$)")
_SHARES = re.compile(r"rgb\(\s*([\d.]+)%\s*,\s*([\d.]+)%\s*,\s*([\d.]+)%\s*\)")
_SELECTOR = re.compile(r"[.#]?[A-Za-z_][\w-]*")

_RANKS = {".": 1, "#": 2}


class Rules(NamedTuple):
    """Style rules by selector (`path`, `.leaf`, `#leaf`), and those parts that are understood by nobody here."""

    by_selector: dict[str, dict[str, str]]
    strange: list[str]


def rules_of(text: str) -> Rules:
    """Read the rules of a `style` element; a selector is one name."""
    rules = Rules({}, [])
    text = _COMMENT.sub("", text)
    rules.strange.extend(found[1] for found in _AT.finditer(text))
    text = _AT.sub("", text)
    rules.strange.extend(part for one in _RULE.sub("", text).split("\n") if (part := one.strip()))
    for selectors, said in _RULE.findall(text):
        for selector in (one.strip() for one in selectors.split(",")):
            if _SELECTOR.fullmatch(selector):
                rules.by_selector.setdefault(selector, {}).update(_declared(said))
            else:
                rules.strange.append(selector)
    return rules


def look_of(node: Node, above: Mapping[str, str], rules: Rules) -> dict[str, str]:
    """Give the properties of an element: its own over those it inherits."""
    look = {name: above[name] for name in INHERITED}
    look |= {name: value for name, value in _said(node, rules) if name in _KNOWN and value != "inherit"}
    for name in ("fill", "stroke"):
        if look[name].lower() == "currentcolor":
            look[name] = look["color"]
    return look


def _said(node: Node, rules: Rules) -> Iterator[tuple[str, str]]:
    """Yield what is said of an element, the weakest first: attributes, rules by rank, its own style."""
    yield from ((name, value.strip()) for name, value in node.attributes.items())
    names = [node.tag, *(f".{one}" for one in node.attributes.get("class", "").split())]
    names.append(f"#{node.attributes.get('id', '')}")
    matching = [name for name in rules.by_selector if name in names]
    for name in sorted(matching, key=lambda one: _RANKS.get(one[0], 0)):
        yield from rules.by_selector[name].items()
    yield from _declared(node.attributes.get("style", "")).items()


def _declared(text: str) -> dict[str, str]:
    pairs = (one.partition(":") for one in _COMMENT.sub("", text).split(";"))
    said = {name.strip().lower(): value.strip() for name, _, value in pairs if name.strip()}
    return {name: value.partition("!")[0].strip() for name, value in said.items()}


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
