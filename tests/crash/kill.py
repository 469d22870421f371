"""`make crash`: kill every writing command at random moments and at each system call, and look at what is there then.

A state is *before* (as if the command had never run), *after* (as if it had finished), *partly* (of several files that
are written one after the other, each is as before or as after; `Case.parts` says which) or *between*: everything else,
which must not be. Then a command that reads is run, after which files and database must agree, and the killed command
again, after which everything must be as if nothing had happened, and nothing left over.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from bench import Bench
from cases import CASES, CLEAN
from copies import import_everything

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bench import Call, Seen
    from cases import Case


@dataclass
class Figures:
    """What became of one case."""

    case: str
    seconds: float = 0.0
    calls: int = 0
    at_calls: int = 0
    at_random: int = 0
    finished: int = 0
    states: Counter[str] = field(default_factory=Counter)
    different: int = 0
    hangs: int = 0
    faults: list[str] = field(default_factory=list)

    @property
    def kills(self) -> int:
        return self.at_calls + self.at_random

    @property
    def is_sound(self) -> bool:
        return not (self.faults or self.hangs or self.states["between"])


class Kills(NamedTuple):
    """How often to kill, and when: at most half of the kills are at system calls if some are at random moments."""

    number: int
    with_strace: bool
    with_random: bool

    @property
    def at_calls(self) -> int:
        return (self.number + 1) // 2 if self.with_random else self.number


_TRIES = 4
"""Random moments for each kill that is wanted, at most: a command ends before some of them."""


class Killing:
    """Kills one case again and again."""

    def __init__(self, bench: Bench, name: str, case: Case, pick: random.Random) -> None:
        self.bench, self.case, self.pick = bench, case, pick
        self.figures = Figures(name)
        self._known: dict[tuple[object, ...], str] = {}
        bench.reset(case)
        self.before = bench.look()
        self._run_once()
        self.after = bench.look()
        if self.after.left:
            self._fault(f"a run that was not killed leaves {self.after.left}")

    def _run_once(self) -> None:
        began = time.monotonic()
        code = self.bench.run(self.case.arguments, self.case.editor)
        self.figures.seconds = time.monotonic() - began
        if code:
            self._fault(f"ends with {code}: {self.bench.said()}")
        self._settle()

    def _settle(self) -> None:
        if code := self.bench.run(self.case.settle):
            self._fault(f"{' '.join(self.case.settle)} ends with {code}: {self.bench.said()}")

    def _fault(self, message: str) -> None:
        self.figures.faults.append(message)

    def kill(self, kills: Kills, until: float) -> Figures:
        """Kill so many times, or until it is time to stop."""
        for call, delay in self._moments(kills):
            if self.figures.kills >= kills.number or time.monotonic() > until:
                break
            self.bench.reset(self.case)
            if call:
                code = self.bench.kill_at(self.case.arguments, self.case.editor, call)
                self._judge(code, "at {} {}".format(*call), is_call=True)
            else:
                code = self.bench.kill_after(self.case.arguments, self.case.editor, delay)
                self._judge(code, f"after {delay:.3f} s", is_call=False)
        self.figures.different = len(self._known)
        return self.figures

    def _moments(self, kills: Kills) -> Iterator[tuple[Call | None, float]]:
        """Yield system calls, each once if there are not too many, in turn with random seconds.

        There are more of these than kills, as a run may finish first.
        """
        calls: list[Call] = []
        if kills.with_strace:
            self.bench.reset(self.case)
            calls = self.bench.calls(self.case.arguments, self.case.editor)
            self.figures.calls = len(calls)
            self.figures.faults += self.bench.unflushed
        most = _TRIES * kills.number if kills.with_random else 0
        seconds = (self.pick.uniform(0, self.figures.seconds) for _ in range(most))
        for call in self.pick.sample(calls, min(len(calls), kills.at_calls)):
            yield call, 0.0
            yield from ((None, delay) for delay in islice(seconds, 1))
        yield from ((None, delay) for delay in seconds)

    def _judge(self, code: int, moment: str, *, is_call: bool) -> None:
        if code == -signal.SIGALRM:
            self.figures.hangs += 1
        elif code == -signal.SIGKILL:
            self.figures.at_calls += is_call
            self.figures.at_random += not is_call
        elif code == 0:
            self.figures.finished += 1
            return
        else:
            self._fault(f"{moment}: ends with {code}: {self.bench.said()}")
        seen = self.bench.look()
        if seen.key not in self._known:
            self._known[seen.key] = self._state_and_recovery(seen, moment)
        self.figures.states[self._known[seen.key]] += 1

    def _state_and_recovery(self, seen: Seen, moment: str) -> str:
        """State that a kill left, after which it is checked that the next commands recover from it."""
        state = self._state(seen)
        self._settle()
        settled = self._state(self.bench.look())
        if state == "partly" and not self.case.parts:
            state = settled if settled != "partly" else "between"
        if "between" in {state, settled}:
            self._fault(f"{moment}: {self._difference(seen)}; settled: {self._difference(self.bench.look())}")
        self._repeat(settled, moment)
        return state

    def _repeat(self, state: str, moment: str) -> None:
        self.bench.age_left()
        again = self.case.again if self.case.again and state == "after" else None
        code = self.bench.run(again or self.case.arguments, self.case.editor)
        if code:
            self._fault(f"{moment}, {state}: run again, it ends with {code}: {self.bench.said()}")
            return
        now = self.bench.look()
        if self._state(now) != "after":
            self._fault(f"{moment}, {state}: run again, it differs: {self._difference(now)}")
        if now.left and self._left_after_cleaning(now, is_same=again is None):
            self._fault(f"{moment}, {state}: then the next command leaves {now.left}")

    def _left_after_cleaning(self, now: Seen, *, is_same: bool) -> list[str]:
        """What is left when another command has written into the folder, where the same one is not run again."""
        if is_same:
            return now.left
        self.bench.run(CLEAN)
        return self.bench.look().left

    def _state(self, seen: Seen) -> str:
        kinds = {kind for name in self._names(seen) if (kind := self._kind(name, seen))}
        if "between" in kinds:
            return "between"
        return "partly" if len(kinds) > 1 else next(iter(kinds), "after" if self._is_idle() else "before")

    def _is_idle(self) -> bool:
        return self.before.units == self.after.units

    def _names(self, seen: Seen) -> set[str]:
        names = {*self.before.units, *self.after.units, *seen.units}
        return {name for name in names if name.rpartition(":")[2] not in self.case.ignored}

    def _kind(self, name: str, seen: Seen) -> str:
        """Whether a file is as before or as after; '' if that is the same."""
        now, before, after = (one.units.get(name) for one in (seen, self.before, self.after))
        if before == after == now:
            return ""
        return "before" if now == before else "after" if now == after else "between"

    def _difference(self, seen: Seen) -> str:
        found = {name: self._kind(name, seen) for name in sorted(self._names(seen))}
        return ", ".join(f"{name} is {kind}" for name, kind in found.items() if kind)


def _options(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description="Kill every writing command, and look at what is there then."
    )
    parser.add_argument("--kills", type=int, default=500, help="kills of each command (500)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the random moments (1)")
    parser.add_argument("--only", action="append", metavar="COMMAND", help="only these commands")
    parser.add_argument("--skip", action="append", default=[], metavar="COMMAND", help="not these")
    parser.add_argument("--seconds", type=float, default=1e9, help="most seconds for each command")
    parser.add_argument("--without-strace", action="store_true", help="only at random moments")
    parser.add_argument("--without-random", action="store_true", help="only at system calls")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    return parser.parse_args(arguments)


def _is_wanted(name: str, only: Sequence[str] | None) -> bool:
    return only is None or any(name == one or name.startswith(f"{one}, ") for one in only)


def main(arguments: Sequence[str] | None = None) -> int:
    """Kill commands, print the figures, and end with 1 if anything is wrong."""
    options = _options(sys.argv[1:] if arguments is None else arguments)
    names = [name for name in CASES if _is_wanted(name, options.only) and name not in options.skip]
    if not names:
        print(f"Unknown command. Known: {', '.join(CASES)}", file=sys.stderr)
        return 2
    import_everything()
    with_strace = not options.without_strace and shutil.which("strace") is not None
    figures = []
    with tempfile.TemporaryDirectory(prefix="crash-") as folder:
        os.umask(0o022)
        bench = Bench(Path(folder))
        bench.work.mkdir()
        bench.make_game(packaged="demo" in names)
        if not options.json:
            print(_row("command", "seconds", "calls", "at calls", "random", *_STATES, "states", "faults"))
        for name in names:
            killing = Killing(bench, name, CASES[name], random.Random(f"{options.seed} {name}"))  # noqa: S311
            until = time.monotonic() + options.seconds
            kills = Kills(options.kills, with_strace=with_strace, with_random=not options.without_random)
            figures.append(killing.kill(kills, until))
            if not options.json:
                _print(figures[-1])
    if options.json:
        print(json.dumps([vars(one) for one in figures]))
    else:
        kills, between = sum(one.kills for one in figures), sum(one.states["between"] for one in figures)
        print(
            f"{len(figures)} runs, {kills} kills, {between} between, {sum(one.hangs for one in figures)} hangs"
        )
    return 0 if all(one.is_sound for one in figures) else 1


_STATES = ("before", "partly", "after", "between")


def _print(one: Figures) -> None:
    states = (one.states[state] for state in _STATES)
    row = (one.case, f"{one.seconds:.2f}", one.calls, one.at_calls, one.at_random, *states, one.different)
    print(_row(*row, len(one.faults) + one.hangs), flush=True)
    for fault in one.faults[:5]:
        print(f"    {fault[:2000]}", flush=True)


def _row(name: object, *figures: object) -> str:
    return f"{name:<30}" + "".join(f"{one:>9}" for one in figures)


if __name__ == "__main__":
    sys.exit(main())
