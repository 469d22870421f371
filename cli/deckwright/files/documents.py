"""YAML 1.2 with the place of every value, at the speed of the C parser.

A document is plain lists and dictionaries, and a tree of marks beside them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from deckwright.errors import Where
from deckwright.files.marks import part_of, start_of
from deckwright.files.texts import MEGABYTE, decode, read_bytes

if TYPE_CHECKING:
    from pathlib import Path

DATA_LIMIT = 64 * MEGABYTE
"""The most bytes of a game's data file."""


@dataclass(frozen=True, slots=True)
class Document:
    """A parsed file: its plain `value`, and where each part of it stands."""

    file: str
    value: Any
    marks: Any

    def where(self, *path: str | int, key: bool = False) -> Where:
        """Give the place of the value at `path`, or of its key; of the nearest part above if there is none."""
        key_mark = mark = start_of(self.marks)
        node = self.marks
        for depth, step in enumerate(path, 1):
            key_mark, node = part_of(node, step)
            if node is None:
                break
            mark = key_mark if key and depth == len(path) else start_of(node)
        return Where(self.file, mark.line + 1, mark.column + 1)


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
    from deckwright.files.yaml_events import build

    value, marks = build(decode(data, file), file)
    return Document(file, value, marks)
