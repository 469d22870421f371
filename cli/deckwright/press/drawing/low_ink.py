"""Draw a card with little ink: white backgrounds, coloured outlines, dark words."""

from __future__ import annotations

from cmath import exp
from dataclasses import dataclass, field, replace
from itertools import groupby, zip_longest
from math import dist, radians
from operator import itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from deckwright.press.graphics.parts import (
    POINT,
    DrawnGroup,
    DrawnIcon,
    DrawnRepeat,
    DrawnShape,
    Gradient,
    PartVisitor,
    Transform,
    corners_of,
    is_within,
    outline_of,
)
from deckwright.press.looks.colours import contrast, darkened, is_pale, mean, mix, rgb

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence

    from deckwright.press.graphics.parts import (
        DrawnLine,
        DrawnPart,
        DrawnPicture,
        DrawnShadow,
        DrawnText,
        Path,
    )


# The shapes below other parts. Points are complex numbers: mm across, and mm down.


class Ground(NamedTuple):
    """A filled shape below other parts: its outline and those that clip it, its colour, and its new colour."""

    outlines: tuple[list[complex], ...]
    was: str
    now: str

    def holds(self, point: complex) -> bool:
        """Whether a point is inside it."""
        return all(is_within(outline, point) for outline in self.outlines)


# Drawings with little ink: white grounds, coloured outlines, dark text.
#
# One rule for all faces, applied to the parts of a drawing. Large filled shapes become white, with an outline
# in their colour. Text and icons on them keep their colour if it is readable on white, take the colour of the
# ground if they were white or pale, and are darkened as far as needed. Patterns, shadows and shapes that
# hardly differ from their ground are omitted.

WHITE, INK = "#ffffff", "#171c29"

READABLE, VISIBLE = 4.5, 3.0
"""Minimum contrast to white of text, and of lines and small signs (WCAG 2.2, 1.4.3 and 1.4.11)."""

_SMALL = 30.0
"""Area in mm² below which a shape keeps its fill: pips, symbols, the corners of a card."""

_LARGE_ICON = 12.0
"""Side in mm from which an icon is an illustration, and printed in a paler tint."""

FAINT = 1.9
"""Minimum contrast to white of an illustration, whose subject the card names too."""

_PALE = 0.5
"""Share of the colours of a picture."""

_LARGE_TEXT = 36.0
"""Size in points from which letters take much ink."""

_HARDLY = 75.0
"""Distance in RGB up to which a shape is only decoration of its ground."""

_SHADOW = 3.0
"""Largest distance of a shadow from its shape, in mm."""

_SLIP = 0.01
"""Tolerance for rounding, in mm."""


@dataclass(frozen=True)
class LowInk(PartVisitor["Iterator[DrawnPart]"]):
    """Draws the parts of one card with little ink; `kept` are the drawings that cards share."""

    size: tuple[float, float]
    cache: dict[Hashable, tuple[DrawnPart, ...]]
    grounds: list[Ground] = field(default_factory=list)
    transform: Transform = field(default_factory=Transform)
    clips: tuple[list[complex], ...] = ()
    opacity: float = 1.0

    def parts(self, drawn: Iterable[DrawnPart]) -> Iterator[DrawnPart]:
        """Parts of a drawing, drawn with little ink."""
        parts = list(drawn)
        lit = [part for part, above in zip_longest(parts, parts[1:]) if not _is_shadow(part, above)]
        for fill, run in groupby(lit, key=_fill_of):
            alike = list(run)
            made = [inked for part in alike for inked in part.accept(self)]
            line = next(_shapes(made), None)
            if fill and len(alike) > 1 and line and line.stroke:
                yield from _joined(alike, line)
            else:
                yield from made

    def _within(self, turn: complex, shift: complex, clip: Path = ()) -> LowInk:
        """Visitor for parts that are turned, moved and clipped together, on the same grounds."""
        transform = self.transform.then(turn, shift)
        clips = (*self.clips, outline_of(clip, transform)) if clip else self.clips
        return replace(self, transform=transform, clips=clips)

    def visit_repeat(self, repeat: DrawnRepeat) -> Iterator[DrawnPart]:
        """Draw the parts at each place, as grounds may differ; patterns are omitted, and drawings in pale colours."""
        if repeat.clip:
            # A pattern is at many places, a picture that is an SVG at one.
            yield from [repeat._replace(parts=self._pale(repeat.parts))] if len(repeat.places) == 1 else []
            return
        drawn = [(place, self._shared(repeat.parts, complex(*place))) for place in repeat.places]
        for parts, some in groupby(drawn, key=itemgetter(1)):
            yield DrawnRepeat(parts, tuple(place for place, _ in some))

    def _shared(self, parts: tuple[DrawnPart, ...], place: complex) -> tuple[DrawnPart, ...]:
        made = tuple(self._within(1, place).parts(parts))
        return self.cache.setdefault(("low ink", made), made)

    def _pale(self, parts: tuple[DrawnPart, ...]) -> tuple[DrawnPart, ...]:
        """Shapes of a picture that is an SVG, in pale colours; they are in the cache, so that none has their id."""
        key = "pale", id(parts), self.opacity
        if key not in self.cache:
            ink = _PALE * self.opacity
            self.cache[key] = tuple(_paled(part, ink) for part in parts)
        return self.cache[key]

    def visit_group(self, group: DrawnGroup) -> Iterator[DrawnPart]:
        """Draw the parts of a group."""
        turn, centre = exp(1j * radians(group.turn)), complex(*group.centre)
        inner = self._within(turn, centre - turn * centre, group.clip)
        inner = replace(inner, opacity=self.opacity * group.opacity)
        yield group._replace(parts=tuple(inner.parts(group.parts)), opacity=1.0)

    def visit_shape(self, shape: DrawnShape) -> Iterator[DrawnPart]:
        """Draw a large filled shape as an outline, and remember it as a ground for what follows."""
        outline = outline_of(shape.path, self.transform)
        low, high = corners_of(outline)
        ground = self._under((low + high) / 2)
        if isinstance(shape.fill, Gradient) and not shape.fill.is_opaque:
            yield self._veil(shape, shape.fill, outline, ground)
            return
        shape = self._plain(shape, ground)
        width, height = (high - low).real, (high - low).imag
        if not shape.fill:
            yield shape._replace(stroke=_toned(shape.stroke, ground, VISIBLE))
            return
        fill_was = str(shape.fill)
        covers = low.real <= 0 and low.imag <= 0 and high.real >= self.size[0] and high.imag >= self.size[1]
        is_small = width * height < _SMALL
        if shape.solid == "code":
            yield shape._replace(fill=_toned(fill_was, ground, READABLE))
            return
        if shape.solid == "measure":
            fill = _tint(_toned(fill_was, ground, VISIBLE), VISIBLE)
            self.grounds.append(Ground((outline, *self.clips), fill_was, fill))
            yield shape._replace(fill=fill)
            return
        fill = _toned(fill_was, ground, VISIBLE) if is_small else WHITE
        self.grounds.append(Ground((outline, *self.clips), fill_was, fill))
        if covers:
            yield shape._replace(fill=WHITE, stroke="")
        elif is_small:
            yield shape._replace(fill=fill, stroke="")
        elif shape.stroke or dist(rgb(fill_was), rgb(ground.was)) > _HARDLY:
            yield _outlined(shape, ground, min(width, height))

    def visit_text(self, text: DrawnText) -> Iterator[DrawnPart]:
        """Draw a text in a colour that is readable on its new ground."""
        ground = next((self._under(start) for start in _starts_of(text, self.transform)), _PAPER)

        def readable(colour: str) -> str:
            return _toned(self._faded(colour, ground), ground, READABLE)

        rules = tuple([rule._replace(colour=readable(rule.colour)) for rule in text.rules])
        lines = tuple([_toned_line(line, readable) for line in text.lines])
        colour = readable(text.colour)
        colour = colour if text.size < _LARGE_TEXT else _tint(colour, READABLE)
        yield text._replace(colour=colour, lines=lines, rules=rules)

    def visit_icon(self, icon: DrawnIcon) -> Iterator[DrawnPart]:
        """Draw a small icon like a text, a large one in a pale tint."""
        ground = self._under(self.transform.of(icon.x, icon.y))
        icon = icon._replace(colour=self._faded(icon.colour, ground))
        if icon.side < _LARGE_ICON or not icon.colour:
            yield icon._replace(colour=_toned(icon.colour, ground, READABLE))
        elif dist(rgb(icon.colour), rgb(ground.was)) > _HARDLY:
            yield icon._replace(colour=_tint(_toned(icon.colour, ground, VISIBLE), FAINT))

    def visit_picture(self, picture: DrawnPicture) -> Iterator[DrawnPart]:
        """Draw a picture in pale colours."""
        pale = picture._replace(ink=_PALE)
        yield pale if self.opacity >= 1 else DrawnGroup((pale,), opacity=self.opacity)

    def _veil(self, shape: DrawnShape, fill: Gradient, outline: list[complex], ground: Ground) -> DrawnShape:
        """Fade to white instead: what fades, such as a shade at the foot of a picture, carries words."""
        stop = max(fill.stops, key=lambda veil_stop: veil_stop.opacity)
        was = self._faded(mix(ground.was, stop.colour, stop.opacity), ground)
        self.grounds.append(Ground((outline, *self.clips), was, WHITE))
        pale = tuple(
            veil_stop._replace(colour=WHITE, opacity=veil_stop.opacity * self.opacity)
            for veil_stop in fill.stops
        )
        return shape._replace(
            fill=fill._replace(stops=pale), stroke=_toned(self._faded(shape.stroke, ground), ground, VISIBLE)
        )

    def visit_shadow(self, shadow: DrawnShadow) -> Iterator[DrawnPart]:  # noqa: ARG002 - it is not drawn
        """Omit shadows and outlines of letters."""
        yield from ()

    def _plain(self, shape: DrawnShape, ground: Ground) -> DrawnShape:
        """Shape in one colour, as it is seen on its ground."""
        fill = shape.fill
        if isinstance(fill, Gradient):
            fill = mean([mix(ground.was, stop.colour, stop.opacity) for stop in fill.stops])
        return shape._replace(fill=self._faded(fill, ground), stroke=self._faded(shape.stroke, ground))

    def _faded(self, colour: str, ground: Ground) -> str:
        """Colour of parts that are seen through, on their ground."""
        return mix(ground.was, colour, self.opacity) if colour and self.opacity < 1 else colour

    def _under(self, point: complex) -> Ground:
        """Ground at a point of the card."""
        return next((ground for ground in reversed(self.grounds) if ground.holds(point)), _PAPER)


_PAPER = Ground((), WHITE, WHITE)


def _toned(colour: str, ground: Ground, least: float) -> str:
    """Colour with enough contrast to the new colour of its ground."""
    if not colour:
        return colour
    if ground.now != WHITE:
        is_plain = contrast(colour, ground.now) >= least
        return colour if is_plain else max(WHITE, INK, key=lambda one: contrast(one, ground.now))
    if is_pale(colour):
        colour = INK if is_pale(ground.was) else ground.was
    return darkened(colour, least)


def _toned_line(line: DrawnLine, readable: Callable[[str], str]) -> DrawnLine:
    """Line whose runs in colours of their own are readable on the new colour of their ground."""
    if not any(run.colour for run in line.runs):
        return line
    runs = [run._replace(colour=readable(run.colour)) for run in line.runs]
    return line._replace(runs=tuple(runs))


def _fill_of(part: DrawnPart) -> str:
    """Fill of a shape, or the common fill of a group of shapes; '' for any other part."""
    if isinstance(part, DrawnShape):
        return "" if part.stroke or part.solid or isinstance(part.fill, Gradient) else part.fill
    if isinstance(part, DrawnGroup) and not part.clip and part.opacity >= 1:
        fills = {_fill_of(inner) for inner in part.parts}
        return fills.pop() if len(fills) == 1 else ""
    return ""


def _joined(parts: Sequence[DrawnPart], line: DrawnShape) -> Iterator[DrawnPart]:
    """Draw shapes of one colour as one shape with an outline: all lines first, then white over the inside."""
    for part in parts:
        yield _recoloured(part, fill="", stroke=line.stroke, width=2 * line.width)
    for part in parts:
        yield _recoloured(part, fill=WHITE)


def _recoloured(part: DrawnPart, **look: Any) -> DrawnPart:
    if isinstance(part, DrawnGroup):
        return part._replace(parts=tuple(_recoloured(inner, **look) for inner in part.parts))
    return part._replace(**look) if isinstance(part, DrawnShape) else part


def _paled(part: DrawnPart, ink: float) -> DrawnPart:
    """Part of an SVG drawing with this share of its colours, on white."""

    def pale(colour: str) -> str:
        return mix(WHITE, colour, ink) if colour else ""

    if isinstance(part, DrawnGroup | DrawnRepeat):
        return part._replace(parts=tuple(_paled(inner, ink) for inner in part.parts))
    if not isinstance(part, DrawnShape):
        return part
    fill = part.fill
    if isinstance(fill, Gradient):
        stops = tuple(stop._replace(colour=pale(stop.colour)) for stop in fill.stops)
        return part._replace(fill=fill._replace(stops=stops), stroke=pale(part.stroke))
    return part._replace(fill=pale(fill), stroke=pale(part.stroke))


def _shapes(parts: Iterable[DrawnPart]) -> Iterator[DrawnShape]:
    for part in parts:
        if isinstance(part, DrawnShape):
            yield part
        elif isinstance(part, DrawnGroup):
            yield from _shapes(part.parts)


def _outlined(shape: DrawnShape, ground: Ground, side: float) -> DrawnShape:
    own = shape.stroke if shape.stroke and not is_pale(shape.stroke) else str(shape.fill)
    return shape._replace(
        fill=WHITE, stroke=_toned(own, ground, VISIBLE), width=min(0.5, max(0.3, side * 0.015)), dash=()
    )


def _tint(colour: str, least: float) -> str:
    """Palest tint of a colour with enough contrast to white."""
    tints = (mix(colour, WHITE, share / 20) for share in range(15, 0, -1))
    return next((tint for tint in tints if contrast(tint, WHITE) >= least), colour)


def _is_shadow(part: DrawnPart, above: DrawnPart | None) -> bool:
    """Whether the next part is the same one in another colour, slightly displaced."""
    if isinstance(part, DrawnIcon) and isinstance(above, DrawnIcon):
        alike = (part.icon, part.side) == (above.icon, above.side) and part.colour != above.colour
        return alike and _is_beside(complex(part.x - above.x, part.y - above.y), part.side)
    if isinstance(part, DrawnShape) and isinstance(above, DrawnShape) and part.fill != above.fill:
        (low, high), (lower, higher) = (
            corners_of(outline_of(one.path, Transform())) for one in (part, above)
        )
        size = high - low
        return abs(size - (higher - lower)) < _SLIP and _is_beside(low - lower, min(size.real, size.imag))
    return False


def _is_beside(moved: complex, side: float) -> bool:
    return _SLIP < abs(moved) < min(_SHADOW, side / 2)


def _starts_of(text: DrawnText, transform: Transform) -> Iterator[complex]:
    """Yield a point within the first letter of each run of a text."""
    for line in text.lines:
        for run in line.runs:
            yield transform.of(run.start + 1, line.y - text.size * POINT / 3)
