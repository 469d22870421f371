"""Pictures of a game: the header of a PNG, JPEG, WebP or AVIF, their tint, and the picture with a given file name."""

from __future__ import annotations

import io
import warnings
import zlib
from contextlib import contextmanager
from functools import lru_cache
from hashlib import blake2b
from struct import Struct, unpack_from
from typing import TYPE_CHECKING, Any

from deckwright.errors import InputError
from deckwright.files.game_folder import FOLDER, file_name
from deckwright.findings import Where
from deckwright.messages import tr
from deckwright.press.graphics.parts import Pixels

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from deckwright.press.graphics.parts import Drawing, Tint


# Size and orientation of pictures made of pixels, which are checked for damage.

MOST_PIXELS = 50_000_000
"""Most pixels of a picture: about A3 at 500 dpi. A picture with more is a mistake or an attack on memory."""

_EXTENSIONS = {".png": "PNG", ".jpg": "JPEG", ".webp": "WebP", ".avif": "AVIF", ".jpeg": "JPEG"}
_FORMATS = {"PNG": "PNG", "JPEG": "JPEG", "MPO": "JPEG", "WEBP": "WebP", "AVIF": "AVIF"}
"""Formats of Pillow, and ours: an MPO is a JPEG with more pictures behind it."""

_OPTIONAL = ("webp", "avif")
"""Formats that a build of Pillow may lack."""

_ORIENTATION = 0x0112
_UPRIGHT = 1
_SIDEWAYS = (5, 6, 7, 8)
"""Orientations that swap width and height."""

_DRAFT_SIZE = 64


def read_pixels(data: bytes, file: str) -> Pixels:
    """Read a picture from a file's bytes; the extension of its name has to match its format.

    Raises:
        InputError: the picture is damaged, has another format, or has too many pixels.
    """
    where = Where(file, 1, 1)
    ending = file[file.rindex(".") :].lower()
    with quiet_pillow():
        return _read(data, ending, where)


@contextmanager
def quiet_pillow() -> Iterator[None]:
    """Silence Pillow's warnings about unusual pictures, except that it refuses one that is far too large."""
    from PIL import Image

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        warnings.simplefilter("error", Image.DecompressionBombWarning)
        yield


def readable_formats() -> tuple[str, ...]:
    """Formats that this Pillow can read, by its own names."""
    from PIL import features

    return "PNG", "JPEG", *(name.upper() for name in _OPTIONAL if features.check(name))


def _read(data: bytes, ending: str, where: Where) -> Pixels:
    if _EXTENSIONS[ending].upper() not in readable_formats():
        message = tr(
            "The installed Pillow cannot read {sort} pictures: update it (pip install -U pillow), or save the picture as PNG.",
            sort=_EXTENSIONS[ending],
        )
        raise InputError("bad-picture", message, where=where)
    with _opened(data, _EXTENSIONS[ending], where) as image:
        sort, (width, height) = _FORMATS[image.format], image.size
        if sort != _EXTENSIONS[ending]:
            right = where.file.rpartition("/")[2][: -len(ending)] + _ending_of(sort)
            message = tr(
                "This file is a {sort} picture, which its extension does not match: rename it to {name}.",
                sort=sort,
                name=right,
            )
            raise InputError("picture-ending", message, where=where)
        if sort in _MOVING and getattr(image, "is_animated", False):
            message = tr("This picture moves, which cannot be printed. Save one of its frames.")
            raise InputError("bad-picture", message, where=where)
        turn = 1 if sort == "PNG" else _turn(image)
        _check_complete(image, sort, where)
    if sort == "PNG":
        _check_rows(data, where)
    return Pixels(sort, *((height, width) if turn in _SIDEWAYS else (width, height)), turn)


_MOVING = ("WebP", "AVIF")
"""Formats whose pictures can move. A PNG that moves is shown as its first picture by other programs, too."""


def _ending_of(sort: str) -> str:
    return next(ending for ending, other in _EXTENSIONS.items() if other == sort)


def _turn(image: Any) -> int:
    """EXIF orientation; 1, upright, if it is missing or not valid."""
    try:
        turn = image.getexif().get(_ORIENTATION)
    except Exception:  # noqa: BLE001 - EXIF data may be damaged in any way, while the picture is not
        return _UPRIGHT
    return int(turn) if turn in range(_UPRIGHT, 9) else _UPRIGHT


def _opened(data: bytes, sort: str, where: Where) -> Any:
    """Open a picture without decoding it."""
    from PIL import Image

    try:
        image = Image.open(io.BytesIO(data), formats=readable_formats())
    except (Image.DecompressionBombError, Image.DecompressionBombWarning):
        raise _too_large(where) from None
    except Exception as fault:  # Pillow raises many kinds of errors for damaged files
        raise unreadable_picture(sort, _reason(fault), where) from fault
    if image.size[0] * image.size[1] > MOST_PIXELS:
        image.close()
        raise _too_large(where)
    return image


def _check_complete(image: Any, sort: str, where: Where) -> None:
    """Decode a picture to check it for damage; a JPEG can be decoded at a small size, which is fast."""
    try:
        if sort == "JPEG":
            image.draft(None, (_DRAFT_SIZE, _DRAFT_SIZE))
        image.load()
    except Exception as fault:
        raise unreadable_picture(sort, _reason(fault), where) from fault
    if image.mode == "P" and not (image.palette and image.palette.palette):
        raise unreadable_picture(sort, _broken(), where)


def _check_rows(data: bytes, where: Where) -> None:
    """Check that a PNG has all its rows: Pillow fills those that are missing, and readers of PDF draw them as they like."""
    parts = png_chunks(data)
    if len(parts[b"IHDR"]) != _HEADER.size:  # Pillow reads the last of several headers
        raise unreadable_picture("PNG", _broken(), where)
    width, height, depth, sort, _, _, interlaced = _HEADER.unpack(parts[b"IHDR"])
    passes = _PASSES if interlaced else [(0, 0, 1, 1)]
    sizes = [(-((x - width) // across), -((y - height) // down)) for x, y, across, down in passes]
    wanted = sum(
        rows * (1 + -(-columns * depth * _CHANNELS[sort] // 8)) for columns, rows in sizes if columns > 0
    )
    unpacker, packed = zlib.decompressobj(), parts.get(b"IDAT", b"")
    try:
        while wanted > 0 and (piece := unpacker.decompress(packed, _PIECE)):
            wanted, packed = wanted - len(piece), unpacker.unconsumed_tail
    except zlib.error as fault:  # Pillow reads on where a checksum is wrong
        raise unreadable_picture("PNG", _reason(fault), where) from fault
    if wanted > 0:
        raise unreadable_picture("PNG", tr("rows of pixels are missing at its end"), where)


_HEADER = Struct(">2I5B")
"""Width, height, bits of a value, colour type, two methods, and whether it is interlaced (PNG, 11.2.2)."""

_PASSES = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]
"""First column and row of each pass of an interlaced PNG, and the distances of its columns and rows (PNG, 8.2)."""

_CHANNELS = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}
"""Values of a pixel by the colour type of a PNG (PNG, 11.2.2)."""

_PIECE = 1 << 20
"""Most bytes of a picture that are unpacked at a time."""


def png_chunks(data: bytes) -> dict[bytes, bytes]:
    """Chunks of a PNG by name; the data of chunks with the same name is joined."""
    parts: dict[bytes, list[bytes]] = {}
    at = 8
    while at + 8 <= len(data):
        (length,), name = unpack_from(">I", data, at), data[at + 4 : at + 8]
        parts.setdefault(name, []).append(data[at + 8 : at + 8 + length])
        at += 12 + length
    return {name: b"".join(bodies) for name, bodies in parts.items()}


def unreadable_picture(sort: str, reason: str, where: Where) -> InputError:
    """Error for a picture that cannot be read."""
    message = tr("This {sort} picture cannot be read: {reason}.", sort=sort, reason=reason)
    return InputError("bad-picture", message, where=where)


def _reason(fault: Exception) -> str:
    from PIL import UnidentifiedImageError

    is_said = isinstance(fault, OSError | SyntaxError) and not isinstance(fault, UnidentifiedImageError)
    return str(fault).rstrip(".") if is_said else _broken()


def _broken() -> str:
    return tr("the file is damaged, or is not a picture")


def _too_large(where: Where) -> InputError:
    message = tr(
        "This picture has too many pixels: the limit is {limit} million. Save it in a smaller size.",
        limit=MOST_PIXELS // 1_000_000,
    )
    return InputError("picture-size", message, where=where)


# Pictures in the tint of a face.

_STRIP = 1 << 20
"""About the most pixels of a picture that are changed at a time."""


def strips_of(image: Any) -> Iterator[tuple[Any, tuple[int, int]]]:
    """Strips of a picture (PIL) from top to bottom, and the corner of each; an empty one for a picture without pixels."""
    width, height = image.size
    rows = max(1, _STRIP // max(1, width))
    for top in range(0, max(1, height), rows):
        yield image.crop((0, top, width, min(top + rows, height))), (0, top)


def in_strips(image: Any, mode: str, change: Callable[[Any], Any]) -> Any:
    """Picture (PIL) of a mode, each of whose pixels is made of the one there: steps between need no memory for all pixels."""
    from PIL import Image

    made = Image.new(mode, image.size)
    made.info = {key: value for key, value in image.info.items() if key != "transparency"}
    for strip, corner in strips_of(image):
        made.paste(change(strip), corner)
    return made


def tinted(image: Any, tint: Tint) -> Any:
    """Picture (PIL), in RGB, with a tint."""
    return in_strips(image, "RGB", lambda strip: _tinted_strip(strip, tint))


def _tinted_strip(image: Any, tint: Tint) -> Any:
    from PIL import Image, ImageChops

    image = image.convert("RGB")
    colour = Image.new("RGB", image.size, tint.colour)
    blend = {"multiply": ImageChops.multiply, "screen": ImageChops.screen, "overlay": ImageChops.overlay}
    blended = blend[tint.blend](image, colour) if tint.blend in blend else colour
    return Image.blend(image, blended, tint.share)


def tinted_colour(colour: str, tint: Tint) -> str:
    """Colour (`#rrggbb`) with a tint; '' stays ''."""
    from PIL import Image

    if not colour:
        return ""
    red, green, blue = tinted(Image.new("RGB", (1, 1), colour), tint).getpixel((0, 0))
    return f"#{red:02x}{green:02x}{blue:02x}"


# Pictures of a game, by the names of their files.

_CACHED = 256
"""Most pictures in the cache; a program that watches a folder reads many versions."""


def has_picture(name: str, assets: Mapping[str, bytes]) -> bool:
    """Whether a game has a picture of that name that can be printed: of others, the file is empty."""
    return bool(assets.get(file_of(name)))


def file_of(name: str) -> str:
    """File of a picture, in the folder of pictures; or of an icon that is made of pixels, `icons:coin.png`."""
    return name.replace(":", "/", 1) if name.startswith("icons:") else f"{FOLDER}/{name}"


def pictures_by_loose_name(assets: Mapping[str, bytes]) -> dict[str, str]:
    """Names of all pictures by what cards may call them: in lower case, with and without the ending and the folders above."""
    pictures = (file.removeprefix(f"{FOLDER}/") for file in assets if file.startswith(f"{FOLDER}/"))
    names = sorted(pictures, key=lambda name: (name.count("/"), name), reverse=True)
    whole = {name.lower(): name for name in names}
    named = {file_name(lower): name for lower, name in whole.items()} | whole
    return {name.rpartition(".")[0]: file for name, file in named.items()} | named


def picture(name: str, assets: Mapping[str, bytes]) -> Pixels | Drawing:
    """Picture of that name: its size, or its whole drawing if it is an SVG.

    Raises:
        KeyError: the game has no picture of that name.
        InputError: the picture is not valid or not supported; with every finding.
    """
    file = file_of(name)
    data = assets[file]
    return _picture(data, file, assets.get(pixels_of(data)) if is_svg(name) else None)


@lru_cache(_CACHED)
def _picture(data: bytes, file: str, pixels: bytes | None) -> Pixels | Drawing:
    if not is_svg(file):
        return read_pixels(data, file)
    from deckwright.press.graphics.svg import read_drawing

    try:
        return read_drawing(data, file)
    except InputError:
        if pixels is None:
            raise
        return read_pixels(pixels, f"{file}.png")


def picture_file(name: str, assets: Mapping[str, bytes]) -> bytes:
    """PNG or JPEG of a picture that is made of pixels.

    Raises:
        KeyError: the game has no picture of that name.
    """
    data = assets[file_of(name)]
    return assets[pixels_of(data)] if is_svg(name) else data


def is_svg(name: str) -> bool:
    """Whether a picture is an SVG, by its name."""
    return name.lower().endswith(".svg")


PIXELS = "pixels"
"""Prefix under which SVG pictures that are drawn as pixels are stored with the files of a game."""


@lru_cache(_CACHED)
def pixels_of(data: bytes) -> str:
    """Name, among the files of a game, of the pixels of an SVG."""
    return f"{PIXELS}/{blake2b(data, digest_size=12).hexdigest()}.png"
