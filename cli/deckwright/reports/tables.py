"""Tables, ruled on a terminal and separated by tabs elsewhere, and numbers as a language writes them."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Literal

from deckwright.messages import tr
from deckwright.model.words import on_one_line
from deckwright.reports.output import has_colours, painted, write

if TYPE_CHECKING:
    from collections.abc import Sequence
    from fractions import Fraction


_GAP = 3
"""Number of characters between two columns."""
_WORD = 10
"""Least width of a column of longer values."""


def write_table(heads: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """Write rows under their headings, each value on one line of its cell."""
    rows = [[on_one_line(value) if isinstance(value, str) else value for value in row] for row in rows]
    if sys.stdout.isatty():
        _ruled(heads, rows)
        return
    write("\n".join("\t".join(str(value) for value in row) for row in (heads, *rows)))


def _ruled(heads: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table

    # Values are not markup: a card may be called [bold] or :star:.
    console = Console(color_system="auto" if has_colours(sys.stdout) else None, markup=False, emoji=False)
    if _least(heads, rows) > console.width:
        write("\n\n".join(_block(heads, row) for row in rows))
        return
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    for number, head in enumerate(heads):
        is_number = all(isinstance(row[number], int | float) for row in rows)
        justify: Literal["left", "right"] = "right" if is_number and rows else "left"
        # The first column is the row's name for other commands: it is never cut.
        table.add_column(head, justify=justify, no_wrap=not number, overflow="fold")
    for row in rows:
        table.add_row(*(str(value) for value in row))
    console.print(table)


def _least(heads: Sequence[str], rows: Sequence[Sequence[object]]) -> int:
    """Least width of a readable table: whole names, and no heading or short word broken."""
    from rich.cells import cell_len

    first, *others = zip(heads, *rows, strict=True)
    widths = [max(cell_len(str(cell)) for cell in first)]
    widths += [
        max(cell_len(column[0]), min(_WORD, max(cell_len(str(cell)) for cell in column))) for column in others
    ]
    return sum(widths) + _GAP * len(others)


def _block(heads: Sequence[str], row: Sequence[object]) -> str:
    """Row as lines: its name, then each value that is not empty."""
    name, *others = (str(value) for value in row)
    filled = [(head, value) for head, value in zip(heads[1:], others, strict=True) if value.strip("– ")]
    width = max((len(head) for head, _ in filled), default=0)
    lines = [f"  {head:{width}}  {value}" for head, value in filled]
    return "\n".join([painted(name, "strong"), *lines])


def decimal(number: Fraction, places: int) -> str:
    """Number with this many decimals."""
    whole, rest = divmod(round(abs(number) * 10**places), 10**places)
    sign = "-" if number < 0 and (whole or rest) else ""
    return tr("{whole}.{decimals}", whole=f"{sign}{whole}", decimals=f"{rest:0{places}}")


def numeral(number: float) -> str:
    """Number with as many decimals as it has."""
    whole, _, decimals = f"{number:g}".partition(".")
    return tr("{whole}.{decimals}", whole=whole, decimals=decimals) if decimals else whole


def share(chance: Fraction) -> str:
    """Chance as a percentage with one decimal; only impossible is 0 and only certain is 100."""
    from fractions import Fraction

    tenths = round(chance * 1000)
    tenths = min(max(tenths, 1), 999) if 0 < chance < 1 else tenths
    return tr("{number} %", number=decimal(Fraction(tenths, 10), 1))


def percent(chance: Fraction) -> str:
    """Chance as a whole number out of a hundred; only impossible is 0 and only certain is 100."""
    number = round(chance * 100)
    return str(min(max(number, 1), 99) if 0 < chance < 1 else number)
