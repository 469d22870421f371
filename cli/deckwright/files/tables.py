"""Tables as files that spreadsheets open rightly."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

from deckwright.files.results import whole_file

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path


def write_csv(path: str | Path, rows: Iterable[Sequence[object]]) -> None:
    """Write rows as CSV; `-` is standard output.

    Without the mark at its start (BOM), Excel takes UTF-8 for the encoding of the country; lines end as
    RFC 4180 has them.

    Raises:
        InputError: the file cannot be written. What stood there stays.
    """
    text = io.StringIO(newline="")
    csv.writer(text).writerows(rows)
    with whole_file(path) as file:
        file.write(text.getvalue().encode("utf-8-sig"))
