"""Decks written as files: YAML after the schema, or a text list; both read back as the same deck."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING

from deckwright.errors import UsageError
from deckwright.files.decks import HEAD, TEXT_ENDINGS, YAML_ENDINGS, deck_list_in
from deckwright.messages import tr
from deckwright.model.card import MAIN
from deckwright.model.card_names import CardNames

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from datetime import date

    from deckwright.model.card import Card, Deck, DeckEntry, FieldValue

_PLAIN = re.compile(r"[a-z][a-z0-9-]*")
_NOT_PLAIN = ("true", "false", "null")


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
            tr("Decks cannot be written as {ending}.", ending=ending),
            hint=tr("Use .yaml, or .txt for a plain list."),
        )
    return as_yaml(deck, cards, language)


def as_yaml(deck: Deck, cards: Mapping[str, Card], language: str) -> str:
    """Write a deck as a deck file, with the id of each card and its name in a comment."""
    lines = [f"{key}: {_quoted(value)}" for key, value in _head(deck).items()]
    main, *others = _zones(deck).items()
    lines += _pairs(*main, cards, language, "") if main[1] or not others else []
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
        lines += [f"{entry.copies} {_with_fields(entry, cards, names, language)}" for entry in entries]
    return "\n".join(lines) + "\n"


def called(card: Card, names: CardNames, language: str) -> str:
    """Name of a card, or its id where a list would not find it by its name."""
    name = card.name(language)
    return name if names.find(name) == [card.id] and _reads_back(name) else card.id


def _with_fields(entry: DeckEntry, cards: Mapping[str, Card], names: CardNames, language: str) -> str:
    """Card of an entry with the fields that the entry sets; by its id where a list would misread its name."""
    card = cards[entry.card]
    name = called(card, names, language)
    if not entry.fields:
        return name
    fields = _flow(entry)
    texts = [f"{one} {fields}" for one in (name, card.id)]
    whole = f"{card.game}/{card.id} {fields}"
    return next((one for one in texts if _reads_back(one) and not names.spelled(one)), whole)


def _flow(entry: DeckEntry) -> str:
    """Fields that an entry sets, on one line of YAML: `{level: 3, colours: [red, blue]}`."""
    return "{" + ", ".join(f"{name}: {_value(value)}" for name, value in entry.values.items()) + "}"


def _value(value: FieldValue) -> str:
    if isinstance(value, list):
        return f"[{', '.join(map(_value, value))}]"
    if isinstance(value, str):
        return value if _PLAIN.fullmatch(value) and value not in _NOT_PLAIN else _escaped(value)
    return json.dumps(value)


def _escaped(text: str) -> str:
    """Text in double quotes, in which nothing looks like a comment of a text list."""
    return _quoted(text).replace("#", "\\x23").replace("//", "\\x2f\\x2f")


def _head(deck: Deck) -> dict[str, str | int]:
    """Header of a deck; each text on one line."""
    said = {key: _on_one_line(getattr(deck, key)) for key in HEAD}
    return {key: value for key, value in said.items() if value}


def _on_one_line(value: str | int | date | None) -> str | int | None:
    return value if value is None or isinstance(value, int) else " ".join(str(value).split())


def _zones(deck: Deck) -> dict[str, list[DeckEntry]]:
    """Entries of each zone, the main one first."""
    zones: dict[str, list[DeckEntry]] = {MAIN: []}
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
    zone: str, entries: list[DeckEntry], cards: Mapping[str, Card], language: str, indent: str
) -> Iterator[str]:
    """Lines of a zone: a mapping of cards to copies, or a list if entries have fields or name a card again."""
    yield f"{indent}{zone}:" if entries else f"{indent}{zone}: []"
    is_list = any(entry.fields for entry in entries)
    for entry in entries:
        name = "".join(filter(str.isprintable, " ".join(cards[entry.card].name(language).split())))
        pair = f"{entry.card}: {entry.copies}"
        if entry.fields:
            pair = f"{{card: {_value(entry.card)}, copies: {entry.copies}, fields: {_flow(entry)}}}"
        yield f"{indent}  {'- ' if is_list else ''}{pair}  # {name}"


def _reads_back(name: str) -> bool:
    """Whether a list would read the name as is: without a count, a comment or a line end."""
    lines = deck_list_in(f"1 {name}", "").lines
    return [(line.card, line.copies) for line in lines] == [(name, 1)]
