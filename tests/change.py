"""`make change`: what a change needs before it is proposed, in about a minute; `make test` has the rest.

It writes what is generated, and lints; at the same time it runs tests: first those that name a file that was changed, then those
of the rooms that were touched, then those of the rooms above them. What there is no time for is counted.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import monotonic

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = "cli/deckwright"
SECONDS = 45
"""Time for tests, after which no other begins: starting, and the last one, take some more."""

GENERATED = ("catalogues", "api", "reference", "manual", "module_map", "records", "cookbook", "face_pictures")
TESTS_OF_DATA = {"cards": ("rulebooks", "games"), "exports": ("press",), "schemas": ("files",)}
"""Folders of tests by the folders of data that they are about; others have the same name."""


def changed_files():
    """The files that differ from those of main, or are new."""
    base = _git("merge-base", "HEAD", "main") or ["HEAD"]
    return {*_git("diff", "--name-only", base[0]), *_git("ls-files", "--others", "--exclude-standard")}


def _git(*words):
    return subprocess.run(
        ["git", *words], cwd=ROOT, capture_output=True, text=True, check=False
    ).stdout.splitlines()


def layers():
    """The rooms of the package from the top, those side by side together, as import-linter has them."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contract = project["tool"]["importlinter"]["contracts"][0]
    return [[name.strip().rpartition(".")[2] for name in layer.split("|")] for layer in contract["layers"]]


def rooms_of(files):
    """The rooms that a change touches, and after them those above, the nearest first; of data, the folders of their tests."""
    touched = set()
    for file in map(Path, files):
        inside = file.relative_to(PACKAGE) if file.is_relative_to(PACKAGE) else file
        room = inside.parts[1] if inside.parts[0] == "tests" and len(inside.parts) > 1 else inside.parts[0]
        touched |= {*TESTS_OF_DATA.get(room, (room.removesuffix(".py"),))}
    lowest = max((number for number, layer in enumerate(layers()) if touched & {*layer}), default=0)
    above = [room for layer in reversed(layers()[:lowest]) for room in layer]
    return list(dict.fromkeys([*sorted(touched), *above]))


def selected(files):
    """Files of tests for a change: those that name a file of it, or whose folder is called as its folder of data, then the nearest."""
    folders = {Path(file).parent.name for file in files if file.split("/")[0] in TESTS_OF_DATA}
    modules = [Path(file).with_suffix("") for file in files if file.endswith(".py")]
    named = re.compile(
        "|".join(rf"\b{re.escape('.'.join(module.parts[1:]))}\b" for module in modules) or "(?!)"
    )
    mirrors = {f"{module.parent.name}/test_{module.name.removeprefix('test_')}.py" for module in modules}

    def is_near(test):
        name = f"{test.parent.name}/{test.name}"
        is_named = name in mirrors or named.search(test.read_text(encoding="utf-8")) is not None
        return is_named or test.parent.name in folders

    tests = [test for room in rooms_of(files) for test in _tests_in(room)]
    return sorted(dict.fromkeys(tests), key=lambda test: not is_near(test))


def _tests_in(room):
    folder = ROOT / "tests" / room
    return (
        sorted(folder.rglob("test_*.py")) if folder.is_dir() else [*(ROOT / "tests").glob(f"test_{room}.py")]
    )


class Budget:
    """Ends the tests when their time is over, and knows how many failed, and how many were not run."""

    def __init__(self):
        self.end, self.left, self.failed = monotonic() + SECONDS, 0, 0

    def pytest_collection_finish(self, session):
        self.left = len(session.items)

    def pytest_runtest_protocol(self, item):
        if monotonic() > self.end:
            item.session.shouldstop = "no time for more tests"
        else:
            self.left -= 1

    def pytest_sessionfinish(self, session):
        self.failed = session.testsfailed


def lint():
    """Write what is generated, and lint; the output of the first that fails, '' if none does."""
    scripts = [
        *([f"cli/{name}.py"] for name in GENERATED),
        ["-m", "ruff", "format", "."],
        ["make.py", "lint"],
    ]
    for script in scripts:
        done = subprocess.run(
            [sys.executable, *script], cwd=ROOT, capture_output=True, text=True, check=False
        )
        if done.returncode:
            return done.stdout + done.stderr
    return ""


def main():
    """Lint beside the tests, and end with 1 if either finds something."""
    files = changed_files()
    print(f"{len(files)} files changed; tests of: {', '.join(rooms_of(files))}")
    budget = Budget()
    with ThreadPoolExecutor() as pool:
        linted = pool.submit(lint)
        code = pytest.main(["-q", "-m", "not deep", *map(str, selected(files))], plugins=[budget])
    print(linted.result() or "Lint: no findings.")
    print(f"Tests that `make test` has besides: {budget.left}")
    sys.exit(bool(linted.result() or budget.failed or code in {3, 4}))


if __name__ == "__main__":
    main()
