"""Queries as JSON, which a game keeps with its rules so that they need not be parsed again."""

from __future__ import annotations

from typing import Any

from deckwright.model.query.nodes import (
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

_NODES = {
    node.__name__.lower(): node
    for node in (And, Or, Not, Words, Whole, Equals, Differs, Compare, CompareFields)
}


def dump(query: Query) -> list[Any]:
    """Give a query as a JSON array: the name of what it does, then what it does it to."""
    name = type(query).__name__.lower()
    match query:
        case And(parts) | Or(parts):
            return [name, *map(dump, parts)]
        case Not(part):
            return [name, dump(part)]
        case Equals(field, values) | Differs(field, values):
            return [name, field, *values]
        case Words(field, words) | Whole(field, words):
            return [name, field, words]
        case Compare(field, sign, number):
            return [name, field, sign, number]
        case CompareFields(field, sign, other):
            return [name, field, sign, other]


def load(stored: list[Any]) -> Query:
    """Give the query that `dump` wrote."""
    name, *values = stored
    node = _NODES[name]
    if node in (And, Or):
        return node(tuple(map(load, values)))
    if node is Not:
        return Not(load(*values))
    if node in (Equals, Differs):
        field, *texts = values
        return node(field, tuple(texts))
    return node(*values)
