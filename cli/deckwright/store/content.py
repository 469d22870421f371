"""What the rows of a card database must hold for the program to work with them: found out when something is wrong."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, get_args

from deckwright import __version__
from deckwright.errors import DatabaseError, Where
from deckwright.messages import tr
from deckwright.model.card import ORIGINS, Counts, Origin
from deckwright.model.finding import Finding
from deckwright.model.game import labels_of
from deckwright.model.printer import EDGES
from deckwright.model.query.storing import load as load_query
from deckwright.model.query.values import value_rows, word_rows
from deckwright.model.translation import STATES
from deckwright.store.boxes import read_box
from deckwright.store.database import REVISION, Database, revision_of
from deckwright.store.prints import prints
from deckwright.store.read import game_ids

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator
    from pathlib import Path

    from deckwright.model.box import GameBox
    from deckwright.model.card import Card

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
    "translations": {"waivers": list, "notes": list},
    "prints": {"sources": list},
}
"""The columns that hold JSON, and what it is."""


_CHOICES: dict[str, dict[str, tuple[str, ...]]] = {
    "cards": {"origin": ORIGINS, "counts": get_args(Counts)},
    "translations": {"state": STATES},
    "printers": {"edge": EDGES},
}
"""The columns that hold one of some words."""


def damage_in(path: Path) -> DatabaseError | None:
    """Error for a database that holds what cannot be; None for one that is sound, or is not there."""
    from deckwright.store.inspect import check

    if not path.is_file():
        return None
    try:
        findings = check(Database(path))
    except DatabaseError as fault:
        return fault
    if not findings:
        return None
    message = tr("The database {name} is damaged: {reason}", name=path, reason=findings[0].message)
    hint = tr(
        "deckwright db check lists all damage. Load the games again, or restore a copy of the database."
    )
    return DatabaseError("corrupt", message, hint=hint, where=Where(str(path)))


def faults_in(connection: sqlite3.Connection, where: Where) -> Iterator[Finding]:
    """Find tables and columns that are missing, values that cannot be, and games that cannot be read."""
    # An older database lacks what came later; what it has is read with its games.
    faults = list(_structure(connection)) if revision_of(connection.execute) == REVISION else []
    faults = faults or [*_types(connection), *_documents(connection), *_choices(connection)]
    yield from (Finding("content", "error", fault, where=where) for fault in faults or _games(connection))


def _tables() -> dict[str, Any]:
    from sqlmodel import SQLModel

    import deckwright.store.tables  # noqa: F401 - it fills the metadata

    return dict(SQLModel.metadata.tables)


def _columns(connection: sqlite3.Connection, table: str) -> set[str]:
    return {row[1] for row in connection.execute(f"PRAGMA table_info({table})")}


def _structure(connection: sqlite3.Connection) -> Iterator[str]:
    for name, table in _tables().items():
        known = _columns(connection, name)
        missing = [column.name for column in table.columns if column.name not in known]
        if not known:
            yield tr("The table {table} is missing.", table=name)
        elif missing:
            yield tr("The table {table} has no column {column}.", table=name, column=", ".join(missing))


def _types(connection: sqlite3.Connection) -> Iterator[str]:
    """Find the first value of each column that is of another type."""
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


def _documents(connection: sqlite3.Connection) -> Iterator[str]:
    """Find the first value of each column of JSON that is none, or another one."""
    for table, columns in _JSON.items():
        for column in columns.keys() & _columns(connection, table):
            rows = connection.execute(f"SELECT rowid, {column} FROM {table}")
            broken = next((row for row, text in rows if not isinstance(_read(text), columns[column])), None)
            if broken is not None:
                said = {"row": broken, "table": table, "column": column}
                yield tr("Row {row} of {table} has broken JSON as its {column}.", **said)


def _choices(connection: sqlite3.Connection) -> Iterator[str]:
    """Find the first value of each column of words that is none of them."""
    for table, columns in _CHOICES.items():
        for column in columns.keys() & _columns(connection, table):
            words = columns[column]
            found = connection.execute(
                f"SELECT rowid, {column} FROM {table} WHERE {column} NOT IN ({', '.join('?' * len(words))}) LIMIT 1",
                words,
            ).fetchone()
            if found:
                said = {"row": found[0], "table": table, "value": found[1], "column": column}
                yield tr("Row {row} of {table} has {value} as its {column}, which is not allowed.", **said)


def _read(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _games(connection: sqlite3.Connection) -> Iterator[str]:
    for name in game_ids(connection):
        try:
            wrong = next(_faults_of_game(read_box(connection, name), _is_ours(connection, name)), "")
        except Exception as fault:  # noqa: BLE001 - whatever comes of content that cannot be is what is wrong with it
            wrong = f"{type(fault).__name__}: {fault}"
        if wrong:
            yield tr("The game {game} cannot be read: {reason}.", game=name, reason=wrong.rstrip("."))
    try:
        prints(connection)
    except Exception as fault:  # noqa: BLE001 - as above
        yield tr("The prints cannot be read: {reason}.", reason=f"{type(fault).__name__}: {fault}")


def _is_ours(connection: sqlite3.Connection, game: str) -> bool:
    """Whether this version loaded a game: then its definition fits the schema as it is now."""
    row = connection.execute(
        "SELECT program FROM loads WHERE game = ? ORDER BY number DESC LIMIT 1", (game,)
    ).fetchone()
    return row is not None and row[0] == __version__


def _faults_of_game(box: GameBox, is_ours: bool) -> Iterator[str]:
    """Find what no loaded game can have; raise whatever comes of the rest."""
    from deckwright.files.schemas import schema

    game, definition = box.game, box.game.definition
    if is_ours:
        yield from (fault.message for fault in schema("game").faults(definition))
    labels_of(definition)
    for query in game.queries.values():
        load_query(query)
    if not game.labels[game.source_language].get("game:title"):
        yield tr("{name} is missing.", name="game:title")
    for card in box.cards:
        yield from _faults_of_card(card, box)
    known = {card.id for card in box.cards}
    for deck in box.decks:
        yield from (
            tr("There is no card {name}.", name=entry.card)
            for entry in deck.entries
            if entry.card not in known
        )


def _faults_of_card(card: Card, box: GameBox) -> Iterator[str]:
    declared = {"kinds": (card.kind,), "marks": card.marks, "fields": tuple(card.fields)}
    for section, names in declared.items():
        for name in names:
            if name not in box.game.definition.get(section, {}):
                yield tr("{name} is not declared in this game.", name=f"{card.id}: {name}")
    if not isinstance(card.texts[card.source_language]["name"], str) or card.origin not in get_args(Origin):
        yield tr("{name} is missing.", name=f"{card.id}: name, origin")
    value_rows(card, box.game.fields)
    word_rows(card)
