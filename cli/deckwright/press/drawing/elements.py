"""Draw the boxes that are not text: bars, repeated cells, patterns and pictures."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING, NamedTuple
from unicodedata import normalize

from deckwright.errors import InputError
from deckwright.messages import tr
from deckwright.press.drawing.context import RowItem
from deckwright.press.drawing.sharing import shared_drawing
from deckwright.press.faces.boxes import NOTHING, OWN
from deckwright.press.faces.expressions import digits_of
from deckwright.press.faces.values import Cases
from deckwright.press.graphics.codes import LEAST_MODULE, code_modules, code_path, module_size
from deckwright.press.graphics.geometry import common
from deckwright.press.graphics.icons import icon_drawing
from deckwright.press.graphics.parts import (
    Area,
    Drawing,
    DrawnGroup,
    DrawnIcon,
    DrawnPicture,
    DrawnRepeat,
    DrawnShape,
    outline,
    polygon,
    rectangle,
    square_in,
)
from deckwright.press.graphics.pictures import has_picture, picture, tinted_colour

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from deckwright.press.drawing.context import RenderContext, Scope
    from deckwright.press.faces.boxes import (
        BarBox,
        CodeBox,
        IconBox,
        MaskedBox,
        PatternBox,
        PictureBox,
        RepeatBox,
    )
    from deckwright.press.faces.values import RawValue, TemplatePart
    from deckwright.press.graphics.parts import DrawnPart, Gradient, Paint, Path, Pixels, Tint

    Draw = Callable[..., Iterator[DrawnPart]]
    Colours = tuple[tuple[str, str], ...]


# Bars that show a number as a share of its maximum.


def draw_bar(box: BarBox, scope: Scope, area: Area) -> Iterator[DrawnPart]:
    """Draw a bar in an area, if the card has the field."""
    value = scope.raw(box.bar)
    if value is None:
        return
    fill, ground = scope.paint(box.fill, area), scope.paint(box.ground, area)
    whole = rectangle(area, box.radii)
    if ground:
        yield DrawnShape(whole, ground)
    share = min(max(_amount(value, scope.context.choices.get(box.bar, ())) / box.total, 0.0), 1.0)
    if fill and share:
        filled = DrawnShape(rectangle(_filled_bar(area, share, box.way)), fill, solid="measure")
        yield DrawnGroup((filled,), clip=whole)


def _amount(value: RawValue, choices: tuple[str, ...]) -> float:
    """Length of a list, rank of a choice (from 1), or the number itself."""
    if isinstance(value, tuple):
        return len(value)
    if isinstance(value, str):
        return choices.index(value) + 1 if value in choices else 0
    return value or 0


def _filled_bar(area: Area, share: float, way: str) -> Area:
    if way in {"right", "left"}:
        width = area.width * share
        return area._replace(x=area.x if way == "right" else area.x + area.width - width, width=width)
    height = area.height * share
    return area._replace(y=area.y if way == "down" else area.y + area.height - height, height=height)


# Boxes that are drawn several times: rows of cells, and patterns.

_CELL_SHARES = {"start": 0.0, "middle": 0.5, "end": 1.0}
_STEPS = {"right": (1, 0), "left": (-1, 0), "down": (0, 1), "up": (0, -1)}


def draw_repeat(box: RepeatBox, scope: Scope, area: Area, draw: Draw) -> Iterator[DrawnPart]:
    """Draw a row of cells; `draw` draws the boxes of a cell."""
    entries = row_items(box.repeat, scope)
    cells = max(len(entries), box.total)
    for number in range(cells):
        corner = _corner(box, area, number, cells)
        boxes, at = (box.each, scope.at(entries[number])) if number < len(entries) else (box.rest, scope)
        shared = shared_drawing(boxes, at, draw)
        if shared is None:
            yield from draw(boxes, at, corner)
        else:
            yield DrawnRepeat(shared, (corner,))


def row_items(name: str, scope: Scope) -> list[RowItem]:
    """Entries of a row, one for each cell: marks, fields, items of a list, or the numbers up to a count.

    A choice counts as its rank in the game's order, from 1; a flag that is set counts as 1.
    """
    context, card = scope.context, scope.card
    if name == "marks":
        return [
            RowItem(mark, context.label(f"mark:{mark}"), icon=context.marks.get(mark, ""))
            for mark in card.marks
        ]
    if name == "fields":
        own = _shown_fields(scope)
        return [RowItem(field, _value(field, scope), context.label(f"field:{field}")) for field in own]
    title = context.label(f"field:{name}")
    if isinstance(listed := card.fields.get(name), list):
        return [RowItem(str(one), scope.one(name, one), title) for one in listed]
    return [RowItem(str(number), str(number), title) for number in range(1, _count(name, scope) + 1)]


def _count(name: str, scope: Scope) -> int:
    """Number of the entries of a row, whose texts nobody needs for that."""
    if name == "marks":
        return len(scope.card.marks)
    if name == "fields":
        return len(_shown_fields(scope))
    return int(_amount(scope.raw(name), scope.context.choices.get(name, ())))


def _shown_fields(scope: Scope) -> list[str]:
    fields = scope.card.fields
    return [field for field in scope.context.choices if fields.get(field, False) is not False]


def _value(field: str, scope: Scope) -> str:
    """Value of a field, to be shown next to its name; '' for a flag, whose name is enough."""
    return "" if scope.raw(field) is True else scope.reads(field)


def row_height(box: RepeatBox, scope: Scope) -> float:
    """Height of a row in a stack."""
    cells = max(_count(box.repeat, scope), box.total)
    if not cells:
        return 0.0
    return _length(box.cell[1], box.gap, cells) if box.way in {"down", "up"} else box.cell[1]


def _length(cell: float, gap: float, cells: int) -> float:
    return cells * cell + (cells - 1) * gap


def _corner(box: RepeatBox, area: Area, number: int, cells: int) -> tuple[float, float]:
    """Top left corner of a cell."""
    across, down = _STEPS[box.way]
    (width, height), gap, share = box.cell, box.gap, _CELL_SHARES[box.align]
    place = cells - 1 - number if across + down < 0 else number
    if across:
        start = area.x + (area.width - _length(width, gap, cells)) * share
        return start + place * (width + gap), area.y
    start = area.y + (area.height - _length(height, gap, cells)) * share
    return area.x, start + place * (height + gap)


def draw_pattern(box: PatternBox, scope: Scope, area: Area, draw: Draw) -> Iterator[DrawnPart]:
    """Draw a pattern over an area, clipped at its edge."""
    step_x, step_y = box.step
    places = tuple(
        (area.x + column * step_x + (step_x / 2 if box.stagger and row % 2 else 0.0), area.y + row * step_y)
        for row in range(-1, ceil(area.height / step_y) + 1)
        for column in range(-1, ceil(area.width / step_x) + 1)
    )
    if mask := scope.chosen(box.mask):
        yield DrawnRepeat(tuple(draw(box.each, scope, (0.0, 0.0))), places, mask_of(box, mask, area, area))


# QR codes.


def draw_code(box: CodeBox, scope: Scope, area: Area) -> Iterator[DrawnPart]:
    """Draw a QR code, if the card has all fields of its text."""
    text, colour = code_text(box, scope), scope.ink(box.colour)
    if not text:
        return
    try:
        rows = code_modules(text, box.error)
    except InputError as fault:
        scope.report_box(box, "code", "error", f"{scope.card.id}: {fault.message}")
        return
    side = min(area.width, area.height)
    module = module_size(rows, box.quiet, side)
    if module < LEAST_MODULE:
        _note_small_code(box, scope, module, side)
    square = square_in(area)
    if ground := scope.paint(box.ground, square):
        yield DrawnShape(rectangle(square), ground)
    yield DrawnShape(code_path(rows, box.quiet, area), colour, even_odd=True, solid="code")


def code_text(box: CodeBox, scope: Scope) -> str:
    """Text of a QR code; '' if the card lacks one of its fields."""
    template = box.text.choose(scope.raw) if isinstance(box.text, Cases) else box.text
    parts = [_code_part(part, scope) for part in template.parts] if template else []
    return "".join(parts) if all(parts) else ""


def _code_part(part: TemplatePart, scope: Scope) -> str:
    if part.sort == "field":
        return _filled(scope.raw(part.value))
    if part.expression:
        return scope.calculated(part.expression)
    return scope.word(part.value) if part.sort == "label" else part.value


def _note_small_code(box: CodeBox, scope: Scope, module: float, side: float) -> None:
    message = tr(
        "{card}: the QR code is too small to be scanned: its modules are {size} mm, and should be at least {least} mm. Make it {side} mm wide, or shorten its text.",
        card=scope.card.id,
        size=scope.number(round(module, 2)),
        least=scope.number(LEAST_MODULE),
        side=ceil(side * LEAST_MODULE / module),
    )
    scope.report_box(box, "small-code", "warning", message, found=round(module, 2), limit=LEAST_MODULE)


# Pictures of a game, fitted to their box and clipped at its edge.

_ALIGNMENT_SHARES = {"left": 0.0, "top": 0.0, "centre": 0.5, "middle": 0.5, "right": 1.0, "bottom": 1.0}


def draw_picture(box: PictureBox, scope: Scope, area: Area) -> Iterator[DrawnPart]:
    """Draw a picture in an area, if the card has the fields of its name."""
    name = picture_name(box, scope)
    if not name:
        return
    if not has_picture(name, scope.context.assets):
        _note_missing(name, box, scope)
        return
    found = picture(name, scope.context.assets)
    whole, mask, tint = picture_area(box, found, area), scope.chosen(box.mask), tint_of(box, scope)
    if not mask:
        return
    clip = mask_of(box, mask, area, common(whole, area) or area)
    if isinstance(found, Drawing):
        shapes = _sized(
            name, found, (whole.width, whole.height), scope.context, _Look(class_colours(box, scope), tint)
        )
        yield DrawnRepeat(shapes, ((whole.x, whole.y),), clip)
        return
    if box.colours:
        _note_colourless(name, box, scope)
    image = DrawnPicture(name, whole, tint)
    if any(box.radii) or box.fit == "cover" or mask != "rect":
        yield DrawnGroup((image,), clip=clip)
    else:
        yield image


def mask_of(box: MaskedBox, mask: str, area: Area, shown: Area) -> Path:
    """Path at which a box is clipped: a shape with a name around what is shown of it, or points in its area."""
    if mask == "polygon":
        return polygon((area.x + x, area.y + y) for x, y in box.points)
    return outline(mask, shown, box.radii)


def tint_of(box: PictureBox, scope: Scope) -> Tint | None:
    """Tint of a picture on a card."""
    colour = scope.colour(box.tint.colour) if box.tint else ""
    return box.tint._replace(colour=colour) if box.tint and colour else None


def picture_name(box: PictureBox, scope: Scope) -> str:
    """Name of the picture that a box shows on a card: its own, or the one for missing pictures; '' for none."""
    name = _own_name(box, scope)
    if not name or has_picture(name, scope.context.assets) or not box.missing:
        return name
    return "" if box.missing == NOTHING else box.missing


def _own_name(box: PictureBox, scope: Scope) -> str:
    template = box.picture.choose(scope.raw) if isinstance(box.picture, Cases) else box.picture
    if template is None:
        return ""
    parts = [
        _filled(scope.raw(part.value)) if part.sort == "field" else part.value for part in template.parts
    ]
    return normalize("NFC", "".join(parts)) if all(parts) else ""


def _filled(value: RawValue) -> str:
    """Field as part of a file name: the value in the data, the same in every language."""
    if isinstance(value, tuple):
        return "-".join(value)
    if isinstance(value, bool):
        return str(value).lower()
    return digits_of(value) if isinstance(value, (int, float)) else value or ""


def picture_area(box: PictureBox, found: Pixels | Drawing, area: Area) -> Area:
    """Area of a whole picture, which is larger than its box if it covers the box."""
    if box.fit == "stretch":
        return area
    scales = area.width / found.width, area.height / found.height
    scale = max(scales) if box.fit == "cover" else min(scales)
    width, height = found.width * scale, found.height * scale
    if box.focus:
        x, y = (
            min(max(middle - share * side, end - side), start)
            for middle, share, side, start, end in zip(
                area.centre, box.focus, (width, height), (area.x, area.y), area.far, strict=True
            )
        )
        return Area(x, y, width, height)
    x = area.x + (area.width - width) * _ALIGNMENT_SHARES[box.align]
    y = area.y + (area.height - height) * _ALIGNMENT_SHARES[box.valign]
    return Area(x, y, width, height)


def draw_in_colours(
    icon: DrawnIcon, found: Drawing, context: RenderContext, colours: Colours = ()
) -> DrawnPart:
    """Draw an icon as its file has it, except for classes with other colours."""
    scale = icon.side / max(found.width, found.height)
    width, height = found.width * scale, found.height * scale
    shapes = _sized(f"icons/{icon.icon}", found, (width, height), context, _Look(colours))
    return DrawnRepeat(shapes, ((icon.x - width / 2, icon.y - height / 2),))


def draw_own_icons(parts: Iterable[DrawnPart], colour: str, context: RenderContext) -> Iterator[DrawnPart]:
    """Draw the icons of a text whose colour is `OWN` as their files have them; those of fonts have the text's colour."""
    for part in parts:
        if not isinstance(part, DrawnIcon) or part.colour != OWN:
            yield part
        elif found := icon_drawing(part.icon, context.assets):
            yield draw_in_colours(part, found, context)
        else:
            yield part._replace(colour=colour)


def class_colours(box: IconBox | PictureBox, scope: Scope) -> Colours:
    """Colours for the classes of a drawing on this card, without those of which no case fits."""
    chosen = ((name, scope.colour(colour)) for name, colour in (box.colours or {}).items())
    return tuple((name, colour) for name, colour in chosen if colour)


class _Look(NamedTuple):
    """Colours for the classes of a drawing, and its tint."""

    colours: tuple[tuple[str, str], ...]
    tint: Tint | None = None


def _sized(
    name: str, found: Drawing, size: tuple[float, float], context: RenderContext, look: _Look
) -> tuple[DrawnPart, ...]:
    """Shapes of a drawing in mm from its corner: the same objects on every card, so that they are shared."""
    key = "picture", name, size, look
    shapes = context.drawings.get(key)
    if shapes is None:
        shapes = context.drawings[key] = tuple(
            _shapes(found, (size[0] / found.width, size[1] / found.height), look)
        )
    return shapes


def _tinted_shape(shape: DrawnShape, tint: Tint) -> DrawnShape:
    fill = shape.fill
    if isinstance(fill, str):
        paint: Paint = tinted_colour(fill, tint)
    else:
        stops = (stop._replace(colour=tinted_colour(stop.colour, tint)) for stop in fill.stops)
        paint = fill._replace(stops=tuple(stops))
    return shape._replace(fill=paint, stroke=tinted_colour(shape.stroke, tint))


def _shapes(found: Drawing, scale: tuple[float, float], look: _Look) -> Iterator[DrawnShape]:
    line, colours = (scale[0] * scale[1]) ** 0.5, dict(look.colours)
    for shape, classes in zip(found.shapes, found.classes, strict=True):
        shown = _recoloured(shape, classes, colours)
        shown = _tinted_shape(shown, look.tint) if look.tint else shown
        yield shown._replace(
            path=_moved(shape.path, found, scale),
            fill=shown.fill if isinstance(shown.fill, str) else _placed(shown.fill, found, scale),
            width=shape.width * line,
            dash=tuple(part * line for part in shape.dash),
        )


def _placed(fill: Gradient, found: Drawing, scale: tuple[float, float]) -> Gradient:
    (across, down), (a, b, c, d, e, f) = scale, fill.matrix
    moved = (e - found.left) * across, (f - found.top) * down
    return fill._replace(matrix=(a * across, b * down, c * across, d * down, *moved))


def _recoloured(shape: DrawnShape, classes: tuple[str, ...], colours: Mapping[str, str]) -> DrawnShape:
    """Shape in the colour of its innermost class that has one: filled with it, or drawn as a line if it has no fill."""
    colour = next((colours[name] for name in reversed(classes) if name in colours), "")
    if not colour:
        return shape
    return shape._replace(fill=colour) if shape.fill else shape._replace(stroke=colour)


def _note_colourless(name: str, box: PictureBox, scope: Scope) -> None:
    message = tr(
        "{card}: picture {name} is made of pixels, so its colours cannot be changed. Use an SVG of shapes in plain colours.",
        card=scope.card.id,
        name=name,
    )
    scope.report_box(box, "picture-colours", "warning", message)


def _moved(path: Path, found: Drawing, scale: tuple[float, float]) -> Path:
    across, down = scale
    return tuple(
        (
            step,
            tuple(
                (number - found.top) * down if at % 2 else (number - found.left) * across
                for at, number in enumerate(numbers)
            ),
        )
        for step, numbers in path
    )


def _note_missing(name: str, box: PictureBox, scope: Scope) -> None:
    message = tr(
        "{card}: picture {name} not found, so nothing is drawn.",
        card=scope.card.id,
        name=name,
    )
    scope.report_box(box, "unknown-picture", "error", message)
