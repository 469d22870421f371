"""Standard output for results, standard error for everything else, and a progress bar."""

from __future__ import annotations

import contextlib
import os
import re
import sys
from collections.abc import Mapping
from contextlib import contextmanager
from dataclasses import fields, is_dataclass
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, TextIO

from deckwright.errors import InputError, ReaderGone
from deckwright.messages import tr
from deckwright.model.words import visible

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


_OWN = f"\x1b{os.urandom(8).hex()}["
"""Start of our own colour codes until they are written: random for each run, so that no data can imitate it."""

_COMMAND = re.compile(r"^(\s*):(?=:)|#(?=#\[)", re.MULTILINE)
"""What makes a line a command to a runner of GitHub Actions (toolkit, docs/commands.md), Gitea or Forgejo."""


def write(text: str, *, commands: bool = False) -> None:
    """Write a result and a line end; control characters are escaped, and workflow commands unless they are meant.

    Raises:
        InputError: standard output cannot be written.
        ReaderGone: the program that reads it has ended.
    """
    try:
        print(_shown(text, commands=commands), flush=True)
    except BrokenPipeError as error:
        raise ReaderGone from error
    except OSError as error:
        raise unwritable_output(error) from error


def unwritable_output(error: OSError) -> InputError:
    """Error for standard output that cannot be written."""
    message = tr("Standard output cannot be written: {reason}.", reason=error.strerror or str(error))
    return InputError("unwritable", message)


def write_json(value: Any) -> None:
    """Write a result as one JSON document, and nothing else."""
    import json

    write(json.dumps(plain(value), ensure_ascii=not _is_unicode(), indent=2))


def plain(value: Any) -> Any:
    """Value as JSON has it: a record as it says itself, or by its fields."""
    if hasattr(value, "as_json"):
        return plain(value.as_json())
    if hasattr(value, "_asdict"):
        return plain(value._asdict())
    if is_dataclass(value):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Mapping):
        return {key: plain(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [plain(part) for part in value]
    return str(value) if isinstance(value, PurePath) else value


def note(text: str) -> None:
    """Write a line to standard error; ignored if that is full or closed."""
    with contextlib.suppress(OSError):
        print(_shown(text), file=sys.stderr, flush=True)


def _shown(text: str, *, commands: bool = False) -> str:
    """Escape everything that a terminal or a CI runner would obey, except our own colours."""
    if not commands and os.environ.get("GITHUB_ACTIONS"):
        text = _COMMAND.sub(lambda found: f"{found[1] or ''}\\u{ord(found[0][-1]):04x}", text)
    return "\x1b[".join(map(visible, text.split(_OWN)))


def note_of(output: str, text: str) -> None:
    """Describe a file that was written, on standard error; nothing for standard output."""
    if output != "-":
        note(f"{output}: {text}")


def _is_unicode() -> bool:
    return (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"


_COLOURS = {"error": "1;31", "warning": "33", "info": "36", "good": "32", "quiet": "2", "strong": "1"}


def painted(text: str, style: str, *, to_error: bool = False) -> str:
    """Text in a colour, if it goes to a terminal and NO_COLOR is not set."""
    return (
        f"{_OWN}{_COLOURS[style]}m{text}{_OWN}0m"
        if has_colours(sys.stderr if to_error else sys.stdout)
        else text
    )


def has_colours(stream: TextIO) -> bool:
    """Whether a stream is a terminal that shows colours and bold letters."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


QUICK = 100
"""Number of steps that are done before anyone could read a bar, if each is a card on a sheet."""
SLOW = 8
"""The same if each step is a picture: a card at 300 dpi takes about 50 ms, a hundred times as long."""


@contextmanager
def progress_bar(text: str, total: int, *, unseen: int = QUICK) -> Iterator[Callable[[int], None] | None]:
    """Show a progress bar on standard error, if that is a terminal and there are more than `unseen` steps.

    Yields a function that takes the number of steps done, or None if no bar is shown.
    """
    if total <= unseen or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(
        *columns,
        console=Console(stderr=True, color_system="auto" if has_colours(sys.stderr) else None),
        transient=True,
    ) as bar:
        task = bar.add_task(text, total=total)
        yield lambda done: bar.update(task, completed=done)
