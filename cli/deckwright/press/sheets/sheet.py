"""A sheet of paper: where its cards go, how far its ink may reach, and the sizes of papers and cards."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from deckwright import resources
from deckwright.errors import InputError
from deckwright.files.yaml import read_document
from deckwright.messages import tr
from deckwright.model.words import nearest

if TYPE_CHECKING:
    from deckwright.findings import Where
    from deckwright.press.graphics.cuts import Outline


# Sizes of paper and cards, by name.


class CardSize(NamedTuple):
    """A size of cards: width and height in mm, radius of the corners, and outline."""

    size: tuple[float, float]
    corner: float = 0.0
    shape: Outline = "rect"


@cache
def _sizes() -> dict[str, Any]:
    value: dict[str, Any] = read_document(resources.folder("exports") / "sizes.yaml").value
    return value


def paper_size(value: str | list[float], where: Where) -> tuple[float, float]:
    """Width and height of a paper in mm, by its name or as numbers.

    Raises:
        InputError: no paper has this name.
    """
    if isinstance(value, str):
        known: dict[str, list[float]] = _sizes()["papers"]
        if value not in known:
            raise _unknown(tr("Unknown paper: {name}.", name=value), value, known, where)
        value = known[value]
    return float(value[0]), float(value[1])


def card_size(value: str | list[float], where: Where) -> CardSize:
    """Size of cards, by its name or as width and height.

    Raises:
        InputError: no size has this name.
    """
    if not isinstance(value, str):
        return CardSize((float(value[0]), float(value[1])))
    known: dict[str, dict[str, Any]] = _sizes()["cards"]
    if value not in known:
        raise _unknown(tr("Unknown card size: {name}.", name=value), value, known, where)
    across, down = known[value]["size"]
    return CardSize(**{**known[value], "size": (float(across), float(down))})


def _unknown(message: str, name: str, known: dict[str, Any], where: Where) -> InputError:
    near = ", ".join(nearest(name, list(known)) or known)
    return InputError("bad-sheet", message, hint=tr("Use one of: {names}.", names=near), where=where)


# A sheet of paper with cards: where each card is, and how far its bleed extends.

Order = Literal["rows", "stack"]


class CropMarks(NamedTuple):
    """Lines that show where to cut: their distance from the ink, length and width, in mm."""

    gap: float = 1.0
    length: float = 4.0
    width: float = 0.1
    colour: str = "#000000"


class CutLines(NamedTuple):
    """Lines along the edge of every card, or only around its corners, rounded with `radius`."""

    parts: Literal["all", "corners"] = "all"
    radius: float = 0.0
    width: float = 0.1
    colour: str = "#777777"


class Registration(NamedTuple):
    """The three marks that a cutting machine looks for: their distance from the edges, length and width, in mm."""

    inset: float = 10.0
    length: float = 5.0
    width: float = 1.0


class Fold(NamedTuple):
    """A vertical fold in the middle of a sheet: fronts on the left, backs on the right, `gap` mm between them."""

    gap: float = 0.0


class Footer(NamedTuple):
    """A line of small text in the lower margin: at the left, in the middle and at the right; sizes are in points."""

    left: str = ""
    middle: str = ""
    right: str = ""
    size: float = 6.0
    font: str = "Alegreya Sans"
    colour: str = "#555555"


class Sides(NamedTuple):
    """A length at each side of a card, in mm."""

    left: float = 0.0
    top: float = 0.0
    right: float = 0.0
    bottom: float = 0.0


class Sheet(NamedTuple):
    """A sheet of paper with cards in its centre. All sizes are in mm.

    With the `order` `rows`, cards follow each other row by row; with `stack`, all sheets are cut as one, and the small
    stacks laid on each other are in order. `blanks` fill the last sheet with cards to write on.
    """

    name: str
    paper: tuple[float, float]
    card: tuple[float, float]
    columns: int
    rows: int
    gutter: tuple[float, float] = (0.0, 0.0)
    bleed: float = 0.0
    shape: Outline = "rect"
    order: Order = "rows"
    blanks: bool = False
    ruler: bool = False
    marks: CropMarks | None = None
    cut_lines: CutLines | None = None
    registration: Registration | None = None
    fold: Fold | None = None
    footer: Footer | None = None
    about: str = ""

    @property
    def cards(self) -> int:
        """Number of fronts on a full sheet."""
        return self.columns * self.rows // (2 if self.fold else 1)

    @property
    def block(self) -> tuple[float, float]:
        """Size of all cards together, including backs on the same page."""
        across, down = (self._starts(axis)[-1] + self.card[axis] for axis in (0, 1))
        return across, down

    @property
    def corner(self) -> tuple[float, float]:
        """Top left corner of the first card, which is also the size of the margins."""
        return (self.paper[0] - self.block[0]) / 2, (self.paper[1] - self.block[1]) / 2

    def starts(self, axis: int) -> list[float]:
        """Left edges (axis 0) or top edges (1) of the cards."""
        return [self.corner[axis] + start for start in self._starts(axis)]

    def _starts(self, axis: int) -> list[float]:
        count = (self.columns, self.rows)[axis]
        step = self.card[axis] + self.gutter[axis]
        beyond = self.fold.gap - self.gutter[0] if self.fold and axis == 0 else 0.0
        return [number * step + (beyond if 2 * number >= count else 0.0) for number in range(count)]

    def places(self) -> list[tuple[float, float]]:
        """Top left corners of the fronts, row by row."""
        across = self.starts(0)[: self.cards // self.rows]
        return [(x, y) for y in self.starts(1) for x in across]

    def reaches(self) -> list[Sides]:
        """Bleed of each front at its four sides, never into that of another card."""
        fronts = self.cards // self.rows
        across = [self._reach(0, number) for number in range(fronts)]
        down = [self._reach(1, number) for number in range(self.rows)]
        return [Sides(left, top, right, bottom) for top, bottom in down for left, right in across]

    def _reach(self, axis: int, number: int) -> tuple[float, float]:
        """Bleed before and after a column (axis 0) or row (1)."""
        starts, size = self.starts(axis), self.card[axis]
        gaps = [after - before - size for before, after in pairwise(starts)]
        rooms = [self.corner[axis], *(gap / 2 for gap in gaps), self.corner[axis]]
        return min(self.bleed, rooms[number]), min(self.bleed, rooms[number + 1])
