"""Fuzz every reader for some minutes, guided by coverage: `make fuzz`, or `python tests/fuzz/run.py --minutes 5 --only yaml,po`.

Each reader has a process of its own, in which atheris counts the branches that an input takes and keeps those that take new
ones. Half of the inputs are made by the edits of `mutations`, which know the grammar, and half by libFuzzer, which knows none.
Inputs that break an invariant, and those worth keeping, are written to `--out`; the figures are printed.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import traceback
import types
from concurrent.futures import ThreadPoolExecutor
from hashlib import blake2b
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any, NamedTuple

TESTS = Path(__file__).parents[1]

# Another package may be called `tests`; and the program is imported instrumented, below.
sys.modules["tests"] = types.ModuleType("tests")
sys.modules["tests"].__path__ = [str(TESTS)]  # type: ignore[attr-defined] - a namespace

LONGEST = 60
"""Seconds after which libFuzzer ends a process that is stuck in C, where no signal is handled."""

MANY = 1_000_000_000
"""More inputs than any machine tries in the minutes that it has."""

SAME = 8
"""One of so many inputs is read twice."""


class Task(NamedTuple):
    """A reader, the minutes and the inputs for it, whichever end first, and the folder for what is found."""

    name: str
    minutes: float
    inputs: int
    out: Path
    is_blind: bool = False

    @property
    def folder(self) -> Path:
        return self.out / self.name.replace(" ", "-")


class Figures(NamedTuple):
    """What one process has done."""

    inputs: int
    accepted: int
    seconds: float
    memory: int
    faults: dict[str, str]


def fuzz(task: Task) -> None:
    """Fuzz one reader in this process, which ends with it."""
    return fuzz_blindly(task) if task.is_blind else fuzz_guided(task)


def fuzz_blindly(task: Task) -> None:
    """Try edited examples until the time is over, or there were enough."""
    from tests.fuzz import examples, invariants, mutations, readers

    reader = readers.BY_NAME[task.name]
    task.folder.mkdir(parents=True, exist_ok=True)
    inputs = [*reader.examples(), *examples.kept(task.name)]
    session = _Session(reader, invariants, task)
    random = Random()  # noqa: S311 - no secrets
    edits = mutations.GRAMMARS[reader.grammar]
    end = monotonic() + task.minutes * 60
    while monotonic() < end and session.inputs < task.inputs:
        session.take(mutations.edited(random.choice(inputs), edits, random))
    session.write()


def fuzz_guided(task: Task) -> None:
    """Let atheris find inputs that take new branches; it ends the process."""
    import atheris  # type: ignore[import-not-found] - the extra `fuzz`

    with atheris.instrument_imports(include=["deckwright"], enable_loader_override=False):
        from tests.fuzz import examples, invariants, mutations, readers

    reader = readers.BY_NAME[task.name]
    task.folder.mkdir(parents=True, exist_ok=True)
    session = _Session(reader, invariants, task)
    corpus = task.folder / "corpus"
    corpus.mkdir(exist_ok=True)
    for data in [*reader.examples(), *examples.kept(task.name)]:
        (corpus / blake2b(data, digest_size=8).hexdigest()).write_bytes(data)

    def mutate(data: bytes, most: int, seed: int) -> bytes:
        random = Random(seed)  # noqa: S311 - no secrets
        if random.random() < 0.5:
            return atheris.Mutate(data, most)
        return mutations.edited(data, mutations.GRAMMARS[reader.grammar], random)[:most]

    seconds = max(1, int(task.minutes * 60))
    options = [
        *(
            f"-max_total_time={seconds}",
            f"-runs={task.inputs}",
            f"-timeout={LONGEST}",
            "-rss_limit_mb=3000",
            f"-max_len={mutations.MOST}",
        ),
        *("-len_control=0", "-verbosity=0", "-print_final_stats=0", f"-artifact_prefix={task.folder}/"),
    ]
    atheris.Setup([sys.argv[0], *options, str(corpus)], session.take, custom_mutator=mutate)
    atheris.Fuzz()


class _Session:
    """Takes inputs, checks the invariants, counts, and writes the figures down as it goes: libFuzzer ends the process."""

    def __init__(self, reader: Any, invariants: Any, task: Task) -> None:
        self._reader, self._invariants, self._task = reader, invariants, task
        self.inputs = self._accepted = self._memory = 0
        self._faults: dict[str, str] = {}
        self._began = self._written = monotonic()
        self._before = invariants.peak_memory()

    def take(self, data: bytes) -> None:
        self.inputs += 1
        try:
            self._accepted += self._invariants.check(self._reader, data)
            if self.inputs % SAME == 0:
                self._invariants.check_same(self._reader, data)
        except Exception as fault:  # noqa: BLE001 - all that a reader lets through is a fault, and the next input is tried
            self._note(fault, data)
        self._memory = max(self._memory, self._invariants.peak_memory())
        if monotonic() - self._written > 1:
            self.write()

    def _note(self, fault: Exception, data: bytes) -> None:
        step = traceback.extract_tb(fault.__traceback__)[-1]
        place = (
            str(fault)[:40]
            if isinstance(fault, AssertionError)
            else f"{Path(step.filename).name}:{step.lineno}"
        )
        key = f"{type(fault).__name__} {place}"
        file = self._task.folder / f"fault-{blake2b(key.encode(), digest_size=6).hexdigest()}"
        if key not in self._faults or len(data) < file.stat().st_size:
            file.write_bytes(data)
            file.with_suffix(".txt").write_text(
                "".join(traceback.format_exception(fault)), encoding="utf-8", errors="replace"
            )
        self._faults[key] = str(file)

    def write(self) -> None:
        """Write the figures so far."""
        self._written = monotonic()
        figures = Figures(
            self.inputs,
            self._accepted,
            self._written - self._began,
            self._memory - self._before,
            self._faults,
        )
        (self._task.folder / "figures.json").write_text(json.dumps(figures._asdict()), encoding="utf-8")


def run(task: Task) -> Figures | None:
    """Fuzz one reader in a process of its own; None if it did nothing."""
    task.folder.mkdir(parents=True, exist_ok=True)
    done = task.folder / "figures.json"
    done.unlink(missing_ok=True)
    command = [
        sys.executable,
        __file__,
        "--reader",
        task.name,
        "--minutes",
        str(task.minutes),
        "--inputs",
        str(task.inputs),
        "--out",
        str(task.out),
    ]
    command += ["--blind"] if task.is_blind else []
    with (task.folder / "log").open("wb") as log:
        code = subprocess.run(
            command,
            stdout=log,
            stderr=log,
            check=False,
            env={**os.environ, "PYTHONPATH": str(TESTS.parent / "cli"), "PYTHONHASHSEED": "0"},
        ).returncode
    figures = Figures(**json.loads(done.read_text(encoding="utf-8"))) if done.is_file() else None
    if code and figures:
        figures = figures._replace(
            faults={**figures.faults, f"the process ended with {code}": str(task.folder / "log")}
        )
    return figures


HEAD = "| reader | inputs | accepted | inputs/s | MB more | faults |\n|---|--:|--:|--:|--:|--:|"


def row(name: str, figures: Figures | None) -> str:
    """Line of the table of one reader."""
    if figures is None:
        return f"| {name} | 0 | | | | did not start |"
    cells = (
        name,
        f"{figures.inputs:,}",
        f"{100 * figures.accepted / max(figures.inputs, 1):.0f} %",
        f"{figures.inputs / max(figures.seconds, 1e-9):.0f}",
        f"{figures.memory >> 20}",
        f"{len(figures.faults)}",
    )
    return f"| {' | '.join(cells)} |"


def main() -> int:
    """Fuzz the readers named, or all, several at a time; 1 if an invariant does not hold."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--minutes", type=float, default=1.0, help="minutes for each reader")
    parser.add_argument(
        "--inputs", type=int, default=MANY, help="inputs for each reader, if the minutes do not end first"
    )
    parser.add_argument("--only", default="", help="readers, with commas between them; all by default")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="readers at the same time")
    parser.add_argument("--out", type=Path, default=Path("out/fuzz"), help="folder for what is found")
    parser.add_argument("--blind", action="store_true", help="without coverage, and faster")
    parser.add_argument("--reader", default="", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.reader:
        fuzz(Task(given.reader, given.minutes, given.inputs, given.out, given.blind))
        return 0
    from tests.fuzz.readers import BY_NAME

    names = given.only.split(",") if given.only else list(BY_NAME)
    if unknown := [name for name in names if name not in BY_NAME]:
        parser.error(f"unknown readers: {', '.join(unknown)}; known: {', '.join(BY_NAME)}")
    print(HEAD, flush=True)  # noqa: T201 - the figures
    faults: list[str] = []
    with ThreadPoolExecutor(given.jobs) as pool:
        tasks = [Task(name, given.minutes, given.inputs, given.out.resolve(), given.blind) for name in names]
        for name, figures in zip(names, pool.map(run, tasks), strict=True):
            print(row(name, figures), flush=True)  # noqa: T201 - the figures
            faults += [
                f"{name}: {what}: {where}" for what, where in (figures.faults if figures else {}).items()
            ]
    print(*faults, sep="\n")  # noqa: T201 - the figures
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
