"""Icons: in one colour, or in those of their files."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from deckwright.messages import tr
from deckwright.press.boxes import keys
from deckwright.press.boxes.box import Box
from deckwright.press.drawing.drawings import draw_icon, draw_in_colours
from deckwright.press.graphics.icons import has_icon, icon_drawing
from deckwright.press.graphics.parts import DrawnIcon

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from deckwright.press.drawing.context import Scope
    from deckwright.press.graphics.parts import Area, DrawnPart
    from deckwright.press.looks.values import Cases


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class IconBox(Box):
    """An icon in one colour, or in those of its file, as large as fits, in the middle of its box."""

    kind = "icon"
    order = 2
    example, draws = "icon: mdi:leaf", "an icon, as large as the box"
    one_required = ("colour", "colours")
    is_read = True

    icon: str | Cases[str] = keys.icon_name(changes=True)
    colour: str = keys.colour("Its colour, from the palette.", "", changes=True)
    """With `colours`, the colour of icons of fonts."""
    colours: Mapping[str, str] | None = keys.class_colours("icons")

    def draw(self, scope: Scope, area: Area) -> Iterator[DrawnPart]:
        """Draw the icon, if the card has it."""
        name = scope.icon(scope.chosen(self.icon))
        if not name:
            return
        assets = scope.context.assets
        if not has_icon(name, assets):
            message = tr("{card}: icon {name} not found, so nothing is drawn.", card=scope.card.id, name=name)
            self.report(scope, "unknown-icon", "error", message)
            return
        drawn = DrawnIcon(name, *area.centre, min(area.width, area.height), scope.ink(self.colour))
        if self.colours is not None and (drawing := icon_drawing(name, assets)):
            yield draw_in_colours(drawn, drawing, scope.context, scope.class_colours(self.colours))
        else:
            yield draw_icon(drawn, drawn.colour, scope.context)
