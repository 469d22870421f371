"""`make stress`: ten processes read and change one database and one game folder, each what it likes, for some time.

Every process has a card of its own. What its last edit and its last merge that succeeded wrote must be in the folder and in
the database at the end, and both must agree.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import random
import shlex
import signal
import sqlite3
import sys
import tempfile
import time
from collections import Counter
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import polib
from bench import Bench
from cases import CATALOGUE
from copies import import_everything

if TYPE_CHECKING:
    from collections.abc import Sequence

GAME = """\
id: frogs
title: Frogs
source_language: en
languages: [en, fr]
kinds: {frog: {name: Frog}}
formats:
  all: {name: All, rules: [{id: size, measure: cards, min: 1, message: A deck holds a card.}]}
"""

COMMANDS = {
    "edit": 4,
    "translate merge": 4,
    "load": 2,
    "search": 4,
    "show": 2,
    "check": 2,
    "export list": 2,
    "export pdf": 1,
    "export png": 1,
    "translate status": 1,
    "db backup": 1,
    "db check": 1,
}
"""How often each one is run, as against the others."""


@dataclass
class Process:
    """One of the processes: a card of its own, and what it has written last."""

    number: int
    output: Path
    running: str = ""
    step: int = 0
    text: str = "Quiet."
    name: str = ""


@dataclass
class Figures:
    """What became of all commands."""

    seconds: float
    commands: Counter[str] = field(default_factory=Counter)
    refusals: Counter[str] = field(default_factory=Counter)
    tracebacks: int = 0
    bugs: int = 0
    hangs: int = 0
    faults: list[str] = field(default_factory=list)

    @property
    def is_sound(self) -> bool:
        return not (self.tracebacks or self.bugs or self.hangs or self.faults)


class Stress:
    """Keeps a number of commands running, and judges what is there at the end."""

    def __init__(self, root: Path, processes: int, pick: random.Random) -> None:
        self.bench, self.pick, self.figures = Bench(root), pick, Figures(0)
        self.folder = self.bench.work / "frogs"
        (self.folder / "cards").mkdir(parents=True)
        (self.bench.work / "tmp").mkdir()
        (self.folder / "game.yaml").write_text(GAME)
        cards = "".join(f"  - id: frog-{n}\n    name: Frog {n}\n    text: Quiet.\n" for n in range(processes))
        (self.folder / "cards" / "frogs.yaml").write_text(f"defaults: {{kind: frog}}\ncards:\n{cards}")
        (self.folder / "decks").mkdir()
        deck = "game: frogs\nformat: all\nname: One\ncards: {frog-0: 1}\n"
        (self.folder / "decks" / "one.yaml").write_text(deck)
        assert self.bench.run(["load", "frogs"]) == 0, self.bench.said()
        self.processes = [Process(n, root / f"output-{n}") for n in range(processes)]
        for process in self.processes:
            process.output.mkdir()

    def run(self, seconds: float, commands: float) -> Figures:
        """Keep all processes busy for some seconds, or with so many commands, and judge."""
        began = time.monotonic()
        running = {self._start(process): process for process in self.processes}
        while running:
            child, status = os.wait()
            process = running.pop(child)
            self._judge(process, os.waitstatus_to_exitcode(status))
            if time.monotonic() < began + seconds and self.figures.commands.total() + len(running) < commands:
                running[self._start(process)] = process
        self.figures.seconds = round(time.monotonic() - began, 1)
        self._check_all()
        return self.figures

    def _start(self, process: Process) -> int:
        process.running = self.pick.choices([*COMMANDS], [*COMMANDS.values()])[0]
        process.step += 1
        change = f"s/text: .*/text: Loud {process.step}./"
        arguments = [*self._arguments(process), "--json"]
        return self.bench.start(arguments, f"sed -i {shlex.quote(change)}", output=process.output)

    def _arguments(self, process: Process) -> list[str]:
        card, own = f"frog-{process.number}", f"own-{process.number}"
        if process.running == "translate merge":
            text = CATALOGUE.replace("ponds", "frogs").format(
                context=f"{card}.name", source=f"Frog {process.number}", text=f"Grenouille {process.step}"
            )
            (self.bench.work / f"{own}.po").write_text(text, encoding="utf-8")
        return {
            "edit": ["edit", f"frogs/{card}"],
            "translate merge": ["translate", "merge", f"{own}.po", "--theirs"],
            "load": ["load", "frogs"],
            "search": ["search", "frog"],
            "show": ["show", f"frogs/{card}"],
            "check": ["check", "frogs/one"],
            "export list": ["export", "list", "frogs/one", "-o", "shared.txt"],
            "export pdf": ["export", "pdf", "frogs", "-o", "shared.pdf"],
            "export png": ["export", "png", "frogs", "--dpi", "30", "-o", "shared"],
            "translate status": ["translate", "status", "frogs"],
            "db backup": ["db", "backup", "shared.db", "--overwrite"],
            "db check": ["db", "check"],
        }[process.running]

    def _judge(self, process: Process, code: int) -> None:
        self.figures.commands[process.running] += 1
        out, err = ((process.output / stream).read_text(errors="replace") for stream in "12")
        self.figures.tracebacks += "Traceback" in out + err
        self.figures.bugs += code == 70
        self.figures.hangs += code == -signal.SIGALRM
        if code == 0 and process.running == "edit":
            process.text = f"Loud {process.step}."
        elif code == 0 and process.running == "translate merge":
            process.name = f"Grenouille {process.step}"
        elif code:
            self._count_refusal(process, code, out, err)

    def _count_refusal(self, process: Process, code: int, out: str, err: str) -> None:
        try:
            reason = json.loads(out)["error"]["code"]
        except (ValueError, KeyError, TypeError):
            reason = "?"
            self.figures.faults.append(f"{process.running} ends with {code}: {out[:500]} {err[:1000]}")
        self.figures.refusals[f"{process.running}: {code} {reason}"] += 1

    # At the end.

    def _check_all(self) -> None:
        shown = self._checked(["games", "--json"])
        assert shown is not None
        self._expect("findings of db check", self._checked(["db", "check", "--json"])["findings"], [])
        self._expect(
            "changes by a load", self._changes(self._checked(["load", "frogs", "--json"])), (0, 0, 0)
        )
        names = self._translations()
        for process in self.processes:
            card = self._checked(["show", f"frogs/frog-{process.number}", "--json"])["texts"]
            file = (self.folder / "cards" / "frogs.yaml").read_text()
            lines = f"name: Frog {process.number}\n    text: {process.text}\n"
            self._expect(f"text of card {process.number}", card["en"]["text"], process.text)
            self._expect(f"lines of card {process.number}", lines in file, True)
            self._expect(f"translation of card {process.number}", names.get(process.number, ""), process.name)
            self._expect("its name in the database", card.get("fr", {}).get("name", ""), process.name)
        self._check_files()

    def _checked(self, arguments: Sequence[str]) -> dict[str, object]:
        code = self.bench.run(arguments)
        self._expect(f"{' '.join(arguments)} ends", code, 0)
        return json.loads((self.bench.root / "output" / "1").read_text() or "{}")

    def _changes(self, loaded: dict) -> tuple[int, ...]:
        (game,) = loaded["games"]
        return game["added"], game["changed"], game["removed"]

    def _translations(self) -> dict[int, str]:
        file = self.folder / "locales" / "fr.po"
        entries = polib.pofile(str(file)) if file.exists() else []
        return {
            int(one.msgctxt[5:].partition(".")[0]): one.msgstr
            for one in entries
            if one.msgctxt.startswith("frog-") and one.msgctxt.endswith(".name")
        }

    def _check_files(self) -> None:
        work = self.bench.work
        self._expect("what is left", self.bench.look().left, [])
        if (work / "shared.pdf").exists():
            self._expect("end of the PDF", (work / "shared.pdf").read_bytes().rstrip()[-5:], b"%%EOF")
        for picture in work.glob("shared/*.png"):
            self._expect(f"end of {picture.name}", picture.read_bytes()[-8:-4], b"IEND")
        if (work / "shared.db").exists():
            with closing(sqlite3.connect(work / "shared.db")) as copy:
                self._expect("backup", copy.execute("PRAGMA integrity_check").fetchall(), [("ok",)])

    def _expect(self, what: str, found: object, expected: object) -> None:
        if found != expected:
            self.figures.faults.append(f"{what}: {found!r} instead of {expected!r}")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run commands, print the figures, and end with 1 if anything is wrong."""
    parser = argparse.ArgumentParser(description="Run commands in many processes on one database and folder.")
    parser.add_argument("--seconds", type=float, default=60, help="how long (60)")
    parser.add_argument("--commands", type=float, default=math.inf, help="how many commands; no limit")
    parser.add_argument("--processes", type=int, default=10, help="how many at once (10)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the choice of commands (1)")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    options = parser.parse_args(arguments)
    import_everything()
    with tempfile.TemporaryDirectory(prefix="stress-") as folder:
        pick = random.Random(options.seed)  # noqa: S311 - a choice, not a secret
        figures = Stress(Path(folder), options.processes, pick).run(options.seconds, options.commands)
    if options.json:
        print(json.dumps(vars(figures)))
    else:
        _print(figures)
    return 0 if figures.is_sound else 1


def _print(figures: Figures) -> None:
    for name, count in figures.commands.most_common():
        print(f"{name:<24}{count:>8}")
    for name, count in figures.refusals.most_common():
        print(f"refused: {name:<40}{count:>8}")
    total = sum(figures.commands.values())
    print(
        f"{total} commands in {figures.seconds} s, {sum(figures.refusals.values())} refused,"
        f" {figures.tracebacks} tracebacks, {figures.bugs} with 70, {figures.hangs} hangs, {len(figures.faults)} faults"
    )
    for fault in figures.faults[:20]:
        print(f"    {fault}")


if __name__ == "__main__":
    sys.exit(main())
