"""Every session that the README and the pages show is real: each command prints what is below it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from ..programs import deep_except

ROOT = Path(__file__).parents[2]
PAGES = [
    ROOT / "README.md",
    # The page about teams needs a server: tests/store/test_postgres.py tries it.
    *sorted(page for page in (ROOT / "docs").glob("*.md") if page.name != "team.md"),
]
SESSION = re.compile(r"^```console\n(\$ (?!make ).*?)^```$", re.MULTILINE | re.DOTALL)


def steps_of(page):
    """The commands of a page's sessions, each with the lines that it prints."""
    text = "".join(SESSION.findall(page.read_text(encoding="utf-8")))
    for step in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        command, printed = re.fullmatch(r"((?:.*\\\n)*.*\n)((?:.*\n)*)", step).groups()
        yield command.strip(), printed.strip("\n").splitlines()


def run(command, folder):
    """What a command prints, with the program of this checkout."""
    environment = {
        **os.environ,
        "DECKWRIGHT_DB": str(folder / "cards.db"),
        "LC_ALL": "C.UTF-8",
        "LANGUAGE": "en",
    }
    script = f'deckwright() {{ "{sys.executable}" -m deckwright "$@"; }}\n{command}'
    done = subprocess.run(
        ["bash", "-c", script],
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    return done.stdout.strip("\n").splitlines()


def pattern(lines):
    """A regular expression for the lines, where … is for any number of other lines."""
    return "".join("(.*\n)*" if line == "…" else re.escape(line) + "\n" for line in lines)


@pytest.mark.parametrize(
    "page",
    deep_except(PAGES[:1], [page for page in PAGES if list(steps_of(page))], "runs all commands of a page"),
    ids=lambda page: page.name,
)
@pytest.mark.usefixtures("database_path")
def test_each_command_prints_what_the_page_shows(page, tmp_path):
    for command, shown in steps_of(page):
        if command.startswith("cat "):
            (tmp_path / command.split()[1]).write_text("\n".join(shown) + "\n", encoding="utf-8")
            continue
        printed = "".join(f"{line}\n" for line in run(command, tmp_path))
        assert re.fullmatch(pattern(shown), printed), f"{command}\n{printed}"
