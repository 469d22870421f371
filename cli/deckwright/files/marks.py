"""Where the parts of a parsed file stand: a tree that mirrors its values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(slots=True)
class Marks:
    """Where a mapping or a list starts, and where its parts stand.

    `below` is a list of parts, or for a mapping `key: (mark of the key, part)`. A part is `Marks`, or for a
    single value just the parser's mark, whose `line` and `column` count from 0.
    """

    mark: Any
    below: Any


def start_of(part: Any) -> Any:
    """Give the mark at which a part starts."""
    return part.mark if isinstance(part, Marks) else part


def part_of(part: Any, step: str | int) -> tuple[Any, Any]:
    """Give the mark of a step's key and the part below it; `(None, None)` where there is none."""
    below = part.below if isinstance(part, Marks) else ()
    if isinstance(below, dict):
        key_mark, node = below.get(str(step), (None, None))
        return key_mark, node
    if isinstance(step, int) and 0 <= step < len(below):
        return start_of(below[step]), below[step]
    return None, None
