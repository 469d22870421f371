"""Worksheets: the rows of a table, whatever file they are from, and the place of each cell."""

from __future__ import annotations

import datetime as dt
import re
from typing import TYPE_CHECKING, NamedTuple

from deckwright.errors import InputError
from deckwright.findings import Finding, Where
from deckwright.messages import tr

if TYPE_CHECKING:
    from collections.abc import Sequence

MOST_CELLS = 4_000_000
"""The most rows × columns that are read of a file."""

MOST_FILLED = 1_000_000
"""The most cells of a file that are not blank."""


class CellError(NamedTuple):
    """What a failed formula shows in its cell, such as `#N/A`; '' if the file has no value for a formula."""

    code: str

    @property
    def message(self) -> str:
        """What is wrong with the cell, and what to do."""
        if self.code:
            return tr("The formula of this cell shows the error {code}. Correct it.", code=self.code)
        return tr("This formula has no value yet. Open the file in a spreadsheet program, and save it.")


Cell = str | int | float | bool | dt.date | dt.time | dt.timedelta | CellError
"""The value of a cell; a blank one is an empty text. A `datetime` is a `date` too. Whole numbers are `int`."""


class Row(NamedTuple):
    """A row that is not blank: its number as spreadsheets count, its line in a text file, and its cells from column A.

    In a workbook, `line` is the number of the row. Blank cells at the end are not among the cells.
    """

    number: int
    line: int
    cells: list[Cell]


class Worksheet(NamedTuple):
    """A table of a file: `name` is that of the worksheet, '' in a text file. Blank rows are not among the rows.

    `merged` are the ranges of merged cells: top, left, bottom and right, counted from 1; their cells have the value of
    the first one.
    """

    file: str
    name: str
    rows: list[Row]
    is_hidden: bool = False
    merged: tuple[tuple[int, int, int, int], ...] = ()

    def where(self, row: Row, column: int = 0) -> Where:
        """Place of a cell, by its column from 0."""
        return cell_place(self.file, self.name, row.number, column, row.line)


class Spreadsheet(NamedTuple):
    """A file of tables, and what is odd about it, such as an encoding that was assumed."""

    file: str
    worksheets: list[Worksheet]
    findings: list[Finding]


def column_letters(column: int) -> str:
    """Name of a column by its number from 0: `A`, `Z`, `AA`."""
    letters = ""
    number = column + 1
    while number:
        number, rest = divmod(number - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters


def cell_place(file: str, worksheet: str, number: int, column: int, line: int = 0) -> Where:
    """Place of a cell by the number of its row from 1 and its column from 0; `line` is its line in a text file."""
    cell = f"{column_letters(column)}{number}"
    return Where(file, line or number, column + 1, f"{worksheet}!{cell}" if worksheet else cell)


_CR = re.compile(r"\r\n?")


def one_line_end(text: str) -> str:
    """A text whose lines end with a line feed alone."""
    return _CR.sub("\n", text) if "\r" in text else text


def trimmed(cells: Sequence[Cell]) -> list[Cell]:
    """Cells of a row without the blank ones at its end."""
    end = len(cells)
    while end and isinstance(last := cells[end - 1], str) and not last.strip():
        end -= 1
    return [*cells[:end]]


def refuse_too_many(count: int, most: int, where: Where) -> None:
    """Refuse more cells than memory should be used for.

    Raises:
        InputError: there are more.
    """
    if count > most:
        message = tr("This table is too large: it has more than {most} cells.", most=most)
        hint = tr("Is it the right file?")
        raise InputError("too-large", message, hint=hint, where=where)
