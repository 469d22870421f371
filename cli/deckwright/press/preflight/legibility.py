"""Preflight of what must be read or scanned: contrast to what is below, quiet zones, and what is too small to print."""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING, NamedTuple

from deckwright.errors import InputError
from deckwright.messages import later, tr
from deckwright.press.boxes.code import CodeBox, code_modules, module_size
from deckwright.press.boxes.picture import IconBox
from deckwright.press.boxes.text import TextBox
from deckwright.press.drawing.card import draw_boxes
from deckwright.press.graphics.parts import Area, square_in
from deckwright.press.looks.colours import OWN, contrast, luminance, mix
from deckwright.press.preflight.edges import extents
from deckwright.press.preflight.shown import grounds_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from deckwright.press.boxes.box import Box
    from deckwright.press.drawing.context import Scope
    from deckwright.press.faces.face_file import Face
    from deckwright.press.looks.styles import Style
    from deckwright.press.preflight.shown import CheckedFace, PrintedBox


# Contrast of texts and icons.

READABLE, LARGE = 4.5, 3.0
"""Least contrast of texts, and of large ones and icons, to what is below (WCAG 2.2, 1.4.3 and 1.4.11)."""

_LARGE_SIZE, _LARGE_BOLD = 18.0, 14.0
"""Sizes, in points, from which a text is large, in a regular and in a bold weight (WCAG 2.2)."""

_BOLD = 700


def report_low_contrast(checked: CheckedFace) -> None:
    """Report each text and icon that is hard to read on what is below it, with the first card that shows it.

    Icons that only decorate, in a colour close to their ground, are not reported: nobody has to read them.
    """
    noted: set[Box] = set()
    for scope in checked.looks:
        for printed in checked.printed:
            box = printed.placed.box
            # What must be scanned has rules of its own.
            if isinstance(box, CodeBox) or box in noted or not printed.placed.is_drawn(scope):
                continue
            if _note_contrast(printed, scope):
                noted.add(box)


def _note_contrast(printed: PrintedBox, scope: Scope) -> bool:
    """Note a text or icon with too little contrast."""
    box = printed.placed.box
    if not isinstance(box, TextBox | IconBox):
        return False
    inks = _inks(box, scope) if isinstance(box, TextBox) else {scope.colour(box.colour): 0.0}
    grounds, is_picture = grounds_of(printed, scope)
    seen = [ground for colour in grounds for ground in _beside(colour, box, scope)]
    if isinstance(box, IconBox) and is_picture:
        inks = dict.fromkeys(inks, LARGE)
    edge = scope.colour(box.style.outline) if isinstance(box, TextBox) else ""
    worst = []
    for colour, least in inks.items():
        if colour:
            found, ground = min(
                (contrast(mix(below, colour, printed.placed.opacity), below), below) for below in seen
            )
            worst.append((max(found, contrast(colour, edge)) if edge else found, least, colour, ground))
    found, least, colour, ground = min(worst, key=lambda case: case[0] - case[1], default=(0.0, 0.0, "", ""))
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
    box.report(scope, "contrast", "warning", message, found=round(found, 1), limit=least)
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
    for span in box.spans_on(scope):
        style, look = box.style.run(span.runs)
        if (colour := look.colour or span.colour) and colour != OWN:
            inks[scope.ink(colour)] = LARGE if span.icon else _least(style, look.scale)
    return inks


def text_grounds(checked: CheckedFace, scope: Scope) -> Iterator[tuple[TextBox, list[str], list[str]]]:
    """Yield the text boxes that a card shows, with the colours of their letters, and those below them."""
    for printed in checked.printed:
        box = printed.placed.box
        if isinstance(box, TextBox) and printed.placed.is_drawn(scope):
            yield box, list(_inks(box, scope)), grounds_of(printed, scope)[0]


def _least(style: Style, scale: float = 1.0) -> float:
    size = _LARGE_BOLD if style.weight >= _BOLD else _LARGE_SIZE
    return LARGE if style.size * scale >= size else READABLE


def _beside(ground: str, box: Box, scope: Scope) -> list[str]:
    """Colours beside the letters of a text, or an icon, that has a shadow: it is half as dark at the edge if it is soft."""
    shadow = box.shadow
    if shadow is None or (isinstance(box, TextBox) and box.panel and box.panel.fill):
        # With a panel, the shadow is that of the panel.
        return [ground]
    is_around = shadow.blur > 0 and hypot(*shadow.offset) <= shadow.blur
    dark = mix(ground, scope.ink(shadow.colour), shadow.opacity * (0.5 if is_around else 1))
    return [dark] if is_around else [dark, ground]


# Codes that scanners read.

LEAST_CONTRAST = 40
"""Least difference of reflectance between light and dark modules, in per cent: grade C of ISO/IEC 15415, 7.8.3."""

QUIET = 4
"""Width of the zone around a code that must be empty, in modules (ISO/IEC 18004, 9.1)."""

_SPOT = 0.1
"""Side of a spot of the quiet zone whose colour is looked at, in mm."""


class _Code(NamedTuple):
    """A code on a card: its box, the square of its modules, and the side of one of them in mm."""

    printed: PrintedBox
    box: CodeBox
    modules: Area
    module: float

    @property
    def zone(self) -> Area:
        """Square of the modules with the zone that must be empty."""
        return self.modules.inset(-QUIET * self.module, -QUIET * self.module)


def report_unreadable_codes(checked: CheckedFace) -> None:
    """Report each QR code that scanners may not read on its ground, or with what is near it, with the first such card."""
    codes = [printed for printed in checked.printed if isinstance(printed.placed.box, CodeBox)]
    noted: set[Box] = set()
    for scope in checked.looks if codes else ():
        for printed in codes:
            if printed.placed.box in noted or not printed.placed.is_drawn(scope):
                continue
            code = _code(printed, scope)
            if code and (_note_code_contrast(code, scope) or _note_quiet_zone(code, checked.face, scope)):
                noted.add(code.box)


def _code(printed: PrintedBox, scope: Scope) -> _Code | None:
    """The code of a box on a card; None if it has none."""
    box = printed.placed.box
    text = box.text_on(scope) if isinstance(box, CodeBox) else ""
    if not text or not isinstance(box, CodeBox):
        return None
    try:
        rows = code_modules(text, box.error)
    except InputError:
        return None  # drawing reports it
    square = square_in(printed.placed.area)
    module = module_size(rows, box.quiet, square.width)
    return _Code(printed, box, square.inset(box.quiet * module, box.quiet * module), module)


def _note_code_contrast(code: _Code, scope: Scope) -> bool:
    """Note a code that is not darker than its ground, or not dark enough."""
    grounds, is_picture = grounds_of(code.printed, scope, code.modules)
    found, colour, ground = min(
        (_code_contrast(code, ground, scope), *_seen(code, ground, scope)) for ground in grounds
    )
    if found >= LEAST_CONTRAST:
        return False
    details = {
        "card": scope.card.id,
        "box": code.box.id or scope.face.name,
        "found": scope.number(found),
        "least": scope.number(LEAST_CONTRAST),
    }
    message = (
        tr(
            "{card}: scanners may not read the QR code {box} on the picture below it: its modules should reflect less "
            "light, by at least {least} %, but in places it is {found} %. Set ground to a light colour.",
            **details,
        )
        if is_picture
        else tr(
            "{card}: scanners may not read the QR code {box}: {colour} should reflect less light than {ground}, by at "
            "least {least} %, but it is {found} %. Choose a darker colour or a lighter ground.",
            **details,
            colour=colour,
            ground=ground,
        )
    )
    code.box.report(scope, "code-contrast", "warning", message, found=found, limit=LEAST_CONTRAST)
    return True


def _seen(code: _Code, ground: str, scope: Scope) -> tuple[str, str]:
    """Colour of the modules as it is seen on a ground, and the ground."""
    return mix(ground, scope.ink(code.box.colour), code.printed.placed.opacity), ground


def _code_contrast(code: _Code, ground: str, scope: Scope) -> int:
    """How much more light a ground reflects than the modules on it, in per cent of white."""
    dark, light = _seen(code, ground, scope)
    return round(100 * (luminance(light) - luminance(dark)))


def _note_quiet_zone(code: _Code, face: Face, scope: Scope) -> bool:
    """Note the first thing in the zone around a code that must be empty."""
    thing = next(_near(code, face, scope), "")
    if not thing:
        return False
    message = tr(
        "{card}: {thing} is too near the QR code {box}: scanners need {modules} empty modules around it, which are {size} mm "
        "here. Move it, make the code smaller, or set quiet to {modules}.",
        card=scope.card.id,
        thing=thing,
        box=code.box.id or face.name,
        modules=QUIET,
        size=scope.number(round(QUIET * code.module, 1)),
    )
    code.box.report(scope, "quiet-zone", "warning", message, found=code.box.quiet, limit=QUIET)
    return True


def _near(code: _Code, face: Face, scope: Scope) -> Iterator[str]:
    """Yield names of what is in the zone of a code: the edge of the card, a dark colour, or a box with text or icons."""
    zone = code.zone
    if min(zone.x, zone.y, face.size[0] - zone.far[0], face.size[1] - zone.far[1]) < 0:
        yield tr("the edge of the card")
    for x, y in _spots(code):
        spot = Area(x - _SPOT / 2, y - _SPOT / 2, _SPOT, _SPOT)
        grounds, _ = grounds_of(code.printed, scope, spot)
        if any(_code_contrast(code, ground, scope) < LEAST_CONTRAST for ground in grounds):
            yield tr("a dark colour")
    for box in _above(code, face):
        for extent in extents(draw_boxes((box,), scope._replace(context=scope.context.for_measuring()))):
            area = extent.area
            is_beside = area.x < zone.far[0] and zone.x < area.far[0]
            if is_beside and area.y < zone.far[1] and zone.y < area.far[1]:
                yield box.id or tr("a text or an icon")


def _above(code: _Code, face: Face) -> Sequence[Box]:
    """Boxes whose texts and icons are seen beside a code: all, or those that its ground is not printed on."""
    if not code.box.ground:
        return face.boxes
    at = next(number for number, box in enumerate(face.boxes) if code.box in box.with_nested())
    return face.boxes[at:]


def _spots(code: _Code) -> Iterator[tuple[float, float]]:
    """Yield points along the middle and the outer edge of the zone around a code."""
    for share in (0.5, 0.98):
        ring = code.modules.inset(-share * QUIET * code.module, -share * QUIET * code.module)
        for step in range(5):
            across, down = ring.x + step / 4 * ring.width, ring.y + step / 4 * ring.height
            yield from ((across, ring.y), (across, ring.far[1]), (ring.x, down), (ring.far[0], down))


# Things too small to print.

SMALLEST_ICON = 2.0
"""Side, in mm, from which an icon is recognised on a table."""

HAIRLINE = 0.09
"""Width, in mm (a quarter of a point), from which lines are printed everywhere the same."""


_TOO_SMALL = {
    "small-icon": later(
        "The icon {box} of the face {face} is only {size} mm wide: make it at least {least} mm."
    ),
    "hairline": later(
        "The line of {box} in the face {face} is only {size} mm wide, and may disappear in print: make it at "
        "least {least} mm."
    ),
}


def report_too_small(checked: CheckedFace) -> None:
    """Report icons and lines of a face that are too small to print well, each once."""
    face, context = checked.face, checked.context
    for box, _ in checked.boxes:
        side = min(box.at.width, box.at.height) if isinstance(box, IconBox) else SMALLEST_ICON
        for rule, size, least in (
            ("small-icon", side, SMALLEST_ICON),
            ("hairline", box.line_width, HAIRLINE),
        ):
            if 0 < size < least:
                sizes = {"size": context.number(size), "least": context.number(least)}
                message = tr(_TOO_SMALL[rule], box=box.id or face.name, face=face.name, **sizes)
                context.note(box.finding(face, rule, "warning", message, found=size, limit=least), box)
