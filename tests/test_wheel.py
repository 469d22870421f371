"""A built wheel, installed alone and away from the checkout, does the whole main job."""

from __future__ import annotations

import json
import os
import site
import subprocess
import sys
import venv
from pathlib import Path

import pypdfium2
import pytest

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build a wheel, and install it without the checkout; its dependencies are those of this environment."""
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    subprocess.run(build, check=True, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    venv.create(folder / "venv", with_pip=True)
    python = folder / "venv" / "bin" / "python"
    subprocess.run([python, "-m", "pip", "install", "--quiet", "--no-deps", str(wheel)], check=True)
    (installed,) = (folder / "venv").glob("lib/*/site-packages")
    # A path file adds only the folder: the checkout's own path file in it is not followed.
    (installed / "dependencies.pth").write_text("\n".join(site.getsitepackages()) + "\n", encoding="utf-8")
    return folder / "venv" / "bin" / "deckwright"


def run(program: Path, *arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    environment = {"PATH": os.environ["PATH"], "HOME": str(cwd), "LANG": "C.UTF-8"}
    return subprocess.run(
        [program, *arguments], cwd=cwd, env=environment, text=True, capture_output=True, check=False
    )


def test_the_wheel_does_the_main_job(program, tmp_path):
    done = run(program, "demo", "--json", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    files = json.loads(done.stdout)["files"]
    assert {Path(file).suffix for file in files} >= {".pdf", ".txt"}
    for file in files:
        assert (tmp_path / file).stat().st_size
        if file.endswith(".pdf"):
            assert len(pypdfium2.PdfDocument(tmp_path / file))


def test_the_wheel_runs_its_own_code_and_data(program, tmp_path):
    where = "import deckwright, deckwright.resources as r; print(deckwright.__file__, r.folder('cards'), r.schema('game'))"
    python = program.with_name("python")
    environment = {"PATH": os.environ["PATH"]}
    command = [python, "-c", where]
    paths = subprocess.run(
        command, cwd=tmp_path, env=environment, text=True, capture_output=True, check=True
    ).stdout.split()
    assert all(Path(path).is_relative_to(program.parent.parent) for path in paths)


def test_the_wheel_speaks_three_languages(program, tmp_path):
    helps = {
        language: run(program, "check", "--help", "--lang", language, cwd=tmp_path).stdout
        for language in ("it", "fr", "en")
    }
    assert len(set(helps.values())) == 3
