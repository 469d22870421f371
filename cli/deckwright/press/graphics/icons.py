"""Icons as outlines: from icon fonts, or from a game's own SVG files."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING, NamedTuple
from unicodedata import category

from deckwright.errors import InputError
from deckwright.files.game_folder import FOLDER, own_icon_file
from deckwright.findings import Where
from deckwright.messages import tr
from deckwright.press.graphics.font_files import Glyphs
from deckwright.press.graphics.parts import Area, DrawnShape, bounds_of_path, joined, rectangle
from deckwright.press.graphics.pictures import picture, pixels_of
from deckwright.resources import icon_file, icon_names

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from deckwright.press.graphics.parts import Drawing, Pixels


# Icons as outlines, from the icon fonts of the qtawesome package or from a game's own SVG.
#
# An icon has one colour, which is chosen where it is drawn. It is an outline rather than a character, so text
# that is copied or searched has no stray characters.


class Icon(NamedTuple):
    """Shapes of an icon, y upwards, in units of its own.

    `ink` are its left, bottom, right and top; `left`, `bottom` and `side` are the square it was designed in. What is filled, and
    what is drawn as a line, is in the colour of the icon.
    """

    shapes: tuple[DrawnShape, ...]
    ink: tuple[float, float, float, float]
    left: float
    bottom: float
    side: float

    @property
    def has_lines(self) -> bool:
        """Whether some of its paths are drawn as lines."""
        return any(shape.stroke for shape in self.shapes)


class IconSet(NamedTuple):
    """Icon font: its file in qtawesome, without version and extension, and its credits."""

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
"""Icon fonts, by the prefix of their icons' names."""


def icon(name: str, assets: Mapping[str, bytes]) -> Icon | None:
    """Icon `mdi:…`, `ph:…` or `fa:…`, or a game's own; None if the name is unknown.

    Raises:
        InputError: the game's file is not a supported drawing, or has nothing to draw.
    """
    prefix, _, rest = name.rpartition(":")
    if prefix:
        return _glyph(prefix, rest) if has_icon(name, assets) else None
    if pixels := icon_picture(name, assets):
        return _square(picture(pixels, assets))
    own = _own(name, assets)
    return own.icon if own else None


def icon_colours(name: str, assets: Mapping[str, bytes]) -> tuple[str, ...]:
    """Colours of a game's own drawing, which an icon replaces by one.

    Raises:
        InputError: as `icon` does.
    """
    own = _own(name, assets)
    return own.colours if own else ()


def icon_drawing(name: str, assets: Mapping[str, bytes]) -> Drawing | None:
    """Drawing of a game's own icon in its own colours; None for another icon.

    Raises:
        InputError: as `icon` does.
    """
    own = _own(name, assets)
    return own.drawing if own else None


def icon_picture(name: str, assets: Mapping[str, bytes]) -> str:
    """Picture of a game's own icon that is made of pixels, such as `icons:coin.png`; '' for another icon."""
    file = own_icon_file(name, assets)
    is_picture = file.endswith(".png") or (file and pixels_of(assets[file]) in assets)
    return file.removeprefix(f"{FOLDER}/").replace("icons/", "icons:", 1) if is_picture else ""


def _own(name: str, assets: Mapping[str, bytes]) -> _OwnIcon | None:
    file = own_icon_file(name, assets)
    return _svg(assets[file], file) if file and not icon_picture(name, assets) else None


def _square(content: Pixels | Drawing) -> Icon:
    """Icon with the proportions of a picture, for texts around it."""
    width, height = content.width, content.height
    side, path = max(width, height), rectangle(Area(0, 0, width, height))
    left, bottom = (width - side) / 2, (height - side) / 2
    return Icon((DrawnShape(path, _BLACK),), (0, 0, width, height), left, bottom, side)


def has_icon(name: str, assets: Mapping[str, bytes]) -> bool:
    """Whether there is an icon of that name."""
    prefix, _, rest = name.rpartition(":")
    return rest in icon_names(prefix) if prefix else bool(own_icon_file(name, assets))


# Emoji and symbols that text fonts lack.

_SYMBOLS = {
    "★": "star",
    "☆": "star-outline",
    "♣": "cards-club",
    "♠": "cards-spade",
    "♡": "heart-outline",
    "⚔": "sword-cross",
    "🗡": "sword",
    "🏹": "bow-arrow",
    "🏰": "castle",
    "🪙": "circle-multiple",
    "✗": "close",
    "✘": "close-thick",
    "☐": "checkbox-blank-outline",
    "☑": "checkbox-marked-outline",
    "○": "circle-outline",
    "□": "square-outline",
    "▲": "triangle",
    "△": "triangle-outline",
    "◆": "rhombus",
    "◇": "rhombus-outline",
    "♢": "rhombus-outline",
    "☂": "umbrella",
    "✨": "creation",
}
"""Icons of `mdi` for symbols that `fa` lacks; its font has its own under the codes of hundreds of emoji."""


@cache
def symbol_icon(character: str) -> str:
    """Icon of a font for an emoji or a symbol, such as `fa:fire` for 🔥; '' if there is none.

    Characters for private use, as Word’s bullets, mean something else in every font.
    """
    if character in _SYMBOLS:
        return f"mdi:{_SYMBOLS[character]}"
    is_symbol = not character.isalnum() and category(character) != "Co"
    glyph = _font("fa").glyph(ord(character)) if is_symbol else 0
    return f"fa:{_names_of_glyphs()[glyph]}" if glyph in _names_of_glyphs() else ""


@cache
def _names_of_glyphs() -> dict[int, str]:
    """Names of the icons of `fa` by their glyphs."""
    font = _font("fa")
    return {font.glyph(code): name for name, code in reversed(icon_names("fa").items())}


@cache
def _font(prefix: str) -> Glyphs:
    return Glyphs(icon_file(SETS[prefix].font, ".ttf").read_bytes())


@cache
def _glyph(prefix: str, name: str) -> Icon:
    font = _font(prefix)
    glyph = font.glyph(icon_names(prefix)[name])
    shape, advance = _upright(DrawnShape(font.path(glyph), _BLACK), 1), font.advance(glyph)
    side = max(advance, font.ascent - font.descent)
    bottom = (font.ascent + font.descent - side) / 2
    return Icon((shape,), _ink([shape]), (advance - side) / 2, bottom, side)


_BLACK = "#000000"


class _OwnIcon(NamedTuple):
    """A game's own icon, the colours of its file, and its drawing in these."""

    icon: Icon
    colours: tuple[str, ...]
    drawing: Drawing


_MOST_DRAWINGS = 1_000
"""Drawings that are kept, those used last: a live page reads a new one with each change of an icon."""


@lru_cache(maxsize=_MOST_DRAWINGS)
def _svg(data: bytes, file: str) -> _OwnIcon:
    """Read a drawing, whose shapes are filled one by one, as in other programs."""
    from deckwright.press.graphics.svg import read_drawing

    try:
        drawing = read_drawing(data, file, as_icon=True)
    except InputError as fault:
        findings = [finding._replace(rule="bad-icon") for finding in fault.findings]
        raise InputError("bad-icon", fault.message, where=fault.where, findings=findings) from fault
    shapes = tuple(_upright(shape, -1) for shape in drawing.shapes)
    left, bottom, right, top = ink = _ink(shapes)
    if not (right > left and top > bottom):
        message = tr(
            "This SVG has nothing to draw: only paths and shapes are supported, not text or pictures."
        )
        raise InputError("bad-icon", message, where=Where(file, 1, 1))
    side = max(drawing.width, drawing.height)
    left = drawing.left + drawing.width / 2 - side / 2
    bottom = -(drawing.top + drawing.height / 2) - side / 2
    upright = Icon(shapes, ink, left, bottom, side)
    colours = (str(colour) for shape in drawing.shapes for colour in (shape.fill, shape.stroke) if colour)
    return _OwnIcon(upright, tuple(dict.fromkeys(colours)), drawing)


def _upright(shape: DrawnShape, down: int) -> DrawnShape:
    """Shape with y upwards, from a font (1), or from an SVG (-1), where it runs downwards; in thousandths of a unit."""
    signs = (1, down) * 3
    path = tuple(
        (step, tuple([round(sign * number, 3) for sign, number in zip(signs, numbers, strict=False)]))
        for step, numbers in shape.path
    )
    return shape._replace(path=path)


def _ink(shapes: Iterable[DrawnShape]) -> tuple[float, float, float, float]:
    """Left, bottom, right and top of shapes with their lines, or slightly more at curves."""
    edges = ((bounds_of_path(shape.path), shape.width / 2 if shape.stroke else 0.0) for shape in shapes)
    area = joined([area and area.inset(-reach, -reach) for area, reach in edges]) or Area(0.0, 0.0, 0.0, 0.0)
    return area.x, area.y, *area.far
