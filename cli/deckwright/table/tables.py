"""A table at the start of a game, as plain values: what lies where, and by which steps it came there."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from deckwright.model.deal import count_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from deckwright.model.card import Card
    from deckwright.model.deal import Deal, Step
    from deckwright.model.deck import Deck
    from deckwright.model.finding import Finding
    from deckwright.table.beginning import Round
    from deckwright.table.seeds import Seed

Zones = dict[str, list[str]]
"""The ids of the cards that lie in each zone, top first."""


class Move(NamedTuple):
    """Some cards that were laid by a step, before one seat (counted from 1) or on the table (0)."""

    seat: int
    cards: tuple[str, ...]


class Done(NamedTuple):
    """A step, and what it laid where; `aside` counts the cards that it put aside."""

    step: Step
    moves: tuple[Move, ...] = ()
    aside: int = 0


class Seated(NamedTuple):
    """Decks in the order of the seats, or one for all; the copies taken out of it, and what a check says."""

    decks: tuple[Deck, ...] = ()
    removed: tuple[tuple[str, int], ...] = ()
    findings: tuple[Finding, ...] = ()


NO_DECKS = Seated()
"""What a game has whose players bring no decks."""


def stacks_in(zone: Sequence[str], stacks: int | str, cards: Mapping[str, Card]) -> list[list[str]]:
    """Cards of a zone in its stacks, top first: so many in each, or those of one value of a field."""
    if isinstance(stacks, int):
        return [list(zone[start : start + stacks]) for start in range(0, len(zone), stacks)]
    parted: dict[str, list[str]] = {}
    for card in zone:
        parted.setdefault(str(cards[card].fields.get(stacks)), []).append(card)
    return list(parted.values())


class LastHands(NamedTuple):
    """How many hands of a size there are, those dealt already among them, and how many cards are over."""

    size: int
    hands: int
    rest: int

    def rounds(self, players: int) -> tuple[int, int]:
        """Give how many hands everybody gets, and how many cards are left for the last round."""
        whole, over = divmod(self.hands, players)
        return whole, over * self.size + self.rest


@dataclass(frozen=True, slots=True)
class Table:
    """A table at the start. `zones` lie on it, `seats` hold those before each seat, seat 1 at 0.

    `settings` are those that the table agreed on, of a game that names some.

    `first` is the seat that goes first, None where all play at once or people settle it. `mode` is '' in a
    game that has no modes. `rounds` tell what was shown to settle who goes first, `takes` the numbers that people may
    agree on, by pile.
    """

    game: str
    players: int
    mode: str
    seed: Seed
    first: int | None
    zones: Mapping[str, Sequence[str]]
    seats: Sequence[Mapping[str, Sequence[str]]]
    deal: Deal
    done: tuple[Done, ...]
    seated: Seated = NO_DECKS
    rounds: tuple[Round, ...] = ()
    takes: Mapping[str, int] = field(default_factory=dict)
    settings: Mapping[str, str | int] = field(default_factory=dict)

    @property
    def limits(self) -> dict[str, int]:
        """Give the most cards that may be in a zone, for zones that have a limit."""
        return {zone: count_of(most, self.players) or 0 for zone, most in self.deal.limits.items()}

    @property
    def last_hands(self) -> LastHands | None:
        """Tell how far the cards go that the game ends with; None where it does not end so, or all have their own."""
        draw = self.deal.draw
        if not (draw and draw.until_empty and draw.source in self.zones):
            return None
        held = sum(len(seat.get(draw.to, ())) for seat in self.seats)
        size = draw.cards(self.players)
        return LastHands(size, *divmod(len(self.zones[draw.source]) + held, max(size, 1)))
