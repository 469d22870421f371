"""Opening hands and the draws after them, by chance, and how often such hands have a card for each of some queries."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from random import Random

    from deckwright.model.setup import Deal

Thing = TypeVar("Thing")


class HandRules(NamedTuple):
    """Number of cards in an opening hand, and of those drawn at the start of each turn after it.

    A hand may be shuffled back `mulligans` times, each time for one with `fewer` cards.
    """

    opening: int
    turns: tuple[int, ...] = ()
    mulligans: int = 0
    fewer: int = 0


class DrawnHand(NamedTuple, Generic[Thing]):
    """An opening hand, the cards drawn at the start of each turn, and how many hands were shuffled back before."""

    hand: tuple[Thing, ...]
    draws: tuple[tuple[Thing, ...], ...]
    mulligans: int


class CountedHands(NamedTuple):
    """In how many of all hands every one of some queries has a card by the last turn."""

    queries: tuple[str, ...]
    hands: int
    all: int

    @property
    def share(self) -> float:
        """Share of the hands."""
        return self.hands / self.all

    @property
    def error(self) -> float:
        """How far the share may be from the chance: half the width of Wilson's interval of 95 %."""
        spread = self.share * (1 - self.share) / self.all + (_SIGMAS / (2 * self.all)) ** 2
        return _SIGMAS * sqrt(spread) / (1 + _SIGMAS**2 / self.all)


_SIGMAS = 1.96
"""Standard deviations on each side of the mean that contain 95 % of a normal distribution."""


def hand_rules(deal: Deal, players: int, turns: int, *, is_first: bool) -> HandRules:
    """Rules for the hand of a seat that draws from its own deck, for a number of turns."""
    draw = deal.draw if deal.draw and deal.deck and deal.draw.source == deal.deck.to else None
    each = draw.cards(players) if draw else 0
    every = draw.every if draw else 1
    drawn = tuple(each if turn % every == 0 else 0 for turn in range(1, turns + 1))
    times, fewer = deal.mulligan or (0, 0)
    return HandRules(deal.opening(players, is_first=is_first), drawn, times, fewer)


def draw_hand(
    cards: list[Thing], rules: HandRules, keeps: Callable[[Sequence[Thing]], bool], random: Random
) -> DrawnHand[Thing]:
    """Draw a hand, and another one as long as `keeps` refuses it and the rules allow; `cards` are left in another order."""
    size, mulligans = rules.opening, 0
    _draw_to(cards, 0, size, random)
    while mulligans < rules.mulligans and not keeps(cards[:size]):
        mulligans += 1
        size = max(0, size - rules.fewer)
        _draw_to(cards, 0, size, random)
    _draw_to(cards, size, size + sum(rules.turns), random)
    draws, start = [], size
    for count in rules.turns:
        draws.append(tuple(cards[start : start + count]))
        start += count
    return DrawnHand(tuple(cards[:size]), tuple(draws), mulligans)


def _draw_to(cards: list[Thing], start: int, end: int, random: Random) -> None:
    """Put random ones of the cards from `start` on at the places from there up to `end` (Fisher-Yates)."""
    size, chance = len(cards), random.random
    for place in range(start, min(end, size)):
        other = place + int(chance() * (size - place))
        cards[place], cards[other] = cards[other], cards[place]


class HandQueries(NamedTuple):
    """What is looked for in hands: for every card of the deck, `masks` have a bit for each query that matches it.

    The bits in `kept` are what an opening hand needs to be kept.
    """

    queries: tuple[str, ...]
    masks: Sequence[int]
    kept: int = 0


def count_hands(wanted: HandQueries, rules: HandRules, times: int, random: Random) -> list[CountedHands]:
    """Draw many hands, and count those that have a card for each query, and for all of them if there are several."""
    queries, kept = wanted.queries, wanted.kept
    cards, whole = list(wanted.masks), (1 << len(queries)) - 1
    hands = [0] * (whole + 1)
    for _ in range(times):
        drawn = draw_hand(cards, rules, lambda hand: joined(hand) & kept == kept, random)
        hands[joined(cards[: len(drawn.hand) + sum(rules.turns)]) & whole] += 1
    needs = {1 << number: (query,) for number, query in enumerate(queries)} | {whole: queries}
    return [
        CountedHands(names, sum(count for mask, count in enumerate(hands) if mask & need == need), times)
        for need, names in needs.items()
    ]


def joined(masks: Iterable[int]) -> int:
    """Every bit that one of these has."""
    joined = 0
    for mask in masks:
        joined |= mask
    return joined
