"""A database on a PostgreSQL server: its address, its transactions and locks, and its errors in plain words."""

from __future__ import annotations

import logging
import re
import sqlite3
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from time import sleep
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from deckwright.errors import DatabaseError, InputError, UsageError
from deckwright.findings import Where
from deckwright.messages import later, tr
from deckwright.store.database import (
    LOCKED,
    LOST,
    NO_RIGHTS,
    REVISION,
    UNKNOWN,
    Database,
    ErrorReport,
    create_tables,
    revision_of,
    upgrade_tables,
)
from deckwright.store.dialects import POSTGRES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    import psycopg
    from psycopg.adapt import AdaptersMap

    from deckwright.store.dialects import OpenDatabase


# Addresses: libpq reads them, with PGPASSFILE, services and its other variables. Passwords are never printed.

_ADDRESS = re.compile(r"postgres(?:ql)?(?:\+psycopg)?://", re.IGNORECASE)
_SCHEME = re.compile(r"[^:/@]*:/*")
_PASSWORD = re.compile(r"(password=)[^&]*", re.IGNORECASE)


def masked(address: str) -> str:
    """Address with `***` in place of its password, which may also be one of its options."""
    scheme_found = _SCHEME.match(address)
    scheme = scheme_found[0] if scheme_found else ""
    rest = address[len(scheme) :]
    owner, separator, place = rest.rpartition("@")
    user, colon, _ = owner.partition(":")
    shown = f"{user}:***@{place}" if separator and colon else rest
    return scheme + _PASSWORD.sub(r"\1***", shown)


def conninfo(address: str) -> str:
    """Address as libpq knows it.

    Raises:
        UsageError: it is not an address of a PostgreSQL database, or the driver is not installed.
    """
    try:
        from psycopg import ProgrammingError
        from psycopg.conninfo import conninfo_to_dict, make_conninfo
    except ImportError as fault:
        message = tr("PostgreSQL databases need the driver psycopg.")
        raise UsageError("postgres-missing", message, hint="pip install 'deckwright[postgres]'") from fault
    usual = {"connect_timeout": str(_CONNECTING), "application_name": "deckwright"}
    try:
        named = conninfo_to_dict(_ADDRESS.sub("postgresql://", address, count=1))
        return make_conninfo("", **{**usual, **named, "client_encoding": "UTF8"})
    except ProgrammingError:  # its message would show the password
        message = tr("{location} is not the address of a PostgreSQL database.", location=masked(address))
        hint = tr("An address is written so: postgresql+psycopg://USER@HOST/DATABASE")
        raise UsageError("database-address", message, hint=hint) from None


# Of a connection that is lost, the driver also logs what it could not undo: the error says it.
logging.getLogger("psycopg").addHandler(logging.NullHandler())

_CONNECTING = 10
"""Seconds to wait for a server to answer, unless the address has its own `connect_timeout`."""

_ASKING_AGAIN = (0.0, 0.2, 1.0, 3.0)
"""Seconds to wait each time before asking whether the server kept a transaction: it restarts when a process of it died."""

PATIENCE = 30.0
"""Seconds to wait for another command that is writing: more than for a file, as more people write."""


class Session:
    """An open connection, which takes statements with `?` for their values."""

    dialect = POSTGRES

    def __init__(self, connection: psycopg.Connection[Any]) -> None:
        self.raw = connection

    def execute(self, statement: str, values: Sequence[Any] = (), /) -> psycopg.Cursor[Any]:
        """Run a statement with the values of its `?`."""
        return self.raw.execute(statement.replace("?", "%s").encode(), tuple(values) or None)

    def executemany(self, statement: str, rows: Iterable[Sequence[Any]], /) -> None:
        """Run a statement once for each row of values."""
        with self.raw.cursor() as cursor:
            cursor.executemany(statement.replace("?", "%s").encode(), rows)

    @property
    def in_transaction(self) -> bool:
        """Whether all that is read is of one moment: on a server, it always is."""
        return True


# Errors, by the codes of the SQL standard; what refuses a connection has none, and is known by its words.


_ASK = later("Ask the person who looks after the server, or use another database with --db.")
_AGAIN = later("Try again.")
_FORBIDDEN = ErrorReport(
    NO_RIGHTS,
    later("You may not do this in the database {name}: {reason}."),
    later(
        "Translations require the role deckwright_translator, other changes the role deckwright_editor. The owner of the database grants them: see deckwright db roles."
    ),
)
_NO_ROLE = later(
    "Reading requires the role deckwright_reader. The owner of the database grants it: see deckwright db roles."
)
_OLD_TABLES = later(
    "The tables are of an older version of Deckwright. Ask the owner of the database to run: deckwright db upgrade"
)
_NO_TABLES = later(
    "The first command of its owner creates the tables of an empty database: ask the owner to run one."
)
_REFUSED = ErrorReport(
    "no-access",
    later("{name} refuses this user or password."),
    later("Check the user in the address, and the password in the file that PGPASSFILE names."),
)
_PASSWORD_MISSING = ErrorReport(
    "no-access",
    later("{name} requires a password."),
    later("Write it into the file that PGPASSFILE names (by default ~/.pgpass), which only you may read."),
)
_MISSING = ErrorReport(
    "no-such-database",
    later("The server has no database of this name: {name}."),
    later("Check the name, or create it: createdb NAME"),
)
_CONFLICT = ErrorReport(
    "conflict", later("Another command changed the same things in {name}. Nothing was changed."), _AGAIN
)
_CORRUPT = ErrorReport(
    "corrupt",
    later("The database {name} is damaged: {reason}."),
    later("deckwright db check lists all damage. Restore a copy: deckwright db restore FILE"),
)
_FULL = ErrorReport(
    "disk-full",
    later("The disk of the server is full: the database {name} was not changed."),
    later("Ask for space, and try again."),
)
_NOT_CONNECTED = ErrorReport(
    "unreachable",
    later("The server of {name} cannot be reached: {reason}."),
    later("Check the host and the port, and whether the server is running."),
)
_DISCONNECTED = ErrorReport("unreachable", later("The connection to {name} was lost: {reason}."), _AGAIN)

_REPORTS = (
    ("42501 .*must be owner", _FORBIDDEN._replace(hint=_OLD_TABLES)),
    ("42501 .*permission denied for schema", _FORBIDDEN._replace(hint=_NO_TABLES)),
    # Every command reads the revision first.
    ("42501 .*permission denied for table alembic_version", _FORBIDDEN._replace(hint=_NO_ROLE)),
    ("42501 ", _FORBIDDEN),
    ("28|- .*password authentication failed|- .*role .* does not exist", _REFUSED),
    ("- .*no password supplied", _PASSWORD_MISSING),
    ("3D|- .*database .* does not exist", _MISSING),
    ("- .*permission denied for database", _FORBIDDEN._replace(hint=_ASK)),
    ("40", _CONFLICT),
    ("42P01|42703|XX", _CORRUPT),
    ("55P03", LOCKED),
    ("25006", ErrorReport("read-only", later("The database {name} is read-only."), _ASK)),
    ("53100", _FULL),
    ("08|57P", _DISCONNECTED),
)
"""By the code of an error (`-` for none) and its words; the first that matches says what to do."""


@contextmanager
def server_errors(name: str, lost: ErrorReport = _DISCONNECTED) -> Iterator[None]:
    """Turn what PostgreSQL reports into a `DatabaseError` about the database of this name; a bug in Deckwright stays one.

    `lost` is for a server that does not answer.
    """
    import psycopg

    try:
        yield
    except sqlite3.DatabaseError as fault:  # from `damaged`: content that cannot be
        raise _CORRUPT.about(name, str(fault)) from fault
    except Exception as fault:
        error = getattr(fault, "orig", fault)  # where SQLAlchemy keeps it, for migrations
        # Of what is wrong in Deckwright, the server was not asked.
        if not isinstance(error, psycopg.Error) or (
            isinstance(error, psycopg.ProgrammingError) and not error.sqlstate
        ):
            raise
        # The cause is for a developer; an error of connecting may hold the address with its password.
        raise _report(error, lost).about(name, _reason_of(error)) from (error if error.sqlstate else None)


def _reason_of(fault: psycopg.Error) -> str:
    return (fault.diag.message_primary or _reason(str(fault))).strip().rstrip(".")


def _report(fault: psycopg.Error, lost: ErrorReport) -> ErrorReport:
    import psycopg

    words = f"{fault.sqlstate or '-'} {fault}"
    for pattern, report in _REPORTS:
        if re.match(pattern, words, re.DOTALL):
            return report
    return lost if not fault.sqlstate and isinstance(fault, psycopg.OperationalError) else UNKNOWN


def _reason(words: str) -> str:
    """What libpq says of the last attempt to connect, without its beginning, which repeats the address."""
    lines = [line.strip() for line in words.splitlines() if line.strip()]
    attempts = [line for line in lines if re.search("failed: |FATAL: |ERROR: ", line)] or lines or [words]
    return re.sub(r"^.*(?:failed: |FATAL: +|ERROR: +)", "", attempts[-1])


# The database on a server.

OURS = 0x6465636B
"""Number of the program's advisory locks, “deck” in ASCII; the second number says what is locked."""

WRITER = 0


@dataclass(frozen=True, slots=True)
class Server(Database):
    """A card database on a PostgreSQL server, by its address; `held` is the transaction in which it is being made.

    There is one writer at a time, as with a file; readers see the database as it was when they began, and neither
    wait for writers nor keep them waiting.
    """

    address: str = field(default="", repr=False)
    held: Session | None = field(default=None, repr=False)

    @classmethod
    def at(cls, address: str) -> Self:
        """Database at an address.

        Raises:
            UsageError: it is not an address of a PostgreSQL database, or the driver is not installed.
        """
        conninfo(address)
        return cls(Path(masked(address)), address=address)

    @property
    def name(self) -> str:
        """Address without its password."""
        return masked(self.address)

    @property
    def is_file(self) -> bool:
        """Whether it is a file."""
        return False

    @property
    def whole_name(self) -> str:
        """The same."""
        return masked(self.address)

    def is_made(self) -> bool:
        """Whether there are tables of the program's.

        Raises:
            DatabaseError: the server cannot be asked, or there are only tables of other programs.
        """
        with self.connected() as session:
            if revision_of(session):
                return True
            if session.execute(session.dialect.tables).fetchone():
                self._known_revision(session)
            return False

    def make(self, fill: Callable[[Database], None]) -> None:
        """Create the tables and fill them, all in one transaction, unless another program does so first.

        Raises:
            DatabaseError: the tables cannot be created.
        """
        with self._transaction(None) as session:
            if not revision_of(session):
                create_tables(session)
                fill(replace(self, held=session))

    @contextmanager
    def reading(self) -> Iterator[OpenDatabase]:
        """Open it for reading only: all that is read is as it was at one moment.

        Raises:
            DatabaseError: it cannot be reached, is not a database of Deckwright, or made by another version.
        """
        if self.held is not None:
            yield self.held
            return
        from psycopg import IsolationLevel

        with self.connected() as session:
            session.raw.isolation_level = IsolationLevel.REPEATABLE_READ
            session.raw.read_only = True
            self._refuse_other_revisions(session)
            yield session

    @contextmanager
    def writing(self, patience: float | None = None) -> Iterator[OpenDatabase]:
        """Open it for one transaction; `patience` is how many seconds to wait for another writer."""
        if self.held is not None:
            yield self.held
            return
        with self._transaction(patience) as session:
            self._refuse_other_revisions(session)
            yield session

    @contextmanager
    def _transaction(self, patience: float | None) -> Iterator[Session]:
        """Be the one writer until the block ends, whose changes are then all kept, or none."""
        import psycopg

        with self.connected() as session, session.raw:
            _be_the_writer(session, patience)
            yield session
            (number,) = session.execute("SELECT txid_current_if_assigned()").fetchone() or (None,)
            try:
                session.raw.commit()
            except psycopg.OperationalError as fault:
                if not session.raw.broken or not self._is_kept(number, fault):
                    raise

    def _is_kept(self, transaction: int | None, fault: psycopg.Error) -> bool:
        """Whether the server kept a transaction during whose COMMIT the connection was lost, asked over another one.

        Raises:
            DatabaseError: the server does not answer any more.
        """
        for seconds in _ASKING_AGAIN:
            sleep(seconds)
            with suppress(DatabaseError), self.connected() as session:
                (state,) = session.execute("SELECT txid_status(?)", (transaction,)).fetchone() or (None,)
                if state != "in progress":
                    return state == "committed"
        raise _DISCONNECTED._replace(code=LOST).about(self.name, _reason_of(fault)) from fault

    def upgrade(self) -> str:
        """Bring the tables up to the revision of this program; return the revision that they had."""
        with self.connected() as session:
            before = self._known_revision(session)
            if before != REVISION:
                upgrade_tables(session.raw, "postgresql+psycopg", lambda: _be_the_writer(session, None))
        return before

    @contextmanager
    def alone(self, what: str, waiting: Callable[[str], None]) -> Iterator[None]:
        """Keep other commands from changing something, such as the translations of a game, in the meantime.

        `waiting` is called with a message if another command is doing so.

        Raises:
            InputError: the other command does not end.
        """
        import psycopg

        with self.connected() as session:
            session.raw.autocommit = True
            if session.execute(_TRY_LOCK, (OURS, what)).fetchone() != (True,):
                waiting(tr("Another command is changing {name}: waiting for it to finish.", name=what))
                self._wait(session, what)
            try:
                yield
            finally:
                # A server notices only later that a connection has been closed.
                with suppress(psycopg.Error):
                    session.execute(_UNLOCK, (OURS, what))

    @contextmanager
    def unused(self) -> Iterator[None]:
        """Wait until nobody uses its tables, and keep other commands from writing until the block ends.

        pg_restore itself would wait without end: its backups set `lock_timeout` to 0.

        Raises:
            DatabaseError: it is in use for too long, or cannot be reached, or belongs to somebody else.
        """
        from psycopg.errors import InsufficientPrivilege

        with self.connected() as session, session.raw:
            _be_the_writer(session, None)
            session.execute("SAVEPOINT used")
            names = [f'"{name}"' for (name,) in session.execute(session.dialect.tables)]
            try:
                if names:
                    session.execute(f"LOCK TABLE {', '.join(names)} IN ACCESS EXCLUSIVE MODE")
            except InsufficientPrivilege as fault:
                report = _FORBIDDEN._replace(
                    hint=later("Nothing was changed. Ask the owner of the database to do this.")
                )
                raise report.about(self.name, fault.diag.message_primary or str(fault)) from fault
            session.execute("ROLLBACK TO SAVEPOINT used")
            yield

    def _wait(self, session: Session, what: str) -> None:
        from psycopg.errors import LockNotAvailable

        session.execute("SELECT set_config('lock_timeout', ?, false)", (f"{int(PATIENCE * 1000)}ms",))
        try:
            session.execute(_LOCK, (OURS, what))
        except LockNotAvailable as fault:
            message = tr("Another command is still changing {name}.", name=what)
            hint = tr("Nothing was changed. Wait for it to finish, or stop it, and try again.")
            raise InputError("folder-locked", message, hint=hint, where=Where(self.name)) from fault

    @contextmanager
    def connected(self) -> Iterator[Session]:
        """Connect without looking at its tables.

        Raises:
            DatabaseError: it cannot be reached.
        """
        with server_errors(self.name), closing(self._connect()) as connection:
            yield Session(connection)

    def _connect(self) -> psycopg.Connection[Any]:
        import psycopg

        with server_errors(self.name, _NOT_CONNECTED):
            connection = psycopg.connect(conninfo(self.address), context=_Context(_adapters()))
        connection.isolation_level = psycopg.IsolationLevel.READ_COMMITTED
        return connection


_TRY_LOCK = "SELECT pg_try_advisory_lock(?, hashtext(?))"
_LOCK = "SELECT pg_advisory_lock(?, hashtext(?))"
_UNLOCK = "SELECT pg_advisory_unlock(?, hashtext(?))"


def _be_the_writer(session: Session, patience: float | None) -> None:
    """Wait until no other command is writing, and keep others waiting until the transaction ends."""
    wait = int(1000 * (PATIENCE if patience is None else patience))
    if not wait:
        is_writer = "SELECT pg_try_advisory_xact_lock(?, ?)"
        if session.execute(is_writer, (OURS, WRITER)).fetchone() != (True,):
            from psycopg.errors import LockNotAvailable

            raise LockNotAvailable
        return
    session.execute("SELECT set_config('lock_timeout', ?, true)", (f"{wait}ms",))
    session.execute("SELECT pg_advisory_xact_lock(?, ?)", (OURS, WRITER))


class _Context(NamedTuple):
    """What psycopg takes its adapters from."""

    adapters: AdaptersMap
    connection: None = None


@lru_cache(maxsize=1)
def _adapters() -> AdaptersMap:
    """How values are read: sums are whole numbers."""
    from psycopg import adapters
    from psycopg.adapt import AdaptersMap, Loader

    class WholeNumber(Loader):
        def load(self, data: Any) -> int:
            return int(bytes(data))

    adapted = AdaptersMap(adapters)
    adapted.register_loader("numeric", WholeNumber)
    return adapted
