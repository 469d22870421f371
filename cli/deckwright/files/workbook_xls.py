"""XLS workbooks of Excel 97 to 2003, whose records are counted before calamine reads them.

The container is described in [MS-CFB], the records in [MS-XLS].
"""

from __future__ import annotations

import struct
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from deckwright.files.workbooks import (
    OLE,
    Count,
    Survey,
    bad_workbook,
    calamine_worksheets,
    damaged,
    protected,
    refuse_many_worksheets,
    refuse_not_ole,
)
from deckwright.files.worksheets import MOST_FILLED, CellError, refuse_too_many
from deckwright.findings import Where
from deckwright.messages import tr

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from deckwright.files.worksheets import Worksheet

_LAST_SECTOR = 0xFFFFFFFA
_HEADER, _ENTRY, _MINI = 512, 128, 64
_STREAM, _ROOT = 2, 5
_IN_HEADER = 109
"""Sectors of the allocation table that the header lists by itself."""

_BOOK, _BOOK_95 = "Workbook", "Book"
_BOF, _EOF, _PASSWORD, _SHEET, _SIZE, _MERGED = 0x0809, 0x000A, 0x002F, 0x0085, 0x0200, 0x00E5
_TEXTS, _CONTINUED, _SHARED = 0x00FC, 0x003C, 0x00FD
_HAS_SPEECH, _HAS_LOOKS = 4, 8
_ERRORS = {
    0x00: "#NULL!",
    0x07: "#DIV/0!",
    0x0F: "#VALUE!",
    0x17: "#REF!",
    0x1D: "#NAME?",
    0x24: "#NUM!",
    0x2A: "#N/A",
}


def read_worksheets(data: bytes, file: str) -> list[Worksheet]:
    """Read the worksheets of a file; charts and macros are not read.

    Raises:
        InputError: it is damaged, of another format, has a password or a control character, or is too large.
    """
    refuse_not_ole(data, file)
    try:
        container = _Container(data)
        name = next((one for one in (_BOOK, _BOOK_95) if one in container.streams), "")
        if not name:
            raise bad_workbook(
                file, tr("it is not {format}, but {sort}", format="XLS", sort=tr("a file of another kind"))
            )
        stream = bytearray(container.read(name))
        surveys = _surveys(stream, file)
    except (struct.error, ValueError, IndexError) as fault:
        raise damaged(file) from fault
    return calamine_worksheets(container_of(name, stream), file, surveys)


# The container: a file system in a file, of which one stream is the workbook.


class _Stream(NamedTuple):
    """A stream of the container: its first sector and its size in bytes."""

    first: int
    size: int


class _Container:
    """The streams of a compound file by their names."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._sector = 1 << struct.unpack_from("<H", data, 30)[0]
        if self._sector not in {512, 4096}:
            raise ValueError
        directory, self._cutoff, mini, more = (
            struct.unpack_from("<I", data, at)[0] for at in (48, 56, 60, 68)
        )
        self._next = self._table(more)
        self.streams: dict[str, _Stream] = {}
        root = _Stream(_LAST_SECTOR, 0)
        entries = self._chain(directory)
        for at in range(0, len(entries), _ENTRY):
            length, kind = struct.unpack_from("<HB", entries, at + 64)
            found = _Stream(*struct.unpack_from("<II", entries, at + 116))
            if kind == _ROOT:
                root = found
            elif kind == _STREAM:
                title = entries[at : at + max(length - 2, 0)].decode("utf-16-le", "replace")
                self.streams.setdefault(title, found)
        self._small = self._chain(root.first)
        self._next_small = _numbers(self._chain(mini))

    def _table(self, more: int) -> tuple[int, ...]:
        """Number of the sector that follows each sector."""
        listed = list(struct.unpack_from(f"<{_IN_HEADER}I", self._data, 76))
        seen: set[int] = set()
        while more < _LAST_SECTOR and more not in seen:
            seen.add(more)
            *numbers, more = _numbers(self._at(more))
            listed += numbers
        return _numbers(b"".join(self._at(one) for one in listed if one < _LAST_SECTOR))

    def _at(self, sector: int) -> bytes:
        start = _HEADER if self._sector == _HEADER else self._sector
        at = start + sector * self._sector
        return self._data[at : at + self._sector]

    def _chain(self, first: int) -> bytes:
        return b"".join(map(self._at, _chained(first, self._next)))

    def read(self, name: str) -> bytes:
        """Content of a stream."""
        first, size = self.streams[name]
        if size >= self._cutoff:
            return self._chain(first)[:size]
        small = self._small
        pieces = (small[at * _MINI : (at + 1) * _MINI] for at in _chained(first, self._next_small))
        return b"".join(pieces)[:size]


def _numbers(data: bytes) -> tuple[int, ...]:
    return struct.unpack(f"<{len(data) // 4}I", data[: len(data) // 4 * 4])


def _chained(first: int, following: tuple[int, ...]) -> Iterator[int]:
    """Yield the sectors of a stream, none of them twice."""
    seen: set[int] = set()
    while first < _LAST_SECTOR:
        if first in seen:
            raise ValueError
        seen.add(first)
        yield first
        first = following[first]


def container_of(name: str, stream: bytes | bytearray) -> bytes:
    """A compound file with one stream, so that calamine reads what was counted, whatever else is in the file."""
    size = 512
    # A stream of less than 4096 bytes would be a small one, which is stored in another way.
    sectors = max(-(-len(stream) // size), 8)
    tables = -(-(sectors + 1) // (size // 4 - 1)) + 1
    far = max(-(-(tables - _IN_HEADER) // (size // 4 - 1)), 0)
    end, table, list_of_tables = 0xFFFFFFFE, 0xFFFFFFFD, 0xFFFFFFFC
    following = [
        end,
        *range(2, sectors + 1),
        end,
        *[table] * tables,
        *[list_of_tables] * far,
    ]
    following += [0xFFFFFFFF] * (tables * size // 4 - len(following))
    first_table = sectors + 1
    numbers = [*range(first_table, first_table + tables)]
    first_far = first_table + tables
    header = (
        OLE
        + bytes(16)
        + struct.pack("<5H6x", 0x3E, 3, 0xFFFE, 9, 6)
        + struct.pack("<IIIIIIIII", 0, tables, 0, 0, 4096, end, 0, first_far if far else end, far)
        + _packed(numbers[:_IN_HEADER], _IN_HEADER)
    )
    lists = b""
    for at in range(far):
        start = _IN_HEADER + at * 127
        lists += _packed(numbers[start : start + 127], 127)
        lists += struct.pack("<I", first_far + at + 1 if at + 1 < far else end)
    directory = (
        _entry("Root Entry", _ROOT, end, 0, child=1)
        + _entry(name, _STREAM, 1, max(len(stream), 4096))
        + bytes(2 * _ENTRY)
    )
    return (
        header + directory + stream.ljust(sectors * size, b"\0") + _packed(following, len(following)) + lists
    )


def _packed(numbers: list[int], length: int) -> bytes:
    return struct.pack(f"<{length}I", *numbers, *[0xFFFFFFFF] * (length - len(numbers)))


def _entry(name: str, kind: int, first: int, size: int, child: int = 0xFFFFFFFF) -> bytes:
    title = f"{name}\0".encode("utf-16-le")
    nothing = 0xFFFFFFFF
    return (
        title.ljust(64, b"\0")
        + struct.pack("<HBBIII", len(title), kind, 1, nothing, nothing, child)
        + bytes(36)
        + struct.pack("<IQ", first, size)
    )


# The records of the workbook.


def _records(stream: bytearray, at: int) -> Iterator[tuple[int, int, bytes]]:
    """Yield the records from a position to the end of their part, each with its number and where its content is."""
    depth = 0
    while at + 4 <= len(stream):
        number, size = struct.unpack_from("<HH", stream, at)
        yield number, at + 4, bytes(stream[at + 4 : at + 4 + size])
        # A chart within a worksheet has a part of its own.
        depth += (number == _BOF) - (number == _EOF)
        if number == _EOF and depth <= 0:
            return
        at += 4 + size


def _surveys(stream: bytearray, file: str) -> list[Survey]:
    """What the worksheets contain, in their order; the sizes that they say to have are removed.

    Raises:
        InputError: the workbook has a password, or is too large.
    """
    sheets: list[tuple[int, str]] = []
    texts: list[bytes] = []
    is_text = False
    for number, _, record in _records(stream, 0):
        if number == _PASSWORD:
            raise protected(file)
        if number == _SHEET:
            sheets.append((struct.unpack_from("<I", record)[0], _title(record)))
        is_text = number == _TEXTS or (is_text and number == _CONTINUED)
        if is_text:
            texts.append(record)
    refuse_many_worksheets(len(sheets), file)
    count, lengths = Count(file), _lengths(texts, file)
    surveys = []
    for at, title in sheets:
        survey = Survey(count, title)
        for number, start, record in _records(stream, at):
            if number == _SIZE:
                # Calamine takes memory for the size that is said here, which need not be true.
                stream[start : start + len(record)] = bytes(len(record))
            elif number in _CELLS:
                _CELLS[number](survey, record)
            elif number == _SHARED:
                row, column, text = struct.unpack_from("<HHxxI", record)
                survey.add(row, column, lengths[text])
        survey.finish()
        surveys.append(survey)
    return surveys


def _lengths(records: list[bytes], file: str) -> list[int]:
    """Lengths of the texts that cells share, which go on from record to record.

    Raises:
        InputError: there are too many.
    """
    lengths: list[int] = []
    if not records:
        return lengths
    at, pieces = 8, iter(records)
    piece = next(pieces)
    count = struct.unpack_from("<I", piece, 4)[0]
    refuse_too_many(count, MOST_FILLED, Where(file))
    for _ in range(count):
        if at >= len(piece):
            at, piece = 0, next(pieces, b"")
        length, kind = struct.unpack_from("<HB", piece, at)
        at += 3
        extra = 0
        if kind & _HAS_LOOKS:
            extra, at = struct.unpack_from("<H", piece, at)[0] * 4, at + 2
        if kind & _HAS_SPEECH:
            extra, at = extra + struct.unpack_from("<I", piece, at)[0], at + 4
        left = length
        while left > (fits := (len(piece) - at) >> (kind & 1)):
            left -= fits
            piece = next(pieces, b"")
            # Each record says again how wide its letters are.
            at, kind = 1, piece[0]
        at += left << (kind & 1)
        while (beyond := at + extra - len(piece)) > 0:
            piece = next(pieces, b"")
            if not piece:
                raise ValueError
            at, extra = 0, beyond
        at += extra
        lengths.append(length)
    return lengths


def _title(record: bytes) -> str:
    """Name of a worksheet; it is only shown in errors, and calamine reads it by itself."""
    return record[8:].decode("utf-16-le" if record[7:8] == b"\1" else "latin-1", "replace")


def _single(survey: Survey, record: bytes) -> None:
    row, column = struct.unpack_from("<HH", record)
    survey.add(row, column)


def _several(survey: Survey, record: bytes, size: int) -> None:
    row, column = struct.unpack_from("<HH", record)
    for number in range((len(record) - 6) // size):
        survey.add(row, column + number)


def _error(survey: Survey, record: bytes) -> None:
    row, column, code, is_error = struct.unpack_from("<HH2xBB", record)
    survey.add(row, column)
    if is_error:
        survey.special[row, column] = _error_of(code)


def _formula(survey: Survey, record: bytes) -> None:
    row, column, kind, code, marks = struct.unpack_from("<HH2xBxB3xH", record)
    survey.add(row, column)
    if (kind, marks) == (2, 0xFFFF):
        survey.special[row, column] = _error_of(code)


def _error_of(code: int) -> CellError:
    return CellError(_ERRORS.get(code, f"#{code}"))


def _merged(survey: Survey, record: bytes) -> None:
    for at in range(struct.unpack_from("<H", record)[0]):
        top, bottom, left, right = struct.unpack_from("<4H", record, 2 + at * 8)
        survey.merge(top, left, bottom, right)


_CELLS: dict[int, Callable[[Survey, bytes], None]] = {
    0x0203: _single,  # number
    0x027E: _single,  # number, packed
    0x0204: _single,  # text
    0x00D6: _single,  # text with looks
    0x00BD: partial(_several, size=6),  # numbers, packed
    0x0205: _error,
    0x0006: _formula,
    _MERGED: _merged,
}
