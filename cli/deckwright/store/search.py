"""Search the cards of the database by query."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deckwright.messages import tr
from deckwright.model.query.binding import parse
from deckwright.model.query.values import values_of
from deckwright.model.query.vocabulary import BUILT_IN, Vocabulary
from deckwright.model.words import fold
from deckwright.store.query_sql import where_clause
from deckwright.store.read import no_such, read_cards, read_game, read_games

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Mapping

    from deckwright.model.card import Card
    from deckwright.model.game import Game


def search(
    connection: sqlite3.Connection, text: str, *, game: str = ""
) -> tuple[dict[str, Game], list[Card]]:
    """Give the cards that a query finds, in one game or all, and the games searched by id.

    Raises:
        InputError: there is no such game, or the query is wrong, with its column.
    """
    games = [read_game(connection, game)] if game else read_games(connection)
    condition: str = "1"
    values: list[object] = []
    if text.strip():
        condition, values = where_clause(parse(text, Vocabulary.of(games)))
    if game:
        condition, values = f"cards.game = ? AND ({condition})", [game, *values]
    return {one.id: one for one in games}, read_cards(connection, condition, values)


def sort_cards(
    cards: list[Card], by: str, games: Mapping[str, Game], languages: Mapping[str, str]
) -> list[Card]:
    """Sort cards by a field, backwards if `-` stands before it; those without it come last. '' sorts nothing.

    `languages` are those of the names, by game. Choices sort in their game's order, names by their letters whatever the accents.

    Raises:
        InputError: no game has such a field.
    """
    if not by:
        return cards
    field, backwards = by.removeprefix("-"), by.startswith("-")
    known = sorted({*BUILT_IN} - {"text"} | {name for game in games.values() for name in game.fields})
    if field not in known:
        raise no_such("bad-sort", tr("There is no field {name} to sort by.", name=field), field, known)
    keys = {(card.game, card.id): _key(card, field, games[card.game], languages[card.game]) for card in cards}
    having = [card for card in cards if keys[card.game, card.id]]
    having.sort(key=lambda card: keys[card.game, card.id], reverse=backwards)
    return having + [card for card in cards if not keys[card.game, card.id]]


def _key(card: Card, field: str, game: Game, language: str) -> list[tuple[float, str]]:
    """Give what a card sorts by: numbers before words, choices by their place."""
    if field == "name":
        return [(0.0, fold(card.name(language)))]
    declared = game.fields.get(field)
    places = {choice: number for number, choice in enumerate(declared.choices)} if declared else {}
    return [
        (float(places.get(value, 0)), value) if isinstance(value, str) else (float(value), "")
        for value in values_of(card, field)
    ]
