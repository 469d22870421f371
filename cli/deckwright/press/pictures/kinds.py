"""The two kinds of pictures: made of pixels, or drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from deckwright.press.parts import Shape


class Pixels(NamedTuple):
    """A PNG or JPEG: its width and height in pixels as it is seen.

    `turn` is the EXIF orientation, 1 to 8 (TIFF 6.0, Orientation): how a camera was held. 1 is upright.
    """

    sort: str
    width: int
    height: int
    turn: int = 1


class Drawing(NamedTuple):
    """An SVG: its outlines, and the rectangle that is seen of them, in units of its own; y runs downwards."""

    shapes: tuple[Shape, ...]
    left: float
    top: float
    width: float
    height: float
