"""Colours and pictures in a PDF: screen colours or four inks, each picture embedded once."""

from __future__ import annotations

import io
import zlib
from functools import cache, lru_cache
from itertools import chain, pairwise
from struct import unpack_from
from typing import TYPE_CHECKING, Any

from deckwright.errors import InputError
from deckwright.findings import Where
from deckwright.messages import tr
from deckwright.press.graphics.pictures import (
    file_of,
    in_strips,
    png_chunks,
    quiet_pillow,
    readable_formats,
    strips_of,
    tinted,
)
from deckwright.press.looks.colours import mix
from deckwright.press.writing.pdf import COMPONENTS, Pixmap

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from deckwright.press.graphics.parts import Gradient, Pixels, Tint


# Colours in a PDF: the red, green and blue of a face, or the four inks of a printing press.

Parts = tuple[float, ...]
"""Components of a colour, from 0 to 1: red, green, blue; or cyan, magenta, yellow, black."""


_ROUNDING = 0.0005
"""Rounding error of a component, which is written with three decimals."""


class _Written(dict[str, str]):
    """Operator that sets each colour, created when it is first used."""

    def __init__(self, parts: Callable[[str], Parts], operator: str) -> None:
        self._parts, self._operator = parts, operator

    def __missing__(self, colour: str) -> str:
        numbers = (f"{part:.3f}".rstrip("0").rstrip(".") for part in self._parts(colour))
        written = self[colour] = " ".join([*numbers, self._operator])
        return written


class Inks:
    """Colours of a file: its operators for fills, lines and text.

    `parts` are the components of a colour, `text_parts` those of letters, and `space` is the name of their colour space.
    `limit` is the most ink in one place (2.4: 240 %); None in RGB. With `overprint`, black letters are printed on what is
    below them, which is left white below all else.
    """

    def __init__(
        self,
        parts: Callable[[str], Parts],
        text: Callable[[str], Parts],
        operators: tuple[str, str],
        limit: float | None = None,
        *,
        overprint: bool = False,
    ) -> None:
        fill, stroke = operators
        self.limit = limit
        self.overprint = overprint
        self.parts = parts
        self.text_parts = text
        self.space = "DeviceRGB" if limit is None else "DeviceCMYK"
        self.fills = _Written(parts, fill)
        self.strokes = _Written(parts, stroke)
        self.texts = _Written(text, fill)
        self.black = f"0 0 0 1 {fill}"


_FINE = 16
"""Steps between two colours of a gradient in inks, which change by the mix of red, green and blue, as on screens."""


def shades_of(gradient: Gradient, inks: Inks) -> list[tuple[float, Parts]]:
    """Places and components of the colours of a gradient."""
    if inks.limit is None:
        return [(stop.at, inks.parts(stop.colour)) for stop in gradient.stops]
    shades = [
        (one.at + (two.at - one.at) * step / _FINE, inks.parts(mix(one.colour, two.colour, step / _FINE)))
        for one, two in pairwise(gradient.stops)
        for step in range(_FINE)
    ]
    last = gradient.stops[-1]
    return [*shades, (last.at, inks.parts(last.colour))]


def rgb_inks() -> Inks:
    """Colours in red, green and blue, for screens and home printers."""
    return Inks(rgb, rgb, ("rg", "RG"))


def press_inks(limit: float, *, overprint: bool = False) -> Inks:
    """Colours in cyan, magenta, yellow and black, with at most `limit` ink in one place (2.4: 240 %)."""
    written = limit - 4 * _ROUNDING
    return Inks(
        lambda colour: cmyk(colour, written),
        lambda colour: text_cmyk(colour, written),
        ("k", "K"),
        limit,
        overprint=overprint,
    )


FULL_BLACK: Parts = (0.0, 0.0, 0.0, 1.0)
"""The inks of black letters."""


def rgb(colour: str) -> Parts:
    """Red, green and blue of `#rrggbb`."""
    return tuple(int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5))


def cmyk(colour: str, limit: float) -> Parts:
    """The four inks for `#rrggbb`.

    The share that cyan, magenta and yellow have in common is printed in black alone (full grey-component replacement):
    no place has more than two coloured inks, and greys stay grey regardless of the press. If that is still more
    ink than `limit`, the coloured inks are reduced in proportion, and black is not.
    """
    red, green, blue = rgb(colour)
    return _inks_of(red, green, blue, limit)


def _inks_of(red: float, green: float, blue: float, limit: float) -> Parts:
    lightest = max(red, green, blue)
    if not lightest:
        return FULL_BLACK
    black = 1 - lightest
    cyan, magenta, yellow = 1 - red / lightest, 1 - green / lightest, 1 - blue / lightest
    share = min(1.0, (limit - black) / (cyan + magenta + yellow or 1.0))
    return share * cyan, share * magenta, share * yellow, black


def text_cmyk(colour: str, limit: float) -> Parts:
    """Inks for text: dark and grey text in black alone, so that small letters stay sharp."""
    light = rgb(colour)
    if max(light) <= _DARK:
        return FULL_BLACK
    if max(light) <= _LIGHT and max(light) - min(light) <= _GREY:
        return 0.0, 0.0, 0.0, 1 - sum(light) / 3
    return cmyk(colour, limit)


_DARK = 0.25
"""Text whose components are all below this is printed in full black."""

_LIGHT = 0.75
_GREY = 0.1
"""Text whose components are all below `_LIGHT`, and differ by at most this, is printed as a shade of black."""


# Pictures in the four inks of a printing press, without partial transparency.

_STEPS = 33
"""Steps of red, green and blue in the table of inks; values between them are interpolated."""

_SEPARATION_ROUNDING = 0.01
"""Most ink that rounding to whole numbers can add."""

_PHOTO_ROUNDING = 0.08
"""Most ink that the compression of a photo adds in nearly all of them."""

_SHADOW, _PALE, _HALF = 26, 230, 128
"""Opacity, of 255, from and to which a pixel counts as partly transparent, and from which it is drawn."""

_BLURRED = 0.02
"""Share of pixels that are partly transparent in any picture with smooth edges."""


def separate_inks(image: Any, limit: float) -> Any:
    """Picture (modes L, RGB, CMYK) in inks: greys in black, colours as on faces, none above the limit.

    A CMYK picture keeps its inks, unless some place has too many.
    """
    separated = _separation(image, limit)
    return in_strips(image, "CMYK", separated) if separated else image


def _separation(image: Any, limit: float) -> Callable[[Any], Any] | None:
    """What makes inks of each strip of a picture; None if it has them."""
    from PIL import Image, ImageChops

    if image.mode == "L":

        def in_black(strip: Any) -> Any:
            none = Image.new("L", strip.size)
            return Image.merge("CMYK", (none, none, none, ImageChops.invert(strip)))

        return in_black
    if image.mode == "CMYK" and max(_most_ink(strip) for strip, _ in strips_of(image)) <= limit:
        return None
    table = _table(limit - _SEPARATION_ROUNDING)
    return lambda strip: (strip.convert("RGB") if strip.mode == "CMYK" else strip).filter(table)


@cache
def _table(limit: float) -> Any:
    from PIL import ImageFilter

    levels = [round(255 * step / (_STEPS - 1)) / 255 for step in range(_STEPS)]
    corners = (_inks_of(red, green, blue, limit) for blue in levels for green in levels for red in levels)
    table = list(chain.from_iterable(corners))
    return ImageFilter.Color3DLUT(_STEPS, table, channels=4, target_mode="CMYK")


def _most_ink(image: Any) -> float:
    """Amount of ink in the darkest place, or slightly more."""
    from PIL import ImageChops

    total = None
    for band in image.split():
        quarter = band.point(lambda ink: (ink + 3) // 4)
        total = quarter if total is None else ImageChops.add(total, quarter)
    return float(4 * total.getextrema()[1] / 255) if total else 0.0


def is_blurred(data: bytes) -> bool:
    """Whether more than the edges of a picture is partly transparent."""
    with quiet_pillow():
        _, alpha = decode_picture(data)
    if alpha is None:
        return False
    shades = alpha.histogram()
    return bool(sum(shades[_SHADOW:_PALE]) > _BLURRED * sum(shades[_SHADOW:]))


# Images of a PDF, made from pictures: with the data of the file if possible.
#
# A JPEG is embedded as it is, and so is a PNG without transparency; others are decoded by Pillow and
# compressed like PNG.

_SPACES = {"L": "DeviceGray", "RGB": "DeviceRGB", "CMYK": "DeviceCMYK"}
_COLOUR_TYPES = {0: (1, "DeviceGray"), 2: (3, "DeviceRGB"), 3: (1, ""), 6: (4, "")}
"""Components of a colour in each type of PNG, and their colour space."""

_PALETTE, _DEEP = 3, 16

_COMPRESSION = 4
"""Compression level: for photos, a higher one takes twice the time and saves nothing (measured)."""

_QUALITY = 92
"""Quality of a photo that is compressed again, in a tint or in inks."""

_DEEP_GREYS = {"I;16": 2, "I": 4}
"""Modes of 16-bit greys in different releases of Pillow, and the bytes of each grey, lowest first."""

_INVERTED = [1, 0] * 4
"""CMYK is inverted in a JPEG, by Adobe's convention: 255 is no ink. In a PDF it is the amount of ink."""


def pixmap_of(
    name: str, data: bytes, pixels: Pixels, limit: float | None, tint: Tint | None = None
) -> Pixmap:
    """Image of a picture in a tint; with a limit, in four inks, and no more of them in one place (2.4: 240 %).

    Raises:
        InputError: the pixels cannot be read.
    """
    try:
        with quiet_pillow():
            if limit is not None:
                return _for_press(data, pixels, limit, tint)
            if tint:
                return _tinted(data, pixels, tint)
            if pixels.sort == "JPEG":
                return _jpeg(data)
            return (_plain_png(data) if pixels.sort == "PNG" else None) or _unpacked(data)
    except InputError:
        raise
    except Exception as fault:  # Pillow and zlib raise many kinds of errors for damaged files
        message = tr("This {sort} picture cannot be read: {reason}.", sort=pixels.sort, reason=str(fault))
        raise InputError("bad-picture", message, where=Where(file_of(name), 1, 1)) from fault


def _jpeg(data: bytes) -> Pixmap:
    from PIL import Image

    with Image.open(io.BytesIO(data)) as image:
        entries = {"Width": image.width, "Height": image.height, "BitsPerComponent": 8, "Filter": "DCTDecode"}
        decode = {"Decode": _INVERTED} if image.mode == "CMYK" else {}
        return Pixmap(data, entries | decode, _SPACES[image.mode])


def paled(pixmap: Pixmap, ink: float) -> Pixmap:
    """The same image with a share of its colours; its data stays as it is."""
    if isinstance(pixmap.space, bytes):
        return pixmap._replace(space=bytes(round(255 - (255 - part) * ink) for part in pixmap.space))
    count = COMPONENTS[pixmap.space]
    ranges = pixmap.entries.get("Decode", [0, 1] * count)
    if pixmap.space == "DeviceCMYK":
        ends = [end * ink for end in ranges]
    else:
        ends = [1 - (1 - end) * ink for end in ranges]
    return pixmap._replace(entries={**pixmap.entries, "Decode": ends})


def _plain_png(data: bytes) -> Pixmap | None:
    """Image with the compressed data of a PNG; None if it has transparency or 16-bit colours, or is interlaced."""
    parts = png_chunks(data)
    depth, sort, _, _, interlaced = parts[b"IHDR"][8:]
    if b"tRNS" in parts or depth == _DEEP or interlaced or sort > _PALETTE:
        return None
    return _as_packed(parts)


def _as_packed(parts: Mapping[bytes, bytes]) -> Pixmap:
    """Image with the compressed data of a PNG: PDF has the same predictors."""
    width, height, depth, sort = unpack_from(">2I2B", parts[b"IHDR"])
    colours, space = _COLOUR_TYPES[sort]
    parms = {"Predictor": 15, "Colors": colours, "BitsPerComponent": depth, "Columns": width}
    entries = {"Width": width, "Height": height, "BitsPerComponent": depth, "Filter": "FlateDecode"}
    palette = parts[b"PLTE"] if sort == _PALETTE else space
    return Pixmap(parts[b"IDAT"], {**entries, "DecodeParms": parms}, palette)


def _unpacked(data: bytes) -> Pixmap:
    colours, alpha = decode_picture(data)
    mask = _packed(alpha) if alpha else None
    return _packed(colours)._replace(mask=mask)


def _packed(image: Any, strategy: int = zlib.Z_DEFAULT_STRATEGY) -> Pixmap:
    """Compress an image like a PNG, which is much smaller than compressed pixels.

    For inks, looking for runs alone (`zlib.Z_RLE`) takes half the time, and photos get smaller (measured).
    """
    out = io.BytesIO()
    image.save(out, "PNG", compress_level=_COMPRESSION, compress_type=strategy)
    return _as_packed(png_chunks(out.getvalue()))


def _tinted(data: bytes, pixels: Pixels, tint: Tint) -> Pixmap:
    """Image in a tint; a photo is compressed as one again."""
    colours, alpha = decode_picture(data)
    colours = tinted(colours, tint)
    if pixels.sort == "JPEG":
        out = io.BytesIO()
        colours.save(out, "JPEG", quality=_QUALITY, subsampling=0)
        return _jpeg(out.getvalue())
    return _packed(colours)._replace(mask=_packed(alpha) if alpha else None)


def _for_press(data: bytes, pixels: Pixels, limit: float, tint: Tint | None = None) -> Pixmap:
    colours, alpha = decode_picture(data)
    colours = tinted(colours, tint) if tint else colours
    if pixels.sort == "JPEG" and colours.mode == "RGB":
        return photo_in_inks(colours, limit)
    image = _in_inks(colours, limit)
    if not alpha:
        return image
    not_drawn = alpha.point(lambda shade: 255 if shade < _HALF else 0).convert("1", dither=0)
    return image._replace(mask=_bitmap(not_drawn), hard=True)


def flat_pixmap(image: Any, below: Any, limit: float) -> Pixmap:
    """Image in four inks of those pixels of a picture (RGB) that differ from what is below it."""
    from PIL import Image, ImageChops, ImageFilter

    red, green, blue = ImageChops.difference(image, below).split()
    change = ImageChops.lighter(ImageChops.lighter(red, green), blue).point([0] + [255] * 255)
    cut = ImageChops.invert(change).convert("1", dither=Image.Dither.NONE)
    # Pixels that are not drawn compress better in one colour; near the others, readers that scale pictures mix them in.
    near = change.filter(ImageFilter.BoxBlur(_NEAR)).point([0] + [255] * 255)
    image = Image.composite(image, Image.new("RGB", image.size, "white"), near)
    return _in_inks(image, limit)._replace(mask=_bitmap(cut), hard=True)


_NEAR = 7
"""Pixels around a drawn one that keep their colours: as many as there are in one of a screen. A blur of more could lose
a single pixel."""


def shaded_pixmap(mask: Any, colours: tuple[str, str], inks: Inks) -> Pixmap:
    """Image of a shadow above a colour, in those inks: `colours` are that below, and that of the shadow."""
    size = {"Width": mask.width, "Height": mask.height, "BitsPerComponent": 8, "Filter": "FlateDecode"}
    # Pixels without shadow are not drawn (PDF 1.7, 8.9.6.4).
    entries = {**size, "Mask": [0, 0]}
    palette = _palette(*colours, inks)
    return Pixmap(zlib.compress(mask.tobytes(), _COMPRESSION), entries, palette, base=inks.space)


@lru_cache(maxsize=64)
def _palette(below: str, colour: str, inks: Inks) -> bytes:
    """Components of a colour above another one, with each opacity."""
    shades = (inks.parts(mix(below, colour, shade / 255)) for shade in range(256))
    return bytes(round(255 * part) for parts in shades for part in parts)


def tinted_mask(colour: str, mask: Any) -> Pixmap:
    """Image of one colour, as opaque as the pixels of a mask (PIL, mode L)."""
    data = bytes(round(255 * part) for part in rgb(colour))
    size = {"Width": mask.width, "Height": mask.height, "BitsPerComponent": 8, "Filter": "FlateDecode"}
    shades = Pixmap(zlib.compress(mask.tobytes(), _COMPRESSION), size, _SPACES["L"])
    return Pixmap(data, {"Width": 1, "Height": 1, "BitsPerComponent": 8}, _SPACES["RGB"], shades)


def _in_inks(colours: Any, limit: float) -> Pixmap:
    from PIL import Image

    separated = _separation(colours, limit)

    # PNG has no CMYK, but compresses four components of any colour space.
    def relabelled(strip: Any) -> Any:
        inks = separated(strip) if separated else strip
        return Image.frombytes("RGBA", strip.size, inks.tobytes())

    packed = _packed(in_strips(colours, "RGBA", relabelled), zlib.Z_RLE)
    return packed._replace(space=_SPACES["CMYK"])


def photo_in_inks(colours: Any, limit: float) -> Pixmap:
    """Image in four inks of a photo, compressed as one, unless that would put too much ink in some place."""
    out = io.BytesIO()
    separate_inks(colours, limit - _PHOTO_ROUNDING).save(out, "JPEG", quality=_QUALITY, subsampling=0)
    return _jpeg(out.getvalue()) if _most_ink_of_photo(out) <= limit else _in_inks(colours, limit)


def _most_ink_of_photo(photo: io.BytesIO) -> float:
    """Amount of ink in the darkest place of a JPEG, or slightly more."""
    from PIL import Image

    with Image.open(photo) as image:
        means = [_mean_ink(strip) for strip, _ in strips_of(image)]
    # Each half of a mean is rounded down.
    return 4 * (max(means) + 1) / 255


def _mean_ink(image: Any) -> int:
    """Mean of the four inks in the darkest place, of 255, with each half rounded down."""
    from PIL import ImageChops

    cyan, magenta, yellow, black = image.split()
    halves = ImageChops.add(cyan, magenta, 2.0), ImageChops.add(yellow, black, 2.0)
    most: Any = ImageChops.add(*halves, 2.0).getextrema()
    return int(most[1])


def _bitmap(cut: Any) -> Pixmap:
    """Mask from the pixels that are not drawn."""
    size = {"Width": cut.width, "Height": cut.height, "BitsPerComponent": 1, "ImageMask": True}
    return Pixmap(zlib.compress(cut.tobytes()), {**size, "Filter": "FlateDecode"}, "")


def decode_picture(data: bytes) -> tuple[Any, Any | None]:
    """Decode a picture into its colours (modes L, RGB or CMYK) and its transparency (L; None if it is opaque)."""
    from PIL import Image

    with Image.open(io.BytesIO(data), formats=readable_formats()) as file:
        file.load()
        image = file
    image = _shallow(image, data)
    if image.mode in {"LA", "PA", "RGBA"} or "transparency" in image.info:
        mode = "L" if image.mode in {"1", "L", "LA"} else "RGB"
        colours = in_strips(image, mode, lambda strip: strip.convert("RGBA").convert(mode))
        alpha = in_strips(image, "L", lambda strip: strip.convert("RGBA").getchannel("A"))
        return colours, None if alpha.getextrema() == (255, 255) else alpha
    if image.mode in _SPACES:
        return image, None
    return image.convert("L" if image.mode == "1" else "RGB"), None


def _shallow(image: Any, data: bytes) -> Any:
    """Reduce 16-bit colours to 8 bits; Pillow does so itself, except for greys and the transparent colour."""
    from PIL import Image

    if not data.startswith(b"\x89PNG") or data[24] != _DEEP:
        return image
    clear = image.info.get("transparency")
    if image.mode in _DEEP_GREYS:
        image = Image.frombytes("L", image.size, image.tobytes()[1 :: _DEEP_GREYS[image.mode]])
    if clear is not None:
        image.info["transparency"] = (
            tuple(part >> 8 for part in clear) if isinstance(clear, tuple) else clear >> 8
        )
    return image
