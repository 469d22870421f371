"""The project around a new game: what editors read, and the workflow with which GitHub checks and prints the game."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pypdfium2
import pytest
from ruamel.yaml import YAML

from deckwright import resources
from deckwright.errors import InputError
from deckwright.files.starters import new_game_folder


@pytest.fixture
def own(tmp_path):
    return {"DECKWRIGHT_DB": str(tmp_path / "own.db")}


@pytest.fixture
def workflow_run(tmp_path, own, program):
    """Run the steps of a workflow in the root of its repository, as GitHub does; output and exit code by step."""
    program("jq")
    variables = tmp_path / "github.env"

    def run_steps(root, file):
        workflow = YAML(typ="safe").load(file)
        folder = re.fullmatch(r"\$\{\{ inputs\.folder \|\| '(.*)' \}\}", workflow["env"]["FOLDER"])[1]
        environment = {**os.environ, **own, "FOLDER": folder.replace("''", "'"), "GITHUB_ENV": str(variables)}
        results = {}
        for step in workflow["jobs"]["game"]["steps"]:
            if "run" in step and "pip install" not in step["run"]:
                known = variables.read_text(encoding="utf-8").split() if variables.exists() else []
                environment |= dict(line.split("=", 1) for line in known)
                script = f'deckwright() {{ "{sys.executable}" -m deckwright "$@"; }}\n{step["run"]}'
                done = subprocess.run(
                    ["bash", "-e", "-c", script],
                    cwd=root,
                    env=environment,
                    text=True,
                    capture_output=True,
                    check=False,
                )
                results[step["name"]] = (done.returncode, done.stdout, done.stderr)
        return workflow, results

    return run_steps


def test_a_new_game_names_no_place_on_this_machine(deckwright, tmp_path, own):
    files = deckwright("new", "game", "Frogs", "--ci", "--json", **own).json["files"]
    for file in files:
        text = (tmp_path / file).read_text(encoding="utf-8")
        assert "file://" not in text
        assert str(resources.folder("schemas").parent) not in text


def test_editors_find_the_schema_of_each_file_in_the_game(deckwright, tmp_path, own):
    assert deckwright("new", "game", "Frogs", **own).code == 0
    folder = tmp_path / "frogs"
    for kind, file in {"game": "game.yaml", "cards": "cards/cards.yaml", "deck": "decks/first.yaml"}.items():
        first = (folder / file).read_text(encoding="utf-8").splitlines()[0]
        schema = first.removeprefix("# yaml-language-server: $schema=")
        assert ((folder / file).parent / schema).read_bytes() == resources.schema(kind).read_bytes()
    settings = json.loads((folder / ".vscode" / "settings.json").read_bytes())
    assert {
        schema: pattern for schema, pattern in settings["yaml.schemas"].items() if (folder / schema).is_file()
    } == settings["yaml.schemas"]
    patterns = set(settings["yaml.schemas"].values())
    assert {"game.yaml", "cards/*.yaml", "decks/*.yaml", "faces/*.yaml", "counts.yaml"} == patterns


def test_a_new_deck_finds_the_schema_of_the_game_around_it(run, tmp_path, own):
    assert run("new", "game", "Frogs", cwd=tmp_path, **own).code == 0
    assert run("new", "deck", "Mine", "--game", "dataset", cwd=tmp_path / "frogs" / "decks", **own).code == 0
    first = (tmp_path / "frogs" / "decks" / "mine.yaml").read_text(encoding="utf-8").splitlines()[0]
    assert first == "# yaml-language-server: $schema=../.schemas/deck.schema.json"


def test_the_workflow_checks_and_prints_a_new_game_in_each_language(run, tmp_path, own, workflow_run):
    root = tmp_path / "it's mine"
    (root / ".git").mkdir(parents=True)
    (root / "games").mkdir()
    files = run("new", "game", "Frogs & Ponds: 2", "--ci", "--json", cwd=root / "games", **own).json["files"]
    assert files[-1] == "../.github/workflows/frogs-ponds-2.yml"
    game = root / "games" / "frogs-ponds-2" / "game.yaml"
    game.write_text(
        game.read_text(encoding="utf-8").replace('languages: ["en"]', "languages: [en, fr]"), encoding="utf-8"
    )
    workflow, results = workflow_run(root, root / ".github" / "workflows" / "frogs-ponds-2.yml")
    assert workflow["name"] == "Frogs & Ponds: 2"
    assert {name: code for name, (code, *_) in results.items()} == {
        "Check the game": 0,
        "Load the game": 0,
        "Check the decks": 0,
        "Check the translations": 0,
        "Print the cards": 0,
    }, results
    printed = sorted((root / "printed").iterdir())
    assert [file.name for file in printed] == ["en.pdf", "fr.pdf"]
    assert all(len(pypdfium2.PdfDocument(file)) for file in printed)


def test_the_workflow_of_a_game_without_a_repository_is_in_its_folder_and_reports_its_faults(
    deckwright, tmp_path, own, workflow_run
):
    files = deckwright("new", "game", "Frogs", "--ci", "--json", **own).json["files"]
    assert files[-1] == "frogs/.github/workflows/frogs.yml"
    root = tmp_path / "frogs"
    deck = root / "decks" / "first.yaml"
    deck.write_text(deck.read_text(encoding="utf-8").replace(": 2", ": 3"), encoding="utf-8")
    _, results = workflow_run(root, tmp_path / files[-1])
    code, out, _ = results["Check the game"]
    assert code == 1
    assert out.startswith("::warning file=decks/first.yaml,line=6,col=3,title=illegal-deck::")
    code, out, _ = results["Check the decks"]
    assert code == 1
    assert out.startswith("::error file=decks/first.yaml,line=6,col=3,title=copies::")
    assert results["Print the cards"][0] == 0


def test_a_workflow_that_exists_is_not_replaced(deckwright, tmp_path, own):
    (tmp_path / ".git").mkdir()
    file = tmp_path / ".github" / "workflows" / "frogs.yml"
    file.parent.mkdir(parents=True)
    file.write_text("mine", encoding="utf-8")
    ran = deckwright("new", "game", "Frogs", "--ci", **own)
    assert ran.code == 3
    assert ".github/workflows/frogs.yml already exists." in ran.err
    assert not (tmp_path / "frogs").exists()
    assert file.read_text(encoding="utf-8") == "mine"
    assert deckwright("new", "game", "Frogs", **own).code == 0


@pytest.mark.parametrize("arguments", [(), ("--ci",)])
def test_a_name_that_is_a_link_to_itself_is_refused_in_words(deckwright, tmp_path, own, arguments):
    (tmp_path / "loop").symlink_to("loop")
    ran = deckwright("new", "game", "loop", *arguments, **own)
    assert ran.code == 3
    assert "loop cannot be written" in ran.err


def test_a_game_whose_command_was_killed_after_it_wrote_the_workflow_can_be_started_again(
    deckwright_process, tmp_path, own
):
    """`make crash`: the folder of the game is moved to its place last."""
    (tmp_path / ".git").mkdir()
    assert deckwright_process("new", "game", "Frogs", "--ci", **own).code == 0
    shutil.rmtree(tmp_path / "frogs")
    workflow = tmp_path / ".github" / "workflows" / "frogs.yml"
    before = workflow.read_bytes()
    left = workflow.with_name(".deckwright-unfinished-left4567")
    left.touch()
    os.utime(left, (0, 0))
    assert deckwright_process("new", "game", "Frogs", "--ci", **own).code == 0
    assert (tmp_path / "frogs" / "game.yaml").is_file()
    assert workflow.read_bytes() == before
    assert not left.exists()


def test_a_workflow_whose_game_cannot_be_moved_to_its_place_is_removed(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".git").mkdir()

    def start():
        with new_game_folder("Frogs", has_ci=True):
            (tmp_path / "frogs").mkdir()
            (tmp_path / "frogs" / "mine.txt").touch()

    with pytest.raises(InputError, match="frogs already exists"):
        start()
    assert list(tmp_path.rglob("*.yml")) == []
    assert [path.name for path in tmp_path.glob(".deckwright-*")] == []


def test_the_workflow_installs_the_program_and_keeps_what_is_printed():
    file = Path(resources.folder("exports")) / "starters" / "project" / "github" / "workflow.yml"
    workflow = YAML(typ="safe").load(file)
    steps = workflow["jobs"]["game"]["steps"]
    assert [step["run"] for step in steps if "pip install" in step.get("run", "")] == [
        "python -m pip install deckwright"
    ]
    assert steps[-1]["with"]["path"] == "printed"
    assert set(workflow["on"]) == {"push", "pull_request", "workflow_call"}
    assert workflow["permissions"] == {"contents": "read"}
