"""The real command, in this process or in one of its own: most of those are copies of one that has imported everything.

In this process, a command finds what earlier ones have read, such as fonts and schemas. A copy has its own environment, folder, standard streams and exit code, as the process of a new interpreter has, and runs in
a tenth of the time. What an interpreter does when it starts, and that each command imports what it needs, is tested in new
interpreters: by `start`, and by the test that runs every command with its output on a full disk.
"""

from __future__ import annotations

import atexit
import io
import json
import os
import shutil
import subprocess
import sys
import tempfile
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

import pytest

from deckwright.__main__ import _prepare_streams
from deckwright.app import run as run_app

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence


@dataclass(frozen=True)
class Ran:
    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


class Processes:
    """Runs commands in processes of their own, most of them copies of one that has imported everything."""

    def __init__(self) -> None:
        self._copied: subprocess.Popen[str] | None = None

    def run(self, *arguments: str, cwd: Path, text: str = "", **environment: str) -> Ran:
        """Run the command as a user would, away from any locale and setting of this machine."""
        environment = environment_of(**environment)
        if not hasattr(os, "fork") or any(
            name.startswith("PYTHON") and environment[name] != ENVIRONMENT.get(name) for name in environment
        ):
            return start(arguments, cwd, environment, text)
        return self.run_at_once(
            [{"arguments": arguments, "folder": cwd, "environment": environment, "text": text}]
        )[0]

    def run_at_once(self, jobs: Sequence[dict[str, Any]]) -> list[Ran]:
        """Run several commands at once; a job has the keys that `copies.py` reads, and the text of its input."""
        with tempfile.TemporaryDirectory() as folder:
            for number, job in enumerate(jobs):
                job["output"] = Path(folder, str(number))
                job["output"].mkdir()
                for stream, data in (("0", job.pop("text", "")), ("1", ""), ("2", "")):
                    (job["output"] / stream).write_bytes(data.encode())
            codes = self._answer(json.dumps(jobs, default=str))
            return [
                Ran(code, *((job["output"] / stream).read_bytes().decode() for stream in "12"))
                for code, job in zip(codes, jobs, strict=True)
            ]

    def _answer(self, request: str) -> list[int]:
        if self._copied is None:
            self._copied = subprocess.Popen(
                [sys.executable, str(Path(__file__).with_name("copies.py"))],
                env=ENVIRONMENT,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            )
        assert self._copied.stdin
        assert self._copied.stdout
        self._copied.stdin.write(request + "\n")
        self._copied.stdin.flush()
        codes: list[int] = json.loads(self._copied.stdout.readline())
        return codes

    def end(self) -> None:
        if self._copied is not None:
            self._copied.communicate()


CHECKOUT = Path(__file__).parents[1] / "cli"
"""The checkout under test: processes that tests start import it, whatever else is installed."""

HOME = tempfile.mkdtemp(prefix="deckwright-home-")
"""A user's folder without a database: what somebody has on this machine is nothing to the tests."""
atexit.register(shutil.rmtree, HOME, ignore_errors=True)

ENVIRONMENT = {
    **{name: os.environ[name] for name in ("PATH", "SYSTEMROOT") if name in os.environ},
    "HOME": HOME,
    "PYTHONPATH": os.pathsep.join(filter(None, [str(CHECKOUT), os.environ.get("PYTHONPATH", "")])),
    "LANG": "C.UTF-8",
    "PYTHONWARNINGS": "error",
}
"""What a command sees of this machine."""

PATIENCE = 600
"""Seconds after which a process, or what it was asked, hangs: so many that no slow or busy machine comes near."""


def environment_of(**more: str) -> dict[str, str]:
    """What a command sees of this machine, and more; modules in a folder of `PYTHONPATH` come before the program's."""
    path = os.pathsep.join(filter(None, [more.get("PYTHONPATH", ""), ENVIRONMENT["PYTHONPATH"]]))
    return {**ENVIRONMENT, **more, "PYTHONPATH": path}


def start(arguments: Sequence[str], cwd: Path, environment: dict[str, str], text: str = "") -> Ran:
    """Run the command in a new interpreter, for what the interpreter itself reads from the environment."""
    done = subprocess.run(
        [sys.executable, "-m", "deckwright", *arguments],
        cwd=cwd,
        env=environment,
        input=text.encode(),
        capture_output=True,
        check=False,
        timeout=PATIENCE,
    )
    return Ran(done.returncode, done.stdout.decode(), done.stderr.decode())


def run_here(
    arguments: Sequence[str],
    cwd: Path,
    environment: Mapping[str, str],
    text: str = "",
    encoding: str = "utf-8",
) -> Ran:
    """Run the command in this process."""
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding=encoding, newline="") for _ in range(2))
    with (
        pytest.MonkeyPatch.context() as now,
        patch.dict(os.environ, environment, clear=True),
        redirect_stdout(out),
        redirect_stderr(err),
    ):
        now.chdir(cwd)
        now.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode()), encoding="utf-8"))
        _prepare_streams()
        code = run_app(arguments)
    return Ran(code, *(stream.buffer.getvalue().decode(encoding) for stream in (out, err)))


@pytest.fixture(scope="session")
def processes() -> Iterator[Processes]:
    """Processes that run commands."""
    made = Processes()
    yield made
    made.end()


@pytest.fixture(scope="session")
def run() -> Callable[..., Ran]:
    """Run the command anywhere, on any database, in this process."""

    def here(*arguments: str, cwd: Path, text: str = "", **environment: str) -> Ran:
        return run_here(arguments, cwd, environment_of(**environment), text)

    return here


@pytest.fixture(scope="session")
def run_process(processes: Processes) -> Callable[..., Ran]:
    """Run the command anywhere, on any database, in a process of its own."""
    return processes.run
