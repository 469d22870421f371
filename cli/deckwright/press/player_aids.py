"""Score pads and reference cards: their contents as plain values, set and laid out on sheets."""

from __future__ import annotations

from itertools import accumulate, chain, zip_longest
from math import inf
from typing import TYPE_CHECKING, BinaryIO, Literal, NamedTuple

import deckwright
from deckwright.errors import InputError
from deckwright.findings import Finding
from deckwright.messages import print_tr, tr
from deckwright.press.drawing.lines import TextToFit, fit_text
from deckwright.press.drawing.words import (
    Span,
    missing_letter,
    missing_letters,
    paragraphs_of,
    unsupported_script,
)
from deckwright.press.faces.face import Style
from deckwright.press.graphics.icons import has_icon
from deckwright.press.graphics.parts import Area, DrawnGroup, DrawnIcon, DrawnRepeat, DrawnShape, rectangle
from deckwright.press.sheets.imposition import backs, fronts
from deckwright.press.sheets.marks import crop_marks
from deckwright.press.sheets.sheet import CropMarks, Sheet
from deckwright.press.sheets.sheet_file import count_fitting
from deckwright.press.writing.document import PdfFile
from deckwright.press.writing.operators import Content

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from deckwright.press.drawing.lines import FittedText
    from deckwright.press.faces.face import Align, Valign
    from deckwright.press.graphics.parts import DrawnPart
    from deckwright.press.sheets.imposition import Placement
    from deckwright.store.printer_profiles import Edge


# Content of score pads and reference cards, as plain values.


class PadRow(NamedTuple):
    """Row of a score pad: what is written there, and how it counts. `seats` is how many seats share a cell."""

    label: str
    note: str = ""
    icon: str = ""
    sort: Literal["part", "total", "key"] = "part"
    seats: int = 1


class Pad(NamedTuple):
    """Score pad with a column for each seat; the seats of a team are side by side.

    `teams` are the headings of teams, if there are any; `date` and `name` are labels of fields to fill in, and `foot` is
    the line at the bottom.
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
        """Number of seats in a team."""
        return self.seats // len(self.teams) if self.teams else 1


class Item(NamedTuple):
    """Item of a section: an icon, a name, a text, and its numbers."""

    name: str = ""
    text: str = ""
    icon: str = ""
    values: tuple[str, ...] = ()


class Section(NamedTuple):
    """Section of a reference card with its heading.

    `list` has a paragraph for each item, `grid` two columns of names with a number each, `table` a column for each
    of `heads`; an item with one value has it for all columns.
    """

    title: str
    items: tuple[Item, ...]
    sort: Literal["list", "grid", "table"] = "list"
    heads: tuple[str, ...] = ()


class Reference(NamedTuple):
    """Content of a reference card."""

    title: str
    subtitle: str
    sections: tuple[Section, ...]
    language: str


# Texts and icons of pads and reference cards; texts that do not fit are reported.

INK, SOFT, RULE, TINT, DEEP, PAPER = "#1d2b33", "#4d5a63", "#8b98a1", "#eef3f5", "#1b4a5a", "#ffffff"
"""Colours: text on white has a contrast of at least 7:1, white on `DEEP` of 9:1."""

_SHARES = {"top": 0.0, "middle": 0.5, "bottom": 1.0}
_NO_BREAK = str.maketrans({"\u202f": "\u00a0"})


class TextLook(NamedTuple):
    """TextLook of a text: its size in points, the `least` it may shrink to, and the most lines (0: any number)."""

    size: float
    least: float
    weight: int = 400
    colour: str = INK
    align: Align = "left"
    valign: Valign = "top"
    lines: int = 0
    font: str = "Alegreya Sans"
    leading: float = 1.15


class Painter:
    """Draws texts in one language; `findings` collects those that do not fit."""

    def __init__(self, language: str, assets: Mapping[str, bytes]) -> None:
        self.findings: dict[Finding, None] = {}
        self._language, self._assets = language, assets

    def set(
        self, text: str, look: TextLook, width: float, height: float, *, lead: str = ""
    ) -> FittedText | None:
        """Set a text, after a bold `lead`, as large as the room allows; None if it is empty."""
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
        return fit_text(TextToFit(paragraphs, style, self._language), width, height) if paragraphs else None

    def _note_missing(self, span: Span, style: Style) -> None:
        """Report characters that cannot be printed correctly."""
        font = style.cut(span.bold, italic=False)
        letters = missing_letters(span.text, font)
        found = [missing_letter(span.text, letter, font) for letter in letters]
        self.findings |= dict.fromkeys([*unsupported_script(span.text), *found])

    def text(self, text: str, look: TextLook, area: Area) -> Iterator[DrawnPart]:
        """Draw a text in an area."""
        setting = self.set(text, look, area.width, area.height)
        if setting:
            self.check(setting, text, look, area)
            height = setting.body if look.valign == "middle" else setting.height
            y = area.y + (area.height - height) * _SHARES[look.valign]
            yield from setting.drawn(area._replace(y=y), look.colour)

    def check(self, setting: FittedText, text: str, look: TextLook, area: Area) -> None:
        """Report a text that does not fit an area even at its smallest size; it is still drawn."""
        if not setting.fits(area.width, area.height, look.lines):
            self.note_overflow(text)

    def note_overflow(self, text: str) -> None:
        """Report a text that does not fit."""
        message = tr(
            "“{text}” ({language}) does not fit even at its smallest size: shorten it.",
            text=text,
            language=self._language,
        )
        self.findings[Finding("overflow", "error", message)] = None

    def icon(self, name: str, area: Area, colour: str = DEEP) -> Iterator[DrawnPart]:
        """Draw an icon in the middle of an area, if there is one of that name."""
        if name and has_icon(name, self._assets):
            yield DrawnIcon(name, *area.centre, min(area.width, area.height), colour)


# Sections of a reference card, set as blocks from top to bottom.

WIDTH = 76.0
"""Width of the sections of a card, in mm."""

HEAD_GAP = 2.6
"""Space above the heading of a section, in mm, at full scale."""

_BODY, _SECTION_HEAD, _LEAST = 9.5, 11.0, 7.0
_GAP, _ICON, _GUTTER, _FIGURES = 2.7, 5.8, 4.0, 7.5
_CELL = 7.5
_LABELS = 0.42
"""Smallest share of a table's width that its labels have."""


class Block(NamedTuple):
    """Heading, item or table row: its height, the space after it, and the function that draws it at a place.

    A heading has the space `before` it, which is part of its height; at the top of a side this space is omitted.
    """

    height: float
    after: float
    draw: Callable[[float, float], Iterator[DrawnPart]]
    before: float = 0.0
    is_head: bool = False


def blocks_of(section: Section, painter: Painter, scale: float) -> Iterator[Block]:
    """Set a section; its texts shrink to `scale`, but not below their smallest size."""
    setter = _Setter(painter, scale)
    yield setter.head(section.title)
    setters = {"list": setter.items, "grid": setter.grid, "table": setter.table}
    yield from setters[section.sort](section)


class _Setter:
    """Sets blocks at one scale."""

    def __init__(self, painter: Painter, scale: float) -> None:
        self._pen, self._scale = painter, scale
        size = max(_LEAST, _BODY * scale)
        self._look = TextLook(size, size)
        self._bold = self._look._replace(weight=700)
        self._icon = _ICON * max(scale, 0.8)

    def head(self, title: str) -> Block:
        look = TextLook(max(8.0, _SECTION_HEAD * self._scale), 8, 800, DEEP, lines=1)
        setting = self._pen.set(title, look, WIDTH, inf)
        height = setting.body if setting else 0.0
        above = HEAD_GAP * self._scale

        def draw(x: float, y: float) -> Iterator[DrawnPart]:
            if setting:
                yield from setting.drawn(Area(x, y + above, WIDTH, height), DEEP)
            line = y + above + height + 1.5
            yield DrawnShape((("m", (x, line)), ("l", (x + WIDTH, line))), stroke=DEEP, width=0.35)

        return Block(above + height + 1.5, 1.9, draw, above, is_head=True)

    def items(self, section: Section) -> Iterator[Block]:
        indent = self._icon if any(item.icon for item in section.items) else 0.0
        for item in section.items:
            yield self._item(item, indent)

    def _item(self, item: Item, indent: float) -> Block:
        setting = self._pen.set(item.text, self._look, WIDTH - indent, inf, lead=item.name)
        height = setting.body if setting else 0.0

        def draw(x: float, y: float) -> Iterator[DrawnPart]:
            yield from self._pen.icon(item.icon, self._icon_area(x, y))
            if setting:
                yield from self._drawn(setting, Area(x + indent, y, WIDTH - indent, height))

        return Block(height, _GAP * self._scale, draw)

    def _icon_area(self, x: float, y: float) -> Area:
        """Square of an icon, centred on the capitals next to it."""
        side, middle = self._look.size * 0.44, y + self._look.size * 0.3528 * 0.65 / 2
        return Area(x, middle - side / 2, side, side)

    def _drawn(self, setting: FittedText, area: Area, colour: str = INK) -> Iterator[DrawnPart]:
        yield from setting.drawn(area, colour)

    def grid(self, section: Section) -> Iterator[Block]:
        half = (len(section.items) + 1) // 2
        indent = self._icon if any(item.icon for item in section.items) else 0.0
        for left, right in zip_longest(section.items[:half], section.items[half:]):
            yield self._pair(left, right, indent)

    def _pair(self, left: Item, right: Item | None, indent: float) -> Block:
        width = (WIDTH - _GUTTER) / 2
        figures = _FIGURES if left.values or (right and right.values) else 0.0
        cells = [(left, 0.0), *([(right, width + _GUTTER)] if right else [])]
        settings = [
            (item, start, self._pen.set(item.name, self._look, width - indent - figures, inf))
            for item, start in cells
        ]
        height = max(setting.body if setting else 0.0 for _, _, setting in settings)

        def draw(x: float, y: float) -> Iterator[DrawnPart]:
            for item, start, setting in settings:
                yield from self._pen.icon(item.icon, self._icon_area(x + start, y))
                if setting:
                    yield from self._drawn(setting, Area(x + start + indent, y, width - indent, height))
                figure = self._pen.set("".join(item.values), self._right, figures, inf)
                if figure:
                    area = Area(x + start + width - figures, y, figures, height)
                    yield from self._drawn(figure, area, DEEP)

        return Block(height, _GAP * self._scale, draw)

    @property
    def _right(self) -> TextLook:
        return self._bold._replace(align="right", lines=1)

    def table(self, section: Section) -> Iterator[Block]:
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
    ) -> Block:
        room = WIDTH - columns * cell
        look = self._bold if is_head else self._look
        label = self._pen.set(name, look, room - 2, inf)
        height = (label.body if label else 0.0) + 2.4 * self._scale
        span = cell * columns / len(values)
        figures = [
            self._pen.set(value, self._bold._replace(align="centre", least=6, lines=1), span - 0.5, inf)
            for value in values
        ]

        def draw(x: float, y: float) -> Iterator[DrawnPart]:
            if is_head:
                yield DrawnShape(rectangle(Area(x, y, WIDTH, height)), fill=TINT)
            top = y + 1.2 * self._scale
            if label:
                yield from self._drawn(label, Area(x + 1, top, room - 2, height))
            for number, figure in enumerate(figures):
                if figure:
                    yield from self._drawn(figure, Area(x + room + number * span, top, span, height), DEEP)
            line = y + height
            yield DrawnShape((("m", (x, line)), ("l", (x + WIDTH, line))), stroke=RULE, width=0.15)

        return Block(height, 0.0, draw)


# Reference cards: their sections fill one side, or both.

SIZE = (88.0, 126.0)
"""Size of a trimmed reference card, in mm: two poker cards side by side, so that it fits with them when folded once."""

_CARD_EDGE = (SIZE[0] - WIDTH) / 2
_BAND, _TOP, _CARD_FOOT = 11.4, 18.0, 6.0
_ROOM = SIZE[1] - _TOP - _CARD_FOOT
_SCALES = (1.0, 0.97, 0.94, 0.91, 0.88, 0.85, 0.82, 0.79, 0.76, 0.74)
_ONE_SIDE = 0.88
"""Smallest scale of texts on a card of one side; below it, both sides are used."""

_WHOLE = 0.79
"""Smallest scale of texts at which every section is on one side; below it, a section may continue on the other."""

_CARD_TITLE = TextLook(14, 9, 800, PAPER, valign="middle", lines=1)
_SUBTITLE = TextLook(8, 7, 400, PAPER, valign="middle", lines=1)
_PAGE = TextLook(7, 7, 400, SOFT, "right", "bottom", 1)

Side = tuple["Block", ...]


class Flow(NamedTuple):
    """Card set at one scale: the blocks of its one or two sides."""

    sides: tuple[Side, ...]
    scale: float


def set_card(reference: Reference, painter: Painter) -> Flow:
    """Set a card as large as possible: on one side if that needs no small type, otherwise on both.

    A card that does not fit even at the smallest scale is reported, and still drawn.
    """
    settings = [_Scaled(scale, _blocks(reference, painter, scale)) for scale in _SCALES]
    for scale, blocks in settings:
        if scale >= _ONE_SIDE and _height(blocks) <= _ROOM:
            return Flow((blocks,), scale)
    between_sections = (_split(one, _section_cuts(one.blocks)) for one in settings if one.scale >= _WHOLE)
    anywhere = (_split(one, _cuts(one.blocks)) for one in settings)
    found = next(filter(None, chain(between_sections, anywhere)), None)
    if found:
        return found
    painter.note_overflow(reference.title)
    scale, blocks = settings[-1]
    half = min(range(1, len(blocks)), key=lambda at: abs(2 * _height(blocks[:at]) - _height(blocks)))
    return Flow((blocks[:half], blocks[half:]), scale)


class _Scaled(NamedTuple):
    """All blocks of a card at one scale."""

    scale: float
    blocks: Side


def _split(scaled: _Scaled, cuts: list[int]) -> Flow | None:
    """Two sides, as equal in height as these cuts allow; None without a cut."""
    blocks = scaled.blocks
    if not cuts:
        return None
    at = min(cuts, key=lambda at: max(_height(blocks[:at]), _height(blocks[at:])))
    return Flow((blocks[:at], blocks[at:]), scaled.scale)


def _section_cuts(blocks: Side) -> list[int]:
    return [at for at in _cuts(blocks) if blocks[at].is_head]


def _blocks(reference: Reference, painter: Painter, scale: float) -> Side:
    return tuple(block for section in reference.sections for block in blocks_of(section, painter, scale))


def _height(blocks: Sequence[Block]) -> float:
    return sum(block.height + block.after for block in blocks) - (blocks[0].before if blocks else 0.0)


def _cuts(blocks: Side) -> list[int]:
    """Pieces at which the second side can start so that both sides fit, never right after a heading."""
    return [
        at
        for at in range(1, len(blocks))
        if not blocks[at - 1].is_head and max(_height(blocks[:at]), _height(blocks[at:])) <= _ROOM
    ]


def draw_side(reference: Reference, flow: Flow, number: int, painter: Painter) -> Iterator[DrawnPart]:
    """Draw a side of a card, counted from 0, from its top left corner."""
    yield from _band(reference, painter)
    blocks = flow.sides[number]
    starts = accumulate(
        (block.height + block.after for block in blocks), initial=_TOP - (blocks[0].before if blocks else 0.0)
    )
    for block, y in zip(blocks, starts, strict=False):
        yield from block.draw(_CARD_EDGE, y)
    if len(flow.sides) > 1:
        area = Area(_CARD_EDGE, SIZE[1] - _CARD_FOOT, WIDTH, _CARD_FOOT - 2.8)
        yield from painter.text(
            print_tr("{page} of {pages}", page=number + 1, pages=len(flow.sides)), _PAGE, area
        )


def _band(reference: Reference, painter: Painter) -> Iterator[DrawnPart]:
    band = Area(_CARD_EDGE - 1.5, 4, WIDTH + 3, _BAND)
    yield DrawnShape(rectangle(band, (2, 2, 2, 2)), fill=DEEP)
    inner = band.inset(3, 1.1)
    if reference.subtitle:
        yield from painter.text(reference.title, _CARD_TITLE, inner._replace(height=5.6))
        yield from painter.text(reference.subtitle, _SUBTITLE, Area(inner.x, inner.y + 5.8, inner.width, 3.4))
    else:
        yield from painter.text(reference.title, _CARD_TITLE, inner)


# Score pads: as many on a sheet as fit with room to write.

MARGIN = 8.0
"""Margin of the paper at each side, in mm."""

LEAST_ROW = 9.0
"""Smallest height of a cell, in mm: enough to write a number by hand."""

_MOST_ROW, _ONE_ROW = 13.0, 26.0
_PAD_EDGE, _PAD_HEAD, _PAD_FOOT, _TEAM = 5.0, 13.0, 8.0, 6.0
_LEAST_LABEL, _MOST_LABEL = 40.0, 62.0
_LEAST_CELL, _MOST_CELL = 13.0, 26.0
_PAD_TITLE = TextLook(15, 9, 800, DEEP, valign="middle", lines=1)
_SMALL = TextLook(8.5, 7, 400, SOFT, valign="middle", lines=1)
_LABEL = TextLook(11, 8, 700, INK, valign="middle", lines=2, leading=1.0)
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
    """Height of each row, relative to a plain one: a pad of few parts has high cells, with room for calculations."""
    parts = sum(row.sort == "part" for row in pad.rows)
    high = max(1.0, _ONE_ROW / LEAST_ROW / parts)
    return [high if row.sort == "part" else 1.0 for row in pad.rows]


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
    yield from _cells(pad, plan, row.seats, area, 0.5 if is_total else 0.25)


def _inset(pad: Pad) -> float:
    """Indent of labels, which is wider if rows have icons."""
    return 7.5 if any(row.icon for row in pad.rows) else 1.0


def _words(row: PadRow, area: Area, painter: Painter, inset: float) -> Iterator[DrawnPart]:
    yield from painter.icon(row.icon, Area(area.x + 0.8, area.y, 5.6, area.height))
    room = Area(area.x + inset, area.y + 0.4, area.width - inset - 1, area.height - 0.8)
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


# PDF files of score pads and reference cards.


class DuplexPaper(NamedTuple):
    """Paper that is printed on both sides: its size in mm, and the edge it is turned about."""

    size: tuple[float, float]
    edge: Edge


class PrintedAids(NamedTuple):
    """Result of printing aids: the pages, the number of pads or cards, their size in mm, and the findings."""

    pages: int
    pieces: int
    size: tuple[float, float]
    findings: list[Finding]


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


def save(file: PdfFile, out: BinaryIO, title: str, subtitle: str) -> None:
    """Write a file with its title and the credits of its fonts and icons."""
    about = {
        "title": f"{title}: {subtitle}" if subtitle else title,
        "author": title,
        "subject": "; ".join(file.credits),
        "creator": f"Deckwright {deckwright.__version__}",
    }
    file.save(out, about)


def print_references(
    reference: Reference, copies: int, paper: DuplexPaper, assets: Mapping[str, bytes], out: BinaryIO
) -> PrintedAids:
    """Write copies of a reference card; each page of fronts is followed by its page of backs, if the card has two sides.

    Raises:
        InputError: the paper is too small for one card.
    """
    sheet = _card_sheet(paper.size)
    painter = Painter(reference.language, assets)
    flow = set_card(reference, painter)
    sides = [tuple(draw_side(reference, flow, number, painter)) for number in range(len(flow.sides))]
    file = PdfFile(assets, reference.language, sheet.paper)
    pages = 0
    for start in range(0, copies, sheet.cards):
        cards = min(sheet.cards, copies - start)
        for parts, placements in zip(sides, (fronts(sheet), backs(sheet, paper.edge)), strict=False):
            content = Content(file)
            content.draw(_at(parts, placements[:cards]))
            content.draw(crop_marks(sheet) if parts is sides[0] else ())
            file.page(content, *sheet.paper)
            pages += 1
    save(file, out, reference.title, reference.subtitle)
    return PrintedAids(pages, copies, SIZE, list(painter.findings))


def _at(parts: tuple[DrawnPart, ...], placements: Sequence[Placement]) -> Iterator[DrawnPart]:
    """Draw a side at each place; on one page, all of them have the same orientation."""
    if placements[0].turned:
        parts = (DrawnGroup(parts, 180.0, (SIZE[0] / 2, SIZE[1] / 2)),)
    yield DrawnRepeat(parts, tuple((placement.x, placement.y) for placement in placements))


def _card_sheet(paper: tuple[float, float]) -> Sheet:
    chosen = best_arrangement(paper, lambda one: count_fitting(one, SIZE, (0.0, 0.0), (MARGIN, MARGIN), None))
    if not chosen.pieces:
        raise InputError(
            "paper",
            tr("A reference card does not fit on the paper."),
            hint=tr("Use a larger sheet with --sheet."),
        )
    return Sheet("reference", chosen.paper, SIZE, chosen.columns, chosen.rows, marks=CropMarks())
