"""The lines that a card takes in its game's files: taken out to be edited, and put back as they were around it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from deckwright.errors import InputError
from deckwright.files.documents import read_document
from deckwright.files.game_folder import refuse_outside
from deckwright.files.texts import lines_of
from deckwright.messages import tr

if TYPE_CHECKING:
    from pathlib import Path

_DASH = re.compile(r" *- +")
_NOTHING = re.compile(r"\s*(#.*)?")


class CardLines(NamedTuple):
    """A card as it is written: the lines of its file, which of them are its own, and how far they are indented."""

    file: Path
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
        document = read_document(file)
        written = document.value["cards"] if isinstance(document.value, dict) else []
        for number, entry in enumerate(written):
            if entry["id"] == card:
                where = document.where("cards", number)
                found = _lines(file, document.text, where.line - 1, where.column - 1)
                if found is None:
                    message = tr("{card} does not begin on a line of its own.", card=card)
                    hint = tr("Change it in the file itself, and load the game again.")
                    raise InputError("layout", message, hint=hint, where=where)
                return found
    message = tr("The folder {folder} no longer has the card {card}.", folder=folder, card=card)
    raise InputError(
        "no-such-card", message, hint=tr("Load the game again: deckwright load {folder}", folder=folder)
    )


def _lines(file: Path, text: str, first: int, indent: int) -> CardLines | None:
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
    return CardLines(file, lines, first, end, indent, "\r\n" if "\r\n" in text else "\n")
