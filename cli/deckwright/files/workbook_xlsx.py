"""XLSX workbooks, read by calamine from a copy of the parts that were examined here before."""

from __future__ import annotations

import posixpath
from array import array
from io import BytesIO
from typing import TYPE_CHECKING
from zipfile import ZIP_DEFLATED, ZipFile

from deckwright.errors import InputError
from deckwright.files.workbooks import (
    LONGEST_CELL,
    Count,
    LocalNames,
    Parts,
    Survey,
    calamine_worksheets,
    damaged,
    other_format,
    refuse_many_worksheets,
    refuse_not_zip,
    walk,
)
from deckwright.files.worksheets import MOST_CELLS, MOST_FILLED, CellError, refuse_too_many
from deckwright.files.xml import XmlHandlers, XmlPolicy, parse_xml
from deckwright.findings import Where
from deckwright.model.words import whole_number

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from deckwright.files.worksheets import Worksheet

_WORKBOOK = "xl/workbook.xml"
_RELATIONS = "xl/_rels/workbook.xml.rels"
_TEXTS = "xl/sharedStrings.xml"
_STYLES = "xl/styles.xml"
_COPIED = (_WORKBOOK, _RELATIONS, _STYLES)
_ROOT = "_rels/.rels"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_TO_WORKBOOK = (
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
    f'<Relationship Id="a" Type="{_OFFICE}/officeDocument" Target="{_WORKBOOK}"/></Relationships>'
)
"""Where the workbook is; files without it are read too."""

_SMALL = XmlPolicy(elements=100_000)
_BASE = ord("A") - 1
_LETTERS = 3
"""The most letters in the name of a column."""


def read_worksheets(data: bytes, file: str) -> list[Worksheet]:
    """Read the worksheets of a file; charts, macros and links to other files are not read.

    Raises:
        InputError: it is damaged, of another format, has a password or a control character, or is too large.
    """
    refuse_not_zip(data, file)
    with Parts(data, file) as parts:
        sort, ending = parts.sort()
        if ending != ".xlsx":
            raise other_format(file, sort, ending)
        copy, surveys = _examined(parts)
    return calamine_worksheets(copy, file, surveys)


def _examined(parts: Parts) -> tuple[bytes, list[Survey]]:
    """A copy of the parts that contain cells, and what is known of the worksheets, in their order.

    Nothing else is in the copy: whatever is hidden in a packed file, such as a part that is longer than it says or
    one that is there twice, calamine reads what was counted here.
    """
    copy = BytesIO()
    count = Count(parts.file)
    surveys = []
    with ZipFile(copy, "w", ZIP_DEFLATED, compresslevel=1) as packed:
        packed.writestr(_ROOT, _TO_WORKBOOK)
        for name in _COPIED:
            if name in parts:
                _write(packed, name, walk(parts.pieces(name), parts.file))
        lengths = array("L")
        if _TEXTS in parts:
            _write(
                packed, _TEXTS, walk(parts.pieces(_TEXTS), parts.file, _lengths_of_texts(lengths, parts.file))
            )
        for title, name in _sheets(parts):
            survey = Survey(count, title)
            _write(packed, name, walk(parts.pieces(name), parts.file, _CellReader(survey, lengths).handlers))
            survey.finish()
            surveys.append(survey)
    return copy.getvalue(), surveys


def _write(packed: ZipFile, name: str, pieces: Iterator[bytes]) -> None:
    with packed.open(name, "w") as part:
        for piece in pieces:
            part.write(piece)


def _sheets(parts: Parts) -> Iterator[tuple[str, str]]:
    """Yield the title and the part of each sheet.

    Raises:
        InputError: there are too many, or the book does not say where they are.
    """
    try:
        book, relations = (
            parse_xml(parts.read(name), parts.file, _SMALL) for name in (_WORKBOOK, _RELATIONS)
        )
    except InputError as fault:
        raise damaged(parts.file) if fault.code == "bad-xml" else fault from fault
    targets = {one.get("Id"): one.get("Target") for one in relations.children}
    sheets = [one for one in book.all() if one.name.endswith(" sheet")]
    refuse_many_worksheets(len(sheets), parts.file)
    seen = set()
    for sheet in sheets:
        related = next((value for name, value in sheet.attributes.items() if name.endswith(" id")), "")
        target = targets.get(related, "").replace("\\", "/")
        name = posixpath.normpath(
            target.lstrip("/") if target.startswith(("/xl/", "xl/")) else f"xl/{target}"
        )
        if not target or name in seen:
            raise damaged(parts.file)
        seen.add(name)
        yield sheet.get("name"), name


def _lengths_of_texts(lengths: array[int], file: str) -> XmlHandlers:
    """XmlHandlers that note the length of each text that cells share."""
    names = LocalNames()
    is_open = 0

    def start(name: str, _attributes: dict[str, str]) -> None:
        nonlocal is_open
        if names[name] == "si":
            refuse_too_many(len(lengths), MOST_FILLED, Where(file))
            lengths.append(0)
        is_open = names[name] == "t" and len(lengths) > 0

    def text(content: str) -> None:
        if is_open:
            lengths[-1] += len(content)

    return XmlHandlers(start, None, text)


class _Columns(dict[str, int]):
    """The numbers of columns by their letters, each calculated once."""

    def __missing__(self, letters: str) -> int:
        number = 0
        for letter in letters:
            number = number * 26 + ord(letter) - _BASE
        self[letters] = number - 1
        return number - 1


class _CellReader:
    """Counts the cells of a worksheet, and notes formulas that failed or have no value."""

    def __init__(self, survey: Survey, lengths: Sequence[int]) -> None:
        self._survey, self._lengths, self._file = survey, lengths, survey.count.file
        self._names, self._columns = LocalNames(), _Columns()
        self._row, self._place = -1, (-1, -1)
        self._type = ""
        self._count = 0
        self._has_formula = self._has_value = self._is_open = False
        self._text = ""
        self._letters = 0
        self.handlers = XmlHandlers(self._start, self._end, self._read)

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        name = self._names[name]
        if name == "c":
            if "r" in attributes:
                self._place = self._position(attributes["r"])
            else:
                self._place = self._row, self._place[1] + 1
            self._count += 1
            self._type = attributes.get("t", "")
            self._has_formula = self._has_value = False
            self._text, self._letters = "", 0
        elif name in {"v", "t"}:
            self._has_value = self._is_open = True
        elif name == "f":
            self._has_formula = True
        elif name == "row":
            refuse_too_many(self._count, MOST_CELLS, Where(self._file))
            self._row = int(attributes["r"]) - 1 if "r" in attributes else self._row + 1
            self._place = self._row, -1
        elif name == "mergeCell":
            self._merge(attributes.get("ref", ""))

    def _position(self, place: str) -> tuple[int, int]:
        letters = place.rstrip("0123456789")
        number = place[len(letters) :]
        if not (letters.isalpha() and letters.isascii() and letters.isupper()) or len(letters) > _LETTERS:
            raise damaged(self._file)
        return int(number) - 1, self._columns[letters]

    def _merge(self, ends: str) -> None:
        first, _, last = ends.partition(":")
        (top, left), (bottom, right) = self._position(first), self._position(last or first)
        self._survey.merge(top, left, bottom, right)

    def _read(self, content: str) -> None:
        if self._is_open:
            self._letters += len(content)
            if self._letters > LONGEST_CELL:
                self._survey.add(*self._place, self._letters)
            if self._type in {"s", "e"}:
                self._text += content[:20]

    def _end(self, name: str) -> None:
        self._is_open = False
        if (self._has_value or self._has_formula) and self._names[name] == "c":
            self._close()

    def _close(self) -> None:
        place = self._place
        if self._type == "s":
            self._letters = self._shared(self._text)
        self._survey.add(*place, self._letters)
        if self._type == "e":
            self._survey.special[place] = CellError(self._text)
        elif self._has_formula and not self._letters and self._type != "str":
            self._survey.special[place] = CellError("")

    def _shared(self, number: str) -> int:
        index = whole_number(number)
        if index is None or index >= len(self._lengths):
            raise damaged(self._file)
        return self._lengths[index]
