"""Drawing cards: hands by chance, how often very many have what is looked for, and exact odds (the hypergeometric distribution)."""

from __future__ import annotations

from fractions import Fraction
from itertools import chain, combinations
from math import comb, sqrt
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from random import Random

    from deckwright.model.setup import Deal, Draw


Thing = TypeVar("Thing")


class HandRules(NamedTuple):
    """Number of cards in an opening hand, and of those drawn at the start of each turn after it.

    A hand may be shuffled back `mulligans` times, each time for one with `fewer` cards. Of each deck, the cards `elsewhere` are
    in another pile; with `reshuffles`, those drawn in earlier turns make a new deck when it is empty.
    """

    opening: int
    turns: tuple[int, ...] = ()
    mulligans: int = 0
    fewer: int = 0
    elsewhere: int = 0
    reshuffles: bool = False


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
    draw = _draw_from_deck(deal)
    each, every = (draw.cards(players), draw.every) if draw else (0, 1)
    drawn = tuple(each if turn % every == 0 else 0 for turn in range(1, turns + 1))
    times, fewer = deal.mulligan or (0, 0)
    opening, elsewhere = (count(players, is_first=is_first) for count in (deal.opening, deal.elsewhere))
    return HandRules(opening, drawn, times, fewer, elsewhere, draw is not None and draw.reshuffles)


def _draw_from_deck(deal: Deal) -> Draw | None:
    """What seats draw each turn, if they draw it from decks of their own."""
    return deal.draw if deal.draw and deal.deck and deal.draw.source == deal.deck.to else None


def draw_hand(
    decks: Sequence[list[Thing]], rules: HandRules, keeps: Callable[[Sequence[Thing]], bool], random: Random
) -> DrawnHand[Thing]:
    """Draw a hand from each deck, and another one as long as `keeps` refuses them together and the rules allow.

    The decks are left in another order.
    """
    size, mulligans = rules.opening, 0
    hand = _opening(decks, size, random)
    while mulligans < rules.mulligans and not keeps(hand):
        mulligans += 1
        size = max(0, size - rules.fewer)
        hand = _opening(decks, size, random)
    by_deck = [_turns(deck, size, rules, random) for deck in decks]
    return DrawnHand(
        tuple(hand), tuple(tuple(chain(*turn)) for turn in zip(*by_deck, strict=True)), mulligans
    )


def _opening(decks: Sequence[list[Thing]], size: int, random: Random) -> list[Thing]:
    """Draw so many cards from each deck."""
    for deck in decks:
        _draw_to(deck, 0, size, random)
    return [card for deck in decks for card in deck[:size]]


def _turns(deck: list[Thing], start: int, rules: HandRules, random: Random) -> Iterator[list[Thing]]:
    """Yield the cards that are drawn from a deck in each turn, after the first `start`."""
    if rules.elsewhere:
        _draw_to(deck, start, start + rules.elsewhere, random)
        deck[start:] = [*deck[start + rules.elsewhere :], *deck[start : start + rules.elsewhere]]
    size = max(start, len(deck) - rules.elsewhere)
    for count in rules.turns:
        if start + count > size and rules.reshuffles:
            rest = size - start
            deck[:size] = [*deck[start:size], *deck[:start]]
            start = 0
            _draw_to(deck, rest, min(count, size), random, size)
        else:
            _draw_to(deck, start, start + count, random, size)
        yield deck[start : min(start + count, size)]
        start = min(start + count, size)


def _draw_to(cards: list[Thing], start: int, end: int, random: Random, size: int | None = None) -> None:
    """Put random ones of the cards from `start` on, of the first `size`, at the places up to `end` (Fisher-Yates)."""
    size, chance = len(cards) if size is None else size, random.random
    for place in range(start, min(end, size)):
        other = place + int(chance() * (size - place))
        cards[place], cards[other] = cards[other], cards[place]


class HandQueries(NamedTuple):
    """What is looked for in hands: for every card of each deck, `masks` have a bit for each query that matches it.

    The bits in `kept` are what an opening hand needs to be kept.
    """

    queries: tuple[str, ...]
    masks: Sequence[Sequence[int]]
    kept: int = 0


def count_hands(wanted: HandQueries, rules: HandRules, times: int, random: Random) -> list[CountedHands]:
    """Draw many hands, and count those that have a card for each query, and for all of them if there are several."""
    queries, kept = wanted.queries, wanted.kept
    decks, whole = [list(masks) for masks in wanted.masks], (1 << len(queries)) - 1
    # A new deck has only cards that were drawn before: it changes no count.
    rules = rules._replace(reshuffles=False)
    hands = [0] * (whole + 1)
    for _ in range(times):
        drawn = draw_hand(decks, rules, lambda hand: joined(hand) & kept == kept, random)
        hands[joined(chain(drawn.hand, *drawn.draws)) & whole] += 1
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
    draw = _draw_from_deck(deal)
    each, every = (draw.cards(players), draw.every) if draw else (0, 1)
    hands = {seat: deal.opening(players, is_first=seat == "first") for seat in seats}
    if len(set(hands.values())) == 1:
        hands = {"": next(iter(hands.values()))}
    return [
        DrawnBy(seat, number, hand + each * (number // every))
        for seat, hand in hands.items()
        for number in range(turn + 1)
    ]
