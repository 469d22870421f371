"""Write whole games into the database: each in one transaction, or not at all."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

from deckwright import __version__
from deckwright.model.query.values import value_rows, word_rows

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from sqlalchemy.engine import Connection

    from deckwright.model.box import GameBox
    from deckwright.model.card import Card
    from deckwright.store.database import Database


@dataclass(frozen=True, slots=True)
class Change:
    """What a load does to a game: how many cards there are now, and how many came, changed and went.

    Cards are counted as they lie in the box, every copy one.
    """

    game: str
    cards: int
    added: int
    changed: int
    removed: int

    def as_json(self) -> dict[str, Any]:
        """Give the contract's object for it."""
        return {
            "game": self.game,
            "cards": self.cards,
            "added": self.added,
            "changed": self.changed,
            "removed": self.removed,
        }


def compare(database: Database, box: GameBox) -> Change:
    """Tell what loading a game would change."""
    with database.reading() as connection:
        rows = connection.execute(
            "SELECT id, digest, copies FROM cards WHERE game = ?", (box.game.id,)
        ).fetchall()
    known = {card: digest for card, digest, _ in rows}
    now = {card.id for card in box.cards}
    return Change(
        game=box.game.id,
        cards=sum(card.copies for card in box.cards),
        added=sum(card.copies for card in box.cards if card.id not in known),
        changed=sum(card.copies for card in box.cards if known.get(card.id, _digest(card)) != _digest(card)),
        removed=sum(copies for card, _, copies in rows if card not in now),
    )


def load(database: Database, box: GameBox) -> Change:
    """Put a game in the place of what the database holds of it.

    Raises:
        DatabaseError: it cannot be written; then nothing has changed.
    """
    change = compare(database, box)
    with database.writing() as connection:
        _remove(connection, box.game.id)
        _insert(connection, box)
        _insert_rows(connection, "loads", [_load_row(box, change)])
    return change


def fill(database: Database, boxes: Iterable[GameBox]) -> None:
    """Load games into a database that was just made."""
    for box in boxes:
        load(database, box)


def _remove(connection: Connection, game: str) -> None:
    of_game = "IN (SELECT number FROM cards WHERE game = ?)"
    statements = (
        f"DELETE FROM card_words WHERE card {of_game}",
        f"DELETE FROM card_values WHERE card {of_game}",
        f"DELETE FROM texts WHERE card {of_game}",
        "DELETE FROM deck_entries WHERE deck IN (SELECT number FROM decks WHERE game = ?)",
        "DELETE FROM decks WHERE game = ?",
        "DELETE FROM assets WHERE game = ?",
        "DELETE FROM cards WHERE game = ?",
        "DELETE FROM games WHERE id = ?",
    )
    for statement in statements:
        connection.exec_driver_sql(statement, (game,))


def _insert(connection: Connection, box: GameBox) -> None:
    game = box.game.id
    first = _next(connection, "cards")
    numbered = list(enumerate(box.cards, first))
    fields = box.game.fields
    deck = _next(connection, "decks")
    _insert_rows(connection, "games", [_game_row(box)])
    _insert_rows(connection, "cards", [_card_row(number, number - first, card) for number, card in numbered])
    _insert_rows(connection, "texts", [row for number, card in numbered for row in _text_rows(number, card)])
    values = [(number, *row) for number, card in numbered for row in value_rows(card, fields)]
    _insert_rows(connection, "card_values", values, skip=1)
    words = [(number, *row) for number, card in numbered for row in word_rows(card)]
    if words:
        connection.exec_driver_sql("INSERT INTO card_words VALUES (?, ?, ?, ?)", words)
    _insert_rows(
        connection,
        "decks",
        [
            (number, game, one.id, one.name, one.format, one.players, number - deck)
            for number, one in enumerate(box.decks, deck)
        ],
    )
    _insert_rows(
        connection,
        "deck_entries",
        [
            (number, position, entry.zone, entry.card, entry.copies)
            for number, one in enumerate(box.decks, deck)
            for position, entry in enumerate(one.entries)
        ],
    )
    _insert_rows(connection, "assets", [(game, path, content) for path, content in box.assets.items()])


def _insert_rows(
    connection: Connection, name: str, rows: Sequence[tuple[Any, ...]], *, skip: int = 0
) -> None:
    """Insert rows into a table, in the order of its columns without the first `skip`.

    The statement is the table's; the rows go straight to the driver (measured: half the time of `execute`).
    """
    from sqlmodel import SQLModel

    from deckwright.store import tables

    if rows:
        table = SQLModel.metadata.tables[tables.GameRow.__tablename__ if name == "games" else name]
        columns = [column.name for column in table.columns][skip:][: len(rows[0])]
        statement = table.insert().compile(dialect=connection.dialect, column_keys=columns)
        connection.exec_driver_sql(str(statement), list(rows))


def _next(connection: Connection, table: str) -> int:
    return int(connection.exec_driver_sql(f"SELECT coalesce(max(number), 0) + 1 FROM {table}").scalar_one())


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _game_row(box: GameBox) -> tuple[Any, ...]:
    game = box.game
    return (
        game.id,
        game.source_language,
        _json(game.languages),
        _json(game.definition),
        _json(game.labels),
        _json(game.queries),
        box.digest,
    )


def _card_row(number: int, position: int, card: Card) -> tuple[Any, ...]:
    return (
        number,
        card.game,
        card.id,
        card.kind,
        card.copies,
        card.revision,
        card.origin,
        card.icon,
        _json(card.marks),
        _json(card.fields),
        position,
        _digest(card),
    )


def _text_rows(number: int, card: Card) -> Iterator[tuple[Any, ...]]:
    for language, texts in card.texts.items():
        for name, text in texts.items():
            yield number, language, name, text


def _digest(card: Card) -> str:
    return blake2b(repr(card).encode(), digest_size=8).hexdigest()


def _load_row(box: GameBox, change: Change) -> tuple[Any, ...]:
    now = datetime.now(UTC).isoformat(timespec="seconds")
    counts = (change.cards, change.added, change.changed, change.removed)
    return (None, change.game, now, __version__, box.digest, *counts)
