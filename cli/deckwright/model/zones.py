"""The zones of a table: how cards lie in each and who sees them; and the usual table of a game that describes none."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from deckwright.messages import in_language, later
from deckwright.model.query.binding import Vocabulary, parse
from deckwright.model.query.matching import dump_query
from deckwright.model.setup import ASIDE

if TYPE_CHECKING:
    from collections.abc import Mapping

    from deckwright.model.game import Game
    from deckwright.model.setup import Deal

Shape = Literal["pile", "row", "hand"]
"""How cards lie in a zone: on top of each other, side by side, or in the hand of a player, who alone sees them."""


class TableZone(NamedTuple):
    """A zone of a table, or of every seat; the cards of an open one are face up. `stacks` is how a pile is divided.

    `at` is its place in mm from the middle of the table, or of its seat; None where the game does not say it.
    """

    name: str
    is_of_seats: bool
    shape: Shape
    is_open: bool
    stacks: int | str = 0
    at: tuple[float, float] | None = None


def zones_on_table(game: Game, deal: Deal) -> tuple[TableZone, ...]:
    """Zones that the steps of a deal fill, in the order of `game.yaml`; last, the zone of cards put aside.

    A zone that does not say its shape is a row if it is open, a hand if seats have it and it is not their deck, else a
    pile.
    """
    seats = {step.to for step in deal.steps if step.each}
    decks = {step.to for step in deal.steps if step.act == "deck"}
    filled = {step.to for step in deal.steps if step.to}
    zones = game.definition["deal"]["zones"].items()
    table = [_zone(name, zone, name in seats, decks) for name, zone in zones if name in filled]
    return (*table, TableZone(ASIDE, is_of_seats=False, shape="pile", is_open=True))


def _zone(name: str, zone: Mapping[str, Any], is_of_seats: bool, decks: set[str]) -> TableZone:
    is_open, stacks = zone.get("open", False), zone.get("stacks", 0)
    usual: Shape = "pile"
    if is_open and not stacks:
        usual = "row"
    elif is_of_seats and name not in decks:
        usual = "hand"
    at = tuple(zone["at"]) if "at" in zone else None
    return TableZone(name, is_of_seats, zone.get("shape", usual), is_open, stacks, at)


# The usual table.

_DECK = "deck"
_DECK_NAME = later("Deck")


def with_table(game: Game, *, has_decks: bool) -> Game:
    """A game that says how its table is set up: itself, or with the usual table if it does not.

    If the game has formats, and players have decks, that is a deck for each seat. Otherwise it has each pile of the game;
    without piles, one of all the cards that share a back.
    """
    if "deal" in game.definition:
        return game
    formats = game.names("formats")
    if formats and has_decks:
        name = {language: in_language(language, _DECK_NAME) for language in game.languages}
        return _with_steps(game, [{"deck": formats[0], "to": _DECK, "each": True}], {_DECK: name})
    label = "pile" if game.names("piles") else "kind"
    game = game if game.names("piles") else _with_piles(game)
    names = {
        pile: {language: game.label(f"{label}:{pile}", language) for language in game.languages}
        for pile in game.names("piles")
    }
    return _with_steps(game, [{"pile": pile, "to": pile} for pile in names], names)


def _with_steps(game: Game, steps: list[dict[str, Any]], names: Mapping[str, Mapping[str, str]]) -> Game:
    """A game with these steps of a deal; `names` are those of its zones, in each language."""
    zones = {zone: {"name": name[game.source_language]} for zone, name in names.items()}
    labels = {
        language: dict(game.labels.get(language, {}))
        | {f"{what}:{zone}": name[language] for zone, name in names.items() for what in ("zone", "pile")}
        for language in game.languages
    }
    return replace(
        game, definition={**game.definition, "deal": {"zones": zones, "steps": steps}}, labels=labels
    )


def _with_piles(game: Game) -> Game:
    """A game with a pile for each back, named after the first of its kinds."""
    by_back: dict[str, list[str]] = {}
    for kind, entry in game.definition["kinds"].items():
        by_back.setdefault(str(entry.get("back", game.definition.get("back", ""))), []).append(kind)
    queries = {kinds[0]: " or ".join(f"kind:{kind}" for kind in kinds) for kinds in by_back.values()}
    piles = {pile: {"name": pile, "parts": [{"of": query}]} for pile, query in queries.items()}
    vocabulary = Vocabulary.of([game])
    compiled = {query: dump_query(parse(query, vocabulary)) for query in queries.values()}
    definition = {**game.definition, "piles": piles}
    return replace(game, definition=definition, queries={**game.queries, **compiled})
