"""Set and draw reference cards: their sections flow over one side, or over both."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

from deckwright.messages import print_tr
from deckwright.press.aids.pen import DEEP, PAPER, SOFT, Look
from deckwright.press.aids.sections import WIDTH, pieces_of
from deckwright.press.drawing.shapes import rectangle
from deckwright.press.parts import Area, Shape

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from deckwright.press.aids.pen import Pen
    from deckwright.press.aids.sections import Piece
    from deckwright.press.aids.values import Reference
    from deckwright.press.parts import Drawn

SIZE = (88.0, 126.0)
"""A reference card as cut, in mm: as large as two poker cards side by side, so that, folded once, it lies with them."""

_EDGE = (SIZE[0] - WIDTH) / 2
_BAND, _TOP, _FOOT = 11.4, 18.0, 6.0
_ROOM = SIZE[1] - _TOP - _FOOT
_SCALES = (1.0, 0.97, 0.94, 0.91, 0.88, 0.85, 0.82, 0.79, 0.76, 0.74)
_ONE_SIDE = 0.88
"""Down to which scale texts shrink before the other side is used."""

_WHOLE = 0.79
"""Down to which scale texts shrink so that no section goes on on the other side."""

_TITLE = Look(14, 9, 800, PAPER, valign="middle", lines=1)
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
        yield from piece.draw(_EDGE, y)
    if len(flow.sides) > 1:
        area = Area(_EDGE, SIZE[1] - _FOOT, WIDTH, _FOOT - 2.8)
        yield from pen.text(
            print_tr("{page} of {pages}", page=number + 1, pages=len(flow.sides)), _PAGE, area
        )


def _band(reference: Reference, pen: Pen) -> Iterator[Drawn]:
    band = Area(_EDGE - 1.5, 4, WIDTH + 3, _BAND)
    yield Shape(rectangle(band, (2, 2, 2, 2)), fill=DEEP)
    inner = band.inset(3, 1.1)
    if reference.subtitle:
        yield from pen.text(reference.title, _TITLE, inner._replace(height=5.6))
        yield from pen.text(reference.subtitle, _SUBTITLE, Area(inner.x, inner.y + 5.8, inner.width, 3.4))
    else:
        yield from pen.text(reference.title, _TITLE, inner)
