"""Run the property tests with new examples until the minutes are over, and print each find as the `@example` to add.

It ends with 1 if anything was found.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Lock
from xml.etree import ElementTree as ET

ROOT = Path(__file__).parent.parent

_CALL = re.compile(r"^(?:Failing test case|Falsifying example): \w+\(\n(.*?)^\)$", re.MULTILINE | re.DOTALL)
_MARGIN = re.compile(r"^(?:E {7}| *\| )", re.MULTILINE)  # of what failed, or of one of several failures
_FIXTURE = re.compile(r"^\w+=(<|lambda|PosixPath|(?!True$|False$|None$)[A-Za-z_][\w.]*$)")
_ARGUMENT = re.compile(r"^ {4}(?=\w+=)", re.MULTILINE)


def main():
    """Explore the files in turn, as many at once as there are processors."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="files that are run at once")
    parser.add_argument(
        "paths", nargs="*", default=["tests"], help="files or folders of tests; all by default"
    )
    options = parser.parse_args()
    explorer = Explorer(property_tests(options.paths), time.monotonic() + 60 * options.minutes)
    with ThreadPoolExecutor(options.jobs) as pool:
        list(pool.map(lambda _: explorer.explore(), range(options.jobs)))
    print(f"{explorer.runs} files of tests were run; {len(explorer.finds)} tests failed.")
    return 1 if explorer.finds else 0


def property_tests(paths):
    """The test files that draw examples."""
    files = [
        file
        for path in paths
        for file in ([Path(path)] if path.endswith(".py") else Path(path).rglob("test_*.py"))
    ]
    return [file for file in files if "hypothesis import" in file.read_text(encoding="utf-8")]


class Explorer:
    """What is left to run, until when, and the tests that failed."""

    def __init__(self, files, end):
        self._files, self._end, self._lock = files, end, Lock()
        self._waiting = []
        self.finds = set()
        self.runs = 0

    def explore(self):
        """Run one file after another until the time is over."""
        while time.monotonic() < self._end:
            with self._lock:
                self._waiting = self._waiting or random.sample(self._files, len(self._files))
                file = self._waiting.pop()
            cases = run(file, random.getrandbits(32))
            with self._lock:
                self.runs += 1
                for name, text in cases:
                    if name not in self.finds:
                        self.finds.add(name)
                        print(f"{name}\n{text}\n", flush=True)


def run(file, seed):
    """Run the property tests of a file, and return the names and outputs of those that fail."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder, "report.xml")
        options = [
            "-q",
            "-p",
            "no:cacheprovider",
            "--hypothesis-profile=explore",
            f"--hypothesis-seed={seed}",
            f"--junitxml={report}",
        ]
        done = subprocess.run(
            [sys.executable, "-m", "pytest", "-m", "hypothesis", *options, str(file)],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
        )
        if not report.exists():
            return [(str(file), done.stdout + done.stderr)]
        return [
            (f"{file}::{case.get('name')}", described(fault.get("message", ""), fault.text or ""))
            for case in ET.parse(report).iter("testcase")  # noqa: S314 - of our own pytest
            for fault in (*case.iter("failure"), *case.iter("error"))
        ]


def described(message, text):
    """What failed, and its examples as decorators; all that is known where the test draws them itself.

    pytest shortens the `message`, but not the `text`.
    """
    report = _MARGIN.sub("", text)
    examples = {_example(call) for call in _CALL.findall(report)}
    if not examples or "data(...)" in report:
        return report or message
    return "\n".join(
        [message.partition("\n")[0], *(f"@example({arguments})" for arguments in sorted(examples))]
    )


def _example(call):
    """The arguments of a call that were drawn; what has no value that could be written down is a fixture."""
    arguments = [argument.strip().rstrip(",") for argument in _ARGUMENT.split(call)[1:]]
    return ", ".join(argument for argument in arguments if not _FIXTURE.search(argument))


if __name__ == "__main__":
    sys.exit(main())
