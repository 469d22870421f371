"""Lay out and draw scoring pads: as many on a sheet as leave room to write in them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from deckwright.errors import InputError
from deckwright.messages import tr
from deckwright.press.aids.pen import DEEP, INK, PAPER, RULE, SOFT, TINT, Look
from deckwright.press.drawing.shapes import rectangle
from deckwright.press.parts import Area, Shape
from deckwright.press.sheets.sheet import CropMarks, Sheet

if TYPE_CHECKING:
    from collections.abc import Iterator

    from deckwright.press.aids.pen import Pen
    from deckwright.press.aids.values import Pad, PadRow
    from deckwright.press.lettering.fit import Setting
    from deckwright.press.parts import Drawn

MARGIN = 8.0
"""How much of the paper stays free at each side, in mm."""

LEAST_ROW = 9.0
"""How high a cell is at least, in mm: what a hand needs to write a number."""

_MOST_ROW, _ONE_ROW = 13.0, 26.0
_EDGE, _HEAD, _FOOT, _TEAM = 5.0, 13.0, 8.0, 6.0
_LEAST_LABEL, _MOST_LABEL = 40.0, 62.0
_LEAST_CELL, _MOST_CELL = 13.0, 26.0
_TITLE = Look(15, 9, 800, DEEP, valign="middle", lines=1)
_SMALL = Look(8.5, 7, 400, SOFT, valign="middle", lines=1)
_LABEL = Look(11, 8, 700, INK, valign="middle", lines=2, leading=1.0)
_NOTE = Look(8, 7, 400, SOFT, valign="top", lines=2, leading=1.0)
_BETWEEN = 1.3
_FOOT_LOOK = Look(8, 7, 400, SOFT, lines=2)


class Plan(NamedTuple):
    """Where things stand on a pad: how wide labels and cells are, and how high each of its rows is, in mm."""

    size: tuple[float, float]
    label: float
    cell: float
    name: float
    rows: tuple[float, ...]


def pad_sheet(pad: Pad, paper: tuple[float, float]) -> tuple[Sheet, Plan]:
    """Put as many pads on a paper as fit, either way round, and let them fill it as far as is of use.

    Raises:
        InputError: there is no room for one.
    """
    least = _least(pad)
    papers = sorted({(min(paper), max(paper)), (max(paper), min(paper))})
    ways = [(*_counts(one, least), one) for one in papers]
    columns, rows, chosen = max(ways, key=lambda way: way[0] * way[1])
    if not columns * rows:
        raise InputError(
            "paper",
            tr("A pad for {seats} seats does not fit on the paper.", seats=pad.seats),
            hint=tr("Name a larger sheet with --sheet, or fewer seats with --players."),
        )
    plan = _plan(pad, ((chosen[0] - 2 * MARGIN) / columns, (chosen[1] - 2 * MARGIN) / rows))
    marks = CropMarks() if columns * rows > 1 else None
    return Sheet("pad", chosen, plan.size, columns, rows, marks=marks), plan


def _least(pad: Pad) -> tuple[float, float]:
    width = 2 * _EDGE + _LEAST_LABEL + pad.seats * _LEAST_CELL
    return width, _fixed(pad) + LEAST_ROW + sum(_shares(pad)) * LEAST_ROW


def _fixed(pad: Pad) -> float:
    return 2 * _EDGE + _HEAD + _FOOT + (_TEAM if pad.teams else 0.0)


def _shares(pad: Pad) -> list[float]:
    """Say how high each row is, in rows: few parts have high cells, to write down what is added up in them."""
    parts = sum(row.sort == "part" for row in pad.rows)
    high = max(1.0, _ONE_ROW / LEAST_ROW / parts)
    return [high if row.sort == "part" else 1.0 for row in pad.rows]


def _counts(paper: tuple[float, float], pad: tuple[float, float]) -> tuple[int, int]:
    return int((paper[0] - 2 * MARGIN) // pad[0]), int((paper[1] - 2 * MARGIN) // pad[1])


def _plan(pad: Pad, room: tuple[float, float]) -> Plan:
    """Share out the room that a pad has."""
    shares = _shares(pad)
    across = room[0] - 2 * _EDGE
    growth = across / (_LEAST_LABEL + pad.seats * _LEAST_CELL)
    label = min(_MOST_LABEL, _LEAST_LABEL * growth)
    cell = min(_MOST_CELL, (across - label) / pad.seats)
    row = min(_MOST_ROW, (room[1] - _fixed(pad)) / (1 + sum(shares)))
    width = 2 * _EDGE + label + pad.seats * cell
    heights = tuple(share * row for share in shares)
    return Plan((width, _fixed(pad) + row + sum(heights)), label, cell, row, heights)


def draw_pad(pad: Pad, plan: Plan, pen: Pen) -> Iterator[Drawn]:
    """Draw a pad from its top left corner."""
    width = plan.size[0] - 2 * _EDGE
    yield from pen.text(pad.title, _TITLE, Area(_EDGE, _EDGE, 0.62 * width, 7))
    yield from pen.text(pad.subtitle, _SMALL, Area(_EDGE, _EDGE + 6.6, 0.62 * width, 4.5))
    yield from _date(pad, Area(_EDGE + 0.66 * width, _EDGE, 0.34 * width, 8), pen)
    y = _EDGE + _HEAD
    if pad.teams:
        yield from _teams(pad, plan, y, pen)
        y += _TEAM
    yield from _names(pad, plan, y, pen)
    y += plan.name
    for row, height in zip(pad.rows, plan.rows, strict=True):
        yield from _row(row, pad, plan, Area(_EDGE, y, width, height), pen)
        y += height
    yield from pen.text(pad.foot, _FOOT_LOOK, Area(_EDGE, y + 1.6, width, _FOOT - 1.6))


def _date(pad: Pad, area: Area, pen: Pen) -> Iterator[Drawn]:
    setting = pen.set(pad.date, _SMALL, area.width / 2, 5)
    taken = setting.width + 1.5 if setting else 0.0
    yield from pen.text(pad.date, _SMALL, Area(area.x, area.y + 3, area.width / 2, 4))
    line = area.y + 6.6
    yield _line((area.x + taken, line), (area.far[0], line))


def _teams(pad: Pad, plan: Plan, y: float, pen: Pen) -> Iterator[Drawn]:
    for number, team in enumerate(pad.teams):
        area = Area(
            _first(plan) + number * pad.team_size * plan.cell, y, pad.team_size * plan.cell, _TEAM
        ).inset(0.4, 0)
        yield Shape(rectangle(area, (1.2, 1.2, 0, 0)), fill=DEEP)
        yield from pen.text(team, Look(9, 7, 700, PAPER, "centre", "middle", 1), area.inset(1, 0))


def _names(pad: Pad, plan: Plan, y: float, pen: Pen) -> Iterator[Drawn]:
    yield from pen.text(pad.name, _SMALL, Area(_EDGE + 1, y, plan.label - 2, plan.name))
    yield from _cells(pad, plan, 1, Area(_EDGE, y, plan.size[0] - 2 * _EDGE, plan.name), 0.25)


def _row(row: PadRow, pad: Pad, plan: Plan, area: Area, pen: Pen) -> Iterator[Drawn]:
    is_total = row.sort == "total"
    if is_total:
        yield Shape(rectangle(area), fill=TINT)
    yield from _words(row, area._replace(width=plan.label), pen, inset=_inset(pad))
    yield from _cells(pad, plan, row.seats, area, 0.5 if is_total else 0.25)


def _inset(pad: Pad) -> float:
    """Say how far labels stand in, where rows have icons."""
    return 7.5 if any(row.icon for row in pad.rows) else 1.0


def _words(row: PadRow, area: Area, pen: Pen, inset: float) -> Iterator[Drawn]:
    yield from pen.icon(row.icon, Area(area.x + 0.8, area.y, 5.6, area.height))
    room = Area(area.x + inset, area.y + 0.4, area.width - inset - 1, area.height - 0.8)
    if not row.note:
        yield from pen.text(row.label, _LABEL, room)
        return
    label = _label(row.label, room, pen)
    under = room.height - label.body - _BETWEEN if label else 0.0
    note = pen.set(row.note, _NOTE, room.width, under)
    if label and note:
        pen.check(label, row.label, _LABEL, room)
        pen.check(note, row.note, _NOTE, room._replace(height=under))
        top = room.y + (room.height - label.body - _BETWEEN - note.height) / 2
        yield from label.drawn(room._replace(y=top), _LABEL.colour)
        yield from note.drawn(room._replace(y=top + label.body + _BETWEEN), _NOTE.colour)


def _label(text: str, room: Area, pen: Pen) -> Setting | None:
    """Set a label that has a note below it: on one line, or smaller on two."""
    label = pen.set(text, _LABEL._replace(lines=1), room.width, room.height)
    if label is None or label.fits(room.width, room.height, 1):
        return label
    return pen.set(text, _LABEL._replace(size=9, least=7), room.width, 0.62 * room.height)


def _cells(pad: Pad, plan: Plan, seats: int, area: Area, width: float) -> Iterator[Drawn]:
    """Draw the cells of a row: the lines above and below it, and between them."""
    for y in (area.y, area.far[1]):
        yield _line((area.x, y), (area.far[0], y), width)
    for seat in range(0, pad.seats + 1, seats):
        x = _first(plan) + seat * plan.cell
        is_between = bool(pad.teams) and seat % pad.team_size == 0
        yield _line((x, area.y), (x, area.far[1]), 0.5 if is_between else 0.25)


def _first(plan: Plan) -> float:
    return _EDGE + plan.label


def _line(start: tuple[float, float], end: tuple[float, float], width: float = 0.25) -> Shape:
    return Shape((("m", start), ("l", end)), stroke=RULE, width=width)
