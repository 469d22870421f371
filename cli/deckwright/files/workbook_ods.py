"""ODS workbooks of LibreOffice and others: their cells are read here, as the file says more of them than calamine reads.

Calamine loses the line breaks and tabs of cells, durations, errors, and which cells are merged. The elements are those
of OpenDocument 1.3, part 3.
"""

from __future__ import annotations

import datetime as dt
import re
from contextlib import suppress
from typing import TYPE_CHECKING

from deckwright.files.workbooks import (
    LONGEST_CELL,
    MOST_ROWS,
    Count,
    LocalNames,
    Parts,
    Survey,
    other_format,
    protected,
    refuse_many_worksheets,
    refuse_not_zip,
    walk,
)
from deckwright.files.worksheets import Cell, CellError
from deckwright.files.xml import XmlHandlers

if TYPE_CHECKING:
    from deckwright.files.worksheets import Worksheet

_CONTENT, _MANIFEST = "content.xml", "META-INF/manifest.xml"
_SPACES = re.compile(r"[ \t\r\n]+")
_DURATION = re.compile(r"(-?)P(?:(\d+)D)?T?(?:(\d+)H)?(?:(\d+)M)?(?:([\d.,]+)S)?")
_ERROR = re.compile(r"#[A-Z0-9/]+[!?]?|Err:\d+")
_DAY = dt.timedelta(days=1)
_MIDNIGHT = dt.datetime(2000, 1, 1)  # noqa: DTZ001 - spreadsheets know no time zones
_NOT_IN_CELLS = frozenset(
    {"annotation", "tracked-changes", "shapes", "ruby-text", "frame", "custom-shape", "g"}
)
"""Elements whose texts are not those of the cell: notes, former values, and drawings."""


def read_worksheets(data: bytes, file: str) -> list[Worksheet]:
    """Read the worksheets of a file; charts, macros and links to other files are not read.

    Raises:
        InputError: it is damaged, of another format, has a password or a control character, or is too large.
    """
    refuse_not_zip(data, file)
    with Parts(data, file) as parts:
        sort, ending = parts.sort()
        if ending != ".ods":
            is_protected = "encrypted-package" in parts
            raise protected(file) if is_protected else other_format(file, sort, ending)
        if _MANIFEST in parts and b":encryption-data" in parts.read(_MANIFEST):
            raise protected(file)
        reader = _Reader(file)
        for _ in walk(parts.pieces(_CONTENT), file, XmlHandlers(reader.start, reader.end, reader.text)):
            pass
    return reader.worksheets


class _Sheet:
    """A worksheet while it is read; `row` and `column` are the next ones."""

    def __init__(self, survey: Survey, *, is_hidden: bool) -> None:
        self.survey, self.is_hidden = survey, is_hidden
        self.rows: list[tuple[int, list[Cell]]] = []
        self.cells: list[Cell] = []
        self.row = self.column = 0
        self.row_times = 1
        self.is_linked = False

    def open_row(self, times: int) -> None:
        """Begin a row that is there so many times."""
        self.cells, self.column, self.row_times = [], 0, times

    def add(self, cell: Cell, times: int, span: tuple[int, int]) -> None:
        """Add a cell that is there so many times, merged with those of so many rows and columns."""
        if cell != "":
            letters = len(cell) if isinstance(cell, str) else 0
            count = times * self.row_times
            # Counted before anything is built, also at its farthest place.
            self.survey.add(self.row, self.column, letters, count)
            if count > 1:
                self.survey.add(self.row + self.row_times - 1, self.column + times - 1, times=0)
            self.cells.extend([""] * (self.column - len(self.cells)))
            self.cells.extend([cell] * times)
        if span != (1, 1):
            self.survey.merge(self.row, self.column, self.row + span[0] - 1, self.column + span[1] - 1)
        self.column += times

    def close_row(self) -> None:
        """End a row."""
        if self.cells:
            self.survey.check_area()
            self.rows.extend((self.row + number, [*self.cells]) for number in range(self.row_times))
        self.row = min(self.row + self.row_times, MOST_ROWS)


class _Reader:
    """Reads the content of a workbook, element by element."""

    def __init__(self, file: str) -> None:
        self.worksheets: list[Worksheet] = []
        self._file, self._count = file, Count(file)
        self._names = LocalNames()
        self._hidden: set[str] = set()
        self._style = ""
        self._sheet: _Sheet | None = None
        self._skipped = 0
        self._cell: dict[str, str] = {}
        self._lines: list[str] = []
        self._letters = 0
        self._is_open = self._is_after_space = False

    def start(self, name: str, attributes: dict[str, str]) -> None:
        """Handle the start of an element."""
        local = self._names[name]
        if self._skipped or local in _NOT_IN_CELLS:
            self._skipped += 1
        elif local in _STARTS:
            # The type of a cell is there twice, and the second one knows errors.
            _STARTS[local](self, {self._names[key]: value for key, value in attributes.items()})

    def end(self, name: str) -> None:
        """Handle the end of an element."""
        if self._skipped:
            self._skipped -= 1
        elif (local := self._names[name]) in _ENDS:
            _ENDS[local](self)

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
        self._letters += len(text)
        if self._letters > LONGEST_CELL and self._sheet:
            self._sheet.survey.add(self._sheet.row, self._sheet.column, self._letters)
        if self._is_open:
            self._lines.append(text)

    def _open_style(self, attributes: dict[str, str]) -> None:
        self._style = attributes.get("name", "")

    def _look(self, attributes: dict[str, str]) -> None:
        if attributes.get("display") == "false":
            self._hidden.add(self._style)

    def _open_sheet(self, attributes: dict[str, str]) -> None:
        if self._sheet:  # a table within a cell
            self._skipped = 1
            return
        refuse_many_worksheets(len(self.worksheets) + 1, self._file)
        survey = Survey(self._count, attributes.get("name", ""))
        self._sheet = _Sheet(survey, is_hidden=attributes.get("style-name") in self._hidden)

    def _link(self, _attributes: dict[str, str]) -> None:
        """Skip a worksheet that is only a copy of what another file has."""
        if self._sheet:
            self._sheet.is_linked = True

    def _close_sheet(self) -> None:
        if self._sheet and not self._sheet.is_linked:
            self._sheet.survey.finish()
            self.worksheets.append(
                self._sheet.survey.worksheet(self._sheet.rows, is_hidden=self._sheet.is_hidden)
            )
        self._sheet = None

    def _open_row(self, attributes: dict[str, str]) -> None:
        if self._sheet:
            self._sheet.open_row(_times(attributes, "number-rows-repeated"))

    def _close_row(self) -> None:
        if self._sheet:
            self._sheet.close_row()

    def _open_cell(self, attributes: dict[str, str]) -> None:
        self._cell, self._lines, self._letters = attributes, [], 0

    def _close_cell(self) -> None:
        if self._sheet:
            times = _times(self._cell, "number-columns-repeated")
            span = _times(self._cell, "number-rows-spanned"), _times(self._cell, "number-columns-spanned")
            self._sheet.add(_value(self._cell, "".join(self._lines)), times, span)

    def _open_paragraph(self, _attributes: dict[str, str]) -> None:
        self._is_open = self._is_after_space = True
        if self._lines:
            self._write("\n")
        self._lines.append("")

    def _close_paragraph(self) -> None:
        self._is_open = False

    def _spaces(self, attributes: dict[str, str]) -> None:
        self._literal(" " * min(_times(attributes, "c"), LONGEST_CELL + 1))

    def _tab(self, _attributes: dict[str, str]) -> None:
        self._literal("\t")

    def _line_break(self, _attributes: dict[str, str]) -> None:
        self._literal("\n")

    def _literal(self, text: str) -> None:
        if self._is_open:
            self._write(text)
            self._is_after_space = False


_STARTS = {
    "style": _Reader._open_style,  # noqa: SLF001 - the table belongs to the class
    "table-properties": _Reader._look,  # noqa: SLF001
    "table": _Reader._open_sheet,  # noqa: SLF001
    "table-source": _Reader._link,  # noqa: SLF001
    "table-row": _Reader._open_row,  # noqa: SLF001
    "table-cell": _Reader._open_cell,  # noqa: SLF001
    "covered-table-cell": _Reader._open_cell,  # noqa: SLF001
    "p": _Reader._open_paragraph,  # noqa: SLF001
    "s": _Reader._spaces,  # noqa: SLF001
    "tab": _Reader._tab,  # noqa: SLF001
    "line-break": _Reader._line_break,  # noqa: SLF001
}
_ENDS = {
    "table": _Reader._close_sheet,  # noqa: SLF001
    "table-row": _Reader._close_row,  # noqa: SLF001
    "table-cell": _Reader._close_cell,  # noqa: SLF001
    "covered-table-cell": _Reader._close_cell,  # noqa: SLF001
    "p": _Reader._close_paragraph,  # noqa: SLF001
}


def _times(attributes: dict[str, str], name: str) -> int:
    """A number of repetitions; 1 if it is not there."""
    return max(int(attributes.get(name, "1")), 1)


def _value(attributes: dict[str, str], text: str) -> Cell:
    """Value of a cell with its text."""
    kind = attributes.get("value-type", "")
    text = text or attributes.get("string-value", "")
    if "formula" in attributes:
        if kind == "error" or (kind == "string" and _ERROR.fullmatch(text)):
            return CellError(text)
        if not kind and not text:
            return CellError("")
    return _VALUES[kind](attributes) if kind in _VALUES else text


def _number(attributes: dict[str, str]) -> Cell:
    return float(attributes.get("value", ""))


def _truth(attributes: dict[str, str]) -> Cell:
    return attributes.get("boolean-value") == "true"


def _date(attributes: dict[str, str]) -> Cell:
    text = attributes.get("date-value", "")
    with suppress(ValueError):
        moment = dt.datetime.fromisoformat(text)
        return moment.date() if moment.time() == dt.time() else moment
    return text  # a year before 1 or after 9999


def _time(attributes: dict[str, str]) -> Cell:
    """A time of day, or a duration if it is a day or more."""
    text = attributes.get("time-value", "")
    found = _DURATION.fullmatch(text)
    if not found:
        return text
    days, hours, minutes, seconds = (float((part or "0").replace(",", ".")) for part in found.groups()[1:])
    duration = dt.timedelta(days=days, hours=hours, minutes=minutes, seconds=seconds)
    if found[1]:
        return -duration
    return (_MIDNIGHT + duration).time() if duration < _DAY else duration


_VALUES = {
    "float": _number,
    "percentage": _number,
    "currency": _number,
    "boolean": _truth,
    "date": _date,
    "time": _time,
}
