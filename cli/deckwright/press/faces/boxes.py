"""The boxes of a face as data: what is drawn, where, and under which condition; and where it is written."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NamedTuple

from deckwright.press.faces.colours import INK

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from deckwright.files.yaml import Document
    from deckwright.findings import Where
    from deckwright.press.faces.styles import Style
    from deckwright.press.faces.values import Cases, Template
    from deckwright.press.graphics.parts import Area, Tint


Direction = Literal["right", "left", "down", "up"]
Position = Literal["start", "middle", "end"]
Fill = Literal["cover", "contain", "stretch"]

NOTHING = "nothing"
"""Value of `missing` for boxes that stay empty if their picture does not exist."""

OWN = "own"
"""Value of `colours` for drawings that keep all their colours."""

NESTED_KEYS = ("group", "stack", "each", "rest", "pattern")
"""Keys of a box that contain other boxes."""

CHANGES = ("languages", "targets")
"""Keys of a box with changes for some languages or targets, the later ones stronger."""

OWN_TARGET = (".yaml", ".yml")
"""Endings of the names of targets that are a user's own files, wherever these are."""


def is_dropped(box: Mapping[str, Any]) -> bool:
    """Whether a box is not drawn: `drop: yes` is a text in YAML 1.2, `drop: true` is not."""
    return box.get("drop", False) in {True, "yes"}


def boxes_in(document: Document) -> Iterator[tuple[FaceLocation, dict[str, Any]]]:
    """Yield each box of a file, and each of its shared boxes, with its location; not those inside them."""
    place = FaceLocation(document)
    for name, boxes in document.value.get("shared", {}).items():
        yield from ((place.at("shared", name, number), box) for number, box in enumerate(boxes))
    yield from ((place.at("boxes", at), box) for at, box in enumerate(document.value.get("boxes", ())))


def changes_of(box: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Yield the changes of a box for languages and targets, each with its key and its name."""
    yield from ((key, name, own) for key in CHANGES for name, own in box.get(key, {}).items())


def face_size(documents: Sequence[Document]) -> tuple[float, float]:
    """Width and height of a face in mm; `documents` begin with the topmost one it extends."""
    across, down = next((one.value["size"] for one in reversed(documents) if "size" in one.value), _CARD)
    return float(across), float(down)


_CARD = (63.0, 88.0)

BLEED = 3.0
"""Distance that a background extends beyond the cut, in mm."""


class FaceLocation(NamedTuple):
    """File and path of a value in a face's YAML."""

    document: Document
    path: tuple[str | int, ...] = ()

    def at(self, *steps: str | int) -> FaceLocation:
        """Place of a value inside this one."""
        return FaceLocation(self.document, (*self.path, *steps))

    def where(self, *steps: str | int) -> Where:
        """Line and column of a value inside this one."""
        return self.document.where(*self.path, *steps)


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class Box:
    """What all boxes have in common. `at` is in mm from the corner of the card, or of the box around this one.

    `kind` is the key of such boxes in a face's YAML.
    """

    kind: ClassVar[str] = ""

    place: FaceLocation
    at: Area
    id: str = ""
    when: str = ""
    turn: float = 0.0
    both_ways: bool = False
    opacity: float = 1.0
    shadow: Shadow | None = None

    @cached_property
    def is_plain(self) -> bool:
        """Whether it is drawn once and upright, without a shadow, and covers what is below."""
        return not (self.turn or self.both_ways or self.shadow) and self.opacity == 1


class Shadow(NamedTuple):
    """The shadow of a box. Lengths are in mm; half of its edge's `blur` is a standard deviation, as in CSS."""

    colour: str = INK
    offset: tuple[float, float] = (0.4, 0.6)
    blur: float = 0.8
    opacity: float = 0.4


class Panel(NamedTuple):
    """The background of a text: as large as its box or, with `hug`, as its words."""

    fill: str = ""
    stroke: str = ""
    width: float = 0.25
    radii: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)
    pad: tuple[float, float] = (0.0, 0.0)
    hug: bool = False


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class TextBox(Box):
    """A text, or a number (`figure`), which needs no space for descenders."""

    kind = "text"
    text: Template | Cases[Template]
    style: Style
    panel: Panel | None = None
    figure: bool = False


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class IconBox(Box):
    """An icon, as large as its box allows.

    With `colours`, it has those of its file, except for shapes of these classes; `colour` is for icons of fonts then.
    """

    kind = "icon"
    icon: str | Cases[str]
    colour: str = ""
    colours: Mapping[str, str] | None = None


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class MaskedBox(Box):
    """A box whose content is clipped at a shape: one with a name, which fills the box, or one through given points."""

    mask: str | Cases[str] = "rect"
    points: tuple[tuple[float, float], ...] = ()
    radii: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class PictureBox(MaskedBox):
    """A picture of the game, named after its file.

    It covers the box and is clipped there, is contained in it, or is stretched to its size. `missing` is the picture
    for cards without one, or `nothing`; without `missing`, that is an error. The point in its `focus`, in shares of its width and height, is as near the middle as possible.
    The colour of its `tint` is a name of the palette, and `colours` are those of classes in an SVG.
    """

    kind = "picture"
    picture: Template | Cases[Template]
    fit: Fill = "cover"
    align: Literal["left", "centre", "right"] = "centre"
    valign: Literal["top", "middle", "bottom"] = "middle"
    missing: str = ""
    focus: tuple[float, float] | None = None
    tint: Tint | None = None
    colours: Mapping[str, str] | None = None


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class ShapeBox(Box):
    """A shape with a name, or one through given points (closed unless it is a line)."""

    kind = "shape"
    shape: str | Cases[str]
    points: tuple[tuple[float, float], ...] = ()
    fill: str = ""
    stroke: str = ""
    width: float = 0.25
    dash: tuple[float, ...] = ()
    radii: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class RepeatBox(Box):
    """A row of cells: one for each item of a list, for each mark or field, or as many as a number.

    With `total`, there are at least so many cells, and those beyond the count draw `rest`.
    """

    kind = "repeat"
    repeat: str
    cell: tuple[float, float]
    gap: float = 0.0
    way: Direction = "right"
    align: Position = "start"
    total: int = 0
    each: tuple[Box, ...] = ()
    rest: tuple[Box, ...] = ()


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class BarBox(Box):
    """A bar on a `ground`, filled by the share of `total` that a number is."""

    kind = "bar"
    bar: str
    total: float
    fill: str
    ground: str = ""
    way: Direction = "right"
    radii: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class CodeBox(Box):
    """A QR code in the middle of its box; `quiet` is the width of the zone around it, in modules."""

    kind = "qr"
    text: Template | Cases[Template]
    colour: str = INK
    ground: str = ""
    error: Literal["L", "M", "Q", "H"] = "M"
    quiet: int = 4


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class PatternBox(MaskedBox):
    """Boxes repeated over a shape at intervals of `step`; `stagger` moves every other row by half a step."""

    kind = "pattern"
    step: tuple[float, float]
    each: tuple[Box, ...]
    stagger: bool = False


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class StackBox(Box):
    """Boxes one below the other, each as high as it needs; their texts shrink together."""

    kind = "stack"
    items: tuple[Box, ...]
    gap: float = 0.0
    valign: Literal["top", "middle", "bottom"] = "top"


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class SpaceBox(Box):
    """Space in a stack: `at.height` high or, if it fills, all that is left."""

    kind = "space"
    fills: bool = False


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class GroupBox(MaskedBox):
    """Boxes that belong together, clipped at the edge of the group if it clips."""

    kind = "group"
    boxes: tuple[Box, ...]
    clip: bool = False
