"""Manual pages and completion scripts: what they say is what the commands say, and other programs can read them."""

from __future__ import annotations

import os
import re
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = sorted((ROOT / "docs" / "man").glob("*.1"))
SECTION = re.compile(r"^## ([^\n]+)\n\n```text\n(.*?)^```$", re.MULTILINE | re.DOTALL)
HELPS = dict(SECTION.findall((ROOT / "docs" / "commands.md").read_text(encoding="utf-8")))


def shown(page, program):
    """A page as `man` shows it, without its spaces."""
    command = [program("groff"), "-man", "-Tutf8", "-ww", "-P-cbou", str(page)]
    done = subprocess.run(command, text=True, capture_output=True, check=True, encoding="utf-8")
    assert done.stderr == ""
    return without_spaces(done.stdout.replace("\u2010\n", ""))


def without_spaces(text):
    return "".join(text.split())


def test_the_files_are_what_the_commands_say():
    manual = runpy.run_path(str(ROOT / "cli" / "manual.py"))
    files = {**manual["manual"](), **manual["completions"]()}
    assert {file for folder in ("man", "completions") for file in (ROOT / "docs" / folder).iterdir()} == set(
        files
    )
    for file, text in files.items():
        assert file.read_text(encoding="utf-8") == text, "run: make docs"


@pytest.mark.parametrize("command", HELPS)
def test_a_page_shows_the_whole_help_of_its_command(command, program):
    page = shown(ROOT / "docs" / "man" / f"deckwright-{command.replace(' ', '-')}.1", program)
    usage, description, *sections = re.split(r"\n\n", HELPS[command].strip())
    texts = [usage.removeprefix("Usage: "), description]
    for section in sections:
        texts += re.sub(r"\n {6,}", " ", section).splitlines()
    for text in texts:
        words = without_spaces(text)
        assert words in page or words.removesuffix(":").upper() in page, text


def test_the_page_of_the_program_has_its_commands_environment_and_exit_codes(program):
    page = shown(ROOT / "docs" / "man" / "deckwright.1", program)
    for text in (
        "export Print cards",
        "DECKWRIGHT_DB",
        "EXIT STATUS",
        "2 Wrong usage.",
        "deckwright-check(1)",
    ):
        assert without_spaces(text) in page


@pytest.mark.needs("fork")
def test_bash_completes_commands_with_its_script(tmp_path):
    program = tmp_path / "deckwright"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m deckwright "$@"\n', encoding="utf-8")
    program.chmod(0o755)
    script = f"""
        source "{ROOT / "docs" / "completions" / "deckwright.bash"}"
        complete -p deckwright
        COMP_WORDS=(deckwright export p) COMP_CWORD=2
        _deckwright_completion deckwright
        echo "${{COMPREPLY[@]}}"
    """
    environment = {**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}"}
    done = subprocess.run(
        ["bash", "-c", script], cwd=tmp_path, env=environment, text=True, capture_output=True, check=True
    )
    registered, names = done.stdout.splitlines()
    assert registered.endswith("-F _deckwright_completion deckwright")
    assert set(names.split()) == {"pdf", "png", "pad", "pnp", "printer"}
