"""The parts of a face as data: boxes, styles, colours, templates, and values that depend on the card."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Generic, Literal, NamedTuple, TypeVar

from deckwright.errors import InputError
from deckwright.messages import tr
from deckwright.model.markup import odd_braces
from deckwright.press.graphics.fonts import Cut, family, font

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from deckwright.files.yaml import Document
    from deckwright.findings import Where
    from deckwright.press.graphics.fonts import Font
    from deckwright.press.graphics.parts import Area


# Values by case: what a face draws where it depends on one of the card's fields.

T = TypeVar("T")

Raw = str | int | float | bool | tuple[str, ...] | None
"""A field as the data holds it; a list is a tuple, and None means that the card has no such field."""


@dataclass(frozen=True, slots=True)
class Cases(Generic[T]):
    """One value for each value of a field, and one for all others (None where nothing is to be drawn)."""

    by: str
    cases: Mapping[str, T]
    otherwise: T | None = None

    def choose(self, raw: Callable[[str], Raw]) -> T | None:
        """Give the value for a card whose fields `raw` gives; of several choices, the first that has a case."""
        value = raw(self.by)
        for key in value if isinstance(value, tuple) else (value,):
            case = self.cases.get(_key(key))
            if case is not None:
                return case
        return self.otherwise

    def results(self) -> list[T]:
        """List all values there may be."""
        rest = [] if self.otherwise is None else [self.otherwise]
        return [*self.cases.values(), *rest]


def variants(value: str | Mapping[str, str] | None) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield a value of a face's YAML, or each of its cases, with the steps that lead there."""
    if isinstance(value, str):
        yield (), value
    elif value:
        yield from (((case,), one) for case, one in value.items() if case != "by")


def _key(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


# How a text looks: styles, which a face names and lets inherit from each other.

Align = Literal["left", "centre", "right"]
Valign = Literal["top", "middle", "bottom"]
Fit = Literal["shrink", "together", "wrap", "fixed"]

_SHRINKS = {"shrink", "together"}


@dataclass(frozen=True, eq=False)
class Style:
    """The look of a text. Sizes are in points; `leading` and `paragraph` in sizes; `tracking` in thousandths.

    `min` is the smallest size it may shrink to, `one_line` the smallest down to which it stays on one line
    before it is broken, `lines` the most lines (0: as many as there is room for).
    """

    font: str = "Alegreya Sans"
    weight: int = 400
    bold: int = 700
    italic: bool = False
    size: float = 9.0
    min: float = 7.0
    one_line: float = 0.0
    lines: int = 0
    leading: float = 1.2
    paragraph: float = 0.4
    colour: str = "ink"
    align: Align = "left"
    valign: Valign = "top"
    uppercase: bool = False
    tracking: float = 0.0
    hyphens: bool = False
    balance: bool = False
    fit: Fit = "shrink"

    @property
    def least(self) -> float:
        """Give the smallest size it may be set in."""
        return min(self.min, self.size) if self.fit in _SHRINKS else self.size

    def cut(self, bold: bool, italic: bool) -> Font:
        """Give the font for a part of the text that is set bold, or italic (upright within italics)."""
        cut = self._cuts.get((bold, italic))
        if cut is None:
            cut = self._cuts[bold, italic] = self._cut(bold, italic)
        return cut

    @cached_property
    def _cuts(self) -> dict[tuple[bool, bool], Font]:
        return {}

    def _cut(self, bold: bool, italic: bool) -> Font:
        """Open the font for a part of the text; where the family has no such cut, the one that is nearest to it."""
        known = family(self.font)
        wanted = self._wanted(bold, italic)
        nearest = known.closest(*wanted) if known and known.files else wanted
        for cut in (wanted, nearest, self._wanted(bold=False, italic=False)):
            if found := font(self.font, *cut):
                return found
        message = tr(
            "The font {name} has no weight {weight} that can be printed.", name=self.font, weight=self.weight
        )
        raise InputError("unknown-font", message)

    def _wanted(self, bold: bool, italic: bool) -> Cut:
        return Cut(self.bold if bold else self.weight, self.italic != italic)

    def is_replaced(self, bold: bool, italic: bool) -> bool:
        """Whether a part of the text that is set bold, or italic, looks otherwise than it should."""
        return (bold or italic) and self.cut(bold, italic).cut[1:] != self._wanted(bold, italic)


def inherited(name: str, styles: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """Give all that a named style says, with what it takes from those it extends."""
    own = styles[name]
    above = inherited(own["extends"], styles) if "extends" in own else {}
    return {**above, **{key: value for key, value in own.items() if key != "extends"}}


# A face's palette: named colours, some of which depend on the card.


class Mix(NamedTuple):
    """A colour between two others; `share` of the second goes in, from 0 to 1."""

    one: str
    two: str
    share: float


INK, BLACK = "ink", "#000000"
"""The colour of what names none, and what that is where a face does not say."""

Tone = str | Cases[str] | Mix
"""A colour: `#rrggbb`, the name of another, a choice by a field, or a mix."""


@dataclass(frozen=True)
class Palette:
    """The colours of a face by name."""

    tones: Mapping[str, Tone]

    def colour(self, name: str, raw: Callable[[str], Raw]) -> str:
        """Give a colour as `#rrggbb` for a card whose fields `raw` gives; empty where no case fits."""
        return self._constant.get(name) or self._colour(name, raw)

    @cached_property
    def _constant(self) -> dict[str, str]:
        """Hold the colours that are the same on every card."""
        constant = [name for name in self.tones if not any(self.fields(name))]
        return {name: self._colour(name, lambda _field: None) for name in constant}

    def _colour(self, name: str, raw: Callable[[str], Raw]) -> str:
        tone = name if name.startswith("#") else self.tones.get(name, "")
        if isinstance(tone, Cases):
            tone = tone.choose(raw) or ""
        if isinstance(tone, Mix):
            return mix(self._colour(tone.one, raw), self._colour(tone.two, raw), tone.share)
        return tone if tone.startswith("#") or not tone else self._colour(tone, raw)

    def fields(self, name: str) -> Iterator[str]:
        """Yield the fields that a colour depends on."""
        tone = self.tones.get(name, "")
        if isinstance(tone, Cases):
            yield tone.by
        for other in self.made_of(name):
            yield from self.fields(other)

    def made_of(self, name: str) -> list[str]:
        """List the named colours that a colour is made of."""
        tone = self.tones.get(name, "")
        parts = tone.results() if isinstance(tone, Cases) else [tone]
        parts = [tone.one, tone.two] if isinstance(tone, Mix) else parts
        return [str(part) for part in parts if part and not str(part).startswith("#")]


def mix(one: str, two: str, share: float) -> str:
    """Mix two colours; `share` of the second goes in, from 0 to 1."""
    if not one or not two:
        return one or two
    parts = (round(a + (b - a) * share) for a, b in zip(rgb(one), rgb(two), strict=True))
    return "#" + "".join(f"{part:02x}" for part in parts)


def darkened(colour: str, least: float) -> str:
    """Darken a colour until it has a contrast to white; its hue stays."""
    from colorsys import hls_to_rgb, rgb_to_hls

    hue, light, full = rgb_to_hls(*(part / 255 for part in rgb(colour)))
    while contrast(colour, "#ffffff") < least:
        light = max(0.0, light - 0.01)
        colour = "#" + "".join(f"{round(part * 255):02x}" for part in hls_to_rgb(hue, light, full))
    return colour


def is_pale(colour: str) -> bool:
    """Tell whether a colour is white, or so near to it and to grey that its hue means nothing."""
    return contrast(colour, "#ffffff") < _PALE and max(rgb(colour)) - min(rgb(colour)) < _GREY


_PALE, _GREY = 1.6, 40


def contrast(one: str, two: str) -> float:
    """Give the contrast of two colours, from 1 to 21, as WCAG 2 reckons it."""
    light, dark = sorted((_luminance(one), _luminance(two)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    red, green, blue = (linear(part / 255) for part in rgb(colour))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def linear(part: float) -> float:
    """Give the brightness of a part of an sRGB colour, both from 0 to 1."""
    return float(part / 12.92 if part <= _DARK else ((part + 0.055) / 1.055) ** 2.4)


_DARK = 0.04045
"""Up to here the brightness of sRGB is linear (IEC 61966-2-1)."""


def rgb(colour: str) -> tuple[int, int, int]:
    """Give the parts of a colour, each from 0 to 255."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


# What a face writes: words of its own, and places that a card fills.
#
# `{name}` is one of the card's texts or fields, as it reads in the language printed; `{kind:tool}` is a word
# of the game, by its context; `{word:draw}` one of the face's own words; `{icon:tech}`, `{mdi:lock}` an icon
# in the line. Two stars or one, as in a card's own text, set what stands between them bold or italic.

Sort = Literal["text", "field", "label", "icon"]

_PART = re.compile(r"\{([a-z][\w.:-]*)\}|(\*\*\*|\*\*|\*)")
_PLACE = re.compile(r"\{[a-z][\w.:-]*\}")
_ICONS = {"icon", "mdi", "ph", "fa"}


class Part(NamedTuple):
    """A piece of a template: literal text, a field, a word of the game or the face, or an icon."""

    sort: Sort
    value: str
    bold: bool = False
    italic: bool = False


class Template(NamedTuple):
    """A text with places to fill."""

    parts: tuple[Part, ...]
    fields: tuple[str, ...]
    """The fields of the card that it shows."""


def template(text: str) -> Template:
    """Read a template."""
    parts = tuple(_parts(text))
    return Template(parts, tuple(part.value for part in parts if part.sort == "field"))


def printed_braces(text: str) -> Iterator[tuple[int, str]]:
    """Yield what a template has in braces that is no place to fill: where, as a number from 0, and as it is written."""
    yield from odd_braces(text, _PLACE)


def _parts(text: str) -> Iterator[Part]:
    bold = italic = False
    end = 0
    for match in _PART.finditer(text):
        if match.start() > end:
            yield Part("text", text[end : match.start()], bold, italic)
        end = match.end()
        place, stars = match.groups()
        if place:
            yield Part(_sort(place), place, bold, italic)
        else:
            bold ^= len(stars) > 1
            italic ^= len(stars) != 2  # noqa: PLR2004 - one star or three
    if end < len(text):
        yield Part("text", text[end:], bold, italic)


def _sort(place: str) -> Sort:
    prefix, colon, _ = place.partition(":")
    if not colon:
        return "field"
    return "icon" if prefix in _ICONS else "label"


# The boxes of a face, as its YAML says them: what is drawn, where, and in which cases.

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
