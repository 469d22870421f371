"""The command on a real database: in a process of its own, several at once, or in this process."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from ..processes import Processes, Ran, environment_of, run_here

if TYPE_CHECKING:
    from collections.abc import Callable


@pytest.fixture
def own_database(packaged_database: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of it for one test: printing remembers in it what was printed."""
    return Path(shutil.copy(packaged_database, tmp_path_factory.mktemp("own") / "cards.db"))


@pytest.fixture
def deckwright_process(
    run_process: Callable[..., Ran], own_database: Path, tmp_path: Path
) -> Callable[..., Ran]:
    """Run the command in a scratch folder, on the packaged games, in a process of its own."""

    def on_packaged(*arguments: str, **more: str) -> Ran:
        return run_process(*arguments, cwd=tmp_path, **{"DECKWRIGHT_DB": str(own_database), **more})

    return on_packaged


@pytest.fixture
def in_turn(processes: Processes, own_database: Path, tmp_path: Path) -> Callable[..., list[list[Ran]]]:
    """Run lists of commands, those of a list at once; a job is a list of arguments, or what `copies.py` reads."""
    own = {"DECKWRIGHT_DB": str(own_database), "TMPDIR": str(tmp_path)}

    def prepared(job: Any) -> dict[str, Any]:
        more = job if isinstance(job, dict) else {"arguments": job}
        environment = environment_of(**own, **more.get("environment", {}))
        return {"folder": tmp_path, **more, "environment": environment}

    return lambda *lists: [processes.run_at_once([prepared(job) for job in one]) for one in lists]


@pytest.fixture
def at_once(in_turn: Callable[..., list[list[Ran]]]) -> Callable[..., list[Ran]]:
    """Run several commands at once."""
    return lambda *jobs: in_turn(jobs)[0]


@pytest.fixture
def deckwright(
    deckwright_process: Callable[..., Ran],
    own_database: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> Callable[..., Ran]:
    """Run the command in a scratch folder, on the packaged games: in this process, unless Python is to start differently."""
    for name in [name for name in os.environ if name.startswith(("DECKWRIGHT_", "LC_", "LANG"))]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("LANG", "C.UTF-8")
    monkeypatch.setenv("DECKWRIGHT_DB", str(own_database))
    monkeypatch.chdir(tmp_path)

    def here(*arguments: str, encoding: str = "utf-8", text: str = "", **environment: str) -> Ran:
        if any(name.startswith("PYTHON") for name in environment):
            return deckwright_process(*arguments, text=text, **environment)
        return run_here(arguments, Path.cwd(), {**os.environ, "LANGUAGE": "", **environment}, text, encoding)

    return here
