"""Counts of a real box: loaded from a file, kept over loads of the game, shown, and removed."""

from __future__ import annotations

import pytest

HEAD = "game: dataset\ncounts:\n"
RIGHT = HEAD + "  simple-red: 8\n  Dataset bleu: 6\n"


@pytest.fixture
def load(deckwright, tmp_path):
    """Load the text of a file of counts."""

    def run(text, *arguments, name="box.yaml"):
        (tmp_path / name).write_text(text, encoding="utf-8")
        return deckwright("load", name, *arguments)

    return run


def copies(deckwright, card):
    found = deckwright("show", card, "--json").json
    return found["copies"], found["counts"]


def test_counts_go_over_those_of_the_game(deckwright, load):
    assert copies(deckwright, "dataset/simple-red") == (7, "sample")
    ran = load(RIGHT)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == "dataset: the counts of 2 cards were saved; the box has 120 cards.\n"
    assert copies(deckwright, "dataset/simple-red") == (8, "exact")
    assert copies(deckwright, "dataset/simple-blue") == (6, "exact")
    assert copies(deckwright, "dataset/simple-green") == (7, "sample")
    found = deckwright("search", "game:dataset copies>=8", "--json").json
    assert [card["id"] for card in found] == ["simple-red"]


def test_they_outlive_a_load_of_the_game_and_are_shown(deckwright, load):
    load(RIGHT)
    ran = deckwright("load", "--json").json["games"]
    assert [(one["game"], one["changed"]) for one in ran if one["game"] == "dataset"] == [("dataset", 0)]
    assert copies(deckwright, "dataset/simple-red") == (8, "exact")
    games = {one["id"]: one["counted"] for one in deckwright("games", "--json").json}
    assert games == {"big-monster": 0, "data-monsters": 0, "dataset": 2, "monster-office": 0}
    assert "deckwright db counts" in deckwright("games").out
    assert deckwright("db", "info", "--json").json["counted"] == ["dataset"]
    counts = deckwright("db", "counts", "--json").json["counts"]
    assert [(one["card"], one["copies"], one["game_copies"]) for one in counts] == [
        ("simple-blue", 6, 7),
        ("simple-red", 8, 7),
    ]


def test_removed_they_leave_what_the_game_says(deckwright, load):
    load(RIGHT)
    ran = deckwright("db", "counts", "dataset", "--remove")
    assert (ran.code, ran.out) == (0, "Removed 2 counts of dataset.\n")
    assert copies(deckwright, "dataset/simple-red") == (7, "sample")
    assert deckwright("search", "game:dataset copies>=8", "--json").json == []
    assert deckwright("db", "counts", "--json").json == {"counts": [], "removed": 0}


def test_a_file_takes_the_place_of_the_one_before(deckwright, load):
    load(RIGHT)
    load(HEAD + "  simple-green: 9\n  simple-yellow: 5\n")
    assert copies(deckwright, "dataset/simple-red") == (7, "sample")
    assert copies(deckwright, "dataset/simple-green") == (9, "exact")


def test_a_dry_run_changes_nothing(deckwright, load):
    assert "Nothing was written" in load(RIGHT, "--dry-run").out
    assert copies(deckwright, "dataset/simple-red") == (7, "sample")


def test_a_box_may_lack_a_card(deckwright, load):
    """No gavel in green, and two in red: nothing is dealt or printed of what is not there."""
    assert load(HEAD + "  judicial-green: 0\n  judicial-red: 2\n").code == 0
    assert (
        deckwright("build", "dataset", "main", "--players", "2", "--json")
        .json["order"]
        .count("judicial-green")
        == 0
    )
    listed = deckwright("export", "list", "--select", "sign:judicial", "--game", "dataset").out
    assert "2 Judicial data, red" in listed
    assert "green" not in listed


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            HEAD + "  simple-bleu: 8\n",
            "box.yaml:3:3: error: Unknown card: simple-bleu. Did you mean simple-blue, simple-red?",
        ),
        (
            HEAD + "  simple-red: 8\n  Dataset rosso: 8\n",
            "box.yaml:4:3: error: The card simple-red is listed twice.",
        ),
        (HEAD + "  stetoscopio: 8\n", "box.yaml:3:3: error: stetoscopio is the name of several cards"),
        (
            HEAD + "  simple-red: 8\n",
            "36 cards match kind:simple; the rulebook says 35. Not in this file: simple-blue",
        ),
        (HEAD + "  sanction: many\n", "box.yaml:3:13: error: “many” is not a whole number."),
        ("game: datasett\ncounts: {}\n", "error: Unknown game: datasett."),
        ("game: dataset\n", "box.yaml:1:1: error: Missing: counts."),
    ],
)
def test_what_is_wrong_is_told_at_its_place_and_nothing_is_kept(deckwright, load, text, message):
    ran = load(text)
    assert ran.code == 3
    assert message in ran.err
    assert deckwright("db", "counts", "--json").json["counts"] == []


def test_fewer_cards_than_the_rulebook_says_are_a_warning(deckwright, load):
    """A card was lost."""
    ran = load(HEAD + "  simple-red: 6\n")
    assert ran.code == 0
    assert "34 cards match kind:simple; the rulebook says 35." in ran.err
    assert copies(deckwright, "dataset/simple-red") == (6, "exact")


def test_a_file_of_a_game_is_no_file_of_counts_but_stands_for_its_folder(load):
    ran = load("id: frogs\n", name="game.yaml")
    assert ran.code == 3
    assert "game.yaml:1:1: error: Missing: title, source_language, languages, kinds." in ran.err


def test_what_is_not_there_cannot_be_removed(deckwright):
    assert "uses its own numbers" in deckwright("db", "counts", "dataset", "--remove").out
    assert deckwright("db", "counts", "--remove").code == 2
    assert deckwright("db", "counts", "datasett", "--remove").code == 3
    assert "No counts" in deckwright("db", "counts").out


SCORE = """\
game: dataset
seats:
  Ada: {collected: {simple-red: 8}}
  Bo: {}
"""


def test_an_owner_s_count_is_held_to(deckwright, load, tmp_path):
    """An eighth simple red card is strange as long as nobody has counted them, and then right or wrong."""
    (tmp_path / "evening.yaml").write_text(SCORE)
    ran = deckwright("score", "dataset", "evening.yaml")
    assert ran.code == 0
    assert "only a sample" in ran.out
    load(RIGHT)
    ran = deckwright("score", "dataset", "evening.yaml", "--json")
    assert (ran.code, ran.json["findings"]) == (0, [])
    load(HEAD + "  simple-red: 7\n")
    assert deckwright("score", "dataset", "evening.yaml").code == 3
