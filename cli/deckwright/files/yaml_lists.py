"""Deck lists as YAML, after the schema of deck files."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from deckwright.files.deck_lines import HEAD, DeckList, Line, faulty_deck
from deckwright.files.schemas import check_document
from deckwright.model.deck import MAIN

if TYPE_CHECKING:
    from collections.abc import Iterator

    from deckwright.files.documents import Document


def deck_list_of(document: Document) -> DeckList:
    """Read the deck list that a YAML document is.

    Raises:
        InputError: with every fault at its line and column.
    """
    findings = check_document(document, "deck")
    if findings:
        raise faulty_deck(findings)
    value = document.value
    lines = [*_lines(document, value[MAIN], (MAIN,), MAIN)]
    wheres = {MAIN: document.where(MAIN, key=True)}
    for zone, entries in value.get("zones", {}).items():
        lines += _lines(document, entries, ("zones", zone), zone)
        wheres[zone] = document.where("zones", zone, key=True)
    head = {key: value[key] for key in HEAD if key in value}
    wheres |= {key: document.where(key) for key in head}
    return DeckList(document.file, tuple(lines), head, wheres, adds_up=False)


def _lines(document: Document, entries: Any, path: tuple[str | int, ...], zone: str) -> Iterator[Line]:
    if isinstance(entries, dict):
        for card, copies in entries.items():
            yield Line(card, copies, document.where(*path, card, key=True), zone)
        return
    for number, entry in enumerate(entries):
        if "card" in entry:
            yield Line(entry["card"], entry.get("copies", 1), document.where(*path, number, "card"), zone)
        else:
            yield from _lines(document, entry, (*path, number), zone)
