"""The formats of translation files, by their ending.

Each is written by a module of `deckwright.files` with `write_handout(handout) -> bytes`, and read by one with
`read_returned(data, file) -> IncomingFile`, which raises InputError for a file that is not of its format.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from deckwright.errors import UsageError
from deckwright.files.texts import SPREADSHEETS, STDIN, read_bytes, refuse_long
from deckwright.files.yaml import DATA_LIMIT
from deckwright.findings import Where
from deckwright.messages import tr

if TYPE_CHECKING:
    from collections.abc import Mapping

    from deckwright.model.translation import IncomingFile, OutgoingFile

WRITTEN = {
    ".po": "handout_po",
    ".csv": "handout_csv",
    ".xlsx": "handout_xlsx",
    ".xlf": "handout_xliff",
    ".xliff": "handout_xliff",
}
"""Modules that write, by ending."""

READ = {**WRITTEN, **dict.fromkeys(SPREADSHEETS, "handouts")}
"""Modules that read, by ending."""


def write_handout(handout: OutgoingFile, file: str) -> bytes:
    """Write the content of an extracted file; standard output is PO.

    Raises:
        UsageError: the file’s ending is unknown.
    """
    content: bytes = _module(file, WRITTEN).write_handout(handout)
    return content


def read_returned(file: str) -> IncomingFile:
    """Read a file from a translator; standard input is PO.

    Raises:
        InputError: it cannot be read, or is not of the format of its ending.
        UsageError: its ending is unknown.
    """
    read = _module(file, READ).read_returned
    returned: IncomingFile = read(read_bytes(file, limit=DATA_LIMIT), file)
    for entry in returned.entries:
        for text in (entry.context, entry.source, entry.text, entry.previous, *entry.comments):
            refuse_long(text, entry.where or Where(file))
    return returned


def _module(file: str, modules: Mapping[str, str]) -> Any:
    ending = ".po" if file == STDIN else Path(file).suffix.lower()
    if ending not in modules:
        raise UsageError(
            "file-kind",
            tr("Unknown format of a translation file: {name}.", name=file),
            hint=tr("Use a file name that ends in {endings}.", endings=", ".join(modules)),
            where=Where(file),
        )
    return import_module(f"deckwright.files.{modules[ending]}")
