"""A game whose cards are fetched again: what has changed is told, new columns are declared, and a folder never takes what it should not."""

from __future__ import annotations

import pytest

from deckwright.errors import InputError
from deckwright.files.game_package import inspect_package
from deckwright.files.yaml import read_document
from deckwright.workbench.library import find_database, ignore_notices
from deckwright.workbench.loading import load_game
from deckwright.workbench.sheet_games import NewGameOptions, new_game_from_sheet
from deckwright.workbench.sheet_updates import load_fetched, load_with_new_columns

ROWS = ["Name,Cost,Text", "Frog,1,Hop.", "Newt,2,Swim.", "Toad,3,Wait."]


def sheet(*rows):
    return "\n".join(rows).encode() + b"\n"


@pytest.fixture
def game(website, database_path, tmp_path, monkeypatch):
    """A game whose cards are at an address, loaded once."""
    monkeypatch.chdir(tmp_path)
    website.pages["/cards.csv"] = sheet(*ROWS)
    new_game_from_sheet("Pond", f"{website.url}/cards.csv", NewGameOptions(str(database_path)))
    load_game(find_database(str(database_path)), "pond")
    return tmp_path / "pond"


@pytest.fixture
def fetch(game, website, database_path):
    """Fetch the cards again after the site has other rows."""

    def fetched(*rows, dry_run=False, accepts_losses=False):
        website.pages["/cards.csv"] = sheet(*rows)
        return load_fetched(
            find_database(str(database_path)),
            game,
            dry_run=dry_run,
            accepts_losses=accepts_losses,
            notify=ignore_notices,
        )

    return fetched


def test_the_game_keeps_its_address_and_a_copy(game, website):
    assert read_document(game / "game.yaml").value["source"] == f"{website.url}/cards.csv"
    assert (game / "cards" / "cards.csv").read_bytes() == sheet(*ROWS)
    assert [card.id for card in inspect_package(game)[0].cards] == ["frog", "newt", "toad"]


def test_what_has_changed_is_told_card_by_card_and_loaded(game, fetch):
    changes, loaded = fetch("Name,Cost,Text", "Newt,4,Swim.", "Frog,1,Leap.", "Pike,5,Bite.", "Toad,3,Wait.")
    assert changes.new == ("pike",)
    assert changes.gone == ()
    assert changes.changed == {"newt": (("Cost", "2", "4"),), "frog": (("Text", "Hop.", "Leap."),)}
    assert (loaded.change.added, loaded.change.changed, loaded.change.removed) == (1, 2, 0)
    assert b"Leap" in (game / "cards" / "cards.csv").read_bytes()


def test_nothing_new_is_no_change(fetch):
    changes, loaded = fetch(*ROWS)
    assert (changes.new, changes.gone, changes.changed) == ((), (), {})
    assert loaded.change


def test_a_trial_changes_nothing(game, fetch):
    changes, loaded = fetch(*ROWS, "Pike,5,Bite.", dry_run=True)
    assert changes.new == ("pike",)
    assert loaded.change.added == 1
    assert (game / "cards" / "cards.csv").read_bytes() == sheet(*ROWS)


def test_half_of_the_cards_gone_is_told_before_anything_is_replaced(game, fetch):
    with pytest.raises(InputError) as caught:
        fetch(*ROWS[:2])
    assert (caught.value.code, caught.value.hint) == ("lost-cards", "If that is right, add --force.")
    assert (game / "cards" / "cards.csv").read_bytes() == sheet(*ROWS)
    changes, _ = fetch(*ROWS[:2], accepts_losses=True)
    assert changes.gone == ("newt", "toad")
    assert (game / "cards" / "cards.csv").read_bytes() == sheet(*ROWS[:2])


def test_a_sheet_with_errors_leaves_the_game_as_it_was(game, fetch):
    changes, loaded = fetch("Name,Cost,Text", "Frog,many,Hop.", *ROWS[2:])
    assert changes.changed == {"frog": (("Cost", "1", "many"),)}
    assert loaded.change is None
    assert any(one.where.cell == "B2" for one in loaded.findings)
    assert (game / "cards" / "cards.csv").read_bytes() == sheet(*ROWS)


def test_a_page_in_place_of_the_sheet_leaves_the_game_as_it_was(game, fetch):
    with pytest.raises(InputError, match="is a web page"):
        fetch("<html>", "Sign in")
    assert (game / "cards" / "cards.csv").read_bytes() == sheet(*ROWS)


def test_a_game_without_an_address_says_where_to_write_it(game, fetch):
    text = (game / "game.yaml").read_text(encoding="utf-8")
    (game / "game.yaml").write_text(
        "\n".join(line for line in text.splitlines() if 'source: "' not in line), encoding="utf-8"
    )
    with pytest.raises(InputError, match="names no address"):
        fetch(*ROWS)


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


def test_without_the_option_the_column_is_a_warning_that_names_it(load):
    (finding, *_) = load(FLOW, adds_columns=False).findings
    assert finding.severity == "warning"
    assert finding.message.startswith("New column: Power. It is not read.")
    assert "load --add-columns" in finding.message


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


def test_new_columns_with_the_same_heading_are_told_apart(load, tmp_path):
    sheet = "Name,Cost,Trade,Trade\nFrog,1,Hop,Croak\nNewt,2,Swim,Dive\n"
    findings = load(FLOW, sheet, adds_columns=False).findings
    assert [(finding.severity, finding.message.partition(". ")[0]) for finding in findings] == [
        ("warning", "New column: Trade"),
        ("warning", "New column: Trade (2)"),
    ]
    assert load(FLOW, sheet).change
    assert [*read_document(tmp_path / "pond" / "game.yaml").value["fields"]] == ["cost", "trade", "trade_2"]


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
