"""Contents of documents as plain values: the sections of reference cards and rules pages, and the rows of score pads."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple, Protocol, TypeVar

from deckwright.press.looks.colours import OWN, contrast, mix

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from deckwright.press.graphics.parts import Area, DrawnPart, Path

BLACK, WHITE = "#000000", "#ffffff"

INK, SOFT, RULE, PAPER = "#1d2b33", "#4d5a63", "#8b98a1", WHITE
"""Colours that all documents have; the others are those of their look."""

_READABLE = 7.0
"""Least contrast of white words on the colour of a document."""


class Titled(Protocol):
    """What a PDF file is made of: its title, subtitle and language."""

    @property
    def title(self) -> str:
        """Title, which is that of the file."""

    @property
    def subtitle(self) -> str:
        """Rest of the title; '' for none."""

    @property
    def language(self) -> str:
        """Language of its words."""


class DocumentLook(NamedTuple):
    """Look of a game's documents: its own colour, the icon beside titles, '' for none, and the icons that texts name.

    `colours` are those of single icons, or `own` for those of their files.
    """

    colour: str = "#1b4a5a"
    icon: str = ""
    icons: Mapping[str, str] = {}
    colours: Mapping[str, str] = {}

    def of(self, icon: str) -> DocumentLook:
        """The look in the colour of an icon, if that has one of its own."""
        colour = self.colours.get(icon, OWN)
        return self if colour == OWN else self._replace(colour=colour)

    @property
    def deep(self) -> str:
        """The colour, as dark as white words on it need."""
        darker = (mix(self.colour, BLACK, share / 20) for share in range(21))
        return next(colour for colour in darker if contrast(colour, WHITE) >= _READABLE)

    @property
    def emblem(self) -> str:
        """Colour of the icon beside a title."""
        return mix(self.deep, WHITE, 0.45)

    @property
    def band(self) -> str:
        """Ground of a heading, or around white cells."""
        return mix(self.deep, WHITE, 0.82)

    @property
    def rim(self) -> str:
        """Line around white cells, dark enough for any printer."""
        return mix(self.deep, WHITE, 0.45)

    @property
    def tint(self) -> str:
        """Ground of a phase, or of a label."""
        return mix(self.deep, WHITE, 0.93)


class PartLabel(NamedTuple):
    """What a part of a card is called, and its area on the card, in mm."""

    text: str
    area: Area


class Piece(NamedTuple):
    """Drawing of a card or another piece, its size in mm, and the outline along which it is cut.

    Pieces that are placed have the corner of each, in mm; those of a row may have a `sign`, the icon before it. `labels` are those of its parts.
    Of one that `is_free`, only the place is drawn, in dashes.
    """

    parts: tuple[DrawnPart, ...]
    size: tuple[float, float]
    cut: Path
    corner: tuple[float, float] = (0.0, 0.0)
    labels: tuple[PartLabel, ...] = ()
    sign: str = ""
    is_free: bool = False


class Item(NamedTuple):
    """Item of a section: an icon, a name, a text, its numbers, the single points of a phase, and pieces as pictures.

    A row of a table may be a step with a `number`, and a place on a table has those of the steps that fill it; a text without name, number and values goes on with the row above it.
    The pieces of a place on a table are in a hand, in a row, each on top of a pile, or placed beside each other.
    An item of a legend can have a second icon, its `sign`, after its name. `modes` are the icons of those that an item is for.
    """

    name: str = ""
    text: str = ""
    icon: str = ""
    values: tuple[str, ...] = ()
    points: tuple[Item, ...] = ()
    pieces: tuple[Piece, ...] = ()
    lie: Literal["hand", "row", "piles", "placed"] = "hand"
    number: str = ""
    sign: str = ""
    modes: str = ""


SectionSort = Literal["list", "pairs", "grid", "table", "steps", "pieces", "places", "example", "part"]


class Section(NamedTuple):
    """Section with its heading; without one, it continues the section above it.

    `list` has a paragraph for each item, with its value at the right edge, `pairs` the same with the values in a column beside the names, `steps` a phase with its number as the value, or without one, `grid` names with a number each,
    in two columns if they fit, `table` a column for each of `heads`; an item with one value has it for all columns.
    `pieces` are pictures with a name and a number each, in a row across the first page; `places` are the places of a table, in a
    drawing of it, where an item with points is what each player has, and one with neither points nor pieces is empty. An `example` has an item for each player, with the total as its
    value, its places and numbers as points, and the numbers that decide a tie as points of the last one, and a sentence at the end. A `part` is a heading of all that follows, with a sentence.
    One that `is_wide` may be across a page, below its columns.
    """

    title: str
    items: tuple[Item, ...]
    sort: SectionSort = "list"
    heads: tuple[str, ...] = ()
    is_wide: bool = False


class Document(NamedTuple):
    """Content of a reference card, or of rules pages; `about` is a sentence below the title of pages."""

    title: str
    subtitle: str
    sections: tuple[Section, ...]
    language: str
    about: str = ""
    look: DocumentLook = DocumentLook()


_Thing = TypeVar("_Thing")


def some_of(things: Sequence[_Thing], count: int) -> list[_Thing]:
    """Some of the things, evenly from the first to the last; all of them, if they are no more than `count`."""
    count = min(count, len(things))
    last, steps = len(things) - 1, max(1, count - 1)
    return [things[last * step // steps] for step in range(count)]


FRAMES = frozenset({"circle", "ellipse", "square", "diamond", "hexagon", "star"})
"""Names of shapes in which a number can be written."""


class Frame(NamedTuple):
    """What a number stands on: one of `FRAMES`, its colour, and its area on a card, in mm, with the parts drawn there."""

    shape: str
    colour: str
    area: Area
    parts: tuple[DrawnPart, ...]

    @property
    def ground(self) -> str:
        """Its colour, so pale that a number can be written on it."""
        return mix(self.colour, WHITE, 0.68)

    @property
    def line(self) -> str:
        """Colour of the line around it."""
        return mix(self.colour, BLACK, 0.12)


class PadRow(NamedTuple):
    """Row of a score pad: what is written there, and how it counts.

    `seats` is how many seats share a cell, and `numbers` how many numbers a cell has room for; one of several numbers has
    a `card` that it counts, and may have the `frame` that it has there.
    """

    label: str
    note: str = ""
    icon: str = ""
    sort: Literal["part", "total", "key"] = "part"
    seats: int = 1
    numbers: int = 1
    card: Piece | None = None
    frame: Frame | None = None


class Pad(NamedTuple):
    """Score pad with a column for each seat; the seats of a team are side by side.

    `teams` are the headings of teams, if there are any; `date` and `name` are labels of fields to fill in, and `foot` is
    the line at the bottom. `cast` are pictures of cards like the one that has the icon of the game.
    """

    title: str
    subtitle: str
    rows: tuple[PadRow, ...]
    seats: int
    teams: tuple[str, ...]
    date: str
    name: str
    foot: str
    language: str
    look: DocumentLook = DocumentLook()
    cast: tuple[str, ...] = ()

    @property
    def team_size(self) -> int:
        """Number of seats in a team."""
        return self.seats // len(self.teams) if self.teams else 1
