"""A machine that lacks a program of other people still runs the suite, and is told what it left untested."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from .programs import PACKAGES

ROOT = Path(__file__).parent.parent


def run_without_programs(*arguments, **environment):
    """Run some tests of this suite on a machine that has no program but Python."""
    kept = {name: value for name, value in os.environ.items() if name not in {"CI", "PATH"}}
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-p", "no:randomly", *arguments]
    done = subprocess.run(
        command,
        cwd=ROOT,
        env={**kept, "PATH": "", **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout


@pytest.mark.parametrize("workers", ["0", "2"])
def test_the_end_of_a_run_names_what_is_missing_and_the_line_that_installs_it(workers):
    tests = [
        "tests/test_messages.py",
        "tests/press/test_other_readers.py",
        "-k",
        "gettext or (without and qpdf)",
    ]
    code, out = run_without_programs(*tests, "-n", workers)
    assert code == 0, out
    skipped = re.search(r"(\d+) skipped", out)[1]
    assert f"{skipped} tests were skipped, because these are not installed: msgfmt, qpdf." in out
    assert "To run them: sudo apt-get install -y gettext qpdf\n" in out


def test_a_missing_program_fails_in_ci():
    code, out = run_without_programs("tests/test_messages.py", "-k", "gettext", CI="true")
    assert code == 1, out
    assert "msgfmt is missing: .ci/run must install gettext" in out


def test_nothing_is_said_where_nothing_is_missing():
    _, out = run_without_programs("tests/test_messages.py", "-k", "high_punctuation")
    assert "To run them" not in out


def test_ci_installs_every_program():
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    installed = set(re.findall(r"[\w-]+:([\w-]+)", script))
    assert set(PACKAGES.values()) - installed == set()


CLOCKS = re.compile(
    r"\b(perf_counter|process_time|monotonic|thread_time|clock_gettime|getrusage|timeit)\b|time\.time\("
)


def test_no_test_looks_at_a_clock():
    """A slower or busier machine would fail it; `benchmarks/` measures time."""
    looking = [
        file.relative_to(ROOT).as_posix()
        for file in (ROOT / "tests").rglob("*.py")
        if file != Path(__file__) and CLOCKS.search(file.read_text(encoding="utf-8"))
    ]
    assert looking == []
