"""What a field, an operator and a value mean together, in each game that has the field."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from deckwright.model.query.nodes import (
    SIGNS,
    Compare,
    CompareFields,
    Differs,
    Equals,
    Not,
    Query,
    Sign,
    Whole,
    Words,
    all_of,
    any_of,
)
from deckwright.model.words import fold

if TYPE_CHECKING:
    from collections.abc import Mapping

    from deckwright.model.query.vocabulary import Reading, Vocabulary

EQUALITY = (":", "=", "!=")
"""The operators that every field knows."""

_NUMBER = re.compile(r"[+-]?([0-9]{1,30}(\.[0-9]{1,30})?|\.[0-9]{1,30})")


@dataclass(frozen=True, slots=True)
class Term:
    """A field, an operator and a value, as written."""

    field: str
    operator: str
    value: str

    @property
    def sign(self) -> Sign:
        """Give the operator as a comparison."""
        return cast("Sign", "=" if self.operator == ":" else self.operator)


def meaning(term: Term, vocabulary: Vocabulary) -> Query | None:
    """Give what a term means in the games of a vocabulary; None where it means nothing in any of them.

    A game that has the field, but not the value, has no card that equals it, and every card differs from it.
    """
    readings = vocabulary.readings(term.field) or {}
    meant = {game: _meaning(term, reading, vocabulary.numbers(game)) for game, reading in readings.items()}
    if meant and not any(meant.values()):
        return None
    if term.operator == "!=":
        meant = {game: query or _has(term.field, readings[game]) for game, query in meant.items()}
    return _joined(meant)


def _joined(meant: Mapping[str, Query | None]) -> Query:
    games: dict[Query | None, list[str]] = {}
    for game, query in meant.items():
        games.setdefault(query, []).append(game)
    if len(games) == 1:
        return any_of(query for query in games if query)
    return any_of(all_of((Equals("game", tuple(those)), query)) for query, those in games.items() if query)


def _has(field: str, reading: Reading) -> Query:
    return Words(field, "") if reading.type == "text" else Differs(field, ())


def _meaning(term: Term, reading: Reading, numbers: list[str]) -> Query | None:
    if reading.type == "number":
        return _number(term, numbers)
    if reading.type == "choice":
        return _choice(term, reading)
    if term.operator not in EQUALITY:
        return None
    return _text(term) if reading.type == "text" else _equality(term, (term.value.casefold(),))


def _number(term: Term, numbers: list[str]) -> Query | None:
    if _NUMBER.fullmatch(term.value):
        return Compare(term.field, term.sign, float(term.value))
    other = term.value.casefold()
    return CompareFields(term.field, term.sign, other) if other in numbers else None


def _choice(term: Term, reading: Reading) -> Query | None:
    named = reading.named(term.value)
    if not named:
        return None
    if term.operator in EQUALITY:
        return _equality(term, named)
    return Equals(term.field, _ordered(term.sign, named, list(reading.choices))) if reading.ordered else None


def _ordered(sign: Sign, named: tuple[str, ...], choices: list[str]) -> tuple[str, ...]:
    holds = SIGNS[sign]
    places = [choices.index(choice) for choice in named]
    return tuple(choice for at, choice in enumerate(choices) if any(holds(at, place) for place in places))


def _equality(term: Term, values: tuple[str, ...]) -> Query:
    return Differs(term.field, values) if term.operator == "!=" else Equals(term.field, values)


def _text(term: Term) -> Query | None:
    words = fold(term.value)
    if not words:
        return None
    if term.operator == ":":
        return Words(term.field, words)
    whole = Whole(term.field, words)
    return whole if term.operator == "=" else all_of((Words(term.field, ""), Not(whole)))
