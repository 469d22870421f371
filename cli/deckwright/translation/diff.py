"""What has changed between two texts, word by word."""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

_WORD = re.compile(r"\w+|\s+|[^\w\s]")


class Piece(NamedTuple):
    """A stretch of text that is the `same` in both, is only in the `old` one, or only in the `new` one."""

    sort: Literal["same", "old", "new"]
    text: str


def word_diff(old: str, new: str) -> Iterator[Piece]:
    """Yield the pieces of two texts in order; where words were replaced, the old ones stand first."""
    before, after = _WORD.findall(old), _WORD.findall(new)
    for sort, start, end, first, last in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if sort == "equal":
            yield Piece("same", "".join(before[start:end]))
            continue
        if start < end:
            yield Piece("old", "".join(before[start:end]))
        if first < last:
            yield Piece("new", "".join(after[first:last]))
