"""Which files of a game's folder are pictures."""

from __future__ import annotations

from deckwright.files.texts import MEGABYTE

FOLDER = "pictures"
"""The folder of a game's pictures."""

ENDINGS = (".png", ".jpg", ".jpeg", ".svg")

LIMIT = 32 * MEGABYTE
"""The most bytes of a picture."""


def is_file_name(name: str) -> bool:
    """Tell whether a name can be that of a file in a folder: it leads nowhere else, on no system."""
    return bool(name.strip(". ")) and not any(letter in r'\/:*?"<>|' or letter < " " for letter in name)
