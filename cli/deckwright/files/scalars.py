"""Find a character of a YAML text where it stands in the file, however the text is written there."""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_PROPERTIES = re.compile(r"(?:[&!]\S*\s+)*")

_ESCAPED_SPACES = {"n", "r", "t"}


def position_in(source: str, start: int, value: str, offset: int) -> int:
    """Give the position in `source` of the character at `offset` of a text whose node begins at `start`.

    As spaces and line ends may be folded, only what is neither is counted; at the end of the text, or where
    a space is meant, it is the position after the character before.
    """
    before = sum(not character.isspace() for character in value[:offset])
    is_space = not value[offset:].strip() or value[offset].isspace()
    wanted = before - 1 if is_space else before
    found = next(islice(_characters(source, start), max(wanted, 0), None), start)
    return found + 1 if is_space and before else found


def _characters(source: str, start: int) -> Iterator[int]:
    """Yield where each character of a text stands that is no space, whatever its quotes and escapes."""
    found = _PROPERTIES.match(source, start)
    at = found.end() if found else start
    style = source[at : at + 1]
    if style in {"|", ">"}:
        at = source.find("\n", at)
    elif style in {'"', "'"}:
        at += 1
    while at < len(source):
        is_escaped = source[at] == style == "'" or (source[at] == "\\" and style == '"')
        at += is_escaped  # what follows stands for both
        if not (source[at : at + 1].isspace() or (is_escaped and source[at : at + 1] in _ESCAPED_SPACES)):
            yield at
        at += 1
