"""The boxes of a face, as its YAML says them: what is drawn, where, and in which cases."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from deckwright.errors import Where
    from deckwright.files.documents import Document
    from deckwright.press.faces.choices import Cases
    from deckwright.press.faces.styles import Style
    from deckwright.press.faces.templates import Template
    from deckwright.press.parts import Area

Way = Literal["right", "left", "down", "up"]
Position = Literal["start", "middle", "end"]
Fill = Literal["cover", "contain", "stretch"]

NOTHING = "nothing"
"""What a face says where a picture that is not there is to be left out."""

HELD = ("group", "stack", "each", "rest", "pattern")
"""The keys under which a box holds others."""


class Place(NamedTuple):
    """Where in which file a part of a face is written."""

    document: Document
    path: tuple[str | int, ...] = ()

    def at(self, *steps: str | int) -> Place:
        """Give the place of a part within this one."""
        return Place(self.document, (*self.path, *steps))

    def where(self, *steps: str | int) -> Where:
        """Give line and column of a part within this one."""
        return self.document.where(*self.path, *steps)


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class Box:
    """What all boxes have. `at` is in mm from the corner of the card, or of the box that holds this one."""

    place: Place
    at: Area
    id: str = ""
    when: str = ""
    turn: float = 0.0
    both_ways: bool = False


class Panel(NamedTuple):
    """The ground of a text: an area as large as its box, or as its words where it hugs them."""

    fill: str = ""
    stroke: str = ""
    width: float = 0.25
    radii: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)
    pad: tuple[float, float] = (0.0, 0.0)
    hug: bool = False


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class TextBox(Box):
    """A text, or a number (`figure`), which has no descenders to leave room for."""

    text: Template | Cases[Template]
    style: Style
    panel: Panel | None = None
    figure: bool = False


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class IconBox(Box):
    """An icon, as large as fits."""

    icon: str | Cases[str]
    colour: str


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class PictureBox(Box):
    """A picture of the game's own, by its file's name.

    It covers the box and is cut off there, is contained in it whole, or is stretched to its size. `missing` is
    the picture for cards whose own is not there, or `nothing`; without it that is a fault.
    """

    picture: Template | Cases[Template]
    fit: Fill = "cover"
    align: Literal["left", "centre", "right"] = "centre"
    valign: Literal["top", "middle", "bottom"] = "middle"
    missing: str = ""
    radii: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class ShapeBox(Box):
    """An outline: one that has a name, or one through points of its own (closed unless it is a line)."""

    shape: str | Cases[str]
    points: tuple[tuple[float, float], ...] = ()
    fill: str = ""
    stroke: str = ""
    width: float = 0.25
    dash: tuple[float, ...] = ()
    radii: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class RepeatBox(Box):
    """A row of cells: one for each entry of a list, for each mark or field, or as many as a number says.

    `total` cells are there in all, and those beyond the count draw `rest`.
    """

    repeat: str
    cell: tuple[float, float]
    gap: float = 0.0
    way: Way = "right"
    align: Position = "start"
    total: int = 0
    each: tuple[Box, ...] = ()
    rest: tuple[Box, ...] = ()


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class BarBox(Box):
    """A bar on a `ground`, filled from its beginning by the share that a number has of `total`."""

    bar: str
    total: float
    fill: str
    ground: str = ""
    way: Way = "right"
    radii: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class PatternBox(Box):
    """Boxes drawn again and again over an area, `step` apart; every other row moved half a step if staggered."""

    step: tuple[float, float]
    each: tuple[Box, ...]
    stagger: bool = False


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class StackBox(Box):
    """Boxes one below the other, each as high as it needs; their texts shrink together."""

    items: tuple[Box, ...]
    gap: float = 0.0
    valign: Literal["top", "middle", "bottom"] = "top"


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class SpaceBox(Box):
    """Room in a stack: `at.height` high, or all that is left where it fills."""

    fills: bool = False


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class GroupBox(Box):
    """Boxes that belong together; cut off at the group's edge where it clips."""

    boxes: tuple[Box, ...]
    clip: bool = False
    radii: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)
