"""Every example of the page on the Python API runs, in order, on a real database, and prints what the page shows."""

from __future__ import annotations

import io
import re
import runpy
from contextlib import redirect_stdout
from pathlib import Path

import pytest

from deckwright import workbench

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


@pytest.mark.deep("runs all commands of a page")
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


API = runpy.run_path(str(PAGE.parents[1] / "cli" / "api.py"))
TEXTS = API["texts"]()


def test_what_commands_call_has_a_public_name_and_a_row():
    for file, text in API["completed"](TEXTS).items():
        assert TEXTS[file] == text, f"{file.name}: make docs"
    commands, functions = (
        {name for row in column for name in re.findall(r"`(.*?)`", row)}
        for column in zip(*re.findall(r"^\| (`.*`) \| (`.*`) \|$", TEXTS[PAGE], re.MULTILINE), strict=True)
    )
    assert commands == {command.name for command in API["declared_commands"]()} - {"demo"}
    assert functions <= {*dir(workbench)}
    imported = {name for command in API["declared_commands"]() for name, _ in command.imports}
    assert API["OF_THE_COMMAND_LINE"] <= imported - {*dir(workbench)}


GLOSSARY = "from deckwright.workbench.glossary_merging import merge_glossary as merge_glossary\n"


@pytest.mark.parametrize(
    ("file", "now", "before"),
    [
        (API["STUB"], "    draw_hands as draw_hands,\n", "    hands_drawn as hands_drawn,\n"),
        (API["STUB"], GLOSSARY, f"{GLOSSARY}{GLOSSARY.replace('_merging ', '_joining ')}"),
        (PAGE, "`draw_hands`, `print_hands`", "`draw_hands`, `hands_drawn`"),
        (PAGE, "| `draw` | ", "| `draw`, `sample` | "),
        (PAGE, "| `draw` | ", "| `sample` | `hands_drawn` |\n| `draw` | "),
    ],
)
def test_a_name_that_is_not_defined_any_more_goes_and_one_that_is_used_comes(file, now, before):
    assert TEXTS[file].count(now) == 1
    assert API["completed"]({**TEXTS, file: TEXTS[file].replace(now, before)}) == TEXTS
