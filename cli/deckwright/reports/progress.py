"""A bar that shows how far long work has come: on a terminal, on standard error, and only after a moment."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

from deckwright.reports.output import has_colours

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_SHORT = 100
"""So many cards are done before a bar could be read."""


@contextmanager
def progress_bar(text: str, total: int) -> Iterator[Callable[[int], None] | None]:
    """Show a bar for `total` steps; gives what is told how many are done, or None where no bar is wanted."""
    if total <= _SHORT or not sys.stderr.isatty():
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
