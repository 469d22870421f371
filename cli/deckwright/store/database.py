"""Card databases as files: created whole, opened, upgraded; and SQLite's errors in plain words."""

from __future__ import annotations

import os
import sqlite3
import stat
from contextlib import closing, contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from deckwright.errors import DatabaseError
from deckwright.findings import Where
from deckwright.messages import later, tr
from deckwright.store.dialects import SQLITE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from deckwright.store.dialects import OpenDatabase


# Messages for errors of SQLite.


class ErrorReport(NamedTuple):
    """What to say of an error that an engine reports."""

    code: str
    message: str
    hint: str = ""

    def about(self, name: str, reason: str = "") -> DatabaseError:
        """Error for the database of this name."""
        hint = tr(self.hint) if self.hint else ""
        return DatabaseError(
            self.code, tr(self.message, name=name, reason=reason), hint=hint, where=Where(name)
        )


_OTHER = later("Use another file with --db.")
_WRITABLE = later("Change its permissions, or use another file with --db.")
_DAMAGED = later(
    "deckwright db check lists all damage. Restore a copy, or use another file with --db; deckwright load fills a new one."
)
LOCKED = ErrorReport(
    "locked",
    later("Another program is writing to the database {name}."),
    later("Wait for it to finish, and try again."),
)
_READ_ONLY = ErrorReport("read-only", later("The database {name} is read-only."), _WRITABLE)
_REPORTS = {
    sqlite3.SQLITE_NOTADB: ErrorReport("not-a-database", later("{name} is not an SQLite database."), _OTHER),
    sqlite3.SQLITE_BUSY: LOCKED,
    sqlite3.SQLITE_LOCKED: LOCKED,
    sqlite3.SQLITE_READONLY: _READ_ONLY,
    sqlite3.SQLITE_PERM: _READ_ONLY,
    sqlite3.SQLITE_READONLY_DBMOVED: ErrorReport(
        "replaced",
        later("The database {name} was replaced in the meantime. Nothing was changed."),
        later("Run the command again."),
    ),
    sqlite3.SQLITE_FULL: ErrorReport(
        "disk-full",
        later("The disk is full: the database {name} was not changed."),
        later("Free some space, and try again."),
    ),
    # A table or a column that is missing, or is something else.
    sqlite3.SQLITE_ERROR: ErrorReport(
        "corrupt", later("The database {name} is damaged: {reason}."), _DAMAGED
    ),
    sqlite3.SQLITE_CORRUPT: ErrorReport("corrupt", later("The database {name} is damaged."), _DAMAGED),
    sqlite3.SQLITE_IOERR: ErrorReport(
        "disk", later("The disk reports an error in the database {name}."), _DAMAGED
    ),
    sqlite3.SQLITE_CANTOPEN: ErrorReport(
        "unopenable", later("The database {name} cannot be opened."), _OTHER
    ),
}
"""By SQLite's result code, or its primary one."""

UNKNOWN = ErrorReport("database", later("The database {name} failed: {reason}."))


@contextmanager
def database_errors(path: Path) -> Iterator[None]:
    """Turn what SQLite reports of a database into a `DatabaseError`; a bug in Deckwright stays one."""
    try:
        yield
    except Exception as fault:
        error = getattr(fault, "orig", fault)  # where SQLAlchemy keeps it, for migrations
        if not isinstance(error, sqlite3.Error) or isinstance(error, sqlite3.ProgrammingError):
            raise
        # Without a code, it is a text that Python cannot decode.
        extended = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT)
        report = _REPORTS.get(extended) or _REPORTS.get(extended & 0xFF, UNKNOWN)
        raise report.about(str(path), str(error)) from fault


def damaged(what: str) -> sqlite3.DatabaseError:
    """Error for content that SQLite gave, but that cannot be."""
    fault = sqlite3.DatabaseError(what)
    fault.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
    return fault


def cannot_create(path: Path, fault: OSError) -> DatabaseError:
    """Error for a database whose file or folder cannot be made."""
    message = later("The database {name} cannot be created: {reason}.")
    report = ErrorReport("database-unwritable", message, later("Use another path with --db."))
    return report.about(str(path), fault.strerror or str(fault))


# The database as a file: found, made at first use, and opened.

REVISION = "0001"
"""The revision of the tables that this program works with; a test holds it equal to the last migration."""

REPLACED = ".replaced"
"""What is added to the name of a database when another takes its place; then `.replaced-2` and so on."""

BESIDE = ("", "-journal", "-wal", "-shm")
"""The endings of the files that SQLite may keep of one database."""

PATIENCE = 5.0
"""Seconds to wait for another program that is writing."""


class FileConnection(sqlite3.Connection):
    """SQLite's connection to a file."""

    dialect = SQLITE


@dataclass(frozen=True, slots=True)
class Database:
    """A card database, by the path of its file; while it is being made, that lies at `made_at`.

    One on a server is a `deckwright.store.postgres.Server`, which does the same.
    """

    path: Path
    made_at: Path | None = None

    @property
    def name(self) -> str:
        """What messages call it: its path."""
        return str(self.path)

    @property
    def whole_name(self) -> str:
        """Its name from any folder."""
        return str(self.path.absolute())

    @property
    def is_file(self) -> bool:
        """Whether it is a file."""
        return True

    def is_made(self) -> bool:
        """Whether there is something at its path; reading tells what."""
        return self.path.is_file() and self.path.stat().st_size > 0

    def make(self, fill: Callable[[Database], None]) -> None:
        """Create and fill it, whole or not at all."""
        _make(self.path, fill)

    @contextmanager
    def alone(self, what: str, waiting: Callable[[str], None]) -> Iterator[None]:  # noqa: ARG002 - servers lock less
        """Keep other commands from changing something in it, such as the translations of a game, in the meantime.

        `waiting` is called with a message if another command is doing so.

        Raises:
            InputError: the other command does not end.
        """
        from deckwright.files.writing import locked

        with locked(self.path, waiting):
            yield

    @contextmanager
    def reading(self) -> Iterator[OpenDatabase]:
        """Open it for reading only.

        Raises:
            DatabaseError: it is locked, corrupt, no database of Deckwright's, or made by another version.
        """
        with self._connected() as connection:
            # Not opened read-only: what a program left half written when it was killed must be undone first.
            connection.execute("PRAGMA query_only = ON")
            self._refuse_other_revisions(connection)
            yield connection

    @contextmanager
    def writing(self, patience: float | None = None) -> Iterator[OpenDatabase]:
        """Open it for one transaction, which is undone if anything is raised.

        `patience` is how many seconds to wait for another program that is writing.
        """
        from deckwright.files.writing import clear_left_behind

        clear_left_behind(self.path.absolute().parent)
        with self._connected(patience) as connection, connection:
            _begin(connection)
            self._refuse_other_revisions(connection)
            yield connection

    def create_tables(self) -> None:
        """Create the tables in a database that has none."""
        with self._connected() as connection, connection:
            _begin(connection)
            create_tables(connection)

    def upgrade(self) -> str:
        """Bring the tables up to the revision of this program; return the revision that they had."""
        with self._connected() as connection:
            before = self._known_revision(connection)
            if before != REVISION:
                upgrade_tables(connection, "sqlite", lambda: _begin(connection))
        return before

    @contextmanager
    def _connected(self, patience: float | None = None) -> Iterator[FileConnection]:
        address = f"{(self.made_at or self.path).absolute().as_uri()}?mode=rw"
        wait = PATIENCE if patience is None else patience
        with (
            database_errors(self.path),
            closing(
                sqlite3.connect(address, uri=True, timeout=wait, isolation_level=None, factory=FileConnection)
            ) as connection,
        ):
            yield connection

    def _refuse_other_revisions(self, connection: OpenDatabase) -> None:
        if self._known_revision(connection) != REVISION:
            message = tr("{name} was made by an older version of Deckwright.", name=self.name)
            hint = tr("Upgrade it first: deckwright db upgrade --db {name}", name=self.name)
            raise DatabaseError("older-database", message, hint=hint, where=Where(self.name))

    def _known_revision(self, connection: OpenDatabase) -> str:
        """Revision of the tables; a database that is not Deckwright's, or newer, is refused."""
        revision = revision_of(connection)
        if "" < revision <= REVISION:
            return revision
        if not revision:
            message = later("{name} is a database, but not a Deckwright database.")
            raise ErrorReport("not-a-card-database", message, _OTHER).about(self.name)
        raise DatabaseError(
            "newer-database",
            tr(
                "{name} was created by a newer version of Deckwright (revision {revision}).",
                name=self.name,
                revision=revision,
            ),
            hint=tr("Upgrade Deckwright, or use another file with --db."),
            where=Where(self.name),
        )


def _begin(connection: sqlite3.Connection) -> None:
    """Begin a transaction that has reached the disk when it ends, with the folder of the file (PRAGMA synchronous)."""
    connection.execute("PRAGMA synchronous = EXTRA")
    connection.execute("BEGIN IMMEDIATE")


def create_tables(connection: OpenDatabase) -> None:
    """Create all tables, of the revision of this program."""
    from deckwright.store.tables import statements

    revision = "CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL PRIMARY KEY)"
    for statement in (*statements(connection.dialect.engine), revision):
        connection.execute(statement)
    connection.execute("INSERT INTO alembic_version VALUES (?)", (REVISION,))


def upgrade_tables(connection: Any, engine: str, begin: Callable[[], None]) -> None:
    """Bring the tables up to date, over a connection of the engine's driver, in a transaction that `begin` starts."""
    from alembic import command
    from alembic.config import Config
    from sqlalchemy import create_engine, event, pool

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    # SQLAlchemy undoes what it asks a new connection, so the transaction begins after that.
    over_it = create_engine(f"{engine}://", creator=lambda: connection, poolclass=pool.StaticPool)
    event.listen(over_it, "begin", lambda _: begin())
    with over_it.begin() as transaction:
        config.attributes["connection"] = transaction
        command.upgrade(config, "head")


MIGRATIONS = Path(__file__).with_name("migrations")


def revision_of(connection: OpenDatabase) -> str:
    """Revision of the tables; '' where they are not Deckwright's."""
    try:
        names = {name for (name,) in connection.execute(connection.dialect.tables)}
    except UnicodeDecodeError as fault:  # what SQLite says of a damaged schema may itself be damaged
        raise damaged(str(fault)) from fault
    if not {"alembic_version", "card_values"} <= names:
        return ""
    row = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    if row and not isinstance(row[0], str):
        raise damaged(repr(row[0]))
    return row[0] if row else ""


NO_RIGHTS = "no-rights"
"""Code of the error for what the user of a server may not do."""

LOST = "connection-lost"
"""Code of the error for a server that was lost during COMMIT: whether it kept the transaction is not known."""


def is_new(path: Path) -> bool:
    """Whether the database does not exist yet; reject a path that is not a file, which would be lost.

    Raises:
        DatabaseError: it is a device, a pipe or a folder, or cannot be reached, as a link to itself.
    """
    try:
        status = path.stat()
    except FileNotFoundError:
        return True
    except OSError as fault:
        raise cannot_create(path, fault) from fault
    if not stat.S_ISREG(status.st_mode):
        message = later("{name} is a device or a pipe, not a file.")
        if stat.S_ISDIR(status.st_mode):
            message = later("{name} is a folder.")
        raise ErrorReport("no-file", message, later("Use a file with --db.")).about(str(path))
    return status.st_size == 0


def names_of_replaced(file: Path) -> Iterator[Path]:
    """Names for what was in the place of a file: `.replaced` is added, then `.replaced-2` and so on."""
    yield file.with_name(f"{file.name}{REPLACED}")
    yield from (file.with_name(f"{file.name}{REPLACED}-{number}") for number in count(2))


def _make(path: Path, fill: Callable[[Database], None]) -> None:
    """Create and fill a database next to its final place, and move it there when it is complete.

    Where another program has made one in the meantime, that one stays.
    """
    from deckwright.files.writing import create_folders, move_durably, name_durably, unfinished_folder

    place = Path(os.path.realpath(path))
    create_folders(place.parent)
    with unfinished_folder(place.parent) as folder:
        made = folder / "made.db"
        made.touch()
        database = Database(path, made_at=made)
        database.create_tables()
        fill(database)
        try:
            name_durably(made, place)
        except FileExistsError:  # there is one by now, or an empty file
            if is_new(path):
                move_durably(made, place)


def add_contents(connection: OpenDatabase, contents: Iterable[bytes]) -> list[str]:
    """Add contents that the database does not have yet, and return the digests of all."""
    from hashlib import blake2b  # not before every command

    named = [(blake2b(content, digest_size=16).hexdigest(), content) for content in contents]
    connection.executemany("INSERT INTO contents VALUES (?, ?) ON CONFLICT DO NOTHING", named)
    return [digest for digest, _ in named]


def forget_unused(connection: OpenDatabase) -> None:
    """Forget contents that belong to no game and no print any more."""
    connection.execute("DELETE FROM kept_files WHERE folder NOT IN (SELECT folder FROM prints)")
    connection.execute(
        "DELETE FROM contents WHERE digest NOT IN (SELECT content FROM assets UNION SELECT content FROM kept_files"
        " UNION SELECT fields FROM printed_cards)"
    )
