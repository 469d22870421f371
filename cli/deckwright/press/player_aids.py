"""Score pads and reference cards: their contents as plain values, set and laid out on sheets."""

from __future__ import annotations

from itertools import accumulate, zip_longest
from math import inf
from typing import TYPE_CHECKING, BinaryIO, Literal, NamedTuple

import deckwright
from deckwright.errors import InputError
from deckwright.findings import Finding
from deckwright.messages import print_tr, tr
from deckwright.press.faces.face import Style
from deckwright.press.graphics.icons import has_icon
from deckwright.press.graphics.parts import Again, Area, Group, Picture, Shape, rectangle
from deckwright.press.sheets.imposition import backs, fronts
from deckwright.press.sheets.marks import crop_marks
from deckwright.press.sheets.sheet import CropMarks, Sheet
from deckwright.press.sheets.sheet_file import counts
from deckwright.press.typesetting.lines import Copy, fitted
from deckwright.press.typesetting.words import (
    Span,
    missing_letter,
    missing_letters,
    paragraphs_of,
    unset_text,
)
from deckwright.press.writing.document import PdfFile
from deckwright.press.writing.operators import Content

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from deckwright.press.faces.face import Align, Valign
    from deckwright.press.graphics.parts import Drawn
    from deckwright.press.sheets.imposition import Stand
    from deckwright.press.typesetting.lines import Setting
    from deckwright.store.printer_profiles import Edge


# What a scoring pad and a reference card say, as plain values, for whoever draws them.


class PadRow(NamedTuple):
    """A row to write in: what it is for, and how that counts. `seats` is how many share one cell of it."""

    label: str
    note: str = ""
    icon: str = ""
    sort: Literal["part", "total", "key"] = "part"
    seats: int = 1


class Pad(NamedTuple):
    """A scoring pad: a column for each seat, those of a team beside each other.

    `teams` are the heads of these, where there are teams; `date` and `name` ask for what is to be written there, and
    `foot` is a line below.
    """

    title: str
    subtitle: str
    rows: tuple[PadRow, ...]
    seats: int
    teams: tuple[str, ...]
    date: str
    name: str
    foot: str
    language: str

    @property
    def team_size(self) -> int:
        """Count the seats of a team."""
        return self.seats // len(self.teams) if self.teams else 1


class Item(NamedTuple):
    """A line of a section: an icon, a name, what is said of it, and its numbers."""

    name: str = ""
    text: str = ""
    icon: str = ""
    values: tuple[str, ...] = ()


class Section(NamedTuple):
    """A part of a reference card under its head.

    `list` has a paragraph for each item, `grid` two columns of names, each with a number, `table` a column for each
    of `heads`; an item with one value has it for all of these.
    """

    title: str
    items: tuple[Item, ...]
    sort: Literal["list", "grid", "table"] = "list"
    heads: tuple[str, ...] = ()


class Reference(NamedTuple):
    """A reference card."""

    title: str
    subtitle: str
    sections: tuple[Section, ...]
    language: str


# Set the texts of pads and reference cards, and note those that do not fit.

INK, SOFT, RULE, TINT, DEEP, PAPER = "#1d2b33", "#4d5a63", "#8b98a1", "#eef3f5", "#1b4a5a", "#ffffff"
"""Colours: letters on white have a contrast of 7:1 at least, white on `DEEP` of 9:1."""

_SHARES = {"top": 0.0, "middle": 0.5, "bottom": 1.0}
_NO_BREAK = str.maketrans({"\u202f": "\u00a0"})


class Look(NamedTuple):
    """How a text is set: sizes in points, `least` where it must shrink, and the most lines (0: any number)."""

    size: float
    least: float
    weight: int = 400
    colour: str = INK
    align: Align = "left"
    valign: Valign = "top"
    lines: int = 0
    font: str = "Alegreya Sans"
    leading: float = 1.15


class Pen:
    """Sets texts in one language; `findings` grow with those that do not fit."""

    def __init__(self, language: str, assets: Mapping[str, bytes]) -> None:
        self.findings: dict[Finding, None] = {}
        self._language, self._assets = language, assets

    def set(self, text: str, look: Look, width: float, height: float, *, lead: str = "") -> Setting | None:
        """Set a text, after a `lead` in bold type, as large as it can be in a room; None where it says nothing."""
        style = Style(
            font=look.font,
            weight=look.weight,
            size=look.size,
            min=look.least,
            lines=look.lines,
            align=look.align,
            leading=look.leading,
        )
        spans = [Span(lead.translate(_NO_BREAK), bold=True)] if lead else []
        spans += [Span((" " if lead else "") + text.translate(_NO_BREAK))] if text else []
        for span in spans:
            self._note_missing(span, style)
        paragraphs = paragraphs_of(spans, style)
        return fitted(Copy(paragraphs, style, self._language), width, height) if paragraphs else None

    def _note_missing(self, span: Span, style: Style) -> None:
        """Note letters that cannot be printed right."""
        font = style.cut(span.bold, italic=False)
        letters = missing_letters(span.text, font)
        found = [missing_letter(span.text, letter, font) for letter in letters]
        self.findings |= dict.fromkeys([*unset_text(span.text), *found])

    def text(self, text: str, look: Look, area: Area) -> Iterator[Drawn]:
        """Draw a text in an area."""
        setting = self.set(text, look, area.width, area.height)
        if setting:
            self.check(setting, text, look, area)
            height = setting.body if look.valign == "middle" else setting.height
            y = area.y + (area.height - height) * _SHARES[look.valign]
            yield from setting.drawn(area._replace(y=y), look.colour)

    def check(self, setting: Setting, text: str, look: Look, area: Area) -> None:
        """Note a text that does not fit an area even in its least size; it is drawn all the same."""
        if not setting.fits(area.width, area.height, look.lines):
            self.note_overflow(text)

    def note_overflow(self, text: str) -> None:
        """Note a text that has no room."""
        message = tr(
            "“{text}” ({language}) does not fit even at its smallest size: shorten it.",
            text=text,
            language=self._language,
        )
        self.findings[Finding("overflow", "error", message)] = None

    def icon(self, name: str, area: Area, colour: str = DEEP) -> Iterator[Drawn]:
        """Draw an icon in the middle of an area, where there is one of that name."""
        if name and has_icon(name, self._assets):
            yield Picture(name, *area.centre, min(area.width, area.height), colour)


# Set the sections of a reference card, each as pieces that lie one below the other.

WIDTH = 76.0
"""How wide the sections of a card are, in mm."""

HEAD_GAP = 2.6
"""How much room a section leaves above its head, in mm, where its texts do not shrink."""

_BODY, _SECTION_HEAD, _LEAST = 9.5, 11.0, 7.0
_GAP, _ICON, _GUTTER, _FIGURES = 2.7, 5.8, 4.0, 7.5
_CELL = 7.5
_LABELS = 0.42
"""How much of a table's width its labels have at least."""


class Piece(NamedTuple):
    """What stands on a line of its own: its height, what is free after it, and what draws it at a place.

    A head has `before`, which is part of its height, free above it; at the top of a side it is left out.
    """

    height: float
    after: float
    draw: Callable[[float, float], Iterator[Drawn]]
    before: float = 0.0
    is_head: bool = False


def pieces_of(section: Section, pen: Pen, scale: float) -> Iterator[Piece]:
    """Set a section; `scale` is how far its texts shrink, though not below their least size."""
    setter = _Setter(pen, scale)
    yield setter.head(section.title)
    sorts = {"list": setter.items, "grid": setter.grid, "table": setter.table}
    yield from sorts[section.sort](section)


class _Setter:
    """Sets texts of one size."""

    def __init__(self, pen: Pen, scale: float) -> None:
        self._pen, self._scale = pen, scale
        size = max(_LEAST, _BODY * scale)
        self._look = Look(size, size)
        self._bold = self._look._replace(weight=700)
        self._icon = _ICON * max(scale, 0.8)

    def head(self, title: str) -> Piece:
        look = Look(max(8.0, _SECTION_HEAD * self._scale), 8, 800, DEEP, lines=1)
        setting = self._pen.set(title, look, WIDTH, inf)
        height = setting.body if setting else 0.0
        above = HEAD_GAP * self._scale

        def draw(x: float, y: float) -> Iterator[Drawn]:
            if setting:
                yield from setting.drawn(Area(x, y + above, WIDTH, height), DEEP)
            line = y + above + height + 1.5
            yield Shape((("m", (x, line)), ("l", (x + WIDTH, line))), stroke=DEEP, width=0.35)

        return Piece(above + height + 1.5, 1.9, draw, above, is_head=True)

    def items(self, section: Section) -> Iterator[Piece]:
        indent = self._icon if any(item.icon for item in section.items) else 0.0
        for item in section.items:
            yield self._item(item, indent)

    def _item(self, item: Item, indent: float) -> Piece:
        setting = self._pen.set(item.text, self._look, WIDTH - indent, inf, lead=item.name)
        height = setting.body if setting else 0.0

        def draw(x: float, y: float) -> Iterator[Drawn]:
            yield from self._pen.icon(item.icon, self._icon_area(x, y))
            if setting:
                yield from self._drawn(setting, Area(x + indent, y, WIDTH - indent, height))

        return Piece(height, _GAP * self._scale, draw)

    def _icon_area(self, x: float, y: float) -> Area:
        """Give the square of an icon whose middle is that of the capitals beside it."""
        side, middle = self._look.size * 0.44, y + self._look.size * 0.3528 * 0.65 / 2
        return Area(x, middle - side / 2, side, side)

    def _drawn(self, setting: Setting, area: Area, colour: str = INK) -> Iterator[Drawn]:
        yield from setting.drawn(area, colour)

    def grid(self, section: Section) -> Iterator[Piece]:
        half = (len(section.items) + 1) // 2
        indent = self._icon if any(item.icon for item in section.items) else 0.0
        for left, right in zip_longest(section.items[:half], section.items[half:]):
            yield self._pair(left, right, indent)

    def _pair(self, left: Item, right: Item | None, indent: float) -> Piece:
        width = (WIDTH - _GUTTER) / 2
        figures = _FIGURES if left.values or (right and right.values) else 0.0
        cells = [(left, 0.0), *([(right, width + _GUTTER)] if right else [])]
        settings = [
            (item, start, self._pen.set(item.name, self._look, width - indent - figures, inf))
            for item, start in cells
        ]
        height = max(setting.body if setting else 0.0 for _, _, setting in settings)

        def draw(x: float, y: float) -> Iterator[Drawn]:
            for item, start, setting in settings:
                yield from self._pen.icon(item.icon, self._icon_area(x + start, y))
                if setting:
                    yield from self._drawn(setting, Area(x + start + indent, y, width - indent, height))
                figure = self._pen.set("".join(item.values), self._right, figures, inf)
                if figure:
                    area = Area(x + start + width - figures, y, figures, height)
                    yield from self._drawn(figure, area, DEEP)

        return Piece(height, _GAP * self._scale, draw)

    @property
    def _right(self) -> Look:
        return self._bold._replace(align="right", lines=1)

    def table(self, section: Section) -> Iterator[Piece]:
        heads = section.heads
        cell = min(_CELL, (1 - _LABELS) * WIDTH / len(heads))
        first, *names = heads
        yield self._row(first, tuple(names), cell, len(names), is_head=True)
        *rows, last = section.items
        for item in rows:
            yield self._row(item.name, item.values, cell, len(names))
        yield self._row(last.name, last.values, cell, len(names))._replace(after=_GAP * self._scale / 2)

    def _row(
        self, name: str, values: tuple[str, ...], cell: float, columns: int, *, is_head: bool = False
    ) -> Piece:
        room = WIDTH - columns * cell
        look = self._bold if is_head else self._look
        label = self._pen.set(name, look, room - 2, inf)
        height = (label.body if label else 0.0) + 2.4 * self._scale
        span = cell * columns / len(values)
        figures = [
            self._pen.set(value, self._bold._replace(align="centre", least=6, lines=1), span - 0.5, inf)
            for value in values
        ]

        def draw(x: float, y: float) -> Iterator[Drawn]:
            if is_head:
                yield Shape(rectangle(Area(x, y, WIDTH, height)), fill=TINT)
            top = y + 1.2 * self._scale
            if label:
                yield from self._drawn(label, Area(x + 1, top, room - 2, height))
            for number, figure in enumerate(figures):
                if figure:
                    yield from self._drawn(figure, Area(x + room + number * span, top, span, height), DEEP)
            line = y + height
            yield Shape((("m", (x, line)), ("l", (x + WIDTH, line))), stroke=RULE, width=0.15)

        return Piece(height, 0.0, draw)


# Set and draw reference cards: their sections flow over one side, or over both.

SIZE = (88.0, 126.0)
"""A reference card as cut, in mm: as large as two poker cards side by side, so that, folded once, it lies with them."""

_CARD_EDGE = (SIZE[0] - WIDTH) / 2
_BAND, _TOP, _CARD_FOOT = 11.4, 18.0, 6.0
_ROOM = SIZE[1] - _TOP - _CARD_FOOT
_SCALES = (1.0, 0.97, 0.94, 0.91, 0.88, 0.85, 0.82, 0.79, 0.76, 0.74)
_ONE_SIDE = 0.88
"""Down to which scale texts shrink before the other side is used."""

_WHOLE = 0.79
"""Down to which scale texts shrink so that no section goes on on the other side."""

_CARD_TITLE = Look(14, 9, 800, PAPER, valign="middle", lines=1)
_SUBTITLE = Look(8, 7, 400, PAPER, valign="middle", lines=1)
_PAGE = Look(7, 7, 400, SOFT, "right", "bottom", 1)

Side = tuple["Piece", ...]


class Flow(NamedTuple):
    """A card set in one size: the pieces of its one or two sides."""

    sides: tuple[Side, ...]
    scale: float


def flowed(reference: Reference, pen: Pen) -> Flow:
    """Set a card as large as it can be: on one side where that needs no small type, else on both.

    What does not fit even in the least size is noted, and drawn all the same.
    """
    settings = [(scale, _pieces(reference, pen, scale)) for scale in _SCALES]
    for scale, pieces in settings:
        if scale >= _ONE_SIDE and _height(pieces) <= _ROOM:
            return Flow((pieces,), scale)
    cuts = [(scale, pieces, _cuts(pieces)) for scale, pieces in settings]
    whole = [(scale, pieces, [at for at in found if pieces[at].is_head]) for scale, pieces, found in cuts]
    for scale, pieces, found in [one for one in whole if one[0] >= _WHOLE] + cuts:
        if found:
            at = min(found, key=lambda at: max(_height(pieces[:at]), _height(pieces[at:])))
            return Flow((pieces[:at], pieces[at:]), scale)
    pen.note_overflow(reference.title)
    scale, pieces = settings[-1]
    half = min(range(1, len(pieces)), key=lambda at: abs(2 * _height(pieces[:at]) - _height(pieces)))
    return Flow((pieces[:half], pieces[half:]), scale)


def _pieces(reference: Reference, pen: Pen, scale: float) -> Side:
    return tuple(piece for section in reference.sections for piece in pieces_of(section, pen, scale))


def _height(pieces: Sequence[Piece]) -> float:
    return sum(piece.height + piece.after for piece in pieces) - (pieces[0].before if pieces else 0.0)


def _cuts(pieces: Side) -> list[int]:
    """List where the other side can begin so that both fit, never right after a head."""
    return [
        at
        for at in range(1, len(pieces))
        if not pieces[at - 1].is_head and max(_height(pieces[:at]), _height(pieces[at:])) <= _ROOM
    ]


def draw_side(reference: Reference, flow: Flow, number: int, pen: Pen) -> Iterator[Drawn]:
    """Draw a side of a card, counted from 0, from its top left corner."""
    yield from _band(reference, pen)
    pieces = flow.sides[number]
    starts = accumulate(
        (piece.height + piece.after for piece in pieces), initial=_TOP - (pieces[0].before if pieces else 0.0)
    )
    for piece, y in zip(pieces, starts, strict=False):
        yield from piece.draw(_CARD_EDGE, y)
    if len(flow.sides) > 1:
        area = Area(_CARD_EDGE, SIZE[1] - _CARD_FOOT, WIDTH, _CARD_FOOT - 2.8)
        yield from pen.text(
            print_tr("{page} of {pages}", page=number + 1, pages=len(flow.sides)), _PAGE, area
        )


def _band(reference: Reference, pen: Pen) -> Iterator[Drawn]:
    band = Area(_CARD_EDGE - 1.5, 4, WIDTH + 3, _BAND)
    yield Shape(rectangle(band, (2, 2, 2, 2)), fill=DEEP)
    inner = band.inset(3, 1.1)
    if reference.subtitle:
        yield from pen.text(reference.title, _CARD_TITLE, inner._replace(height=5.6))
        yield from pen.text(reference.subtitle, _SUBTITLE, Area(inner.x, inner.y + 5.8, inner.width, 3.4))
    else:
        yield from pen.text(reference.title, _CARD_TITLE, inner)


# Lay out and draw scoring pads: as many on a sheet as leave room to write in them.

MARGIN = 8.0
"""How much of the paper stays free at each side, in mm."""

LEAST_ROW = 9.0
"""How high a cell is at least, in mm: what a hand needs to write a number."""

_MOST_ROW, _ONE_ROW = 13.0, 26.0
_PAD_EDGE, _PAD_HEAD, _PAD_FOOT, _TEAM = 5.0, 13.0, 8.0, 6.0
_LEAST_LABEL, _MOST_LABEL = 40.0, 62.0
_LEAST_CELL, _MOST_CELL = 13.0, 26.0
_PAD_TITLE = Look(15, 9, 800, DEEP, valign="middle", lines=1)
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
            hint=tr("Use a larger sheet with --sheet, or fewer seats with --players."),
        )
    plan = _plan(pad, ((chosen[0] - 2 * MARGIN) / columns, (chosen[1] - 2 * MARGIN) / rows))
    marks = CropMarks() if columns * rows > 1 else None
    return Sheet("pad", chosen, plan.size, columns, rows, marks=marks), plan


def _least(pad: Pad) -> tuple[float, float]:
    width = 2 * _PAD_EDGE + _LEAST_LABEL + pad.seats * _LEAST_CELL
    return width, _fixed(pad) + LEAST_ROW + sum(_shares(pad)) * LEAST_ROW


def _fixed(pad: Pad) -> float:
    return 2 * _PAD_EDGE + _PAD_HEAD + _PAD_FOOT + (_TEAM if pad.teams else 0.0)


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
    across = room[0] - 2 * _PAD_EDGE
    growth = across / (_LEAST_LABEL + pad.seats * _LEAST_CELL)
    label = min(_MOST_LABEL, _LEAST_LABEL * growth)
    cell = min(_MOST_CELL, (across - label) / pad.seats)
    row = min(_MOST_ROW, (room[1] - _fixed(pad)) / (1 + sum(shares)))
    width = 2 * _PAD_EDGE + label + pad.seats * cell
    heights = tuple(share * row for share in shares)
    return Plan((width, _fixed(pad) + row + sum(heights)), label, cell, row, heights)


def draw_pad(pad: Pad, plan: Plan, pen: Pen) -> Iterator[Drawn]:
    """Draw a pad from its top left corner."""
    width = plan.size[0] - 2 * _PAD_EDGE
    yield from pen.text(pad.title, _PAD_TITLE, Area(_PAD_EDGE, _PAD_EDGE, 0.62 * width, 7))
    yield from pen.text(pad.subtitle, _SMALL, Area(_PAD_EDGE, _PAD_EDGE + 6.6, 0.62 * width, 4.5))
    yield from _date(pad, Area(_PAD_EDGE + 0.66 * width, _PAD_EDGE, 0.34 * width, 8), pen)
    y = _PAD_EDGE + _PAD_HEAD
    if pad.teams:
        yield from _teams(pad, plan, y, pen)
        y += _TEAM
    yield from _names(pad, plan, y, pen)
    y += plan.name
    for row, height in zip(pad.rows, plan.rows, strict=True):
        yield from _row(row, pad, plan, Area(_PAD_EDGE, y, width, height), pen)
        y += height
    yield from pen.text(pad.foot, _FOOT_LOOK, Area(_PAD_EDGE, y + 1.6, width, _PAD_FOOT - 1.6))


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
    yield from pen.text(pad.name, _SMALL, Area(_PAD_EDGE + 1, y, plan.label - 2, plan.name))
    yield from _cells(pad, plan, 1, Area(_PAD_EDGE, y, plan.size[0] - 2 * _PAD_EDGE, plan.name), 0.25)


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
    return _PAD_EDGE + plan.label


def _line(start: tuple[float, float], end: tuple[float, float], width: float = 0.25) -> Shape:
    return Shape((("m", start), ("l", end)), stroke=RULE, width=width)


# Put pads and reference cards on sheets, and those into a file.


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
            hint=tr("Use a larger sheet with --sheet."),
        )
    return Sheet("reference", chosen, SIZE, columns, rows, marks=CropMarks())
