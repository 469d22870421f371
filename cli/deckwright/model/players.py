"""How many play: the numbers that a format, a pile or a mode allows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from deckwright.messages import tr

if TYPE_CHECKING:
    from collections.abc import Sequence

Numbers = tuple[int, ...]
"""Numbers of players that are allowed, the least first; empty where any will do."""


def numbers_in(span: Mapping[str, int] | Sequence[int] | None) -> Numbers:
    """List the numbers of a `players` key: those from `min` to `max`, or its list; without one, none."""
    if isinstance(span, Mapping):
        return tuple(range(span["min"], span["max"] + 1))
    return tuple(sorted(span or ()))


def is_allowed(players: int, numbers: Numbers) -> bool:
    """Tell whether so many may play."""
    return players in numbers if numbers else players >= 1


def listed(numbers: Numbers) -> str:
    """Write numbers of players for a message: `2, 3 or 4`."""
    if not numbers:
        return tr("1 or more")
    *most, last = map(str, numbers)
    return tr("{numbers} or {last}", numbers=", ".join(most), last=last) if most else last
