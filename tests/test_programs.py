"""`make test` needs no program of other people, and `make test-deep` says first which are missing."""

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


TESTS = """
import pytest
def test_nothing():
    pass
def test_gettext(program):
    assert program("msgfmt")
@pytest.mark.parametrize("engine", ["sqlite", "postgres"])
def test_engine(engine):
    assert engine == "sqlite"
"""


@pytest.fixture
def run_on_bare_machine(tmp_path):
    """Run tests, some of which need programs, on a machine that has none but Python."""

    def run(*arguments, **environment):
        (tmp_path / "test_needed.py").write_text(TESTS)
        (tmp_path / "pytest.ini").write_text("[pytest]\nmarkers = deep: \n")
        inherited = {name: value for name, value in os.environ.items() if name not in {"CI", "PATH"}}
        command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-p", "programs", *arguments]
        done = subprocess.run(
            command,
            cwd=tmp_path,
            env={**inherited, **ALONE, "PYTHONPATH": str(ROOT / "tests"), **environment},
            capture_output=True,
            text=True,
            check=False,
        )
        return done.returncode, done.stdout + done.stderr

    return run


def test_the_quick_tests_need_no_program_and_name_none(run_on_bare_machine):
    code, out = run_on_bare_machine("-m", "not deep")
    assert code == 0, out
    assert "2 passed, 2 deselected" in out
    assert "missing" not in out


def test_the_deep_tests_begin_with_the_line_that_installs_what_is_missing(run_on_bare_machine):
    _, out = run_on_bare_machine("-m", "deep")
    line, results = out.index("missing programs: "), out.index("1 skipped, 2 deselected")
    assert line < out.index("sudo apt-get install -y chromium") < results


def test_nothing_may_be_missing_in_ci(run_on_bare_machine):
    code, out = run_on_bare_machine("-m", "deep", CI="true")
    assert code == 1, out
    assert "missing programs: " in out
    assert "skipped" not in out


def test_the_suite_uses_this():
    assert suite.program is programs.program
    assert suite.mark_deep is programs.mark_deep
    assert suite.pytest_report_header is programs.pytest_report_header


def test_ci_installs_every_program():
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    installed = set(re.findall(r"[\w.-]+:([\w.-]+)", script))
    assert set(PACKAGES.values()) - installed == set()


CLOCKS = re.compile(
    r"\b(perf_counter|process_time|monotonic|thread_time|clock_gettime|getrusage|timeit)\b|time\.time\("
)


HARNESSES = {
    "tests/change.py",
    "tests/crash/kill.py",
    "tests/crash/lines.py",
    "tests/crash/stress.py",
    "tests/explore.py",
    "tests/fuzz/cost.py",
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


def test_make_test_takes_the_usual_values_and_leaves_the_others_with_a_reason():
    usual, other = programs.deep_except([("dataset", "it")], [("dataset", "it"), ("dataset", "fr")], "again")
    assert usual == ("dataset", "it")
    assert other.values == ("dataset", "fr")
    assert [(mark.name, mark.args) for mark in other.marks] == [("deep", ("again",))]
