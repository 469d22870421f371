"""The rule engine: which rules a deck violates, and by how much."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING

from deckwright.model.card import copies_by_card
from deckwright.model.measures import plain, read_number, read_values, size

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from deckwright.model.card import Card, DeckEntry
    from deckwright.model.measures import Contribution, Copies, Measurement
    from deckwright.model.rule import Bound, Rule


@dataclass(frozen=True, slots=True)
class Violation:
    """A violated rule: what was found, what each card adds to it, and the bound that it is beyond."""

    rule: Rule
    contributions: tuple[Contribution, ...]
    found: float
    limit: float

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards that add something to what was found."""
        return tuple(one.card for one in self.contributions)

    @property
    def excess(self) -> float:
        """How many there are too many, exactly; below 0 if there are too few."""
        return plain(Decimal(str(self.found)) - Decimal(str(self.limit)))


class Contents:
    """The cards of a deck by zone, as rules look at them."""

    def __init__(self, entries: Sequence[DeckEntry], cards: Mapping[str, Card]) -> None:
        self._entries = entries
        self._cards = cards

    def in_zones(self, zones: Iterable[str]) -> Copies:
        """The cards of some zones together."""
        there = copies_by_card(entry for entry in self._entries if entry.zone in zones)
        return [(self._cards[card], copies) for card, copies in there.items()]

    def meets_condition(self, rule: Rule) -> bool:
        """Whether a rule applies to this deck."""
        when = rule.when
        return when is None or any(
            when.holds_for(self._cards[entry.card], entry.zone) for entry in self._entries
        )


def find_violations(rules: Iterable[Rule], contents: Contents, players: int | None) -> list[Violation]:
    """Find every violation of some rules, in their order."""
    applied = [rule for rule in rules if contents.meets_condition(rule)]
    return [
        violation
        for rule in applied
        for violation in _violations_of(
            rule, [other for other in applied if rule.id in other.replaces], contents, players
        )
    ]


def _violations_of(
    rule: Rule, replacing: Sequence[Rule], contents: Contents, players: int | None
) -> Iterator[Violation]:
    """Find the violations of one rule among the cards that no rule replacing it looks at."""
    if any(other.over is None for other in replacing):
        return
    zone = contents.in_zones(rule.zones)
    matched = [
        (card, copies)
        for card, copies in zone
        if rule.looks_at(card) and not any(other.looks_at(card) for other in replacing)
    ]
    bounds = rule.bounds_for(players, size(zone))
    for measured in rule.measured(matched, zone):
        least, most = _bound(bounds.min, measured, max), _bound(bounds.max, measured, min)
        if least is not None and measured.found < least:
            yield Violation(rule, measured.contributions, measured.found, least)
        if most is not None and measured.found > most:
            yield Violation(rule, measured.contributions, measured.found, most)


def _bound(bound: Bound, measured: Measurement, strictest: Callable[[list[float]], float]) -> float | None:
    """A bound as a number: the one written, or the strictest of those that the counted cards hold."""
    if not isinstance(bound, str):
        return bound
    held = [plain(read_number(card, bound)) for card in measured.cards if read_values(card, bound)]
    return strictest(held) if held else None
