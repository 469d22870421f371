"""The names that queries may use: the fields of some games, and the values of those that have a choice."""

from __future__ import annotations

from dataclasses import dataclass
from dataclasses import field as attribute
from typing import TYPE_CHECKING, Literal

from deckwright.model.aliases import aliases_of_choice, aliases_of_kind
from deckwright.model.card import ORIGINS
from deckwright.model.query.values import NUMBERS, ORIGIN_FIELDS
from deckwright.model.words import fold

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from deckwright.model.aliases import Aliases
    from deckwright.model.game import Field, Game

BUILT_IN = ("id", "game", "kind", "mark", *ORIGIN_FIELDS, *NUMBERS, "name", "text")
"""The fields of every game, whose names a game's own fields may not take."""

_FLAG = {"no": ("false", "non"), "yes": ("true", "sì", "oui")}


@dataclass(frozen=True, slots=True)
class Reading:
    """How a game reads a field. `choices` give the other names of each choice, in the game's order."""

    type: Literal["number", "choice", "text", "id"]
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
    """What the fields of some games are called and how each game reads them."""

    def __init__(self, readings: Mapping[str, Mapping[str, Reading]], titles: Mapping[str, str]) -> None:
        self._readings = readings
        self.titles = titles

    @classmethod
    def of(cls, games: Iterable[Game]) -> Vocabulary:
        """Put together the names of some games, for queries over the cards of all of them."""
        games = tuple(games)
        common = _common(games)
        readings: dict[str, dict[str, Reading]] = {field: {} for field in BUILT_IN}
        for game in games:
            for field, reading in {**_own(game), **_declared(game), **common}.items():
                readings.setdefault(field, {})[game.id] = reading
        titles = {
            title: field
            for game in games
            for field in game.fields
            for title in _labels(game, f"field:{field}")
        }
        return cls(readings, titles)

    @property
    def fields(self) -> list[str]:
        """List the names of all fields."""
        return list(self._readings)

    def readings(self, field: str) -> Mapping[str, Reading] | None:
        """Give how each game that has the field reads it, by the game's id; None where none has it."""
        return self._readings.get(field)

    def numbers(self, game: str) -> list[str]:
        """List the number fields of a game."""
        return [
            field
            for field, readings in self._readings.items()
            if game in readings and readings[game].type == "number"
        ]


def _common(games: Iterable[Game]) -> dict[str, Reading]:
    titles = {game.id: tuple(_labels(game, "game:title")) for game in games}
    return {
        "id": Reading("id"),
        "game": Reading("choice", titles),
        **dict.fromkeys(ORIGIN_FIELDS, Reading("choice", dict.fromkeys(ORIGINS, ()))),
        "name": Reading("text"),
        "text": Reading("text"),
        **dict.fromkeys(NUMBERS, Reading("number")),
    }


def _declared(game: Game) -> dict[str, Reading]:
    kinds = {
        kind: (*_labels(game, f"kind:{kind}"), *_all(aliases_of_kind(game.definition, kind)))
        for kind in game.names("kinds")
    }
    marks = {mark: tuple(_labels(game, f"mark:{mark}")) for mark in game.names("marks")}
    return {"kind": Reading("choice", kinds), "mark": Reading("choice", marks)}


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
