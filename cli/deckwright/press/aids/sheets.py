"""Put pads and reference cards on sheets, and those into a file."""

from __future__ import annotations

from typing import TYPE_CHECKING, BinaryIO, NamedTuple

import deckwright
from deckwright.press.aids.pads import draw_pad, pad_sheet
from deckwright.press.aids.pen import Pen
from deckwright.press.parts import Again
from deckwright.press.sheets.marks import crop_marks
from deckwright.press.writing.operators import Content
from deckwright.press.writing.pdf_file import PdfFile

if TYPE_CHECKING:
    from collections.abc import Mapping

    from deckwright.model.finding import Finding
    from deckwright.press.aids.values import Pad


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
