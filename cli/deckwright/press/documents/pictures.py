"""Pictures of rules pages, all of real pieces: what is in the box, and the table as it is set up."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

from deckwright.press.documents.content import PAPER, SOFT, Item, Section, some_of
from deckwright.press.documents.lying import CARD, Lying, fanned
from deckwright.press.documents.painter import TextLook, numbered, panel
from deckwright.press.documents.setter import Block, blocks_of
from deckwright.press.graphics.parts import Area, DrawnShape, rectangle

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from deckwright.press.documents.painter import Drawn, Painter
    from deckwright.press.drawing.lines import FittedText


_HEAD_SCALE = 1.2

CAPTION_GAP, _COUNT_HEIGHT = 2.0, 4.6

TALLEST_PIECES = (16.0, 21.0, 25.0, 29.0, 33.0)
"""Most heights of a piece on the table, in mm, of which the one with the best pages is used."""

CAPTION = TextLook(9, 7, 700, align="centre", lines=2, leading=1.0)

_COUNT = TextLook(11, 8, 800, align="centre", valign="middle", lines=1)


def pictured(section: Section, width: float, painter: Painter, tallest: float = TALLEST_PIECES[0]) -> Block:
    """Heading of a section with its pictures below it: rows of fans, or the drawing of a table with pieces up to a height."""
    (head,) = blocks_of([Section(section.title, ())], painter, _HEAD_SCALE, width)
    is_box = section.sort == "pieces"
    body = _fans(section, width, painter) if is_box else _table(section, width, painter, tallest)
    first = head.height - head.before + CAPTION_GAP

    def draw(x: float, y: float) -> Iterator[Drawn]:
        yield from head.draw(x, y - head.before)
        yield from body.draw(x, y + first)

    return Block(first + body.height, body.after, draw)


# Fans of what is in the box.

_LEAST_FAN, _FAN_HEIGHT, _MOST_FAN_SCALE = 24.0, 20.0, 0.36

_MOST_FAN, _SMALL_FAN, _WIDE_FAN = 5, 3, 40.0

_LEAST_PIECE = 12.0


def _fans(section: Section, width: float, painter: Painter) -> Block:
    """Fans of pieces with a name and a number each, in rows."""
    across = min(len(section.items), int(width // _LEAST_FAN))
    cell = width / across
    names = (painter.set(item.name, CAPTION, cell - 2) for item in section.items)
    caption = max(setting.height for setting in names if setting)
    row_height = _FAN_HEIGHT + CAPTION_GAP + caption + _COUNT_HEIGHT + CAPTION_GAP

    def draw(x: float, y: float) -> Iterator[Drawn]:
        for number, item in enumerate(section.items):
            row, place = divmod(number, across)
            fan = Area(x + place * cell, y + row * row_height, cell, _FAN_HEIGHT)
            largest_scale = max(_MOST_FAN_SCALE, _LEAST_PIECE / max(piece.size[1] for piece in item.pieces))
            pieces = some_of(item.pieces, _MOST_FAN if cell > _WIDE_FAN else _SMALL_FAN)
            yield from fanned(pieces, fan.inset(1.5, 0), largest_scale)
            name = Area(fan.x + 1, fan.far[1] + CAPTION_GAP, fan.width - 2, caption)
            yield from painter.text(item.name, CAPTION, name)
            yield from _count(item, Area(name.x, name.far[1], name.width, _COUNT_HEIGHT), painter)

    return Block(-(-len(section.items) // across) * row_height, CAPTION_GAP, draw)


def _counted(item: Item) -> str:
    """The number of an item, and a note about it in brackets."""
    return "".join(item.values) + (f" ({item.text})" if item.text else "")


def _count(item: Item, area: Area, painter: Painter) -> Iterator[Drawn]:
    """Draw the number of an item below its name."""
    yield from painter.text(_counted(item), _COUNT._replace(colour=painter.look.deep), area)


# A drawing of the table: its piles, rows and hands, each with its name and number.

_TABLE_SCALES = tuple(hundredth / 100 for hundredth in range(60, 14, -1))
"""Scales of the pieces of a line, of which the largest is used that leaves it within its width."""

_SPLIT_SCALE = 0.2
"""Scale at which as many places are in a line as fit."""

PANEL_PAD, _APART, _NEARER, _LEAST_PLACE, _MAT_HEAD = 3.0, 5.0, 3.5, 22.0, 7.0

_EMPTY_HEIGHT, _EMPTY_NAME, _EMPTY_SIDES, _WIDER_EMPTY, _DASHES = 9.0, 22.0, 3.0, 16.0, (1.6, 1.2)

_EMPTY_APART, _EMPTY_EDGES, _ABOVE_NOTE = 1.6, 2.2, 0.9
"""Space between two empty places above each other, between the words of one and its dashes, above and below together, and above its note, in mm."""

_DISC, _DISC_GAP, _DIGIT = 4.0, 1.0, 1.9
"""Height of the numbers of steps beside the name of a place, the space beside them, and the width of one more letter, in mm."""

_PLACE = CAPTION._replace(size=9.5)

_EMPTY_PLACE = TextLook(9.5, 7, 700, SOFT, "centre", lines=2, leading=1.0)

_NOTE = TextLook(8, 7, 400, SOFT, "centre", lines=2, leading=1.0)

_MAT = TextLook(11, 7, 800, lines=1, valign="middle")


def _table(section: Section, width: float, painter: Painter, tallest: float) -> Block:
    """The places of a table on its ground, in lines that are each as large as their width allows."""
    laid, empty = _laid_and_empty(section.items)
    lines = [_largest_line(places, width, tallest, painter) for places in _fewest_lines(laid, width, painter)]
    empty_height = _empty_height(empty, painter)
    low = (empty_height + PANEL_PAD) * bool(empty)
    height = sum(line.height + PANEL_PAD for line in lines) + PANEL_PAD + low

    def draw(x: float, y: float) -> Iterator[Drawn]:
        yield panel(Area(x, y, width, height), 4, painter.look.band)
        for places in lines:
            yield from places.draw(Area(x, y + PANEL_PAD, width, places.height))
            y += places.height + PANEL_PAD
        yield from _empty_places(empty, Area(x, y + PANEL_PAD, width, empty_height), painter)

    return Block(height, 2 * CAPTION_GAP, draw)


def _laid_and_empty(places: Sequence[Item]) -> tuple[list[Item], list[Item]]:
    """Places with pieces, and those that are empty when the table is set up."""
    laid = [place for place in places if place.pieces or place.points]
    return laid, [place for place in places if not place.pieces and not place.points]


def _empty_places(places: Sequence[Item], area: Area, painter: Painter) -> Iterator[Drawn]:
    """Draw empty places side by side."""
    widths, x = _empty_widths(places, painter), area.x
    for place, width in zip(places, widths, strict=True):
        share = width + (area.width - sum(widths)) / len(places)
        across = min(share - PANEL_PAD, width + _WIDER_EMPTY)
        yield from _empty_place(place, area._replace(x=x + (share - across) / 2, width=across), painter)
        x += share


def _stacked_height(places: Sequence[Item], painter: Painter) -> float:
    """Height of empty places above each other."""
    return max(0.0, (_empty_height(places, painter) + _EMPTY_APART) * len(places) - _EMPTY_APART)


def _stacked_places(places: Sequence[Item], area: Area, painter: Painter) -> Iterator[Drawn]:
    """Draw empty places above each other."""
    distance = (area.height + _EMPTY_APART) / max(1, len(places))
    for number, place in enumerate(places):
        room = area._replace(y=area.y + number * distance, height=distance - _EMPTY_APART)
        yield from _empty_place(place, room, painter)


def _empty_place(place: Item, room: Area, painter: Painter) -> Iterator[Drawn]:
    """Draw the name of an empty place, and its note below it, in the middle of dashes."""
    yield DrawnShape(rectangle(room, (1.6,) * 4), stroke=painter.look.rim, width=0.3, dash=_DASHES)
    words = _empty_words(place, painter)
    y = room.centre[1] - _words_height(words) / 2
    for setting in words:
        middle = room._replace(x=room.centre[0] - _EMPTY_NAME / 2, y=y, width=_EMPTY_NAME)
        yield from painter.drawn(setting, middle, SOFT)
        y += setting.body + _ABOVE_NOTE


def _words_height(words: Sequence[FittedText]) -> float:
    """Height of words below each other."""
    return sum(setting.body + _ABOVE_NOTE for setting in words) - _ABOVE_NOTE


def _empty_words(place: Item, painter: Painter) -> list[FittedText]:
    """The name of an empty place, and its note."""
    texts = ((place.name, _EMPTY_PLACE), (place.text, _NOTE))
    return [*filter(None, (painter.set(text, look, _EMPTY_NAME) for text, look in texts))]


def _empty_height(places: Sequence[Item], painter: Painter) -> float:
    """Height of empty places, for the one with the most words."""
    heights = (_words_height(_empty_words(place, painter)) for place in places)
    return max(_EMPTY_HEIGHT, max(heights, default=0.0) + _EMPTY_EDGES)


def _empty_widths(places: Sequence[Item], painter: Painter) -> list[float]:
    """Least widths of empty places."""
    settings = (_empty_words(place, painter) for place in places)
    return [max(setting.width for setting in words) + _EMPTY_SIDES for words in settings]


def _largest_line(places: Sequence[Item], width: float, tallest: float, painter: Painter) -> _TableLine:
    """Places as large as a width allows, or else at the smallest scale; boards are no higher than leaves the cards beside them largest."""

    def fitting(highest: float) -> _TableLine:
        lines = (_TableLine(places, scale, highest, width, painter) for scale in _TABLE_SCALES)
        return next(line for line in lines if line.least_width <= width or line.scale == _TABLE_SCALES[-1])

    lines = [fitting(highest) for highest in reversed(TALLEST_PIECES) if highest <= tallest]
    return max(lines, key=lambda line: line.lowest)


def _fewest_lines(places: Sequence[Item], width: float, painter: Painter) -> list[list[Item]]:
    """Places in as few lines as possible, of which the widest is as short as it can be."""

    def filled(room: float) -> list[list[Item]]:
        lines: list[list[Item]] = [[]]
        for place in places:
            longer = _TableLine([*lines[-1], place], _SPLIT_SCALE, TALLEST_PIECES[0], room, painter)
            if lines[-1] and longer.least_width > room:
                lines.append([])
            lines[-1].append(place)
        return lines

    fewest = len(filled(width))
    return next(lines for share in range(5, 11) if len(lines := filled(width * share / 10)) == fewest)


class _TableLine:
    """Places side by side at one scale, with equal spaces between them in a width; what each player has is on a mat, which ends with the ground."""

    def __init__(
        self, places: Sequence[Item], scale: float, tallest: float, width: float, painter: Painter
    ) -> None:
        self._places, self._pen, self._tallest, self.scale = places, painter, tallest, scale
        self._ends_in_mat = bool(places[-1].points)
        mats = [_laid_and_empty(place.points) for place in places if place.points]
        on_mats = sum(len(laid) + bool(empty) + 1 for laid, empty in mats)
        self._least = _NEARER if any(empty for _, empty in mats) else _APART
        self._spaces = len(places) + on_mats + (not self._ends_in_mat)
        self._space = self._least + max(0.0, width - self.least_width) / self._spaces

    @property
    def least_width(self) -> float:
        """Width with the least spaces, which are smaller beside empty places."""
        ends = self._least * (len(self._places) - self._ends_in_mat + 1) + PANEL_PAD * self._ends_in_mat
        return sum(self._place_width(place, self._least) for place in self._places) + ends

    @property
    def lowest(self) -> float:
        """Height of the lowest cards on it, also on mats."""
        laid = [point for place in self._places for point in place.points or (place,)]
        cards = [place for place in laid if any(max(piece.size) >= CARD for piece in place.pieces)]
        return min((self._lying(place).height for place in cards), default=0.0)

    @property
    def height(self) -> float:
        """Height with captions."""
        return self._pieces_height(self._places) + max(map(self._height_below, self._places))

    def draw(self, area: Area) -> Iterator[Drawn]:
        """Draw the places in an area of their width."""
        yield from self._drawn(self._places, area, self._space)

    def _place_width(self, place: Item, space: float) -> float:
        if place.points:
            laid, empty = _laid_and_empty(place.points)
            widths = [self._place_width(point, space) for point in laid]
            widths += [self._stack_width(empty)] * bool(empty)
            return sum(width + space for width in widths) + space
        count = self._pen.set(_counted(place), _COUNT._replace(size=_COUNT.least), inf)
        least = _LEAST_PLACE + (_DISC + _DISC_GAP) * bool(place.number)
        return max(least, count.width if count else 0.0, self._lying(place).width)

    def _stack_width(self, places: Sequence[Item]) -> float:
        """Width of empty places above each other."""
        return max(_empty_widths(places, self._pen), default=0.0)

    def _lying(self, place: Item) -> Lying:
        return Lying(place, self.scale, self._tallest)

    def _pieces_height(self, places: Sequence[Item]) -> float:
        """Height above the captions of a line, which are side by side, on mats too."""
        heights = (
            _MAT_HEAD + self._pieces_height(_laid_and_empty(place.points)[0])
            if place.points
            else self._lying(place).height
            for place in places
        )
        return max(heights, default=0.0)

    def _height_below(self, place: Item) -> float:
        """Height of what is below the pieces of a place."""
        if place.points:
            laid, empty = _laid_and_empty(place.points)
            below = max(map(self._height_below, laid), default=0.0)
            return max(below, _stacked_height(empty, self._pen) - self._pieces_height(laid)) + PANEL_PAD
        name = self._name(place)
        return CAPTION_GAP + (name.height if name else 0.0) + _COUNT_HEIGHT

    def _name(self, place: Item) -> FittedText | None:
        """The name of a place, with room for the numbers of its steps beside it."""
        width = self._place_width(place, self._space) + self._space - 1
        return self._pen.set(place.name, _PLACE, width - _steps_width(place))

    def _drawn(self, places: Sequence[Item], area: Area, space: float) -> Iterator[Drawn]:
        """Draw places from the left of an area, so that their captions begin at one height."""
        x, pieces = area.x, self._pieces_height(places)
        for place in places:
            x += space
            room = area._replace(x=x, width=self._place_width(place, space))
            if place.points:
                yield from self._mat(place, room, space)
            else:
                yield from self._place(place, room, pieces)
            x = room.far[0]

    def _mat(self, place: Item, area: Area, space: float) -> Iterator[Drawn]:
        """Draw what each player has, on a light ground with a heading; empty places are above each other, at the right."""
        yield panel(area, 3, PAPER)
        head = Area(area.x + PANEL_PAD, area.y + 1, area.width - 2 * PANEL_PAD, _MAT_HEAD - 2.4)
        yield from self._pen.text(place.name, _MAT._replace(colour=self._pen.look.deep), head)
        laid, empty = _laid_and_empty(place.points)
        inner = area._replace(y=area.y + _MAT_HEAD, height=area.height - _MAT_HEAD - PANEL_PAD)
        yield from self._drawn(laid, inner, space)
        width = self._stack_width(empty)
        stack = inner._replace(x=area.far[0] - space - width, width=width)
        yield from _stacked_places(empty, stack, self._pen)

    def _place(self, place: Item, area: Area, height: float) -> Iterator[Drawn]:
        """Draw the pieces of a place at the bottom of a height, and its caption below."""
        lying = self._lying(place)
        left, top = area.centre[0] - lying.width / 2, area.y + height - lying.height
        yield from lying.draw(Area(left, top, lying.width, lying.height))
        below = area.inset((1 - self._space) / 2, 0)._replace(y=area.y + height + CAPTION_GAP)
        name, beside = self._name(place), _steps_width(place)
        if name:
            yield from self._pen.drawn(name, below._replace(x=below.x + beside / 2), _PLACE.colour)
            left = below.centre[0] - (name.width + beside) / 2
            steps = Area(left, below.y - 0.5, beside - _DISC_GAP, _DISC)
            yield from numbered(place.number, steps, _COUNT.least, self._pen)
        height = name.height if name else 0.0
        yield from _count(place, below._replace(y=below.y + height, height=_COUNT_HEIGHT), self._pen)


def _steps_width(place: Item) -> float:
    """Width of the numbers of the steps that fill a place, and of the space beside them."""
    return _DISC + _DIGIT * max(0, len(place.number) - 2) + _DISC_GAP if place.number else 0.0
