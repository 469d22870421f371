"""How the settings of a game are shown: what a table agreed on, and what there is to agree on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from deckwright.messages import tr
from deckwright.model.settings import settings_of, title_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from deckwright.model.game import Game


def setting_lines(chosen: Mapping[str, str | int], game: Game, mode: str, language: str) -> Iterator[str]:
    """Write what a table agreed on that is not the usual way, one setting a line."""
    known = settings_of(game)
    for name, value in chosen.items():
        if value == known[name].usual(mode):
            continue
        yield tr("{label}: {value}", label=f"{name}={value}", value=meaning_of(name, value, game, language))


def meaning_of(name: str, value: str | int, game: Game, language: str) -> str:
    """Return what a choice means; of a number, what it is the number of."""
    if isinstance(value, int):
        return title_of(settings_of(game)[name], game, language)
    return game.label(f"setting:{name}.{value}", language)


def settings_as_json(game: Game, language: str) -> list[dict[str, Any]]:
    """Build objects for the settings of a game, each with its choices; one that is a number has none."""
    return [
        {
            "setting": one.id,
            "title": title_of(one, game, language),
            "choices": [
                {"choice": choice, "means": meaning_of(one.id, choice, game, language)}
                for choice in one.choices
            ],
            "default": one.default,
            **({"modes": dict(one.by_mode)} if one.is_number else {}),
            "cite": game.definition.get("settings", {}).get(one.id, {}).get("cite", ""),
        }
        for one in settings_of(game).values()
    ]


def explained_settings(game: Game, language: str) -> Iterator[str]:
    """Write the settings of a game for people: each with its choices below, the usual one marked."""
    for one in settings_as_json(game, language):
        yield ""
        title = tr("{label}: {value}", label=one["setting"], value=one["title"])
        yield f"{title} ({one['cite']})" if one["cite"] else title
        for choice in one["choices"]:
            name = choice["choice"]
            usual = tr("{name} (usual)", name=name) if name == one["default"] else name
            yield "  " + tr("{label}: {value}", label=usual, value=choice["means"])
        if not one["choices"]:
            yield "  " + _number(one, game, language)


def _number(one: Mapping[str, Any], game: Game, language: str) -> str:
    """Write what a setting that is a number usually is, in each mode that has its own."""
    own = [
        tr("{label}: {value}", label=game.label(f"mode:{mode}", language), value=number)
        for mode, number in one["modes"].items()
    ]
    usual = tr("A number, usually {number}.", number="–" if one["default"] is None else one["default"])
    return " ".join([usual, *own])
