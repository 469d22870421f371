"""The user's database with the folders that its games were loaded from: filled on first use, and compared with the files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from deckwright import resources
from deckwright.errors import DatabaseError
from deckwright.findings import Finding, Where
from deckwright.messages import tr
from deckwright.store.database import REVISION, Database, open_database, revision_of
from deckwright.store.read import folder_of, game_ids

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from deckwright.store.database import OpenDatabase


class LoadedFolder(NamedTuple):
    """The folder of a loaded game: the name of the content it had, and its stamp; '' where that is not known."""

    game: str
    path: Path
    digest: str
    stamp: str


def cards_at(location: str, made: Callable[[Database], None] = lambda _: None) -> Database:
    """Card database at `location` ('' for the user's own), made and filled if there is none.

    `made` is called with a database that was made just now.

    Raises:
        DatabaseError: it cannot be made.
        UsageError: `location` is an address this program has no driver for.
    """
    was_made: list[Database] = []

    def fill(database: Database) -> None:
        _fill(database)
        was_made.append(database)

    database = open_database(location, fill)
    if was_made:
        made(database)
    return database


def _fill(database: Database) -> None:
    from deckwright.files.game_package import read_package
    from deckwright.store.load import load

    for folder in resources.packaged_games():
        package, findings = read_package(folder)
        if package is None:
            msg = f"the packaged game {folder.name} is faulty: {findings[0].message} ({findings[0].where})"
            raise RuntimeError(msg)
        load(database, package)


def changed_folders(database: Database) -> list[LoadedFolder]:
    """List the folders whose files are others than when their games were loaded; packaged games have none.

    Where only the times of the files have changed, the new ones are remembered, so that they are not read again.

    Raises:
        DatabaseError: it cannot be read.
    """
    with database.reading() as connection:
        own = list(_own_folders(connection))
        is_older = revision_of(connection.execute) != REVISION
    changed, settled = [], []
    for loaded in own:
        stamp = _stamp_of(loaded)
        if stamp is None or (stamp and stamp == loaded.stamp):
            continue
        if not _is_as_loaded(loaded):
            changed.append(loaded)
        elif stamp:
            settled.append(loaded._replace(stamp=stamp))
    if settled and not is_older:
        _remember(database, settled)
    return changed


def check_folders(database: Database) -> Iterator[Finding]:
    """Warn of games whose folder has changed since they were loaded, or that have none any more.

    Raises:
        DatabaseError: it cannot be read.
    """
    with database.reading() as connection:
        own = list(_own_folders(connection))
    for loaded in own:
        where = Where(str(loaded.path))
        if _stamp_of(loaded) is None:
            message = tr("The folder of {game} no longer exists.", game=loaded.game)
            yield Finding("folder-missing", "info", message, where=where)
        elif not _is_as_loaded(loaded):
            message = tr(
                "The folder of {game} has changed since it was loaded: the next command that reads games reloads it.",
                game=loaded.game,
            )
            yield Finding("folder-changed", "warning", message, where=where)


def _own_folders(connection: OpenDatabase) -> Iterator[LoadedFolder]:
    """Yield the folders of the user's own games: those of the program are loaded as they were released."""
    packaged = f"{resources.folder('cards').as_posix()}/"
    for loaded in _all_folders(connection):
        if loaded.path.is_absolute() and not loaded.path.as_posix().startswith(packaged):
            yield loaded


def _all_folders(connection: OpenDatabase) -> list[LoadedFolder]:
    if revision_of(connection.execute) == REVISION:
        rows = connection.execute("SELECT id, folder, digest, stamp FROM games ORDER BY id").fetchall()
        return [LoadedFolder(game, Path(folder), digest, stamp) for game, folder, digest, stamp in rows]
    digests = dict(connection.execute("SELECT id, digest FROM games").fetchall())
    return [
        LoadedFolder(game, Path(folder_of(connection, game)), digests[game], "")
        for game in game_ids(connection)
    ]


def _stamp_of(loaded: LoadedFolder) -> str | None:
    """Stamp of the files as they are now; None if the game's folder is gone."""
    from deckwright.files.game_folder import GAME_FILE, stamp_of

    return stamp_of(loaded.path) if (loaded.path / GAME_FILE).is_file() else None


def _is_as_loaded(loaded: LoadedFolder) -> bool:
    from deckwright.files.game_folder import digest_of

    return digest_of(loaded.path) == loaded.digest


def _remember(database: Database, folders: list[LoadedFolder]) -> None:
    """Remember stamps, if that is possible at once: without them, the files are read once more."""
    rows = [(loaded.stamp, loaded.game, loaded.digest) for loaded in folders]
    try:
        with database.adding(patience=0) as connection:
            connection.executemany("UPDATE games SET stamp = ? WHERE id = ? AND digest = ?", rows)
    except DatabaseError:
        return
