"""The program's own code as trees, for tests that read it."""

from __future__ import annotations

import ast
from functools import cache


@cache
def parsed(file):
    """The tree of a Python file; several tests read every module."""
    return ast.parse(file.read_bytes())
