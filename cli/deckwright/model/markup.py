"""The markup in the texts of cards: stars around emphasised words, and icons in braces."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Container, Iterator

EMPHASIS = re.compile(r"(\*{1,3})(?=\S)(.{1,1000}?)(?<=[^\s*])\1(?!\*)", re.DOTALL)
"""One star is for italics, two are for bold type, three for both; the second group is the text between.

Its length is bounded, since the search starts at every star."""

ICON = re.compile(r"\{([a-z][a-z0-9_]*)\}")
"""An icon in a text; the group is its name in the game."""

FACE_ICON = re.compile(r"\{icon:([^{}\s]*)\}")
"""An icon as written in the texts of faces, not of cards."""


_BRACES = re.compile(r"\{[^{}\n]*\}|[{}]")
_WORD = re.compile(r"[a-z][a-z0-9_]*")


def unknown_braces(text: str, *others: re.Pattern[str]) -> Iterator[tuple[int, str]]:
    """Yield braces with their content, or single braces, that none of the `others` matches: their position and text."""
    rest = text
    for pattern in others:
        rest = pattern.sub(lambda found: " " * len(found[0]), rest)
    yield from ((found.start(), text[found.start() : found.end()]) for found in _BRACES.finditer(rest))


def word_in(written: str) -> str:
    """First word in a pair of braces, in lower case: `cost` for `{ COST+1 }`; '' without one."""
    found = _WORD.search(written.lower())
    return found[0] if found else ""


def has_unknown_icons(text: str, known: Container[str]) -> bool:
    """Whether a text has an icon with an unknown name, or written as in faces."""
    if "{" not in text:
        return False
    return FACE_ICON.search(text) is not None or any(found[1] not in known for found in ICON.finditer(text))


def unpaired_stars(text: str) -> int:
    """Position of two stars that emphasise nothing; -1 if there are none."""
    return EMPHASIS.sub(lambda found: " " * len(found[0]), text).find("**")


def without_icons(text: str) -> str:
    """Text with a space in place of each icon."""
    return ICON.sub(" ", text)
