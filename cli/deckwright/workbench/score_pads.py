"""Contents of scoring pads: a row for each part of the score, from a game's data."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deckwright.messages import print_tr, print_trn
from deckwright.model.rule import matcher_of
from deckwright.model.score_counts import POINTS
from deckwright.model.scoring import read_scoring
from deckwright.press.player_aids import Pad, PadRow

if TYPE_CHECKING:
    from collections.abc import Iterator

    from deckwright.model.scoring import RankingKey, Scoring
    from deckwright.press.drawing.context import RenderContext


def score_pad(context: RenderContext, mode: str, seats: int) -> Pad:
    """Scoring pad for a number of seats in a mode of a game that defines its scoring."""
    scoring = read_scoring(context.game, mode, matcher_of(context.game))
    size = scoring.team_size
    heads = [context.label(f"mode:{mode}")] if len(context.game.names("modes")) > 1 else []
    heads += [print_trn("{count} player", "{count} players", seats)]
    return Pad(
        title=context.label("game:title"),
        subtitle=" · ".join(heads),
        rows=tuple(_rows(scoring, context)),
        seats=seats,
        teams=tuple(print_tr("Team {number}", number=number + 1) for number in range(seats // size))
        if size > 1
        else (),
        date=print_tr("Date"),
        name=print_tr("Name"),
        foot=tie_text(scoring, context),
        language=context.language,
    )


_ROUNDS = 6
"""Numbered lines of a score that has one part only: it is noted round by round, or card by card."""


def _rows(scoring: Scoring, context: RenderContext) -> Iterator[PadRow]:
    icons = context.game.definition.get("icons", {})
    rounds = _ROUNDS if len(scoring.parts) == 1 else 1
    for part in scoring.parts:
        label, note = context.label(f"score:{part}"), part_note(part, scoring, context)
        yield PadRow(label, note, icons.get(part, ""), rounds=rounds)
    yield PadRow(print_tr("Total"), sort="total")
    first, *ties_by = scoring.order
    if scoring.team_size > 1:
        yield PadRow(print_tr("Team"), _team_score(first), sort="total", seats=scoring.team_size)
    for key in ties_by:
        if key.by not in scoring.parts and (key.by != POINTS or scoring.team_size > 1):
            yield PadRow(_key_label(key, context), print_tr("if tied"), sort="key", seats=scoring.team_size)


def part_note(part: str, scoring: Scoring, context: RenderContext) -> str:
    """How a part of the score counts: the game's note, or its table of points; empty if it has neither."""
    count = scoring.counts[part]
    return context.label(f"score:{part}.note") if count.has_note else count.method.note(count.arguments)


def _team_score(key: RankingKey) -> str:
    """Which of the members' totals counts for a team."""
    words = {
        "least": print_tr("the lowest of its totals"),
        "most": print_tr("the highest of its totals"),
        "total": print_tr("its totals added up"),
    }
    return words[key.of]


def _key_label(key: RankingKey, context: RenderContext) -> str:
    """Label of a number that decides who wins."""
    return context.label(f"score:{key.id}") or print_tr("Points")


def tie_text(scoring: Scoring, context: RenderContext) -> str:
    """Sentence with the tie-breakers, in order."""
    keys = [_key_label(key, context) for key in scoring.order[1:]]
    if not keys:
        return print_tr("In a tie the victory is shared.")
    return print_tr("In a tie: {names}. Still tied: the victory is shared.", names=", ".join(keys))
