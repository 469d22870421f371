"""The user's database with the folders that its games were loaded from: filled on first use, and compared with the files."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

from deckwright import __version__, resources
from deckwright.errors import DatabaseError, InputError
from deckwright.findings import Finding, Where
from deckwright.messages import tr
from deckwright.model.card_changes import CardChanges
from deckwright.model.game import GAME_FILE
from deckwright.store.read import read_game

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from deckwright.store.database import Database
    from deckwright.store.dialects import OpenDatabase


class Change(NamedTuple):
    """What a load does to a game: how many cards there are now, and how many came, changed and went.

    Cards are counted as they lie in the box, every copy one; only `distinct` counts different cards. `digest` names the
    content that the database has now. `changes` names those that differ.
    """

    game: str
    cards: int
    distinct: int
    added: int
    changed: int
    removed: int
    digest: str = ""
    changes: CardChanges = CardChanges()

    def as_json(self) -> dict[str, Any]:
        """JSON of the finding."""
        fields = self._asdict()
        del fields["digest"]
        return fields


class LoadedFolder(NamedTuple):
    """The folder of a loaded game: the name of the content it had, and its stamp; '' where that is not known."""

    game: str
    path: Path
    digest: str
    stamp: str


def changed_folders(database: Database) -> list[LoadedFolder]:
    """List the folders whose files have changed since their games were loaded, and of packaged games that another release loaded.

    Where only the times of the files have changed, the new ones are remembered, so that they are not read again.
    """
    with database.reading() as connection:
        user_folders = list(_own_folders(connection))
        changed = _folders_of_other_releases(connection) if database.is_file else []
    settled = []
    for loaded in user_folders:
        stamp = _stamp_of(loaded)
        if stamp is None or (stamp and stamp == loaded.stamp):
            continue
        if not is_as_loaded(loaded):
            changed.append(loaded)
        elif stamp:
            settled.append(loaded._replace(stamp=stamp))
    if settled:
        _remember(database, settled)
    return changed


def gone_folder(database: Database, connection: OpenDatabase, game: str) -> InputError | None:
    """Error for a game of the user's own whose folder is gone; on a server, few of the team have it at all."""
    if not database.is_file:
        return None
    loaded = own_folder(connection, game)
    if loaded is None or is_there(loaded):
        return None
    message = tr("The folder of {game} no longer exists: {folder}.", game=game, folder=loaded.path)
    hint = tr(
        "If it was moved, load it from there: deckwright load FOLDER. To use the cards as they were: --last-good. "
        "To remove them from the database: deckwright db remove {game}",
        game=game,
    )
    return InputError("folder-gone", message, hint=hint, where=Where(str(loaded.path)))


def own_folder(connection: OpenDatabase, game: str) -> LoadedFolder | None:
    """Folder of a game that is the user's own, as it was loaded; None for the program's games."""
    return next((loaded for loaded in _own_folders(connection) if loaded.game == game), None)


def is_there(loaded: LoadedFolder) -> bool:
    """Whether a folder is still that of a game."""
    return _stamp_of(loaded) is not None


def load_command(folder: Path) -> str:
    """Command that puts the content of a folder into the database."""
    from shlex import quote  # not before every command

    return f"deckwright load {quote(str(folder))}"


def difference(database: Database, loaded: LoadedFolder) -> str:
    """Message that a folder has not what a shared database has of its game; both are named, as far as loads tell."""
    from deckwright.files.game_folder import digest_of

    with database.reading() as connection:
        here = _load_of(connection, loaded.game, digest_of(loaded.path))
        there = _load_of(connection, loaded.game, loaded.digest)
    named = {"folder": loaded.path, "game": loaded.game, "loaded": there.words}
    if 0 < here.number < there.number:
        return tr(
            "{folder} has an earlier version of {game} ({earlier}) than the database ({loaded}).",
            earlier=here.words,
            **named,
        )
    return tr("{folder} has another version of {game} than the database ({loaded}).", **named)


def earlier_version(database: Database, folder: Path) -> str:
    """Message that a folder has a version of a game that others have loaded over since; '' if it has not."""
    from deckwright.files.game_folder import digest_of

    digest = digest_of(folder)
    with database.reading() as connection:
        known = "SELECT id FROM games WHERE digest <> ? AND id IN (SELECT game FROM loads WHERE digest = ?)"
        row = connection.execute(known, (digest, digest)).fetchone()
        loaded = loaded_folder(connection, row[0])._replace(path=folder) if row else None
    return difference(database, loaded) if loaded else ""


class _Load(NamedTuple):
    """A load of some content: its number, 0 if there was none; when, and by whom."""

    number: int = 0
    at: str = ""
    who: str = ""

    @property
    def words(self) -> str:
        """When it was loaded, and by whom."""
        if not self.number:
            return tr("loaded at an unknown time")
        from datetime import datetime  # not before every command

        at = datetime.fromisoformat(self.at).astimezone().strftime("%Y-%m-%d %H:%M")
        return tr("loaded by {who} on {at}", who=self.who, at=at) if self.who else tr("loaded on {at}", at=at)


def _load_of(connection: OpenDatabase, game: str, digest: str) -> _Load:
    """Last load of some content of a game."""
    row = connection.execute(
        "SELECT number, at, who FROM loads WHERE game = ? AND digest = ? ORDER BY number DESC LIMIT 1",
        (game, digest),
    ).fetchone()
    return _Load(*row) if row else _Load()


def loaded_folder(connection: OpenDatabase, game: str) -> LoadedFolder:
    """The folder of a loaded game."""
    read_game(connection, game)
    return next(loaded for loaded in _all_folders(connection) if loaded.game == game)


def is_as_loaded(loaded: LoadedFolder) -> bool:
    """Whether the files of a folder have exactly the content that was loaded; all of them are read."""
    from deckwright.files.game_folder import digest_of

    return digest_of(loaded.path) == loaded.digest


def check_folders(database: Database) -> Iterator[Finding]:
    """Warn of games whose folder has changed since they were loaded, or that have none any more."""
    with database.reading() as connection:
        user_folders = list(_own_folders(connection))
    for loaded in user_folders:
        where = Where(str(loaded.path))
        if _stamp_of(loaded) is None:
            message = tr(
                "The folder of {game} no longer exists: {folder}.", game=loaded.game, folder=loaded.path
            )
            yield Finding("folder-missing", "info", message, where=where)
        elif not is_as_loaded(loaded):
            message = tr(
                "The folder of {game} has changed since it was loaded: the next command that reads games reloads it.",
                game=loaded.game,
            )
            if not database.is_file:
                message = difference(database, loaded)
            yield Finding("folder-changed", "warning", message, where=where)


def _own_folders(connection: OpenDatabase) -> Iterator[LoadedFolder]:
    """Yield the folders of the user's own games: those of the program change with its releases only."""
    for loaded in _all_folders(connection):
        if loaded.path.is_absolute() and not resources.is_packaged(loaded.path):
            yield loaded


def _folders_of_other_releases(connection: OpenDatabase) -> list[LoadedFolder]:
    """Folders of packaged games that the database has from another release of the program than this one."""
    loads = "SELECT game, digest FROM loads WHERE program = ? AND folder LIKE 'cards/%'"
    of_this = set(connection.execute(loads, (__version__,)).fetchall())
    return [
        loaded
        for loaded in _all_folders(connection)
        if resources.is_packaged(loaded.path)
        and (loaded.game, loaded.digest) not in of_this
        and is_there(loaded)
    ]


def _all_folders(connection: OpenDatabase) -> list[LoadedFolder]:
    rows = connection.execute("SELECT id, folder, digest, stamp FROM games ORDER BY id")
    return [
        LoadedFolder(game, resources.game_folder(folder), digest, stamp)
        for game, folder, digest, stamp in rows
    ]


def _stamp_of(loaded: LoadedFolder) -> str | None:
    """Stamp of the files as they are now; None if the game's folder is gone."""
    from deckwright.files.game_folder import stamp_of

    return stamp_of(loaded.path) if (loaded.path / GAME_FILE).is_file() else None


def _remember(database: Database, folders: list[LoadedFolder]) -> None:
    """Remember stamps, if that is possible at once: without them, the files are read once more."""
    rows = [(loaded.stamp, loaded.game, loaded.digest) for loaded in folders]
    try:
        with database.writing(patience=0) as connection:
            connection.executemany("UPDATE games SET stamp = ? WHERE id = ? AND digest = ?", rows)
    except DatabaseError:
        return


# A load of a folder that has not changed since its last load: what that one found is said again.

MOST_FINDINGS = 1_000
"""Findings of a load that are stored; with more, the next load reads the folder again."""


class LastLoad(NamedTuple):
    """What the last load of a folder found, if nothing has changed that this depends on.

    `stamp` is that of the folder's files now; '' where it cannot be trusted.
    """

    change: Change
    findings: list[Finding]
    digest: str
    stamp: str


def findings_text(findings: Sequence[Finding], conditions: Sequence[str]) -> str:
    """Findings of a folder as the database stores them, with what they depend on besides its files; '' for too many."""
    if len(findings) > MOST_FINDINGS:
        return ""
    return json.dumps({"conditions": [*conditions], "findings": [*findings]}, ensure_ascii=False)


def last_load(database: Database, path: Path, conditions: Sequence[str]) -> LastLoad | None:
    """The last load of a folder whose every file is as it was then; None if anything may be different.

    All files are read and compared by their digest, whatever their times. The game must not have counts or translations
    that only the database has, and `conditions` must be those of the last load.
    """
    from deckwright.files.game_folder import digest_of, stamp_of

    with database.reading() as connection:
        stored = _stored_load(connection, resources.stored_folder(path.resolve()))
    stamp = stamp_of(path)
    if stored is None or stored.conditions != [*conditions] or digest_of(path) != stored.digest:
        return None
    change = Change(
        stored.game, stored.cards, stored.distinct, added=0, changed=0, removed=0, digest=stored.digest
    )
    return LastLoad(change, stored.findings, stored.digest, stamp)


class _StoredLoad(NamedTuple):
    """A loaded game with its number of cards, every copy one, and of different ones; and the findings of its folder."""

    game: str
    digest: str
    cards: int
    distinct: int
    conditions: Sequence[str]
    findings: list[Finding]


def _stored_load(connection: OpenDatabase, folder: str) -> _StoredLoad | None:
    """Load of a folder whose findings are stored; None for a game that has something of its own in the database."""
    row = connection.execute(
        "SELECT id, digest, findings FROM games WHERE folder = ? AND findings <> ''"
        " AND id NOT IN (SELECT game FROM box_counts)"
        " AND id NOT IN (SELECT game FROM translations WHERE own)",
        (folder,),
    ).fetchone()
    if row is None:
        return None
    game, digest, text = row
    counted = "SELECT coalesce(sum(copies), 0), count(*) FROM cards WHERE game = ?"
    cards, distinct = connection.execute(counted, (game,)).fetchone()
    try:
        stored = json.loads(text)
        findings = [_finding(row) for row in stored["findings"]]
        return _StoredLoad(game, digest, cards, distinct, stored["conditions"], findings)
    except (ValueError, TypeError, KeyError):  # somebody has changed the database: the folder is read again
        return None


def _finding(row: Sequence[Any]) -> Finding:
    rule, severity, message, subjects, found, limit, where, cite = row
    place = Where(*where) if where else None
    return Finding(rule, severity, message, tuple(subjects), found, limit, place, cite)


def load_values(change: Change, digest: str, folder: str) -> tuple[str | int, ...]:
    """Values of the statement that records a load of a folder with this content, now."""
    counts = (change.cards, change.added, change.changed, change.removed)
    return (change.game, __version__, digest, *counts, folder)


def record_load(database: Database, last: LastLoad, folder: Path) -> None:
    """Record a load that changed nothing, and the stamp of the files, whose times may be others."""
    row = load_values(last.change, last.digest, resources.stored_folder(folder.resolve()))
    with database.writing() as connection:
        connection.execute(
            "UPDATE games SET stamp = ? WHERE id = ? AND digest = ?", (last.stamp, row[0], last.digest)
        )
        connection.execute(connection.dialect.record_load, row)


def forget_findings(database: Database) -> None:
    """Forget what loads have found, so that the next load of each game reads and writes all of it."""
    with database.writing() as connection:
        connection.execute("UPDATE games SET findings = ''")
