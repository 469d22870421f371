"""YAML 1.2 with the place of every value, at the speed of the C parser.

A document is plain lists and dictionaries, and a tree of marks beside them.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from deckwright.errors import Where
from deckwright.files.marks import part_of, start_of
from deckwright.files.scalars import position_in
from deckwright.files.texts import LINE, MEGABYTE, decode, read_bytes

if TYPE_CHECKING:
    from pathlib import Path

DATA_LIMIT = 64 * MEGABYTE
"""The most bytes of a game's data file."""


@dataclass(frozen=True, slots=True)
class Document:
    """A parsed file: its plain `value`, its text, and where each part of it stands."""

    file: str
    value: Any
    marks: Any
    text: str

    def where(self, *path: str | int, key: bool = False) -> Where:
        """Give the place of the value at `path`, or of its key; of the nearest part above if there is none."""
        mark = self._mark(path, key=key)
        return Where(self.file, mark.line + 1, mark.column + 1)

    def where_in(self, offset: int, text: str, *path: str | int) -> Where:
        """Give the place of a character of the text at `path`, by its number from 0."""
        position = position_in(self.text, self._mark(path).index, text, offset)
        line = bisect_right(_line_starts(self.text), position)
        return Where(self.file, line, position - _line_starts(self.text)[line - 1] + 1)

    def _mark(self, path: tuple[str | int, ...], *, key: bool = False) -> Any:
        mark = start_of(self.marks)
        node = self.marks
        for depth, step in enumerate(path, 1):
            key_mark, node = part_of(node, step)
            if node is None:
                break
            mark = key_mark if key and depth == len(path) else start_of(node)
        return mark


@lru_cache(8)
def _line_starts(text: str) -> list[int]:
    """Find where each line starts, once for a file however many faults it has."""
    starts = [0]
    for line in LINE.findall(text):
        starts.append(starts[-1] + len(line))
    return starts


def read_document(path: Path, *, name: str = "", limit: int = DATA_LIMIT) -> Document:
    """Read a YAML file; `name` is what messages call it.

    Raises:
        InputError: it cannot be read, is no UTF-8, or no YAML, with the place of the fault.
    """
    return parse_document(read_bytes(path, limit=limit), name or str(path))


def parse_document(data: bytes, file: str) -> Document:
    """Parse the bytes of a YAML file called `file`; an empty one has the value None.

    Raises:
        InputError: with line and column.
    """
    return document_of(decode(data, file), file)


def document_of(text: str, file: str) -> Document:
    """Parse the text of a YAML file called `file`; an empty one has the value None.

    Raises:
        InputError: with line and column.
    """
    from deckwright.files.yaml_events import build

    return Document(file, *build(text, file), text)
