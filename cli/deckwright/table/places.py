"""Where the zones of a table are on a screen: shared ones in the middle, those of the seats along two sides.

A game can say where single zones are; the others are side by side.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from deckwright.model.setup import ASIDE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from deckwright.model.zones import TableZone
    from deckwright.table.deal import Table

Size = tuple[float, float]

_GAP = 15.0
"""Space between zones, in mm."""

_WIDTH = 800.0
"""Width of the middle of a table, in mm: further zones are in another row."""


class Place(NamedTuple):
    """Place of a zone, before a seat or on the table (0): its centre in mm to the right of the table's, and up; its size.

    Zones of seats on the far side are turned: their players look at them from there.
    """

    zone: TableZone
    seat: int
    x: float
    y: float
    width: float
    height: float
    is_turned: bool = False


def place_zones(
    table: Table, zones: Sequence[TableZone], size_of: Callable[[str], Size], card: Size
) -> list[Place]:
    """Place the zones of a table; `size_of` returns the size of a card in mm, and `card` is the usual one."""

    def size(zone: TableZone, cards: Mapping[str, Sequence[str]]) -> Size:
        sizes = [size_of(name) for name in cards.get(zone.name, ())] or [card]
        width, height = max(side for side, _ in sizes), max(side for _, side in sizes)
        columns = max(len(sizes), 1) if zone.shape == "row" else 1
        return min(columns * width + (columns - 1) * 3, _WIDTH), height

    shared = [(zone, size(zone, table.zones)) for zone in zones if not zone.is_of_seats]
    places = _middle(sorted(_without_place(shared), key=lambda pair: pair[0].name == ASIDE))
    places += _at_their_places(0, shared, (0.0, 0.0))
    edge = max((place.y + place.height / 2 for place in places), default=0.0) + 2 * _GAP
    of_seats = [zone for zone in zones if zone.is_of_seats]
    near = range(1, (table.players + 1) // 2 + 1)
    for seat in range(1, table.players + 1):
        sizes = [(zone, size(zone, table.seats[seat - 1])) for zone in of_seats]
        sizes = [(zone, (min(width, _WIDTH / 3), height)) for zone, (width, height) in sizes]
        is_turned = seat not in near
        row = near if not is_turned else range(table.players, len(near), -1)
        middle = ((len(row) - 1) / 2 - row.index(seat)) * _WIDTH / len(row)
        places += _before_seat(seat, sizes, (-middle if is_turned else middle, edge), is_turned=is_turned)
    return places


def _without_place(zones: Iterable[tuple[TableZone, Size]]) -> list[tuple[TableZone, Size]]:
    return [pair for pair in zones if pair[0].at is None]


def _at_their_places(seat: int, zones: Iterable[tuple[TableZone, Size]], middle: Size) -> list[Place]:
    """Places of the zones whose places the game says, from a middle."""
    return [
        Place(zone, seat, middle[0] + zone.at[0], middle[1] + zone.at[1], *size)
        for zone, size in zones
        if zone.at
    ]


def _middle(zones: list[tuple[TableZone, Size]]) -> list[Place]:
    """Places of the shared zones, in rows of which each is centred."""
    rows: list[list[tuple[TableZone, Size]]] = [[]]
    for zone in zones:
        if rows[-1] and _width([*rows[-1], zone]) > _WIDTH:
            rows.append([])
        rows[-1].append(zone)
    heights = [max((size[1] for _, size in row), default=0.0) for row in rows]
    top, places = (sum(heights) + _GAP * (len(rows) - 1)) / 2, []
    for row, height in zip(rows, heights, strict=True):
        places += _in_row(0, row, (0.0, top - height / 2))
        top -= height + _GAP
    return places


def _width(zones: list[tuple[TableZone, Size]]) -> float:
    return sum(size[0] for _, size in zones) + _GAP * (len(zones) - 1)


def _in_row(seat: int, zones: list[tuple[TableZone, Size]], middle: Size) -> list[Place]:
    left, places = middle[0] - _width(zones) / 2, []
    for zone, (width, height) in zones:
        places.append(Place(zone, seat, left + width / 2, middle[1], width, height))
        left += width + _GAP
    return places


def _before_seat(
    seat: int, zones: list[tuple[TableZone, Size]], middle: Size, *, is_turned: bool
) -> list[Place]:
    """Places of the zones of a seat, which lie beyond the middle, as its player sees them."""
    height = max((size[1] for _, size in zones), default=0.0)
    x, edge = middle
    centre = x, -edge - height / 2
    places = [*_in_row(seat, _without_place(zones), centre), *_at_their_places(seat, zones, centre)]
    if not is_turned:
        return places
    return [place._replace(x=-place.x, y=-place.y, is_turned=True) for place in places]
