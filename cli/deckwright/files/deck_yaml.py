"""Deck files: deck lists as YAML, after their schema."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from deckwright.files.decks import (
    HEAD,
    MOST_COPIES,
    MOST_PLAYERS,
    DeckLine,
    DeckList,
    WrittenFields,
    bad_deck,
    day_of,
)
from deckwright.findings import Finding
from deckwright.model.card import MAIN

if TYPE_CHECKING:
    from collections.abc import Iterator

    from deckwright.files.yaml import Document

_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_LONGEST_ID = 60


def deck_list_of(document: Document) -> DeckList:
    """Read the deck list that a YAML document is.

    Raises:
        InputError: with every fault at its line and column.
    """
    value = document.value
    if not is_plain_deck(value):
        from deckwright.files.schemas import check_document

        if findings := check_document(document, "deck"):
            raise bad_deck(findings)
    lines = [*_lines(document, value.get(MAIN, {}), (MAIN,), MAIN)]
    locations = {MAIN: document.where(MAIN, key=True)}
    for zone, entries in value.get("zones", {}).items():
        lines += _lines(document, entries, ("zones", zone), zone.lower())
        locations[zone.lower()] = document.where("zones", zone, key=True)
    head = {key: value[key] for key in HEAD if key in value}
    locations |= {key: document.where(key) for key in head}
    faults = []
    if "date" in head:
        head["date"] = day_of(head["date"])
        if isinstance(head["date"], str):
            faults.append(Finding("date", "error", head.pop("date"), where=locations["date"]))
    return DeckList(
        document.file, tuple(lines), head, locations, adds_up=False, head_line="game: …", faults=tuple(faults)
    )


_PLAIN_KEYS = {MAIN, "game", "format", "name", "players"}


def is_id(text: str) -> bool:
    """Whether a text is the name of a game or a format, as the schema of deck files has it."""
    return len(text) <= _LONGEST_ID and _ID.fullmatch(text) is not None


def is_plain_deck(value: Any) -> bool:
    """Whether a document is a deck list of the usual form, which fits the schema for sure.

    Loading the validator takes a fifth of the time of a whole `check`.
    """
    if not isinstance(value, dict) or not {MAIN} <= value.keys() <= _PLAIN_KEYS:
        return False
    cards, name, players = value[MAIN], value.get("name", "-"), value.get("players", 1)
    ids = (value[key] for key in ("game", "format") if key in value)
    return (
        isinstance(cards, dict)
        and bool(cards)
        and isinstance(name, str)
        and bool(name)
        and type(players) is int
        and 1 <= players <= MOST_PLAYERS
        and all(isinstance(identifier, str) and is_id(identifier) for identifier in ids)
        and all(type(copies) is int and 1 <= copies <= MOST_COPIES for copies in cards.values())
    )


def _lines(document: Document, entries: Any, path: tuple[str | int, ...], zone: str) -> Iterator[DeckLine]:
    if isinstance(entries, dict):
        for card, copies in entries.items():
            yield DeckLine(card, copies, document.where(*path, card, key=True), zone)
        return
    for number, entry in enumerate(entries):
        if "card" in entry:
            facts = WrittenFields(document, (*path, number, "fields")) if entry.get("fields") else None
            where = document.where(*path, number, "card")
            yield DeckLine(str(entry["card"]), entry.get("copies", 1), where, zone, facts)
        else:
            yield from _lines(document, entry, (*path, number), zone)
