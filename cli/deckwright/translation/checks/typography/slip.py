"""What a slip of typography is: how it looks, and what is said of it."""

from __future__ import annotations

import re
from typing import NamedTuple

from deckwright.messages import later

NBSP = "\u00a0\u202f"
"""The no-break spaces: a whole one, and the narrow one that French has before `;`, `!` and `?`."""


WORD = r"(?:(?<!\w)\w+)"
"""A whole word before a slip: were it looked for from each of its letters, the time would grow with their square."""


class Slip(NamedTuple):
    """A pattern that is wrong, and the message, in which `{found}` is what was found, and `{wanted}` what is right."""

    pattern: re.Pattern[str]
    message: str
    wanted: str = ""


COMMON = (
    Slip(
        re.compile(rf"{WORD}?(?:(?<=[^\W\d])'|'(?=[^\W\d]))\w*"),
        later("Write ’ for the apostrophe in “{found}”."),
    ),
    Slip(re.compile(rf"{WORD}?\.\.\."), later("Write … for the three dots after “{found}”.")),
    Slip(re.compile(rf"{WORD}[,;](?=[^\W\d])\w*"), later("A space is missing in “{found}”.")),
    Slip(
        re.compile(rf"{WORD}[ {NBSP}]+[,.](?=\s|$)"),
        later("No space stands before a comma or a full stop: “{found}”."),
    ),
)
"""Slips in whatever language."""

QUOTES = later("Quotation marks are {wanted} in this language: {found}")
"""The message on quotation marks of another language, or of none."""

NO_SPACE = Slip(
    re.compile(rf"{WORD}?(?<![ {NBSP}])[ {NBSP}]+[;:!?](?=[\s»”)*]|$)"),
    later("No space stands before this sign: “{found}”."),
)
"""A space before a sign that has none outside French."""
