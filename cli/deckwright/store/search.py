"""Search the cards of the database: queries as SQL over `cards`, `card_values` and `card_words`."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, NamedTuple

from deckwright.messages import tr
from deckwright.model.card import BUILT_IN, values_of
from deckwright.model.query.binding import Vocabulary, parse
from deckwright.model.query.matching import (
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
    resolve,
    unresolved,
)
from deckwright.model.words import fold
from deckwright.store.dialects import SQLITE
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
    from collections.abc import Mapping, Sequence
    from datetime import date

    from deckwright.model.card import Card
    from deckwright.model.game import Game
    from deckwright.model.query.matching import Query, Sign
    from deckwright.store.dialects import Clause, OpenDatabase, SqliteDialect


# Queries as SQL over the tables `cards`, `card_values` and `card_words`.

_SIGNS: dict[Sign, str] = {"=": "=", "!=": "<>", "<": "<", "<=": "<=", ">": ">", ">=": ">="}
_COLUMNS = {PRINTED: ("name", "text"), "name": ("name",), "text": ("text",)}


def where_clause(query: Query, dialect: SqliteDialect = SQLITE) -> Clause:
    """Condition on `cards` that a query puts, with a `?` for each of its values."""
    match query:
        case And(parts):
            return _joined(_nested(parts, dialect), " AND ", "1 = 1")
        case Or(parts):
            return _joined([where_clause(part, dialect) for part in parts], " OR ", "1 = 0")
        case Not(part):
            condition, values = where_clause(part, dialect)
            return f"NOT {condition}", values
        case Equals("game", games) if games:
            return f"({dialect.game} IN ({_placeholders(games)}))", list(games)
        case _:
            cards, values = _cards(query, dialect)
            return dialect.is_among(cards), values


def _joined(clauses: Sequence[Clause], word: str, nothing: str) -> Clause:
    condition = word.join(condition for condition, _ in clauses)
    return f"({condition or nothing})", [value for _, values in clauses for value in values]


def _nested(parts: Sequence[Query], dialect: SqliteDialect) -> list[Clause]:
    """Conditions of a conjunction; comparisons are asked one inside the other, so that each finds fewer cards."""
    comparisons = [_cards(part, dialect) for part in parts if isinstance(part, Compare)]
    others = [where_clause(part, dialect) for part in parts if not isinstance(part, Compare)]
    if not comparisons:
        return others
    cards, values = comparisons.pop()
    for outer, outer_values in reversed(comparisons):
        cards, values = f"{outer} AND card IN ({cards})", [*outer_values, *values]
    return [*others, (dialect.is_among(cards), values)]


_CardQuery = Words | Whole | Equals | Differs | Compare | CompareFields | Outside | Refers


def _cards(query: _CardQuery, dialect: SqliteDialect) -> Clause:
    """Statement that finds the numbers of the cards of a query."""
    match query:
        case Words(field, words) | Whole(field, words) if field in _COLUMNS:
            return _printed(field, words, dialect, is_whole=isinstance(query, Whole))
        case Words(field, words):
            return _values(dialect.is_in_text, field, f" {words}")
        case Whole(field, words):
            return _values("text = ?", field, words)
        case Equals(field, values):
            return _values(_among("text", values), field, *values)
        case Differs(field, values):
            return _values(f"NOT {_among('text', values)}", field, *values)
        case _:
            return _numbers(query)


def _numbers(query: Compare | CompareFields | Outside | Refers) -> Clause:
    match query:
        case Compare(field, sign, number):
            return _values(f"value {_SIGNS[sign]} ?", field, number)
        case CompareFields(field, sign, other):
            tables = "card_values AS one JOIN card_values AS other USING (card)"
            condition = f"one.field = ? AND other.field = ? AND one.value {_SIGNS[sign]} other.value"
            return f"SELECT card FROM {tables} WHERE {condition}", [field, other]
        case Outside(field, numbers):
            return _values(f"NOT {_among('value', numbers)}", field, *numbers)
        case Refers():
            raise unresolved(query)


def _printed(field: str, words: str, dialect: SqliteDialect, *, is_whole: bool) -> Clause:
    """Statement that finds words by their index; whole texts are compared after that."""
    condition, values = f"{field} <> ''", list[object]()
    if words or is_whole:
        condition, values = dialect.has_words(_COLUMNS[field], words, begins=not is_whole)
    if is_whole:
        condition, values = f"{condition} AND {field} = ?", [*values, words]
    return f"SELECT {dialect.card_of_words} FROM card_words WHERE {condition}", values


def _values(condition: str, field: str, *values: object) -> Clause:
    return f"SELECT card FROM card_values WHERE field = ? AND {condition}", [field, *values]


def _among(column: str, values: tuple[object, ...]) -> str:
    """Condition that a column has one of some values; PostgreSQL takes no empty list."""
    return f"{column} IN ({_placeholders(values)})" if values else "(1 = 0)"


def _placeholders(values: tuple[object, ...]) -> str:
    return ", ".join("?" * len(values))


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
    """Numbers of cards that a query finds, how many there are without the limit, and the games searched by id.

    `named` are the games that the query asks for, as `game:frogs` does; empty if it asks for cards of any.
    """

    games: dict[str, Game]
    numbers: list[int]
    total: int
    named: frozenset[str] = frozenset()


def find_numbers(
    connection: OpenDatabase, text: str, *, game: str = "", today: date | None = None, limit: int = 0
) -> FoundNumbers:
    """Numbers of the cards that `search` finds, without reading the cards; with a limit, of so many first ones."""
    games = [read_game(connection, game)] if game else read_games(connection)
    condition: str = "1 = 1"
    values: list[object] = []
    named = frozenset({game} - {""})
    if text.strip():
        query = parse(text, Vocabulary.of(games, references=(TODAY,)))
        named |= _games_named(query)
        day = today or datetime.now(UTC).astimezone().date()
        condition, values = where_clause(resolve(query, {}, day), connection.dialect)
    if game:
        condition, values = f"cards.game = ? AND ({condition})", [game, *values]
    by_id = {known_game.id: known_game for known_game in games}
    if limit:
        return FoundNumbers(by_id, *first_numbers(connection, condition, values, limit), named)
    numbers = card_numbers(connection, condition, values)
    return FoundNumbers(by_id, numbers, len(numbers), named)


def _games_named(query: Query) -> frozenset[str]:
    """Games to which all cards of a query belong, because a term that each must match names them."""
    terms = query.parts if isinstance(query, And) else (query,)
    named = [term.values for term in terms if isinstance(term, Equals) and term.field == "game"]
    return frozenset(value for values in named for value in values)


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
    fields = sorted({*BUILT_IN} - {"text"} | {name for game in games.values() for name in game.fields})
    if field not in fields:
        raise unknown_name("bad-sort", tr("Unknown sort field: {name}.", name=field), field, fields)
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
    """Numbers of cards in the order of `sort_cards`, without reading the texts that it does not need."""
    cards = cards_numbered(connection, numbers, with_texts=by.removeprefix("-") == "name")
    number_of = {(card.game, card.id): number for card, number in zip(cards, numbers, strict=True)}
    return [number_of[card.game, card.id] for card in sort_cards(cards, by, games, languages)]


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
