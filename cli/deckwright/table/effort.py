"""What an effort wins: all the largest sets of cards whose numbers some given cards reach together."""

from __future__ import annotations

from operator import add, le, sub
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

Amounts = tuple[float, ...]
"""One amount for each field that is added up."""


class Target(NamedTuple):
    """A card that can be won: what it asks for, and what it is worth."""

    card: str
    asks: Amounts
    worth: float = 0


class Haul(NamedTuple):
    """Cards that can be won together and what they are worth; `left` is what is not needed for them."""

    cards: tuple[str, ...]
    worth: float
    left: Amounts


def largest_hauls(given: Amounts, targets: Sequence[Target]) -> list[Haul]:
    """Give every set of targets that what is given affords and that no other target can be added to.

    Those worth most come first, then those of most cards, then by the targets' order. No target asks for less
    than nothing. None is given where not one target can be won.
    """
    search = _Search([target.asks for target in targets], given)
    found = dict.fromkeys(
        _haul(given, [targets[number] for number in chosen])
        for chosen in search.sets(given, 0, (), ())
        if chosen
    )
    return sorted(found, key=lambda haul: (-haul.worth, -len(haul.cards)))


class _Search:
    """Tries targets one by one: a set that is too dear is not gone on with, nor one that will have room to spare."""

    def __init__(self, asks: list[Amounts], given: Amounts) -> None:
        self._asks = asks
        self._rest = [tuple(0.0 for _ in given)]
        for one in reversed(asks):
            self._rest.append(tuple(map(add, self._rest[-1], one)))
        self._rest.reverse()

    def sets(
        self, left: Amounts, start: int, chosen: tuple[int, ...], passed: tuple[int, ...]
    ) -> Iterator[tuple[int, ...]]:
        """Yield the sets, by the targets' numbers, that go on from those chosen, and cannot take one passed over."""
        least = _less(left, self._rest[start])
        if any(_fits(self._asks[number], least) for number in passed):
            return
        if start == len(self._asks):
            yield chosen
            return
        asks = self._asks[start]
        if _fits(asks, left):
            yield from self.sets(_less(left, asks), start + 1, (*chosen, start), passed)
            yield from self.sets(left, start + 1, chosen, (*passed, start))
        else:
            yield from self.sets(left, start + 1, chosen, passed)


def _fits(asks: Amounts, left: Amounts) -> bool:
    return all(map(le, asks, left))


def _less(left: Amounts, asks: Amounts) -> Amounts:
    return tuple(map(sub, left, asks))


def _haul(given: Amounts, targets: Sequence[Target]) -> Haul:
    left = given
    for target in targets:
        left = _less(left, target.asks)
    return Haul(tuple(target.card for target in targets), sum(target.worth for target in targets), left)
