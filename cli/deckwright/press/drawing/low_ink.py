"""Draw a card with little ink: white backgrounds, coloured outlines, dark words."""

from __future__ import annotations

from cmath import exp
from itertools import groupby, zip_longest
from math import dist, radians
from typing import TYPE_CHECKING, Any, NamedTuple

from deckwright.press.faces.face import contrast, darkened, is_pale, mix, rgb
from deckwright.press.graphics.parts import POINT, Again, Group, Picture, Shape, Text

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator, Sequence

    from deckwright.press.graphics.parts import Drawn, Path


# Where things stand on a card, and on what. Points are complex numbers: mm across, and mm down.


class Place(NamedTuple):
    """Where parts go on the card: turned and moved, as complex numbers whose parts are mm across and down."""

    turn: complex = 1
    shift: complex = 0

    def of(self, x: float, y: float) -> complex:
        """Give a point of the parts on the card."""
        return self.turn * complex(x, y) + self.shift

    def then(self, turn: complex, shift: complex) -> Place:
        """Give the place of parts within these."""
        return Place(self.turn * turn, self.turn * shift + self.shift)


class Ground(NamedTuple):
    """A filled shape that others stand on: its outline (and those it is cut off at), its colour, and what it becomes."""

    outlines: tuple[list[complex], ...]
    was: str
    now: str

    def holds(self, point: complex) -> bool:
        """Tell whether a point lies in it."""
        return all(_within(outline, point) for outline in self.outlines)


def corners_of(outline: list[complex]) -> tuple[complex, complex]:
    """Give the top left and the bottom right corner of the rectangle around an outline."""
    xs, ys = [point.real for point in outline], [point.imag for point in outline]
    return complex(min(xs), min(ys)), complex(max(xs), max(ys))


def outline_of(path: Path, place: Place) -> list[complex]:
    """Give the corners of a path on the card; curves by some of their points."""
    points: list[complex] = []
    for _, numbers in path:
        ends = [place.of(x, y) for x, y in zip(numbers[::2], numbers[1::2], strict=True)]
        if len(ends) == 3:  # noqa: PLR2004 - a curve: two controls and the end
            a, b, c, d = points[-1], *ends
            points += [
                (1 - t) ** 3 * a + 3 * (1 - t) ** 2 * t * b + 3 * (1 - t) * t * t * c + t**3 * d
                for t in (0.25, 0.5, 0.75)
            ]
        points += ends[-1:]
    return points


def _within(outline: list[complex], point: complex) -> bool:
    """Tell whether a point lies within an outline: whether a line from it to the right crosses it an odd number of times."""
    inside = False
    for one, two in zip(outline, outline[1:] + outline[:1], strict=True):
        if (one.imag > point.imag) != (two.imag > point.imag):
            across = one.real + (point.imag - one.imag) / (two.imag - one.imag) * (two.real - one.real)
            inside ^= point.real < across
    return inside


# Draw a card with little ink: white grounds, coloured outlines, dark words.
#
# One rule for all faces, applied to what a card is drawn with. Large filled shapes become white, with an
# outline in their colour; what stands on them keeps its colour where it can be read on white, takes the
# colour of its ground where it was white or pale, and is darkened as far as it needs. Patterns, shadows and
# shapes that hardly stand out from their ground are left out.

WHITE, INK = "#ffffff", "#171c29"

READABLE, VISIBLE = 4.5, 3.0
"""The least contrast of words, and of lines and large icons, to white (WCAG 2.2, 1.4.3 and 1.4.11)."""

_SMALL = 30.0
"""A shape no larger than this, in mm², keeps its fill: pips, signs, the corners of a card."""

_LARGE_ICON = 12.0
"""From this side on, in mm, an icon is a picture, and printed paler."""

_HARDLY = 75.0
"""A shape that is no more unlike its ground, by red, green and blue, is an ornament of it."""

_SHADOW = 3.0
"""How far its shadow stands from a thing at most, in mm."""

_SLIP = 0.01
"""By how much lengths may differ by mere rounding, in mm."""


class LowInk:
    """Draws one card of a size with little ink; `kept` holds the drawings that cards share, to be used again."""

    def __init__(self, size: tuple[float, float], kept: dict[Hashable, tuple[Drawn, ...]]) -> None:
        self._size, self._kept = size, kept
        self._grounds: list[Ground] = []
        self._clips: tuple[list[complex], ...] = ()

    def parts(self, drawn: Iterable[Drawn], place: Place = Place()) -> Iterator[Drawn]:  # noqa: B008 - a tuple
        """Yield what becomes of parts that go to a place."""
        parts = list(drawn)
        lit = [part for part, above in zip_longest(parts, parts[1:]) if not _is_shadow(part, above)]
        for fill, run in groupby(lit, key=_fill_of):
            alike = list(run)
            made = [one for part in alike for one in self._part(part, place)]
            line = next(_shapes(made), None)
            if fill and len(alike) > 1 and line and line.stroke:
                yield from _joined(alike, line)
            else:
                yield from made

    def _part(self, part: Drawn, place: Place) -> Iterator[Drawn]:
        if isinstance(part, Again):
            yield from self._again(part, place)
        elif isinstance(part, Group):
            yield from self._group(part, place)
        elif isinstance(part, Shape):
            yield from self._shape(part, place)
        elif isinstance(part, Text):
            ground = next((self._under(start) for start in _starts_of(part, place)), _PAPER)
            yield part._replace(colour=_toned(part.colour, ground, READABLE))
        elif isinstance(part, Picture):
            yield from self._picture(part, place)
        else:
            yield part

    def _again(self, again: Again, place: Place) -> Iterator[Drawn]:
        """Draw what comes again at each of its places, which may have different grounds; patterns are left out."""
        if again.clip:
            return
        drawn = [(at, self._shared(again.parts, place.then(1, complex(*at)))) for at in again.places]
        for parts, some in groupby(drawn, key=lambda pair: pair[1]):
            yield Again(parts, tuple(at for at, _ in some))

    def _shared(self, parts: tuple[Drawn, ...], place: Place) -> tuple[Drawn, ...]:
        made = tuple(self.parts(parts, place))
        return self._kept.setdefault(("low ink", made), made)

    def _group(self, group: Group, place: Place) -> Iterator[Drawn]:
        turn, centre = exp(1j * radians(group.turn)), complex(*group.centre)
        inside, outside = place.then(turn, centre - turn * centre), self._clips
        if group.clip:
            self._clips = (*outside, outline_of(group.clip, inside))
        yield group._replace(parts=tuple(self.parts(group.parts, inside)))
        self._clips = outside

    def _shape(self, shape: Shape, place: Place) -> Iterator[Drawn]:
        outline = outline_of(shape.path, place)
        low, high = corners_of(outline)
        ground = self._under((low + high) / 2)
        width, height = (high - low).real, (high - low).imag
        if not shape.fill:
            yield shape._replace(stroke=_toned(shape.stroke, ground, VISIBLE))
            return
        covers = low.real <= 0 and low.imag <= 0 and high.real >= self._size[0] and high.imag >= self._size[1]
        is_small = width * height < _SMALL
        kept = _toned(shape.fill, ground, VISIBLE) if is_small else WHITE
        self._grounds.append(Ground((outline, *self._clips), shape.fill, kept))
        if covers:
            yield shape._replace(fill=WHITE, stroke="")
        elif is_small:
            yield shape._replace(fill=kept, stroke="")
        elif shape.stroke or dist(rgb(shape.fill), rgb(ground.was)) > _HARDLY:
            yield _outlined(shape, ground, min(width, height))

    def _picture(self, picture: Picture, place: Place) -> Iterator[Drawn]:
        ground = self._under(place.of(picture.x, picture.y))
        if picture.side < _LARGE_ICON or not picture.colour:
            yield picture._replace(colour=_toned(picture.colour, ground, READABLE))
        elif dist(rgb(picture.colour), rgb(ground.was)) > _HARDLY:
            yield picture._replace(colour=_tint(_toned(picture.colour, ground, VISIBLE)))

    def _under(self, point: complex) -> Ground:
        """Give what lies under a point."""
        return next((ground for ground in reversed(self._grounds) if ground.holds(point)), _PAPER)


_PAPER = Ground((), WHITE, WHITE)


def _toned(colour: str, ground: Ground, least: float) -> str:
    """Give a colour that can be told from what its ground becomes."""
    if not colour:
        return colour
    if ground.now != WHITE:
        is_plain = contrast(colour, ground.now) >= least
        return colour if is_plain else max(WHITE, INK, key=lambda one: contrast(one, ground.now))
    if is_pale(colour):
        colour = INK if is_pale(ground.was) else ground.was
    return darkened(colour, least)


def _fill_of(part: Drawn) -> str:
    """Give the one colour that a shape, or a turned one, is filled with; empty where it is anything else."""
    if isinstance(part, Shape):
        return "" if part.stroke else part.fill
    if isinstance(part, Group) and not part.clip:
        fills = {_fill_of(inner) for inner in part.parts}
        return fills.pop() if len(fills) == 1 else ""
    return ""


def _joined(parts: Sequence[Drawn], line: Shape) -> Iterator[Drawn]:
    """Draw shapes of one colour as one, with a line around all of them: lines first, then white over what is inside."""
    for part in parts:
        yield _recoloured(part, fill="", stroke=line.stroke, width=2 * line.width)
    for part in parts:
        yield _recoloured(part, fill=WHITE)


def _recoloured(part: Drawn, **look: Any) -> Drawn:
    if isinstance(part, Group):
        return part._replace(parts=tuple(_recoloured(inner, **look) for inner in part.parts))
    return part._replace(**look) if isinstance(part, Shape) else part


def _shapes(parts: Iterable[Drawn]) -> Iterator[Shape]:
    for part in parts:
        if isinstance(part, Shape):
            yield part
        elif isinstance(part, Group):
            yield from _shapes(part.parts)


def _outlined(shape: Shape, ground: Ground, side: float) -> Shape:
    own = shape.stroke if shape.stroke and not is_pale(shape.stroke) else shape.fill
    return shape._replace(
        fill=WHITE,
        stroke=_toned(own, ground, VISIBLE),
        width=min(0.5, max(0.3, side * 0.015)),
        dash=(),
    )


def _tint(colour: str) -> str:
    """Give the palest tint of a colour that can still be seen on white."""
    tints = (mix(colour, WHITE, share / 10) for share in range(6, 0, -1))
    return next((tint for tint in tints if contrast(tint, WHITE) >= VISIBLE), colour)


def _is_shadow(part: Drawn, above: Drawn | None) -> bool:
    """Tell whether a part is drawn a second time at once in another colour, a little aside."""
    if isinstance(part, Picture) and isinstance(above, Picture):
        alike = (part.icon, part.side) == (above.icon, above.side) and part.colour != above.colour
        return alike and _is_beside(complex(part.x - above.x, part.y - above.y), part.side)
    if isinstance(part, Shape) and isinstance(above, Shape) and part.fill != above.fill:
        (low, high), (lower, higher) = (corners_of(outline_of(one.path, Place())) for one in (part, above))
        size = high - low
        return abs(size - (higher - lower)) < _SLIP and _is_beside(low - lower, min(size.real, size.imag))
    return False


def _is_beside(moved: complex, side: float) -> bool:
    return _SLIP < abs(moved) < min(_SHADOW, side / 2)


def _starts_of(text: Text, place: Place) -> Iterator[complex]:
    """Yield where the words of a text begin: a little right of the edge of the first letter, and above its foot."""
    for line in text.lines:
        for run in line.runs:
            yield place.of(run.start + 1, line.y - text.size * POINT / 3)
