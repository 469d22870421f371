"""PDF files with one face a page, as large as the card with its bleed: for print shops, and for single cards."""

from __future__ import annotations

from dataclasses import replace
from typing import IO, TYPE_CHECKING, BinaryIO, NamedTuple

from deckwright.errors import InputError
from deckwright.files.writing import whole_file
from deckwright.findings import Finding
from deckwright.messages import tr
from deckwright.press.drawing.card import draw_card, look_of
from deckwright.press.faces.face_file import BLEED
from deckwright.press.graphics.parts import POINT, Area
from deckwright.press.job import Printed
from deckwright.press.preflight.edges import SAFE, Zone, zone_at_home
from deckwright.press.preflight.preflight import bare_desk, note_flaws
from deckwright.press.targets.target import card_files
from deckwright.press.writing.document import PdfFile, about, declare
from deckwright.press.writing.images import press_inks
from deckwright.press.writing.operators import Content

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable
    from pathlib import Path

    from deckwright.model.card import Card
    from deckwright.press.drawing.context import Desk
    from deckwright.press.faces.face_file import Face
    from deckwright.press.job import PrintJob
    from deckwright.press.targets.target import Pages
    from deckwright.press.writing.images import Inks


# Pages that each hold one face, as large as the card with its bleed.


class CardPage(NamedTuple):
    """A page for one face: its size in mm, of which `bleed` is cut away at each side."""

    width: float
    height: float
    bleed: float = 0.0

    @property
    def trim(self) -> tuple[float, float]:
        """Give the size of the card as cut."""
        return self.width - 2 * self.bleed, self.height - 2 * self.bleed

    def scale(self, size: tuple[float, float]) -> float:
        """Tell how much larger a face of that size is drawn: its card fills the cut, and its bleed the page.

        Cards of 63 × 88 mm count as poker cards, of which print shops cut 63.5 × 88.9 mm: a face grows by
        about one per cent, evenly, so that no white shows at an edge.
        """
        trim, whole = self.trim, (self.width, self.height)
        return max(
            share
            for axis in (0, 1)
            for share in (trim[axis] / size[axis], whole[axis] / (size[axis] + 2 * BLEED))
        )

    def fits(self, size: tuple[float, float]) -> bool:
        """Tell whether a face of that size can be drawn with nothing that matters cut off."""
        scale = self.scale(size)
        cut = max(scale * side - trimmed for side, trimmed in zip(size, self.trim, strict=True))
        return abs(scale - 1) <= _GROWTH and cut <= 2 * _CUT

    def zone(self, face: Face, safe: float | None) -> Zone | None:
        """Give the safe zone of a face drawn on this page; `safe` mm within the cut, or as far as at home.

        There is none for a face that does not fit: that it is cut off is said once, and not of each of its boxes.
        """
        if not self.fits(face.size):
            return None
        scale = self.scale(face.size)
        width, height = (side / scale for side in self.trim)
        across, down = (face.size[0] - width) / 2, (face.size[1] - height) / 2
        return Zone(Area(across, down, width, height), scale, SAFE if safe is None else safe)


_GROWTH = 0.03
"""How much larger or smaller a face may be drawn."""

_CUT = 0.5
"""How much of a face may be cut off at a side, in mm: cutting is no finer than that."""


class CardPages:
    """A PDF in the making, with a page for each face. What is found doing it is in `desk.findings`."""

    def __init__(self, job: PrintJob, desk: Desk, inks: Inks | None = None) -> None:
        self._job, self._desk = job, desk
        sizes = [face.size for face in (*job.faces.values(), *job.backs.values())]
        reach = max(side for size in sizes for side in size)
        self.file = PdfFile(job.assets, job.language, (reach, reach), inks)
        self._forms: dict[tuple[Hashable, CardPage], str] = {}

    def front(self, card: Card, page: CardPage) -> None:
        """Add a page with the front of a card."""
        self._add(card, self._job.faces[card.kind], page)

    def back(self, card: Card, page: CardPage) -> None:
        """Add a page with the back of a card."""
        self._add(card, self._job.backs[card.kind], page)

    def _add(self, card: Card, face: Face, page: CardPage) -> None:
        key = look_of(card, face, self._desk), page
        form = self._forms.get(key)
        if form is None:
            form = self._forms[key] = self._form(card, face, page)
        content = Content(self.file)
        content.show(form)
        self.file.page(content, page.width, page.height, page.bleed)

    def _form(self, card: Card, face: Face, page: CardPage) -> str:
        if not page.fits(face.size):
            self._desk.note(_wrong_size(face, page))
        content = Content(self.file)
        scale = page.scale(face.size)
        x, y = (page.width - scale * face.size[0]) / 2, (page.height - scale * face.size[1]) / 2
        content.operators.append(f"q {scale:.6f} 0 0 {scale:.6f} {x / POINT:.3f} {-y / POINT:.3f} cm")
        content.draw(draw_card(card, face, self._desk))
        content.operators.append("Q")
        return self.file.form(content, (0.0, -page.height / POINT, page.width / POINT, 0.0))

    def save(self, out: IO[bytes], made_for: str) -> None:
        """Write the file; `made_for` says for what target."""
        for name in self.file.hardened:
            self._desk.note(_hardened(name))
        self.file.save(out, about(self._job, self.file, made_for))


def desk_of(job: PrintJob, zone_of: Callable[[Face], Zone | None] = zone_at_home) -> Desk:
    """Give a desk for a job, with what its preflight found; `zone_of` gives the safe zone of each face.

    Raises:
        InputError: there is no card to print.
    """
    if not any(copies for _, copies in job.cards):
        raise InputError("nothing-to-print", tr("There is no card to print."))
    desk = bare_desk(job)
    note_flaws(desk, [card for card, copies in job.cards if copies], job.faces, job.backs, zone_of)
    return desk


def _hardened(name: str) -> Finding:
    message = tr(
        "The picture {name} is half transparent in places, which this target cannot print: such a place is drawn in "
        "full, or not at all. Save the picture on its ground.",
        name=name,
    )
    return Finding("half-transparent", "warning", message)


def _wrong_size(face: Face, page: CardPage) -> Finding:
    message = tr(
        "The face {name} is {width} × {height} mm, but the card is cut at {card_width} × {card_height} mm: "
        "part of it is cut off, or it is drawn much larger or smaller.",
        name=face.name,
        width=f"{face.size[0]:g}",
        height=f"{face.size[1]:g}",
        card_width=f"{page.trim[0]:g}",
        card_height=f"{page.trim[1]:g}",
    )
    return Finding("card-size", "error", message, where=face.documents[-1].where("size"))


# PDF files with a page for each face: a whole deck for a print shop, or a file for each card.


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
