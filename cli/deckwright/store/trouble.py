"""What SQLite reports, put into words."""

from __future__ import annotations

import sqlite3
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

from deckwright.errors import DatabaseError, Where
from deckwright.messages import later, tr

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


class _Trouble(NamedTuple):
    code: str
    message: str
    hint: str


_OTHER = later("Name another file with --db.")
_WRITABLE = later("Change its permissions, or name another file with --db.")
_DAMAGED = later(
    "deckwright db check lists all damage. Restore a copy, or use another file with --db; deckwright load fills a new one."
)
_LOCKED = _Trouble(
    "locked",
    later("Another program is writing to the database {name}."),
    later("Wait for it to finish, and try again."),
)
_READ_ONLY = _Trouble("read-only", later("The database {name} may not be written."), _WRITABLE)
_TROUBLES = {
    sqlite3.SQLITE_NOTADB: _Trouble("not-a-database", later("{name} is not an SQLite database."), _OTHER),
    sqlite3.SQLITE_BUSY: _LOCKED,
    sqlite3.SQLITE_LOCKED: _LOCKED,
    sqlite3.SQLITE_READONLY: _READ_ONLY,
    sqlite3.SQLITE_PERM: _READ_ONLY,
    sqlite3.SQLITE_READONLY_DBMOVED: _Trouble(
        "replaced",
        later("The database {name} was replaced in the meantime. Nothing was changed."),
        later("Run the command again."),
    ),
    sqlite3.SQLITE_FULL: _Trouble(
        "disk-full",
        later("The disk is full: the database {name} was left as it was."),
        later("Make room, and try again."),
    ),
    # A table or a column that is missing, or is something else.
    sqlite3.SQLITE_ERROR: _Trouble("corrupt", later("The database {name} is damaged: {reason}."), _DAMAGED),
    sqlite3.SQLITE_CORRUPT: _Trouble("corrupt", later("The database {name} is damaged."), _DAMAGED),
    sqlite3.SQLITE_IOERR: _Trouble(
        "disk", later("The disk reports an error at the database {name}."), _DAMAGED
    ),
    sqlite3.SQLITE_CANTOPEN: _Trouble("unopenable", later("The database {name} cannot be opened."), _OTHER),
}
"""By SQLite's result code, or its primary one."""


@contextmanager
def in_words(path: Path) -> Iterator[None]:
    """Turn the trouble that SQLite reports with a database into an error of ours; a bug of ours stays one."""
    try:
        yield
    except sqlite3.ProgrammingError:
        raise
    except sqlite3.Error as fault:
        raise _error(path, fault) from fault
    except Exception as fault:
        original = getattr(fault, "orig", None)  # where SQLAlchemy keeps it
        if isinstance(original, sqlite3.Error) and not isinstance(original, sqlite3.ProgrammingError):
            raise _error(path, original) from fault
        raise


def _error(path: Path, fault: sqlite3.Error) -> DatabaseError:
    # Without a code, it is a text that Python cannot decode.
    extended = getattr(fault, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT)
    code = extended if extended in _TROUBLES else extended & 0xFF
    unknown = _Trouble("database", later("The database {name} failed: {reason}."), "")
    trouble = _TROUBLES.get(code, unknown)
    hint = tr(trouble.hint) if trouble.hint else ""
    message = tr(trouble.message, name=path, reason=str(fault))
    return DatabaseError(trouble.code, message, hint=hint, where=Where(str(path)))


def damaged(what: str) -> sqlite3.DatabaseError:
    """Make the error for content that SQLite gave, but that cannot be."""
    fault = sqlite3.DatabaseError(what)
    fault.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
    return fault


def no_file(path: Path, *, is_folder: bool) -> DatabaseError:
    """Make the error for a folder or a device, where a database cannot be."""
    message = (
        later("{name} is a folder.") if is_folder else later("{name} is no file, but a device or a pipe.")
    )
    return DatabaseError(
        "no-file", tr(message, name=path), hint=tr("Name a file with --db."), where=Where(str(path))
    )


def cannot_make(path: Path, fault: OSError) -> DatabaseError:
    """Make the error for a database whose file or folder cannot be made."""
    return DatabaseError(
        "database-unwritable",
        tr("The database {name} cannot be made: {reason}.", name=path, reason=fault.strerror or str(fault)),
        hint=tr("Name another place with --db."),
        where=Where(str(path)),
    )
