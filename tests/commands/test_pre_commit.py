"""The hooks of `.pre-commit-hooks.yaml`, run as pre-commit runs them: with the names of changed files."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from ruamel.yaml import YAML

from deckwright.app import COMMANDS
from deckwright.files.deck_formats import DECK_ENDINGS
from deckwright.files.game_folder import _READ

HOOKS = {
    hook["id"]: hook for hook in YAML(typ="safe").load(Path(__file__).parents[2] / ".pre-commit-hooks.yaml")
}


@pytest.fixture
def project(deckwright, tmp_path):
    """A game in a folder of a project, which has folders of the same names that are none of a game's."""
    assert deckwright("new", "game", "Frogs").code == 0
    (tmp_path / "games").mkdir()
    (tmp_path / "frogs").rename(tmp_path / "games" / "frogs")
    for name in ("cards/button.yaml", "icons/logo.svg", "decks/lab.txt", "README.md"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("# game: data-monsters\n# format: lab\n3 Mainframe\n", encoding="utf-8")
    return tmp_path


@pytest.fixture
def hook(deckwright, project):
    def run_hook(name, *more, args=None):
        files = sorted(str(file.relative_to(project)) for file in project.rglob("*") if file.is_file())
        settings = HOOKS[name]
        changed = [file for file in files if re.search(settings["files"], file)]
        program, *words = shlex.split(settings["entry"])
        assert program == "deckwright"
        return deckwright(*words, *(settings.get("args", []) if args is None else args), *changed, *more)

    return run_hook


def test_each_hook_names_a_command_and_matches_the_files_that_it_reads():
    for settings in HOOKS.values():
        assert settings["entry"].split()[1] in COMMANDS
        assert settings["language"] == "python"
    game, deck = (HOOKS[name]["files"] for name in ("deckwright-game", "deckwright-deck"))
    for folder in _READ:
        assert re.search(game, f"games/frogs/{folder}/x.yaml")
    for path in ("game.yaml", "frogs/game.yaml", "frogs/pictures/owls/barn/owl.png"):
        assert re.search(game, path)
    for path in ("my-game.yaml", "game.yaml.bak", "discards/x.yaml", "frogs/README.md", "cards/old/x.yaml"):
        assert not re.search(game, path)
    for ending in DECK_ENDINGS:
        assert re.search(deck, f"decks/x{ending}")
    assert not re.search(deck, "decks/notes.md")


def test_the_page_names_the_hooks_and_what_they_run():
    page = (Path(__file__).parents[2] / "docs" / "workflow.md").read_text(encoding="utf-8")
    for name, settings in HOOKS.items():
        assert f"- id: {name} #" in page
        command = " ".join([settings["entry"], *settings.get("args", [])])
        assert re.search(rf"^\| `{name}` \|.*\| `{command}` \|$", page, re.MULTILINE)


def test_a_game_is_checked_once_for_all_its_files_and_other_files_are_skipped(hook):
    ran = hook("deckwright-game")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.count("frogs: 7 cards") == 1
    assert "Nothing was written." in ran.out


def test_errors_and_warnings_stop_the_commit_at_their_lines(hook, project):
    file = project / "games" / "frogs" / "decks" / "first.yaml"
    file.write_text(
        file.read_text(encoding="utf-8").replace("first-hero: 2", "first-hero: 3"), encoding="utf-8"
    )
    ran = hook("deckwright-game")
    assert ran.code == 1
    assert "games/frogs/decks/first.yaml" in ran.err
    assert "illegal-deck" in ran.err
    assert hook("deckwright-game", args=["--dry-run"]).code == 0
    file.write_text("cards: {", encoding="utf-8")
    assert hook("deckwright-game", args=["--dry-run"]).code == 3


def test_decks_are_checked_with_the_game_that_the_other_hook_has_loaded(hook):
    ran = hook("deckwright-deck")
    assert ran.code == 3
    assert "Unknown game: frogs." in ran.out
    assert hook("deckwright-game", args=["--strict"]).code == 0
    ran = hook("deckwright-deck")
    assert ran.code == 1
    assert "decks/lab.txt: not legal" in ran.out
    assert "games/frogs/decks/first.yaml: legal" in ran.out
