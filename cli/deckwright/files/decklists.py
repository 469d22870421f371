"""Deck lists as files: YAML after the schema, or the text lists that players write.

A list is read as it stands; `resolve` then finds its cards among those of the game.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from deckwright.errors import InputError, Where
from deckwright.files.documents import Document, parse_document
from deckwright.files.texts import MEGABYTE, STDIN, decode, read_bytes
from deckwright.messages import tr
from deckwright.model.deck import MAIN, Deck, Entry
from deckwright.model.finding import Finding

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from deckwright.model.naming import CardNames

DECK_LIMIT = MEGABYTE
"""The most bytes of a deck list: some 30,000 lines."""

_MOST_COPIES = 999
_YAML_ENDINGS = {".yaml", ".yml"}
_YAML_KEY = re.compile(r"^(?:cards|game|format|name|players|zones):", re.MULTILINE)
_COMMENT = re.compile(r"(?:^|\s)(?:#|//).*$")
_HEAD = re.compile(r"^\s*(?:#|//)\s*(game|format|name|players)\s*:\s*(\S.*?)\s*$", re.IGNORECASE)
_ZONE = re.compile(r"^(\w+):$")
_COUNT = r"[-+]?\d+(?:[.,]\d+)?"
_COUNT_FIRST = re.compile(rf"^({_COUNT})\s*[x×]?\s+(\S.*)$", re.IGNORECASE)
_COUNT_LAST = re.compile(rf"^(.*\S)\s+[x×]\s*({_COUNT})$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a list: a card as it was written, its copies, and where."""

    card: str
    copies: int
    where: Where
    zone: str = MAIN


@dataclass(frozen=True, slots=True)
class DeckList:
    """A list as it stands in a file. `adds_up` tells whether a card may stand on several lines."""

    source: str
    lines: tuple[Line, ...]
    head: Mapping[str, Any] = field(default_factory=dict)
    wheres: Mapping[str, Where] = field(default_factory=dict)
    adds_up: bool = True


def read_deck_list(path: str) -> DeckList:
    """Read a deck file, or `-` for standard input; `.yaml` files are YAML, others text.

    Raises:
        InputError: it cannot be read or is wrong, with every fault at its line and column.
    """
    data = read_bytes(path, limit=DECK_LIMIT)
    text = decode(data, path)
    if not text.strip():
        raise InputError("empty", tr("{name} is empty.", name=path), where=Where(path))
    if _is_yaml(path, text):
        return deck_list_of(parse_document(data, path))
    return _from_text(text, path)


def _is_yaml(path: str, text: str) -> bool:
    ending = Path(path).suffix.lower()
    return ending in _YAML_ENDINGS or (path == STDIN and _YAML_KEY.search(text) is not None)


def deck_list_of(document: Document) -> DeckList:
    """Read the deck list that a YAML document is.

    Raises:
        InputError: with every fault at its line and column.
    """
    from deckwright.files.schemas import check_document

    findings = check_document(document, "deck")
    if findings:
        raise faulty_deck(findings)
    value = document.value
    lines = [*_yaml_lines(document, value["cards"], ("cards",), MAIN)]
    for zone, entries in value.get("zones", {}).items():
        lines += _yaml_lines(document, entries, ("zones", zone), zone)
    head = {key: value[key] for key in ("game", "format", "name", "players") if key in value}
    wheres = {key: document.where(key, key=True) for key in value} | {
        key: document.where(key) for key in head
    }
    return DeckList(document.file, tuple(lines), head, wheres, adds_up=False)


def _yaml_lines(document: Document, entries: Any, path: tuple[str | int, ...], zone: str) -> Iterator[Line]:
    if isinstance(entries, dict):
        for card, copies in entries.items():
            yield Line(card, copies, document.where(*path, card, key=True), zone)
        return
    for number, entry in enumerate(entries):
        if "card" in entry:
            yield Line(entry["card"], entry.get("copies", 1), document.where(*path, number, "card"), zone)
        else:
            yield from _yaml_lines(document, entry, (*path, number), zone)


def read_lines(text: str, source: str = "") -> tuple[Line, ...]:
    """Read the lines of a text list.

    Raises:
        InputError: a line has a number of copies that cannot be.
    """
    return _from_text(text, source).lines


def _from_text(text: str, source: str) -> DeckList:
    lines: list[Line] = []
    findings: list[Finding] = []
    head: dict[str, Any] = {}
    wheres: dict[str, Where] = {}
    zone = MAIN
    for number, raw in enumerate(text.splitlines(), 1):
        said = _HEAD.match(raw)
        if said:
            key = said[1].lower()
            head[key] = said[2]
            wheres[key] = Where(source, number, said.start(2) + 1)
        line = _COMMENT.sub("", raw).strip()
        at = Where(source, number, raw.find(line) + 1)
        heading = _ZONE.match(line)
        if heading:
            zone = heading[1]
        elif line:
            _text_line(line, at, zone, lines, findings)
    _read_players(head, wheres, findings)
    if findings:
        raise faulty_deck(findings)
    return DeckList(source, tuple(lines), head, wheres)


def _text_line(line: str, at: Where, zone: str, lines: list[Line], findings: list[Finding]) -> None:
    first, last = _COUNT_FIRST.match(line), _COUNT_LAST.match(line)
    count, name, offset = "1", line, 0
    if first:
        count, name, offset = first[1], first[2], first.start(2)
    elif last:
        count, name = last[2], last[1]
    copies = _copies(count)
    if copies is None:
        message = tr(
            "{count} copies cannot be: write a whole number from 1 to {most}.", count=count, most=_MOST_COPIES
        )
        findings.append(Finding("copies", "error", message, where=at))
    else:
        lines.append(Line(name, copies, Where(at.file, at.line, at.column + offset), zone))


def _copies(count: str) -> int | None:
    return int(count) if count.isascii() and count.isdigit() and 1 <= int(count) <= _MOST_COPIES else None


def _read_players(head: dict[str, Any], wheres: dict[str, Where], findings: list[Finding]) -> None:
    said = head.get("players")
    if said is None:
        return
    if _copies(said) is None:
        message = tr("{value} is not a number of players.", value=said)
        findings.append(Finding("players", "error", message, where=wheres["players"]))
    else:
        head["players"] = int(said)


def faulty_deck(findings: list[Finding]) -> InputError:
    """Make one error of all that is wrong with a list: it says the first, and holds them all."""
    first = findings[0]
    more = len(findings) - 1
    return InputError(
        "bad-deck",
        first.message,
        hint=tr("There are {count} more faults in this deck.", count=more) if more else "",
        where=first.where,
        findings=findings,
    )


def resolve(deck_list: DeckList, game: str, names: CardNames) -> Deck:
    """Find the cards of a list among those of its game.

    Raises:
        InputError: a card is unknown or ambiguous, or a list that does not add up names one twice.
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
    name = line.card.removeprefix(f"{game}/")
    found = names.find(name)
    if len(found) == 1:
        return found[0]
    findings.append(_ambiguous(line, found) if found else _unknown(line, name, game, names))
    return None


def _ambiguous(line: Line, found: list[str]) -> Finding:
    message = tr(
        "{name} is the name of several cards: write one of {ids}.", name=line.card, ids=", ".join(found)
    )
    return Finding("ambiguous-card", "error", message, tuple(found), where=line.where)


def _unknown(line: Line, name: str, game: str, names: CardNames) -> Finding:
    message = tr("{game} has no card {name}.", game=game, name=name)
    near = names.nearest(name)
    if near:
        message += " " + tr("Did you mean {names}?", names=", ".join(near))
    return Finding("unknown-card", "error", message, where=line.where)


def _twice(line: Line, first: Entry) -> Finding:
    message = tr(
        "{card} stands here again; it is on line {line} already. Write it once, with all its copies.",
        card=line.card,
        line=first.where.line if first.where else 0,
    )
    return Finding("card-twice", "error", message, (first.card,), where=line.where)
