"""A folder with a game and a database in which commands are run, killed and looked at."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
import zipfile
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import flushed
from cases import make_ponds, write_counts

sys.path.append(str(Path(__file__).parents[1]))

from copies import become
from processes import environment_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from cases import Case

CALLS = (
    "write,pwrite64,writev,pwritev,rename,renameat,renameat2,link,linkat,unlink,unlinkat,mkdir,mkdirat,rmdir,"
    "ftruncate,fsync,syncfs,fdatasync,chmod,fchmod,fchmodat,chown,fchown,lchown,utimensat,setxattr,fsetxattr,flock,exit_group"
)
"""System calls that change what others see of files: between two of them, nothing changes."""

Call = tuple[str, int]
"""Name of a system call, and the number of times that a process has made it: strace counts each by itself."""

HANG = 60
"""Seconds after which a command hangs, on a busy machine."""

_LEFT = re.compile(r"\.deckwright-[\w-]+|.*\.lock|.*-(journal|wal|shm)")
_DRAFT = re.compile(r"deckwright-[\w-]+\.yaml|sed\w{6}")
"""What a user was editing is kept, and sed's own files."""

_TIME = re.compile(rb"\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d)?)?(?:Z|[+-]\d\d:?\d\d)?|D:\d{14}")
_NO_CONTENT = {"loads", "text_dates", "sqlite_sequence", "alembic_version"}
"""Tables with a row for each run, and the version that the tables themselves show."""

_TIMES = {("games", "stamp"), ("games", "digest")}
"""Columns that change with the times in and of the game's files."""


@dataclass
class Seen:
    """What a folder has: the digest of each file or table, and what is left of unfinished work."""

    units: dict[str, str] = field(default_factory=dict)
    left: list[str] = field(default_factory=list)

    @property
    def key(self) -> tuple[object, ...]:
        """The same for the same state, whatever the names of unfinished files are."""
        masked = {re.sub(r"\.deckwright-[\w-]+", ".deckwright-", name) for name in self.left}
        return tuple(sorted(self.units.items())), tuple(sorted(masked))


class Bench:
    """Runs cases in the folder `work`, each time from a fresh copy of `template`."""

    def __init__(self, root: Path) -> None:
        self.root, self.work, self.template = root, root / "work", root / "template"
        self.unflushed: list[str] = []
        (root / "output").mkdir()
        (root / "scratch").mkdir()

    def make_game(self, *, packaged: bool = False) -> None:
        """Make the game's folder and its database, and keep both as the template."""
        make_ponds(self.work / "ponds")
        write_counts(self.work, 3)
        (self.work / "tmp").mkdir()
        for file in self.work.rglob("*"):
            os.utime(file, (1e9, 1e9))
        self._make_database(self.work / "cards.db")
        printer = ["export", "printer", "office", "--offset", "1,1"]
        for arguments in (["load", "ponds"], ["load", "counts.yaml"], printer):
            assert self.run(arguments) == 0, self.said()
        if packaged:
            assert self.run(["games", "--db", "full.db"]) == 0, self.said()
        shutil.copytree(self.work, self.template, symlinks=True)

    def _make_database(self, path: Path) -> None:
        from deckwright.files.writing import clear_left_behind
        from deckwright.store.locations import open_database

        open_database(str(path), lambda _: None)
        clear_left_behind.cache_clear()  # else commands, which are copies of this process, take the folder for cleared

    def reset(self, case: Case) -> None:
        """Make the folder as it is before a case."""
        shutil.rmtree(self.work, ignore_errors=True)
        skip = shutil.ignore_patterns(*(["full.db"] if "full.db" not in case.arguments else []))
        shutil.copytree(self.template, self.work, symlinks=True, ignore=skip)
        case.prepare(self.work)

    # Runs.

    def run(self, arguments: Sequence[str], editor: str = "true") -> int:
        """Run a command to its end, and return its exit code; -14 if it hangs."""
        return ended(self.start(arguments, editor))

    def kill_after(self, arguments: Sequence[str], editor: str, delay: float) -> int:
        """Run a command and kill it after some seconds."""
        child = self.start(arguments, editor)
        time.sleep(delay)
        os.kill(child, signal.SIGKILL)
        return ended(child)

    def kill_at(self, arguments: Sequence[str], editor: str, call: Call) -> int:
        """Run a command and kill it when it is about to make a system call."""
        name, number = call
        inject = f"inject={name}:signal=SIGKILL:when={number}"
        return self._trace(arguments, editor, name, ["-e", inject, "-o", os.devnull])

    def fail_at(self, arguments: Sequence[str], editor: str, call: Call, error: str) -> int:
        """Run a command of which a system call fails with an error such as EIO."""
        name, number = call
        inject = f"inject={name}:error={error}:when={number}"
        return self._trace(arguments, editor, name, ["-e", inject, "-o", os.devnull])

    def calls(self, arguments: Sequence[str], editor: str) -> list[Call]:
        """Every call of `CALLS` that a command makes: its name, and how often it was made until then.

        `unflushed` is then what a power loss could have taken of the result.
        """
        log = self.root / "calls.txt"
        traced, files = f"{CALLS},{flushed.CALLS}", [str(file) for file in self.work.rglob("*")]
        assert self._trace(arguments, editor, traced, ["-y", "-s", "0", "-o", str(log)]) >= 0
        self.unflushed = flushed.not_on_disk(log.read_text(), str(self.work), files)
        names = [line.partition("(")[0] for line in log.read_text().splitlines() if "(" in line]
        names = [name for name in names if name in CALLS.split(",")]
        return [(name, names[: place + 1].count(name)) for place, name in enumerate(names)]

    def _trace(self, arguments: Sequence[str], editor: str, calls: str, options: Sequence[str]) -> int:
        ready, go = os.pipe()
        child = self.start(arguments, editor, ready=ready)
        os.close(ready)
        command = ["strace", "-p", str(child), "-e", f"trace={calls}", *options]
        with subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL) as strace:
            assert strace.stderr
            line = strace.stderr.readline()
            assert b"attached" in line, line
            os.write(go, b".")
            os.close(go)
            strace.stderr.read()
        return ended(child)

    def start(
        self, arguments: Sequence[str], editor: str, *, ready: int | None = None, output: Path | None = None
    ) -> int:
        """Start a command, when there is something to read from `ready`; its process."""
        output = output or self.root / "output"
        for stream in "012":
            (output / stream).write_bytes(b"")
        child = os.fork()
        if child:
            return child
        if ready is not None:
            os.read(ready, 1)
        signal.alarm(HANG)
        environment = environment_of(
            DECKWRIGHT_DB="cards.db",
            EDITOR=editor,
            TMPDIR=str(self.work / "tmp"),
            HOME=str(self.work / "tmp"),
        )
        job = {"arguments": arguments, "environment": environment, "folder": self.work}
        become({**job, "output": output})
        raise AssertionError

    def said(self) -> str:
        """What the last command wrote, on standard output and as errors."""
        return "".join((self.root / "output" / stream).read_text(errors="replace") for stream in "12")

    # States.

    def look(self) -> Seen:
        """What the folder has now. A database is read in a copy, so that nothing is undone in the folder."""
        seen = Seen()
        for above, folders, files in os.walk(self.work):
            place = Path(above).relative_to(self.work)
            unfinished = [name for name in folders if _LEFT.fullmatch(name)]
            seen.left += [str(place / name) for name in unfinished]
            folders[:] = [name for name in folders if name not in unfinished]
            for name in files:
                path = place / name
                if _LEFT.fullmatch(name):
                    seen.left.append(str(path))
                elif not _DRAFT.fullmatch(name) or str(place) != "tmp":
                    seen.units.update(self._units(path))
        return seen

    def age_left(self) -> None:
        """Make what is left of unfinished work old enough for the next command to remove it."""
        for path in self.look().left:
            os.utime(self.work / path, (0, 0))

    def _units(self, path: Path) -> Iterator[tuple[str, str]]:
        file = self.work / path
        if ".db" in path.name and path.name != "full.db":
            for table, digest in self._tables(file).items():
                yield f"{path}:{table}", digest
        elif path.name != "full.db":
            yield str(path), f"{digest_of(file)} {file.stat().st_mode:o}"

    def _tables(self, file: Path) -> dict[str, str]:
        copy = self.root / "scratch" / file.name
        for ending in ("", "-journal", "-wal"):
            copy.with_name(copy.name + ending).unlink(missing_ok=True)
            if (beside := file.with_name(file.name + ending)).exists():
                shutil.copy(beside, copy.with_name(copy.name + ending))
        try:
            with closing(sqlite3.connect(copy)) as connection:
                return dict(_digests(connection))
        except sqlite3.Error as fault:
            return {"": f"broken: {fault}"}


def ended(child: int) -> int:
    """Exit code of a process, when it has ended; -14 if it hung."""
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def _digests(connection: sqlite3.Connection) -> Iterator[tuple[str, str]]:
    tables = [row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    yield "integrity", str(connection.execute("PRAGMA integrity_check").fetchall())
    for table in tables:
        if table in _NO_CONTENT or table.startswith("card_words_"):
            continue
        columns = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
        named = ", ".join(f'"{one}"' for one in columns if (table, one) not in _TIMES)
        rows = sorted(map(repr, connection.execute(f"SELECT {named} FROM {table}")))  # noqa: S608 - our own names
        yield table, f"{len(rows)} rows, {_short(chr(10).join(rows).encode())}"


def digest_of(file: Path) -> str:
    """Digest of what a file has, without times."""
    if zipfile.is_zipfile(file):
        with zipfile.ZipFile(file) as packed:
            return _short(b"".join(packed.read(name) for name in sorted(packed.namelist())))
    return _short(file.read_bytes())


def _short(data: bytes) -> str:
    return hashlib.sha256(_TIME.sub(b"", data)).hexdigest()[:12]
