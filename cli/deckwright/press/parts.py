"""What a card is drawn with: plain values, in millimetres from its top left corner, y downwards.

A face and a card make a list of these; the PDF is written from it, and whatever else looks at a finished
card (a check, a test, a log) reads the same list.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from deckwright.press.fonts import Font

POINT = 25.4 / 72
"""A typographic point in millimetres."""

Step = tuple[str, tuple[float, ...]]
"""One step of a path: `m` (move), `l` (line), `c` (curve: two controls and the end) or `h` (close)."""

Path = tuple[Step, ...]


class Area(NamedTuple):
    """A rectangle."""

    x: float
    y: float
    width: float
    height: float

    @property
    def centre(self) -> tuple[float, float]:
        """Give the middle."""
        return self.x + self.width / 2, self.y + self.height / 2

    @property
    def far(self) -> tuple[float, float]:
        """Give the right and the lower edge."""
        return self.x + self.width, self.y + self.height

    def inset(self, across: float, down: float) -> Area:
        """Give the rectangle within, less a margin at each side."""
        return Area(self.x + across, self.y + down, self.width - 2 * across, self.height - 2 * down)


class Shape(NamedTuple):
    """A path, filled, or drawn with a line `width` wide, or both. Colours are `#rrggbb`, or empty for none.

    `cap` and `join` say how lines end and meet, as PDF counts: 0 straight or pointed, 1 round, 2 square or
    bevelled. What a path goes around twice is filled, unless it is `even_odd`.
    """

    path: Path
    fill: str = ""
    stroke: str = ""
    width: float = 0.0
    dash: tuple[float, ...] = ()
    cap: int = 0
    join: int = 0
    even_odd: bool = False


class Run(NamedTuple):
    """Part of a line in one font; `start` is where it begins, on the baseline.

    One with a `span` is not seen: it is the word that an icon of that width stands for, which a reader who
    copies or searches the text finds in the icon's place.
    """

    font: Font
    text: str
    start: float
    span: float = 0.0


class Line(NamedTuple):
    """A line of text on its baseline."""

    y: float
    runs: tuple[Run, ...]


class Text(NamedTuple):
    """Lines of text of one size (in points) and colour; `tracking` is added after each letter, in thousandths."""

    lines: tuple[Line, ...]
    size: float
    colour: str
    tracking: float = 0.0


class Picture(NamedTuple):
    """An icon in a square of `side`, centred on x and y."""

    icon: str
    x: float
    y: float
    side: float
    colour: str


class Image(NamedTuple):
    """A picture of pixels over the whole of an area; `name` is that of its file in the game's folder of pictures."""

    name: str
    area: Area


class Group(NamedTuple):
    """Parts turned clockwise by `turn` degrees about a point, and cut off at a path where there is one."""

    parts: tuple[Drawn, ...]
    turn: float = 0.0
    centre: tuple[float, float] = (0.0, 0.0)
    clip: Path = ()


class Again(NamedTuple):
    """Parts whose origin goes to each of some places, cut off at a path where there is one.

    Where the very same parts come up again, they need not be written a second time.
    """

    parts: tuple[Drawn, ...]
    places: tuple[tuple[float, float], ...] = ((0.0, 0.0),)
    clip: Path = ()


Drawn = Shape | Text | Picture | Image | Group | Again
