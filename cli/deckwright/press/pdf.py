"""Print a job as PDF sheets."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, BinaryIO

from deckwright.errors import InputError
from deckwright.messages import tr
from deckwright.model.finding import Finding
from deckwright.press.about import about
from deckwright.press.drawing.beside import beside
from deckwright.press.drawing.cards import take_apart
from deckwright.press.drawing.footers import footer
from deckwright.press.job import Printed
from deckwright.press.lettering.letters import wrong_letters
from deckwright.press.pages import Pages
from deckwright.press.preflight import bare_desk, note_flaws
from deckwright.press.sheets.dealing import dealt, drawn_often
from deckwright.press.sheets.refitting import refitted
from deckwright.press.writing.card_press import CardPress
from deckwright.press.writing.pdf_file import PdfFile

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from deckwright.press.faces import Face
    from deckwright.press.faces.scope import Desk
    from deckwright.press.job import PrintJob
    from deckwright.press.sheets.sheet import Shape


def print_pdf(job: PrintJob, out: BinaryIO, progress: Callable[[int], None] | None = None) -> Printed:
    """Write the sheets of a job to `out`; `progress` is told how many cards are done, after each page.

    The same job gives the same bytes. A text that does not fit is drawn all the same, and is a finding.

    Raises:
        InputError: there is no card to print.
    """
    if not any(copies for _, copies in job.cards):
        raise InputError("nothing-to-print", tr("There is no card to print."))
    parts = by_size(job)
    desk = desk_of(job, parts)
    file = PdfFile(job.assets, job.language, _largest(parts))
    dealings = [dealt(part.cards, part.sheet) for part in parts]
    total = sum(map(len, dealings))
    printed = Printed(0, 0)
    number = 0
    for part, sheets in zip(parts, dealings, strict=True):
        press = CardPress(part, desk, file, drawn_often(sheets))
        pages = Pages(part, file, press, sheets, (number, total))
        number += len(sheets)
        with beside(desk, sheets, press.draw) as press.front:
            for page, cards in enumerate(sheets, 1):
                done = printed.cards + sum(card is not None for card in cards)
                printed = replace(printed, pages=printed.pages + pages.add(page), cards=done)
                if progress:
                    progress(done)
        printed = replace(printed, digests={**printed.digests, **press.digests})
    file.save(out, about(job, file, job.sheet.name))
    return replace(printed, findings=list(desk.findings))


def by_size(job: PrintJob) -> list[PrintJob]:
    """Part a job by the size and outline of its faces, each part with its cards and with the sheet laid out for these.

    They come in the order of their first cards.
    """
    sizes = {
        (job.faces[card.kind].size, job.faces[card.kind].cut): None for card, copies in job.cards if copies
    }
    return [_part(job, size, cut) for size, cut in sizes]


def _part(job: PrintJob, size: tuple[float, float], cut: Shape) -> PrintJob:
    faces = {kind: face for kind, face in job.faces.items() if (face.size, face.cut) == (size, cut)}
    cards = [(card, copies) for card, copies in job.cards if card.kind in faces]
    backs = {kind: face for kind, face in job.backs.items() if kind in faces}
    return replace(job, cards=cards, faces=faces, backs=backs, sheet=refitted(job.sheet, size, cut))


def _largest(jobs: Sequence[PrintJob]) -> tuple[float, float]:
    return max((job.sheet.card for job in jobs), key=max)


def desk_of(job: PrintJob, parts: Sequence[PrintJob] = ()) -> Desk:
    """Give the desk at which the cards of a job are drawn, with what is found of them before that.

    `parts` are the job's, where cards of several sizes have sheets of their own.
    """
    desk = bare_desk(job)
    for part in parts or [job]:
        _note_sizes(desk, part)
        desk.findings |= dict.fromkeys(wrong_letters(footer(part, 1, 1)))
    backs = job.backs if job.duplex or job.sheet.fold else {}
    note_flaws(desk, [card for card, copies in job.cards if copies], job.faces, backs)
    take_apart([*job.faces.values(), *backs.values()], desk)
    return desk


def _note_sizes(desk: Desk, job: PrintJob) -> None:
    backs = job.backs if job.duplex or job.sheet.fold else {}
    for faces, fault in ((job.faces, _wrong_size), (backs, _wrong_back)):
        for kind, face in faces.items():
            if face.size != job.sheet.card:
                desk.note(fault(kind, face, job))


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
