"""Pictures of rules pages, all of real pieces: what is in the box, the table as it is set up, an example of scoring, and the parts of cards."""

from __future__ import annotations

from collections import Counter
from itertools import product
from math import inf
from typing import TYPE_CHECKING

from deckwright.messages import print_tr
from deckwright.press.documents.columns import side_by_side
from deckwright.press.documents.content import PAPER, SOFT, Item, PartLabel, Section
from deckwright.press.documents.lying import CARD, Lying, Miniature, fanned, outlined
from deckwright.press.documents.setter import Block, TextLook, blocks_of, draw_column, line, numbered, panel
from deckwright.press.graphics.parts import Area, DrawnGroup, DrawnShape, joined, outline, rectangle

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from deckwright.press.documents.content import Document, Piece
    from deckwright.press.documents.setter import Drawn, Painter
    from deckwright.press.drawing.lines import FittedText
    from deckwright.press.graphics.parts import DrawnPart
    from deckwright.press.looks.styles import Align

_HEAD_SCALE = 1.2
_CAPTION_GAP, _COUNT_HEIGHT = 2.0, 4.6

TALLEST_PIECES = (16.0, 21.0, 25.0, 29.0, 33.0)
"""Most heights of a piece on the table, in mm, of which the one with the best pages is used."""

_CAPTION = TextLook(9, 7, 700, align="centre", lines=2, leading=1.0)
_COUNT = TextLook(11, 8, 800, align="centre", valign="middle", lines=1)


def pictured(section: Section, width: float, painter: Painter, tallest: float = TALLEST_PIECES[0]) -> Block:
    """Heading of a section with its pictures below it: rows of fans, or the drawing of a table with pieces up to a height."""
    (head,) = blocks_of([Section(section.title, ())], painter, _HEAD_SCALE, width)
    is_box = section.sort == "pieces"
    body = _fans(section, width, painter) if is_box else _table(section, width, painter, tallest)
    first = head.height - head.before + _CAPTION_GAP

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
    names = (painter.set(item.name, _CAPTION, cell - 2) for item in section.items)
    caption = max(setting.height for setting in names if setting)
    row_height = _FAN_HEIGHT + _CAPTION_GAP + caption + _COUNT_HEIGHT + _CAPTION_GAP

    def draw(x: float, y: float) -> Iterator[Drawn]:
        for number, item in enumerate(section.items):
            row, place = divmod(number, across)
            fan = Area(x + place * cell, y + row * row_height, cell, _FAN_HEIGHT)
            largest_scale = max(_MOST_FAN_SCALE, _LEAST_PIECE / max(piece.size[1] for piece in item.pieces))
            pieces = _some(item.pieces, _MOST_FAN if cell > _WIDE_FAN else _SMALL_FAN)
            yield from fanned(pieces, fan.inset(1.5, 0), largest_scale)
            name = Area(fan.x + 1, fan.far[1] + _CAPTION_GAP, fan.width - 2, caption)
            yield from painter.text(item.name, _CAPTION, name)
            yield from _count(item, Area(name.x, name.far[1], name.width, _COUNT_HEIGHT), painter)

    return Block(-(-len(section.items) // across) * row_height, _CAPTION_GAP, draw)


def _counted(item: Item) -> str:
    """The number of an item, and a note about it in brackets."""
    return "".join(item.values) + (f" ({item.text})" if item.text else "")


def _count(item: Item, area: Area, painter: Painter) -> Iterator[Drawn]:
    """Draw the number of an item below its name."""
    yield from painter.text(_counted(item), _COUNT._replace(colour=painter.look.deep), area)


def _some(pieces: Sequence[Piece], count: int) -> Sequence[Piece]:
    """Some of the pieces, evenly from the first to the last."""
    last, steps = len(pieces) - 1, max(1, min(count, len(pieces)) - 1)
    return [pieces[number] for number in sorted({last * step // steps for step in range(steps + 1)})]


# A drawing of the table: its piles, rows and hands, each with its name and number.

_TABLE_SCALES = tuple(hundredth / 100 for hundredth in range(60, 14, -1))
"""Scales of the pieces of a line, of which the largest is used that leaves it within its width."""

_SPLIT_SCALE = 0.2
"""Scale at which as many places are in a line as fit."""

_PAD, _APART, _LEAST_PLACE, _MAT_HEAD = 3.0, 5.0, 22.0, 7.0

_EMPTY_HEIGHT, _EMPTY_NAME, _EMPTY_SIDES, _WIDER_EMPTY, _DASHES = 9.0, 27.0, 4.0, 16.0, (1.6, 1.2)
_NOTED_NAME, _NOTED_HEIGHT = 5.0, 13.0
"""Height of the name of an empty place above its note, and of both, in mm."""

_DISC, _DISC_GAP, _DIGIT = 4.0, 1.0, 1.9
"""Height of the numbers of steps beside the name of a place, the space beside them, and the width of one more letter, in mm."""

_PLACE = _CAPTION._replace(size=9.5)
_EMPTY_PLACE = TextLook(9.5, 7, 700, SOFT, "centre", "middle", 2, 1.0)
_NOTE = TextLook(8.5, 7, 400, SOFT, "centre", lines=2, leading=1.0)
_MAT = TextLook(11, 7, 800, lines=1, valign="middle")


def _table(section: Section, width: float, painter: Painter, tallest: float) -> Block:
    """The places of a table on its ground, in lines that are each as large as their width allows."""
    laid, empty = _laid_and_empty(section.items)
    lines = [_largest_line(places, width, tallest, painter) for places in _fewest_lines(laid, width, painter)]
    height = sum(line.height + _PAD for line in lines) + _PAD + _empty_height(empty)

    def draw(x: float, y: float) -> Iterator[Drawn]:
        yield panel(Area(x, y, width, height), 4, painter.look.band)
        for places in lines:
            yield from places.draw(Area(x, y + _PAD, width, places.height))
            y += places.height + _PAD
        yield from _empty_places(empty, Area(x, y + _PAD, width, _empty_height(empty) - _PAD), painter)

    return Block(height, 2 * _CAPTION_GAP, draw)


def _laid_and_empty(places: Sequence[Item]) -> tuple[list[Item], list[Item]]:
    """Places with pieces, and those that are empty when the table is set up."""
    laid = [place for place in places if place.pieces or place.points]
    return laid, [place for place in places if not place.pieces and not place.points]


def _empty_height(places: Sequence[Item]) -> float:
    """Height of some empty places, and the space below them."""
    if not places:
        return 0.0
    return (_NOTED_HEIGHT if any(place.text for place in places) else _EMPTY_HEIGHT) + _PAD


def _empty_places(places: Sequence[Item], area: Area, painter: Painter) -> Iterator[Drawn]:
    """Draw empty places side by side: their names, with notes below them, and dashes around both."""
    widths, x = _empty_widths(places, painter), area.x
    for place, width in zip(places, widths, strict=True):
        share = width + (area.width - sum(widths)) / len(places)
        across = min(share - _PAD, width + _WIDER_EMPTY)
        room = area._replace(x=x + (share - across) / 2, width=across)
        yield DrawnShape(rectangle(room, (1.6,) * 4), stroke=painter.look.rim, width=0.3, dash=_DASHES)
        inner = room.inset(0.5, 0.6)
        name = inner._replace(height=_NOTED_NAME) if place.text else inner
        yield from painter.text(place.name, _EMPTY_PLACE, name)
        yield from painter.text(place.text, _NOTE, inner._replace(y=name.far[1]))
        x += share


def _empty_widths(places: Sequence[Item], painter: Painter) -> list[float]:
    """Least widths of empty places."""
    settings = (
        (
            painter.set(place.name, _EMPTY_PLACE, inf if place.text else _EMPTY_NAME),
            painter.set(place.text, _NOTE, _EMPTY_NAME),
        )
        for place in places
    )
    return [max(word.width for word in words if word) + _EMPTY_SIDES for words in settings if any(words)]


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
        on_mats = sum(len(_laid_and_empty(place.points)[0]) + 1 for place in places if place.points)
        self._spaces = len(places) + on_mats + (not self._ends_in_mat)
        self._space = _APART + max(0.0, width - self.least_width) / self._spaces

    @property
    def least_width(self) -> float:
        """Width with the least spaces."""
        ends = _APART * (len(self._places) - self._ends_in_mat + 1) + _PAD * self._ends_in_mat
        return sum(self._place_width(place, _APART) for place in self._places) + ends

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
            widths = (self._place_width(point, space) + space for point in laid)
            least = sum(_empty_widths(empty, self._pen)) + _PAD * (len(empty) + 1)
            return max(sum(widths) + space, least)
        count = self._pen.set(_counted(place), _COUNT._replace(size=_COUNT.least), inf)
        least = _LEAST_PLACE + (_DISC + _DISC_GAP) * bool(place.number)
        return max(least, count.width if count else 0.0, self._lying(place).width)

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
            return max(map(self._height_below, laid), default=0.0) + _PAD + _empty_height(empty)
        name = self._name(place)
        return _CAPTION_GAP + (name.height if name else 0.0) + _COUNT_HEIGHT

    def _name(self, place: Item) -> FittedText | None:
        """The name of a place, with room for the numbers of its steps beside it."""
        width = self._place_width(place, self._space) + self._space - 1
        return self._pen.set(place.name, _PLACE, width - _steps_width(place))

    def _drawn(self, places: Sequence[Item], area: Area, space: float) -> Iterator[Drawn]:
        """Draw places from the left of an area, so that their captions begin at one height; beside a mat with empty places, they are in the middle of its height."""
        x, pieces = area.x, self._pieces_height(places)
        empty = max((_empty_height(_laid_and_empty(place.points)[1]) for place in places), default=0.0)
        lower = max(0.0, (empty - _MAT_HEAD) / 2)
        for place in places:
            x += space
            room = area._replace(x=x, width=self._place_width(place, space))
            if place.points:
                yield from self._mat(place, room, space)
            else:
                yield from self._place(place, room._replace(y=area.y + lower), pieces)
            x = room.far[0]

    def _mat(self, place: Item, area: Area, space: float) -> Iterator[Drawn]:
        """Draw what each player has, on a light ground with a heading."""
        yield panel(area, 3, PAPER)
        head = Area(area.x + _PAD, area.y + 1, area.width - 2 * _PAD, _MAT_HEAD - 2.4)
        yield from self._pen.text(place.name, _MAT._replace(colour=self._pen.look.deep), head)
        laid, empty = _laid_and_empty(place.points)
        inner = area._replace(y=area.y + _MAT_HEAD, height=area.height - _MAT_HEAD - _PAD)
        yield from self._drawn(laid, inner, space)
        below = area.inset(_PAD / 2, 0)._replace(
            y=area.far[1] - _empty_height(empty), height=_empty_height(empty) - _PAD
        )
        yield from _empty_places(empty, below, self._pen)

    def _place(self, place: Item, area: Area, height: float) -> Iterator[Drawn]:
        """Draw the pieces of a place at the bottom of a height, and its caption below."""
        lying = self._lying(place)
        left, top = area.centre[0] - lying.width / 2, area.y + height - lying.height
        yield from lying.draw(Area(left, top, lying.width, lying.height))
        below = area.inset((1 - self._space) / 2, 0)._replace(y=area.y + height + _CAPTION_GAP)
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


# An example of scoring in a column: what each player has, what it counts, and who wins.

_ABREAST, _LEAST_HALF = 2, 0.9
"""Number of panels side by side, and their least height, compared with that of panels as wide as the column."""

_EXAMPLE_SCALES = tuple(step / 200 for step in range(100, 35, -1))
_TALLEST_SCORED, _TOKENS, _TOKEN, _TOKEN_GAP = 27.0, 21.0, 3.4, 0.6
_LINE, _NUMBER, _ZONE_HEIGHT, _PANEL_END = 5.2, 20.0, 4.0, 1.2

_BESIDE_TOTAL = 0.75
"""Largest share of a panel's width that the words beside its total have, beside the name of the player."""

_PLAYER = TextLook(11, 8, 800, lines=1, valign="middle")
_TOTAL = TextLook(15, 9, 900, align="right", lines=1, valign="middle")
_ZONE = TextLook(8, 7, 500, SOFT, lines=1)
_PART = TextLook(9.5, 7, lines=1, valign="middle")


def example_blocks(section: Section, painter: Painter, scale: float, width: float) -> list[Block]:
    """Heading of an example, a panel for each player and for what they share, and the sentence at the end.

    The panels of two players are side by side if what is on them is as large as on wide ones.
    """
    *players, end = section.items
    (head,) = blocks_of([Section(section.title, ())], painter, scale, width)
    (sentence,) = blocks_of([Section("", (end,))], painter, scale, width)
    panels = _panels(players, width, painter)
    return [head, *(panel._replace(keeps_next=True) for panel in panels), sentence]


def _panels(players: Sequence[Item], width: float, painter: Painter) -> list[Block]:
    """The panels of players below each other, or those of two side by side if what is on them is nearly as large then."""
    wholes = [_player_panel(item, width, painter) for item in players]
    if len(players) != _ABREAST:
        return wholes
    half = (width - _PAD) / _ABREAST
    halves = [_player_panel(item, half, painter) for item in players]
    are_large = all(
        _LEAST_HALF * whole.height <= own.height <= whole.height
        for own, whole in zip(halves, wholes, strict=True)
    )
    abreast = side_by_side([[own] for own in halves], half + _PAD)._replace(after=wholes[0].after)
    return [abreast] if are_large else wholes


def _player_panel(player: Item, width: float, painter: Painter) -> Block:
    """Panel of a player: name and total, places as pictures, and a line for each number; a single one is named beside the total."""
    inner = width - 2 * _PAD
    places = [item for item in player.points if item.pieces]
    lines = [item for item in player.points if not (item.pieces or item.points)]
    ties = [tie for item in player.points if not item.pieces for tie in item.points]
    is_single = len(lines) == 1 and lines[0].values == player.values
    rows = _place_rows(places, inner, painter)
    rows += [] if is_single else [_number_line(item, inner, painter) for item in [*lines, *ties]]
    head = 8.0
    end = _PAD if is_single else _PANEL_END
    height = head + sum(row.height + row.after for row in rows) - rows[-1].after + end

    def draw(x: float, y: float) -> Iterator[Drawn]:
        yield panel(Area(x, y, width, height), 1.6, painter.look.tint)
        title = Area(x + _PAD, y + 1, inner, head - 1)
        yield from painter.text(player.name, _PLAYER._replace(colour=painter.look.deep), title)
        total, look = "".join(player.values), _TOTAL._replace(colour=painter.look.deep)
        yield from painter.text(total, look, title)
        if is_single and (setting := painter.set(total, look, inner)):
            beside = title._replace(width=inner - setting.width - _PAD)
            words = _beside_total(lines[0], ties, _BESIDE_TOTAL * inner, painter)
            yield from painter.text(words, _PART._replace(align="right"), beside)
        yield from draw_column(rows, x + _PAD, y + head)

    return Block(height, 2.0, draw)


def _beside_total(number: Item, ties: Sequence[Item], room: float, painter: Painter) -> str:
    """What is beside a total: what it counts, after the numbers that decide a tie if they have room."""
    words = " · ".join([*(f"{item.name}\u00a0{''.join(item.values)}" for item in ties), number.name])
    setting = painter.set(words, _PART, inf)
    return words if setting and setting.width <= room else number.name


def _place_rows(items: Sequence[Item], width: float, painter: Painter) -> list[Block]:
    """Places side by side at the largest scale, or below each other if that is too small."""
    for scale in _EXAMPLE_SCALES:
        if sum(_scored_width(item, scale) + _PAD for item in items) - _PAD <= width:
            return [_place_row(items, scale, width, painter)] if items else []
    return (
        [row for item in items for row in _place_rows([item], width, painter)]
        if items[1:]
        else [_place_row(items, _EXAMPLE_SCALES[-1], width, painter)]
    )


def _scored_width(item: Item, scale: float) -> float:
    """Width of the pieces of a place, and of the tokens beside them."""
    return Lying(item, scale, _TALLEST_SCORED).width + (_TOKENS if item.points else 0.0)


def _place_row(items: Sequence[Item], scale: float, width: float, painter: Painter) -> Block:
    """Pieces of places side by side, each with its name above them, or with the tokens of each player beside them."""
    lying = [Lying(item, scale, _TALLEST_SCORED) for item in items]
    share = (width + _PAD) / len(items)
    spare = width + _PAD - sum(_scored_width(item, scale) + _PAD for item in items)
    lying[-1].widen(spare if len(items) == 1 else 0.0)
    label = _ZONE_HEIGHT if any(item.name for item in items) else 0.0
    tokens_of = [
        [_token_line(point, share - pieces.width - 2 * _PAD, painter) for point in item.points]
        for item, pieces in zip(items, lying, strict=True)
    ]

    def draw(x: float, y: float) -> Iterator[Drawn]:
        for item, pieces, tokens in zip(items, lying, tokens_of, strict=True):
            yield from painter.text(item.name, _ZONE, Area(x, y, pieces.width + _PAD, label))
            yield from pieces.draw(Area(x, y + label, pieces.width, pieces.height))
            across = pieces.width + _PAD
            yield from draw_column(tokens, x + across, y + label)
            x += share if tokens else across + spare / max(len(items) - 1, 1)

    heights = [pieces.height for pieces in lying] + [
        sum(row.height + row.after for row in tokens) for tokens in tokens_of
    ]
    return Block(label + max(heights), 2.0, draw)


def _token_line(item: Item, width: float, painter: Painter) -> Block:
    """A player, and below it the tokens that the player has on a card, with a strip for each of their sorts."""
    (name,) = blocks_of([Section("", (Item(item.name),))], painter, 1.0, width)
    strips = [_strip(point, width, painter) for point in item.points]
    rows = [name._replace(after=0.6), *strips]
    return Block(sum(row.height + row.after for row in rows), 1.0, lambda x, y: draw_column(rows, x, y))


def _strip(item: Item, width: float, painter: Painter) -> Block:
    """Tokens as discs with their icon on a strip in its colour, before the icons of what they count; in words without an icon, or if they are too many."""
    number = "".join(item.values)
    across, high = float(number) * (_TOKEN + _TOKEN_GAP) + _TOKEN_GAP, _TOKEN + 2 * _TOKEN_GAP
    if not item.icon or across + len(item.points) * high > width:
        (words,) = blocks_of(
            [Section("", (Item("", f"{number}\u00a0×\u00a0{item.name}"),))], painter, 1.0, width
        )
        return words._replace(after=0.0)

    def draw(x: float, y: float) -> Iterator[Drawn]:
        strip = Area(x, y, across, high)
        yield panel(strip, 1.0, painter.look.of(item.icon).deep)
        for place in range(int(number)):
            disc = Area(x + _TOKEN_GAP + place * (_TOKEN + _TOKEN_GAP), y + _TOKEN_GAP, _TOKEN, _TOKEN)
            yield panel(disc, _TOKEN / 2, PAPER)
            yield from painter.icon(item.icon, disc.inset(0.16 * _TOKEN, 0.16 * _TOKEN))
        for place, counted in enumerate(item.points):
            sign = Area(strip.far[0] + place * high, y, high, high)
            yield from painter.icon(counted.icon, sign.inset(_TOKEN_GAP, _TOKEN_GAP))

    return Block(high, 0.6, draw)


def _number_line(item: Item, width: float, painter: Painter) -> Block:
    """A part of the score with its icon, and its number at the end of the line."""
    indent = _LINE if item.icon else 0.0

    def draw(x: float, y: float) -> Iterator[Drawn]:
        yield line((x, y), (x + width, y), 0.15)
        side = _LINE * 0.72
        yield from painter.icon(item.icon, Area(x, y + (_LINE - side) / 2, side, side))
        yield from painter.text(item.name, _PART, Area(x + indent, y, width - indent - _NUMBER, _LINE))
        number = Area(x + width - _NUMBER, y, _NUMBER, _LINE)
        look = _PART._replace(weight=800, align="right", colour=painter.look.deep)
        yield from painter.text("".join(item.values), look, number)

    return Block(_LINE, 0.0, draw)


# Cards with names at their parts, in what is left of a page.

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

_KIND, _KIND_WIDTH, _KIND_HEIGHT, _KIND_GAP = _CAPTION._replace(lines=1), 32.0, 4.4, 0.8
"""Look of the name of a card's kind below it, its width and height, and the space above it, in mm."""


def labelled_block(rules: Document, room: Area, painter: Painter) -> Block | None:
    """A heading, and below it cards whose parts are named, above the names of their kinds, as many as fit side by side; None if not one has room."""
    (head,) = blocks_of([Section(print_tr("How to read the cards"), ())], painter, 1.0, room.width)
    above = head.height - head.before + _CAPTION_GAP
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
    """Cards that fit side by side, large and with wide names; those that others explain, or with few names, are left out first."""

    def cards_of(size: tuple[float, float]) -> list[_LabelledCard]:
        share, widest = size
        return [_LabelledCard(piece, share * room.height, widest, painter) for piece in remaining]

    shares = [share for share in _CARD_SHARES if share * room.height >= _LEAST_CARD]
    sizes = sorted(product(shares, _WIDEST_NAMES), key=lambda size: -size[0] - size[1] / _NAME_WORTH)
    remaining = _most_telling_first(pieces)
    remaining = [card.piece for card in cards_of((1.0, _WIDEST_NAMES[0])) if card.is_readable]
    while remaining:
        for cards in map(cards_of, sizes):
            width = sum(card.width + _CARDS_APART for card in cards)
            if width <= room.width + _CARDS_APART and all(card.is_readable for card in cards):
                *others, last = sorted(cards, key=lambda card: pieces.index(card.piece))
                return [*others, last.mirrored()] if others else [last]
        remaining.pop()
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

    def __init__(self, piece: Piece, height: float, widest_name: float, painter: Painter) -> None:
        self.piece, self._widest_name, self._pen = piece, widest_name, painter
        self._scale = min(_LARGEST_CARD_SCALE, height / piece.size[1])
        self._dot, self._reach = _DOT / self._scale, (_DOT + _DOT_GAP) / self._scale
        from_top = sorted(piece.labels, key=lambda label: label.area.centre[1])
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
        """Whether it has some names, and room for them beside it."""
        highest = max(sum(self._heights(labels)) for labels in (self._left, self._right))
        return len(self.piece.labels) >= _LEAST_NAMES and highest <= self._card.height

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
