"""Deck lists as files: YAML after the schema, or the text lists that players write.

A list is read as it stands; `resolve` then finds its cards among those of the game.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from deckwright.errors import InputError, Where
from deckwright.files.deck_lines import MOST_COPIES, DeckList, Line, faulty_deck
from deckwright.files.texts import MEGABYTE, STDIN, decode, read_bytes
from deckwright.messages import tr
from deckwright.model.deck import Deck, Entry
from deckwright.model.finding import Finding
from deckwright.model.naming import list_names
from deckwright.model.words import few_guesses

if TYPE_CHECKING:
    from deckwright.model.naming import CardNames

DECK_LIMIT = MEGABYTE
"""The most bytes of a deck list: some 30,000 lines."""

YAML_ENDINGS = (".yaml", ".yml")
TEXT_ENDINGS = (".txt", ".dec")
_YAML_KEY = re.compile(r"^(?:cards|game|format|name|players|zones):", re.MULTILINE)
_OF_A_GAME = re.compile(r"[a-z0-9-]+/[a-z0-9-]+")

Elsewhere = Callable[[str], list[str]]
"""Gives the cards of other games that have a name, as `game/card-id`."""


def _nowhere(_: str) -> list[str]:
    return []


def read_deck_list(path: str) -> DeckList:
    """Read a deck file, or `-` for standard input: YAML or text, as its ending says, or else its content.

    Raises:
        InputError: it cannot be read, or as YAML is wrong, with every fault at its line and column. What is wrong
            with lines of a text list is for `resolve` to say, together with what it finds.
    """
    text = decode(read_bytes(path, limit=DECK_LIMIT), path)
    if not text.strip():
        raise InputError("empty", tr("{name} is empty.", name=path), where=Where(path))
    if _is_yaml(path, text):
        from deckwright.files.documents import document_of
        from deckwright.files.yaml_lists import deck_list_of

        return deck_list_of(document_of(text, path))
    from deckwright.files.text_lists import deck_list_with_faults

    return deck_list_with_faults(text, path)


def _is_yaml(path: str, text: str) -> bool:
    ending = Path(path).suffix.lower()
    return ending in YAML_ENDINGS or (ending not in TEXT_ENDINGS and _YAML_KEY.search(text) is not None)


@few_guesses()
def resolve(deck_list: DeckList, game: str, names: CardNames, elsewhere: Elsewhere = _nowhere) -> Deck:
    """Find the cards of a list among those of its game; `elsewhere` tells which cards of others have a name.

    Raises:
        InputError: a line could not be read, a card is unknown, ambiguous, or there too often, or a list that does not add up names one
            twice; with every fault at its place.
    """
    findings = list(deck_list.faults)
    entries: dict[tuple[str, str], Entry] = {}
    first: dict[tuple[str, str], Line] = {}
    for line in deck_list.lines:
        card = _card(line, game, names, findings, elsewhere)
        if card is None:
            continue
        known = entries.get((line.zone, card))
        before = first.setdefault((line.zone, card), line)
        if known and not deck_list.adds_up:
            findings.append(_twice(line, before, card))
        copies = line.copies + (known.copies if known else 0)
        if copies > MOST_COPIES:
            findings.append(_too_many(line, copies))
        entries[line.zone, card] = Entry(card, copies, line.zone, known.where if known else line.where)
    if findings:
        raise faulty_deck(sorted(findings, key=_place))
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


def _place(finding: Finding) -> tuple[int, int]:
    where = finding.where or Where("")
    return where.line, where.column


def _card(
    line: Line, game: str, names: CardNames, findings: list[Finding], elsewhere: Elsewhere
) -> str | None:
    found = names.find(line.card) or names.find(line.card.removeprefix(f"{game}/"))
    if len(found) == 1:
        return found[0]
    if found:
        findings.append(_ambiguous(line, found, names))
        return None
    name = line.card.removeprefix(f"{game}/")
    message = _guess(name, names.nearest(name), elsewhere(name))
    message = f"{tr('{game} has no card {name}.', game=game, name=name)} {message}".strip()
    findings.append(Finding("unknown-card", "error", message, where=line.where))
    return None


def _ambiguous(line: Line, found: list[str], names: CardNames) -> Finding:
    message = tr(
        "{name} is the name of several cards: write one of {ids}.",
        name=line.card,
        ids=names.told_apart(found),
    )
    return Finding("ambiguous-card", "error", message, tuple(found), where=line.where)


def _guess(name: str, near: list[str], strangers: list[str]) -> str:
    """Say which card was most likely meant, or that it is another game's."""
    if strangers:
        names = ", ".join(strangers)
        return tr("It is a card of another game, {names}: a deck holds cards of one game.", names=names)
    if near:
        return tr("Did you mean {names}?", names=list_names(near))
    return tr("A deck holds cards of one game.") if _OF_A_GAME.fullmatch(name) else ""


def _twice(line: Line, first: Line, card: str) -> Finding:
    message = tr(
        "{card} stands here again; it is on line {line} already. Write it once, with all its copies.",
        card=line.card,
        line=first.where.line,
    )
    if line.card != first.card:
        message = tr(
            "{card} is the same card as {first} on line {line}. Write it once, with all its copies.",
            card=line.card,
            first=first.card,
            line=first.where.line,
        )
    return Finding("card-twice", "error", message, (card,), where=line.where)


def _too_many(line: Line, copies: int) -> Finding:
    message = tr(
        "With this line there are {copies} copies of {card}: {most} at most.",
        copies=copies,
        card=line.card,
        most=MOST_COPIES,
    )
    return Finding("copies", "error", message, where=line.where)
