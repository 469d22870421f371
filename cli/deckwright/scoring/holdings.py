"""What seats have: cards, tiles on a grid and what their edges join, sets, and tokens on shared cards."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from deckwright.findings import Finding
from deckwright.messages import tr
from deckwright.model.card import distinct_names
from deckwright.model.measures import read_number
from deckwright.model.score_counts import Holding
from deckwright.model.scoring import TilePosition

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from deckwright.findings import Where
    from deckwright.model.card import Card
    from deckwright.model.score_zones import Cell, Grid, Pattern
    from deckwright.model.scoring import ScoreSheet, Scoring, Seat, SharedCard

# What seats have.


def together(holdings: Iterable[Holding]) -> Holding:
    """What some seats have together."""
    whole = Holding()
    for holding in holdings:
        whole.add(holding)
    return whole


def holding_of(seat: Seat, sheet: ScoreSheet, scoring: Scoring, cards: Mapping[str, Card]) -> Holding:
    """What one seat has."""
    holding = Holding(entries=list(seat.entries))
    if scoring.grid:
        tiles = placed_tiles(seat, scoring.grid, cards)
        holding.joins, single = joins_at(tiles, scoring.grid)
        holding.tiles = [(tile.card, joined) for tile, joined in zip(tiles, single, strict=True)]
    for zone, sets in seat.sets.items():
        holding.amounts[zone, "sets"] += len(sets)
    for shared in sheet.shared:
        for counted, amount in shared_amounts(shared, seat.name, scoring, cards).items():
            holding.amounts[shared.zone, counted] += amount
    return holding


def shared_amounts(
    shared: SharedCard, seat: str, scoring: Scoring, cards: Mapping[str, Card]
) -> dict[str, int]:
    """What a seat has on a shared card, by what is counted: its tokens, the pools that it filled, and those of a card that it completed."""
    pools = needs(cards[shared.card], scoring.zones[shared.zone].pools)
    filled = len(filled_pools(shared, seat, pools))
    tokens = sum(shared.tokens.get(seat, {}).values())
    return {"tokens": tokens, "filled": filled, "pools": len(pools) if shared.by == seat else 0}


def filled_pools(shared: SharedCard, seat: str, pools: Mapping[str, int]) -> list[str]:
    """Pools of a shared card that a seat filled, of those that it `needs`."""
    return [
        pool
        for pool, needed in pools.items()
        if fillers(shared.tokens, shared.filled, pool) == [seat] and shared.there[pool] == needed
    ]


def needs(card: Card, pools: Mapping[str, str]) -> dict[str, int]:
    """Number of tokens of each pool that fill a card, without pools that it does not need."""
    needed = {pool: int(read_number(card, name)) for pool, name in pools.items()}
    return {pool: count for pool, count in needed.items() if count}


def fillers(tokens: Mapping[str, Mapping[str, int]], filled: Mapping[str, str], pool: str) -> list[str]:
    """Seats that can have filled a pool: the one that the file names, or else all that have tokens in it."""
    return [filled[pool]] if pool in filled else [seat for seat, own in tokens.items() if pool in own]


# Tiles on a grid: whether they are placed as the rules allow, and what their edges join.


class PlacedTile(NamedTuple):
    """A tile on the grid: its card, its cells, and its parts, each with its cell. `turn` is in degrees."""

    card: Card
    cells: list[Cell]
    parts: list[tuple[str, Cell]]
    turn: int
    where: Where | None

    @property
    def at(self) -> Cell:
        """The cell of its top left corner."""
        return self.cells[0]


def placed_tiles(seat: Seat, grid: Grid | None, cards: Mapping[str, Card]) -> list[PlacedTile]:
    """The tiles of a seat's grid, those that are there at the start first."""
    if grid is None:
        return []
    zone, (x, y) = grid.start or ("", (0, 0))
    first = [TilePosition(entry.card, x, y, 0, entry.where) for entry in seat.entries if entry.zone == zone]
    placed = (*first, *(tile for tiles in seat.placed.values() for tile in tiles))
    return [_tile(grid, cards[position.card], position) for position in placed]


def _tile(grid: Grid, card: Card, placed: TilePosition) -> PlacedTile:
    x, y = placed.x, placed.y
    return PlacedTile(card, grid.cells(card, x, y), grid.parts_of(card, x, y), placed.turn, placed.where)


def check_placement(
    tiles: Sequence[PlacedTile], cards: Mapping[str, Card], language: str, *, is_read: bool = True
) -> Iterator[Finding]:
    """Find tiles that are turned, that overlap another one, or (if all could be read) that touch no other."""
    names = distinct_names(cards, language)
    taken: dict[Cell, PlacedTile] = {}
    for tile in tiles:
        if tile.turn:
            message = tr("{card} is turned: every tile must be upright.", card=names[tile.card.id])
            yield Finding("upright", "error", message, (tile.card.id,), tile.turn, 0, tile.where)
        below = next((taken[cell] for cell in tile.cells if cell in taken), None)
        if below:
            yield _overlap(tile, below, names)
        for cell in tile.cells:
            taken.setdefault(cell, tile)
    if is_read:
        yield from _gaps(tiles, names)


def _overlap(tile: PlacedTile, below: PlacedTile, names: Mapping[str, str]) -> Finding:
    message = tr(
        "{card} at {at} overlaps {other} at {place}.",
        card=names[tile.card.id],
        at=cell_text(tile.at),
        other=names[below.card.id],
        place=cell_text(below.at),
    )
    return Finding("overlap", "error", message, (tile.card.id, below.card.id), where=tile.where)


def cell_text(cell: Cell) -> str:
    """A cell as score files write it."""
    return f"[{cell[0]}, {cell[1]}]"


def _gaps(tiles: Sequence[PlacedTile], names: Mapping[str, str]) -> Iterator[Finding]:
    """Find tiles that are not connected to the first one; of a group that touches each other, only the first."""
    unseen = dict(enumerate(tiles))
    while unseen:
        first = unseen.pop(min(unseen))
        if len(unseen) + 1 < len(tiles):
            message = tr(
                "{card} at {at} is not connected to the start: there is a gap.",
                card=names[first.card.id],
                at=cell_text(first.at),
            )
            yield Finding("gap", "error", message, (first.card.id,), where=first.where)
        _remove_connected(first, unseen)


def _remove_connected(first: PlacedTile, unseen: dict[int, PlacedTile]) -> None:
    """Remove all tiles that are connected to a tile from those that are not seen yet."""
    pending = [first]
    while pending:
        near = {neighbour for cell in pending.pop().cells for neighbour in _around(cell)}
        touched = [number for number, tile in unseen.items() if near.intersection(tile.cells)]
        pending += [unseen.pop(number) for number in touched]


def _around(cell: Cell) -> list[Cell]:
    """The cells that share a side with a cell, and itself."""
    x, y = cell
    return [cell, (x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]


def joins_at(tiles: Sequence[PlacedTile], grid: Grid) -> tuple[Counter[str], list[Counter[str]]]:
    """Count the joins of each name: of all tiles, and for each tile those that it is part of."""
    lying: dict[tuple[str, Cell], int] = {
        part: number for number, tile in enumerate(tiles) for part in tile.parts
    }
    whole: Counter[str] = Counter()
    single: list[Counter[str]] = [Counter() for _ in tiles]
    for name, patterns in grid.joins.items():
        for pattern in patterns:
            for members in _found(pattern, lying):
                whole[name] += 1
                for number in members:
                    single[number][name] += 1
    return whole, single


def _found(pattern: Pattern, lying: Mapping[tuple[str, Cell], int]) -> Iterator[set[int]]:
    """Yield the tiles of each place where a pattern is complete; every part must be on a different tile."""
    (lead, (right, down)), *_ = pattern.items()
    for part, (x, y) in lying:
        if part != lead:
            continue
        members = [lying.get((name, (x - right + dx, y - down + dy))) for name, (dx, dy) in pattern.items()]
        there = {number for number in members if number is not None}
        if len(there) == len(pattern):
            yield there
