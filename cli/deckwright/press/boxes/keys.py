"""The keys of boxes: how the value of each is written and read, what it names, and how it is scaled for cards of another size."""

from __future__ import annotations

from dataclasses import MISSING, dataclass, field
from math import inf
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol

from deckwright.press.drawing.shadows import Shadow
from deckwright.press.graphics.parts import Tint
from deckwright.press.looks.colours import INK, OWN
from deckwright.press.looks.expressions import parse_template, value_or_cases, variants

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

    from deckwright.files.yaml import Document
    from deckwright.findings import Where
    from deckwright.press.looks.styles import TextLooks

# Scales for cards of another size than the design.

_DIGITS = 4
_ANYWHERE = (-inf, -inf, inf, inf)


class Scale(NamedTuple):
    """How many times as wide and as high as its design a card is.

    Places follow the card; sizes of texts, lines and corners follow the smaller of both, so that what fits still fits. `edges` are
    those of the design in mm: left, top, right and bottom of where boxes are measured from, infinite if that is not one place.
    """

    across: float = 1.0
    down: float = 1.0
    edges: tuple[float, float, float, float] = _ANYWHERE

    @property
    def least(self) -> float:
        """Scale of what keeps its proportions."""
        return min(self.across, self.down)

    def inside(self, turn: float, area: Sequence[float]) -> Scale:
        """Scale inside a box with this area, from its corner and along its own sides, which may be turned about its centre."""
        if turn % 90:
            return Scale(self.least, self.least)
        x, y, width, height = area
        middle_x, middle_y = x + width / 2, y + height / 2
        left, top, right, bottom = self.edges
        edges = (left - middle_x, top - middle_y, right - middle_x, bottom - middle_y)
        for _ in range(round(turn / 90) % 4):  # a quarter clockwise: what was at the top is at the left
            left, top, right, bottom = edges
            edges = (top, -right, bottom, -left)
        left, top, right, bottom = edges
        across, down = (self.down, self.across) if turn % 180 else (self.across, self.down)
        return Scale(
            across, down, (left + width / 2, top + height / 2, right + width / 2, bottom + height / 2)
        )

    def anywhere(self) -> Scale:
        """The same scale for boxes that are drawn at several places, or at one that depends on the card."""
        return self._replace(edges=_ANYWHERE)

    def box(
        self, value: dict[str, Any], inside: Scale, scaled_keys: Mapping[str, Callable[[Scale, Any], Any]]
    ) -> dict[str, Any]:
        """A box as it is written, without those inside it, at this scale; each of the keys by its own way, `inside` the box."""
        if self.across == self.down == 1:
            return value
        scaled = dict(value)
        for name, at_scale in scaled_keys.items():
            if name in value:
                scaled[name] = at_scale(inside, value[name])
        if "height" in value:
            scaled["height"] = inside.upright(value["height"])
        if isinstance(value.get("at"), list):
            area = self._area(value["at"], inside, value.get("turn", 0))
            scaled["at"] = [round(length, _DIGITS) for length in area]
        return scaled

    def _area(self, at: list[float], inside: Scale, turn: float) -> tuple[float, ...]:
        """Area of a box, which is turned about its centre."""
        x, y, width, height = at
        lies = turn % 180 and not turn % 90
        if lies:  # its height is across the card
            x, y, width, height = x + (width - height) / 2, y + (height - width) / 2, height, width
        (left, top), (right, bottom) = self._place(x, y), self._place(x + width, y + height)
        if turn % 90:
            width, height = width * inside.across, height * inside.down
        elif lies:
            width, height = bottom - top, right - left
        else:
            width, height = right - left, bottom - top
        return (left + right - width) / 2, (top + bottom - height) / 2, width, height

    def _place(self, x: float, y: float) -> tuple[float, float]:
        """A point; beyond the edges, for the bleed, it is as far from the card as it was."""
        left, top, right, bottom = self.edges
        return _moved(x, self.across, left, right), _moved(y, self.down, top, bottom)

    # The values of keys.

    def in_proportion(self, value: Any) -> Any:
        """A length, or all in a list, that follows the smaller side: a gap, a line, a corner."""
        return _times(value, self.least)

    def upright(self, value: Any) -> Any:
        """A height."""
        return _times(value, self.down)

    def along(self, value: Any) -> Any:
        """A width and a height."""
        return [_times(value[0], self.across), _times(value[1], self.down)]

    def points(self, value: Any) -> Any:
        """A list of points."""
        return [[round(length, _DIGITS) for length in self._place(*point)] for point in value]

    def of_mapping(self, value: Mapping[str, Any]) -> dict[str, Any]:
        """A mapping whose lengths follow the smaller side."""
        return {
            name: part if name in _WITHOUT_LENGTH else self.in_proportion(part)
            for name, part in value.items()
        }


_WITHOUT_LENGTH = frozenset({"opacity"})
"""Numbers in mappings that are no lengths."""

UNSCALED = Scale()
"""Scale of faces for cards of the size that they are designed for."""


def _moved(length: float, scale: float, low: float, high: float) -> float:
    """A length at this scale; what is beyond two edges keeps its length."""
    inner, origin = max(low, min(length, high)), max(low, min(0.0, high))
    return length + (inner - origin) * (scale - 1)


def _times(value: Any, scale: float) -> Any:
    """A number, or all in a list, multiplied; other words, such as `fill`, as they are."""
    if isinstance(value, list):
        return [_times(number, scale) for number in value]
    return round(value * scale, _DIGITS) if isinstance(value, (int, float)) else value


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


# What the values of keys name. Whatever depends on names asks for these: checks of faces, the sharing of drawings, preflight.

Sort = Literal[
    "cases",
    "mask",
    "field",
    "row",
    "text",
    "icon",
    "picture",
    "class",
    "colour",
    "paint",
    "style",
    "shared",
    "query",
]

OF_CARDS = frozenset({"cases", "mask", "field", "row", "text", "icon", "picture"})
"""Sorts of mentions by which a drawing depends on the card."""


class Mention(NamedTuple):
    """Something that a face names, and where: of which sort it is, and its value in the YAML.

    `cases` is a whole value by case, and `mask` one for a mask; `row` is the field of a row, `text` and `picture` are
    templates, and `class` is one of the SVG files in a folder, such as `icons/leaf`. A `paint` is a colour or a gradient, a `colour` no gradient.
    """

    sort: Sort
    value: Any
    place: FaceLocation

    def fields(self) -> Iterator[str]:
        """Yield the fields of a card on which the value depends."""
        if self.sort == "field":
            yield self.value
        elif self.sort == "row":
            # A row of all fields differs on nearly every card.
            yield "id" if self.value == "fields" else self.value
        elif self.sort in {"cases", "mask"}:
            yield self.value["by"]
        elif self.sort in {"text", "picture"}:
            yield from parse_template(self.value).fields
        elif self.sort == "icon" and self.value in {"{icon}", "{entry}"}:
            yield self.value[1:-1]


class Reader(Protocol):
    """What the values of keys refer to: the styles and the shared boxes of their face, and how boxes are read."""

    @property
    def looks(self) -> TextLooks:
        """The styles of the face."""

    @property
    def shared(self) -> Mapping[str, tuple[list[dict[str, Any]], FaceLocation]]:
        """The shared boxes of the face, each list with its place."""

    def boxes(self, values: list[dict[str, Any]], place: FaceLocation) -> tuple[object, ...]:
        """Read a list of boxes, without those that are dropped."""


@dataclass(frozen=True)
class Key:
    """A key of a box: its schema, how its value is read, and what that names, which is of these `sorts`.

    `scaled` is its value in a face that is designed for another size of cards. `changes` if it can differ in a language or
    for a target, `nests` if its boxes are inside the box, `always` if it is read from nothing too. `aside` follows its name
    on the page about faces.
    """

    schema: Mapping[str, Any]
    read: Callable[[Any, Reader, FaceLocation], Any]
    names: Callable[[Any, FaceLocation], Iterable[Mention]] | None = None
    sorts: Collection[Sort] = ()
    scaled: Callable[[Scale, Any], Any] | None = None
    changes: bool = False
    nests: bool = False
    always: bool = False
    is_required: bool = False
    aside: str = ""


def key(
    schema: Mapping[str, Any] | str,
    about: str = "",
    read: Callable[[Any], Any] | None = None,
    *,
    default: Any = MISSING,
    **more: Any,
) -> Any:
    """Declare a key as a field of a box's class; a `schema` can be the name of a definition, `more` is that of a `Key`.

    Without a `default`, the key is required. `read` reads its value by itself; what refers to other parts of the face is
    read `with_reader`.
    """
    value = {"$ref": f"#/$defs/{schema}"} if isinstance(schema, str) else dict(schema)
    value |= {"description": about} if about else {}
    plain = read or (lambda written: written)
    reads = more.pop("with_reader", None) or (lambda written, _reader, _place: plain(written))
    is_required = default is MISSING and not more.get("always")
    return field(default=default, metadata={"key": Key(value, reads, is_required=is_required, **more)})


def _named(sort: Sort) -> Callable[[Any, FaceLocation], Iterator[Mention]]:
    def names(value: Any, place: FaceLocation) -> Iterator[Mention]:
        yield Mention(sort, value, place)

    return names


def _by_case(sort: Sort | None, cases: Sort = "cases") -> Callable[[Any, FaceLocation], Iterator[Mention]]:
    def names(value: Any, place: FaceLocation) -> Iterator[Mention]:
        if isinstance(value, dict):
            yield Mention(cases, value, place)
        if sort:
            yield from (Mention(sort, variant, place.at(*steps)) for steps, variant in variants(value))

    return names


def _colours_in(**sorts: Sort) -> Callable[[Any, FaceLocation], Iterator[Mention]]:
    """Colours under some keys of a mapping."""

    def names(value: Any, place: FaceLocation) -> Iterator[Mention]:
        for name, sort in sorts.items():
            if name in value:
                yield Mention(sort, value[name], place.at(name))

    return names


# Plain values.


def pair(value: list[float]) -> tuple[float, float]:
    """Read two numbers."""
    return float(value[0]), float(value[1])


def _radii(value: float | list[float]) -> tuple[float, float, float, float]:
    a, b, c, d = value if isinstance(value, list) else [value] * 4
    return float(a), float(b), float(c), float(d)


def one_of(choices: str, about: str, default: str) -> Any:
    """Key whose value is one of some words, which are between spaces."""
    return key({"enum": choices.split()}, about, default=default)


def yes_or_no(about: str, default: bool | None = False) -> Any:
    """Key that is true or false."""
    return key({"type": "boolean"}, about, default=default)


def length(about: str, default: float) -> Any:
    """Key for a length in mm."""
    return key("length", about, float, default=default, scaled=Scale.in_proportion)


def line_width(**more: Any) -> Any:
    """Key for the width of a line."""
    return key("line_width", "", float, default=0.25, scaled=Scale.in_proportion, **more)


def dashes() -> Any:
    """Key for the dashes of a line."""
    return key("dash", "", lambda values: tuple(map(float, values)), default=(), scaled=Scale.in_proportion)


def radius(**more: Any) -> Any:
    """Key for the radii of four corners."""
    return key("radius", "", _radii, default=(0.0,) * 4, scaled=Scale.in_proportion, **more)


def points(about: str, **more: Any) -> Any:
    """Key for points in mm."""
    return key("points_list", about, lambda points: tuple(map(pair, points)), scaled=Scale.points, **more)


# Values that name something.


def field_name(about: str) -> Any:
    """Key for a field of the card."""
    return key("field", about, names=_named("field"), sorts=("field",))


def row_field(about: str) -> Any:
    """Key for what a row repeats: a field, the marks, or all fields."""
    return key("field", about, names=_named("row"), sorts=("row",))


def query(about: str) -> Any:
    """Key for a query."""
    return key("query", about, default="", names=_named("query"))


def template(**more: Any) -> Any:
    """Key for a text with placeholders, or one by case."""
    return key("text_or_cases", "", _template, names=_by_case("text"), sorts=("cases", "text"), **more)


def _template(value: Any) -> Any:
    return value_or_cases(value, parse_template)


def picture_template(**more: Any) -> Any:
    """Key for the name of a picture, or one by case."""
    names = _by_case("picture")
    return key("picture_or_cases", "", _template, names=names, sorts=("cases", "picture"), **more)


def picture_name(about: str) -> Any:
    """Key for the name of one picture."""
    return key("picture_name", about, default="", names=_named("picture"))


def icon_name(**more: Any) -> Any:
    """Key for an icon, or one by case."""
    return key("icon_or_cases", "", _choice, names=_by_case("icon"), sorts=("cases", "icon"), **more)


def shape_name(about: str = "", sort: Sort = "cases", **more: Any) -> Any:
    """Key for a shape, or one by case."""
    names = _by_case(None, sort)
    return key("shape_or_cases", about, _choice, names=names, sorts=(sort,), **more)


def _choice(value: Any) -> Any:
    return value_or_cases(value, str)


def colour(about: str, default: Any = MISSING, **more: Any) -> Any:
    """Key for a colour of the palette, which is not a gradient."""
    return key("colour", about, default=default, names=_named("colour"), sorts=("colour",), **more)


def paint(about: str, default: Any = MISSING, **more: Any) -> Any:
    """Key for a colour of the palette, or a gradient."""
    return key("colour", about, default=default, names=_named("paint"), sorts=("colour",), **more)


def class_colours(folder: str) -> Any:
    """Key for the colours of classes in an SVG of a folder, which keeps its own for the others; None if it has one colour."""

    def names(value: Any, place: FaceLocation) -> Iterator[Mention]:
        for name, tone in value.items() if isinstance(value, dict) else ():
            yield Mention("class", f"{folder}/{name}", place.at(name))
            yield Mention("paint", tone, place.at(name))

    return key("colours", "", lambda value: {} if value == OWN else value, default=None, names=names)


def text_style(*, figure: bool = False) -> Any:
    """Key for a style: that of figures by default, or that of texts."""
    return key(
        "style_or_name",
        with_reader=lambda value, reader, _: reader.looks.style(value, figure=figure),
        names=_named("style"),
        changes=True,
        always=True,
    )


def boxes(about: str, default: Any = MISSING) -> Any:
    """Key for boxes inside the box."""
    return key(
        "boxes",
        about,
        with_reader=lambda value, reader, place: reader.boxes(value, place),
        default=default,
        nests=True,
    )


def shared_boxes(about: str) -> Any:
    """Key for boxes that are written elsewhere, by their name."""
    return key(
        "name",
        about,
        with_reader=lambda value, reader, _: reader.boxes(*reader.shared[value]),
        names=_named("shared"),
        nests=True,
    )


# Values that have keys of their own.


class Panel(NamedTuple):
    """The background of a text: as large as its box or, with `hug`, as its words."""

    fill: str = ""
    stroke: str = ""
    width: float = 0.25
    radii: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)
    pad: tuple[float, float] = (0.0, 0.0)
    hug: bool = False


def shadow() -> Any:
    """Key for a shadow."""
    names = _colours_in(colour="colour")
    return key("shadow", "", _shadow, default=None, names=names, scaled=Scale.of_mapping)


def _shadow(value: dict[str, Any]) -> Shadow:
    x, y = Shadow().offset
    keys = {name: float(value[name]) for name in ("blur", "opacity") if name in value}
    offset = float(value.get("x", x)), float(value.get("y", y))
    return Shadow(value.get("colour", INK), offset, **keys)


def text_panel() -> Any:
    """Key for a panel."""
    names = _colours_in(fill="paint", stroke="colour")
    return key("panel", "", _panel, default=None, names=names, scaled=Scale.of_mapping, changes=True)


def _panel(value: dict[str, Any]) -> Panel:
    pad = value.get("pad", 0)
    return Panel(
        **{name: value[name] for name in ("fill", "stroke", "hug") if name in value},
        width=float(value.get("width", 0.25)),
        radii=_radii(value.get("radius", 0)),
        pad=pair(pad if isinstance(pad, list) else [pad, pad]),
    )


def tint() -> Any:
    """Key for a tint."""
    return key("tint", "", lambda value: Tint(**value), default=None, names=_colours_in(colour="colour"))
