"""Where databases are: the path of a file or the address of a server, made and filled at first use."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from deckwright import resources
from deckwright.errors import DatabaseError, UsageError
from deckwright.findings import Where
from deckwright.messages import tr
from deckwright.store.database import BESIDE, REPLACED, Database, cannot_create, is_new

if TYPE_CHECKING:
    from collections.abc import Callable


def fill_with_games(database: Database) -> None:
    """Load the packaged games into a new database."""
    from deckwright.files.game_package import read_package
    from deckwright.store.load import load

    for folder in resources.packaged_games():
        package, findings = read_package(folder)
        if package is None:
            msg = f"the packaged game {folder.name} is faulty: {findings[0].message} ({findings[0].where})"
            raise RuntimeError(msg)
        load(database, package)


def open_database(location: str, fill: Callable[[Database], None]) -> Database:
    """Database at `location` ('' for the user's own), made and filled at first use; on a server, in an empty database.

    Raises:
        UsageError: `location` is an address this program has no driver for.
        DatabaseError: it cannot be made, or is no file, or there is only what remains of one.
    """
    if is_server(location):
        server = database_at(location)
        if not server.is_made():
            server.make(fill)
        return server
    path = path_of(location)
    try:
        if is_new(path):
            refuse_remains(path)
            Database(path).make(fill)
    except OSError as fault:
        raise cannot_create(path, fault) from fault
    return Database(path)


def database_at(location: str) -> Database:
    """Database at `location` ('' for the user's own), which may not exist yet."""
    if is_server(location):
        from deckwright.store.postgres import Server

        return Server.at(location)
    return Database(path_of(location))


def is_server(location: str) -> bool:
    """Whether a location is the address of a PostgreSQL server, rather than a file."""
    return location[:8].lower() == "postgres" and ":" in location


def path_of(location: str) -> Path:
    """File that a location names; '' is the one in the user's data folder.

    Raises:
        UsageError: it is an address this program has no driver for.
    """
    if not location:
        from platformdirs import user_data_path

        return user_data_path("deckwright", appauthor=False) / "deckwright.db"
    if location.startswith((":memory:", "file:")):
        raise _no_path(tr("“{location}” is not a path.", location=location))
    if _is_connection(location):  # which may have a password, so it is not repeated
        raise _no_path(tr("These are parameters of a connection, not the address of a database."))
    scheme, colon, rest = location.partition("://")
    if not colon:
        return Path(location).expanduser() if location.startswith("~/") else Path(location)
    path = rest.removeprefix("/")
    if scheme != "sqlite":
        raise _no_path(tr("{scheme} databases are not supported.", scheme=scheme))
    if not path or path.startswith((":memory:", "file:")):
        raise _no_path(tr("{location} is not a file name.", location=location))
    if "?" in path:
        raise _no_path(tr("{location} has options, which are not supported.", location=location))
    return Path(path)


def _is_connection(location: str) -> bool:
    """Whether a location is an address without its scheme, or has parameters as psql and other drivers write them."""
    import re

    parameters = (
        r"(?i:(^|[\s;])(PG)?(host(addr)?|server|port|dbname|database|service|user( id)?|password|pwd)\s*=)"
    )
    # A password may have any sign, so all up to an @ is taken for one.
    return re.search(rf"^(//)?[^/\\@\s:]{{2,}}:(?!//).*@|{parameters}", location) is not None


def _no_path(message: str) -> UsageError:
    hint = tr(
        "Use the path of an SQLite file, such as --db cards.db, or the address of a PostgreSQL database:"
        " --db postgresql+psycopg://USER@HOST/DATABASE"
    )
    return UsageError("database-kind", message, hint=hint)


def refuse_missing(location: str) -> None:
    """Reject a location without a database.

    Raises:
        DatabaseError: the database does not exist, or is not a file.
        UsageError: `location` is an address this program has no driver for.
    """
    if is_server(location):
        from shlex import quote

        server = database_at(location)
        if not server.is_made():
            message = tr("{name} is empty: it has no tables of Deckwright’s.", name=server.name)
            hint = tr("Create them: deckwright load --db {name}", name=quote(server.name))
            raise DatabaseError("no-such-database", message, hint=hint, where=Where(server.name))
        return
    path = path_of(location)
    if is_new(path):
        refuse_remains(path)
        message = tr("Database not found: {name}.", name=path)
        hint = tr("Use an existing one with --db, or create it: deckwright load --db {name}", name=path)
        raise DatabaseError("no-such-database", message, hint=hint, where=Where(str(path)))


def refuse_remains(path: Path) -> None:
    """Refuse to make a database where one was put aside, or where SQLite's own files of one are left."""
    from glob import escape

    saved = sorted(path.parent.glob(f"{escape(path.name)}{REPLACED}*"), key=_age)
    saved = [file for file in saved if not file.name.endswith(BESIDE[1:])]
    if saved:
        message = tr(
            "The database {name} is missing, but {kept}, saved from it, exists.", name=path, kept=saved[0]
        )
        hint = tr(
            "Restore it with deckwright db restore {kept}, or move it elsewhere to start with a new database.",
            kept=saved[0],
        )
        raise DatabaseError("put-aside", message, hint=hint, where=Where(str(saved[0])))
    leftovers = [file for ending in BESIDE[1:] if (file := path.with_name(path.name + ending)).is_file()]
    if leftovers:
        message = tr(
            "The database {name} is missing, but {kept}, which belongs to it, exists.",
            name=path,
            kept=leftovers[0],
        )
        hint = tr(
            "Put the database back, or move {kept} elsewhere to start with a new one.", kept=leftovers[0]
        )
        raise DatabaseError("put-aside", message, hint=hint, where=Where(str(leftovers[0])))


def _age(file: Path) -> tuple[int, str]:
    """Order of what was put aside, the last one first."""
    number = file.name.rpartition(f"{REPLACED}-")[2]
    return (-int(number) if number.isdecimal() else 0, file.name)
