"""A game whose cards are fetched again: what has changed is told, and a folder never takes what it should not."""

from __future__ import annotations

import pytest

from deckwright.errors import InputError
from deckwright.files.game_package import inspect_package
from deckwright.files.yaml import read_document
from deckwright.workbench.fetching import load_fetched
from deckwright.workbench.library import find_database, ignore_notices
from deckwright.workbench.loading import load_game
from deckwright.workbench.sheet_games import NewGameOptions, new_game_from_sheet

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
