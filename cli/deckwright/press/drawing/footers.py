"""The line of small type below the cards of a sheet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deckwright.press.drawing.small_type import Small, small_type
from deckwright.press.parts import Area

if TYPE_CHECKING:
    from collections.abc import Iterator

    from deckwright.press.faces.styles import Align
    from deckwright.press.job import PrintJob
    from deckwright.press.parts import Drawn
    from deckwright.press.sheets import Footer, Sheet

_ASIDE = 2.0
"""How far the line keeps from the cards' ink and from the crop marks, in mm."""


def footer(job: PrintJob, page: int, pages: int) -> Iterator[Drawn]:
    """Draw the line below the cards."""
    line = job.sheet.footer
    if line is None:
        return
    values = {
        "title": job.title,
        "game": job.game.title(job.language),
        "language": job.language.upper(),
        "page": page,
        "pages": pages,
    }
    for text, area, align in _texts(job.sheet, line):
        small = Small(text.format(**values), area, line.size, align, line.colour, line.font)
        yield from small_type(small, job.language)


def _texts(sheet: Sheet, line: Footer) -> tuple[tuple[str, Area, Align], ...]:
    """Give each text its room: below one column of cards, between its crop marks; or a third of a few."""
    (left, top), (width, height), starts = sheet.corner, sheet.block, sheet.starts(0)
    y = top + height + sheet.bleed + _ASIDE
    room = sheet.card[0] if len(starts) > 2 else width / 3  # noqa: PLR2004 - left, middle and right
    areas = [
        Area(x + _ASIDE, y, room - 2 * _ASIDE, 1e6)
        for x in (left, left + (width - room) / 2, left + width - room)
    ]
    return ((line.left, areas[0], "left"), (line.middle, areas[1], "centre"), (line.right, areas[2], "right"))
