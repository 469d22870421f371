"""A picture for each face, and a list of how many copies are to be printed of each card."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

from deckwright.files.results import whole_file
from deckwright.files.tables import write_csv
from deckwright.press.job import Printed
from deckwright.press.targets.card_pages import CardPage, CardPages, desk_of
from deckwright.press.targets.names import back_files, card_files
from deckwright.press.targets.outlines import cut_out
from deckwright.press.targets.rasters import pictures_of, pixels

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from deckwright.press.faces import Face
    from deckwright.press.job import PrintJob
    from deckwright.press.preflight.zone import Zone
    from deckwright.press.sheets.sheet import Shape
    from deckwright.press.targets.loading import Pictures
    from deckwright.press.targets.rasters import Size

LIST = "cards.csv"
"""The list of the pictures: of each card its file, its copies, and the file of its back."""


def print_pictures(
    job: PrintJob, pictures: Pictures, folder: Path, progress: Callable[[int], None] | None = None
) -> tuple[list[Path], Printed]:
    """Write a PNG for each front and each back, and the list, into a folder; give the files.

    The copies of a card are one picture: print shops ask how many of each they shall print.

    Raises:
        InputError: there is no card to print, or the folder cannot be written.
    """
    desk = desk_of(job, lambda face: _zone(pictures, face))
    pages = CardPages(job, desk)
    sizes: dict[str, Size] = {}
    cuts: list[Shape] = []
    for name, (card, _) in zip(card_files(job.cards), job.cards, strict=True):
        size = sizes[f"{name}.png"] = _size(pictures, job.faces[card.kind])
        pages.front(card, _page(pictures, size))
        cuts.append(_cut(pictures, job.faces[card.kind]))
    backs = back_files(job, desk)
    for name, card in {backs[card.id]: card for card, _ in job.cards}.items():
        size = sizes[name] = _size(pictures, job.backs[card.kind])
        pages.back(card, _page(pictures, size))
        cuts.append(_cut(pictures, job.backs[card.kind]))
    pdf = io.BytesIO()
    pages.save(pdf, "png")
    files = [folder / name for name in sizes]
    drawn = zip(files, pictures_of(pdf.getvalue(), list(sizes.values())), cuts, strict=True)
    for number, (path, picture, cut) in enumerate(drawn, 1):
        save_png(cut_out(picture, cut), path, pictures.dpi)
        if progress:
            progress(min(number, len(job.cards)))
    write_csv(folder / LIST, _list(job, backs))
    count = sum(copies for _, copies in job.cards)
    return [*files, folder / LIST], Printed(len(files), count, list(desk.findings))


def _size(pictures: Pictures, face: Face) -> Size:
    width, height = face.size
    return pictures.size or (pixels(width, pictures.dpi), pixels(height, pictures.dpi))


def _cut(pictures: Pictures, face: Face) -> Shape:
    """Give the outline of a picture: that of its piece where it is as cut, and none for a shop that cuts it."""
    return "rect" if pictures.size or pictures.bleed else face.cut


def _page(pictures: Pictures, size: Size) -> CardPage:
    width, height, bleed = (side / pictures.dpi * 25.4 for side in (*size, pictures.bleed))
    return CardPage(width, height, bleed)


def _zone(pictures: Pictures, face: Face) -> Zone | None:
    safe = None if pictures.safe is None else pictures.safe / pictures.dpi * 25.4
    return _page(pictures, _size(pictures, face)).zone(face, safe)


def save_png(picture: Any, path: Path, dpi: float) -> None:
    """Write a picture whole; it says how large it is meant to be."""
    with whole_file(path) as file:
        picture.save(file, "PNG", dpi=(dpi, dpi))


def _list(job: PrintJob, backs: Mapping[str, str]) -> list[tuple[object, ...]]:
    rows: list[tuple[object, ...]] = [("file", "copies", "back", "id", "name")]
    for name, (card, copies) in zip(card_files(job.cards), job.cards, strict=True):
        rows.append((f"{name}.png", copies, backs[card.id], card.id, card.name(job.language)))
    return rows
