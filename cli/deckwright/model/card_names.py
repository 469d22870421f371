"""Find a card by its id, name or alias in any language, ignoring case and accents."""

from __future__ import annotations

import re
from collections import Counter
from functools import cached_property
from typing import TYPE_CHECKING, Any

from deckwright.model.words import closest, fold, may_guess

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from deckwright.model.card import Card

    Aliases = Mapping[str, Sequence[str]]
    """Names by language."""


# Find a card by its id, name or alias in any language, ignoring case and accents.

Known = dict[str, dict[str, None]]
"""The ids of the cards with a name, in order, each once."""

_MOST_LISTED = 12
# Unknown names whose nearest names are remembered: decks of another game repeat them.
_MOST_REMEMBERED = 10_000
_LONGEST = 40


class CardNames:
    """The ids of some cards, and their names and aliases in all languages."""

    def __init__(self, cards: Iterable[Card]) -> None:
        self._ids: Known = {}
        self._names: Known = {}
        self._folded: Known = {}
        self._aliases: Known = {}
        self._folded_aliases: Known = {}
        self._cards: dict[str, Card] = {}
        self._nearest: dict[str, list[str]] = {}
        for card in cards:
            self._cards[card.id] = card
            _add(self._ids, card.id, card)
            _add(self._folded, fold(card.id), card)
            for name in {texts["name"]: None for texts in card.texts.values() if "name" in texts}:
                _add(self._names, name, card)
                _add(self._folded, fold(name), card)
            for alias in {one: None for aliases in card.aliases.values() for one in aliases}:
                _add(self._aliases, alias, card)
                _add(self._folded_aliases, fold(alias), card)

    def find(self, name: str) -> list[str]:
        """The ids of the cards called `name`: none, one, or several if it is ambiguous.

        An id goes before a name, a name before an alias, and what is spelled just so before what only reads alike.
        """
        folded = fold(name)
        found = self._ids.get(name) or self._names.get(name) or (folded and self._folded.get(folded))
        found = found or self._aliases.get(name) or (folded and self._folded_aliases.get(folded))
        return list(found or ())

    def spelled(self, name: str) -> list[str]:
        """The ids of the cards whose id, name or alias is spelled just so."""
        return list(self._ids.get(name) or self._names.get(name) or self._aliases.get(name) or ())

    @property
    def all(self) -> Iterable[str]:
        """Every id, name and alias."""
        return (*self._ids, *self._names, *self._aliases)

    def told_apart(self, ids: Iterable[str]) -> str:
        """Some of the cards by their ids, each with its differences from the others."""
        return told_apart([self._cards[card] for card in ids])

    def nearest(self, name: str) -> list[str]:
        """Ids or names, or else aliases, that are nearest to `name`; only one of two that read alike."""
        if not may_guess(name):
            return []
        if name not in self._nearest:
            if len(self._nearest) >= _MOST_REMEMBERED:
                self._nearest.clear()
            self._nearest[name] = self._closest(name)
        return self._nearest[name]

    def _closest(self, name: str) -> list[str]:
        is_id = name == name.lower() and " " not in name
        known = self._ids_last if is_id else self._names_last
        return closest(name, known) or closest(name, self._known_aliases)

    @cached_property
    def _ids_last(self) -> list[str]:
        return list({fold(one): one for one in (*self._names, *self._ids)}.values())

    @cached_property
    def _known_aliases(self) -> list[str]:
        return list({fold(one): one for one in self._aliases}.values())

    @cached_property
    def _names_last(self) -> list[str]:
        return list({fold(one): one for one in (*self._ids, *self._names)}.values())


def distinct_names(cards: Mapping[str, Card], language: str) -> dict[str, str]:
    """Name of each of a game's cards, with its id if several have that name."""
    names = {card.id: card.name(language) for card in cards.values()}
    bearers = Counter(names.values())
    return {card: name if bearers[name] == 1 else f"{name} ({card})" for card, name in names.items()}


def told_apart(cards: Sequence[Card], names: Sequence[str] = ()) -> str:
    """List cards by their ids, or by other names, each with the values in which it differs, as queries write them.

    No more fields are shown than it takes to tell the cards apart.
    """
    shown: list[tuple[str, ...]] = [()] * len(cards)
    held = {field: [_written(card, field) for card in cards] for field in _fields_of(cards)}
    enough = [field for field, values in held.items() if len({*values}) == len(cards)]
    for field in enough[:1] or held:
        finer = [(*before, value) for before, value in zip(shown, held[field], strict=True)]
        shown = finer if len({*finer}) > len({*shown}) else shown
    listed = []
    for name, values in zip(names or [card.id for card in cards], shown, strict=True):
        differing = " ".join(filter(None, values))
        listed.append(f"{name} ({differing})" if differing else name)
    return ", ".join(listed[:_MOST_LISTED]) + (", …" if len(listed) > _MOST_LISTED else "")


def _fields_of(cards: Sequence[Card]) -> list[str]:
    own = dict.fromkeys(name for card in cards for name in card.fields)
    return ["name", "kind", *own, "mark", "origin", "copies", "revision"]


def _written(card: Card, field: str) -> str:
    """Values of a card's field as terms of a query, or '' if they are too long to read at a glance."""
    from deckwright.model.query.matching import text_of, values_of

    values = [card.name(card.source_language)] if field == "name" else map(text_of, values_of(card, field))
    written = " ".join(
        f'{field}:"{one}"' if re.search(r"[\s()]", one) else f"{field}:{one}" for one in values
    )
    return written if len(written) <= _LONGEST else ""


def _add(known: Known, name: str, card: Card) -> None:
    known.setdefault(name, {})[card.id] = None


# Other names by which people know cards, kinds and choices: what rulebooks print, and what icons are called.
#
# They are data, by language: `aliases: {it: [stetoscopio], en: [stethoscope]}`. A card is found by its own
# and by those of its kind and choices. An alias is never printed, and a name takes precedence over it.


def aliases_of_kind(definition: Mapping[str, Any], kind: str) -> Aliases:
    """Aliases of a kind."""
    own: Aliases = (definition.get("kinds", {}).get(kind) or {}).get("aliases", {})
    return own


def aliases_of_choice(definition: Mapping[str, Any], field: str, choice: str) -> Aliases:
    """Aliases of a choice of a field."""
    for entry in _choices(definition.get("fields", {}).get(field, {})):
        if entry["const"] == choice:
            own: Aliases = entry.get("aliases", {})
            return own
    return {}


def aliases_of_card(definition: Mapping[str, Any], entry: Mapping[str, Any]) -> dict[str, tuple[str, ...]]:
    """Aliases of a card from a file: its own, and those of its kind and choices, each once."""
    sources = [entry.get("aliases", {}), *_shared(definition, entry.get("kind", ""), entry.get("fields", {}))]
    joined: dict[str, dict[str, None]] = {}
    for source in sources:
        for language, names in source.items():
            joined.setdefault(language, {}).update(dict.fromkeys(names))
    return {language: tuple(names) for language, names in joined.items()}


def own_aliases(card: Card, definition: Mapping[str, Any], language: str) -> list[str]:
    """Aliases of a card in a language that it does not share with others of its kind or choices."""
    shared = {name for one in _shared(definition, card.kind, card.fields) for name in one.get(language, ())}
    return [alias for alias in card.aliases.get(language, ()) if alias not in shared]


def _shared(definition: Mapping[str, Any], kind: str, fields: Mapping[str, Any]) -> Iterator[Aliases]:
    """Yield the aliases of a kind and of the choices that fields hold."""
    yield aliases_of_kind(definition, kind)
    for field, value in fields.items():
        for one in value if isinstance(value, list) else [value]:
            yield aliases_of_choice(definition, field, str(one))


def aliases_in(definition: Mapping[str, Any]) -> Iterator[tuple[tuple[str | int, ...], Aliases]]:
    """Yield the aliases in a game's definition, each with the path of the mapping."""
    for kind, entry in definition.get("kinds", {}).items():
        if "aliases" in entry:
            yield ("kinds", kind, "aliases"), entry["aliases"]
    for field, schema in definition.get("fields", {}).items():
        steps = ("items", "oneOf") if schema.get("type") == "array" else ("oneOf",)
        for number, choice in enumerate(_choices(schema)):
            if "aliases" in choice:
                yield ("fields", field, *steps, number, "aliases"), choice["aliases"]


def _choices(schema: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
    item = schema.get("items", {}) if schema.get("type") == "array" else schema
    choices: Sequence[Mapping[str, Any]] = item.get("oneOf", ())
    return choices
