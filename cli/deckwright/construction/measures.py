"""What a rule can count in a deck. Each measure is one function, named in `MEASURES`."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, NamedTuple

from deckwright.model.card import Card
from deckwright.model.query.matching import Value, number_of, values_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from deckwright.model.rule import Measure, Rule

Stack = list[tuple[Card, int]]
"""Different cards, each with how many copies there are."""


class Share(NamedTuple):
    """One card's part in a count: its copies, and the number or the values that they add to it."""

    card: Card
    copies: int
    adds: float | tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Tally:
    """A number that was counted, and the cards that add to it."""

    shares: tuple[Share, ...]
    found: float

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards that add something."""
        return tuple(share.card for share in self.shares)


def tally(rule: Rule, matched: Stack, deck: Stack) -> list[Tally]:
    """Count what a rule counts: once for the cards it looks at, or once for each of them.

    `matched` holds the cards that the rule looks at, `deck` all cards of its zones.
    """
    return MEASURES[rule.measure](rule, matched, deck)


def _cards(_rule: Rule, matched: Stack, _deck: Stack) -> list[Tally]:
    return [Tally(_copied(matched), size(matched))]


def _distinct(_rule: Rule, matched: Stack, _deck: Stack) -> list[Tally]:
    return [Tally(tuple(Share(card, copies, 1) for card, copies in matched), len(matched))]


def _sum(rule: Rule, matched: Stack, _deck: Stack) -> list[Tally]:
    """Add up in decimals, so that three times 0.1 is 0.3."""
    added = [(card, copies, number(card, rule.reads) * copies) for card, copies in matched]
    shares = tuple(Share(card, copies, plain(amount)) for card, copies, amount in added if amount)
    return [Tally(shares, plain(sum(amount for _, _, amount in added)))]


def _groups(rule: Rule, matched: Stack, _deck: Stack) -> list[Tally]:
    held = [Share(card, copies, values(card, rule.reads)) for card, copies in matched]
    shares = tuple(share for share in held if share.adds)
    return [Tally(shares, len({value for share in shares for value in values(share.card, rule.reads)}))]


def _copies(rule: Rule, matched: Stack, _deck: Stack) -> list[Tally]:
    """Count each card, or together all cards that are the same in what the rule names."""
    alike: dict[object, Stack] = {}
    for card, copies in matched:
        alike.setdefault(_sameness(card, rule.same), []).append((card, copies))
    return [Tally(_copied(stack), size(stack)) for stack in alike.values()]


def _copied(stack: Stack) -> tuple[Share, ...]:
    return tuple(Share(card, copies, copies) for card, copies in stack)


def _sameness(card: Card, names: Sequence[str]) -> object:
    """Give what cards share that count as one: the card itself, where it lacks one of the names."""
    shared = tuple(frozenset(values(card, name)) for name in names)
    return shared if shared and all(shared) else card.id


def _companions(rule: Rule, matched: Stack, deck: Stack) -> list[Tally]:
    return [
        Tally((Share(card, copies, copies),), sum(is_companion(rule, other, card) for other, _ in deck))
        for card, copies in matched
    ]


def is_companion(rule: Rule, other: Card, card: Card) -> bool:
    """Tell whether `other` is what a rule wants beside `card`: one that shares a value of each name with it."""
    return (
        other.id != card.id
        and (rule.of is None or rule.of(other))
        and all(set(values(other, name)) & set(values(card, name)) for name in rule.same)
    )


MEASURES: dict[Measure, Callable[[Rule, Stack, Stack], list[Tally]]] = {
    "cards": _cards,
    "copies": _copies,
    "distinct": _distinct,
    "companions": _companions,
    "sum": _sum,
    "groups": _groups,
}


def size(stack: Stack) -> int:
    """Count the cards, every copy one."""
    return sum(copies for _, copies in stack)


def values(card: Card, name: str) -> tuple[Value, ...]:
    """Give what a card holds under a name: no value, one or several. Names are those of the source language."""
    return (card.name(card.source_language),) if name == "name" else tuple(values_of(card, name))


def number(card: Card, name: str) -> Decimal:
    """Return the number that a card holds under a name, exactly as written; 0 if it holds none."""
    numbers = (value for value in values(card, name) if number_of(value) is not None)
    return sum((Decimal(str(value)) for value in numbers), Decimal(0))


def plain(value: Decimal | float) -> float:
    """Give a number as people write it: whole where it is."""
    return int(value) if value == int(value) else float(value)
