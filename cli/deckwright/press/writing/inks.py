"""Colours as a PDF writes them: the red, green and blue of a face, or the four inks of a printing press."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

Parts = tuple[float, ...]
"""The parts of a colour, from 0 to 1: red, green, blue; or cyan, magenta, yellow, black."""


_ROUNDING = 0.0005
"""How much more than meant a part may be as it is written, with three decimals."""


class _Written(dict[str, str]):
    """The operator that sets each colour, written when it first comes up."""

    def __init__(self, parts: Callable[[str], Parts], operator: str) -> None:
        self._parts, self._operator = parts, operator

    def __missing__(self, colour: str) -> str:
        numbers = (f"{part:.3f}".rstrip("0").rstrip(".") for part in self._parts(colour))
        written = self[colour] = " ".join([*numbers, self._operator])
        return written


class Inks:
    """How a file writes colours: the operators for what is filled, drawn with a line, and read.

    `limit` is how much ink a place may get, where colours are inks (2.4: 240 %).
    """

    def __init__(
        self,
        parts: Callable[[str], Parts],
        text: Callable[[str], Parts],
        operators: tuple[str, str],
        limit: float | None = None,
    ) -> None:
        fill, stroke = operators
        self.limit = limit
        self.fills = _Written(parts, fill)
        self.strokes = _Written(parts, stroke)
        self.texts = _Written(text, fill)


def rgb_inks() -> Inks:
    """Give the colours as faces name them, for screens and home printers."""
    return Inks(rgb, rgb, ("rg", "RG"))


def press_inks(limit: float) -> Inks:
    """Give colours in cyan, magenta, yellow and black, of which no place gets more than `limit` (2.4: 240 %)."""
    written = limit - 4 * _ROUNDING
    return Inks(
        lambda colour: cmyk(colour, written), lambda colour: text_cmyk(colour, written), ("k", "K"), limit
    )


def rgb(colour: str) -> Parts:
    """Give red, green and blue of `#rrggbb`."""
    return tuple(int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))


def cmyk(colour: str, limit: float) -> Parts:
    """Give the four inks for `#rrggbb`.

    What cyan, magenta and yellow have in common is printed in black alone (full grey-component replacement):
    two coloured inks at most stand in one place, and greys stay grey however the press runs. Where that is
    still more ink than `limit`, the coloured inks give way in equal measure, and black stays.
    """
    light = rgb(colour)
    most = max(light)
    if not most:
        return 0.0, 0.0, 0.0, 1.0
    black = 1 - most
    coloured = [1 - part / most for part in light]
    share = min(1.0, (limit - black) / (sum(coloured) or 1.0))
    return *(share * part for part in coloured), black


def text_cmyk(colour: str, limit: float) -> Parts:
    """Give the inks for text: dark and grey text in black alone, so that small letters stay sharp."""
    light = rgb(colour)
    if max(light) <= _DARK:
        return 0.0, 0.0, 0.0, 1.0
    if max(light) <= _LIGHT and max(light) - min(light) <= _GREY:
        return 0.0, 0.0, 0.0, 1 - sum(light) / 3
    return cmyk(colour, limit)


_DARK = 0.25
"""Text of which no part is lighter than this is printed as full black."""

_LIGHT = 0.75
_GREY = 0.1
"""Text no lighter than this, whose parts differ by no more than this, is printed as a shade of black."""
