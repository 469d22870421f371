"""Search the cards of the database: queries as SQL over `cards`, `card_values` and `card_words`."""

from __future__ import annotations

import sqlite3
from datetime import UTC, datetime
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from deckwright.messages import tr
from deckwright.model.query.binding import parse
from deckwright.model.query.matching import BUILT_IN, resolve, unresolved, values_of
from deckwright.model.query.tree import (
    PRINTED,
    TODAY,
    And,
    Compare,
    CompareFields,
    Differs,
    Equals,
    Not,
    Or,
    Outside,
    Refers,
    Whole,
    Words,
)
from deckwright.model.query.vocabulary import Vocabulary
from deckwright.model.words import fold
from deckwright.store.database import revision_of
from deckwright.store.read import (
    card_numbers,
    cards_numbered,
    first_numbers,
    read_game,
    read_games,
    snapshot,
    unknown_name,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from datetime import date

    from deckwright.model.card import Card
    from deckwright.model.game import Game
    from deckwright.model.query.tree import Query, Sign
    from deckwright.store.database import OpenDatabase


# Queries as SQL over the tables `cards`, `card_values` and `card_words`.

Clause = tuple[str, list[object]]
"""A condition, and the values of its `?`."""

_SIGNS: dict[Sign, str] = {"=": "=", "!=": "<>", "<": "<", "<=": "<=", ">": ">", ">=": ">="}
_COLUMNS = {PRINTED: "{name text}", "name": "{name}", "text": "{text}"}


def where_clause(query: Query) -> Clause:
    """Condition on `cards` that a query puts, with a `?` for each of its values.

    With the `+`, SQLite does not look cards up by game, which most queries name only because other games lack a field.
    """
    match query:
        case And(parts):
            return _joined(parts, " AND ", "1 = 1")
        case Or(parts):
            return _joined(parts, " OR ", "1 = 0")
        case Not(part):
            condition, values = where_clause(part)
            return f"NOT {condition}", values
        case Equals("game", games) if games:
            return f"(+cards.game IN ({_placeholders(games)}))", list(games)
        case _:
            cards, values = _cards(query)
            return f"(cards.number IN ({cards}))", values


def _joined(parts: tuple[Query, ...], word: str, nothing: str) -> Clause:
    clauses = [where_clause(part) for part in parts]
    condition = word.join(condition for condition, _ in clauses)
    return f"({condition or nothing})", [value for _, values in clauses for value in values]


def _cards(
    query: Words | Whole | Equals | Differs | Compare | CompareFields | Outside | Refers,
) -> Clause:
    match query:
        case Words(field, words):
            return _printed(field, words) if field in _COLUMNS else _begins(field, words)
        case Whole(field, words):
            return _printed_whole(field, words) if field in _COLUMNS else _values("text = ?", field, words)
        case Equals(field, values):
            return _values(f"text IN ({_placeholders(values)})", field, *values)
        case Differs(field, values):
            return _values(f"text NOT IN ({_placeholders(values)})", field, *values)
        case _:
            return _numbers(query)


def _numbers(query: Compare | CompareFields | Outside | Refers) -> Clause:
    match query:
        case Compare(field, sign, number):
            return _values(f"value {_SIGNS[sign]} ?", field, number)
        case CompareFields(field, sign, other):
            return _compared(field, _SIGNS[sign], other)
        case Outside(field, numbers):
            return _values(f"value NOT IN ({_placeholders(numbers)})", field, *numbers)
        case Refers():
            raise unresolved(query)


def _printed(field: str, words: str) -> Clause:
    if not words:
        return _select("card_words", f"{field} <> ''")
    return _select("card_words", "card_words MATCH ?", f'{_COLUMNS[field]} : "{words}" *')


def _printed_whole(field: str, words: str) -> Clause:
    """Condition that finds the words by the index first, and then compares whole texts."""
    return _select(
        "card_words", f"card_words MATCH ? AND {field} = ?", f'{_COLUMNS[field]} : "{words}"', words
    )


def _values(condition: str, field: str, *values: object) -> Clause:
    return _select("card_values", f"field = ? AND {condition}", field, *values)


def _begins(field: str, words: str) -> Clause:
    return _values("instr(' ' || text, ?) > 0", field, f" {words}")


def _compared(field: str, sign: str, other: str) -> Clause:
    tables = "card_values AS one JOIN card_values AS other USING (card)"
    return _select(
        tables, f"one.field = ? AND other.field = ? AND one.value {sign} other.value", field, other
    )


def _select(tables: str, condition: str, *values: object) -> Clause:
    return f"SELECT card FROM {tables} WHERE {condition}", list(values)


def _placeholders(values: tuple[object, ...]) -> str:
    return ", ".join("?" * len(values))


# The index for words. In a file, the numbers of its rows name the cards, so that a search reads nothing but the index:
# the columns are in another table, and reading the cards there takes four times as long.

_CARD_BITS = 20
"""How far the number of a card is shifted in those of its rows: no card has a million texts."""

_BY_COLUMN = "SELECT card FROM card_words"
_BY_ROW = f"SELECT rowid >> {_CARD_BITS} FROM card_words"


def read_by_row(condition: str) -> str:
    """Condition made by `where_clause`, for a file whose rows of words are numbered by card."""
    return condition.replace(_BY_COLUMN, _BY_ROW)


def words_insert(rows: Iterable[tuple[Any, ...]], *, in_file: bool) -> tuple[str, Iterator[tuple[Any, ...]]]:
    """Statement that inserts a row of `card_words`, and its values for each row of card, language, name and text.

    The rows of a card must be together, and all that it has.
    """
    if not in_file:
        return "INSERT INTO card_words (card, language, name, text) VALUES (?, ?, ?, ?)", iter(rows)
    cards = groupby(rows, key=itemgetter(0))
    numbered = (((card << _CARD_BITS) + at, *row) for card, own in cards for at, row in enumerate(own))
    return "INSERT INTO card_words (rowid, card, language, name, text) VALUES (?, ?, ?, ?, ?)", numbered


def replace_words(connection: OpenDatabase, words: Mapping[int, Sequence[tuple[Any, ...]]]) -> None:
    """Replace all words of some cards by rows of language, name and text, by the number of the card."""
    in_file = isinstance(connection, sqlite3.Connection)
    if in_file:
        ranges = [(card << _CARD_BITS, (card + 1) << _CARD_BITS) for card in words]
        connection.executemany("DELETE FROM card_words WHERE rowid >= ? AND rowid < ?", ranges)
    else:
        connection.executemany("DELETE FROM card_words WHERE card = ?", [(card,) for card in words])
    rows = ((card, *row) for card, own in words.items() for row in own)
    connection.executemany(*words_insert(rows, in_file=in_file))


# Search the cards of the database by query.


def search(
    connection: OpenDatabase, text: str, *, game: str = "", today: date | None = None
) -> tuple[dict[str, Game], list[Card]]:
    """Cards that a query finds, in one game or all, and the games searched by id.

    `today` is what queries call so; by default, the day by the clock.

    Raises:
        InputError: the game is unknown, or the query is wrong, with its column.
    """
    with snapshot(connection):
        found = find_numbers(connection, text, game=game, today=today)
        return found.games, cards_numbered(connection, found.numbers)


class FoundNumbers(NamedTuple):
    """Numbers of cards that a query finds, how many there are without the limit, and the games searched by id."""

    games: dict[str, Game]
    numbers: list[int]
    total: int


def find_numbers(
    connection: OpenDatabase, text: str, *, game: str = "", today: date | None = None, limit: int = 0
) -> FoundNumbers:
    """Numbers of the cards that `search` finds, without reading the cards; with a limit, of so many first ones.

    Raises:
        InputError: as for `search`.
    """
    games = [read_game(connection, game)] if game else read_games(connection)
    condition: str = "1 = 1"
    values: list[object] = []
    if text.strip():
        query = parse(text, Vocabulary.of(games, references=(TODAY,)))
        day = today or datetime.now(UTC).astimezone().date()
        condition, values = where_clause(resolve(query, {}, day))
        if isinstance(connection, sqlite3.Connection) and revision_of(connection.execute) >= "0009":
            condition = read_by_row(condition)
    if game:
        condition, values = f"cards.game = ? AND ({condition})", [game, *values]
    by_id = {one.id: one for one in games}
    if limit:
        return FoundNumbers(by_id, *first_numbers(connection, condition, values, limit))
    numbers = card_numbers(connection, condition, values)
    return FoundNumbers(by_id, numbers, len(numbers))


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
        raise unknown_name("bad-sort", tr("Unknown sort field: {name}.", name=field), field, known)
    keys = {(card.game, card.id): _key(card, field, games[card.game], languages[card.game]) for card in cards}
    having = [card for card in cards if keys[card.game, card.id]]
    having.sort(key=lambda card: keys[card.game, card.id], reverse=backwards)
    return having + [card for card in cards if not keys[card.game, card.id]]


def sort_numbers(
    connection: OpenDatabase,
    numbers: list[int],
    by: str,
    games: Mapping[str, Game],
    languages: Mapping[str, str],
) -> list[int]:
    """Numbers of cards in the order of `sort_cards`, without reading the texts that it does not need.

    Raises:
        InputError: as for `sort_cards`.
    """
    cards = cards_numbered(connection, numbers, with_texts=by.removeprefix("-") == "name")
    known = {(card.game, card.id): number for card, number in zip(cards, numbers, strict=True)}
    return [known[card.game, card.id] for card in sort_cards(cards, by, games, languages)]


def _key(card: Card, field: str, game: Game, language: str) -> list[tuple[float, str]]:
    """What a card sorts by: numbers before words, choices by their place."""
    if field == "name":
        return [(0.0, fold(card.name(language)))]
    declared = game.fields.get(field)
    places = {choice: number for number, choice in enumerate(declared.choices)} if declared else {}
    return [
        (float(places.get(value, 0)), value) if isinstance(value, str) else (float(value), "")
        for value in values_of(card, field)
    ]
