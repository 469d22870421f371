"""The counts of real boxes: how many copies of its cards an owner has counted, kept beside the game.

They take the place of what the game says whenever it is loaded, and what the game says is kept for when they are removed.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from deckwright.store.database import revision_of

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Mapping

    from sqlalchemy.engine import Connection

    from deckwright.model.box import GameBox
    from deckwright.model.card import Card
    from deckwright.store.database import Database


class BoxCount(NamedTuple):
    """How many copies of a card the owner's box holds, and how many the game itself says."""

    game: str
    card: str
    copies: int
    game_copies: int


def read_counts(execute: Callable[..., Any], game: str) -> dict[str, int]:
    """Read the copies that an owner has counted of a game's cards, by card."""
    if revision_of(execute) < "0005":
        return {}
    return dict(execute("SELECT card, copies FROM box_counts WHERE game = ?", (game,)).fetchall())


def all_counts(connection: sqlite3.Connection, game: str = "") -> list[BoxCount]:
    """Every count that an owner gave, of one game or all."""
    if revision_of(connection.execute) < "0005":
        return []
    rows = connection.execute(
        "SELECT game, card, copies, game_copies FROM box_counts WHERE game = ? OR ? = '' ORDER BY game, card",
        (game, game),
    )
    return [BoxCount(*row) for row in rows]


def with_counts(box: GameBox, counts: Mapping[str, int]) -> GameBox:
    """Put the counts of an owner's box in the place of those of the game."""
    if not counts:
        return box
    cards = (counted(card, counts.get(card.id)) for card in box.cards)
    return replace(box, cards=tuple(cards))


def counted(card: Card, copies: int | None) -> Card:
    """Put an owner's count of a card in the place of the game's; None is none."""
    return card if copies is None else replace(card, copies=copies, counts="exact")


def refresh_counts(connection: Connection, box: GameBox, counts: Mapping[str, int]) -> None:
    """Keep what a game now says itself of the cards that its owner has counted."""
    statement = "UPDATE box_counts SET game_copies = ?, game_counts = ? WHERE game = ? AND card = ?"
    for card in box.cards:
        if card.id in counts:
            connection.exec_driver_sql(statement, (card.copies, card.counts, card.game, card.id))


def set_counts(database: Database, game: str, counts: Mapping[str, int]) -> None:
    """Keep the counts of an owner's box; those kept before are removed. `counts` are of cards that the game has.

    Raises:
        DatabaseError: it cannot be written; then nothing has changed.
    """
    with database.writing() as connection:
        _remove(connection, game)
        known = connection.exec_driver_sql("SELECT id, copies, counts FROM cards WHERE game = ?", (game,))
        own = {card: (copies, sure) for card, copies, sure in known.fetchall()}
        for card, copies in counts.items():
            row = (game, card, copies, *own[card])
            connection.exec_driver_sql("INSERT INTO box_counts VALUES (?, ?, ?, ?, ?)", row)
            _write(connection, game, card, copies, "exact")


def remove_counts(database: Database, game: str) -> int:
    """Remove the counts of an owner's box, so that what the game says holds again; return how many there were.

    Raises:
        DatabaseError: it cannot be written; then nothing has changed.
    """
    with database.writing() as connection:
        return _remove(connection, game)


def _remove(connection: Connection, game: str) -> int:
    statement = "SELECT card, game_copies, game_counts FROM box_counts WHERE game = ?"
    rows = connection.exec_driver_sql(statement, (game,)).fetchall()
    for card, copies, counts in rows:
        _write(connection, game, card, copies, counts)
    connection.exec_driver_sql("DELETE FROM box_counts WHERE game = ?", (game,))
    return len(rows)


def _write(connection: Connection, game: str, card: str, copies: int, counts: str) -> None:
    """Write a number of copies to where it is read and where it is searched."""
    connection.exec_driver_sql(
        "UPDATE cards SET copies = ?, counts = ? WHERE game = ? AND id = ?", (copies, counts, game, card)
    )
    connection.exec_driver_sql(
        "UPDATE card_values SET text = ?, value = ? WHERE field = 'copies'"
        " AND card = (SELECT number FROM cards WHERE game = ? AND id = ?)",
        (str(copies), float(copies), game, card),
    )
