"""Copies of a database: made whole while others go on using it, and put back in its place."""

from __future__ import annotations

import sqlite3
from contextlib import closing, contextmanager
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from deckwright.errors import DatabaseError, InputError, UsageError, Where
from deckwright.files.results import clear_left_behind
from deckwright.messages import tr
from deckwright.store.database import PATIENCE, Database
from deckwright.store.inspect import check
from deckwright.store.trouble import cannot_make, in_words

if TYPE_CHECKING:
    from collections.abc import Iterator

REPLACED = ".replaced"
"""What is added to the name of a database when another takes its place; then `.replaced-2` and so on."""

_BESIDE = ("", "-journal", "-wal", "-shm")
"""The endings of the files that SQLite may keep of one database."""


def back_up(database: Database, copy: Path, *, overwrite: bool = False) -> None:
    """Copy a database into a file, which appears whole or not at all.

    Raises:
        UsageError: the file is the database itself.
        InputError: it cannot be written, or there is one already and it shall not be written over.
        DatabaseError: the database cannot be read.
    """
    if copy.exists() and copy.samefile(database.path):
        message = tr("{name} is the database itself.", name=copy)
        raise UsageError("same-file", message, hint=tr("Name another file."))
    if copy.is_file() and not overwrite:
        message = tr("There is {name} already.", name=copy)
        hint = tr("Name another file, or write over this one with --overwrite; nothing was changed.")
        raise InputError("exists", message, hint=hint, where=Where(str(copy)))
    try:
        with _made_beside(copy) as made:
            _copy(database, made)
            made.replace(copy)
    except OSError as fault:
        message = tr("{name} cannot be written: {reason}.", name=copy, reason=fault.strerror or str(fault))
        raise InputError("unwritable", message, where=Where(str(copy))) from fault


def restore(place: Path, copy: Path) -> Path | None:
    """Put a copy in the place of a database; give where the one that stood there is kept, if one did.

    Raises:
        DatabaseError: the copy is damaged or no database of Deckwright's, or another program is writing.
            Then nothing has changed.
    """
    source = Database(copy)
    _refuse_damaged(source)
    try:
        with _made_beside(place) as made:
            _copy(source, made)
            kept = _put_aside(place)
            made.replace(place)
    except OSError as fault:
        raise cannot_make(place, fault) from fault
    return kept


def _refuse_damaged(copy: Database) -> None:
    hint = tr("Nothing was changed. Name another copy.")
    try:
        faults = check(copy)
    except DatabaseError as fault:
        fault.hint = hint
        raise
    if faults:
        message = tr("The copy {name} is damaged: {reason}", name=copy.path, reason=faults[0].message)
        raise DatabaseError("corrupt", message, hint=hint, where=Where(str(copy.path)))


def _copy(source: Database, to: Path) -> None:
    with source.reading() as connection, closing(sqlite3.connect(to)) as target:
        connection.backup(target)


@contextmanager
def _made_beside(place: Path) -> Iterator[Path]:
    """Give the path of a file to make beside its final place."""
    clear_left_behind(place.absolute().parent)
    with TemporaryDirectory(prefix=".deckwright-", dir=place.absolute().parent) as folder:
        yield Path(folder) / "made.db"


def _put_aside(place: Path) -> Path | None:
    """Rename a database while nobody writes to it; one too damaged to be locked is renamed as it is."""
    if not place.exists():
        return None
    kept = _free_name(place)
    try:
        with in_words(place), closing(sqlite3.connect(place, timeout=PATIENCE)) as connection:
            connection.execute("BEGIN EXCLUSIVE")
            _rename(place, kept)
    except DatabaseError as fault:
        if fault.code == "locked":
            raise
        _rename(place, kept)
    return kept


def _free_name(place: Path) -> Path:
    """Give the first name for a database put aside that no earlier one bears, nor what is kept beside one."""
    names = (
        place.with_name(f"{place.name}{REPLACED}{'' if number == 1 else f'-{number}'}") for number in count(1)
    )
    return next(
        name for name in names if not any(name.with_name(name.name + end).exists() for end in _BESIDE)
    )


def _rename(place: Path, kept: Path) -> None:
    """Rename a database with what SQLite keeps beside it, which would spoil the one that takes its place."""
    for ending in _BESIDE:
        if (file := place.with_name(place.name + ending)).exists():
            file.replace(kept.with_name(kept.name + ending))
