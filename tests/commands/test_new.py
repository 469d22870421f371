import pytest


def test_a_new_game_loads_checks_builds_and_prints(deckwright, tmp_path):
    own = {"DECKWRIGHT_DB": str(tmp_path / "own.db")}
    made = deckwright("new", "game", "Frogs & Ponds", "--json", **own)
    assert made.code == 0
    assert "frogs-ponds/game.yaml" in made.json["files"]
    assert deckwright("load", "frogs-ponds", "--json", **own).json["findings"] == []
    assert deckwright("check", "frogs-ponds/first", **own).code == 0
    assert deckwright("build", "frogs-ponds", "events", "--players", "3", **own).code == 0
    assert deckwright("export", "pdf", "frogs-ponds", "-o", "frogs.pdf", **own).code == 0


@pytest.mark.parametrize("title", ["Città d’oro", 'Quotes " and \\ slashes', "12"])
def test_any_title_makes_a_game_that_loads(deckwright, tmp_path, title):
    own = {"DECKWRIGHT_DB": str(tmp_path / "own.db")}
    folder = deckwright("new", "game", title, "--lang", "it", "--json", **own).json["files"][0].split("/")[0]
    assert deckwright("load", folder, **own).code == 0
    games = {game["id"]: game for game in deckwright("games", "--json", **own).json}
    assert games[folder]["title"] == title
    assert games[folder]["source_language"] == "it"


def test_nothing_is_written_over(deckwright, tmp_path):
    (tmp_path / "frogs").mkdir()
    ran = deckwright("new", "game", "Frogs")
    assert ran.code == 3
    assert "frogs" in ran.err
    assert list(tmp_path.iterdir()) == [tmp_path / "frogs"]


def test_a_title_without_letters_is_refused(deckwright):
    assert deckwright("new", "game", "!!!").code == 3


def test_a_new_deck_is_read_and_found_wanting(deckwright):
    assert deckwright("new", "deck", "My lab", "--game", "data-monsters", "--json").json == {
        "files": ["my-lab.yaml"]
    }
    ran = deckwright("check", "my-lab.yaml", "--json")
    assert [finding["rule"] for finding in ran.json["decks"][0]["findings"]] == ["size"]
    assert deckwright("new", "deck", "My lab", "--game", "data-monsters").code == 3


@pytest.mark.parametrize(
    ("option", "said"),
    [(("--game", "data-monster"), "data-monsters"), (("--game", "data-monsters", "--format", "labb"), "lab")],
)
def test_an_unknown_game_or_format_names_the_nearest(deckwright, option, said):
    ran = deckwright("new", "deck", "Mine", *option)
    assert ran.code == 3
    assert said in ran.err
