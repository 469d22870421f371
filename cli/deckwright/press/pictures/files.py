"""Give a picture of a game by the name of its file."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from deckwright.files.pictures import FOLDER

if TYPE_CHECKING:
    from collections.abc import Mapping

    from deckwright.press.pictures.kinds import Drawing, Pixels

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
        from deckwright.press.pictures.svg import drawing_of

        return drawing_of(data, file)
    from deckwright.press.pictures.pixels import pixels_of

    return pixels_of(data, file)
