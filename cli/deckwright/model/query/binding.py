"""From a parsed query to its meaning: fields and values are looked up in the vocabulary of some games."""

from __future__ import annotations

from dataclasses import dataclass
from dataclasses import field as attribute
from typing import TYPE_CHECKING

from deckwright.findings import Where
from deckwright.messages import tr
from deckwright.model.card_names import aliases_of_choice, aliases_of_kind
from deckwright.model.query.language import Origin, syntax_tree
from deckwright.model.query.matching import BUILT_IN, COMMON_FIELDS
from deckwright.model.query.terms import (
    HAS,
    Term,
    has_field,
    meaning,
    meaningless_term,
    missing_field,
    only_has,
    unknown_field,
    unknown_reference,
    without_words,
)
from deckwright.model.query.tree import ALL, PRINTED, TODAY, Not, Query, Words, all_of, any_of
from deckwright.model.words import fold

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping

    from deckwright.errors import InputError
    from deckwright.model.card import Field
    from deckwright.model.card_names import Aliases
    from deckwright.model.game import Game
    from deckwright.model.query.language import Token, Tree
    from deckwright.model.query.matching import CommonField, FieldType
    from deckwright.model.query.terms import Problem


# The names that queries may use: the fields of some games, and the values of those that have a choice.

_FLAG = {"no": ("false", "non"), "yes": ("true", "sì", "oui")}


@dataclass(frozen=True, slots=True)
class Reading:
    """How a game reads a field. `choices` are the other names of each choice, in the game's order."""

    type: FieldType
    choices: Mapping[str, tuple[str, ...]] = attribute(default_factory=dict)
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

    def fields_of(self, game: str, kind: FieldType) -> list[str]:
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
        return {one.id: tuple(_labels(one, "game:title")) for one in games}
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
    if field.type == "flag":
        return Reading("choice", _FLAG)
    if field.type != "choice":
        return Reading(field.type)
    labels = {
        choice: (
            *_labels(game, f"field:{field.id}.{choice}"),
            *_all(aliases_of_choice(game.definition, field.id, choice)),
        )
        for choice in field.choices
    }
    return Reading("choice", labels, ordered=True)


def _labels(game: Game, context: str) -> Iterator[str]:
    for labels in game.labels.values():
        if label := labels.get(context):
            yield label


def _all(aliases: Aliases) -> Iterator[str]:
    for names in aliases.values():
        yield from names


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
        InputError: the query is too long, not well formed, or names a field or a value that no game knows.
    """
    text = text.encode(errors="replace").decode()  # bytes of an unknown encoding come as lone surrogates
    origin = Origin(where or Where("query", 1, 1))
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
        if operator.text not in {":", "="}:
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
