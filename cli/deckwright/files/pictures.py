"""Which files of a game's folder are pictures, and which of them may be read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deckwright.errors import Where
from deckwright.files.texts import MEGABYTE
from deckwright.messages import tr
from deckwright.model.finding import Finding

if TYPE_CHECKING:
    from pathlib import Path

FOLDER = "pictures"
"""The folder of a game's pictures."""

ENDINGS = (".png", ".jpg", ".jpeg", ".svg")

LIMIT = 32 * MEGABYTE
"""The most bytes of a picture."""


def is_file_name(name: str) -> bool:
    """Tell whether a name can be that of a file in a folder: it leads nowhere else, on no system."""
    return bool(name.strip(". ")) and not any(letter in r'\/:*?"<>|' or letter < " " for letter in name)


def leads_out(file: Path, root: Path) -> Finding | None:
    """Say of a file that a link makes it one outside the game's folder `root`: it is not to be read."""
    try:
        if file.resolve().is_relative_to(root.resolve()):
            return None
    except (OSError, RuntimeError):
        return None  # a link that leads round in a circle leads to no file
    message = tr("This link leads out of the game's folder: nothing is read there. Copy the file here.")
    return Finding("leads-out", "error", message, where=Where(str(file)))
