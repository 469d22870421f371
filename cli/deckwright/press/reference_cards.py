"""Reference cards: sections set as blocks that fill one side or both, drawn, and printed as PDF."""

from __future__ import annotations

from itertools import accumulate, chain, zip_longest
from math import inf
from typing import TYPE_CHECKING, BinaryIO, NamedTuple

from deckwright.errors import InputError
from deckwright.messages import print_tr, tr
from deckwright.press.graphics.parts import Area, DrawnGroup, DrawnRepeat, DrawnShape, rectangle
from deckwright.press.player_aids import (
    DEEP,
    INK,
    PAPER,
    RULE,
    SOFT,
    TINT,
    Item,
    Painter,
    PrintedAids,
    Reference,
    Section,
    TextLook,
    save,
)
from deckwright.press.score_pads import MARGIN, best_arrangement
from deckwright.press.sheets.imposition import backs, fronts
from deckwright.press.sheets.marks import crop_marks
from deckwright.press.sheets.sheet import CropMarks, Sheet
from deckwright.press.sheets.sheet_file import count_fitting
from deckwright.press.writing.document import PdfFile
from deckwright.press.writing.operators import Content

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from deckwright.press.drawing.lines import FittedText
    from deckwright.press.graphics.parts import DrawnPart
    from deckwright.press.sheets.imposition import Placement
    from deckwright.store.printer_profiles import Edge

_BODY, _SECTION_HEAD, _LEAST = 9.5, 11.0, 7.0
_GAP, _ICON, _GUTTER, _FIGURES = 2.7, 5.8, 4.0, 7.5
_BAND, _TOP, _CARD_FOOT = 11.4, 18.0, 6.0

WIDTH = 76.0
"""Width of the sections of a card, in mm."""


HEAD_GAP = 2.6
"""Space above the heading of a section, in mm, at full scale."""


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


SIZE = (88.0, 126.0)
"""Size of a trimmed reference card, in mm: two poker cards side by side, so that it fits with them when folded once."""


_CARD_EDGE = (SIZE[0] - WIDTH) / 2


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


class DuplexPaper(NamedTuple):
    """Paper that is printed on both sides: its size in mm, and the edge it is turned about."""

    size: tuple[float, float]
    edge: Edge


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
