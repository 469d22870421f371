"""Standard output and standard error: results go to one, everything else to the other."""

from __future__ import annotations

import json
import os
import sys
from typing import Any


def write(text: str) -> None:
    """Write a result, with a line end."""
    print(text)


def write_json(value: Any) -> None:
    """Write a result as one JSON document, and nothing else."""
    print(json.dumps(value, ensure_ascii=not _is_unicode(), indent=2))


def note(text: str) -> None:
    """Tell something that is not the result."""
    print(text, file=sys.stderr)


def _is_unicode() -> bool:
    return (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"


_COLOURS = {"error": "1;31", "warning": "33", "info": "36", "good": "32", "quiet": "2", "strong": "1"}


def painted(text: str, style: str, *, to_error: bool = False) -> str:
    """Colour a text on a terminal; elsewhere, and under NO_COLOR, leave it as it is."""
    stream = sys.stderr if to_error else sys.stdout
    if os.environ.get("NO_COLOR") or not stream.isatty():
        return text
    return f"\x1b[{_COLOURS[style]}m{text}\x1b[0m"
