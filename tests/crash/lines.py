"""Whole command lines, drawn by chance for every command: options and values, environment, closed streams, limits, full disks.

Each is a run that works with some things changed. Whatever they are, a command ends with a code of the contract: never with a bug (70),
a traceback or a hang; an error says something; what is JSON can be read; no unfinished file is left; and "Nothing was changed" is true.
`make fuzz` runs it, and `python tests/crash/lines.py --lines 1000 --seed 7`; a fault is printed with its seed and its line.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import traceback
from collections import Counter
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from bench import Bench
from cases import CASES, READING, commands
from copies import import_everything
from processes import environment_of
from verdicts import INTERRUPTED, Line, Outcome, fault_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

TOGETHER = 8
"""How many lines follow each other in the same folder."""

MEMORY = Path("/dev/shm")  # noqa: S108 - a folder of its own is made there
"""Where folders are in memory, if the system has such a place: thousands of lines would wear out a disk."""

DEMO = 0.05
"""How often the demonstration is drawn, of the times that another command is: it takes as long as a hundred others."""

SECONDS, HANG = 30, 120
"""Seconds of processor time after which a command takes too long, and of a clock after which it hangs."""


def _words(text: str) -> list[str]:
    return text.split()


FILES = (
    *_words(
        "ponds ponds/first ponds/first-hero first-hero ponds/decks/first.yaml ponds/game.yaml ponds/cards/cards.yaml ponds/ frogs"
    ),
    *_words(
        "list.txt list.csv list.cod lists.zip cards.db cards.csv cards.xlsx picture.png returned.po score.yaml counts.yaml"
    ),
    *_words(
        "missing.txt missing/x.txt missing old loop noise empty /dev/null /dev/full /dev/stdin tmp made . .. - -- -x ~ ~/x"
    ),
    *_words(
        "x.pdf x.txt x.yaml x.csv x.xlsx x.svg x.json x.html x.po x.xlf x.zip con a:b * %s {name} $HOME é ponds/fırst"
    ),
    *("", "First Hero", "Premier héros", "x" * 300, "a\nb", "\udcff", "\x1b[31m"),
)
NUMBERS = (
    *_words("0 1 2 3 4 -1 1e9 1.5 nan inf x ٣ 0x10 1,2 2-4 1/3 5% -0 1_0 100 300"),
    " 2",
    "9" * 20,
    "9" * 5000,
)
WORDS = (
    *_words(
        "en fr it de xx EN pt-BR ../x a4 letter home-a4 mpc-poker tts home standard 2026-02-30 2026-01-01 yesterday all"
    ),
    *_words(
        '1=ponds/first ponds/first=2 kind:hero cost>=2 -kind:hero name:( ( " cost> name cost -cost events Ann id=a a=b=c = ,'
    ),
    *_words(
        "text json csv yaml html github junit arena cod markdown deepl libretranslate nothing ; 1,2 fronts backs"
    ),
    *("x" * 3000, "a" + "\u0308" * 50, "https://localhost:1/x.csv", "postgresql://ada:secret@localhost:1/x"),
)
"""What values of options and arguments may become."""

DATABASES = (
    *_words(
        "noise old missing/x.db /dev/null - ponds loop copy.db sqlite:///cards.db mysql://ada:secret@h/x :memory: ~"
    ),
    *("postgresql://ada:secret@localhost:1/x", "host=localhost password=secret", "\udcff", "x" * 300),
)
ENVIRONMENT: Mapping[str, Sequence[str]] = {
    "DECKWRIGHT_DB": DATABASES,
    "DECKWRIGHT_LANG": ("fr", "it", "xx", "", "../x"),
    "DECKWRIGHT_DEBUG": ("1",),
    "LANG": ("C", "fr_FR.UTF-8", "it_IT", "xx_XX.UTF-8", "de_DE@euro", ""),
    "LC_ALL": ("C", "POSIX", "tr_TR.UTF-8"),
    "NO_COLOR": ("1", ""),
    "FORCE_COLOR": ("1",),
    "COLUMNS": ("0", "1", "-1", "x", "9" * 20),
    "TERM": ("dumb", "", "xterm-256color"),
    "HOME": ("/nowhere", "", "/dev/null", "relative"),
    "XDG_DATA_HOME": ("/dev/null", "/nowhere", ""),
    "TMPDIR": ("/nowhere", "/dev/null", "", "relative"),
    "EDITOR": ("", "false", "nothing-of-this-name", "sh -c 'exit 3'", "'", "truncate -s 0", "rm -f"),
    "VISUAL": ("", "false"),
    "SOURCE_DATE_EPOCH": ("x", "-1", "9" * 30, "0"),
    "TZ": ("nowhere", "", "UTC-99"),
    "PATH": ("", "/nowhere"),
    "DEEPL_AUTH_KEY": ("x", ""),
}
STREAMS = ("closed", "full", "gone")
"""What may become of an output: closed, a full disk, a reader that has gone."""


# Drawing a line.


def drawn(pick: Random, options: Mapping[str, Sequence[Any]], *, has_disk: bool) -> Line:
    """Draw a line for any command: a run that works, with one to four things changed."""
    name = pick.choice([name for name in options if name != "demo" or pick.random() < DEMO])
    base = pick.choice(
        [case.arguments for other, case in CASES.items() if other.partition(", ")[0] == name]
        or [READING.get(name, name.split())]
    )
    line = Line(name, tuple(base))
    for _ in range(pick.randint(1, 4)):
        line = pick.choice(_CHANGES)(line, pick, options[name])
    if has_disk and pick.random() < 0.7:
        line = line._replace(spare=pick.choice((-1, 0, 0, 4096, 65536, 300_000)))
    if line.is_endless or pick.random() < 0.03:
        line = line._replace(interrupt=pick.uniform(0.01, 0.5))
    return line


def _value(pick: Random) -> str:
    return pick.choice(pick.choice((FILES, FILES, NUMBERS, WORDS)))


def _add_option(line: Line, pick: Random, options: Sequence[Any]) -> Line:
    option = pick.choice(options)
    written = [pick.choice(option.opts)]
    if option.opts[0] == "--db":
        written.append(pick.choice(DATABASES))
    elif option.param_type_name == "argument":
        written = [_value(pick)]
    elif not getattr(option, "is_flag", False):
        choices = getattr(option.type, "choices", None) or pick.choice((FILES, NUMBERS, WORDS))
        written.append(pick.choice([*choices]) if pick.random() < 0.8 else _value(pick))
    place = pick.randint(min(len(line.name.split()), len(line.arguments)), len(line.arguments))
    return line._replace(arguments=(*line.arguments[:place], *written, *line.arguments[place:]))


def _change_value(line: Line, pick: Random, _options: Sequence[Any]) -> Line:
    first = len(line.name.split())
    if len(line.arguments) <= first:
        return line._replace(arguments=(*line.arguments, _value(pick)))
    place = pick.randrange(first, len(line.arguments))
    return line._replace(arguments=(*line.arguments[:place], _value(pick), *line.arguments[place + 1 :]))


def _drop(line: Line, pick: Random, _options: Sequence[Any]) -> Line:
    if not line.arguments:
        return line
    place = pick.randrange(len(line.arguments))
    return line._replace(arguments=(*line.arguments[:place], *line.arguments[place + 1 :]))


def _want_json(line: Line, _pick: Random, _options: Sequence[Any]) -> Line:
    return line._replace(arguments=(*line.arguments, "--json"))


def _change_environment(line: Line, pick: Random, _options: Sequence[Any]) -> Line:
    name = pick.choice([*ENVIRONMENT])
    return line._replace(environment={**line.environment, name: pick.choice(ENVIRONMENT[name])})


def _change_stream(line: Line, pick: Random, _options: Sequence[Any]) -> Line:
    name = pick.choice(("stdin", "stdout", "stderr"))
    kinds = ("closed", "list.txt", "noise", "ponds/cards/cards.yaml") if name == "stdin" else STREAMS
    return line._replace(**{name: pick.choice(kinds)})


def _limit(line: Line, pick: Random, _options: Sequence[Any]) -> Line:
    name, amounts = pick.choice(
        [
            ("FSIZE", (0, 1, 100, 4096, 65536)),
            ("AS", (0, 1 << 20, 4 << 20, 16 << 20, 64 << 20)),
            ("NOFILE", (5, 6, 8, 12, 20)),
            ("NPROC", (0,)),
        ]
    )
    return line._replace(limits={**line.limits, name: pick.choice(amounts)})


_CHANGES = (
    _add_option,
    _add_option,
    _add_option,
    _change_value,
    _change_value,
    _drop,
    _want_json,
    _change_environment,
    _change_stream,
    _limit,
)


def options_of_commands() -> dict[str, list[Any]]:
    """Options and arguments of each command, without help and version, which end it."""
    from deckwright.app import command_line

    found: dict[str, list[Any]] = {}
    for name in commands():
        command: Any = command_line()
        for word in name.split():
            command = command.find(word)
        found[name] = [option for option in command.params if not {"--help", "--version"} & {*option.opts}]
    return found


# Running it.


class Runner:
    """Runs lines in a folder, which is on a small disk of its own where `has_disk`."""

    def __init__(self, root: Path) -> None:
        self.bench = Bench(root)
        self.bench.work.mkdir()
        self.bench.make_game()
        self.options = options_of_commands()
        self.has_disk = False

    def start(self, *, has_disk: bool) -> None:
        """Make the folder as it is before the first line."""
        self.end()
        work, self.has_disk = self.bench.work, has_disk
        shutil.rmtree(work, ignore_errors=True)
        if has_disk:
            work.mkdir()
            subprocess.run(["mount", "-t", "tmpfs", "-o", "size=8m", "tmpfs", str(work)], check=True)
        shutil.copytree(self.bench.template, work, symlinks=True, dirs_exist_ok=True)
        _add_files(work)

    def end(self) -> None:
        """Unmount the disk."""
        if self.has_disk:
            subprocess.run(["umount", str(self.bench.work)], check=True)
            self.has_disk = False

    def run(self, line: Line) -> Outcome:
        """Run a line to its end."""
        before = self._signs()
        filler = self.bench.work / "filler"
        if line.spare is not None:
            self._fill(filler, line.spare)
        code, seconds = self._ended(self._started(line))
        if line.spare == -1:
            subprocess.run(["mount", "-o", "remount,rw", str(self.bench.work)], check=True)
        filler.unlink(missing_ok=True)
        out, err = (
            (self.bench.root / "output" / stream).read_text(encoding="utf-8", errors="replace")
            for stream in "12"
        )
        after = self._signs()
        changed = sorted(name for name in before.keys() | after.keys() if before.get(name) != after.get(name))
        left = [name for name in changed if name in after and _is_unfinished(name)]
        for name in left:
            shutil.rmtree(self.bench.work / name, ignore_errors=True)
            with suppress(OSError):
                (self.bench.work / name).unlink()
        if not Path(os.devnull).is_char_device():
            left.append(os.devnull)  # which root can replace
        return Outcome(
            code,
            out,
            err,
            seconds,
            left,
            [one for one in changed if one not in left],
        )

    def _fill(self, filler: Path, spare: int) -> None:
        if spare < 0:
            subprocess.run(["mount", "-o", "remount,ro", str(self.bench.work)], check=True)
            return
        free = shutil.disk_usage(self.bench.work).free - spare
        with suppress(OSError), filler.open("wb") as file:
            if free > 0:
                os.posix_fallocate(file.fileno(), 0, free)

    def _signs(self) -> dict[str, tuple[int, ...]]:
        """What shows that a file or folder was changed; a database is judged by what it holds, elsewhere."""
        signs = {}
        for above, folders, files in os.walk(self.bench.work):
            for name in (*folders, *files):
                path = Path(above, name)
                with suppress(OSError):
                    stat = path.lstat()
                    signs[str(path.relative_to(self.bench.work))] = (
                        (0,) if path.is_dir() else (stat.st_size, stat.st_mtime_ns, stat.st_ino, stat.st_mode)
                    )
        return signs

    def _started(self, line: Line) -> int:
        output = self.bench.root / "output"
        for stream in "012":
            (output / stream).write_bytes(b"")
        child = os.fork()
        if child:
            return child
        try:
            self._become(line, output)
        except KeyboardInterrupt:
            os._exit(INTERRUPTED)
        except SystemExit as end:
            os._exit(int(end.code or 0))
        except Exception:  # noqa: BLE001 - what leaves the program is a traceback to a user, too
            traceback.print_exc()
        finally:
            os._exit(99)

    def _become(self, line: Line, output: Path) -> None:
        """Turn this copy into the process that a shell, or cron, would have started."""
        import deckwright.__main__ as program

        os.chdir(self.bench.work)
        os.environ.clear()
        usual = {
            "DECKWRIGHT_DB": "cards.db",
            "EDITOR": "true",
            "BROWSER": "true",
            "https_proxy": "http://localhost:1",
        }
        folder = str(self.bench.work / "tmp")
        os.environ.update(environment_of(**{**usual, "TMPDIR": folder, "HOME": folder, **line.environment}))
        tempfile.tempdir = None
        sys.argv = [program.__file__, *line.arguments]
        gc.unfreeze()
        signal.signal(signal.SIGALRM, signal.default_int_handler if line.interrupt else signal.SIG_DFL)
        signal.signal(signal.SIGINT, signal.default_int_handler)
        for number, kind in enumerate((line.stdin, line.stdout, line.stderr)):
            _connect(number, kind, output)
        used = {"AS": _address_space()}
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, resource.RLIM_INFINITY))
        for name, amount in line.limits.items():
            resource.setrlimit(getattr(resource, f"RLIMIT_{name}"), (used.get(name, 0) + amount,) * 2)
        signal.setitimer(signal.ITIMER_REAL, line.interrupt or HANG, 1.0)
        program.main()

    def _ended(self, child: int) -> tuple[int, float]:
        watch = threading.Timer(
            HANG, os.kill, (child, signal.SIGKILL)
        )  # for what a library keeps from ending
        watch.start()
        _, status, used = os.wait4(child, 0)
        watch.cancel()
        return os.waitstatus_to_exitcode(status), used.ru_utime + used.ru_stime


def _connect(number: int, kind: str, output: Path) -> None:
    """Connect a standard stream, or close it, as Python finds it when it starts."""
    names = {
        "file": str(output / str(number)),
        "empty": str(output / "0"),
        "full": "/dev/full",
        "closed": os.devnull,
    }
    if kind == "gone":
        reading, handle = os.pipe()
        os.close(reading)
    else:
        handle = os.open(names.get(kind, kind), os.O_WRONLY if number else os.O_RDONLY)
    os.dup2(handle, number)
    os.close(handle)
    stream = None
    if kind == "closed":
        os.close(number)
    else:
        stream = open(number, "w" if number else "r", encoding="utf-8", closefd=False)  # noqa: SIM115 - for the whole run
    setattr(sys, ("stdin", "stdout", "stderr")[number], stream)


def _address_space() -> int:
    return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0]) * resource.getpagesize()


def _is_unfinished(name: str) -> bool:
    path = Path(name)
    is_draft = path.parts[0] == "tmp" and path.name.startswith("deckwright-") and path.suffix == ".yaml"
    return any(".deckwright-" in part for part in path.parts) or (
        path.parts[0] == "tmp"
        and len(path.parts) > 1
        and not is_draft
        and "deckwright.db" not in name
        and path.parts[1] not in {".local", "x"}
    )


def _add_files(work: Path) -> None:
    """Add what lines name besides the game."""
    import zipfile

    from openpyxl import Workbook

    (work / "list.txt").write_text("# game: ponds\n2 First Hero\n1 Second Hero\n", encoding="utf-8")
    (work / "list.csv").write_text("count,name\n2,First Hero\n", encoding="utf-8")
    (work / "list.cod").write_text(
        '<cockatrice_deck><zone name="main"><card number="2" name="First Hero"/></zone></cockatrice_deck>'
    )
    (work / "cards.csv").write_text("name,cost,text\nFrog,1,Hops.\nPike,2,Bites.\n", encoding="utf-8")
    (work / "new.csv").write_text("name,cost\nFrog,1\nPike,2\n", encoding="utf-8")
    (work / "score.yaml").write_text("game: ponds\nseats:\n  Ann: {won: [first-hero]}\n", encoding="utf-8")
    (work / "noise").write_bytes(Random(1).randbytes(5000))  # noqa: S311 - no secrets
    (work / "picture.png").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(50))
    for name in ("empty", "old"):
        (work / name).write_bytes(b"old\n" if name == "old" else b"")
    (work / "loop").symlink_to("loop")
    with zipfile.ZipFile(work / "lists.zip", "w") as archive:
        archive.write(work / "list.txt", "list.txt")
    book = Workbook()
    for row in (["name", "cost"], ["Frog", 1]):
        book.active.append(row)  # type: ignore[union-attr]
    book.save(work / "cards.xlsx")
    shutil.copy(work / "cards.db", work / "copy.db")
    catalogue = (work / "ponds" / "locales" / "fr.po").read_bytes()
    (work / "returned.po").write_bytes(catalogue)


# Many of them.


def _figures_of(
    seed: int, lines: int, until: float, *, with_disk: bool, with_interrupts: bool
) -> dict[str, Any]:
    """Run lines until there were enough, or it is time to stop; their figures."""
    codes: Counter[str] = Counter()
    by_command: Counter[str] = Counter()
    faults: list[str] = []
    longest = (0.0, "")
    with tempfile.TemporaryDirectory(prefix="lines-", dir=MEMORY if MEMORY.is_dir() else None) as folder:
        runner = Runner(Path(folder))
        try:
            for number in range(lines):
                if time.monotonic() > until:
                    break
                together, place = divmod(number, TOGETHER)
                has_disk = with_disk and together % 4 == 3
                if not place:
                    runner.start(has_disk=has_disk)
                line = drawn(Random(f"{seed} {number}"), runner.options, has_disk=has_disk)  # noqa: S311 - no secrets
                if line.interrupt and not with_interrupts:
                    continue
                outcome = runner.run(line)
                codes[str(outcome.code)] += 1
                by_command[line.name] += 1
                longest = max(longest, (outcome.seconds, f"{line}"))
                if fault := fault_of(line, outcome):
                    faults.append(f"{fault}: seed {seed}, line {number}: {line}\n    {outcome.err[-600:]}")
        finally:
            runner.end()
    return {
        "lines": sum(codes.values()),
        "codes": codes,
        "commands": by_command,
        "longest": longest,
        "faults": faults,
    }


def _can_mount() -> bool:
    """Whether small disks can be mounted: root may, outside of most containers."""
    with tempfile.TemporaryDirectory() as folder:
        mount = ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", folder]
        if (
            shutil.which("mount") is None
            or subprocess.run(mount, capture_output=True, check=False).returncode
        ):
            return False
        subprocess.run(["umount", folder], check=True)
        return True


def _options(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Run command lines drawn by chance, and judge how they end.")
    parser.add_argument(
        "--lines", type=int, default=1_000_000_000, help="how many, if the minutes do not end first"
    )
    parser.add_argument(
        "--minutes", type=float, default=1e6, help="minutes, if there were not enough lines before"
    )
    parser.add_argument("--jobs", type=int, default=1, help="processes at once (1)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the first process (1)")
    parser.add_argument("--without-disk", action="store_true", help="mount no small disks")
    parser.add_argument(
        "--without-interrupts",
        action="store_true",
        help="leave out lines with Ctrl-C: where it comes depends on the machine",
    )
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    return parser.parse_args(arguments)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run lines, print the figures, and end with 1 if anything is wrong."""
    options = _options(sys.argv[1:] if arguments is None else arguments)
    os.umask(0o022)
    import_everything()
    with_disk = not options.without_disk and _can_mount()
    until = time.monotonic() + options.minutes * 60
    total: dict[str, Any] = {
        "lines": 0,
        "codes": Counter(),
        "commands": Counter(),
        "longest": (0.0, ""),
        "faults": [],
    }
    for figures in _together(options, until, with_disk=with_disk):
        total["lines"] += figures["lines"]
        total["codes"] += Counter(figures["codes"])
        total["commands"] += Counter(figures["commands"])
        total["longest"] = max(tuple(total["longest"]), tuple(figures["longest"]))
        total["faults"] += figures["faults"]
    if options.json:
        print(json.dumps(total))
    else:
        codes = ", ".join(f"{count} with {code}" for code, count in sorted(total["codes"].items()))
        print(
            f"{total['lines']} lines: {codes}; of a command, {min(total['commands'].values(), default=0)} at least"
        )
        print(f"longest: {total['longest'][0]:.1f} s: {total['longest'][1][:300]}")
        print(*total["faults"][:50], f"{len(total['faults'])} faults", sep="\n")
    return 1 if total["faults"] else 0


def _together(options: argparse.Namespace, until: float, *, with_disk: bool) -> Iterator[dict[str, Any]]:
    """Figures of each process: copies of this one, which has imported everything."""
    results = []
    for job in range(options.jobs):
        reading, writing = os.pipe()
        if not os.fork():
            os.close(reading)
            figures = _figures_of(
                options.seed + job,
                options.lines // options.jobs,
                until,
                with_disk=with_disk,
                with_interrupts=not options.without_interrupts,
            )
            with os.fdopen(writing, "w") as file:
                json.dump(figures, file)
            os._exit(0)
        os.close(writing)
        results.append(reading)
    for reading in results:
        with os.fdopen(reading) as file:
            yield json.load(file)


if __name__ == "__main__":
    sys.exit(main())
