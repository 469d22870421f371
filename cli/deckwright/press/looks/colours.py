"""Colours of a face: its palette, gradients, mixes, and how well two colours can be told apart."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import cos, hypot, radians, sin
from typing import TYPE_CHECKING, Any, NamedTuple

from deckwright.press.graphics.parts import Gradient, Stop
from deckwright.press.looks.expressions import Cases, read_cases

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from deckwright.press.graphics.parts import Area, Matrix, Paint
    from deckwright.press.looks.expressions import RawValue


# The palette of a face: named colours, some of which depend on the card.


class Mix(NamedTuple):
    """A mix of two colours; `share` is that of the second one, from 0 to 1."""

    one: str
    two: str
    share: float


class ToneStop(NamedTuple):
    """A colour of a gradient, by its name or as `#rrggbb`; its place, from 0 to 1, if the face sets it."""

    colour: str
    at: float | None = None
    opacity: float = 1.0


class Blend(NamedTuple):
    """A gradient of the palette, which is fitted to each shape that it fills.

    A linear one runs at an `angle`, in degrees clockwise from a line to the right. A radial one runs from its `centre`, in
    shares of the width and height, to the farthest corner if `radius` is 1.
    """

    stops: tuple[ToneStop, ...]
    is_radial: bool = False
    angle: float = 90.0
    centre: tuple[float, float] = (0.5, 0.5)
    radius: float = 1.0

    def over(self, area: Area, colours: Sequence[str]) -> Gradient:
        """Gradient for a shape in an area; `colours` are those of the stops."""
        places = _stop_places([stop.at for stop in self.stops])
        stops = tuple(
            Stop(place, colour, stop.opacity)
            for place, colour, stop in zip(places, colours, self.stops, strict=True)
        )
        return Gradient(stops, self._radial(area) if self.is_radial else self._linear(area), self.is_radial)

    def _linear(self, area: Area) -> Matrix:
        """Map of a line through the centre, at whose ends the area's corners are (as in CSS Images 3, 3.1.1)."""
        across, down = cos(radians(self.angle)), sin(radians(self.angle))
        length = abs(area.width * across) + abs(area.height * down)
        (x, y), (a, b) = area.centre, (across * length, down * length)
        return a, b, -b, a, x - a / 2, y - b / 2

    def _radial(self, area: Area) -> Matrix:
        """Map of a circle."""
        x, y = area.x + self.centre[0] * area.width, area.y + self.centre[1] * area.height
        sides = (max(x - area.x, area.far[0] - x), max(y - area.y, area.far[1] - y))
        radius = self.radius * hypot(*sides)
        return radius, 0.0, 0.0, radius, x, y


def _stop_places(places: Sequence[float | None]) -> list[float]:
    """Places of all stops: those that are not set are spread evenly between their neighbours."""
    full = list(places)
    full[0], full[-1] = full[0] or 0.0, 1.0 if full[-1] is None else full[-1]
    set_places = [(number, place) for number, place in enumerate(full) if place is not None]
    spread = [set_places[0][1]]
    for (first, low), (last, high) in pairwise(set_places):
        spread += [
            low + (high - low) * (number - first) / (last - first) for number in range(first + 1, last + 1)
        ]
    return spread


OWN = "own"
"""Value of `colours` for drawings, and of `icons` for icons, that keep all their colours."""

INK, BLACK = "ink", "#000000"
"""Name of the default colour, and its value unless a face defines it."""

ColourValue = str | Cases[str] | Mix | Blend
"""A colour: `#rrggbb`, the name of another, a choice by a field, or a mix; or a gradient."""


@dataclass(frozen=True)
class Palette:
    """The colours of a face by name."""

    tones: Mapping[str, ColourValue]

    def colour(self, name: str, raw: Callable[[str], RawValue]) -> str:
        """Colour as `#rrggbb` for a card, whose fields `raw` returns; '' if no case fits."""
        return self._constant.get(name) or self._colour(name, raw)

    @cached_property
    def _constant(self) -> dict[str, str]:
        """Colours that are the same on every card."""
        constant = [name for name in self.tones if not any(self.fields(name))]
        return {name: self._colour(name, lambda _field: None) for name in constant}

    def _colour(self, name: str, raw: Callable[[str], RawValue]) -> str:
        tone = name if name.startswith("#") else self.tones.get(name, "")
        if isinstance(tone, Cases):
            tone = tone.choose(raw) or ""
        if isinstance(tone, Mix):
            return mix(self._colour(tone.one, raw), self._colour(tone.two, raw), tone.share)
        if isinstance(tone, Blend):
            return mean([self._colour(stop.colour, raw) for stop in tone.stops])
        return tone if tone.startswith("#") or not tone else self._colour(tone, raw)

    @cached_property
    def _has_blends(self) -> bool:
        return any(isinstance(tone, Blend) for tone in self.tones.values())

    def paint(self, name: str, raw: Callable[[str], RawValue], area: Area) -> Paint:
        """Colour or gradient that fills a shape in an area, for a card, whose fields `raw` returns."""
        blend = self._blend(name, raw) if self._has_blends else None
        if blend is None:
            return self.colour(name, raw)
        colours = [self.colour(stop.colour, raw) for stop in blend.stops]
        return blend.over(area, colours) if all(colours) else ""

    def _blend(self, name: str, raw: Callable[[str], RawValue]) -> Blend | None:
        """The gradient of that name, by way of other names and choices; None for a colour."""
        tone: ColourValue | None = name
        while isinstance(tone, str | Cases):
            tone = tone.choose(raw) if isinstance(tone, Cases) else self.tones.get(tone)
        return tone if isinstance(tone, Blend) else None

    def fields(self, name: str) -> Iterator[str]:
        """Yield the fields that a colour depends on."""
        tone = self.tones.get(name, "")
        if isinstance(tone, Cases):
            yield tone.by
        for other in self.made_of(name):
            yield from self.fields(other)

    def made_of(self, name: str) -> list[str]:
        """Named colours that a colour refers to."""
        tone = self.tones.get(name, "")
        parts = tone.results() if isinstance(tone, Cases) else [tone]
        parts = [tone.one, tone.two] if isinstance(tone, Mix) else parts
        parts = [stop.colour for stop in tone.stops] if isinstance(tone, Blend) else parts
        return [str(part) for part in parts if part and not str(part).startswith("#")]


def read_colour(value: str | dict[str, Any]) -> ColourValue:
    """Read a colour of the palette."""
    if isinstance(value, str):
        return value
    if "mix" in value:
        one, two = value["mix"]
        return Mix(one, two, float(value["share"]))
    if "by" not in value and ("linear" in value or "radial" in value):
        return _blend(value)
    return read_cases(value)


def _blend(value: dict[str, Any]) -> Blend:
    stops = tuple(
        ToneStop(stop) if isinstance(stop, str) else ToneStop(**stop)
        for stop in value.get("linear") or value["radial"]
    )
    keys = {key: float(value[key]) for key in ("angle", "radius") if key in value}
    across, down = value.get("centre", [0.5, 0.5])
    return Blend(stops, "radial" in value, **keys, centre=(float(across), float(down)))


def stops_in(fill: Paint, area: Area) -> list[Stop]:
    """Colours of a fill in an area: of a gradient those at both ends of the area, and those between; none of ''."""
    if isinstance(fill, Gradient):
        return _stops_below(fill, area)
    return [Stop(0.0, fill)] if fill else []


def _stops_below(gradient: Gradient, area: Area) -> list[Stop]:
    a, b, c, d, e, f = gradient.matrix
    size = a * d - b * c
    if not size:
        return list(gradient.stops)
    (left, top), (right, bottom) = (area.x - e, area.y - f), (area.far[0] - e, area.far[1] - f)
    corners = [((d * x - c * y) / size, (a * y - b * x) / size) for x in (left, right) for y in (top, bottom)]
    places = [hypot(*corner) if gradient.is_radial else corner[0] for corner in corners]
    low, high = min(places), max(places)
    if gradient.is_radial and left <= 0 <= right and top <= 0 <= bottom:
        low = 0.0
    between = [stop for stop in gradient.stops if low < stop.at < high]
    return [_stop_at(gradient.stops, low), *between, _stop_at(gradient.stops, high)]


def _stop_at(stops: Sequence[Stop], place: float) -> Stop:
    """Colour at a place of a gradient."""
    for one, two in pairwise(stops):
        if one.at <= place <= two.at and two.at > one.at:
            share = (place - one.at) / (two.at - one.at)
            opacity = one.opacity + share * (two.opacity - one.opacity)
            return Stop(place, mix(one.colour, two.colour, share), opacity)
    return stops[0] if place < stops[0].at else stops[-1]


def mix(one: str, two: str, share: float) -> str:
    """Mix of two colours; `share` is that of the second one, from 0 to 1."""
    if not one or not two:
        return one or two
    parts = (round(a + (b - a) * share) for a, b in zip(rgb(one), rgb(two), strict=True))
    return "#" + "".join(f"{part:02x}" for part in parts)


def mean(colours: Sequence[str]) -> str:
    """Mean of some colours, without those that are ''."""
    parts_of = [rgb(colour) for colour in colours if colour]
    if not parts_of:
        return ""
    return "#" + "".join(f"{round(sum(parts) / len(parts_of)):02x}" for parts in zip(*parts_of, strict=True))


def darkened(colour: str, least: float) -> str:
    """Darken a colour until its contrast to white is sufficient, keeping its hue."""
    from colorsys import hls_to_rgb, rgb_to_hls

    hue, light, full = rgb_to_hls(*(part / 255 for part in rgb(colour)))
    while contrast(colour, "#ffffff") < least:
        light = max(0.0, light - 0.01)
        colour = "#" + "".join(f"{round(part * 255):02x}" for part in hls_to_rgb(hue, light, full))
    return colour


def is_pale(colour: str) -> bool:
    """Whether a colour is white, or nearly white and grey."""
    return contrast(colour, "#ffffff") < _PALE and max(rgb(colour)) - min(rgb(colour)) < _GREY


_PALE, _GREY = 1.6, 40


def contrast(one: str, two: str) -> float:
    """Contrast ratio of two colours, from 1 to 21 (WCAG 2)."""
    light, dark = sorted((luminance(one), luminance(two)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def luminance(colour: str) -> float:
    """Relative luminance of a colour, from 0 to 1 (WCAG 2)."""
    red, green, blue = (linear(part / 255) for part in rgb(colour))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def linear(part: float) -> float:
    """Linear value of an sRGB component, both from 0 to 1."""
    return float(part / 12.92 if part <= _DARK else ((part + 0.055) / 1.055) ** 2.4)


def curved(part: float) -> float:
    """SRGB component of a linear value, both from 0 to 1."""
    return float(part * 12.92 if part <= _DARK / 12.92 else 1.055 * part ** (1 / 2.4) - 0.055)


_DARK = 0.04045
"""sRGB is linear up to this value (IEC 61966-2-1)."""


def rgb(colour: str) -> tuple[int, int, int]:
    """Red, green and blue of a colour, each from 0 to 255."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)
