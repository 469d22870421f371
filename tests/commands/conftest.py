"""The real command, in a process of its own, on a real database."""

from __future__ import annotations

import io
import json
import os
import shutil
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from deckwright import messages
from deckwright.app import run as run_app

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


@dataclass(frozen=True)
class Ran:
    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


def run_command(*arguments: str, cwd: Path, text: str = "", **environment: str) -> Ran:
    """Run the command as a user would, away from any locale and setting of this machine."""
    kept = {
        name: os.environ[name] for name in ("PATH", "PYTHONPATH", "HOME", "SYSTEMROOT") if name in os.environ
    }
    done = subprocess.run(
        [sys.executable, "-m", "deckwright", *arguments],
        cwd=cwd,
        env={**kept, "LANG": "C.UTF-8", "PYTHONWARNINGS": "error", **environment},
        input=text.encode(),
        capture_output=True,
        check=False,
        timeout=600,
    )
    return Ran(done.returncode, done.stdout.decode(), done.stderr.decode())


@pytest.fixture(scope="session")
def run() -> Callable[..., Ran]:
    """Run the command anywhere, on any database."""
    return run_command


@pytest.fixture(scope="session")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with the packaged games; nothing writes to it."""
    folder = tmp_path_factory.mktemp("database")
    ran = run_command("games", "--db", str(folder / "cards.db"), cwd=folder)
    assert ran.code == 0, ran.err
    return folder / "cards.db"


@pytest.fixture
def own_database(database: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of it for one test: printing remembers in it what was printed."""
    return Path(shutil.copy(database, tmp_path_factory.mktemp("own") / "cards.db"))


@pytest.fixture
def deckwright(own_database: Path, tmp_path: Path) -> Callable[..., Ran]:
    """Run the command in a scratch folder, on the packaged games."""

    def on_packaged(*arguments: str, **more: str) -> Ran:
        return run_command(*arguments, cwd=tmp_path, **{"DECKWRIGHT_DB": str(own_database), **more})

    return on_packaged


@pytest.fixture
def in_turn(own_database: Path, tmp_path: Path) -> Callable[..., list[list[Ran]]]:
    """Run lists of commands, those of a list at once; a job is a list of arguments, or what `processes.py` takes."""

    def run_all(*lists: Sequence[Any]) -> list[list[Ran]]:
        kept = {
            name: os.environ[name]
            for name in ("PATH", "PYTHONPATH", "HOME", "SYSTEMROOT")
            if name in os.environ
        }
        own = {"DECKWRIGHT_DB": str(own_database), "TMPDIR": str(tmp_path), "LANG": "C.UTF-8"}
        jobs = [[job if isinstance(job, dict) else {"arguments": job} for job in one] for one in lists]
        done = subprocess.run(
            [sys.executable, str(Path(__file__).with_name("processes.py"))],
            cwd=tmp_path,
            env={**kept, **own},
            input=json.dumps(jobs).encode(),
            stdout=subprocess.PIPE,
            check=True,
        )
        return [[Ran(*ran) for ran in one] for one in json.loads(done.stdout)]

    return run_all


@pytest.fixture
def at_once(in_turn: Callable[..., list[list[Ran]]]) -> Callable[..., list[Ran]]:
    """Run several commands at once."""
    return lambda *jobs: in_turn(jobs)[0]


@pytest.fixture
def at_the_desk(own_database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Ran]:
    """Run the command as `deckwright` does, but in this process: for long stories of many commands."""
    for name in [name for name in os.environ if name.startswith(("DECKWRIGHT_", "LC_", "LANG"))]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("LANG", "C.UTF-8")
    monkeypatch.setenv("LANGUAGE", "")
    monkeypatch.setenv("DECKWRIGHT_DB", str(own_database))
    monkeypatch.setattr(messages, "_spoken", [*messages._spoken])  # noqa: SLF001 - the language goes back after it
    monkeypatch.chdir(tmp_path)

    def here(*arguments: str, **environment: str) -> Ran:
        out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", newline="") for _ in range(2))
        with monkeypatch.context() as now, redirect_stdout(out), redirect_stderr(err):
            for name, value in environment.items():
                now.setenv(name, value)
            code = run_app(arguments)
        return Ran(code, *(stream.buffer.getvalue().decode() for stream in (out, err)))

    return here
