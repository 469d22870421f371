"""The setter of documents: sections as blocks that are as wide as their column."""

from __future__ import annotations

from itertools import accumulate, groupby, product
from math import ceil, inf
from typing import TYPE_CHECKING, NamedTuple

from deckwright.messages import print_tr
from deckwright.press.documents.content import INK, PAPER, Item
from deckwright.press.documents.lying import Lying
from deckwright.press.documents.painter import DISCS_APART, Painter, TextLook, line, numbered, panel
from deckwright.press.graphics.parts import POINT, Area, DrawnShape, outline, rectangle

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from deckwright.press.documents.content import Section
    from deckwright.press.documents.painter import Drawn
    from deckwright.press.drawing.lines import FittedText
    from deckwright.press.graphics.parts import DrawnPart


# Sections as blocks in a column.

_BODY, _SECTION_HEAD, _LEGEND_HEAD, _LEAST = 9.5, 13.5, 11.0, 7.0

_GAP, _ICON, _GUTTER, _FIGURES = 2.7, 5.8, 4.0, 7.5

_BADGE, _PANEL, _PADDING = 6.6, 2.6, 0.95

_UNDER, _STRONG = 0.7, 14.0
"""Height of the line below a heading, and length of its strong beginning, in mm."""

_CAPITALS, _DESCENDERS = 0.65, 0.24
"""Height of capitals, and depth of letters that reach below their line, in ems."""

_HEAD_LINE_GAP = 0.5
"""Space between the descenders of a heading and the line below it, in mm."""

_BULLET = 2.6
"""Indent of a sentence after its bullet, in mm, at full scale."""

_SIGN, _SMALL_SIGN = 1.3, 0.85
"""Side of the icon of a phase beside its text, and above it, compared with the indent of icons."""

_SIGN_GAP = 1.2
"""Space between an icon that a name begins with and the name, in mm."""

_POINT_GAP = 0.6
"""Space between an item of a list and the points below it, compared with that between items."""

_HEAD_LEAST = 2.1
"""Least space below the heading of a section, in mm: discs of icons begin above their text."""

_HEAD_GAP, _LEAST_HEAD_GAP = 2.6, 2.4
"""Space above the heading of a section, in mm, at full scale, and the least."""

_PART_HEAD, _PART_GAP = 15.0, 5.0
"""Size of the heading of a part, in points, and the space above it, in mm, at full scale."""

_GOING_ON = 0.6
"""Space above a text that goes on with the row above it, in mm, at full scale."""

_BELOW_TEXT = 0.4
"""More space below a text in a table than below a name, in mm, at full scale: letters that reach below their line do not touch the line there."""

_WHOLE_TABLE = 10
"""Most rows of a table that is never cut."""

_GRID_SCALES = (1.0, 0.93, 0.86, 0.8)
"""Scales of a grid, of which the first is used whose items fit into two columns."""

_THREE_COLUMNS = (5, 6)
"""Numbers of items of which a grid has three columns, so that two rows are full or nearly so."""

_FIGURE_SCALE = 1.2
"""Size of the figures of a table, compared with its words."""

_VALUE_GAP = 2.5
"""Least space between a name and its value beside it, in mm."""

_NAME_SHARE, _NAME_GAP = 0.45, 3.0
"""Largest share of a list's width that names have if its values are near them, and the space between both, in mm."""

_VALUE_LINES = 2
"""Most lines of a name that has a short value beside it."""

_TALLEST_ROW, _TALLEST_PLACED, _MOST_SHOWN = 25.0, 32.0, 3
"""Most height of the pieces that show an item, in a row or placed, several of them high, in mm, and most of such items side by side."""

_SHOWN_APART, _SHOWN_GAP = 2.0, 1.4
"""Half of the space between two such items, and the space between its pieces and its text, in mm."""

_CELL = 7.0
"""Smallest width of the column of a table, in mm."""

_LABELS = 0.42
"""Smallest share of a table's width that its labels have."""


class Block(NamedTuple):
    """Heading, item or table row: its height, the space after it, and the function that draws it at a place.

    A heading has the space `before` it, which is part of its height; at the top of a column this space is omitted.
    A block that `keeps_next` is never the last one of a column. `again` is the heading of what goes on in the next column. One
    that `belongs` to what is above it may begin a column, but should not; one that `turns_page` begins a page.
    """

    height: float
    after: float
    draw: Callable[[float, float], Iterator[Drawn]]
    before: float = 0.0
    keeps_next: bool = False
    again: Block | None = None
    belongs: bool = False
    turns_page: bool = False


class _Cell(NamedTuple):
    """Text or icon of a row, with its distance from the left edge of the column; `figure` is centred on the capitals of its row, and does not make it higher."""

    x: float
    width: float = 0.0
    text: FittedText | None = None
    colour: str = INK
    icon: str = ""
    figure: bool = False
    on_disc: bool = False

    @property
    def height(self) -> float:
        """Height that the row must have."""
        return self.text.body if self.text and not self.figure else 0.0


def blocks_of(
    sections: Iterable[Section], painter: Painter, scale: float, width: float, space: float = 1.0
) -> list[Block]:
    """Blocks of sections in a column of a width in mm; texts shrink to `scale`, but not below their smallest size.

    `space` is the size of the spaces between them, compared with that of texts.
    """
    setter = _Setter(painter, scale, width, space)
    return [block for section in sections for block in setter.section(section)]


def draw_column(blocks: Sequence[Block], x: float, y: float) -> Iterator[Drawn]:
    """Draw blocks below each other, without the space above the first one."""
    y -= blocks[0].before if blocks else 0.0
    for block in blocks:
        yield from block.draw(x, y)
        y += block.height + block.after


def _stacked(above: Block, below: Block) -> Block:
    """Two blocks as one."""

    def draw(x: float, y: float) -> Iterator[Drawn]:
        yield from draw_column((above, below), x, y + above.before)

    height = above.height + above.after + below.height
    return above._replace(height=height, after=below.after, draw=draw)


def _kept_rows(rows: Sequence[Block]) -> Iterator[Block]:
    """Yield the rows of a table so that a short one is in one column, and a long one is not cut next to its ends."""
    if len(rows) > _WHOLE_TABLE:
        return _kept_ends(rows)
    return (row._replace(keeps_next=number < len(rows)) for number, row in enumerate(rows, 1))


def _kept_ends(blocks: Sequence[Block]) -> Iterator[Block]:
    """Yield blocks so that neither the first nor the last one is alone in a column."""
    ends = {1, len(blocks) - 1}
    return (
        block._replace(keeps_next=(block.keeps_next or number in ends) and number < len(blocks))
        for number, block in enumerate(blocks, 1)
    )


def _taken(cells: Iterable[_Cell]) -> float:
    """Width of cells at the end of a line, and of the space before each."""
    return sum(cell.width + _VALUE_GAP for cell in cells)


def _is_words(value: str) -> bool:
    """Whether a value of a table is words, not a figure or icons."""
    return "{" not in value and sum(map(str.isalpha, value)) > 1


def _unbroken(value: str) -> list[str]:
    """Parts of a value that are on one line: each of its words, or all of a figure."""
    return value.split(" ") if _is_words(value) else [value]


class _Setter:
    """Sets blocks at one scale in a column of one width."""

    def __init__(self, painter: Painter, scale: float, width: float, space: float = 1.0) -> None:
        self._pen, self._scale, self._width, self._space = painter, scale, width, space * scale
        size = max(_LEAST, _BODY * scale)
        self._look = TextLook(size, size)
        self._bold = self._look._replace(weight=700)
        self._small_scale = max(scale, 0.8)
        self._icon = _ICON * self._small_scale
        self._gap = _GAP * self._space
        self._capitals = _CAPITALS * size * POINT
        self._icon_side = 0.44 * size
        self._phase_indent = _BADGE * self._small_scale + 3.6
        self._phase_room = width - self._phase_indent - _PANEL * scale

    def section(self, section: Section) -> Iterator[Block]:
        """Yield the blocks of a section; one without a title continues the one above it."""
        if section.sort == "part":
            yield self._part(section)
            return
        blocks = [*self._body(section)]
        if section.title:
            size = _LEGEND_HEAD if section.sort == "grid" else _SECTION_HEAD
            again = self._head(print_tr("{title} (continued)", title=section.title), size, 0.0)
            if section.sort == "table":
                again = _stacked(again, blocks[0])
            above = max(_LEAST_HEAD_GAP, _HEAD_GAP * self._space)
            yield self._head(section.title, size, above)._replace(again=again)
        yield from blocks

    def _body(self, section: Section) -> Iterator[Block]:
        setters = {
            "list": self._items,
            "pairs": self._items,
            "grid": self._grid,
            "table": self._table,
            "steps": self._steps,
        }
        return setters[section.sort](section)

    def _part(self, section: Section) -> Block:
        """Set the heading of a part and its sentence in white on the colour of the game."""
        edge, above = _PANEL * self._scale, _PART_GAP * self._space
        room = self._width - 2 * edge
        title = self._pen.set(section.title, TextLook(_PART_HEAD * self._scale, 8, 900, leading=1.0), room)
        text = self._pen.set(section.items[0].text, self._look, room)
        rows = [self._row([_Cell(0.0, room, setting, PAPER)], edge / 2) for setting in (title, text)]
        height = above + 2 * edge + sum(row.height for row in rows) + edge / 2

        def draw(x: float, y: float) -> Iterator[Drawn]:
            ground = Area(x, y + above, self._width, height - above)
            yield panel(ground, 1.6, self._pen.look.deep)
            yield from draw_column(rows, x + edge, ground.y + edge)

        return Block(height, 0.0, draw, above, keeps_next=True)

    def _head(self, title: str, size: float, above: float) -> Block:
        """Set a heading above a line that begins strong; what is in brackets at its end is lighter, and icons are at the right."""
        size = max(8.0, size * self._scale)
        title, sign, icons = title.partition(" {")
        words, bracket, rest = title.partition(" (")
        look = TextLook(size, 0.72 * size, 500 if bracket else 900, lines=1, leading=1.0)
        setting = self._pen.set(bracket.strip() + rest, look, self._width, lead=words)
        row = self._row([_Cell(0.0, self._width, setting, self._pen.look.deep)])
        modes = self._row([_Cell(0.0), *self._modes(Item(modes=sign.strip() + icons), self._width)])
        below = _DESCENDERS * size * POINT + _HEAD_LINE_GAP + _UNDER
        height = above + row.height + below

        def draw(x: float, y: float) -> Iterator[Drawn]:
            yield from row.draw(x, y + above)
            yield from modes.draw(x, y + above + (row.height - modes.height) / 2)
            for width, colour in ((self._width, self._pen.look.band), (_STRONG, self._pen.look.deep)):
                yield panel(Area(x, y + height - _UNDER, width, _UNDER), _UNDER / 2, colour)

        return Block(height, max(_HEAD_LEAST, 2.3 * self._space), draw, above, keeps_next=True)

    def _row(self, cells: Sequence[_Cell], after: float = 0.0) -> Block:
        """Set cells side by side."""
        height = max(cell.height for cell in cells)

        def draw(x: float, y: float) -> Iterator[Drawn]:
            for cell in cells:
                yield from self._icon_drawn(cell, x + cell.x, y)
                if cell.text:
                    taller = _CAPITALS * cell.text.size * POINT - self._capitals if cell.figure else 0.0
                    area = Area(x + cell.x, y - taller / 2, cell.width, height)
                    yield from self._pen.drawn(cell.text, area, cell.colour)

        return Block(height, after, draw)

    def _icon_drawn(self, cell: _Cell, x: float, y: float) -> Iterator[DrawnPart]:
        """Draw the icon of a cell, centred on the capitals next to it; white, if it is on a disc."""
        side, middle = self._icon_side, y + self._capitals / 2
        area = Area(x, middle - side / 2, side, side)
        if cell.icon and cell.on_disc:
            yield panel(area, side / 2, self._pen.look.of(cell.icon).deep)
            yield from self._pen.icon(cell.icon, area.inset(0.13 * side, 0.13 * side), PAPER)
        else:
            yield from self._pen.icon(cell.icon, area)

    def _items(self, section: Section) -> Iterator[Block]:
        blocks: list[Block] = []
        for is_shown, group in groupby(section.items, lambda item: bool(item.pieces)):
            items = list(group)
            names = self._name_width(items) if section.sort == "pairs" else 0.0
            blocks += self._shown(items, self._width, self._gap) if is_shown else self._told(items, names)
        return _kept_ends(blocks)

    def _told(self, items: Sequence[Item], names: float) -> Iterator[Block]:
        """Set items below each other: after their icons, or sentences after bullets; values are beside `names` that have a width."""
        indent = self._indent(items)
        if len(items) > 1 and not indent and not all(item.name for item in items):
            yield from map(self._bulleted, items)
            return
        for item in items:
            row = self._disc_row(item, self._width, indent, self._gap, names)
            points = [self._bulleted(point, indent) for point in item.points]
            if points:
                row = row._replace(after=_POINT_GAP * self._gap, keeps_next=True)
                points[:-1] = [point._replace(after=_POINT_GAP * self._gap) for point in points[:-1]]
            yield from (row, *points)

    def _name_width(self, items: Iterable[Item]) -> float:
        """Width of the widest name of items with values; 0 if it leaves too little room for these."""
        names = [self._labelled(item, inf) for item in items if item.values]
        width = max((name.width for name in names if name), default=0.0)
        return width if width <= _NAME_SHARE * self._width else 0.0

    def _shown(self, items: Sequence[Item], width: float, after: float) -> Iterator[Block]:
        """Set items side by side, each below its pieces, which are as large as they may be."""
        count = ceil(len(items) / _MOST_SHOWN)
        for number in range(count):
            row = items[number * len(items) // count : (number + 1) * len(items) // count]
            yield self._shown_row(row, (width + 2 * _SHOWN_APART) / len(row), after)

    def _shown_row(self, items: Sequence[Item], width: float, after: float) -> Block:
        room = width - 2 * _SHOWN_APART
        pictures = [self._shown_pieces(item, room) for item in items]
        tallest = max(lying.height for lying in pictures)
        look = self._look._replace(align="centre", has_colour=True)
        texts = [self._pen.set(item.text, look, room, lead=item.name) for item in items]
        below = max(text.body for text in texts if text)

        def draw(x: float, y: float) -> Iterator[Drawn]:
            x -= _SHOWN_APART
            for lying, text in zip(pictures, texts, strict=True):
                place = Area(
                    x + (width - lying.width) / 2, y + tallest - lying.height, lying.width, lying.height
                )
                yield from lying.draw(place)
                for sign, spot in lying.signs(place):
                    yield from self._pen.icon(sign, spot)
                if text:
                    caption = Area(x + _SHOWN_APART, y + tallest + _SHOWN_GAP, room, below)
                    yield from self._pen.drawn(text, caption, look.colour)
                x += width

        return Block(tallest + _SHOWN_GAP + below, after + _SHOWN_GAP, draw)

    @staticmethod
    def _shown_pieces(item: Item, room: float) -> Lying:
        """Pieces of an item as large as a width allows."""
        whole = Lying(item, 1.0, inf)
        across = (room - whole.spaces) / (whole.width - whole.spaces)
        tallest = _TALLEST_PLACED if item.lie == "placed" else _TALLEST_ROW
        return Lying(item, min(across, tallest / whole.height), inf)

    def _disc_row(self, item: Item, width: float, indent: float, after: float, names: float = 0.0) -> Block:
        """Set an item after its icon on a disc, with the same space below any number of lines, so that discs do not touch.

        Its value is beside the `names` if these have a width, otherwise at the right edge.
        """
        is_near = names and item.values
        row = self._row(
            self._cells_beside(item, width, indent, names)
            if is_near
            else self._cells_with_value(item, width, indent)
        )
        if not indent:
            return row._replace(after=after)
        height = max(row.height, (self._icon_side + self._capitals) / 2)
        to_next = row.height + max(after, self._icon_side + DISCS_APART - self._capitals)
        return row._replace(height=height, after=to_next - height)

    def _cells_with_value(self, item: Item, width: float, indent: float) -> list[_Cell]:
        """Icon of an item on a disc, its name, and its value at the right edge; after the name if a line is too short for both."""
        value = self._pen.set("".join(item.values), self._bold._replace(align="right", lines=1), inf)
        if not value:
            return self._cells(item, 0.0, width, indent, on_disc=True)
        room = width - value.width - _VALUE_GAP
        name = self._pen.set("", self._look, room - indent, lead=item.name)
        lines = _VALUE_LINES if value.width <= width / 2 else 1
        if not name or not name.fits(room - indent, inf, lines):
            text = Item(print_tr("{label}:", label=item.name), "".join(item.values), item.icon)
            return self._cells(text, 0.0, width, indent, on_disc=True)
        colour = self._pen.look.of(item.icon).deep
        icon, label = _Cell(0.0, icon=item.icon, on_disc=True), _Cell(indent, room - indent, name)
        return [icon, label, _Cell(room + _VALUE_GAP, value.width, value, colour, figure=True)]

    def _cells_beside(self, item: Item, width: float, indent: float, names: float) -> list[_Cell]:
        """Icon of an item on a disc, its name, and its value in a column beside all names."""
        start = indent + names + _NAME_GAP
        name = self._labelled(item, names + _NAME_GAP)
        value = self._pen.set("".join(item.values), self._look, width - start)
        icon, label = _Cell(0.0, icon=item.icon, on_disc=True), _Cell(indent, names + _NAME_GAP, name)
        return [icon, label, _Cell(start, width - start, value)]

    def _labelled(self, item: Item, width: float) -> FittedText | None:
        """Name of an item with a colon, as it is before a text."""
        look = self._look._replace(has_colour=not item.icon)
        return self._pen.set("", look, width, lead=print_tr("{label}:", label=item.name))

    def _bulleted(self, item: Item, left: float = 0.0) -> Block:
        """Set a sentence after a bullet, which is at a distance from the left edge."""
        indent = left + _BULLET * self._scale
        row = self._row(self._cells(item, 0.0, self._width, indent), self._gap)
        side = self._look.size * 0.11

        def draw(x: float, y: float) -> Iterator[Drawn]:
            middle = y + self._capitals / 2
            yield DrawnShape(
                outline("circle", Area(x + left + 0.4, middle - side / 2, side, side)),
                fill=self._pen.look.deep,
            )
            yield from row.draw(x, y)

        return row._replace(draw=draw)

    def _indent(self, items: Iterable[Item]) -> float:
        """Indent of texts, which is that of an icon if any of them has one."""
        return self._icon if any(item.icon for item in items) else 0.0

    def _cells(
        self, item: Item, x: float, width: float, indent: float, *, on_disc: bool = False
    ) -> list[_Cell]:
        """Icon of an item, and its text after it; a name that begins with an icon hangs from it."""
        sign, _, rest = item.name.partition("} ")
        if rest and not item.icon and sign.startswith("{"):
            setting = self._pen.set("", self._look, inf, lead=sign + "}")
            beside = setting.width + _SIGN_GAP if setting else 0.0
            cells = self._cells(item._replace(name=rest), x, width, indent + beside)
            return [_Cell(x + indent, beside, setting), *cells]
        room, modes = width - indent, self._modes(item, x + width)
        look = self._look._replace(has_colour=not item.icon)
        setting = self._pen.set_beside(item.text, look, room, lead=item.name, taken=_taken(modes))
        return [_Cell(x, icon=item.icon, on_disc=on_disc), _Cell(x + indent, room, setting), *modes]

    def _modes(self, item: Item, right: float) -> list[_Cell]:
        """Icons of the modes that an item is for, which end at a distance from the left edge; none if it is for all."""
        icons = self._pen.set(item.modes, self._look, inf)
        return [_Cell(right - icons.width, icons.width, icons, self._pen.look.deep)] if icons else []

    def _steps(self, section: Section) -> Iterator[Block]:
        """Set phases, each on a panel of its own, with its points below its text; all icons are beside their texts if there is room."""
        is_beside = not any(map(self._has_no_room_for_sign, section.items))
        return (self._step(item, is_beside=is_beside) for item in section.items)

    def _has_no_room_for_sign(self, phase: Item) -> bool:
        """Whether the text of a phase with a number has more lines beside its icon than below it, or its points would be there."""
        beside = self._phase_room - _SIGN * self._icon - _PANEL * self._scale
        narrow, wide = (self._pen.set(phase.text, self._look, width) for width in (beside, self._phase_room))
        is_longer = bool(narrow and wide and len(narrow.lines) > len(wide.lines))
        has_points_there = bool(phase.points and not phase.text)
        return bool(phase.icon and "".join(phase.values)) and (is_longer or has_points_there)

    def _step(self, item: Item, *, is_beside: bool) -> Block:
        """Set a phase with its number on a strip and its icon at the right, beside or above its text; without a number, the icon is on the strip."""
        number = "".join(item.values)
        badge, edge, tight = _BADGE * self._small_scale, _PANEL * self._space, 2.2 * self._space
        deep, room = self._pen.look.of(item.icon).deep, self._phase_room
        is_above = bool(number) and not is_beside
        side = (_SMALL_SIGN if is_above else _SIGN) * self._icon
        beside = _PANEL * self._scale
        title_room = room - (side + beside if item.icon and number else 0.0)
        text_room = room if is_above else title_room
        look = TextLook(max(8.0, 12 * self._scale), 7, 900, deep)
        title = self._pen.set(item.name, look, title_room)
        below = tight + DISCS_APART * bool(item.points)
        inner = [self._row([_Cell(0.0, title_room, title, deep)], tight if item.text else below)]
        inner += [self._row(self._cells(Item(text=item.text), 0.0, text_room, 0.0), below)] * bool(item.text)
        for is_shown, points in groupby(item.points, lambda point: bool(point.pieces)):
            if is_shown:
                inner += self._shown(list(points), room, tight)
            else:
                inner += [self._disc_row(point, room, self._icon, tight) for point in points]
        inner[-1] = inner[-1]._replace(after=edge + 0.3 * self._capitals * (not item.points))
        height = edge + sum(block.height + block.after for block in inner)

        def draw(x: float, y: float) -> Iterator[Drawn]:
            yield panel(Area(x, y, self._width, height), 1.6, self._pen.look.tint)
            strip = Area(x, y, badge + 1.4, height)
            yield DrawnShape(rectangle(strip, (1.6, 0, 0, 1.6)), fill=deep)
            look = TextLook(20 * self._small_scale, 7, 900, PAPER, "centre", "middle", 1)
            top = y + min(edge, (height - badge) / 2)
            yield from self._pen.text(number, look, strip._replace(y=top, height=badge))
            top = y + min(0.6 * edge if is_above else edge, (height - side) / 2)
            place, colour = (
                (x + self._width - beside - side, "") if number else (strip.centre[0] - side / 2, PAPER)
            )
            yield from self._pen.icon(item.icon, Area(place, top, side, side), colour)
            yield from draw_column(inner, x + self._phase_indent, y + edge)

        return Block(height, self._gap * 0.6, draw)

    def _grid(self, section: Section) -> Iterator[Block]:
        """Set five or six short items in three columns, others in two, if possible on one line each, or below each other if a word is too long for that."""
        ways = [(2, lines, scale) for lines, scale in product((1, 0), _GRID_SCALES)]
        ways[:0] = [(3, 1, 1.0)] if len(section.items) in _THREE_COLUMNS else []
        for columns, lines, scale in ways:
            setter = _Setter(self._pen, scale * self._scale, self._width, self._space / self._scale)
            rows = setter._rows(section.items, columns)
            if all(cell.text.fits(cell.width, inf, lines) for row in rows for cell in row if cell.text):
                return _kept_rows([setter._row(row, self._gap) for row in rows])
        return _kept_rows([self._row(row, self._gap) for row in self._rows(section.items, 1)])

    def _rows(self, items: Sequence[Item], columns: int) -> list[list[_Cell]]:
        """Cells of items in some columns, each item with its number at the right edge."""
        width = (self._width + _GUTTER) / columns - _GUTTER
        indent = self._indent(items)
        figures = _FIGURES if any(item.values for item in items) else 0.0
        look = self._bold._replace(align="right", lines=1)
        count = ceil(len(items) / columns)
        rows: list[list[_Cell]] = [[] for _ in range(count)]
        for number, item in enumerate(items):
            x = number // count * (width + _GUTTER)
            figure = self._pen.set("".join(item.values), look, figures)
            rows[number % count] += [
                *self._signed(item, x, width - figures, indent),
                _Cell(x + width - figures, figures, figure, self._pen.look.deep, figure=True),
            ]
        return rows

    def _signed(self, item: Item, x: float, width: float, indent: float) -> Iterator[_Cell]:
        """Yield the icon of an item, its name, and its sign after it."""
        beside = _SIGN_GAP + self._icon_side if item.sign else 0.0
        for cell in self._cells(Item(text=item.name, icon=item.icon), x, width - beside, indent):
            yield cell
            if cell.text and item.sign:
                yield _Cell(cell.x + cell.text.width + _SIGN_GAP, icon=item.sign)

    def _table(self, section: Section) -> Iterator[Block]:
        first, *names = section.heads
        columns = self._columns(names, section.items)
        indent = self._icon if any(item.icon or item.number for item in section.items) else 0.0
        head = self._table_row(Item(first, values=tuple(names)), columns, is_head=True)
        yield head._replace(keeps_next=True)
        is_numbered = any(item.number for item in section.items)
        *rows, last = (self._table_row(item, columns, indent) for item in section.items)
        rows = [
            row._replace(keeps_next=is_numbered and not below.number)
            for row, below in zip(rows, section.items[1:], strict=True)
        ]
        yield from _kept_rows([*rows, self._ruled(last)._replace(after=self._gap / 2)])

    def _columns(self, heads: Sequence[str], rows: Sequence[Item]) -> list[float]:
        """Widths of a table's columns: each as wide as its heading and figures, as long as the labels have enough room."""
        figures = [row.values for row in rows if len(row.values) == len(heads)]
        columns = []
        for place, head in enumerate(heads):
            words = (word for row in figures for word in _unbroken(row[place]))
            settings = [self._pen.set(head, self._bold._replace(lines=1), inf)]
            settings += [self._pen.set(word, self._value_look(word), inf) for word in words]
            columns.append(max(_CELL, *(setting.width + 2 for setting in settings if setting)))
        share = min(1.0, (1 - _LABELS) * self._width / sum(columns))
        return [share * column for column in columns]

    def _value_look(self, value: str) -> TextLook:
        """Look of a value of a table: a figure, or words or icons, which are as large as the words of its row."""
        words = self._bold._replace(align="centre", lines=_VALUE_LINES, leading=1.0)
        return words if _is_words(value) else self._figure_look(is_head="{" in value)

    def _figure_look(self, *, is_head: bool = False) -> TextLook:
        """Look of a table's figures, or of the headings above them."""
        size = self._look.size * (1.0 if is_head else _FIGURE_SCALE)
        return TextLook(size, 6, 700 if is_head else 900, align="centre", lines=1)

    def _table_row(
        self, item: Item, columns: Sequence[float], indent: float = 0.0, *, is_head: bool = False
    ) -> Block:
        """Set a row below a line, with its number or icon on a disc; a text goes on with the row above it unless it has a number."""
        room = self._width - (sum(columns) if item.values else 0.0)
        text, lead = (item.text, item.name) if item.text else (item.name, "")
        modes = self._modes(item, room - 2)
        look = self._bold if is_head else self._look
        label = self._pen.set_beside(text, look, room - indent - 2, lead=lead, taken=_taken(modes))
        is_merged = 0 < len(item.values) < len(columns)
        spans = [sum(columns)] if is_merged else columns
        starts = accumulate(spans, initial=room)
        ink = self._pen.look.deep if is_head else INK
        cells = [
            _Cell(0.0, icon=item.icon, on_disc=True),
            _Cell(indent or 1.0, room - indent - 2, label, ink),
            *modes,
        ]
        for value, x, span in zip(item.values, starts, spans, strict=False):
            look = self._figure_look(is_head=True) if is_head else self._value_look(value)
            setting = self._pen.set(value, look, span - 0.5)
            is_figure = is_head or not _is_words(value)
            cells.append(_Cell(x, span, setting, self._pen.look.deep, figure=is_figure))
        row = self._row(cells)
        padding, has_disc = _PADDING * self._space, bool(item.icon or item.number)
        beside_disc = has_disc * (self._icon_side + DISCS_APART - self._capitals) / 2
        goes_on = bool(item.text) and not (item.name or item.number or item.values)
        above = _GOING_ON * self._space if goes_on else max(padding, beside_disc)
        is_text = goes_on or (label is not None and len(label.lines) > 1)
        below = max(padding + is_text * _BELOW_TEXT * self._space, beside_disc - row.height + self._capitals)
        height = row.height + above + below

        def draw(x: float, y: float) -> Iterator[Drawn]:
            if is_head:
                yield DrawnShape(rectangle(Area(x, y, self._width, height)), fill=self._pen.look.tint)
            elif not goes_on:
                yield self._rule(x, y)
            if is_merged:
                merged = Area(x + room, y, sum(columns), self._capitals + 2 * above).inset(0.6, 0.45)
                yield panel(merged, merged.height / 2, self._pen.look.band)
            disc = Area(
                x, y + above + (self._capitals - self._icon_side) / 2, self._icon_side, self._icon_side
            )
            yield from numbered(item.number, disc, 0.8 * self._look.size, self._pen)
            yield from row.draw(x, y + above)

        return Block(height, 0.0, draw)

    def _ruled(self, row: Block) -> Block:
        """Row with a line below it."""

        def draw(x: float, y: float) -> Iterator[Drawn]:
            yield from row.draw(x, y)
            yield self._rule(x, y + row.height)

        return row._replace(draw=draw)

    def _rule(self, x: float, y: float) -> DrawnShape:
        """Line between the rows of a table."""
        return line((x, y), (x + self._width, y), 0.25, self._pen.look.band)
