"""Write decks as files: YAML after the schema, or a text list; both read back as the same deck."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from deckwright.errors import UsageError
from deckwright.files.deck_lines import HEAD
from deckwright.files.decklists import TEXT_ENDINGS, YAML_ENDINGS
from deckwright.messages import tr
from deckwright.model.deck import MAIN
from deckwright.model.naming import CardNames

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from deckwright.model.card import Card
    from deckwright.model.deck import Deck, Entry


def as_file(path: str, deck: Deck, cards: Mapping[str, Card], language: str) -> str:
    """Write a deck as the ending of a file's name wants it: `.txt` a list, `.yaml`, none or `-` a deck file.

    Raises:
        UsageError: it has another ending, so that nobody could read it back.
    """
    ending = Path(path).suffix.lower()
    if ending in TEXT_ENDINGS:
        return as_list(deck, cards, language)
    if ending and ending not in YAML_ENDINGS:
        raise UsageError(
            "ending",
            tr("A deck is not written as {ending}.", ending=ending),
            hint=tr("Name a .yaml file, or .txt for a list."),
        )
    return as_yaml(deck, cards, language)


def as_yaml(deck: Deck, cards: Mapping[str, Card], language: str) -> str:
    """Write a deck as a deck file, each card by its id with its name beside it."""
    lines = [f"{key}: {_quoted(value)}" for key, value in _head(deck).items()]
    main, *others = _zones(deck).items()
    lines += _pairs(*main, cards, language, "")
    lines += ["zones:"] if others else []
    for zone, entries in others:
        lines += _pairs(zone, entries, cards, language, "  ")
    return "\n".join(lines) + "\n"


def as_list(deck: Deck, cards: Mapping[str, Card], language: str) -> str:
    """Write a deck as a text list, each card by its name, or by its id where another card has that name."""
    names = CardNames(cards.values())
    lines = [f"# {key}: {value}" for key, value in _head(deck).items()]
    for zone, entries in _zones(deck).items():
        lines += [] if zone == MAIN else ["", f"{zone}:"]
        lines += [f"{entry.copies} {called(cards[entry.card], names, language)}" for entry in entries]
    return "\n".join(lines) + "\n"


def called(card: Card, names: CardNames, language: str) -> str:
    """Give the name of a card, or its id where a list would not find it by its name."""
    name = card.name(language)
    return name if names.find(name) == [card.id] and _reads_back(name) else card.id


def _head(deck: Deck) -> dict[str, str | int]:
    """Give what a deck says of itself; a text on one line."""
    said = {key: _on_one_line(getattr(deck, key)) for key in HEAD}
    return {key: value for key, value in said.items() if value}


def _on_one_line(value: str | int | None) -> str | int | None:
    return " ".join(value.split()) if isinstance(value, str) else value


def _zones(deck: Deck) -> dict[str, list[Entry]]:
    """Give the entries of each zone, the main one first."""
    zones: dict[str, list[Entry]] = {MAIN: []}
    for entry in deck.entries:
        zones.setdefault(entry.zone, []).append(entry)
    return zones


def _quoted(value: str | int) -> str:
    """Write a value as YAML: a text in double quotes, with escapes for what cannot be seen."""
    if not isinstance(value, str):
        return str(value)
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(one if one.isprintable() else f"\\U{ord(one):08x}" for one in escaped) + '"'


def _pairs(
    zone: str, entries: list[Entry], cards: Mapping[str, Card], language: str, indent: str
) -> Iterator[str]:
    yield f"{indent}{zone}:" if entries else f"{indent}{zone}: []"
    for entry in entries:
        name = "".join(filter(str.isprintable, " ".join(cards[entry.card].name(language).split())))
        yield f"{indent}  {entry.card}: {entry.copies}  # {name}"


def _reads_back(name: str) -> bool:
    """Tell whether a list would read the name as it stands: no count, comment or line end is in it."""
    from deckwright.files.text_lists import deck_list_in

    lines = deck_list_in(f"1 {name}", "").lines
    return [(line.card, line.copies) for line in lines] == [(name, 1)]
