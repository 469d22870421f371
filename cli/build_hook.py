"""Compile the message catalogues whenever the package is built or installed."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompileMessages(BuildHookInterface):  # type: ignore[type-arg] # what it configures is hatchling's own
    """Compiler of a `.mo` file next to every `.po`, before the package's files are collected."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002 - hatchling's signature
        """Compile."""
        runpy.run_path(str(Path(self.root) / "cli" / "catalogues.py"))["compile_all"]()
