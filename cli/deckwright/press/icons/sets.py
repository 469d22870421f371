"""Icons as outlines: from the icon fonts that come with the qtawesome package, or a game's own SVG.

An icon is a shape of one colour, which whoever draws it chooses. Being an outline and no letter, it leaves
no stray characters in a text that a reader copies or searches.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from deckwright.errors import InputError, Where
from deckwright.files.font_icons import icon_file, icon_names
from deckwright.messages import tr
from deckwright.press.icons.glyphs import Glyphs
from deckwright.press.icons.pens import Pen, drawn_by_fonttools

if TYPE_CHECKING:
    from collections.abc import Mapping


class Icon(NamedTuple):
    """An outline as PDF path operators, y upwards, in units of its own.

    `ink` is the box of what is drawn; `left`, `bottom` and `side` are the square it was drawn in.
    """

    operators: str
    ink: tuple[float, float, float, float]
    left: float
    bottom: float
    side: float
    even_odd: bool = False


class IconSet(NamedTuple):
    """An icon font: its file (less version and ending) in qtawesome, and whose work it is."""

    font: str
    notice: str


SETS = {
    "mdi": IconSet(
        "materialdesignicons6-webfont",
        "Material Design Icons 6: Pictogrammers (Apache-2.0)",
    ),
    "ph": IconSet("phosphor", "Phosphor 1.3: Phosphor Icons (MIT)"),
    "fa": IconSet(
        "fontawesome6-solid-webfont",
        "Font Awesome Free 6: Fonticons, Inc. (CC-BY-4.0, font OFL-1.1)",
    ),
}
"""The icon fonts by the prefix of their icons' names."""


def icon(name: str, assets: Mapping[str, bytes]) -> Icon | None:
    """Give the icon `mdi:…`, `ph:…`, `fa:…`, or a game's own; None where there is none of that name.

    Raises:
        InputError: the game's file is no drawing that can be read, or draws nothing.
    """
    prefix, _, rest = name.rpartition(":")
    if prefix:
        return _glyph(prefix, rest) if has_icon(name, assets) else None
    file = f"icons/{name}.svg"
    return _own(assets[file], file) if file in assets else None


def _own(svg: bytes, file: str) -> Icon:
    try:
        found = _svg(svg)
    except Exception as fault:  # fontTools and the parser beneath it raise whatever they come upon
        message = tr("This is no SVG drawing that can be read: {reason}.", reason=str(fault).rstrip("."))
        raise InputError("bad-icon", message, where=Where(file, 1, 1)) from fault
    left, bottom, right, top = found.ink
    if not (found.side > 0 and (right > left or top > bottom)):
        message = tr("This SVG draws nothing: only paths and shapes are drawn, no texts and no pictures.")
        raise InputError("bad-icon", message, where=Where(file, 1, 1))
    return found


def has_icon(name: str, assets: Mapping[str, bytes]) -> bool:
    """Tell whether there is an icon of that name."""
    prefix, _, rest = name.rpartition(":")
    return rest in icon_names(prefix) if prefix else f"icons/{name}.svg" in assets


@cache
def _font(prefix: str) -> Glyphs:
    return Glyphs(icon_file(SETS[prefix].font, ".ttf"))


@cache
def _glyph(prefix: str, name: str) -> Icon:
    font = _font(prefix)
    glyph = font.glyph(icon_names(prefix)[name])
    pen, advance = Pen(), font.advance(glyph)
    font.draw(glyph, pen)
    side = max(advance, font.ascent - font.descent)
    bottom = (font.ascent + font.descent - side) / 2
    return Icon("\n".join(pen.operators), pen.box, (advance - side) / 2, bottom, side)


@cache
def _svg(data: bytes) -> Icon:
    from fontTools.svgLib import SVGPath

    drawing = SVGPath.fromstring(data)
    left, top, width, height = _view_box(drawing.root)
    pen = drawn_by_fonttools(drawing.draw, flip=True)
    side = max(width, height)
    middle_x, middle_y = left + width / 2, -(top + height / 2)
    operators, even_odd = "\n".join(pen.operators), b"evenodd" in data
    return Icon(operators, pen.box, middle_x - side / 2, middle_y - side / 2, side, even_odd)


def _view_box(root: Any) -> tuple[float, float, float, float]:
    box = root.get("viewBox")
    if box:
        left, top, width, height = (float(number) for number in box.replace(",", " ").split())
        return left, top, width, height
    return 0.0, 0.0, _length(root.get("width")), _length(root.get("height"))


def _length(text: str | None) -> float:
    return float((text or "24").rstrip("pxtmc% ")) or 24.0
