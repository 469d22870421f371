"""Draw pictures of the game's own: as large as their box, and cut off at its edge."""

from __future__ import annotations

from typing import TYPE_CHECKING
from unicodedata import normalize

from deckwright.messages import tr
from deckwright.press.drawing.shapes import rectangle
from deckwright.press.faces.boxes import NOTHING
from deckwright.press.faces.choices import Cases
from deckwright.press.parts import Again, Area, Group, Image
from deckwright.press.pictures import Drawing, has_picture, picture

if TYPE_CHECKING:
    from collections.abc import Iterator

    from deckwright.press.faces.boxes import PictureBox
    from deckwright.press.faces.choices import Raw
    from deckwright.press.faces.scope import Desk, Scope
    from deckwright.press.parts import Drawn, Path, Shape
    from deckwright.press.pictures import Pixels

_SHARES = {"left": 0.0, "top": 0.0, "centre": 0.5, "middle": 0.5, "right": 1.0, "bottom": 1.0}


def draw_picture(box: PictureBox, scope: Scope, area: Area) -> Iterator[Drawn]:
    """Draw a picture in an area; nothing where the card has no such field."""
    name = shown_name(box, scope)
    if not name:
        return
    if not has_picture(name, scope.desk.assets):
        _note_missing(name, box, scope)
        return
    found = picture(name, scope.desk.assets)
    whole = placed(box, found, area)
    if isinstance(found, Drawing):
        clip = rectangle(_common(whole, area), box.radii)
        shapes = _sized(name, found, (whole.width, whole.height), scope.desk)
        yield Again(shapes, ((whole.x, whole.y),), clip)
        return
    image = Image(name, whole)
    if any(box.radii) or box.fit == "cover":
        yield Group((image,), clip=rectangle(_common(whole, area), box.radii))
    else:
        yield image


def shown_name(box: PictureBox, scope: Scope) -> str:
    """Give the name of the picture that a box shows on a card; '' where the card has none.

    Where the card's own is not there, it is what the face says for that.
    """
    name = _own_name(box, scope)
    if not name or has_picture(name, scope.desk.assets) or not box.missing:
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


def _filled(value: Raw) -> str:
    """Give a field as it stands in the name of a file: as the data holds it, in every language the same."""
    if isinstance(value, tuple):
        return "-".join(value)
    if isinstance(value, bool):
        return str(value).lower()
    return f"{value:g}" if isinstance(value, (int, float)) else value or ""


def placed(box: PictureBox, found: Pixels | Drawing, area: Area) -> Area:
    """Give where the whole of a picture goes, which may be more than the area."""
    if box.fit == "stretch":
        return area
    scales = area.width / found.width, area.height / found.height
    scale = max(scales) if box.fit == "cover" else min(scales)
    width, height = found.width * scale, found.height * scale
    x = area.x + (area.width - width) * _SHARES[box.align]
    y = area.y + (area.height - height) * _SHARES[box.valign]
    return Area(x, y, width, height)


def _common(one: Area, two: Area) -> Area:
    left, top = max(one.x, two.x), max(one.y, two.y)
    right = min(one.x + one.width, two.x + two.width)
    return Area(left, top, right - left, min(one.y + one.height, two.y + two.height) - top)


def _sized(name: str, found: Drawing, size: tuple[float, float], desk: Desk) -> tuple[Drawn, ...]:
    """Give the outlines of a drawing in mm from its corner: the same ones for every card, so that they are shared."""
    key = "picture", name, size
    shapes = desk.drawn.get(key)
    if shapes is None:
        shapes = desk.drawn[key] = tuple(_shapes(found, (size[0] / found.width, size[1] / found.height)))
    return shapes


def _shapes(found: Drawing, scale: tuple[float, float]) -> Iterator[Shape]:
    line = (scale[0] * scale[1]) ** 0.5
    for shape in found.shapes:
        yield shape._replace(
            path=_moved(shape.path, found, scale),
            width=shape.width * line,
            dash=tuple(part * line for part in shape.dash),
        )


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
        "{card} asks for the picture {name}, which there is not: nothing is drawn.",
        card=scope.card.id,
        name=name,
    )
    scope.note_box(box, "unknown-picture", "error", message)
