"""docs/games/: what each page says of a rulebook is held to the tests that it names, and its commands run."""

from __future__ import annotations

import ast
import re
import shlex
import shutil
from functools import cache
from pathlib import Path

import pytest

from deckwright.app import run

ROOT = Path(__file__).parents[2]
PAGES = sorted((ROOT / "docs" / "games").glob("*.md"))
TESTS = ROOT / "tests" / "rulebooks"
COLUMNS = ["Section", "The rule", "Covered by", "Test"]

each_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)


@cache
def text_of(page):
    return page.read_text(encoding="utf-8")


def rows_of(page):
    """The rows of every table of rules, cell by cell."""
    rows = [
        [cell.strip() for cell in line.split("|")[1:-1]]
        for line in text_of(page).partition("## Unclear")[0].splitlines()
        if line.startswith("|") and not line.startswith("|-")
    ]
    return [row for row in rows if row != COLUMNS]


def named_on(page):
    return {f"{file}::{name}" for file, name in re.findall(r"`(test_\w+\.py)::(test_\w+)`", text_of(page))}


def those_in(folder):
    """Every test of a folder as a page names it."""
    return {
        f"{file.name}::{node.name}"
        for file in folder.glob("test_*.py")
        for node in ast.parse(file.read_text(encoding="utf-8")).body
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    }


def citations(value):
    """Yield every section that a part of a game's definition cites."""
    if isinstance(value, dict):
        yield from (value["cite"] for _ in [0] if isinstance(value.get("cite"), str))
        value = list(value.values())
    if isinstance(value, list):
        for one in value:
            yield from citations(one)


@each_page
def test_every_test_on_a_page_is_there_and_every_test_stands_on_it(page):
    assert named_on(page) == those_in(TESTS / page.stem)


@each_page
def test_every_rule_has_a_test_unless_it_is_play(page):
    rows = rows_of(page)
    assert all(len(row) == len(COLUMNS) for row in rows)
    lacking = [row for row in rows if "::" not in row[3] and not row[2].startswith("play")]
    assert lacking == []


@each_page
def test_every_number_has_a_test(page):
    """A rule that is only play states no figure: a figure could be tested."""
    assert [row for row in rows_of(page) if "::" not in row[3] and re.search(r"\d", row[1])] == []


@each_page
def test_every_section_that_the_game_cites_is_on_its_page(packaged, page):
    sections = {row[0] for row in rows_of(page)}
    cited = {
        section.removeprefix(f"{cite.partition(', ')[0]}, ")
        for cite in citations(packaged(page.stem).game.definition)
        for section in cite.split(" and ")
    }
    assert cited
    assert cited <= sections


@each_page
def test_tests_of_a_game_cite_its_rulebook(page):
    """The docstring of each file says of which game and sections it is."""
    title = text_of(page).splitlines()[0].removeprefix("# ").partition(":")[0]
    files = list((TESTS / page.stem).glob("test_*.py"))
    assert files
    for file in files:
        assert title in (ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or ""), file


@pytest.fixture(scope="module")
def folder(packaged_database, tmp_path_factory):
    """A folder with a database that all pages share."""
    folder = tmp_path_factory.mktemp("games")
    shutil.copy(packaged_database, folder / "cards.db")
    return folder


@pytest.mark.deep("runs all commands of a page")
@each_page
def test_the_commands_of_a_page_work_in_their_order(folder, monkeypatch, capsys, page):
    monkeypatch.chdir(folder)
    monkeypatch.setenv("DECKWRIGHT_DB", str(folder / "cards.db"))
    monkeypatch.setenv("DECKWRIGHT_LANG", "en")
    monkeypatch.setenv("LANGUAGE", "en")
    for name, example in re.findall(
        r"^`(\w+\.yaml)` lists .*?```yaml\n(.*?)```", text_of(page), re.DOTALL | re.MULTILINE
    ):
        (folder / name).write_text(example, encoding="utf-8")
    commands = re.findall(r"^    deckwright (.*)$", text_of(page).replace("\\\n", ""), re.MULTILINE)
    assert commands
    for command in commands:
        code = run(shlex.split(command))
        assert code == 0, (command, capsys.readouterr())
