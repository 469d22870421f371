"""Spreadsheets: the rows of CSV, TSV, XLSX, XLS and ODS files, with the place of each cell."""

from __future__ import annotations

import datetime as dt
import io
from typing import NamedTuple

from deckwright.errors import InputError
from deckwright.files.csv_tables import csv_rows
from deckwright.files.texts import TEXT_TABLES
from deckwright.findings import Finding, Where
from deckwright.messages import tr


class CellError(NamedTuple):
    """What a failed formula shows in its cell, such as `#N/A`."""

    code: str


Cell = str | int | float | bool | dt.date | dt.time | dt.timedelta | CellError
"""The value of a cell; a blank one is an empty text. A `datetime` is a `date` too."""


class Row(NamedTuple):
    """A row that is not blank: its number as spreadsheets count, its line in a text file, and its cells from column A.

    In a workbook, `line` is the number of the row.
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
        cell = f"{column_letters(column)}{row.number}"
        return Where(self.file, row.line, column + 1, f"{self.name}!{cell}" if self.name else cell)


class Spreadsheet(NamedTuple):
    """A file of tables, and what is odd about it, such as cells with an error."""

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


def read_spreadsheet(data: bytes, file: str, encoding: str = "") -> Spreadsheet:
    """Read a file by its ending, one of `SPREADSHEETS`; `encoding` is that of a text file if it is not Unicode.

    Raises:
        InputError: it is damaged, has a password, or is too large.
    """
    if file.lower().endswith(TEXT_TABLES):
        rows = [
            Row(number, line, list(cells))
            for number, (cells, line) in enumerate(csv_rows(data, file), 1)
            if any(cell.strip() for cell in cells)
        ]
        return Spreadsheet(file, [Worksheet(file, "", rows)], [])
    return _workbook(data, file)


def _workbook(data: bytes, file: str) -> Spreadsheet:
    from python_calamine import CalamineError, SheetVisibleEnum, load_workbook

    tables: list[Worksheet] = []
    try:
        with load_workbook(io.BytesIO(data)) as book:
            for about in book.sheets_metadata:
                sheet = book.get_sheet_by_name(about.name)
                left = sheet.start[1] if sheet.start else 0
                rows = [
                    Row(number, number, [""] * left + cells)
                    for number, cells in enumerate(sheet.iter_rows(), 1)
                    if any(cell != "" for cell in cells)
                ]
                hidden = about.visible != SheetVisibleEnum.Visible
                tables.append(Worksheet(file, about.name, rows, hidden))
    except CalamineError as fault:
        message = tr("The workbook {name} cannot be read: {reason}.", name=file, reason=tr("it is damaged"))
        raise InputError("bad-workbook", message, where=Where(file)) from fault
    return Spreadsheet(file, tables, [])
