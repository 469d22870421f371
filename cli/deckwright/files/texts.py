"""Text files: read whole, within a size limit, as UTF-8, or rejected with the place of the error."""

from __future__ import annotations

import os
import re
import sys
from codecs import BOM_UTF8
from errno import EBADF
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from deckwright.errors import InputError
from deckwright.findings import Where
from deckwright.messages import tr
from deckwright.model.words import (
    code_point,
    control_character,
    control_character_message,
    did_you_mean,
    nearest,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

MEGABYTE = 1_000_000

TEXT_TABLES = (".csv", ".tsv")
SPREADSHEETS = (*TEXT_TABLES, ".xlsx", ".ods")
"""The endings of files that are read as spreadsheets."""

HTTPS = "https://"

CARD_TABLES = (*SPREADSHEETS, ".json")
"""The endings of files whose rows are cards."""

OLD_WORKBOOK = ".xls"
"""The ending of workbooks that spreadsheet programs wrote until 2003."""

STDIN = "-"

LONGEST_TEXT = 20_000
"""The most letters of one text; the schema of card files says the same."""

# What a file of another sort starts with, and what people call it.
_SIGNATURES = {
    b"%PDF": "PDF",
    b"\x89PNG": "PNG",
    b"\xff\xd8\xff": "JPEG",
    b"PK\x03\x04": "ZIP, XLSX, ODS",
    b"SQLite format 3": "SQLite",
    b"\x1f\x8b": "gzip",
    b"\xd0\xcf\x11\xe0": "XLS",
}
_LINE_END = re.compile(r"\r\n?|\n")

_UTF16 = (b"\xff\xfe", b"\xfe\xff")
_LOOKED_AT = 400


def read_bytes(path: str | Path, *, limit: int) -> bytes:
    """Read a file of at most `limit` bytes; `-` is standard input.

    Raises:
        InputError: the file is missing, is a folder, is larger, or may not be read.
    """
    name = str(path)
    try:
        if name == STDIN:
            if sys.stdin is None:  # closed, as cron starts programs
                raise OSError(EBADF, os.strerror(EBADF))  # noqa: TRY301 - it is told as the system's own is
            return within(sys.stdin.buffer.read(limit + 1), name, limit)
        with Path(path).open("rb") as file:
            return within(file.read(limit + 1), name, limit)
    except FileNotFoundError:
        raise InputError(
            "no-such-file",
            tr("File not found: {name}.", name=name),
            hint=_beside(Path(path)),
            where=Where(name),
        ) from None
    except OSError as fault:
        raise InputError(
            "unreadable",
            tr("{name} cannot be read: {reason}.", name=name, reason=fault.strerror or str(fault)),
            where=Where(name),
        ) from fault


def is_address(source: str) -> bool:
    """Whether a source is an address of the web, and not a file."""
    return source.lower().startswith((HTTPS, "http://"))


def within(data: bytes, name: str, limit: int) -> bytes:
    """The content of a file, if it has at most `limit` bytes.

    Raises:
        InputError: it has more.
    """
    if len(data) <= limit:
        return data
    raise InputError(
        "too-large",
        tr(
            "{name} is larger than {limit} MB, the limit for this kind of file.",
            name=name,
            limit=limit // MEGABYTE or 1,
        ),
        hint=tr("Is it the right file?"),
        where=Where(name),
    )


def _beside(path: Path) -> str:
    """Name of the file next to `path` that was most likely meant."""
    try:
        beside = sorted(entry.name for entry in path.parent.iterdir())
    except OSError:
        return tr("Its folder was not found either: {name}.", name=path.parent)
    ending = path.suffix
    stems = {name.removesuffix(ending): name for name in beside}
    near = [stems[stem] for stem in nearest(path.name.removesuffix(ending), list(stems))]
    return did_you_mean(str(path.with_name(name)) for name in near)


def lines_of(text: str) -> list[str]:
    """Split a text at the line ends that editors count; a text that ends with one has an empty last line."""
    return _LINE_END.split(text)


def each_line(text: str) -> Iterator[str]:
    """Yield what `lines_of` returns, for texts of which all lines would take much memory."""
    start = 0
    for end in _LINE_END.finditer(text):
        yield text[start : end.start()]
        start = end.end()
    yield text[start:]


def each_line_of(lines: Iterable[bytes]) -> Iterator[str]:
    """Yield the lines of a file that `decode` accepts, one decoded after another: a large text takes much memory."""
    text = "\n"
    for number, line in enumerate(lines):
        text = (line if number else line.removeprefix(BOM_UTF8)).decode()
        ending = -2 if text.endswith("\r\n") else -1 if text.endswith("\n") else None
        yield from each_line(text[:ending])
    if text.endswith("\n"):
        yield ""


@lru_cache(8)
def line_starts(text: str) -> list[int]:
    """Offsets at which the lines of a text begin, found once however often they are asked for."""
    return [0, *(end.end() for end in _LINE_END.finditer(text))]


def decode(data: bytes, name: str, first_line: int = 1, *, has_control_characters: bool = False) -> str:
    """Decode UTF-8, with or without a byte order mark; `first_line` is the number of its first line in the file.

    If it `has_control_characters`, the caller looks for them.

    Raises:
        InputError: it is another sort of file, or another encoding, or has a control character; with the place of
            the first fault.
    """
    _refuse_binary(data, name)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        before = data[: fault.start]
        line = before.count(b"\n") + first_line
        column = len(before[before.rfind(b"\n") + 1 :].decode("utf-8", "replace")) + 1
        raise InputError(
            "encoding",
            tr("The byte 0x{byte} is not UTF-8.", byte=f"{data[fault.start]:02x}"),
            hint=tr("Save the file as UTF-8; it looks like Latin-1 or Windows-1252."),
            where=Where(name, line, column),
        ) from None
    if not has_control_characters:
        refuse_control_characters_in(text, name, first_line)
    return text


def refuse_control_characters_in(text: str, name: str, first_line: int = 1) -> None:
    """Check the text of a file for control characters.

    Raises:
        InputError: it has one, with its place.
    """
    if found := control_character(text):
        lines = lines_of(text[: found.start()])
        raise not_allowed(found[0], Where(name, len(lines) - 1 + first_line, len(lines[-1]) + 1))


def refuse_control_characters(text: str, where: Where) -> None:
    """Check a text that a file contains in another form, such as with escapes, for control characters.

    Raises:
        InputError: it has one.
    """
    if found := control_character(text):
        raise not_allowed(found[0], where)


def refuse_unprintable_name(name: str) -> None:
    """Refuse a name that could not be read again from the file that it is written to.

    Raises:
        InputError: it has a control character.
    """
    if found := control_character(name):
        message = tr("The name has the control character {code}.", code=code_point(found[0]))
        raise InputError("bad-name", message, hint=tr("Nothing was changed. Use another name."))


def refuse_long(text: str, where: Where) -> None:
    """Check the length of a translated text, as the schema of card files does.

    Raises:
        InputError: it is longer.
    """
    if len(text) > LONGEST_TEXT:
        message = tr(
            "This text is too long: {count} characters. Use at most {most}.",
            count=len(text),
            most=LONGEST_TEXT,
        )
        raise InputError("too-long", message, where=where)


def not_allowed(character: str, where: Where) -> InputError:
    """Error for a control character."""
    message, hint = control_character_message(character)
    return InputError("control-character", message, hint=hint, where=where)


def old_workbook(name: str) -> InputError:
    """Error for a workbook as spreadsheet programs wrote them until 2003."""
    message = tr("{name} is an XLS file, as Excel wrote them until 2003: these are not read.", name=name)
    return InputError("old-workbook", message, hint=tr("Save it as XLSX or ODS."), where=Where(name))


def binary_sort(data: bytes) -> str:
    """What a file is that is not a text, as people call it; '' if its start does not show it."""
    return next((sort for start, sort in _SIGNATURES.items() if data.startswith(start)), "")


def _refuse_binary(data: bytes, name: str) -> None:
    if _is_utf16(data):
        raise InputError(
            "encoding",
            tr("{name} is UTF-16.", name=name),
            hint=tr("Save the file as UTF-8."),
            where=Where(name, 1, 1),
        )
    if sort := binary_sort(data):
        raise InputError(
            "binary", tr("{name} is not a text file, but {sort}.", name=name, sort=sort), where=Where(name)
        )
    if b"\0" in data:
        raise InputError("binary", tr("{name} is not a text file.", name=name), where=Where(name))


def _is_utf16(data: bytes) -> bool:
    """Whether bytes are UTF-16: by the byte order mark, or by zeros in every other byte, as most letters are Latin."""
    halves = data[:_LOOKED_AT:2], data[1:_LOOKED_AT:2]
    least, most = sorted(half.count(0) for half in halves)
    return data.startswith(_UTF16) or (least == 0 and most > len(halves[1]) / 2 > 1)
