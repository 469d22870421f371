"""Boxes that belong together, those that are shared, and those that are removed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from deckwright.press.boxes import keys
from deckwright.press.boxes.box import Box
from deckwright.press.boxes.shape import MaskedBox
from deckwright.press.drawing.card import draw_boxes
from deckwright.press.graphics.parts import DrawnGroup

if TYPE_CHECKING:
    from collections.abc import Iterator

    from deckwright.press.drawing.context import Scope
    from deckwright.press.graphics.parts import Area, DrawnPart


class _Together(Box):
    """Boxes at places relative to the corner of the box around them."""

    sizing = "free"
    fixed = True

    def draw(self, scope: Scope, area: Area) -> Iterator[DrawnPart]:
        """Draw the boxes."""
        return draw_boxes(self.nested, scope, (area.x, area.y))

    def placed_inside(self, area: Area) -> Iterator[tuple[Box, Area]]:
        """Yield the boxes with their areas."""
        for box in self.nested:
            yield box, box.at._replace(x=area.x + box.at.x, y=area.y + box.at.y)


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class GroupBox(_Together, MaskedBox):
    """Boxes that belong together, with positions relative to the group's corner."""

    kind = "group"
    order = 13
    example, draws = "group: [boxes]", "boxes with positions relative to the group's corner"

    group: tuple[Box, ...] = keys.boxes("The boxes, the lowest first.")
    clip: bool | None = keys.yes_or_no("Whether they are clipped at the group's edge.", None)

    def draw(self, scope: Scope, area: Area) -> Iterator[DrawnPart]:
        """Draw the boxes, clipped if the group clips or has a mask."""
        if not ("mask" in self.value if self.clip is None else self.clip):
            yield from super().draw(scope, area)
        elif mask := scope.chosen(self.mask):
            yield DrawnGroup(tuple(super().draw(scope, area)), clip=self.clip_path(mask, area, area))


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class UseBox(_Together):
    """Shared boxes, with positions relative to the corner of this box."""

    kind = "use"
    order = 14
    example = "use: badge"
    draws = "[shared boxes](#shared-boxes), with positions relative to the corner of this box"

    use: tuple[Box, ...] = keys.shared_boxes(
        "The name of the boxes under shared, in this face or one that it extends."
    )


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class DropBox(Box):
    """An inherited box, by its id, that this face does not draw."""

    kind = "drop"
    order = 1000
    example, draws = "drop: yes", "nothing: the inherited box with the `id` is removed"
    sizing = "free"
    common = ()

    id: str = keys.key("id", "The id of the inherited box.")
    drop: Any = keys.key({"enum": ["yes", True]}, "Removes the box.")

    def draw(self, scope: Scope, area: Area) -> Iterator[DrawnPart]:  # noqa: ARG002 - it is not drawn
        """Draw nothing."""
        yield from ()
