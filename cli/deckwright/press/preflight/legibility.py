"""Preflight of what must be read: contrast to what is below, and icons, letters and lines that are too small to print."""

from __future__ import annotations

import io
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from math import hypot
from typing import TYPE_CHECKING, NamedTuple

from deckwright.findings import Finding
from deckwright.messages import tr
from deckwright.model.markup import ICON, TAG
from deckwright.press.boxes.code import CodeBox
from deckwright.press.boxes.icon import IconBox
from deckwright.press.boxes.picture import PictureBox
from deckwright.press.boxes.repeat import RepeatBox
from deckwright.press.boxes.shape import FormedBox, ShapeBox
from deckwright.press.boxes.text import TextBox
from deckwright.press.drawing.context import Scope
from deckwright.press.drawing.low_ink import Ground
from deckwright.press.drawing.spans import spans_of
from deckwright.press.graphics.geometry import Transform, outline_of
from deckwright.press.graphics.parts import (
    Area,
    Gradient,
    Pixels,
    Stop,
    rectangle,
    square_in,
)
from deckwright.press.graphics.pictures import has_picture, picture, picture_file, tinted_colour
from deckwright.press.looks.colours import OWN, contrast, mix
from deckwright.press.looks.values import Cases

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator, Sequence

    from deckwright.model.card import Card
    from deckwright.press.boxes.box import Box
    from deckwright.press.drawing.context import RenderContext
    from deckwright.press.faces.face_file import Face
    from deckwright.press.graphics.parts import Path
    from deckwright.press.looks.styles import Style


# The boxes of a face with their places on the card, and what each is printed on.

_PAPER = "#ffffff"
_INSIDE = 1.0
"""How far inside its box the beginning of a text is looked for, in mm."""


class PlacedBox(NamedTuple):
    """A box at its place on the card, with the conditions and the opacity of all boxes around it."""

    box: Box
    area: Area
    conditions: tuple[str, ...]
    opacity: float = 1.0

    def is_drawn(self, scope: Scope) -> bool:
        """Whether a card shows the box."""
        return all(scope.holds(query) for query in self.conditions)


class PrintedBox(NamedTuple):
    """A text, an icon or a code, and the boxes that may be below it, the nearest first."""

    placed: PlacedBox
    below: tuple[PlacedBox, ...]


def _placed(
    boxes: Iterable[tuple[Box, Area]], conditions: tuple[str, ...] = (), opacity: float = 1.0
) -> Iterator[PlacedBox]:
    """Yield the boxes in the order in which they are drawn; those that are turned, and cells of rows, are left out."""
    for box, area in boxes:
        if box.turn:
            continue
        queries = (*conditions, box.when) if box.when else conditions
        inside = box.placed_inside(area)
        if inside is None:
            yield PlacedBox(box, area, queries, opacity * box.opacity)
        else:
            yield from _placed(inside, queries, opacity * box.opacity)


def printed_boxes(face: Face) -> list[PrintedBox]:
    """The texts, icons and codes of a face."""
    before: list[PlacedBox] = []
    found: list[PrintedBox] = []
    for placed in _placed((box, box.at) for box in face.boxes):
        if isinstance(placed.box, TextBox | IconBox | CodeBox):
            point = None if isinstance(placed.box, CodeBox) else _point(placed)
            below = (one for one in reversed(before) if point is None or _may_hold(one, point))
            found.append(PrintedBox(placed, tuple(below)))
        elif isinstance(placed.box, ShapeBox | PictureBox):
            before.append(placed)
    return found


def _point(placed: PlacedBox) -> complex:
    """A point of the card that a text or an icon is printed on."""
    box, area = placed.box, placed.area
    if not isinstance(box, TextBox):
        return complex(*area.centre)
    inside = area.inset(min(_INSIDE, area.width / 2), min(_INSIDE, area.height / 2))
    across = {"left": inside.x, "centre": area.centre[0], "right": inside.far[0]}
    down = {"top": inside.y, "middle": area.centre[1], "bottom": inside.far[1]}
    return complex(across[box.style.align], down[box.style.valign])


def _may_hold(placed: PlacedBox, point: complex) -> bool:
    """Whether a box, or its shadow, may be below a point."""
    shadow = placed.box.shadow
    points = [point, *([point - complex(*shadow.offset)] if shadow else [])]
    return any(_holds(placed, name, one) for name in _shapes(placed.box) for one in points)


def _shapes(box: Box) -> Sequence[str]:
    return box.forms if isinstance(box, FormedBox) else ()


def _holds(placed: PlacedBox, shape: str, point: complex) -> bool:
    """Whether a box covers a point, with one of its shapes."""
    path = placed.box.path(shape, placed.area) if isinstance(placed.box, FormedBox) else ()
    return bool(path) and _is_inside(path, point)


def _is_inside(path: Path, point: complex) -> bool:
    return Ground((outline_of(path, Transform()),), "", "").holds(point)


# Contrast.

READABLE, LARGE = 4.5, 3.0
"""Least contrast of texts, and of large ones and icons, to what is below (WCAG 2.2, 1.4.3 and 1.4.11)."""

_LARGE_SIZE, _LARGE_BOLD = 18.0, 14.0
"""Sizes, in points, from which a text is large, in a regular and in a bold weight (WCAG 2.2)."""

_BOLD = 700


def report_low_contrast(face: Face, cards: Iterable[Card], context: RenderContext) -> None:
    """Report each text and icon that is hard to read on what is below it, with the first card that shows it.

    Icons that only decorate, in a colour close to their ground, are not reported: nobody has to read them.
    """
    printed = printed_boxes(face)
    noted: set[Box] = set()
    for scope in different_looks(face, cards, context):
        for one in printed:
            box = one.placed.box
            if isinstance(box, CodeBox):
                continue  # What must be scanned has rules of its own.
            if box not in noted and one.placed.is_drawn(scope) and _note_contrast(one, scope):
                noted.add(box)


def different_looks(face: Face, cards: Iterable[Card], context: RenderContext) -> Iterator[Scope]:
    """Yield one card for each combination of colours, shapes, pictures, rows in colours, and conditions of a face."""
    boxes = [inner for box in face.boxes for inner in box.with_nested()]
    fields = {name for box in boxes for colour in box.colour_names for name in face.palette.fields(colour)}
    shapes = [box.form for box in boxes if isinstance(box, ShapeBox | PictureBox)]
    fields |= {shape.by for shape in shapes if isinstance(shape, Cases)}
    fields |= {box.repeat for box in boxes if isinstance(box, RepeatBox)} if "entry" in fields else set()
    queries = sorted({box.when for box in boxes if box.when})
    pictures = [box for box in boxes if isinstance(box, PictureBox)]
    seen: set[Hashable] = set()
    for card in cards:
        scope = Scope(context, face, card)
        names = tuple(box.name_on(scope) for box in pictures)
        key = (*map(scope.raw, sorted(fields)), *map(scope.holds, queries), names, _marked(scope))
        if key not in seen:
            seen.add(key)
            yield scope


def _marked(scope: Scope) -> frozenset[str]:
    """Tags and icons in the texts of a card, if they have colours of their own."""
    if not scope.face.runs and not scope.face.icon_colours:
        return frozenset()
    language = scope.context.language
    texts = [scope.card.text(name, language) for name in scope.card.texts[scope.card.source_language]]
    return frozenset(found for text in texts for sort in (TAG, ICON) for found in sort.findall(text))


def _note_contrast(printed: PrintedBox, scope: Scope) -> bool:
    """Note a text or icon with too little contrast."""
    box = printed.placed.box
    inks = _inks(box, scope) if isinstance(box, TextBox) else {scope.colour(box.colour_names[0]): 0.0}
    grounds, is_picture = grounds_of(printed, scope)
    seen = [ground for one in grounds for ground in _beside(one, box, scope)]
    if isinstance(box, IconBox) and is_picture:
        inks = dict.fromkeys(inks, LARGE)
    edge = scope.colour(box.style.outline) if isinstance(box, TextBox) else ""
    worst = []
    for colour, least in inks.items():
        if colour:
            found, ground = min(
                (contrast(mix(one, colour, printed.placed.opacity), one), one) for one in seen
            )
            worst.append((max(found, contrast(colour, edge)) if edge else found, least, colour, ground))
    found, least, colour, ground = min(worst, key=lambda one: one[0] - one[1], default=(0.0, 0.0, "", ""))
    if found >= least:
        return False
    message = (
        tr(
            "{card}: {box} is hard to read on the picture below it: its contrast there is {found}, and should be "
            "at least {least}. Put a panel or a shape behind it, or change its colour.",
            **_details(box, scope, found, least),
        )
        if is_picture
        else tr(
            "{card}: {box} is hard to read: the contrast of {colour} on {ground} is {found}, and should be at least "
            "{least}. Choose a darker or a lighter colour.",
            **_details(box, scope, found, least),
            colour=colour,
            ground=ground,
        )
    )
    scope.report_box(box, "contrast", "warning", message, found=round(found, 1), limit=least)
    return True


def _details(box: Box, scope: Scope, found: float, least: float) -> dict[str, str]:
    return {
        "card": scope.card.id,
        "box": box.id or scope.face.name,
        "found": scope.number(round(found, 1)),
        "least": scope.number(least),
    }


def _inks(box: TextBox, scope: Scope) -> dict[str, float]:
    """Colours of a text on a card, those of its runs and icons included, each with the least contrast that it needs."""
    inks = {scope.ink(box.style.colour): _least(box.style)}
    if not scope.face.runs and not scope.face.icon_colours:
        return inks
    for span in spans_of(box.content, scope):
        style, look = box.style.run(span.runs)
        if (colour := look.colour or span.colour) and colour != OWN:
            inks[scope.ink(colour)] = LARGE if span.icon else _least(style, look.scale)
    return inks


def text_grounds(face: Face, scope: Scope) -> Iterator[tuple[TextBox, list[str], list[str]]]:
    """Yield the text boxes of a face that a card shows, with the colours of their letters, and those below them."""
    for printed in printed_boxes(face):
        box = printed.placed.box
        if isinstance(box, TextBox) and printed.placed.is_drawn(scope):
            yield box, list(_inks(box, scope)), grounds_of(printed, scope)[0]


def _least(style: Style, scale: float = 1.0) -> float:
    size = _LARGE_BOLD if style.weight >= _BOLD else _LARGE_SIZE
    return LARGE if style.size * scale >= size else READABLE


def grounds_of(printed: PrintedBox, scope: Scope, within: Area | None = None) -> tuple[list[str], bool]:
    """Colours below a text, an icon or a code on a card, and whether they are those of a picture.

    They are those in the area of its box, or in another one.
    """
    veils: list[_Veil] = []
    for veil, is_picture in _veils(printed, scope, within):
        veils.append(veil)
        if all(stop.opacity >= 1 for stop in veil):
            return _seen(veils), is_picture
    return _seen([*veils, [Stop(0.0, _PAPER)]]), False


_Veil = list[Stop]
"""Colours of what is below a text, which may be on any of them, each with its opacity."""

_MOST_GROUNDS = 64
"""Most combinations of colours, one above the other, that are looked at."""


def _beside(ground: str, box: Box, scope: Scope) -> list[str]:
    """Colours beside the letters of a text, or an icon, that has a shadow: it is half as dark at the edge if it is soft."""
    shadow = box.shadow
    if shadow is None or (isinstance(box, TextBox) and box.panel and box.panel.fill):
        # With a panel, the shadow is that of the panel.
        return [ground]
    is_around = shadow.blur > 0 and hypot(*shadow.offset) <= shadow.blur
    dark = mix(ground, scope.ink(shadow.colour), shadow.opacity * (0.5 if is_around else 1))
    return [dark] if is_around else [dark, ground]


def _cast(below: PlacedBox, point: complex, scope: Scope) -> _Veil:
    """Shadow that a shape or a picture casts on a point beside it."""
    shadow = below.box.shadow
    if shadow is None or not any(
        _holds(below, name, point - complex(*shadow.offset)) for name in _shapes(below.box)
    ):
        return []
    return [Stop(0.0, scope.ink(shadow.colour), shadow.opacity * below.opacity)]


def _veils(printed: PrintedBox, scope: Scope, within: Area | None) -> Iterator[tuple[_Veil, bool]]:
    """Yield what is below a text or an icon, the nearest first, and whether it is a picture."""
    box, area = printed.placed.box, within or printed.placed.area
    point = complex(*area.centre) if within else _point(printed.placed)
    own = box.panel.fill if isinstance(box, TextBox) and box.panel else ""
    if isinstance(box, CodeBox) and _is_inside(rectangle(square_in(printed.placed.area)), point):
        own = box.ground
    if stops := _stops(own, printed.placed, area, scope):
        yield stops, False
    for below in printed.below:
        if not below.is_drawn(scope):
            continue
        stops = []
        if isinstance(below.box, PictureBox) and _holds(below, scope.chosen(below.box.mask), point):
            colours = _colours_of_picture(below, area, scope)
            stops = [Stop(0.0, colour, below.opacity) for colour in colours]
        elif isinstance(below.box, ShapeBox) and _holds(below, scope.chosen(below.box.shape), point):
            stops = _stops(below.box.fill, below, area, scope)
        if stops:
            yield stops, isinstance(below.box, PictureBox)
        elif stops := _cast(below, point, scope):
            yield stops, False


def _stops(name: str, placed: PlacedBox, area: Area, scope: Scope) -> _Veil:
    """Colours of a fill below an area, seen through its box."""
    fill = scope.paint(name, placed.area)
    stops = _below(fill, area) if isinstance(fill, Gradient) else [Stop(0.0, fill)] if fill else []
    return [stop._replace(opacity=stop.opacity * placed.opacity) for stop in stops]


def _below(gradient: Gradient, area: Area) -> list[Stop]:
    """Colours of a gradient in an area: at both ends of it, and those between."""
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


def _seen(veils: Sequence[_Veil]) -> list[str]:
    """Every colour that may be seen through veils, the topmost first; the last one is opaque."""
    *above, ground = veils
    seen = [stop.colour for stop in ground]
    for veil in reversed(above):
        mixed = (mix(one, stop.colour, stop.opacity) for one in seen for stop in veil)
        seen = list(dict.fromkeys(mixed))[:_MOST_GROUNDS]
    return seen


# The colours of a picture below a text.

_SAMPLES = 16
"""Pixels across and down to which the part of a picture below a text is reduced."""

_ODD = 0.1
"""Share of the darkest and of the lightest pixels that do not count."""


def _colours_of_picture(placed: PlacedBox, area: Area, scope: Scope) -> list[str]:
    """A dark and a light colour of the part of a picture below an area; empty for drawings, and without a picture."""
    box, assets = placed.box, scope.context.assets
    name = box.name_on(scope) if isinstance(box, PictureBox) else ""
    if not isinstance(box, PictureBox) or not name or not has_picture(name, assets):
        return []
    found = picture(name, assets)
    if not isinstance(found, Pixels):
        return []
    whole = box.whole_area(found, placed.area)
    left, top = (area.x - whole.x) / whole.width, (area.y - whole.y) / whole.height
    shares = left, top, left + area.width / whole.width, top + area.height / whole.height
    colours = _extremes(picture_file(name, assets), tuple(min(max(one, 0.0), 1.0) for one in shares))
    tint = box.tint_on(scope)
    return [tinted_colour(colour, tint) if tint else colour for colour in colours]


@lru_cache(maxsize=256)
def _extremes(content: bytes, shares: tuple[float, ...]) -> tuple[str, ...]:
    """A dark and a light colour of a part of a picture, whose edges are shares of its width and height."""
    from PIL import Image, ImageOps

    with Image.open(io.BytesIO(content)) as opened:
        upright = ImageOps.exif_transpose(opened)
        width, height = upright.size
        edges = [round(share * side) for share, side in zip(shares, (width, height) * 2, strict=True)]
        left, top = min(edges[0], width - 1), min(edges[1], height - 1)
        part = upright.crop((left, top, max(edges[2], left + 1), max(edges[3], top + 1)))
        pixels = part.convert("RGBA").resize((_SAMPLES, _SAMPLES))
    data = pixels.tobytes()
    seen = [pixel for pixel in zip(*(data[part::4] for part in range(4)), strict=True) if pixel[3]]
    if not seen:
        return ()
    seen.sort(key=lambda pixel: 0.2126 * pixel[0] + 0.7152 * pixel[1] + 0.0722 * pixel[2])
    odd = int(len(seen) * _ODD)
    return tuple(f"#{red:02x}{green:02x}{blue:02x}" for red, green, blue, _ in (seen[odd], seen[-1 - odd]))


# Things too small to print.

SMALLEST_ICON = 2.0
"""Side, in mm, from which an icon is recognised on a table."""

HAIRLINE = 0.09
"""Width, in mm (a quarter of a point), from which lines are printed everywhere the same."""


def report_too_small(face: Face, context: RenderContext) -> None:
    """Report icons and lines of a face that are too small to print well, each once."""
    for box in (inner for whole in face.boxes for inner in whole.with_nested()):
        name = box.id or face.name
        side = min(box.at.width, box.at.height) if isinstance(box, IconBox) else SMALLEST_ICON
        if 0 < side < SMALLEST_ICON:
            message = tr(
                "The icon {box} of the face {face} is only {size} mm wide: make it at least {least} mm.",
                box=name,
                face=face.name,
                size=context.number(side),
                least=context.number(SMALLEST_ICON),
            )
            _note_box(
                box, face, context, Finding("small-icon", "warning", message, found=side, limit=SMALLEST_ICON)
            )
        width = box.line_width
        if 0 < width < HAIRLINE:
            message = tr(
                "The line of {box} in the face {face} is only {size} mm wide, and may disappear in print: make it at "
                "least {least} mm.",
                box=name,
                face=face.name,
                size=context.number(width),
                least=context.number(HAIRLINE),
            )
            _note_box(
                box, face, context, Finding("hairline", "warning", message, found=width, limit=HAIRLINE)
            )


def _note_box(box: Box, face: Face, context: RenderContext, finding: Finding) -> None:
    message = finding.message + face.inherited_note(box)
    context.note(replace(finding, message=message, where=face.where_of(box)), box)
