"""Pictures of pixels as a PDF holds them: each once, and as it came where that can be.

A JPEG goes in as it is, a PNG without transparency too; all others are decoded by Pillow and packed as PNG is.
"""

from __future__ import annotations

import io
import zlib
from struct import unpack_from
from typing import TYPE_CHECKING, Any, NamedTuple

from deckwright.errors import InputError, Where
from deckwright.files.pictures import FOLDER
from deckwright.messages import tr
from deckwright.press.pictures.pixels import quietly
from deckwright.press.writing.separations import hard_edged, separated

if TYPE_CHECKING:
    from collections.abc import Mapping

    from deckwright.press.pictures import Pixels

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
