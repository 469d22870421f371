"""How many cards of some sort a box holds, where a rulebook says that and not the copies of each card."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

    from deckwright.model.card import Card
    from deckwright.model.game import Game
    from deckwright.model.rule import Matcher, Test


class Total(NamedTuple):
    """The cards that `query` finds are `copies` in the box, every copy one."""

    number: int
    query: str
    of: Test
    copies: int
    cite: str


def totals_of(game: Game, matcher: Matcher) -> list[Total]:
    """Totals that a game declares, numbered from 0."""
    declared = game.definition.get("totals", ())
    return [
        Total(number, entry["of"], matcher(entry["of"]), entry["copies"], entry.get("cite", ""))
        for number, entry in enumerate(declared)
    ]


def copies_in(total: Total, cards: Iterable[Card]) -> int:
    """How many copies some cards come to that a total is of."""
    return sum(card.copies for card in cards if total.of(card))
