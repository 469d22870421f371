"""Boxes with others inside: groups, shared boxes, rows, patterns and stacks; and those that are removed."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from math import ceil
from typing import TYPE_CHECKING, Any

from deckwright.press.boxes import keys
from deckwright.press.boxes.box import Box
from deckwright.press.boxes.keys import Scale
from deckwright.press.boxes.shape import MaskedBox
from deckwright.press.boxes.text import TextBox, outline_of_overflow
from deckwright.press.drawing.card import draw_boxes, shared_drawing
from deckwright.press.drawing.lines import FREE_SHARE, fit_text
from deckwright.press.graphics.parts import Area, DrawnGroup, DrawnRepeat

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from deckwright.press.boxes.box import BoxReader
    from deckwright.press.drawing.context import Scope
    from deckwright.press.drawing.lines import FittedText, TextToFit
    from deckwright.press.graphics.parts import DrawnPart


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


# Stacks, whose texts shrink or grow together until all of them fit.

_GROWING = (3.0, 2.5, 2.2, 2.0, 1.9, 1.8, 1.7, 1.6, 1.5, 1.45, 1.4, 1.35, 1.3, 1.25, 1.2, 1.15, 1.1, 1.05)
"""Steps in which texts with `fit: grow` are larger than their size, each up to its own maximum."""

_SCALES = (1.0, 0.97, 0.94, 0.91, 0.88, 0.85, 0.82, 0.79, 0.76, 0.73, 0.7, 0.65, 0.6, 0.5, 0.0)
"""Steps in which the texts of a stack shrink, each down to its own minimum; with 0, all are at their minimum."""

_ENDLESS = 1e6
_SLIP = 1e-3
"""Tolerance for rounding, in mm."""


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class SpaceBox(Box):
    """Space in a stack."""

    kind = "space"
    order = 12
    example, draws = "space: 3", "space in a stack, in mm, or `fill` for all that is left"
    sizing = "free"
    fixed = True
    common = ("when",)

    space: Any = keys.key(
        {"if": {"type": "string"}, "then": {"enum": ["fill"]}, "else": {"$ref": "#/$defs/length"}},
        "Height in mm, or fill for the remaining space.",
        scaled=Scale.upright,
    )

    @property
    def fills(self) -> bool:
        """Whether it is as high as the stack allows."""
        return bool(self.space == "fill")

    @classmethod
    def area(cls, value: Mapping[str, Any], reader: BoxReader) -> Area:  # noqa: ARG003 - it has no place
        """Area of the space, whose height is its value."""
        return Area(0, 0, 0, 0.0 if value["space"] == "fill" else float(value["space"]))

    def extent(self, area: Area) -> Area:
        """No area, as nothing of it is seen."""
        return area._replace(width=0.0, height=0.0)

    def height_in_stack(self, scope: Scope, area: Area) -> float:  # noqa: ARG002 - it has its own
        """Its own height; what it fills is left by the other boxes."""
        return self.at.height

    def draw(self, scope: Scope, area: Area) -> Iterator[DrawnPart]:  # noqa: ARG002 - it shows nothing
        """Draw nothing."""
        yield from ()


class _Item:
    """A box of a stack that shows something: its height in mm, and the gap after it."""

    def __init__(self, box: Box, height: float) -> None:
        self.box, self.height, self.after = box, height, 0.0
        self.is_space = isinstance(box, SpaceBox)
        self.fills = isinstance(box, SpaceBox) and box.fills


class _Text(_Item):
    """A text in a stack, whose height depends on its size."""

    def __init__(self, box: TextBox, copy: TextToFit, width: float, limit: float) -> None:
        super().__init__(box, 0.0)
        across, self.pad = box.panel.pad if box.panel else (0.0, 0.0)
        self.text, self.copy, self.width, self.limit = box, copy, width - 2 * across, limit
        self.fit(1.0)

    def fit(self, scale: float) -> None:
        """Set the text in the largest size that fits, up to a scale."""
        self.show(fit_text(self.copy, self.width, _ENDLESS, scale, self.limit))

    def show(self, setting: FittedText) -> None:
        """Take a setting of the text."""
        self.setting = setting
        self.height = setting.height + 2 * self.pad

    @property
    def is_too_wide(self) -> bool:
        """Whether it has a word that is wider than the stack."""
        return not self.setting.fits(self.width, _ENDLESS)


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class StackBox(Box):
    """Boxes one below the other, each as high as it needs. Its texts shrink together until all have room."""

    kind = "stack"
    order = 11
    example, draws = "stack: [boxes]", "boxes one below the other, which need no `at`"
    fixed = True
    stacks = True

    stack: tuple[Box, ...] = keys.boxes(
        "The boxes, the topmost first. They need no at; one that is neither text nor row has a height."
    )
    gap: float = keys.length("Gap between boxes that are not empty.", 0.0)
    valign: str = keys.one_of("top middle bottom", "Vertical alignment in the stack; top by default.", "top")

    def draw(self, scope: Scope, area: Area) -> Iterator[DrawnPart]:
        """Draw the boxes that show something."""
        placed = self._laid_out(scope, area)
        for item, place in placed:
            if isinstance(item, _Text):
                item.text.record_size(item.setting.size, scope)
                drawn = item.text.draw_fitted(item.setting, scope, place, place.y + item.pad)
                yield from drawn if item.text.is_plain else item.text.in_its_place(drawn, scope, place)
            elif not item.is_space:
                yield from item.box.drawn(scope, place)
        texts = [item for item, _ in placed if isinstance(item, _Text)]
        if texts and (placed[-1][1].far[1] > area.far[1] + _SLIP or any(text.is_too_wide for text in texts)):
            yield outline_of_overflow(area)

    def surely_fits(self, scope: Scope, area: Area) -> bool:
        """Whether all that the stack shows has room, with the texts in their minimum size."""
        height = -self.gap
        for box in self.stack:
            if not scope.holds(box.when):
                continue
            if isinstance(box, TextBox):
                height += self.gap + box.highest(scope, area.width)
            elif box.surely_fits(scope, area._replace(height=box.at.height)):
                height += self.gap + (box.height_in_stack(scope, area) or 0.0)
            else:
                return False
        return height <= area.height

    def placed_inside(self, area: Area) -> Iterator[tuple[Box, Area]]:
        """Yield the texts, each of which may be anywhere in the stack."""
        yield from ((box, area) for box in self.stack if isinstance(box, TextBox))

    def places_on(self, scope: Scope, area: Area) -> Iterator[tuple[Box, Area]]:
        """Yield the boxes that the stack shows on a card, each with its own area."""
        yield from ((item.box, place) for item, place in self._laid_out(scope, area))

    def _laid_out(self, scope: Scope, area: Area) -> list[tuple[_Item, Area]]:
        """What the stack shows, with its places; texts that do not fit are reported."""
        items = list(self._items(scope, area))
        if all(item.is_space for item in items):
            return []
        _set_gaps(items, self.gap)
        texts = [item for item in items if isinstance(item, _Text)]
        _fit_texts(items, texts, area.height)
        remaining = _report_texts(items, texts, area.height, scope)
        fills = sum(item.fills for item in items)
        spring = max(remaining, 0.0) / fills if fills else 0.0
        y = area.y + (0.0 if fills else max(remaining, 0.0) * FREE_SHARE[self.valign])
        places: list[tuple[_Item, Area]] = []
        for item in items:
            places.append((item, Area(area.x, y, area.width, item.height)))
            y += item.height + item.after + (spring if item.fills else 0.0)
        return places

    def _items(self, scope: Scope, area: Area) -> Iterator[_Item]:
        """Yield the boxes that show something on this card."""
        for box in self.stack:
            if not scope.holds(box.when):
                continue
            if isinstance(box, TextBox):
                copy = box.to_fit(scope)
                if copy:
                    yield _Text(box, copy, area.width, box.common_size(scope))
            elif isinstance(box, SpaceBox):
                # Even if there is no space to fill, the boxes around it keep their gap.
                yield _Item(box, self.gap if box.fills else box.at.height)
            elif (height := box.height_in_stack(scope, area)) is not None:
                yield _Item(box, height)


def _set_gaps(items: Sequence[_Item], gap: float) -> None:
    """Set the gaps between boxes; a space box replaces the gap."""
    for item, below in itertools.pairwise(items):
        item.after = 0.0 if item.is_space or below.is_space else gap


def _fit_texts(items: Iterable[_Item], texts: Sequence[_Text], height: float) -> None:
    """Set the texts as large as the height allows, or as small as they can be."""
    remaining = _remaining_height(items, height)
    can_grow = any(text.text.style.fit == "grow" for text in texts)
    if remaining >= -_SLIP and not can_grow:
        return
    scales = _SCALES if remaining < -_SLIP else (*_GROWING, 1.0)
    low, high = 0, len(scales) - 1
    while low < high:
        middle = (low + high) // 2
        _scale_texts(texts, scales[middle])
        fits = _remaining_height(items, height) >= -_SLIP
        low, high = (low, middle) if fits else (middle + 1, high)
    _scale_texts(texts, scales[high])


def _scale_texts(texts: Iterable[_Text], scale: float) -> None:
    for text in texts:
        text.fit(scale)


def _remaining_height(items: Iterable[_Item], height: float) -> float:
    return height - sum([item.height + item.after for item in items])


def _report_texts(items: Sequence[_Item], texts: Sequence[_Text], height: float, scope: Scope) -> float:
    """Report texts that are too wide or have too many lines, and the highest if all together are too high.

    Those whose styles allow it are cut off. The result is the height that remains.
    """
    for item in texts:
        item.show(item.text.within(item.setting, item.width, _ENDLESS, scope))
    remaining = _remaining_height(items, height)
    if remaining >= -_SLIP or not texts:
        return remaining
    highest = max(texts, key=lambda item: item.height)
    highest.text.report_too_long(scope, (height - remaining, height), highest.setting.size)
    return _cut_texts(items, texts, height)


def _cut_texts(items: Sequence[_Item], texts: Iterable[_Text], height: float) -> float:
    """Cut off the highest texts until all fit, if their styles allow it; the result is the height that remains."""
    remaining = _remaining_height(items, height)
    able = [item for item in texts if item.text.style.too_long == "cut"]
    for item in sorted(able, key=lambda item: -item.height):
        if remaining < -_SLIP:
            item.show(item.setting.cut_to(item.width, item.setting.height + remaining))
            remaining = _remaining_height(items, height)
    return remaining
