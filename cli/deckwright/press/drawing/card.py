"""Draw whole cards: the boxes of a face filled with the card's contents, as a list of plain parts."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from deckwright.press.drawing.context import Scope, Share
from deckwright.press.drawing.low_ink import LowInk
from deckwright.press.graphics.parts import Area, DrawnRepeat, DrawnShape, rectangle
from deckwright.press.looks.colours import INK, OWN
from deckwright.press.looks.values import ENTRY

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator

    from deckwright.model.card import Card
    from deckwright.press.drawing.context import BoxToDraw, FaceToDraw, RenderContext
    from deckwright.press.graphics.parts import DrawnPart

_INSET = 4.0
_RADIUS = 2.0


def draw_blank_card(size: tuple[float, float]) -> DrawnShape:
    """Draw the frame of a blank card to write on."""
    area = Area(0.0, 0.0, *size).inset(_INSET, _INSET)
    return DrawnShape(rectangle(area, (_RADIUS,) * 4), stroke="#999999", width=0.2)


def draw_boxes(
    boxes: Iterable[BoxToDraw], scope: Scope, corner: tuple[float, float] = (0.0, 0.0)
) -> Iterator[DrawnPart]:
    """Draw boxes; their positions are relative to `corner`."""
    for box in boxes:
        if not scope.holds(box.when):
            continue
        at = box.at
        area = Area(corner[0] + at.x, corner[1] + at.y, at.width, at.height)
        yield from box.drawn(scope, area)


# Drawings that many cards share, made once.

_SELDOM_SHARED = frozenset(
    {"id", "name", "text", "flavour", "icon", "texts", "index", "index:kind", "number"}
)
"""Fields that rarely two cards have in common; a game's other texts are like these."""


def share_of(boxes: Iterable[BoxToDraw], face: FaceToDraw, texts: frozenset[str]) -> Share:
    """What the drawing of some boxes depends on, the boxes inside them included; `texts` are the names of the game's texts."""
    fields: set[str] = set()
    # What has no colour of its own on a card is drawn in this one.
    colours = {INK}
    queries: set[str] = set()
    is_own = turns = False
    for box in (inner for whole in boxes for inner in whole.with_nested()):
        is_own |= box.card_fields is None
        turns |= box.both_ways
        fields |= box.card_fields or set()
        colours.update(box.colour_names)
        if box.has_text:
            colours.update(colour for colour in face.icon_colours.values() if colour != OWN)
        queries |= {box.when} - {""}
    fields.update(name for colour in colours for name in face.palette.fields(colour))
    fields -= ENTRY
    is_own = is_own or bool(fields & (_SELDOM_SHARED | texts))
    return Share(tuple(sorted(fields)), tuple(sorted(queries)), is_own, turns)


def sharing_key(what: BoxToDraw | tuple[BoxToDraw, ...], scope: Scope) -> Hashable:
    """Key of the shared drawing of a box, or of several; None if it differs on nearly every card."""
    shares = scope.context.shares
    share = shares.get(id(what))
    if share is None:
        boxes = what if isinstance(what, tuple) else (what,)
        share = shares[id(what)] = share_of(boxes, scope.face, scope.context.texts)
    return None if share.is_own else (id(what), share.case(scope))


def shared_drawing(boxes: tuple[BoxToDraw, ...], scope: Scope) -> tuple[DrawnPart, ...] | None:
    """Shared drawing of some boxes, from their top left corner; None if they cannot share one.

    A box that is drawn both ways up is rotated about the centre of the card, so its position there matters.
    """
    key = sharing_key(boxes, scope)
    if key is None or scope.context.shares[id(boxes)].turns:
        return None
    drawn = scope.context.drawings.get(key)
    if drawn is None:
        drawn = scope.context.drawings[key] = tuple(draw_boxes(boxes, scope))
    return drawn


# Whole cards.


def draw_card(card: Card, face: FaceToDraw, context: RenderContext) -> Iterator[DrawnPart]:
    """Draw a card; the parts that it shares with other cards are drawn once for all of them."""
    drawn = _drawn(card, face, context)
    return LowInk(face.size, context.drawings).parts(drawn) if context.low_ink else drawn


def _drawn(card: Card, face: FaceToDraw, context: RenderContext) -> Iterator[DrawnPart]:
    face = face.in_language(context.language)
    scope = Scope(context, face, card)
    for boxes, share in _runs(face, context):
        if share.is_own:
            yield from draw_boxes(boxes, scope)
            continue
        key = id(boxes), share.case(scope)
        drawn = context.drawings.get(key)
        if drawn is None:
            drawn = context.drawings[key] = tuple(draw_boxes(boxes, scope))
        yield DrawnRepeat(drawn)


def shows_any(face: FaceToDraw, fields: frozenset[str]) -> bool:
    """Whether a drawing of the face depends on one of these fields, which are named by its boxes or its colours."""
    return not fields.isdisjoint(share_of(face.boxes, face, frozenset()).fields)


def drawing_key(card: Card, face: FaceToDraw, context: RenderContext) -> Hashable:
    """Key that is equal for two cards with the same drawing."""
    face = face.in_language(context.language)
    scope = Scope(context, face, card)
    shares = (share for _, share in _runs(face, context))
    return _design(face), *(card.id if share.is_own else share.case(scope) for share in shares)


def _design(face: FaceToDraw) -> Hashable:
    """What tells a face from all others: a back that is as large as each front has one name for all sizes."""
    return face.name, face.size, face.cut


def _runs(face: FaceToDraw, context: RenderContext) -> list[tuple[tuple[BoxToDraw, ...], Share]]:
    runs = context.box_groups.get(_design(face))
    if runs is None:
        runs = context.box_groups[_design(face)] = _group_boxes(face, context)
    return runs


def _group_boxes(face: FaceToDraw, context: RenderContext) -> list[tuple[tuple[BoxToDraw, ...], Share]]:
    """Consecutive boxes of a face, in groups that are either shared by cards or drawn for each."""
    shares = [(box, share_of((box,), face, context.texts)) for box in face.boxes]
    runs = [tuple(box for box, _ in run) for _, run in groupby(shares, key=lambda pair: pair[1].is_own)]
    return [(run, share_of(run, face, context.texts)) for run in runs]
