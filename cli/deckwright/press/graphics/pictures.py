"""Pictures of a game: what a PNG or JPEG says of itself, and the picture with a given file name."""

from __future__ import annotations

import io
import warnings
from contextlib import contextmanager
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from deckwright.errors import InputError
from deckwright.files.game_folder import FOLDER
from deckwright.findings import Where
from deckwright.messages import tr
from deckwright.press.graphics.parts import Pixels

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from deckwright.press.graphics.parts import Drawing


# Read what a PNG or JPEG says of itself, and see that it is whole.

MOST = 50_000_000
"""The most pixels of a picture: about A3 at 500 dpi. More is a slip, or meant to use up memory."""

_ENDINGS = {".png": "PNG", ".jpg": "JPEG", ".jpeg": "JPEG"}
_SORTS = {"PNG": "PNG", "JPEG": "JPEG", "MPO": "JPEG"}
"""What Pillow finds, and what it is for us: an MPO is a JPEG that others follow."""

_ORIENTATION = 0x0112
_UPRIGHT = 1
_LYING = (5, 6, 7, 8)
"""The orientations that turn a picture on its side."""

_SMALL = 64


def pixels_of(data: bytes, file: str) -> Pixels:
    """Read the picture in a file's bytes; its name tells by the ending what it should be.

    Raises:
        InputError: it is broken, is something else than its ending says, or has too many pixels.
    """
    where = Where(file, 1, 1)
    ending = file[file.rindex(".") :].lower()
    with quietly():
        return _read(data, ending, where)


@contextmanager
def quietly() -> Iterator[None]:
    """Keep Pillow from warning of what is odd in a picture, and let it refuse one that is far too large."""
    from PIL import Image

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        warnings.simplefilter("error", Image.DecompressionBombWarning)
        yield


def _read(data: bytes, ending: str, where: Where) -> Pixels:
    with _opened(data, _ENDINGS[ending], where) as image:
        sort, (width, height) = _SORTS[image.format], image.size
        if sort != _ENDINGS[ending]:
            right = where.file.rpartition("/")[2][: -len(ending)] + {"PNG": ".png", "JPEG": ".jpg"}[sort]
            message = tr("This is {sort}, whatever its ending says: call it {name}.", sort=sort, name=right)
            raise InputError("picture-ending", message, where=where)
        turn = _turn(image) if sort == "JPEG" else 1
        _see_whole(image, sort, where)
    return Pixels(sort, *((height, width) if turn in _LYING else (width, height)), turn)


def _turn(image: Any) -> int:
    """Give the EXIF orientation; 1, upright, where there is none that makes sense."""
    try:
        turn = image.getexif().get(_ORIENTATION)
    except Exception:  # noqa: BLE001 - the words of a camera may be broken in any way, and the picture be whole
        return _UPRIGHT
    return int(turn) if turn in range(_UPRIGHT, 9) else _UPRIGHT


def _opened(data: bytes, sort: str, where: Where) -> Any:
    """Open a picture without decoding it."""
    from PIL import Image

    try:
        image = Image.open(io.BytesIO(data), formats=("PNG", "JPEG"))
    except (Image.DecompressionBombError, Image.DecompressionBombWarning):
        raise _too_large(where) from None
    except Exception as fault:  # Pillow raises whatever it comes upon in a broken file
        raise broken(sort, _reason(fault), where) from fault
    if image.size[0] * image.size[1] > MOST:
        image.close()
        raise _too_large(where)
    return image


def _see_whole(image: Any, sort: str, where: Where) -> None:
    """Decode a picture, which tells whether it is whole; a JPEG can be made small on the way, which is quick."""
    try:
        if sort == "JPEG":
            image.draft(None, (_SMALL, _SMALL))
        image.load()
    except Exception as fault:
        raise broken(sort, _reason(fault), where) from fault
    if image.mode == "P" and not (image.palette and image.palette.palette):
        raise broken(sort, _broken(), where)


def broken(sort: str, reason: str, where: Where) -> InputError:
    """Say that a picture cannot be read."""
    message = tr("This is no {sort} picture that can be read: {reason}.", sort=sort, reason=reason)
    return InputError("bad-picture", message, where=where)


def _reason(fault: Exception) -> str:
    from PIL import UnidentifiedImageError

    is_said = isinstance(fault, OSError | SyntaxError) and not isinstance(fault, UnidentifiedImageError)
    return str(fault).rstrip(".") if is_said else _broken()


def _broken() -> str:
    return tr("it is something else, or broken")


def _too_large(where: Where) -> InputError:
    message = tr(
        "This picture has too many pixels: {limit} million are enough for any card. Save it smaller.",
        limit=MOST // 1_000_000,
    )
    return InputError("picture-size", message, where=where)


# Give a picture of a game by the name of its file.

_KEPT = 256
"""How many pictures are known at a time; a program that watches a folder sees many come and go."""


def has_picture(name: str, assets: Mapping[str, bytes]) -> bool:
    """Tell whether a game brings a picture of that name."""
    return f"{FOLDER}/{name}" in assets


def picture(name: str, assets: Mapping[str, bytes]) -> Pixels | Drawing:
    """Give what a picture is, without its pixels.

    Raises:
        KeyError: there is none of that name.
        InputError: it cannot be read, or must not be; with all that is wrong with it.
    """
    file = f"{FOLDER}/{name}"
    return _picture(assets[file], file)


@lru_cache(_KEPT)
def _picture(data: bytes, file: str) -> Pixels | Drawing:
    if file.lower().endswith(".svg"):
        from deckwright.press.graphics.svg import drawing_of

        return drawing_of(data, file)

    return pixels_of(data, file)
