"""Cards to read: in what is left of a page, with names at their parts."""

from __future__ import annotations

from collections import Counter
from itertools import product
from typing import TYPE_CHECKING

from deckwright.messages import print_tr
from deckwright.press.documents.content import PAPER, PartLabel, Section
from deckwright.press.documents.lying import Miniature, outlined
from deckwright.press.documents.painter import TextLook, line
from deckwright.press.documents.pictures import CAPTION, CAPTION_GAP
from deckwright.press.documents.setter import Block, blocks_of
from deckwright.press.graphics.parts import Area, DrawnGroup, DrawnShape, joined, outline

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from deckwright.press.documents.content import Document, Piece
    from deckwright.press.documents.painter import Drawn, Painter
    from deckwright.press.graphics.parts import DrawnPart
    from deckwright.press.looks.styles import Align

    _Labelled = tuple[Piece, Sequence[PartLabel]]


_LEAST_CARD, _LARGEST_CARD_SCALE = 33.0, 0.85
"""Least height of a card with names at its parts, and its largest scale."""

_CARD_SHARES, _NAME_WORTH = tuple(share / 100 for share in range(100, 66, -2)), 110.0
"""Shares of their room that cards may have so that more of them fit, and the width of a name that counts as much as the whole height."""

_SEVERAL = 3
"""Least number of names that tell much of a card, and of those in a column that are told as one."""

_LEAST_NAMES = 2
"""Least number of names that a card has."""

_WIDEST_NAMES = (34.0, 24.0, 18.0)
"""Most widths of a name, in mm."""

_LEADER, _NAMES_APART, _CARDS_APART = 2.2, 1.4, 3.0
"""Width of the line before a name, and the space between two names, and between two cards, in mm."""

_DOT, _DOT_GAP = 0.6, 0.5
"""Radius of the dot at the end of a line, and its distance from the part of a card, in mm."""

_NAME = TextLook(8.5, 7, 700, lines=2, leading=1.0)

_KIND, _KIND_WIDTH, _KIND_HEIGHT, _KIND_GAP = CAPTION._replace(lines=1), 32.0, 4.4, 0.8
"""Look of the name of a card's kind below it, its width and height, and the space above it, in mm."""


def labelled_block(rules: Document, room: Area, painter: Painter) -> Block | None:
    """A heading, and below it cards whose parts are named, above the names of their kinds, as many as fit side by side; None if not one has room."""
    (head,) = blocks_of([Section(print_tr("How to read the cards"), ())], painter, 1.0, room.width)
    above = head.height - head.before + CAPTION_GAP
    below = room._replace(height=room.height - above - _KIND_HEIGHT)
    kinds = [item for section in rules.sections if section.sort == "pieces" for item in section.items]
    pieces = [max(item.pieces, key=lambda piece: len(piece.labels)) for item in kinds]
    pieces = [piece._replace(labels=tuple(_told_once(piece.labels))) for piece in pieces]
    cards = _labelled_cards(pieces, below, painter) if below.height >= _LEAST_CARD else []
    if not cards:
        return None
    space = (below.width - sum(card.width for card in cards)) / len(cards)
    tallest = max(card.height for card in cards)

    def draw(x: float, y: float) -> Iterator[Drawn]:
        yield from head.draw(x, y - head.before)
        x += space / 2
        for card in cards:
            yield from card.draw(x, y + above + (tallest - card.height) / 2)
            kind = Area(
                x + card.middle - _KIND_WIDTH / 2, y + above + tallest + _KIND_GAP, _KIND_WIDTH, _KIND_HEIGHT
            )
            yield from painter.text(kinds[pieces.index(card.piece)].name, _KIND, kind)
            x += card.width + space

    return Block(above + tallest + _KIND_HEIGHT, 0.0, draw)


def _told_once(labels: Sequence[PartLabel]) -> Iterator[PartLabel]:
    """Yield labels, of which those of a column that begin with the same word are one, with that word: Needs red, Needs blue."""
    heads = [(label.text.partition(" ")[0], round(label.area.x)) for label in labels]
    for head, number in Counter(heads).items():
        alike = [label for label, own in zip(labels, heads, strict=True) if own == head]
        around = joined(label.area for label in alike)
        yield from [PartLabel(head[0], around)] if around and number >= _SEVERAL else alike


def _labelled_cards(pieces: Sequence[Piece], room: Area, painter: Painter) -> list[_LabelledCard]:
    """Cards that fit side by side, large and with wide names.

    If not all do, names that cards before them have are left out, as long as each card has one; then cards that others explain, or with few names, are too.
    """
    remaining = _most_telling_first(pieces)
    whole = [
        _LabelledCard((piece, piece.labels), room.height, _WIDEST_NAMES[0], painter) for piece in remaining
    ]
    remaining = [card.piece for card in whole if card.is_readable and len(card.piece.labels) >= _LEAST_NAMES]
    while remaining:
        in_order = sorted(remaining, key=pieces.index)
        for labelled in ([(piece, piece.labels) for piece in in_order], [*_told_before(in_order)]):
            if all(names for _, names in labelled) and (cards := _fitting(labelled, room, painter)):
                return [*cards[:-1], cards[-1].mirrored()] if len(cards) > 1 else cards
        remaining.pop()
    return []


def _told_before(pieces: Iterable[Piece]) -> Iterator[_Labelled]:
    """Yield pieces with their labels, but for those that a piece before them has."""
    told: set[str] = set()
    for piece in pieces:
        yield piece, tuple(label for label in piece.labels if label.text not in told)
        told |= {label.text for label in piece.labels}


def _fitting(labelled: Sequence[_Labelled], room: Area, painter: Painter) -> list[_LabelledCard]:
    """All of these cards side by side, as large and with names as wide as there is room for; none if there is none."""
    shares = [share for share in _CARD_SHARES if share * room.height >= _LEAST_CARD]
    for share, widest in sorted(
        product(shares, _WIDEST_NAMES), key=lambda size: -size[0] - size[1] / _NAME_WORTH
    ):
        cards = [_LabelledCard(own, share * room.height, widest, painter) for own in labelled]
        width = sum(card.width + _CARDS_APART for card in cards)
        if width <= room.width + _CARDS_APART and all(card.is_readable for card in cards):
            return cards
    return []


def _most_telling_first(pieces: Sequence[Piece]) -> list[Piece]:
    """Pieces by the number of their names; those with few, and those whose names are all on one before them, are last."""
    by_number = sorted(pieces, key=lambda piece: -len(piece.labels))
    names = [{label.text for label in piece.labels} for piece in by_number]
    tells_little = [
        len(own) < _SEVERAL or any(own <= others for others in names[:number])
        for number, own in enumerate(names)
    ]
    return [by_number[number] for number in sorted(range(len(names)), key=tells_little.__getitem__)]


class _LabelledCard:
    """A card, and the name of each of its parts at the side that is nearer, with a line to the part."""

    def __init__(self, labelled: _Labelled, height: float, widest_name: float, painter: Painter) -> None:
        piece, labels = labelled
        self.piece, self._widest_name, self._pen = piece, widest_name, painter
        self._scale = min(_LARGEST_CARD_SCALE, height / piece.size[1])
        self._dot, self._reach = _DOT / self._scale, (_DOT + _DOT_GAP) / self._scale
        from_top = sorted(labels, key=lambda label: label.area.centre[1])
        middle = piece.size[0] / 2
        self._left = [label for label in from_top if label.area.x < middle - label.area.width / 4]
        self._right = [label for label in from_top if label not in self._left]

    def _heights(self, labels: Iterable[PartLabel]) -> list[float]:
        """Heights of names, with the space below each."""
        settings = (self._pen.set(label.text, _NAME, self._widest_name) for label in labels)
        return [setting.height + _NAMES_APART for setting in settings if setting]

    def _beside(self, labels: Iterable[PartLabel]) -> float:
        """Width of the names at a side, with the lines before them."""
        settings = (self._pen.set(label.text, _NAME, self._widest_name) for label in labels)
        return max((setting.width + _LEADER for setting in settings if setting), default=0.0)

    @property
    def _card(self) -> Area:
        return Area(self._beside(self._left), 0.0, *(side * self._scale for side in self.piece.size))

    @property
    def middle(self) -> float:
        """Distance of the middle of the card from the left edge of its names."""
        return self._card.centre[0]

    @property
    def width(self) -> float:
        """Width of the card and the names beside it."""
        return self._card.far[0] + self._beside(self._right)

    @property
    def height(self) -> float:
        """Height of the card."""
        return self._card.height

    def mirrored(self) -> _LabelledCard:
        """The card with its names at the right, if all of its parts with names are in the middle."""
        middle, near = self.piece.size[0] / 2, self.piece.size[0] / 10
        if not self._right and all(abs(label.area.centre[0] - middle) < near for label in self._left):
            self._left, self._right = self._right, self._left
        return self

    @property
    def is_readable(self) -> bool:
        """Whether it has room for its names beside it."""
        highest = max(sum(self._heights(labels)) for labels in (self._left, self._right))
        return highest <= self._card.height

    def draw(self, x: float, y: float) -> Iterator[Drawn]:
        """Draw it from its top left corner."""
        card = self._card._replace(x=x + self._card.x, y=y)
        left = Area(x, y, card.x - x - _LEADER, card.height)
        right = Area(card.far[0] + _LEADER, y, self._beside(self._right) - _LEADER, card.height)
        leaders: list[DrawnPart] = []
        for label, name in self._named(self._left, left):
            yield from self._name(label, name, "right")
            end = label.area.x - self._reach
            leaders += self._leader(
                (name.far[0] + _LEADER / 4, name.centre[1]), (end, label.area.centre[1]), card
            )
        for label, name in self._named(self._right, right):
            yield from self._name(label, name, "left")
            end = label.area.far[0] + self._reach
            leaders += self._leader((name.x - _LEADER / 4, name.centre[1]), (end, label.area.centre[1]), card)
        parts = (*outlined(self.piece, self._scale), *leaders)
        yield Miniature(DrawnGroup(parts), self._scale, (card.x, card.y))

    def _named(self, labels: Sequence[PartLabel], room: Area) -> Iterator[tuple[PartLabel, Area]]:
        """Yield labels with the areas of their names, each beside its part or as near as the others let it be."""
        wanted = [room.y + label.area.centre[1] * self._scale for label in labels]
        heights = self._heights(labels)
        for label, top, height in zip(labels, _apart(wanted, heights, room), heights, strict=True):
            yield label, room._replace(y=top, height=height)

    def _name(self, label: PartLabel, area: Area, align: Align) -> Iterator[DrawnPart]:
        look = _NAME._replace(align=align, valign="middle", colour=self._pen.look.deep)
        return self._pen.text(label.text, look, area.inset(-0.1, 0))

    def _leader(
        self, start: tuple[float, float], end: tuple[float, float], card: Area
    ) -> Iterator[DrawnPart]:
        """Draw the line from a name to a dot beside its part, in the card's own size; `end` is on the card."""
        deep, scale, dot = self._pen.look.deep, self._scale, self._dot
        x, y = min(max(end[0], dot), self.piece.size[0] - dot), end[1]
        outside = (start[0] - card.x) / scale, (start[1] - card.y) / scale
        for width, colour in ((0.7, PAPER), (0.3, deep)):
            yield line(outside, (x, y), width / scale, colour)
        circle = outline("circle", Area(x - dot, y - dot, 2 * dot, 2 * dot))
        yield DrawnShape(circle, fill=deep, stroke=PAPER, width=dot / 3)


def _apart(wanted: Sequence[float], heights: Sequence[float], room: Area) -> list[float]:
    """Upper edges of names that are wanted at some heights, moved so that none overlaps the next or ends below the room."""
    tops: list[float] = []
    top, low = room.y, room.far[1]
    for middle, height in zip(wanted, heights, strict=True):
        tops.append(max(middle - height / 2, top))
        top = tops[-1] + height
    for number in reversed(range(len(tops))):
        tops[number] = min(tops[number], low - heights[number])
        low = tops[number]
    return tops
