"""A deck that a user names is a file or one of the database; what is neither is told as what it is."""

from __future__ import annotations

import shutil

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


def test_a_folder_without_decks_is_refused(deckwright):
    ran = deckwright("check", ".", "--json")
    assert ran.code == 3
    assert ran.json["error"]["message"] == ". contains no decks."


def test_a_folder_is_no_deck(deckwright):
    ran = deckwright("stats", ".", "--json")
    assert ran.code == 3
    assert ran.json["error"]["message"] == ". is a folder, not a deck."


COMMANDS = ["export pdf {} -o x.pdf", "stats {}", "export csv {} -o x.csv", "deal {} --players 2"]


@pytest.mark.parametrize("command", [*COMMANDS, "check {}"])
def test_a_name_that_is_the_folder_of_a_game_means_that_folder(deckwright, command):
    assert deckwright("new", "game", "Frogs and Ponds").code == 0
    ran = deckwright(*command.format("frogs-and-ponds").split())
    assert ran.code == 0
    assert "Loaded frogs-and-ponds from " in ran.err
    ran = deckwright(*command.format("./frogs-and-ponds").split())
    assert (ran.code, "Loaded" in ran.err) == (0, False)


@pytest.mark.parametrize("command", COMMANDS)
def test_of_two_folders_with_one_id_the_named_one_is_used(deckwright, tmp_path, command):
    assert deckwright("new", "game", "Frogs").code == 0
    shutil.copytree(tmp_path / "frogs", tmp_path / "v2")
    cards = tmp_path / "v2" / "cards" / "cards.yaml"
    cards.write_text(cards.read_text().replace("two", "three"))
    assert deckwright("load", "v2").code == 0
    ran = deckwright(*command.format("frogs").split())
    assert ran.code == 0
    assert f"Loaded frogs from {tmp_path / 'frogs'}." in ran.err
    assert f"warning: {tmp_path / 'v2'} has a game with the same id" in ran.err
    ran = deckwright(*command.format("v2").split())
    assert f"Loaded frogs from {tmp_path / 'v2'}." in ran.err
    assert ran.err.count("Loaded") == 1


@pytest.mark.parametrize(
    "command", ["export pdf -o x.pdf", "stats .", "export rules -o x.pdf", "search", "check first.yaml"]
)
def test_without_a_name_the_folder_that_one_is_in_is_meant(deckwright, tmp_path, monkeypatch, command):
    assert deckwright("new", "game", "Frogs").code == 0
    monkeypatch.chdir(tmp_path / "frogs" / "decks")
    ran = deckwright(*command.split())
    assert ran.code == 0
    assert "Loaded frogs from " in ran.err
    if command == "search":
        assert "3 cards found." in ran.err


def test_the_folder_of_a_game_with_errors_is_not_used(deckwright, tmp_path):
    assert deckwright("new", "game", "Frogs").code == 0
    (tmp_path / "frogs" / "cards" / "cards.yaml").write_text("cards: 3\n")
    ran = deckwright("export", "pdf", "frogs", "-o", "x.pdf")
    assert (ran.code, (tmp_path / "x.pdf").exists()) == (1, False)
    assert "cards.yaml:1:" in ran.err


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
