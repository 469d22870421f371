"""Scores of a game: as JSON, and as lines to read out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from deckwright.messages import tr, trn
from deckwright.model.card import distinct_names
from deckwright.model.settings import effective_settings
from deckwright.reports.cards import setting_lines
from deckwright.reports.findings import finding_lines
from deckwright.reports.output import members, painted
from deckwright.scoring.score import points, verdict

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from deckwright.model.card import Card
    from deckwright.model.game import Game
    from deckwright.scoring.score import Scores, SeatScore


def scores_as_json(scores: Scores, game: Game) -> dict[str, Any]:
    """JSON object of the contract for the scores of a game; the winners are seats, even if teams play."""
    ranks = {seat: ranked.rank for ranked in scores.ranking.sides for seat in ranked.side.seats}
    teams = [
        {**members(ranked.side, "team=name seats"), "points": ranked.keys[0], "rank": ranked.rank}
        for ranked in scores.ranking.sides
    ]
    is_team = any(seat.team for seat in scores.seats)
    return {
        "game": scores.sheet.game,
        "mode": scores.sheet.mode or None,
        "settings": effective_settings(game, scores.sheet.settings),
        "seats": [_seat_as_json(seat, ranks[seat.seat]) for seat in scores.seats],
        **({"teams": teams} if is_team else {}),
        "winners": [seat for side in scores.ranking.winners for seat in side.seats],
        **({"winning_teams": [side.name for side in scores.ranking.winners]} if is_team else {}),
        "decided_by": scores.ranking.decided_by,
        "findings": scores.findings,
    }


def _seat_as_json(seat: SeatScore, rank: int) -> dict[str, Any]:
    return {
        "seat": seat.seat,
        **({"team": seat.team} if seat.team else {}),
        **members(seat, "points parts others awards"),
        "rank": rank,
    }


def score_lines(scores: Scores, game: Game, cards: Mapping[str, Card], language: str) -> Iterator[str]:
    """Scores to read out: each seat with its parts, then the ranks, and who wins and why."""
    heads = [game.title(language), trn("{count} player", "{count} players", len(scores.seats))]
    heads += [game.label(f"mode:{scores.sheet.mode}", language)] if scores.sheet.mode else []
    yield " · ".join(heads)
    yield from setting_lines(scores.sheet.settings, game, scores.sheet.mode, language)
    names = distinct_names(cards, language)
    for seat in scores.seats:
        yield ""
        yield from _seat_lines(seat, game, names, language)
    yield ""
    yield from _ranks(scores)
    yield ""
    yield verdict(scores, lambda context: game.label(context, language))
    yield from finding_lines(scores.findings)


def _seat_lines(seat: SeatScore, game: Game, names: Mapping[str, str], language: str) -> Iterator[str]:
    yield painted(tr("{name}: {points}", name=seat.seat, points=points(seat.points)), "strong")
    width = max(len(game.label(f"score:{part}", language)) for part in seat.parts)
    for part, number in seat.parts.items():
        yield f"  {game.label(f'score:{part}', language):{width}}  {number:>4}"
    for card in seat.awards:
        yield "  " + tr("Awarded at the end: {card}", card=names[card])


def _ranks(scores: Scores) -> Iterator[str]:
    for ranked in scores.ranking.sides:
        side = ranked.side
        name = side.name if side.seats == (side.name,) else f"{side.name} ({', '.join(side.seats)})"
        yield f"{ranked.rank}.  {tr('{name}: {points}', name=name, points=points(ranked.keys[0]))}"
