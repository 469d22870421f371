"""Drawings of SVG files, in their size on the card, with other colours for their classes and with a tint."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

from deckwright.press.graphics.icons import icon_drawing, icon_picture
from deckwright.press.graphics.parts import Area, DrawnIcon, DrawnPicture, DrawnRepeat
from deckwright.press.graphics.pictures import picture, tinted_colour
from deckwright.press.looks.colours import OWN

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator, Mapping

    from deckwright.press.drawing.context import ClassColours
    from deckwright.press.graphics.parts import (
        Drawing,
        DrawnPart,
        DrawnShape,
        Path,
        Pixels,
        Tint,
    )


class IconContext(Protocol):
    """What icons are drawn with: the files of their game, and the drawings that are made once."""

    @property
    def assets(self) -> Mapping[str, bytes]:
        """The files by name."""

    @property
    def drawings(self) -> dict[Hashable, tuple[DrawnPart, ...]]:
        """The drawings by what they are of."""


def draw_in_colours(
    icon: DrawnIcon, drawing: Drawing, context: IconContext, colours: ClassColours = ()
) -> DrawnPart:
    """Draw an icon as its file has it, except for classes with other colours."""
    area = _within(icon, drawing)
    shapes = sized_shapes(f"icons/{icon.icon}", drawing, (area.width, area.height), context, Look(colours))
    return DrawnRepeat(shapes, ((area.x, area.y),))


def draw_own_icons(parts: Iterable[DrawnPart], colour: str, context: IconContext) -> Iterator[DrawnPart]:
    """Draw the icons of a text as `draw_icon` does."""
    for part in parts:
        yield draw_icon(part, colour, context) if isinstance(part, DrawnIcon) else part


def draw_icon(icon: DrawnIcon, colour: str, context: IconContext) -> DrawnPart:
    """Draw an icon as its file has it if its colour is `OWN`, or if it is made of pixels.

    Those of fonts have a colour instead of `OWN`.
    """
    is_own = icon.colour == OWN
    if name := icon_picture(icon.icon, context.assets):
        return DrawnPicture(name, _within(icon, picture(name, context.assets)))
    if is_own and (drawing := icon_drawing(icon.icon, context.assets)):
        return draw_in_colours(icon, drawing, context)
    return icon._replace(colour=colour) if is_own else icon


def _within(icon: DrawnIcon, content: Pixels | Drawing) -> Area:
    """Area of a picture in the square of an icon."""
    scale = icon.side / max(content.width, content.height)
    width, height = content.width * scale, content.height * scale
    return Area(icon.x - width / 2, icon.y - height / 2, width, height)


class Look(NamedTuple):
    """Colours for the classes of a drawing, and its tint."""

    colours: ClassColours
    tint: Tint | None = None


def sized_shapes(
    name: str, drawing: Drawing, size: tuple[float, float], context: IconContext, look: Look
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
    fill, stroke = (tinted_colour(str(colour), tint) for colour in (shape.fill, shape.stroke))
    return shape._replace(fill=fill, stroke=stroke)


def _shapes(drawing: Drawing, scale: tuple[float, float], look: Look) -> Iterator[DrawnShape]:
    line, colours = (scale[0] * scale[1]) ** 0.5, dict(look.colours)
    for shape, classes in zip(drawing.shapes, drawing.classes, strict=True):
        shown = _recoloured(shape, classes, colours)
        shown = _tinted_shape(shown, look.tint) if look.tint else shown
        yield shown._replace(
            path=_moved(shape.path, drawing, scale),
            width=shape.width * line,
            dash=tuple(part * line for part in shape.dash),
        )


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
