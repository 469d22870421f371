"""What a deck list says before its cards are looked up, however it is written."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from deckwright.errors import InputError
from deckwright.messages import trn
from deckwright.model.deck import MAIN

if TYPE_CHECKING:
    from collections.abc import Mapping

    from deckwright.errors import Where
    from deckwright.model.finding import Finding

HEAD = ("game", "format", "name", "players")
"""What a list may say of itself."""

MOST_COPIES = 999
MOST_PLAYERS = 99
"""The same bounds as in the schema of deck files."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a list: a card as it was written, its copies, and where."""

    card: str
    copies: int
    where: Where
    zone: str = MAIN


@dataclass(frozen=True, slots=True)
class DeckList:
    """A list as it stands in a file. `adds_up` tells whether a card may stand on several lines.

    `wheres` holds the places of what the head says and of the zones. `faults` are of lines that could not be
    read and are not among the `lines`: whoever looks up the cards reports both together.
    """

    source: str
    lines: tuple[Line, ...]
    head: Mapping[str, Any] = field(default_factory=dict)
    wheres: Mapping[str, Where] = field(default_factory=dict)
    adds_up: bool = True
    faults: tuple[Finding, ...] = ()


def faulty_deck(findings: list[Finding]) -> InputError:
    """Make one error of all that is wrong with a list: it says the first, and holds them all."""
    first = findings[0]
    more = len(findings) - 1
    return InputError(
        "bad-deck",
        first.message,
        hint=trn(
            "There is {count} more fault in this deck.", "There are {count} more faults in this deck.", more
        )
        if more
        else "",
        where=first.where,
        findings=findings,
    )
