"""Deck lists as written, before their cards are looked up: YAML by the schema, and the text lists that players write."""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

from deckwright.errors import error_of
from deckwright.files.texts import lines_of
from deckwright.findings import Finding, Where
from deckwright.messages import tr
from deckwright.model.card import MAIN
from deckwright.model.words import Pattern, whole_number

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from datetime import date

    from deckwright.errors import InputError
    from deckwright.files.yaml import Document


# Deck lists before their cards are looked up, in any format.

HEAD = ("game", "format", "name", "players", "date")
"""What a list may say of itself."""

SIDE = "side"
"""The usual name of the zone of cards that are not in the deck at first."""

MOST_COPIES = 999
MOST_PLAYERS = 99
"""The same bounds as in the schema of deck files."""

_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


class WrittenFields(NamedTuple):
    """Fields that an entry of a deck file sets: the mapping at `path` of a document."""

    document: Document
    path: tuple[str | int, ...]


class DeckLine(NamedTuple):
    """One line of a list: a card as it was written, its copies, and where.

    A line of a text list without a count may as well be a heading, and a comment is nothing else: it has no copies.
    `zone` is '' for the zone of the last heading. `facts` are of deck files; text lists have them in `card`. `whole` is
    the line with more of what may be a comment after the card: names have such signs too.
    """

    card: str
    copies: int
    where: Where
    zone: str = ""
    facts: WrittenFields | None = None
    is_counted: bool = True
    whole: DeckLine | None = None


class DeckList(NamedTuple):
    """A list as written in a file. `adds_up` is whether a card may be on several lines, as in text lists.

    `has_headings` is whether a line of a text list that has no count may be a heading. `head_line` is how a list of this
    format names its game; '' if it cannot.
    `locations` holds the places of what the head says and of the zones. `faults` are of lines that could not be
    read and are not among the `lines`: whoever looks up the cards reports both together.
    """

    source: str
    lines: tuple[DeckLine, ...]
    head: Mapping[str, Any] = {}
    locations: Mapping[str, Where] = {}
    adds_up: bool = True
    has_headings: bool = True
    head_line: str = "# game: …"
    faults: tuple[Finding, ...] = ()


def bad_deck(findings: list[Finding]) -> InputError:
    """One error for all errors of a list."""
    return error_of("bad-deck", findings)


def _date(text: str) -> date | str:
    """The day that a head says, or what is wrong with it."""
    from datetime import date

    if not _DAY.fullmatch(text):
        return tr("{value} is not a date. Write it as 2026-01-31.", value=text)
    try:
        return date.fromisoformat(text)
    except ValueError:
        return tr("The date {day} does not exist.", day=text)


# Deck lists as players write them: a card a line, its copies before or after it, comments and headings.

_COMMENT = Pattern(r"\s(?=#|//)")
# Before a sign that begins a comment, or is a part of a name such as `Fire // Ice`; only the first few are.
_MOST_SIGNS = 3
_COMMENT_LINE = Pattern(r"(?:#|//)[#/\s]*(.*)")
HEAD_LINE = Pattern(rf"^\s*(?:#|//)\s*((?ai:{'|'.join(HEAD)}))\s*:\s*(\S.*)$")
"""A comment that says something of the whole list: a key of `HEAD`, and its text."""

_ABOUT = Pattern(r"\s*About[ \t]*(?:\r\n?|\n)([ \t]*Name[ \t]+)(\S[^\r\n]*)")
_NEXT_ABOUT = Pattern(r"(?:\r\n?|\n)[ \t]*(?=About[ \t]*(?:\r\n?|\n)[ \t]*Name[ \t])")
# How Arena begins a list that has a name.
_COUNT = r"[-+]?\d+(?:[.,]\d+)?"
_BULLET = Pattern(r"^(?:[-*+•·–—]\s+)?(?:\[[ xX]\]\s+|(?<=\s))(?=[\d(\[])")
_SIDE = Pattern(r"^sb:\s*(?=\S)", re.IGNORECASE)
_COUNT_FIRST = Pattern(
    rf"^(?:({_COUNT})(?:\s*[x×]?\s+|[x×](?=[^\W\d])|[:,]\s+|[,;](?=[^\W\d]|\x22))|[(\[](\d{{1,2}})[x×]?[)\]]\s*)(\S.*)$",
    re.IGNORECASE,
)
_COUNT_LAST = Pattern(rf"^(.*\S)\s+[(\[]?(?:[x×]\s*({_COUNT})|({_COUNT})[x×])[)\]]?$", re.IGNORECASE)
# How many characters of an invalid count are quoted.
_SHOWN = 12
# Longer comments are not headings.
_LONGEST_HEADING = 60


def deck_list_in(text: str, source: str) -> DeckList:
    """Read a text list.

    What it says of itself is in comments before the first card, such as `# game: dataset`.

    Raises:
        InputError: with every fault at its line and column.
    """
    deck_list = deck_list_with_faults(text, source)
    if deck_list.faults:
        raise bad_deck(list(deck_list.faults))
    return deck_list


def deck_list_with_faults(text: str, source: str, first_line: int = 1) -> DeckList:
    """Read a text list as `deck_list_in` does; return the valid lines, and the errors of the others.

    `first_line` is the number of the list's first line in its file.
    """
    reader = _Reader(source, first_line)
    if about := _ABOUT.match(text):
        line = first_line + len(lines_of(about[0])) - 1
        reader.take_head("name", about[2], Where(source, line, len(about[1]) + 1))
        text = "\n" * (line - first_line) + text[about.end() :]
        if another := _NEXT_ABOUT.search(text):
            reader.refuse_another(Where(source, first_line + len(lines_of(text[: another.end()])) - 1, 1))
            text = text[: another.start()]
    for number, raw in enumerate(lines_of(text), first_line):
        if not reader.take(number, raw):
            break
    lines = reader.lines if reader.head else _with_sideboard(reader.lines)
    head, faults = head_of(reader.head, reader.locations)
    return DeckList(source, tuple(lines), head, reader.locations, faults=(*reader.findings, *faults))


def _with_sideboard(lines: list[DeckLine]) -> list[DeckLine]:
    """Add the heading that a blank line means in lists of Magic Online, whose sideboard is below it.

    Such a list is nothing but counted cards in two blocks, the smaller one below; it has no comments.
    """
    gaps = [
        index for index in range(1, len(lines)) if lines[index].where.line > lines[index - 1].where.line + 1
    ]
    if len(gaps) != 1 or not all(line.is_counted and not line.zone for line in lines):
        return lines
    first_below = gaps[0]
    if sum(line.copies for line in lines[first_below:]) >= sum(line.copies for line in lines[:first_below]):
        return lines
    where = lines[first_below].where
    heading = DeckLine(SIDE, 0, where._replace(line=where.line - 1, column=1), is_counted=False)
    return [*lines[:first_below], heading, *lines[first_below:]]


def head_of(texts: Mapping[str, str], locations: Mapping[str, Where]) -> tuple[dict[str, Any], list[Finding]]:
    """What a list says of itself, from the texts by key; and what is wrong with it."""
    head: dict[str, Any] = dict(texts)
    faults = []
    if "players" in texts:
        head["players"] = _whole(texts["players"], MOST_PLAYERS)
        if not head["players"]:
            message = tr("{value} is not a number of players.", value=texts["players"])
            faults.append(Finding("players", "error", message, where=locations["players"]))
    if "date" in texts:
        head["date"] = _date(texts["date"])
        if isinstance(head["date"], str):
            faults.append(Finding("date", "error", head.pop("date"), where=locations["date"]))
    return head, faults


def card_line(line: str, where: Where, zone: str = "") -> DeckLine | Finding:
    """Read a line that is neither empty nor a comment: its count, and what the count is of."""
    first = _COUNT_FIRST.match(line)
    if first:
        count, name, offset = first[1] or first[2], first[3], first.start(3)
    elif last := _COUNT_LAST.match(line):
        count, name, offset = last[2] or last[3], last[1], 0
    else:
        return DeckLine(line, 1, where, zone, is_counted=False)
    copies = _whole(count, MOST_COPIES)
    if not copies:
        return _bad_count(count, where)
    return DeckLine(name, copies, Where(where.file, where.line, where.column + offset), zone)


def counted_line(count: str, name: str, where: Where, zone: str = "") -> DeckLine | Finding:
    """Make a line of a card and its copies, as written; or what is wrong with the number of copies."""
    copies = _whole(count, MOST_COPIES)
    return DeckLine(name, copies, where, zone) if copies else _bad_count(count, where)


def _bad_count(count: str, where: Where) -> Finding:
    if not count:
        message = tr("The number of copies is missing. Use 1 to {most}.", most=MOST_COPIES)
        return Finding("copies", "error", message, where=where)
    message = tr(
        "Invalid number of copies: {count}. Use 1 to {most}.",
        count=count if len(count) <= _SHOWN else f"{count[:_SHOWN]}…",
        most=MOST_COPIES,
    )
    return Finding("copies", "error", message, where=where)


class _Reader:
    """Takes the lines of a list one by one."""

    def __init__(self, source: str, first_line: int) -> None:
        self.lines: list[DeckLine] = []
        self.findings: list[Finding] = []
        self.head: dict[str, str] = {}
        self.locations = {MAIN: Where(source, first_line, 1)}
        self._source = source
        self._has_cards = False
        self._next_head: Where | None = None

    def take(self, number: int, raw: str) -> bool:
        """Take a line; False if it is of another deck."""
        line = raw.strip()
        if line.startswith(("#", "//")):
            self._take_comment(number, raw, line)
        elif line and self._next_head:
            self.refuse_another(self._next_head)
            return False
        elif line:
            self._has_cards = True
            self._take_card(number, raw, line)
        return True

    def refuse_another(self, where: Where) -> None:
        """Report a deck that begins after another one."""
        message = tr(
            "Another deck begins here, but a file has only one. Use standard input (-) for several decks."
        )
        self.findings.append(Finding("several-decks", "error", message, where=where))

    def _take_card(self, number: int, raw: str, line: str) -> None:
        """Take a line that is a card, or a heading."""
        reading = self._line(number, raw, line)
        if "#" in line or "//" in line:
            signs = [sign.start() for sign in islice(_COMMENT.finditer(line), _MOST_SIGNS)]
            for end in reversed(signs):
                whole, reading = reading, self._line(number, raw, line[:end].rstrip())
                if isinstance(reading, DeckLine) and isinstance(whole, DeckLine):
                    reading = reading._replace(whole=whole)
        if isinstance(reading, DeckLine):
            self.lines.append(reading)
        else:
            self.findings.append(reading)

    def _line(self, number: int, raw: str, line: str) -> DeckLine | Finding:
        """Read a line of a card, after its bullet and the sign of the side deck."""
        bare, side = line, None
        if not line[0].isdigit():
            bare = _BULLET.sub("", line)
            side = _SIDE.match(bare)
            bare = bare[side.end() :] if side else bare
        where = Where(self._source, number, raw.find(line) + len(line) - len(bare) + 1)
        return card_line(bare, where, SIDE if side else "")

    def _take_comment(self, number: int, raw: str, line: str) -> None:
        """Take a line that is a comment: a part of the head, or perhaps a heading."""
        head = HEAD_LINE.match(raw)
        if head and self._has_cards and head[1].lower() in {"game", "name"} & self.head.keys():
            self._next_head = self._next_head or Where(self._source, number, head.start(1) + 1)
        elif head and not self._has_cards:
            self.take_head(head[1].lower(), head[2], Where(self._source, number, head.start(2) + 1))
        elif len(line) <= _LONGEST_HEADING and (text := _COMMENT_LINE.fullmatch(line)) and text[1]:
            where = Where(self._source, number, raw.find(line) + text.start(1) + 1)
            self.lines.append(DeckLine(text[1], 0, where, is_counted=False))

    def take_head(self, key: str, text: str, where: Where) -> None:
        if key in self.head:
            message = tr("{key} is already on line {line}.", key=key, line=self.locations[key].line)
            self.findings.append(Finding("head", "error", message, where=where))
        self.head[key] = text.rstrip()
        self.locations[key] = where


def _whole(count: str, limit: int) -> int:
    """Whole number from 1 to `limit`, or 0 where it is none."""
    number = whole_number(count)
    return number if number is not None and number <= limit else 0


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
    lines = [*_lines(document, value.get(MAIN, {}), (MAIN,), MAIN)]
    locations = {MAIN: document.where(MAIN, key=True)}
    for zone, entries in value.get("zones", {}).items():
        lines += _lines(document, entries, ("zones", zone), zone.lower())
        locations[zone.lower()] = document.where("zones", zone, key=True)
    head = {key: value[key] for key in HEAD if key in value}
    locations |= {key: document.where(key) for key in head}
    faults = []
    if "date" in head:
        head["date"] = _date(head["date"])
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
            yield DeckLine(entry["card"], entry.get("copies", 1), where, zone, facts)
        else:
            yield from _lines(document, entry, (*path, number), zone)
