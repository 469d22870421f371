"""Print a job as PDF sheets."""

from __future__ import annotations

from typing import TYPE_CHECKING, BinaryIO

from deckwright.errors import InputError
from deckwright.messages import tr
from deckwright.model.finding import Finding
from deckwright.press.about import about
from deckwright.press.drawing.beside import beside
from deckwright.press.drawing.cards import take_apart
from deckwright.press.faces.scope import Desk
from deckwright.press.job import Printed
from deckwright.press.pages import Pages
from deckwright.press.preflight import note_flaws
from deckwright.press.sheets.dealing import dealt, drawn_often
from deckwright.press.writing.card_press import CardPress
from deckwright.press.writing.pdf_file import PdfFile

if TYPE_CHECKING:
    from collections.abc import Callable

    from deckwright.press.faces import Face
    from deckwright.press.job import PrintJob


def print_pdf(job: PrintJob, out: BinaryIO, progress: Callable[[int], None] | None = None) -> Printed:
    """Write the sheets of a job to `out`; `progress` is told how many cards are done, after each page.

    The same job gives the same bytes. A text that does not fit is drawn all the same, and is a finding.

    Raises:
        InputError: there is no card to print.
    """
    if not any(copies for _, copies in job.cards):
        raise InputError("nothing-to-print", tr("There is no card to print."))
    desk = desk_of(job)
    file = PdfFile(job.assets, job.language, job.sheet.card)
    sheets = dealt(job.cards, job.sheet)
    press = CardPress(job, desk, file, drawn_often(sheets))
    pages = Pages(job, file, press, sheets)
    done = count = 0
    with beside(desk, sheets, press.draw) as press.front:
        for number, cards in enumerate(sheets, 1):
            count += pages.add(number)
            done += sum(card is not None for card in cards)
            if progress:
                progress(done)
    file.save(out, about(job, file, job.sheet.name))
    return Printed(count, done, list(desk.findings), press.digests)


def desk_of(job: PrintJob) -> Desk:
    """Give the desk at which the cards of a job are drawn, with what is found of them before that."""
    desk = Desk(job.game, job.language, job.assets, job.matches, job.sisters, low_ink=job.low_ink)
    for kind, face in job.faces.items():
        if face.size != job.sheet.card:
            desk.note(_wrong_size(kind, face, job))
    backs = job.backs if job.duplex or job.sheet.fold else {}
    for kind, face in backs.items():
        if face.size != job.sheet.card:
            desk.note(_wrong_back(kind, face, job))
    note_flaws(desk, [card for card, copies in job.cards if copies], job.faces, backs)
    take_apart([*job.faces.values(), *backs.values()], desk)
    return desk


def _wrong_size(kind: str, face: Face, job: PrintJob) -> Finding:
    message = tr(
        "The face of {kind} is {width} × {height} mm, but the sheet {sheet} takes cards of "
        "{card_width} × {card_height} mm: it is cut off or leaves a rim.",
        kind=kind,
        **_sizes(face, job),
    )
    return Finding("card-size", "error", message, where=face.documents[-1].where("size"))


def _wrong_back(kind: str, face: Face, job: PrintJob) -> Finding:
    message = tr(
        "The back of {kind} is {width} × {height} mm, but the sheet {sheet} takes cards of "
        "{card_width} × {card_height} mm: name one of that size with back, in game.yaml.",
        kind=kind,
        **_sizes(face, job),
    )
    return Finding("card-size", "error", message, where=face.documents[-1].where("size"))


def _sizes(face: Face, job: PrintJob) -> dict[str, str]:
    sizes = {"width": face.size[0], "height": face.size[1]}
    sizes |= {"card_width": job.sheet.card[0], "card_height": job.sheet.card[1]}
    return {"sheet": job.sheet.name, **{name: f"{size:g}" for name, size in sizes.items()}}
