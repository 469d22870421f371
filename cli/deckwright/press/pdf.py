"""Print a job as PDF sheets."""

from __future__ import annotations

from typing import TYPE_CHECKING, BinaryIO

from deckwright.errors import InputError
from deckwright.messages import tr
from deckwright.model.finding import Finding
from deckwright.press.about import about
from deckwright.press.drawing.footers import footer
from deckwright.press.faces.scope import Desk
from deckwright.press.job import Printed
from deckwright.press.writing.card_press import CardPress
from deckwright.press.writing.operators import Content
from deckwright.press.writing.pdf_file import PdfFile

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from deckwright.model.card import Card
    from deckwright.press.job import PrintJob


def print_pdf(job: PrintJob, out: BinaryIO, progress: Callable[[int], None] | None = None) -> Printed:
    """Write the sheets of a job to `out`; `progress` is told how many cards are done, after each page.

    The same job gives the same bytes. A text that does not fit is drawn all the same, and is a finding.

    Raises:
        InputError: there is no card to print.
    """
    if not any(copies for _, copies in job.cards):
        raise InputError("nothing-to-print", tr("There is no card to print."))
    desk = Desk(job.game, job.language, job.assets, job.matches)
    for kind, face in job.faces.items():
        if face.size != job.sheet.card:
            desk.note(_wrong_size(kind, face.size, job))
    file = PdfFile(job.assets, job.language, job.sheet.card)
    press = CardPress(job, desk, file)
    sheets = list(_sheets(job))
    done = 0
    for number, cards in enumerate(sheets, 1):
        _page(job, file, press, cards, (number, len(sheets)))
        done += len(cards)
        if progress:
            progress(done)
    file.save(out, about(job, file, job.sheet.name))
    return Printed(len(sheets), done, list(desk.findings), press.digests)


def _sheets(job: PrintJob) -> Iterator[list[Card]]:
    """Deal the cards, every copy one, onto sheets."""
    sheet: list[Card] = []
    for card, copies in job.cards:
        for _ in range(copies):
            sheet.append(card)
            if len(sheet) == job.sheet.cards:
                yield sheet
                sheet = []
    if sheet:
        yield sheet


def _page(job: PrintJob, file: PdfFile, press: CardPress, cards: list[Card], number: tuple[int, int]) -> None:
    content = Content(file)
    for card, (x, y) in zip(cards, job.sheet.places(), strict=False):
        press.print_at(card, content, x, y)
    content.draw(job.sheet.crop_marks())
    content.draw(footer(job, *number))
    file.page(content, *job.sheet.paper)


def _wrong_size(kind: str, size: tuple[float, float], job: PrintJob) -> Finding:
    message = tr(
        "The face of {kind} is {width} × {height} mm, but the sheet {sheet} takes cards of "
        "{card_width} × {card_height} mm: it is cut off or leaves a rim.",
        kind=kind,
        width=f"{size[0]:g}",
        height=f"{size[1]:g}",
        sheet=job.sheet.name,
        card_width=f"{job.sheet.card[0]:g}",
        card_height=f"{job.sheet.card[1]:g}",
    )
    return Finding("card-size", "error", message, where=job.faces[kind].documents[-1].where("size"))
