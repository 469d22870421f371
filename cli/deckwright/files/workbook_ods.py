"""ODS workbooks of LibreOffice and others: their cells, as OpenDocument 1.3, part 3, has them."""

from __future__ import annotations

import datetime as dt
import re
from typing import TYPE_CHECKING

from deckwright.files.spreadsheets import Cell, CellError
from deckwright.files.workbooks import (
    LONGEST_CELL,
    CellCount,
    LocalNames,
    SheetCells,
    moment_of,
    protected,
    time_of_day,
    workbook_parts,
)
from deckwright.files.xml import XmlHandlers

if TYPE_CHECKING:
    from deckwright.files.spreadsheets import Worksheet

_MANIFEST = "META-INF/manifest.xml"
_SPACES = re.compile(r"[ \t\r\n]+")
_DURATION = re.compile(r"(-?)P(?:(\d+)D)?T?(?:(\d+)H)?(?:(\d+)M)?(?:([\d.,]+)S)?")
_ERROR = re.compile(r"#[A-Z0-9/]+[!?]?|Err:\d+")
_SIGNS = {"tab": "\t", "line-break": "\n"}
_DAY = dt.timedelta(days=1)
_NOT_IN_CELLS = frozenset(
    {"annotation", "tracked-changes", "shapes", "ruby-text", "frame", "custom-shape", "g"}
)
"""Elements whose texts are not those of the cell: notes, former values, and drawings."""


def read_worksheets(data: bytes, file: str) -> list[Worksheet]:
    """Read the worksheets of a file; charts, macros and links to other files are not read.

    Raises:
        InputError: it is damaged, of another format, has a password or a control character, or is too large.
    """
    parts = workbook_parts(data, file, ".ods")
    if _MANIFEST in parts and b":encryption-data" in parts.read(_MANIFEST):
        raise protected(file)
    reader = _ContentReader(file)
    parts.scan("content.xml", XmlHandlers(reader.start, reader.end, reader.text))
    return reader.worksheets


class _ContentReader:
    """Reads the content of a workbook, element by element; `row` and `column` are the next ones of the worksheet."""

    def __init__(self, file: str) -> None:
        self.worksheets: list[Worksheet] = []
        self._count = CellCount(file)
        self._names = LocalNames()
        self._style, self._hidden_styles = "", set[str]()
        self._sheet: SheetCells | None = None
        self._is_linked = False
        self._row = self._column = 0
        self._row_times = 1
        self._skipped = 0
        self._cell: dict[str, str] = {}
        self._letters = ""
        self._paragraphs = 0
        self._is_open = self._is_after_space = False

    def start(self, name: str, attributes: dict[str, str]) -> None:
        """Handle the start of an element."""
        local = self._names[name]
        # A table within a cell is not a worksheet.
        if self._skipped or local in _NOT_IN_CELLS or (local == "table" and self._sheet):
            self._skipped += 1
            return
        # The type of a cell is there twice, and the second one knows errors.
        own = {self._names[key]: value for key, value in attributes.items()}
        match local:
            case "table-cell" | "covered-table-cell":
                self._cell, self._letters, self._paragraphs = own, "", 0
            case "p":
                self._open_paragraph()
            case "table-row":
                self._column, self._row_times = 0, _times(own, "number-rows-repeated")
            case "table":
                is_hidden = own.get("style-name") in self._hidden_styles
                self._sheet = SheetCells(self._count, own.get("name", ""), is_hidden=is_hidden)
                self._row, self._is_linked = 0, False
            case "table-source":
                self._is_linked = True
            case "s" | "tab" | "line-break":
                self._write(" " * min(_times(own, "c"), LONGEST_CELL + 1) if local == "s" else _SIGNS[local])
            case "style" | "table-properties":
                self._style = own.get("name", self._style)
                self._hidden_styles |= {self._style} if own.get("display") == "false" else set()

    def end(self, name: str) -> None:
        """Handle the end of an element."""
        if self._skipped:
            self._skipped -= 1
            return
        match self._names[name]:
            case "table-cell" | "covered-table-cell" if self._sheet:
                self._close_cell(self._sheet)
            case "p":
                self._is_open = False
            case "table-row":
                self._row += self._row_times
            case "table" if self._sheet:
                # One that is only a copy of what another file has is not read.
                self.worksheets += [] if self._is_linked else [self._sheet.worksheet()]
                self._sheet = None

    def text(self, content: str) -> None:
        """Add text to a cell; white space counts as one space, and as none at the start of a paragraph."""
        if self._is_open and not self._skipped:
            content = _SPACES.sub(" ", content)
            self._write(content.removeprefix(" ") if self._is_after_space else content)
            self._is_after_space = content.endswith(" ")

    def _write(self, text: str) -> None:
        """Add text as it is.

        Raises:
            InputError: the cell has too much.
        """
        if self._is_open and self._sheet:
            self._letters += text
            self._sheet.refuse_longer(len(self._letters), (self._row, self._column))
            self._is_after_space = False

    def _open_paragraph(self) -> None:
        self._is_open = True
        self._paragraphs += 1
        if self._paragraphs > 1:
            self._write("\n")
        self._is_after_space = True

    def _close_cell(self, sheet: SheetCells) -> None:
        place = self._row, self._column
        columns = _times(self._cell, "number-columns-repeated")
        cell = _value(self._cell, self._letters)
        if cell != "":
            sheet.add(place, cell, (self._row_times, columns))
        spans = _times(self._cell, "number-rows-spanned"), _times(self._cell, "number-columns-spanned")
        if spans != (1, 1):
            sheet.merge(place, (self._row + spans[0] - 1, self._column + spans[1] - 1))
        self._column += columns


def _times(attributes: dict[str, str], name: str) -> int:
    """A number of repetitions; 1 if it is not there."""
    return max(int(attributes.get(name, "1")), 1)


# Values of cells.


def _value(attributes: dict[str, str], text: str) -> Cell:
    """Value of a cell with its text."""
    kind = attributes.get("value-type", "")
    text = text or attributes.get("string-value", "")
    is_failed = kind == "error" or (kind == "string" and _ERROR.fullmatch(text))
    if "formula" in attributes and (is_failed or not (kind or text)):
        return CellError(text)
    match kind:
        case "float" | "percentage" | "currency":
            return float(attributes.get("value", ""))
        case "boolean":
            return attributes.get("boolean-value") == "true"
        case "date":
            return moment_of(attributes.get("date-value", ""))
        case "time":
            return _time(attributes.get("time-value", ""))
    return text


def _time(text: str) -> Cell:
    """A time of day, or a duration if it is a day or more."""
    found = _DURATION.fullmatch(text)
    if not found:
        return text
    days, hours, minutes, seconds = (float((part or "0").replace(",", ".")) for part in found.groups()[1:])
    duration = dt.timedelta(days=days, hours=hours, minutes=minutes, seconds=seconds)
    if found[1]:
        return -duration
    return time_of_day(duration) if duration < _DAY else duration
