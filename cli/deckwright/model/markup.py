"""The signs of print in the texts of cards: stars around what is emphasised."""

from __future__ import annotations

import re

EMPHASIS = re.compile(r"(\*{1,3})(?=\S)(.+?)(?<=[^\s*])\1(?!\*)", re.DOTALL)
"""One star is for italics, two are for bold type, three for both; the second group is what stands between."""


def unpaired_stars(text: str) -> int:
    """Give where two stars stand that emphasise nothing, as a number from 0; -1 where there are none."""
    return EMPHASIS.sub(lambda found: " " * len(found[0]), text).find("**")
