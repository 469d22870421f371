"""The names that queries may use: the fields of some games, and the values of those that have a choice."""

from __future__ import annotations

from dataclasses import dataclass
from dataclasses import field as attribute
from typing import TYPE_CHECKING

from deckwright.model.card import aliases_of_choice, aliases_of_kind
from deckwright.model.query.matching import BUILT_IN, COMMON_FIELDS
from deckwright.model.query.tree import TODAY
from deckwright.model.words import fold

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping

    from deckwright.model.card import Aliases, Field
    from deckwright.model.game import Game
    from deckwright.model.query.matching import CommonField, FieldType

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
