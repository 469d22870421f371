"""`export list`: every format, by `--as` and by the ending of the file."""

from __future__ import annotations

import pytest

from deckwright.files.deck_formats import WRITTEN_FORMATS

DECK = "data-monsters/startup"
READ_BACK = sorted(
    {f"startup{form.endings[0]}" for form in WRITTEN_FORMATS.values() if form.saves.startswith("everything")}
)
"""Files of the formats that have a place for all that a deck says."""


@pytest.mark.parametrize("name", READ_BACK)
@pytest.mark.parametrize("language", ["en", "it"])
def test_a_file_of_every_format_is_a_deck_wherever_a_deck_is_named(deckwright, name, language):
    ran = deckwright("--lang", language, "export", "list", DECK, "-o", name, "--json")
    assert (ran.code, ran.json["files"]) == (0, [name]), ran.err
    checked = deckwright("check", name, "--json").json["decks"][0]
    original = deckwright("check", DECK, "--json").json["decks"][0]
    assert {**checked, "deck": DECK} == {**original, "deck": DECK}
    again = deckwright("export", "list", name, "--as", "yaml").out
    own = deckwright("--lang", language, "export", "list", DECK, "--as", "yaml").out
    assert [line.partition("#")[0] for line in again.splitlines()] == [
        line.partition("#")[0] for line in own.splitlines()
    ]


def test_arena_names_no_game_and_no_format(deckwright):
    ran = deckwright("export", "list", DECK, "--as", "arena", "-o", "startup.txt")
    assert ran.code == 0, ran.err
    checked = deckwright("check", "startup.txt", "--game", "data-monsters", "--format", "lab", "--json")
    assert checked.json["decks"][0]["legal"]


def test_files_of_other_programs_in_a_folder_are_decks(deckwright, tmp_path):
    (tmp_path / "mine").mkdir()
    for name in ("a.cod", "b.o8d", "c.csv"):
        assert deckwright("export", "list", DECK, "-o", f"mine/{name}").code == 0
    ran = deckwright("check", "mine", "--json")
    assert [one["deck"] for one in ran.json["decks"]] == ["mine/a.cod", "mine/b.o8d"]


def test_the_format_and_the_ending_must_fit(deckwright, tmp_path):
    ran = deckwright("export", "list", DECK, "--as", "cod", "-o", "startup.o8d")
    assert ran.code == 2
    assert "Use a file name that ends in .cod." in ran.err
    unknown = deckwright("export", "list", DECK, "--as", "docx")
    assert unknown.code == 2
    assert "Unknown value: docx" in unknown.err
    assert list(tmp_path.iterdir()) == []


def test_a_file_with_one_deck_does_not_take_two(deckwright):
    ran = deckwright("export", "list", DECK, "data-monsters/enterprise", "--as", "cod")
    assert (ran.code, ran.out) == (2, "")
    assert "A file in the format cod has one deck, not 2." in ran.err
    both = deckwright("export", "list", DECK, "data-monsters/enterprise", "--as", "yaml")
    assert both.out.count("\n---\n") == 1


def test_a_deck_that_cannot_name_its_game_needs_the_option(deckwright, tmp_path):
    (tmp_path / "mine.dek").write_text('<Deck><Cards Quantity="1" Name="Krol"/></Deck>', encoding="utf-8")
    ran = deckwright("check", "mine.dek")
    assert ran.code == 2
    assert "Add --game. Games: " in ran.err
    (tmp_path / "mine.cod").write_text("<cockatrice_deck/>", encoding="utf-8")
    assert "or the line “# game: …” to the list" in deckwright("check", "mine.cod").err
