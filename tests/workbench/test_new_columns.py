"""New columns of a sheet are declared in game.yaml as a new game would have them, and nothing else there changes."""

from __future__ import annotations

import pytest

from deckwright.errors import InputError
from deckwright.files.yaml import read_document
from deckwright.workbench.library import find_database, ignore_notices
from deckwright.workbench.loading import load_game
from deckwright.workbench.new_columns import load_with_new_columns

FLOW = """\
id: pond
title: Pond  # mine
source_language: en
languages: [en]
fields:
  cost: {title: Cost, type: integer}

kinds:
  card: {name: Card, fields: [cost]}
"""
BLOCK = FLOW.replace(
    "  card: {name: Card, fields: [cost]}\n", "  card:\n    name: Card\n    fields:\n      - cost\n"
)
BARE = FLOW.replace("fields:\n  cost: {title: Cost, type: integer}\n\n", "").replace(", fields: [cost]", "")
SHEET = "Name,Cost,Power,Trade,Story\nFrog,1,4,Hop,\nNewt,2,5,Swim,\n"


@pytest.fixture
def load(tmp_path, monkeypatch, database_path):
    """Load a game with a sheet."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "pond" / "cards").mkdir(parents=True)

    def loaded(game, sheet=SHEET, *, adds_columns=True, dry_run=False):
        (tmp_path / "pond" / "game.yaml").write_text(game, encoding="utf-8")
        (tmp_path / "pond" / "cards" / "all.csv").write_text(sheet, encoding="utf-8")
        database, folder = find_database(str(database_path)), tmp_path / "pond"
        if not adds_columns:
            return load_game(database, folder)
        return load_with_new_columns(database, folder, dry_run=dry_run, notify=ignore_notices)

    return loaded


def test_without_the_option_the_column_is_an_error_that_names_it(load):
    (message, *_) = [finding.message for finding in load(FLOW, adds_columns=False).findings]
    assert message.startswith("Unknown column: Power.")
    assert "load --add-columns" in message


@pytest.mark.parametrize("game", [FLOW, BLOCK, BARE], ids=["flow", "block", "bare"])
def test_new_columns_are_declared_and_the_rest_stays(load, tmp_path, game):
    result = load(game)
    added = [finding.message for finding in result.findings if finding.rule == "new-column"]
    assert "The column Power was declared as power." in added
    assert result.change
    text = (tmp_path / "pond" / "game.yaml").read_text(encoding="utf-8")
    assert "title: Pond  # mine" in text
    definition = read_document(tmp_path / "pond" / "game.yaml").value
    assert definition["fields"]["power"] == {"title": "Power", "type": "integer"}
    assert [*definition["fields"]] == ["cost", "power", "trade", "story"]
    assert definition["kinds"]["card"]["fields"] == ["cost", "power", "trade"]
    assert definition["kinds"]["card"]["optional"] == ["story"]


def test_a_game_that_has_errors_or_a_dry_run_leaves_game_yaml_as_it_was(load, tmp_path):
    assert load(FLOW, SHEET.replace("Frog,1", "Frog,one")).change is None
    assert (tmp_path / "pond" / "game.yaml").read_text(encoding="utf-8") == FLOW
    assert load(FLOW, dry_run=True).change
    assert (tmp_path / "pond" / "game.yaml").read_text(encoding="utf-8") == FLOW


def test_a_game_yaml_that_is_written_in_another_way_is_one_clear_error(load, tmp_path):
    game = FLOW.replace(
        "fields:\n  cost: {title: Cost, type: integer}", "fields: {cost: {title: Cost, type: integer}}"
    )
    with pytest.raises(InputError) as error:
        load(game)
    assert error.value.message == "power cannot be declared in game.yaml, which is written in another way."
    assert (tmp_path / "pond" / "game.yaml").read_text(encoding="utf-8") == game
