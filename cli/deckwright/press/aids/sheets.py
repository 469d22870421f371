"""Put pads and reference cards on sheets, and those into a file."""

from __future__ import annotations

from typing import TYPE_CHECKING, BinaryIO, NamedTuple

import deckwright
from deckwright.errors import InputError
from deckwright.messages import tr
from deckwright.press.aids.pads import MARGIN, draw_pad, pad_sheet
from deckwright.press.aids.pen import Pen
from deckwright.press.aids.references import SIZE, draw_side, flowed
from deckwright.press.parts import Again, Group
from deckwright.press.sheets.fitting import counts
from deckwright.press.sheets.marks import crop_marks
from deckwright.press.sheets.sheet import CropMarks, Sheet
from deckwright.press.sheets.turning import backs, fronts
from deckwright.press.writing.operators import Content
from deckwright.press.writing.pdf_file import PdfFile

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from deckwright.model.finding import Finding
    from deckwright.model.printer import Edge
    from deckwright.press.aids.values import Pad, Reference
    from deckwright.press.parts import Drawn
    from deckwright.press.sheets.turning import Stand


class Made(NamedTuple):
    """What was printed: how many pages, how many pads or cards, their size in mm, and what was found doing it."""

    pages: int
    pieces: int
    size: tuple[float, float]
    findings: list[Finding]


def print_pads(pad: Pad, paper: tuple[float, float], assets: Mapping[str, bytes], out: BinaryIO) -> Made:
    """Write one page full of a pad; the same pad gives the same bytes.

    Raises:
        InputError: the paper has no room for one.
    """
    sheet, plan = pad_sheet(pad, paper)
    pen = Pen(pad.language, assets)
    file = PdfFile(assets, pad.language, sheet.paper)
    content = Content(file)
    content.draw([Again(tuple(draw_pad(pad, plan, pen)), tuple(sheet.places()))])
    content.draw(crop_marks(sheet))
    file.page(content, *sheet.paper)
    save(file, out, pad.title, pad.subtitle)
    return Made(1, sheet.cards, plan.size, list(pen.findings))


def save(file: PdfFile, out: BinaryIO, title: str, subtitle: str) -> None:
    """Write a file that says whose fonts and icons are in it."""
    about = {
        "title": f"{title}: {subtitle}" if subtitle else title,
        "author": title,
        "subject": "; ".join(file.credits),
        "creator": f"Deckwright {deckwright.__version__}",
    }
    file.save(out, about)


def print_references(  # noqa: PLR0913 - what a print depends on, each thing on its own
    reference: Reference,
    copies: int,
    paper: tuple[float, float],
    assets: Mapping[str, bytes],
    *,
    edge: Edge,
    out: BinaryIO,
) -> Made:
    """Write some copies of a reference card, each page of fronts with its page of backs where it has these.

    Raises:
        InputError: the paper has no room for one.
    """
    sheet = _card_sheet(paper)
    pen = Pen(reference.language, assets)
    flow = flowed(reference, pen)
    sides = [tuple(draw_side(reference, flow, number, pen)) for number in range(len(flow.sides))]
    file = PdfFile(assets, reference.language, sheet.paper)
    pages = 0
    for start in range(0, copies, sheet.cards):
        cards = min(sheet.cards, copies - start)
        for parts, stands in zip(sides, (fronts(sheet), backs(sheet, edge)), strict=False):
            content = Content(file)
            content.draw(_at(parts, stands[:cards]))
            content.draw(crop_marks(sheet) if parts is sides[0] else ())
            file.page(content, *sheet.paper)
            pages += 1
    save(file, out, reference.title, reference.subtitle)
    return Made(pages, copies, SIZE, list(pen.findings))


def _at(parts: tuple[Drawn, ...], stands: Sequence[Stand]) -> Iterator[Drawn]:
    """Draw a side where it stands; a page has all of them one way up."""
    if stands[0].turned:
        parts = (Group(parts, 180.0, (SIZE[0] / 2, SIZE[1] / 2)),)
    yield Again(parts, tuple((stand.x, stand.y) for stand in stands))


def _card_sheet(paper: tuple[float, float]) -> Sheet:
    papers = sorted({(min(paper), max(paper)), (max(paper), min(paper))})
    found = [(*counts(one, SIZE, (0.0, 0.0), (MARGIN, MARGIN), None), one) for one in papers]
    columns, rows, chosen = max(found, key=lambda one: one[0] * one[1])
    if not columns * rows:
        raise InputError(
            "paper",
            tr("A reference card does not fit on the paper."),
            hint=tr("Name a larger sheet with --sheet."),
        )
    return Sheet("reference", chosen, SIZE, columns, rows, marks=CropMarks())
