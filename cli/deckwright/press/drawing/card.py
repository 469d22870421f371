"""Draw whole cards: the boxes of a face filled with the card's contents, as a list of plain parts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deckwright.press.drawing.context import Scope
from deckwright.press.drawing.low_ink import LowInk
from deckwright.press.drawing.sharing import group_boxes
from deckwright.press.graphics.parts import Area, DrawnRepeat, DrawnShape, rectangle

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator

    from deckwright.model.card import Card
    from deckwright.press.boxes.box import Box
    from deckwright.press.drawing.context import RenderContext, Share
    from deckwright.press.faces.face_file import Face
    from deckwright.press.graphics.parts import DrawnPart

_INSET = 4.0
_RADIUS = 2.0


def draw_blank_card(size: tuple[float, float]) -> DrawnShape:
    """Draw the frame of a blank card to write on."""
    area = Area(0.0, 0.0, *size).inset(_INSET, _INSET)
    return DrawnShape(rectangle(area, (_RADIUS,) * 4), stroke="#999999", width=0.2)


def draw_boxes(
    boxes: Iterable[Box], scope: Scope, corner: tuple[float, float] = (0.0, 0.0)
) -> Iterator[DrawnPart]:
    """Draw boxes; their positions are relative to `corner`."""
    for box in boxes:
        if not scope.holds(box.when):
            continue
        at = box.at
        area = Area(corner[0] + at.x, corner[1] + at.y, at.width, at.height)
        yield from box.drawn(scope, area)


def draw_card(card: Card, face: Face, context: RenderContext) -> Iterator[DrawnPart]:
    """Draw a card; the parts that it shares with other cards are drawn once for all of them."""
    drawn = _drawn(card, face, context)
    return LowInk(face.size, context.drawings).parts(drawn) if context.low_ink else drawn


def _drawn(card: Card, face: Face, context: RenderContext) -> Iterator[DrawnPart]:
    face = face.in_language(context.language)
    scope = Scope(context, face, card)
    for boxes, share in _runs(face, context):
        if share.is_own:
            yield from draw_boxes(boxes, scope)
            continue
        key = id(boxes), scope.case(share)
        drawn = context.drawings.get(key)
        if drawn is None:
            drawn = context.drawings[key] = tuple(draw_boxes(boxes, scope))
        yield DrawnRepeat(drawn)


def drawing_key(card: Card, face: Face, context: RenderContext) -> Hashable:
    """Key that is equal for two cards with the same drawing."""
    face = face.in_language(context.language)
    scope = Scope(context, face, card)
    return face.name, *(card.id if share.is_own else scope.case(share) for _, share in _runs(face, context))


def _runs(face: Face, context: RenderContext) -> list[tuple[tuple[Box, ...], Share]]:
    runs = context.box_groups.get(face.name)
    if runs is None:
        runs = context.box_groups[face.name] = group_boxes(face, context)
    return runs
