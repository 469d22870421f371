"""Decks written as deck files, text lists and pages, and how files name the cards of a deck.

All but pages read back as the same deck. What a format has no place for, such as fields of an entry, is written as in
text lists, after the name of the card.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from deckwright.errors import InputError
from deckwright.files.commented_yaml import quoted
from deckwright.files.deck_texts import deck_list_in
from deckwright.files.decks import HEAD, SIDE
from deckwright.messages import tr
from deckwright.model.card import MAIN, CardNames, distinct_names
from deckwright.model.words import Pattern, is_id

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from datetime import date

    from deckwright.model.card import Card, Deck, DeckEntry, FieldValue

_PLAIN = Pattern(r"[a-z][a-z0-9-]*")
_NOT_PLAIN = ("true", "false", "null")


def as_yaml(deck: Deck, cards: Mapping[str, Card], language: str) -> str:
    """Write a deck as a deck file, with the id of each card and its name in a comment."""
    _refuse_format(deck)
    head = deck_head(deck).items()
    lines = [f"{key}: {quoted(value) if isinstance(value, str) else value}" for key, value in head]
    main, *others = entries_by_zone(deck).items()
    lines += _pairs(*main, cards, language, "") if main[1] or not others else []
    lines += ["zones:"] if others else []
    for zone, entries in others:
        lines += _pairs(zone, entries, cards, language, "  ")
    return "\n".join(lines) + "\n"


def _refuse_format(deck: Deck) -> None:
    """Refuse a format by which the written deck could not be read again."""
    if deck.format and not is_id(deck.format):
        message = tr("The game {game} has no format {format}.", game=deck.game, format=deck.format)
        raise InputError("unknown-format", message, where=deck.locations.get("format"))


def deck_as_json(deck: Deck) -> dict[str, Any]:
    """Deck as a deck file has it."""
    zones = {zone: list(map(_entry_as_json, entries)) for zone, entries in entries_by_zone(deck).items()}
    main = zones.pop(MAIN)
    head = {"game": deck.game, "format": deck.format, "name": deck.name, "players": deck.players}
    return {
        **{key: value for key, value in head.items() if value},
        **({"date": deck.date.isoformat()} if deck.date else {}),
        MAIN: main,
        **({"zones": zones} if zones else {}),
    }


def _entry_as_json(entry: DeckEntry) -> dict[str, Any]:
    own_fields = {"fields": entry.values} if entry.fields else {}
    return {"card": entry.card, "copies": entry.copies, **own_fields}


def as_json_text(deck: Deck, _cards: Mapping[str, Card], _language: str) -> str:
    """Write a deck as a deck file in JSON."""
    _refuse_format(deck)
    return json.dumps(deck_as_json(deck), ensure_ascii=False, indent=2) + "\n"


def as_list(deck: Deck, cards: Mapping[str, Card], language: str) -> str:
    """Write a deck as a text list, each card by its name, or by its id where another card has that name."""
    names = CardNames(cards.values())
    head = head_lines(deck_head(deck))
    lines = [head] if head else []
    for zone, entries in entries_by_zone(deck).items():
        lines += [] if zone == MAIN else ["", f"{zone}:"]
        lines += [f"{entry.copies} {_with_fields(entry, cards, names, language)}" for entry in entries]
    return "\n".join(lines) + "\n"


def as_arena(deck: Deck, cards: Mapping[str, Card], language: str) -> str:
    """Write a deck as Arena does: its name, and each zone below a heading."""
    names = CardNames(cards.values())
    name = deck_head(deck).get("name", "")
    blocks = [["About", f"Name {name}"]] if name else []
    for zone, entries in entries_by_zone(deck).items():
        heading = _ARENA_ZONES.get(zone, f"{zone}:")
        cards_of_zone = [f"{entry.copies} {_with_fields(entry, cards, names, language)}" for entry in entries]
        blocks.append([heading, *cards_of_zone])
    return "\n\n".join("\n".join(block) for block in blocks) + "\n"


_ARENA_ZONES = {MAIN: "Deck", SIDE: "Sideboard", "sideboard": "Sideboard"}


def as_markdown(deck: Deck, cards: Mapping[str, Card], language: str) -> str:
    """Write a deck for people to read on a page: a list below a heading for each zone, with names that differ."""
    head, names = deck_head(deck), distinct_names(cards, language)
    blocks = [[f"# {_plain(str(head.pop('name', deck.game)))}"]]
    blocks.append([f"- {key}: {_plain(str(value))}" for key, value in head.items()])
    for zone, entries in entries_by_zone(deck).items():
        size = sum(entry.copies for entry in entries)
        blocks.append([f"## {_plain(zone.capitalize())} ({size})"])
        blocks.append(
            [f"- {entry.copies} {_plain(f'{names[entry.card]} {_flow(entry)}')}" for entry in entries]
        )
    return "\n\n".join("\n".join(block) for block in blocks if block) + "\n"


def _plain(text: str) -> str:
    """Text without anything that Markdown would read as a mark."""
    return re.sub(r"([\\`*_\[\]<>#|~&])", r"\\\1", " ".join(text.split()))


# Cards as they are named in files.


def called(card: Card, names: CardNames, language: str) -> str:
    """Name of a card, or its id where a list would not find it by its name."""
    name = card.name(language)
    return name if names.find(name) == [card.id] and _reads_back(name) else card.id


def named_entries(
    entries: list[DeckEntry], cards: Mapping[str, Card], language: str
) -> Iterator[tuple[DeckEntry, str]]:
    """Entries with the names of their cards where these are texts of their own, or their ids if a name is not found."""
    names = CardNames(cards.values())
    for entry in entries:
        name = _own_name(cards[entry.card], names, language)
        if not name:
            yield entry, id_with_fields(entry, cards, names)
        else:
            yield entry, _with_fields(entry, cards, names, language) if entry.fields else name


def element_names(cards: Mapping[str, Card], language: str) -> dict[str, str]:
    """Names of a game's cards as texts of their own, as deck files in XML have them: all differ.

    A card that a reader would not find by its name, for instance because another one has the same, has its id.
    """
    names = CardNames(cards.values())
    return {card.id: _own_name(card, names, language) or card.id for card in cards.values()}


def _own_name(card: Card, names: CardNames, language: str) -> str:
    """Name of a card where it is a text of its own; '' if a reader would not find the card by it."""
    name = card.name(language)
    is_found = names.find(name) == [card.id] and name == " ".join(name.split()) and name.isprintable()
    return name if is_found else ""


def id_with_fields(entry: DeckEntry, cards: Mapping[str, Card], names: CardNames) -> str:
    """Id of an entry's card, with the fields that the entry sets."""
    if not entry.fields:
        return entry.card
    text = f"{entry.card} {_flow(entry)}"
    return f"{cards[entry.card].game}/{text}" if names.spelled(text) else text


def head_lines(head: Mapping[str, str | int]) -> str:
    """What a deck says of itself, as comments of a text list."""
    return "\n".join(f"# {key}: {value}" for key, value in head.items())


def _with_fields(entry: DeckEntry, cards: Mapping[str, Card], names: CardNames, language: str) -> str:
    """Card of an entry with the fields that the entry sets; by its id where a list would misread its name."""
    card = cards[entry.card]
    name = called(card, names, language)
    if not entry.fields:
        return name
    fields = _flow(entry)
    texts = [f"{printed_name} {fields}" for printed_name in (name, card.id)]
    whole = f"{card.game}/{card.id} {fields}"
    return next((text for text in texts if _reads_back(text) and not names.spelled(text)), whole)


def _flow(entry: DeckEntry) -> str:
    """Fields that an entry sets, on one line of YAML: `{level: 3, colours: [red, blue]}`."""
    if not entry.fields:
        return ""
    return "{" + ", ".join(f"{name}: {_value(value)}" for name, value in entry.values.items()) + "}"


def _value(value: FieldValue) -> str:
    if isinstance(value, list):
        return f"[{', '.join(map(_value, value))}]"
    if isinstance(value, str):
        if _PLAIN.fullmatch(value) and value not in _NOT_PLAIN:
            return value
        # Nothing may look like a comment of a text list.
        return quoted(value).replace("#", "\\x23").replace("//", "\\x2f\\x2f")
    return json.dumps(value)


def deck_head(deck: Deck) -> dict[str, str | int]:
    """Header of a deck; each text on one line."""
    texts = {key: on_one_line(getattr(deck, key)) for key in HEAD}
    return {key: value for key, value in texts.items() if value}


def on_one_line(value: str | int | date | None) -> str | int | None:
    """Value of a deck's head as a number or a text without line ends."""
    return value if value is None or isinstance(value, int) else " ".join(str(value).split())


def entries_by_zone(deck: Deck) -> dict[str, list[DeckEntry]]:
    """Entries of each zone, the main one first."""
    zones: dict[str, list[DeckEntry]] = {MAIN: []}
    for entry in deck.entries:
        zones.setdefault(entry.zone, []).append(entry)
    return zones


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
