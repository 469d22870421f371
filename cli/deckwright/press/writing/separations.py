"""Pictures in the four inks of a printing press, which knows no half transparency."""

from __future__ import annotations

from functools import cache
from typing import Any

from deckwright.press.writing.inks import cmyk

_STEPS = 33
"""How finely red, green and blue are divided in the table of inks; what lies between is interpolated."""

_ROUNDING = 0.01
"""How much more ink than meant whole numbers for four inks can make."""

_SHADOW, _LIGHT, _HALF = 26, 230, 128
"""From and to what opacity a pixel is half transparent, and from which on it is drawn, of 255."""

_BLURRED = 0.02
"""Which part of a picture is half transparent merely because its edges are smooth."""


def separated(image: Any, limit: float) -> Any:
    """Give a picture (modes L, RGB, CMYK) in inks: greys in black, colours as faces' are, none above the limit.

    What comes in inks keeps them, unless there are too many somewhere.
    """
    from PIL import Image, ImageChops

    if image.mode == "L":
        none = Image.new("L", image.size)
        return Image.merge("CMYK", (none, none, none, ImageChops.invert(image)))
    if image.mode == "CMYK":
        if _most_ink(image) <= limit:
            return image
        image = image.convert("RGB")
    return image.filter(_table(limit - _ROUNDING))


@cache
def _table(limit: float) -> Any:
    from PIL import ImageFilter

    def inks(red: float, green: float, blue: float) -> tuple[float, ...]:
        return cmyk("#" + "".join(f"{round(255 * part):02x}" for part in (red, green, blue)), limit)

    return ImageFilter.Color3DLUT.generate(_STEPS, inks, channels=4, target_mode="CMYK")


def _most_ink(image: Any) -> float:
    """Give how much ink the darkest place gets, or slightly more."""
    from PIL import ImageChops

    total = None
    for band in image.split():
        quarter = band.point(lambda ink: (ink + 3) // 4)
        total = quarter if total is None else ImageChops.add(total, quarter)
    return float(4 * total.getextrema()[1] / 255) if total else 0.0


def hard_edged(alpha: Any) -> tuple[Any, bool]:
    """Give what of a picture is not drawn, as a bitmap, and whether it is half transparent in more than its edges."""
    shades = alpha.histogram()
    between = sum(shades[_SHADOW:_LIGHT])
    cut = alpha.point(lambda shade: 255 if shade < _HALF else 0).convert("1", dither=0)
    return cut, between > _BLURRED * sum(shades[_SHADOW:])
