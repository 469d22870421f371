"""A scratch copy of the program, which a test extends exactly as a recipe of CONTRIBUTING.md says.

Such a test adds the files and lines that the recipe names (`write`, `insert`), runs what it says to run (`make`), uses the
result from data alone (`deckwright`), and compares `changed` with what the recipe claims to touch.
"""

from __future__ import annotations

import filecmp
import importlib.util
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest

ROOT = Path(__file__).parent.parent
UNFINISHED = shutil.ignore_patterns("*.pyc.*")
"""Bytecode that another process writes at this moment; what is finished is copied, as compiling everything takes a second."""

COPIED = (
    *("cli", "schemas", "cards", "exports", "docs"),
    *("Makefile", "CONTRIBUTING.md", ".pre-commit-hooks.yaml"),
)


class ScratchCopy:
    """A copy of the checkout under test, in a folder of its own; `root` is where it begins."""

    def __init__(self, root):
        self.root = root
        for name in COPIED:
            if (ROOT / name).is_dir():
                shutil.copytree(ROOT / name, root / name, ignore=UNFINISHED)
            else:
                shutil.copy2(ROOT / name, root / name)

    def module(self, name):
        """The file of a module such as `deckwright.model.rule`, relative to the root."""
        found = importlib.util.find_spec(name)
        assert found, f"there is no module {name}"
        return Path(found.origin).relative_to(ROOT).as_posix()

    def read(self, path):
        """The text of a file."""
        return (self.root / path).read_text(encoding="utf-8")

    def write(self, path, text):
        """Create a file that is not there yet."""
        file = self.root / path
        assert not file.exists(), f"{path} exists already"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(dedent(text), encoding="utf-8")

    def insert(self, path, text, *, before):
        """Insert text before the one place where `before` is in a file."""
        self.replace(path, before, dedent(text) + before)

    def replace(self, path, text, other, times=1):
        """Replace a text that is so often in a file."""
        written = self.read(path)
        assert written.count(text) == times, f"{path} has {written.count(text)} times {text!r}"
        (self.root / path).write_text(written.replace(text, other), encoding="utf-8")

    def make(self, target):
        """Run what a target of the Makefile runs, without installing anything first."""
        makefile = (self.root / "Makefile").read_text(encoding="utf-8")
        lines = re.search(rf"^{target}:.*\n((?:\t.*\n)+)", makefile, re.MULTILINE)
        assert lines, f"the Makefile has no target {target}"
        for line in lines[1].splitlines():
            program, *arguments = line.split()
            assert program == "$(BIN)/python", line
            done = self.python(*arguments)
            assert done.returncode == 0, done.stderr

    def deckwright(self, *arguments):
        """Run a command of the copy in English, with a database of its own."""
        return self.python("-m", "deckwright", *map(str, arguments), "--db", str(self.root / "cards.db"))

    def python(self, *arguments):
        """Run Python in the copy's root, with the copy's modules."""
        environment = {
            **os.environ,
            "PYTHONPATH": str(self.root / "cli"),
            "LANGUAGE": "en",
        }
        return subprocess.run(
            [sys.executable, *arguments],
            cwd=self.root,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )

    def changed(self):
        """Files of the copied folders that were added, or differ from the checkout's."""
        files = (file for name in COPIED for file in [self.root / name, *(self.root / name).rglob("*")])
        relative = [
            file.relative_to(self.root)
            for file in files
            if file.is_file() and file.suffix not in {".mo", ".pyc"}
        ]
        return {
            path.as_posix()
            for path in relative
            if not (ROOT / path).is_file() or not filecmp.cmp(ROOT / path, self.root / path, shallow=False)
        }


@pytest.fixture
def scratch_copy(tmp_path):
    """A fresh copy of the program."""
    return ScratchCopy(tmp_path / "deckwright")
