"""Read games, cards, decks and the counts of real boxes from the database as plain values."""

from __future__ import annotations

import json
import sys
from contextlib import contextmanager
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from deckwright import resources
from deckwright.errors import InputError
from deckwright.messages import tr
from deckwright.model.card import Card, CardNames, Deck, DeckEntry, entry_fields, told_apart
from deckwright.model.game import Game
from deckwright.model.words import did_you_mean, fold, list_known, nearest
from deckwright.store.database import damaged

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from datetime import date
    from pathlib import Path

    from deckwright.model.game import GamePackage
    from deckwright.store.database import Database
    from deckwright.store.dialects import OpenDatabase


# Read games, cards and decks back from the database as plain values.

_GAME = "SELECT id, source_language, languages, definition, labels, queries FROM games"
_CARD = (
    "SELECT number, cards.game, cards.id, kind, source_language, copies, origin, revision, icon, marks, fields, counts,"
    " origins, aliases FROM cards JOIN games ON games.id = cards.game"
)


def game_ids(connection: OpenDatabase) -> list[str]:
    """List the games that are loaded."""
    return [row[0] for row in connection.execute("SELECT id FROM games ORDER BY id")]


def read_games(connection: OpenDatabase) -> list[Game]:
    """Every game, in order of id."""
    return [_game(row) for row in connection.execute(f"{_GAME} ORDER BY id")]


def read_game(connection: OpenDatabase, game: str) -> Game:
    """One game."""
    row = connection.execute(f"{_GAME} WHERE id = ?", (game,)).fetchone()
    if row is None:
        raise unknown_name("no-such-game", tr("Unknown game: {name}.", name=game), game, game_ids(connection))
    return _game(row)


def unknown_name(code: str, message: str, name: str, known: list[str]) -> InputError:
    """Error for a name that is not known, with the nearest ones, or else some of those that are."""
    return InputError(code, message, hint=did_you_mean(nearest(name, known)) or list_known(known))


def _game(row: tuple[Any, ...]) -> Game:
    name, source_language, languages, definition, labels, queries = row
    return Game(
        id=name,
        source_language=source_language,
        languages=tuple(_parsed(languages)),
        definition=_parsed(definition),
        labels=_parsed(labels),
        queries=_parsed(queries),
    )


_EMPTY: Mapping[str, Callable[[], Any]] = {"{}": dict, "[]": list}


def _parsed(text: str) -> Any:
    """Read JSON that the database keeps; only damage makes it anything else."""
    if text in _EMPTY:  # most lists and mappings of cards
        return _EMPTY[text]()
    try:
        return json.loads(text)
    except (TypeError, ValueError) as fault:
        raise damaged(str(fault)) from fault


_shared = lru_cache(maxsize=1024)(_parsed)
"""What cards have in common is parsed once, and is one object for all of them, as 100,000 of them take memory."""


@contextmanager
def snapshot(connection: OpenDatabase) -> Iterator[None]:
    """Read all statements of the block at one moment, whatever others write meanwhile."""
    if connection.in_transaction:
        yield
        return
    connection.execute("BEGIN")
    try:
        yield
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")


def read_cards(
    connection: OpenDatabase, condition: str = "1 = 1", values: Iterable[object] = ()
) -> list[Card]:
    """Cards that match an SQL condition on `cards`, in the order of their files."""
    with snapshot(connection):
        return cards_numbered(connection, card_numbers(connection, condition, values))


def card_numbers(
    connection: OpenDatabase, condition: str = "1 = 1", values: Iterable[object] = ()
) -> list[int]:
    """Numbers of the cards that match an SQL condition on `cards`, in the order of their files.

    That takes a tenth of the time of reading the cards.
    """
    query = f"SELECT cards.number FROM cards WHERE {condition} ORDER BY cards.game, cards.position"
    return [number for (number,) in connection.execute(query, tuple(values))]


def first_numbers(
    connection: OpenDatabase, condition: str, values: Iterable[object], limit: int
) -> tuple[list[int], int]:
    """First numbers of those that `card_numbers` finds, and how many it finds: in less time than fetching them all."""
    query = (
        f"WITH found AS (SELECT cards.number, cards.game, cards.position FROM cards WHERE {condition})"
        " SELECT number, (SELECT count(*) FROM found) FROM found ORDER BY game, position LIMIT ?"
    )
    rows = connection.execute(query, (*values, min(limit, sys.maxsize))).fetchall()
    return [number for number, _ in rows], rows[0][1] if rows else 0


_BATCH = 500
"""Cards that are read by one statement; SQLite and PostgreSQL limit the placeholders of one."""


def cards_numbered(
    connection: OpenDatabase, numbers: Sequence[int], *, with_texts: bool = True
) -> list[Card]:
    """Cards with these numbers, in their order; without their texts, which are most of a card, if those are not needed."""
    batches = (numbers[start : start + _BATCH] for start in range(0, len(numbers), _BATCH))
    return [card for batch in batches for card in _read_batch(connection, batch, with_texts)]


def _read_batch(connection: OpenDatabase, numbers: Sequence[int], with_texts: bool) -> Iterator[Card]:
    wanted = f"({', '.join('?' * len(numbers))})"
    texts: dict[int, dict[str, dict[str, str]]] = {number: {} for number in numbers}
    same: dict[Any, Any] = {}
    if with_texts:
        query = f"SELECT card, language, name, text FROM texts WHERE card IN {wanted} ORDER BY card, language, name"
        for card, language, name, text in connection.execute(query, numbers):
            of_card = texts[card].setdefault(same.setdefault(language, language), {})
            of_card[same.setdefault(name, name)] = text
    rows = {row[0]: row for row in connection.execute(f"{_CARD} WHERE cards.number IN {wanted}", numbers)}
    return (_card(rows[number], texts[number], same) for number in numbers if number in rows)


def _card(row: tuple[Any, ...], texts: dict[str, dict[str, str]], same: dict[Any, Any]) -> Card:
    """Card of a row; words that are in `same` already are not kept again."""
    (
        game,
        name,
        kind,
        source_language,
        copies,
        origin,
        revision,
        icon,
        marks,
        fields,
        counts,
        origins,
        aliases,
    ) = row[1:]
    words = (game, kind, source_language, origin, icon, counts)
    game, kind, source_language, origin, icon, counts = (same.setdefault(word, word) for word in words)
    return Card(
        game=game,
        id=name,
        kind=kind,
        source_language=source_language,
        copies=copies,
        counts=counts,
        origin=origin,
        origins=_shared(origins),
        revision=revision,
        icon=icon,
        marks=tuple(_shared(marks)),
        fields=_shared(fields),
        texts=texts,
        aliases=_aliases(aliases),
    )


@lru_cache(maxsize=1024)
def _aliases(text: str) -> dict[str, tuple[str, ...]]:
    return {language: tuple(names) for language, names in _parsed(text).items()}


def cards_of(connection: OpenDatabase, game: str) -> dict[str, Card]:
    """All cards of a game by id, in the order of its files."""
    return {card.id: card for card in read_cards(connection, "cards.game = ?", (game,))}


def count_cards(connection: OpenDatabase) -> dict[str, int]:
    """Count the cards of each game, every copy one."""
    return dict(connection.execute("SELECT game, sum(copies) FROM cards GROUP BY game").fetchall())


def find_card(connection: OpenDatabase, name: str, game: str = "") -> Card:
    """Card that is called `game/card-id`, by its id, or by its name in any language.

    Raises:
        InputError: the game or the card is unknown, with the nearest names, or several cards have the name.
    """
    owner, slash, rest = name.partition("/")
    if slash and owner in game_ids(connection):
        game, name = owner, rest
    elif game:
        read_game(connection, game)
    cards = _called(connection, name, game)
    if len(cards) == 1:
        return cards[0]
    if cards:
        names = told_apart(cards, [f"{card.game}/{card.id}" for card in cards])
        raise InputError(
            "ambiguous-card",
            tr("{name} is the name of several cards.", name=name),
            hint=tr("Use one of: {names}.", names=names),
        )
    raise _no_card(connection, name, game)


def _no_card(connection: OpenDatabase, name: str, game: str) -> InputError:
    """Error for an unknown card, with those that were most likely meant: in another game, or by another name."""
    message = tr("Unknown card: {name}.", name=name)
    strangers = _called(connection, name, "") if game else []
    if strangers:
        message = tr("The game {game} has no card {name}.", game=game, name=name)
        near = [f"{card.game}/{card.id}" for card in strangers]
    else:
        near = nearest(name, _all_names(connection, game)) or nearest(name, _all_aliases(connection, game))
    return InputError("no-such-card", message, hint=did_you_mean(near))


def _called(connection: OpenDatabase, name: str, game: str) -> list[Card]:
    of_game = ("cards.game = ?", (game,)) if game else ("1 = 1", ())
    by_id = read_cards(connection, f"cards.id = ? AND {of_game[0]}", (name, *of_game[1]))
    if by_id:
        return by_id
    by_game: dict[str, list[Card]] = {}
    for card in read_cards(connection, *of_game):
        by_game.setdefault(card.game, []).append(card)
    return [card for cards in by_game.values() for card in _named(cards, name)]


def _named(cards: list[Card], name: str) -> list[Card]:
    ids = CardNames(cards).find(name)
    return [card for card in cards if card.id in ids]


def _all_names(connection: OpenDatabase, game: str) -> list[str]:
    where, values = ("WHERE game = ?", (game,)) if game else ("", ())
    names = connection.execute(
        f"SELECT id FROM cards {where} UNION SELECT text FROM texts WHERE name = 'name'"
        + (" AND card IN (SELECT number FROM cards WHERE game = ?)" if game else "")
        + " ORDER BY 1",
        values * 2,
    )
    return [row[0] for row in names]


def _all_aliases(connection: OpenDatabase, game: str) -> list[str]:
    where, values = ("WHERE game = ?", (game,)) if game else ("", ())
    rows = connection.execute(
        f"SELECT aliases FROM cards {where} GROUP BY aliases ORDER BY min(number)", values
    ).fetchall()
    return list(
        {name: None for (aliases,) in rows for of_card in _parsed(aliases).values() for name in of_card}
    )


def card_ids(connection: OpenDatabase) -> list[str]:
    """List every card by its id alone, and as `game/card-id`."""
    rows = connection.execute("SELECT game, id FROM cards ORDER BY game, position").fetchall()
    return [card for _, card in rows] + [f"{game}/{card}" for game, card in rows]


def deck_ids(connection: OpenDatabase, game: str = "") -> list[str]:
    """List the decks that came with a game, or with all, as `game/deck-id`."""
    where, values = ("WHERE game = ?", (game,)) if game else ("", ())
    rows = connection.execute(f"SELECT game, id FROM decks {where} ORDER BY game, position", values)
    return [f"{game}/{deck}" for game, deck in rows]


def read_deck(connection: OpenDatabase, name: str) -> Deck:
    """Read the deck called `game/deck-id`, or by its own name in any language.

    Raises:
        InputError: the deck is unknown, with the nearest names.
    """
    game, _, deck = (name if "/" in name else _deck_named(connection, name)).partition("/")
    row = connection.execute(
        "SELECT number, name, format, players, date FROM decks WHERE game = ? AND id = ?", (game, deck)
    ).fetchone()
    if row is None:
        raise _no_such_deck(name, game_ids(connection), deck_ids(connection))
    number, title, deck_format, players, said = row
    rows = connection.execute(
        "SELECT card, copies, zone, fields FROM deck_entries WHERE deck = ? ORDER BY position", (number,)
    )
    entries = tuple(_entry(*row) for row in rows)
    source = f"{game}/{deck}"
    return Deck(game, title, entries, deck, deck_format, players, source, date=_day(said) if said else None)


def _entry(card: str, copies: int, zone: str, fields: str) -> DeckEntry:
    if not isinstance(copies, int):  # as damage can make it
        raise damaged(f"{card}: {copies!r}")
    return DeckEntry(card, copies, zone, fields=() if fields == "{}" else entry_fields(_parsed(fields)))


def _day(text: str) -> date:
    """Read a day that the database keeps; only damage makes it anything else."""
    from datetime import date

    try:
        return date.fromisoformat(text)
    except ValueError as fault:
        raise damaged(str(fault)) from fault


def _deck_named(connection: OpenDatabase, name: str) -> str:
    """Find the deck that alone has a name, as `game/deck-id`; without one, return the name."""
    folded = fold(name)
    titles = {
        f"{game}/{deck}": title
        for game, deck, title in connection.execute("SELECT game, id, name FROM decks")
    }
    named = {deck for deck, title in titles.items() if fold(title) == folded}
    for game in read_games(connection) if folded else ():
        for labels in game.labels.values():
            named |= {
                deck
                for deck in titles
                if fold(labels.get(deck.replace(f"{game.id}/", "deck:", 1), "")) == folded
            }
    return named.pop() if len(named) == 1 else name


def _no_such_deck(name: str, games: list[str], decks: list[str]) -> InputError:
    """Error for an unknown deck, with the nearest of its game if it names one, otherwise of all games."""
    game, parted, _ = name.partition("/")
    of_game = [deck for deck in decks if deck.startswith(f"{game}/")]
    message = tr("File or deck not found: {name}.", name=name)
    if game not in games:
        return unknown_name("no-such-deck", message, name, [*([] if parted else games), *decks])
    if not parted:
        message = tr("{name} is a game, not a deck.", name=name)
    none = tr("{game} has no decks of its own: use a file.", game=game)
    nearest_deck = unknown_name("no-such-deck", message, name, of_game) if parted else None
    hint = (
        nearest_deck.hint
        if nearest_deck
        else tr("Use one of its decks, or a file: {names}.", names=", ".join(of_game))
    )
    return InputError("no-such-deck", message, hint=hint if of_game else none)


def read_assets(connection: OpenDatabase, game: str, folder: str = "") -> dict[str, bytes]:
    """Files that a game brought for printing, by path: all, or those in a folder."""
    statement = (
        "SELECT path, contents.content FROM assets JOIN contents ON digest = assets.content"
        " WHERE game = ? AND substr(path, 1, ?) = ? ORDER BY path"
    )
    start = f"{folder}/" if folder else ""
    return dict(connection.execute(statement, (game, len(start), start)).fetchall())


def folder_of(connection: OpenDatabase, game: str) -> Path | None:
    """Folder that a game was loaded from last; None where that is not known."""
    row = connection.execute("SELECT folder FROM games WHERE id = ?", (game,)).fetchone()
    return resources.game_folder(row[0]) if row and row[0] else None


# Counts of real boxes: how many copies of each card an owner has, stored next to the game.
#
# They take the place of what the game says whenever it is loaded, and what the game says is kept for when
# they are removed.


class BoxCount(NamedTuple):
    """How many copies of a card the owner's box holds, and how many the game itself says."""

    game: str
    card: str
    copies: int
    game_copies: int


def read_counts(connection: OpenDatabase, game: str) -> dict[str, int]:
    """Read the copies that an owner has counted of a game's cards, by card."""
    return dict(connection.execute("SELECT card, copies FROM box_counts WHERE game = ?", (game,)).fetchall())


def all_counts(connection: OpenDatabase, game: str = "") -> list[BoxCount]:
    """Every count that an owner gave, of one game or all."""
    rows = connection.execute(
        "SELECT game, card, copies, game_copies FROM box_counts WHERE game = ? OR ? = '' ORDER BY game, card",
        (game, game),
    )
    return [BoxCount(*row) for row in rows]


def uncounted(connection: OpenDatabase, cards: Mapping[str, Card]) -> dict[str, Card]:
    """Cards by id as their games have them, without the counts of an owner's box."""
    query = "SELECT card, game_copies, game_counts FROM box_counts WHERE game = ?"
    games = {card.game for card in cards.values()}
    counted_cards = {
        (game, card): (copies, sure)
        for game in games
        for card, copies, sure in connection.execute(query, (game,))
    }
    return {name: _uncounted(card, counted_cards.get((card.game, name))) for name, card in cards.items()}


def _uncounted(card: Card, game_count: tuple[int, Any] | None) -> Card:
    return card if game_count is None else replace(card, copies=game_count[0], counts=game_count[1])


def with_counts(package: GamePackage, counts: Mapping[str, int]) -> GamePackage:
    """Game with the counts of the owner's box instead of its own."""
    if not counts:
        return package
    cards = (counted(card, counts.get(card.id)) for card in package.cards)
    return package._replace(cards=tuple(cards))


def counted(card: Card, copies: int | None) -> Card:
    """Card with the owner's count instead of the game's; None keeps it."""
    return card if copies is None else replace(card, copies=copies, counts="exact")


def refresh_counts(connection: OpenDatabase, package: GamePackage, counts: Mapping[str, int]) -> None:
    """Keep what a game now says itself of the cards that its owner has counted."""
    statement = "UPDATE box_counts SET game_copies = ?, game_counts = ? WHERE game = ? AND card = ?"
    for card in package.cards:
        if card.id in counts:
            connection.execute(statement, (card.copies, card.counts, card.game, card.id))


def set_counts(database: Database, game: str, counts: Mapping[str, int]) -> None:
    """Keep the counts of an owner's box; those kept before are removed. `counts` are of cards that the game has."""
    with database.writing() as connection:
        _remove(connection, game)
        rows = connection.execute("SELECT id, copies, counts FROM cards WHERE game = ?", (game,))
        game_counts = {card: (copies, sure) for card, copies, sure in rows.fetchall()}
        for card, copies in counts.items():
            row = (game, card, copies, *game_counts[card])
            connection.execute("INSERT INTO box_counts VALUES (?, ?, ?, ?, ?)", row)
            _write(connection, game, card, copies, "exact")


def remove_counts(database: Database, game: str) -> int:
    """Remove the counts of an owner's box, so that what the game says holds again; return how many there were."""
    with database.writing() as connection:
        return _remove(connection, game)


def _remove(connection: OpenDatabase, game: str) -> int:
    statement = "SELECT card, game_copies, game_counts FROM box_counts WHERE game = ?"
    rows = connection.execute(statement, (game,)).fetchall()
    for card, copies, counts in rows:
        _write(connection, game, card, copies, counts)
    connection.execute("DELETE FROM box_counts WHERE game = ?", (game,))
    return len(rows)


def _write(connection: OpenDatabase, game: str, card: str, copies: int, counts: str) -> None:
    """Write a number of copies to where it is read and where it is searched."""
    connection.execute(
        "UPDATE cards SET copies = ?, counts = ? WHERE game = ? AND id = ?", (copies, counts, game, card)
    )
    connection.execute(
        "UPDATE card_values SET text = ?, value = ? WHERE field = 'copies'"
        " AND card = (SELECT number FROM cards WHERE game = ? AND id = ?)",
        (str(copies), float(copies), game, card),
    )
