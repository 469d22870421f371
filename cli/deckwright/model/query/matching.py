"""Whether a card matches a query, and the values of a card that queries look at."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Literal, NamedTuple

from deckwright.model.card import ORIGINS
from deckwright.model.query.tree import (
    PRINTED,
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
from deckwright.model.words import fold

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from deckwright.model.card import Card, Field


# What queries find in a card: the values of its fields and the words of its texts, also as rows of tables.

Value = str | float | bool

FieldType = Literal["number", "choice", "text", "id"]


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
    common = _COMMON.get(field)
    if common and common.values:
        return common.values(card)
    value = card.fields.get(field, ())
    return value if isinstance(value, list | tuple) else (value,)


def text_of(value: Value) -> str:
    """Value as text: a choice's id, a number's digits, `yes` or `no`."""
    return ("no", "yes")[value] if isinstance(value, bool) else str(value)


def number_of(value: Value) -> float | None:
    """Number as databases store it, in double precision; None if the text is not a number."""
    if isinstance(value, str | bool):
        return None
    number = float(max(min(value, _LARGEST), -_LARGEST))
    return None if math.isnan(number) else number


def words_of(card: Card, field: str) -> Iterator[str]:
    """Yield the folded texts of a text field, in every language; a text without words is none."""
    for text in _texts_of(card, field):
        if words := fold(text):
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
    flag 1 or 0. A free text is folded.
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
    return [(field.id, text_of(value), number_of(value)) for value in values]


def word_rows(card: Card) -> list[tuple[str, str, str]]:
    """Card's printed words as rows of `card_words`: language, name and text, all folded.

    Each text has a row of its own, in which either the name or the text is empty: so no phrase runs from
    one text into the next. An alias is a name.
    """
    rows = [
        (language, words, "") if name == "name" else (language, "", words)
        for language, texts in card.texts.items()
        for name, text in texts.items()
        if (words := fold(text))
    ]
    aliases = [(language, fold(alias)) for language, own in card.aliases.items() for alias in own]
    return rows + [(language, words, "") for language, words in aliases if words]


# Whether a card is what a query asks for.


def matches(query: Query, card: Card) -> bool:
    """Whether a query matches a card of one of the games it was parsed for."""
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
