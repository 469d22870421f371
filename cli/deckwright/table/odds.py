"""The odds of drawing: exact, by counting hands (the hypergeometric distribution), as fractions."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from deckwright.model.setup import Deal


class Seen(NamedTuple):
    """How many cards a seat has drawn by the end of the draw of a turn, which counts from 1; 0 is the opening hand.

    `seat` is `first` or `other`, or '' where it is all one.
    """

    seat: str
    turn: int
    cards: int


class Drawn(NamedTuple):
    """How many cards were drawn by when, and the chances of one at least that is meant, two at least, and so on."""

    seen: Seen
    at_least: tuple[Fraction, ...]


class Odds(NamedTuple):
    """The odds that a hand holds what a query finds; of several queries, that each of them finds something.

    `matching` counts the cards out of `size` that any of the queries finds.
    """

    queries: tuple[str, ...]
    matching: int
    size: int
    draws: tuple[Drawn, ...]


def odds_of(queries: Sequence[str], masks: Sequence[int], seen: Sequence[Seen]) -> list[Odds]:
    """Give the odds of each query by itself and, if there are several, of all of them in one hand.

    `masks` hold, for every card of the deck, a bit for each query that finds it.
    """
    size = len(masks)
    odds = []
    for number, query in enumerate(queries):
        meant = sum(mask >> number & 1 for mask in masks)
        draws = tuple(Drawn(one, tuple(at_least(size, meant, one.cards))) for one in seen)
        odds.append(Odds((query,), meant, size, draws))
    if len(queries) > 1:
        joint = (Drawn(one, (one_of_each(size, masks, len(queries), one.cards),)) for one in seen)
        odds.append(Odds(tuple(queries), sum(map(bool, masks)), size, tuple(joint)))
    return odds


def exactly(size: int, meant: int, drawn: int, count: int) -> Fraction:
    """Give the chance that of some cards drawn out of `size`, just `count` are among the `meant` ones."""
    drawn = min(drawn, size)
    if not 0 <= count <= drawn:
        return Fraction(0)
    return Fraction(comb(meant, count) * comb(size - meant, drawn - count), comb(size, drawn))


def at_least(size: int, meant: int, drawn: int) -> list[Fraction]:
    """Give the chances of at least one of the `meant` cards, at least two, and so on; the first one always."""
    most = max(min(meant, drawn, size), 1)
    chances = [exactly(size, meant, drawn, count) for count in range(1, most + 1)]
    return [sum(chances[start:], Fraction(0)) for start in range(most)]


def one_of_each(size: int, masks: Sequence[int], queries: int, drawn: int) -> Fraction:
    """Give the chance that each of some queries finds one at least of the cards drawn, by inclusion and exclusion.

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


def cards_seen(deal: Deal, players: int, turn: int, seats: Sequence[str]) -> list[Seen]:
    """Tell how many cards a seat has drawn at the start and in each turn up to one, by the rules of a game."""
    draw = deal.draw if deal.draw and deal.deck and deal.draw.source == deal.deck.to else None
    each, every = (draw.cards(players), draw.every) if draw else (0, 1)
    hands = {seat: deal.opening(players, is_first=seat == "first") for seat in seats}
    if len(set(hands.values())) == 1:
        hands = {"": next(iter(hands.values()))}
    return [
        Seen(seat, number, hand + each * (number // every))
        for seat, hand in hands.items()
        for number in range(turn + 1)
    ]
