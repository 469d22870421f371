"""The odds that a user asks for: which cards are meant, and how many are drawn by when."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from deckwright.errors import UsageError
from deckwright.messages import tr
from deckwright.model.card import MAIN
from deckwright.model.game import check_mode, is_allowed, listed
from deckwright.model.query.binding import Vocabulary, parse
from deckwright.model.query.matching import matches
from deckwright.model.setup import read_deal
from deckwright.table.odds import Seen, cards_seen, odds_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from deckwright.model.card import Card, Deck
    from deckwright.model.game import Game
    from deckwright.model.setup import Deal
    from deckwright.table.odds import Odds

_MOST = 8
"""How many queries may be asked of one hand together: each doubles the work."""


class Asked(NamedTuple):
    """What a user asks: queries, by which turn, for whom, or how many cards are drawn."""

    queries: Sequence[str]
    turn: int
    players: int | None
    mode: str
    seats: tuple[str, ...]
    drawn: int | None


class Reckoned(NamedTuple):
    """Odds, for how many players (None where it is all one), and whether that number was not asked for."""

    odds: Sequence[Odds] = ()
    players: int | None = None
    is_assumed: bool = False


def odds_asked(asked: Asked, deck: Deck, game: Game, cards: Mapping[str, Card]) -> Reckoned:
    """Give the odds of each query by itself and, if there are several, of one card at least for each of them.

    Where it matters how many play, and nothing says it, they are those of the fewest that may.

    Raises:
        InputError: a query is wrong.
        UsageError: the game does not say how cards are drawn, or so many may not play.
    """
    if len(asked.queries) > _MOST:
        raise UsageError("odds", tr("Ask for {count} odds at most at a time.", count=_MOST))
    entries = [entry for entry in deck.entries if entry.zone == MAIN]
    size = sum(entry.copies for entry in entries)
    if not size:
        raise UsageError("odds", tr("The deck has no cards to draw."))
    vocabulary = Vocabulary.of([game])
    queries = [parse(text, vocabulary) for text in asked.queries]
    masks = [
        sum(matches(query, cards[entry.card]) << number for number, query in enumerate(queries))
        for entry in entries
        for _ in range(entry.copies)
    ]
    if asked.drawn is not None:
        return Reckoned(odds_of(asked.queries, masks, [Seen("", 0, asked.drawn)]))
    plan = _plan(asked, game)
    said = asked.players if asked.players is not None else deck.players
    players = _players(asked, plan, said)
    seen = cards_seen(plan, players or min(plan.players, default=1), asked.turn, asked.seats)
    return Reckoned(
        odds_of(asked.queries, masks, seen), players, is_assumed=players is not None and said is None
    )


def _plan(asked: Asked, game: Game) -> Deal:
    """Give how the game is dealt, which must say how cards are drawn from a deck."""
    check_mode(game, asked.mode)
    plan = read_deal(game, asked.mode or game.default_mode) if "deal" in game.definition else None
    if not (plan and plan.deck):
        raise UsageError(
            "no-draw",
            tr("{game} does not say how cards are drawn from a deck.", game=game.id),
            hint=tr("Say how many are drawn, with --drawn N."),
        )
    return plan


def _players(asked: Asked, plan: Deal, said: int | None) -> int | None:
    """Give the number of players that is said, else the fewest that may play; None where it is all one."""
    if said is not None and not is_allowed(said, plan.players):
        message = tr("{allowed} may play, not {players}.", allowed=listed(plan.players), players=said)
        raise UsageError("players-out-of-range", message, hint=tr("Name another number with --players."))
    ways = {tuple(cards_seen(plan, one, asked.turn, asked.seats)) for one in plan.players}
    if said is None and len(ways) < 2:  # noqa: PLR2004 - it is all one where there is one way only
        return None
    return said if said is not None else min(plan.players)
