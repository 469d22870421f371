"""Score pads: drawn, and printed as PDF."""

from __future__ import annotations

from typing import TYPE_CHECKING, BinaryIO

from deckwright.press.documents.content import PAPER, SOFT, some_of
from deckwright.press.documents.lying import Miniature, tilted
from deckwright.press.documents.pad_layout import EDGE, FOOT, FRAME_INSET, HEAD, TEAM, lines_of, pad_sheet
from deckwright.press.documents.painter import Painter, PdfWriter, PrintedDocument, TextLook, line, panel
from deckwright.press.documents.titles import TitleLooks, draw_title, draw_title_line, name_and_rest
from deckwright.press.graphics.parts import (
    Area,
    DrawnRepeat,
    DrawnShape,
    outline,
    rectangle,
    square_in,
)
from deckwright.press.looks.colours import OWN
from deckwright.press.sheets.sheet import crop_marks

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from deckwright.press.documents.content import DocumentLook, Frame, Pad, PadRow
    from deckwright.press.documents.pad_layout import PadLayout
    from deckwright.press.documents.painter import Drawn
    from deckwright.press.drawing.lines import FittedText
    from deckwright.press.graphics.parts import DrawnPart

_TALL_ROW = 34.2
"""Room from which a part has large words above a card that it counts, in mm."""

_INSET = 3.6
_TAB, _BARE_TAB, _ICON = 10.4, 2.2, 6.0
"""Widths of the strong beginning of a row with its icon, and without icons, and the size of an icon, in mm."""

_SMALLER_NOTE = 1.0
"""How much smaller a note is than its label, in points, at least."""

_ONE_LINE_NOTE = 7.8
"""Least size of a note that is on one line rather than, larger, on two, in points."""

_LABEL_HEIGHT = 0.56
"""Share of a row's height that its label may have if there is a note below it."""

_BETWEEN = 1.1
_ABOVE_WORDS, _ABOVE_CARD, _BESIDE_CARD = 4.0, 2.0, 2.5
"""Space above the words of a tall row, above and below the card that follows them, and at its right, in mm."""

_RISE, _HEADROOM = 3.0, 1.2
"""How far the icon of the game rises above the head, and the space above it in a banner, in mm."""

_ABOVE_FOOT = 1.9
"""Space between the rows and the sentence below them, in mm."""

_ABOVE_NAMES = 2.8
"""Space between the title, or the line for the date, and the row of names, in mm."""

_DATE_WIDTH = 44.0
"""Width of the field for the date, in mm, unless the pad is narrow."""

_DATE_SHARE = 0.26

_TITLE_DEPTH, _DATE_DEPTH = 1.6, 0.6
"""How far the title and the label of the date are lowered, in mm, so that they are on one baseline."""

_AFTER_TITLE = 2.5
"""Space between the title and the number of players, in mm."""

_ROUND_CORNER, _STRIP_INSET = 1.8, 0.35
_CELL_INSET, _NAME_INSET = (0.75, 0.55), (0.55, 0.75)
"""Space beside and above a cell, and a cell for a name, to the edge of its share of the row, in mm."""

_THICK, _RIM = 0.6, 0.25

_FRAME_APART, _FRAME_LINE = 0.9, 0.4
"""Space around each frame for a number, and the width of its line, in mm."""

_NAME_ICON = "mdi:account"
_SORT_ICONS = {"total": "mdi:trophy", "key": "mdi:scale-balance"}
"""Icons of the row of names, and of rows that are not parts of the score, on a pad whose parts have icons."""

_LOOKS = TitleLooks(TextLook(20, 9, 900, leading=1.0), TextLook(10, 7, 400, SOFT, "right", lines=1))
_BANNER_LOOKS = TitleLooks(TextLook(30, 9, 900, PAPER, leading=1.0), TextLook(11.5, 7, 500, PAPER, lines=1))
_DATE = TextLook(8.5, 7, 400, SOFT, valign="bottom", lines=1)
_NAME = TextLook(12, 7, 800, PAPER, valign="middle", lines=1)
_LABEL = TextLook(11.5, 7, 800, valign="middle", lines=2, leading=1.0)
_STRONG = TextLook(18, 8, 900, valign="middle", lines=1)
_NOTE = TextLook(9.2, 7, 500, lines=2, leading=1.0)
_ONE_LINE = _LABEL._replace(size=10, least=9.5, lines=1)
_TWO_LINES = _LABEL._replace(size=10)
_CAPTION = TextLook(8.5, 7, 500, valign="middle", lines=1)
_LARGE_LABEL = TextLook(17, 8, 900, lines=3, leading=1.0)
_LARGE_NOTE = TextLook(10, 7, lines=3, leading=1.0)
_TEAM_LOOK = TextLook(9.5, 7, 800, PAPER, "centre", "middle", 1)
_FOOT_LOOK = TextLook(9.2, 7, 400, SOFT, lines=2)


def draw_pad(pad: Pad, layout: PadLayout, painter: Painter) -> Iterator[Drawn]:
    """Draw a pad from its top left corner."""
    return _PadDrawing(pad, layout, painter).whole()


class _PadDrawing:
    """Draws the parts of one pad."""

    def __init__(self, pad: Pad, layout: PadLayout, painter: Painter) -> None:
        self._pad, self._layout, self._pen = pad, layout, painter
        self._tab = _TAB if any(row.icon for row in pad.rows) else _BARE_TAB

    def whole(self) -> Iterator[Drawn]:
        pad, layout, width = self._pad, self._layout, self._layout.width
        head = Area(EDGE, EDGE, width, layout.head)
        yield from self._banner(head) if layout.has_banner else self._head(head)
        first = EDGE + layout.head
        y = first + (TEAM if pad.teams else 0.0)
        yield from self._names(Area(EDGE, first, width, y + layout.name - first))
        y += layout.name
        for row, height in zip(pad.rows, layout.rows, strict=True):
            yield from self._row(row, Area(EDGE, y, width, height).inset(0, _STRIP_INSET))
            y += height
        for number in range(1, len(pad.teams)):
            x = layout.first_cell + number * pad.team_size * layout.cell
            yield line((x, first), (x, y), _THICK, self._pen.look.deep)
        yield from self._foot(Area(EDGE, y, width, FOOT))

    def _head(self, area: Area) -> Iterator[DrawnPart]:
        """Draw title, icon of the game and a field for the date on one baseline above the row of names.

        What is after the colon of a title is smaller, with the players.
        """
        height = HEAD - _ABOVE_NAMES
        side = HEAD + _RISE
        emblem = list(self._pen.emblem(Area(area.far[0] - _INSET - side, area.far[1] - side, side, side)))
        yield from emblem
        beside = 2 * _INSET + side if emblem else 0.0
        date_width = min(_DATE_WIDTH, _DATE_SHARE * area.width)
        date = Area(area.far[0] - beside - date_width, area.far[1] - HEAD, date_width, height)
        yield from self._date(date)
        looks = _LOOKS._replace(title=_LOOKS.title._replace(colour=self._pen.look.deep))
        pad = self._titled()
        words = [
            self._pen.set(text, look._replace(lines=1), area.width, height)
            for text, look in ((pad.title, looks.title), (pad.subtitle, looks.subtitle))
        ]
        near = sum(setting.width + _AFTER_TITLE for setting in words if setting)
        title = Area(area.x, date.y + _TITLE_DEPTH, min(near, date.x - _INSET - area.x), height)
        yield from draw_title_line(pad, title, looks, self._pen)

    def _banner(self, area: Area) -> Iterator[DrawnPart]:
        """Draw a title in white on the colour of the game, and above the last seat the icon of the game, above the others its cast."""
        band = area._replace(height=area.height - 2 * _STRIP_INSET)
        yield panel(band, _ROUND_CORNER, self._pen.look.deep)
        cell, others = self._layout.cell, self._pad.seats - 1
        cast = [name for name in self._pad.cast if self._pen.is_coloured(name)]
        shown = some_of(cast, others) if len(cast) >= others else []
        side = min(cell, band.height - _HEADROOM)
        last = Area(band.far[0] - (cell + side) / 2, band.far[1] - side, side, side)
        yield from self._pen.emblem(last)
        for number, name in enumerate(shown, 1):
            yield from self._pen.icon(name, last._replace(x=last.x - number * cell), OWN)
        start = self._spot(band, _ICON).x if self._tab == _TAB else self._room(band).x
        room = Area(start, band.y, last.x - len(shown) * cell - start - _INSET / 2, band.height).inset(
            0, _HEADROOM
        )
        yield from draw_title(self._titled(), room, _BANNER_LOOKS, self._pen)

    def _date(self, area: Area) -> Iterator[DrawnPart]:
        """Draw the field for the date, with a line at the end of an area."""
        yield from self._pen.text(self._pad.date, _DATE, area._replace(y=area.y + _DATE_DEPTH))
        label = self._pen.set(self._pad.date, _DATE, area.width)
        start = area.x + (label.width + 1.5 if label else 0.0)
        yield line((start, area.far[1]), area.far, _RIM, self._pen.look.rim)

    def _foot(self, area: Area) -> Iterator[DrawnPart]:
        """Draw the sentence below the rows, and beside it, if the title is a banner, the field for the date."""
        if not self._layout.has_banner:
            yield from self._pen.text(self._pad.foot, _FOOT_LOOK, area._replace(y=area.y + _ABOVE_FOOT))
            return
        width = min(_DATE_WIDTH, _DATE_SHARE * area.width)
        yield from self._date(area._replace(x=area.far[0] - width, width=width))
        words = Area(area.x, area.y + _DATE_DEPTH, area.width - width - _INSET, area.height)
        yield from self._pen.text(self._pad.foot, _FOOT_LOOK._replace(valign="bottom"), words)

    def _titled(self) -> Pad:
        """The pad with what is after the colon of its title before its players."""
        name, rest = name_and_rest(self._pad)
        return self._pad._replace(title=name, subtitle=" · ".join(filter(None, (rest, self._pad.subtitle))))

    def _names(self, area: Area) -> Iterator[DrawnPart]:
        """Draw the row of names below the headings of teams: in white on the colour of the game, or pale below a banner."""
        look = self._pen.look
        ground, ink, rim, inset = look.deep, PAPER, look.deep, _NAME_INSET
        if self._layout.has_banner:
            ground, ink, rim, inset = look.band, look.deep, look.rim, _CELL_INSET
        area = area._replace(height=area.height - _STRIP_INSET)
        yield panel(area, _ROUND_CORNER, ground)
        names = area._replace(y=area.far[1] - self._layout.name, height=self._layout.name)
        if self._tab == _TAB:
            yield from self._pen.icon(_NAME_ICON, self._spot(names, _ICON), ink)
        yield from self._pen.text(self._pad.name, _NAME._replace(colour=ink), self._room(names))
        yield from self._cells(1, names, rim, inset)
        width = self._pad.team_size * self._layout.cell
        for number, team in enumerate(self._pad.teams):
            heading = Area(self._layout.first_cell + number * width, area.y + 0.4, width, TEAM)
            yield from self._pen.text(team, _TEAM_LOOK._replace(colour=ink), heading.inset(1, 0))

    def _row(self, row: PadRow, area: Area) -> Iterator[Drawn]:
        """Draw a row as a pale strip in its colour with white cells; its beginning is strong unless it has a card, and a total is so as a whole."""
        look, is_result = self._look(row), self._is_result(row)
        ground = {"part": look.band, "total": look.deep, "key": look.tint}
        yield panel(area, _ROUND_CORNER, look.deep if is_result else ground[row.sort])
        room = self._room(area).inset(0, 0.45 if row.sort == "key" else 0.9)
        is_tall = room.height >= _TALL_ROW
        card = row.card if is_tall else None
        has_tab = row.sort == "part" and not (is_result or card)
        if has_tab:
            corners = (_ROUND_CORNER, 0.0, 0.0, _ROUND_CORNER)
            yield DrawnShape(rectangle(area._replace(width=self._tab), corners), fill=look.deep)
        beside = room
        if card:
            words = room._replace(y=area.y + _ABOVE_WORDS, height=self._large_height(row, room))
            beside = words._replace(height=self._large_height(row._replace(note=""), room))
            top = words.far[1] + _ABOVE_CARD
            below = Area(room.x, top, room.width - _BESIDE_CARD, area.far[1] - _ABOVE_CARD - top)
            yield from tilted(card, row.frame, below)
            room = words
        yield from self._icon(row, beside, PAPER if is_result or has_tab else look.deep)
        if row.sort == "key":
            yield from self._captioned(row, room)
        elif is_tall or (row.sort == "part" and is_result):
            yield from self._large_words(row, room)
        else:
            yield from self._words(row, room)
        yield from self._numbers(row, area, look.deep if is_result else look.rim)

    def _numbers(self, row: PadRow, area: Area, rim: str) -> Iterator[DrawnPart]:
        """Draw the cells of a row, with room for each of its numbers: in frames as on its cards, or divided."""
        lines = lines_of(row, self._layout.cell)
        across = 1 if lines == row.numbers else 2
        height = area.height / lines
        if row.frame:
            yield from self._cells(row.seats, area, rim, _CELL_INSET)
            for cell in self._cell_areas(row.seats, area.inset(0, FRAME_INSET), FRAME_INSET):
                yield from self._frames(row.frame, cell, lines, across)
            return
        for number in range(lines):
            one_line = area._replace(y=area.y + number * height, height=height)
            yield from self._cells(row.seats, one_line, rim, _CELL_INSET, across)

    def _frames(self, frame: Frame, cell: Area, lines: int, across: int) -> Iterator[DrawnPart]:
        """Draw pale frames for numbers in lines of a cell."""
        width, height = cell.width / across, cell.height / lines
        for number in range(lines * across):
            down, right = divmod(number, across)
            place = Area(cell.x + right * width, cell.y + down * height, width, height)
            path = outline(frame.shape, square_in(place).inset(_FRAME_APART, _FRAME_APART))
            yield DrawnShape(path, frame.ground, frame.line, _FRAME_LINE)

    def _is_result(self, row: PadRow) -> bool:
        """Whether a row is a total, or the only part of the score."""
        has_total = any(other.sort == "total" for other in self._pad.rows)
        return row.sort == "total" or (row.sort == "part" and not has_total)

    def _look(self, row: PadRow) -> DocumentLook:
        """Look of a row, which is that of its icon if it has one."""
        return self._pen.look.of(row.icon)

    def _room(self, area: Area) -> Area:
        """Room for the words of a row, after its icon."""
        return area._replace(x=area.x + self._tab, width=self._layout.label - self._tab).inset(_INSET / 2, 0)

    def _spot(self, beside: Area, side: float) -> Area:
        """Place of an icon at the beginning of a row, beside its words."""
        return Area(EDGE + (self._tab - side) / 2, beside.centre[1] - side / 2, side, side)

    def _icon(self, row: PadRow, words: Area, colour: str) -> Iterator[DrawnPart]:
        """Draw the icon of a row at its beginning, beside its words."""
        icon = row.icon or _SORT_ICONS.get(row.sort, "") * (self._tab == _TAB)
        yield from self._pen.icon(icon, self._spot(words, _ICON), colour)

    def _large_words(self, row: PadRow, room: Area) -> Iterator[DrawnPart]:
        """Draw label and note of a row in large type."""
        note = _LARGE_NOTE._replace(colour=PAPER) if self._is_result(row) else _LARGE_NOTE
        looks = ((row.label, self._inked(_LARGE_LABEL, row)), (row.note, note))
        texts = [(text, look, self._pen.set(text, look, room.width, room.height)) for text, look in looks]
        y = room.centre[1] - self._large_height(row, room) / 2
        for text, look, setting in texts:
            if setting:
                self._pen.check(setting, text, look, room)
                yield from self._pen.drawn(setting, room._replace(y=y), look.colour)
                y += setting.body + 2 * _BETWEEN

    def _large_height(self, row: PadRow, room: Area) -> float:
        """Height of a row's words in large type."""
        texts = ((row.label, _LARGE_LABEL), (row.note, _LARGE_NOTE))
        settings = [self._pen.set(text, look, room.width, room.height) for text, look in texts]
        return sum(setting.body for setting in settings if setting) + 2 * _BETWEEN * bool(row.note)

    def _inked(self, look: TextLook, row: PadRow) -> TextLook:
        """Look of a row's label in the colour that it has on its ground."""
        colours = {"part": self._look(row).deep, "key": look.colour}
        return look._replace(colour=PAPER if self._is_result(row) else colours[row.sort])

    def _captioned(self, row: PadRow, room: Area) -> Iterator[DrawnPart]:
        """Draw the label of a row that decides a tie, below the caption that says so unless only the label has room."""
        caption = self._pen.set(row.note, _CAPTION, room.width)
        above = caption.body + _BETWEEN if caption else 0.0
        label = self._tie_label(row.label, room._replace(height=room.height - above))
        if not (caption and label and label.fits(room.width, room.height - above, _LABEL.lines)):
            yield from self._pen.text(row.label, _LABEL, room)
        else:
            y = room.y + (room.height - above - label.body) / 2
            below = room._replace(y=y + above, height=room.height - above)
            yield from self._pen.drawn(caption, room._replace(y=y), self._pen.look.deep)
            yield from self._pen.drawn(label, below, _LABEL.colour)

    def _tie_label(self, text: str, room: Area) -> FittedText | None:
        """Set a label below its caption on one line, as large as all such labels can be, or on two if it needs and has them."""
        others = (row.label for row in self._pad.rows if row.sort == "key")
        settings = [self._pen.set(label, _ONE_LINE, room.width, room.height) for label in others]
        size = min((setting.size for setting in settings if setting), default=_ONE_LINE.size)
        on_one = self._pen.set(text, _ONE_LINE._replace(size=size), room.width, room.height)
        if on_one and on_one.fits(room.width, room.height, 1):
            return on_one
        on_two = self._pen.set(text, _TWO_LINES, room.width, room.height)
        if on_two and on_two.fits(room.width, room.height, _TWO_LINES.lines):
            return on_two
        return self._pen.set(text, _LABEL._replace(lines=1), room.width, room.height)

    def _words(self, row: PadRow, room: Area) -> Iterator[DrawnPart]:
        """Draw label and note of a row."""
        if not row.note:
            look = _STRONG if row.sort == "total" else _LABEL
            yield from self._pen.text(row.label, self._inked(look, row), room)
            return
        label = self._label(row.label, room)
        below = room.height - label.body if label else 0.0
        smaller = min(_NOTE.size, label.size - _SMALLER_NOTE) if label else _NOTE.size
        look = _NOTE._replace(size=max(_NOTE.least, smaller))
        on_one = look._replace(least=min(_ONE_LINE_NOTE, look.size), lines=1)
        note = self._pen.set(row.note, on_one, room.width, below - _BETWEEN)
        if note and not note.fits(room.width, below - _BETWEEN, 1):
            note = self._pen.set(row.note, look, room.width, below - _BETWEEN)
        if label and note:
            # A label of two lines may leave no more room than the note needs.
            between = max(0.0, min(_BETWEEN, below - note.height))
            self._pen.check(label, row.label, _LABEL, room)
            self._pen.check(note, row.note, look, room._replace(height=below - between))
            top = room.y + (below - between - note.height) / 2
            ink = PAPER if self._is_result(row) else look.colour
            yield from self._pen.drawn(label, room._replace(y=top), self._inked(_LABEL, row).colour)
            yield from self._pen.drawn(note, room._replace(y=top + label.body + between), ink)

    def _label(self, text: str, room: Area) -> FittedText | None:
        """Set a label with a note below it, as large as all such labels can be."""
        width, height = room.width, _LABEL_HEIGHT * room.height
        rows = (row for row in self._pad.rows if row.note and row.sort != "key")
        labels = (self._pen.set(row.label, _LABEL, width, height) for row in rows)
        size = min(label.size for label in labels if label)
        return self._pen.set(text, _LABEL._replace(size=size), width, height)

    def _cells(
        self, seats: int, area: Area, rim: str, inset: tuple[float, float], across: int = 1
    ) -> Iterator[DrawnPart]:
        """Draw the white cells of a row, with a line around each, and lines between the numbers that one has side by side."""
        for cell in self._cell_areas(seats, area.inset(0, inset[1]), inset[0]):
            yield panel(cell, 0.8 * _ROUND_CORNER, PAPER)._replace(stroke=rim, width=_RIM)
            for number in range(1, across):
                middle = cell.x + number * cell.width / across
                yield line((middle, cell.y), (middle, cell.far[1]), _RIM, rim)

    def _cell_areas(self, seats: int, area: Area, inset: float) -> Iterator[Area]:
        """Yield the areas of the cells of a row, each for some seats, with a space at their sides."""
        width = seats * self._layout.cell
        for seat in range(0, self._pad.seats, seats):
            x = self._layout.first_cell + seat * self._layout.cell
            yield area._replace(x=x, width=width).inset(inset, 0)


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
    parts, places = list(draw_pad(pad, layout, painter)), tuple(sheet.places())
    pads = DrawnRepeat(tuple(part for part in parts if not isinstance(part, Miniature)), places)
    pictures = (
        part._replace(place=(part.place[0] + x, part.place[1] + y))
        for x, y in places
        for part in parts
        if isinstance(part, Miniature)
    )
    writer.page([pads, *crop_marks(sheet), *pictures])
    writer.save(out)
    return PrintedDocument(writer.pages, sheet.cards, list(painter.findings))
