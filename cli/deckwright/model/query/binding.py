"""From a parsed query to its meaning: the names that it may use in some games, and what its terms mean there, or why not."""

from __future__ import annotations

import re
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from deckwright.findings import Where
from deckwright.messages import tr
from deckwright.model.card import BUILT_IN, COMMON_FIELDS, aliases_of_choice, aliases_of_kind
from deckwright.model.query.language import FOR_ALL_FIELDS, OPERATORS, Origin, syntax_tree
from deckwright.model.query.matching import (
    ALL,
    DAY,
    PRINTED,
    TODAY,
    Compare,
    CompareFields,
    Differs,
    Equals,
    Not,
    Query,
    Refers,
    Words,
    all_of,
    any_of,
    day_number,
    day_of,
    in_order,
)
from deckwright.model.words import (
    Pattern,
    control_character,
    control_character_message,
    fold,
    nearest,
    suggest_names,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping

    from deckwright.errors import InputError
    from deckwright.model.card import Aliases, CommonField, Field, ValueType
    from deckwright.model.game import Game
    from deckwright.model.query.language import Token, Tree
    from deckwright.model.query.matching import Sign


_FLAG = {"no": ("false", "non"), "yes": ("true", "sì", "oui")}


class Reading(NamedTuple):
    """How a game reads a field. `choices` are the other names of each choice, in the game's order."""

    type: ValueType
    choices: Mapping[str, tuple[str, ...]] = MappingProxyType({})
    ordered: bool = False

    @property
    def names(self) -> list[str]:
        """List what the choices may be called, their ids first."""
        return [*self.choices, *(name for names in self.choices.values() for name in names)]

    def named(self, name: str) -> tuple[str, ...]:
        """List the choices that are called `name`.

        A choice that is spelled exactly so goes before those that differ in case or accents, and an id before
        other names.
        """
        if name in self.choices:
            return (name,)
        same = tuple(choice for choice in self.choices if choice.casefold() == name.casefold())
        exact = tuple(choice for choice, names in self.choices.items() if name in names)
        return (
            same or exact or tuple(choice for choice in self.choices if self._is_called(choice, fold(name)))
        )

    def _is_called(self, choice: str, folded: str) -> bool:
        return bool(folded) and folded in map(fold, (choice, *self.choices[choice]))


class Vocabulary:
    """What the fields of some games are called and how each game reads them, and which references can be named."""

    def __init__(
        self,
        readings: Mapping[str, Mapping[str, Reading]],
        titles: Mapping[str, str],
        references: Collection[str] = (),
    ) -> None:
        self._readings = readings
        self.titles = titles
        self.references = [name for name in references if name != TODAY]
        self.knows_today = TODAY in references

    @classmethod
    def of(
        cls, games: Iterable[Game], *, references: Collection[str] = (), lists: Collection[str] = ()
    ) -> Vocabulary:
        """Vocabulary of some games, for queries over the cards of all of them.

        `references` are the cards that values may name, as in `leader.level`, and `today`; `lists` are tables of
        cards, which are number fields.
        """
        games = tuple(games)
        readings: dict[str, dict[str, Reading]] = {field: {} for field in BUILT_IN}
        for game in games:
            listed = dict.fromkeys(lists, Reading("number"))
            for field, reading in {**listed, **_own(game), **_common(game, games)}.items():
                readings.setdefault(field, {})[game.id] = reading
        titles = {
            title: field
            for game in games
            for field in game.fields
            for title in _labels(game, f"field:{field}")
        }
        return cls(readings, titles, references)

    @property
    def fields(self) -> list[str]:
        """List the names of all fields."""
        return list(self._readings)

    def readings(self, field: str) -> Mapping[str, Reading] | None:
        """How each game that has the field reads it, by the game's id; None where none has it."""
        return self._readings.get(field)

    def reading(self, field: str, game: str) -> Reading:
        """How a game that has the field reads it."""
        return self._readings[field][game]

    def fields_of(self, game: str, kind: ValueType) -> list[str]:
        """List the fields of a game that have a type."""
        return [
            field
            for field, readings in self._readings.items()
            if game in readings and readings[game].type == kind
        ]


def _common(game: Game, games: Iterable[Game]) -> dict[str, Reading]:
    return {field.id: Reading(field.type, _choices(field, game, games)) for field in COMMON_FIELDS}


def _choices(field: CommonField, game: Game, games: Iterable[Game]) -> dict[str, tuple[str, ...]]:
    """Choices of a field that every game has, each with the names that readers know it by."""
    if field.declared_in == "games":
        return {known_game.id: tuple(_labels(known_game, "game:title")) for known_game in games}
    if field.declared_in == "kinds":
        return {
            kind: (*_labels(game, f"kind:{kind}"), *_all(aliases_of_kind(game.definition, kind)))
            for kind in game.names("kinds")
        }
    if field.declared_in == "marks":
        return {mark: tuple(_labels(game, f"mark:{mark}")) for mark in game.names("marks")}
    return dict.fromkeys(field.choices, ())


def _own(game: Game) -> dict[str, Reading]:
    return {name: _reading(game, field) for name, field in game.fields.items()}


def _reading(game: Game, field: Field) -> Reading:
    match field.type:
        case "flag":
            return Reading("choice", _FLAG)
        case "choice":
            labels = {
                choice: (
                    *_labels(game, f"field:{field.id}.{choice}"),
                    *_all(aliases_of_choice(game.definition, field.id, choice)),
                )
                for choice in field.choices
            }
            return Reading("choice", labels, ordered=True)
        case "number" | "date" | "text":
            return Reading(field.type)


def _labels(game: Game, context: str) -> Iterator[str]:
    for labels in game.labels.values():
        if label := labels.get(context):
            yield label


def _all(aliases: Aliases) -> Iterator[str]:
    for names in aliases.values():
        yield from names


# What a field, an operator and a value mean together, in each game that has the field.

HAS = "has"
"""What stands for a field in a query whose value is the name of a field that cards have, with any value."""

_NUMBER = Pattern(r"[+-]?([0-9]{1,30}(\.[0-9]{1,30})?|\.[0-9]{1,30})")


class Term(NamedTuple):
    """A field, an operator and a value, as written. The value may be the field `other` of a `reference`."""

    field: str
    operator: str
    value: str
    reference: str = ""
    other: str = ""

    @property
    def sign(self) -> Sign:
        """Operator as a comparison."""
        return OPERATORS[self.operator].sign


def meaning(term: Term, vocabulary: Vocabulary) -> Query | None:
    """What a term means in the games of a vocabulary; None where it means nothing in any of them.

    A game that has the field, but not the value, has no card that equals it, and every card differs from it.
    """
    readings = vocabulary.readings(term.field) or {}
    meant = {game: _meaning(term, game, vocabulary) for game in readings}
    if meant and not any(meant.values()):
        return None
    if term.sign == "!=":
        meant = {game: query or _has(term.field, readings[game]) for game, query in meant.items()}
    return _joined(meant)


def has_field(field: str, vocabulary: Vocabulary) -> Query:
    """Query for the cards that have a field, with any value; a text without words is none."""
    readings = vocabulary.readings(field) or {}
    return _joined({game: _has(field, reading) for game, reading in readings.items()})


def _joined(meant: Mapping[str, Query | None]) -> Query:
    games: dict[Query | None, list[str]] = {}
    for game, query in meant.items():
        games.setdefault(query, []).append(game)
    if len(games) == 1:
        return any_of(query for query in games if query)
    return any_of(all_of((Equals("game", tuple(those)), query)) for query, those in games.items() if query)


def _has(field: str, reading: Reading) -> Query:
    return Words(field, "") if reading.type == "text" else Differs(field, ())


def _meaning(term: Term, game: str, vocabulary: Vocabulary) -> Query | None:
    reading = vocabulary.reading(term.field, game)
    if term.reference:
        theirs = (vocabulary.readings(term.other) or {}).get(game)
        return _reference(term, reading, theirs) if theirs else None
    of_text = OPERATORS[term.operator].of_text
    match reading.type:
        case "number" | "date":
            return _measured(term, reading, game, vocabulary)
        case "choice":
            return _choice(term, reading)
        case "id":
            return _equality(term, (term.value.casefold(),)) if of_text else None
        case "text":
            words = fold(term.value)
            return of_text(term.field, words) if of_text and words else None


def _measured(term: Term, reading: Reading, game: str, vocabulary: Vocabulary) -> Query | None:
    """Meaning for a number, a day, or the name of another field that holds such."""
    value = term.value.casefold()
    if reading.type == "date" and value == TODAY:
        return Refers(term.field, term.sign, TODAY, "", "number") if vocabulary.knows_today else None
    number = _MEASURED[reading.type].read(value)
    if number is not None:
        return Compare(term.field, term.sign, number)
    others = vocabulary.fields_of(game, reading.type)
    return CompareFields(term.field, term.sign, value) if value in others else None


def _number(value: str) -> float | None:
    return float(value) if _NUMBER.fullmatch(value) else None


def _day(value: str) -> float | None:
    day = day_of(value)
    return day_number(day) if day else None


def _reference(term: Term, mine: Reading, theirs: Reading) -> Query | None:
    if not _are_comparable(mine, theirs):
        return None
    ends = (term.field, term.sign, term.reference, term.other)
    if mine.type in _MEASURED:
        return Refers(*ends, "number")
    if term.operator in FOR_ALL_FIELDS:
        return Refers(*ends, "words" if mine.type == "text" else "value")
    order = tuple(mine.choices)
    have_order = mine.ordered and theirs.ordered and order == tuple(theirs.choices)
    return Refers(*ends, "value", order) if have_order else None


def _are_comparable(mine: Reading, theirs: Reading) -> bool:
    return mine.type == theirs.type or not {mine.type, theirs.type} & {*_MEASURED}


def _choice(term: Term, reading: Reading) -> Query | None:
    choices = reading.named(term.value)
    if not choices:
        return None
    if term.operator in FOR_ALL_FIELDS:
        return _equality(term, choices)
    return (
        Equals(term.field, in_order(term.sign, choices, list(reading.choices))) if reading.ordered else None
    )


def _equality(term: Term, values: tuple[str, ...]) -> Query:
    return Differs(term.field, values) if term.sign == "!=" else Equals(term.field, values)


# Messages for names and values that no game knows.

Problem = tuple[str, str]
"""What is wrong, and how to fix it."""


def without_words(value: str) -> Problem:
    """Message that a value has nothing that could be found in a text."""
    message = tr("“{value}” has no letter or digit to search for.", value=value)
    return message, tr("Add at least one, or remove the term.")


_CALCULATION = frozenset("+*/")


def unknown_field(field: str, vocabulary: Vocabulary) -> Problem:
    """Message that no game has a field, and which one may have been meant."""
    message = tr("Unknown field: {field}.", field=field)
    if not _CALCULATION.isdisjoint(field):
        return message, tr("Queries do not calculate: add a field with the result to the cards.")
    near = nearest(field, [*vocabulary.fields, *vocabulary.titles])
    if near:
        return message, _did_you_mean(vocabulary.titles.get(name, name) for name in near)
    return message, tr(
        "Fields: {names}. To search for the words themselves, put them in quotes.",
        names=", ".join(vocabulary.fields),
    )


def only_has(operator: str, field: str) -> Problem:
    """Message that an operator cannot ask whether a card has a field."""
    message = tr("{operator} cannot be used with {field}.", operator=operator, field=HAS)
    return message, tr("Write has:{field}, or -has:{field} for cards without it.", field=field)


def missing_field(value: str, field: str) -> Problem:
    """Message that a reference is named without a field of it."""
    message = tr("Missing field name after “{before}”.", before=value)
    return message, tr("Add the field to compare with, as in {example}.", example=f"{value}{field}")


def unknown_reference(name: str, references: Iterable[str]) -> Problem:
    """Message that a format has no such reference, and which one may have been meant."""
    return tr("Unknown reference: {name}.", name=name), suggest_names(name, list(references))


def meaningless_term(term: Term, vocabulary: Vocabulary) -> Problem:
    """Why a term means nothing in any game that has its field."""
    readings = list((vocabulary.readings(term.field) or {}).values())
    types = {reading.type for reading in readings}
    if term.reference:
        return _incomparable(term, readings, vocabulary)
    if term.operator not in FOR_ALL_FIELDS and not any(
        reading.ordered or reading.type in _MEASURED for reading in readings
    ):
        return _no_order(term)
    if "choice" in types:
        return _unknown_value(term, readings, vocabulary)
    measured = next((kind for kind in _MEASURED if kind in types), None)
    return _MEASURED[measured].explain(term, vocabulary) if measured else without_words(term.value)


def _incomparable(term: Term, readings: Iterable[Reading], vocabulary: Vocabulary) -> Problem:
    others = (vocabulary.readings(term.other) or {}).values()
    if any(_are_comparable(mine, theirs) for mine in readings for theirs in others):
        message = tr(
            "{operator} cannot compare {field} with {other}: their values have no common order.",
            operator=term.operator,
            field=term.field,
            other=term.value,
        )
        return message, tr("Use one of: {names}.", names=" ".join(FOR_ALL_FIELDS))
    message = tr("{field} cannot be compared with {other}.", field=term.field, other=term.value)
    return message, tr(
        "Compare numbers with numbers, dates with dates, and texts or choices with each other."
    )


def _no_order(term: Term) -> Problem:
    message = tr(
        "{operator} cannot be used with {field}: its values have no order.",
        operator=term.operator,
        field=term.field,
    )
    return message, tr("Use one of: {names}.", names=" ".join(FOR_ALL_FIELDS))


def _unknown_value(term: Term, readings: list[Reading], vocabulary: Vocabulary) -> Problem:
    message = tr("“{value}” is not a value of {field}.", value=term.value, field=term.field)
    if meant := _near_references(term, vocabulary):
        return message, _did_you_mean(meant)
    names = [name for reading in readings for name in reading.names]
    near = nearest(term.value, list({fold(name): name for name in reversed(names)}.values()))
    choices = dict.fromkeys(choice for reading in readings for choice in reading.choices)
    if near:
        alike = [
            candidate for name in near for candidate in (name, *choices) if fold(candidate) == fold(name)
        ]
        return message, _did_you_mean(map(_written, alike))
    return message, tr("Use one of: {names}.", names=", ".join(map(_written, choices)) or "–")


def _no_number(term: Term, vocabulary: Vocabulary) -> Problem:
    message = tr("“{value}” is neither a number nor a number field.", value=term.value)
    names = _others(term, "number", vocabulary)
    near = _near_references(term, vocabulary) or nearest(term.value, names)
    if near:
        return message, _did_you_mean(near)
    return message, tr("Use a number such as 3, or one of: {names}.", names=", ".join(names))


def _no_date(term: Term, vocabulary: Vocabulary) -> Problem:
    if DAY.fullmatch(term.value):
        message = tr("The date {day} does not exist.", day=term.value)
        return message, tr("Use a date such as 2026-01-31.")
    if term.value.casefold() == TODAY:
        message = tr("{name} can only be used in searches and in the formats of a game.", name=TODAY)
        return message, tr("Use a date such as 2026-01-31.")
    message = tr("“{value}” is not a date.", value=term.value)
    days = [TODAY] if vocabulary.knows_today else []
    names = [*days, *_others(term, "date", vocabulary)]
    near = _near_references(term, vocabulary) or nearest(term.value, names)
    if near:
        return message, _did_you_mean(near)
    return message, tr("Use a date such as 2026-01-31, or one of: {names}.", names=", ".join(names))


class Measured(NamedTuple):
    """A type whose values compare as numbers: how one is read in a query, and what is said of one that is none."""

    read: Callable[[str], float | None]
    explain: Callable[[Term, Vocabulary], Problem]


_MEASURED: Mapping[ValueType, Measured] = {
    "number": Measured(_number, _no_number),
    "date": Measured(_day, _no_date),
}
"""The types whose values compare as numbers, with those of the same type only."""


def _others(term: Term, kind: ValueType, vocabulary: Vocabulary) -> list[str]:
    """The fields of a type in the games that have the field of a term."""
    games = vocabulary.readings(term.field) or {}
    return list(dict.fromkeys(name for game in games for name in vocabulary.fields_of(game, kind)))


def _near_references(term: Term, vocabulary: Vocabulary) -> list[str]:
    """What a value without meaning may have named: a field of a reference."""
    name, _, other = term.value.casefold().partition(".")
    if name in vocabulary.references:
        return [f"{name}.{term.field}"]
    return [f"{reference}.{other}" for reference in nearest(name, vocabulary.references)] if other else []


def _did_you_mean(names: Iterable[str]) -> str:
    return tr("Did you mean {names}?", names=", ".join(dict.fromkeys(names)))


def _written(name: str) -> str:
    return f'"{name}"' if re.search(r"[\s()]", name) else name


# From the text of a query to what it means: names and values are looked up in a vocabulary.

MOST_LETTERS = 100_000
"""How long a query may be."""

MOST_WORDS = 10_000
"""How many words a query may have: for a hundred thousand in a row, the index for words takes minutes."""

MOST_TERMS = 500
"""How many terms a query may have: SQLite refuses an expression deeper than 1000."""

MOST_LEVELS = 20
"""How deeply a query may nest: SQLite's parser can have begun no more than 100 things at a time."""


def parse(text: str, vocabulary: Vocabulary, where: Where | None = None) -> Query:
    """Read a query; an empty one asks for all cards.

    `where` is where its first character stands in a file; without it, faults are in line 1 of `query`.

    Raises:
        InputError: the query is too long, not well formed, has a control character, or names a field or a value that no game
            knows.
    """
    text = text.encode(errors="replace").decode()  # bytes of an unknown encoding come as lone surrogates
    origin = Origin(where or Where("query", 1, 1))
    if control := control_character(text):
        raise origin.error(control.start(), *control_character_message(control[0]))
    if len(text) > MOST_LETTERS:
        message = tr("This query is too long: at most {most} characters are allowed.", most=MOST_LETTERS)
        raise origin.error(0, message)
    if fold(text).count(" ") >= MOST_WORDS:
        raise origin.error(
            0, tr("This query is too long: at most {most} words are allowed.", most=MOST_WORDS)
        )
    return _Binder(vocabulary, origin).bind(syntax_tree(text, origin))


class _Binder:
    """Binds the parts of one query, and counts them."""

    def __init__(self, vocabulary: Vocabulary, origin: Origin) -> None:
        self._vocabulary = vocabulary
        self._origin = origin
        self._terms = 0

    def bind(self, tree: Tree, level: int = 0) -> Query:
        if level > MOST_LEVELS:
            message = tr(
                "This query is nested too deeply: at most {most} levels are allowed.", most=MOST_LEVELS
            )
            raise self._origin.error(tree.start, message)
        if not tree.parts:
            return self._bind_leaf(tree)
        parts = [self.bind(part, level + 1) for part in tree.parts]
        if tree.kind == "not":
            return Not(parts[0])
        return all_of(parts) if tree.kind == "and" else any_of(parts)

    def _bind_leaf(self, tree: Tree) -> Query:
        self._terms += 1
        if self._terms > MOST_TERMS:
            message = tr("This query is too long: at most {most} terms are allowed.", most=MOST_TERMS)
            raise self._origin.error(tree.start, message)
        if tree.kind == "words":
            return self._words(*tree.tokens)
        return self._term(*tree.tokens) if tree.tokens else ALL

    def _words(self, token: Token) -> Query:
        if words := fold(token.text):
            return Words(PRINTED, words)
        raise self._error(token, without_words(token.text))

    def _term(self, field: Token, operator: Token, value: Token) -> Query:
        if field.text.casefold() == HAS:
            return self._has(operator, value)
        self._check_field(field.text, field.start)
        reference, other = self._reference(value, field)
        term = Term(field.text.casefold(), operator.text, value.content, reference, other)
        self._check_id(term, value)
        query = meaning(term, self._vocabulary)
        if query is None:
            raise self._error(value, meaningless_term(term, self._vocabulary))
        return query

    def _has(self, operator: Token, value: Token) -> Query:
        self._check_field(value.content, value.start)
        if OPERATORS[operator.text].sign != "=":
            raise self._error(operator, only_has(operator.text, value.content))
        return has_field(value.content.casefold(), self._vocabulary)

    def _check_field(self, name: str, start: int) -> None:
        if self._vocabulary.readings(name.casefold()) is None:
            raise self._origin.error(start, *unknown_field(name, self._vocabulary))

    def _reference(self, value: Token, field: Token) -> tuple[str, str]:
        """Reference that a value names, and its field; '' for both where it is an ordinary value, as in quotes."""
        name, dot, other = value.text.partition(".")
        if value.kind == "quoted" or not dot or name.casefold() not in self._vocabulary.references:
            return "", ""
        if not other:
            raise self._error(value, missing_field(value.text, field.text))
        self._check_field(other, value.start + len(name) + 1)
        return name.casefold(), other.casefold()

    def _check_id(self, term: Term, value: Token) -> None:
        """Refuse what no id can be, and is probably a reference with a slip in it."""
        name, dot, _ = value.text.partition(".")
        references = self._vocabulary.references
        if term.field == "id" and not term.reference and dot and references and value.kind == "word":
            raise self._error(value, unknown_reference(name, references))

    def _error(self, token: Token, fault: Problem) -> InputError:
        return self._origin.error(token.start, *fault)
