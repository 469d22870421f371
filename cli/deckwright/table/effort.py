"""What an effort wins: all largest sets of cards whose requirements the numbers of the cards played cover."""

from __future__ import annotations

from operator import add, le, sub
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

Amounts = tuple[float, ...]
"""An amount for each field that is added up."""


class Target(NamedTuple):
    """A card that can be won: what it requires, and what it is worth."""

    card: str
    requires: Amounts
    worth: float = 0


class Haul(NamedTuple):
    """Cards that can be won together, what they are worth, and the amounts left over."""

    cards: tuple[str, ...]
    worth: float
    left: Amounts


def largest_hauls(supply: Amounts, targets: Sequence[Target]) -> list[Haul]:
    """All sets of targets that the amounts given cover and to which no other target can be added.

    The most valuable come first, then those of most cards, then by the order of the targets. No target may require
    a negative amount. The list is empty if no target can be won.
    """
    search = _Search([target.requires for target in targets], supply)
    hauls = dict.fromkeys(
        _haul(supply, [targets[number] for number in chosen])
        for chosen in search.sets(supply, 0, (), ())
        if chosen
    )
    return sorted(hauls, key=lambda haul: (-haul.worth, -len(haul.cards)))


class _Search:
    """Tries targets one by one, and stops at a set that costs too much or will have room for one more."""

    def __init__(self, requires: list[Amounts], supply: Amounts) -> None:
        self._requirements = requires
        self._rest = [tuple(0.0 for _ in supply)]
        for needed in reversed(requires):
            self._rest.append(tuple(map(add, self._rest[-1], needed)))
        self._rest.reverse()

    def sets(
        self, remaining: Amounts, start: int, chosen: tuple[int, ...], passed: tuple[int, ...]
    ) -> Iterator[tuple[int, ...]]:
        """Yield the sets, as numbers of targets, that extend those chosen and have no room for one that was passed over."""
        least = _subtract(remaining, self._rest[start])
        if any(_fits(self._requirements[number], least) for number in passed):
            return
        if start == len(self._requirements):
            yield chosen
            return
        requires = self._requirements[start]
        if _fits(requires, remaining):
            yield from self.sets(_subtract(remaining, requires), start + 1, (*chosen, start), passed)
            yield from self.sets(remaining, start + 1, chosen, (*passed, start))
        else:
            yield from self.sets(remaining, start + 1, chosen, passed)


def _fits(requires: Amounts, remaining: Amounts) -> bool:
    return all(map(le, requires, remaining))


def _subtract(remaining: Amounts, requires: Amounts) -> Amounts:
    return tuple(map(sub, remaining, requires))


def _haul(supply: Amounts, targets: Sequence[Target]) -> Haul:
    remaining = supply
    for target in targets:
        remaining = _subtract(remaining, target.requires)
    return Haul(tuple(target.card for target in targets), sum(target.worth for target in targets), remaining)
