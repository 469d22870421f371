"""Drawn parts as SVG for web pages, with only the letters and pixels that the page needs."""

from __future__ import annotations

import io
from base64 import b64encode
from html import escape
from itertools import groupby
from typing import TYPE_CHECKING, Any

from deckwright.files.game_folder import FOLDER
from deckwright.press.graphics.icons import SETS, icon
from deckwright.press.graphics.parts import POINT, Again, Group, Image, Picture, Pixels, Shape, Text
from deckwright.press.graphics.pictures import picture, quietly
from deckwright.press.writing.images import opened

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from deckwright.press.graphics.fonts import Font
    from deckwright.press.graphics.icons import Icon
    from deckwright.press.graphics.parts import Drawn, Line, Path, Run


# Fonts for a web page: only the letters it shows, within its style sheet.

_FEATURES = ["kern", "lnum"]
"""What the press sets type with: kerned, with figures as high as capitals, without ligatures."""


def font_rules(letters: Mapping[Font, Iterable[str]]) -> str:
    """Write the style rules of some fonts, each with the letters it is to have; the first has the class `f0`."""
    return "\n".join(
        _rules(f"f{number}", font, "".join(sorted(shown)))
        for number, (font, shown) in enumerate(letters.items())
    )


def _rules(name: str, font: Font, letters: str) -> str:
    data = b64encode(subset(font.face.filename, letters)).decode()
    source = f'url("data:font/woff;base64,{data}") format("woff")'
    return f"@font-face {{ font-family: {name}; src: {source}; }}\n.{name} {{ font-family: {name}; }}"


def subset(file: str, letters: str) -> bytes:
    """Give a font's outlines of some letters as WOFF, which every browser reads and zlib can write."""
    from fontTools.subset import Options, Subsetter, load_font, save_font

    options: Any = Options(hinting=False, layout_features=_FEATURES, flavor="woff", notdef_outline=True)
    subsetter, out = Subsetter(options), io.BytesIO()
    with load_font(file, options) as font:
        subsetter.populate(text=letters)
        subsetter.subset(font)
        save_font(font, out, options)
    return out.getvalue()


# Pictures of pixels for a web page: within it, upright, and no larger than a card is shown.

_MOST = 1000
"""The most pixels along a side: a poker card at 290 dots an inch."""

_HEAVY = 200_000
"""How many bytes a picture may have to be shown as it came."""

_QUALITY = 85


def picture_url(data: bytes, found: Pixels) -> str:
    """Give a picture as a `data:` address: as it came, or smaller, upright, and in red, green and blue."""
    sort = found.sort
    with quietly():
        if found.turn != 1 or max(found.width, found.height) > _MOST or len(data) > _HEAVY or _has_inks(data):
            sort, data = _made_anew(data)
    return f"data:image/{sort.lower()};base64,{b64encode(data).decode()}"


def _has_inks(data: bytes) -> bool:
    from PIL import Image

    with Image.open(io.BytesIO(data)) as image:
        return bool(image.mode == "CMYK")


def _made_anew(data: bytes) -> tuple[str, bytes]:
    """Give the sort and the bytes of a smaller picture; JPEG, unless there is something to see through."""
    from PIL import Image, ImageOps

    with Image.open(io.BytesIO(data)) as file:
        held = file.getexif()
    colours, alpha = opened(data)
    image: Any = colours.convert("RGB")
    if alpha:
        image.putalpha(alpha)
    image.info.clear()
    image.getexif().update(held)
    image = ImageOps.exif_transpose(image)
    image.thumbnail((_MOST, _MOST))
    out, sort = io.BytesIO(), "PNG" if alpha else "JPEG"
    image.save(out, sort, quality=_QUALITY, exif=b"")
    return sort, out.getvalue()


# Write what is drawn as SVG: in hundredths of a millimetre, from the card's top left corner, y downwards.
#
# Drawings of one page share what they have in common: icons, outlines that cut off, and pieces without text
# stand once, among the page's definitions, and are shown from there. Text stays where it is read, so that it
# can be selected and found.

_UNIT = 100
"""What a millimetre counts: whole numbers are fine enough for any printer, and short."""

_ICON = 1000
"""The side of the square that an icon is drawn in."""

_SHORT = 90
"""What is no longer than that is not worth sharing."""

_UNSEEN = 0.8
"""How much of an icon's width the word takes that it stands for; the rest parts it from the next word."""


class SvgFile:
    """The drawings of one page: the same calls give the same text. `assets` are the game's own icons.

    `letters` grows: what the drawings show of each font. They name fonts by class, `f0` for the first.
    """

    def __init__(self, assets: Mapping[str, bytes]) -> None:
        self._assets = assets
        self._definitions: dict[tuple[str, str], str] = {}
        self._kept: dict[int, tuple[tuple[Drawn, ...], str]] = {}
        self._icons: dict[str, str] = {}
        self._images: dict[str, str] = {}
        self._classes: dict[Font, str] = {}
        self.letters: dict[Font, set[str]] = {}

    def drawing(
        self, parts: Iterable[Drawn], size: tuple[float, float], attributes: Mapping[str, str]
    ) -> str:
        """Give one drawing of a size in mm, cut off at its edge, with further attributes."""
        width, height = size
        own = "".join(f' {name}="{escape(value)}"' for name, value in attributes.items())
        box = f"0 0 {_number(width)} {_number(height)}"
        inside = self._written(parts)
        return f'<svg width="{width:g}mm" height="{height:g}mm" viewBox="{box}"{own}>{inside}</svg>'

    @property
    def definitions(self) -> str:
        """Give what the drawings share, to stand before them in `defs`."""
        return "".join(f'<{tag} id="{name}"{rest}' for (tag, rest), name in self._definitions.items())

    @property
    def credits(self) -> list[str]:
        """List whose fonts and icons are in the drawings, and under what licence."""
        prefixes = dict.fromkeys(name.rpartition(":")[0] for name in self._icons)
        notices = [SETS[prefix].notice for prefix in prefixes if prefix]
        return [*dict.fromkeys(font.notice for font in self.letters), *notices]

    def icon(self, name: str) -> str:
        """Give the id of an icon's symbol, a square in the colour of whoever shows it.

        Raises:
            LookupError: there is no such icon.
        """
        known = self._icons.get(name)
        if known is None:
            found = icon(name, self._assets)
            if found is None:
                msg = f"no icon {name}"
                raise LookupError(msg)
            known = self._icons[name] = self._define("symbol", _symbol(found))
        return known

    def _define(self, tag: str, rest: str) -> str:
        """Keep an element, once, and give its id; `rest` is all of it that follows the tag."""
        return self._definitions.setdefault((tag, rest), f"{tag[0]}{len(self._definitions)}")

    def _piece(self, written: str) -> str:
        return self._define("g", f">{written}</g>")

    def _written(self, parts: Iterable[Drawn]) -> str:
        return "".join([_WRITE[type(part)](self, part) for part in parts])

    def _text(self, text: Text) -> str:
        spacing = text.tracking * text.size * POINT / 1000
        track = f' letter-spacing="{spacing * _UNIT:.1f}"' if spacing else ""
        size = f"{text.size * POINT * _UNIT:.1f}"
        lines = _joined([self._line(line) for line in text.lines])
        return f'<text font-size="{size}" fill="{text.colour}"{track}>{lines}</text>'

    def _line(self, line: Line) -> str:
        return "".join([self._run(run, line.y) for run in line.runs])

    def _run(self, run: Run, y: float) -> str:
        self.letters.setdefault(run.font, set()).update(run.text)
        name = self._classes.setdefault(run.font, f"f{len(self._classes)}")
        place = f'class="{name}" x="{_number(run.start)}" y="{_number(y)}"'
        if not run.span:
            return f"<tspan {place}>{escape(run.text, quote=False)}</tspan>"
        length = _number(run.span * _UNSEEN)
        fitted = f'textLength="{length}" lengthAdjust="spacingAndGlyphs"'
        return f'<tspan {place} fill="none" {fitted}>{escape(run.text, quote=False)}</tspan> '

    def _shape(self, shape: Shape) -> str:
        line = ""
        if shape.stroke:
            dash = " ".join(_number(part) for part in shape.dash)
            dashes = f' stroke-dasharray="{dash}"' if dash else ""
            line = f' stroke="{shape.stroke}" stroke-width="{_number(shape.width)}" stroke-miterlimit="10"{dashes}'
            line += _CAPS[shape.cap] + _JOINS[shape.join]
        rule = ' fill-rule="evenodd"' if shape.even_odd else ""
        return f'<path d="{_path(shape.path)}" fill="{shape.fill or "none"}"{rule}{line}/>'

    def _picture(self, picture: Picture) -> str:
        side = picture.side
        corner = f'x="{_number(picture.x - side / 2)}" y="{_number(picture.y - side / 2)}"'
        sides = f'width="{_number(side)}" height="{_number(side)}"'
        return f'<use href="#{self.icon(picture.icon)}" {corner} {sides} fill="{picture.colour}"/>'

    def _image(self, image: Image) -> str:
        place, width, height = image.area, image.area.width * _UNIT / _ICON, image.area.height * _UNIT / _ICON
        moved = f"translate({_number(place.x)} {_number(place.y)}) scale({width:.4f} {height:.4f})"
        return f'<use href="#{self._pixels(image.name)}" transform="{moved}"/>'

    def _pixels(self, name: str) -> str:
        """Give the id of a picture, drawn in the same square as icons."""
        known = self._images.get(name)
        if known is None:
            found = picture(name, self._assets)
            if not isinstance(found, Pixels):
                raise TypeError(name)
            url = picture_url(self._assets[f"{FOLDER}/{name}"], found)
            size = f'width="{_ICON}" height="{_ICON}" preserveAspectRatio="none"'
            known = self._images[name] = self._define("image", f' {size} href="{url}"/>')
        return known

    def _group(self, group: Group) -> str:
        x, y = group.centre
        turn = f' transform="rotate({group.turn:g} {_number(x)} {_number(y)})"' if group.turn else ""
        return f"<g{turn}{self._clip(group.clip)}>{self._written(group.parts)}</g>"

    def _clip(self, path: Path) -> str:
        if not path:
            return ""
        outline = self._define("clipPath", f'><path d="{_path(path)}"/></clipPath>')
        return f' clip-path="url(#{outline})"'

    def _again(self, again: Again) -> str:
        if len(again.places) > 1:
            shown = self._everywhere(again)
        else:
            shown = self._in_place(again.parts)
            ((x, y),) = again.places
            if x or y:
                shown = f'<g transform="translate({_number(x)} {_number(y)})">{shown}</g>'
        return f"<g{self._clip(again.clip)}>{shown}</g>" if again.clip else shown

    def _everywhere(self, again: Again) -> str:
        """Show what stands at several places, and is ornament, from one definition."""
        piece = self._piece(self._written(again.parts))
        return "".join(f'<use href="#{piece}" x="{_number(x)}" y="{_number(y)}"/>' for x, y in again.places)

    def _in_place(self, parts: tuple[Drawn, ...]) -> str:
        """Show parts that come up again: what has text as it is, what lies between from a definition."""
        # The parts are kept too, so that no others can come to have their id.
        known = self._kept.get(id(parts))
        if known is None:
            known = self._kept[id(parts)] = parts, "".join(self._pieces(parts))
        return known[1]

    def _pieces(self, parts: tuple[Drawn, ...]) -> Iterator[str]:
        for has_text, piece in groupby(parts, _has_text):
            written = self._written(piece)
            if has_text or len(written) <= _SHORT:
                yield written
            else:
                yield f'<use href="#{self._piece(written)}"/>'


_WRITE: dict[type, Callable[[SvgFile, Any], str]] = {
    Text: SvgFile._text,  # noqa: SLF001 - of the class above
    Shape: SvgFile._shape,  # noqa: SLF001
    Picture: SvgFile._picture,  # noqa: SLF001
    Image: SvgFile._image,  # noqa: SLF001
    Group: SvgFile._group,  # noqa: SLF001
    Again: SvgFile._again,  # noqa: SLF001
}


_CAPS = ("", ' stroke-linecap="round"', ' stroke-linecap="square"')
_JOINS = ("", ' stroke-linejoin="round"', ' stroke-linejoin="bevel"')


def _has_text(part: Drawn) -> bool:
    return isinstance(part, Text) or any(map(_has_text, getattr(part, "parts", ())))


def _joined(lines: list[str]) -> str:
    """Join lines with a space, which a reader who searches needs, but not where a word is broken."""
    return "".join(
        line if line.endswith("-</tspan>") or number == len(lines) else f"{line} "
        for number, line in enumerate(lines, 1)
    )


def _symbol(found: Icon) -> str:
    """Write the symbol of an icon, given as PDF operators with y upwards, in a square of whole numbers."""
    scale, top = _ICON / found.side, found.bottom + found.side
    outlines: list[str] = []
    steps: list[str] = []
    for operator in [*found.operators.split("\n"), "f*" if found.even_odd else "f"]:
        *numbers, step = operator.split()
        if step in _RULES:
            outlines.append(f'<path d="{"".join(steps)}"{_RULES[step]}/>')
            steps.clear()
            continue
        points = zip(map(float, numbers[::2]), map(float, numbers[1::2]), strict=True)
        placed = [f"{(x - found.left) * scale:.0f} {(top - y) * scale:.0f}" for x, y in points]
        steps.append(_STEPS[step] + " ".join(placed))
    return f' viewBox="0 0 {_ICON} {_ICON}" overflow="visible">{"".join(outlines)}</symbol>'


_RULES = {"f": "", "f*": ' fill-rule="evenodd"'}
"""How what was drawn so far is filled, by the operator of a PDF."""

_STEPS = {"m": "M", "l": "L", "c": "C", "h": "Z"}


def _path(path: Path) -> str:
    return "".join(
        [_STEPS[step] + " ".join([_number(number) for number in numbers]) for step, numbers in path]
    )


def _number(length: float) -> str:
    return str(round(length * _UNIT))
