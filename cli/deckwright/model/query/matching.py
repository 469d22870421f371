"""Queries as trees, whether a card matches one, and the values and words of a card that they look at."""

from __future__ import annotations

import math
import operator
import re
from datetime import date
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from deckwright.model.card import BUILT_IN, text_of, value_reader, values_of
from deckwright.model.markup import without_tags
from deckwright.model.words import fold

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from deckwright.model.card import Card, Field, Value


# What a query means once its names are resolved: a small tree, which a game keeps as JSON with its rules.
#
# Named tuples take a tenth of the time of dataclasses to define; `node` keeps those with the same values
# apart.

Sign = Literal["=", "!=", "<", "<=", ">", ">="]

SIGNS: Mapping[str, Callable[[float, float], bool]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
"""How two numbers, or two places in an order, are compared."""

PRINTED = "*"
"""Stands for the field of `Words` that is every printed text, the name too."""


class And(NamedTuple):
    """Every part matches."""

    parts: tuple[Query, ...]
    node: Literal["and"] = "and"


class Or(NamedTuple):
    """At least one part matches."""

    parts: tuple[Query, ...]
    node: Literal["or"] = "or"


class Not(NamedTuple):
    """The part does not match."""

    part: Query
    node: Literal["not"] = "not"


class Words(NamedTuple):
    """A text of the field has these folded words in a row, the last perhaps longer; '' asks for any word."""

    field: str
    words: str
    node: Literal["words"] = "words"


class Whole(NamedTuple):
    """A text of the field has exactly these folded words."""

    field: str
    words: str
    node: Literal["whole"] = "whole"


class Equals(NamedTuple):
    """A value of the field is one of these."""

    field: str
    values: tuple[str, ...]
    node: Literal["equals"] = "equals"


class Differs(NamedTuple):
    """A value of the field is none of these."""

    field: str
    values: tuple[str, ...]
    node: Literal["differs"] = "differs"


class Compare(NamedTuple):
    """A number of the field compares so with another number."""

    field: str
    sign: Sign
    number: float
    node: Literal["compare"] = "compare"


class CompareFields(NamedTuple):
    """A number of the field compares so with a number of another field of the same card."""

    field: str
    sign: Sign
    other: str
    node: Literal["comparefields"] = "comparefields"


class Outside(NamedTuple):
    """A number of the field is none of these."""

    field: str
    numbers: tuple[float, ...]
    node: Literal["outside"] = "outside"


TODAY = "today"
"""The reference that is the day of the check, not cards."""

THIS = "this"
"""The reference that is the card which a rule is counting."""


class Refers(NamedTuple):
    """A value of the field compares so with a value of the field `other` of reference cards, or with the day `today`.

    Numbers and days compare as such, texts by all their folded words, and other values as they are, or by
    their places in `order`. `resolve` replaces this node before cards are matched.
    """

    field: str
    sign: Sign
    reference: str
    other: str
    by: Literal["number", "words", "value"] = "value"
    order: tuple[str, ...] = ()
    node: Literal["refers"] = "refers"


Term = Words | Whole | Equals | Differs | Compare | CompareFields | Outside | Refers
"""A part of a query that reads one field, or two."""

Query = And | Or | Not | Term

ALL = And(())
"""Every card matches."""

NONE = Or(())
"""No card matches."""


def all_of(parts: Iterable[Query]) -> Query:
    """Join queries that must all match, without needless nesting."""
    flat = tuple(leaf for part in parts for leaf in (part.parts if isinstance(part, And) else (part,)))
    return flat[0] if len(flat) == 1 else And(flat)


def any_of(parts: Iterable[Query]) -> Query:
    """Join queries of which one must match, without needless nesting."""
    flat = tuple(leaf for part in parts for leaf in (part.parts if isinstance(part, Or) else (part,)))
    return flat[0] if len(flat) == 1 else Or(flat)


def terms_of(query: Query) -> Iterator[Term]:
    """Yield the terms that a query joins."""
    match query:
        case And(parts) | Or(parts):
            for part in parts:
                yield from terms_of(part)
        case Not(part):
            yield from terms_of(part)
        case _:
            yield query


def references_in(query: Query) -> frozenset[str]:
    """The references that a query names, without `today`."""
    references = {term.reference for term in terms_of(query) if isinstance(term, Refers)}
    return frozenset(references - {TODAY})


def names_today(query: Query) -> bool:
    """Whether a query depends on the day."""
    return any(isinstance(term, Refers) and term.reference == TODAY for term in terms_of(query))


def fields_in(query: Query) -> frozenset[str]:
    """The fields of a card that a query reads."""
    others = {term.other for term in terms_of(query) if isinstance(term, CompareFields)}
    return frozenset({term.field for term in terms_of(query)} | others)


# Queries as JSON, which a game keeps with its rules so that they need not be parsed again.

_NODES = {
    node.__name__.lower(): node
    for node in (And, Or, Not, Words, Whole, Equals, Differs, Compare, CompareFields, Outside, Refers)
}


def dump_query(query: Query) -> list[Any]:
    """Query as a JSON array: the name of what it does, then what it does it to."""
    name = query.node
    match query:
        case And(parts) | Or(parts):
            return [name, *map(dump_query, parts)]
        case Not(part):
            return [name, dump_query(part)]
        case Equals(field, values) | Differs(field, values) | Outside(field, values):
            return [name, field, *values]
        case Refers():
            return [name, *query[:5], *query.order]
        case _:
            return [name, *query[:-1]]


def load_query(stored: list[Any]) -> Query:
    """Query that `dump` wrote."""
    name, *values = stored
    node = _NODES[name]
    if node in (And, Or):
        return node(tuple(map(load_query, values)))
    if node is Not:
        return Not(load_query(*values))
    if node in (Equals, Differs, Outside):
        field, *those = values
        return node(field, tuple(those))
    if node is Refers:
        field, sign, reference, other, by, *order = values
        return Refers(field, sign, reference, other, by, tuple(order))
    return node(*values)


# What queries find in a card: the values of its fields and the words of its texts, also as rows of tables.

_LARGEST = 1e300


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

    `fields` are the game's own. Numbers and days have the number by which they compare; a free text is folded.
    """
    rows = [(name, text_of(value), number_of(value)) for name in BUILT_IN for value in values_of(card, name)]
    for name in card.fields:
        rows += _own_rows(card, fields[name])
    return rows


def _own_rows(card: Card, field: Field) -> list[tuple[str, str, float | None]]:
    values = values_of(card, field.id)
    match field.type:
        case "text":
            return [(field.id, words, None) for words in words_of(card, field.id)]
        case "choice" | "flag":
            return [(field.id, text_of(value), None) for value in values]
        case "number" | "date":
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


def card_test(query: Query) -> Callable[[Card], bool]:
    """The test of cards of the games that a query was parsed for; `resolve` it first if it refers to other cards."""
    match query:
        case And(parts) | Or(parts):
            tests, joined = [*map(card_test, parts)], all if isinstance(query, And) else any
            return lambda card: joined(test(card) for test in tests)
        case Not(part):
            test = card_test(part)
            return lambda card: not test(card)
        case Equals(field, values):
            read, wanted_values = value_reader(field), frozenset(values)
            return lambda card: not wanted_values.isdisjoint(map(text_of, read(card)))
        case Differs(field, values):
            read, wanted_values = value_reader(field), frozenset(values)
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


def _numbers_reader(field: str) -> Callable[[Card], list[float]]:
    read = value_reader(field)
    return lambda card: [number for value in read(card) if (number := compared_number(value)) is not None]


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
        return _against_numbers(
            query, {number for card in cards for number in _numbers_reader(query.other)(card)}
        )
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
