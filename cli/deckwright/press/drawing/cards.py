"""Draw whole cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deckwright.press.drawing.compose import draw_boxes
from deckwright.press.drawing.sharing import runs_of
from deckwright.press.faces.scope import Scope
from deckwright.press.parts import Again

if TYPE_CHECKING:
    from collections.abc import Iterator

    from deckwright.model.card import Card
    from deckwright.press.faces import Face
    from deckwright.press.faces.scope import Desk
    from deckwright.press.parts import Drawn


def draw_card(card: Card, face: Face, desk: Desk) -> Iterator[Drawn]:
    """Draw a card; what it shares with others comes as one drawing, to be used again."""
    face = face.in_language(desk.language)
    scope = Scope(desk, face, card)
    runs = desk.runs.get(face.name)
    if runs is None:
        runs = desk.runs[face.name] = runs_of(face, desk)
    for boxes, share in runs:
        if share.is_own:
            yield from draw_boxes(boxes, scope)
            continue
        key = id(boxes), share.case(scope)
        kept = desk.drawn.get(key)
        if kept is None:
            kept = desk.drawn[key] = tuple(draw_boxes(boxes, scope))
        yield Again(kept)
