"""Reference cards: sections set as blocks that fill one side or both, drawn, and printed as PDF."""

from __future__ import annotations

from functools import cache, cached_property
from itertools import accumulate, chain, combinations
from typing import TYPE_CHECKING, BinaryIO, NamedTuple

from deckwright.errors import InputError
from deckwright.messages import print_tr, tr
from deckwright.press.graphics.parts import Area, DrawnGroup, DrawnRepeat, DrawnShape, rectangle
from deckwright.press.player_aids import (
    DEEP,
    PAPER,
    SOFT,
    Painter,
    PrintedAids,
    Reference,
    TextLook,
    save,
)
from deckwright.press.score_pads import MARGIN, best_arrangement
from deckwright.press.sections import Block, blocks_of
from deckwright.press.sheets.imposition import backs, fronts
from deckwright.press.sheets.marks import crop_marks
from deckwright.press.sheets.sheet import CropMarks, Sheet
from deckwright.press.sheets.sheet_file import count_fitting
from deckwright.press.writing.document import PdfFile
from deckwright.press.writing.operators import Content

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from deckwright.press.graphics.parts import DrawnPart
    from deckwright.press.player_aids import Section
    from deckwright.press.sheets.imposition import Placement
    from deckwright.store.printer_profiles import Edge

_BAND, _TOP, _CARD_FOOT = 10.2, 16.2, 5.6

WIDTH = 76.0
"""Width of the sections of a card, in mm."""


SIZE = (88.0, 126.0)
"""Size of a trimmed reference card, in mm: two poker cards side by side, so that it fits with them when folded once."""


_CARD_EDGE = (SIZE[0] - WIDTH) / 2


_ROOM = SIZE[1] - _TOP - _CARD_FOOT


_SCALES = (1.0, 0.97, 0.94, 0.91, 0.88, 0.85, 0.82, 0.79, 0.76, 0.74)


_ONE_SIDE = 0.88
"""Smallest scale of texts on a card of one side; below it, both sides are used."""


_GOOD = 0.76
"""Smallest scale of texts of a card that has spare sections."""


_MOST_MOVED = 9
"""Most sections of a card that may change sides, so that all ways are tried in a moment."""


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

    It has as many of its spare sections, the first ones first, as fit whole in type of a good size. A card that does
    not fit even at the smallest scale is reported, and still drawn.
    """

    @cache
    def set_section(section: Section, scale: float) -> Side:
        return tuple(blocks_of(section, painter, scale, WIDTH))

    for count in range(len(reference.spare), -1, -1):
        sections = (*reference.sections, *reference.spare[:count])
        settings = [_Scaled(scale, sections, set_section) for scale in _SCALES]
        flow = _whole_flow([one for one in settings if one.scale >= _GOOD or not count])
        if flow:
            return flow
    found = next(filter(None, map(_cut_anywhere, settings)), None)
    if found:
        return found
    painter.note_overflow(reference.title)
    scale, blocks = settings[-1].scale, settings[-1].blocks
    half = min(range(1, len(blocks)), key=lambda at: abs(2 * _height(blocks[:at]) - _height(blocks)))
    return Flow((blocks[:half], blocks[half:]), scale)


class _Scaled:
    """The blocks of a card at one scale, by section, which are set when they are needed."""

    def __init__(
        self, scale: float, sections: Sequence[Section], set_section: Callable[[Section, float], Side]
    ) -> None:
        self.scale, self._sections, self._set = scale, sections, set_section

    @cached_property
    def sections(self) -> tuple[Side, ...]:
        """Blocks of each section; a section without a title is a part of the one above it."""
        found: list[Side] = []
        for section in self._sections:
            blocks = self._set(section, self.scale)
            if section.title or not found:
                found.append(blocks)
            else:
                found[-1] += blocks
        return tuple(found)

    @property
    def blocks(self) -> Side:
        """All blocks."""
        return tuple(chain.from_iterable(self.sections))


def _whole_flow(settings: Sequence[_Scaled]) -> Flow | None:
    """The largest setting in which each section is on one side; None if there is none."""
    for one in settings:
        if one.scale >= _ONE_SIDE and _height(one.blocks) <= _ROOM:
            return Flow((one.blocks,), one.scale)
    return next(filter(None, map(_whole_sides, settings)), None)


def _whole_sides(scaled: _Scaled) -> Flow | None:
    """Two sides of whole sections, of which the first section begins the first side; None if they do not fit.

    Sections stay in order if they fit so; if not, some may change sides.
    """
    orders = _in_order(len(scaled.sections)), _in_any_order(len(scaled.sections))
    for fronts_of in orders:
        sides = [_sides_of(scaled.sections, front) for front in fronts_of]
        fitting = [(side, other) for side, other in sides if max(_height(side), _height(other)) <= _ROOM]
        if fitting:
            best = min(fitting, key=lambda sides: max(map(_height, sides)))
            return Flow(best, scaled.scale)
    return None


def _in_order(count: int) -> list[frozenset[int]]:
    """The sections of the first side, by number, for each place at which the second side can begin."""
    return [frozenset(range(at)) for at in range(1, count)]


def _in_any_order(count: int) -> list[frozenset[int]]:
    """All ways to choose sections for the first side, among them the first one; none for very many sections."""
    others = range(1, count) if count <= _MOST_MOVED else ()
    chosen = chain.from_iterable(combinations(others, size) for size in range(len(others)))
    return [frozenset((0, *some)) for some in chosen]


def _sides_of(sections: Sequence[Side], front: frozenset[int]) -> tuple[Side, Side]:
    first = chain.from_iterable(blocks for number, blocks in enumerate(sections) if number in front)
    second = chain.from_iterable(blocks for number, blocks in enumerate(sections) if number not in front)
    return tuple(first), tuple(second)


def _cut_anywhere(scaled: _Scaled) -> Flow | None:
    """Two sides, as equal in height as possible, cut between any two blocks; None if they do not fit."""
    blocks = scaled.blocks
    cuts = _cuts(blocks)
    if not cuts:
        return None
    at = min(cuts, key=lambda at: max(_height(blocks[:at]), _height(blocks[at:])))
    return Flow((blocks[:at], blocks[at:]), scaled.scale)


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
    inner = band.inset(3, 0.8)
    if reference.subtitle:
        yield from painter.text(reference.title, _CARD_TITLE, inner._replace(height=5.2))
        yield from painter.text(reference.subtitle, _SUBTITLE, Area(inner.x, inner.y + 5.3, inner.width, 3.4))
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
