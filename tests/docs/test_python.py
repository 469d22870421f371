"""Every example of the page on the Python API runs, in order, on a real database, and prints what the page shows."""

from __future__ import annotations

import ast
import io
import re
from contextlib import redirect_stdout
from pathlib import Path

import pytest

from deckwright import workbench
from deckwright.app import COMMANDS

PAGE = Path(__file__).parents[2] / "docs" / "python.md"
EXAMPLES = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)


@pytest.fixture
def scratch_folder(tmp_path, monkeypatch):
    """A scratch folder, away from the databases and the language of this machine."""
    monkeypatch.chdir(tmp_path)
    for name in ("DECKWRIGHT_DB", "DECKWRIGHT_LANG"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


def shown_output(example):
    """The lines of comments on their own, which show what the example prints."""
    lines = (line.strip() for line in example.splitlines())
    return [line.removeprefix("# ") for line in lines if line.startswith("# ")]


@pytest.mark.usefixtures("scratch_folder")
def test_the_examples_run_and_print_what_the_page_shows():
    names = {}
    for number, example in enumerate(EXAMPLES, 1):
        printed = io.StringIO()
        with redirect_stdout(printed):
            exec(compile(example, f"{PAGE.name}, example {number}", "exec"), names)  # noqa: S102 - our own page
        assert printed.getvalue().splitlines() == shown_output(example), f"example {number}"


def test_the_page_has_examples():
    assert len(EXAMPLES) > 5


OF_THE_COMMAND_LINE = {
    *("run_demo", "without_cards", "usual_jobs", "draft_card", "loaded_folders", "source_folder"),
    *("is_file", "select_cards", "shared_base", "target_sheet"),
}
"""What only the command line asks of the workbench: to guess what was meant, to ask in a terminal, or for `demo`."""


def test_what_commands_call_has_a_public_name():
    commands = Path(workbench.__file__).parents[1].joinpath("commands").glob("*.py")
    called = {
        alias.name
        for file in commands
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("deckwright.workbench.")
        for alias in node.names
        if alias.name.islower()
    }
    assert called - {*dir(workbench)} == OF_THE_COMMAND_LINE


def test_the_page_has_the_functions_of_every_command():
    rows = re.findall(r"^\| (`.*`) \| (`.*`) \|$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    commands, functions = (
        {name for row in column for name in re.findall(r"`(.*?)`", row)} for column in zip(*rows, strict=True)
    )
    every = {
        name if isinstance(entry, str) else f"{name} {below}"
        for name, entry in COMMANDS.items()
        for below in (entry if not isinstance(entry, str) else [""])
    }
    assert commands == every - {"demo"}
    assert functions <= set(dir(workbench))
