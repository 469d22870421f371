import pytest


def test_a_seed_gives_the_same_order(deckwright):
    one, two = (
        deckwright("build", "dataset", "main", "--players", "4", "--seed", "42", "--json").json
        for _ in range(2)
    )
    assert one == two
    assert one["seed"] == 42


def test_without_a_seed_one_is_drawn_and_reported(deckwright):
    built = deckwright("build", "dataset", "main", "--players", "2", "--json").json
    again = deckwright(
        "build", "dataset", "main", "--players", "2", "--seed", str(built["seed"]), "--json"
    ).json
    assert again["order"] == built["order"]


def test_other_numbers_of_players_are_refused_with_the_allowed_ones(deckwright):
    ran = deckwright("build", "data-monsters", "opportunity", "--players", "5", "--json")
    assert ran.code == 2
    assert "2, 3 or 4" in ran.json["error"]["message"]


def test_the_list_written_reads_back_as_a_deck(deckwright):
    deckwright("build", "dataset", "main", "--players", "4", "--mode", "level-1", "-o", "pile.txt")
    listed = deckwright("export", "list", "pile.txt", "--json").json
    assert listed["cards"] == 94


def test_json_has_the_keys_of_the_contract(deckwright):
    built = deckwright("build", "data-monsters", "opportunity", "--players", "2", "--json").json
    assert set(built) == {"game", "pile", "players", "mode", "seed", "cards", "order", "aside"}
    assert built["mode"] == "standard"


def test_a_deck_file_would_lose_the_order(deckwright, tmp_path):
    ran = deckwright("build", "data-monsters", "opportunity", "--players", "2", "-o", "pile.yaml")
    assert ran.code == 2
    assert list(tmp_path.iterdir()) == []


def test_the_seed_drawn_is_told_where_a_file_is_written(deckwright, tmp_path):
    ran = deckwright("build", "data-monsters", "opportunity", "--players", "2", "-o", "pile.txt")
    seed = next(line for line in (tmp_path / "pile.txt").read_text().splitlines() if "seed" in line).split()[
        -1
    ]
    assert seed in ran.err


@pytest.mark.parametrize("command", [("build", "dataset", "main"), ("deal", "dataset")])
def test_a_seed_that_could_not_be_read_again_is_refused(deckwright, tmp_path, command):
    ran = deckwright(*command, "--players", "2", "--seed", "A\x1b[31m", "-o", "pile.txt")
    assert (ran.code, "The control character U+001B is not allowed." in ran.err) == (2, True)
    assert list(tmp_path.iterdir()) == []
