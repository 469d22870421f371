"""Content of a score file whose cards are known, and the grid that tiles are placed on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from deckwright.findings import Where
    from deckwright.model.card import Card, DeckEntry


# A score file whose cards are known: what each seat has, and where in the file.


class TilePosition(NamedTuple):
    """A tile and its place: the cell of its top left corner, to the right and down; `turn` is in degrees."""

    card: str
    x: int
    y: int
    turn: int
    where: Where | None = None


@dataclass(frozen=True, slots=True)
class SharedCard:
    """A card that seats put tokens on: who completed it, the tokens by seat and pool, who filled each pool.

    `filled` holds only what the file says itself.
    """

    zone: str
    card: str
    by: str
    tokens: Mapping[str, Mapping[str, int]]
    filled: Mapping[str, str] = field(default_factory=dict)
    where: Where | None = None

    @property
    def there(self) -> Counter[str]:
        """Tokens of each pool, of all seats together."""
        found: Counter[str] = Counter()
        for tokens in self.tokens.values():
            found.update(tokens)
        return found


@dataclass(frozen=True, slots=True)
class Seat:
    """What one seat has. `entries` are all its cards by zone, also those of sets, tiles and shared cards.

    `pad` has the numbers of its score pad instead of cards; None where it has cards. `is_read` means that
    everything in the file about the seat could be read.
    """

    name: str
    entries: tuple[DeckEntry, ...] = ()
    sets: Mapping[str, tuple[tuple[DeckEntry, ...], ...]] = field(default_factory=dict)
    placed: Mapping[str, tuple[TilePosition, ...]] = field(default_factory=dict)
    pad: Mapping[str, float] | None = None
    team: str = ""
    is_read: bool = True
    where: Where | None = None


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """A whole score file. `mode` is '' in a game that has no modes; `wheres` are the locations of its parts.

    `aside` are the cards that the table did without, as far as the file lists them; `settings` those of the game that
    the table agreed on.
    """

    source: str
    game: str
    mode: str
    seats: tuple[Seat, ...]
    shared: tuple[SharedCard, ...] = ()
    locations: Mapping[tuple[str | int, ...], Where] = field(default_factory=dict)
    aside: tuple[DeckEntry, ...] = ()
    settings: Mapping[str, str | int] = field(default_factory=dict)

    def where(self, *path: str | int) -> Where | None:
        """Location of a part of the file, or of the nearest known part above it."""
        return self.locations.get(path) or (self.where(*path[:-1]) if path else None)


# The grid that tiles are placed on: their shapes, the parts at their edges, and what these parts join.

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
        named = card.fields.get(self.parts, ())
        parts = map(str, named) if isinstance(named, list) else [str(named)]
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
