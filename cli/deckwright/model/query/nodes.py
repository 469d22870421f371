"""What a query means once its names are resolved: a small tree, which a game keeps as JSON with its rules."""

from __future__ import annotations

import operator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

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
