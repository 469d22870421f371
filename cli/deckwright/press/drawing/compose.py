"""Draw a card: its face's boxes, filled with what the card says."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deckwright.messages import tr
from deckwright.press.drawing.bars import draw_bar
from deckwright.press.drawing.pictures import draw_picture
from deckwright.press.drawing.repeats import draw_pattern, draw_repeat
from deckwright.press.drawing.shapes import outline, polygon, rectangle
from deckwright.press.drawing.stacks import draw_stack
from deckwright.press.drawing.text_boxes import draw_text
from deckwright.press.faces.boxes import (
    BarBox,
    GroupBox,
    IconBox,
    PatternBox,
    PictureBox,
    RepeatBox,
    ShapeBox,
    StackBox,
    TextBox,
)
from deckwright.press.icons import has_icon
from deckwright.press.parts import Area, Group, Picture, Shape

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import Any

    from deckwright.press.faces.boxes import Box
    from deckwright.press.faces.scope import Scope
    from deckwright.press.parts import Drawn


def draw_boxes(
    boxes: Iterable[Box], scope: Scope, corner: tuple[float, float] = (0.0, 0.0)
) -> Iterator[Drawn]:
    """Draw boxes whose places count from `corner`."""
    for box in boxes:
        if not scope.holds(box.when):
            continue
        at = box.at
        area = Area(corner[0] + at.x, corner[1] + at.y, at.width, at.height)
        yield from draw_box(box, scope, area)


def draw_box(box: Box, scope: Scope, area: Area) -> Iterator[Drawn]:
    """Draw one box in an area, turned, and both ways up, where it says so."""
    drawn: Iterable[Drawn] = _DRAW[type(box)](box, scope, area)
    if box.turn:
        drawn = (Group(tuple(drawn), box.turn, area.centre),)
    if not box.both_ways:
        yield from drawn
        return
    parts = tuple(drawn)
    yield from parts
    yield Group(parts, 180.0, scope.face.centre)


def _shape(box: ShapeBox, scope: Scope, area: Area) -> Iterator[Drawn]:
    fill, stroke = scope.colour(box.fill), scope.colour(box.stroke)
    name = scope.chosen(box.shape)
    if not name or not (fill or stroke):
        return
    if box.points:
        points = [(area.x + x, area.y + y) for x, y in box.points]
        path = polygon(points) if name == "polygon" else polygon(points)[:-1]
    else:
        path = outline(name, area, box.radii)
    yield Shape(path, fill, stroke, box.width, box.dash)


def _icon(box: IconBox, scope: Scope, area: Area) -> Iterator[Drawn]:
    name = scope.icon(scope.chosen(box.icon))
    if not name:
        return
    if not has_icon(name, scope.desk.assets):
        _note_no_icon(name, box, scope)
        return
    side = min(area.width, area.height)
    yield Picture(name, *area.centre, side, scope.ink(box.colour))


def _note_no_icon(name: str, box: Box, scope: Scope) -> None:
    message = tr(
        "{card} asks for the icon {name}, which there is not: nothing is drawn.",
        card=scope.card.id,
        name=name,
    )
    scope.note_box(box, "unknown-icon", "error", message)


def _group(box: GroupBox, scope: Scope, area: Area) -> Iterator[Drawn]:
    parts = tuple(draw_boxes(box.boxes, scope, (area.x, area.y)))
    if box.clip:
        yield Group(parts, clip=rectangle(area, box.radii))
    else:
        yield from parts


def _text(box: TextBox, scope: Scope, area: Area) -> Iterator[Drawn]:
    return draw_text(box, scope, area, draw_box)


def _repeat(box: RepeatBox, scope: Scope, area: Area) -> Iterator[Drawn]:
    return draw_repeat(box, scope, area, draw_boxes)


def _pattern(box: PatternBox, scope: Scope, area: Area) -> Iterator[Drawn]:
    return draw_pattern(box, scope, area, draw_boxes)


def _stack(box: StackBox, scope: Scope, area: Area) -> Iterator[Drawn]:
    return draw_stack(box, scope, area, draw_box)


_DRAW: dict[type[Box], Callable[[Any, Scope, Area], Iterator[Drawn]]] = {
    TextBox: _text,
    IconBox: _icon,
    PictureBox: draw_picture,
    ShapeBox: _shape,
    RepeatBox: _repeat,
    BarBox: draw_bar,
    PatternBox: _pattern,
    StackBox: _stack,
    GroupBox: _group,
}
