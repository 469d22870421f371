"""Look after a database: its contents at a glance, damage, backups, restores, copies to another engine, roles on a server."""

from __future__ import annotations

import errno
import os
import shlex
import shutil
import sqlite3
import subprocess
from contextlib import closing, contextmanager
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from deckwright import __version__
from deckwright.errors import DatabaseError, InputError, UsageError
from deckwright.files.schemas import schema
from deckwright.files.writing import (
    file_exists,
    flush_folder,
    move_durably,
    name_durably,
    unfinished_folder,
    unwritable,
)
from deckwright.findings import Finding, Where
from deckwright.messages import tr
from deckwright.model.game import KEPT_NUMBERS
from deckwright.model.query.matching import load_query
from deckwright.model.translation import STATES
from deckwright.store.database import (
    BESIDE,
    PATIENCE,
    REVISION,
    Database,
    cannot_create,
    database_errors,
    is_new,
    names_of_replaced,
)
from deckwright.store.load import digest_of
from deckwright.store.locations import database_at, open_database
from deckwright.store.postgres import Server, conninfo
from deckwright.store.read import all_counts, game_ids, uncounted
from deckwright.store.translations import read_stored_package

if TYPE_CHECKING:
    from collections.abc import Iterator

    from deckwright.model.game import GamePackage
    from deckwright.store.dialects import OpenDatabase
    from deckwright.store.tables import TableColumns


# Facts about a database as a whole.

_COUNTS = {
    "games": "SELECT count(*) FROM games",
    "cards": "SELECT coalesce(sum(copies), 0) FROM cards",
    "decks": "SELECT count(*) FROM decks",
    "texts": "SELECT count(*) FROM texts",
    "kept": "SELECT coalesce(sum(length(content)), 0) FROM contents"
    " WHERE digest NOT IN (SELECT content FROM assets)",
    "last_load": "SELECT max(at) FROM loads",
}


def facts_of(database: Database) -> dict[str, Any]:
    """File of a database, its size in bytes, its revision and the amount of its content."""
    with database.reading() as connection:
        counts = {name: connection.execute(query).fetchone()[0] for name, query in _COUNTS.items()}
        counted = sorted({count.game for count in all_counts(connection)})
        (size,) = connection.execute(connection.dialect.bytes).fetchone()
    return {"path": database.whole_name, "bytes": size, "revision": REVISION, **counts, "counted": counted}


# Damage: what SQLite itself finds, and games whose content is not what was loaded.


def find_damage(database: Database) -> DatabaseError | None:
    """Error for a database with impossible content; None if it is sound or missing."""
    try:
        findings = check(database) if database.is_made() else []
    except DatabaseError as fault:
        return fault
    if not findings:
        return None
    message = tr("The database {name} is damaged: {reason}", name=database.name, reason=findings[0].message)
    hint = tr(
        "deckwright db check lists all damage. Use deckwright load --again FOLDER, or restore a copy of the database."
    )
    return DatabaseError("corrupt", message, hint=hint, where=Where(database.name))


def check(database: Database) -> list[Finding]:
    """Find what is damaged in a database: its pages, what refers to what, games, and the index for words.

    The pages of a server are left to the server, which lets no row refer to a missing one either.
    """
    where = Where(database.name)
    with database.reading() as connection:
        damage = list(_damage_of_file(connection, where)) if database.is_file else []
        for game in game_ids(connection):
            damage += _damage_of_game(connection, game, where)
        return damage


def _damage_of_file(connection: OpenDatabase, where: Where) -> Iterator[Finding]:
    for (result,) in connection.execute("PRAGMA integrity_check"):
        if result != "ok":
            yield Finding("integrity", "error", tr("SQLite reports: {reason}.", reason=result), where=where)
    for table, row, target, _ in connection.execute("PRAGMA foreign_key_check"):
        message = tr(
            "Row {row} of {table} refers to a missing row of {target}.", row=row, table=table, target=target
        )
        yield Finding("reference", "error", message, where=where)


def _damage_of_game(connection: OpenDatabase, game: str, where: Where) -> Iterator[Finding]:
    """Find what keeps a game from being read, and cards that are not as they were loaded."""
    try:
        package = read_stored_package(connection, game)
        # Another version may have had another schema, and other digests.
        is_ours = connection.execute(_LOADED_BY, (game,)).fetchone() == (__version__,)
        faults = list(_faults_of(package)) if is_ours else []
        altered = _altered_cards(connection, package) if is_ours and not faults else []
        unindexed = [card for (card,) in connection.execute(_WITHOUT_WORDS, (game,))]
    except Exception as fault:  # noqa: BLE001 - whatever comes of content that cannot be is what is wrong with it
        faults, altered, unindexed = [f"{type(fault).__name__}: {fault}"], [], []
    if faults:
        message = tr("The game {game} cannot be read: {reason}.", game=game, reason=faults[0].rstrip("."))
        yield Finding("content", "error", message, where=where)
    for card in altered:
        message = tr(
            "The card {card} is not as it was loaded: use deckwright load --again FOLDER.", card=card
        )
        yield Finding("content", "error", message, (card,), where=where)
    for card in unindexed:
        message = tr(
            "The card {card} is not in the index for words: use deckwright load --again FOLDER.", card=card
        )
        yield Finding("word-index", "error", message, (card,), where=where)


def _faults_of(package: GamePackage) -> Iterator[str]:
    """Find what no loaded game can have."""
    game, cards = package.game, {card.id for card in package.cards}
    written = {key: value for key, value in game.definition.items() if key != KEPT_NUMBERS}
    if not schema("game").is_valid(written):
        yield from (fault.message for fault in schema("game").faults(written))
    if [*game.languages] != game.definition["languages"] or not game.label(
        "game:title", game.source_language
    ):
        yield tr("Missing {name}.", name="languages, game:title")
    for query in game.queries.values():
        load_query(query)
    for entry in (entry for deck in package.decks for entry in deck.entries):
        if entry.card not in cards or not entry.values.keys() <= game.fields.keys():
            yield tr("Unknown card: {name}.", name=entry.card)
    for message in (message for messages in package.entries.values() for message in messages):
        if message.state not in STATES:
            yield tr("{name} is not declared in this game.", name=message.state)


def _altered_cards(connection: OpenDatabase, package: GamePackage) -> list[str]:
    cards = uncounted(connection, {card.id: card for card in package.cards})
    stored = connection.execute("SELECT id, digest FROM cards WHERE game = ?", (package.game.id,))
    return [card for card, digest in stored if digest_of(cards[card]) != digest]


_LOADED_BY = "SELECT program FROM loads WHERE game = ? ORDER BY number DESC LIMIT 1"

_WITHOUT_WORDS = (
    "SELECT DISTINCT cards.id FROM cards JOIN texts ON texts.card = cards.number"
    " WHERE cards.game = ? AND cards.number NOT IN (SELECT card FROM card_words) ORDER BY cards.id"
)


# Copies of a database: made while others use it, and restored in its place.


def back_up(database: Database, copy: Path, *, overwrite: bool = False) -> None:
    """Copy a database into a file, which appears whole or not at all.

    Raises:
        UsageError: the file is the database itself.
        InputError: it cannot be written, or there is one already and it shall not be written over.
        DatabaseError: the database cannot be read.
    """
    if database.is_file and copy.exists() and copy.samefile(database.path):
        message = tr("{name} is the database itself.", name=copy)
        raise UsageError("same-file", message, hint=tr("Use another file."))
    if copy.exists() and not (copy.is_file() or copy.is_dir()):
        message = tr("{name} is a device or a pipe, not a file.", name=copy)
        raise InputError("no-file", message, hint=tr("Use another file."), where=Where(str(copy)))
    if copy.is_file() and not overwrite:
        raise file_exists(copy)
    try:
        with _made_beside(copy) as made:
            _copy(database, made)
            if overwrite:
                move_durably(made, Path(os.path.realpath(copy)))
            else:
                name_durably(made, copy)
    except FileExistsError:
        raise file_exists(copy) from None
    except OSError as fault:
        raise unwritable(copy, copy, fault) from fault


def restore(place: Path, copy: Path) -> Path | None:
    """Replace a database with a copy; return the path of the saved old one, if any.

    There is a database at that place at every moment: first the one that is there gets a second name, and then the
    copy takes the first.

    Raises:
        DatabaseError: the copy is damaged or no database of Deckwright's, or another program is writing.
            Or there is a device, a pipe or a folder at that place. Then nothing has changed.
    """
    is_new(place)  # refuses what is no file, and would be lost
    source = Database(copy)
    _refuse_damaged(source)
    place = Path(os.path.realpath(place)) if place.is_symlink() else place
    try:
        with _made_beside(place) as made:
            _copy(source, made)
            previous = _exchange(place, made)
    except OSError as fault:
        raise cannot_create(place, fault) from fault
    return previous


def _refuse_damaged(copy: Database) -> None:
    hint = tr("Nothing was changed. Use another copy.")
    try:
        faults = check(copy)
    except DatabaseError as fault:
        fault.hint = hint
        raise
    if faults:
        message = tr("The copy {name} is damaged: {reason}", name=copy.path, reason=faults[0].message)
        raise DatabaseError("corrupt", message, hint=hint, where=Where(str(copy.path)))


def _copy(source: Database, to: Path) -> None:
    if isinstance(source, Server):
        dump(source, to)
        return
    with source.reading() as connection, closing(sqlite3.connect(to)) as target:
        if isinstance(connection, sqlite3.Connection):
            try:
                connection.backup(target)
            except sqlite3.OperationalError as fault:
                if fault.sqlite_errorcode not in _CODES_OF_WRITING:
                    raise
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)) from fault


_CODES_OF_WRITING = {sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_WRITE}
"""What a copy reports of itself, as its source is only read: its disk is full, or its files may not be longer."""


@contextmanager
def _made_beside(place: Path) -> Iterator[Path]:
    """Path of a temporary file next to its final place."""
    with unfinished_folder(Path(os.path.realpath(place)).parent) as folder:
        yield folder / "made.db"


def _exchange(place: Path, made: Path) -> Path | None:
    """Replace a database with a new file while nobody writes to it; return the path of the saved old one, if any.

    One that is too damaged to be locked is replaced as it is.
    """
    if is_new(place):
        _clear(place)
        move_durably(made, place)
        return None
    previous = _free_name(place)
    try:
        with database_errors(place), closing(_only_one(place)) as lock:
            try:
                _put_in_place(made, place, previous)
            except PermissionError:  # Windows replaces no file that is open
                lock.close()
                _put_in_place(made, place, previous)
    except DatabaseError as fault:
        if fault.code == "locked":
            raise
        _put_in_place(made, place, previous)
    return previous


def _put_in_place(made: Path, place: Path, previous: Path) -> None:
    """Link a database and SQLite's files next to it to a second name, and move a new one to its first name.

    Where a file cannot have two names, there is a moment without a database.
    """
    for ending in BESIDE:
        if (file := _with_ending(place, ending)).exists() and not _with_ending(previous, ending).exists():
            try:
                os.link(file, _with_ending(previous, ending))
            except OSError:
                file.rename(_with_ending(previous, ending))
    flush_folder(place.parent)
    _clear(place)
    move_durably(made, place)


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
    """First free name for a saved database and the files next to it, or the one that a killed restore saved it under."""
    return next(
        name
        for name in names_of_replaced(place)
        if not any(_with_ending(name, ending).exists() for ending in BESIDE)
        or (name.exists() and name.samefile(place))
    )


def _with_ending(place: Path, ending: str) -> Path:
    return place.with_name(place.name + ending)


def _clear(place: Path) -> None:
    """Remove SQLite's files next to a database, which would damage its replacement."""
    for ending in BESIDE[1:]:
        _with_ending(place, ending).unlink(missing_ok=True)


# A whole database in another one, from a file to a server or the other way.


class CopiedTable(NamedTuple):
    """A table that was copied: how many rows it has, and the digest that both databases have of them."""

    table: str
    rows: int
    digest: str


def copy_database(source: Database, location: str) -> list[CopiedTable]:
    """Copy everything into the database at `location`, which must be new or empty, and compare all rows.

    Raises:
        DatabaseError: the other database is not empty, or either cannot be used. Then nothing has changed.
        UsageError: `location` is an address this program has no driver for.
    """
    copied: list[CopiedTable] = []
    with source.reading() as connection:
        target = database_at(location)
        if target.is_made():
            _refuse_filled(target)
            copied += _fill(connection, target)
        else:
            open_database(location, lambda made: copied.extend(_fill(connection, made)))
    return copied


def _refuse_filled(target: Database) -> None:
    from deckwright.store.tables import all_tables

    with target.reading() as connection:
        filled = [
            table.name
            for table in all_tables()
            if connection.execute(f"SELECT 1 FROM {table.name} LIMIT 1").fetchone()
        ]
    if filled:
        message = tr("{name} is not empty: its table {table} has rows.", name=target.name, table=filled[0])
        hint = tr("Nothing was changed. Copy into a new database.")
        raise DatabaseError("not-empty", message, hint=hint, where=Where(target.name))


def _fill(source: OpenDatabase, target: Database) -> list[CopiedTable]:
    from deckwright.store.tables import all_tables

    with target.writing() as connection:
        *ordinary, words = all_tables()
        for table in ordinary:
            names = ", ".join(f'"{name}"' for name in table.columns)
            places = ", ".join("?" * len(table.columns))
            connection.executemany(
                f"INSERT INTO {table.name} ({names}) VALUES ({places})", rows_of(source, table)
            )
            if table.key == ("number",) and not target.is_file:
                last = f"SELECT coalesce(max(number), 0) + 1 FROM {table.name}"
                connection.execute(
                    f"SELECT setval(pg_get_serial_sequence('{table.name}', 'number'), ({last}), false)"
                )
        connection.dialect.insert_words(connection, rows_of(source, words))
        copied = [_digest(connection, table) for table in all_tables()]
        for table, target_digest in zip(all_tables(), copied, strict=True):
            if _digest(source, table) != target_digest:
                message = tr("The copy of the table {table} differs.", table=table.name)
                hint = tr("Nothing was changed. Is another command writing? Try again.")
                raise DatabaseError("copy-differs", message, hint=hint, where=Where(target.name))
    return copied


def rows_of(connection: OpenDatabase, table: TableColumns) -> Iterator[tuple[Any, ...]]:
    """Yield the rows of a table in the order of its key, with truths as such: SQLite keeps them as numbers."""
    names = ", ".join(f'"{name}"' for name in table.columns)
    order = ", ".join(f'"{name}"' for name in table.key)
    for row in connection.execute(f"SELECT {names} FROM {table.name} ORDER BY {order}"):
        yield tuple(bool(value) if place in table.booleans else value for place, value in enumerate(row))


def _digest(connection: OpenDatabase, table: TableColumns) -> CopiedTable:
    rows = 0
    digest = blake2b(digest_size=16)
    for row in rows_of(connection, table):
        rows += 1
        digest.update(repr(row).encode("utf-8", "surrogatepass") + b"\n")
    return CopiedTable(table.name, rows, digest.hexdigest())


# On a server: backups by PostgreSQL's own programs, and the roles of a team


# Backups: pg_dump writes them, and pg_restore reads them back, in one transaction.


def dump(server: Server, to: Path) -> None:
    """Write a backup of a database into a new file, in the custom format of pg_dump.

    Raises:
        DatabaseError: pg_dump is missing, or older than the server, or reports an error.
    """
    # Policies let every role read all rows.
    _run(server, "pg_dump", "--format=custom", "--enable-row-security", f"--file={to}")


def restore_dump(server: Server, copy: Path) -> Path | None:
    """Replace the content of a database with a backup, in one transaction; return a backup of what was there, if any.

    Raises:
        DatabaseError: the file is not a backup of a card database, another program is writing, or PostgreSQL's programs
            report an error. Then nothing has changed.
    """
    _refuse_other_files(server, copy)
    previous = None
    options = ("--clean", "--if-exists", "--no-owner", "--single-transaction", "--exit-on-error")
    with server.unused():
        try:
            if server.is_made():
                previous = next(name for name in names_of_replaced(copy) if not name.exists())
                dump(server, previous)
            _run(server, "pg_restore", *options, str(copy))
        except BaseException:
            if previous:
                previous.unlink(missing_ok=True)
            raise
    return previous


def _refuse_other_files(server: Server, copy: Path) -> None:
    listing = subprocess.run(  # noqa: S603 - a program of PostgreSQL's, and the file that the user names
        [_program("pg_restore", server), "--list", str(copy)], capture_output=True, text=True, check=False
    )
    if listing.returncode or "TABLE DATA" not in listing.stdout or "card_values" not in listing.stdout:
        message = tr("{name} is not a backup of a Deckwright database on a server.", name=copy)
        hint = tr(
            "To move a database from a file: deckwright db copy FILE {address}",
            address=shlex.quote(server.name),
        )
        raise DatabaseError("not-a-card-database", message, hint=hint, where=Where(str(copy)))


def _run(server: Server, name: str, *arguments: str) -> None:
    """Run a program of PostgreSQL on a database; the password is not among its arguments, which others may see."""
    from psycopg.conninfo import conninfo_to_dict, make_conninfo

    named = {key: str(value) for key, value in conninfo_to_dict(conninfo(server.address)).items()}
    password = named.pop("password", "")
    # Its errors are found by their English words.
    environment = {**os.environ, "LC_ALL": "C", **({"PGPASSWORD": password} if password else {})}
    environment.pop("LANGUAGE", None)
    command = [_program(name, server), f"--dbname={make_conninfo('', **named)}", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)  # noqa: S603 - as above
    if done.returncode:
        said = [line for line in done.stderr.splitlines() if "error:" in line] or done.stderr.splitlines()
        reason = said[0].partition("error: ")[2] or said[0] if said else str(done.returncode)
        message = tr("{program} failed for {name}: {reason}.", program=name, name=server.name, reason=reason)
        hint = tr("Nothing was changed.")
        raise DatabaseError("postgres-program", message, hint=hint, where=Where(server.name))


def _program(name: str, server: Server) -> str:
    """Path of a program of PostgreSQL, which itself refuses a server that is newer.

    Raises:
        DatabaseError: it is not installed.
    """
    if path := shutil.which(name):
        return path
    message = tr("The program {program} is not installed.", program=name)
    hint = tr("Install PostgreSQL’s programs, as new as the server: apt install postgresql-client")
    raise DatabaseError("postgres-program", message, hint=hint, where=Where(server.name))


# Roles of a team, by PostgreSQL's own grants.

ROLES = Path(__file__).with_name("roles.sql")
"""SQL that makes the roles; the tables themselves belong to whoever made them."""
