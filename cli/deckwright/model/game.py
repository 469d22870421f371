"""A game: its own fields, kinds, marks, formats, piles and modes, as its `game.yaml` declares them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from deckwright.model.players import Numbers, is_allowed, numbers_in
from deckwright.model.settings import variants_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

TEXTS = ("name", "text", "flavour")
"""The printed texts that a card of any game can have."""

FieldType = Literal["number", "choice", "flag", "text"]


@dataclass(frozen=True, slots=True)
class Field:
    """One of a game's own fields. `choices` stand in the game's order, which is how they compare."""

    id: str
    type: FieldType
    many: bool = False
    choices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Game:
    """A game. `definition` is its validated `game.yaml`; `labels` hold its words by language and context.

    A context names what a word belongs to: `game:title`, `kind:tool`, `field:level.senior`,
    `format:lab.size` (see `labels_of`). `queries` holds every query of the definition by its text, compiled
    and as JSON (see `deckwright.model.query`).
    """

    id: str
    source_language: str
    languages: tuple[str, ...]
    definition: Mapping[str, Any]
    labels: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    queries: Mapping[str, Any] = field(default_factory=dict)

    def label(self, context: str, language: str) -> str:
        """Give a word of the game in a language, in its source language if not translated, or ''."""
        own = self.labels.get(language, {}).get(context)
        return own if own is not None else self.labels[self.source_language].get(context, "")

    def title(self, language: str) -> str:
        """Give the game's title."""
        return self.label("game:title", language)

    @property
    def fields(self) -> dict[str, Field]:
        """Give the game's own fields."""
        return {name: _field(name, schema) for name, schema in self.definition.get("fields", {}).items()}

    def names(self, section: str) -> list[str]:
        """List what a section of the definition declares: `kinds`, `marks`, `formats`, `piles`, `modes`."""
        return list(self.definition.get(section, {}))

    @property
    def default_mode(self) -> str:
        """Give the mode that is meant where none is named."""
        named: str = self.definition.get("default_mode", "")
        return named or next(iter(self.names("modes")), "standard")

    def players_in(self, mode: str) -> Numbers:
        """List the numbers of players of a mode, or else of the game."""
        own = self.definition.get("modes", {}).get(mode, {}).get("players")
        return numbers_in(own or self.definition.get("players"))

    def mode_for(self, players: int) -> str:
        """Give the mode that is meant where none is named: the usual one, or the first that so many can play."""
        modes = (self.default_mode, *self.names("modes"))
        fitting = [mode for mode in modes if is_allowed(players, self.players_in(mode))]
        return fitting[0] if fitting else self.default_mode


def _field(name: str, schema: Mapping[str, Any]) -> Field:
    many = schema.get("type") == "array"
    item = schema.get("items", {}) if many else schema
    choices = tuple(str(choice) for choice, _ in _choices(item))
    return Field(name, _type(item, choices), many, choices)


def _type(schema: Mapping[str, Any], choices: tuple[str, ...]) -> FieldType:
    if choices:
        return "choice"
    types: dict[str, FieldType] = {"integer": "number", "number": "number", "boolean": "flag"}
    return types.get(schema.get("type", "string"), "text")


def _choices(schema: Mapping[str, Any]) -> Iterator[tuple[Any, str]]:
    """Yield the choices of a field's schema with their names: `enum`, or `oneOf` with `const` and `title`."""
    yield from ((value, "") for value in schema.get("enum", ()))
    yield from ((one["const"], one.get("title", "")) for one in schema.get("oneOf", ()) if "const" in one)


def mark_rules(game: Game, mark: str, language: str) -> tuple[str, dict[str, str]]:
    """Rule of a mark in a language, and the rules that hold instead in some modes, by mode."""
    modes = game.definition["marks"][mark].get("modes", {})
    own = {mode: game.label(f"mark:{mark}.rule.{mode}", language) for mode in modes}
    return game.label(f"mark:{mark}.rule", language), own


def labels_of(definition: Mapping[str, Any]) -> dict[str, str]:
    """Give every word of a `game.yaml` that readers see, by its context, in the game's source language."""
    labels = dict(_labels(definition))
    for _, variant in variants_of(definition):
        labels = {**dict(_labels(variant)), **labels}
    return labels


def _labels(definition: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    yield "game:title", definition["title"]
    if "about" in definition:
        yield "game:about", definition["about"]
    for section, prefix in _SECTIONS.items():
        for name, entry in definition.get(section, {}).items():
            yield f"{prefix}:{name}", entry["name"]
    for name, mark in definition.get("marks", {}).items():
        yield f"mark:{name}.rule", mark["rule"]
        yield from ((f"mark:{name}.rule.{mode}", own["rule"]) for mode, own in mark.get("modes", {}).items())
    for name, text in definition.get("texts", {}).items():
        yield f"text:{name}", text
    for name, schema in definition.get("fields", {}).items():
        yield from _field_labels(name, schema)
    yield from _deal_labels(definition.get("deal", {}))
    yield from _score_labels(definition.get("scoring", {}))
    yield from _setting_labels(definition.get("settings", {}))
    for name, one in definition.get("formats", {}).items():
        for rule in one["rules"]:
            if "message" in rule:
                yield f"format:{name}.{rule['id']}", rule["message"]


_SECTIONS = {"kinds": "kind", "marks": "mark", "formats": "format", "piles": "pile", "modes": "mode"}


def _setting_labels(settings: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for name, setting in settings.items():
        yield f"setting:{name}", setting["name"]
        yield from ((f"setting:{name}.{choice}", own["means"]) for choice, own in setting["choices"].items())


def _deal_labels(deal: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    yield from ((f"zone:{name}", zone["name"]) for name, zone in deal.get("zones", {}).items())
    yield from ((f"say:{name}", text) for name, text in deal.get("says", {}).items())


def _score_labels(scoring: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield what is counted, the zones of a score file, what decides ties, and the rules, each under its own name."""
    zones = scoring.get("zones", {})
    yield from ((f"score:zone.{name}", zone["name"]) for name, zone in zones.items())
    named = scoring.get("counts", {}).items()
    yield from ((f"score:{name}", count["name"]) for name, count in named if "name" in count)
    yield from ((f"score:{name}.note", count["note"]) for name, count in named if "note" in count)
    orders = (scoring, *scoring.get("modes", {}).values())
    keys = [key for one in orders for key in one.get("order", ())]
    yield from ((f"score:{key['id']}", key["name"]) for key in keys if "name" in key)
    rules = [*scoring.get("rules", ()), *scoring.get("together", ())]
    rules += [rule for zone in zones.values() for form in zone.get("forms", ()) for rule in form]
    yield from ((f"score:rule.{rule['id']}", rule["message"]) for rule in rules)


def _field_labels(name: str, schema: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    yield f"field:{name}", schema["title"]
    item = schema.get("items", {}) if schema.get("type") == "array" else schema
    for value, title in _choices(item):
        if title:
            yield f"field:{name}.{value}", title
