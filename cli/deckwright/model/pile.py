"""A pile that is built for a table: which cards go into it in a mode, and for how many players."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from deckwright.model.players import Numbers, numbers_in

if TYPE_CHECKING:
    from deckwright.model.card import Card
    from deckwright.model.game import Game
    from deckwright.model.rule import Matcher, Test

Take = int | Mapping[int, int] | None
"""How many cards: a number, a number for each number of players, or all of them."""


@dataclass(frozen=True, slots=True)
class Part:
    """Some cards of a pile: those that `query` finds, or as many of them as `take` says.

    Where `alike` names a field, cards with the same value of it are drawn together, and `take` counts such sorts.
    Where it is a `setting`, people may agree on another number.
    """

    query: str
    of: Test
    take: Take = None
    alike: str = ""
    is_setting: bool = False

    def count(self, players: int) -> int | None:
        """Give how many cards, or sorts, are drawn for a number of players; None is all of them."""
        return self.take[players] if isinstance(self.take, Mapping) else self.take


@dataclass(frozen=True, slots=True)
class Pile:
    """A pile in one mode, for some numbers of players. `box` finds all cards it could hold, where that is said."""

    id: str
    parts: tuple[Part, ...]
    box: Test | None
    players: Numbers

    def setting(self, players: int) -> int | None:
        """Give the number that people may change; None where there is none."""
        return next((part.count(players) for part in self.parts if part.is_setting), None)

    def taking(self, count: int) -> Pile:
        """Give the same pile where people agreed on that number."""
        return replace(
            self, parts=tuple(replace(part, take=count) if part.is_setting else part for part in self.parts)
        )

    def could_hold(self, card: Card) -> bool:
        """Tell whether a card that was not taken is put aside, rather than left in the box."""
        return self.box(card) if self.box else any(part.of(card) for part in self.parts)


def read_pile(game: Game, name: str, mode: str, matcher: Matcher) -> Pile:
    """Read a pile of a validated game in one of its modes, which has parts of its own or the pile's."""
    entry: Mapping[str, Any] = game.definition["piles"][name]
    own = entry.get("modes", {}).get(mode, entry)
    parts = tuple(_part(part, matcher) for part in own["parts"])
    return Pile(
        id=name,
        parts=parts,
        box=matcher(entry["from"]) if "from" in entry else None,
        players=_players(game.definition, mode, parts),
    )


def _part(entry: Mapping[str, Any], matcher: Matcher) -> Part:
    take = entry.get("take")
    if isinstance(take, Mapping):
        take = {int(players): count for players, count in take.items()}
    return Part(
        entry["of"],
        matcher(entry["of"]),
        take,
        entry.get("alike", ""),
        is_setting=entry.get("setting", False),
    )


def _players(definition: Mapping[str, Any], mode: str, parts: tuple[Part, ...]) -> Numbers:
    """List the numbers of players that the mode, or else the game, and every table of the parts allow."""
    spans = (definition.get("modes", {}).get(mode, {}).get("players"), definition.get("players"))
    tables = [part.take for part in parts if isinstance(part.take, Mapping)]
    numbers = numbers_in(spans[0] or spans[1]) or tuple(
        sorted({number for table in tables for number in table})
    )
    return tuple(number for number in numbers if all(number in table for table in tables))
