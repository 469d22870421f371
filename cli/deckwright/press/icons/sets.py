"""Icons as outlines: from the icon fonts that come with the qtawesome package, or a game's own SVG.

An icon is a shape of one colour, which whoever draws it chooses. Being an outline and no letter, it leaves
no stray characters in a text that a reader copies or searches.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from deckwright.errors import InputError, Where
from deckwright.files.font_icons import icon_file, icon_names
from deckwright.messages import tr
from deckwright.press.icons.glyphs import Glyphs
from deckwright.press.icons.pens import Pen

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from deckwright.press.parts import Path


class Icon(NamedTuple):
    """An outline as PDF path operators, y upwards, in units of its own.

    `ink` is the box of what is drawn; `left`, `bottom` and `side` are the square it was drawn in. A line `f` or `f*` among
    the operators fills what is before it, by the rule of windings or of even and odd; what comes last is filled by
    whoever draws the icon.
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


def icon_colours(name: str, assets: Mapping[str, bytes]) -> tuple[str, ...]:
    """List the colours that a game's own drawing is filled with; an icon shows all of them in one.

    Raises:
        InputError: as `icon` does.
    """
    file = f"icons/{name}.svg"
    return _svg(assets[file], file).colours


def _own(svg: bytes, file: str) -> Icon:
    return _svg(svg, file).icon


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


class _OwnIcon(NamedTuple):
    """A game's own icon, and the colours it is filled with in its file."""

    icon: Icon
    colours: tuple[str, ...]


@cache
def _svg(data: bytes, file: str) -> _OwnIcon:
    """Read a drawing, whose shapes are filled one by one, as they are in any other program."""
    from deckwright.press.pictures.svg import drawing_of

    try:
        drawing = drawing_of(data, file, as_icon=True)
    except InputError as fault:
        findings = [replace(one, rule="bad-icon") for one in fault.findings]
        raise InputError("bad-icon", fault.message, where=fault.where, findings=findings) from fault
    pen = Pen()
    for number, shape in enumerate(drawing.shapes):
        if number:
            pen.operators.append("f*" if drawing.shapes[number - 1].even_odd else "f")
        _draw_upright(shape.path, pen)
    left, bottom, right, top = pen.box
    if not (right > left and top > bottom):
        message = tr("This SVG draws nothing: only paths and shapes are drawn, no texts and no pictures.")
        raise InputError("bad-icon", message, where=Where(file, 1, 1))
    side = max(drawing.width, drawing.height)
    left = drawing.left + drawing.width / 2 - side / 2
    bottom = -(drawing.top + drawing.height / 2) - side / 2
    found = Icon("\n".join(pen.operators), pen.box, left, bottom, side, drawing.shapes[-1].even_odd)
    return _OwnIcon(found, tuple(dict.fromkeys(shape.fill for shape in drawing.shapes)))


def _draw_upright(path: Path, pen: Pen) -> None:
    """Draw a path, turned over: in an SVG its y runs downwards."""
    draw: dict[str, Callable[..., None]] = {"m": pen.move, "l": pen.line, "c": pen.cubic, "h": pen.close}
    for step, numbers in path:
        draw[step](*[(x, -y) for x, y in zip(numbers[::2], numbers[1::2], strict=True)])
