"""Translations as CSV, for any spreadsheet."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

from deckwright.files.csv_tables import csv_rows
from deckwright.files.handouts import COLUMNS, columns_of, file_of, rows_of
from deckwright.files.writing import guarded, unguarded
from deckwright.findings import Where

if TYPE_CHECKING:
    from deckwright.model.translation import IncomingFile, OutgoingFile


def write_handout(handout: OutgoingFile) -> bytes:
    """Write a file for translators. Cells that could be read as formulas begin with an apostrophe.

    Without a byte order mark, Excel reads UTF-8 as the encoding of the country; lines end as in RFC 4180.
    """
    text = io.StringIO(newline="")
    writer = csv.writer(text, quoting=csv.QUOTE_ALL)
    writer.writerow(COLUMNS)
    writer.writerows([guarded(cell) for cell in row] for row in rows_of(handout))
    return text.getvalue().encode("utf-8-sig", errors="replace")


def read_returned(data: bytes, file: str) -> IncomingFile:
    """Read a file from a translator, with commas, semicolons or tabs between the cells.

    Raises:
        InputError: it is not such a table, with the line.
    """
    lines = csv_rows(data, file)
    heads, line = next(lines, ([], 1))
    columns = columns_of(heads, file, line)

    def cells(row: list[str]) -> dict[str, str]:
        return {name: unguarded(row[at]) if at < len(row) else "" for name, at in columns.items()}

    return file_of(((cells(row), Where(file, line, 1)) for row, line in lines), file)
