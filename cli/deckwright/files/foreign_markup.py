"""Markup of other tools in the texts of sheets: HTML, line ends of nanDECK and Squib, and names of icons, as Deckwright writes them."""

from __future__ import annotations

import re
from collections import Counter
from html import unescape
from typing import TYPE_CHECKING

from deckwright.model.markup import RESERVED, tags_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

_EMPHASIS = {
    "***": re.compile(
        r"<(?:b|strong)><(?:i|em)>(\s*)(.*?)(\s*)</(?:i|em)></(?:b|strong)>", re.IGNORECASE | re.DOTALL
    ),
    "**": re.compile(r"<(?:b|strong)>(\s*)(.*?)(\s*)</(?:b|strong)>", re.IGNORECASE | re.DOTALL),
    "*": re.compile(r"<(?:i|em)>(\s*)(.*?)(\s*)</(?:i|em)>", re.IGNORECASE | re.DOTALL),
}
_LINE_END = re.compile(r"\s*(?:<br\s*/?>|</p>\s*<p>|\\13\\|\\n|(?-i:%n(?![a-z])))[ \t]*", re.IGNORECASE)
_ITEM = re.compile(r"\s*<li>\s*", re.IGNORECASE)
_TAG = re.compile(
    r"</?(?:b|strong|i|em|u|br|p|div|span|font|sup|sub|small|big|center|ul|ol|li|h[1-6])(?:\s[^<>]*)?/?>",
    re.IGNORECASE,
)
_ENTITY = re.compile(r"&(?:[a-z]{2,8}|#\d{1,6}|#x[0-9a-f]{1,5});", re.IGNORECASE)
_ICON = re.compile(
    r"\[([a-z][a-z0-9_-]{0,29})\]|(?<!\w):([a-z][a-z0-9_-]{1,29}):|\{\(([a-z][a-z0-9_-]{0,29})\)\}"
)
_BRACES = re.compile(r"\{(\([^{}]*\))\}")

_RECURRING = 2
"""How often a name in brackets is there if it is that of an icon."""


def is_foreign(text: str) -> bool:
    """Whether a text has markup of other tools, besides names of icons."""
    return bool(_TAG.search(text) or _ENTITY.search(text) or _LINE_END.search(text) or _BRACES.search(text))


def icons_in_brackets(texts: Iterable[str], files: Collection[str] = ()) -> list[str]:
    """Names of icons that recur as `[name]`, `:name:` or `{(name)}`, or have a file, as a game declares them."""
    names = Counter(name for text in texts for _, name in bracketed(text))
    return [name for name, times in names.items() if times >= _RECURRING or name.replace("_", "-") in files]


def bracketed(text: str) -> list[tuple[re.Match[str], str]]:
    """What other tools read as icons, `[name]`, `:name:` or `{(name)}`, each with that name as a game declares it."""
    matches = (
        [(match, _name(match)) for match in _ICON.finditer(text)]
        if "[" in text or ":" in text or "{(" in text
        else []
    )
    if not matches:
        return []
    paired = {tag.name for tag in tags_of(text) if not tag.is_printed}
    return [(match, name) for match, name in matches if name not in {*paired, *RESERVED}]


def converted(text: str, icons: Collection[str]) -> str:
    """A text with stars, line ends and braces in place of the markup of other tools; `icons` are those of the game."""
    for stars, pattern in _EMPHASIS.items():
        text = pattern.sub(rf"\1{stars}\2{stars}\3", text)
    text = _TAG.sub("", _ITEM.sub("\n• ", _LINE_END.sub("\n", text)))
    text = _ICON.sub(lambda match: f"{{{_name(match)}}}" if _name(match) in icons else match[0], text)
    return unescape(_BRACES.sub(r"\1", text)).strip()


def _name(match: re.Match[str]) -> str:
    return str(next(filter(None, match.groups()))).replace("-", "_")
