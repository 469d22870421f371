"""Deck lists in files: YAML by the schema, and the text lists that players write."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from deckwright.errors import InputError, UsageError
from deckwright.files.texts import MEGABYTE, STDIN, decode, lines_of, read_bytes
from deckwright.findings import Finding, Where
from deckwright.messages import tr, trn
from deckwright.model.card import MAIN, Deck, DeckEntry
from deckwright.model.card_names import CardNames
from deckwright.model.words import few_guesses, list_names

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from deckwright.files.yaml import Document
    from deckwright.model.card import Card


# Deck lists before their cards are looked up, in any format.

HEAD = ("game", "format", "name", "players")
"""What a list may say of itself."""

MOST_COPIES = 999
MOST_PLAYERS = 99
"""The same bounds as in the schema of deck files."""


class DeckLine(NamedTuple):
    """One line of a list: a card as it was written, its copies, and where."""

    card: str
    copies: int
    where: Where
    zone: str = MAIN


@dataclass(frozen=True, slots=True)
class DeckList:
    """A list as written in a file. `adds_up` is whether a card may be on several lines.

    `wheres` holds the places of what the head says and of the zones. `faults` are of lines that could not be
    read and are not among the `lines`: whoever looks up the cards reports both together.
    """

    source: str
    lines: tuple[DeckLine, ...]
    head: Mapping[str, Any] = field(default_factory=dict)
    locations: Mapping[str, Where] = field(default_factory=dict)
    adds_up: bool = True
    faults: tuple[Finding, ...] = ()


def bad_deck(findings: list[Finding]) -> InputError:
    """One error for all errors of a list: its message is the first, its findings are all of them."""
    first = findings[0]
    more = len(findings) - 1
    return InputError(
        "bad-deck",
        first.message,
        hint=trn(
            "There is {count} more error in this deck.", "There are {count} more errors in this deck.", more
        )
        if more
        else "",
        where=first.where,
        findings=findings,
    )


# Deck lists as players write them: a card a line, its copies before or after it, comments and headings.

_COMMENT = re.compile(r"(?:^|\s)(?:#|//).*$")
_HEAD = re.compile(r"^\s*(?:#|//)\s*(game|format|name|players)\s*:\s*(\S.*)$", re.IGNORECASE)
_ZONE = re.compile(r"^([a-z][a-z0-9_]*):$", re.IGNORECASE)
_COUNT = r"[-+]?\d+(?:[.,]\d+)?"
_BULLET = re.compile(r"^[-*•]\s+(?=\d)")
_COUNT_FIRST = re.compile(rf"^({_COUNT})(?:\s*[x×]?\s+|[x×](?=[^\W\d])|[:,]\s+)(\S.*)$", re.IGNORECASE)
_COUNT_LAST = re.compile(rf"^(.*\S)\s+[x×]\s*({_COUNT})$", re.IGNORECASE)
_DIGITS = 4
# How many characters of an invalid count are quoted.
_SHOWN = 12


def deck_list_in(text: str, source: str) -> DeckList:
    """Read a text list.

    What it says of itself stands in comments before the first card, such as `# game: dataset`; a heading such
    as `side:` starts a zone.

    Raises:
        InputError: with every fault at its line and column.
    """
    found = deck_list_with_faults(text, source)
    if found.faults:
        raise bad_deck(list(found.faults))
    return found


def deck_list_with_faults(text: str, source: str, first_line: int = 1) -> DeckList:
    """Read a text list as `deck_list_in` does; return the valid lines, and the errors of the others.

    `first_line` is the number of the list's first line in its file.
    """
    reader = _Reader(source, first_line)
    for number, raw in enumerate(lines_of(text), first_line):
        reader.take(number, raw)
    reader.read_players()
    lines, faults = tuple(reader.lines), tuple(reader.findings)
    return DeckList(source, lines, reader.head, reader.locations, faults=faults)


class _Reader:
    """Takes the lines of a list one by one."""

    def __init__(self, source: str, first_line: int) -> None:
        self.lines: list[DeckLine] = []
        self.findings: list[Finding] = []
        self.head: dict[str, Any] = {}
        self.locations = {MAIN: Where(source, first_line, 1)}
        self._source = source
        self._zone = MAIN

    def take(self, number: int, raw: str) -> None:
        said = _HEAD.match(raw)
        if said and not self.lines:
            self._take_head(said, Where(self._source, number, said.start(2) + 1))
        line = _BULLET.sub("", _COMMENT.sub("", raw).strip())
        where = Where(self._source, number, raw.find(line) + 1)
        if heading := _ZONE.match(line):
            self._zone = heading[1].lower()
            self.locations[self._zone] = where
        elif line:
            self._take_card(line, where)

    def _take_head(self, said: re.Match[str], where: Where) -> None:
        key = said[1].lower()
        if key in self.head:
            message = tr("{key} is already on line {line}.", key=key, line=self.locations[key].line)
            self.findings.append(Finding("head", "error", message, where=where))
        self.head[key] = said[2].rstrip()
        self.locations[key] = where

    def _take_card(self, line: str, where: Where) -> None:
        first, last = _COUNT_FIRST.match(line), _COUNT_LAST.match(line)
        count, name, offset = "1", line, 0
        if first:
            count, name, offset = first[1], first[2], first.start(2)
        elif last:
            count, name = last[2], last[1]
        copies = _whole(count, MOST_COPIES)
        if copies:
            place = Where(where.file, where.line, where.column + offset)
            self.lines.append(DeckLine(name, copies, place, self._zone))
            return
        message = tr(
            "Invalid number of copies: {count}. Use 1 to {most}.",
            count=count if len(count) <= _SHOWN else f"{count[:_SHOWN]}…",
            most=MOST_COPIES,
        )
        self.findings.append(Finding("copies", "error", message, where=where))

    def read_players(self) -> None:
        said = self.head.get("players")
        if said is None:
            return
        self.head["players"] = _whole(said, MOST_PLAYERS)
        if not self.head["players"]:
            message = tr("{value} is not a number of players.", value=said)
            self.findings.append(Finding("players", "error", message, where=self.locations["players"]))


def _whole(count: str, most: int) -> int:
    """Whole number from 1 to `most`, or 0 where it is none."""
    is_whole = count.isascii() and count.isdigit() and len(count) <= _DIGITS
    return int(count) if is_whole and int(count) <= most else 0


# Deck lists as YAML, after the schema of deck files.

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
    lines = [*_lines(document, value[MAIN], (MAIN,), MAIN)]
    locations = {MAIN: document.where(MAIN, key=True)}
    for zone, entries in value.get("zones", {}).items():
        lines += _lines(document, entries, ("zones", zone), zone)
        locations[zone] = document.where("zones", zone, key=True)
    head = {key: value[key] for key in HEAD if key in value}
    locations |= {key: document.where(key) for key in head}
    return DeckList(document.file, tuple(lines), head, locations, adds_up=False)


def is_plain_deck(value: Any) -> bool:
    """Whether a document is a deck list of the usual form, which fits the schema for sure.

    Loading the validator takes a fifth of the time of a whole `check`.
    """
    if not isinstance(value, dict) or not {MAIN} <= value.keys() <= {MAIN, "game", "format"}:
        return False
    cards = value[MAIN]
    ids = (value[key] for key in ("game", "format") if key in value)
    return (
        isinstance(cards, dict)
        and bool(cards)
        and all(isinstance(one, str) and len(one) <= _LONGEST_ID and _ID.fullmatch(one) for one in ids)
        and all(type(copies) is int and 1 <= copies <= MOST_COPIES for copies in cards.values())
    )


def _lines(document: Document, entries: Any, path: tuple[str | int, ...], zone: str) -> Iterator[DeckLine]:
    if isinstance(entries, dict):
        for card, copies in entries.items():
            yield DeckLine(card, copies, document.where(*path, card, key=True), zone)
        return
    for number, entry in enumerate(entries):
        if "card" in entry:
            yield DeckLine(entry["card"], entry.get("copies", 1), document.where(*path, number, "card"), zone)
        else:
            yield from _lines(document, entry, (*path, number), zone)


# Deck lists as files: YAML after the schema, or the text lists that players write.
#
# A list is read as written; `resolve` then finds its cards among those of the game.

DECK_LIMIT = MEGABYTE
"""The most bytes of a deck list: some 30,000 lines."""

YAML_ENDINGS = (".yaml", ".yml")
TEXT_ENDINGS = (".txt", ".dec")
DECK_ENDINGS = (*YAML_ENDINGS, *TEXT_ENDINGS)
_YAML_KEY = re.compile(r"^(?:cards|game|format|name|players|zones):", re.MULTILINE)
_OF_A_GAME = re.compile(r"[a-z0-9-]+/[a-z0-9-]+")

Elsewhere = Callable[[str], list[str]]
"""Gives the cards of other games that have a name, as `game/card-id`."""


def _nowhere(_: str) -> list[str]:
    return []


def read_deck_list(path: str) -> DeckList:
    """Read a deck file, or `-` for standard input: YAML or text by its extension, or else by its content.

    Raises:
        InputError: it cannot be read, or as YAML is wrong, with every fault at its line and column. What is wrong
            with lines of a text list is for `resolve` to say, together with what it finds.
    """
    return parse_deck_list(read_bytes(path, limit=DECK_LIMIT), path)


def parse_deck_list(data: bytes, path: str, first_line: int = 1) -> DeckList:
    """Read the bytes of a deck file, or the part of one that begins at `first_line`, as `read_deck_list` does.

    Raises:
        InputError: as `read_deck_list`.
    """
    text = decode(data, path, first_line)
    if not text.strip():
        raise InputError("empty", tr("{name} is empty.", name=path), where=Where(path))
    if _is_yaml(path, text):
        from deckwright.files.yaml import document_of

        return deck_list_of(document_of(text, path, first_line))
    return deck_list_with_faults(text, path, first_line)


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
    entries: dict[tuple[str, str], DeckEntry] = {}
    first: dict[tuple[str, str], DeckLine] = {}
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
        entries[line.zone, card] = DeckEntry(card, copies, line.zone, known.where if known else line.where)
    if findings:
        raise bad_deck(sorted(findings, key=_place))
    head = deck_list.head
    return Deck(
        game=game,
        name=head.get("name", "" if deck_list.source == STDIN else Path(deck_list.source).stem),
        entries=tuple(entries.values()),
        format=head.get("format", ""),
        players=head.get("players"),
        source=deck_list.source,
        locations=deck_list.locations,
    )


def _place(finding: Finding) -> tuple[int, int]:
    where = finding.where or Where("")
    return where.line, where.column


def _card(
    line: DeckLine, game: str, names: CardNames, findings: list[Finding], elsewhere: Elsewhere
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


def _ambiguous(line: DeckLine, found: list[str], names: CardNames) -> Finding:
    message = tr(
        "{name} is the name of several cards. Use one of: {ids}.",
        name=line.card,
        ids=names.told_apart(found),
    )
    return Finding("ambiguous-card", "error", message, tuple(found), where=line.where)


def _guess(name: str, near: list[str], strangers: list[str]) -> str:
    """Which card was most likely meant, or that it is another game's."""
    if strangers:
        names = ", ".join(strangers)
        return tr(
            "It is a card of another game, {names}: a deck can only contain cards of one game.", names=names
        )
    if near:
        return tr("Did you mean {names}?", names=list_names(near))
    return tr("A deck can only contain cards of one game.") if _OF_A_GAME.fullmatch(name) else ""


def _twice(line: DeckLine, first: DeckLine, card: str) -> Finding:
    message = tr(
        "{card} is already on line {line}. Write it once, with all its copies.",
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


def _too_many(line: DeckLine, copies: int) -> Finding:
    message = tr(
        "This line makes {copies} copies of {card}. Use at most {most}.",
        copies=copies,
        card=line.card,
        most=MOST_COPIES,
    )
    return Finding("copies", "error", message, where=line.where)


# Write decks as files: YAML after the schema, or a text list; both read back as the same deck.


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
    """Name of a card, or its id where a list would not find it by its name."""
    name = card.name(language)
    return name if names.find(name) == [card.id] and _reads_back(name) else card.id


def _head(deck: Deck) -> dict[str, str | int]:
    """Header of a deck; each text on one line."""
    said = {key: _on_one_line(getattr(deck, key)) for key in HEAD}
    return {key: value for key, value in said.items() if value}


def _on_one_line(value: str | int | None) -> str | int | None:
    return " ".join(value.split()) if isinstance(value, str) else value


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
    yield f"{indent}{zone}:" if entries else f"{indent}{zone}: []"
    for entry in entries:
        name = "".join(filter(str.isprintable, " ".join(cards[entry.card].name(language).split())))
        yield f"{indent}  {entry.card}: {entry.copies}  # {name}"


def _reads_back(name: str) -> bool:
    """Whether a list would read the name as is: without a count, a comment or a line end."""
    lines = deck_list_in(f"1 {name}", "").lines
    return [(line.card, line.copies) for line in lines] == [(name, 1)]
