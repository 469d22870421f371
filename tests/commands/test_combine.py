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
    "pair", ["data-monsters/startup=0", "data-monsters/startup=x", "startup=2", "data-monsters/startup"]
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
