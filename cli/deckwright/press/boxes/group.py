"""Boxes with others inside: groups, shared boxes, rows and patterns; and those that are removed."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from typing import TYPE_CHECKING, Any

from deckwright.press.boxes import keys
from deckwright.press.boxes.box import Box
from deckwright.press.boxes.scaling import Scale
from deckwright.press.boxes.shape import MaskedBox
from deckwright.press.drawing.card import draw_boxes, shared_drawing
from deckwright.press.drawing.lines import FREE_SHARE
from deckwright.press.graphics.parts import DrawnGroup, DrawnRepeat

if TYPE_CHECKING:
    from collections.abc import Iterator

    from deckwright.press.drawing.context import Scope
    from deckwright.press.graphics.parts import Area, DrawnPart


class _Together(Box):
    """Boxes at places relative to the corner of the box around them."""

    sizing = "free"
    fixed = places = True
    is_labelled = False

    def draw(self, scope: Scope, area: Area) -> Iterator[DrawnPart]:
        """Draw the boxes."""
        return draw_boxes(self.nested, scope, (area.x, area.y))

    def placed_inside(self, area: Area) -> Iterator[tuple[Box, Area]]:
        """Yield the boxes with their areas."""
        for box in self.nested:
            yield box, box.at._replace(x=area.x + box.at.x, y=area.y + box.at.y)


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class GroupBox(_Together, MaskedBox):
    """Boxes that belong together, with positions relative to the group's corner."""

    kind = "group"
    order = 13
    example, draws = "group: [boxes]", "boxes with positions relative to the group's corner"

    group: tuple[Box, ...] = keys.boxes("The boxes, the lowest first.")
    clip: bool | None = keys.yes_or_no("Whether they are clipped at the group's edge.", None)

    def draw(self, scope: Scope, area: Area) -> Iterator[DrawnPart]:
        """Draw the boxes, clipped if the group clips or has a mask."""
        if not ("mask" in self.value if self.clip is None else self.clip):
            yield from super().draw(scope, area)
        elif mask := scope.chosen(self.mask):
            yield DrawnGroup(tuple(super().draw(scope, area)), clip=self.clip_path(mask, area, area))


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class UseBox(_Together):
    """Shared boxes, with positions relative to the corner of this box."""

    kind = "use"
    order = 14
    example = "use: badge"
    draws = "[shared boxes](#shared-boxes), with positions relative to the corner of this box"

    use: tuple[Box, ...] = keys.shared_boxes(
        "The name of the boxes under shared, in this face or one that it extends."
    )


_STEPS = {"right": (1, 0), "left": (-1, 0), "down": (0, 1), "up": (0, -1)}


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class RepeatBox(Box):
    """A row of cells: as many as a number or the rank of a choice, one for each entry of a list, for each of the card's marks, or for each of its fields. In its cells {entry} is the entry and {title} its name."""

    kind = "repeat"
    order = 7
    example, draws = "repeat: jump", "a row of cells"
    sizing = "free"

    repeat: str = keys.row_field("A field; marks for the card's marks, fields for all fields of the card.")
    cell: tuple[float, float] = keys.key(
        {"type": "array", "minItems": 2, "maxItems": 2, "items": {"$ref": "#/$defs/length"}},
        "Width and height of a cell.",
        keys.pair,
        scaled=Scale.along,
    )
    each: tuple[Box, ...] = keys.boxes("What each cell shows, in mm from the cell's corner.")
    rest: tuple[Box, ...] = keys.boxes("What the remaining cells show.", ())
    total: int = keys.key(
        {"type": "integer", "minimum": 1, "maximum": 100},
        "How many cells there are in all; those beyond the count show rest.",
        default=0,
    )
    gap: float = keys.length("Gap between cells.", 0.0)
    way: str = keys.one_of(
        "right left down up", "Direction of the row from its first cell; right by default.", "right"
    )
    align: str = keys.one_of(
        "start middle end", "Alignment of the row in its box; start by default.", "start"
    )

    def draw(self, scope: Scope, area: Area) -> Iterator[DrawnPart]:
        """Draw the cells."""
        entries = scope.row_items(self.repeat)
        cells = max(len(entries), self.total)
        for number in range(cells):
            corner = self._corner(area, number, cells)
            is_entry = number < len(entries)
            boxes, inner = (self.each, scope.at(entries[number])) if is_entry else (self.rest, scope)
            shared = shared_drawing(boxes, inner)
            if shared is None:
                yield from draw_boxes(boxes, inner, corner)
            else:
                yield DrawnRepeat(shared, (corner,))

    def shown_inside(self, scope: Scope) -> Iterator[tuple[tuple[Box, ...], Scope]]:
        """Yield the boxes of each cell, and those of the remaining ones."""
        for entry in scope.row_items(self.repeat):
            yield self.each, scope.at(entry)
        yield self.rest, scope

    @property
    def row(self) -> str:
        """The field whose items its cells show."""
        return self.repeat

    def height_in_stack(self, scope: Scope, area: Area) -> float | None:  # noqa: ARG002 - cells have a height of their own
        """Height of all cells; None without any."""
        cells = max(scope.row_length(self.repeat), self.total)
        if not cells:
            return None
        return _length(self.cell[1], self.gap, cells) if self.way in {"down", "up"} else self.cell[1]

    def _corner(self, area: Area, number: int, cells: int) -> tuple[float, float]:
        """Top left corner of a cell."""
        across, down = _STEPS[self.way]
        (width, height), gap, share = self.cell, self.gap, FREE_SHARE[self.align]
        place = cells - 1 - number if across + down < 0 else number
        if across:
            start = area.x + (area.width - _length(width, gap, cells)) * share
            return start + place * (width + gap), area.y
        start = area.y + (area.height - _length(height, gap, cells)) * share
        return area.x, start + place * (height + gap)


def _length(cell: float, gap: float, cells: int) -> float:
    return cells * cell + (cells - 1) * gap


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class PatternBox(MaskedBox):
    """Boxes repeated over an area, and clipped at its edge."""

    kind = "pattern"
    order = 10
    example, draws = "pattern: [boxes]", "boxes repeated over an area"
    is_ground = True
    is_labelled = False

    pattern: tuple[Box, ...] = keys.boxes("What is repeated, in mm from the corner of each place.")
    step: tuple[float, float] = keys.key(
        {
            "type": "array",
            "minItems": 2,
            "maxItems": 2,
            "items": {"type": "number", "minimum": 0.5, "maximum": 500},
        },
        "Distance, across and down.",
        keys.pair,
        scaled=Scale.along,
    )
    stagger: bool = keys.yes_or_no("Whether every other row is moved by half a step.")

    def draw(self, scope: Scope, area: Area) -> Iterator[DrawnPart]:
        """Draw the pattern, clipped at its edge."""
        step_x, step_y = self.step
        places = tuple(
            (
                area.x + column * step_x + (step_x / 2 if self.stagger and row % 2 else 0.0),
                area.y + row * step_y,
            )
            for row in range(-1, ceil(area.height / step_y) + 1)
            for column in range(-1, ceil(area.width / step_x) + 1)
        )
        if mask := scope.chosen(self.mask):
            parts = tuple(draw_boxes(self.pattern, scope))
            yield DrawnRepeat(parts, places, self.clip_path(mask, area, area))


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class DropBox(Box):
    """An inherited box, by its id, that this face does not draw."""

    kind = "drop"
    order = 1000
    example, draws = "drop: yes", "nothing: the inherited box with the `id` is removed"
    sizing = "free"
    common = ()

    id: str = keys.key("id", "The id of the inherited box.")
    drop: Any = keys.key({"enum": ["yes", True]}, "Removes the box.")

    def draw(self, scope: Scope, area: Area) -> Iterator[DrawnPart]:  # noqa: ARG002 - it is not drawn
        """Draw nothing."""
        yield from ()
