"""Layout of score pads: as many on a sheet as leave room to write, and the sizes of their parts."""

from __future__ import annotations

from math import ceil, inf
from typing import TYPE_CHECKING, NamedTuple

from deckwright.errors import InputError
from deckwright.messages import tr, trn
from deckwright.press.sheets.sheet import PIECE_MARGIN, fullest_sheet

if TYPE_CHECKING:
    from deckwright.press.documents.content import Pad, PadRow
    from deckwright.press.sheets.sheet import Sheet

EDGE, HEAD, FOOT, TEAM = 4.2, 10.6, 6.4, 5.4
"""Space around a pad, and the heights of its title, of what is below the rows, and of the headings of teams, in mm."""

_BANNER, _GOOD_BANNER, _MOST_BANNER = 16.0, 18.0, 22.0
"""Least height of a head that is a banner, the height for which rows are made lower, and the most, in mm."""

_BANNER_ROW = 12.0
"""Least height of rows that are made lower for a banner, in mm."""

_MOST_ROW, _ONE_ROW = 16.0, 13.0
"""Most height of a line, and the height of one that is the only part of the score, in mm."""

_MOST_NAME, _MOST_TIE = 13.0, 11.5
"""Most height of the row of names, and of one that decides a tie, in mm: who plays and who is first among equals is less than the score."""

_LEAST_LABEL, _MOST_LABEL, _MOST_TALL_LABEL = 42.0, 66.0, 60.0
_GOOD_CELL, _LEAST_CELL, _MOST_CELL = 22.0, 14.0, 33.0
"""Widths of a cell, in mm: wide enough to write a name, the least if many play on a small paper, and the most."""

_PAIR_CELL = 26.0
"""Least width of a cell that has room for two numbers side by side, in mm."""

_NAME_ROW = 10.8
"""Least height of the row of names, in mm, if its cells are wide enough for them."""

_LABEL_SHARE = 0.75
"""Share of the spare width of a pad that its labels and notes have; the cells have the rest."""

_TOTAL_SHARE, _TIE_SHARE = 1.25, 0.96
"""Heights of a row for totals, and of one that decides a tie, compared with others."""

FRAME_INSET = 1.9
"""Space between frames for numbers and the edge of their share of the row, in mm."""

LEAST_ROW = 9.3
"""Smallest height of a row, in mm, unless it decides a tie; its white cells are 1.8 mm lower, still high enough to write a number by hand."""


class PadLayout(NamedTuple):
    """Layout of a pad, in mm: its size, the widths of labels and cells, and the heights of head, name row and each row."""

    size: tuple[float, float]
    label: float
    cell: float
    head: float
    name: float
    rows: tuple[float, ...]

    @property
    def width(self) -> float:
        """Width between the edges."""
        return self.size[0] - 2 * EDGE

    @property
    def has_banner(self) -> bool:
        """Whether the head is high enough for a banner."""
        return self.head >= _BANNER

    @property
    def first_cell(self) -> float:
        """Left edge of the cells."""
        return EDGE + self.label


def pad_sheet(pad: Pad, paper: tuple[float, float]) -> tuple[Sheet, PadLayout]:
    """Sheet with as many pads as fit on the paper, in either orientation, and the layout of a pad.

    Raises:
        InputError: the paper is too small for one pad.
    """
    cells = [_good_cell(pad), _GOOD_CELL, _LEAST_CELL]
    sheets = (fullest_sheet("pad", paper, _least_size(pad, cell)) for cell in cells)
    sheet = next((sheet for sheet in sheets if sheet.cards), None)
    if not sheet:
        raise InputError(
            "paper",
            trn(
                "A pad for {count} seat does not fit on the paper.",
                "A pad for {count} seats does not fit on the paper.",
                pad.seats,
            ),
            hint=tr("Use a larger sheet with --sheet, or fewer seats with --players."),
        )
    width, height = sheet.paper
    inner = width - 2 * PIECE_MARGIN, height - 2 * PIECE_MARGIN
    layout = _layout(pad, (inner[0] / sheet.columns, inner[1] / sheet.rows))
    return sheet._replace(card=layout.size, marks=sheet.marks if sheet.cards > 1 else None), layout


def lines_of(row: PadRow, cell: float) -> int:
    """Number of lines of a row whose cells have a width: each has room for two of several numbers if it is wide enough."""
    return ceil(row.numbers / 2) if cell >= _PAIR_CELL else row.numbers


def _good_cell(pad: Pad) -> float:
    """Width of a cell in which all that is written has room."""
    return _PAIR_CELL if any(row.numbers > 1 for row in pad.rows) else _GOOD_CELL


def _least_size(pad: Pad, cell: float) -> tuple[float, float]:
    """Least size of a pad whose cells have a width."""
    width = 2 * EDGE + _LEAST_LABEL + pad.seats * cell
    return width, _fixed(pad) + _NAME_ROW + sum(_shares(pad, cell)) * LEAST_ROW


def _fixed(pad: Pad) -> float:
    """Height of all but the rows."""
    return 2 * EDGE + HEAD + FOOT + (TEAM if pad.teams else 0.0)


def _shares(pad: Pad, cell: float) -> list[float]:
    """Height of each row, relative to a plain one, which each line has; few parts have high cells to calculate in."""
    single = {"part": 1.0, "total": _TOTAL_SHARE, "key": _TIE_SHARE}
    lines = [lines_of(row, cell) for row in pad.rows]
    part_lines = sum(count for row, count in zip(pad.rows, lines, strict=True) if row.sort == "part")
    high = max(1.0, _ONE_ROW / LEAST_ROW / part_lines)
    return [
        high * count if row.sort == "part" else single[row.sort]
        for row, count in zip(pad.rows, lines, strict=True)
    ]


def _layout(pad: Pad, room: tuple[float, float]) -> PadLayout:
    """Layout of a pad that fills its share of the paper, with a banner if rows leave room for one or are high enough without it."""
    across = room[0] - 2 * EDGE
    spare = max(0.0, across - _LEAST_LABEL - pad.seats * _good_cell(pad))
    most = _MOST_TALL_LABEL if any(row.numbers > 1 for row in pad.rows) else _MOST_LABEL
    label = min(most, _LEAST_LABEL + _LABEL_SHARE * spare)
    cell = min(_MOST_CELL, (across - label) / pad.seats)
    down = room[1] - _fixed(pad)
    layout = _with_row(pad, label, cell, down, _highest_row(pad, cell, down))
    lower = _highest_row(pad, cell, down - _GOOD_BANNER + HEAD)
    is_better = lower >= _BANNER_ROW and not layout.has_banner
    return _with_row(pad, label, cell, down, lower) if is_better else layout


def _highest_row(pad: Pad, cell: float, down: float) -> float:
    """Height of a plain row if all rows and that of names share a height."""
    shares = sum(_shares(pad, cell))
    return min(_MOST_ROW, down / (1 + shares), (down - _NAME_ROW) / shares)


def _with_row(pad: Pad, label: float, cell: float, down: float, row: float) -> PadLayout:
    """Layout with a height for plain rows; the head has what they leave of a height."""
    heights = tuple(
        min(share * row, _most_height(part, cell))
        for part, share in zip(pad.rows, _shares(pad, cell), strict=True)
    )
    name = max(_NAME_ROW, min(row, _MOST_NAME))
    rows = name + sum(heights)
    head = min(_MOST_BANNER, HEAD + down - rows)
    size = (2 * EDGE + label + pad.seats * cell, _fixed(pad) + head - HEAD + rows)
    return PadLayout(size, label, cell, head, name, heights)


def _most_height(row: PadRow, cell: float) -> float:
    """Most height of a row whose cells have a width: frames are as far from each other down as across."""
    if row.frame:
        lines = lines_of(row, cell)
        return 2 * FRAME_INSET + lines * (cell - 2 * FRAME_INSET) / ceil(row.numbers / lines)
    return _MOST_TIE if row.sort == "key" else inf
