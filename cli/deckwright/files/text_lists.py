"""Deck lists as players write them: a card a line, its copies before or after it, comments and headings."""

from __future__ import annotations

import re
from typing import Any

from deckwright.errors import Where
from deckwright.files.deck_lines import MOST_COPIES, MOST_PLAYERS, DeckList, Line, faulty_deck
from deckwright.files.texts import lines_of
from deckwright.messages import tr
from deckwright.model.deck import MAIN
from deckwright.model.finding import Finding

_COMMENT = re.compile(r"(?:^|\s)(?:#|//).*$")
_HEAD = re.compile(r"^\s*(?:#|//)\s*(game|format|name|players)\s*:\s*(\S.*)$", re.IGNORECASE)
_ZONE = re.compile(r"^([a-z][a-z0-9_]*):$", re.IGNORECASE)
_COUNT = r"[-+]?\d+(?:[.,]\d+)?"
_BULLET = re.compile(r"^[-*•]\s+(?=\d)")
_COUNT_FIRST = re.compile(rf"^({_COUNT})(?:\s*[x×]?\s+|[x×](?=[^\W\d])|[:,]\s+)(\S.*)$", re.IGNORECASE)
_COUNT_LAST = re.compile(rf"^(.*\S)\s+[x×]\s*({_COUNT})$", re.IGNORECASE)
_DIGITS = 4
# How many signs of a count that cannot be are quoted.
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
        raise faulty_deck(list(found.faults))
    return found


def deck_list_with_faults(text: str, source: str) -> DeckList:
    """Read a text list as `deck_list_in` does, and give what is wrong with its lines beside the others."""
    reader = _Reader(source)
    for number, raw in enumerate(lines_of(text), 1):
        reader.take(number, raw)
    reader.read_players()
    lines, faults = tuple(reader.lines), tuple(reader.findings)
    return DeckList(source, lines, reader.head, reader.wheres, faults=faults)


class _Reader:
    """Takes the lines of a list one by one."""

    def __init__(self, source: str) -> None:
        self.lines: list[Line] = []
        self.findings: list[Finding] = []
        self.head: dict[str, Any] = {}
        self.wheres = {MAIN: Where(source, 1, 1)}
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
            self.wheres[self._zone] = where
        elif line:
            self._take_card(line, where)

    def _take_head(self, said: re.Match[str], where: Where) -> None:
        key = said[1].lower()
        if key in self.head:
            message = tr(
                "{key} stands here again; it is on line {line} already.", key=key, line=self.wheres[key].line
            )
            self.findings.append(Finding("head", "error", message, where=where))
        self.head[key] = said[2].rstrip()
        self.wheres[key] = where

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
            self.lines.append(Line(name, copies, place, self._zone))
            return
        message = tr(
            "{count} copies cannot be: write a whole number from 1 to {most}.",
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
            self.findings.append(Finding("players", "error", message, where=self.wheres["players"]))


def _whole(count: str, most: int) -> int:
    """Give a whole number from 1 to `most`, or 0 where it is none."""
    is_whole = count.isascii() and count.isdigit() and len(count) <= _DIGITS
    return int(count) if is_whole and int(count) <= most else 0
