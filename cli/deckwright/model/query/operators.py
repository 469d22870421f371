"""The operators of queries, between a field and a value. Each is one record; `OPERATORS` lists them all."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from deckwright.model.query.matching import Not, Whole, Words, all_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from deckwright.model.query.matching import Query, Sign


class Operator(NamedTuple):
    """What an operator asks.

    `finds` says it in the documentation. `sign` is how it compares numbers, dates and the places of choices in their order;
    of values without an order, `!=` asks for another one, and any other sign for the same. `of_text` is what it asks of a text
    field with some folded words. Without it, the operator needs values that have an order.
    """

    finds: str
    sign: Sign
    of_text: Callable[[str, str], Query] | None = None


def _other_text(field: str, words: str) -> Query:
    return all_of((Words(field, ""), Not(Whole(field, words))))


OPERATORS: Mapping[str, Operator] = {
    ":": Operator("the value; in texts, these words in a row, the last one perhaps longer", "=", Words),
    "=": Operator("the value; a whole text", "=", Whole),
    "!=": Operator("other values; texts that are different in every language", "!=", _other_text),
    "<": Operator("lower or earlier values", "<"),
    "<=": Operator("the value, and those before it", "<="),
    ">": Operator("higher or later values", ">"),
    ">=": Operator("the value, and those after it", ">="),
}
"""Every operator, by how it is written in a query."""

FOR_ALL_FIELDS = tuple(name for name, operator in OPERATORS.items() if operator.of_text)
"""The operators that need no order of values."""
