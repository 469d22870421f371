"""What is published: the source archive, and a wheel that does the whole main job, alone and away from the checkout."""

from __future__ import annotations

import json
import os
import site
import subprocess
import sys
import tarfile
import venv
from pathlib import Path

import pypdfium2
import pytest

from .registries import LANGUAGES

ROOT = Path(__file__).parent.parent

pytestmark = pytest.mark.deep("builds and installs what is published")


@pytest.fixture(scope="module")
def published(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the source archive, and from it the wheel, in a folder of their own."""
    folder = tmp_path_factory.mktemp("dist")
    build = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    subprocess.run(build, check=True, capture_output=True)
    return folder


@pytest.fixture(scope="module")
def program(published: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Install the wheel without the checkout; its dependencies are those of this environment."""
    folder = tmp_path_factory.mktemp("wheel")
    (wheel,) = published.glob("*.whl")
    venv.create(folder / "venv")
    python = str(folder / "venv" / "bin" / "python")
    pip = [sys.executable, "-m", "pip", "--python", python]
    subprocess.run([*pip, "install", "--quiet", "--no-deps", str(wheel)], check=True)
    (installed,) = (folder / "venv").glob("lib/*/site-packages")
    # A path file adds only the folder: the checkout's own path file in it is not followed.
    (installed / "dependencies.pth").write_text("\n".join(site.getsitepackages()) + "\n", encoding="utf-8")
    return folder / "venv" / "bin" / "deckwright"


def test_the_same_sources_give_the_same_wheel(published, tmp_path):
    (archive,) = published.glob("*.tar.gz")
    with tarfile.open(archive) as sources:
        sources.extractall(tmp_path, filter="data")
    (folder,) = (one for one in tmp_path.iterdir() if one.is_dir())
    for file in folder.rglob("*"):
        os.utime(file, (1_000_000_000, 1_000_000_000))
        file.chmod(0o700 if file.is_dir() else 0o600)
    build = [
        sys.executable,
        "-m",
        "build",
        "--no-isolation",
        "--wheel",
        "--outdir",
        str(tmp_path),
        str(folder),
    ]
    environment = {**os.environ, "TZ": "Asia/Tokyo", "PYTHONHASHSEED": "7"}
    subprocess.run(build, check=True, capture_output=True, env=environment)
    (again,), (wheel,) = tmp_path.glob("*.whl"), published.glob("*.whl")
    assert again.read_bytes() == wheel.read_bytes()


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
        for language in LANGUAGES
    }
    assert len(set(helps.values())) == len(LANGUAGES)


@pytest.mark.parametrize(
    ("tool", "pattern"), [(("check_wheel_contents",), "*.whl"), (("twine", "check", "--strict"), "*")]
)
def test_package_indexes_accept_what_is_published(published, tool, pattern):
    files = sorted(map(str, published.glob(pattern)))
    command = [sys.executable, "-m", *tool, *files]
    done = subprocess.run(command, cwd=ROOT, text=True, capture_output=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_wheel_brings_manual_pages_and_completions_to_where_they_are_looked_for(program):
    share = program.parent.parent / "share"
    pages = {file.name for file in (share / "man" / "man1").iterdir()}
    assert {"deckwright.1", "deckwright-check.1", "deckwright-export-pdf.1"} <= pages
    for path in (
        "bash-completion/completions/deckwright",
        "zsh/site-functions/_deckwright",
        "fish/vendor_completions.d/deckwright.fish",
    ):
        assert (share / path).is_file()


def test_a_game_that_the_wheel_starts_names_no_place_on_this_machine(program, tmp_path):
    made = run(program, "new", "game", "Frogs", "--ci", "--json", cwd=tmp_path)
    assert made.returncode == 0, made.stderr
    files = [tmp_path / file for file in json.loads(made.stdout)["files"]]
    assert not [file for file in files if str(program.parent.parent) in file.read_text(encoding="utf-8")]
    assert run(program, "load", "frogs", "--strict", cwd=tmp_path).returncode == 0


def test_the_source_archive_has_what_its_own_tests_and_packagers_need(published):
    (archive,) = published.glob("*.tar.gz")
    with tarfile.open(archive) as file:
        names = {name.partition("/")[2] for name in file.getnames()}
    tracked = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, text=True, capture_output=True, check=False
    ).stdout
    assert {"docs/man/deckwright.1", "docs/completions/_deckwright", "mkdocs.yml"} <= names
    assert {name for name in tracked.splitlines() if (ROOT / name).exists()} <= names | {".ci/run"}
