"""What is said of a name or a value that no game knows."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from deckwright.messages import tr
from deckwright.model.query.terms import EQUALITY
from deckwright.model.words import fold, nearest

if TYPE_CHECKING:
    from collections.abc import Iterable

    from deckwright.model.query.terms import Term
    from deckwright.model.query.vocabulary import Reading, Vocabulary

Fault = tuple[str, str]
"""What is wrong, and what would mend it."""


def no_words(value: str) -> Fault:
    """Say that a value has nothing that could be found in a text."""
    message = tr("“{value}” has no letter or digit to look for.", value=value)
    return message, tr("Write at least one, or leave it out.")


def unknown_field(field: str, vocabulary: Vocabulary) -> Fault:
    """Say that no game has a field, and which one may have been meant."""
    message = tr("There is no field {field}.", field=field)
    near = nearest(field, [*vocabulary.fields, *vocabulary.titles])
    if near:
        return message, _did_you_mean(vocabulary.titles.get(name, name) for name in near)
    return message, tr(
        "Known are: {names}. To look for the words themselves, put them in quotes.",
        names=", ".join(vocabulary.fields),
    )


def misfit(term: Term, vocabulary: Vocabulary) -> Fault:
    """Say why a term means nothing in any game that has its field."""
    readings = list((vocabulary.readings(term.field) or {}).values())
    if term.operator not in EQUALITY and not any(one.ordered or one.type == "number" for one in readings):
        return _no_order(term)
    if any(reading.type == "choice" for reading in readings):
        return _unknown_value(term, readings)
    if any(reading.type == "number" for reading in readings):
        return _no_number(term, vocabulary)
    return no_words(term.value)


def _no_order(term: Term) -> Fault:
    message = tr(
        "{operator} does not fit {field}, which has no order.", operator=term.operator, field=term.field
    )
    return message, tr("Use one of: {names}.", names=" ".join(EQUALITY))


def _unknown_value(term: Term, readings: list[Reading]) -> Fault:
    message = tr("“{value}” is not a value of {field}.", value=term.value, field=term.field)
    names = [name for reading in readings for name in reading.names]
    near = nearest(term.value, list({fold(name): name for name in reversed(names)}.values()))
    choices = dict.fromkeys(choice for reading in readings for choice in reading.choices)
    if near:
        alike = [one for name in near for one in (name, *choices) if fold(one) == fold(name)]
        return message, _did_you_mean(map(_written, alike))
    return message, tr("Known are: {names}.", names=", ".join(map(_written, choices)) or "–")


def _no_number(term: Term, vocabulary: Vocabulary) -> Fault:
    message = tr("“{value}” is neither a number nor a field that holds numbers.", value=term.value)
    games = vocabulary.readings(term.field) or {}
    names = list(dict.fromkeys(name for game in games for name in vocabulary.numbers(game)))
    near = nearest(term.value, names)
    if near:
        return message, _did_you_mean(near)
    return message, tr("Write a number such as 3, or one of: {names}.", names=", ".join(names))


def _did_you_mean(names: Iterable[str]) -> str:
    return tr("Did you mean {names}?", names=", ".join(dict.fromkeys(names)))


def _written(name: str) -> str:
    return f'"{name}"' if re.search(r"[\s()]", name) else name
