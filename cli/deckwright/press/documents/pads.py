"""Score pads: laid out with as many on a sheet as leave room to write, drawn, and printed as PDF."""

from __future__ import annotations

from typing import TYPE_CHECKING, BinaryIO, NamedTuple

from deckwright.errors import InputError
from deckwright.messages import tr, trn
from deckwright.press.documents.content import PAPER, SOFT
from deckwright.press.documents.setter import Painter, PdfWriter, PrintedDocument, TextLook, line, panel
from deckwright.press.documents.titles import TitleLooks, draw_title
from deckwright.press.graphics.parts import Area, DrawnRepeat, DrawnShape, rectangle
from deckwright.press.sheets.sheet import PIECE_MARGIN, crop_marks, fullest_sheet

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from deckwright.press.documents.content import DocumentLook, Pad, PadRow
    from deckwright.press.drawing.lines import FittedText
    from deckwright.press.graphics.parts import DrawnPart
    from deckwright.press.sheets.sheet import Sheet

_MOST_ROW, _ONE_ROW = 13.0, 26.0
_EDGE, _HEAD, _FOOT, _TEAM = 5.0, 16.4, 8.0, 6.0
_INSET = 3.6
_ROUNDS, _MOST_DISC, _BADGE = 9.0, 6.4, 7.0
_LEAST_LABEL, _MOST_LABEL, _MOST_POSTER = 42.0, 66.0, 48.0
_GOOD_CELL, _LEAST_CELL, _MOST_CELL = 22.0, 14.0, 32.0
"""Widths of a cell, in mm: wide enough to write a name, the least if many play on a small paper, and the most."""

_NAME_ROW = 10.8
"""Least height of the row of names, in mm, if its cells are wide enough for them."""

_LABEL_SHARE = 0.8
_SMALLER_NOTE = 1.0
"""How much smaller a note is than its label, in points, at least."""

_LABEL_HEIGHT = 0.56
"""Share of a row's height that its label may have if there is a note below it."""

_BETWEEN = 1.1
_RISE = 3.0
"""How far the icon of the game rises above the head, in mm."""

_TOTAL_SHARE = 1.25
"""Height of the row for totals, compared with others."""

_ROUND_CORNER, _STRIP_INSET = 1.8, 0.35
_CELL_INSET = 0.75, 0.55
"""Space beside and above a cell, to the edge of its share of the row, in mm."""
_EMBLEM_SHARE, _LEAST_EMBLEM = 0.62, 9.0

_THICK, _RIM = 0.6, 0.25

_SORT_ICONS = {"total": "mdi:trophy", "key": "mdi:scale-balance"}
"""Icons of rows that are no part of the score, on a pad whose parts have icons."""

LEAST_ROW = 8.6
"""Smallest height of a row, in mm; its white cells are 1.8 mm lower, still high enough to write a number by hand."""

_LOOKS = TitleLooks(TextLook(20, 9, 900, PAPER, leading=1.0), TextLook(10, 7, 400, PAPER, lines=1))
_DATE = TextLook(8, 7, 400, SOFT, valign="middle", lines=1)
_NAME = TextLook(11, 7, 800, valign="middle", lines=1)
_LABEL = TextLook(11.5, 7, 800, valign="middle", lines=2, leading=1.0)
_ONE_LINE = _LABEL._replace(least=9, lines=1)
_TOTAL = TextLook(18, 8, 900, PAPER, valign="middle", lines=1)
_ROUND = TextLook(10.5, 7, 800, PAPER, "centre", "middle", 1)
_NOTE = TextLook(8.5, 7, lines=2, leading=1.0)
_LARGE_LABEL = TextLook(19, 8, 900, PAPER, "centre", lines=3, leading=1.0)
_LARGE_NOTE = TextLook(10, 7, 500, PAPER, "centre", lines=3)
_TEAM_LOOK = TextLook(9, 7, 700, PAPER, "centre", "middle", 1)
_FOOT_LOOK = TextLook(8.5, 7, 400, SOFT, lines=2)


class PadLayout(NamedTuple):
    """Layout of a pad, in mm: its size, the widths of labels and cells, and the heights of the name row and of each row."""

    size: tuple[float, float]
    label: float
    cell: float
    name: float
    rows: tuple[float, ...]

    @property
    def width(self) -> float:
        """Width between the edges."""
        return self.size[0] - 2 * _EDGE

    @property
    def first_cell(self) -> float:
        """Left edge of the cells."""
        return _EDGE + self.label


def pad_sheet(pad: Pad, paper: tuple[float, float]) -> tuple[Sheet, PadLayout]:
    """Sheet with as many pads as fit on the paper, in either orientation, and the layout of a pad.

    Raises:
        InputError: the paper is too small for one pad.
    """
    height = _fixed(pad) + _NAME_ROW + sum(_shares(pad)) * LEAST_ROW
    widths = (2 * _EDGE + _LEAST_LABEL + pad.seats * cell for cell in (_GOOD_CELL, _LEAST_CELL))
    sheets = (fullest_sheet("pad", paper, (width, height)) for width in widths)
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


def _fixed(pad: Pad) -> float:
    """Height of all but the rows."""
    return 2 * _EDGE + _HEAD + _FOOT + (_TEAM if pad.teams else 0.0)


def _shares(pad: Pad) -> list[float]:
    """Height of each row, relative to a plain one: a plain row for each round; few parts have high cells to calculate in."""
    single = {"part": 1.0, "total": _TOTAL_SHARE, "key": 1.0}
    lines = sum(row.rounds for row in pad.rows if row.sort == "part")
    high = max(1.0, _ONE_ROW / LEAST_ROW / lines)
    return [high * row.rounds if row.sort == "part" else single[row.sort] for row in pad.rows]


def _layout(pad: Pad, room: tuple[float, float]) -> PadLayout:
    """Layout of a pad that fills its share of the paper."""
    shares = _shares(pad)
    across = room[0] - 2 * _EDGE
    spare = max(0.0, across - _LEAST_LABEL - pad.seats * _GOOD_CELL)
    most = _MOST_POSTER if any(row.rounds > 1 for row in pad.rows) else _MOST_LABEL
    label = min(most, _LEAST_LABEL + _LABEL_SHARE * spare)
    cell = min(_MOST_CELL, (across - label) / pad.seats)
    down = room[1] - _fixed(pad)
    row = min(_MOST_ROW, down / (1 + sum(shares)), (down - _NAME_ROW) / sum(shares))
    width = 2 * _EDGE + label + pad.seats * cell
    heights = tuple(share * row for share in shares)
    name = max(_NAME_ROW, row)
    return PadLayout((width, _fixed(pad) + name + sum(heights)), label, cell, name, heights)


def draw_pad(pad: Pad, layout: PadLayout, painter: Painter) -> Iterator[DrawnPart]:
    """Draw a pad from its top left corner."""
    return _PadDrawing(pad, layout, painter).whole()


class _PadDrawing:
    """Draws the parts of one pad."""

    def __init__(self, pad: Pad, layout: PadLayout, painter: Painter) -> None:
        self._pad, self._layout, self._pen = pad, layout, painter

    def whole(self) -> Iterator[DrawnPart]:
        pad, layout, width = self._pad, self._layout, self._layout.width
        band = Area(_EDGE, _EDGE, width, _HEAD)
        yield panel(band, 2 * _ROUND_CORNER, self._pen.look.deep)
        date = Area(_EDGE + 0.74 * width, _EDGE + 4, 0.26 * width - _INSET, _HEAD - 8)
        side = _HEAD + _RISE
        emblem = Area(date.x - 2 - side, band.far[1] - side, side, side)
        yield from self._pen.emblem(emblem)
        title = Area(_EDGE + _INSET, _EDGE + 1.8, emblem.x - _EDGE - _INSET, _HEAD - 3.6)
        yield from draw_title(pad, title, _LOOKS, self._pen)
        yield from self._date(date)
        y = band.far[1] + _STRIP_INSET
        for number, team in enumerate(pad.teams):
            yield from self._team(team, number, y)
        y += _TEAM if pad.teams else 0.0
        name = Area(_EDGE, y, width, layout.name)
        yield panel(name.inset(0, _STRIP_INSET), _ROUND_CORNER, self._pen.look.band)
        yield from self._pen.text(
            pad.name, _NAME, Area(_EDGE + _INSET, y, layout.label - 2 * _INSET, layout.name)
        )
        yield from self._cells(1, name.inset(0, _STRIP_INSET), self._pen.look.rim)
        first = y
        y += layout.name
        for row, height in zip(pad.rows, layout.rows, strict=True):
            yield from self._row(row, Area(_EDGE, y, width, height).inset(0, _STRIP_INSET))
            y += height
        for number in range(1, len(pad.teams)):
            x = layout.first_cell + number * pad.team_size * layout.cell
            yield line((x, first), (x, y), _THICK, self._pen.look.deep)
        yield from self._pen.text(pad.foot, _FOOT_LOOK, Area(_EDGE, y + 1.6, width, _FOOT - 2))

    def _date(self, area: Area) -> Iterator[DrawnPart]:
        """Draw a field for the date, with its label."""
        yield panel(area, 1.2, PAPER)
        yield from self._pen.text(self._pad.date, _DATE, area.inset(1.6, 0.8))

    def _team(self, team: str, number: int, y: float) -> Iterator[DrawnPart]:
        """Draw the heading of a team over its seats."""
        width = self._pad.team_size * self._layout.cell
        area = Area(self._layout.first_cell + number * width, y, width, _TEAM).inset(0.4, 0)
        yield DrawnShape(rectangle(area), fill=self._pen.look.deep)
        yield from self._pen.text(team, _TEAM_LOOK, area.inset(1, 0))

    def _row(self, row: PadRow, area: Area) -> Iterator[DrawnPart]:
        """Draw a row as a strip in its colour with white cells; a part of the score has a strong label, or edge of a high one."""
        look = self._pen.look.of(row.icon)
        yield panel(area, _ROUND_CORNER, look.deep if row.sort == "total" else look.band)
        label = area._replace(width=self._layout.label)
        if row.sort == "part":
            yield panel(label, _ROUND_CORNER, look.deep)
        yield from self._poster(row, label, look) if row.rounds > 1 else self._words(row, label)
        height = area.height / row.rounds
        for number in range(row.rounds):
            one_round = area._replace(y=area.y + number * height, height=height)
            yield from self._cells(row.seats, one_round, look.deep if row.sort == "total" else look.rim)
            if row.rounds > 1:
                yield from self._round(number + 1, one_round, look.deep)

    def _poster(self, row: PadRow, label: Area, look: DocumentLook) -> Iterator[DrawnPart]:
        """Draw icon, label and note of a high row below each other."""
        room = label._replace(width=label.width - _ROUNDS).inset(2.6, 1)
        looks = ((row.label, _LARGE_LABEL), (row.note, _LARGE_NOTE))
        texts = [(text, words, self._pen.set(text, words, room.width, room.height)) for text, words in looks]
        height = sum(setting.body + 2 * _BETWEEN for _, _, setting in texts if setting)
        side = min(_EMBLEM_SHARE * room.width, room.height - height - 2 * _BETWEEN)
        side = side if row.icon and side >= _LEAST_EMBLEM else 0.0
        y = room.centre[1] - (side + height) / 2
        if side:
            disc = Area(room.centre[0] - side / 2, y, side, side)
            yield panel(disc, side / 2, PAPER)
            yield from self._pen.icon(row.icon, disc.inset(0.18 * side, 0.18 * side), look.deep)
        y += side + 2 * _BETWEEN
        for text, words, setting in texts:
            if setting:
                self._pen.check(setting, text, words, room)
                yield from self._pen.drawn(setting, room._replace(y=y), words.colour)
                y += setting.body + 2 * _BETWEEN

    def _round(self, number: int, area: Area, deep: str) -> Iterator[DrawnPart]:
        """Draw the number of a round on a disc at the end of its label."""
        side = min(_MOST_DISC, area.height - 1)
        badge = Area(self._layout.first_cell - side - 1.6, area.centre[1] - side / 2, side, side)
        yield panel(badge, side / 2, PAPER)
        yield from self._pen.text(str(number), _ROUND._replace(colour=deep), badge)

    def _words(self, row: PadRow, area: Area) -> Iterator[DrawnPart]:
        """Draw icon, label and note of a row."""
        has_icons = any(other.icon for other in self._pad.rows)
        if has_icons:
            yield from self._badge(row, Area(area.x + _INSET, area.y, _BADGE, area.height))
        indent = _INSET + (_BADGE + 1.8 if has_icons else 0.0)
        room = Area(area.x + indent, area.y + 0.9, area.width - indent - _INSET / 2, area.height - 1.8)
        if not self._note(row, room):
            looks = {"total": _TOTAL, "part": _LABEL._replace(colour=PAPER), "key": _LABEL}
            yield from self._pen.text(row.label, looks[row.sort], room)
            return
        label = self._label(row.label, room)
        below = room.height - label.body if label else 0.0
        smaller = min(_NOTE.size, label.size - _SMALLER_NOTE) if label else _NOTE.size
        look = _NOTE._replace(size=max(_NOTE.least, smaller))
        note = self._pen.set(row.note, look, room.width, below - _BETWEEN)
        if label and note:
            # A label of two lines may leave no more room than the note needs.
            between = max(0.0, min(_BETWEEN, below - note.height))
            self._pen.check(label, row.label, _LABEL, room)
            self._pen.check(note, row.note, look, room._replace(height=below - between))
            top = room.y + (below - between - note.height) / 2
            inks = (_LABEL.colour, _NOTE.colour) if row.sort == "key" else (PAPER, PAPER)
            yield from self._pen.drawn(label, room._replace(y=top), inks[0])
            yield from self._pen.drawn(note, room._replace(y=top + label.body + between), inks[1])

    def _badge(self, row: PadRow, area: Area) -> Iterator[DrawnPart]:
        """Draw the icon of a row on a disc; that of a total is on its own ground."""
        icon = row.icon or _SORT_ICONS.get(row.sort, "")
        disc = Area(area.x, area.centre[1] - _BADGE / 2, _BADGE, _BADGE)
        if icon:
            deep = self._pen.look.of(row.icon).deep
            ground, ink = (deep, PAPER) if row.sort == "key" else (PAPER, deep)
            yield panel(disc, _BADGE / 2, ground)
            yield from self._pen.icon(icon, disc.inset(1.2, 1.2), ink)

    def _note(self, row: PadRow, room: Area) -> str:
        """Note of a row; '' if its label needs two lines, and the sentence at the foot of the pad says it too."""
        line = self._pen.set(row.label, _ONE_LINE, room.width)
        is_long = row.sort == "key" and line and not line.fits(room.width, room.height, 1)
        return "" if is_long else row.note

    def _label(self, text: str, room: Area) -> FittedText | None:
        """Set a label with a note below it, as large as all such labels can be."""
        width, height = room.width, _LABEL_HEIGHT * room.height
        rows = (row for row in self._pad.rows if self._note(row, room))
        labels = (self._pen.set(row.label, _LABEL, width, height) for row in rows)
        size = min(label.size for label in labels if label)
        return self._pen.set(text, _LABEL._replace(size=size), width, height)

    def _cells(self, seats: int, area: Area, rim: str) -> Iterator[DrawnPart]:
        """Draw the white cells of a row, with a line around each."""
        for seat in range(0, self._pad.seats, seats):
            x = self._layout.first_cell + seat * self._layout.cell
            cell = area._replace(x=x, width=seats * self._layout.cell)
            outlined = panel(cell.inset(*_CELL_INSET), 0.8 * _ROUND_CORNER, PAPER)
            yield outlined._replace(stroke=rim, width=_RIM)


def print_pads(
    pad: Pad, paper: tuple[float, float], assets: Mapping[str, bytes], out: BinaryIO
) -> PrintedDocument:
    """Write a page with as many copies of a pad as fit.

    Raises:
        InputError: the paper is too small for one pad.
    """
    sheet, layout = pad_sheet(pad, paper)
    painter = Painter(pad.language, assets, pad.look)
    writer = PdfWriter(pad, assets, sheet.paper)
    pads = DrawnRepeat(tuple(draw_pad(pad, layout, painter)), tuple(sheet.places()))
    writer.page([pads, *crop_marks(sheet)])
    writer.save(out)
    return PrintedDocument(writer.pages, sheet.cards, list(painter.findings))
