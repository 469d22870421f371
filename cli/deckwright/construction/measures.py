"""What a rule can count in a deck. Each measure is one function, named in `MEASURES`."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING

from deckwright.model.card import Card
from deckwright.model.query.values import values_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from deckwright.model.rule import Measure, Rule

Stack = list[tuple[Card, int]]
"""Different cards, each with how many copies there are."""


@dataclass(frozen=True, slots=True)
class Tally:
    """What was counted: a number, and the cards it is about."""

    cards: tuple[Card, ...]
    found: float


def tally(rule: Rule, matched: Stack, deck: Stack) -> list[Tally]:
    """Count what a rule counts: once for the cards it looks at, or once for each of them.

    `matched` holds the cards that the rule looks at, `deck` all cards of its zones.
    """
    return MEASURES[rule.measure](rule, matched, deck)


def _cards(_rule: Rule, matched: Stack, _deck: Stack) -> list[Tally]:
    return _whole(matched, size(matched))


def _distinct(_rule: Rule, matched: Stack, _deck: Stack) -> list[Tally]:
    return _whole(matched, len(matched))


def _sum(rule: Rule, matched: Stack, _deck: Stack) -> list[Tally]:
    """Add up in decimals, so that three times 0.1 is 0.3."""
    total = sum(number(card, rule.reads) * copies for card, copies in matched)
    return _whole(matched, plain(total))


def _groups(rule: Rule, matched: Stack, _deck: Stack) -> list[Tally]:
    return _whole(matched, len({value for card, _ in matched for value in values(card, rule.reads)}))


def _copies(rule: Rule, matched: Stack, _deck: Stack) -> list[Tally]:
    """Count each card, or together all cards that are the same in what the rule names."""
    alike: dict[object, Stack] = {}
    for card, copies in matched:
        alike.setdefault(_sameness(card, rule.same), []).append((card, copies))
    return [Tally(tuple(card for card, _ in stack), size(stack)) for stack in alike.values()]


def _sameness(card: Card, names: Sequence[str]) -> object:
    """Give what cards share that count as one: the card itself, where it lacks one of the names."""
    shared = tuple(frozenset(values(card, name)) for name in names)
    return shared if shared and all(shared) else card.id


def _companions(rule: Rule, matched: Stack, deck: Stack) -> list[Tally]:
    return [Tally((card,), sum(is_companion(rule, other, card) for other, _ in deck)) for card, _ in matched]


def is_companion(rule: Rule, other: Card, card: Card) -> bool:
    """Tell whether `other` is what a rule wants beside `card`: one that shares a value of each name with it."""
    return (
        other.id != card.id
        and (rule.of is None or rule.of(other))
        and all(set(values(other, name)) & set(values(card, name)) for name in rule.same)
    )


def _whole(matched: Stack, found: float) -> list[Tally]:
    return [Tally(tuple(card for card, _ in matched), found)]


MEASURES: Mapping[Measure, Callable[[Rule, Stack, Stack], list[Tally]]] = {
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


def values(card: Card, name: str) -> tuple[object, ...]:
    """Give what a card holds under a name: no value, one or several. Names are those of the source language."""
    return (card.name(card.source_language),) if name == "name" else tuple(values_of(card, name))


def number(card: Card, name: str) -> Decimal:
    """Give the number that a card holds under a name, just as it is written; 0 if it has none."""
    return sum((Decimal(str(value)) for value in values(card, name)), Decimal(0))


def plain(value: Decimal | float) -> float:
    """Give a number as people write it: whole where it is."""
    return int(value) if value == int(value) else float(value)
