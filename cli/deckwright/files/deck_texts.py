"""Text lists as players write them: a card a line, its copies before or after it, what follows its name, comments and headings."""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING

from deckwright.files.decks import HEAD_LINE, SIDE, DeckLine, DeckList, bad_deck, counted_line, head_of
from deckwright.files.texts import lines_of
from deckwright.findings import Finding, Where
from deckwright.messages import tr
from deckwright.model.card import MAIN
from deckwright.model.words import Pattern

if TYPE_CHECKING:
    from collections.abc import Iterator

_COMMENT = Pattern(r"\s(?=#|//)")
"""Before a sign that begins a comment, or is a part of a name such as `Fire // Ice`."""

_MOST_SIGNS = 3
"""How many of these signs of a line can begin its comment."""

_COMMENT_LINE = Pattern(r"(?:#|//)[#/\s]*(.*)")
_ABOUT = Pattern(r"\s*About[ \t]*(?:\r\n?|\n)([ \t]*Name[ \t]+)(\S[^\r\n]*)")
_NEXT_ABOUT = Pattern(r"(?:\r\n?|\n)[ \t]*(?=About[ \t]*(?:\r\n?|\n)[ \t]*Name[ \t])")
"""How Arena begins a list that has a name."""

_TIMES = "[x×✕✖⨯]"
"""Web pages write several signs for ×."""

_COUNT = r"[-+]?\d+(?:[.,]\d+)?"
_BULLET = Pattern(r"^(?:[-*+•·–—]\s+)?(?:\[[ xX]\]\s+|(?<=\s))(?=[\d(\[])")
_SIDE = Pattern(r"^sb:\s*(?=\S)", re.IGNORECASE)
_COUNT_FIRST = Pattern(
    rf"^(?!\d{{3,}}\s+{_TIMES}\d+$)(?:({_COUNT})(?:\s*{_TIMES}?\s+|{_TIMES}(?=[^\W\d])|[:,]\s+|[,;](?=[^\W\d]|\x22))|[(\[](\d{{1,2}}){_TIMES}?[)\]]\s*)(\S.*)$",
    re.IGNORECASE,
)
_COUNT_LAST = Pattern(rf"^(.*\S)\s+[(\[]?(?:{_TIMES}\s*({_COUNT})|({_COUNT}){_TIMES})[)\]]?$", re.IGNORECASE)
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


def card_line(line: str, where: Where, zone: str = "") -> DeckLine | Finding:
    """Read a line that is neither empty nor a comment: its count, and what the count is of.

    What cannot be a count may be a card that is called so, with its count after it: `01002 x2`, and also `101 x2`.
    """
    forms = [
        (match[count] or match[count + 1], match[name], match.start(name))
        for pattern, count, name in ((_COUNT_FIRST, 1, 3), (_COUNT_LAST, 2, 1))
        if (match := pattern.match(line))
    ]
    refused: list[Finding] = []
    for count, name, offset in forms:
        reading = counted_line(count, name, where._replace(column=where.column + offset), zone)
        if isinstance(reading, DeckLine):
            return reading
        refused.append(reading._replace(where=where))
    return refused[0] if refused else DeckLine(line, 1, where, zone, is_counted=False)


# What follows the name of a card: marks that mean nothing here. Everything else is reported.

_NAME_END = Pattern(r"\s*\n|\s+(?=[^\w\s{]|\d)")
_NO_CARD = rf"(?!\s*\d+{_TIMES}?\s+[^\W\d])"
_MARKS = Pattern(
    "(?:"
    rf"\({_NO_CARD}[^()]*\)|\[{_NO_CARD}[^\[\]]*\]|<{_NO_CARD}[^<>]*>"  # a printing, a count, a category
    r"|\*[^\s*]+\*|\^[^^]*\^|!\w[\w:-]*"  # the foil and the colour: *F*, ^Have,#37d67a^, !Foil
    r"|(?:[A-Z0-9]{2,6}-)?\d+[a-wyzA-WYZ★†]?(?!\w)"  # the number of the printing, or of points
    r"|[^\w\s{}]|\s)*+"  # signs, such as •••
)
_PRINTING = Pattern(r"\s*[(\[<][^()\[\]<>]*[^\W\d_]")
_CAPACITY = Pattern(r"\s*\d{1,2}\s(?:[^\d:,;/+|&]|\d votes?\b)*+:(?:\d|any)", re.IGNORECASE)
"""What vampires have after their names, from their capacity to their group: `6 pre Clan:6`."""
_POINTS = Pattern(r"\s*[–—-]\s*\d+\s*(?:points?|pts)", re.IGNORECASE)
_LINES_BELOW = Pattern(r"\s*\n.*", re.DOTALL)
"""What tools write below a nickname of Tabletop Simulator."""
PRINTING_BEFORE = Pattern(rf"\[{_NO_CARD}[^\[\]]+\]\s*(?=\S)")
"""The printing before a name, as Magic Workstation, XMage and Deckstats write it."""

# No line is tried in more ways.
_MOST_ENDS = 20


def name_ends(text: str) -> Iterator[int]:
    """Where the name of a card may end in what follows its count; the longest name first."""
    return (end.start() for end in reversed([*islice(_NAME_END.finditer(text), _MOST_ENDS)]))


def is_understood(rest: str, *, is_counted: bool) -> bool:
    """Whether all that follows a name is something that lists add to names.

    Without a count before the name, it must begin with a printing: a number might be the count.
    """
    if not is_counted:
        return bool(_LINES_BELOW.fullmatch(rest) or (_PRINTING.match(rest) and _MARKS.fullmatch(rest)))
    return any(marks.fullmatch(rest) for marks in (_MARKS, _LINES_BELOW, _CAPACITY, _POINTS))


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
