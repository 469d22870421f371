"""The icons of the icon fonts that come with the qtawesome package, by name."""

from __future__ import annotations

import json
from functools import cache
from importlib.util import find_spec
from pathlib import Path

NAMES = {
    "mdi": "materialdesignicons6-webfont-charmap",
    "ph": "phosphor-charmap",
    "fa": "fontawesome6-solid-webfont-charmap",
}
"""The files that name the icons, by the prefix of those names."""


@cache
def icon_names(prefix: str) -> dict[str, int]:
    """Give the icons of a font, each with the code of its glyph; empty for an unknown prefix."""
    if prefix not in NAMES:
        return {}
    codes: dict[str, str] = json.loads(icon_file(NAMES[prefix], ".json").read_bytes())
    return {name: int(code, 16) for name, code in codes.items()}


def icon_file(start: str, ending: str) -> Path:
    """Find a file of the package by its name without the version, which moves with the package's releases.

    Raises:
        FileNotFoundError: the package is not there, or has no such file.
    """
    found = find_spec("qtawesome")  # found without importing it, which would ask for Qt
    folders = [Path(folder) for folder in found.submodule_search_locations or ()] if found else []
    files = [file for folder in folders for file in folder.glob(f"fonts/{start}-[0-9]*{ending}")]
    if not files:
        msg = f"qtawesome brings no {start}{ending}"
        raise FileNotFoundError(msg)
    return max(files)
