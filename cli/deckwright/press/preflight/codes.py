"""Preflight of QR codes: whether their modules differ from what is below them, and whether nothing is too near."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from deckwright.errors import InputError
from deckwright.messages import tr
from deckwright.press.boxes.code import CodeBox
from deckwright.press.drawing.card import draw_boxes
from deckwright.press.graphics.codes import code_modules, module_size
from deckwright.press.graphics.parts import Area, square_in
from deckwright.press.looks.colours import luminance, mix
from deckwright.press.preflight.edges import extents
from deckwright.press.preflight.legibility import different_looks, grounds_of, printed_boxes

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from deckwright.model.card import Card
    from deckwright.press.boxes.box import Box
    from deckwright.press.drawing.context import RenderContext, Scope
    from deckwright.press.faces.face_file import Face
    from deckwright.press.preflight.legibility import PrintedBox

LEAST_CONTRAST = 40
"""Least difference of reflectance between light and dark modules, in per cent: grade C of ISO/IEC 15415, 7.8.3."""

QUIET = 4
"""Width of the zone around a code that must be empty, in modules (ISO/IEC 18004, 9.1)."""

_SPOT = 0.1
"""Side of a spot of the quiet zone whose colour is looked at, in mm."""


class _Code(NamedTuple):
    """A code on a card: its box, the square of its modules, and the side of one of them in mm."""

    printed: PrintedBox
    modules: Area
    module: float

    @property
    def box(self) -> Box:
        return self.printed.placed.box

    @property
    def zone(self) -> Area:
        """Square of the modules with the zone that must be empty."""
        return self.modules.inset(-QUIET * self.module, -QUIET * self.module)


def report_unreadable_codes(face: Face, cards: Iterable[Card], context: RenderContext) -> None:
    """Report each QR code that scanners may not read on its ground, or with what is near it, with the first such card."""
    codes = [one for one in printed_boxes(face) if isinstance(one.placed.box, CodeBox)]
    noted: set[Box] = set()
    for scope in different_looks(face, cards, context) if codes else ():
        for printed in codes:
            if printed.placed.box in noted or not printed.placed.is_drawn(scope):
                continue
            code = _code(printed, scope)
            if code and (_note_contrast(code, scope) or _note_quiet_zone(code, face, scope)):
                noted.add(code.box)


def _code(printed: PrintedBox, scope: Scope) -> _Code | None:
    """The code of a box on a card; None if it has none."""
    box, area = printed.placed.box, printed.placed.area
    text = box.text_on(scope) if isinstance(box, CodeBox) else ""
    if not text or not isinstance(box, CodeBox):
        return None
    try:
        rows = code_modules(text, box.error)
    except InputError:
        return None  # drawing reports it
    square = square_in(area)
    module = module_size(rows, box.quiet, square.width)
    return _Code(printed, square.inset(box.quiet * module, box.quiet * module), module)


def _note_contrast(code: _Code, scope: Scope) -> bool:
    """Note a code that is not darker than its ground, or not dark enough."""
    grounds, is_picture = grounds_of(code.printed, scope, code.modules)
    found, colour, ground = min(
        (_contrast(code, ground, scope), *_seen(code, ground, scope)) for ground in grounds
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
    scope.report_box(code.box, "code-contrast", "warning", message, found=found, limit=LEAST_CONTRAST)
    return True


def _seen(code: _Code, ground: str, scope: Scope) -> tuple[str, str]:
    """Colour of the modules as it is seen on a ground, and the ground."""
    box = code.box
    colour = scope.ink(box.colour) if isinstance(box, CodeBox) else ""
    return mix(ground, colour, code.printed.placed.opacity), ground


def _contrast(code: _Code, ground: str, scope: Scope) -> int:
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
    found = code.box.quiet if isinstance(code.box, CodeBox) else None
    scope.report_box(code.box, "quiet-zone", "warning", message, found=found, limit=QUIET)
    return True


def _near(code: _Code, face: Face, scope: Scope) -> Iterator[str]:
    """Yield names of what is in the zone of a code: the edge of the card, a dark colour, or a box with text or icons."""
    zone = code.zone
    if min(zone.x, zone.y, face.size[0] - zone.far[0], face.size[1] - zone.far[1]) < 0:
        yield tr("the edge of the card")
    for x, y in _spots(code):
        spot = Area(x - _SPOT / 2, y - _SPOT / 2, _SPOT, _SPOT)
        grounds, _ = grounds_of(code.printed, scope, spot)
        if any(_contrast(code, ground, scope) < LEAST_CONTRAST for ground in grounds):
            yield tr("a dark colour")
    for box in _above(code, face):
        for extent in extents(draw_boxes((box,), scope._replace(context=scope.context.for_measuring()))):
            is_beside = extent.left < zone.far[0] and zone.x < extent.right
            if is_beside and extent.top < zone.far[1] and zone.y < extent.bottom:
                yield box.id or tr("a text or an icon")


def _above(code: _Code, face: Face) -> Sequence[Box]:
    """Boxes whose texts and icons are seen beside a code: all, or those that its ground is not printed on."""
    if not (isinstance(code.box, CodeBox) and code.box.ground):
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
