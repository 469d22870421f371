"""A deck that a user names is a file or one of the database; what is neither is told as what it is."""

from __future__ import annotations

import pytest

from deckwright.workbench.library import is_file


@pytest.mark.parametrize(
    ("name", "text", "line"),
    [("deck.txt", "1 Mainframe\n", "“# game: …”"), ("deck.yaml", "cards: {mainframe: 1}\n", "“game: …”")],
)
def test_a_list_without_a_game_is_told_how_to_say_it(deckwright, tmp_path, name, text, line):
    (tmp_path / name).write_text(text, encoding="utf-8")
    ran = deckwright("check", name)
    assert ran.code == 2
    assert line in ran.err


def test_a_folder_is_no_deck(deckwright):
    ran = deckwright("check", ".", "--json")
    assert ran.code == 3
    assert ran.json["error"]["message"] == ". is a folder, not a deck."


@pytest.mark.parametrize(
    "command", ["export pdf {} -o x.pdf", "check {}", "export csv {} -o x.csv", "deal {} --players 2"]
)
def test_the_folder_of_a_game_is_to_be_loaded_or_named_by_its_id(deckwright, command):
    assert deckwright("new", "game", "Frogs and Ponds").code == 0
    ran = deckwright(*command.format("frogs-and-ponds").split())
    assert ran.code == 3
    assert "error: frogs-and-ponds is the folder of a game that is not loaded." in ran.err
    assert "Load it first with “deckwright load frogs-and-ponds”, then use the id of the game." in ran.err
    assert deckwright("load", "frogs-and-ponds").code == 0
    ran = deckwright(*command.format("./frogs-and-ponds").split())
    assert ran.code == 3
    assert "./frogs-and-ponds is the folder of a game, not its id." in ran.err
    assert "Use the id of the game: frogs-and-ponds." in ran.err


def test_a_card_of_another_game_is_named_with_it(deckwright, tmp_path):
    (tmp_path / "deck.txt").write_text("# game: data-monsters\n1 Lawyer\n", encoding="utf-8")
    ran = deckwright("check", "deck.txt", "--format", "lab")
    assert ran.code == 3
    assert "dataset/lawyer" in ran.err


def test_nothing_in_a_locked_folder_is_a_file(public_folder, unprivileged):
    (public_folder / "locked").mkdir(mode=0o700)
    (public_folder / "locked" / "deck").touch()
    with unprivileged():
        assert not is_file(str(public_folder / "locked" / "deck"))


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("data-monsters", "data-monsters is a game, not a deck.\nUse one of its decks, or a file: "),
        ("data-monsters/startupp", "Did you mean data-monsters/startup?"),
        ("dataset/x", "dataset has no decks of its own: use a file."),
        ("dataset", "dataset has no decks of its own: use a file."),
    ],
)
def test_a_deck_that_is_none_is_looked_for_among_those_of_its_game(deckwright, name, message):
    ran = deckwright("check", name)
    assert (ran.code, message in ran.err) == (3, True)
    assert "enterprise" not in ran.err or name == "data-monsters"


def test_a_game_with_a_slip_in_its_name_is_suggested_first(deckwright):
    ran = deckwright("export", "pdf", "data-monster", "-o", "x.pdf")
    assert (ran.code, "Did you mean data-monsters" in ran.err) == (3, True)
