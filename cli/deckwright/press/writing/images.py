"""Colours and pictures as a PDF holds them: screen colours or four inks, each picture embedded once."""

from __future__ import annotations

import io
import zlib
from functools import cache
from struct import unpack_from
from typing import TYPE_CHECKING, Any, NamedTuple

from deckwright.errors import InputError
from deckwright.files.game_folder import FOLDER
from deckwright.findings import Where
from deckwright.messages import tr
from deckwright.press.graphics.pictures import quietly

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from deckwright.press.graphics.parts import Pixels


# Colours as a PDF writes them: the red, green and blue of a face, or the four inks of a printing press.

Parts = tuple[float, ...]
"""The parts of a colour, from 0 to 1: red, green, blue; or cyan, magenta, yellow, black."""


_ROUNDING = 0.0005
"""How much more than meant a part may be as it is written, with three decimals."""


class _Written(dict[str, str]):
    """The operator that sets each colour, written when it first comes up."""

    def __init__(self, parts: Callable[[str], Parts], operator: str) -> None:
        self._parts, self._operator = parts, operator

    def __missing__(self, colour: str) -> str:
        numbers = (f"{part:.3f}".rstrip("0").rstrip(".") for part in self._parts(colour))
        written = self[colour] = " ".join([*numbers, self._operator])
        return written


class Inks:
    """How a file writes colours: the operators for what is filled, drawn with a line, and read.

    `limit` is how much ink a place may get, where colours are inks (2.4: 240 %).
    """

    def __init__(
        self,
        parts: Callable[[str], Parts],
        text: Callable[[str], Parts],
        operators: tuple[str, str],
        limit: float | None = None,
    ) -> None:
        fill, stroke = operators
        self.limit = limit
        self.fills = _Written(parts, fill)
        self.strokes = _Written(parts, stroke)
        self.texts = _Written(text, fill)


def rgb_inks() -> Inks:
    """Give the colours as faces name them, for screens and home printers."""
    return Inks(rgb, rgb, ("rg", "RG"))


def press_inks(limit: float) -> Inks:
    """Give colours in cyan, magenta, yellow and black, of which no place gets more than `limit` (2.4: 240 %)."""
    written = limit - 4 * _ROUNDING
    return Inks(
        lambda colour: cmyk(colour, written), lambda colour: text_cmyk(colour, written), ("k", "K"), limit
    )


def rgb(colour: str) -> Parts:
    """Give red, green and blue of `#rrggbb`."""
    return tuple(int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))


def cmyk(colour: str, limit: float) -> Parts:
    """Give the four inks for `#rrggbb`.

    What cyan, magenta and yellow have in common is printed in black alone (full grey-component replacement):
    two coloured inks at most stand in one place, and greys stay grey however the press runs. Where that is
    still more ink than `limit`, the coloured inks give way in equal measure, and black stays.
    """
    light = rgb(colour)
    most = max(light)
    if not most:
        return 0.0, 0.0, 0.0, 1.0
    black = 1 - most
    coloured = [1 - part / most for part in light]
    share = min(1.0, (limit - black) / (sum(coloured) or 1.0))
    return *(share * part for part in coloured), black


def text_cmyk(colour: str, limit: float) -> Parts:
    """Give the inks for text: dark and grey text in black alone, so that small letters stay sharp."""
    light = rgb(colour)
    if max(light) <= _DARK:
        return 0.0, 0.0, 0.0, 1.0
    if max(light) <= _LIGHT and max(light) - min(light) <= _GREY:
        return 0.0, 0.0, 0.0, 1 - sum(light) / 3
    return cmyk(colour, limit)


_DARK = 0.25
"""Text of which no part is lighter than this is printed as full black."""

_LIGHT = 0.75
_GREY = 0.1
"""Text no lighter than this, whose parts differ by no more than this, is printed as a shade of black."""


# Pictures in the four inks of a printing press, which knows no half transparency.

_STEPS = 33
"""How finely red, green and blue are divided in the table of inks; what lies between is interpolated."""

_SEPARATION_ROUNDING = 0.01
"""How much more ink than meant whole numbers for four inks can make."""

_SHADOW, _PALE, _HALF = 26, 230, 128
"""From and to what opacity a pixel is half transparent, and from which on it is drawn, of 255."""

_BLURRED = 0.02
"""Which part of a picture is half transparent merely because its edges are smooth."""


def separated(image: Any, limit: float) -> Any:
    """Give a picture (modes L, RGB, CMYK) in inks: greys in black, colours as faces' are, none above the limit.

    What comes in inks keeps them, unless there are too many somewhere.
    """
    from PIL import Image, ImageChops

    if image.mode == "L":
        none = Image.new("L", image.size)
        return Image.merge("CMYK", (none, none, none, ImageChops.invert(image)))
    if image.mode == "CMYK":
        if _most_ink(image) <= limit:
            return image
        image = image.convert("RGB")
    return image.filter(_table(limit - _SEPARATION_ROUNDING))


@cache
def _table(limit: float) -> Any:
    from PIL import ImageFilter

    def inks(red: float, green: float, blue: float) -> tuple[float, ...]:
        return cmyk("#" + "".join(f"{round(255 * part):02x}" for part in (red, green, blue)), limit)

    return ImageFilter.Color3DLUT.generate(_STEPS, inks, channels=4, target_mode="CMYK")


def _most_ink(image: Any) -> float:
    """Give how much ink the darkest place gets, or slightly more."""
    from PIL import ImageChops

    total = None
    for band in image.split():
        quarter = band.point(lambda ink: (ink + 3) // 4)
        total = quarter if total is None else ImageChops.add(total, quarter)
    return float(4 * total.getextrema()[1] / 255) if total else 0.0


def hard_edged(alpha: Any) -> tuple[Any, bool]:
    """Give what of a picture is not drawn, as a bitmap, and whether it is half transparent in more than its edges."""
    shades = alpha.histogram()
    between = sum(shades[_SHADOW:_PALE])
    cut = alpha.point(lambda shade: 255 if shade < _HALF else 0).convert("1", dither=0)
    return cut, between > _BLURRED * sum(shades[_SHADOW:])


# Pictures of pixels as a PDF holds them: each once, and as it came where that can be.
#
# A JPEG goes in as it is, a PNG without transparency too; all others are decoded by Pillow and packed as PNG
# is.

_SPACES = {"L": "DeviceGray", "RGB": "DeviceRGB", "CMYK": "DeviceCMYK"}
_SORTS = {0: (1, "DeviceGray"), 2: (3, "DeviceRGB"), 3: (1, ""), 6: (4, "")}
"""How many parts a colour has in each sort of PNG, and what they are."""

_PALETTE, _DEEP = 3, 16

_EFFORT = 4
"""How hard zlib tries: with photos, more takes twice the time and saves nothing (measured)."""

_DEEP_GREYS = {"I;16": 2, "I": 4}
"""The modes of greys of 16 bits, by Pillow's release, and how many bytes each grey has there, the lowest first."""

_INVERTED = [1, 0] * 4
"""CMYK in a JPEG counts white as most, since Adobe began so; in a PDF it counts ink."""


class Pixmap(NamedTuple):
    """An image as a PDF stream: its data, packed, the entries of its dictionary, and what it lets through.

    `space` is a name, or a palette with red, green and blue of each of its colours. A `mask` that is `hard` knows
    only all or nothing; `is_blurred` says that the picture has more between.
    """

    data: bytes
    entries: Mapping[str, Any]
    space: str | bytes
    mask: Pixmap | None = None
    hard: bool = False
    is_blurred: bool = False


def pixmap_of(name: str, data: bytes, found: Pixels, limit: float | None) -> Pixmap:
    """Make the image of a picture; with a limit, in four inks of which no place gets more (2.4: 240 %).

    Raises:
        InputError: its pixels cannot be read.
    """
    try:
        with quietly():
            if limit is not None:
                return _for_press(data, limit)
            return _jpeg(data) if found.sort == "JPEG" else _plain_png(data) or _unpacked(data)
    except InputError:
        raise
    except Exception as fault:  # Pillow and zlib raise whatever they come upon in a broken file
        message = tr(
            "This is no {sort} picture that can be read: {reason}.", sort=found.sort, reason=str(fault)
        )
        raise InputError("bad-picture", message, where=Where(f"{FOLDER}/{name}", 1, 1)) from fault


def _jpeg(data: bytes) -> Pixmap:
    from PIL import Image

    with Image.open(io.BytesIO(data)) as image:
        entries = {"Width": image.width, "Height": image.height, "BitsPerComponent": 8, "Filter": "DCTDecode"}
        decode = {"Decode": _INVERTED} if image.mode == "CMYK" else {}
        return Pixmap(data, entries | decode, _SPACES[image.mode])


def _plain_png(data: bytes) -> Pixmap | None:
    """Take a PNG as it is packed; None where it has transparency, deep colours, or is interlaced."""
    parts = _chunks(data)
    depth, sort, _, _, interlaced = parts[b"IHDR"][8:]
    if b"tRNS" in parts or depth == _DEEP or interlaced or sort > _PALETTE:
        return None
    return _as_packed(parts)


def _as_packed(parts: Mapping[bytes, bytes]) -> Pixmap:
    """Give the pixels of a PNG as it packs them: PDF has taken over how it tells each line from the one before."""
    width, height, depth, sort = unpack_from(">2I2B", parts[b"IHDR"])
    colours, space = _SORTS[sort]
    parms = {"Predictor": 15, "Colors": colours, "BitsPerComponent": depth, "Columns": width}
    entries = {"Width": width, "Height": height, "BitsPerComponent": depth, "Filter": "FlateDecode"}
    palette = parts[b"PLTE"] if sort == _PALETTE else space
    return Pixmap(parts[b"IDAT"], {**entries, "DecodeParms": parms}, palette)


def _chunks(data: bytes) -> dict[bytes, bytes]:
    """Give the parts of a PNG by their names; those of one name follow each other."""
    parts: dict[bytes, list[bytes]] = {}
    at = 8
    while at + 8 <= len(data):
        (length,), name = unpack_from(">I", data, at), data[at + 4 : at + 8]
        parts.setdefault(name, []).append(data[at + 8 : at + 8 + length])
        at += 12 + length
    return {name: b"".join(bodies) for name, bodies in parts.items()}


def _unpacked(data: bytes) -> Pixmap:
    colours, alpha = opened(data)
    mask = _packed(alpha) if alpha else None
    return _packed(colours)._replace(mask=mask)


def _packed(image: Any) -> Pixmap:
    """Pack an image as PNG does, which is much smaller than its bytes alone."""
    out = io.BytesIO()
    image.save(out, "PNG", compress_level=_EFFORT)
    return _as_packed(_chunks(out.getvalue()))


def _for_press(data: bytes, limit: float) -> Pixmap:
    from PIL import Image

    colours, alpha = opened(data)
    inks = separated(colours, limit)
    # PNG knows no inks, but packs four parts of a colour whatever they are.
    image = _packed(Image.frombytes("RGBA", inks.size, inks.tobytes()))._replace(space=_SPACES["CMYK"])
    if alpha is None:
        return image
    cut, is_blurred = hard_edged(alpha)
    size = {"Width": cut.width, "Height": cut.height, "BitsPerComponent": 1, "ImageMask": True}
    mask = Pixmap(zlib.compress(cut.tobytes()), {**size, "Filter": "FlateDecode"}, "")
    return image._replace(mask=mask, hard=True, is_blurred=is_blurred)


def opened(data: bytes) -> tuple[Any, Any | None]:
    """Decode a picture into its colours (modes L, RGB or CMYK) and its transparency (L, None where it has none)."""
    from PIL import Image

    with Image.open(io.BytesIO(data), formats=("PNG", "JPEG")) as file:
        file.load()
        image = file
    image = _shallow(image, data)
    if image.mode in {"LA", "PA", "RGBA"} or "transparency" in image.info:
        seen = image.convert("RGBA")
        alpha = seen.getchannel("A")
        grey = image.mode in {"1", "L", "LA"}
        return seen.convert("L" if grey else "RGB"), None if alpha.getextrema() == (255, 255) else alpha
    if image.mode in _SPACES:
        return image, None
    return image.convert("L" if image.mode == "1" else "RGB"), None


def _shallow(image: Any, data: bytes) -> Any:
    """Bring what has 16 bits a colour to 8; Pillow does so itself, but not with greys and the one that is clear."""
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
