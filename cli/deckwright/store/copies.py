"""Copies of a database: made whole while others go on using it, and put back in its place."""

from __future__ import annotations

import os
import shutil
import sqlite3
from contextlib import closing, contextmanager
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, BinaryIO

from deckwright.errors import DatabaseError, InputError, UsageError, Where
from deckwright.files.results import clear_left_behind
from deckwright.messages import tr
from deckwright.store.database import BESIDE, PATIENCE, REPLACED, Database
from deckwright.store.inspect import check
from deckwright.store.trouble import cannot_make, in_words

if TYPE_CHECKING:
    from collections.abc import Iterator


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
        raise _exists(copy)
    try:
        with _made_beside(copy) as made:
            _copy(database, made)
            if overwrite:
                made.replace(copy)
            else:
                _name(made, copy)
    except FileExistsError:
        raise _exists(copy) from None
    except OSError as fault:
        message = tr("{name} cannot be written: {reason}.", name=copy, reason=fault.strerror or str(fault))
        raise InputError("unwritable", message, where=Where(str(copy))) from fault


def _exists(copy: Path) -> InputError:
    message = tr("There is {name} already.", name=copy)
    hint = tr("Name another file, or write over this one with --overwrite; nothing was changed.")
    return InputError("exists", message, hint=hint, where=Where(str(copy)))


def _name(made: Path, copy: Path) -> None:
    """Name a file as nothing else is named, in one step where the file system can do that."""
    try:
        os.link(made, copy)
    except FileExistsError:
        raise
    except OSError:  # no hard links here
        made.replace(copy)


def restore(place: Path, copy: Path) -> Path | None:
    """Put a copy in the place of a database; give where the one that stood there is kept, if one did.

    There is a database at that place at every moment: first the one that is there gets a second name, and then the
    copy takes the first.

    Raises:
        DatabaseError: the copy is damaged or no database of Deckwright's, or another program is writing.
            Then nothing has changed.
    """
    source = Database(copy)
    _refuse_damaged(source)
    try:
        with _made_beside(place) as made:
            _copy(source, made)
            kept = _exchange(place, made)
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


def _exchange(place: Path, made: Path) -> Path | None:
    """Put a new file in the place of a database while nobody writes to it; where that is kept, if there was one.

    One that is too damaged to be locked is replaced as it is.
    """
    if not place.exists():
        _clear(place)
        made.replace(place)
        return None
    kept = _free_name(place)
    try:
        # Opened before the lock is taken and closed after it: on Unix, closing a file ends this program's locks on it.
        with place.open("rb") as opened, in_words(place), closing(_only_one(place)):
            _keep(place, kept, opened)
            _clear(place)
            made.replace(place)
    except DatabaseError as fault:
        if fault.code == "locked":
            raise
        _keep(place, kept, None)
        _clear(place)
        made.replace(place)
    return kept


def _only_one(place: Path) -> sqlite3.Connection:
    """Open a database for nobody else to write to, all of it in its one file."""
    connection = sqlite3.connect(place, timeout=PATIENCE, isolation_level=None)
    try:
        connection.execute("PRAGMA journal_mode = DELETE")
        connection.execute("BEGIN EXCLUSIVE")
    except BaseException:
        connection.close()
        raise
    return connection


def _free_name(place: Path) -> Path:
    """Give the first name for a database put aside that no earlier one bears, nor what is kept beside one."""
    names = (
        place.with_name(f"{place.name}{REPLACED}{'' if number == 1 else f'-{number}'}") for number in count(1)
    )
    return next(name for name in names if not any(_with_ending(name, end).exists() for end in BESIDE))


def _with_ending(place: Path, ending: str) -> Path:
    return place.with_name(place.name + ending)


def _keep(place: Path, kept: Path, opened: BinaryIO | None) -> None:
    """Add a second name to a database, and to what SQLite keeps beside it; copy it where a file has only one."""
    for ending in BESIDE:
        if (file := _with_ending(place, ending)).exists() and not _with_ending(kept, ending).exists():
            try:
                os.link(file, _with_ending(kept, ending))
            except OSError:
                _copy_aside(file, _with_ending(kept, ending), None if ending else opened)


def _copy_aside(file: Path, to: Path, opened: BinaryIO | None) -> None:
    with _made_beside(to) as made:
        if opened:
            with made.open("wb") as target:
                shutil.copyfileobj(opened, target)
        else:
            shutil.copyfile(file, made)
        made.replace(to)


def _clear(place: Path) -> None:
    """Remove what SQLite keeps beside a database, which would spoil the one that takes its place."""
    for ending in BESIDE[1:]:
        _with_ending(place, ending).unlink(missing_ok=True)
