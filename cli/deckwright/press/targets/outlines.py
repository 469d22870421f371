"""Pictures of round and six-sided pieces, cut out along their outlines."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from deckwright.press.sheets.marks import HEXAGON

if TYPE_CHECKING:
    from deckwright.press.sheets.sheet import Shape

_FINER = 4
"""How much finer an outline is drawn than the picture that it cuts out, so that its edge is smooth."""


def cut_out(picture: Any, shape: Shape) -> Any:
    """Make transparent what lies outside the outline of a piece; give a rectangle as it is."""
    if shape == "rect":
        return picture
    from PIL import Image, ImageDraw

    width, height = (side * _FINER for side in picture.size)
    mask = Image.new("L", (width, height))
    pen = ImageDraw.Draw(mask)
    if shape == "circle":
        pen.ellipse((0, 0, width - 1, height - 1), fill=255)
    else:
        pen.polygon([(x * width, y * height) for x, y in HEXAGON], fill=255)
    picture.putalpha(mask.resize(picture.size, Image.Resampling.BOX))
    return picture
