"""A calibration sheet, which shows how far a printer's backs miss its fronts."""

from __future__ import annotations

from typing import TYPE_CHECKING, BinaryIO, NamedTuple

import deckwright
from deckwright.errors import InputError
from deckwright.messages import tr
from deckwright.press.graphics.parts import Area, DrawnShape
from deckwright.press.sheets.imposition import printer_shift, turns_upright
from deckwright.press.sheets.sheet import RULER, SmallText, draw_small_text, ruler
from deckwright.press.writing.document import Content, PdfFile

if TYPE_CHECKING:
    from collections.abc import Iterator

    from deckwright.press.graphics.parts import DrawnPart, Step
    from deckwright.press.looks.styles import Align
    from deckwright.store.prints import Printer


APART = 50.0
"""Distance of the scales A and B from the middle of the paper, in mm: a difference over 100 mm is a percentage."""

REACH = 6
"""Length of the scales on each side of zero, in mm."""

_ABOVE = 22.0
"""Distance of the horizontal scales above the middle of the paper, in mm."""

_INK = "#000000"
_LEAST = (140.0, 140.0)
"""Smallest paper, in mm."""

_THIN = 0.1
_BOLD = 700
_LINE = 12.0
"""Length of the lines of the back on each side of a scale, in mm."""


class Scale(NamedTuple):
    """Scale: its name, the place of its zero, and the direction in which its numbers grow: 1 is right or down, -1 left or up."""

    name: str
    x: float
    y: float
    is_across: bool
    grows: int


def scales(paper: tuple[float, float], *, upright: bool) -> list[Scale]:
    """Scales of the front, for paper turned about its vertical or its horizontal axis.

    Seen through the front, a back that moves right moves left if the paper is turned about its vertical axis, and one
    that moves down moves up if it is turned about the horizontal axis. The numbers are how far the back has to be
    moved, on its own page, to the right and down.
    """
    x, y = paper[0] / 2, paper[1] / 2
    way = 1 if upright else -1
    across = {"A": x - way * APART, "X": x, "B": x + way * APART}
    across_scales = [Scale(name, at, y - _ABOVE, is_across=True, grows=way) for name, at in across.items()]
    return [*across_scales, Scale("Y", x, y, is_across=False, grows=-way)]


def print_calibration(paper: tuple[float, float], printer: Printer, language: str, out: BinaryIO) -> None:
    """Write both sides of the sheet; the back is moved by the printer's saved correction.

    Raises:
        InputError: the paper is too small.
    """
    if paper[0] < _LEAST[0] or paper[1] < _LEAST[1]:
        raise InputError("paper", tr("The paper is too small for the calibration sheet: use a5 or larger."))
    file = PdfFile({}, language, paper)
    front, back = Content(file), Content(file)
    front.draw(_front(paper, printer, language))
    back.operators += printer_shift(paper, printer)
    back.draw(_back(paper, printer, language))
    for content in (front, back):
        file.page(content, *paper)
    title = tr("Calibration sheet")
    creator = f"Deckwright {deckwright.__version__}"
    file.save(out, {"title": title, "creator": creator, "subject": "; ".join(file.credits)})


def _front(paper: tuple[float, float], printer: Printer, language: str) -> Iterator[DrawnPart]:
    width, height = paper
    for scale in scales(paper, upright=turns_upright(paper, printer.edge)):
        yield from _scale(scale)
    yield from ruler((width - RULER) / 2, height / 2 + 24)
    area = Area((width - RULER) / 2 - 10, 14, RULER + 20, 8)
    yield from draw_small_text(
        SmallText(tr("Calibration sheet"), area, 14, colour=_INK, weight=_BOLD), language
    )
    area = Area(area.x, 23, area.width, height / 2 - _ABOVE - 28)
    yield from draw_small_text(SmallText(_instructions(printer), area, 10, colour=_INK, lines=99), language)


def _instructions(printer: Printer) -> str:
    command = f"deckwright export printer NAME --offset X,Y --scale S --edge {printer.edge}"
    return "\n\n".join(
        [
            tr("1. Print both pages on one sheet of paper, at 100 % (actual size), flipped on its long edge.")
            if printer.edge == "long"
            else tr(
                "1. Print both pages on one sheet of paper, at 100 % (actual size), flipped on its short edge."
            ),
            tr(
                "2. Lay a ruler on the printed one: it is 100 mm long. If not, look for “fit to page” and the like."
            ),
            tr(
                "3. Hold the sheet against the light, this side towards you, and read where the lines of the back "
                "cross the scales A, X, B and Y."
            ),
            tr("4. Save what you read; S is 100 + A − B:"),
            command,
        ]
    )


def _scale(scale: Scale) -> Iterator[DrawnPart]:
    path: list[Step] = []
    for half in range(-2 * REACH, 2 * REACH + 1):
        tick = 5.0 if half == 0 else 2.6 if half % 2 == 0 else 1.6
        path += _tick(scale, half / 2, tick)
    yield DrawnShape(tuple(path), stroke=_INK, width=_THIN)
    for number in range(-REACH, REACH + 1, 2):
        x, y = _place_on_scale(scale, number)
        area = Area(x - 4, y + 5.4, 8, 2) if scale.is_across else Area(x + 5.8, y - 0.7, 8, 2)
        sign = "\u2212" if number < 0 else ""
        align: Align = "centre" if scale.is_across else "left"
        yield from draw_small_text(SmallText(f"{sign}{abs(number)}", area, 5, align, _INK))
    x, y = scale.x, scale.y
    area = Area(x - 4, y + 8.4, 8, 5) if scale.is_across else Area(x + 12, y - 1.6, 8, 5)
    yield from draw_small_text(SmallText(scale.name, area, 12, "centre", _INK, weight=_BOLD))


def _place_on_scale(scale: Scale, number: float) -> tuple[float, float]:
    """Place of a number on its scale."""
    step = number * scale.grows
    return (scale.x + step, scale.y) if scale.is_across else (scale.x, scale.y + step)


def _tick(scale: Scale, number: float, length: float) -> list[Step]:
    x, y = _place_on_scale(scale, number)
    end = (x, y + length) if scale.is_across else (x + length, y)
    return [("m", (x, y)), ("l", end)]


def _back(paper: tuple[float, float], printer: Printer, language: str) -> Iterator[DrawnPart]:
    upright = turns_upright(paper, printer.edge)
    for scale in scales(paper, upright=upright):
        x, y = (paper[0] - scale.x, scale.y) if upright else (scale.x, paper[1] - scale.y)
        across, down = (0.0, _LINE) if scale.is_across else (_LINE, 0.0)
        path: list[Step] = [("m", (x - across, y - down)), ("l", (x + across, y + down))]
        yield DrawnShape(tuple(path), stroke=_INK, width=0.2)
    yield from ruler((paper[0] - RULER) / 2, paper[1] / 2 + 44)
    area = Area(paper[0] / 2 - 20, 14, 40, 6)
    yield from draw_small_text(SmallText(tr("Back"), area, 14, "centre", _INK, weight=_BOLD), language)
