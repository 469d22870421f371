"""The pages of a print: sheets of fronts, each with its page of backs where these are asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deckwright.press.drawing.footers import common_footer, page_footer
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
    """Adds the pages of one job's sheets to one file; sheets that are the same are drawn once.

    `place` tells how many sheets of other sizes come before them, and how many there are in all.
    """

    def __init__(
        self,
        job: PrintJob,
        file: PdfFile,
        press: CardPress,
        sheets: Sequence[Sequence[Card | None]],
        place: tuple[int, int] = (0, 0),
    ) -> None:
        self._before, self._total = place[0], place[1] or len(sheets)
        self._job, self._file, self._press, self._sheets = job, file, press, sheets
        sheet = job.sheet
        self._fronts = fronts(sheet)
        self._folded = folded_backs(sheet) if sheet.fold else []
        self._backs: list[Stand] = []
        if job.duplex:
            self._backs = backs(sheet._replace(bleed=max(sheet.bleed, BACK_BLEED)), job.duplex)
        marks = (crop_marks(sheet), fold_marks(sheet), registration_marks(sheet), margin_ruler(sheet))
        self._marks: list[Drawn] = [mark for drawn in marks for mark in drawn]
        self._last = job.cards[-1][0]
        self._front = self._back = Content(file)

    def add(self, number: int) -> int:
        """Add the sheet of that number, from 1; give how many pages it has."""
        cards = self._sheets[number - 1]
        is_new = number == 1 or cards != self._sheets[number - 2]
        if is_new:
            self._front = self._print_fronts(cards)
            self._front.draw(common_footer(self._job))
        foot = Content(self._file)
        foot.draw(page_footer(self._job, self._before + number, self._total))
        is_only = is_new and cards not in self._sheets[number : number + 1]
        if is_only:
            self._front.add(foot)
        self._file.page(self._front, *self._job.sheet.paper, over=None if is_only else foot)
        return 1 + self._add_backs(cards, is_new=is_new)

    def _print_fronts(self, cards: Sequence[Card | None]) -> Content:
        content = Content(self._file)
        for card, at in zip(cards, self._fronts, strict=False):
            self._press.print_front(card, content, at)
        self._print_backs(cards, content, self._folded)
        content.draw(cut_lines(self._job.sheet, len(cards)))
        content.draw(self._marks)
        return content

    def _add_backs(self, cards: Sequence[Card | None], *, is_new: bool) -> int:
        if not self._backs:
            return 0
        if is_new:
            self._back = Content(self._file)
            self._back.operators += moved(self._job.sheet.paper, self._job.printer)
            self._print_backs(cards, self._back, self._backs)
        self._file.page(self._back, *self._job.sheet.paper)
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
