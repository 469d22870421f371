"""Short runs of the harnesses: `make crash`, `make stress` and `make damage` are the long ones."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from .cases import READING, WRITING, commands
from .flushed import not_on_disk
from .verdicts import Line, Outcome, fault_of

HERE = Path(__file__).parent


def figures(script, *options):
    """Figures that a harness prints."""
    command = [sys.executable, str(HERE / script), "--json", *options]
    ran = subprocess.run(command, capture_output=True, text=True, check=False, timeout=600)
    assert ran.stdout, ran.stderr
    return json.loads(ran.stdout)


def test_the_runs_are_of_commands_and_those_that_write_do_not_only_read():
    assert WRITING | {*READING} <= {*commands()}
    assert WRITING.isdisjoint(READING)


KILLED = ("edit", "translate merge", "export list", "new game", "db restore")
"""Of each sort, one: a game's files with the database, an export, a new folder, and a database."""


def test_commands_that_are_killed_at_system_calls_leave_all_or_nothing(program):
    program("strace")
    only = [option for name in KILLED for option in ("--only", name)]
    ran = figures("kill.py", "--kills", "5", "--without-random", *only)
    assert {one["case"].partition(", ")[0] for one in ran} == set(KILLED)
    assert {one["case"]: one["faults"] for one in ran if one["faults"]} == {}
    assert [one["case"] for one in ran if one["hangs"] or one["states"].get("between")] == []
    assert [one["at_calls"] for one in ran] == [5] * len(ran)


def test_what_commands_write_is_on_the_disk_before_it_is_trusted_and_when_they_end(program):
    """Of each sort, as above, and a folder of pictures, a backup and a copy; `make crash` looks at every command."""
    program("strace")
    names = (*KILLED, "export png", "db backup", "db copy", "score")
    ran = figures("kill.py", "--kills", "0", *[option for name in names for option in ("--only", name)])
    assert {one["case"].partition(", ")[0] for one in ran} == set(names)
    assert {one["case"]: one["faults"] for one in ran if one["faults"]} == {}
    assert all(one["calls"] for one in ran)


def test_commands_on_a_disk_that_fails_say_what_is_true(program):
    """Of each sort, one; `make crash` lets calls of every command fail."""
    program("strace")
    ran = figures(
        "errors.py", *[option for name in ("edit", "new game", "export list") for option in ("--only", name)]
    )
    assert ran["faults"] == []
    assert ran["runs"] > 30


MADE = "/game/.deckwright-unfinished-0-a"
WRITTEN = f'openat(AT_FDCWD</game>, "{MADE}", O_WRONLY|O_CREAT) = 3\nwrite(3<{MADE}>, ""..., 3) = 3\n'
MOVED = f'rename("{MADE}", "list.txt") = 0\n'


@pytest.mark.parametrize(
    ("log", "faults"),
    [
        (f"{WRITTEN}fsync(3<{MADE}>) = 0\n{MOVED}fsync(3</game>) = 0\n", []),
        (f"{WRITTEN}fsync(3<{MADE}>) = 0\n{MOVED}fsync(3</game>) = -1 EIO\n", ["at the end"]),
        (f"{WRITTEN}fsync(3<{MADE}>) = 0\nfsync(3</game>) = 0\n{MOVED}", ["at the end"]),
        (f"{WRITTEN}{MOVED}fsync(3</game/list.txt>) = 0\nfsync(3</game>) = 0\n", ["before it was list.txt"]),
        ('openat(AT_FDCWD</game>, "list.txt", O_WRONLY|O_CREAT|O_TRUNC) = 3\n', ["at the end"]),
        ('openat(AT_FDCWD</game>, "old.txt", O_RDWR|O_CREAT) = 3\n', []),
        (
            'openat(AT_FDCWD</game>, "old.txt", O_RDWR|O_CREAT) = 3\nwrite(3</game/old.txt>) = 1\n',
            ["at the end"],
        ),
    ],
)
def test_what_is_only_in_memory_is_found(log, faults):
    found = not_on_disk(log, "/game", ["/game/old.txt"])
    assert [fault.partition("was not on the disk ")[2] for fault in found] == faults


@pytest.mark.deep("runs harnesses")
def test_an_unknown_command_is_not_taken_for_a_success():
    command = [sys.executable, str(HERE / "kill.py"), "--only", "edti"]
    ran = subprocess.run(command, capture_output=True, text=True, check=False, timeout=600)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert "Unknown command." in ran.stderr


@pytest.mark.deep("runs harnesses")
def test_commands_at_once_lose_nothing():
    ran = figures("stress.py", "--seconds", "inf", "--commands", "30", "--processes", "6")
    assert (ran["tracebacks"], ran["bugs"], ran["hangs"], ran["faults"]) == (0, 0, 0, [])
    assert sum(ran["commands"].values()) == 30


@pytest.mark.deep("runs harnesses")
def test_no_damage_of_a_database_is_a_bug():
    ran = figures("damage.py", "--inputs", "60", "--slow", "60")
    assert (ran["inputs"], ran["hangs"], ran["faults"]) == (60, 0, [])


@pytest.mark.deep("runs harnesses")
def test_no_command_line_is_a_bug():
    ran = figures("lines.py", "--lines", "64", "--seed", "5", "--without-interrupts")
    assert ran["faults"] == []
    assert ran["lines"] > 50
    assert len(ran["commands"]) > 20


@pytest.mark.parametrize(
    ("outcome", "fault"),
    [
        (Outcome(70, "", "error: This is a bug"), "ends with 70"),
        (Outcome(-11, "", ""), "ends with -11"),
        (Outcome(-signal.SIGXCPU, "", ""), "takes too long"),
        (Outcome(1, "", "Traceback (most recent call last):"), "prints a traceback"),
        (Outcome(4, "", "ada:secret@h"), "prints a password"),
        (Outcome(3, "", ""), "says nothing"),
        (Outcome(0, "{}", "", left=[".deckwright-unfinished-1"]), "leaves ['.deckwright-unfinished-1']"),
        (
            Outcome(3, "{}", "Nothing was changed.", changed=["x.pdf"]),
            "says that nothing was changed, but these were: ['x.pdf']",
        ),
        (Outcome(0, "{} {}", ""), "prints what is not JSON"),
        (Outcome(3, '{"error": {}}', "Nothing was changed.", changed=["cards.db"]), ""),
        (Outcome(130, "", "", left=[".deckwright-unfinished-1"]), ""),
    ],
)
def test_what_a_command_line_may_not_do_is_found(outcome, fault):
    assert fault_of(Line("games", ("games", "--json")), outcome) == fault
