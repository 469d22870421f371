"""Print the names of what the program is built on, for `make test-latest` and `make licences`."""

from __future__ import annotations

import argparse
import tomllib
from importlib.metadata import requires
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

OURS = ("dev", "docs")
"""Extras for the people who work on the program; the others are for those who use it."""

ALONE = ("fuzz",)
"""Extras that only a make target of their own installs: no release of atheris is for the newest Python."""


def direct(*, of_users: bool = False) -> set[str]:
    """Names in `pyproject.toml`: of the program and all extras, or only of those that users install."""
    project = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"].items()
    left = {*ALONE, *(OURS if of_users else ())}
    groups = [wanted for extra, wanted in extras if extra not in left]
    return {
        canonicalize_name(Requirement(one).name)
        for group in (project["dependencies"], *groups)
        for one in group
    }


def needed() -> set[str]:
    """Names of everything that users of this system and this Python install with the program.

    Raises:
        PackageNotFoundError: one of them is not installed, so what it needs is unknown.
    """
    found: set[str] = set()
    open_names = direct(of_users=True)
    while open_names:
        found |= open_names
        open_names = {inner for name in open_names for inner in _requires(name)} - found
    return found


def _requires(name: str) -> set[str]:
    wanted = [Requirement(one) for one in requires(name) or ()]
    return {
        canonicalize_name(one.name) for one in wanted if not one.marker or one.marker.evaluate({"extra": ""})
    }


def main() -> None:
    """Print the direct dependencies, or with `--needed` all that users install."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--needed", action="store_true", help="what users install, with all it needs in turn")
    print(*sorted(needed() if parser.parse_args().needed else direct()))


if __name__ == "__main__":
    main()
