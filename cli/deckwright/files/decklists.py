"""Deck lists as files: YAML after the schema, or the text lists that players write.

A list is read as it stands; `resolve` then finds its cards among those of the game.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from deckwright.errors import InputError, Where
from deckwright.files.deck_lines import MOST_COPIES, DeckList, Line, faulty_deck
from deckwright.files.texts import MEGABYTE, STDIN, decode, read_bytes
from deckwright.messages import tr
from deckwright.model.deck import Deck, Entry
from deckwright.model.finding import Finding

if TYPE_CHECKING:
    from deckwright.model.naming import CardNames

DECK_LIMIT = MEGABYTE
"""The most bytes of a deck list: some 30,000 lines."""

YAML_ENDINGS = {".yaml", ".yml"}
TEXT_ENDINGS = {".txt", ".dec"}
_YAML_KEY = re.compile(r"^(?:cards|game|format|name|players|zones):", re.MULTILINE)
_MOST_GUESSES = 100
_OF_A_GAME = re.compile(r"[a-z0-9-]+/[a-z0-9-]+")


def read_deck_list(path: str) -> DeckList:
    """Read a deck file, or `-` for standard input: YAML or text, as its ending says, or else its content.

    Raises:
        InputError: it cannot be read or is wrong, with every fault at its line and column.
    """
    text = decode(read_bytes(path, limit=DECK_LIMIT), path)
    if not text.strip():
        raise InputError("empty", tr("{name} is empty.", name=path), where=Where(path))
    if _is_yaml(path, text):
        from deckwright.files.documents import document_of
        from deckwright.files.yaml_lists import deck_list_of

        return deck_list_of(document_of(text, path))
    from deckwright.files.text_lists import deck_list_in

    return deck_list_in(text, path)


def _is_yaml(path: str, text: str) -> bool:
    ending = Path(path).suffix.lower()
    return ending in YAML_ENDINGS or (ending not in TEXT_ENDINGS and _YAML_KEY.search(text) is not None)


def resolve(deck_list: DeckList, game: str, names: CardNames) -> Deck:
    """Find the cards of a list among those of its game.

    Raises:
        InputError: a card is unknown, ambiguous, or there too often, or a list that does not add up names one
            twice; with every fault at its place.
    """
    findings: list[Finding] = []
    entries: dict[tuple[str, str], Entry] = {}
    for line in deck_list.lines:
        card = _card(line, game, names, findings)
        if card is None:
            continue
        known = entries.get((line.zone, card))
        if known and not deck_list.adds_up:
            findings.append(_twice(line, known))
        copies = line.copies + (known.copies if known else 0)
        if copies > MOST_COPIES:
            findings.append(_too_many(line, copies))
        entries[line.zone, card] = Entry(card, copies, line.zone, known.where if known else line.where)
    if findings:
        raise faulty_deck(findings)
    head = deck_list.head
    return Deck(
        game=game,
        name=head.get("name", "" if deck_list.source == STDIN else Path(deck_list.source).stem),
        entries=tuple(entries.values()),
        format=head.get("format", ""),
        players=head.get("players"),
        source=deck_list.source,
        wheres=deck_list.wheres,
    )


def _card(line: Line, game: str, names: CardNames, findings: list[Finding]) -> str | None:
    found = names.find(line.card) or names.find(line.card.removeprefix(f"{game}/"))
    if len(found) == 1:
        return found[0]
    guess = len(findings) < _MOST_GUESSES
    findings.append(_ambiguous(line, found) if found else _unknown(line, game, names, guess=guess))
    return None


def _ambiguous(line: Line, found: list[str]) -> Finding:
    message = tr(
        "{name} is the name of several cards: write one of {ids}.", name=line.card, ids=", ".join(found)
    )
    return Finding("ambiguous-card", "error", message, tuple(found), where=line.where)


def _unknown(line: Line, game: str, names: CardNames, *, guess: bool) -> Finding:
    """Say that the game has no such card; guessing what was meant takes too long for ever so many."""
    name = line.card.removeprefix(f"{game}/")
    message = tr("{game} has no card {name}.", game=game, name=name)
    near = names.nearest(name) if guess else []
    if near:
        message += " " + tr("Did you mean {names}?", names=", ".join(near))
    elif _OF_A_GAME.fullmatch(name):
        message += " " + tr("A deck holds cards of one game.")
    return Finding("unknown-card", "error", message, where=line.where)


def _twice(line: Line, first: Entry) -> Finding:
    message = tr(
        "{card} stands here again; it is on line {line} already. Write it once, with all its copies.",
        card=line.card,
        line=first.where.line if first.where else 0,
    )
    return Finding("card-twice", "error", message, (first.card,), where=line.where)


def _too_many(line: Line, copies: int) -> Finding:
    message = tr(
        "With this line there are {copies} copies of {card}: {most} at most.",
        copies=copies,
        card=line.card,
        most=MOST_COPIES,
    )
    return Finding("copies", "error", message, where=line.where)
