"""The database as a file: found, made at first use, opened, and every trouble with it put into words.

Reading goes over sqlite3; writing imports SQLAlchemy when it is needed.
"""

from __future__ import annotations

import os
import sqlite3
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from deckwright.errors import DatabaseError, UsageError, Where
from deckwright.messages import tr

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from sqlalchemy.engine import Connection

NEWEST = "0001"
"""The newest revision that this program knows; a test holds it equal to the last migration."""

KNOWN = ("0001",)
"""Every revision that this program can open."""

_PATIENCE = 5.0
"""Seconds to wait for another program that is writing."""


@dataclass(frozen=True, slots=True)
class Database:
    """A card database, by the path of its file."""

    path: Path

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """Open it for reading only.

        Raises:
            DatabaseError: it is locked, corrupt, no database of Deckwright's, or made by a newer version.
        """
        with _in_words(self.path), _connected(self.path, "ro") as connection:
            _check_revision(connection, self.path)
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Open it for one transaction, which is undone if anything is raised.

        Raises:
            DatabaseError: as for reading, or it may not be written.
        """
        from sqlalchemy import create_engine, event, pool

        with _in_words(self.path):
            engine = create_engine(
                "sqlite://", creator=lambda: _connect(self.path, "rw"), poolclass=pool.NullPool
            )
            event.listen(engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN IMMEDIATE"))
            with engine.begin() as connection:
                yield connection
            engine.dispose()


def open_database(location: str, fill: Callable[[Database], None]) -> Database:
    """Give the database at `location` ('' for the user's own), made and filled at first use.

    Raises:
        UsageError: `location` is an address this program has no driver for.
        DatabaseError: it cannot be made.
    """
    path = path_of(location)
    if not path.exists() or path.stat().st_size == 0:
        _make(path, fill)
    return Database(path)


def path_of(location: str) -> Path:
    """Give the file that a location names; '' is the one in the user's data folder.

    Raises:
        UsageError: it is an address this program has no driver for.
    """
    if not location:
        from platformdirs import user_data_path

        return user_data_path("deckwright", appauthor=False) / "deckwright.db"
    scheme, colon, rest = location.partition("://")
    if not colon:
        return Path(location).expanduser()
    if scheme == "sqlite":
        return Path(rest.removeprefix("/"))
    raise UsageError(
        "database-kind",
        tr("{scheme} databases are not supported.", scheme=scheme),
        hint=tr("Name an SQLite file with --db."),
    )


def _make(path: Path, fill: Callable[[Database], None]) -> None:
    """Make and fill a database beside its final place, and move it there when it is whole."""
    import tempfile

    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".part", dir=path.parent)
    except OSError as fault:
        raise _cannot_make(path, fault) from fault
    os.close(handle)
    made = Path(name)
    try:
        upgrade(Database(made))
        fill(Database(made))
        made.replace(path)
    except BaseException:
        made.unlink(missing_ok=True)
        raise


def _cannot_make(path: Path, fault: OSError) -> DatabaseError:
    return DatabaseError(
        "database-unwritable",
        tr("The database {name} cannot be made: {reason}.", name=path, reason=fault.strerror or str(fault)),
        hint=tr("Name another place with --db."),
        where=Where(str(path)),
    )


def upgrade(database: Database) -> None:
    """Bring the tables up to the newest revision, from whatever they are, even nothing."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).with_name("migrations")).replace("%", "%%"))
    with database.writing() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def _connect(path: Path, mode: str) -> sqlite3.Connection:
    return sqlite3.connect(
        f"{path.absolute().as_uri()}?mode={mode}", uri=True, timeout=_PATIENCE, isolation_level=None
    )


@contextmanager
def _connected(path: Path, mode: str) -> Iterator[sqlite3.Connection]:
    connection = _connect(path, mode)
    try:
        yield connection
    finally:
        connection.close()


def revision_of(connection: sqlite3.Connection) -> str:
    """Give the revision of the tables; '' where it is no database of Deckwright's."""
    found = connection.execute(
        "SELECT name FROM sqlite_master WHERE name IN ('alembic_version', 'card_values')"
    ).fetchall()
    if len(found) < 2:  # noqa: PLR2004 - both tables
        return ""
    row = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    return str(row[0]) if row else ""


def _check_revision(connection: sqlite3.Connection, path: Path) -> None:
    revision = revision_of(connection)
    if not revision:
        raise DatabaseError(
            "not-a-card-database",
            tr("{name} is a database, but not one of Deckwright's.", name=path),
            hint=tr("Name another file with --db."),
            where=Where(str(path)),
        )
    if revision not in KNOWN:
        raise DatabaseError(
            "newer-database",
            tr("{name} was made by a newer Deckwright (revision {revision}).", name=path, revision=revision),
            hint=tr("Upgrade Deckwright, or name another file with --db."),
            where=Where(str(path)),
        )


@contextmanager
def _in_words(path: Path) -> Iterator[None]:
    """Turn the trouble that SQLite reports into words."""
    try:
        yield
    except sqlite3.Error as fault:
        raise _trouble(path, fault) from fault
    except Exception as fault:
        original = getattr(fault, "orig", None)
        if isinstance(original, sqlite3.Error):
            raise _trouble(path, original) from fault
        raise


def _trouble(path: Path, fault: sqlite3.Error) -> DatabaseError:
    said = str(fault)
    code, message, hint = next(
        (trouble for start, trouble in _troubles().items() if start in said), ("database", "", "")
    )
    return DatabaseError(
        code,
        message.format(name=path)
        if message
        else tr("The database {name} failed: {reason}.", name=path, reason=said),
        hint=hint,
        where=Where(str(path)),
    )


def _troubles() -> dict[str, tuple[str, str, str]]:
    other = tr("Name another file with --db.")
    damaged = tr("Restore a copy, or name another file with --db; deckwright load fills a new one.")
    return {
        "not a database": ("not-a-database", tr("{name} is not an SQLite database.", name="{name}"), other),
        "locked": (
            "locked",
            tr("Another program is writing to the database {name}.", name="{name}"),
            tr("Wait for it to finish, and try again."),
        ),
        "readonly": (
            "read-only",
            tr("The database {name} may not be written.", name="{name}"),
            tr("Change its permissions, or name another file with --db."),
        ),
        "full": (
            "disk-full",
            tr("The disk is full: the database {name} was left as it was.", name="{name}"),
            tr("Make room, and try again."),
        ),
        "malformed": ("corrupt", tr("The database {name} is damaged.", name="{name}"), damaged),
        "disk I/O error": (
            "corrupt",
            tr("The database {name} cannot be read: the disk reports an error.", name="{name}"),
            damaged,
        ),
        "unable to open": ("unopenable", tr("The database {name} cannot be opened.", name="{name}"), other),
    }
