"""Pictures of pixels for a web page: within it, upright, and no larger than a card is shown."""

from __future__ import annotations

import io
from base64 import b64encode
from typing import TYPE_CHECKING, Any

from deckwright.press.pictures.pixels import quietly
from deckwright.press.writing.images import opened

if TYPE_CHECKING:
    from deckwright.press.pictures import Pixels

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
