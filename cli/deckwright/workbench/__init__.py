"""The Python API: what Deckwright can do, as typed functions from values to values, without a command line.

`from deckwright import workbench` has all public names: `__init__.pyi` lists them. A module is imported when one of its names
is first used, because commands import single modules of this package and must start fast.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any


@cache
def _modules() -> dict[str, str]:
    """Module of each public name."""
    import ast
    from pathlib import Path

    stub = ast.parse(Path(__file__).with_suffix(".pyi").read_bytes())
    imports = [node for node in stub.body if isinstance(node, ast.ImportFrom)]
    return {name.name: str(node.module) for node in imports for name in node.names}


def __getattr__(name: str) -> Any:
    """Import a public name on first use."""
    if name not in _modules():
        message = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(message)
    value = globals()[name] = getattr(import_module(_modules()[name]), name)
    return value


def __dir__() -> list[str]:
    """Public names, for completion in notebooks."""
    return sorted(_modules())
