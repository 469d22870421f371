"""Read what a PNG or JPEG says of itself, and see that it is whole."""

from __future__ import annotations

import io
import warnings
from typing import Any

from deckwright.errors import InputError, Where
from deckwright.messages import tr
from deckwright.press.pictures.kinds import Pixels

MOST = 50_000_000
"""The most pixels of a picture: about A3 at 500 dpi. More is a slip, or meant to use up memory."""

_ENDINGS = {".png": "PNG", ".jpg": "JPEG", ".jpeg": "JPEG"}
_SORTS = {"PNG": "PNG", "JPEG": "JPEG", "MPO": "JPEG"}
"""What Pillow finds, and what it is for us: an MPO is a JPEG that others follow."""

_ORIENTATION = 0x0112
_SMALL = 64


def pixels_of(data: bytes, file: str) -> Pixels:
    """Read the picture in a file's bytes; its name tells by the ending what it should be.

    Raises:
        InputError: it is broken, is something else than its ending says, or has too many pixels.
    """
    where = Where(file, 1, 1)
    ending = file[file.rindex(".") :].lower()
    with _opened(data, _ENDINGS[ending], where) as image:
        sort, (width, height) = _SORTS[image.format], image.size
        if sort != _ENDINGS[ending]:
            right = file.rpartition("/")[2][: -len(ending)] + {"PNG": ".png", "JPEG": ".jpg"}[sort]
            message = tr("This is {sort}, whatever its ending says: call it {name}.", sort=sort, name=right)
            raise InputError("picture-ending", message, where=where)
        turn = int(image.getexif().get(_ORIENTATION, 1)) if sort == "JPEG" else 1
        _see_whole(image, sort, where)
    turn = turn if 1 <= turn <= 8 else 1  # noqa: PLR2004 - the values of EXIF
    return Pixels(sort, *((height, width) if turn > 4 else (width, height)), turn)  # noqa: PLR2004


def _opened(data: bytes, sort: str, where: Where) -> Any:
    """Open a picture without decoding it."""
    from PIL import Image

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
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
    """Read through a picture: a PNG has checksums, a JPEG must be decoded, which is quick when it is made small."""
    try:
        if sort == "PNG":
            image.verify()
        else:
            image.draft(None, (_SMALL, _SMALL))
            image.load()
    except Exception as fault:
        raise broken(sort, _reason(fault), where) from fault


def broken(sort: str, reason: str, where: Where) -> InputError:
    """Say that a picture cannot be read."""
    message = tr("This is no {sort} picture that can be read: {reason}.", sort=sort, reason=reason)
    return InputError("bad-picture", message, where=where)


def _reason(fault: Exception) -> str:
    said = str(fault).rstrip(".")
    return tr("it is something else, or broken") if "cannot identify" in said or not said else said


def _too_large(where: Where) -> InputError:
    message = tr(
        "This picture has too many pixels: {limit} million are enough for any card. Save it smaller.",
        limit=MOST // 1_000_000,
    )
    return InputError("picture-size", message, where=where)
