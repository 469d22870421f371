"""Where the data that travels with the program stands: `schemas`, `cards` and `exports`.

In a wheel the three folders stand beside the package's modules; in a checkout at the repository's root.
"""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent
_CHECKOUT = _PACKAGE.parent.parent


def folder(name: str) -> Path:
    """Give the data folder `name` (`schemas`, `cards` or `exports`)."""
    packaged = _PACKAGE / name
    return packaged if packaged.is_dir() else _CHECKOUT / name


def schema(name: str) -> Path:
    """Give the file of the JSON Schema for one kind of data file, such as `game` or `deck`."""
    return folder("schemas") / f"{name}.schema.json"


def packaged_games() -> list[Path]:
    """Give the folders of the games that come with the program, in order of name."""
    return sorted(file.parent for file in folder("cards").glob("*/game.yaml"))
