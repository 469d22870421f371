"""Write docs/modules.md: every module with the first line of its docstring, room by room, so that the map cannot drift."""

from __future__ import annotations

import ast
from pathlib import Path

PACKAGE = Path(__file__).parent / "deckwright"
DOCUMENT = Path(__file__).parent.parent / "docs" / "modules.md"

_HEAD = """\
# Where everything is

One line for each module, room by room from the top of the house to its floor: what it holds is the first line of its
docstring. A room imports from the rooms below it only. [The design](design.md) says how they work together.

This page is written by `make docs`.
"""

ROOMS = (
    "",
    "commands",
    "reports",
    "workbench",
    "translation",
    "scoring",
    "construction",
    "table",
    "press",
    "store",
    "files",
    "model",
)
"""The rooms in the order of import-linter's layers; the first is the package itself."""


def module_map() -> str:
    """The document."""
    parts = [_HEAD]
    for room in ROOMS:
        for folder in [PACKAGE / room, *sorted(_packages(PACKAGE / room) if room else ())]:
            title = "/".join(folder.relative_to(PACKAGE).parts) or "deckwright"
            lines = [f"- `{file.name}`: {_first_line(file)}" for file in _modules(folder)]
            parts.append(
                f"\n## {title}\n\n{_first_line(folder / '__init__.py')}\n\n" + "\n".join(lines) + "\n"
            )
    return "".join(parts)


def _packages(folder: Path) -> list[Path]:
    return [file.parent for file in folder.rglob("__init__.py") if file.parent != folder]


def _modules(folder: Path) -> list[Path]:
    return sorted(file for file in folder.glob("*.py") if file.name != "__init__.py")


def _first_line(file: Path) -> str:
    docstring = ast.get_docstring(ast.parse(file.read_bytes())) or ""
    return " ".join(docstring.split("\n\n")[0].split())


if __name__ == "__main__":
    DOCUMENT.write_text(module_map(), encoding="utf-8")
