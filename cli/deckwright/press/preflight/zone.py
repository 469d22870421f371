"""Find texts and icons that stand so near the cut that a drift of the cutter would hurt them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deckwright.messages import tr
from deckwright.model.finding import Finding
from deckwright.press.drawing.compose import draw_boxes
from deckwright.press.drawing.sharing import case_of
from deckwright.press.faces.boxes import GroupBox, IconBox, RepeatBox, StackBox, TextBox
from deckwright.press.faces.needs import all_boxes
from deckwright.press.faces.scope import Scope
from deckwright.press.parts import Area
from deckwright.press.preflight.extents import Extent, extents

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator

    from deckwright.model.card import Card
    from deckwright.press.faces import Face
    from deckwright.press.faces.boxes import Box
    from deckwright.press.faces.scope import Desk

SAFE = 3.0
"""How far inside the cut what matters must stand, in mm."""

_SLIP = 0.2
"""What may be nearer, in mm: the frame of a letter or an icon is a little larger than what is seen of it."""


def note_outside(face: Face, cards: Iterable[Card], desk: Desk) -> None:
    """Note each box with a text or an icon that reaches out of the safe zone on some card, with the first such card.

    An icon that goes on beyond the cut is an ornament of the ground, as is any pattern.
    """
    doubtful = [box for box in face.boxes if _may_reach_out(box, face)]
    if not doubtful:
        return
    drawn: set[Hashable] = set()
    noted: set[Box] = set()
    for card in cards:
        scope = Scope(desk, face, card)
        for box in doubtful:
            key = case_of(box, scope)
            if box in noted or (key is not None and key in drawn):
                continue
            drawn.add(key)
            near = min(_distances(box, scope), default=SAFE)
            if near < SAFE - _SLIP:
                noted.add(box)
                desk.note(_finding(box, scope, near))


def _may_reach_out(box: Box, face: Face) -> bool:
    """Tell, from the places of boxes alone, whether it is worth drawing a box to see how far it reaches."""
    width, height = face.size
    safe = Area(0, 0, width, height).inset(SAFE, SAFE)
    return any(turned or not _within(area, safe) for area, turned in _areas(box, (0.0, 0.0)))


def _areas(box: Box, corner: tuple[float, float], *, turned: bool = False) -> Iterator[tuple[Area, bool]]:
    """Yield where the texts and icons of a box stand, and whether they are turned; a row counts as a whole."""
    area = box.at._replace(x=corner[0] + box.at.x, y=corner[1] + box.at.y)
    turned = turned or bool(box.turn)
    if isinstance(box, GroupBox):
        for held in box.boxes:
            yield from _areas(held, (area.x, area.y), turned=turned)
    elif isinstance(box, TextBox | IconBox | StackBox | RepeatBox) and any(map(_matters, all_boxes(box))):
        yield area, turned


def _matters(box: Box) -> bool:
    return isinstance(box, TextBox | IconBox)


def _within(area: Area, safe: Area) -> bool:
    return (
        area.x >= safe.x
        and area.y >= safe.y
        and area.x + area.width <= safe.x + safe.width
        and area.y + area.height <= safe.y + safe.height
    )


def _distances(box: Box, scope: Scope) -> Iterator[float]:
    """Yield how far from the cut the texts and icons of a box end; less than nothing is beyond it."""
    for extent in extents(draw_boxes((box,), scope)):
        near = _distance(extent, scope.face.size)
        if near >= 0 or not extent.is_icon:
            yield near


def _distance(extent: Extent, size: tuple[float, float]) -> float:
    return min(extent.left, extent.top, size[0] - extent.right, size[1] - extent.bottom)


def _finding(box: Box, scope: Scope, near: float) -> Finding:
    said = {"card": scope.card.id, "box": box.id or scope.face.name, "safe": scope.number(SAFE)}
    found = round(near, 1)
    message = (
        tr(
            "{card}: what {box} shows stands {near} mm from the cut, which may drift. Keep texts and icons "
            "{safe} mm inside.",
            **said,
            near=scope.number(found),
        )
        if near >= 0
        else tr(
            "{card}: what {box} shows is cut off at the edge. Keep texts and icons {safe} mm inside.", **said
        )
    )
    return Finding(
        "safe-zone",
        "warning",
        message,
        (scope.card.id,),
        found=found,
        limit=SAFE,
        where=box.place.where(),
    )
