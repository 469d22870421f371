"""Queries as SQL over the tables `cards`, `card_values` and `card_words`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deckwright.model.query.nodes import (
    PRINTED,
    And,
    Compare,
    CompareFields,
    Differs,
    Equals,
    Not,
    Or,
    Whole,
    Words,
)

if TYPE_CHECKING:
    from deckwright.model.query.nodes import Query, Sign

Clause = tuple[str, list[object]]
"""A condition, and the values of its `?`."""

_SIGNS: dict[Sign, str] = {"=": "=", "!=": "<>", "<": "<", "<=": "<=", ">": ">", ">=": ">="}
_COLUMNS = {PRINTED: "{name text}", "name": "{name}", "text": "{text}"}


def where_clause(query: Query) -> Clause:
    """Give the condition on `cards.number` that a query puts, with a `?` for each of its values."""
    match query:
        case And(parts):
            return _joined(parts, " AND ", "1 = 1")
        case Or(parts):
            return _joined(parts, " OR ", "1 = 0")
        case Not(part):
            condition, values = where_clause(part)
            return f"NOT {condition}", values
        case _:
            cards, values = _cards(query)
            return f"(cards.number IN ({cards}))", values


def _joined(parts: tuple[Query, ...], word: str, nothing: str) -> Clause:
    clauses = [where_clause(part) for part in parts]
    condition = word.join(condition for condition, _ in clauses)
    return f"({condition or nothing})", [value for _, values in clauses for value in values]


def _cards(query: Words | Whole | Equals | Differs | Compare | CompareFields) -> Clause:
    match query:
        case Words(field, words):
            return _printed(field, words) if field in _COLUMNS else _begins(field, words)
        case Whole(field, words):
            return _printed_whole(field, words) if field in _COLUMNS else _values("text = ?", field, words)
        case Equals(field, values):
            return _values(f"text IN ({_marks(values)})", field, *values)
        case Differs(field, values):
            return _values(f"text NOT IN ({_marks(values)})", field, *values)
        case Compare(field, sign, number):
            return _values(f"value {_SIGNS[sign]} ?", field, number)
        case CompareFields(field, sign, other):
            return _compared(field, _SIGNS[sign], other)


def _printed(field: str, words: str) -> Clause:
    if not words:
        return _select("card_words", f"{field} <> ''")
    return _select("card_words", "card_words MATCH ?", f'{_COLUMNS[field]} : "{words}" *')


def _printed_whole(field: str, words: str) -> Clause:
    """Let the index find the words before whole texts are compared."""
    return _select(
        "card_words", f"card_words MATCH ? AND {field} = ?", f'{_COLUMNS[field]} : "{words}"', words
    )


def _values(condition: str, field: str, *values: object) -> Clause:
    return _select("card_values", f"field = ? AND {condition}", field, *values)


def _begins(field: str, words: str) -> Clause:
    return _values("instr(' ' || text, ?) > 0", field, f" {words}")


def _compared(field: str, sign: str, other: str) -> Clause:
    tables = "card_values AS one JOIN card_values AS other USING (card)"
    return _select(
        tables, f"one.field = ? AND other.field = ? AND one.value {sign} other.value", field, other
    )


def _select(tables: str, condition: str, *values: object) -> Clause:
    return f"SELECT card FROM {tables} WHERE {condition}", list(values)


def _marks(values: tuple[str, ...]) -> str:
    return ", ".join("?" * len(values))
