"""Bars that show a number as a share of its maximum."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from deckwright.press.boxes import keys
from deckwright.press.boxes.box import Box
from deckwright.press.graphics.parts import DrawnGroup, DrawnShape, rectangle

if TYPE_CHECKING:
    from collections.abc import Iterator

    from deckwright.press.drawing.context import Scope
    from deckwright.press.graphics.parts import Area, DrawnPart


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class BarBox(Box):
    """A bar, filled from its beginning by the share that a number, the rank of a choice or the length of a list has of a total. A card without the field has no bar."""

    kind = "bar"
    order = 8
    example, draws = "bar: jump", "a bar that shows the field as a share of its total"

    bar: str = keys.field_name("The field.")
    total: float = keys.key(
        {"type": "number", "exclusiveMinimum": 0, "maximum": 1000000},
        "Value that fills the whole bar; greater values do not make it longer.",
        float,
    )
    fill: str = keys.paint("The colour of the part that is filled.")
    ground: str = keys.paint("Colour of the whole bar behind it; none by default.", "")
    way: str = keys.one_of(
        "right left down up", "Direction in which the bar grows; right by default.", "right"
    )
    radius: tuple[float, float, float, float] = keys.radius()

    def draw(self, scope: Scope, area: Area) -> Iterator[DrawnPart]:
        """Draw the bar, if the card has the field."""
        if scope.raw(self.bar) is None:
            return
        fill, ground = scope.paint(self.fill, area), scope.paint(self.ground, area)
        whole = rectangle(area, self.radius)
        if ground:
            yield DrawnShape(whole, ground)
        share = min(max(scope.amount(self.bar) / self.total, 0.0), 1.0)
        if fill and share:
            filled = DrawnShape(rectangle(self._filled(area, share)), fill, solid="measure")
            yield DrawnGroup((filled,), clip=whole)

    def _filled(self, area: Area, share: float) -> Area:
        if self.way in {"right", "left"}:
            width = area.width * share
            return area._replace(
                x=area.x if self.way == "right" else area.x + area.width - width, width=width
            )
        height = area.height * share
        return area._replace(y=area.y if self.way == "down" else area.y + area.height - height, height=height)
