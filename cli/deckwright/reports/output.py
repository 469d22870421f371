"""What is written: results on standard output, all else on standard error, tables, numbers of a language, and a progress bar."""

from __future__ import annotations

import contextlib
import os
import re
import sys
from collections.abc import Mapping
from contextlib import contextmanager
from dataclasses import fields, is_dataclass
from operator import attrgetter
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, Literal, TextIO

from deckwright.errors import InputError, ReaderGone
from deckwright.messages import tr, trn, with_decimals
from deckwright.model.words import Pattern, on_one_line, visible

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from fractions import Fraction


_OWN = f"\x1b{os.urandom(8).hex()}["
"""Start of our own colour codes until they are written: random for each run, so that no data can imitate it."""

_COMMAND = Pattern(r"^(\s*):(?=:)|#(?=#\[)", re.MULTILINE)
"""What makes a line a command to a runner of GitHub Actions (toolkit, docs/commands.md), Gitea or Forgejo."""

_PASSWORD = Pattern(
    r"((?:postgres[\w+]*:/*|\w[\w+.-]*://)[^\s:/@]*:)[^\s\"]+@|(\bpassword=)[^\s\"]+", re.IGNORECASE
)
"""The password in the address of a database, which may have been typed where something else stands."""


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
    write(_json(value))


def write_json_list(name: str, values: Iterable[Any], others: Callable[[], Mapping[str, Any]]) -> None:
    """Write a JSON object with a list, each value of it when it is there, and other members, which are asked for then."""
    lines = [f'{{\n  "{name}": [']
    for number, value in enumerate(values):
        text = "    " + _json(value).replace("\n", "\n    ")
        if number:
            lines[-1] += ","
        write("\n".join(lines))
        lines = [text]
    members = _json(others()).removeprefix("{").removesuffix("}").rstrip("\n")
    write("\n".join([*lines, f"  ]{',' if members else ''}{members}", "}"]))


def _json(value: Any) -> str:
    import json

    return json.dumps(plain(value), ensure_ascii=not _is_unicode(), indent=2, default=float)


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


def members(value: Any, names: str) -> dict[str, Any]:
    """What a JSON object has of a value, in this order: attributes, and attributes of these, as in `deck.cards`.

    `to=language` has another name there. An empty value is null if its name ends with `|`, and left out if with `?`.
    """
    content = {}
    for name in names.split():
        key, _, path = name.rstrip("?|").rpartition("=")
        found = attrgetter(path)(value)
        is_empty = found in (None, "", (), [], {})
        if not (is_empty and name.endswith("?")):
            content[key or path.rpartition(".")[2]] = None if is_empty and name.endswith("|") else found
    return content


def note(text: str) -> None:
    """Write a line to standard error; ignored if that is full or closed."""
    with contextlib.suppress(OSError):
        print(_shown(text), file=sys.stderr, flush=True)


def _shown(text: str, *, commands: bool = False) -> str:
    """Escape everything that a terminal or a CI runner would obey, except our own colours, and mask passwords."""
    text = _PASSWORD.sub(lambda found: f"{found[1]}***@" if found[1] else f"{found[2]}***", text)
    if not commands and os.environ.get("GITHUB_ACTIONS"):
        text = _COMMAND.sub(lambda command: f"{command[1] or ''}\\u{ord(command[0][-1]):04x}", text)
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


def card_count(count: int) -> str:
    """Number of cards, in words."""
    return piece_count(count, "card")


def piece_count(count: int, piece: str) -> str:
    """Number of cards, tiles, tokens or boards, or of pieces of several sorts, in words."""
    words = {
        "card": trn("{count} card", "{count} cards", count),
        "tile": trn("{count} tile", "{count} tiles", count),
        "token": trn("{count} token", "{count} tokens", count),
        "board": trn("{count} board", "{count} boards", count),
        "piece": trn("{count} piece", "{count} pieces", count),
    }
    return words[piece]


def decimal(number: Fraction, places: int) -> str:
    """Number with this many decimals."""
    whole, rest = divmod(round(abs(number) * 10**places), 10**places)
    sign = "-" if number < 0 and (whole or rest) else ""
    return with_decimals(f"{sign}{whole}.{rest:0{places}}")


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
