"""Draw bars: how much a number is of the most it can be."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deckwright.press.drawing.shapes import rectangle
from deckwright.press.parts import Area, Group, Shape

if TYPE_CHECKING:
    from collections.abc import Iterator

    from deckwright.press.faces.boxes import BarBox
    from deckwright.press.faces.choices import Raw
    from deckwright.press.faces.scope import Scope
    from deckwright.press.parts import Drawn


def draw_bar(box: BarBox, scope: Scope, area: Area) -> Iterator[Drawn]:
    """Draw a bar in an area; nothing where the card has no such field."""
    value = scope.raw(box.bar)
    if value is None:
        return
    fill, ground = scope.colour(box.fill), scope.colour(box.ground)
    whole = rectangle(area, box.radii)
    if ground:
        yield Shape(whole, ground)
    share = min(max(_amount(value, scope.desk.choices.get(box.bar, ())) / box.total, 0.0), 1.0)
    if fill and share:
        yield Group((Shape(rectangle(_part(area, share, box.way)), fill),), clip=whole)


def _amount(value: Raw, choices: tuple[str, ...]) -> float:
    """Give the length of a list, the rank of a choice (the first is one), or a number as it is."""
    if isinstance(value, tuple):
        return len(value)
    if isinstance(value, str):
        return choices.index(value) + 1 if value in choices else 0
    return value or 0


def _part(area: Area, share: float, way: str) -> Area:
    if way in {"right", "left"}:
        width = area.width * share
        return area._replace(x=area.x if way == "right" else area.x + area.width - width, width=width)
    height = area.height * share
    return area._replace(y=area.y if way == "down" else area.y + area.height - height, height=height)
