"""Drawings that many cards share, made once."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from deckwright.press.drawing.context import share_of
from deckwright.press.faces.boxes import Box

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable

    from deckwright.press.drawing.context import RenderContext, Scope, Share
    from deckwright.press.faces.face_file import Face
    from deckwright.press.graphics.parts import DrawnPart


def sharing_key(what: Box | tuple[Box, ...], scope: Scope) -> Hashable:
    """Key of the shared drawing of a box, or of several; None if it differs on nearly every card."""
    shares = scope.context.shares
    share = shares.get(id(what))
    if share is None:
        boxes = (what,) if isinstance(what, Box) else what
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
