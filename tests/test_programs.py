"""A machine that lacks a program of other people still runs the suite, and is told what it left untested."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from . import conftest as suite
from . import programs
from .programs import PACKAGES

ROOT = Path(__file__).parent.parent
ALONE = {"PATH": "", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
"""Neither programs nor plugins, which take most of the time in which such a small run starts."""


@pytest.fixture
def run_without_programs(tmp_path):
    """Run tests that need programs on a machine that has none but Python."""

    def run(needed, *arguments, **environment):
        tests = [
            f"def test_{number}(program):\n    program({name!r})\n" for number, name in enumerate(needed)
        ]
        (tmp_path / "test_needed.py").write_text("def test_nothing():\n    pass\n" + "".join(tests))
        plugins = ["-p", "xdist"] if "-n" in arguments else []
        inherited = {name: value for name, value in os.environ.items() if name not in {"CI", "PATH"}}
        done = subprocess.run(
            [
                sys.executable,
                "-m",
                "pytest",
                "-p",
                "no:cacheprovider",
                "-p",
                "programs",
                *plugins,
                *arguments,
            ],
            cwd=tmp_path,
            env={**inherited, **ALONE, "PYTHONPATH": str(ROOT / "tests"), **environment},
            capture_output=True,
            text=True,
            check=False,
        )
        return done.returncode, done.stdout

    return run


@pytest.mark.parametrize("workers", ["0", "2"])
def test_the_end_of_a_run_names_what_is_missing_and_the_line_that_installs_it(run_without_programs, workers):
    code, out = run_without_programs(["qpdf", "msgfmt", "qpdf"], "-n", workers)
    assert code == 0, out
    assert re.search(r"1 passed, 3 skipped", out)
    assert "3 tests were skipped, because these are not installed: msgfmt, qpdf." in out
    assert "To run them: sudo apt-get install -y gettext qpdf\n" in out


def test_a_missing_program_fails_in_ci(run_without_programs):
    code, out = run_without_programs(["msgfmt"], CI="true")
    assert code == 1, out
    assert "msgfmt is missing: .ci/run must install gettext" in out


def test_nothing_is_said_where_nothing_is_missing(run_without_programs):
    code, out = run_without_programs([])
    assert code == 0, out
    assert "To run them" not in out


def test_the_suite_uses_these_programs_and_this_summary():
    assert {suite.program, suite.pytest_terminal_summary} == {
        programs.program,
        programs.pytest_terminal_summary,
    }


def test_ci_installs_every_program():
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    installed = set(re.findall(r"[\w-]+:([\w-]+)", script))
    assert set(PACKAGES.values()) - installed == set()


CLOCKS = re.compile(
    r"\b(perf_counter|process_time|monotonic|thread_time|clock_gettime|getrusage|timeit)\b|time\.time\("
)


HARNESSES = {
    "tests/crash/kill.py",
    "tests/crash/stress.py",
    "tests/explore.py",
    "tests/fuzz/invariants.py",
    "tests/fuzz/run.py",
}
"""Scripts that run for some time; in the suite, they run so many commands or inputs instead."""


def test_no_test_looks_at_a_clock():
    """A slower or busier machine would fail it; `benchmarks/` measures time."""
    looking = [
        file.relative_to(ROOT).as_posix()
        for file in (ROOT / "tests").rglob("*.py")
        if file != Path(__file__) and CLOCKS.search(file.read_text(encoding="utf-8"))
    ]
    assert set(looking) == HARNESSES
