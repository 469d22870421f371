"""What a command line may end with, and what none may do, whatever surrounds it."""

from __future__ import annotations

import json
import signal
from contextlib import suppress
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

ENDLESS = {"preview", "--watch"}
"""What ends by Ctrl-C alone."""

INTERRUPTED = 130
USAGE = 2

CODES = {0, 1, USAGE, 3, 4, INTERRUPTED}
"""Exit codes of the contract, except that of a bug."""


class Line(NamedTuple):
    """A command line and what surrounds it.

    `spare` is how many bytes are free on the disk, -1 for a disk that may not be written; `interrupt` the seconds after which somebody
    presses Ctrl-C, 0 for nobody.
    """

    name: str
    arguments: tuple[str, ...]
    environment: Mapping[str, str] = {}
    stdin: str = "empty"
    stdout: str = "file"
    stderr: str = "file"
    limits: Mapping[str, int] = {}
    spare: int | None = None
    interrupt: float = 0.0

    @property
    def is_endless(self) -> bool:
        serves = self.name == "play" and "-o" not in self.arguments
        return serves or bool(ENDLESS & {self.name, *self.arguments})


class Outcome(NamedTuple):
    """How a command ended: its code, what it wrote, its processor time, and what it left unfinished or changed."""

    code: int
    out: str
    err: str
    seconds: float = 0.0
    left: Sequence[str] = ()
    changed: Sequence[str] = ()


def fault_of(line: Line, outcome: Outcome) -> str:
    """What a command did that none may do; '' if nothing."""
    if outcome.code == -signal.SIGABRT and "AS" in line.limits and "memory allocation of" in outcome.err:
        return ""  # libraries in Rust end so
    if outcome.code not in CODES:
        signals = {-signal.SIGXCPU: "takes too long", -signal.SIGALRM: "hangs"}
        return signals.get(outcome.code, f"ends with {outcome.code}")
    faults = (
        (_has_traceback, "prints a traceback"),
        (_shows_password, "prints a password"),
        (_is_silent, "says nothing"),
        (_leaves_something, f"leaves {outcome.left}"),
        (_says_nothing_changed, f"says that nothing was changed, but these were: {outcome.changed}"),
        (_is_broken_json, "prints what is not JSON"),
    )
    return next((fault for is_fault, fault in faults if is_fault(line, outcome)), "")


def _has_traceback(line: Line, outcome: Outcome) -> bool:
    """Whether a traceback is printed. A library that calls us may swallow Ctrl-C, and print one: the next one ends the command."""
    return "Traceback" in outcome.err and not (
        line.interrupt and "Exception ignored in: 'date'" in outcome.err
    )


def _shows_password(line: Line, outcome: Outcome) -> bool:
    """Whether the password in the address of a database is shown; other words are shown as they were typed."""
    if "Unexpected argument" in outcome.err:
        return False
    words = [
        word for before, word in zip(("", *line.arguments), line.arguments, strict=False) if before != "--db"
    ]
    return "secret" in outcome.out + outcome.err and not any("secret" in word for word in words)


def _is_silent(line: Line, outcome: Outcome) -> bool:
    can_speak = line.stderr == "file" and "FSIZE" not in line.limits
    if line.stdout == "closed" and "--json" in line.arguments:
        can_speak = False  # the error is part of the JSON
    is_refused = outcome.code >= USAGE and outcome.code != INTERRUPTED
    return is_refused and can_speak and not outcome.err and not outcome.out


def _leaves_something(line: Line, outcome: Outcome) -> bool:
    """Whether unfinished work is left, although the command had what it needs to remove it."""
    is_asked_for = ("-o", "tmp") in pairwise(line.arguments)
    return (
        bool(outcome.left)
        and not is_asked_for
        and outcome.code != INTERRUPTED
        and not line.limits.keys() & {"AS", "NOFILE"}
    )


def _says_nothing_changed(_line: Line, outcome: Outcome) -> bool:
    files = [name for name in outcome.changed if ".db" not in name and not name.startswith("tmp")]
    return "Nothing was " in outcome.err and bool(files)


def _is_broken_json(line: Line, outcome: Outcome) -> bool:
    is_whole = line.stdout == "file" and not line.limits and line.spare is None and not line.interrupt
    is_name = any(
        word in {"--db", "--game", "--by", "-o"} and other == "--json"
        for word, other in pairwise(line.arguments)
    )
    if (
        not is_whole
        or is_name
        or "--json" not in line.arguments
        or {"-", "--help", "--version"} & {*line.arguments}
    ):
        return False
    with suppress(ValueError):
        return not isinstance(json.loads(outcome.out or "{}"), dict | list)
    return True
