"""What a table can have of a game's box: the cards in play in a mode, and how many of them, by the piles that it builds."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from deckwright.model.rule import matcher_of
from deckwright.model.setup import read_pile

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator

    from deckwright.model.card import Card
    from deckwright.model.game import Game
    from deckwright.model.setup import Pile, PilePart


class Share(NamedTuple):
    """Cards of which a table has all copies in the box, or at most `take` of them together."""

    cards: tuple[Card, ...]
    take: int | None = None


class Supply(NamedTuple):
    """The cards that a table plays with."""

    shares: tuple[Share, ...]

    def most(self, test: Callable[[Card], bool], value: Callable[[Card], float] = lambda _: 1) -> float:
        """The highest sum of a value that copies of cards can have together; cards of a lower value than 0 are left out."""
        total = 0.0
        for share in self.shares:
            values = sorted(
                (max(value(card), 0) for card in share.cards if test(card) for _ in range(card.copies)),
                reverse=True,
            )
            total += sum(values[: share.take])
        return total

    def cards(self, test: Callable[[Card], bool]) -> list[Card]:
        """The cards in play that pass a test."""
        return [card for share in self.shares for card in share.cards if test(card) and card.copies]


def read_supply(game: Game, cards: Collection[Card], mode: str, players: int | None = None) -> Supply:
    """Read what a mode plays with; with `players`, for that number of players, if the piles allow it."""
    matcher = matcher_of(game)
    piles = [read_pile(game, name, mode, matcher) for name in game.names("piles")]
    if players and not all(players in pile.players for pile in piles):
        players = None
    shares: dict[int, tuple[PilePart, list[Card]]] = {}
    free: list[Card] = []
    for card in cards:
        parts = [part for pile in piles for part in _parts_in_play(pile, players) if part.of(card)]
        if len(parts) == 1:
            shares.setdefault(id(parts[0]), (parts[0], []))[1].append(card)
        elif parts or not any(pile.could_hold(card) for pile in piles):
            free.append(card)
    taken = (Share(tuple(own), _take(part, players)) for part, own in shares.values())
    return Supply((*taken, Share(tuple(free))))


def cards_in_mode(game: Game, cards: Collection[Card], mode: str) -> list[Card]:
    """The cards that a mode, or any of them (''), plays with."""
    return read_supply(game, cards, mode).cards(lambda _: True) if mode else list(cards)


def _parts_in_play(pile: Pile, players: int | None) -> Iterator[PilePart]:
    """Yield the parts that are not empty for a number of players, or for any of the pile's."""
    numbers = [players] if players else pile.players
    yield from (
        part for part in pile.parts if not numbers or any(part.count(number) != 0 for number in numbers)
    )


def _take(part: PilePart, players: int | None) -> int | None:
    """Number of copies that are taken of a part, if it is known; sorts of cards are taken whole."""
    return None if part.alike or not players else part.count(players)
