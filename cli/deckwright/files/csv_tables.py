"""CSV files as spreadsheet programs write them: rows of cells, each with its line."""

from __future__ import annotations

import csv
import io
import re
from typing import TYPE_CHECKING

from deckwright.errors import InputError
from deckwright.files.texts import decode
from deckwright.findings import Where
from deckwright.messages import tr

if TYPE_CHECKING:
    from collections.abc import Iterator

_BETWEEN = ",;\t"


def csv_rows(data: bytes, file: str, first_line: int = 1) -> Iterator[tuple[list[str], int]]:
    """Yield the rows of a file with commas, semicolons or tabs between the cells, each with the line it starts on.

    `first_line` is the number of the first line in the file.

    Raises:
        InputError: it is not a text, or the quotation marks of a row do not match, with the line.
    """
    text = decode(data, file, first_line)
    head = text.partition("\n")[0]
    between = _separator(head)
    # Cells of any length are read here: texts that are too long are refused later, with their line.
    limit = csv.field_size_limit()
    csv.field_size_limit(max(len(text), limit))
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=between, strict=True)
    line = first_line
    try:
        for row in reader:
            yield row, line
            line = reader.line_num + first_line
    except csv.Error:
        raise InputError(
            "bad-csv",
            tr("The quotation marks of this row do not match."),
            hint=tr("Quote a cell as a whole, and write a quotation mark inside it twice."),
            where=Where(file, line, 1),
        ) from None
    finally:
        csv.field_size_limit(limit)  # it is one for the whole process, which may have other tables to read


def _separator(head: str) -> str:
    """What separates the cells of a table whose first line is `head`."""
    return max(_BETWEEN, key=head.count)


def cell_columns(line: str, head: str) -> list[int]:
    """Columns, from 1, at which the cells of a row begin that are on its first `line`; `head` is the table's first line."""
    between = _separator(head)
    cell = re.compile(f'(?:"(?:[^"]|"")*"?)?[^{between}]*')
    ends: list[int] = []
    while not ends or ends[-1] < len(line):
        match = cell.match(line, ends[-1] + 1 if ends else 0)
        ends.append(match.end() if match else len(line))
    return [1, *(end + 2 for end in ends[:-1])]
