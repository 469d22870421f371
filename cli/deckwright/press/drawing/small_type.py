"""Small type beside the cards."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from deckwright.press.faces.styles import Style
from deckwright.press.lettering.fit import Copy, fitted
from deckwright.press.lettering.spans import Span
from deckwright.press.lettering.words import paragraphs_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from deckwright.press.faces.styles import Align
    from deckwright.press.parts import Area, Drawn

_LEAST = 4.0
"""The smallest size, in points, to which small type shrinks."""


class Small(NamedTuple):
    """A text of a size in points, at the top of an area."""

    text: str
    area: Area
    size: float
    align: Align = "left"
    colour: str = "#555555"
    font: str = "Alegreya Sans"
    lines: int = 1
    weight: int = 400


def small_type(small: Small, language: str = "en") -> Iterator[Drawn]:
    """Draw a small text; it shrinks where it must."""
    style = Style(
        font=small.font,
        weight=small.weight,
        size=small.size,
        min=_LEAST,
        lines=small.lines,
        align=small.align,
    )
    paragraphs = paragraphs_of([Span(small.text)], style)
    if paragraphs:
        setting = fitted(Copy(paragraphs, style, language), small.area.width, small.area.height)
        yield from setting.drawn(small.area, small.colour)
