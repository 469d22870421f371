"""XLSX workbooks: their sheets, texts and formats of numbers, as ECMA-376 has them."""

from __future__ import annotations

import datetime as dt
import io
import posixpath
import re
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from deckwright.errors import InputError
from deckwright.files.spreadsheets import Cell, CellError, refuse_too_many
from deckwright.files.workbooks import (
    LONGEST_CELL,
    CellCount,
    LocalNames,
    SheetCells,
    WorkbookParts,
    moment_of,
    time_of_day,
    workbook_parts,
)
from deckwright.files.xml import XmlHandlers
from deckwright.findings import Where
from deckwright.messages import tr
from deckwright.model.words import fits_xml

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from deckwright.files.spreadsheets import Worksheet

_MOST_TEXTS = 1_000_000


def read_worksheets(data: bytes, file: str) -> list[Worksheet]:
    """Read the worksheets of a file; charts, macros and links to other files are not read.

    Raises:
        InputError: it is damaged, of another format, has a password or a control character, or is too large.
    """
    parts = workbook_parts(data, file, ".xlsx")
    sheets, has_mac_days = _sheets(parts)
    book = _Book(_shared_texts(parts), _number_formats(parts), has_mac_days)
    count = CellCount(file)
    worksheets = []
    for sheet in sheets:
        cells = SheetCells(count, sheet.name, is_hidden=sheet.is_hidden)
        _CellReader(cells, book).read(parts, sheet.part)
        worksheets.append(cells.worksheet())
    return worksheets


# What the sheets of a workbook share.


class _Sheet(NamedTuple):
    """A worksheet, and the part with its cells."""

    name: str
    part: str
    is_hidden: bool


class _Book(NamedTuple):
    """Texts and formats of numbers by their number in cells; whether days are counted from 1904."""

    texts: Sequence[str]
    formats: Sequence[str]
    has_mac_days: bool


def _each(parts: WorkbookParts, part: str, handle: Callable[[str, dict[str, str]], None]) -> None:
    """Call a function with each element of a part: its name and its attributes, without prefixes."""
    names = LocalNames()

    def start(name: str, attributes: dict[str, str]) -> None:
        handle(names[name], {names[key]: value for key, value in attributes.items()})

    if part in parts:
        parts.scan(part, XmlHandlers(start))


def _sheets(parts: WorkbookParts) -> tuple[list[_Sheet], bool]:
    """The worksheets, and whether days are counted from 1904; charts and dialogs are skipped."""
    related: dict[str, dict[str, str]] = {}
    sheets: list[_Sheet] = []
    days = ""

    def relate(_name: str, own: dict[str, str]) -> None:
        related[own.get("Id", "")] = own

    def handle(name: str, own: dict[str, str]) -> None:
        nonlocal days
        if name == "workbookPr":
            days = own.get("date1904", "")
        elif name == "sheet":
            relation = related[own["id"]]
            if relation.get("Type", "/worksheet").endswith("/worksheet"):
                part = _part_of(relation["Target"].replace("\\", "/"))
                sheets.append(_Sheet(own.get("name", ""), part, own.get("state", "visible") != "visible"))

    _each(parts, "xl/_rels/workbook.xml.rels", relate)
    _each(parts, "xl/workbook.xml", handle)
    return sheets, days in {"1", "true"}


def _part_of(target: str) -> str:
    is_absolute = target.startswith(("/xl/", "xl/"))
    return posixpath.normpath(target.lstrip("/") if is_absolute else f"xl/{target}")


class _TextReader:
    """Reads the texts of elements, without how they are pronounced."""

    def __init__(self) -> None:
        self._names = LocalNames()
        self._letters = ""
        self._stripped_from = -1
        self._is_open = self._is_phonetic = False

    def read(self, parts: WorkbookParts, part: str) -> None:
        """Read a part of a workbook.

        Raises:
            InputError: it is missing, damaged or too large.
        """
        parts.scan(part, XmlHandlers(self.start, self.end, self.add))

    def start(self, name: str, attributes: dict[str, str]) -> None:
        """Handle the start of an element; white space around texts counts only if they say so."""
        local = self._names[name]
        if local in {"t", "v"}:
            self._is_open = not self._is_phonetic
            is_stripped = local == "t" and attributes.get("xml:space") != "preserve"
            self._stripped_from = len(self._letters) if is_stripped else -1
        elif local == "rPh":
            self._is_phonetic = True

    def add(self, content: str) -> None:
        """Add what an element contains."""
        if self._is_open:
            self._letters += content
            if len(self._letters) > LONGEST_CELL:
                self._end_long()

    def end(self, name: str) -> None:
        """Handle the end of an element."""
        if self._is_open and self._stripped_from >= 0:
            start = self._stripped_from
            self._letters = self._letters[:start] + self._letters[start:].strip(_WHITE_SPACE)
        self._is_open = False
        if self._names[name] == "rPh":
            self._is_phonetic = False

    def _end_long(self) -> None:
        """Read no more of a text than makes it too long."""
        self._is_open = False

    @property
    def _text(self) -> str:
        """The text, in which characters can be escaped, such as `_x000D_`."""
        return _ESCAPED.sub(lambda found: chr(int(found[1], 16)), self._letters)


_WHITE_SPACE = " \t\r\n"
_ESCAPED = re.compile("_x((?![Dd][89A-Fa-f])[0-9A-Fa-f]{4})_")
"""A character as its number; half a character is not one."""


class _SharedTexts(_TextReader):
    """Reads the texts that cells name by their numbers."""

    def __init__(self, file: str) -> None:
        super().__init__()
        self.texts: list[str] = []
        self._file = file

    def start(self, name: str, attributes: dict[str, str]) -> None:
        """Handle the start of an element.

        Raises:
            InputError: there are too many texts.
        """
        super().start(name, attributes)
        if self._names[name] == "si":
            refuse_too_many(len(self.texts) + 1, _MOST_TEXTS, Where(self._file))
            self._letters = ""

    def end(self, name: str) -> None:
        """Handle the end of an element."""
        super().end(name)
        if self._names[name] == "si":
            self.texts.append(self._text)


def _shared_texts(parts: WorkbookParts) -> list[str]:
    reader = _SharedTexts(parts.file)
    if "xl/sharedStrings.xml" in parts:
        reader.read(parts, "xl/sharedStrings.xml")
    return reader.texts


# Formats of numbers, of which only dates matter.

_DATE, _DURATION = "date", "duration"
_FORMATS = {
    **dict.fromkeys((*range(14, 23), *range(27, 37), 45, 47, *range(50, 59)), "d"),
    46: "[h]:mm:ss",
}
"""Formats that have a number and are not in the file."""

_NOT_CODES = re.compile(r'"[^"]*"|\\.|[_*].|\[(?!(?:h+|m+|s+)\])[^\]]*\]', re.IGNORECASE)
"""Parts of a format that are shown as they are, colours, conditions and currencies."""


def _number_formats(parts: WorkbookParts) -> list[str]:
    """What the numbers are, by the number of their look in cells: dates, durations, or ''."""
    codes: dict[int, str] = {**_FORMATS}
    looks: list[int] = []
    section = ""

    def handle(name: str, own: dict[str, str]) -> None:
        nonlocal section
        section = name if name in {"cellXfs", "cellStyleXfs", "cellStyles"} else section
        if name == "numFmt" and "numFmtId" in own:
            codes[int(own["numFmtId"])] = own.get("formatCode", "")
        elif name == "xf" and section == "cellXfs":
            looks.append(int(own.get("numFmtId", "0")))

    _each(parts, "xl/styles.xml", handle)
    return [_sort_of(codes.get(look, "")) for look in looks]


@cache
def _sort_of(code: str) -> str:
    plain = _NOT_CODES.sub("", code).partition(";")[0].lower()
    return _DURATION if "[" in plain else _DATE if re.search("[dmyhs]", plain) else ""


_DAY = 24 * 60 * 60 * 1000
_FIRST_DAYS = {True: dt.datetime(1904, 1, 1), False: dt.datetime(1899, 12, 30)}  # noqa: DTZ001 - no time zones
_LEAP_DAY = 60
"""Day 60 is February 29, 1900, which never was: days before have one day more between them and the first."""


def _moment(days: float, sort: str, *, has_mac_days: bool) -> Cell:
    """A date, a time of day or a duration; the number itself if it is not one."""
    try:
        span = dt.timedelta(milliseconds=round(days * _DAY))
        if sort == _DURATION or days < 0:
            return span if sort == _DURATION else days
        if days < 1:
            return time_of_day(span)
        is_before_leap = not has_mac_days and days < _LEAP_DAY
        moment = _FIRST_DAYS[has_mac_days] + span + dt.timedelta(days=is_before_leap)
    except OverflowError:
        return days
    return moment.date() if moment.time() == dt.time() else moment


# Cells.

_PLACE = re.compile("([A-Z]{1,3})([1-9][0-9]{0,6})")


@cache
def _column(letters: str) -> int:
    """Number of a column from 0, by its letters."""
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - ord("A") + 1
    return number - 1


def _place(name: str) -> tuple[int, int]:
    """Row and column of a cell from 0, by a name such as `B2`.

    Raises:
        ValueError: it is not such a name.
    """
    found = _PLACE.fullmatch(name)
    if not found:
        raise ValueError(name)
    return int(found[2]) - 1, _column(found[1])


class _CellReader(_TextReader):
    """Reads the cells of a worksheet, element by element."""

    def __init__(self, cells: SheetCells, book: _Book) -> None:
        super().__init__()
        self._cells, self._book = cells, book
        self._place = (-1, -1)
        self._attributes: dict[str, str] = {}
        self._has_value = self._has_formula = False

    def start(self, name: str, attributes: dict[str, str]) -> None:
        """Handle the start of an element."""
        local = self._names[name]
        if local == "c":
            row, column = self._place
            self._place = _place(attributes["r"]) if "r" in attributes else (row, column + 1)
            self._attributes, self._letters = attributes, ""
            self._has_value = self._has_formula = False
        elif local == "row":
            row = int(attributes["r"]) - 1 if "r" in attributes else self._place[0] + 1
            self._place = row, -1
        elif local == "f":
            self._has_formula = True
        elif local == "mergeCell":
            first, _, last = attributes.get("ref", "").partition(":")
            self._cells.merge(_place(first), _place(last or first))
        elif local != "v" or self._attributes.get("t") != "inlineStr":
            self._has_value = self._has_value or local in {"v", "t"}
            super().start(name, attributes)

    def end(self, name: str) -> None:
        """Handle the end of an element."""
        if self._is_open or self._is_phonetic:
            super().end(name)
        if self._names[name] == "c" and (self._has_value or self._has_formula):
            cell = self._value(self._attributes.get("t", ""), self._letters)
            if cell != "":
                self._cells.add(self._place, cell)

    def _end_long(self) -> None:
        self._cells.refuse_longer(len(self._letters), self._place)

    def _value(self, kind: str, letters: str) -> Cell:
        """Value of the cell by its type and what is written for it."""
        if kind in {"str", "inlineStr"}:
            return self._text
        if kind == "e" or (self._has_formula and not letters):
            return CellError(letters)
        return self._plain(kind, letters) if letters else ""

    def _plain(self, kind: str, letters: str) -> Cell:
        if kind == "s":
            if not letters.isdecimal():
                raise ValueError(letters)
            return self._book.texts[int(letters)]
        if kind == "b":
            return letters in {"1", "true"}
        return moment_of(letters) if kind == "d" else self._number(float(letters))

    def _number(self, number: float) -> Cell:
        look = int(self._attributes.get("s") or 0)
        sort = self._book.formats[look] if 0 <= look < len(self._book.formats) else ""
        return _moment(number, sort, has_mac_days=self._book.has_mac_days) if sort else number


# A workbook that is written.


class ColumnLook(NamedTuple):
    """The look of a column: its width in letters, whether its blank cells are for texts, and what can be done with it.

    An open column can be changed although the sheet is protected; one with choices takes no other words.
    """

    width: int
    is_text: bool = True
    is_open: bool = False
    is_hidden: bool = False
    choices: Sequence[str] = ()


_LONGEST_WRITTEN, _LONGEST_TITLE = 32_767, 31
"""The most letters that Excel takes in a cell, and in the name of a sheet."""


def workbook_bytes(
    title: str,
    rows: Sequence[Sequence[str | float]],
    looks: Sequence[ColumnLook],
    *,
    frozen: int = 0,
    is_protected: bool = False,
) -> bytes:
    """Bytes of a workbook with one sheet. Its first row are the headings; so many columns stay in view.

    A text is never read as a formula or a number. The sheet is written in memory: a temporary file would stay where a disk
    is full.

    Raises:
        InputError: a text has a control character, or is longer than a cell can be.
    """
    from xlsxwriter import Workbook

    content = io.BytesIO()
    book = Workbook(content, {"in_memory": True})
    sheet = book.add_worksheet(title[:_LONGEST_TITLE])
    heading, part = book.add_format({"bold": True, "num_format": "@"}), book.add_format({"num_format": "@"})
    plain = {"text_wrap": True, "valign": "top"}
    last = len(rows) - 1
    for column, look in enumerate(looks):
        common = {**plain, "locked": not look.is_open}
        of_texts, of_others = book.add_format({**common, "num_format": "@"}), book.add_format(common)
        shown = of_texts if look.is_text else of_others
        sheet.set_column(column, column, look.width, shown, {"hidden": look.is_hidden})
        if look.choices:
            sheet.data_validation(
                1, column, max(last, 1), column, {"validate": "list", "source": [*look.choices]}
            )
        for number, row in enumerate(rows):
            value = row[column]
            if isinstance(value, bool):
                sheet.write_boolean(number, column, value, of_others)
            elif not isinstance(value, str):
                sheet.write_number(number, column, value, of_others)
            elif not value and look.is_open:
                sheet.write_blank(number, column, None, of_texts)
            elif value:
                _refuse_unwritable(value, row, Where(title, number + 1, column + 1))
                look_of_text = of_texts if number else heading
                if value.startswith("<r>"):  # which the library takes for XML of its own
                    sheet.write_rich_string(number, column, value[:1], part, value[1:], look_of_text)
                else:
                    sheet.write_string(number, column, value, look_of_text)
    sheet.autofilter(0, 0, last, len(looks) - 1)
    sheet.freeze_panes(1, frozen)
    if is_protected:
        sheet.protect("", dict.fromkeys(("autofilter", "sort", "format_columns", "format_rows"), True))
    book.close()
    return content.getvalue()


def _refuse_unwritable(text: str, row: Sequence[str | float], where: Where) -> None:
    if not fits_xml(text):
        message = tr(
            "{context} has a control character, which {kind} cannot contain.", context=row[0], kind="XLSX"
        )
        raise InputError("control-character", message, hint=tr("Remove it, or write a .csv file."))
    if len(text) > _LONGEST_WRITTEN:
        message = tr("This text has more than {most} characters.", most=_LONGEST_WRITTEN)
        raise InputError("too-long", message, where=where)
