"""A bar that shows how far long work has come: on a terminal, on standard error, and only after a moment."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

from deckwright.reports.output import has_colours

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

QUICK = 100
"""Steps that are done before a bar could be read, where each is a card on a sheet."""
SLOW = 8
"""The same, where each step is a picture: a card at 300 dpi takes about 50 ms, a hundred times as long."""


@contextmanager
def progress_bar(text: str, total: int, *, unseen: int = QUICK) -> Iterator[Callable[[int], None] | None]:
    """Show a bar for `total` steps, of which `unseen` take no time worth a bar.

    Yields a function that takes the number of steps done, or None where no bar is shown.
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
