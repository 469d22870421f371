"""An example of scoring in a column: what each player has, what it counts, and who wins."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

from deckwright.messages import print_tr
from deckwright.press.documents.columns import side_by_side
from deckwright.press.documents.content import PAPER, SOFT, Item, Section
from deckwright.press.documents.lying import Lying
from deckwright.press.documents.painter import TextLook, line, panel
from deckwright.press.documents.pictures import PANEL_PAD
from deckwright.press.documents.setter import Block, blocks_of, draw_column
from deckwright.press.graphics.parts import Area

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from deckwright.press.documents.painter import Drawn, Painter


_ABREAST, _LEAST_HALF = 2, 0.9
"""Number of panels side by side, and their least height, compared with that of panels as wide as the column."""

_EXAMPLE_SCALES = tuple(step / 200 for step in range(100, 35, -1))

_TALLEST_SCORED, _TOKENS, _TOKEN, _TOKEN_GAP = 27.0, 21.0, 3.2, 0.5

_LINE, _NUMBER_GAP, _ZONE_HEIGHT, _PANEL_END = 5.2, 1.5, 4.0, 1.2

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
    """The panels of players below each other, or those of two side by side if what is on them is nearly as large then; what they share is above them."""
    shared, seats = ([item for item in players if bool(item.values) == is_seat] for is_seat in (False, True))
    above, wholes = ([_player_panel(item, width, painter) for item in items] for items in (shared, seats))
    if len(seats) != _ABREAST:
        return [*above, *wholes]
    half = (width - PANEL_PAD) / _ABREAST
    halves = [_player_panel(item, half, painter) for item in seats]
    are_large = all(
        _LEAST_HALF * whole.height <= own.height <= whole.height and _has_short_lines(seat, half, painter)
        for seat, own, whole in zip(seats, halves, wholes, strict=True)
    )
    abreast = side_by_side([[own] for own in halves], half + PANEL_PAD)._replace(after=wholes[0].after)
    return [*above, abreast] if are_large else [*above, *wholes]


def _player_panel(player: Item, width: float, painter: Painter) -> Block:
    """Panel of a player: name and total, places as pictures, and a line for each number; a single one is named beside the total."""
    inner = width - 2 * PANEL_PAD
    places = [item for item in player.points if item.pieces]
    lines = [item for item in player.points if not (item.pieces or item.points)]
    ties = [tie for item in player.points if not item.pieces for tie in item.points]
    is_single = len(lines) == 1 and lines[0].values == player.values
    rows = blocks_of([Section("", (Item("", player.text),))], painter, 1.0, inner) if player.text else []
    rows += _place_rows(places, inner, painter)
    rows += [] if is_single else [_number_line(item, inner, painter) for item in [*lines, *ties]]
    head = 8.0
    end = PANEL_PAD if is_single else _PANEL_END
    height = head + sum(row.height + row.after for row in rows) - rows[-1].after + end

    def draw(x: float, y: float) -> Iterator[Drawn]:
        yield panel(Area(x, y, width, height), 1.6, painter.look.tint)
        title = Area(x + PANEL_PAD, y + 1, inner, head - 1)
        yield from painter.text(player.name, _PLAYER._replace(colour=painter.look.deep), title)
        total, look = "".join(player.values), _TOTAL._replace(colour=painter.look.deep)
        yield from painter.text(total, look, title)
        if is_single and (setting := painter.set(total, look, inner)):
            beside = title._replace(width=inner - setting.width - PANEL_PAD)
            words = _beside_total(lines[0], ties, _BESIDE_TOTAL * inner, painter)
            yield from painter.text(words, _PART._replace(align="right"), beside)
        yield from draw_column(rows, x + PANEL_PAD, y + head)

    return Block(height, 2.0, draw)


def _has_short_lines(player: Item, width: float, painter: Painter) -> bool:
    """Whether the numbers of a player have room for their names on a panel."""
    lines = [item for item in player.points if item.values and not item.pieces]
    return all(_whole_width(item, painter) <= width - 2 * PANEL_PAD for item in lines)


def _whole_width(item: Item, painter: Painter) -> float:
    """Width of the line of a number, with all words in their usual size."""
    words = [painter.set(text, _PART, inf) for text in (item.name, "".join(item.values))]
    return _LINE * bool(item.icon) + _NUMBER_GAP + sum(setting.width for setting in words if setting)


def _beside_total(number: Item, ties: Sequence[Item], room: float, painter: Painter) -> str:
    """What is beside a total: what it counts, after the numbers that decide a tie if they have room."""
    if not ties:
        return number.name
    *labels, last = (print_tr("{label}:", label=item.name) for item in (*ties, number))
    told = (f"{label}\u00a0{''.join(tie.values)}" for label, tie in zip(labels, ties, strict=True))
    words = " · ".join([*told, last])
    setting = painter.set(words, _PART, inf)
    return words if setting and setting.width <= room else number.name


def _place_rows(items: Sequence[Item], width: float, painter: Painter) -> list[Block]:
    """Places side by side at the largest scale, or below each other if that is too small."""
    for scale in _EXAMPLE_SCALES:
        if sum(_scored_widths(items, scale)) + PANEL_PAD * (len(items) - 1) <= width:
            return [_place_row(items, scale, width, painter)] if items else []
    return (
        [row for item in items for row in _place_rows([item], width, painter)]
        if items[1:]
        else [_place_row(items, _EXAMPLE_SCALES[-1], width, painter)]
    )


def _scored_widths(items: Sequence[Item], scale: float) -> list[float]:
    """Widths of the pieces of places, and of the tokens beside them."""
    return [
        pieces.width + (_TOKENS if item.points else 0.0)
        for item, pieces in zip(items, _scored(items, scale), strict=True)
    ]


def _scored(items: Sequence[Item], scale: float) -> list[Lying]:
    """The pieces of places side by side; if the cards of one cover each other, so do all."""
    lying = [Lying(item, scale, _TALLEST_SCORED) for item in items]
    if not any(pieces.is_covered for pieces in lying):
        return lying
    return [Lying(item, scale, _TALLEST_SCORED, beside_many=True) for item in items]


def _place_row(items: Sequence[Item], scale: float, width: float, painter: Painter) -> Block:
    """Pieces of places side by side, each with its name above them, or with the tokens of each player beside them."""
    lying = _scored(items, scale)
    share = (width + PANEL_PAD) / len(items)
    spare = width - sum(_scored_widths(items, scale)) - PANEL_PAD * (len(items) - 1)
    lying[-1].widen(spare if len(items) == 1 else 0.0)
    label = _ZONE_HEIGHT if any(item.name for item in items) else 0.0
    tokens_of = [
        [_token_line(point, share - pieces.width - 1.5 * PANEL_PAD, painter) for point in item.points]
        for item, pieces in zip(items, lying, strict=True)
    ]

    def draw(x: float, y: float) -> Iterator[Drawn]:
        for item, pieces, tokens in zip(items, lying, tokens_of, strict=True):
            yield from painter.text(item.name, _ZONE, Area(x, y, pieces.width + PANEL_PAD, label))
            yield from pieces.draw(Area(x, y + label, pieces.width, pieces.height))
            across = pieces.width + PANEL_PAD
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
    """Tokens as discs with their icon, or the sign of their player and the icon once before them, on a strip in its colour, before the icons of what they count; in words without an icon, or if they are too many."""
    number = "".join(item.values)
    first, step, high = int(bool(item.sign)), _TOKEN + _TOKEN_GAP, _TOKEN + 2 * _TOKEN_GAP
    across = (first + float(number)) * step + _TOKEN_GAP
    if not item.icon or across + len(item.points) * high > width:
        (words,) = blocks_of(
            [Section("", (Item("", f"{number}\u00a0×\u00a0{item.name}"),))], painter, 1.0, width
        )
        return words._replace(after=0.0)

    def draw(x: float, y: float) -> Iterator[Drawn]:
        strip = Area(x, y, across, high)
        yield panel(strip, 1.0, painter.look.of(item.icon).deep)
        for place in range(first + int(number)):
            disc = Area(x + _TOKEN_GAP + place * step, y + _TOKEN_GAP, _TOKEN, _TOKEN)
            inner = disc.inset(0.16 * _TOKEN, 0.16 * _TOKEN)
            if place < first:
                yield from painter.icon(item.icon, inner, PAPER)
            else:
                yield panel(disc, _TOKEN / 2, PAPER)
                yield from painter.icon(item.sign or item.icon, inner)
        for place, counted in enumerate(item.points):
            sign = Area(strip.far[0] + place * high, y, high, high)
            yield from painter.icon(counted.icon, sign.inset(_TOKEN_GAP, _TOKEN_GAP))

    return Block(high, 0.6, draw)


def _number_line(item: Item, width: float, painter: Painter) -> Block:
    """A part of the score with its icon, and its number at the end of the line."""
    indent = _LINE if item.icon else 0.0
    number, look = "".join(item.values), _PART._replace(weight=800, align="right", colour=painter.look.deep)
    setting = painter.set(number, look, inf)
    room = width - indent - (setting.width + _NUMBER_GAP if setting else 0.0)

    def draw(x: float, y: float) -> Iterator[Drawn]:
        yield line((x, y), (x + width, y), 0.15)
        side = _LINE * 0.72
        yield from painter.icon(item.icon, Area(x, y + (_LINE - side) / 2, side, side))
        yield from painter.text(item.name, _PART, Area(x + indent, y, room, _LINE))
        yield from painter.text(number, look, Area(x + indent, y, width - indent, _LINE))

    return Block(_LINE, 0.0, draw)
