"""The grid that tiles are placed on: their shapes, the parts at their edges, and what these make together."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from deckwright.model.card import Card

Cell = tuple[int, int]
"""A cell by two whole numbers: to the right, and down."""

Pattern = Mapping[str, Cell]
"""Parts that make something together, each with the cell that it lies in beside the others."""


class Grid(NamedTuple):
    """A game's grid, as its `game.yaml` declares it. `start` is the zone of the first card and its cell."""

    shape: str
    shapes: Mapping[str, Cell]
    start: tuple[str, Cell] | None
    parts: str
    places: Mapping[str, Mapping[str, list[Cell]]]
    joins: Mapping[str, list[Pattern]]

    def cells(self, card: Card, x: int, y: int) -> list[Cell]:
        """Give the cells that a card covers when its top left one is there; one of no shape covers one."""
        width, height = self.shapes.get(str(card.fields.get(self.shape)), (1, 1))
        return [(x + right, y + down) for down in range(height) for right in range(width)]

    def parts_of(self, card: Card, x: int, y: int) -> list[tuple[str, Cell]]:
        """Give the parts of a card that lies there, each with its cell; a part in two cells stands twice."""
        named = card.fields.get(self.parts, ())
        parts = map(str, named) if isinstance(named, list) else [str(named)]
        shape = str(card.fields.get(self.shape))
        return [
            (part, (x + right, y + down))
            for part in parts
            for right, down in self.places.get(part, {}).get(shape, ())
        ]


def read_grid(definition: Mapping[str, Any]) -> Grid | None:
    """Read the grid of a validated game; None where it has none."""
    entry = definition.get("grid")
    if entry is None:
        return None
    start = entry.get("start")
    return Grid(
        shape=entry["shape"],
        shapes={name: _cell(size) for name, size in entry["shapes"].items()},
        start=(start["zone"], _cell(start["at"])) if start else None,
        parts=entry.get("parts", ""),
        places={
            part: {shape: [_cell(cell) for cell in cells] for shape, cells in by_shape.items()}
            for part, by_shape in entry.get("places", {}).items()
        },
        joins={
            name: [{part: _cell(cell) for part, cell in pattern.items()} for pattern in patterns]
            for name, patterns in entry.get("joins", {}).items()
        },
    )


def _cell(pair: list[int]) -> Cell:
    right, down = pair
    return right, down
