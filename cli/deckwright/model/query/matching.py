"""Whether a card matches a query, the values of a card that queries look at, and queries that compare with other cards."""

from __future__ import annotations

import math
import operator
import re
from datetime import date
from functools import lru_cache
from typing import TYPE_CHECKING, Literal, NamedTuple

from deckwright.model.card import ORIGINS
from deckwright.model.markup import without_tags
from deckwright.model.query.tree import (
    NONE,
    PRINTED,
    SIGNS,
    TODAY,
    And,
    Compare,
    CompareFields,
    Differs,
    Equals,
    Not,
    Or,
    Outside,
    Query,
    Refers,
    Whole,
    Words,
    all_of,
    any_of,
)
from deckwright.model.words import fold

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from deckwright.model.card import Card, Field
    from deckwright.model.query.tree import Sign


# What queries find in a card: the values of its fields and the words of its texts, also as rows of tables.

Value = str | float | bool

FieldType = Literal["number", "date", "choice", "text", "id"]


class CommonField(NamedTuple):
    """A field that the cards of every game have. A new one needs this record and a row in docs/queries.md.

    The values that a choice can have are `choices`, or the entries of the section `declared_in` of a `game.yaml`.
    Texts have no `values`: their words are searched.
    """

    id: str
    type: FieldType
    values: Callable[[Card], Sequence[Value]] | None = None
    choices: tuple[str, ...] = ()
    declared_in: Literal["", "games", "kinds", "marks"] = ""


COMMON_FIELDS = (
    CommonField("id", "id", lambda card: (card.id,)),
    CommonField("game", "choice", lambda card: (card.game,), declared_in="games"),
    CommonField("kind", "choice", lambda card: (card.kind,), declared_in="kinds"),
    CommonField("mark", "choice", lambda card: card.marks, declared_in="marks"),
    CommonField("origin", "choice", lambda card: (card.origin,), ORIGINS),
    CommonField("rules_origin", "choice", lambda card: (card.rules_origin,), ORIGINS),
    CommonField("copies", "number", lambda card: (card.copies,)),
    CommonField("revision", "number", lambda card: (card.revision,)),
    CommonField("name", "text"),
    CommonField("text", "text"),
)
_COMMON = {field.id: field for field in COMMON_FIELDS}

BUILT_IN = tuple(_COMMON)
"""The fields of every game, whose names a game's own fields may not take."""

NUMBERS = tuple(field.id for field in COMMON_FIELDS if field.type == "number")
"""The numbers that a card of any game has."""

_LARGEST = 1e300


def values_of(card: Card, field: str) -> Sequence[Value]:
    """Values of a field of a card; none if it has no such field."""
    return _reader(field)(card)


def text_of(value: Value) -> str:
    """Value as text: a choice's id, a number's digits, `yes` or `no`."""
    return ("no", "yes")[value] if isinstance(value, bool) else str(value)


def number_of(value: Value) -> float | None:
    """Number as databases store it, in double precision; None if the text is not a number."""
    if isinstance(value, str | bool):
        return None
    number = float(max(min(value, _LARGEST), -_LARGEST))
    return None if math.isnan(number) else number


DAY = re.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}")
"""How a day is written, such as 2026-01-31; not every one exists."""


@lru_cache(maxsize=4096)
def day_of(text: str) -> date | None:
    """The day that a text such as `2026-01-31` names; None if it names none."""
    try:
        return date.fromisoformat(text) if DAY.fullmatch(text) else None
    except ValueError:
        return None


def day_number(day: date) -> float:
    """A day as a number that databases store and queries compare: 20260131."""
    return float(day.year * 10_000 + day.month * 100 + day.day)


def compared_number(value: Value) -> float | None:
    """Number that a value compares by, a day by `day_number`; None if it is neither a number nor a day."""
    if isinstance(value, str):
        day = day_of(value)
        return day_number(day) if day else None
    return number_of(value)


def words_of(card: Card, field: str) -> Iterator[str]:
    """Yield the folded texts of a text field, in every language; a text without words is none."""
    for text in _texts_of(card, field):
        if words := fold(without_tags(text)):
            yield words


def _texts_of(card: Card, field: str) -> Iterator[str]:
    if field not in {PRINTED, "name", "text"}:
        yield from map(text_of, values_of(card, field))
        return
    for texts in card.texts.values():
        for name, text in texts.items():
            if field == PRINTED or (field == "name") == (name == "name"):
                yield text
    if field != "text":
        yield from (alias for aliases in card.aliases.values() for alias in aliases)


def value_rows(card: Card, fields: Mapping[str, Field]) -> list[tuple[str, str, float | None]]:
    """Card's values as rows of `card_values`: field, text and number.

    `fields` are the game's own. The number of a choice is its place in the game's order, from 0; that of a
    flag 1 or 0, that of a day as `day_number` writes it. A free text is folded.
    """
    rows = [(name, text_of(value), number_of(value)) for name in BUILT_IN for value in values_of(card, name)]
    for name in card.fields:
        rows += _own_rows(card, fields[name])
    return rows


def _own_rows(card: Card, field: Field) -> list[tuple[str, str, float | None]]:
    values = values_of(card, field.id)
    if field.type == "text":
        return [(field.id, words, None) for words in words_of(card, field.id)]
    if field.type == "choice":
        return [(field.id, str(value), float(field.choices.index(str(value)))) for value in values]
    if field.type == "flag":
        return [(field.id, text_of(value), float(value)) for value in values]
    return [(field.id, text_of(value), compared_number(value)) for value in values]


def word_rows(card: Card) -> list[tuple[str, str, str]]:
    """Card's printed words as rows of `card_words`: language, name and text, all folded.

    Each text has a row of its own, in which either the name or the text is empty: so no phrase runs from
    one text into the next. An alias is a name.
    """
    rows = [
        (language, words, "") if name == "name" else (language, "", words)
        for language, texts in card.texts.items()
        for name, text in texts.items()
        if (words := fold(without_tags(text)))
    ]
    aliases = [
        (language, fold(alias))
        for language, aliases_in_language in card.aliases.items()
        for alias in aliases_in_language
    ]
    return rows + [(language, words, "") for language, words in aliases if words]


# Whether a card is what a query asks for.


def matches(query: Query, card: Card) -> bool:
    """Whether a query matches a card of one of the games it was parsed for; `resolve` it first if it refers to others."""
    return card_test(query)(card)


def card_test(query: Query) -> Callable[[Card], bool]:
    """The test of cards that a query stands for: for many cards, a tenth of the time of looking at its parts for each."""
    match query:
        case And(parts) | Or(parts):
            tests, joined = [*map(card_test, parts)], all if isinstance(query, And) else any
            return lambda card: joined(test(card) for test in tests)
        case Not(part):
            test = card_test(part)
            return lambda card: not test(card)
        case Equals(field, values):
            read, wanted_values = _reader(field), frozenset(values)
            return lambda card: not wanted_values.isdisjoint(map(text_of, read(card)))
        case Differs(field, values):
            read, wanted_values = _reader(field), frozenset(values)
            return lambda card: not wanted_values.issuperset(map(text_of, read(card)))
        case Words() | Whole():
            return _text_test(query)
        case _:
            return _comparison(query)


def _text_test(query: Words | Whole) -> Callable[[Card], bool]:
    field, words, start = query.field, query.words, " " + query.words
    if isinstance(query, Whole):
        return lambda card: words in words_of(card, field)
    return lambda card: any(start in " " + text for text in words_of(card, field))


def _comparison(query: Compare | CompareFields | Outside | Refers) -> Callable[[Card], bool]:
    if isinstance(query, Refers):
        raise unresolved(query)
    read = _numbers_reader(query.field)
    match query:
        case Compare(_, sign, other):
            holds = SIGNS[sign]
            return lambda card: any(holds(number, other) for number in read(card))
        case CompareFields(_, sign, field):
            compares, others = SIGNS[sign], _numbers_reader(field)
            return lambda card: any(
                compares(number, other) for number in read(card) for other in others(card)
            )
        case Outside(_, numbers):
            return lambda card: any(number not in numbers for number in read(card))


def unresolved(query: Refers) -> TypeError:
    """Error of a program that matches a query which refers to other cards."""
    return TypeError(f"{query.reference} is not resolved")


def _reader(field: str) -> Callable[[Card], Sequence[Value]]:
    """The function that reads the values of a field from cards, as `values_of` does."""
    common = _COMMON.get(field)
    return common.values if common and common.values else lambda card: _own_values(card, field)


def _own_values(card: Card, field: str) -> Sequence[Value]:
    value = card.fields.get(field, ())
    return value if isinstance(value, list | tuple) else (value,)


def _numbers_reader(field: str) -> Callable[[Card], list[float]]:
    read = _reader(field)
    return lambda card: [number for value in read(card) if (number := compared_number(value)) is not None]


def _numbers(card: Card, field: str) -> list[float]:
    return _numbers_reader(field)(card)


# Queries that compare a card with other cards or with the day: these become plain values.


def resolve(query: Query, references: Mapping[str, Sequence[Card]], today: date) -> Query:
    """Query with the values of its reference cards and the day in place of their names.

    It can be matched and searched. If it names none, it is the very same object. The values of several cards of
    a reference are taken together; a reference that `references` lacks has no cards.
    """
    match query:
        case And(parts) | Or(parts):
            resolved_parts = tuple(resolve(part, references, today) for part in parts)
            if all(map(operator.is_, resolved_parts, parts)):
                return query
            return all_of(resolved_parts) if isinstance(query, And) else any_of(resolved_parts)
        case Not(part):
            resolved = resolve(part, references, today)
            return query if resolved is part else Not(resolved)
        case Refers(field, sign, reference, _):
            if reference == TODAY:
                return Compare(field, sign, day_number(today))
            return _resolved(query, references.get(reference, ()))
        case _:
            return query


def _resolved(query: Refers, cards: Iterable[Card]) -> Query:
    """Query that compares with the values of these cards.

    `!=` asks for a value that none of the cards has; the other signs compare some value with some value.
    """
    if query.by == "number":
        return _against_numbers(query, {number for card in cards for number in _numbers(card, query.other)})
    if query.by == "words":
        return _against_words(query, {words for card in cards for words in words_of(card, query.other)})
    return _against_values(query, {text: None for card in cards for text in _texts_of(card, query.other)})


def _against_numbers(query: Refers, numbers: set[float]) -> Query:
    field, sign = query.field, query.sign
    if sign == "!=":
        return Outside(field, tuple(sorted(numbers)))
    if sign == "=":
        return any_of(Compare(field, sign, number) for number in sorted(numbers))
    if not numbers:
        return NONE
    return Compare(field, sign, max(numbers) if sign in {"<", "<="} else min(numbers))


def _against_words(query: Refers, texts: set[str]) -> Query:
    whole = any_of(Whole(query.field, words) for words in sorted(texts))
    return whole if query.sign == "=" else all_of((Words(query.field, ""), Not(whole)))


def _against_values(query: Refers, texts: Iterable[str]) -> Query:
    field, sign = query.field, query.sign
    values = tuple(map(str.casefold, texts) if field == "id" else texts)
    if sign == "=":
        return Equals(field, values)
    return Differs(field, values) if sign == "!=" else Equals(field, in_order(sign, values, query.order))


def in_order(sign: Sign, values: Iterable[str], order: Sequence[str]) -> tuple[str, ...]:
    """The choices of `order` that compare so with one of these values, by their places."""
    holds = SIGNS[sign]
    places = [order.index(value) for value in values]
    return tuple(choice for index, choice in enumerate(order) if any(holds(index, place) for place in places))
