import json
import re
import shutil

import openpyxl
import pytest

from deckwright import resources
from deckwright.files.yaml import read_document


def test_a_new_game_loads_checks_builds_and_prints(deckwright):
    made = deckwright("new", "game", "Frogs & Ponds", "--json")
    assert made.code == 0
    assert "frogs-ponds/game.yaml" in made.json["files"]
    assert deckwright("load", "frogs-ponds", "--json").json["findings"] == []
    assert deckwright("check", "frogs-ponds/first").code == 0
    assert deckwright("build", "frogs-ponds", "events", "--players", "3").code == 0
    assert deckwright("export", "pdf", "frogs-ponds", "-o", "frogs.pdf").code == 0


@pytest.mark.parametrize("title", ["Città d’oro", 'Quotes " and \\ slashes', "12"])
def test_any_title_makes_a_game_that_loads(deckwright, title):
    folder = deckwright("new", "game", title, "--lang", "it", "--json").json["files"][0].split("/")[0]
    assert deckwright("load", folder).code == 0
    games = {game["id"]: game for game in deckwright("games", "--json").json}
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
    ("option", "message"),
    [(("--game", "data-monster"), "data-monsters"), (("--game", "data-monsters", "--format", "labb"), "lab")],
)
def test_an_unknown_game_or_format_names_the_nearest(deckwright, option, message):
    ran = deckwright("new", "deck", "Mine", *option)
    assert ran.code == 3
    assert message in ran.err


@pytest.mark.parametrize("title", ["Dataset", "Data Monsters"])
def test_a_game_that_is_there_is_not_started_once_more(deckwright, tmp_path, title):
    ran = deckwright("new", "game", title)
    assert (ran.code, list(tmp_path.iterdir())) == (3, [])
    assert "this one would replace it" in ran.err


def test_a_game_of_the_user_is_not_started_once_more_unless_its_folder_is_gone(deckwright, tmp_path):
    assert deckwright("new", "game", "Frogs").code == 0
    assert deckwright("load", "frogs").code == 0
    (tmp_path / "frogs").rename(tmp_path / "toads")
    assert deckwright("load", "toads").code == 0
    assert deckwright("new", "game", "Frogs").code == 3
    shutil.rmtree(tmp_path / "toads")
    assert deckwright("new", "game", "Frogs").code == 0


@pytest.mark.parametrize("title", ["../x", "/x", "frogs/", "sub/frogs", "~/x", ""])
def test_a_path_is_no_title(deckwright, tmp_path, title):
    (tmp_path / "sub").mkdir()
    ran = deckwright("new", "game", title)
    assert (ran.code, [file.name for file in tmp_path.rglob("*")]) == (3, ["sub"])
    assert ("not a title" if title else "The name is empty.") in ran.err


def test_a_title_may_have_a_stroke_in_it(deckwright):
    assert deckwright("new", "game", "Either/Or").out.startswith("either-or/")


def shape(value, key=""):
    """What a starter holds, without its texts."""
    if isinstance(value, dict):
        return {name: shape(one, name) for name, one in value.items()}
    if isinstance(value, list):
        return [shape(one, key) for one in value]
    return "" if key in TEXTS else value


SAYS = r"(?:about|name|title|text|flavour|message|rule): ([^,}\n]+)"
TEXTS = {"title", "about", "name", "text", "flavour", "message", "rule", "source_language", "languages"}


@pytest.mark.parametrize("language", ["it", "fr"])
def test_a_new_game_is_written_in_the_language_it_says(language):
    english = resources.folder("exports") / "starters" / "game" / "en"
    for file in english.rglob("*.yaml"):
        other = english.with_name(language) / file.relative_to(english)
        one, two = (read_document(path).value for path in (english / file, other))
        assert shape(one) == shape(two)
        mine, theirs = (set(re.findall(SAYS, path.read_text(encoding="utf-8"))) for path in (other, file))
        assert mine & theirs <= {"Unique", "Deck"}


@pytest.mark.parametrize(
    ("language", "name"), [("it", "Primo eroe"), ("fr", "Premier héros"), ("en", "First Hero")]
)
def test_a_new_game_loads_in_its_language(deckwright, language, name):
    own = {"DECKWRIGHT_LANG": language}
    assert deckwright("new", "game", "Guerra della pasta", **own).code == 0
    assert deckwright("load", "guerra-della-pasta", "--json", **own).json["findings"] == []
    card = deckwright("show", "guerra-della-pasta/first-hero", "--json", **own).json
    assert card["texts"] == {language: card["texts"][language]}
    assert card["texts"][language]["name"] == name
    assert deckwright("check", "guerra-della-pasta/first", **own).code == 0


@pytest.mark.parametrize(
    ("title", "message"),
    [("CON", "Windows reserves the name con."), ("Po\x1bnds", "control character U+001B")],
)
@pytest.mark.parametrize("command", [("new", "game"), ("new", "deck", "--game", "data-monsters")])
def test_a_title_that_makes_no_name_for_a_file_is_refused(deckwright, tmp_path, command, title, message):
    before = sorted(tmp_path.rglob("*"))
    ran = deckwright(*command, title)
    assert ran.code == 3
    assert message in ran.err
    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.parametrize("name", ["../../../evil", "/evil", "C:\\evil", "x" * 5000])
def test_a_deck_is_written_here_whatever_it_is_called(deckwright, tmp_path, name):
    assert deckwright("new", "deck", name, "--game", "data-monsters").code == 0
    (made,) = tmp_path.glob("*.yaml")
    assert deckwright("check", made.name).code == 1


CARDS = """Name,Name:fr,Type,Cost,Rarity,Text
The Heron,Le héron,Bird,2,Rare,Draw a card.
The Otter,La loutre,Beast,3,Common,Discard a card.
The Pike,Le brochet,Beast,1,Common,"Draw two cards, then discard one."
The Gull,La mouette,Bird,0,Rare,
"""


@pytest.fixture
def cards(tmp_path):
    (tmp_path / "cards.csv").write_text(CARDS, encoding="utf-8")
    return CARDS.encode()


def test_a_game_from_a_sheet_is_checked_and_printed_at_once(deckwright, tmp_path, cards):
    made = deckwright("new", "game", "Tide and Ember", "--from", "cards.csv", "--json")
    assert (made.code, made.json["cards"], made.json["proof"]) == (0, 4, "tide-and-ember/proof.pdf")
    assert {"tide-and-ember/game.yaml", "tide-and-ember/cards/cards.csv", "tide-and-ember/proof.pdf"} <= {
        *made.json["files"]
    }
    assert made.json["columns"][3] == {
        "heading": "Cost",
        "column": "D",
        "part": "cost",
        "type": "integer",
    }
    assert (tmp_path / "tide-and-ember" / "cards" / "cards.csv").read_bytes() == cards
    assert deckwright("load", "tide-and-ember").code == 0
    assert deckwright("search", "kind:beast cost>=2", "--json").json[0]["id"] == "the-otter"
    (tmp_path / "deck.txt").write_text(
        "# game: tide-and-ember\n# format: open\n2 The Pike\n", encoding="utf-8"
    )
    assert deckwright("check", "deck.txt").code == 0
    assert deckwright("export", "pdf", "tide-and-ember", "--lang", "fr", "-o", "x.pdf").code == 0


@pytest.mark.usefixtures("cards")
def test_a_game_from_a_sheet_tells_what_was_guessed_and_what_to_do(deckwright):
    ran = deckwright("new", "game", "Tide", "--from", "cards.csv")
    assert ran.out.splitlines()[:4] == [
        "tide/cards/cards.csv",
        "tide/faces/card.yaml",
        "tide/game.yaml",
        "tide/proof.pdf",
    ]
    assert "E “Rarity”: rarity, a few values" in ran.err
    assert ran.err.splitlines()[-1].endswith("then run: deckwright load tide")


@pytest.mark.parametrize("command", ["load", "check"])
@pytest.mark.parametrize("name", ["cards.csv", "cards.xlsx", "cards.tsv", "my cards.csv"])
@pytest.mark.usefixtures("cards")
def test_a_sheet_in_place_of_a_game_or_deck_says_how_to_start_a_game(deckwright, tmp_path, command, name):
    if name != "cards.csv":
        (tmp_path / "cards.csv").rename(tmp_path / name)
    ran = deckwright(command, name)
    quoted = f"'{name}'" if " " in name else name
    assert ran.code == 3
    assert f"deckwright new game NAME --from {quoted}" in ran.err


def test_a_table_of_names_and_numbers_stays_a_deck(deckwright, tmp_path):
    (tmp_path / "deck.csv").write_text("Name,Count\nMainframe,1\n", encoding="utf-8")
    ran = deckwright("check", "deck.csv", "--game", "data-monsters", "--format", "lab", "--json")
    assert "error" not in ran.json["decks"][0]
    ran = deckwright("check", "deck.csv")
    assert (ran.code, "deckwright new game NAME --from deck.csv" in ran.err) == (2, True)


@pytest.mark.usefixtures("cards")
def test_a_missing_sheet_is_a_missing_file(deckwright, tmp_path):
    for command in (("load", "card.csv"), ("new", "game", "Tide", "--from", "card.csv")):
        ran = deckwright(*command)
        assert ran.code == 3
        assert "File not found: card.csv" in ran.err
    assert sorted(file.name for file in tmp_path.iterdir()) == ["cards.csv"]


def test_a_file_of_json_is_cards_by_the_parts_that_are_named(deckwright, tmp_path):
    cards = [
        {"code": "VE2", "title": "Read", "desc": "Look."},
        {"code": "VE3", "title": "Write", "desc": "Sign."},
    ]
    (tmp_path / "all.json").write_text(json.dumps({"suits": [{"cards": cards}]}), encoding="utf-8")
    ran = deckwright(
        "new", "game", "Tide", "--from", "all.json", "--map", "id=code, text=desc, cards=suits[].cards[]"
    )
    assert ran.code == 0
    assert {"A “code”: the id", "B “title”: the name", "C “desc”: the rules text"} <= {*ran.err.splitlines()}
    deckwright("load", "tide")
    assert deckwright("show", "tide/ve2", "--json").json["texts"]["en"]["text"] == "Look."


def test_a_pair_without_an_equals_sign_says_what_is_meant(deckwright, tmp_path):
    (tmp_path / "all.json").write_text("[]", encoding="utf-8")
    ran = deckwright("new", "game", "Tide", "--from", "all.json", "--map", "code")
    assert (ran.code, "--map needs pairs such as text=desc, not code." in ran.err) == (2, True)


def test_cards_that_are_exported_as_json_read_back_as_the_same_game(deckwright, tmp_path):
    before = deckwright("search", "game:data-monsters", "--json").json
    deckwright("export", "json", "data-monsters", "-o", "monsters.json")
    shutil.copytree(resources.folder("cards") / "data-monsters", tmp_path / "monsters")
    for file in (tmp_path / "monsters" / "cards").iterdir():
        file.unlink()
    (tmp_path / "monsters.json").rename(tmp_path / "monsters" / "cards" / "monsters.json")
    assert deckwright("load", "monsters").code == 0
    assert deckwright("search", "game:data-monsters", "--json").json == before


def test_worksheets_that_are_left_out_are_named(deckwright, tmp_path):
    book = openpyxl.Workbook()
    for name, rows in {"Skills": [["Name"], ["Frog"]], "Ideas": [["Name"], ["Pike"]]}.items():
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(row)
    del book["Sheet"]
    book.save(tmp_path / "all.xlsx")
    ran = deckwright("new", "game", "Tide", "--from", "all.xlsx")
    assert "Worksheet “Ideas” is left out: its name is not one of cards." in ran.err
    ran = deckwright("new", "game", "Pond", "--from", "all.xlsx", "--sheets", "ideas", "--json")
    assert ran.json["left_out"] == [{"worksheet": "Skills", "reason": "it was not asked for"}]
