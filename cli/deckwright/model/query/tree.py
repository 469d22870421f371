"""What a query means once its names are resolved: a small tree, stored as JSON with the rules that use it."""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping


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
