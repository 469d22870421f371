"""The pages of a print: sheets of fronts, each with its page of backs where these are asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deckwright.press.drawing.footers import footer
from deckwright.press.drawing.rulers import margin_ruler
from deckwright.press.parts import POINT
from deckwright.press.sheets.marks import crop_marks, cut_lines, fold_marks, registration_marks
from deckwright.press.sheets.turning import backs, folded_backs, fronts
from deckwright.press.writing.operators import Content

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deckwright.model.card import Card
    from deckwright.model.printer import Printer
    from deckwright.press.job import PrintJob
    from deckwright.press.parts import Drawn
    from deckwright.press.sheets.turning import Stand
    from deckwright.press.writing.card_press import CardPress
    from deckwright.press.writing.pdf_file import PdfFile

BACK_BLEED = 3.0
"""How far the ground of backs goes on beyond the outer cards, in mm, so that a drift shows no white edge."""


class Pages:
    """Adds the pages of one job to one file."""

    def __init__(self, job: PrintJob, file: PdfFile, press: CardPress) -> None:
        self._job, self._file, self._press = job, file, press
        sheet = job.sheet
        self._fronts = fronts(sheet)
        self._folded = folded_backs(sheet) if sheet.fold else []
        self._backs: list[Stand] = []
        if job.duplex:
            self._backs = backs(sheet._replace(bleed=max(sheet.bleed, BACK_BLEED)), job.duplex)
        marks = (crop_marks(sheet), fold_marks(sheet), registration_marks(sheet), margin_ruler(sheet))
        self._marks: list[Drawn] = [mark for drawn in marks for mark in drawn]
        self._last = job.cards[-1][0]

    def add(self, cards: Sequence[Card | None], number: int, total: int) -> int:
        """Add the sheet with that number of a total; give how many pages it has."""
        sheet = self._job.sheet
        content = Content(self._file)
        for card, at in zip(cards, self._fronts, strict=False):
            self._press.print_front(card, content, at)
        self._print_backs(cards, content, self._folded)
        content.draw(cut_lines(sheet, len(cards)))
        content.draw(self._marks)
        content.draw(footer(self._job, number, total))
        self._file.page(content, *sheet.paper)
        return 1 + self._add_backs(cards)

    def _add_backs(self, cards: Sequence[Card | None]) -> int:
        if not self._backs:
            return 0
        content = Content(self._file)
        content.operators += moved(self._job.sheet.paper, self._job.printer)
        self._print_backs(cards, content, self._backs)
        self._file.page(content, *self._job.sheet.paper)
        return 1

    def _print_backs(self, cards: Sequence[Card | None], content: Content, stands: Sequence[Stand]) -> None:
        for card, at in zip(cards, stands, strict=False):
            self._press.print_back(card or self._last, content, at)


def moved(paper: tuple[float, float], printer: Printer) -> list[str]:
    """Give the operator that moves a page of backs, and enlarges it about its middle, as a printer needs it."""
    if printer.offset == (0.0, 0.0) and printer.scale == 100.0:  # noqa: PLR2004 - per cent
        return []
    scale = printer.scale / 100
    across, down = (
        (side / 2 * (1 - scale) + offset) / POINT for side, offset in zip(paper, printer.offset, strict=True)
    )
    return [f"{scale:.5f} 0 0 {scale:.5f} {across:.3f} {-down:.3f} cm"]
