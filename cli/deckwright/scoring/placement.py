"""Tiles on a grid: whether they lie as the rules allow, and what their edges make together."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from deckwright.findings import Finding
from deckwright.messages import tr
from deckwright.model.card_names import names_apart

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from deckwright.findings import Where
    from deckwright.model.card import Card
    from deckwright.model.score_sheet import Cell, Grid, Pattern, Seat


class Piece(NamedTuple):
    """A tile that lies on the grid: its card, its cells, and its parts, each with its cell."""

    card: Card
    cells: list[Cell]
    parts: list[tuple[str, Cell]]
    turn: int
    where: Where | None

    @property
    def at(self) -> Cell:
        """Give the cell of its top left corner."""
        return self.cells[0]


def pieces_of(seat: Seat, grid: Grid | None, cards: Mapping[str, Card]) -> list[Piece]:
    """Give what a seat has on its grid, what lies there first before all others."""
    if grid is None:
        return []
    zone, (x, y) = grid.start or ("", (0, 0))
    first = [_piece(grid, cards[one.card], x, y, 0, one.where) for one in seat.entries if one.zone == zone]
    return first + [
        _piece(grid, cards[tile.card], tile.x, tile.y, tile.turn, tile.where)
        for tiles in seat.placed.values()
        for tile in tiles
    ]


def _piece(grid: Grid, card: Card, x: int, y: int, turn: int, where: Where | None) -> Piece:  # noqa: PLR0913, PLR0917 - a tile and its place
    return Piece(card, grid.cells(card, x, y), grid.parts_of(card, x, y), turn, where)


def placement_faults(
    pieces: Sequence[Piece], cards: Mapping[str, Card], language: str, *, is_read: bool = True
) -> Iterator[Finding]:
    """Find tiles that are turned, that lie on another one, or (where all could be read) that touch none."""
    names = names_apart(cards, language)
    taken: dict[Cell, Piece] = {}
    for piece in pieces:
        if piece.turn:
            message = tr("{card} is turned: every tile stands upright.", card=names[piece.card.id])
            yield Finding("upright", "error", message, (piece.card.id,), piece.turn, 0, piece.where)
        below = next((taken[cell] for cell in piece.cells if cell in taken), None)
        if below:
            yield _overlap(piece, below, names)
        for cell in piece.cells:
            taken.setdefault(cell, piece)
    if is_read:
        yield from _gaps(pieces, names)


def _overlap(piece: Piece, below: Piece, names: Mapping[str, str]) -> Finding:
    message = tr(
        "{card} at {at} lies on {other} at {place}.",
        card=names[piece.card.id],
        at=written(piece.at),
        other=names[below.card.id],
        place=written(below.at),
    )
    return Finding("overlap", "error", message, (piece.card.id, below.card.id), where=piece.where)


def written(cell: Cell) -> str:
    """Write a cell as score files do."""
    return f"[{cell[0]}, {cell[1]}]"


def _gaps(pieces: Sequence[Piece], names: Mapping[str, str]) -> Iterator[Finding]:
    """Find tiles that no row of neighbours leads to from the first one; of those that touch each other, one."""
    unseen = dict(enumerate(pieces))
    while unseen:
        first = unseen.pop(min(unseen))
        if len(unseen) + 1 < len(pieces):
            message = tr(
                "{card} at {at} touches no tile that is joined to the start: there is a gap.",
                card=names[first.card.id],
                at=written(first.at),
            )
            yield Finding("gap", "error", message, (first.card.id,), where=first.where)
        _see(first, unseen)


def _see(first: Piece, unseen: dict[int, Piece]) -> None:
    """Take all that is joined to a piece out of those that are not seen yet."""
    pending = [first]
    while pending:
        near = {neighbour for cell in pending.pop().cells for neighbour in _around(cell)}
        touched = [number for number, piece in unseen.items() if near.intersection(piece.cells)]
        pending += [unseen.pop(number) for number in touched]


def _around(cell: Cell) -> list[Cell]:
    """Give the cells that share a side with a cell, and itself."""
    x, y = cell
    return [cell, (x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]


def joins_at(pieces: Sequence[Piece], grid: Grid) -> tuple[Counter[str], list[Counter[str]]]:
    """Count the joins of each name: of all pieces, and of each piece those that it is in."""
    lying: dict[tuple[str, Cell], int] = {
        part: number for number, piece in enumerate(pieces) for part in piece.parts
    }
    whole: Counter[str] = Counter()
    single: list[Counter[str]] = [Counter() for _ in pieces]
    for name, patterns in grid.joins.items():
        for pattern in patterns:
            for members in _found(pattern, lying):
                whole[name] += 1
                for number in members:
                    single[number][name] += 1
    return whole, single


def _found(pattern: Pattern, lying: Mapping[tuple[str, Cell], int]) -> Iterator[set[int]]:
    """Yield the pieces of each place where a pattern is complete; every part must be another piece's."""
    (lead, (right, down)), *_ = pattern.items()
    for part, (x, y) in lying:
        if part != lead:
            continue
        members = [lying.get((name, (x - right + dx, y - down + dy))) for name, (dx, dy) in pattern.items()]
        there = {number for number in members if number is not None}
        if len(there) == len(pattern):
            yield there
