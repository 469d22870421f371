"""Tables: ruled on a terminal, elsewhere values with tabs between them."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Literal

from deckwright.reports.output import write

if TYPE_CHECKING:
    from collections.abc import Sequence


def write_table(heads: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """Write rows under their heads."""
    if sys.stdout.isatty():
        _ruled(heads, rows)
        return
    write("\n".join("\t".join(str(value) for value in row) for row in (heads, *rows)))


def _ruled(heads: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table

    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    for number, head in enumerate(heads):
        is_number = all(isinstance(row[number], int | float) for row in rows)
        justify: Literal["left", "right"] = "right" if is_number and rows else "left"
        # The first column names the row, for other commands: it is never cut.
        table.add_column(head, justify=justify, no_wrap=not number, overflow="fold")
    for row in rows:
        table.add_row(*(str(value) for value in row))
    Console().print(table)
