"""What counts of a score can be at all: from the cards that a table plays with, and the numbers on them."""

from __future__ import annotations

from math import gcd, inf
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from deckwright.model.card import Card
    from deckwright.model.score_counts import Count
    from deckwright.model.scoring import Grid, ScoreZone
    from deckwright.model.supply import Supply


class Limits(NamedTuple):
    """What a count can be: a multiple of `step` (0: any number) from `least` to `most`, or one of `values`.

    `values` has how much of the supply each takes, and `supply` how much there is for all seats; without `values`, a
    number takes as much as itself. `holders` is how many seats can have a value.
    """

    least: float = 0
    most: float = inf
    step: int = 1
    values: Mapping[float, float] = {}
    supply: float = inf
    holders: Mapping[float, float] = {}


class CountLimits:
    """The limits of the counts of a game, each calculated when it is first read."""

    def __init__(
        self, counts: Mapping[str, Count], zones: Mapping[str, ScoreZone], supply: Supply, grid: Grid | None
    ) -> None:
        self.zones, self.supply, self.grid = zones, supply, grid
        self._counts = counts
        self._known: dict[str, Limits] = {}

    def __getitem__(self, name: str) -> Limits:
        """Limits of a count."""
        if name not in self._known:
            count = self._counts[name]
            self._known[name] = count.method.limits(self, count)
        return self._known[name]

    def test(self, count: Count) -> Callable[[Card], bool]:
        """Whether a count looks at a card."""
        zones = [self.zones[zone] for zone in count.zones]
        return lambda card: (
            any(zone.of is None or zone.of(card) for zone in zones) and (count.of is None or count.of(card))
        )

    def cards(self, count: Count) -> list[Card]:
        """The cards in play that a count looks at."""
        return self.supply.cards(self.test(count))

    def total(self, count: Count, value: Callable[[Card], float], numbers: Iterable[float]) -> Limits:
        """Limits of a value that is added up over cards; `numbers` are those that it is made of."""
        step = common_step(numbers)
        if not all(self.zones[zone].is_limited for zone in count.zones):
            return Limits(-inf if any(value(card) < 0 for card in self.cards(count)) else 0, inf, step)
        test = self.test(count)
        least, most = 0 - self.supply.most(test, lambda card: -value(card)), self.supply.most(test, value)
        return Limits(least, most, step, supply=inf if least else most)


def common_step(numbers: Iterable[float]) -> int:
    """Largest number of which all these are multiples; 0 if one is not whole, 1 if there are none."""
    numbers = list(numbers)
    if any(number != int(number) for number in numbers):
        return 0
    return gcd(*map(int, numbers)) or 1
