"""How many cards stand in one picture, and how large."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from deckwright.press.targets.loading import DeckPictures
    from deckwright.press.targets.rasters import Size


class Grid(NamedTuple):
    """How cards stand in a picture: how many side by side and one below the other, and the size of each in pixels."""

    columns: int
    rows: int
    cell: Size

    @property
    def size(self) -> Size:
        """Give the size of the picture."""
        return self.columns * self.cell[0], self.rows * self.cell[1]

    def place(self, number: int) -> tuple[int, int]:
        """Give the top left corner of a card, counted from 0, row by row."""
        row, column = divmod(number, self.columns)
        return column * self.cell[0], row * self.cell[1]


def grid_for(count: int, card: tuple[float, float], deck: DeckPictures) -> Grid:
    """Give the grid in which so many cards are largest; `card` is a card's size in mm."""
    grids = [_grid(columns, -(-count // columns), card, deck) for columns in range(1, deck.columns + 1)]
    return max(
        (grid for grid in grids if grid.rows <= deck.rows), key=lambda grid: (grid.cell, -grid.columns)
    )


def _grid(columns: int, rows: int, card: tuple[float, float], deck: DeckPictures) -> Grid:
    width, height = (deck.side / columns, deck.side / rows)
    share = min(width / card[0], height / card[1], deck.dpi / 25.4)
    return Grid(columns, rows, (int(share * card[0] + _SLIP), int(share * card[1] + _SLIP)))


_SLIP = 1e-6
"""What a length may be too short by mere rounding."""
