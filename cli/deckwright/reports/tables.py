"""Tables: ruled on a terminal, elsewhere values with tabs between them."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Literal

from deckwright.model.words import on_one_line
from deckwright.reports.output import has_colours, painted, write

if TYPE_CHECKING:
    from collections.abc import Sequence

_GAP = 3
"""How many signs stand between two columns."""
_WORD = 10
"""How narrow a column of longer values may become."""


def write_table(heads: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """Write rows under their heads; whatever a value holds, it stays in its cell."""
    rows = [[on_one_line(value) if isinstance(value, str) else value for value in row] for row in rows]
    if sys.stdout.isatty():
        _ruled(heads, rows)
        return
    write("\n".join("\t".join(str(value) for value in row) for row in (heads, *rows)))


def _ruled(heads: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table

    # A value is no markup: [bold] and :star: are what a card may be called.
    console = Console(color_system="auto" if has_colours(sys.stdout) else None, markup=False, emoji=False)
    if _least(heads, rows) > console.width:
        write("\n\n".join(_block(heads, row) for row in rows))
        return
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    for number, head in enumerate(heads):
        is_number = all(isinstance(row[number], int | float) for row in rows)
        justify: Literal["left", "right"] = "right" if is_number and rows else "left"
        # The first column names the row, for other commands: it is never cut.
        table.add_column(head, justify=justify, no_wrap=not number, overflow="fold")
    for row in rows:
        table.add_row(*(str(value) for value in row))
    console.print(table)


def _least(heads: Sequence[str], rows: Sequence[Sequence[object]]) -> int:
    """Count the signs that a table needs at least to be readable: whole names, and no head or short word broken."""
    from rich.cells import cell_len

    first, *others = zip(heads, *rows, strict=True)
    widths = [max(cell_len(str(cell)) for cell in first)]
    widths += [
        max(cell_len(column[0]), min(_WORD, max(cell_len(str(cell)) for cell in column))) for column in others
    ]
    return sum(widths) + _GAP * len(others)


def _block(heads: Sequence[str], row: Sequence[object]) -> str:
    """Write a row as lines, a value on each under what names the row; what is empty is left out."""
    name, *others = (str(value) for value in row)
    said = [(head, value) for head, value in zip(heads[1:], others, strict=True) if value.strip("– ")]
    width = max((len(head) for head, _ in said), default=0)
    lines = [f"  {head:{width}}  {value}" for head, value in said]
    return "\n".join([painted(name, "strong"), *lines])
