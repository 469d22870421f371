"""Find cards and games of a library."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from deckwright.store.read import count_cards, read_game, read_games

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from deckwright.model.card import Card
    from deckwright.model.game import Game
    from deckwright.workbench.library import DeckLibrary


@dataclass(frozen=True, slots=True)
class SearchOptions:
    """Where to search, and how the cards found are sorted and cut off.

    `sort` is a field, with `-` before it for descending order. `limit` is the largest number of cards; 0 is no limit.
    """

    game: str = ""
    sort: str = ""
    limit: int = 0


class FoundCards(NamedTuple):
    """Cards that a query finds, and how many there are without the limit; games and their languages by game id."""

    cards: Sequence[Card]
    total: int
    games: Mapping[str, Game]
    languages: Mapping[str, str]


def search_cards(library: DeckLibrary, query: str = "", options: SearchOptions | None = None) -> FoundCards:
    """Find cards by a query, such as `kind:tool tech>=3`; an empty one finds all.

    Raises:
        InputError: the query is wrong, or there is no such game or field.
    """
    from deckwright.store.search import search, sort_cards

    options = options or SearchOptions()
    games, found = search(library.connection, query.strip(), game=options.game)
    languages = library.languages_of(games.values())
    cards = sort_cards(found, options.sort, games, languages)
    return FoundCards(cards[: options.limit or None], len(found), games, languages)


class FoundCard(NamedTuple):
    """A card, its game, and the language to read it in."""

    card: Card
    game: Game
    language: str


def find_card(library: DeckLibrary, name: str, game: str = "") -> FoundCard:
    """Find a card by `game/card-id`, its id, or its name in any language.

    Raises:
        InputError: there is none, or several; `game` then says which.
    """
    card = library.card(name, game)
    found = read_game(library.connection, card.game)
    return FoundCard(card, found, library.language_of(found))


class GameSummary(NamedTuple):
    """A game, its number of cards (every copy), how many of its counts are the owner's own, and a language."""

    game: Game
    cards: int
    own_counts: int
    language: str


def list_games(library: DeckLibrary, game: str = "") -> list[GameSummary]:
    """Summaries of all games of the library, or of one.

    Raises:
        InputError: there is no such game.
    """
    from deckwright.store.read import all_counts

    connection = library.connection
    own_counts = Counter(count.game for count in all_counts(connection))
    games = [read_game(connection, game)] if game else read_games(connection)
    copies, languages = count_cards(connection), library.languages_of(games)
    return [GameSummary(one, copies.get(one.id, 0), own_counts[one.id], languages[one.id]) for one in games]
