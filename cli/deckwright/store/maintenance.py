"""Look after a database: backups, restores, its contents at a glance, and checks for damage."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
from contextlib import closing, contextmanager
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, get_args

from deckwright import __version__
from deckwright.errors import DatabaseError, InputError, UsageError
from deckwright.files.unfinished import (
    flush_file,
    flush_folder,
    move_durably,
    name_durably,
    set_attributes,
    unfinished_folder,
)
from deckwright.findings import Finding, Where
from deckwright.messages import tr
from deckwright.model.card import ORIGINS, CopiesOrigin, Origin
from deckwright.model.game import labels_of
from deckwright.model.query.matching import value_rows, word_rows
from deckwright.model.query.tree import load_query
from deckwright.model.translation import STATES
from deckwright.store.database import (
    BESIDE,
    PATIENCE,
    REPLACED,
    REVISION,
    Database,
    cannot_create,
    database_errors,
    revision_of,
)
from deckwright.store.print_history import prints
from deckwright.store.printer_profiles import EDGES
from deckwright.store.read import all_counts, game_ids, read_game
from deckwright.store.translations import read_stored_package

if TYPE_CHECKING:
    from collections.abc import Container, Iterator

    from deckwright.model.card import Card, Deck
    from deckwright.model.game import GamePackage
    from deckwright.store.database import OpenDatabase


# What the rows of a card database must hold for the program to work with them: found out when something is
# wrong.

_STORED = {
    int: ("integer",),
    float: ("real", "integer"),
    bool: ("integer",),
    bytes: ("blob",),
}
"""How SQLite keeps the values of a column, by their type in Python; all others are texts."""

_JSON: dict[str, dict[str, type]] = {
    "games": {"languages": list, "definition": dict, "labels": dict, "queries": dict},
    "cards": {"marks": list, "fields": dict},
    "deck_entries": {"fields": dict},
    "translations": {"waivers": list, "notes": list},
    "prints": {"sources": list},
}
"""The columns that hold JSON, and what it is."""


_CHOICES: dict[str, dict[str, tuple[str, ...]]] = {
    "cards": {"origin": ORIGINS, "counts": get_args(CopiesOrigin)},
    "translations": {"state": STATES},
    "printers": {"edge": EDGES},
}
"""The columns that hold one of some words."""


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


def content_findings(connection: OpenDatabase, where: Where) -> Iterator[Finding]:
    """Find tables and columns that are missing, values that cannot be, and games that cannot be read."""
    # An older database lacks what came later; what it has is read with its games.
    faults = list(_structure(connection)) if revision_of(connection.execute) == REVISION else []
    faults = faults or [*_types(connection), *_documents(connection), *_choices(connection)]
    yield from (Finding("content", "error", fault, where=where) for fault in faults or _games(connection))


def _tables() -> dict[str, Any]:
    from sqlmodel import SQLModel

    import deckwright.store.tables  # noqa: F401 - it fills the metadata

    return dict(SQLModel.metadata.tables)


def _columns(connection: OpenDatabase, table: str) -> set[str]:
    return {row[1] for row in connection.execute(f"PRAGMA table_info({table})")}


def _structure(connection: OpenDatabase) -> Iterator[str]:
    for name, table in _tables().items():
        known = _columns(connection, name)
        missing = [column.name for column in table.columns if column.name not in known]
        if not known:
            yield tr("Missing table: {table}.", table=name)
        elif missing:
            yield tr("The table {table} has no column {column}.", table=name, column=", ".join(missing))


def _types(connection: OpenDatabase) -> Iterator[str]:
    """Find the first value of each column that is of another type; a server lets in no such values."""
    if not isinstance(connection, sqlite3.Connection):
        return
    for name, table in _tables().items():
        known = _columns(connection, name)
        for column in (column for column in table.columns if column.name in known):
            allowed = [
                *_STORED.get(column.type.python_type, ("text",)),
                *(["null"] if column.nullable else []),
            ]
            listed = ", ".join(f"'{one}'" for one in allowed)
            found = connection.execute(
                f'SELECT rowid, typeof("{column.name}") FROM {name}'
                f' WHERE typeof("{column.name}") NOT IN ({listed}) LIMIT 1'
            ).fetchone()
            if found:
                yield tr(
                    "Row {row} of {table} has a value of type {type} as its {column}.",
                    row=found[0],
                    table=name,
                    type=found[1],
                    column=column.name,
                )


def _documents(connection: OpenDatabase) -> Iterator[str]:
    """Find the first value of each column of JSON that is none, or another one."""
    for table, columns in _JSON.items():
        for column in columns.keys() & _columns(connection, table):
            rows = connection.execute(f"SELECT rowid, {column} FROM {table}")
            broken = next((row for row, text in rows if not isinstance(_read(text), columns[column])), None)
            if broken is not None:
                values = {"row": broken, "table": table, "column": column}
                yield tr("Row {row} of {table} has broken JSON as its {column}.", **values)


def _choices(connection: OpenDatabase) -> Iterator[str]:
    """Find the first value of each column of words that is none of them."""
    for table, columns in _CHOICES.items():
        for column in columns.keys() & _columns(connection, table):
            words = columns[column]
            found = connection.execute(
                f"SELECT rowid, {column} FROM {table} WHERE {column} NOT IN ({', '.join('?' * len(words))}) LIMIT 1",
                words,
            ).fetchone()
            if found:
                values = {"row": found[0], "table": table, "value": found[1], "column": column}
                yield tr("Row {row} of {table} has {value} as its {column}, which is not allowed.", **values)


def _read(text: str) -> Any:
    try:
        return json.loads(text)
    except (TypeError, ValueError, RecursionError):  # in damaged pages, a column may have a value of any type
        return None


def _games(connection: OpenDatabase) -> Iterator[str]:
    for name in game_ids(connection):
        try:
            wrong = next(_faults_of_game(connection, name), "")
        except Exception as fault:  # noqa: BLE001 - whatever comes of content that cannot be is what is wrong with it
            wrong = f"{type(fault).__name__}: {fault}"
        if wrong:
            yield tr("The game {game} cannot be read: {reason}.", game=name, reason=wrong.rstrip("."))
    try:
        prints(connection)
    except Exception as fault:  # noqa: BLE001 - as above
        yield tr("The prints cannot be read: {reason}.", reason=f"{type(fault).__name__}: {fault}")


def _is_ours(connection: OpenDatabase, game: str) -> bool:
    """Whether this version loaded a game: then its definition fits the schema as it is now."""
    row = connection.execute(
        "SELECT program FROM loads WHERE game = ? ORDER BY number DESC LIMIT 1", (game,)
    ).fetchone()
    return row is not None and row[0] == __version__


def _faults_of_game(connection: OpenDatabase, name: str) -> Iterator[str]:
    """Find content that no loaded game can have; other exceptions are raised."""
    # A server refuses to look for a language that is not a text.
    if all(isinstance(language, str) for language in read_game(connection, name).languages):
        yield from _faults_of_package(read_stored_package(connection, name), _is_ours(connection, name))
    else:
        yield tr("Missing {name}.", name="languages")


def _faults_of_package(package: GamePackage, is_ours: bool) -> Iterator[str]:
    from deckwright.files.schemas import schema

    game, definition = package.game, package.game.definition
    if is_ours:
        yield from (fault.message for fault in schema("game").faults(definition))
    labels_of(definition)
    for query in game.queries.values():
        load_query(query)
    if not game.labels[game.source_language].get("game:title"):
        yield tr("Missing {name}.", name="game:title")
    for card in package.cards:
        yield from _faults_of_card(card, package)
    known = {card.id for card in package.cards}
    for deck in package.decks:
        yield from _faults_of_deck(deck, known, definition.get("fields", {}))


def _faults_of_deck(deck: Deck, known: Container[str], fields: Container[str]) -> Iterator[str]:
    for entry in deck.entries:
        if entry.card not in known:
            yield tr("Unknown card: {name}.", name=entry.card)
        for name in entry.values:
            if name not in fields:
                yield tr("{name} is not declared in this game.", name=f"{deck.id}: {name}")


def _faults_of_card(card: Card, package: GamePackage) -> Iterator[str]:
    declared = {"kinds": (card.kind,), "marks": card.marks, "fields": tuple(card.fields)}
    for section, names in declared.items():
        for name in names:
            if name not in package.game.definition.get(section, {}):
                yield tr("{name} is not declared in this game.", name=f"{card.id}: {name}")
    if not isinstance(card.texts[card.source_language]["name"], str) or card.origin not in get_args(Origin):
        yield tr("Missing {name}.", name=f"{card.id}: name, origin")
    value_rows(card, package.game.fields)
    word_rows(card)


# Facts about a database as a whole.

_COUNTS = {
    "games": "SELECT count(*) FROM games",
    "cards": "SELECT coalesce(sum(copies), 0) FROM cards",
    "decks": "SELECT count(*) FROM decks",
    "texts": "SELECT count(*) FROM texts",
    "last_load": "SELECT max(at) FROM loads",
}

_WITHOUT_WORDS = (
    "SELECT DISTINCT cards.id FROM cards JOIN texts ON texts.card = cards.number"
    " WHERE cards.number NOT IN (SELECT card FROM card_words) ORDER BY cards.id"
)


def facts_of(database: Database) -> dict[str, Any]:
    """File of a database, its size in bytes, its revision and the amount of its content.

    Raises:
        DatabaseError: it cannot be read.
    """
    with database.reading() as connection:
        counts = {name: connection.execute(query).fetchone()[0] for name, query in _COUNTS.items()}
        revision = revision_of(connection.execute)
        counted = sorted({one.game for one in all_counts(connection)})
        size = _size(connection, database)
    return {
        "path": database.whole_name,
        "bytes": size,
        "revision": revision,
        **counts,
        "counted": counted,
    }


def _size(connection: OpenDatabase, database: Database) -> int:
    """Bytes of the file; on a server, of the tables with their indexes."""
    if database.is_file:
        return database.path.absolute().stat().st_size
    tables = "SELECT coalesce(sum(pg_total_relation_size(name::regclass)), 0) FROM sqlite_master"
    return int(connection.execute(tables).fetchone()[0])


def check(database: Database) -> list[Finding]:
    """Find what is damaged in a database: its pages, what refers to what, its content, and the index for words.

    The pages of a server are left to the server.

    Raises:
        DatabaseError: it is too damaged to be asked, or no database of Deckwright's.
    """
    with database.reading() as connection:
        return list(_faults(connection, Where(database.name)))


def _faults(connection: OpenDatabase, where: Where) -> Iterator[Finding]:
    is_file = isinstance(connection, sqlite3.Connection)
    for (result,) in connection.execute("PRAGMA integrity_check") if is_file else ():
        if result != "ok":
            yield Finding("integrity", "error", tr("SQLite reports: {reason}.", reason=result), where=where)
    references = connection.execute("PRAGMA foreign_key_check") if is_file else _lost_references(connection)
    for table, row, target, *_ in references:
        message = tr(
            "Row {row} of {table} refers to a missing row of {target}.",
            row=row,
            table=table,
            target=target,
        )
        yield Finding("reference", "error", message, where=where)
    broken = list(content_findings(connection, where))
    yield from broken
    if broken:
        return
    for (card,) in connection.execute(_WITHOUT_WORDS):
        message = tr(
            "The card {card} is not in the index for words: use deckwright load --again FOLDER.", card=card
        )
        yield Finding("word-index", "error", message, (card,), where=where)


def _lost_references(connection: OpenDatabase) -> Iterator[tuple[str, str, str]]:
    """Yield each row that refers to a missing one, with its table and that of the missing row."""
    made = {name: _columns(connection, name) for name in _tables()}
    keys = [(name, key) for name, table in _tables().items() for key in table.foreign_keys]
    for name, key in keys:
        column, target = key.parent.name, key.column.table.name
        if column in made[name] and key.column.name in made[target]:
            rows = connection.execute(
                f'SELECT rowid FROM {name} WHERE "{column}" NOT IN (SELECT "{key.column.name}" FROM {target})'
            )
            yield from ((name, row, target) for (row,) in rows)


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
    if copy.is_file() and not overwrite:
        raise _exists(copy)
    try:
        with _made_beside(copy) as made:
            _copy(database, made)
            if overwrite:
                move_durably(made, Path(os.path.realpath(copy)))
            else:
                name_durably(made, copy)
    except FileExistsError:
        raise _exists(copy) from None
    except OSError as fault:
        message = tr("{name} cannot be written: {reason}.", name=copy, reason=fault.strerror or str(fault))
        raise InputError("unwritable", message, where=Where(str(copy))) from fault


def _exists(copy: Path) -> InputError:
    message = tr("{name} already exists.", name=copy)
    hint = tr("Nothing was changed. Use another file, or overwrite this one with --overwrite.")
    return InputError("exists", message, hint=hint, where=Where(str(copy)))


def restore(place: Path, copy: Path) -> Path | None:
    """Replace a database with a copy; return the path of the saved old one, if any.

    There is a database at that place at every moment: first the one that is there gets a second name, and then the
    copy takes the first.

    Raises:
        DatabaseError: the copy is damaged or no database of Deckwright's, or another program is writing.
            Then nothing has changed.
    """
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
    if not source.is_file:
        from deckwright.store.server_care import dump

        dump(source, to)
        return
    with source.reading() as connection, closing(sqlite3.connect(to)) as target:
        if isinstance(connection, sqlite3.Connection):
            connection.backup(target)


@contextmanager
def _made_beside(place: Path) -> Iterator[Path]:
    """Path of a temporary file next to its final place."""
    with unfinished_folder(Path(os.path.realpath(place)).parent) as folder:
        yield folder / "made.db"


def _exchange(place: Path, made: Path) -> Path | None:
    """Replace a database with a new file while nobody writes to it; return the path of the saved old one, if any.

    One that is too damaged to be locked is replaced as it is.
    """
    if not place.exists():
        _clear(place)
        move_durably(made, place)
        return None
    previous = _free_name(place)
    try:
        # Opened before the lock is taken and closed after it: on Unix, closing a file ends this program's locks on it.
        with place.open("rb") as opened, database_errors(place), closing(_only_one(place)):
            _keep(place, previous, opened)
            _clear(place)
            move_durably(made, place)
    except DatabaseError as fault:
        if fault.code == "locked":
            raise
        _keep(place, previous, None)
        _clear(place)
        move_durably(made, place)
    return previous


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
    names = (
        place.with_name(f"{place.name}{REPLACED}{'' if number == 1 else f'-{number}'}") for number in count(1)
    )
    return next(name for name in names if _is_free(name) or (name.exists() and name.samefile(place)))


def _is_free(name: Path) -> bool:
    return not any(_with_ending(name, ending).exists() for ending in BESIDE)


def _with_ending(place: Path, ending: str) -> Path:
    return place.with_name(place.name + ending)


def _keep(place: Path, saved: Path, opened: BinaryIO | None) -> None:
    """Hard-link a database and SQLite's files next to it; copy them where links are not supported."""
    for ending in BESIDE:
        if (file := _with_ending(place, ending)).exists() and not _with_ending(saved, ending).exists():
            try:
                os.link(file, _with_ending(saved, ending))
            except OSError:
                _copy_aside(file, _with_ending(saved, ending), None if ending else opened)
    flush_folder(saved.parent)


def _copy_aside(file: Path, to: Path, opened: BinaryIO | None) -> None:
    with _made_beside(to) as made:
        if opened:
            with made.open("wb") as target:
                shutil.copyfileobj(opened, target)
        else:
            shutil.copyfile(file, made)
        set_attributes(made, file)
        flush_file(made)
        made.replace(to)


def _clear(place: Path) -> None:
    """Remove SQLite's files next to a database, which would damage its replacement."""
    for ending in BESIDE[1:]:
        _with_ending(place, ending).unlink(missing_ok=True)
