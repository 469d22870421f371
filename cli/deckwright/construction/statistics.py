"""Statistics of a deck: its kinds, marks and choices, and the curves of its numbers."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from deckwright.model.card import MAIN, card_of, text_of, values_of
from deckwright.model.query.matching import number_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from deckwright.model.card import Card, Deck
    from deckwright.model.game import Game
    from deckwright.model.measures import Copies


class ValueCount(NamedTuple):
    """How many cards have one value of a field: every copy counted, and different cards."""

    value: str
    cards: int
    distinct: int


class Breakdown(NamedTuple):
    """How many cards of a deck have each value of `kind`, `mark` or a field of the game's own.

    A card that has several values is counted with each.
    """

    field: str
    parts: tuple[ValueCount, ...]


class Point(NamedTuple):
    """How many cards have one number, every copy counted."""

    number: float
    cards: int


class Curve(NamedTuple):
    """How many cards have each number of a field, from the least number to the greatest."""

    field: str
    points: tuple[Point, ...]

    @property
    def cards(self) -> int:
        """Number of cards that have the field."""
        return sum(point.cards for point in self.points)

    @property
    def sum(self) -> Fraction:
        """Sum of the numbers of all cards."""
        return sum((Fraction(point.number) * point.cards for point in self.points), Fraction(0))

    @property
    def mean(self) -> Fraction:
        """Mean of the cards that have the field."""
        return self.sum / self.cards


class Statistics(NamedTuple):
    """The cards of a deck, counted by value and by number."""

    cards: int
    distinct: int
    tallies: tuple[Breakdown, ...]
    curves: tuple[Curve, ...]


def count_deck(deck: Deck, game: Game, cards: Mapping[str, Card]) -> Statistics:
    """Count the main zone of a deck; values that no card has are omitted, and so are fields without any."""
    entries = [entry for entry in deck.entries if entry.zone == MAIN]
    copies_of_cards = [(card_of(entry, cards), entry.copies) for entry in entries]
    breakdowns = (_breakdown(field, choices, copies_of_cards) for field, choices in _choices(game))
    numbers = (field.id for field in game.fields.values() if field.type == "number")
    curves = (_curve(field, copies_of_cards) for field in numbers)
    return Statistics(
        sum(copies for _, copies in copies_of_cards),
        len({entry.card for entry in entries}),
        tuple(breakdown for breakdown in breakdowns if breakdown.parts),
        tuple(curve for curve in curves if curve.points),
    )


def _choices(game: Game) -> Iterator[tuple[str, Iterable[str]]]:
    """Yield the fields that have choices, with their choices in the game's order."""
    yield "kind", game.names("kinds")
    yield "mark", game.names("marks")
    for field in game.fields.values():
        if field.type in {"choice", "flag"}:
            yield field.id, field.choices or ("yes", "no")


def _breakdown(field: str, choices: Iterable[str], copies_of_cards: Copies) -> Breakdown:
    parts = []
    for choice in choices:
        having = [
            (card, copies)
            for card, copies in copies_of_cards
            if choice in map(text_of, values_of(card, field))
        ]
        if having:
            different = len({card.id for card, _ in having})
            parts.append(ValueCount(choice, sum(copies for _, copies in having), different))
    return Breakdown(field, tuple(parts))


def _curve(field: str, copies_of_cards: Copies) -> Curve:
    spread: dict[float, int] = {}
    for card, copies in copies_of_cards:
        for value in values_of(card, field):
            if (number := number_of(value)) is not None:
                spread[number] = spread.get(number, 0) + copies
    return Curve(field, tuple(Point(number, spread[number]) for number in sorted(spread)))
