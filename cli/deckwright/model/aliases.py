"""Other names by which people know cards, kinds and choices: what rulebooks print, and what icons are called.

They are data, by language: `aliases: {it: [stetoscopio], en: [stethoscope]}`. A card is found by its own and by those
of its kind and choices. An alias is never printed, and never stands in the way of a name.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from deckwright.model.card import Card

    Aliases = Mapping[str, Sequence[str]]
    """Names by language."""


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
    """Aliases of a card as files hold it: its own, and those of its kind and choices, each once."""
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
    """Yield the aliases that a game's definition gives, each with the path of the mapping."""
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
