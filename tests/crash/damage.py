"""`make damage`: alter a database by hand and by chance, cut it short, and run commands on it.

Each must end within 2 seconds of work, without a traceback and without the exit code of a bug, whatever the file has.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import sqlite3
import sys
import tempfile
from collections import Counter
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bench import Bench
from copies import import_everything

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

PAGE = 4096
"""Bytes of a page of SQLite."""

DECK = "ponds/first"
COMMANDS: Sequence[Sequence[str]] = (
    ("games",),
    ("games", "--json"),
    ("search", "kind:hero"),
    ("search", "draw cost>=1", "--sort", "cost", "--lang", "fr"),
    ("show", "ponds/first-hero", "--json"),
    ("check", DECK),
    ("repair", DECK, "-o", "x.yaml"),
    ("combine", DECK, "--format", "standard"),
    ("build", "ponds", "events", "--players", "2", "--seed", "1"),
    ("deal", "ponds", "--players", "2", "--seed", "1"),
    ("score", "ponds", "--template"),
    ("stats", DECK),
    ("export", "pdf", "ponds", "-o", "x.pdf"),
    ("export", "html", "ponds", "-o", "x.html"),
    ("export", "list", DECK, "-o", "x.txt"),
    ("export", "csv", "ponds", "-o", "x.csv"),
    ("export", "history"),
    ("export", "printer"),
    ("export", "printer", "home", "--offset", "1,2"),
    ("export", "pad", "ponds", "-o", "x.pdf"),
    ("export", "reference", "ponds", "-o", "x.pdf"),
    ("export", "rules", "ponds", "-o", "x.pdf"),
    ("export", "tuckbox", "ponds", "-o", "x.pdf"),
    ("translate", "extract", "ponds", "--to", "fr", "-o", "x.po", "--overwrite"),
    ("translate", "merge", "returned.po"),
    ("translate", "status", "ponds"),
    ("translate", "check", "ponds", "--to", "fr"),
    ("translate", "suggest", "ponds", "--to", "fr"),
    ("new", "deck", "Mine", "--game", "ponds"),
    ("load", "ponds"),
    ("load", "counts.yaml"),
    ("db", "info"),
    ("db", "counts"),
    ("db", "check"),
    ("db", "backup", "copy.db", "--overwrite"),
    ("db", "restore", "cards.db"),
    ("db", "upgrade"),
)

VALUES: Sequence[Any] = (
    None,
    "",
    "x",
    "0",
    -1,
    2**62,
    1e300,
    b"\xff\xfe",
    "[]",
    "{}",
    "null",
    '"text"',
    "[1]",
    '{"a": {}}',
    "[" * 2000,
    '{"en": 1}',
    "\x00\x1b[31m",
    "9999",
    "é" * 100_000,
)
"""What somebody, or another program, may write into any column."""


def flip(data: bytearray, pick: random.Random) -> None:
    """Flip some bits."""
    for _ in range(pick.choice([1, 1, 4, 30])):
        data[pick.randrange(len(data))] ^= 1 << pick.randrange(8)


def overwrite(data: bytearray, pick: random.Random) -> None:
    """Write anything over some bytes."""
    start = pick.randrange(len(data))
    data[start : start + 50] = pick.randbytes(min(50, len(data) - start))


def empty_page(data: bytearray, pick: random.Random) -> None:
    """Write zeros over a page, as after a power loss."""
    page = pick.randrange(len(data) // PAGE) * PAGE
    data[page : page + PAGE] = bytes(PAGE)


def copy_page(data: bytearray, pick: random.Random) -> None:
    """Write one page over another."""
    one, other = (pick.randrange(len(data) // PAGE) * PAGE for _ in range(2))
    data[one : one + PAGE] = data[other : other + PAGE]


def cut(data: bytearray, pick: random.Random) -> None:
    """Cut the file short, inside a page or between two."""
    size = pick.randrange(1, len(data))
    del data[pick.choice([size, max(size // PAGE * PAGE, 1), pick.randrange(1, 200)]) :]


def add(data: bytearray, pick: random.Random) -> None:
    """Add something at the end."""
    data += pick.randbytes(pick.choice([1, 100, PAGE, 3 * PAGE]))


BYTES: Sequence[Callable[[bytearray, random.Random], None]] = (
    flip,
    overwrite,
    empty_page,
    copy_page,
    cut,
    add,
)


@dataclass
class Figures:
    """What became of all commands."""

    inputs: int = 0
    codes: Counter[int] = field(default_factory=Counter)
    slowest: float = 0.0
    hangs: int = 0
    faults: list[str] = field(default_factory=list)


class Damage:
    """Damages copies of one database, and runs commands on them."""

    def __init__(self, root: Path, seed: int, slow: float) -> None:
        self.bench, self.seed, self.slow, self.figures = Bench(root), seed, slow, Figures()
        self.bench.work.mkdir()
        self.bench.make_game()
        self.file = self.bench.work / "cards.db"
        assert self.bench.run(["export", "pdf", "ponds", "-o", "x.pdf"]) == 0, self.bench.said()
        extract = ["translate", "extract", "ponds", "--to", "fr", "-o", "returned.po"]
        assert self.bench.run(extract) == 0, self.bench.said()
        self.sound = self.file.read_bytes()
        with closing(sqlite3.connect(self.file)) as connection:
            self.columns = list(_columns(connection))

    def run(self, inputs: range) -> Figures:
        """Damage the database once for each number, and run one command, chosen by chance."""
        for number in inputs:
            pick = random.Random(f"{self.seed} {number}")  # noqa: S311 - damage, not secrets
            how = self._damage(pick)
            self._judge(pick.choice(COMMANDS), f"input {number} ({how})")
        return self.figures

    def _damage(self, pick: random.Random) -> str:
        self.file.with_name("cards.db-journal").unlink(missing_ok=True)
        for saved in self.bench.work.glob("cards.db.replaced*"):
            saved.unlink()
        self.file.write_bytes(self.sound)
        if pick.random() < 0.5:
            damage = pick.choice(BYTES)
            data = bytearray(self.sound)
            damage(data, pick)
            self.file.write_bytes(data)
            return damage.__name__
        table, column = pick.choice(self.columns)
        value = pick.choice(VALUES)
        rows = pick.choice(["", " WHERE rowid = (SELECT min(rowid) FROM {0})"]).format(table)
        with closing(sqlite3.connect(self.file)) as connection, connection, suppress(sqlite3.Error):
            connection.execute(f'UPDATE OR REPLACE {table} SET "{column}" = ?{rows}', [value])  # noqa: S608 - ours
        return f"{table}.{column} = {str(value)[:20]!r}"

    def _judge(self, arguments: Sequence[str], how: str) -> None:
        child = self.bench.start(arguments, "true")
        _, status, used = os.wait4(child, 0)
        code, seconds = os.waitstatus_to_exitcode(status), used.ru_utime + used.ru_stime
        said = self.bench.said()
        self.figures.inputs += 1
        self.figures.codes[code] += 1
        self.figures.slowest = max(self.figures.slowest, round(seconds, 2))
        self.figures.hangs += code == -signal.SIGALRM or seconds > self.slow
        if code not in range(5) or "Traceback" in said or seconds > self.slow:
            self.figures.faults.append(
                f"{how}: {' '.join(arguments)} ends with {code} in {seconds:.1f} s: {said}"
            )


def _columns(connection: sqlite3.Connection) -> Iterator[tuple[str, str]]:
    tables = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND rootpage > 0")
    for (table,) in tables.fetchall():
        for row in connection.execute(f"PRAGMA table_info({table})").fetchall():
            yield table, row[1]


def main(arguments: Sequence[str] | None = None) -> int:
    """Damage databases, print the figures, and end with 1 if anything is wrong."""
    parser = argparse.ArgumentParser(description="Run commands on damaged databases.")
    parser.add_argument("--inputs", type=int, default=2000, help="how many databases (2000)")
    parser.add_argument("--first", type=int, default=0, help="number of the first one (0)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the damage (1)")
    parser.add_argument("--slow", type=float, default=2.0, help="seconds of work that are too many (2)")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    options = parser.parse_args(arguments)
    import_everything()
    with tempfile.TemporaryDirectory(prefix="damage-") as folder:
        numbers = range(options.first, options.first + options.inputs)
        figures = Damage(Path(folder), options.seed, options.slow).run(numbers)
    if options.json:
        print(json.dumps(vars(figures)))
    else:
        codes = ", ".join(f"{count} with {code}" for code, count in sorted(figures.codes.items()))
        print(f"{figures.inputs} databases: {codes}; slowest {figures.slowest} s")
        print(f"{figures.hangs} hangs, {len(figures.faults)} faults")
        for fault in figures.faults[:20]:
            print(f"    {fault[:3000]}")
    return 1 if figures.faults else 0


if __name__ == "__main__":
    sys.exit(main())
