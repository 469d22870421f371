"""Print the name of every dependency without its bounds, for `make test-latest`."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path


def main() -> None:
    """Print the dependencies of the program, its extras and its tests."""
    project = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))["project"]
    # Fuzzing has a make target of its own, and no releases for the newest Python.
    extras = [group for name, group in project["optional-dependencies"].items() if name != "fuzz"]
    found = [one for group in (project["dependencies"], *extras) for one in group]
    print(*sorted({re.split(r"[<>=!~;\[ ]", one)[0] for one in found}))


if __name__ == "__main__":
    main()
