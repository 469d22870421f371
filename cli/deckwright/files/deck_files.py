"""Write decks as files: YAML after the schema, or a text list that reads back as the same deck."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from deckwright.model.deck import MAIN
from deckwright.model.naming import CardNames

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from deckwright.model.card import Card
    from deckwright.model.deck import Deck


def as_yaml(deck: Deck, cards: Mapping[str, Card], language: str) -> str:
    """Write a deck as a deck file, each card by its id with its name beside it."""
    head = {"game": deck.game, "format": deck.format, "name": deck.name, "players": deck.players}
    lines = [f"{key}: {json.dumps(value, ensure_ascii=False)}" for key, value in head.items() if value]
    lines += ["cards:", *_pairs(deck, MAIN, cards, language, "  ")]
    zones = [zone for zone in _zones(deck) if zone != MAIN]
    if zones:
        lines.append("zones:")
    for zone in zones:
        lines += [f"  {zone}:", *_pairs(deck, zone, cards, language, "    ")]
    return "\n".join(lines) + "\n"


def _zones(deck: Deck) -> list[str]:
    return list(dict.fromkeys(entry.zone for entry in deck.entries))


def _pairs(deck: Deck, zone: str, cards: Mapping[str, Card], language: str, indent: str) -> Iterator[str]:
    own = [entry for entry in deck.entries if entry.zone == zone]
    if not own:
        yield f"{indent}{{}}"
    for entry in own:
        yield f"{indent}{entry.card}: {entry.copies}  # {cards[entry.card].name(language)}"


def as_list(deck: Deck, cards: Mapping[str, Card], language: str) -> str:
    """Write a deck as a text list, each card by its name, or by its id where another card has that name."""
    names = CardNames(cards.values())
    head = {"game": deck.game, "format": deck.format, "name": deck.name, "players": deck.players}
    lines = [f"# {key}: {value}" for key, value in head.items() if value]
    for zone in _zones(deck):
        lines += [] if zone == MAIN else ["", f"{zone}:"]
        for entry in deck.entries:
            if entry.zone == zone:
                lines.append(f"{entry.copies} {called(cards[entry.card], names, language)}")
    return "\n".join(lines) + "\n"


def called(card: Card, names: CardNames, language: str) -> str:
    """Give the name of a card, or its id where a list would not find it by its name."""
    name = card.name(language)
    return name if names.find(name) == [card.id] and _reads_back(name) else card.id


def _reads_back(name: str) -> bool:
    """Tell whether a list would read the name as it stands: no count, comment or heading is in it."""
    from deckwright.files.decklists import read_lines

    lines = read_lines(f"1 {name}")
    return [(line.card, line.copies) for line in lines] == [(name, 1)]
