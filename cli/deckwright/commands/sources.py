"""What an export takes its cards from: decks, whole games, or the cards that a query finds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from deckwright.commands.opening import Shelf
from deckwright.errors import InputError, UsageError
from deckwright.messages import tr
from deckwright.model.card import Deck, Entry
from deckwright.model.languages import found_among
from deckwright.store.read import game_ids
from deckwright.store.search import search
from deckwright.workbench.library import read_all

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Mapping, Sequence

    from deckwright.model.card import Card
    from deckwright.model.game import Game


@dataclass(frozen=True, slots=True)
class Source:
    """Some cards of a game, as a deck."""

    deck: Deck
    game: Game
    cards: Mapping[str, Card]


def sources_of(
    connection: sqlite3.Connection, names: Sequence[str], *, game: str, select: str, language: str = ""
) -> list[Source]:
    """Give the cards that decks, games and a query name; what decks and games are called is in `language`.

    A game named beside a query is the game of the query: nobody means all its cards, and some of them again.

    Raises:
        UsageError: nothing is named, or a query without its game.
        InputError: something named is not there, or the query finds nothing.
    """
    if not names and not select:
        raise UsageError("nothing-named", tr("Name a deck, a game, or cards with --select and --game."))
    shelved = Shelf(connection)
    known = game_ids(connection)
    if select:
        game = game or next((name for name in names if name in known), "")
        names = [name for name in names if name != game]
    if select and not game:
        raise UsageError("game-missing", tr("--select needs the game of the cards: add --game."))
    found = read_all(
        names,
        lambda name: (
            whole_game(shelved, name, language) if name in known else _deck(shelved, name, game, language)
        ),
    )
    if select:
        deck = _selected(connection, game, select)
        found.append(Source(deck, *shelved.game(game)))
    return found


def whole_game(shelved: Shelf, name: str, language: str) -> Source:
    """Give all cards of a game, with the copies that its box holds, as a deck that is called by its title."""
    game, cards = shelved.game(name)
    title = game.title(found_among(language, game.languages))
    return Source(Deck(name, title, _entries(cards.values()), source=name), game, cards)


def _deck(shelved: Shelf, name: str, game: str, language: str) -> Source:
    deck = shelved.deck(name, game, language)
    return Source(deck, *shelved.game(deck.game))


def _selected(connection: sqlite3.Connection, game: str, select: str) -> Deck:
    _, found = search(connection, select, game=game)
    if not found:
        raise InputError(
            "nothing-found", tr("The query {query} finds no card of {game}.", query=select, game=game)
        )
    return Deck(game, select, _entries(found), source=game)


def _entries(cards: Iterable[Card]) -> tuple[Entry, ...]:
    return tuple(Entry(card.id, card.copies) for card in cards if card.copies)
