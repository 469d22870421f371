import pytest

GAME = """
id: forest
title: Forest
source_language: en
languages: [en]
kinds: {beast: {name: Beast}, tree: {name: Tree}}
formats:
  grove:
    name: Grove
    zones: [side]
    banned: [wolf]
    rules:
      - {id: size, measure: cards, min: 6, max: 6}
      - {id: copies, measure: copies, max: 2}
      - {id: side, zone: side, over: "kind:tree", measure: cards, min: 1}
  never:
    name: Never
    rules:
      - {id: least, measure: cards, min: 2}
      - {id: most, measure: cards, max: 1}
"""
CARDS = """
defaults: {kind: beast}
cards:
  - {id: fox, name: Fox}
  - {id: wolf, name: Wolf}
  - {id: owl, name: Owl}
  - {id: oak, name: Oak, kind: tree}
"""
DECK = """
game: forest
format: grove
name: My forest
cards: {wolf: 1, fox: 3, owl: 2}
zones: {attic: {fox: 1}}
"""


@pytest.fixture
def forest(deckwright, tmp_path):
    """Load the small game, and write a deck of it that violates several rules."""
    (tmp_path / "forest" / "cards").mkdir(parents=True)
    (tmp_path / "forest" / "game.yaml").write_text(GAME, encoding="utf-8")
    (tmp_path / "forest" / "cards" / "cards.yaml").write_text(CARDS, encoding="utf-8")
    (tmp_path / "mine.yaml").write_text(DECK, encoding="utf-8")
    assert deckwright("load", "forest").code == 0
    return deckwright


def test_a_deck_is_repaired_with_the_fewest_changes_and_they_are_shown(forest):
    ran = forest("repair", "mine.yaml")
    assert ran.code == 0
    assert ran.out.splitlines() == [
        "# game: forest",
        "# format: grove",
        "# name: My forest",
        "2 Fox",
        "2 Owl",
        "2 Oak",
        "",
        "side:",
        "1 Oak",
    ]
    assert ran.err.splitlines()[-7:] == [
        "Removed: 1 copy of Wolf.",
        "Removed: 1 copy of Fox.",
        "Removed from attic: 1 copy of Fox.",
        "Added: 2 copies of Oak.",
        "Added to side: 1 copy of Oak.",
        "My forest: legal (grove, 6 cards, side: 1)",
        "6 copies were changed. No legal deck is nearer.",
    ]


def test_json_has_the_deck_and_every_change(forest):
    ran = forest("repair", "mine.yaml", "--json")
    assert ran.code == 0
    assert {key: value for key, value in ran.json.items() if key != "deck"} == {
        "removed": [
            {"card": "wolf", "zone": "cards", "copies": 1},
            {"card": "fox", "zone": "cards", "copies": 1},
            {"card": "fox", "zone": "attic", "copies": 1},
        ],
        "added": [
            {"card": "oak", "zone": "cards", "copies": 2},
            {"card": "oak", "zone": "side", "copies": 1},
        ],
        "nearest": True,
        "least": 6,
        "impossible": False,
        "legal": True,
        "findings": [],
    }
    assert ran.json["deck"]["zones"] == {"side": [{"card": "oak", "copies": 1}]}


@pytest.mark.parametrize("name", ["legal.yaml", "legal.txt"])
def test_the_written_deck_is_legal_and_is_not_changed_again(forest, tmp_path, name):
    assert forest("repair", "mine.yaml", "-o", name).out == ""
    assert forest("check", name).code == 0
    before = (tmp_path / name).read_text(encoding="utf-8")
    ran = forest("repair", name, "-o", name)
    assert (ran.code, ran.err.splitlines()[-1]) == (0, "The deck is already legal: nothing was changed.")
    assert (tmp_path / name).read_text(encoding="utf-8") == before


def test_without_a_legal_deck_nothing_is_written(forest, tmp_path):
    ran = forest("repair", "mine.yaml", "--format", "never", "-o", "legal.yaml")
    assert (ran.code, ran.out) == (1, "")
    assert "No deck can be legal: rules contradict each other, or there are not enough cards." in ran.err
    assert (
        "mine.yaml:5:1: error: The rule most allows at most 1. This deck has 6: remove 5. [most]" in ran.err
    )
    assert not (tmp_path / "legal.yaml").exists()
    ran = forest("repair", "mine.yaml", "--format", "never", "--json")
    assert (ran.code, ran.json["deck"], ran.json["added"], ran.json["nearest"]) == (1, None, [], False)
    assert (ran.json["least"], ran.json["impossible"]) == (None, True)
    assert [one["rule"] for one in ran.json["findings"]] == ["zones", "most"]


def test_a_deck_is_repaired_for_another_format_and_number_of_players(deckwright):
    ran = deckwright("repair", "data-monsters/startup", "--format", "office", "--players", "2", "--json")
    assert (ran.code, ran.json["nearest"]) == (0, True)
    assert sum(one["copies"] for one in ran.json["added"]) == 10
    assert (ran.json["deck"]["format"], ran.json["deck"]["players"]) == ("office", 2)
    assert deckwright("repair", "data-monsters/startup", "--format", "office").code == 2


def test_a_deck_on_standard_output_can_be_checked(forest):
    ran = forest("repair", "mine.yaml", "-o", "-")
    assert ran.out.startswith('game: "forest"')


def test_a_file_that_cannot_be_written_leaves_nothing(forest, tmp_path):
    before = sorted(tmp_path.rglob("*"))
    assert forest("repair", "mine.yaml", "-o", "missing/legal.yaml").code == 3
    assert forest("repair", "mine.yaml", "-o", "legal.pdf").code == 2
    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.parametrize(
    ("language", "last"),
    [
        ("it", "Sono state cambiate 6 copie. Nessun mazzo legale è più vicino."),
        ("fr", "6 exemplaires ont été modifiés. Aucun paquet légal n’est plus proche."),
    ],
)
def test_the_changes_are_shown_in_other_languages(forest, language, last):
    assert forest("repair", "mine.yaml", "--lang", language).err.splitlines()[-1] == last
