"""Data that comes with the program, or with installed packages, found without importing them."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

# Folders of the packaged data: `schemas`, `cards` and `exports`.
#
# In a wheel, the three folders are next to the package's modules; in a checkout, at the root.

_PACKAGE = Path(__file__).resolve().parent
_CHECKOUT = _PACKAGE.parent.parent


@cache
def folder(name: str) -> Path:
    """Data folder `name` (`schemas`, `cards` or `exports`)."""
    packaged = _PACKAGE / name
    return packaged if packaged.is_dir() else _CHECKOUT / name


def schema(name: str) -> Path:
    """File of the JSON Schema for one kind of data file, such as `game` or `deck`."""
    return folder("schemas") / f"{name}.schema.json"


def packaged_games() -> list[Path]:
    """Folders of the games that come with the program, in order of name."""
    return sorted(file.parent for file in folder("cards").glob("*/game.yaml"))


def is_packaged(game: Path) -> bool:
    """Whether the folder of a game comes with the program; links are followed."""
    return game.is_absolute() and game.resolve().parent == _resolved(folder("cards"))


@cache
def _resolved(path: Path) -> Path:
    return path.resolve()


def stored_folder(game: Path) -> str:
    """How databases name the folder of a game: one of the program by its place in it, wherever that is installed."""
    return f"cards/{game.name}" if is_packaged(game) else str(game)


def game_folder(stored: str) -> Path:
    """Folder of a game that `stored_folder` named."""
    return folder("cards").parent / stored if stored.startswith("cards/") else Path(stored)


# The icons of the icon fonts that come with the qtawesome package, by name.

ICON_FILES = {
    "mdi": "materialdesignicons6-webfont-charmap",
    "ph": "phosphor-charmap",
    "fa": "fontawesome6-solid-webfont-charmap",
}
"""The files that name the icons, by the prefix of those names."""


@cache
def icon_names(prefix: str) -> dict[str, int]:
    """Icons of a font, each with the code of its glyph; empty for an unknown prefix."""
    if prefix not in ICON_FILES:
        return {}
    codes: dict[str, str] = json.loads(icon_file(ICON_FILES[prefix], ".json").read_bytes())
    return {name: int(code, 16) for name, code in codes.items()}


def icon_file(start: str, ending: str) -> Path:
    """Find a file of the package by its name without the version, which moves with the package's releases.

    Raises:
        FileNotFoundError: the package is not there, or has no such file.
    """
    from importlib.util import find_spec

    found = find_spec("qtawesome")  # found without importing it, which would ask for Qt
    folders = [Path(folder) for folder in found.submodule_search_locations or ()] if found else []
    files = [file for folder in folders for file in folder.glob(f"fonts/{start}-[0-9]*{ending}")]
    if not files:
        msg = f"qtawesome brings no {start}{ending}"
        raise FileNotFoundError(msg)
    return max(files)


# Data of installed packages, found without importing them.


@cache
def package_folder(module: str) -> Path | None:
    """Folder of an installed package; None if it is not installed."""
    from importlib.util import find_spec

    spec = find_spec(module) if module.isidentifier() else None
    return Path(spec.submodule_search_locations[0]) if spec and spec.submodule_search_locations else None
