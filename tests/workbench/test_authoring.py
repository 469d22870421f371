"""Games, decks, cards and languages are written through the Python API, and only what loads is saved."""

from __future__ import annotations

from pathlib import Path

import pytest

from deckwright.errors import ChangedError, DatabaseError, InputError
from deckwright.store.folders import changed_folders
from deckwright.store.read import cards_of
from deckwright.workbench.authoring import draft_card, edit_card, new_deck, new_game, with_language
from deckwright.workbench.library import find_database, open_library
from deckwright.workbench.loading import FileChange, LoadOptions, load_changed_file, load_game, shared_base


@pytest.fixture
def database(database_path, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return find_database(str(database_path))


@pytest.fixture
def frogs(database):
    assert Path("frogs/game.yaml") in new_game("Frogs", location="cards.db")
    change, findings = load_game(database, Path("frogs"))
    assert change, findings
    return Path("frogs")


def test_a_new_game_loads_and_its_id_is_free(frogs):
    assert (frogs.name, (frogs / "game.yaml").is_file()) == ("frogs", True)
    for taken in ("Frogs", "Dataset"):
        with pytest.raises(InputError):
            new_game(taken, location="cards.db")


def test_a_new_deck_is_for_a_format_of_its_game(database):
    path = new_deck(database, "My lab", "data-monsters", "lab")
    assert "format: lab" in path.read_text().replace('"', "")
    with pytest.raises(InputError, match="no format labs"):
        new_deck(database, "My labs", "data-monsters", "labs")


@pytest.mark.usefixtures("frogs")
def test_a_card_is_edited_by_a_function(database):
    with open_library("cards.db") as library:
        card = next(iter(library.game("frogs").cards.values()))
    name = card.name("en")
    change = edit_card(database, f"frogs/{card.id}", lambda text: text.replace(name, "Great frog"))
    assert (change.is_changed, change.card.id, list(change.findings)) == (True, card.id, [])
    assert "Great frog" in change.file.read_text()
    with open_library("cards.db") as library:
        assert library.card(card.id, "frogs").name("en") == "Great frog"
    assert edit_card(database, f"frogs/{card.id}", str).is_changed is False


@pytest.mark.usefixtures("frogs")
def test_an_edit_that_breaks_the_game_changes_nothing(database):
    with open_library("cards.db") as library:
        card = next(iter(library.game("frogs").cards))
    draft = draft_card(database, card, "frogs")
    before = draft.lines.content
    broken = draft.text.replace("name:", "nmae:")
    assert {finding.severity for finding in draft.check(broken)} == {"error"}
    with pytest.raises(InputError, match="cannot be loaded") as caught:
        draft.save(broken)
    assert (caught.value.code, bool(caught.value.findings)) == ("faulty-card", True)
    assert draft.lines.file.read_bytes() == before


def with_great_newt(text):
    return text.replace("Newt", "Great newt")


def test_an_editor_edits_a_card_on_a_server_and_nobody_else(team, ponds):
    for role in ("reader", "translator"):
        before = (ponds / "cards" / "frogs.yaml").read_bytes()
        with pytest.raises(DatabaseError) as caught:
            edit_card(team[role], "newt", with_great_newt)
        assert (caught.value.code, "deckwright_editor" in caught.value.hint) == ("no-rights", True)
        assert (ponds / "cards" / "frogs.yaml").read_bytes() == before
    assert edit_card(team["editor"], "newt", with_great_newt).is_changed
    assert changed_folders(team["reader"]) == []
    with team["reader"].reading() as connection:
        assert cards_of(connection, "ponds")["newt"].name("en") == "Great newt"


def test_a_card_is_not_edited_in_a_folder_that_differs_from_a_server(team, ponds):
    cards = ponds / "cards" / "frogs.yaml"
    older = cards.read_bytes()
    draft = draft_card(team["editor"], "newt")
    cards.write_bytes(older.replace(b"Pond", b"Pool"))
    load_game(team["editor"], ponds)  # by somebody else, on another computer
    cards.write_bytes(older)
    for edit in (lambda: draft.save(with_great_newt(draft.text)), lambda: draft_card(team["editor"], "newt")):
        with pytest.raises(InputError, match="an earlier version of ponds") as caught:
            edit()
        assert (caught.value.code, str(ponds) in caught.value.hint) == ("other-version", True)
        assert caught.value.message.count("(loaded by a_editor on ") == 2
    assert cards.read_bytes() == older
    with team["reader"].reading() as connection:
        assert cards_of(connection, "ponds")["pond"].name("en") == "Pool"


def test_a_load_by_somebody_else_at_the_last_moment_is_noticed(team, ponds, postgres):
    draft = draft_card(team["editor"], "newt")
    name = team["editor"].address.partition("?")[0].rpartition("/")[2]
    base = shared_base(team["editor"], "ponds", ponds)
    postgres.sql("UPDATE games SET digest = 'other'", name)
    before = (ponds / "cards" / "frogs.yaml").read_bytes()
    change = FileChange(ponds, draft.lines.file, before.replace(b"Newt", b"Toad"), before)
    with pytest.raises(ChangedError):
        load_changed_file(team["editor"], change, LoadOptions(base=base))
    assert (ponds / "cards" / "frogs.yaml").read_bytes() == before


# A new language is added in a game's folder, or in a copy of a packaged game


LISTS = [
    ("title: A\nlanguages: [en, fr]\nkinds: {}\n", "title: A\nlanguages: [en, fr, es]\nkinds: {}\n"),
    ("languages:\n  - en\n  - fr\nkinds: {}\n", "languages:\n  - en\n  - fr\n  - es\nkinds: {}\n"),
    ("languages:\n- en\n", "languages:\n- en\n- es\n"),
]


@pytest.mark.parametrize(("before", "after"), LISTS)
def test_the_language_is_last_in_the_list_however_that_is_written(before, after):
    assert with_language(before, "es", Path("game.yaml")) == after


def test_another_way_is_an_error():
    with pytest.raises(InputError, match="list of languages"):
        with_language("languages: &all\n  [en]\n".replace("[en]", "*x"), "es", Path("game.yaml"))
