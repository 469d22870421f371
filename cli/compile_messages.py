"""Compile the program's message catalogues when the package is built or installed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompileMessages(BuildHookInterface):  # type: ignore[type-arg] - hatchling's generic is not for subclassers
    """Makes a `.mo` beside every `.po` of `deckwright/locales`."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002 - the hook's signature
        """Compile before the files are collected."""
        compile_all(Path(self.root) / "cli" / "deckwright" / "locales")


def compile_all(locales: Path) -> None:
    """Compile every catalogue below `locales`."""
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    for source in sorted(locales.glob("*/LC_MESSAGES/*.po")):
        with source.open("rb") as text:
            catalogue = read_po(text, locale=source.parent.parent.name)
        with source.with_suffix(".mo").open("wb") as compiled:
            write_mo(compiled, catalogue)


if __name__ == "__main__":
    compile_all(Path(__file__).parent / "deckwright" / "locales")
