"""Control characters: what drives a terminal, or makes a text read otherwise than it is.

They are refused in data that is read, and escaped in what is shown: a database may hold some from before.
"""

from __future__ import annotations

import re

_DIRECTIONS = "\u202a-\u202e\u2066-\u2069"
"""Embeddings, overrides and isolates of the bidirectional algorithm (Unicode UAX 9); plain marks do no harm."""

_CONTROL = re.compile(f"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f{_DIRECTIONS}]")
_NOT_SHOWN = re.compile(f"[\x00-\x08\x0b-\x1f\x7f-\x9f{_DIRECTIONS}]")
_LINE_END = str.maketrans({"\n": "\\n", "\r": "\\r", "\t": "\\t"})


def control_character(text: str) -> re.Match[str] | None:
    """Find the first control character that no text may hold."""
    return _CONTROL.search(text)


def code_point(character: str) -> str:
    """Name of a character, such as U+001B."""
    return f"U+{ord(character):04X}"


def visible(text: str) -> str:
    """Text with its control characters as escapes, which are those of JSON; line ends and tabs stay."""
    return _NOT_SHOWN.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def on_one_line(text: str) -> str:
    """Text with all its control characters as escapes, line ends and tabs too."""
    return visible(text.translate(_LINE_END))
