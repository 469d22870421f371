"""A deck: which cards, how many copies, for which game and format."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from deckwright.errors import Where

MAIN = "cards"
"""The zone that every deck has."""


@dataclass(frozen=True, slots=True)
class Entry:
    """Some copies of one card in a zone of a deck, and the place in a file where they were asked for."""

    card: str
    copies: int
    zone: str = MAIN
    where: Where | None = None


@dataclass(frozen=True, slots=True)
class Deck:
    """A deck list. `source` is what the user named it by; `format` may be empty, `players` unknown."""

    game: str
    name: str
    entries: tuple[Entry, ...] = ()
    id: str = ""
    format: str = ""
    players: int | None = None
    source: str = ""
    wheres: Mapping[str, Where] = field(default_factory=dict)

    @property
    def size(self) -> int:
        """Count the cards, every copy one, in all zones."""
        return sum(entry.copies for entry in self.entries)


def copies_by_card(entries: Iterable[Entry]) -> dict[str, int]:
    """Add up the copies of each card, in order of first appearance."""
    copies: dict[str, int] = {}
    for entry in entries:
        copies[entry.card] = copies.get(entry.card, 0) + entry.copies
    return copies
