"""Drawings of SVG files, in their size on the card, with other colours for their classes and with a tint."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from deckwright.press.graphics.icons import icon_drawing
from deckwright.press.graphics.parts import DrawnIcon, DrawnRepeat
from deckwright.press.graphics.pictures import tinted_colour
from deckwright.press.looks.colours import OWN

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from deckwright.press.drawing.context import ClassColours, RenderContext
    from deckwright.press.graphics.parts import (
        Drawing,
        DrawnPart,
        DrawnShape,
        Gradient,
        Paint,
        Path,
        Tint,
    )


def draw_in_colours(
    icon: DrawnIcon, drawing: Drawing, context: RenderContext, colours: ClassColours = ()
) -> DrawnPart:
    """Draw an icon as its file has it, except for classes with other colours."""
    scale = icon.side / max(drawing.width, drawing.height)
    width, height = drawing.width * scale, drawing.height * scale
    shapes = sized_shapes(f"icons/{icon.icon}", drawing, (width, height), context, Look(colours))
    return DrawnRepeat(shapes, ((icon.x - width / 2, icon.y - height / 2),))


def draw_own_icons(parts: Iterable[DrawnPart], colour: str, context: RenderContext) -> Iterator[DrawnPart]:
    """Draw the icons of a text whose colour is `OWN` as their files have them; those of fonts have the text's colour."""
    for part in parts:
        if not isinstance(part, DrawnIcon) or part.colour != OWN:
            yield part
        elif drawing := icon_drawing(part.icon, context.assets):
            yield draw_in_colours(part, drawing, context)
        else:
            yield part._replace(colour=colour)


class Look(NamedTuple):
    """Colours for the classes of a drawing, and its tint."""

    colours: ClassColours
    tint: Tint | None = None


def sized_shapes(
    name: str, drawing: Drawing, size: tuple[float, float], context: RenderContext, look: Look
) -> tuple[DrawnPart, ...]:
    """Shapes of a drawing in mm from its corner: the same objects on every card, so that they are shared."""
    key = "picture", name, size, look
    shapes = context.drawings.get(key)
    if shapes is None:
        shapes = context.drawings[key] = tuple(
            _shapes(drawing, (size[0] / drawing.width, size[1] / drawing.height), look)
        )
    return shapes


def _tinted_shape(shape: DrawnShape, tint: Tint) -> DrawnShape:
    fill = shape.fill
    if isinstance(fill, str):
        paint: Paint = tinted_colour(fill, tint)
    else:
        stops = (stop._replace(colour=tinted_colour(stop.colour, tint)) for stop in fill.stops)
        paint = fill._replace(stops=tuple(stops))
    return shape._replace(fill=paint, stroke=tinted_colour(shape.stroke, tint))


def _shapes(drawing: Drawing, scale: tuple[float, float], look: Look) -> Iterator[DrawnShape]:
    line, colours = (scale[0] * scale[1]) ** 0.5, dict(look.colours)
    for shape, classes in zip(drawing.shapes, drawing.classes, strict=True):
        shown = _recoloured(shape, classes, colours)
        shown = _tinted_shape(shown, look.tint) if look.tint else shown
        yield shown._replace(
            path=_moved(shape.path, drawing, scale),
            fill=shown.fill if isinstance(shown.fill, str) else _placed(shown.fill, drawing, scale),
            width=shape.width * line,
            dash=tuple(part * line for part in shape.dash),
        )


def _placed(fill: Gradient, drawing: Drawing, scale: tuple[float, float]) -> Gradient:
    (across, down), (a, b, c, d, e, f) = scale, fill.matrix
    moved = (e - drawing.left) * across, (f - drawing.top) * down
    return fill._replace(matrix=(a * across, b * down, c * across, d * down, *moved))


def _recoloured(shape: DrawnShape, classes: tuple[str, ...], colours: Mapping[str, str]) -> DrawnShape:
    """Shape in the colour of its innermost class that has one: filled with it, or drawn as a line if it has no fill."""
    colour = next((colours[name] for name in reversed(classes) if name in colours), "")
    if not colour:
        return shape
    return shape._replace(fill=colour) if shape.fill else shape._replace(stroke=colour)


def _moved(path: Path, drawing: Drawing, scale: tuple[float, float]) -> Path:
    across, down = scale
    return tuple(
        (
            step,
            tuple(
                (number - drawing.top) * down if at % 2 else (number - drawing.left) * across
                for at, number in enumerate(numbers)
            ),
        )
        for step, numbers in path
    )
