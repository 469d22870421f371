"""The parts of a face as data: boxes, styles, colours, templates, and values that depend on the card."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise
from math import cos, hypot, radians, sin
from typing import TYPE_CHECKING, Any, Generic, Literal, NamedTuple, TypeVar

from deckwright.errors import InputError
from deckwright.messages import tr
from deckwright.model.markup import TAG, tags_of, unknown_braces
from deckwright.press.faces.expressions import names_in, parse_expression
from deckwright.press.faces.runs import PLAIN_LOOK
from deckwright.press.graphics.font_files import Cut
from deckwright.press.graphics.fonts import INSTALLED
from deckwright.press.graphics.parts import Gradient, Stop, Tint

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from deckwright.files.yaml import Document
    from deckwright.findings import Where
    from deckwright.press.faces.expressions import Expression
    from deckwright.press.faces.runs import RunLook, RunStyle
    from deckwright.press.graphics.fonts import Font, Fonts
    from deckwright.press.graphics.parts import Area, Matrix, Paint


# Values by case: parts of a face that depend on a field of the card.

T = TypeVar("T")

RawValue = str | int | float | bool | tuple[str, ...] | None
"""Value of a field in the data; a list is a tuple, and None means that the card does not have the field."""


@dataclass(frozen=True, slots=True)
class Cases(Generic[T]):
    """One value for each value of a field, and one for all others (None to draw nothing)."""

    by: str
    cases: Mapping[str, T]
    otherwise: T | None = None

    def choose(self, raw: Callable[[str], RawValue]) -> T | None:
        """Value for a card, whose fields `raw` returns; of a list, the first item with a case counts."""
        value = raw(self.by)
        for key in value if isinstance(value, tuple) else (value,):
            case = self.cases.get(_key(key))
            if case is not None:
                return case
        return self.otherwise

    def results(self) -> list[T]:
        """All possible values."""
        rest = [] if self.otherwise is None else [self.otherwise]
        return [*self.cases.values(), *rest]


def variants(value: str | Mapping[str, str] | None) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield a value of a face's YAML, or each of its cases, with its path."""
    if isinstance(value, str):
        yield (), value
    elif value:
        yield from (((case,), one) for case, one in value.items() if case != "by")


def _key(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


# Styles of text, which a face defines and which can extend each other.

Align = Literal["left", "centre", "right"]
Valign = Literal["top", "middle", "bottom"]
Fit = Literal["shrink", "grow", "together", "wrap", "fixed"]

USUAL_FONT = "Alegreya Sans"
"""Family of styles that name none."""

_SHRINKS = {"shrink", "grow", "together"}


@dataclass(frozen=True, eq=False)
class Style:
    """The style of a text. Sizes are in points; `leading` and `paragraph` in ems; `tracking` in thousandths of an em.

    Its letters have an `outline` in that colour, `outline_width` mm wide around them.

    A text shrinks down to `min`, and down to `one_line` before it is broken into lines; with `fit: grow`, it grows up
    to `max`. `lines` is the maximum number of lines (0: as many as fit). `font` is a family among `fonts`, or several:
    each has the letters that those before it lack. `tabs` is the distance of tab stops, in ems; `tabular` sets all figures
    equally wide. `runs` are those of the face, and `of_run` is true of the style of one.
    """

    font: str | Sequence[str] = USUAL_FONT
    weight: int = 400
    bold: int = 700
    italic: bool = False
    size: float = 9.0
    min: float = 7.0
    max: float = 0.0
    one_line: float = 0.0
    lines: int = 0
    leading: float = 1.2
    paragraph: float = 0.4
    colour: str = "ink"
    outline: str = ""
    outline_width: float = 0.3
    align: Align = "left"
    valign: Valign = "top"
    uppercase: bool = False
    tracking: float = 0.0
    hyphens: bool = False
    balance: bool = False
    fit: Fit = "shrink"
    tabs: float = 3.0
    tabular: bool = False
    fonts: Fonts = INSTALLED
    runs: Mapping[str, RunStyle] = field(default_factory=dict)
    of_run: bool = False

    @property
    def least(self) -> float:
        """Minimum size of the text."""
        return min(self.min, self.size) if self.fit in _SHRINKS else self.size

    @property
    def most(self) -> float:
        """Maximum size of the text."""
        return max(self.max, self.size) if self.fit == "grow" else self.size

    def cut(self, bold: bool, italic: bool) -> Font:
        """Font for bold or italic parts of the text; italic parts of an italic text are upright."""
        return self.cuts(bold, italic)[0]

    def cuts(self, bold: bool, italic: bool) -> tuple[Font, ...]:
        """Font for bold or italic parts of the text, and those for letters that it lacks."""
        cuts = self._cuts.get((bold, italic))
        if cuts is None:
            cuts = tuple(self._cut(name, bold, italic) for name in self.families)
            self._cuts[bold, italic] = cuts
        return cuts

    @cached_property
    def families(self) -> tuple[str, ...]:
        """Names of the families: the first, and those for letters that it lacks."""
        return (self.font,) if isinstance(self.font, str) else tuple(self.font)

    @cached_property
    def _cuts(self) -> dict[tuple[bool, bool], tuple[Font, ...]]:
        return {}

    def _cut(self, name: str, bold: bool, italic: bool) -> Font:
        """Open the font for a part of the text, or the nearest one that the family has."""
        known = self.fonts.family(name)
        requested = self._wanted(bold, italic)
        nearest = known.closest(*requested) if known and known.files else requested
        for cut in (requested, nearest, self._wanted(bold=False, italic=False)):
            if found := self.fonts.font(name, *cut):
                return found
        message = tr("The font {name} has no printable weight {weight}.", name=name, weight=self.weight)
        raise InputError("unknown-font", message)

    def _wanted(self, bold: bool, italic: bool) -> Cut:
        return Cut(self.bold if bold else self.weight, self.italic != italic)

    def is_replaced(self, bold: bool, italic: bool) -> bool:
        """Whether the family lacks the font for bold or italic parts of the text."""
        is_other = bold or italic or self.of_run
        return is_other and self.cut(bold, italic).cut != self._wanted(bold, italic)

    def run(self, names: tuple[str, ...]) -> StyledRun:
        """Style and look of words in some runs of the face, the outermost first."""
        known = self._run_looks.get(names)
        if known is None:
            known = self._run_looks[names] = self._run(names)
        return known

    @cached_property
    def _run_looks(self) -> dict[tuple[str, ...], StyledRun]:
        return {}

    @cached_property
    def with_tabular_figures(self) -> Style:
        """The style with figures of equal width, for numbers below each other."""
        return self if self.tabular else replace(self, tabular=True)

    def _run(self, names: tuple[str, ...]) -> StyledRun:
        style, look = self, PLAIN_LOOK
        for name in names:
            run = self.runs.get(name)
            look = look.within(name, run)
            if run and (run.font or run.weight or run.bold or run.italic is not None):
                weight = run.weight or (style.bold if run.bold else style.weight)
                italic = style.italic if run.italic is None else run.italic
                font = run.font or style.font
                style = replace(style, font=font, weight=weight, italic=italic, of_run=True)
        return StyledRun(style, look)


class StyledRun(NamedTuple):
    """Words in some runs: their style, which decides their fonts, and how they look besides."""

    style: Style
    look: RunLook


def inherited_keys(name: str, styles: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """Keys of a named style, inherited ones included."""
    own = styles[name]
    above = inherited_keys(own["extends"], styles) if "extends" in own else {}
    return {**above, **{key: value for key, value in own.items() if key != "extends"}}


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
    known = [(number, place) for number, place in enumerate(full) if place is not None]
    spread = [known[0][1]]
    for (first, low), (last, high) in pairwise(known):
        spread += [
            low + (high - low) * (number - first) / (last - first) for number in range(first + 1, last + 1)
        ]
    return spread


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


def mix(one: str, two: str, share: float) -> str:
    """Mix of two colours; `share` is that of the second one, from 0 to 1."""
    if not one or not two:
        return one or two
    parts = (round(a + (b - a) * share) for a, b in zip(rgb(one), rgb(two), strict=True))
    return "#" + "".join(f"{part:02x}" for part in parts)


def mean(colours: Sequence[str]) -> str:
    """Mean of some colours, without those that are ''."""
    known = [rgb(colour) for colour in colours if colour]
    if not known:
        return ""
    return "#" + "".join(f"{round(sum(parts) / len(known)):02x}" for parts in zip(*known, strict=True))


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


# Templates: texts of a face with placeholders for those of a card.
#
# `{name}` is a text or field of the card, in the printed language; `{kind:tool}` a word of the game, by its
# context; `{word:draw}` a word of the face; `{icon:tech}` and `{mdi:lock}` are icons in the line; anything else in
# braces is an expression. Two stars or one, as in the texts of cards, make the words between them bold or italic.

PartKind = Literal["text", "field", "label", "icon", "expression", "single"]

NUMBERS = frozenset({"index", "total", "index:kind", "total:kind"})
"""Numbers of a card in its game, or among the cards of its kind: which one it is, and how many there are."""

BUILT_IN = NUMBERS | {"id", "kind", "game", "copies", "revision", "origin", "icon", "marks", "texts"}
"""Fields that a card of any game has, besides its texts."""

ENTRY = frozenset({"entry", "title"})
"""Fields of a cell in a repeated row: the entry that the cell is for, and the name of the row."""

_PART = re.compile(rf"\{{([^{{}}\n]+)\}}|(\*\*\*|\*\*|\*)|({TAG.pattern})")
_PLACE = re.compile(r"\{[^{}\n]+\}")
_SIMPLE = re.compile(r"[a-z][\w.:-]*")
_ICONS = {"icon", "mdi", "ph", "fa"}


class TemplatePart(NamedTuple):
    """Part of a template: literal text, a field, a word of the game or the face, an icon, an expression, or a single tag.

    An expression that is not valid has no `expression`; faces with one are refused. `runs` are the runs that it is in.
    """

    sort: PartKind
    value: str
    bold: bool = False
    italic: bool = False
    expression: Expression | None = None
    runs: tuple[str, ...] = ()


class Template(NamedTuple):
    """A text with placeholders."""

    parts: tuple[TemplatePart, ...]
    fields: tuple[str, ...]
    """Fields of the card in the template."""


def parse_template(text: str) -> Template:
    """Parse a template."""
    parts = tuple(_parts(text))
    return Template(parts, tuple(name for part in parts for name in _fields_of(part)))


def _fields_of(part: TemplatePart) -> Iterator[str]:
    if part.sort == "field":
        yield part.value
    elif part.expression:
        yield from names_in(part.expression)


def printed_braces(text: str) -> Iterator[tuple[int, str]]:
    """Yield text in braces that is not a placeholder, with its offset."""
    yield from unknown_braces(text, _PLACE)


def _parts(text: str) -> Iterator[TemplatePart]:
    look = TemplatePart("text", "")
    tags = {tag.start: tag for tag in tags_of(text)}
    end = 0
    for match in _PART.finditer(text):
        tag = tags.get(match.start())
        if tag and tag.is_printed:
            continue
        if match.start() > end:
            yield look._replace(value=text[end : match.start()])
        end = match.end()
        place, stars, _ = match.groups()
        if place:
            yield _placeholder(place)._replace(bold=look.bold, italic=look.italic, runs=look.runs)
        elif tag and tag.role == "single":
            yield look._replace(sort="single", value=tag.name)
        elif tag:
            look = look._replace(runs=(*look.runs, tag.name) if tag.role == "open" else look.runs[:-1])
        else:
            bold, italic = len(stars) > 1, len(stars) != 2  # noqa: PLR2004 - one star or three
            look = look._replace(bold=look.bold ^ bold, italic=look.italic ^ italic)
    if end < len(text):
        yield look._replace(value=text[end:])


def _placeholder(place: str) -> TemplatePart:
    if not _SIMPLE.fullmatch(place):
        try:
            return TemplatePart("expression", place, expression=parse_expression(place))
        except InputError:
            return TemplatePart("expression", place)
    prefix, colon, _ = place.partition(":")
    if not colon or place in NUMBERS:
        return TemplatePart("field", place)
    return TemplatePart("icon" if prefix in _ICONS else "label", place)


# The boxes of a face, as read from its YAML: what is drawn, where, and under which condition.

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


def face_size(documents: Sequence[Document]) -> tuple[float, float]:
    """Width and height of a face in mm; `documents` begin with the topmost one it extends."""
    across, down = next((one.value["size"] for one in reversed(documents) if "size" in one.value), _CARD)
    return float(across), float(down)


_CARD = (63.0, 88.0)


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
    """What all boxes have in common. `at` is in mm from the corner of the card, or of the box around this one."""

    place: FaceLocation
    at: Area
    id: str = ""
    when: str = ""
    turn: float = 0.0
    both_ways: bool = False
    opacity: float = 1.0
    shadow: Shadow | None = None


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

    text: Template | Cases[Template]
    style: Style
    panel: Panel | None = None
    figure: bool = False


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class IconBox(Box):
    """An icon, as large as its box allows.

    With `colours`, it has those of its file, except for shapes of these classes; `colour` is for icons of fonts then.
    """

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

    bar: str
    total: float
    fill: str
    ground: str = ""
    way: Direction = "right"
    radii: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class CodeBox(Box):
    """A QR code in the middle of its box; `quiet` is the width of the zone around it, in modules."""

    text: Template | Cases[Template]
    colour: str = INK
    ground: str = ""
    error: Literal["L", "M", "Q", "H"] = "M"
    quiet: int = 4


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class PatternBox(MaskedBox):
    """Boxes repeated over a shape at intervals of `step`; `stagger` moves every other row by half a step."""

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
    """Space in a stack: `at.height` high or, if it fills, all that is left."""

    fills: bool = False


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class GroupBox(MaskedBox):
    """Boxes that belong together, clipped at the edge of the group if it clips."""

    boxes: tuple[Box, ...]
    clip: bool = False
