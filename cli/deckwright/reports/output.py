"""Standard output and standard error: results go to one, everything else to the other."""

from __future__ import annotations

import contextlib
import json
import os
import re
import sys
from typing import Any, TextIO

from deckwright.errors import InputError, ReaderGone
from deckwright.messages import tr
from deckwright.model.words import visible

_OWN = f"\x1b{os.urandom(8).hex()}["
"""What our own colours begin with until they are written: no data can hold it, as each run has another."""

_COMMAND = re.compile(r"^(\s*):(?=:)|#(?=#\[)", re.MULTILINE)
"""What makes a line a command to the runner of GitHub Actions (toolkit, docs/commands.md), and Gitea's and Forgejo's."""


def write(text: str, *, commands: bool = False) -> None:
    """Write a result, with a line end. Nothing in it drives a terminal; only `commands` drive a CI runner.

    Raises:
        InputError: standard output cannot be written.
        ReaderGone: nobody reads it any more.
    """
    try:
        print(_shown(text, commands=commands), flush=True)
    except BrokenPipeError as fault:
        raise ReaderGone from fault
    except OSError as fault:
        raise unwritable_output(fault) from fault


def unwritable_output(fault: OSError) -> InputError:
    """Error for standard output that takes no more."""
    message = tr("Standard output cannot be written: {reason}.", reason=fault.strerror or str(fault))
    return InputError("unwritable", message)


def write_json(value: Any) -> None:
    """Write a result as one JSON document, and nothing else."""
    write(json.dumps(value, ensure_ascii=not _is_unicode(), indent=2))


def note(text: str) -> None:
    """Tell something that is not the result; where standard error is full or gone, say nothing."""
    with contextlib.suppress(OSError):
        print(_shown(text), file=sys.stderr, flush=True)


def _shown(text: str, *, commands: bool = False) -> str:
    """Escape what a terminal or a CI runner would obey; our own colours stay."""
    if not commands and os.environ.get("GITHUB_ACTIONS"):
        text = _COMMAND.sub(lambda found: f"{found[1] or ''}\\u{ord(found[0][-1]):04x}", text)
    return "\x1b[".join(map(visible, text.split(_OWN)))


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
        f"{_OWN}{_COLOURS[style]}m{text}{_OWN}0m"
        if has_colours(sys.stderr if to_error else sys.stdout)
        else text
    )


def has_colours(stream: TextIO) -> bool:
    """Tell whether colours and bold letters are for a stream: a terminal where nobody asks for none."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
