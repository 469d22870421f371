"""What scores, as documents tell it: points, ties, rows and foot of a score pad."""

from __future__ import annotations

from functools import reduce
from math import ceil
from typing import TYPE_CHECKING

from deckwright.messages import print_tr
from deckwright.model.languages import with_capital
from deckwright.model.rule import matcher_of
from deckwright.model.score_counts import POINTS, fields_of
from deckwright.model.scoring import read_scoring
from deckwright.press.documents.content import Item, PadRow
from deckwright.workbench.card_drawings import CardDrawings, upper_part
from deckwright.workbench.document_sections import titled_item, with_modes

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from deckwright.model.card import Card
    from deckwright.model.score_counts import Count, CountLimits
    from deckwright.model.scoring import RankingKey, Scoring
    from deckwright.model.setup import Supply
    from deckwright.press.drawing.context import RenderContext


TIE_ICON = "mdi:scale-balance"

_BELOW_FRAME, _UPPER_PART = 3.4, 0.55
"""How much of a card is seen below the frame of a number, in mm, and the least share of it that is seen."""

_MOST_NUMBERS = 16
"""Most numbers that a player notes on a pad, each in a field of its own."""


def part_items(context: RenderContext, mode: str) -> Iterator[Item]:
    """Yield the parts of the score in a mode, or the usual one ('')."""
    if "scoring" not in context.game.definition:
        return
    scoring = scoring_in(context, mode or context.game.default_mode)
    for part in scoring.parts:
        note = _part_note(part, scoring, context)
        yield Item(context.label(f"score:{part}"), icon=icon_of(part, context), values=(note,) * bool(note))


def tie_items(context: RenderContext, mode: str) -> Iterator[Item]:
    """Yield the tie-breakers; without `mode`, those of other modes that differ too."""
    if "scoring" not in context.game.definition:
        return
    scoring = scoring_in(context, mode or context.game.default_mode)
    usual_ties = tie_text(scoring, context)
    yield titled_item(print_tr("In a tie"), usual_ties, TIE_ICON)
    for other in () if mode else context.game.names("modes"):
        text = tie_text(scoring_in(context, other), context)
        if text != usual_ties:
            yield titled_item(with_modes(print_tr("In a tie"), [other], context), text, TIE_ICON)


def short_ties(context: RenderContext, mode: str) -> Iterator[Item]:
    """Yield what decides a tie in a few words; nothing for a game without points."""
    if "scoring" in context.game.definition:
        ties = _ties(scoring_in(context, mode), context)
        yield Item(print_tr("In a tie"), icon=TIE_ICON, values=(ties or print_tr("shared victory"),))


def icon_of(name: str, context: RenderContext) -> str:
    """Icon that the game names for a part of the score; '' without one."""
    icon: str = context.game.definition.get("icons", {}).get(name.replace("-", "_"), "")
    return icon


def scoring_in(context: RenderContext, mode: str) -> Scoring:
    """How a mode of a game is scored."""
    return read_scoring(context.game, mode, matcher_of(context.game))


def tie_text(scoring: Scoring, context: RenderContext) -> str:
    """The tie-breakers, in order, each with the game's note if it has one, and that the victory is shared then."""
    names = with_capital(_ties(scoring, context), context.language)
    if not names:
        return print_tr("The victory is shared.")
    return print_tr("{names}. If still tied, the victory is shared.", names=names)


def _tie_note(key: RankingKey, scoring: Scoring, context: RenderContext) -> str:
    """What a game says of a number that only decides a tie; '' for others."""
    is_only_tie = key.id not in scoring.parts
    return context.label(f"score:{key.id}.note") if is_only_tie else ""


def _ties(scoring: Scoring, context: RenderContext) -> str:
    """The tie-breakers, in order, each with the game's note if it has one; '' without any."""
    names = [_tie_note(key, scoring, context) or key_label(key, context) for key in scoring.order[1:]]
    return (
        reduce(lambda names, name: print_tr("{names}, then {name}", names=names, name=name), names)
        if names
        else ""
    )


def pad_rows(
    scoring: Scoring, context: RenderContext, supply: Supply, seats: int, cards: Collection[Card]
) -> Iterator[PadRow]:
    """Yield the rows of a score pad: the parts of the score, the total unless it is one number, and what decides a tie."""
    limits = scoring.limits(supply)
    numbers = _numbers(scoring, limits, seats) if len(scoring.parts) == 1 else 1
    for part in scoring.parts:
        label, note = context.label(f"score:{part}"), _part_note(part, scoring, context)
        row = PadRow(label, note, icon_of(part, context), numbers=numbers)
        yield _with_card(row, scoring.counts[part], limits, context, cards) if numbers > 1 else row
    if len(scoring.parts) > 1 or numbers > 1:
        yield PadRow(print_tr("Total"), sort="total")
    if scoring.team_size > 1:
        yield PadRow(print_tr("Team"), _team_score(scoring.order[0]), sort="total", seats=scoring.team_size)
    caption = print_tr("if tied")
    for key in _written_ties(scoring):
        label = key_label(key, context)
        yield PadRow(label, with_capital(caption, context.language), sort="key", seats=scoring.team_size)
        caption = print_tr("if still tied")


def _with_card(
    row: PadRow, count: Count, limits: CountLimits, context: RenderContext, cards: Collection[Card]
) -> PadRow:
    """A row for several numbers with a card that has one; unless this has a frame, words say where to write each."""
    card = limits.cards(count)[0]
    drawings = CardDrawings(context, cards, [card])
    frame = drawings.frame_of(card, fields_of(count, "sum"))
    boxes = "" if frame else print_tr("one number in each box")
    note = ",\n".join(filter(None, (row.note, boxes)))
    front = drawings.front(card)
    if frame:
        front = upper_part(front, max(frame.area.far[1] + _BELOW_FRAME, _UPPER_PART * front.size[1]))
    return row._replace(note=note, card=front, frame=frame)


def _written_ties(scoring: Scoring) -> list[RankingKey]:
    """Numbers that decide a tie and have a row of their own on a pad."""
    return [
        key
        for key in scoring.order[1:]
        if key.by not in scoring.parts and (key.by != POINTS or scoring.team_size > 1)
    ]


def pad_foot(scoring: Scoring, context: RenderContext) -> str:
    """Sentence at the foot of a pad: what its rows do not tell of a tie."""
    ties = _written_ties(scoring)
    if ties and len(ties) == len(scoring.order) - 1:
        return print_tr("If that is tied too, the victory is shared.")
    if names := _ties(scoring, context):
        return print_tr("In a tie: {names}. If still tied, the victory is shared.", names=names)
    return print_tr("In a tie, the victory is shared.")


def _numbers(scoring: Scoring, limits: CountLimits, seats: int) -> int:
    """How many numbers a player notes for the only part of a score.

    If numbers of cards are added up, they are those of twice an even share of the cards in play; whoever has more writes two in a field.
    """
    count = scoring.counts[scoring.parts[0]]
    if count.method.id != "sum":
        return 1
    cards = limits.supply.most(limits.test(count))
    return int(max(1, min(cards, ceil(2 * cards / seats), _MOST_NUMBERS)))


def _part_note(part: str, scoring: Scoring, context: RenderContext) -> str:
    """How a part of the score counts: the game's note, and its table of points after it; empty if it has neither."""
    count = scoring.counts[part]
    table = count.method.note(count.arguments)
    note = context.label(f"score:{part}.note") if count.has_note else ""
    return f"{print_tr('{label}:', label=note)} {table}" if note and table else note or table


def _team_score(key: RankingKey) -> str:
    """Which of the members' totals counts for a team."""
    words = {
        "least": print_tr("the lowest of its totals"),
        "most": print_tr("the highest of its totals"),
        "total": print_tr("its totals added up"),
    }
    return words[key.of]


def key_label(key: RankingKey, context: RenderContext) -> str:
    """Label of a number that decides who wins."""
    return context.label(f"score:{key.id}") or print_tr("Points")
