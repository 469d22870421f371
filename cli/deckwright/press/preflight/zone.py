"""Find texts and icons that stand so near the cut that a drift of the cutter would hurt them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from deckwright.messages import tr
from deckwright.press.drawing.compose import draw_boxes
from deckwright.press.drawing.sharing import case_of
from deckwright.press.faces.boxes import GroupBox, IconBox, RepeatBox, StackBox, TextBox
from deckwright.press.faces.needs import all_boxes
from deckwright.press.faces.scope import Scope
from deckwright.press.parts import Area
from deckwright.press.preflight.extents import extents

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator

    from deckwright.model.card import Card
    from deckwright.press.faces import Face
    from deckwright.press.faces.boxes import Box
    from deckwright.press.faces.scope import Desk
    from deckwright.press.preflight.extents import Extent

SAFE = 3.0
"""How far inside the cut what matters must stand, in mm, where nobody says otherwise."""

_SLIP = 0.2
"""What may be nearer, in mm: the frame of a letter or an icon is a little larger than what is seen of it."""


class Zone(NamedTuple):
    """Where a face is cut, in its own mm, how much larger it is printed, and how far inside the cut is safe, in mm of paper."""

    cut: Area
    scale: float = 1.0
    safe: float = SAFE

    @property
    def area(self) -> Area:
        """Give the rectangle in which texts and icons are safe, in mm of the face."""
        return self.cut.inset(self.safe / self.scale, self.safe / self.scale)

    def distance(self, extent: Extent) -> float:
        """Tell how far from the cut a text or an icon ends on paper, in mm; less than nothing is beyond it."""
        left, top, right, bottom = self.cut.x, self.cut.y, *self.cut.far
        nearest = min(extent.left - left, extent.top - top, right - extent.right, bottom - extent.bottom)
        return nearest * self.scale


def zone_at_home(face: Face) -> Zone:
    """Give the zone of a face that is printed as it is, and cut by hand."""
    return Zone(Area(0.0, 0.0, *face.size))


def note_outside(face: Face, cards: Iterable[Card], desk: Desk, zone: Zone | None) -> None:
    """Note each box with a text or an icon that reaches out of the safe zone on some card, with the first such card.

    An icon that goes on beyond the cut is an ornament of the ground, as is any pattern.
    """
    doubtful = [box for box in face.boxes if zone and _may_reach_out(box, zone.area)]
    if not zone or not doubtful:
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
            near = min(_distances(box, scope, zone), default=zone.safe)
            if near < zone.safe - _SLIP:
                noted.add(box)
                _note(box, scope, near, zone.safe)


def _may_reach_out(box: Box, safe: Area) -> bool:
    """Tell, from the places of boxes alone, whether it is worth drawing a box to see how far it reaches."""
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
    (right, bottom), (far_right, far_bottom) = area.far, safe.far
    return area.x >= safe.x and area.y >= safe.y and right <= far_right and bottom <= far_bottom


def _distances(box: Box, scope: Scope, zone: Zone) -> Iterator[float]:
    """Yield how far from the cut the texts and icons of a box end, but for ornaments of the ground."""
    for extent in extents(draw_boxes((box,), scope)):
        near = zone.distance(extent)
        if near >= 0 or not extent.is_icon:
            yield near


def _note(box: Box, scope: Scope, near: float, safe: float) -> None:
    said = {"card": scope.card.id, "box": box.id or scope.face.name, "safe": scope.number(safe)}
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
    scope.note_box(box, "safe-zone", "warning", message, found=found, limit=safe)
