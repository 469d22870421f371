"""The line of small type below the cards of a sheet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deckwright.press.faces.styles import Style
from deckwright.press.lettering.fit import Copy, fitted
from deckwright.press.lettering.spans import Span
from deckwright.press.lettering.words import paragraphs_of
from deckwright.press.parts import Area

if TYPE_CHECKING:
    from collections.abc import Iterator

    from deckwright.press.faces.styles import Align
    from deckwright.press.job import PrintJob
    from deckwright.press.parts import Drawn

_LEAST = 4.0
_ASIDE = 2.0
"""How far the line keeps from the crop marks, in mm."""


def footer(job: PrintJob, page: int, pages: int) -> Iterator[Drawn]:
    """Draw the line below the cards, beside the crop marks: each text below one column of cards."""
    sheet = job.sheet
    if sheet.footer is None:
        return
    values = {
        "title": job.title,
        "game": job.game.title(job.language),
        "language": job.language.upper(),
        "page": page,
        "pages": pages,
    }
    step, last = sheet.card[0] + sheet.gutter[0], sheet.columns - 1
    left, bottom = sheet.corner[0] + _ASIDE, sheet.corner[1] + sheet.block[1]
    width = sheet.card[0] - 2 * _ASIDE
    texts: tuple[tuple[str, float, Align], ...] = (
        (sheet.footer.left, 0, "left"),
        (sheet.footer.middle, last / 2, "centre"),
        (sheet.footer.right, last, "right"),
    )
    for text, column, align in texts:
        style = Style(font=sheet.footer.font, size=sheet.footer.size, min=_LEAST, lines=1, align=align)
        paragraphs = paragraphs_of([Span(text.format(**values))], style)
        area = Area(left + column * step, bottom + _ASIDE, width, 1e6)
        if paragraphs:
            setting = fitted(Copy(paragraphs, style, job.language), width, area.height)
            yield from setting.drawn(area, sheet.footer.colour)
