"""Programs that read foreign files, run as processes of their own with limits on time and memory.

A small file can ask for hours of work or all memory: a font whose outlines never end, a drawing with huge filters.
"""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

_MEMORY = 2 << 30
"""Most memory of a program, in bytes, where the system can limit it."""

_PATIENCE = 4
"""How many times longer than its processor time a program may take, as others run at the same time."""


class Ran(NamedTuple):
    """What a program ended with: its exit code, below 0 if it was stopped, its output, and what it wrote on standard error."""

    code: int
    output: bytes
    log: str = ""


def run_apart(program: str, options: Mapping[str, Any], data: bytes, seconds: int) -> Ran:
    """Run a Python file with options, in JSON, and data on its standard input; it may take `seconds` of processor time."""
    import subprocess

    command = [sys.executable, "-P", __file__, str(seconds), program, json.dumps(options)]
    try:
        ran = subprocess.run(  # noqa: S603 - the command is one of our own files
            command, input=data, capture_output=True, timeout=seconds * _PATIENCE, check=False
        )
    except subprocess.TimeoutExpired:
        return Ran(-1, b"")
    return Ran(ran.returncode, ran.stdout, ran.stderr.decode(errors="replace"))


def _limit(seconds: int) -> None:
    """Limit the time and memory of this process, where the system can."""
    if sys.platform == "win32":
        return
    import resource

    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))


if __name__ == "__main__":
    import runpy

    _limit(int(sys.argv[1]))
    sys.argv = sys.argv[2:]
    runpy.run_path(sys.argv[0], run_name="__main__")
