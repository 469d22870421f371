"""The line of small type below the cards of a sheet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deckwright.press.drawing.small_type import Small, small_type
from deckwright.press.parts import Area

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from deckwright.press.faces.styles import Align
    from deckwright.press.job import PrintJob
    from deckwright.press.parts import Drawn
    from deckwright.press.sheets import Sheet

    _Text = tuple[str, Area, Align]

_ASIDE = 2.0
"""How far the line keeps from the cards' ink and from the crop marks, in mm."""


def footer(job: PrintJob, page: int, pages: int) -> Iterator[Drawn]:
    """Draw the line below the cards of a page."""
    return _drawn(job, _texts(job.sheet), page, pages)


def common_footer(job: PrintJob) -> Iterator[Drawn]:
    """Draw what of the line is the same on every page."""
    return _drawn(job, [text for text in _texts(job.sheet) if not _counts(text)], 0, 0)


def page_footer(job: PrintJob, page: int, pages: int) -> Iterator[Drawn]:
    """Draw what of the line is different on every page."""
    return _drawn(job, [text for text in _texts(job.sheet) if _counts(text)], page, pages)


def _counts(text: _Text) -> bool:
    return "{page}" in text[0] or "{pages}" in text[0]


def _drawn(job: PrintJob, texts: Sequence[_Text], page: int, pages: int) -> Iterator[Drawn]:
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
    for text, area, align in texts:
        small = Small(text.format(**values), area, line.size, align, line.colour, line.font)
        yield from small_type(small, job.language)


def _texts(sheet: Sheet) -> Sequence[_Text]:
    """Give each text its room."""
    line = sheet.footer
    if line is None:
        return ()
    y = sheet.corner[1] + sheet.block[1] + sheet.bleed + _ASIDE
    areas = [Area(x + _ASIDE, y, width - 2 * _ASIDE, 1e6) for x, width in _rooms(sheet)]
    return ((line.left, areas[0], "left"), (line.middle, areas[1], "centre"), (line.right, areas[2], "right"))


def _rooms(sheet: Sheet) -> list[tuple[float, float]]:
    """Give where three texts begin and how much room they have: each below one card, between its crop marks."""
    starts, width = sheet.starts(0), sheet.card[0]
    first, last, count = starts[0], starts[-1], len(starts)
    if count == 1:
        return [(first + place * width / 3, width / 3) for place in range(3)]
    if first == starts[-2]:
        return [(first, width), (last, width / 2), (last + width / 2, width / 2)]
    return [(first, width), (starts[count // 2], width), (last, width)]
