"""Drawings that many cards share, made once: what the drawing of boxes depends on."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from deckwright.press.drawing.context import Share
from deckwright.press.looks.colours import OWN
from deckwright.press.looks.values import ENTRY

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable

    from deckwright.press.boxes.box import Box
    from deckwright.press.drawing.context import RenderContext, Scope
    from deckwright.press.faces.face_file import Face
    from deckwright.press.graphics.parts import DrawnPart

_SELDOM_SHARED = frozenset({"id", "name", "text", "flavour", "icon", "texts", "index", "index:kind"})
"""Fields that rarely two cards have in common; a game's other texts are like these."""


def share_of(boxes: Iterable[Box], face: Face, texts: frozenset[str]) -> Share:
    """What the drawing of some boxes depends on, the boxes inside them included; `texts` are the names of the game's texts."""
    fields: set[str] = set()
    colours: set[str] = set()
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


def sharing_key(what: Box | tuple[Box, ...], scope: Scope) -> Hashable:
    """Key of the shared drawing of a box, or of several; None if it differs on nearly every card."""
    shares = scope.context.shares
    share = shares.get(id(what))
    if share is None:
        boxes = what if isinstance(what, tuple) else (what,)
        share = shares[id(what)] = share_of(boxes, scope.face, scope.context.texts)
    return None if share.is_own else (id(what), scope.case(share))


def shared_drawing(
    boxes: tuple[Box, ...], scope: Scope, draw: Callable[[tuple[Box, ...], Scope], Iterable[DrawnPart]]
) -> tuple[DrawnPart, ...] | None:
    """Shared drawing of some boxes, from their top left corner; None if they cannot share one.

    A box that is drawn both ways up is rotated about the centre of the card, so its position there matters.
    """
    key = sharing_key(boxes, scope)
    if key is None or scope.context.shares[id(boxes)].turns:
        return None
    drawn = scope.context.drawings.get(key)
    if drawn is None:
        drawn = scope.context.drawings[key] = tuple(draw(boxes, scope))
    return drawn


def group_boxes(face: Face, context: RenderContext) -> list[tuple[tuple[Box, ...], Share]]:
    """Consecutive boxes of a face, in groups that are either shared by cards or drawn for each."""
    shares = [(box, share_of((box,), face, context.texts)) for box in face.boxes]
    runs = [tuple(box for box, _ in run) for _, run in groupby(shares, key=lambda pair: pair[1].is_own)]
    return [(run, share_of(run, face, context.texts)) for run in runs]
