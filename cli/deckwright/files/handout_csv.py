"""Translations as CSV, for any spreadsheet."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

from deckwright.errors import InputError
from deckwright.files.handouts import COLUMNS, columns_of, file_of, rows_of
from deckwright.files.texts import decode
from deckwright.files.writing import guarded, unguarded
from deckwright.findings import Where
from deckwright.messages import tr

if TYPE_CHECKING:
    from collections.abc import Iterator

    from deckwright.model.translation import IncomingFile, OutgoingFile


_BETWEEN = ",;\t"


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
    lines = _lines(decode(data, file), file)
    heads, line = next(lines, ([], 1))
    columns = columns_of(heads, file, line)

    def cells(row: list[str]) -> dict[str, str]:
        return {name: unguarded(row[at]) if at < len(row) else "" for name, at in columns.items()}

    return file_of(((cells(row), Where(file, line, 1)) for row, line in lines), file)


def _lines(text: str, file: str) -> Iterator[tuple[list[str], int]]:
    """Yield the rows, each with the line it starts on."""
    head = text.partition("\n")[0]
    between = max(_BETWEEN, key=head.count)
    # Cells of any length are read here: texts that are too long are refused later, with their line.
    limit = csv.field_size_limit()
    csv.field_size_limit(max(len(text), limit))
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=between, strict=True)
    line = 1
    try:
        for row in reader:
            yield row, line
            line = reader.line_num + 1
    except csv.Error:
        raise InputError(
            "bad-csv",
            tr("The quotation marks of this row do not match."),
            hint=tr("Quote a cell as a whole, and write a quotation mark inside it twice."),
            where=Where(file, line, 1),
        ) from None
    finally:
        csv.field_size_limit(limit)  # it is one for the whole process, which may have other tables to read
