"""Draw whole cards: the boxes of a face filled with the card's contents, as a list of plain parts."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, NamedTuple

from deckwright.messages import tr
from deckwright.press.drawing.context import Scope, all_boxes, nested_boxes
from deckwright.press.drawing.elements import (
    class_colours,
    draw_bar,
    draw_code,
    draw_in_colours,
    draw_pattern,
    draw_picture,
    draw_repeat,
    mask_of,
    row_height,
    row_items,
)
from deckwright.press.drawing.lines import fit_text
from deckwright.press.drawing.low_ink import LowInk
from deckwright.press.drawing.shadows import shadow_of
from deckwright.press.drawing.sharing import group_boxes
from deckwright.press.drawing.text import (
    common_size,
    draw_fitted_text,
    draw_text,
    record_size,
    report_overflow,
    report_too_long,
    text_to_fit,
)
from deckwright.press.faces.boxes import (
    BarBox,
    CodeBox,
    GroupBox,
    IconBox,
    PatternBox,
    PictureBox,
    RepeatBox,
    ShapeBox,
    SpaceBox,
    StackBox,
    TextBox,
)
from deckwright.press.graphics.geometry import around
from deckwright.press.graphics.icons import has_icon, icon_drawing
from deckwright.press.graphics.parts import (
    Area,
    DrawnGroup,
    DrawnIcon,
    DrawnRepeat,
    DrawnShape,
    outline,
    polygon,
    polyline,
    rectangle,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
    from typing import Any

    from deckwright.model.card import Card
    from deckwright.press.drawing.context import RenderContext, Share
    from deckwright.press.drawing.lines import FittedText, TextToFit
    from deckwright.press.drawing.text import Draw
    from deckwright.press.faces.boxes import Box
    from deckwright.press.faces.face_file import Face
    from deckwright.press.graphics.parts import DrawnPart


# Blank cards to write on.

_INSET = 4.0
_RADIUS = 2.0


def draw_blank_card(size: tuple[float, float]) -> DrawnShape:
    """Draw the frame of a blank card."""
    area = Area(0.0, 0.0, *size).inset(_INSET, _INSET)
    return DrawnShape(rectangle(area, (_RADIUS,) * 4), stroke="#999999", width=0.2)


# Stacks: boxes one below the other, whose texts shrink, or grow, together until all of them fit.

_GROWING = (3.0, 2.5, 2.2, 2.0, 1.9, 1.8, 1.7, 1.6, 1.5, 1.45, 1.4, 1.35, 1.3, 1.25, 1.2, 1.15, 1.1, 1.05)
"""Steps in which texts with `fit: grow` are larger than their size, each up to its own maximum."""

_SCALES = (1.0, 0.97, 0.94, 0.91, 0.88, 0.85, 0.82, 0.79, 0.76, 0.73, 0.7, 0.65, 0.6, 0.5, 0.0)
"""Steps in which the texts of a stack shrink, each down to its own minimum; with 0, all are at their minimum."""

_SHARES = {"top": 0.0, "middle": 0.5, "bottom": 1.0}
_ENDLESS = 1e6
_SLIP = 1e-3
"""Tolerance for rounding, in mm."""


class _Item:
    """A box of a stack that shows something: its height in mm, and the gap after it."""

    def __init__(self, box: Box, height: float) -> None:
        self.box, self.height, self.after = box, height, 0.0
        self.is_space = isinstance(box, SpaceBox)
        self.fills = isinstance(box, SpaceBox) and box.fills


class _Text(_Item):
    """A text in a stack, whose height depends on its size."""

    def __init__(self, box: TextBox, copy: TextToFit, width: float, most: float) -> None:
        super().__init__(box, 0.0)
        across, self.pad = box.panel.pad if box.panel else (0.0, 0.0)
        self.text, self.copy, self.width, self.most = box, copy, width - 2 * across, most
        self.set(1.0)

    def set(self, scale: float) -> None:
        """Set the text in the largest size that fits, up to a scale."""
        self.setting: FittedText = fit_text(self.copy, self.width, _ENDLESS, scale, self.most)
        self.height = self.setting.height + 2 * self.pad


def draw_stack(box: StackBox, scope: Scope, area: Area, draw: Draw) -> Iterator[DrawnPart]:
    """Draw a stack in an area; `draw` draws any box that is not a text."""
    for item, place in _laid_out(box, scope, area, draw):
        if isinstance(item, _Text):
            record_size(item.text, item.setting.size, scope)
            drawn = draw_fitted_text(item.setting, item.text, scope, place, place.y + item.pad)
            yield from drawn if item.text.is_plain else _in_its_place(drawn, item.text, scope, place)
        elif not item.is_space:
            yield from draw(item.box, scope, place)


def places_in_stack(box: StackBox, scope: Scope, area: Area) -> Iterator[tuple[Box, Area]]:
    """Yield the boxes that a stack in an area shows on a card, each with its own area."""
    yield from ((item.box, place) for item, place in _laid_out(box, scope, area, draw_box))


def _laid_out(box: StackBox, scope: Scope, area: Area, draw: Draw) -> list[tuple[_Item, Area]]:
    """What a stack shows, with its places; texts that do not fit are reported."""
    items = list(_items(box, scope, area, draw))
    if all(item.is_space for item in items):
        return []
    _set_gaps(items, box.gap)
    texts = [item for item in items if isinstance(item, _Text)]
    left = _set_texts(items, texts, area.height)
    _note(texts, left, area, scope)
    fills = sum(item.fills for item in items)
    spring = max(left, 0.0) / fills if fills else 0.0
    y = area.y + (0.0 if fills else max(left, 0.0) * _SHARES[box.valign])
    places: list[tuple[_Item, Area]] = []
    for item in items:
        places.append((item, Area(area.x, y, area.width, item.height)))
        y += item.height + item.after + (spring if item.fills else 0.0)
    return places


def _items(box: StackBox, scope: Scope, area: Area, draw: Draw) -> Iterator[_Item]:
    """Yield the boxes of a stack that show something on this card."""
    for part in box.items:
        if not scope.holds(part.when):
            continue
        if isinstance(part, TextBox):
            copy = text_to_fit(part, scope)
            if copy:
                yield _Text(part, copy, area.width, common_size(part, scope, draw))
        elif isinstance(part, SpaceBox):
            # Even if there is no space to fill, the boxes around it keep their gap.
            yield _Item(part, box.gap if part.fills else part.at.height)
        elif isinstance(part, RepeatBox):
            height = row_height(part, scope)
            if height:
                yield _Item(part, height)
        elif any(draw(part, scope, area)):
            yield _Item(part, part.at.height)


def _set_gaps(items: Sequence[_Item], gap: float) -> None:
    """Set the gaps between boxes; a space box replaces the gap."""
    for item, below in itertools.pairwise(items):
        item.after = 0.0 if item.is_space or below.is_space else gap


def _set_texts(items: Iterable[_Item], texts: Sequence[_Text], height: float) -> float:
    """Set the texts as large as the height allows; the result is the height left, negative if they do not fit."""
    left = _left(items, height)
    can_grow = any(text.text.style.fit == "grow" for text in texts)
    if left >= -_SLIP and not can_grow:
        return left
    scales = _SCALES if left < -_SLIP else (*_GROWING, 1.0)
    low, high = 0, len(scales) - 1
    while low < high:
        middle = (low + high) // 2
        _set(texts, scales[middle])
        low, high = (low, middle) if _left(items, height) >= -_SLIP else (middle + 1, high)
    _set(texts, scales[high])
    return _left(items, height)


def _set(texts: Iterable[_Text], scale: float) -> None:
    for text in texts:
        text.set(scale)


def _left(items: Iterable[_Item], height: float) -> float:
    return height - sum([item.height + item.after for item in items])


def _note(texts: Sequence[_Text], left: float, area: Area, scope: Scope) -> None:
    """Report each text with a word that is too wide, and the highest text if all together are too high."""
    for item in texts:
        report_overflow(item.setting, item.width, _ENDLESS, item.text, scope)
    if left < -_SLIP and texts:
        highest = max(texts, key=lambda item: item.height)
        room = area.height - left, area.height
        report_too_long(scope, highest.text, room, highest.setting.size)


# The boxes of a face, filled with the texts and fields of a card.


def draw_boxes(
    boxes: Iterable[Box], scope: Scope, corner: tuple[float, float] = (0.0, 0.0)
) -> Iterator[DrawnPart]:
    """Draw boxes; their positions are relative to `corner`."""
    for box in boxes:
        if not scope.holds(box.when):
            continue
        at = box.at
        area = Area(corner[0] + at.x, corner[1] + at.y, at.width, at.height)
        yield from draw_box(box, scope, area)


def draw_box(box: Box, scope: Scope, area: Area) -> Iterator[DrawnPart]:
    """Draw one box in an area."""
    drawn = _DRAW[type(box)](box, scope, area)
    return drawn if box.is_plain else _in_its_place(drawn, box, scope, area)


def _in_its_place(drawn: Iterable[DrawnPart], box: Box, scope: Scope, area: Area) -> Iterator[DrawnPart]:
    """Parts of a box: turned, with its shadow and opacity, and a second time upside down."""
    if box.turn:
        drawn = (DrawnGroup(tuple(drawn), box.turn, area.centre),)
    drawn = _with_effects(drawn, box, scope)
    if not box.both_ways:
        yield from drawn
        return
    parts = tuple(drawn)
    yield from parts
    yield DrawnGroup(parts, 180.0, scope.face.centre)


def _with_effects(drawn: Iterable[DrawnPart], box: Box, scope: Scope) -> Iterable[DrawnPart]:
    """Parts of a box with its shadow and its opacity."""
    if box.shadow:
        parts = tuple(drawn)
        drawn = (*shadow_of(parts, box.shadow, scope), *parts)
    if box.opacity < 1:
        parts = tuple(drawn)
        return (DrawnGroup(parts, opacity=box.opacity),) if parts and box.opacity else ()
    return drawn


def _shape(box: ShapeBox, scope: Scope, area: Area) -> Iterator[DrawnPart]:
    name = scope.chosen(box.shape)
    points = [(area.x + x, area.y + y) for x, y in box.points]
    # A gradient is fitted to the points of a shape, if it has any.
    fill, stroke = scope.paint(box.fill, around(points) or area), scope.colour(box.stroke)
    if not name or not (fill or stroke):
        return
    if points:
        path = polygon(points) if name == "polygon" else polyline(points)
    else:
        path = outline(name, area, box.radii)
    yield DrawnShape(path, fill, stroke, box.width, box.dash)


def _icon(box: IconBox, scope: Scope, area: Area) -> Iterator[DrawnPart]:
    name = scope.icon(scope.chosen(box.icon))
    if not name:
        return
    if not has_icon(name, scope.context.assets):
        _note_no_icon(name, box, scope)
        return
    drawn = DrawnIcon(name, *area.centre, min(area.width, area.height), scope.ink(box.colour))
    if box.colours is not None and (drawing := icon_drawing(name, scope.context.assets)):
        yield draw_in_colours(drawn, drawing, scope.context, class_colours(box, scope))
    else:
        yield drawn


def _note_no_icon(name: str, box: Box, scope: Scope) -> None:
    message = tr(
        "{card}: icon {name} not found, so nothing is drawn.",
        card=scope.card.id,
        name=name,
    )
    scope.report_box(box, "unknown-icon", "error", message)


def _group(box: GroupBox, scope: Scope, area: Area) -> Iterator[DrawnPart]:
    parts = tuple(draw_boxes(box.boxes, scope, (area.x, area.y)))
    if box.clip:
        if mask := scope.chosen(box.mask):
            yield DrawnGroup(parts, clip=mask_of(box, mask, area, area))
    else:
        yield from parts


def _text(box: TextBox, scope: Scope, area: Area) -> Iterator[DrawnPart]:
    return draw_text(box, scope, area, draw_box)


def _repeat(box: RepeatBox, scope: Scope, area: Area) -> Iterator[DrawnPart]:
    return draw_repeat(box, scope, area, draw_boxes)


def _pattern(box: PatternBox, scope: Scope, area: Area) -> Iterator[DrawnPart]:
    return draw_pattern(box, scope, area, draw_boxes)


def _stack(box: StackBox, scope: Scope, area: Area) -> Iterator[DrawnPart]:
    return draw_stack(box, scope, area, draw_box)


_DRAW: dict[type[Box], Callable[[Any, Scope, Area], Iterator[DrawnPart]]] = {
    TextBox: _text,
    IconBox: _icon,
    PictureBox: draw_picture,
    ShapeBox: _shape,
    RepeatBox: _repeat,
    BarBox: draw_bar,
    CodeBox: draw_code,
    PatternBox: _pattern,
    StackBox: _stack,
    GroupBox: _group,
}


# The pictures and texts that a card shows, found without drawing the card.


class ShownPicture(NamedTuple):
    """A picture box that a card shows, with its scope, and its width and height in mm."""

    box: PictureBox
    scope: Scope
    size: tuple[float, float]


def has_pictures(face: Face) -> bool:
    """Whether a face has a box for a picture."""
    return any(isinstance(box, PictureBox) for whole in face.boxes for box in all_boxes(whole))


def shown_pictures(boxes: Iterable[Box], scope: Scope, width: float = 0.0) -> Iterator[ShownPicture]:
    """Yield the picture boxes that a card shows, nested ones included; `width` is that of the stack around them."""
    for box in boxes:
        if not scope.holds(box.when):
            continue
        if isinstance(box, PictureBox):
            yield ShownPicture(box, scope, (width or box.at.width, box.at.height))
        elif isinstance(box, RepeatBox):
            for entry in row_items(box.repeat, scope):
                yield from shown_pictures(box.each, scope.at(entry))
            yield from shown_pictures(box.rest, scope)
        else:
            within = width or box.at.width
            yield from shown_pictures(nested_boxes(box), scope, within if isinstance(box, StackBox) else 0.0)


def shown_texts(boxes: Iterable[Box], scope: Scope) -> Iterator[tuple[TextBox, Scope]]:
    """Yield the text boxes that a card shows, nested ones included, each with its scope."""
    yield from ((box, inner) for box, inner in shown_boxes(boxes, scope) if isinstance(box, TextBox))


def shown_boxes(boxes: Iterable[Box], scope: Scope) -> Iterator[tuple[Box, Scope]]:
    """Yield the boxes that a card shows and that contain no others, each with its scope."""
    for box in boxes:
        if not scope.holds(box.when):
            continue
        if isinstance(box, RepeatBox):
            for entry in row_items(box.repeat, scope):
                yield from shown_boxes(box.each, scope.at(entry))
            yield from shown_boxes(box.rest, scope)
        elif inner := nested_boxes(box):
            yield from shown_boxes(inner, scope)
        else:
            yield box, scope


# Whole cards, with the drawings that several cards share.


def draw_card(card: Card, face: Face, context: RenderContext) -> Iterator[DrawnPart]:
    """Draw a card; the parts that it shares with other cards are drawn once for all of them."""
    drawn = _drawn(card, face, context)
    return LowInk(face.size, context.drawings).parts(drawn) if context.low_ink else drawn


def _drawn(card: Card, face: Face, context: RenderContext) -> Iterator[DrawnPart]:
    face = face.in_language(context.language)
    scope = Scope(context, face, card)
    for boxes, share in _runs(face, context):
        if share.is_own:
            yield from draw_boxes(boxes, scope)
            continue
        key = id(boxes), scope.case(share)
        drawn = context.drawings.get(key)
        if drawn is None:
            drawn = context.drawings[key] = tuple(draw_boxes(boxes, scope))
        yield DrawnRepeat(drawn)


def drawing_key(card: Card, face: Face, context: RenderContext) -> Hashable:
    """Key that is equal for two cards with the same drawing."""
    face = face.in_language(context.language)
    scope = Scope(context, face, card)
    return face.name, *(card.id if share.is_own else scope.case(share) for _, share in _runs(face, context))


def _runs(face: Face, context: RenderContext) -> list[tuple[tuple[Box, ...], Share]]:
    runs = context.box_groups.get(face.name)
    if runs is None:
        runs = context.box_groups[face.name] = group_boxes(face, context)
    return runs
