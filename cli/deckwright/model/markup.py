"""The signs of print in the texts of cards: stars around what is emphasised, and icons in braces."""

from __future__ import annotations

import re

EMPHASIS = re.compile(r"(\*{1,3})(?=\S)(.{1,1000}?)(?<=[^\s*])\1(?!\*)", re.DOTALL)
"""One star is for italics, two are for bold type, three for both; the second group is what stands between.

It has a bound, since it is looked for from every star."""

ICON = re.compile(r"\{([a-z][a-z0-9_]*)\}")
"""An icon in a text; the group is what the game calls it."""

FACE_ICON = re.compile(r"\{icon:([^{}\s]*)\}")
"""An icon as the texts of faces ask for it, which texts of cards do not."""


def unpaired_stars(text: str) -> int:
    """Give where two stars stand that emphasise nothing, as a number from 0; -1 where there are none."""
    return EMPHASIS.sub(lambda found: " " * len(found[0]), text).find("**")


def without_icons(text: str) -> str:
    """Give a text with a space in place of each icon."""
    return ICON.sub(" ", text)
