"""Drawn parts as SVG for web pages, with only the letters and pixels that the page needs."""

from __future__ import annotations

import io
from base64 import b64encode
from functools import lru_cache
from html import escape
from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple

from deckwright.press.graphics.icons import SETS, icon, icon_picture
from deckwright.press.graphics.parts import (
    POINT,
    DrawnIcon,
    DrawnText,
    Gradient,
    PartVisitor,
    Pixels,
    all_parts,
    bounds_of,
    rectangle,
)
from deckwright.press.graphics.pictures import picture, picture_file, quiet_pillow, tinted
from deckwright.press.writing.images import decode_picture

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from deckwright.press.graphics.font_files import FontFile
    from deckwright.press.graphics.fonts import Font
    from deckwright.press.graphics.icons import Icon
    from deckwright.press.graphics.parts import (
        Area,
        DrawnGroup,
        DrawnPart,
        DrawnPicture,
        DrawnRepeat,
        DrawnRun,
        DrawnShadow,
        DrawnShape,
        Path,
        Stop,
        Tint,
    )


# Fonts for a web page: only the characters it shows, embedded in its style sheet.

_FEATURES = ["kern", "lnum"]
"""OpenType features of the press: kerning and lining figures, without ligatures."""


def font_rules(letters: Mapping[Font, Iterable[str]]) -> str:
    """Style rules of fonts, each with the characters it needs; the first has the class `f0`."""
    return "\n".join(
        font_rule(f"f{number}", font, shown) for number, (font, shown) in enumerate(letters.items())
    )


def font_rule(name: str, font: Font, letters: Iterable[str]) -> str:
    """Style rules of a font with some characters, as the class `name`."""
    data = b64encode(subset(font.file, "".join(sorted(letters)))).decode()
    source = f'url("data:font/woff;base64,{data}") format("woff")'
    return f"@font-face {{ font-family: {name}; src: {source}; }}\n.{name} {{ font-family: {name}; }}"


@lru_cache(64)  # a page that is written again after each change has the same letters in most cases
def subset(file: FontFile, letters: str) -> bytes:
    """Some characters of a font as WOFF, which every browser reads and zlib can write; all if they belong together."""
    from fontTools.subset import Options, Subsetter, load_font, save_font

    options: Any = Options(hinting=False, layout_features=_FEATURES, flavor="woff", notdef_outline=True)
    subsetter, out = Subsetter(options), io.BytesIO()
    with load_font(io.BytesIO(file.data), options) as font:
        _replace_glyphs(font, file)
        subsetter.populate(**({"glyphs": font.getGlyphOrder()} if file.is_whole else {"text": letters}))
        subsetter.subset(font)
        save_font(font, out, options)
    return out.getvalue()


def _replace_glyphs(font: Any, file: FontFile) -> None:
    """Map characters to the glyphs that the press shows for them, such as small capitals."""
    for table in font["cmap"].tables if file.replaced else ():
        if table.isUnicode():
            table.cmap.update(
                (code, font.getGlyphName(glyph))
                for code, glyph in file.replaced.items()
                if code in table.cmap
            )


# Pictures for a web page: embedded, upright, and no larger than a card is shown.

_MOST_PIXELS = 1000
"""Most pixels along a side: a poker card at 290 dpi."""

_MOST_BYTES = 200_000
"""Most bytes of a picture that is embedded as it is."""

_QUALITY = 85


def picture_url(data: bytes, pixels: Pixels, tint: Tint | None = None) -> str:
    """Picture as a `data:` address: as it is, or smaller, upright, in RGB, and in a tint."""
    media, data = page_picture(data, pixels, tint)
    return f"data:{media};base64,{b64encode(data).decode()}"


def page_picture(data: bytes, pixels: Pixels, tint: Tint | None = None) -> tuple[str, bytes]:
    """Media type and bytes of a picture for a page: as it is, or smaller, upright, in RGB, and in a tint."""
    sort = pixels.sort
    with quiet_pillow():
        if (
            tint
            or pixels.turn != 1
            or max(pixels.width, pixels.height) > _MOST_PIXELS
            or len(data) > _MOST_BYTES
            or _has_inks(data)
        ):
            sort, data = _converted(data, tint)
    return f"image/{sort.lower()}", data


def _has_inks(data: bytes) -> bool:
    from PIL import Image

    with Image.open(io.BytesIO(data)) as image:
        return bool(image.mode == "CMYK")


def _exif_of(data: bytes) -> Any:
    """EXIF of a picture, which Pillow may have to decode for it."""
    from PIL import Image

    with Image.open(io.BytesIO(data)) as image:
        return image.getexif()


def _converted(data: bytes, tint: Tint | None) -> tuple[str, bytes]:
    """Format and bytes of a smaller picture; JPEG, unless it is transparent."""
    from PIL import ImageOps

    held = _exif_of(data)
    colours, alpha = decode_picture(data)
    image: Any = tinted(colours, tint) if tint else colours
    del colours
    image = image if image.mode == "RGB" else image.convert("RGB")
    if alpha:
        image.putalpha(alpha)
    image.info.clear()
    image.getexif().update(held)
    ImageOps.exif_transpose(image, in_place=True)
    image.thumbnail((_MOST_PIXELS, _MOST_PIXELS))
    out, sort = io.BytesIO(), "PNG" if alpha else "JPEG"
    image.save(out, sort, quality=_QUALITY, exif=b"")
    return sort, out.getvalue()


# SVG of drawings, in hundredths of a millimetre from the card's top left corner, y downwards.
#
# Drawings of one page share definitions: icons, clip paths and parts without text are defined once and shown
# from there. Text stays in each drawing, so that it can be selected and searched.

_UNIT = 100
"""Units of a millimetre: whole numbers are precise enough for any printer, and short."""

_ICON = 1000
"""Side of the square that an icon is drawn in."""

_SHORT = 90
"""Longest element, in characters, that is not worth a definition."""


class _WrittenParts(NamedTuple):
    """Parts, and the elements that show them."""

    parts: tuple[DrawnPart, ...]
    text: str


class PageFonts:
    """Fonts of one page: the characters that are shown in each. Fonts are named by class, `f0` for the first."""

    def __init__(self) -> None:
        self._classes: dict[Font, str] = {}
        self.letters: dict[Font, set[str]] = {}

    def show(self, font: Font, text: str) -> str:
        """Class of a font in which a text is shown."""
        self.letters.setdefault(font, set()).update(text)
        return self._classes.setdefault(font, f"f{len(self._classes)}")


class SvgFile(PartVisitor[str]):
    """Drawings of one page: the same calls produce the same text. `assets` are the game's own icons and pictures.

    Drawings of several files can share a page: they have the same `fonts`, and each file another `prefix` of its ids.
    `address` returns the address of a picture.
    """

    def __init__(
        self,
        assets: Mapping[str, bytes],
        fonts: PageFonts | None = None,
        prefix: str = "",
        address: Callable[[bytes, Pixels, Tint | None], str] = picture_url,
    ) -> None:
        self.assets = assets
        self._prefix, self._address = prefix, address
        self._definitions: dict[tuple[str, str], str] = {}
        self._kept: dict[int, _WrittenParts] = {}
        self._icons: dict[str, str] = {}
        self._lined: set[str] = set()
        self._images: dict[tuple[str, Tint | None], str] = {}
        self._fonts = fonts or PageFonts()

    @property
    def letters(self) -> Mapping[Font, Iterable[str]]:
        """Characters that the drawings show in each font."""
        return self._fonts.letters

    def drawing(
        self,
        parts: Iterable[DrawnPart],
        size: tuple[float, float],
        attributes: Mapping[str, str],
        beyond: float = 0.0,
    ) -> str:
        """Drawing of a size in mm, clipped `beyond` its edge, as an `svg` element with more attributes."""
        width, height = (side + 2 * beyond for side in size)
        own = "".join(f' {name}="{escape(value)}"' for name, value in attributes.items())
        box = f"{_number(-beyond)} {_number(-beyond)} {_number(width)} {_number(height)}"
        inside = self._written(parts)
        return f'<svg width="{width:g}mm" height="{height:g}mm" viewBox="{box}"{own}>{inside}</svg>'

    @property
    def definitions(self) -> str:
        """What the drawings share, to be put before them in `defs`."""
        return "".join(f'<{tag} id="{name}"{rest}' for (tag, rest), name in self._definitions.items())

    @property
    def credits(self) -> list[str]:
        """Authors and licences of the fonts and icons in the drawings."""
        prefixes = dict.fromkeys(name.rpartition(":")[0] for name in self._icons)
        notices = [SETS[prefix].notice for prefix in prefixes if prefix]
        return [*dict.fromkeys(font.notice for font in self.letters), *notices]

    def icon_id(self, name: str) -> str:
        """Id of an icon's symbol: a square, in the colour that is set where it is shown, unless it is made of pixels.

        Raises:
            LookupError: the icon does not exist.
        """
        symbol = self._icons.get(name)
        if symbol is None:
            drawn = icon(name, self.assets)
            if drawn is None:
                msg = f"no icon {name}"
                raise LookupError(msg)
            if pixels := icon_picture(name, self.assets):
                content = self._symbol_of_pixels(pixels)
            else:
                content = _symbol(drawn)
            symbol = self._icons[name] = self._define("symbol", content)
            self._lined |= {symbol} if drawn.has_lines else set()
        return symbol

    def _symbol_of_pixels(self, name: str) -> str:
        """Symbol that shows a picture in its proportions."""
        size, image = picture(name, self.assets), self._image_id(name, None)
        scales = f"scale({size.width / _ICON:.4f} {size.height / _ICON:.4f})"
        return f' viewBox="0 0 {size.width:g} {size.height:g}"><use href="#{image}" transform="{scales}"/></symbol>'

    def _define(self, tag: str, rest: str) -> str:
        """Id of an element, which is defined once; `rest` is everything that follows its tag."""
        return self._definitions.setdefault((tag, rest), f"{self._prefix}{tag[0]}{len(self._definitions)}")

    def _shared(self, written: str) -> str:
        return self._define("g", f">{written}</g>")

    def _written(self, parts: Iterable[DrawnPart]) -> str:
        return "".join([part.accept(self) for part in parts])

    def visit_text(self, text: DrawnText) -> str:
        """Element of a text, and of the lines below its words."""
        size = f"{text.size * POINT * _UNIT:.1f}"
        track = _spacing(text.tracking, text.size)
        lines = _joined(["".join([self._run(run, line.y, text) for run in line.runs]) for line in text.lines])
        rules = "".join(
            f'<path d="{_path(rectangle(area))}" fill="{colour or text.colour}"/>'
            for area, colour in text.rules
        )
        return f'<text font-size="{size}" fill="{text.colour}"{track}>{lines}</text>{rules}'

    def _run(self, run: DrawnRun, y: float, text: DrawnText) -> str:
        name = self._fonts.show(run.font, run.text)
        place = f'class="{name}" x="{_number(run.start)}" y="{_number(y)}"'
        if run.size:
            size = f"{run.size * POINT * _UNIT:.1f}"
            place += f' font-size="{size}"{_spacing(text.tracking, run.size)}'
        if run.colour:
            place += f' fill="{run.colour}"'
        if not run.span:
            return f"<tspan {place}>{escape(run.text, quote=False)}</tspan>"
        length = _number(run.hidden_width)
        fitted = f'textLength="{length}" lengthAdjust="spacingAndGlyphs"'
        return f'<tspan {place} fill="none" {fitted}>{escape(run.text, quote=False)}</tspan> '

    def visit_shape(self, shape: DrawnShape) -> str:
        """Element of a path."""
        line = ""
        if shape.stroke:
            dash = " ".join(_number(part) for part in shape.dash)
            dashes = f' stroke-dasharray="{dash}"' if dash else ""
            line = f' stroke="{shape.stroke}" stroke-width="{_number(shape.width)}" stroke-miterlimit="10"{dashes}'
            line += _CAPS[shape.cap] + _JOINS[shape.join]
        rule = ' fill-rule="evenodd"' if shape.even_odd else ""
        fill = f"url(#{self._gradient(shape.fill)})" if isinstance(shape.fill, Gradient) else shape.fill
        return f'<path d="{_path(shape.path)}" fill="{fill or "none"}"{rule}{line}/>'

    def _gradient(self, fill: Gradient) -> str:
        """Id of a gradient."""
        matrix = " ".join([f"{number * _UNIT:.2f}" for number in fill.matrix])
        placed = f'gradientUnits="userSpaceOnUse" gradientTransform="matrix({matrix})"'
        stops = "".join([_stop(stop) for stop in fill.stops])
        if fill.is_radial:
            return self._define("radialGradient", f' cx="0" cy="0" r="1" {placed}>{stops}</radialGradient>')
        return self._define(
            "linearGradient", f' x1="0" y1="0" x2="1" y2="0" {placed}>{stops}</linearGradient>'
        )

    def visit_icon(self, icon: DrawnIcon) -> str:
        """Element of an icon."""
        side = icon.side
        corner = f'x="{_number(icon.x - side / 2)}" y="{_number(icon.y - side / 2)}"'
        sides = f'width="{_number(side)}" height="{_number(side)}"'
        symbol = self.icon_id(icon.icon)
        line = f' color="{icon.colour}"' if symbol in self._lined else ""
        return f'<use href="#{symbol}" {corner} {sides} fill="{icon.colour}"{line}/>'

    def visit_picture(self, picture: DrawnPicture) -> str:
        """Element of a picture of pixels."""
        area = picture.area
        width, height = area.width * _UNIT / _ICON, area.height * _UNIT / _ICON
        moved = f"translate({_number(area.x)} {_number(area.y)}) scale({width:.4f} {height:.4f})"
        share = f' opacity="{picture.ink:g}"' if picture.ink < 1 else ""
        return f'<use href="#{self._image_id(picture.name, picture.tint)}" transform="{moved}"{share}/>'

    def _image_id(self, name: str, tint: Tint | None) -> str:
        """Id of a picture in a tint, which fills the same square as icons."""
        image = self._images.get((name, tint))
        if image is None:
            pixels = picture(name, self.assets)
            if not isinstance(pixels, Pixels):
                raise TypeError(name)
            url = self._address(picture_file(name, self.assets), pixels, tint)
            size = f'width="{_ICON}" height="{_ICON}" preserveAspectRatio="none"'
            image = self._images[name, tint] = self._define("image", f' {size} href="{url}"/>')
        return image

    def visit_group(self, group: DrawnGroup) -> str:
        """Element of parts that are turned or clipped together."""
        x, y = group.centre
        turn = f' transform="rotate({group.turn:g} {_number(x)} {_number(y)})"' if group.turn else ""
        faded = f' opacity="{group.opacity:g}"' if group.opacity < 1 else ""
        return f"<g{turn}{self._clip(group.clip)}{faded}>{self._written(group.parts)}</g>"

    def visit_shadow(self, shadow: DrawnShadow) -> str:
        """Element of a shadow."""
        shown = self._written(shadow.parts)
        if not shadow.is_plain and (area := bounds_of(shadow.parts)):
            shown = f'<g filter="url(#{self._blurred(shadow, area)})">{shown}</g>'
        x, y = shadow.offset
        moved = f' transform="translate({_number(x)} {_number(y)})"' if x or y else ""
        faded = f' opacity="{shadow.opacity:g}"' if shadow.opacity < 1 else ""
        return f"<g{moved}{faded}>{shown}</g>"

    def _blurred(self, shadow: DrawnShadow, area: Area) -> str:
        """Id of the filter that makes a silhouette a soft shadow."""
        area = area.inset(-1.5 * shadow.blur, -1.5 * shadow.blur)
        place = f'x="{_number(area.x)}" y="{_number(area.y)}"'
        size = f'width="{_number(area.width)}" height="{_number(area.height)}"'
        blur = f'<feGaussianBlur in="SourceAlpha" stdDeviation="{shadow.blur / 2 * _UNIT:g}" result="b"/>'
        tint = f'<feFlood flood-color="{shadow.colour}"/><feComposite in2="b" operator="in"/>'
        units = 'filterUnits="userSpaceOnUse" color-interpolation-filters="sRGB"'
        return self._define("filter", f" {units} {place} {size}>{blur}{tint}</filter>")

    def _clip(self, path: Path) -> str:
        if not path:
            return ""
        outline = self._define("clipPath", f'><path d="{_path(path)}"/></clipPath>')
        return f' clip-path="url(#{outline})"'

    def visit_repeat(self, repeat: DrawnRepeat) -> str:
        """Elements of parts that are shown at several places, or on several cards."""
        if len(repeat.places) > 1:
            shown = self._everywhere(repeat)
        else:
            shown = self._in_place(repeat.parts)
            ((x, y),) = repeat.places
            if x or y:
                shown = f'<g transform="translate({_number(x)} {_number(y)})">{shown}</g>'
        return f"<g{self._clip(repeat.clip)}>{shown}</g>" if repeat.clip else shown

    def _everywhere(self, repeat: DrawnRepeat) -> str:
        """Elements that show an ornament at several places from one definition."""
        shared = self._shared(self._written(repeat.parts))
        return "".join(f'<use href="#{shared}" x="{_number(x)}" y="{_number(y)}"/>' for x, y in repeat.places)

    def _in_place(self, parts: tuple[DrawnPart, ...]) -> str:
        """Elements of repeated parts: text in full, all between from a definition."""
        # Keeping the parts alive stops Python from reusing their id.
        written = self._kept.get(id(parts))
        if written is None:
            written = self._kept[id(parts)] = _WrittenParts(parts, "".join(self._runs(parts)))
        return written.text

    def _runs(self, parts: tuple[DrawnPart, ...]) -> Iterator[str]:
        for has_text, run in groupby(parts, _has_text):
            written = self._written(run)
            if has_text or len(written) <= _SHORT:
                yield written
            else:
                yield f'<use href="#{self._shared(written)}"/>'


def _stop(stop: Stop) -> str:
    faded = f' stop-opacity="{stop.opacity:g}"' if stop.opacity < 1 else ""
    return f'<stop offset="{stop.at:g}" stop-color="{stop.colour}"{faded}/>'


_CAPS = ("", ' stroke-linecap="round"', ' stroke-linecap="square"')
_JOINS = ("", ' stroke-linejoin="round"', ' stroke-linejoin="bevel"')


def _spacing(tracking: float, size: float) -> str:
    spacing = tracking * size * POINT / 1000
    return f' letter-spacing="{spacing * _UNIT:.1f}"' if spacing else ""


def _has_text(part: DrawnPart) -> bool:
    return any(isinstance(inner, DrawnText) for inner in all_parts([part]))


def _joined(lines: list[str]) -> str:
    """Join lines with a space, which text search needs, except where a word is hyphenated."""
    return "".join(
        line if line.endswith("-</tspan>") or number == len(lines) else f"{line} "
        for number, line in enumerate(lines, 1)
    )


def _symbol(icon: Icon) -> str:
    """Symbol of an icon, with y downwards, in a square of whole numbers."""
    scale, top = _ICON / icon.side, icon.bottom + icon.side
    outlines: list[str] = []
    for shape in icon.shapes:
        steps = [
            _STEPS[step]
            + " ".join(
                [
                    f"{(x - icon.left) * scale:.0f} {(top - y) * scale:.0f}"
                    for x, y in zip(numbers[::2], numbers[1::2], strict=True)
                ]
            )
            for step, numbers in shape.path
        ]
        rule = _EVEN_ODD if shape.even_odd and shape.fill else "" if shape.fill else ' fill="none"'
        outlines.append(f'<path d="{"".join(steps)}"{rule}{_icon_line(shape, scale)}/>')
    return f' viewBox="0 0 {_ICON} {_ICON}" overflow="visible">{"".join(outlines)}</symbol>'


_EVEN_ODD = ' fill-rule="evenodd"'


def _icon_line(shape: DrawnShape, scale: float) -> str:
    """Attributes of the line of an icon's shape, in the colour of the icon; none without a line."""
    if not shape.stroke:
        return ""
    dash = " ".join(f"{part * scale:.0f}" for part in shape.dash)
    dashes = f' stroke-dasharray="{dash}"' if dash else ""
    line = f' stroke="currentColor" stroke-width="{shape.width * scale:.0f}" stroke-miterlimit="10"'
    return line + _CAPS[shape.cap] + _JOINS[shape.join] + dashes


_STEPS = {"m": "M", "l": "L", "c": "C", "h": "Z"}


def _path(path: Path) -> str:
    return "".join(
        [_STEPS[step] + " ".join([_number(number) for number in numbers]) for step, numbers in path]
    )


def _number(length: float) -> str:
    return str(round(length * _UNIT))
