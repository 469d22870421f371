"""What a scoring pad says, from what a game says of its scoring."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from deckwright.messages import print_tr, print_trn
from deckwright.model.rule import matcher_of
from deckwright.model.score_counts import POINTS
from deckwright.model.scoring import read_scoring
from deckwright.press.player_aids import Pad, PadRow

if TYPE_CHECKING:
    from collections.abc import Iterator

    from deckwright.model.scoring import Key, Scoring
    from deckwright.press.drawing.context import Desk
    from deckwright.press.player_aids import Made


def pad_of(desk: Desk, mode: str, seats: int) -> Pad:
    """Make a pad for so many seats in a mode of a game that says how it is scored, with the desk's words."""
    scoring = read_scoring(desk.game, mode, matcher_of(desk.game))
    size = scoring.team_size
    heads = [desk.label(f"mode:{mode}")] if len(desk.game.names("modes")) > 1 else []
    heads += [print_trn("{count} player", "{count} players", seats)]
    return Pad(
        title=desk.label("game:title"),
        subtitle=" · ".join(heads),
        rows=tuple(_rows(scoring, desk)),
        seats=seats,
        teams=tuple(print_tr("Team {number}", number=number + 1) for number in range(seats // size))
        if size > 1
        else (),
        date=print_tr("Date"),
        name=print_tr("Name"),
        foot=ties(scoring, desk),
        language=desk.language,
    )


def _rows(scoring: Scoring, desk: Desk) -> Iterator[PadRow]:
    icons = desk.game.definition.get("icons", {})
    for part in scoring.parts:
        yield PadRow(desk.label(f"score:{part}"), note_of(part, scoring, desk), icons.get(part, ""))
    yield PadRow(print_tr("Total"), sort="total")
    first, *ties_by = scoring.order
    if scoring.team_size > 1:
        yield PadRow(print_tr("Team"), _of_team(first), sort="total", seats=scoring.team_size)
    for key in ties_by:
        if key.by not in scoring.parts and (key.by != POINTS or scoring.team_size > 1):
            yield PadRow(key_label(key, desk), print_tr("if tied"), sort="key", seats=scoring.team_size)


def note_of(part: str, scoring: Scoring, desk: Desk) -> str:
    """How a part counts, in a few words: those of the game, or else its table, or ''."""
    count = scoring.counts[part]
    return desk.label(f"score:{part}.note") if count.has_note else count.method.note(count.arguments)


def _of_team(key: Key) -> str:
    """Say what of the totals counts for a team."""
    words = {
        "least": print_tr("the lowest of its totals"),
        "most": print_tr("the highest of its totals"),
        "total": print_tr("its totals added up"),
    }
    return words[key.of]


def key_label(key: Key, desk: Desk) -> str:
    """Give what a key is called that decides who wins."""
    return desk.label(f"score:{key.id}") or print_tr("Points")


def ties(scoring: Scoring, desk: Desk) -> str:
    """Say what decides a tie, in order."""
    keys = [key_label(key, desk) for key in scoring.order[1:]]
    if not keys:
        return print_tr("In a tie the victory is shared.")
    return print_tr("In a tie: {names}. Still tied: the victory is shared.", names=", ".join(keys))


def pad_as_json(pad: Pad, made: Made, output: str) -> dict[str, Any]:
    """Give an object for pads that were printed."""
    return {
        "files": [output],
        "pages": made.pages,
        "pads": made.pieces,
        "seats": pad.seats,
        "teams": len(pad.teams) or None,
        "rows": [
            {"label": row.label, "note": row.note, "sort": row.sort, "cells": pad.seats // row.seats}
            for row in pad.rows
        ],
    }
