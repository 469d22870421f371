"""A database on a PostgreSQL server: its address, SQLite's SQL in its dialect, and its errors in plain words."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from deckwright.errors import DatabaseError, InputError, UsageError
from deckwright.findings import Where
from deckwright.messages import later, tr
from deckwright.store.database import CONFLICT, LOST, NO_RIGHTS, OLDER, Database, revision_of, upgrade_tables

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    import psycopg
    from psycopg.adapt import AdaptersMap
    from sqlalchemy.engine import Connection

    from deckwright.store.database import OpenDatabase


# Addresses: libpq reads them, with PGPASSFILE, services and its other variables. Passwords are never printed.

_ADDRESS = re.compile(r"postgres(?:ql)?(?:\+psycopg)?://", re.IGNORECASE)
_SCHEME = re.compile(r"[^:/@]*:/*")
_PASSWORD = re.compile(r"(password=)[^&]*", re.IGNORECASE)


def masked(address: str) -> str:
    """Address with `***` in place of its password, which may also be one of its options."""
    found = _SCHEME.match(address)
    scheme = found[0] if found else ""
    rest = address[len(scheme) :]
    owner, at, place = rest.rpartition("@")
    user, colon, _ = owner.partition(":")
    shown = f"{user}:***@{place}" if at and colon else rest
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


OLDEST = 12
"""Oldest version of PostgreSQL that the tables work with."""

_CONNECTING = 10
"""Seconds to wait for a server to answer, unless the address has its own `connect_timeout`."""

PATIENCE = 30.0
"""Seconds to wait for another command that is writing: more than for a file, as more people write."""


# The dialect. All SQL is written for SQLite; the few things that PostgreSQL says otherwise are translated here.

_CATALOGUE = (
    "(SELECT relname AS name FROM pg_class WHERE relkind IN ('r', 'p') AND pg_table_is_visible(oid)"
    " AND relnamespace NOT IN ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)) AS catalogue"
)
_COLUMNS = (
    r"SELECT attnum, attname FROM pg_attribute"
    r" WHERE attrelid = to_regclass('\1') AND attnum > 0 AND NOT attisdropped ORDER BY attnum"
)
_OTHERWISE = tuple(
    (re.compile(pattern), text)
    for pattern, text in (
        (r"\bsqlite_master\b", _CATALOGUE),
        (r"PRAGMA table_info\((\w+)\)", _COLUMNS),
        (r"\browid\b", "ctid::text"),
        (r"\binstr\(", "strpos("),
        (r"\+cards\.game\b", "cards.game"),
        (r"\b\w+ NOT IN \(\)", "TRUE"),
        (r"\b\w+ IN \(\)", "FALSE"),
    )
)
_PLACES = re.compile(r"(card_words MATCH \?|\?)")
_MATCH = re.compile(r'\{(name text|name|text)\} : "([^"]*)"( \*)?')
"""What the index for words of SQLite is asked for: columns, words in a row, and whether the last may go on."""

_SEARCHED = re.compile(
    r"\(cards\.number IN \((SELECT card FROM card_(?:words|values)\b[^()]*(?:\([^()]*\)[^()]*)*)\)\)"
)
_ONCE = r"(cards.number = ANY (ARRAY(\1)))"
"""A term of a search finds its cards once; joined tables, as PostgreSQL reads `IN`, take minutes to plan for a long one."""

LONGEST_WORD = 40
"""How many letters of each word are in the index of PostgreSQL; texts are compared whole after that."""


def translated(statement: str, values: Sequence[Any] = ()) -> tuple[str, Sequence[Any]]:
    """Statement and values as PostgreSQL takes them."""
    if "MATCH" not in statement:
        return _plain(statement), values
    parts, given, made = [], iter(values), list[Any]()
    for part in _PLACES.split(_SEARCHED.sub(_ONCE, statement)):
        if part == "?":
            made.append(next(given))
        elif part.startswith("card_words MATCH"):
            condition, own = _words(next(given))
            parts.append(condition)
            made.extend(own)
            continue
        parts.append(part)
    return _plain("".join(parts)), made


@lru_cache(maxsize=256)
def _plain(statement: str) -> str:
    statement = _SEARCHED.sub(_ONCE, statement)
    for pattern, text in _OTHERWISE:
        statement = pattern.sub(text, statement)
    return statement.replace("?", "%s")


def _words(match: str) -> tuple[str, list[str]]:
    """Condition on `card_words` for what SQLite's index is asked for: the index finds cards, and texts decide."""
    found = _MATCH.fullmatch(match)
    if found is None:
        msg = f"no such search for words: {match}"
        raise ValueError(msg)
    columns, words, begins = found[1].split(), found[2].split(), bool(found[3])
    *row, last = [_quoted(word[:LONGEST_WORD]) for word in words]
    index = " & ".join([*row, f"{last}:*" if begins else last])
    ending = "" if begins else " "
    text = " OR ".join(f"strpos(' ' || {column} || '{ending}', ?) > 0" for column in columns)
    return f"words @@ ?::tsquery AND ({text})", [index, *[f" {' '.join(words)}{ending}"] * len(columns)]


def _quoted(word: str) -> str:
    doubled = word.replace("\\", "\\\\").replace("'", "''")
    return f"'{doubled}'"


class Session:
    """An open connection, which takes SQL as SQLite does."""

    def __init__(self, connection: psycopg.Connection[Any]) -> None:
        self.raw = connection

    def execute(self, statement: str, values: Sequence[Any] = (), /) -> psycopg.Cursor[Any]:
        """Run a statement with the values of its `?`."""
        text, given = translated(statement, tuple(values))
        return self.raw.execute(text.encode(), given or None)

    @property
    def in_transaction(self) -> bool:
        """Whether all that is read is of one moment: on a server, it always is."""
        return True

    def executemany(self, statement: str, rows: Iterable[Sequence[Any]], /) -> psycopg.Cursor[Any]:
        """Run a statement once for each row of values."""
        cursor = self.raw.cursor()
        cursor.executemany(_plain(statement).encode(), rows)
        return cursor


# Errors, by the codes of the SQL standard; what refuses a connection has none, and is known by its words.


class _Report(NamedTuple):
    code: str
    message: str
    hint: str = ""


_ASK = later("Ask the person who looks after the server, or use another database with --db.")
_AGAIN = later("Try again.")
_ROLE = later(
    "Translations require the role deckwright_translator, other changes the role deckwright_editor. The owner of the database grants them: see deckwright db roles."
)
_UPGRADE = later(
    "The tables are of an older version of Deckwright. Ask the owner of the database to run: deckwright db upgrade"
)
_DAMAGED = later("deckwright db check lists all damage. Restore a copy: deckwright db restore FILE")
_CONFLICT = _Report(
    CONFLICT, later("Another command changed the same things in {name}. Nothing was changed."), _AGAIN
)
_ENDED = _Report("unreachable", later("The connection to {name} was lost: {reason}."), _AGAIN)
_LOST = _ENDED._replace(code=LOST)
_LOCKED = _Report(
    "locked",
    later("Another program is writing to the database {name}."),
    later("Wait for it to finish, and try again."),
)
_FORBIDDEN = _Report(NO_RIGHTS, later("You may not do this in the database {name}: {reason}."), _ROLE)
_NO_TABLES = _FORBIDDEN._replace(
    hint=later(
        "The first command of its owner creates the tables of an empty database: ask the owner to run one."
    )
)
_NOT_LET_IN = _FORBIDDEN._replace(hint=_ASK)
_NOT_OWNED = _FORBIDDEN._replace(hint=_UPGRADE)
_NOT_RESTORED = _FORBIDDEN._replace(
    hint=later("Nothing was changed. Ask the owner of the database to do this.")
)
_CORRUPT = _Report("corrupt", later("The database {name} is damaged: {reason}."), _DAMAGED)
_PASSWORD_WRONG = _Report(
    "no-access",
    later("{name} refuses this user or password."),
    later("Check the user in the address, and the password in the file that PGPASSFILE names."),
)
_PASSWORD_MISSING = _Report(
    "no-access",
    later("{name} requires a password."),
    later("Write it into the file that PGPASSFILE names (by default ~/.pgpass), which only you may read."),
)
_NOT_FROM_HERE = _Report(
    "no-access", later("The server of {name} does not let you in from this computer: {reason}."), _ASK
)
_MISSING = _Report(
    "no-such-database",
    later("The server has no database of this name: {name}."),
    later("Check the name, or create it: createdb NAME"),
)
_UNREACHABLE = _Report(
    "unreachable",
    later("The server of {name} cannot be reached: {reason}."),
    later("Check the host and the port, and whether the server is running."),
)
_BAD_SETTING = _UNREACHABLE._replace(
    hint=later("Check the address, and the service in the file that PGSERVICEFILE names.")
)
_FULL = _Report(
    "disk-full",
    later("The disk of the server is full: the database {name} was not changed."),
    later("Ask for space, and try again."),
)
_BUSY = _Report("busy", later("The server of {name} has no free connection."), _AGAIN)
_READ_ONLY = _Report("read-only", later("The database {name} is read-only."), _ASK)
_OTHER = _Report("database", later("The database {name} failed: {reason}."))

_NO_PRIVILEGE = "42501"
_REPORTS = {
    "28": _PASSWORD_WRONG,
    "3D": _MISSING,
    "40001": _CONFLICT,
    "40P01": _CONFLICT,
    _NO_PRIVILEGE: _FORBIDDEN,
    "42P01": _CORRUPT,
    "42703": _CORRUPT,
    "XX": _CORRUPT,
    "55P03": _LOCKED,
    "25006": _READ_ONLY,
    "53100": _FULL,
    "53300": _BUSY,
    "08": _ENDED,
    "57P": _ENDED,
}
"""By the code of an error, or its first two or three letters."""

_FORBIDDEN_SPECIALLY = {"must be owner": _NOT_OWNED, "permission denied for schema": _NO_TABLES}
"""What is forbidden in other words than a table, by these words of the server."""

_REFUSALS = (
    (
        re.compile("password authentication failed|role .* does not exist"),
        _PASSWORD_WRONG,
    ),
    (re.compile("no pg_hba.conf entry|pg_hba.conf rejects"), _NOT_FROM_HERE),
    (re.compile("database .* does not exist"), _MISSING),
    (re.compile("permission denied for database"), _NOT_LET_IN),
    (re.compile('service (file )?"|^connection is bad: invalid'), _BAD_SETTING),
    (re.compile("too many (clients|connections)|remaining connection slots"), _BUSY),
)


@contextmanager
def server_errors(name: str, lost: _Report = _LOST) -> Iterator[None]:
    """Turn what PostgreSQL reports into a `DatabaseError` about the database of this name; a bug in Deckwright stays one.

    `lost` is for a server that does not answer.
    """
    import psycopg

    try:
        yield
    except psycopg.Error as fault:
        if isinstance(fault, psycopg.ProgrammingError) and not fault.sqlstate:  # the server was not asked
            raise
        raise _error(name, fault, lost) from _quiet(fault)
    except sqlite3.DatabaseError as fault:  # from `damaged`: content that cannot be
        raise _filled(_CORRUPT, name, str(fault)) from fault
    except Exception as fault:
        original = getattr(fault, "orig", None)  # where SQLAlchemy keeps it
        if isinstance(original, psycopg.Error):
            raise _error(name, original, lost) from _quiet(original)
        raise


def _quiet(fault: psycopg.Error) -> psycopg.Error | None:
    """Cause to show a developer; an error of connecting may hold the address with its password."""
    return fault if fault.sqlstate else None


def _error(name: str, fault: psycopg.Error, lost: _Report) -> DatabaseError:
    report = _report(fault, lost)
    return _filled(report, name, (fault.diag.message_primary or _reason(str(fault))).strip().rstrip("."))


def _filled(report: _Report, name: str, reason: str) -> DatabaseError:
    hint = tr(report.hint) if report.hint else ""
    return DatabaseError(
        report.code, tr(report.message, name=name, reason=reason), hint=hint, where=Where(name)
    )


def _report(fault: psycopg.Error, lost: _Report) -> _Report:
    import psycopg

    code = fault.sqlstate or ""
    if code:
        special = (report for words, report in _FORBIDDEN_SPECIALLY.items() if words in str(fault))
        if code == _NO_PRIVILEGE and (found := next(special, None)):
            return found
        return next((_REPORTS[code[:size]] for size in (5, 3, 2) if code[:size] in _REPORTS), _OTHER)
    connection = fault.pgconn
    if connection is not None and connection.needs_password:
        return _PASSWORD_MISSING
    said = str(fault)
    refused = next((report for pattern, report in _REFUSALS if pattern.search(said)), None)
    if refused:
        return refused
    return lost if isinstance(fault, psycopg.OperationalError) else _OTHER


def _reason(said: str) -> str:
    """What libpq says of the last attempt to connect, without its beginning, which repeats the address."""
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    told = [line for line in lines if re.search("failed: |FATAL: |ERROR: ", line)] or lines or [said]
    return re.sub(r"^.*(?:failed: |FATAL: +|ERROR: +)", "", told[-1])


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
    held: Connection | None = field(default=None, repr=False)

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

    @contextmanager
    def reading_anything(self) -> Iterator[Session]:
        """Open it without looking at its tables.

        Raises:
            DatabaseError: it cannot be reached.
        """
        with server_errors(self.name), closing(self._connect()) as connection:
            yield Session(connection)

    def is_made(self) -> bool:
        """Whether there are tables of the program's.

        Raises:
            DatabaseError: the server cannot be asked, or there are only tables of other programs.
        """
        with self.reading_anything() as session:
            if revision_of(session.execute):
                return True
            if session.execute("SELECT count(*) FROM sqlite_master").fetchone() != (0,):
                self._check(session.execute)
            return False

    def make(self, fill: Callable[[Database], None]) -> None:
        """Create the tables and fill them, all in one transaction, unless another program does so first.

        Raises:
            DatabaseError: the tables cannot be created.
        """
        with self._transaction() as connection:
            if not revision_of(connection.exec_driver_sql):
                upgrade_tables(connection)
                fill(replace(self, held=connection))

    @contextmanager
    def reading(self) -> Iterator[OpenDatabase]:
        """Open it for reading only: all that is read is as it was at one moment.

        Raises:
            DatabaseError: it cannot be reached, is not a database of Deckwright, or made by a newer version.
        """
        if self.held is not None:
            yield self._held_session()
            return
        from psycopg import IsolationLevel

        with server_errors(self.name), closing(self._connect()) as connection:
            connection.isolation_level = IsolationLevel.REPEATABLE_READ
            connection.read_only = True
            session = Session(connection)
            self._check(session.execute)
            yield session

    @contextmanager
    def adding(self, patience: float | None = None) -> Iterator[OpenDatabase]:
        """Open it for one transaction in plain SQL; `patience` is how many seconds to wait for another writer.

        Raises:
            DatabaseError: as for reading, or it may not be written.
        """
        if self.held is not None:
            yield self._held_session()
            return
        with server_errors(self.name), closing(self._connect()) as connection, connection:
            session = Session(connection)
            _be_the_writer(connection, patience)
            if self._check(session.execute) in OLDER:
                connection.rollback()
                self.upgrade()
                _be_the_writer(connection, patience)
                self._check(session.execute)
            yield session

    @contextmanager
    def alone(self, what: str, waiting: Callable[[str], None]) -> Iterator[None]:
        """Keep other commands from changing something, such as the translations of a game, in the meantime.

        `waiting` is called with a message if another command is doing so.

        Raises:
            InputError: the other command does not end.
        """
        import psycopg

        with server_errors(self.name), closing(self._connect()) as connection:
            connection.autocommit = True
            session = Session(connection)
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

        with server_errors(self.name), closing(self._connect()) as connection, connection:
            _be_the_writer(connection, None)
            session = Session(connection)
            session.execute("SAVEPOINT used")
            names = [f'"{name}"' for (name,) in session.execute("SELECT name FROM sqlite_master")]
            try:
                if names:
                    session.execute(f"LOCK TABLE {', '.join(names)} IN ACCESS EXCLUSIVE MODE")
            except InsufficientPrivilege as fault:
                raise _filled(_NOT_RESTORED, self.name, fault.diag.message_primary or str(fault)) from fault
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
    def _transaction(self) -> Iterator[Connection]:
        if self.held is not None:
            yield self.held
            return
        from sqlalchemy import create_engine, event, pool

        with server_errors(self.name):
            engine = create_engine(
                "postgresql+psycopg://",
                creator=self._connect,
                poolclass=pool.NullPool,
                paramstyle="format",
                use_native_hstore=False,
            )
            event.listen(engine, "before_cursor_execute", _translate, retval=True)
            with engine.begin() as connection:
                _be_the_writer(_driver(connection), None)
                yield connection

    def _held_session(self) -> Session:
        if self.held is None:
            raise ValueError
        return Session(_driver(self.held))

    def _connect(self, patience: float | None = None) -> Any:  # noqa: ARG002 - the base's signature
        import psycopg

        with server_errors(self.name, _UNREACHABLE):
            connection = psycopg.connect(conninfo(self.address), context=_Context(_adapters()))
        try:
            self._refuse_unusable(connection.info)
        except DatabaseError:
            connection.close()
            raise
        connection.isolation_level = psycopg.IsolationLevel.READ_COMMITTED
        return connection

    def _refuse_unusable(self, info: psycopg.ConnectionInfo) -> None:
        """Refuse a server that is too old, or a database that cannot hold every text; asking costs nothing.

        Raises:
            DatabaseError: it is one.
        """
        if info.server_version < OLDEST * 10_000:
            message = tr(
                "The server of {name} is PostgreSQL {version}, which is too old.",
                name=self.name,
                version=info.parameter_status("server_version") or "?",
            )
            hint = tr("Deckwright needs PostgreSQL {version} or newer.", version=OLDEST)
            raise DatabaseError("old-server", message, hint=hint, where=Where(self.name))
        if (encoding := info.parameter_status("server_encoding")) != "UTF8":
            message = tr(
                "The database {name} has the encoding {encoding}, not UTF8.",
                name=self.name,
                encoding=encoding,
            )
            hint = tr("Create one with: createdb --encoding=UTF8 --template=template0 NAME")
            raise DatabaseError("database-encoding", message, hint=hint, where=Where(self.name))


_TRY_LOCK = "SELECT pg_try_advisory_lock(?, hashtext(?))"
_LOCK = "SELECT pg_advisory_lock(?, hashtext(?))"
_UNLOCK = "SELECT pg_advisory_unlock(?, hashtext(?))"


def _driver(connection: Connection) -> psycopg.Connection[Any]:
    return connection.connection.driver_connection  # type: ignore[return-value]


def _be_the_writer(connection: psycopg.Connection[Any], patience: float | None) -> None:
    """Wait until no other command is writing, and keep others waiting until the transaction ends."""
    wait = int(1000 * (PATIENCE if patience is None else patience))
    session = Session(connection)
    if not wait:
        (is_writer,) = session.execute(
            "SELECT pg_try_advisory_xact_lock(?, ?)", (OURS, WRITER)
        ).fetchone() or (False,)
        if not is_writer:
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
    """How values are written and read: sums are whole numbers, and texts may contain any character.

    PostgreSQL’s texts cannot contain U+0000, so it is written as U+001A and a zero, and U+001A itself and a one.
    """
    from psycopg import adapters
    from psycopg.adapt import AdaptersMap, Loader
    from psycopg.types.string import StrDumperUnknown, TextLoader

    class WholeNumber(Loader):
        def load(self, data: Any) -> int:
            return int(bytes(data))

    class AnyText(StrDumperUnknown):
        def dump(self, obj: str) -> Any:
            if "\0" in obj or "\x1a" in obj:
                obj = obj.replace("\x1a", "\x1a1").replace("\0", "\x1a0")
            return super().dump(obj)

    class AnyTextLoader(TextLoader):
        def load(self, data: Any) -> bytes | str:
            text = super().load(data)
            if isinstance(text, str) and "\x1a" in text:
                return text.replace("\x1a0", "\0").replace("\x1a1", "\x1a")
            return text

    own = AdaptersMap(adapters)
    own.register_loader("numeric", WholeNumber)
    own.register_dumper(str, AnyText)
    own.register_loader("text", AnyTextLoader)
    return own


def _translate(
    _connection: Any, _cursor: Any, statement: str, values: Any, *context_and_many: Any
) -> tuple[str, Any]:
    """Translate what SQLAlchemy runs, its own statements too, in which there is nothing to translate."""
    is_many = context_and_many[-1]
    return (_plain(statement), values) if is_many else translated(statement, values)
