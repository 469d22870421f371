"""What a query means once its names are resolved: a small tree, stored as JSON with the rules that use it."""

from __future__ import annotations

import operator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping


# What a query means once its names are resolved: a small tree, which a game keeps as JSON with its rules.

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


@dataclass(frozen=True, slots=True)
class And:
    """Every part matches."""

    parts: tuple[Query, ...]


@dataclass(frozen=True, slots=True)
class Or:
    """At least one part matches."""

    parts: tuple[Query, ...]


@dataclass(frozen=True, slots=True)
class Not:
    """The part does not match."""

    part: Query


@dataclass(frozen=True, slots=True)
class Words:
    """A text of the field has these folded words in a row, the last perhaps longer; '' asks for any word."""

    field: str
    words: str


@dataclass(frozen=True, slots=True)
class Whole:
    """A text of the field has exactly these folded words."""

    field: str
    words: str


@dataclass(frozen=True, slots=True)
class Equals:
    """A value of the field is one of these."""

    field: str
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Differs:
    """A value of the field is none of these."""

    field: str
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Compare:
    """A number of the field compares so with another number."""

    field: str
    sign: Sign
    number: float


@dataclass(frozen=True, slots=True)
class CompareFields:
    """A number of the field compares so with a number of another field of the same card."""

    field: str
    sign: Sign
    other: str


Query = And | Or | Not | Words | Whole | Equals | Differs | Compare | CompareFields

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


# Queries as JSON, which a game keeps with its rules so that they need not be parsed again.

_NODES = {
    node.__name__.lower(): node
    for node in (And, Or, Not, Words, Whole, Equals, Differs, Compare, CompareFields)
}


def dump_query(query: Query) -> list[Any]:
    """Give a query as a JSON array: the name of what it does, then what it does it to."""
    name = type(query).__name__.lower()
    match query:
        case And(parts) | Or(parts):
            return [name, *map(dump_query, parts)]
        case Not(part):
            return [name, dump_query(part)]
        case Equals(field, values) | Differs(field, values):
            return [name, field, *values]
        case Words(field, words) | Whole(field, words):
            return [name, field, words]
        case Compare(field, sign, number):
            return [name, field, sign, number]
        case CompareFields(field, sign, other):
            return [name, field, sign, other]


def load_query(stored: list[Any]) -> Query:
    """Give the query that `dump` wrote."""
    name, *values = stored
    node = _NODES[name]
    if node in (And, Or):
        return node(tuple(map(load_query, values)))
    if node is Not:
        return Not(load_query(*values))
    if node in (Equals, Differs):
        field, *texts = values
        return node(field, tuple(texts))
    return node(*values)
