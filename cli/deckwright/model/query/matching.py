"""Whether a card is what a query asks for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deckwright.model.query.nodes import (
    SIGNS,
    And,
    Compare,
    CompareFields,
    Differs,
    Equals,
    Not,
    Or,
    Query,
    Whole,
    Words,
)
from deckwright.model.query.values import number_of, text_of, values_of, words_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from deckwright.model.card import Card


def matches(query: Query, card: Card) -> bool:
    """Tell whether a query matches a card of one of the games it was parsed for."""
    match query:
        case And(parts):
            return all(matches(part, card) for part in parts)
        case Or(parts):
            return any(matches(part, card) for part in parts)
        case Not(part):
            return not matches(part, card)
        case Equals(field, values):
            return any(text_of(value) in values for value in values_of(card, field))
        case Differs(field, values):
            return any(text_of(value) not in values for value in values_of(card, field))
        case _:
            return _reads(query, card) if isinstance(query, Words | Whole) else _compares(query, card)


def _reads(query: Words | Whole, card: Card) -> bool:
    if isinstance(query, Whole):
        return query.words in words_of(card, query.field)
    start = " " + query.words
    return any(start in " " + words for words in words_of(card, query.field))


def _compares(query: Compare | CompareFields, card: Card) -> bool:
    holds = SIGNS[query.sign]
    others = [query.number] if isinstance(query, Compare) else list(_numbers(card, query.other))
    return any(holds(number, other) for number in _numbers(card, query.field) for other in others)


def _numbers(card: Card, field: str) -> Iterator[float]:
    for value in values_of(card, field):
        if (number := number_of(value)) is not None:
            yield number
