"""How it is shown what an effort wins."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from deckwright.messages import tr
from deckwright.model.card_names import names_apart

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from deckwright.model.card import Card
    from deckwright.model.game import Game
    from deckwright.table.effort import Amounts, Haul


class Effort(NamedTuple):
    """Cards that are played, with their copies; what they give; the cards that can be won; and the sets that are."""

    played: Mapping[str, int]
    given: Amounts
    source: tuple[str, ...]
    hauls: list[Haul]


def effort_as_json(effort: Effort, game: Game) -> dict[str, Any]:
    """Give an object for what an effort wins; amounts stand by their fields."""
    fields = game.definition["effort"]["adds"]
    return {
        "game": game.id,
        "cards": [{"card": card, "copies": copies} for card, copies in effort.played.items()],
        "gives": _by_field(fields, effort.given),
        "from": list(effort.source),
        "sets": [
            {
                "cards": list(haul.cards),
                "worth": haul.worth,
                "left": dict(zip(fields, haul.left, strict=True)),
            }
            for haul in effort.hauls
        ],
    }


def _by_field(fields: list[str], amounts: Amounts) -> dict[str, float]:
    return dict(zip(fields, map(_plain, amounts), strict=True))


def _plain(number: float) -> float:
    """Give a whole number as one."""
    return int(number) if number == int(number) else number


def effort_lines(effort: Effort, game: Game, cards: Mapping[str, Card], language: str) -> Iterator[str]:
    """Write what is played, then every set, the best one first."""
    names = names_apart(cards, language)
    played = ", ".join(_times(names[card], copies) for card, copies in effort.played.items())
    yield tr("{label}: {value}", label=played, value=_amounts(effort.given, game, language))
    if not effort.hauls:
        yield tr("That wins nothing.")
    worth = game.definition["effort"].get("worth", "")
    for number, haul in enumerate(effort.hauls, 1):
        said = " + ".join(names[card] for card in haul.cards)
        more = [f"{game.label(f'field:{worth}', language)} {haul.worth:g}"] if worth else []
        left = tr("left: {amounts}", amounts=_amounts(haul.left, game, language))
        yield f"{number:3}  {said} ({'; '.join([*more, left])})"
    yield tr("Only numbers are added up: whether each card may be played, its text says.")


def _times(name: str, copies: int) -> str:
    return name if copies == 1 else f"{copies} × {name}"


def _amounts(amounts: Amounts, game: Game, language: str) -> str:
    fields = game.definition["effort"]["adds"]
    labels = (game.label(f"field:{field}", language) for field in fields)
    return ", ".join(f"{label} {amount:g}" for label, amount in zip(labels, amounts, strict=True))
