"""PDF files with a page for each face: a whole deck for a print shop, or a file for each card."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, BinaryIO

from deckwright.files.results import whole_file
from deckwright.press.job import Printed
from deckwright.press.targets.card_pages import CardPage, CardPages, desk_of
from deckwright.press.targets.names import card_files
from deckwright.press.writing.inks import press_inks
from deckwright.press.writing.prepress import declare

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from deckwright.model.card import Card
    from deckwright.press.faces import Face
    from deckwright.press.faces.scope import Desk
    from deckwright.press.job import PrintJob
    from deckwright.press.targets.loading import Pages


def print_pages(
    job: PrintJob, pages: Pages, name: str, out: BinaryIO, progress: Callable[[int], None] | None = None
) -> Printed:
    """Write all cards of a job, every copy one, for the target of that name; the same job gives the same bytes.

    Raises:
        InputError: there is no card to print.
    """
    desk = _desk(job, pages)
    file = _file(job, pages, desk)
    done = 0
    for card, copies in job.cards:
        for _ in range(copies):
            _add(card, job, pages, file)
        done += copies
        if progress:
            progress(done)
    file.save(out, name)
    return Printed(done * _faces(pages), done, list(desk.findings))


def print_each(
    job: PrintJob, pages: Pages, name: str, folder: Path, progress: Callable[[int], None] | None = None
) -> tuple[list[Path], Printed]:
    """Write a file for each card, whatever its copies, into a folder; give the files.

    Raises:
        InputError: there is no card to print, or the folder cannot be written.
    """
    desk = _desk(job, pages)
    files = [folder / f"{stem}.pdf" for stem in card_files(job.cards)]
    for number, ((card, _), path) in enumerate(zip(job.cards, files, strict=True), 1):
        file = _file(job, pages, desk)
        _add(card, job, pages, file)
        with whole_file(path) as out:
            file.save(out, name)
        if progress:
            progress(number)
    return files, Printed(len(files) * _faces(pages), len(files), list(desk.findings))


def _desk(job: PrintJob, pages: Pages) -> Desk:
    job = replace(job, backs={}) if pages.backs == "none" else job
    return desk_of(job, lambda face: _page(pages, face).zone(face, pages.safe))


def _page(pages: Pages, face: Face) -> CardPage:
    width, height = pages.card or face.size
    return CardPage(width + 2 * pages.bleed, height + 2 * pages.bleed, pages.bleed)


def _file(job: PrintJob, pages: Pages, desk: Desk) -> CardPages:
    if pages.press is None:
        return CardPages(job, desk)
    press = pages.press
    file = CardPages(job, desk, press_inks(press.ink / 100))
    declare(file.file.document, press.standard, (press.condition, press.name, press.registry))
    return file


def _add(card: Card, job: PrintJob, pages: Pages, file: CardPages) -> None:
    page = _page(pages, job.faces[card.kind])
    for add in _ORDERS[pages.backs]:
        add(file, card, page)


_ORDERS: dict[str, tuple[Callable[[CardPages, Card, CardPage], None], ...]] = {
    "before": (CardPages.back, CardPages.front),
    "after": (CardPages.front, CardPages.back),
    "none": (CardPages.front,),
}
"""The pages of a card, by where its back stands."""


def _faces(pages: Pages) -> int:
    return len(_ORDERS[pages.backs])
