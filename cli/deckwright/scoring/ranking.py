"""Who wins: sides in the order of what decides, and what it was that decided."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from deckwright.errors import InputError
from deckwright.messages import tr

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from deckwright.model.scoring import Key

SHARED = "shared"
"""What decides where nothing does."""


class Side(NamedTuple):
    """Who plays against the others: one seat, or a team, with the counts of each of its seats."""

    name: str
    seats: tuple[str, ...]
    counts: tuple[Mapping[str, float], ...]


class Ranked(NamedTuple):
    """A side with its rank, from 1, and its number for each key that was compared."""

    side: Side
    rank: int
    keys: tuple[float, ...]


class Ranking(NamedTuple):
    """All sides, the best first; `decided_by` is the id of a key, or `shared`."""

    sides: tuple[Ranked, ...]
    decided_by: str

    @property
    def winners(self) -> list[Side]:
        """Give the side that wins, or those that share the victory."""
        return [one.side for one in self.sides if one.rank == 1]


def rank(sides: Sequence[Side], order: Sequence[Key]) -> Ranking:
    """Rank sides by the keys of an order, each asked only where those before it are equal.

    Raises:
        InputError: a key is asked for that stands on no pad.
    """
    keys = _compared(sides, order)
    best_first = sorted(range(len(sides)), key=lambda number: keys[number], reverse=True)
    ranked = tuple(
        Ranked(sides[number], 1 + sum(other > keys[number] for other in keys), keys[number])
        for number in best_first
    )
    return Ranking(ranked, _decided_by(ranked, order))


_OF: Mapping[str, Callable[[list[float]], float]] = {"least": min, "most": max, "total": sum}


def _compared(sides: Sequence[Side], order: Sequence[Key]) -> list[tuple[float, ...]]:
    """Give the keys of each side, as many as are needed to tell the sides apart; others count 0."""
    keys: list[tuple[float, ...]] = [() for _ in sides]
    for key in order:
        tied = [keys.count(one) > 1 or not one for one in keys]
        keys = [
            (*known, _value(side, key) if is_tied else 0)
            for side, known, is_tied in zip(sides, keys, tied, strict=True)
        ]
    return keys


def _value(side: Side, key: Key) -> float:
    for seat, counts in zip(side.seats, side.counts, strict=True):
        if key.by not in counts:
            message = tr(
                "There is a tie, and the pad of {seat} does not have what decides it: add {name}.",
                seat=seat,
                name=key.by,
            )
            raise InputError("pad", message)
    return _OF[key.of]([counts[key.by] for counts in side.counts])


def _decided_by(ranked: Sequence[Ranked], order: Sequence[Key]) -> str:
    """Give the first key in which the winner is ahead of who comes next."""
    if len(ranked) == 1:
        return order[0].id
    first, second = ranked[0].keys, ranked[1].keys
    decisive = (key.id for key, one, other in zip(order, first, second, strict=True) if one != other)
    return next(decisive, SHARED)
