"""Who wins: sides ranked by the order of what decides, and what decided."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from deckwright.model.scoring import RankingKey

SHARED = "shared"
"""What decided, if nothing did."""


class Side(NamedTuple):
    """Who plays against the others: one seat, or a team, with the counts of each of its seats."""

    name: str
    seats: tuple[str, ...]
    counts: tuple[Mapping[str, float], ...]


class RankedSide(NamedTuple):
    """A side with its rank, from 1, and its number for each key that was compared."""

    side: Side
    rank: int
    keys: tuple[float, ...]


class OpenTie(NamedTuple):
    """Sides that are equal up to a key that `missing` seats do not have on their pads, so that they remain tied.

    `is_first` means that the victory depends on it.
    """

    sides: tuple[Side, ...]
    key: RankingKey
    missing: tuple[str, ...]
    is_first: bool


class Ranking(NamedTuple):
    """All sides, the best first; `decided_by` is the id of a key, or `shared`. `open_ties` could not be broken."""

    sides: tuple[RankedSide, ...]
    decided_by: str
    open_ties: tuple[OpenTie, ...] = ()

    @property
    def winners(self) -> list[Side]:
        """The side that wins, or those that share the victory."""
        return [one.side for one in self.sides if one.rank == 1]


def rank(sides: Sequence[Side], order: Sequence[RankingKey]) -> Ranking:
    """Rank sides by the keys of an order, each compared only where those before it are equal."""
    keys, ties = _compared(sides, order)
    best_first = sorted(range(len(sides)), key=lambda number: keys[number], reverse=True)
    ranked = tuple(
        RankedSide(sides[number], 1 + sum(other > keys[number] for other in keys), keys[number])
        for number in best_first
    )
    return Ranking(ranked, _decided_by(ranked, order), ties)


_OF: Mapping[str, Callable[[list[float]], float]] = {"least": min, "most": max, "total": sum}


def _compared(
    sides: Sequence[Side], order: Sequence[RankingKey]
) -> tuple[list[tuple[float, ...]], tuple[OpenTie, ...]]:
    """Keys of each side, as many as are needed to distinguish the sides (others count 0), and the open ties."""
    keys: list[tuple[float, ...]] = [() for _ in sides]
    settled: set[int] = set()
    ties: list[OpenTie] = []
    for key in order:
        best = max(keys)
        values = dict.fromkeys(range(len(sides)), 0.0)
        for group in _equal(keys, settled):
            equal = tuple(sides[number] for number in group)
            if missing := [seat for side in equal for seat in _without(side, key)]:
                ties.append(OpenTie(equal, key, tuple(missing), is_first=keys[group[0]] == best))
                settled.update(group)
            else:
                values.update({number: _value(sides[number], key) for number in group})
        keys = [(*known, values[number]) for number, known in enumerate(keys)]
    return keys, tuple(ties)


def _equal(keys: Sequence[tuple[float, ...]], settled: set[int]) -> Iterator[list[int]]:
    """Yield the numbers of the sides that are still equal; before the first key, all are, even one alone."""
    for one in dict.fromkeys(keys):
        group = [number for number, other in enumerate(keys) if other == one and number not in settled]
        if len(group) > 1 or (group and not one):
            yield group


def _without(side: Side, key: RankingKey) -> list[str]:
    """Seats of a side that do not have what a key compares."""
    return [seat for seat, counts in zip(side.seats, side.counts, strict=True) if key.by not in counts]


def _value(side: Side, key: RankingKey) -> float:
    return _OF[key.of]([counts[key.by] for counts in side.counts])


def _decided_by(ranked: Sequence[RankedSide], order: Sequence[RankingKey]) -> str:
    """The first key in which the winner is ahead of the next side."""
    if len(ranked) == 1:
        return order[0].id
    first, second = ranked[0].keys, ranked[1].keys
    decisive = (key.id for key, one, other in zip(order, first, second, strict=True) if one != other)
    return next(decisive, SHARED)
