"""Draw whole cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deckwright.press.drawing.compose import draw_boxes
from deckwright.press.drawing.low_ink import LowInk
from deckwright.press.drawing.sharing import runs_of
from deckwright.press.faces.scope import Scope
from deckwright.press.parts import Again

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator

    from deckwright.model.card import Card
    from deckwright.press.drawing.sharing import Share
    from deckwright.press.faces import Face
    from deckwright.press.faces.boxes import Box
    from deckwright.press.faces.scope import Desk
    from deckwright.press.parts import Drawn


def draw_card(card: Card, face: Face, desk: Desk) -> Iterator[Drawn]:
    """Draw a card; what it shares with others comes as one drawing, to be used again."""
    drawn = _drawn(card, face, desk)
    return LowInk(face.size, desk.drawn).parts(drawn) if desk.low_ink else drawn


def _drawn(card: Card, face: Face, desk: Desk) -> Iterator[Drawn]:
    face = face.in_language(desk.language)
    scope = Scope(desk, face, card)
    for boxes, share in _runs(face, desk):
        if share.is_own:
            yield from draw_boxes(boxes, scope)
            continue
        key = id(boxes), share.case(scope)
        kept = desk.drawn.get(key)
        if kept is None:
            kept = desk.drawn[key] = tuple(draw_boxes(boxes, scope))
        yield Again(kept)


def look_of(card: Card, face: Face, desk: Desk) -> Hashable:
    """Give what tells cards under their faces apart: the same for two that look the same."""
    face = face.in_language(desk.language)
    scope = Scope(desk, face, card)
    return face.name, *(card.id if share.is_own else share.case(scope) for _, share in _runs(face, desk))


def take_apart(faces: Iterable[Face], desk: Desk) -> None:
    """Do what drawing the first card under each face would: a copy of the desk then knows the same parts."""
    for face in faces:
        _runs(face.in_language(desk.language), desk)


def _runs(face: Face, desk: Desk) -> list[tuple[tuple[Box, ...], Share]]:
    runs = desk.runs.get(face.name)
    if runs is None:
        runs = desk.runs[face.name] = runs_of(face, desk)
    return runs
