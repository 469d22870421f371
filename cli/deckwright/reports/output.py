"""Standard output and standard error: results go to one, everything else to the other."""

from __future__ import annotations

import contextlib
import json
import os
import sys
from typing import Any, TextIO

from deckwright.errors import InputError, ReaderGone
from deckwright.messages import tr


def write(text: str) -> None:
    """Write a result, with a line end.

    Raises:
        InputError: standard output cannot be written.
        ReaderGone: nobody reads it any more.
    """
    try:
        print(text, flush=True)
    except BrokenPipeError as fault:
        raise ReaderGone from fault
    except OSError as fault:
        message = tr("Standard output cannot be written: {reason}.", reason=fault.strerror or str(fault))
        raise InputError("unwritable", message) from fault


def write_json(value: Any) -> None:
    """Write a result as one JSON document, and nothing else."""
    write(json.dumps(value, ensure_ascii=not _is_unicode(), indent=2))


def note(text: str) -> None:
    """Tell something that is not the result; where standard error is full or gone, say nothing."""
    with contextlib.suppress(OSError):
        print(text, file=sys.stderr, flush=True)


def note_of(output: str, text: str) -> None:
    """Tell what a file that was written holds; of what went to standard output, say nothing."""
    if output != "-":
        note(f"{output}: {text}")


def _is_unicode() -> bool:
    return (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"


_COLOURS = {"error": "1;31", "warning": "33", "info": "36", "good": "32", "quiet": "2", "strong": "1"}


def painted(text: str, style: str, *, to_error: bool = False) -> str:
    """Colour a text on a terminal; elsewhere, and under NO_COLOR, leave it as it is."""
    return (
        f"\x1b[{_COLOURS[style]}m{text}\x1b[0m"
        if has_colours(sys.stderr if to_error else sys.stdout)
        else text
    )


def has_colours(stream: TextIO) -> bool:
    """Tell whether colours and bold letters are for a stream: a terminal where nobody asks for none."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
