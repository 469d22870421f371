"""Care of the card database: back up, restore, check, describe, upgrade; and the copies counted in real boxes."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from deckwright.errors import InputError
from deckwright.findings import Where
from deckwright.messages import tr
from deckwright.store import read
from deckwright.store.database import REVISION
from deckwright.store.folders import check_folders
from deckwright.store.load import remove_game as remove
from deckwright.store.locations import database_at
from deckwright.store.maintenance import ROLES, back_up, check, facts_of, restore, restore_dump
from deckwright.store.maintenance import copy_database as copy
from deckwright.store.postgres import Server
from deckwright.store.read import read_game

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deckwright.findings import Finding
    from deckwright.store.database import Database
    from deckwright.store.maintenance import CopiedTable
    from deckwright.store.read import BoxCount


@dataclass(frozen=True, slots=True)
class DatabaseInfo:
    """Size and content of a database: `bytes` of its file, copies of `cards`, and the games with a counted box.

    `kept` are the bytes of what is kept of prints, so that they can be restored.
    """

    path: str
    bytes: int
    revision: str
    games: int
    cards: int
    decks: int
    texts: int
    kept: int
    last_load: str | None
    counted: Sequence[str]


@dataclass(frozen=True, slots=True)
class DatabaseCheck:
    """Findings about a database: `damage` to its content, and warnings of game folders that have changed."""

    path: Path
    damage: Sequence[Finding]
    folders: Sequence[Finding]

    @property
    def findings(self) -> list[Finding]:
        """All findings, damage first."""
        return [*self.damage, *self.folders]


@dataclass(frozen=True, slots=True)
class RestoredDatabase:
    """Database restored at `path`, None if it is on a server; the one it replaced was saved as `replaced`, if any.

    `name` is its whole path, or its address without the password.
    """

    path: Path | None
    replaced: Path | None
    name: str


@dataclass(frozen=True, slots=True)
class UpgradedDatabase:
    """Database whose tables went from revision `before` to `after`, which may be the same."""

    path: Path
    before: str
    after: str


def database_info(database: Database) -> DatabaseInfo:
    """Describe a database."""
    return DatabaseInfo(**facts_of(database))


def check_database(database: Database) -> DatabaseCheck:
    """Check a database for damage, and for games whose folders have changed since they were loaded."""
    return DatabaseCheck(database.path, check(database), list(check_folders(database)))


def backup_database(database: Database, file: str | Path, *, overwrite: bool = False) -> int:
    """Copy a database into a file, even while other programs use it; return the size of the copy in bytes.

    Raises:
        UsageError: the file is the database itself.
        InputError: the file cannot be written, or exists and `overwrite` is not set.
        DatabaseError: the database cannot be read.
    """
    copy = Path(file)
    back_up(database, copy, overwrite=overwrite)
    return copy.stat().st_size


def restore_database(location: str, file: str | Path) -> RestoredDatabase:
    """Replace the database at `location` ('' for the user's own) with a backup, in one step; the old one is saved.

    Raises:
        InputError: the backup does not exist.
        UsageError: `location` is an address this program has no driver for.
        DatabaseError: the backup is damaged or not a card database, or another program is writing. Nothing changes.
    """
    copy = Path(file)
    if not copy.is_file():
        message = tr("File not found: {name}.", name=file)
        raise InputError("no-such-file", message, where=Where(str(file)))
    database = database_at(location)
    if database.is_file:
        return RestoredDatabase(database.path, restore(database.path, copy), database.whole_name)
    return RestoredDatabase(None, restore_dump(Server.at(location), copy), database.whole_name)


def copy_database(database: Database, location: str) -> list[CopiedTable]:
    """Copy a whole database, history included, into the new or empty one at `location`, and compare all rows.

    Raises:
        DatabaseError: the other database is not empty, or either cannot be used. Nothing changes.
        UsageError: `location` is an address this program has no driver for.
    """
    return copy(database, location)


def role_script() -> str:
    """SQL that makes the roles of a team: reader, translator and editor."""
    return ROLES.read_text(encoding="utf-8")


def upgrade_database(database: Database) -> UpgradedDatabase:
    """Upgrade the tables of a database from an older version.

    Raises:
        DatabaseError: it cannot be read or written, or a newer version made it.
    """
    return UpgradedDatabase(database.path, database.upgrade(), REVISION)


def list_box_counts(database: Database, game: str = "") -> list[BoxCount]:
    """Copies of cards counted in real boxes, of one game or of all."""
    with database.reading() as connection:
        if game:
            read_game(connection, game)
        return read.all_counts(connection, game)


class RemovedGame(NamedTuple):
    """A game removed from the database: its cards, every copy one, and the prints of it that are forgotten."""

    game: str
    cards: int
    prints: int


def remove_game(database: Database, game: str) -> RemovedGame:
    """Remove a game with its translations, counts and history from the database; its folder stays as it is.

    Raises:
        InputError: it is not loaded.
        DatabaseError: the database cannot be written.
    """
    with database.reading() as connection:
        read_game(connection, game)
        cards = read.count_cards(connection).get(game, 0)
    return RemovedGame(game, cards, remove(database, game))


def remove_box_counts(database: Database, game: str) -> int:
    """Return to the game's own numbers of copies; the result is how many counts were removed."""
    return read.remove_counts(database, game) if list_box_counts(database, game) else 0
