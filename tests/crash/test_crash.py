"""Short runs of the harnesses: `make crash`, `make stress` and `make damage` are the long ones."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from .cases import CASES, EXCUSED, commands

HERE = Path(__file__).parent


def figures(script, *options):
    """Figures that a harness prints."""
    command = [sys.executable, str(HERE / script), "--json", *options]
    ran = subprocess.run(command, capture_output=True, text=True, check=False, timeout=600)
    assert ran.stdout, ran.stderr
    return json.loads(ran.stdout)


def test_every_command_is_killed_or_excused():
    killed = {name.partition(", ")[0] for name in CASES}
    assert killed | EXCUSED.keys() == {*commands()}
    assert killed & EXCUSED.keys() == {"games", "search"} & EXCUSED.keys()


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


def test_commands_at_once_lose_nothing():
    ran = figures("stress.py", "--seconds", "inf", "--commands", "30", "--processes", "6")
    assert (ran["tracebacks"], ran["bugs"], ran["hangs"], ran["faults"]) == (0, 0, 0, [])
    assert sum(ran["commands"].values()) == 30


def test_no_damage_of_a_database_is_a_bug():
    ran = figures("damage.py", "--inputs", "60", "--slow", "60")
    assert (ran["inputs"], ran["hangs"], ran["faults"]) == (60, 0, [])
