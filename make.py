"""What `make demo`, `make test`, `make test-deep` and `make lint` do, on systems without make, too: `python make.py test`.

Words after the task go to it: `python make.py demo FOLDER`, `python make.py test tests/files -x`.
"""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).parent
ENVIRONMENT = ROOT / os.environ.get("VENV", ".venv")
PROGRAMS = ENVIRONMENT / ("Scripts" if sys.platform == "win32" else "bin")

PYTEST = ("pytest", "-n", "auto", "--dist", "worksteal")
PLATFORMS = ("linux", "darwin", "win32")
LINT = (
    # Those that take longest first: they run side by side. Each platform has a cache of its own, as types differ.
    *(("mypy", "--platform", platform, "--cache-dir", f".mypy_cache/{platform}") for platform in PLATFORMS),
    ("ruff", "format", "--check", "."),
    ("ruff", "check", "."),
    ("lint-imports",),
    ("python", "cli/catalogues.py", "--missing"),
)


def install(extras: str, stamp: str) -> None:
    """Install the program with extras in the environment, unless that was done since what it is made of has changed."""
    made_of = [ROOT / "pyproject.toml", *ROOT.glob("cli/deckwright/locales/*/LC_MESSAGES/deckwright.po")]
    mark = ENVIRONMENT / stamp
    if mark.exists() and mark.stat().st_mtime >= max(file.stat().st_mtime for file in made_of):
        return
    if not PROGRAMS.exists():
        subprocess.run([sys.executable, "-m", "venv", ENVIRONMENT], check=True)
    run(
        "python",
        "-m",
        "pip",
        "install",
        "--quiet",
        "--disable-pip-version-check",
        "-e",
        f".[{extras}]" if extras else ".",
    )
    mark.touch()


def run(program: str, *words: str) -> None:
    """Run a program of the environment, and end with its exit code if it fails."""
    code = subprocess.run([PROGRAMS / program, *words], cwd=ROOT, check=False).returncode
    if code:
        sys.exit(code)


def demo(*folder: str) -> None:
    """Check, build and print the packaged games."""
    install("", "installed")
    run("deckwright", "demo", *(folder or ["out"]), "--db", str(ENVIRONMENT / "demo.db"))


def develop() -> None:
    """Install what developers need."""
    install("dev", "developed")


def test(*words: str) -> None:
    """Run the tests that a bare machine can run."""
    develop()
    run(*PYTEST, "-m", "not deep", *words)


def test_deep(*words: str) -> None:
    """Run the tests that need other programs or take long, and more examples of each property."""
    develop()
    run(*PYTEST, "-m", "deep or hypothesis", "--hypothesis-profile=deep", *words)


def lint() -> None:
    """Run all that lints side by side, and end with 1 if any finds something."""
    develop()
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        ended = sorted(pool.map(_captured, LINT), key=lambda done: done.returncode != 0)
    for done in ended:
        # As bytes: consoles of Windows have encodings of their own.
        sys.stdout.buffer.write(b"$ %s\n%s" % (" ".join(map(str, done.args)).encode(), done.stdout))
    sys.stdout.flush()
    sys.exit(ended[-1].returncode != 0)


def _captured(command: tuple[str, ...]) -> subprocess.CompletedProcess[bytes]:
    program, *words = command
    return subprocess.run(
        [PROGRAMS / program, *words],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )


TASKS = {"demo": demo, "develop": develop, "test": test, "test-deep": test_deep, "lint": lint}


if __name__ == "__main__":
    task = TASKS.get(" ".join(sys.argv[1:2]))
    if task is None:
        sys.exit(f"Usage: python make.py {'|'.join(TASKS)} [WORDS]\n\n{__doc__}")
    task(*sys.argv[2:])
