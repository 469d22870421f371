"""The signs of print in the texts of cards: stars around what is emphasised, and icons in braces."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Container, Iterator

EMPHASIS = re.compile(r"(\*{1,3})(?=\S)(.{1,1000}?)(?<=[^\s*])\1(?!\*)", re.DOTALL)
"""One star is for italics, two are for bold type, three for both; the second group is what stands between.

It has a bound, since it is looked for from every star."""

ICON = re.compile(r"\{([a-z][a-z0-9_]*)\}")
"""An icon in a text; the group is what the game calls it."""

FACE_ICON = re.compile(r"\{icon:([^{}\s]*)\}")
"""An icon as the texts of faces ask for it, which texts of cards do not."""


_BRACES = re.compile(r"\{[^{}\n]*\}|[{}]")
_WORD = re.compile(r"[a-z][a-z0-9_]*")


def odd_braces(text: str, *others: re.Pattern[str]) -> Iterator[tuple[int, str]]:
    """Yield what stands in braces, or a brace alone, and is none of some `others`: where, as a number from 0, and as written."""
    rest = text
    for pattern in others:
        rest = pattern.sub(lambda found: " " * len(found[0]), rest)
    yield from ((found.start(), text[found.start() : found.end()]) for found in _BRACES.finditer(rest))


def word_in(written: str) -> str:
    """Find the first word in a pair of braces, as a name would be written: such as `cost` for `{ COST+1 }`; '' without one."""
    found = _WORD.search(written.lower())
    return found[0] if found else ""


def has_unknown_icons(text: str, known: Container[str]) -> bool:
    """Return whether a text asks for an icon by a name that is not known, or as faces do."""
    if "{" not in text:
        return False
    return FACE_ICON.search(text) is not None or any(found[1] not in known for found in ICON.finditer(text))


def unpaired_stars(text: str) -> int:
    """Give where two stars stand that emphasise nothing, as a number from 0; -1 where there are none."""
    return EMPHASIS.sub(lambda found: " " * len(found[0]), text).find("**")


def without_icons(text: str) -> str:
    """Give a text with a space in place of each icon."""
    return ICON.sub(" ", text)
