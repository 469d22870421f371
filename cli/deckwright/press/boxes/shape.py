"""Shapes with a name or through given points, lines, the masks of other boxes; and bars, which show a number as a share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from deckwright.findings import Finding
from deckwright.messages import tr
from deckwright.press.boxes import keys
from deckwright.press.boxes.box import Box
from deckwright.press.graphics.parts import (
    SHAPE_NAMES,
    DrawnGroup,
    DrawnShape,
    around,
    outline,
    polygon,
    polyline,
    rectangle,
)
from deckwright.press.looks.colours import stops_in
from deckwright.press.looks.expressions import Cases, variants

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from deckwright.press.boxes.box import Sizing
    from deckwright.press.boxes.keys import FaceLocation
    from deckwright.press.drawing.context import Scope
    from deckwright.press.graphics.parts import Area, DrawnPart, Path, Stop


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class FormedBox(Box):
    """A box in the form of a shape: one with a name, which fills the box, or one through given points."""

    form_key: ClassVar[str] = "mask"
    points: tuple[tuple[float, float], ...] = ()
    radius: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)

    @classmethod
    def faults(cls, value: Mapping[str, Any], place: FaceLocation) -> Iterator[Finding]:
        """Find polygons without corners."""
        if "points" not in value and "polygon" in (name for _, name in variants(value.get(cls.form_key))):
            message = tr("This polygon has no corners. Add points: [[across, down], …] in mm.")
            yield Finding("no-points", "error", message, where=place.where(cls.form_key))

    @property
    def form(self) -> str | Cases[str]:
        """The shape, which may depend on the card."""
        value: str | Cases[str] = getattr(self, self.form_key)
        return value

    @property
    def forms(self) -> Sequence[str]:
        """All shapes that it can have."""
        return self.form.results() if isinstance(self.form, Cases) else [self.form]

    def path(self, name: str, area: Area) -> Path:
        """Path of one of its shapes in an area; empty if there is none."""
        if self.points:
            return polygon(self.points_in(area))
        return outline(name, area, self.radius) if name in SHAPE_NAMES else ()

    def points_in(self, area: Area) -> list[tuple[float, float]]:
        """Its points on the card."""
        return [(area.x + x, area.y + y) for x, y in self.points]


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class MaskedBox(FormedBox):
    """A box whose content is clipped at a shape."""

    mask: str | Cases[str] = keys.shape_name(
        "The shape at which it is clipped; a rectangle by default.", "mask", default="rect"
    )
    points: tuple[tuple[float, float], ...] = keys.points(
        "For a mask that is a polygon: its corners, each across and down from the corner of the box.",
        default=(),
    )
    radius: tuple[float, float, float, float] = keys.radius()

    def clip_path(self, name: str, area: Area, shown: Area) -> Path:
        """Path at which the box is clipped: a shape with a name around what is shown of it, or points in its area."""
        if name == "polygon":
            return polygon(self.points_in(area))
        return outline(name, shown, self.radius)


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class ShapeBox(FormedBox):
    """An outline, filled or drawn with a line or both."""

    kind = "shape"
    order = 4
    example = "shape: rect"
    draws = "`rect`, `ellipse`, `circle`, `square`, `triangle`, `diamond`, `hexagon`, `star`, `chevron`, or `polygon`"
    form_key = "shape"
    is_labelled = False

    shape: str | Cases[str] = keys.shape_name()
    points: tuple[tuple[float, float], ...] = keys.points(
        "For a polygon: its corners, each across and down from the corner of the box.",
        default=(),
        aside="of a `polygon`",
    )
    fill: str = keys.paint("The colour of its filling, from the palette.", "", changes=True)
    stroke: str = keys.colour("The colour of its line, from the palette.", "", changes=True)
    width: float = keys.line_width(changes=True)
    dash: tuple[float, ...] = keys.dashes()
    radius: tuple[float, float, float, float] = keys.radius(
        changes=True, aside="of a `rect`: one, or four from top left"
    )

    @classmethod
    def sizing_of(cls, value: Mapping[str, Any]) -> Sizing:
        """Whether the box needs a size: a polygon has points."""
        return "free" if value.get("shape") == "polygon" else cls.sizing

    def veil(self, place: Area, area: Area, scope: Scope) -> list[Stop]:
        """Colours of its fill."""
        return stops_in(scope.paint(self.fill, place), area)

    def draw(self, scope: Scope, area: Area) -> Iterator[DrawnPart]:
        """Draw the shape, if it has a colour."""
        name, corners = scope.chosen(self.shape), self.points_in(area)
        # A gradient is fitted to the points of a shape, if it has any.
        fill, stroke = scope.paint(self.fill, self.extent(area)), scope.colour(self.stroke)
        if not name or not (fill or stroke):
            return
        if corners:
            path = polygon(corners) if name == "polygon" else polyline(corners)
        else:
            path = outline(name, area, self.radius)
        yield DrawnShape(path, fill, stroke, self.width, self.dash)

    def extent(self, area: Area) -> Area:
        """Area around its points, if it has any."""
        return around(self.points_in(area)) or area

    @property
    def line_width(self) -> float:
        """Width of its line, in mm; 0 without one."""
        return self.width if self.stroke else 0.0


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class LineBox(Box):
    """A line through some points."""

    kind = "line"
    order = 5
    example, draws = "line: [[0, 0], [9, 0]]", "a line through points"
    sizing = "free"
    fixed = True
    is_labelled = False

    line: tuple[tuple[float, float], ...] = keys.points(
        "Its points, each across and down from the corner of the box."
    )
    stroke: str = keys.colour("Its colour, from the palette.")
    width: float = keys.line_width()
    dash: tuple[float, ...] = keys.dashes()

    def draw(self, scope: Scope, area: Area) -> Iterator[DrawnPart]:
        """Draw the line."""
        if stroke := scope.colour(self.stroke):
            path = polyline(self.points_in(area))
            yield DrawnShape(path, "", stroke, self.width, self.dash)

    def points_in(self, area: Area) -> list[tuple[float, float]]:
        """Its points on the card."""
        return [(area.x + x, area.y + y) for x, y in self.line]

    def extent(self, area: Area) -> Area:
        """Area around its points."""
        return around(self.points_in(area)) or area

    @property
    def line_width(self) -> float:
        """Width of its line, in mm."""
        return self.width


# Bars, which show a number as a share of its maximum


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class BarBox(Box):
    """A bar, filled from its beginning by the share that a number, the rank of a choice or the length of a list has of a total. A card without the field has no bar."""

    kind = "bar"
    order = 8
    example, draws = "bar: jump", "a bar that shows the field as a share of its total"

    bar: str = keys.field_name("The field.")
    total: float = keys.key(
        {"type": "number", "exclusiveMinimum": 0, "maximum": 1000000},
        "Value that fills the whole bar; greater values do not make it longer.",
        float,
    )
    fill: str = keys.paint("The colour of the part that is filled.")
    ground: str = keys.paint("Colour of the whole bar behind it; none by default.", "")
    way: str = keys.one_of(
        "right left down up", "Direction in which the bar grows; right by default.", "right"
    )
    radius: tuple[float, float, float, float] = keys.radius()

    def draw(self, scope: Scope, area: Area) -> Iterator[DrawnPart]:
        """Draw the bar, if the card has the field."""
        if scope.raw(self.bar) is None:
            return
        fill, ground = scope.paint(self.fill, area), scope.paint(self.ground, area)
        whole = rectangle(area, self.radius)
        if ground:
            yield DrawnShape(whole, ground)
        share = min(max(scope.amount(self.bar) / self.total, 0.0), 1.0)
        if fill and share:
            filled = DrawnShape(rectangle(self._filled(area, share)), fill, solid="measure")
            yield DrawnGroup((filled,), clip=whole)

    def _filled(self, area: Area, share: float) -> Area:
        if self.way in {"right", "left"}:
            width = area.width * share
            return area._replace(
                x=area.x if self.way == "right" else area.x + area.width - width, width=width
            )
        height = area.height * share
        return area._replace(y=area.y if self.way == "down" else area.y + area.height - height, height=height)
