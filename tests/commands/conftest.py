"""The real command, in a process of its own, on a real database."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable


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
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "SYSTEMROOT") if name in os.environ}
    done = subprocess.run(
        [sys.executable, "-m", "deckwright", *arguments],
        cwd=cwd,
        env={**kept, "LANG": "C.UTF-8", "PYTHONWARNINGS": "error", **environment},
        input=text.encode(),
        capture_output=True,
        check=False,
        timeout=120,
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
