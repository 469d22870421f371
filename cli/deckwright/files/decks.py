"""Deck lists as written, before their cards are looked up: what every reader of decks makes, and how."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from deckwright.errors import error_of
from deckwright.files.texts import line_starts, lines_of
from deckwright.findings import Finding, Where
from deckwright.messages import tr
from deckwright.model.card import MAIN
from deckwright.model.query.matching import DAY, day_of
from deckwright.model.words import Pattern, whole_number

if TYPE_CHECKING:
    from datetime import date

    from deckwright.errors import InputError
    from deckwright.files.yaml import Document
    from deckwright.model.card import Card, Deck


class DeckText(NamedTuple):
    """The text of a deck file, whose first line is `first_line` of `file`."""

    text: str
    file: str
    first_line: int = 1

    def where(self, offset: int) -> Where:
        """Place of the character at `offset`."""
        starts = line_starts(self.text)
        line = bisect_right(starts, offset)
        return Where(self.file, self.first_line + line - 1, offset - starts[line - 1] + 1)


HEAD = ("game", "format", "name", "players", "date")
"""What a list may say of itself."""

SIDE = "side"
"""The usual name of the zone of cards that are not in the deck at first."""

MOST_COPIES = 999
MOST_PLAYERS = 99
"""The same bounds as in the schema of deck files."""

GAME_AND_ID = Pattern(r"[a-z0-9-]+/[a-z0-9-]+")
"""A card by its id and that of its game, as we write it in notes of saved objects: several cards may have one name."""

HEAD_LINE = Pattern(rf"^\s*(?:#|//)\s*((?ai:{'|'.join(HEAD)}))\s*:\s*(\S.*)$")
"""A comment that says something of the whole list: a key of `HEAD`, and its text."""

# How many characters of an invalid count are quoted.
_SHOWN = 12


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


def read_day(text: str) -> date | str:
    """The day that a head says, or what is wrong with it."""
    if day := day_of(text):
        return day
    if DAY.fullmatch(text):
        return tr("The date {day} does not exist.", day=text)
    return tr("{value} is not a date. Write it as 2026-01-31.", value=text)


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
        head["date"] = read_day(texts["date"])
        if isinstance(head["date"], str):
            faults.append(Finding("date", "error", head.pop("date"), where=locations["date"]))
    return head, faults


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


def _whole(count: str, limit: int) -> int:
    """Whole number from 1 to `limit`, or 0 where it is none."""
    number = whole_number(count)
    return number if number is not None and number <= limit else 0


# Lists in the making: cards line by line, below headings.

_LINE_ENDS = Pattern(r"(?<!\s)\s*[\r\n]\s*")


class WrittenText(NamedTuple):
    """A text of a file, and where it is."""

    text: str
    where: Where


class ListMaker:
    """Collects cards and headings, and what is wrong with them."""

    def __init__(self, source: DeckText) -> None:
        self._file = source.file
        self._top = Where(source.file, source.first_line, 1)
        self._lines: list[DeckLine] = []
        self._faults: list[Finding] = []
        self._said: dict[str, str] = {}
        self._locations = {MAIN: self._top}

    def start_section(self, name: str, where: Where) -> None:
        """Begin a section: in the main zone, unless its name is that of another zone; a kind only groups cards."""
        self._lines.append(DeckLine(f"{MAIN}:", 1, self._top, is_counted=False))
        if name.strip():
            self._lines.append(DeckLine(f"{name.strip()}:", 1, where, is_counted=False))

    def add_heading(self, name: str, where: Where) -> None:
        """Begin a zone if this is the name of one; any other name means nothing."""
        self._lines.append(DeckLine(name, 0, where, is_counted=False))

    def add(self, count: WrittenText, card: WrittenText, zone: str = "", *, line_end: str = " ") -> None:
        """Add copies of a card, whose name may be on several lines, or the first of its lines."""
        name = _LINE_ENDS.sub(line_end, card.text.strip())
        line_or_finding = counted_line(count.text.strip(), name, card.where, zone)
        if not name:
            self.fault(tr("This entry does not name a card."), card.where)
        elif isinstance(line_or_finding, Finding):
            line_or_finding = line_or_finding._replace(where=count.where)
            self._faults.append(line_or_finding)
        else:
            self._lines.append(line_or_finding)

    def take_comments(self, text: str, where: Where) -> None:
        """Take what the comments of a deck say of it, in lines such as `# game: dataset`."""
        for number, line in enumerate(lines_of(text), where.line):
            if head := HEAD_LINE.match(line):
                self.say(head[1].lower(), head[2], Where(where.file, number, head.start(2) + 1))

    def say(self, key: str, value: str, where: Where) -> None:
        """Take what a list says of itself, unless it is empty; what it says again must be the same."""
        value = " ".join(value.split())
        if not value:
            return
        if self._said.setdefault(key, value) == value:
            self._locations.setdefault(key, where)
            return
        message = tr(
            "{key} was “{first}” before, and is “{value}” here.", key=key, first=self._said[key], value=value
        )
        self.fault(message, where)

    def fault(self, message: str, where: Where) -> None:
        """Report what is wrong with the list."""
        self._faults.append(Finding("bad-deck", "error", message, where=where))

    def made(self, head_line: str = "") -> DeckList:
        """The list of what was collected; `head_line` is how it names its game, '' if it cannot."""
        head, faults = head_of(self._said, self._locations)
        return DeckList(
            self._file,
            tuple(self._lines),
            head,
            self._locations,
            head_line=head_line,
            faults=(*self._faults, *faults),
        )


# Formats of deck files, each a record in the module that reads and writes it.

DeckWriter = Callable[["Deck", Mapping[str, "Card"], str], str]
"""Writes a deck as text, with the cards of its game, and their names in a language."""


class DeckFileFormat(NamedTuple):
    """A format of deck files: whose it is, its name for `--as`, the endings of its files, and how it is read and written.

    A format that `recognizes` a text reads it; deck files and text lists, which are all others, are told by their endings.
    `loads` and `saves` say in docs/decks.md how much of a deck is kept. `between` is what separates several decks in one
    file; None if a file can only have one. In folders and archives, files with its endings are taken for decks only if it
    `is_found` there: others are too often something else.
    """

    program: str
    name: str
    endings: tuple[str, ...]
    loads: str = ""
    saves: str = ""
    recognizes: Callable[[str], bool] | None = None
    read: Callable[[DeckText], DeckList] | None = None
    write: DeckWriter | None = None
    between: str | None = None
    is_found: bool = True
