"""What the readers of workbooks share: what they refuse, the limits of memory, and worksheets from counted cells."""

from __future__ import annotations

import zlib
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from io import BytesIO
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Self
from zipfile import BadZipFile, ZipFile

from deckwright.errors import InputError
from deckwright.files.texts import binary_sort, refuse_control_characters
from deckwright.files.worksheets import (
    MOST_CELLS,
    MOST_FILLED,
    Cell,
    CellError,
    Row,
    Worksheet,
    cell_place,
    one_line_end,
    refuse_too_many,
    trimmed,
)
from deckwright.files.xml import XmlHandlers, stream_xml
from deckwright.findings import Where
from deckwright.messages import tr

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from python_calamine import CalamineSheet

MOST_ROWS, MOST_COLUMNS = 1_048_576, 16_384
"""The last row and column of spreadsheet programs."""

MOST_WORKSHEETS = 500
MOST_LETTERS = 32_000_000
"""The most letters in all cells of a workbook, each cell counted by itself."""

LONGEST_CELL = 100_000
"""The most letters of a cell; Excel itself stops at 32,767."""

_UNPACKED = 100_000_000
"""The most bytes of the parts of a workbook that are read, when unpacked."""

_SMALL = 4_000_000
"""The most bytes of a part that lists what is in the others."""

_PARTS = 10_000
_MERGED = 50_000
_AT_ONCE = 1 << 16
_EXACT = 1e15
"""Whole numbers below are exact in spreadsheets, which calculate with 15 digits."""

_PROTECTED = "EncryptedPackage".encode("utf-16-le")
OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
"""What XLS files start with, and XLSX files with a password."""


# What a file is, and why it cannot be read.


def bad_workbook(file: str, reason: str, hint: str = "", where: Where | None = None) -> InputError:
    """Error for a workbook that cannot be read."""
    return InputError(
        f"bad-{_format(file).lower()}",
        tr("The workbook {name} cannot be read: {reason}.", name=file, reason=reason),
        hint=hint or tr("Save it again as XLSX, or as CSV in UTF-8."),
        where=where or Where(file),
    )


def damaged(file: str) -> InputError:
    """Error for a workbook that is not whole."""
    return bad_workbook(
        file,
        tr("it is damaged, or is being saved right now"),
        tr("Try again. If that does not help, open it in a spreadsheet program, and save it again."),
    )


def protected(file: str) -> InputError:
    """Error for a workbook with a password."""
    return bad_workbook(file, tr("it has a password"), tr("Save it without a password, as XLSX or ODS."))


def other_format(file: str, sort: str, ending: str = "") -> InputError:
    """Error for a file whose content is not what its ending says; `ending` is the right one, if that can be read."""
    reason = tr("it is not {format}, but {sort}", format=_format(file), sort=sort)
    right = str(Path(file).with_suffix(ending))
    return bad_workbook(file, reason, tr("Rename it to {name}.", name=right) if ending else "")


def refuse_many_worksheets(count: int, file: str) -> None:
    """Refuse more worksheets than anybody makes by hand.

    Raises:
        InputError: there are more.
    """
    if count > MOST_WORKSHEETS:
        reason = tr("it has more than {most} worksheets", most=MOST_WORKSHEETS)
        raise bad_workbook(file, reason, tr("Is it the right file?"))


def too_large(file: str) -> InputError:
    """Error for a workbook that would fill the memory."""
    return bad_workbook(file, tr("it is too large"), tr("Is it the right file?"))


def _format(file: str) -> str:
    return Path(file).suffix.removeprefix(".").upper()


def refuse_not_zip(data: bytes, file: str) -> None:
    """Refuse what is not packed as XLSX and ODS files are.

    Raises:
        InputError: it is empty, another sort of file, or has a password.
    """
    if not data:
        raise bad_workbook(file, tr("it is empty"), tr("Save it again, or remove it."))
    if data.startswith(OLE):
        raise protected(file) if _PROTECTED in data else other_format(file, "XLS", ".xls")
    if not data.startswith(b"PK"):
        raise _not_packed(data, file)


def _not_packed(data: bytes, file: str) -> InputError:
    """Error for a file that is not a workbook of any format."""
    start = data[:4096].lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    if start.startswith((b"<!doctype html", b"<html", b"<table")):
        return other_format(file, tr("a web page"))
    if start.startswith(b"<"):
        return other_format(file, tr("XML of another kind"))
    if sort := binary_sort(data):
        return other_format(file, sort)
    if start.startswith((b"\xff\xfe", b"\xfe\xff")) or b"\0" not in start:
        return other_format(file, tr("a text"), ".csv")
    return damaged(file)


def refuse_workbook(data: bytes, file: str) -> None:
    """Refuse a workbook where a text is expected; what cannot be unpacked is not known to be one.

    Raises:
        InputError: it is one.
    """
    if data.startswith(OLE):
        raise protected(file) if _PROTECTED in data else other_format(file, "XLS", ".xls")
    sort = ("", "")
    with suppress(InputError), Parts(data, file) as parts:
        sort = parts.sort()
    if sort[1]:
        raise other_format(file, *sort)


def refuse_not_ole(data: bytes, file: str) -> None:
    """Refuse what is not packed as XLS files are.

    Raises:
        InputError: it is empty, another sort of file, or has a password.
    """
    if not data:
        raise bad_workbook(file, tr("it is empty"), tr("Save it again, or remove it."))
    if data.startswith(b"PK"):
        with Parts(data, file) as parts:
            raise other_format(file, *parts.sort())
    if not data.startswith(OLE):
        raise _not_packed(data, file)
    if _PROTECTED in data:
        raise protected(file)


# Packed files, whose parts are read in pieces and never more of them than memory allows.


class Parts:
    """The parts of a packed workbook by their names, in small letters and with slashes."""

    def __init__(self, data: bytes, file: str) -> None:
        self.file = file
        self._left = _UNPACKED
        if data.count(b"PK\x01\x02") > _PARTS:
            raise too_large(file)
        with self._undamaged():
            self._packed = ZipFile(BytesIO(data))
        self._infos = {
            info.filename.replace("\\", "/").lstrip("/").lower(): info for info in self._packed.infolist()
        }

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._packed.close()

    def __contains__(self, name: str) -> bool:
        return name.lower() in self._infos

    def sort(self) -> tuple[str, str]:
        """What sort of packed file it is, and its ending if that can be read."""
        if "xl/workbook.xml" in self:
            return ("XLSX", ".xlsx")
        if "xl/workbook.bin" in self:
            return ("XLSB", "")
        if "content.xml" in self:
            is_table = b"spreadsheet" in (self.read("mimetype") if "mimetype" in self else b"spreadsheet")
            return ("ODS", ".ods") if is_table else (tr("OpenDocument of another kind"), "")
        return (tr("a ZIP file of another kind"), "")

    def read(self, name: str) -> bytes:
        """Content of a small part.

        Raises:
            InputError: it is missing or damaged, or not small.
        """
        content = b""
        for piece in self.pieces(name):
            content += piece
            if len(content) > _SMALL:
                raise too_large(self.file)
        return content

    def pieces(self, name: str) -> Iterator[bytes]:
        """Yield the content of a part.

        Raises:
            InputError: it is missing or damaged, or more than may be read in all.
        """
        if name not in self:
            raise damaged(self.file)
        with self._undamaged(), self._packed.open(self._infos[name.lower()]) as part:
            while piece := part.read(_AT_ONCE):
                self._left -= len(piece)
                if self._left < 0:
                    raise too_large(self.file)
                yield piece

    @contextmanager
    def _undamaged(self) -> Iterator[None]:
        # RuntimeError is that of a part with a password, NotImplementedError that of an unknown packing.
        try:
            yield
        except (BadZipFile, zlib.error, EOFError, RuntimeError, OSError, ValueError, IndexError) as fault:
            raise damaged(self.file) from fault


class LocalNames(dict[str, str]):
    """The names of elements without their prefixes, each found once."""

    def __missing__(self, name: str) -> str:
        self[name] = name.rpartition(":")[2]
        return self[name]


def walk(pieces: Iterable[bytes], file: str, handlers: XmlHandlers = XmlHandlers()) -> Iterator[bytes]:  # noqa: B008
    """Pass on the pieces of a part while what they contain is handled.

    Raises:
        InputError: it is not well-formed, or has a document type.
    """
    return stream_xml(pieces, handlers, lambda: damaged(file))


# Worksheets, whose cells are counted before they are built.


@dataclass(slots=True)
class Count:
    """What a workbook contains, counted over all its worksheets."""

    file: str
    area: int = 0
    filled: int = 0
    letters: int = 0


@dataclass(slots=True)
class Survey:
    """What is known of a worksheet before its cells are built; rows and columns count from 0.

    `special` are the errors of its cells, and `merged` are ranges as in a `Worksheet`.
    """

    count: Count
    name: str
    first_row: int = MOST_ROWS
    last_row: tuple[int, int] = (-1, 0)
    last_column: tuple[int, int] = (0, -1)
    special: dict[tuple[int, int], CellError] = field(default_factory=dict)
    merged: list[tuple[int, int, int, int]] = field(default_factory=list)

    def where(self, row: int, column: int) -> Where:
        """Place of a cell."""
        return cell_place(self.count.file, self.name, row + 1, column)

    def add(self, row: int, column: int, letters: int = 0, times: int = 1) -> None:
        """Count a cell that is not blank, which may be there several times.

        Raises:
            InputError: it is too long, beyond all rows and columns, or one too many.
        """
        if letters > LONGEST_CELL:
            raise self._too_long(row, column)
        if not (0 <= row < MOST_ROWS and 0 <= column < MOST_COLUMNS):
            raise damaged(self.count.file)
        self.count.filled += times
        self.count.letters += letters * times
        if self.count.filled > MOST_FILLED or self.count.letters > MOST_LETTERS:
            refuse_too_many(self.count.filled, MOST_FILLED, self.where(row, column))
            raise too_large(self.count.file)
        if row > self.last_row[0]:
            self.last_row = (row, column)
        if column > self.last_column[1]:
            self.last_column = (row, column)
        self.first_row = min(row, self.first_row)

    def merge(self, top: int, left: int, bottom: int, right: int) -> None:
        """Note a range of merged cells.

        Raises:
            InputError: there are too many.
        """
        if len(self.merged) >= _MERGED:
            raise too_large(self.count.file)
        self.merged.append((top + 1, left + 1, bottom + 1, right + 1))

    def _too_long(self, row: int, column: int) -> InputError:
        message = tr("This text has more than {most} characters.", most=LONGEST_CELL)
        return InputError("too-long", message, where=self.where(row, column))

    def finish(self) -> None:
        """Check the area, and count it with those of the other worksheets.

        Raises:
            InputError: it is too large.
        """
        rows, columns = self.check_area()
        self.count.area += rows * columns

    def check_area(self) -> tuple[int, int]:
        """Numbers of rows and, from A, columns, which take memory even where they are blank.

        Raises:
            InputError: there are too many; the error is at the cell that makes them so many.
        """
        rows = max(self.last_row[0] - self.first_row + 1, 0)
        columns = self.last_column[1] + 1
        if self.count.area + rows * columns <= MOST_CELLS:
            return rows, columns
        is_wide = columns / MOST_COLUMNS > rows / MOST_ROWS
        where = self.where(*(self.last_column if is_wide else self.last_row))
        message = tr(
            "The worksheet {name} reaches to this cell, which makes {count} cells. At most {most} are read.",
            name=self.name,
            count=rows * columns,
            most=MOST_CELLS,
        )
        hint = tr("If the cell is far from the others, delete its row and its column.")
        raise InputError("too-large", message, hint=hint, where=where)

    def worksheet(self, rows: Iterable[tuple[int, list[Cell]]], *, is_hidden: bool) -> Worksheet:
        """Build the worksheet from its rows, each with its number from 0 and its cells from column A.

        Raises:
            InputError: a cell has a control character.
        """
        special: dict[int, dict[int, CellError]] = {}
        for (row, column), error in self.special.items():
            special.setdefault(row, {})[column] = error
        built = [
            Row(number + 1, number + 1, cells)
            for number, values in rows
            if (cells := self._cells(number, values, special.get(number, {})))
        ]
        merged = _whole(self.merged, built)
        if sum((bottom + 1 - top) * (right + 1 - left) for top, left, bottom, right in merged) > MOST_CELLS:
            raise damaged(self.count.file)
        return Worksheet(self.count.file, self.name, _spread(built, merged), is_hidden, merged)

    def _cells(self, number: int, values: list[Cell], errors: dict[int, CellError]) -> list[Cell]:
        for column, error in errors.items():
            values.extend([""] * (column + 1 - len(values)))
            values[column] = error
        return trimmed([self._cell(value, number, column) for column, value in enumerate(values)])

    def _cell(self, value: Cell, row: int, column: int) -> Cell:
        if isinstance(value, str):
            if value:
                value = one_line_end(value)
                if not value.isprintable():
                    refuse_control_characters(value, self.where(row, column))
            return value
        if not isinstance(value, float):
            return value
        if not isfinite(value):
            raise damaged(self.count.file)
        return int(value) if value.is_integer() and abs(value) < _EXACT else value


def _whole(
    ranges: Iterable[tuple[int, int, int, int]], rows: Sequence[Row]
) -> tuple[tuple[int, int, int, int], ...]:
    """Ranges of merged cells, no farther than the rows and columns that have cells."""
    last = rows[-1].number if rows else 0
    width = max((len(row.cells) for row in rows), default=0)
    return tuple(
        (top, left, min(bottom, last), min(right, width))
        for top, left, bottom, right in ranges
        if 0 < top <= last and 0 < left <= width
    )


def _spread(rows: list[Row], merged: Sequence[tuple[int, int, int, int]]) -> list[Row]:
    """Rows in which merged cells have the value of their first one."""
    numbered = {row.number: row for row in rows}
    for top, left, bottom, right in merged:
        first = numbered[top].cells[left - 1 : left] if top in numbered else []
        if not first or first == [""]:
            continue
        for number in range(top, bottom + 1):
            if number in numbered:
                cells = numbered[number].cells
                cells.extend([""] * (right - len(cells)))
                cells[left - 1 : right] = first * (right + 1 - left)
    return rows


def calamine_worksheets(data: bytes, file: str, surveys: Sequence[Survey]) -> list[Worksheet]:
    """Read the worksheets of a file with calamine, after they were surveyed; charts and macros are skipped.

    Raises:
        InputError: it is damaged, has a password, or a cell has a control character.
    """
    from python_calamine import CalamineError, PasswordError, SheetTypeEnum, SheetVisibleEnum, load_workbook

    built = []
    try:
        with load_workbook(BytesIO(data)) as book:
            for at, about in enumerate(book.sheets_metadata):
                if about.typ == SheetTypeEnum.WorkSheet:
                    is_hidden = about.visible != SheetVisibleEnum.Visible
                    rows = _rows(book.get_sheet_by_index(at))
                    built.append(surveys[at].worksheet(rows, is_hidden=is_hidden))
    except PasswordError as fault:
        raise protected(file) from fault
    except (CalamineError, IndexError, ValueError, OSError) as fault:
        raise damaged(file) from fault
    except BaseException as fault:
        if type(fault).__name__ != "PanicException":  # of Rust, whose name cannot be imported
            raise
        raise damaged(file) from fault
    return built


def _rows(sheet: CalamineSheet) -> Iterator[tuple[int, list[Cell]]]:
    """Yield the rows of a worksheet from its first, each with its number from 0 and its cells from column A."""
    if sheet.start:  # some versions of calamine cannot go through a blank worksheet
        left: list[Cell] = [""] * sheet.start[1]
        for number, cells in enumerate(sheet.iter_rows()):
            yield number, [*left, *cells]
