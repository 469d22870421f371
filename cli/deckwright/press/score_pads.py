"""Score pads: laid out with as many on a sheet as leave room to write, drawn, and printed as PDF."""

from __future__ import annotations

from typing import TYPE_CHECKING, BinaryIO, NamedTuple

from deckwright.errors import InputError
from deckwright.messages import tr
from deckwright.press.graphics.parts import Area, DrawnRepeat, DrawnShape, rectangle
from deckwright.press.player_aids import (
    DEEP,
    INK,
    PAPER,
    RULE,
    SOFT,
    TINT,
    Pad,
    PadRow,
    Painter,
    PrintedAids,
    TextLook,
    save,
)
from deckwright.press.sheets.marks import crop_marks
from deckwright.press.sheets.sheet import CropMarks, Sheet
from deckwright.press.writing.document import PdfFile
from deckwright.press.writing.operators import Content

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from deckwright.press.drawing.lines import FittedText
    from deckwright.press.graphics.parts import DrawnPart

_MOST_ROW, _ONE_ROW = 13.0, 26.0
_PAD_EDGE, _PAD_HEAD, _PAD_FOOT, _TEAM = 5.0, 13.0, 8.0, 6.0
_LEAST_LABEL, _MOST_LABEL = 40.0, 62.0
_LEAST_CELL, _MOST_CELL = 13.0, 26.0

MARGIN = 8.0
"""Margin of the paper at each side, in mm."""


LEAST_ROW = 9.0
"""Smallest height of a cell, in mm: enough to write a number by hand."""


_PAD_TITLE = TextLook(15, 9, 800, DEEP, valign="middle", lines=1)


_SMALL = TextLook(8.5, 7, 400, SOFT, valign="middle", lines=1)


_LABEL = TextLook(11, 8, 700, INK, valign="middle", lines=2, leading=1.0)


_ROUND = TextLook(8.5, 7, 700, SOFT, "right", "middle", 1)


_NOTE = TextLook(8, 7, 400, SOFT, valign="top", lines=2, leading=1.0)


_BETWEEN = 1.3


_FOOT_LOOK = TextLook(8, 7, 400, SOFT, lines=2)


class PadLayout(NamedTuple):
    """Layout of a pad, in mm: its size, the widths of labels and cells, and the heights of the name row and of each row."""

    size: tuple[float, float]
    label: float
    cell: float
    name: float
    rows: tuple[float, ...]


class Arrangement(NamedTuple):
    """Columns and rows on a paper in one orientation."""

    columns: int
    rows: int
    paper: tuple[float, float]

    @property
    def pieces(self) -> int:
        """Number of pieces on the paper."""
        return self.columns * self.rows


def best_arrangement(
    paper: tuple[float, float], counts: Callable[[tuple[float, float]], tuple[int, int]]
) -> Arrangement:
    """Orientation of a paper on which most pieces fit; `counts` returns the columns and rows that fit on a paper."""
    short, long = sorted(paper)
    papers = dict.fromkeys([(short, long), (long, short)])
    return max((Arrangement(*counts(one), one) for one in papers), key=lambda one: one.pieces)


def pad_sheet(pad: Pad, paper: tuple[float, float]) -> tuple[Sheet, PadLayout]:
    """Sheet with as many pads as fit on the paper, in either orientation, and the layout of a pad.

    Raises:
        InputError: the paper is too small for one pad.
    """
    least = _least(pad)
    chosen = best_arrangement(paper, lambda one: _counts(one, least))
    if not chosen.pieces:
        raise InputError(
            "paper",
            tr("A pad for {seats} seats does not fit on the paper.", seats=pad.seats),
            hint=tr("Use a larger sheet with --sheet, or fewer seats with --players."),
        )
    width, height = chosen.paper
    plan = _plan(pad, ((width - 2 * MARGIN) / chosen.columns, (height - 2 * MARGIN) / chosen.rows))
    marks = CropMarks() if chosen.pieces > 1 else None
    return Sheet("pad", chosen.paper, plan.size, chosen.columns, chosen.rows, marks=marks), plan


def _least(pad: Pad) -> tuple[float, float]:
    width = 2 * _PAD_EDGE + _LEAST_LABEL + pad.seats * _LEAST_CELL
    return width, _fixed(pad) + LEAST_ROW + sum(_shares(pad)) * LEAST_ROW


def _fixed(pad: Pad) -> float:
    return 2 * _PAD_EDGE + _PAD_HEAD + _PAD_FOOT + (_TEAM if pad.teams else 0.0)


def _shares(pad: Pad) -> list[float]:
    """Height of each row, relative to a plain one: a plain row for each round; few parts have high cells to calculate in."""
    lines = sum(row.rounds for row in pad.rows if row.sort == "part")
    high = max(1.0, _ONE_ROW / LEAST_ROW / lines)
    return [high * row.rounds if row.sort == "part" else 1.0 for row in pad.rows]


def _counts(paper: tuple[float, float], pad: tuple[float, float]) -> tuple[int, int]:
    return int((paper[0] - 2 * MARGIN) // pad[0]), int((paper[1] - 2 * MARGIN) // pad[1])


def _plan(pad: Pad, room: tuple[float, float]) -> PadLayout:
    """Layout of a pad that fills its share of the paper."""
    shares = _shares(pad)
    across = room[0] - 2 * _PAD_EDGE
    growth = across / (_LEAST_LABEL + pad.seats * _LEAST_CELL)
    label = min(_MOST_LABEL, _LEAST_LABEL * growth)
    cell = min(_MOST_CELL, (across - label) / pad.seats)
    row = min(_MOST_ROW, (room[1] - _fixed(pad)) / (1 + sum(shares)))
    width = 2 * _PAD_EDGE + label + pad.seats * cell
    heights = tuple(share * row for share in shares)
    return PadLayout((width, _fixed(pad) + row + sum(heights)), label, cell, row, heights)


def draw_pad(pad: Pad, plan: PadLayout, painter: Painter) -> Iterator[DrawnPart]:
    """Draw a pad from its top left corner."""
    width = plan.size[0] - 2 * _PAD_EDGE
    yield from painter.text(pad.title, _PAD_TITLE, Area(_PAD_EDGE, _PAD_EDGE, 0.62 * width, 7))
    yield from painter.text(pad.subtitle, _SMALL, Area(_PAD_EDGE, _PAD_EDGE + 6.6, 0.62 * width, 4.5))
    yield from _date(pad, Area(_PAD_EDGE + 0.66 * width, _PAD_EDGE, 0.34 * width, 8), painter)
    y = _PAD_EDGE + _PAD_HEAD
    if pad.teams:
        yield from _teams(pad, plan, y, painter)
        y += _TEAM
    yield from _names(pad, plan, y, painter)
    y += plan.name
    for row, height in zip(pad.rows, plan.rows, strict=True):
        yield from _row(row, pad, plan, Area(_PAD_EDGE, y, width, height), painter)
        y += height
    yield from painter.text(pad.foot, _FOOT_LOOK, Area(_PAD_EDGE, y + 1.6, width, _PAD_FOOT - 1.6))


def _date(pad: Pad, area: Area, painter: Painter) -> Iterator[DrawnPart]:
    setting = painter.set(pad.date, _SMALL, area.width / 2, 5)
    taken = setting.width + 1.5 if setting else 0.0
    yield from painter.text(pad.date, _SMALL, Area(area.x, area.y + 3, area.width / 2, 4))
    line = area.y + 6.6
    yield _line((area.x + taken, line), (area.far[0], line))


def _teams(pad: Pad, plan: PadLayout, y: float, painter: Painter) -> Iterator[DrawnPart]:
    for number, team in enumerate(pad.teams):
        area = Area(
            _first(plan) + number * pad.team_size * plan.cell, y, pad.team_size * plan.cell, _TEAM
        ).inset(0.4, 0)
        yield DrawnShape(rectangle(area, (1.2, 1.2, 0, 0)), fill=DEEP)
        yield from painter.text(team, TextLook(9, 7, 700, PAPER, "centre", "middle", 1), area.inset(1, 0))


def _names(pad: Pad, plan: PadLayout, y: float, painter: Painter) -> Iterator[DrawnPart]:
    yield from painter.text(pad.name, _SMALL, Area(_PAD_EDGE + 1, y, plan.label - 2, plan.name))
    yield from _cells(pad, plan, 1, Area(_PAD_EDGE, y, plan.size[0] - 2 * _PAD_EDGE, plan.name), 0.25)


def _row(row: PadRow, pad: Pad, plan: PadLayout, area: Area, painter: Painter) -> Iterator[DrawnPart]:
    is_total = row.sort == "total"
    if is_total:
        yield DrawnShape(rectangle(area), fill=TINT)
    yield from _words(row, area._replace(width=plan.label), painter, inset=_inset(pad))
    yield from _rounds(row, plan, area, painter)
    yield from _cells(pad, plan, row.seats, area, 0.5 if is_total else 0.25)


def _rounds(row: PadRow, plan: PadLayout, area: Area, painter: Painter) -> Iterator[DrawnPart]:
    """Draw the numbers of a row's rounds at the end of its label, and the lines between them."""
    height = area.height / row.rounds
    for number in range(row.rounds if row.rounds > 1 else 0):
        y = area.y + number * height
        yield from painter.text(str(number + 1), _ROUND, Area(_first(plan) - 6, y, 4.5, height))
        if number:
            yield _line((_first(plan) - 6, y), (area.far[0], y), 0.15)


def _inset(pad: Pad) -> float:
    """Indent of labels, which is wider if rows have icons."""
    return 7.5 if any(row.icon for row in pad.rows) else 1.0


def _words(row: PadRow, area: Area, painter: Painter, inset: float) -> Iterator[DrawnPart]:
    yield from painter.icon(row.icon, Area(area.x + 0.8, area.y, 5.6, area.height))
    numbers = 7.0 if row.rounds > 1 else 1.0
    room = Area(area.x + inset, area.y + 0.4, area.width - inset - numbers, area.height - 0.8)
    if not row.note:
        yield from painter.text(row.label, _LABEL, room)
        return
    label = _label(row.label, room, painter)
    under = room.height - label.body - _BETWEEN if label else 0.0
    note = painter.set(row.note, _NOTE, room.width, under)
    if label and note:
        painter.check(label, row.label, _LABEL, room)
        painter.check(note, row.note, _NOTE, room._replace(height=under))
        top = room.y + (room.height - label.body - _BETWEEN - note.height) / 2
        yield from label.drawn(room._replace(y=top), _LABEL.colour)
        yield from note.drawn(room._replace(y=top + label.body + _BETWEEN), _NOTE.colour)


def _label(text: str, room: Area, painter: Painter) -> FittedText | None:
    """Set a label with a note below it: on one line, or smaller on two."""
    label = painter.set(text, _LABEL._replace(lines=1), room.width, room.height)
    if label is None or label.fits(room.width, room.height, 1):
        return label
    return painter.set(text, _LABEL._replace(size=9, least=7), room.width, 0.62 * room.height)


def _cells(pad: Pad, plan: PadLayout, seats: int, area: Area, width: float) -> Iterator[DrawnPart]:
    """Draw the cells of a row: the lines above and below it, and between them."""
    for y in (area.y, area.far[1]):
        yield _line((area.x, y), (area.far[0], y), width)
    for seat in range(0, pad.seats + 1, seats):
        x = _first(plan) + seat * plan.cell
        is_between = bool(pad.teams) and seat % pad.team_size == 0
        yield _line((x, area.y), (x, area.far[1]), 0.5 if is_between else 0.25)


def _first(plan: PadLayout) -> float:
    return _PAD_EDGE + plan.label


def _line(start: tuple[float, float], end: tuple[float, float], width: float = 0.25) -> DrawnShape:
    return DrawnShape((("m", start), ("l", end)), stroke=RULE, width=width)


def print_pads(
    pad: Pad, paper: tuple[float, float], assets: Mapping[str, bytes], out: BinaryIO
) -> PrintedAids:
    """Write a page with as many copies of a pad as fit; the same pad produces the same bytes.

    Raises:
        InputError: the paper is too small for one pad.
    """
    sheet, plan = pad_sheet(pad, paper)
    painter = Painter(pad.language, assets)
    file = PdfFile(assets, pad.language, sheet.paper)
    content = Content(file)
    content.draw([DrawnRepeat(tuple(draw_pad(pad, plan, painter)), tuple(sheet.places()))])
    content.draw(crop_marks(sheet))
    file.page(content, *sheet.paper)
    save(file, out, pad.title, pad.subtitle)
    return PrintedAids(1, sheet.cards, plan.size, list(painter.findings))
