"""Find the data of installed packages without importing them."""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from pathlib import Path


@cache
def package_folder(module: str) -> Path | None:
    """Find the folder of an installed package without importing it."""
    spec = find_spec(module) if module.isidentifier() else None
    return Path(spec.submodule_search_locations[0]) if spec and spec.submodule_search_locations else None
