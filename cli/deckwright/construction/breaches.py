"""The rule engine: which rules of a format a deck breaks, and by how much."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING

from deckwright.construction.measures import Stack, number, plain, size, tally, values
from deckwright.model.card import copies_by_card

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from deckwright.construction.measures import Share, Tally
    from deckwright.model.card import Card, Entry
    from deckwright.model.rule import Bound, Rule


@dataclass(frozen=True, slots=True)
class Breach:
    """A rule that is broken: which cards add up to what was found, and the bound that it lies beyond."""

    rule: Rule
    shares: tuple[Share, ...]
    found: float
    limit: float

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards that add something to what was found."""
        return tuple(share.card for share in self.shares)

    @property
    def excess(self) -> float:
        """Give how many there are too many, exactly; below 0 where there are too few."""
        return plain(Decimal(str(self.found)) - Decimal(str(self.limit)))


class Contents:
    """The cards of a deck, as rules look at them."""

    def __init__(self, entries: Sequence[Entry], cards: Mapping[str, Card]) -> None:
        self._entries = entries
        self._cards = cards

    def stack(self, zones: Iterable[str]) -> Stack:
        """Give the cards of some zones together."""
        there = copies_by_card(entry for entry in self._entries if entry.zone in zones)
        return [(self._cards[card], copies) for card, copies in there.items()]

    def triggers(self, rule: Rule) -> bool:
        """Tell whether a rule holds in this deck."""
        when = rule.when
        return when is None or any(
            when.holds_for(self._cards[entry.card], entry.zone) for entry in self._entries
        )


def breaches(rules: Iterable[Rule], contents: Contents, players: int | None) -> list[Breach]:
    """Find every breach of some rules, in their order."""
    holding = [rule for rule in rules if contents.triggers(rule)]
    return [
        breach
        for rule in holding
        for breach in _broken(
            rule, [taker for taker in holding if rule.id in taker.replaces], contents, players
        )
    ]


def _broken(rule: Rule, takers: Sequence[Rule], contents: Contents, players: int | None) -> Iterator[Breach]:
    """Find the breaches of one rule among the cards that no more special rule takes over."""
    if any(taker.over is None for taker in takers):
        return
    deck = contents.stack(rule.zones)
    matched = [
        (card, copies)
        for card, copies in deck
        if rule.looks_at(card) and not any(taker.looks_at(card) for taker in takers)
    ]
    bounds = rule.bounds_for(players, size(deck))
    for counted in tally(rule, matched, deck):
        least, most = _bound(bounds.min, counted, max), _bound(bounds.max, counted, min)
        if least is not None and counted.found < least:
            yield Breach(rule, counted.shares, counted.found, least)
        if most is not None and counted.found > most:
            yield Breach(rule, counted.shares, counted.found, most)


def _bound(bound: Bound, counted: Tally, strictest: Callable[[list[float]], float]) -> float | None:
    """Resolve a bound to a number: the one written, or the strictest of those that the counted cards hold."""
    if not isinstance(bound, str):
        return bound
    held = [plain(number(card, bound)) for card in counted.cards if values(card, bound)]
    return strictest(held) if held else None
