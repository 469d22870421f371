"""Proof sheets for translators: each card in several languages, side by side."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, BinaryIO

from deckwright.errors import UsageError
from deckwright.messages import tr
from deckwright.press.about import about
from deckwright.press.drawing.footers import footer
from deckwright.press.job import Printed
from deckwright.press.pdf import desk_of
from deckwright.press.sheets.dealing import dealt
from deckwright.press.sheets.marks import crop_marks, cut_lines
from deckwright.press.sheets.turning import fronts
from deckwright.press.writing.card_press import CardPress
from deckwright.press.writing.operators import Content
from deckwright.press.writing.pdf_file import PdfFile

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from deckwright.model.finding import Finding
    from deckwright.press.job import PrintJob
    from deckwright.press.sheets import Sheet


def proof_sheet(sheet: Sheet, languages: int) -> Sheet:
    """Give the sheet on which so many languages of a card stand in a row.

    Raises:
        UsageError: it is too narrow, or folded.
    """
    columns = sheet.columns - sheet.columns % languages
    if sheet.fold or not columns:
        message = tr(
            "The sheet {name} has no room for {count} cards side by side.", name=sheet.name, count=languages
        )
        raise UsageError("sheet", message, hint=tr("Name another with --sheet, such as a4."))
    return sheet._replace(columns=columns, order="rows", blanks=False, registration=None)


def print_side_by_side(
    jobs: Sequence[PrintJob], out: BinaryIO, progress: Callable[[int], None] | None = None
) -> Printed:
    """Write sheets of the same cards in the languages of some jobs, each card once in each, on the first one's sheet.

    `progress` is told how many drawings are done, after each page.
    """
    first = _titled(jobs)
    file = PdfFile(first.assets, first.language, first.sheet.card)
    findings: dict[Finding, None] = {}
    desks = [desk_of(job) for job in jobs]
    presses = [CardPress(job, desk, file) for job, desk in zip(jobs, desks, strict=True)]
    drawings = [((card, press), 1) for card, _ in first.cards for press in presses]
    sheets = dealt(drawings, first.sheet)
    done = 0
    for number, row in enumerate(sheets, 1):
        content = Content(file)
        for drawing, at in zip(row, fronts(first.sheet), strict=False):
            if drawing:
                drawing[1].print_front(drawing[0], content, at)
        content.draw(cut_lines(first.sheet, len(row)))
        content.draw(crop_marks(first.sheet))
        content.draw(footer(first, number, len(sheets)))
        file.page(content, *first.sheet.paper)
        done += len(row)
        if progress:
            progress(done)
    file.save(out, about(first, file, first.sheet.name))
    for desk in desks:
        findings |= dict.fromkeys(desk.findings)
    return Printed(len(sheets), len(first.cards), list(findings))


def _titled(jobs: Sequence[PrintJob]) -> PrintJob:
    """Give the first job, whose title names the languages."""
    languages = " · ".join(job.language.upper() for job in jobs)
    return replace(jobs[0], title=f"{jobs[0].title}, {languages}")
