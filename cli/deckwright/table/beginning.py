"""Who goes first: a seat, chance, or whoever shows the highest card alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from deckwright.model.query.values import number_of, values_of

if TYPE_CHECKING:
    from collections.abc import Mapping
    from random import Random

    from deckwright.model.card import Card
    from deckwright.model.deal import First


class Shown(NamedTuple):
    """A card that a seat showed, and the number on it."""

    seat: int
    card: str
    value: float


class Round(NamedTuple):
    """What all seats showed at once; `dealt` tells that the cards came from a zone of the table."""

    shown: tuple[Shown, ...]
    dealt: bool


class Beginning(NamedTuple):
    """The seat that goes first, None where there is none, and the rounds that settled it."""

    seat: int | None
    rounds: tuple[Round, ...] = ()


def first_seat(first: First, players: int, by: Random) -> Beginning:
    """Settle who goes first where that does not hang on the cards dealt."""
    if first.by == "chance":
        return Beginning(1 + int(by.random() * players))
    return Beginning(first.seat or None)


def reveal(
    first: First,
    table: Mapping[str, list[str]],
    seats: list[dict[str, list[str]]],
    cards: Mapping[str, Card],
    by: Random,
) -> Beginning:
    """Let every seat show a card, round by round, until one seat alone shows the highest number of those.

    Each card of a hand is shown once, in an order of chance. Seats that have shown all of theirs are dealt
    one face up instead, which they keep; where there are too few cards for that, chance decides.
    """
    hidden = [
        [card for card in seat[first.zone] if _value(cards[card], first.field) is not None] for seat in seats
    ]
    source = table[first.source]
    rounds: list[Round] = []
    while True:
        dealt = not any(hidden)
        if dealt and len(source) < len(seats):
            return Beginning(1 + int(by.random() * len(seats)), tuple(rounds))
        picked = _dealt(first, source, seats) if dealt else [_picked(hand, by) for hand in hidden]
        shown = tuple(
            Shown(seat, card, _value(cards[card], first.field) or 0)
            for seat, card in enumerate(picked, 1)
            if card
        )
        rounds.append(Round(shown, dealt))
        if winner := highest_alone(shown):
            return Beginning(winner, tuple(rounds))


def highest_alone(shown: tuple[Shown, ...]) -> int:
    """Give the seat that shows the highest of the numbers that one seat alone shows; 0 where all are shared."""
    values = [one.value for one in shown]
    alone = [one for one in shown if values.count(one.value) == 1]
    return max(alone, key=lambda one: one.value).seat if alone else 0


def _picked(hand: list[str], by: Random) -> str:
    """Pick a card that was not shown before; '' where there is none."""
    return hand.pop(int(by.random() * len(hand))) if hand else ""


def _dealt(first: First, source: list[str], seats: list[dict[str, list[str]]]) -> list[str]:
    """Deal each seat a card, which it keeps."""
    dealt, source[:] = source[: len(seats)], source[len(seats) :]
    for seat, card in zip(seats, dealt, strict=True):
        seat[first.zone].append(card)
    return dealt


def _value(card: Card, field: str) -> float | None:
    return next((number_of(value) for value in values_of(card, field)), None)
