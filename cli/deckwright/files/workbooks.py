"""Spreadsheets by their endings; and workbooks, which are packed XML: what a file is, its parts within limits of memory, and worksheets of their cells."""

from __future__ import annotations

import datetime as dt
import zlib
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from importlib import import_module
from io import BytesIO
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Literal
from zipfile import BadZipFile, ZipFile

from deckwright.errors import InputError
from deckwright.files.spreadsheets import (
    MOST_CELLS,
    Cell,
    Row,
    Spreadsheet,
    Worksheet,
    cell_place,
    one_line_end,
    read_json_tables,
    read_text_table,
    refuse_too_many,
    trimmed,
)
from deckwright.files.texts import binary_sort, old_workbook, refuse_control_characters
from deckwright.files.xml import XmlHandlers, scan_xml
from deckwright.findings import Where
from deckwright.messages import tr

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
"""What XLS files start with, and XLSX files with a password."""

_PROTECTED = "EncryptedPackage".encode("utf-16-le")

# Why a file cannot be read.


def bad_workbook(file: str, reason: str, hint: str = "") -> InputError:
    """Error for a workbook that cannot be read."""
    return InputError(
        f"bad-{_format(file).lower()}",
        tr("The workbook {name} cannot be read: {reason}.", name=file, reason=reason),
        hint=hint or tr("Save it again as XLSX, or as CSV in UTF-8."),
        where=Where(file),
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


def too_large(file: str) -> InputError:
    """Error for a workbook that would fill the memory."""
    return bad_workbook(file, tr("it is too large"), tr("Is it the right file?"))


def _other_format(file: str, sort: str, ending: str = "") -> InputError:
    """Error for a file whose content is not what its ending says; `ending` is the right one, if that can be read."""
    reason = tr("it is not {format}, but {sort}", format=_format(file), sort=sort)
    right = str(Path(file).with_suffix(ending))
    return bad_workbook(file, reason, tr("Rename it to {name}.", name=right) if ending else "")


def _format(file: str) -> str:
    return Path(file).suffix.removeprefix(".").upper()


_BEFORE = b"\xef\xbb\xbf \t\r\n"


def _is_page(data: bytes) -> bool:
    start = data[:4096].lstrip(_BEFORE).lower()
    return start.startswith((b"<!doctype html", b"<html", b"<table"))


def _not_packed(data: bytes, file: str) -> InputError:
    """Error for a file that is not a workbook of any format."""
    if _is_page(data):
        return _other_format(file, tr("a web page"))
    start = data[:4096].lstrip(_BEFORE)
    if start.startswith(b"<"):
        return _other_format(file, tr("XML of another kind"))
    if sort := binary_sort(data):
        return _other_format(file, sort)
    if start.startswith((b"\xff\xfe", b"\xfe\xff")) or b"\0" not in start:
        return _other_format(file, tr("a text"), ".csv")
    return damaged(file)


def refuse_workbook(data: bytes, file: str) -> None:
    """Refuse a workbook where a text is expected; what cannot be unpacked is not known to be one.

    Raises:
        InputError: it is one.
    """
    _refuse_ole(data, file)
    sort = ("", "")
    with suppress(InputError):
        sort = WorkbookParts(data, file).sort()
    if sort[1]:
        raise _other_format(file, *sort)


def _refuse_ole(data: bytes, file: str) -> None:
    if data.startswith(_OLE):
        raise protected(file) if _PROTECTED in data else old_workbook(file)


# Packed files, whose parts are read in pieces and never more of them than memory allows.

_MOST_UNPACKED = 100_000_000
_SMALL_UNPACKED, _MOST_PACKED = 5_000_000, 200
"""Most bytes of parts that are read, unpacked: in all, and for small files, by how much they can be packed."""

_MOST_PARTS = 10_000
_AT_ONCE = 1 << 16


class WorkbookParts:
    """The parts of a packed workbook by their names, in small letters and with slashes."""

    def __init__(self, data: bytes, file: str) -> None:
        self.file = file
        self._left = min(_MOST_UNPACKED, _SMALL_UNPACKED + _MOST_PACKED * len(data))
        if data.count(b"PK\x01\x02") > _MOST_PARTS:
            raise too_large(file)
        with self._undamaged():
            self._packed = ZipFile(BytesIO(data))
        self._infos = {
            info.filename.replace("\\", "/").lstrip("/").lower(): info for info in self._packed.infolist()
        }

    def __contains__(self, name: str) -> bool:
        return name.lower() in self._infos

    def sort(self) -> tuple[str, str]:
        """What sort of packed file it is, and its ending if that can be read."""
        if "xl/workbook.xml" in self:
            return ("XLSX", ".xlsx")
        if "xl/workbook.bin" in self:
            return ("XLSB", "")
        if "content.xml" in self:
            is_table = "mimetype" not in self or b"spreadsheet" in self.read("mimetype")
            return ("ODS", ".ods") if is_table else (tr("OpenDocument of another kind"), "")
        return (tr("a ZIP file of another kind"), "")

    def read(self, name: str) -> bytes:
        """Content of a part."""
        return b"".join(self._pieces(name))

    def scan(self, name: str, handlers: XmlHandlers) -> None:
        """Call handlers for what a part contains, element by element.

        Raises:
            InputError: it is missing or damaged, or more than may be read in all; or a handler raises a `ValueError`,
                a `LookupError` or an `OverflowError`.
        """
        scan_xml(self._pieces(name), handlers, lambda: damaged(self.file))

    def _pieces(self, name: str) -> Iterator[bytes]:
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


def packed_sort(data: bytes) -> str:
    """Ending of a packed workbook that can be read; '' for other content."""
    with suppress(InputError):
        return WorkbookParts(data, "").sort()[1] if data.startswith(b"PK") else ""
    return ""


def workbook_parts(data: bytes, file: str, ending: Literal[".xlsx", ".ods"]) -> WorkbookParts:
    """Unpack a workbook that must be of one format.

    Raises:
        InputError: it is empty or damaged, of another format, or has a password.
    """
    if not data:
        raise bad_workbook(file, tr("it is empty"), tr("Save it again, or remove it."))
    _refuse_ole(data, file)
    if not data.startswith(b"PK"):
        raise _not_packed(data, file)
    parts = WorkbookParts(data, file)
    sort, right = parts.sort()
    if right != ending:
        raise protected(file) if "encrypted-package" in parts else _other_format(file, sort, right)
    return parts


class LocalNames(dict[str, str]):
    """The names of elements without their prefixes, each found once."""

    def __missing__(self, name: str) -> str:
        self[name] = name.rpartition(":")[2]
        return self[name]


# Days and times.


def moment_of(text: str) -> Cell:
    """A day, a time of day or both, in ISO 8601; the text itself for others, such as years before 1 or after 9999."""
    with suppress(ValueError):
        moment = dt.datetime.fromisoformat(text)
        return moment.date() if moment.time() == dt.time() else moment
    with suppress(ValueError):
        return dt.time.fromisoformat(text)
    return text


def time_of_day(since_midnight: dt.timedelta) -> dt.time:
    """Time of day, by how long it is since midnight."""
    return (dt.datetime(1, 1, 1) + since_midnight).time()  # noqa: DTZ001 - spreadsheets know no time zones


# Worksheets, of which only cells with content take memory.

_ROWS, _COLUMNS = 1_048_576, 16_384
"""How many spreadsheet programs have."""

_MOST_FILLED = 1_000_000
"""The most cells of a workbook that are not blank."""

_MOST_LETTERS = 32_000_000
"""The most letters in all cells of a workbook, each cell counted by itself."""

_MOST_MERGED = 50_000

LONGEST_CELL = 100_000
"""The most letters of a cell; Excel itself stops at 32,767."""

_EXACT = 1e15
"""Whole numbers below are exact in spreadsheets, which calculate with 15 digits."""

MergedRange = tuple[int, int, int, int]


@dataclass(slots=True)
class CellCount:
    """How much a workbook has: cells with content, all from column A to the last in each row, and letters."""

    file: str
    filled: int = 0
    letters: int = 0
    area: int = 0


class SheetCells:
    """The cells of a worksheet, which are added as they are read; rows and columns count from 0."""

    def __init__(self, count: CellCount, name: str, *, is_hidden: bool) -> None:
        self._count, self._name, self._is_hidden = count, name, is_hidden
        self._rows: dict[int, list[Cell]] = {}
        self._merged: list[MergedRange] = []

    def add(self, place: tuple[int, int], cell: Cell, times: tuple[int, int] = (1, 1)) -> None:
        """Add a cell that is not blank; it can fill several rows and columns.

        Raises:
            InputError: it is too long, has a control character, is beyond all rows and columns, or one too many.
        """
        (row, column), (rows, columns) = place, times
        self._count_filled(rows * columns, place)
        cells, end = self._rows.get(row, ()), column + columns
        if not (0 <= row <= _ROWS - rows and column >= 0 and end <= _COLUMNS):
            raise damaged(self._count.file)
        self._count_area(rows * (end - len(cells)), place)
        values = [self._value(cell, place)] * columns
        self._count_letters(cell, rows * columns)
        for number in range(row, row + rows):
            cells = self._rows.setdefault(number, [])
            if len(cells) < column:
                cells.extend([""] * (column - len(cells)))
            cells[column:end] = values

    def merge(self, place: tuple[int, int], last: tuple[int, int]) -> None:
        """Add a range of merged cells, from its first to its last.

        Raises:
            InputError: it is one too many.
        """
        if len(self._merged) >= _MOST_MERGED:
            raise too_large(self._count.file)
        self._merged.append((place[0] + 1, place[1] + 1, last[0] + 1, last[1] + 1))

    def refuse_longer(self, letters: int, place: tuple[int, int]) -> None:
        """Refuse a text with more letters than a cell can have.

        Raises:
            InputError: it has more.
        """
        if letters > LONGEST_CELL:
            message = tr("This text has more than {most} characters.", most=LONGEST_CELL)
            raise InputError("too-long", message, where=self._where(place))

    def worksheet(self) -> Worksheet:
        """The worksheet, whose merged cells all have the value of the first one.

        Raises:
            InputError: ranges of merged cells overlap beyond measure.
        """
        rows = [
            Row(number + 1, number + 1, cells)
            for number, values in sorted(self._rows.items())
            if (cells := trimmed(values))
        ]
        merged = _with_content(self._merged, rows)
        if sum((bottom + 1 - top) * (right + 1 - left) for top, left, bottom, right in merged) > MOST_CELLS:
            raise damaged(self._count.file)
        _spread(rows, merged)
        return Worksheet(self._count.file, self._name, rows, self._is_hidden, merged)

    def _where(self, place: tuple[int, int]) -> Where:
        return cell_place(self._count.file, self._name, place[0] + 1, place[1])

    def _count_filled(self, cells: int, place: tuple[int, int]) -> None:
        self._count.filled += cells
        if self._count.filled > _MOST_FILLED:
            refuse_too_many(self._count.filled, _MOST_FILLED, self._where(place))

    def _count_area(self, cells: int, place: tuple[int, int]) -> None:
        if cells > 0:
            self._count.area += cells
        if self._count.area > MOST_CELLS:
            message = tr(
                "The worksheet {name} reaches to this cell, which makes {count} cells. At most {most} are read.",
                name=self._name,
                count=self._count.area,
                most=MOST_CELLS,
            )
            hint = tr("If the cell is far from the others, delete its row and its column.")
            raise InputError("too-large", message, hint=hint, where=self._where(place))

    def _count_letters(self, cell: Cell, times: int) -> None:
        if isinstance(cell, str):
            self._count.letters += len(cell) * times
            if self._count.letters > _MOST_LETTERS:
                raise too_large(self._count.file)

    def _value(self, cell: Cell, place: tuple[int, int]) -> Cell:
        if isinstance(cell, str):
            self.refuse_longer(len(cell), place)
            if cell.isprintable():
                return cell
            text = one_line_end(cell)
            refuse_control_characters(text, self._where(place))
            return text
        if not isinstance(cell, float):
            return cell
        if not isfinite(cell):
            raise damaged(self._count.file)
        return int(cell) if cell.is_integer() and abs(cell) < _EXACT else cell


def _with_content(ranges: Iterable[MergedRange], rows: Sequence[Row]) -> tuple[MergedRange, ...]:
    """Ranges of merged cells, no farther than the rows and columns that have cells."""
    last = rows[-1].number if rows else 0
    width = max((len(row.cells) for row in rows), default=0)
    return tuple(
        (top, left, min(bottom, last), min(right, width))
        for top, left, bottom, right in ranges
        if 0 < top <= last and 0 < left <= width
    )


def _spread(rows: Iterable[Row], merged: Iterable[MergedRange]) -> None:
    """Fill merged cells with the value of their first one."""
    numbered = {row.number: row.cells for row in rows}
    for top, left, bottom, right in merged:
        first = numbered.get(top, [])[left - 1 : left]
        if first in ([], [""]):
            continue
        for number in range(top, bottom + 1):
            if number in numbered:
                cells = numbered[number]
                cells.extend([""] * (right - len(cells)))
                cells[left - 1 : right] = first * (right + 1 - left)


# Spreadsheets of all formats.

WORKBOOKS = {".xlsx": "workbook_xlsx", ".ods": "workbook_ods"}
"""Modules that read workbooks, by ending: each has `read_worksheets(data, file)`."""


def read_spreadsheet(data: bytes, file: str, encoding: str = "", cards: str = "") -> Spreadsheet:
    """Read a file by its ending, one of `CARD_TABLES`.

    `encoding` is that of a text file if it is not Unicode, and `cards` the path of the cards in a JSON file, '' to find
    them.
    Formulas have the value that the file contains; macros and external links are not read. The apostrophes that
    guard texts of a text file from being formulas are not among their letters.

    Raises:
        InputError: it is empty, damaged, of another format, has a password or a control character, or is too large; or
            the encoding is unknown.
    """
    ending = Path(file).suffix.lower()
    if ending in WORKBOOKS:
        worksheets = import_module(f"deckwright.files.{WORKBOOKS[ending]}").read_worksheets(data, file)
        return Spreadsheet(file, worksheets, [])
    if binary_sort(data):
        refuse_workbook(data, file)
    if ending == ".json":
        return Spreadsheet(file, read_json_tables(data, file, cards), [])
    if _is_page(data):
        raise _other_format(file, tr("a web page"))
    return read_text_table(data, file, encoding)
