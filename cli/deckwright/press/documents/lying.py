"""Pieces as they lie in pictures: in a hand, in a row, on piles, or placed beside each other."""

from __future__ import annotations

from cmath import rect
from math import copysign, cos, radians, sin
from typing import TYPE_CHECKING, NamedTuple

from deckwright.press.documents.content import PAPER, RULE, SOFT
from deckwright.press.graphics.parts import (
    Area,
    DrawnGroup,
    DrawnShape,
    Transform,
    corners_of,
    outline,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from deckwright.press.documents.content import Frame, Item, Piece
    from deckwright.press.graphics.parts import DrawnPart

_THIN, _FREE, _DASH = 0.15, 0.35, 1.2
"""Width of the line around a piece, and of that around a free place, and the length of its dashes, in mm."""

_FAN_TURN, _FAN_REACH = 4.5, 1.2
"""Half of the angle between two pieces of a fan, in degrees, and how far below their middle they are turned about, in heights."""

_TILT, _ENLARGED, _ASIDE = 5.0, 1.7, 0.7
"""How far a single card is turned to the left, in degrees, how much larger than on it a frame is, and how far aside: it still covers its own place if both are round."""


class Miniature(NamedTuple):
    """A drawing at a scale, with its origin at a place of the page."""

    part: DrawnPart
    scale: float
    place: tuple[float, float]


def fanned(pieces: Sequence[Piece], room: Area, largest_scale: float) -> Iterator[Miniature]:
    """Pieces in the middle of an area at one scale, turned about a point below them, each above the one before it."""
    height = _largest(pieces)[1]
    across, down = _fan_size(pieces)
    tilt = _FAN_TURN * (len(pieces) - 1)
    scale = min(room.width / across, room.height / down, largest_scale)
    top = room.centre[1] - down * scale / 2
    for number, piece in enumerate(pieces):
        own_width, own_height = piece.size
        corner = (room.centre[0] - own_width * scale / 2, top + (height - own_height) * scale / 2)
        pivot = (own_width / 2, own_height / 2 + _FAN_REACH * height)
        part = DrawnGroup(outlined(piece, scale), 2 * _FAN_TURN * number - tilt, pivot)
        yield Miniature(part, scale, corner)


def tilted(card: Piece, frame: Frame | None, room: Area) -> Iterator[Miniature]:
    """A card at the left of an area, turned to the left, and above its number in a frame the same enlarged, up and towards the nearer side."""
    tilt = Transform(rect(1, -radians(_TILT)))
    corners = [tilt.of(x, y) for x in (0.0, card.size[0]) for y in (0.0, card.size[1])]
    if frame:
        reach = complex(frame.area.width, frame.area.height) / 2
        aside = complex(copysign(reach.real, frame.area.centre[0] - card.size[0] / 2), -reach.imag)
        middle = tilt.of(*frame.area.centre) + (_ENLARGED - 1) * _ASIDE * aside
        corners += [middle - _ENLARGED * reach, middle + _ENLARGED * reach]
    first, last = corners_of(corners)
    size = last - first
    scale = min(room.width / size.real, room.height / size.imag)
    origin = complex(room.x, room.centre[1] - size.imag * scale / 2) - first * scale
    yield Miniature(DrawnGroup(outlined(card, scale), -_TILT), scale, (origin.real, origin.imag))
    if frame:
        edge = DrawnShape(outline(frame.shape, frame.area), stroke=frame.line, width=_FREE / scale)
        corner = origin + (middle - _ENLARGED * complex(*frame.area.centre)) * scale
        yield Miniature(DrawnGroup((*frame.parts, edge)), _ENLARGED * scale, (corner.real, corner.imag))


def _largest(pieces: Sequence[Piece]) -> tuple[float, float]:
    """Width of the widest of some pieces, and height of the highest."""
    width, height = (max(sides) for sides in zip(*(piece.size for piece in pieces), strict=True))
    return width, height


def _fan_size(pieces: Sequence[Piece]) -> tuple[float, float]:
    """Width and height of a fan of some pieces in their own size."""
    width, height = _largest(pieces)
    tilt = radians(_FAN_TURN * (len(pieces) - 1))
    across = 2 * (_FAN_REACH * height * sin(tilt) + width / 2 * cos(tilt) + height / 2 * sin(tilt))
    return across, height * (0.5 + _FAN_REACH - _FAN_REACH * cos(tilt) + cos(tilt) / 2) + width / 2 * sin(
        tilt
    )


def outlined(piece: Piece, scale: float) -> tuple[DrawnPart, ...]:
    """A piece as it is cut, with a thin line around it, or dashes around its free place."""
    if piece.is_free:
        dash = (_DASH / scale, _DASH / scale)
        return (DrawnShape(piece.cut, stroke=SOFT, width=_FREE / scale, dash=dash),)
    edge = DrawnShape(piece.cut, stroke=RULE, width=_THIN / scale)
    return DrawnGroup(piece.parts, clip=piece.cut), edge


_SMALLEST = 11.0
"""Least height of a piece, in mm."""

_APART, _SIGN, _BESIDE_SIGN = 1.0, 4.6, 0.6
"""Space between two pieces of a row, side of the signs between them, and space beside a sign, in mm."""

_THICKNESS, _SHEETS = 0.45, 3
_MOST_APART, _SEEN = 5, 0.6
"""Most cards of a row that do not cover each other, and how much of each is seen of more than these."""

CARD = 50.0
"""Least length of the longer side of a piece that is no token, in mm."""


class Lying:
    """The pieces of an item as they lie, at a scale that is about the one of all: their size in mm, and their drawing.

    Cards of a row cover each other if they are many, or `beside_many`.
    """

    def __init__(self, item: Item, scale: float, tallest_piece: float, *, beside_many: bool = False) -> None:
        self._item, self._most_apart = item, 1 if beside_many else _MOST_APART
        width, height = _largest(item.pieces)
        tallest = max(width, height)
        largest = tallest_piece / tallest
        has_signs = any(piece.sign for piece in item.pieces)
        self._apart = _SIGN + 2 * _BESIDE_SIGN if has_signs else _APART
        is_exact = has_signs or item.lie == "placed"
        self.scale = scale if is_exact else min(max(scale, _SMALLEST / tallest), largest)
        self._step = self._distance(width * self.scale)
        self.width, self.height = self._size(width * self.scale, height * self.scale)

    def _distance(self, width: float) -> float:
        """Distance from one piece to the next."""
        if self._item.lie == "piles":
            return width + 2.4
        return width + self._apart if self._is_apart else width * _SEEN

    @property
    def is_covered(self) -> bool:
        """Whether the pieces are a row in which they cover each other."""
        return self._item.lie == "row" and not self._is_apart

    @property
    def _is_apart(self) -> bool:
        """Whether the pieces of a row do not cover each other: signs are between them, there are only some, or they are tokens."""
        pieces = self._item.pieces
        return self._apart > _APART or len(pieces) <= self._most_apart or max(_largest(pieces)) < CARD

    @property
    def spaces(self) -> float:
        """Width of all spaces in a row, which is the same at any scale."""
        return self._apart * (len(self._item.pieces) - 1) * (self._item.lie == "row" and self._is_apart)

    def _size(self, width: float, height: float) -> tuple[float, float]:
        pieces = self._item.pieces
        if self._item.lie == "hand":
            across, down = _fan_size(pieces)
            return across * self.scale, down * self.scale
        if self._item.lie == "placed":
            right = max(piece.corner[0] + piece.size[0] for piece in pieces)
            low = max(piece.corner[1] + piece.size[1] for piece in pieces)
            return right * self.scale, low * self.scale
        thickness = _THICKNESS * _SHEETS if self._item.lie == "piles" else 0.0
        return width + self._step * (len(pieces) - 1) + thickness, height + thickness

    def widen(self, space: float) -> None:
        """Lay the pieces of a row apart, so that they are wider by a space that is small beside them."""
        spaces = len(self._item.pieces) - 1
        if self._item.lie == "row" and spaces and space < self.width / 3:
            self.width, self._step = self.width + space, self._step + space / spaces

    def draw(self, area: Area) -> Iterator[Miniature]:
        """Draw the pieces in an area of their size."""
        if self._item.lie == "hand":
            yield from fanned(self._item.pieces, area, self.scale)
            return
        below = range(_SHEETS, -1, -1) if self._item.lie == "piles" else (0,)
        for number, piece in enumerate(self._item.pieces):
            corner = (area.x + number * self._step, area.far[1] - piece.size[1] * self.scale)
            if self._item.lie == "placed":
                corner = (area.x + piece.corner[0] * self.scale, area.y + piece.corner[1] * self.scale)
            for sheet in below:
                place = (corner[0] + sheet * _THICKNESS, corner[1] - sheet * _THICKNESS)
                yield Miniature(self._sheet(piece, is_top=not sheet), self.scale, place)

    def signs(self, area: Area) -> Iterator[tuple[str, Area]]:
        """Yield the signs between the pieces of a row, each with its area."""
        for number, piece in enumerate(self._item.pieces):
            if piece.sign:
                x = area.x + number * self._step - (self._apart + _SIGN) / 2
                yield piece.sign, Area(x, area.centre[1] - _SIGN / 2, _SIGN, _SIGN)

    def _sheet(self, piece: Piece, *, is_top: bool) -> DrawnGroup:
        """The piece on top of a pile, or one of those below it, of which only an edge is seen."""
        if is_top:
            return DrawnGroup(outlined(piece, self.scale))
        return DrawnGroup((DrawnShape(piece.cut, fill=PAPER, stroke=RULE, width=_THIN / self.scale),))
