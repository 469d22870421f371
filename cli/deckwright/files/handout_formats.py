"""Formats of files for translators, by the endings of their names: each is read, and most are written."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from deckwright.errors import InputError, UsageError
from deckwright.files.handouts import (
    read_po,
    read_table,
    read_xliff2,
    write_csv,
    write_po,
    write_xliff,
    write_xlsx,
)
from deckwright.files.texts import SPREADSHEETS, STDIN, read_bytes, refuse_long
from deckwright.files.xliff1 import NAMESPACE, read_tmx, read_xliff1, write_tmx, write_xliff1
from deckwright.files.xml import parse_xml
from deckwright.files.yaml import DATA_LIMIT
from deckwright.findings import Where
from deckwright.messages import tr

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from deckwright.model.translation import IncomingFile, OutgoingFile


def read_xliff(data: bytes, file: str) -> IncomingFile:
    """Read a file from a translator, in XLIFF 1.2 or 2.0 to 2.2.

    Raises:
        InputError: it is not XLIFF, or of another version, with the location.
    """
    top = parse_xml(data, file)
    return read_xliff1(top, file) if top.name.startswith(NAMESPACE) else read_xliff2(top, file)


class HandoutFormat(NamedTuple):
    """A format of translation files; one without `write` is only read."""

    read: Callable[[bytes, str], IncomingFile]
    write: Callable[[OutgoingFile], bytes] | None = None


FORMATS = {
    ".po": HandoutFormat(read_po, write_po),
    ".csv": HandoutFormat(read_table, write_csv),
    ".xlsx": HandoutFormat(read_table, write_xlsx),
    ".xlf": HandoutFormat(read_xliff, write_xliff),
    ".xliff": HandoutFormat(read_xliff, write_xliff1),
    ".tmx": HandoutFormat(read_tmx, write_tmx),
}
FORMATS |= {ending: HandoutFormat(read_table) for ending in SPREADSHEETS if ending not in FORMATS}
"""Every format by the endings of its files."""


_BEGINS_AS_PO = re.compile(rb'(?:\xef\xbb\xbf)?\s*(?:#|msg|"|$)')


def write_handout(handout: OutgoingFile, file: str) -> bytes:
    """Write the content of an extracted file; standard output is PO."""
    write = writable_format(file).write
    return write(handout) if write else b""


def writable_format(file: str) -> HandoutFormat:
    """Format of a file to write.

    Raises:
        UsageError: its name has the ending of none.
    """
    return _format_of(file, [ending for ending, form in FORMATS.items() if form.write])


def read_returned(file: str) -> IncomingFile:
    """Read a file from a translator; standard input is PO."""
    read = _format_of(file, FORMATS).read
    data = read_bytes(file, limit=DATA_LIMIT)
    if file == STDIN and not _BEGINS_AS_PO.match(data):
        hint = tr("For another format, or a glossary, give the name of the file.")
        raise InputError("not-po", tr("Standard input must be PO."), hint=hint)
    returned = read(data, file)
    for entry in returned.entries:
        for text in (entry.context, entry.source, entry.text, entry.previous, *entry.comments):
            refuse_long(text, entry.where or Where(file))
    return returned


def _format_of(file: str, endings: Iterable[str]) -> HandoutFormat:
    ending = ".po" if file == STDIN else Path(file).suffix.lower()
    if ending not in endings:
        raise UsageError(
            "file-kind",
            tr("Unknown format of a translation file: {name}.", name=file),
            hint=tr("Use a file name that ends in {endings}.", endings=", ".join(endings)),
            where=Where(file),
        )
    return FORMATS[ending]
