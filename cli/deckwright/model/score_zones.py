"""Where the cards of a score are: the zones of a score file, and the grid that tiles are placed on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

if TYPE_CHECKING:
    from deckwright.model.card import Card
    from deckwright.model.rule import CardTest, Rule

Shape = Literal["cards", "sets", "placed", "shared", "aside"]


class ScoreZone(NamedTuple):
    """A key of a score file: which cards it has, and in what shape. `forms` are the allowed sets.

    `allows_excess` says that shared cards may have more tokens than they need.
    """

    id: str
    shape: Shape
    of: CardTest | None
    is_limited: bool
    forms: tuple[tuple[Rule, ...], ...]
    pools: Mapping[str, str]
    allows_excess: bool = False

    @property
    def is_common(self) -> bool:
        """Whether it belongs to the whole table rather than to each seat."""
        return self.shape in {"shared", "aside"}


Cell = tuple[int, int]
"""A cell as two whole numbers: to the right, and down."""

Pattern = Mapping[str, Cell]
"""Parts that make a join, each with its cell relative to the others."""


class Grid(NamedTuple):
    """A game's grid, as its `game.yaml` declares it. `start` is the zone of the first card and its cell."""

    shape: str
    shapes: Mapping[str, Cell]
    start: tuple[str, Cell] | None
    parts: str
    places: Mapping[str, Mapping[str, list[Cell]]]
    joins: Mapping[str, list[Pattern]]

    def cells(self, card: Card, x: int, y: int) -> list[Cell]:
        """The cells that a card covers with its top left corner at a cell; one without a shape covers one."""
        width, height = self.shapes.get(str(card.fields.get(self.shape)), (1, 1))
        return [(x + right, y + down) for down in range(height) for right in range(width)]

    def parts_of(self, card: Card, x: int, y: int) -> list[tuple[str, Cell]]:
        """The parts of a card at a place, each with its cell; a part in two cells is listed twice."""
        value = card.fields.get(self.parts, ())
        parts = map(str, value) if isinstance(value, list) else [str(value)]
        shape = str(card.fields.get(self.shape))
        return [
            (part, (x + right, y + down))
            for part in parts
            for right, down in self.places.get(part, {}).get(shape, ())
        ]


def read_grid(definition: Mapping[str, Any]) -> Grid | None:
    """Read the grid of a validated game, or None if it has none."""
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
