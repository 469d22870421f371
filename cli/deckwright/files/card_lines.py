"""The lines that a card takes in its game's files: taken out to be edited, and put back as they were around it."""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, NamedTuple

from deckwright.errors import InputError
from deckwright.files.documents import DATA_LIMIT, parse_document
from deckwright.files.game_folder import refuse_outside
from deckwright.files.texts import lines_of, read_bytes
from deckwright.messages import tr

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from deckwright.files.documents import Document

_DASH = re.compile(r" *- +")
_NOTHING = re.compile(r"\s*(#.*)?")


class CardLines(NamedTuple):
    """A card as it is written: the lines of its file, which of them are its own, and how far they are indented.

    `content` is the file as it was read.
    """

    file: Path
    content: bytes
    lines: list[str]
    first: int
    end: int
    indent: int
    line_end: str

    @property
    def text(self) -> str:
        """Give the card's lines, without their indentation."""
        inside = [line[min(self.indent, len(line) - len(line.lstrip())) :] for line in self._own[1:]]
        return "\n".join([self._own[0][self.indent :], *inside]) + "\n"

    @property
    def _own(self) -> list[str]:
        return self.lines[self.first : self.end]

    def whole(self, text: str) -> str:
        """Give the text of the file with other lines in the place of the card's."""
        first, *others = lines_of(text.strip("\n"))
        inside = [" " * self.indent + line if line.strip() else "" for line in others]
        dash = self._own[0][: self.indent]
        return self.line_end.join([*self.lines[: self.first], dash + first, *inside, *self.lines[self.end :]])


def lines_of_card(folder: Path, card: str) -> CardLines:
    """Find where a card is written in a game's folder.

    Raises:
        InputError: it is not there, or not on lines of its own, or a link leads out of the folder.
    """
    for file in sorted((folder / "cards").glob("*.yaml")):
        refuse_outside(file, folder)
        content = read_bytes(file, limit=DATA_LIMIT)
        document = parse_document(content, str(file))
        for number, entry in enumerate(_cards_in(document)):
            if isinstance(entry, dict) and entry.get("id") == card:
                where = document.where("cards", number)
                found = _lines(file, content, document.text, where.line - 1, where.column - 1)
                if found is None:
                    message = tr("{card} does not begin on a line of its own.", card=card)
                    hint = tr("Change it in the file itself, and load the game again.")
                    raise InputError("layout", message, hint=hint, where=where)
                return found
    message = tr("The folder {folder} no longer has the card {card}.", folder=folder, card=card)
    raise InputError(
        "no-such-card", message, hint=tr("Load the game again: deckwright load {folder}", folder=folder)
    )


def _cards_in(document: Document) -> Sequence[object]:
    """Cards that a file lists; none where it is not a file of cards."""
    listed = document.value.get("cards") if isinstance(document.value, dict) else None
    return listed if isinstance(listed, list) else ()


def _lines(file: Path, content: bytes, text: str, first: int, indent: int) -> CardLines | None:
    """Find the end of a card: the next line that is indented less; what is blank before that is not the card's."""
    lines = lines_of(text)
    if not _DASH.fullmatch(lines[first][:indent]):
        return None
    end = first + 1
    for number in range(first + 1, len(lines)):
        line = lines[number]
        if _NOTHING.fullmatch(line):
            continue
        if len(line) - len(line.lstrip(" ")) < indent:
            break
        end = number + 1
    return CardLines(file, content, lines, first, end, indent, "\r\n" if "\r\n" in text else "\n")


def merged_text(base: str, ours: str, theirs: str) -> str | None:
    """Text with the changes of both sides; None if both changed the same lines, or lines next to each other."""
    sides = (lines_of(base), lines_of(ours), lines_of(theirs))
    made: list[str] = []
    at = [0, 0, 0]
    for starts, length in (*_shared(*sides), (tuple(map(len, sides)), 0)):
        before, mine, other = (side[begin:end] for side, begin, end in zip(sides, at, starts, strict=True))
        if mine not in (before, other) and other != before:
            return None
        made += other if mine == before else mine
        made += sides[0][starts[0] : starts[0] + length]
        at = [start + length for start in starts]
    return "\n".join(made)


def _shared(
    base: Sequence[str], ours: Sequence[str], theirs: Sequence[str]
) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield the lines that neither side has changed: where they begin in each text, and how many they are."""
    mine, others = (
        SequenceMatcher(None, base, side, autojunk=False).get_matching_blocks() for side in (ours, theirs)
    )
    for one in mine:
        for other in others:
            start = max(one.a, other.a)
            end = min(one.a + one.size, other.a + other.size)
            if start < end:
                yield (start, one.b + start - one.a, other.b + start - other.a), end - start
