import pytest

TWO_AND_TWO = (
    "data-monsters/startup",
    "data-monsters/enterprise",
    "--times",
    "data-monsters/startup=2",
    "--times",
    "data-monsters/enterprise=2",
    "--format",
    "office",
)


def test_two_and_two_packs_lose_four_scrum_planning(deckwright):
    """Data Monsters, §10: remove supernumerary copies, for example 4 copies of Scrum Planning."""
    ran = deckwright("combine", *TWO_AND_TWO, "--players", "4", "--json")
    assert ran.code == 0
    assert ran.json["removed"] == [{"card": "scrum-planning", "copies": 4}]
    assert ran.json["legal"]
    assert sum(entry["copies"] for entry in ran.json["deck"]["cards"]) == 116


@pytest.mark.parametrize("name", ["office.yaml", "office.txt"])
def test_the_file_written_reads_back_as_the_same_deck(deckwright, name):
    ran = deckwright("combine", *TWO_AND_TWO, "--players", "4", "-o", name, "--json")
    checked = deckwright("check", name, "--json")
    assert checked.code == 0
    assert checked.json["decks"][0]["cards"] == sum(entry["copies"] for entry in ran.json["deck"]["cards"])
    assert checked.json["decks"][0]["players"] == 4


def test_an_illegal_result_is_written_and_said(deckwright):
    ran = deckwright("combine", "data-monsters/startup", "--format", "office", "--players", "4", "--json")
    assert ran.code == 1
    assert [finding["rule"] for finding in ran.json["findings"]] == ["size"]


def test_the_players_are_asked_for(deckwright):
    assert deckwright("combine", *TWO_AND_TWO).code == 2


@pytest.mark.parametrize(
    "pair",
    [
        "data-monsters/startup=0",
        "data-monsters/startup=x",
        "startup=2",
        "data-monsters/startup",
        f"data-monsters/startup={'9' * 5000}",
    ],
)
def test_a_bad_number_of_times_is_refused(deckwright, pair):
    ran = deckwright("combine", "data-monsters/startup", "--times", pair, "--format", "lab")
    assert ran.code == 2
    assert "Traceback" not in ran.err


def test_an_unwritable_folder_is_said_and_nothing_is_left(deckwright, tmp_path):
    ran = deckwright("combine", *TWO_AND_TWO, "--players", "4", "-o", "missing/office.yaml")
    assert ran.code == 3
    assert list(tmp_path.iterdir()) == []


def test_on_standard_output_the_verdict_is_said_beside_it(deckwright):
    ran = deckwright("combine", *TWO_AND_TWO, "--players", "4", "-o", "-")
    assert ran.out.startswith("game:")
    assert "Scrum Planning" in ran.err
    assert "legal" in ran.err


def test_a_file_that_could_not_be_read_back_is_not_written(deckwright, tmp_path):
    assert deckwright("combine", *TWO_AND_TWO, "--players", "4", "-o", "office.pdf").code == 2
    assert list(tmp_path.iterdir()) == []


def test_a_file_without_an_ending_reads_back(deckwright):
    deckwright("combine", *TWO_AND_TWO, "--players", "4", "-o", "office")
    assert deckwright("check", "office").code == 0


def test_cards_of_one_name_that_are_taken_out_are_told_apart(deckwright, tmp_path):
    (tmp_path / "many.yaml").write_text(
        "game: data-monsters\nname: Many\ncards: {krol-junior: 500, krol-senior: 500}\n", encoding="utf-8"
    )
    ran = deckwright("combine", "many.yaml", "--format", "office", "--players", "4", "--lang", "en")
    assert "copies of Krol (krol-junior)." in ran.err
    assert "copies of Krol (krol-senior)." in ran.err


@pytest.mark.parametrize("character", ["\x1b", "\x9b", "\u202e"])
def test_a_name_that_could_not_be_read_again_is_refused(deckwright, tmp_path, character):
    name = f"Office{character}[31m"
    ran = deckwright("combine", *TWO_AND_TWO, "--players", "4", "--name", name, "-o", "office.yaml", "--json")
    assert (ran.code, ran.json["error"]["code"]) == (3, "bad-name")
    assert not (tmp_path / "office.yaml").exists()


GAME = """
id: frogs
title: Frogs
source_language: en
languages: [en]
kinds: {frog: {name: Frog}}
fields:
  level: {title: Level, type: integer, in_decks: true}
  colours: {title: Colours, type: array, items: {enum: [red, blue]}, in_decks: true}
formats: {pond: {name: Pond, zones: [side], rules: [{id: copies, measure: copies, max: 5}]}}
"""
DECK = """
game: frogs
format: pond
date: 2026-03-01
cards:
  - {card: toad, copies: 2, fields: {level: 3, colours: [red]}}
zones: {Side: [toad: 1]}
"""
LIST = "# game: frogs\n# date: 2026-03-01\n// Sideboard\n1x Toad 6 pre Clan:6 {level: 3}\nToad\n"


@pytest.fixture
def frogs(deckwright, tmp_path):
    """A game with facts of entries, a deck of its own with some, and a list."""
    for folder in ("frogs/cards", "frogs/decks"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "frogs" / "game.yaml").write_text(GAME)
    (tmp_path / "frogs" / "cards" / "all.yaml").write_text("cards: [{id: toad, kind: frog, name: Toad}]")
    (tmp_path / "frogs" / "decks" / "one.yaml").write_text(DECK)
    (tmp_path / "two.txt").write_text(LIST)
    assert deckwright("load", "frogs").code == 0
    return deckwright


BOTH = {
    "game": "frogs",
    "format": "pond",
    "name": "one + two",
    "date": "2026-03-01",
    "cards": [{"card": "toad", "copies": 2, "fields": {"colours": ["red"], "level": 3}}],
    "zones": {
        "side": [{"card": "toad", "copies": 2}, {"card": "toad", "copies": 1, "fields": {"level": 3}}],
    },
}


def test_entries_of_one_card_with_other_fields_stay_apart(frogs):
    ran = frogs("combine", "frogs/one", "two.txt", "--format", "pond", "--json")
    assert (ran.code, ran.json["deck"], ran.json["removed"]) == (0, BOTH, [])


@pytest.mark.parametrize("name", ["both.yaml", "both.txt"])
def test_the_fields_and_the_day_of_a_deck_are_written_and_read_again(frogs, name):
    assert frogs("combine", "frogs/one", "two.txt", "--format", "pond", "-o", name).code == 0
    listed = frogs("export", "list", name).out
    assert listed == (
        "# game: frogs\n# format: pond\n# name: one + two\n# date: 2026-03-01\n"
        "2 Toad {colours: [red], level: 3}\n\nside:\n2 Toad\n1 Toad {level: 3}\n"
    )


def test_decks_of_several_days_have_none_together(frogs, tmp_path):
    (tmp_path / "two.txt").write_text(LIST.replace("2026-03-01", "2026-03-02"))
    ran = frogs("combine", "frogs/one", "two.txt", "--format", "pond", "--json")
    assert "date" not in ran.json["deck"]


def test_copies_of_a_card_are_removed_whatever_their_fields(frogs):
    ran = frogs("combine", "frogs/one", "--times", "frogs/one=3", "--format", "pond", "--json")
    assert ran.json["removed"] == [{"card": "toad", "copies": 1}]
    assert ran.json["legal"]
