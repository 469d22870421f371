"""Let a system call of every writing command fail, as a disk does that is full or broken, and judge what the command says.

`python tests/crash/errors.py --only edit`; `make crash` runs it, too. The last calls of each sort are those after which files are in
their place already: who says then that nothing was changed is wrong.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from bench import Bench
from cases import CASES
from copies import import_everything
from verdicts import Line, Outcome, fault_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bench import Call, Seen
    from cases import Case

FAILING = ("fsync", "fdatasync", "unlink", "rename", "link", "write")
"""System calls that are let fail."""

ERRORS = ("EIO", "ENOSPC")

LAST = 2
"""How many of the last calls of each sort are let fail, one in each run."""


def calls_of(bench: Bench, case: Case) -> Iterator[Call]:
    """Yield the last calls of each sort that a command makes."""
    bench.reset(case)
    made = bench.calls(case.arguments, case.editor)
    for name in FAILING:
        yield from [call for call in made if call[0] == name][-LAST:]


def outcome_of(bench: Bench, case: Case, call: Call, error: str) -> Outcome:
    """Run a command of which a system call fails."""
    bench.reset(case)
    before = bench.look()
    code = bench.fail_at(case.arguments, case.editor, call, error)
    after = bench.look()
    left = [name for name in after.left if ".db" not in name]  # SQLite's own, which it reads again
    return Outcome(code, "", bench.said(), left=left if code else [], changed=_changed(before, after))


def _changed(before: Seen, after: Seen) -> list[str]:
    names = before.units.keys() | after.units.keys()
    return sorted(name for name in names if before.units.get(name) != after.units.get(name))


def faults_of(bench: Bench, name: str, case: Case) -> tuple[int, list[str]]:
    """How often a command was run, and what it did wrong."""
    runs, faults = 0, []
    for call in calls_of(bench, case):
        for error in ERRORS:
            runs += 1
            outcome = outcome_of(bench, case, call, error)
            if fault := fault_of(Line(name, tuple(case.arguments)), outcome):
                faults.append(
                    f"{name}: {call[0]} {call[1]} fails with {error}: {fault}: {outcome.err[-400:]}"
                )
    return runs, faults


def main(arguments: Sequence[str] | None = None) -> int:
    """Run commands, print the figures, and end with 1 if anything is wrong."""
    parser = argparse.ArgumentParser(description="Let system calls of writing commands fail.")
    parser.add_argument("--only", action="append", metavar="COMMAND", help="only these commands")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    options = parser.parse_args(arguments)
    names = [name for name in CASES if name in (options.only or [*CASES]) and name != "demo"]
    import_everything()
    os.umask(0o022)
    runs, faults = 0, []
    with tempfile.TemporaryDirectory(prefix="errors-") as folder:
        bench = Bench(Path(folder))
        bench.work.mkdir()
        bench.make_game()
        for name in names:
            more, wrong = faults_of(bench, name, CASES[name])
            runs, faults = runs + more, faults + wrong
    if options.json:
        print(json.dumps({"runs": runs, "faults": faults}))
    else:
        print(*faults, f"{runs} runs, {len(faults)} faults", sep="\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
