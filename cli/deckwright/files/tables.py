"""Tables as files that spreadsheets open rightly."""

from __future__ import annotations

import csv
import io
import re
from typing import TYPE_CHECKING

from deckwright.files.results import whole_file

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path


_FORMULA = re.compile(r"'*[=+\-@\t\r]")
"""What spreadsheets take for a formula, and what we make of it."""


def guarded(cell: object) -> object:
    """Make a text that a spreadsheet would take for a formula begin with an apostrophe; numbers stay."""
    return f"'{cell}" if isinstance(cell, str) and _FORMULA.match(cell) else cell


def unguarded(cell: str) -> str:
    """Undo `guarded` for a cell that is read."""
    return cell[1:] if cell.startswith("'") and _FORMULA.match(cell) else cell


def write_csv(path: str | Path, rows: Iterable[Sequence[object]]) -> None:
    """Write rows as CSV; `-` is standard output.

    Without the mark at its start (BOM), Excel takes UTF-8 for the encoding of the country; lines end as
    RFC 4180 has them. What looks like a formula is guarded.

    Raises:
        InputError: the file cannot be written. What stood there stays.
    """
    text = io.StringIO(newline="")
    csv.writer(text).writerows([guarded(cell) for cell in row] for row in rows)
    with whole_file(path) as file:
        file.write(text.getvalue().encode("utf-8-sig"))
