"""Odds of drawing cards, as exact fractions (the hypergeometric distribution)."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from deckwright.model.setup import Deal


class DrawnBy(NamedTuple):
    """Number of cards that a seat has drawn by a turn, counted from 1; turn 0 is the opening hand.

    `seat` is `first` or `other`, or '' if that makes no difference.
    """

    seat: str
    turn: int
    cards: int


class DrawOdds(NamedTuple):
    """Chances of at least one matching card among those drawn, of at least two, and so on."""

    by: DrawnBy
    at_least: tuple[Fraction, ...]


class Odds(NamedTuple):
    """Odds that the cards drawn match a query; for several queries, that each of them finds a card.

    `matching` is the number of cards, out of `size`, that match any of the queries.
    """

    queries: tuple[str, ...]
    matching: int
    size: int
    draws: tuple[DrawOdds, ...]


def odds_of(queries: Sequence[str], masks: Sequence[int], seen: Sequence[DrawnBy]) -> list[Odds]:
    """Odds of each query by itself and, if there are several, of all of them in one hand.

    `masks` have, for every card of the deck, a bit for each query that matches it.
    """
    size = len(masks)
    odds = []
    for number, query in enumerate(queries):
        matching = sum(mask >> number & 1 for mask in masks)
        draws = tuple(
            DrawOdds(drawn_by, tuple(at_least(size, matching, drawn_by.cards))) for drawn_by in seen
        )
        odds.append(Odds((query,), matching, size, draws))
    if len(queries) > 1:
        joint = (
            DrawOdds(drawn_by, (one_of_each(size, masks, len(queries), drawn_by.cards),)) for drawn_by in seen
        )
        odds.append(Odds(tuple(queries), sum(map(bool, masks)), size, tuple(joint)))
    return odds


def exactly(size: int, matching: int, drawn: int, count: int) -> Fraction:
    """Chance that exactly `count` of the cards `drawn` out of `size` are among the `matching` ones."""
    drawn = min(drawn, size)
    if not 0 <= count <= drawn:
        return Fraction(0)
    return Fraction(comb(matching, count) * comb(size - matching, drawn - count), comb(size, drawn))


def at_least(size: int, matching: int, drawn: int) -> list[Fraction]:
    """Chances of at least one of the `matching` cards, at least two, and so on; the first one always."""
    largest = max(min(matching, drawn, size), 1)
    chances = [exactly(size, matching, drawn, count) for count in range(1, largest + 1)]
    return [sum(chances[start:], Fraction(0)) for start in range(largest)]


def one_of_each(size: int, masks: Sequence[int], queries: int, drawn: int) -> Fraction:
    """Chance that each of several queries matches at least one of the cards drawn, by inclusion and exclusion.

    `masks` hold, for every card, a bit for each query that finds it. One card may do for several.
    """
    drawn = min(drawn, size)
    chance = Fraction(0)
    for missed in _subsets(queries):
        without = size - sum(bool(mask & missed) for mask in masks)
        sign = -1 if missed.bit_count() % 2 else 1
        chance += sign * Fraction(comb(without, drawn), comb(size, drawn))
    return chance


def _subsets(queries: int) -> Iterator[int]:
    bits = [1 << number for number in range(queries)]
    for count in range(queries + 1):
        yield from (sum(some) for some in combinations(bits, count))


def cards_seen(deal: Deal, players: int, turn: int, seats: Sequence[str]) -> list[DrawnBy]:
    """Number of cards that seats have drawn at the start and by each turn up to `turn`, by the rules of a game."""
    draw = deal.draw if deal.draw and deal.deck and deal.draw.source == deal.deck.to else None
    each, every = (draw.cards(players), draw.every) if draw else (0, 1)
    hands = {seat: deal.opening(players, is_first=seat == "first") for seat in seats}
    if len(set(hands.values())) == 1:
        hands = {"": next(iter(hands.values()))}
    return [
        DrawnBy(seat, number, hand + each * (number // every))
        for seat, hand in hands.items()
        for number in range(turn + 1)
    ]
