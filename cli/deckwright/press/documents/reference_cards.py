"""Reference cards: whole sections on one side, or on both, as large as they fit."""

from __future__ import annotations

from bisect import bisect_right
from functools import cache
from itertools import chain, combinations
from typing import TYPE_CHECKING, BinaryIO, NamedTuple

from deckwright.errors import InputError
from deckwright.messages import tr
from deckwright.press.documents.columns import Column, inked_height, numbers_by_section
from deckwright.press.documents.content import PAPER
from deckwright.press.documents.lying import Miniature
from deckwright.press.documents.painter import Painter, PdfWriter, PrintedDocument, TextLook
from deckwright.press.documents.setter import blocks_of, draw_column
from deckwright.press.documents.titles import BLEED, TitleLooks, draw_title_line
from deckwright.press.graphics.parts import Area, DrawnGroup, DrawnRepeat, DrawnShape, DrawnText, rectangle
from deckwright.press.sheets.imposition import backs, fronts
from deckwright.press.sheets.sheet import CropMarks, crop_marks, fullest_sheet

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from deckwright.press.documents.content import Document
    from deckwright.press.graphics.parts import DrawnPart
    from deckwright.press.sheets.imposition import Placement
    from deckwright.store.prints import Edge

    _Sides = tuple[Sequence[int], ...]
    _Way = Callable[[Column], Iterator[_Sides]]

SIZE = (88.0, 126.0)
"""Size of a trimmed reference card, in mm: two poker cards side by side, so that it fits with them when folded once."""

_WIDTH = 80.0
"""Width of the sections of a card, in mm."""

_BAND, _TOP, _FOOT = 12.6, 15.8, 5.8
_EMBLEM, _STRIP = 10.8, 2.8
_EDGE = (SIZE[0] - _WIDTH) / 2
_ROOM = SIZE[1] - _TOP - _FOOT

_SCALES = (
    *(number / 100 for number in range(150, 84, -2)),
    *(0.82, 0.79, 0.76, 0.74, 0.68, 0.6),
)

_SPACES = [number / 100 for number in range(72, 156)]
"""Spaces on cards, compared with those of pages: the least, so that the type is large, to the most; a side with few texts is empty below them."""

_LARGER = 1.1
"""Largest scale of a side, compared with that of its card."""

_ONE_SIDE = 1.3
"""Smallest scale of texts on a card of one side; below it, both sides are used."""

_TWO_SIDES = 1.16
"""Largest scale of texts on two sides: in larger type, short texts need a second line."""

_MOST_MOVED = 9
"""Most sections of a card that may change sides, so that all ways are tried in a moment."""

_LOOKS = TitleLooks(TextLook(18, 9, 900, PAPER, leading=1.0), TextLook(9.5, 7, 500, PAPER, "right", lines=1))


class Flow(NamedTuple):
    """Card set at a scale: the blocks of its one or two sides, of which one with few texts is a little larger."""

    sides: tuple[Column, ...]
    scale: float

    @property
    def height(self) -> float:
        """Height of the higher side."""
        return max(map(inked_height, self.sides))


def set_card(card: Document, painter: Painter) -> Flow:
    """Set a card as large as possible: on one side if its type is very large there, otherwise on both.

    Then type and spaces of each side grow, as far as it has room. A card that does not fit even at the smallest scale is reported, and still drawn.
    """
    setter = _CardSetter(card, painter)
    large = [scale for scale in _SCALES if scale >= _ONE_SIDE]
    two_sides = [
        (scale, way) for scale in _SCALES if scale <= _TWO_SIDES for way in (_in_order, _in_any_order)
    ]
    cut = [(scale, _cut_anywhere) for scale in _SCALES]
    for scale, way in [*((scale, _on_one_side) for scale in large), *two_sides, *cut]:
        sides = setter.lowest(way, scale)
        if sides and setter.flow(sides, scale).height <= _ROOM:
            return setter.filled(sides, scale)
    painter.note_overflow(card.title)
    scale = _SCALES[-1]
    return setter.flow(setter.lowest(_cut_anywhere, scale) or setter.lowest(_on_one_side, scale), scale)


class _CardSetter:
    """Sets the blocks of a card at a scale and with a space, and puts them on sides by their numbers."""

    def __init__(self, card: Document, painter: Painter) -> None:
        sections = [
            section._replace(sort="pairs") if section.sort == "list" else section for section in card.sections
        ]
        self._blocks = cache(lambda scale, space: tuple(blocks_of(sections, painter, scale, _WIDTH, space)))

    def lowest(self, way: _Way, scale: float) -> _Sides:
        """The sides of which the higher one is lowest; none if the blocks cannot be put on sides in this way."""
        blocks = self._blocks(scale, _least_space(scale))
        return min(way(blocks), key=lambda sides: self.flow(sides, scale).height, default=())

    def flow(self, sides: _Sides, scale: float) -> Flow:
        """The card with the least spaces."""
        return Flow(tuple(self._side(side, scale, _least_space(scale)) for side in sides), scale)

    def filled(self, sides: _Sides, scale: float) -> Flow:
        """The card with spaces that fill each side; a side with few texts has them a little larger."""
        return Flow(tuple(self._filled(side, self._largest(side, scale)) for side in sides), scale)

    def _largest(self, side: Sequence[int], scale: float) -> float:
        """Largest scale of a side whose card has a scale: the side has room for it, and no text needs another line."""
        lines = self._lines(side, scale)
        larger = (other for other in _SCALES if scale < other <= _LARGER * scale)
        fitting = (other for other in larger if self.flow((side,), other).height <= _ROOM)
        return next((other for other in fitting if self._lines(side, other) == lines), scale)

    def _lines(self, side: Sequence[int], scale: float) -> list[int]:
        """Number of lines of each text on a side."""
        parts = draw_column(self._side(side, scale, _least_space(scale)), 0.0, 0.0)
        return [len(part.lines) for part in parts if isinstance(part, DrawnText)]

    def _side(self, numbers: Sequence[int], scale: float, space: float) -> Column:
        blocks = self._blocks(scale, space)
        return tuple(blocks[number] for number in numbers)

    def _filled(self, numbers: Sequence[int], scale: float) -> Column:
        fitting = bisect_right(
            _SPACES, _ROOM, key=lambda space: inked_height(self._side(numbers, scale, space))
        )
        return self._side(numbers, scale, _SPACES[max(fitting - 1, 0)])


def _least_space(scale: float) -> float:
    """Least space of a scale: large type has more, so that it is easy to read, unless it is large enough for one side."""
    return _SPACES[0] if scale >= _ONE_SIDE else max(_SPACES[0], 3 * scale - 2.4)


# Ways to put the blocks of a card on its sides, of which the lowest that fits is used.


def _on_one_side(blocks: Column) -> Iterator[_Sides]:
    yield (range(len(blocks)),)


def _in_order(blocks: Column) -> Iterator[_Sides]:
    starts = [section[0] for section in numbers_by_section(blocks)]
    return ((range(start), range(start, len(blocks))) for start in starts[1:])


def _in_any_order(blocks: Column) -> Iterator[_Sides]:
    """Yield all choices of sections that follow the first one on its side; none for very many sections."""
    first, *others = numbers_by_section(blocks)
    others = others if len(others) < _MOST_MOVED else []
    for chosen in chain.from_iterable(combinations(others, size) for size in range(len(others))):
        yield (
            tuple(chain(first, *chosen)),
            tuple(chain.from_iterable(section for section in others if section not in chosen)),
        )


def _cut_anywhere(blocks: Column) -> Iterator[_Sides]:
    """Yield two sides cut between any two blocks, but never right after a block that keeps its next."""
    for cut in range(1, len(blocks)):
        if not blocks[cut - 1].keeps_next:
            yield range(cut), range(cut, len(blocks))


def draw_side(card: Document, flow: Flow, number: int, painter: Painter) -> Iterator[DrawnPart]:
    """Draw a side of a card, counted from 0, from its top left corner."""
    bleed = Area(-BLEED, -BLEED, SIZE[0] + 2 * BLEED, BLEED + _BAND)
    strip = bleed._replace(y=SIZE[1] - _STRIP, height=_STRIP + BLEED)
    for edge in (bleed, strip):
        yield DrawnShape(rectangle(edge), fill=painter.look.deep)
    emblem = Area(SIZE[0] - _EDGE - _EMBLEM, _BAND - _EMBLEM, _EMBLEM, _EMBLEM)
    yield from painter.emblem(emblem)
    yield from draw_title_line(card, Area(_EDGE, 3.4, emblem.x - 2.5 - _EDGE, _BAND - 4.4), _LOOKS, painter)
    column = draw_column(flow.sides[number], _EDGE, _TOP)
    yield from (part for part in column if not isinstance(part, Miniature))


class DuplexPaper(NamedTuple):
    """Paper that is printed on both sides: its size in mm, and the edge it is turned about."""

    size: tuple[float, float]
    edge: Edge


def print_cards(
    card: Document, copies: int, paper: DuplexPaper, assets: Mapping[str, bytes], out: BinaryIO
) -> PrintedDocument:
    """Write copies of a reference card; each page of fronts is followed by its page of backs, if the card has two sides.

    Raises:
        InputError: the paper is too small for one card.
    """
    sheet = fullest_sheet("reference", paper.size, SIZE)
    if not sheet.cards:
        raise InputError(
            "paper",
            tr("A reference card does not fit on the paper."),
            hint=tr("Use a larger sheet with --sheet."),
        )
    sheet = sheet._replace(marks=CropMarks(gap=BLEED + 1.0))
    painter = Painter(card.language, assets, card.look)
    flow = set_card(card, painter)
    sides = [tuple(draw_side(card, flow, number, painter)) for number in range(len(flow.sides))]
    writer = PdfWriter(card, assets, sheet.paper)
    for start in range(0, copies, sheet.cards):
        cards = min(sheet.cards, copies - start)
        for parts, placements in zip(sides, (fronts(sheet), backs(sheet, paper.edge)), strict=False):
            marks = crop_marks(sheet) if parts is sides[0] else ()
            writer.page(chain(_repeated(parts, placements[:cards]), marks))
    writer.save(out)
    return PrintedDocument(writer.pages, copies, list(painter.findings))


def _repeated(parts: tuple[DrawnPart, ...], placements: Sequence[Placement]) -> Iterator[DrawnPart]:
    """Draw a side at each place; on one page, all of them have the same orientation."""
    if placements[0].turned:
        parts = (DrawnGroup(parts, 180.0, (SIZE[0] / 2, SIZE[1] / 2)),)
    yield DrawnRepeat(parts, tuple((placement.x, placement.y) for placement in placements))
