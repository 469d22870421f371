"""Titles of documents, on a band beside the icon of the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deckwright.press.graphics.parts import Area

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from deckwright.press.documents.content import Document
    from deckwright.press.documents.setter import Painter, TextLook
    from deckwright.press.graphics.parts import DrawnPart, Path

BLEED = 3.0
"""How far bands run over the edges of the paper, in mm."""


def title_band(
    document: Document,
    band: Area,
    lines: Sequence[tuple[TextLook, Area]],
    painter: Painter,
    ground: Path = (),
) -> Iterator[DrawnPart]:
    """Draw title and subtitle on a band, each in its look and area, and the icon of the game at its end, on discs within a ground."""
    side = band.height - 2
    yield from painter.emblem(Area(band.far[0] - side - 2, band.y + 2, side, side), ground)
    for text, (look, area) in zip((document.title, document.subtitle), lines, strict=False):
        yield from painter.text(text, look, area)
