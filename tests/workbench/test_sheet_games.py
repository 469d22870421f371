"""A game that is started from a spreadsheet: whole, valid and printed, or nothing at all."""

from __future__ import annotations

import contextlib
import csv
import io

import pypdfium2
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from deckwright.errors import InputError
from deckwright.files.game_package import inspect_package
from deckwright.files.proposed_faces import LOOKS
from deckwright.files.yaml import read_document
from deckwright.findings import has_errors
from deckwright.workbench.library import find_database, open_library
from deckwright.workbench.loading import load_game
from deckwright.workbench.sheet_games import MOST_PROOFED, NewGameOptions, new_game_from_sheet

PNG = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\1\0\0\0\1\10\0\0\0\0:~\x9bU\0\0\0\nIDATx\x9cc`\0\0\0\2\0\1H\xaf\xa4q\0\0\0\0IEND\xaeB`\x82"
FROGS = "Name,Name:fr,Type,Cost,Art,Text,Copies\n" + "".join(
    f"Frog {number},Grenouille {number},{kind},{number},art{number}.png,Draw **{number}** cards.,2\n"
    for number, kind in enumerate(["Frog", "Event", "Frog", "Frog"], 1)
)


@pytest.fixture
def start(database_path, tmp_path, monkeypatch):
    """Start a game from the content of a file, in a scratch folder."""
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)

    def started(content, name="cards.csv", **options):
        sheet = tmp_path / name
        sheet.write_bytes(content if isinstance(content, bytes) else content.encode())
        return new_game_from_sheet("Tide & Ember", sheet, NewGameOptions(str(database_path), **options))

    return started


def test_the_folder_has_the_sheet_as_it_was_and_loads(start, database_path, tmp_path):
    made = start(FROGS)
    assert [str(file) for file in made.files if not file.parts[1].startswith(".")] == [
        "tide-ember/cards/cards.csv",
        "tide-ember/faces/card.yaml",
        "tide-ember/game.yaml",
        "tide-ember/pictures/stand-in.svg",
        "tide-ember/proof.pdf",
    ]
    assert (tmp_path / "here" / "tide-ember" / "cards" / "cards.csv").read_bytes() == FROGS.encode()
    assert [file.name for file in (tmp_path / "here").iterdir()] == ["tide-ember"]
    change, findings = load_game(find_database(str(database_path)), "tide-ember")
    assert change, findings
    with open_library(str(database_path)) as library:
        card = library.card("tide-ember/frog-2")
    assert (card.kind, card.copies, card.fields["cost"]) == ("event", 2, 2)
    assert card.texts["fr"]["name"] == "Grenouille 2"


def test_the_proof_has_each_card_once_in_each_language(start, tmp_path):
    made = start(FROGS)
    with pypdfium2.PdfDocument(tmp_path / "here" / made.proof) as proof:
        text = "".join(page.get_textpage().get_text_bounded() for page in proof)
        assert len(proof) == made.pages
    assert made.cards == 4
    for number in range(1, 5):
        assert text.count(f"Grenouille {number}") == text.count(f"Frog {number}") == 1


def test_the_proof_of_many_cards_shows_the_first(start, tmp_path):
    rows = "".join(f"Card {number} of many,{number}\n" for number in range(1, MOST_PROOFED + 60))
    made = start(f"Name,Cost\n{rows}")
    with pypdfium2.PdfDocument(tmp_path / "here" / made.proof) as proof:
        assert len(proof) == made.pages == MOST_PROOFED // 9
    assert made.cards == MOST_PROOFED + 59


def test_pictures_and_icons_beside_the_sheet_are_copied(start, tmp_path):
    (tmp_path / "images").mkdir()
    (tmp_path / "icons").mkdir()
    (tmp_path / "images" / "art1.png").write_bytes(PNG)
    (tmp_path / "art2.png").write_bytes(PNG)
    (tmp_path / "icons" / "frog.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0H9V9Z"/></svg>',
        encoding="utf-8",
    )
    made = start("Name,Art,Icon\nFrog,art1.png,frog\nNewt,art2.png,mdi:leaf\nToad,art3.png,frog\n")
    files = {str(file) for file in made.files}
    assert {
        "tide-ember/pictures/art1.png",
        "tide-ember/pictures/art2.png",
        "tide-ember/icons/frog.svg",
    } <= files
    assert [one.message for one in made.findings if one.rule == "picture"] == [
        "1 picture was not found beside the sheet: copy it to tide-ember/pictures (art3.png)."
    ]


def test_a_column_of_pictures_may_leave_out_endings_and_capitals(start, tmp_path):
    (tmp_path / "pictures").mkdir()
    for name in ("Frog.PNG", "newt.png"):
        (tmp_path / "pictures" / name).write_bytes(PNG)
    made = start("Name,Picture\nFrog,frog\nNewt,NEWT.png\nToad,toad\n")
    pictures = {file.name for file in made.files if file.parts[1] == "pictures"}
    assert pictures == {"Frog.PNG", "newt.png", "stand-in.svg"}
    assert [one.message for one in made.findings if one.rule == "picture"] == [
        "1 picture was not found beside the sheet: copy it to tide-ember/pictures (toad)."
    ]


def test_descriptions_of_pictures_are_texts(start):
    made = start("Name,Picture\nFrog,a frog by the pond\nNewt,a newt\n")
    assert not [file for file in made.files if file.parts[1] == "pictures"]


def test_pictures_in_folders_go_by_the_names_of_their_files(start, tmp_path):
    (tmp_path / "cards" / "art").mkdir(parents=True)
    (tmp_path / "cards" / "art" / "frog.png").write_bytes(PNG)
    (tmp_path / "images").mkdir()
    (tmp_path / "images" / "newt.png").write_bytes(PNG)
    made = start("Name,Art\nFrog,cards/art/frog.png\nNewt,C:\\old\\newt.png\nToad,../../etc/toad.png\n")
    pictures = {file.name for file in made.files if file.parts[1] == "pictures"}
    assert pictures == {"frog.png", "newt.png", "stand-in.svg"}
    assert "(toad.png)" in next(one.message for one in made.findings if one.rule == "picture")
    with pypdfium2.PdfDocument(tmp_path / "here" / made.proof) as proof:
        images = [one for one in proof[0].get_objects() if one.type == pypdfium2.raw.FPDF_PAGEOBJ_IMAGE]
    assert len(images) == 2


def test_the_language_is_the_one_that_is_named_or_that_of_the_words(start, tmp_path):
    start("Nom,Texte\nLa grenouille,Piochez une carte et une autre.\n", spoken="it")
    assert read_document(tmp_path / "here" / "tide-ember" / "game.yaml").value["source_language"] == "fr"
    (tmp_path / "here" / "tide-ember").rename(tmp_path / "other")
    start("Nom,Texte\nLa grenouille,Piochez une carte et une autre.\n", language="it")
    assert read_document(tmp_path / "here" / "tide-ember" / "game.yaml").value["source_language"] == "it"


SUITS = """
suits:
- id: VE
  name: {suit}
  cards:
  - {id: VE2, value: 2, desc: {text}}
  - {id: VE3, value: 3, desc: Both.}
"""


def test_lists_in_yaml_and_their_languages_are_one_file_of_cards(start, tmp_path):
    french = SUITS.replace("{suit}", "Données").replace("{text}", "Regardez bien.")
    (tmp_path / "cards-1.2-fr.yaml").write_text(french, encoding="utf-8")
    (tmp_path / "other-fr.yaml").write_text("- {name: Autre}\n", encoding="utf-8")
    made = start(SUITS.replace("{suit}", "Data").replace("{text}", "Look well."), "cards-1.2-en.yaml")
    assert "tide-ember/cards/cards-1.2-en.json" in map(str, made.files)
    package, _ = inspect_package(tmp_path / "here" / "tide-ember")
    assert [card.id for card in package.cards] == ["ve2", "ve3"]
    assert package.cards[0].texts == {
        "en": {"name": "Data", "text": "Look well."},
        "fr": {"name": "Données", "text": "Regardez bien."},
    }
    assert package.game.languages == ("en", "fr")


def test_the_language_of_a_file_is_that_of_its_name(start, tmp_path):
    (tmp_path / "cards_en.json").write_text('[{"id": "a", "name": "Frog"}]', encoding="utf-8")
    start('[{"id": "a", "name": "Rana"}]', "cards_it.json")
    definition = read_document(tmp_path / "here" / "tide-ember" / "game.yaml").value
    assert (definition["source_language"], definition["languages"]) == ("it", ["it", "en"])


def test_texts_with_markup_of_other_tools_are_cards_as_we_write_them(start, tmp_path):
    start("Name,Text,Text:fr\nFrog,<b>Draw</b> [card].,<i>Piochez</i> [card].\nNewt,One%nTwo,\n")
    package, _ = inspect_package(tmp_path / "here" / "tide-ember")
    assert [card.texts["en"]["text"] for card in package.cards] == ["**Draw** {card}.", "One\nTwo"]
    assert package.cards[0].texts["fr"]["text"] == "*Piochez* {card}."


def test_a_path_to_the_cards_is_of_the_file_that_it_was_said_of(start, tmp_path):
    start(SUITS.replace("{suit}", "Data").replace("{text}", "Look."), "cards.yml", cards="suits[].cards[]")
    definition = read_document(tmp_path / "here" / "tide-ember" / "game.yaml").value
    assert "cards" not in str(definition.get("sheets"))


def test_a_guarded_dash_is_nothing_as_a_plain_one_is(start, tmp_path):
    start("Name,Cost,Copies\nCard 1,1,2\nCard 2,,'-\n")
    definition = read_document(tmp_path / "here" / "tide-ember" / "game.yaml").value
    assert definition["fields"] == {"cost": {"title": "Cost", "type": "integer"}}


def test_a_sheet_that_is_not_unicode_is_read_and_its_encoding_named(start, tmp_path):
    made = start("Nom;Coût\r\nÉpée;2\r\n".encode("windows-1252"))
    assert [(one.rule, one.severity, one.where.cell) for one in made.findings] == [
        ("encoding", "warning", "B1")
    ]
    definition = read_document(tmp_path / "here" / "tide-ember" / "game.yaml").value
    assert definition["sheets"] == [{"encoding": "windows-1252"}]
    assert definition["fields"] == {"cout": {"title": "Coût", "type": "integer"}}


@pytest.mark.parametrize(
    ("content", "name", "code", "cell", "message"),
    [
        ("Name,Cost\n", "cards.csv", "no-cards", "A1", "no cards below them"),
        ("", "cards.csv", "no-cards", "", "has no rows"),
        ("id: frogs\n", "game.yaml", "no-cards", "", "has no list of objects"),
        ("- {name: Frog\n", "cards.yaml", "yaml", "", ""),
        ("<!doctype html>\n<p>Name,\n<p>Log in", "cards.csv", "bad-csv", "", "it is not CSV, but a web page"),
        ("2 Frog\n", "deck.txt", "not-a-sheet", "", "is not a spreadsheet"),
        ("PK", "cards.xlsx", "bad-xlsx", "", "cards.xlsx"),
        (FROGS, "cards.xls", "old-workbook", "", "cards.xls is an XLS file"),
        (FROGS, "~$cards.csv", "not-a-sheet", "", "is not a spreadsheet"),
    ],
)
def test_what_is_no_sheet_of_cards_is_refused_and_nothing_is_written(
    start, tmp_path, content, name, code, cell, message
):
    with pytest.raises(InputError) as caught:
        start(content, name)
    assert caught.value.code == code
    said = caught.value.findings or [caught.value]
    assert any(message in one.message for one in said)
    where = said[0].where
    assert (where.file, where.cell) == (str(tmp_path / name), cell)
    assert [*(tmp_path / "here").iterdir()] == []


@pytest.mark.parametrize(
    ("content", "ids", "told"),
    [
        ("Name,Cost,cost\nFrog,1,2\n", ["frog"], []),
        (
            "Foo,Bar\n1,2\n",
            ["1"],
            [
                "A1: No heading says which column has the names of cards: “Foo” is taken, and row 1 as the headings."
            ],
        ),
        ("Name,Cost\nFrog,1\nfrog!,2\n", ["frog-1", "frog-2"], []),
        ("Name,Cost\nTBD,1\nTBD,1\nFrog,2\n", ["tbd", "tbd-2", "frog"], []),
        ("Name,Cost\nFrog,1\n,2\n", ["frog"], ["A3: This row has no name."]),
        ("Name,Cost\n日本,1\n", ["card"], []),
        ("Name,Qty\nFrog,2\nNewt,1\n", ["frog", "newt"], []),
        ("ID,Name\nF1,Frog\n,Frog\n,Newt\n", ["f1", "frog", "newt"], []),
        ("Name,💡,🔊\nFrog,1,2\n", ["frog"], []),
        (
            "Our game,v3\na,b,c\nName,Cost,Text\nFrog,1,Jump\n",
            ["frog"],
            ["A2: This row is above the headings: it is not read."],
        ),
    ],
)
def test_whatever_can_be_read_becomes_cards_and_the_rest_is_told(
    start, database_path, tmp_path, content, ids, told
):
    made = start(content)
    assert not has_errors(made.findings)
    rows = [one for one in made.findings if one.rule != "missing-glyph"]
    where = [f"{one.where.cell}: {one.message}" for one in rows if one.where]
    assert [text.split(" If ")[0] for text in where] == told
    change, findings = load_game(find_database(str(database_path)), "tide-ember")
    assert change, findings
    package, _ = inspect_package(tmp_path / "here" / "tide-ember")
    assert [card.id for card in package.cards] == ids
    assert (tmp_path / "here" / made.proof).is_file()


@pytest.mark.parametrize("look", LOOKS)
def test_the_face_of_six_kinds_has_nothing_to_report(start, look):
    kinds = ["Beast", "Spell", "Place", "Event", "Hero", "Trap"]
    rows = "".join(f"Card {kind},{kind},{at},{at},{at},Draw a card.\n" for at, kind in enumerate(kinds * 2))
    made = start(f"Name,Kind,Cost,Attack,Health,Text\n{rows}", look=look)
    assert (made.cards, list(made.findings)) == (12, [])


def test_what_the_proof_cuts_off_and_what_is_not_translated_is_told_once(start):
    rows = "".join(f"Frog {number},Grenouille {number},{'long ' * 900},Pond\n" for number in range(3))
    made = start(f"Name,Name:fr,Text,Place\n{rows}")
    assert [one.message.split(".")[0] for one in made.findings] == [
        "3 cards have texts that are too long for their boxes, and cut off on the proof, first frog-0",
        "6 texts, such as names of kinds and fields, are not translated yet, and printed in the source language",
    ]


LETTERS = st.text(st.characters(exclude_categories=("C",)), min_size=1, max_size=30)
CELLS = st.one_of(
    LETTERS,
    st.integers(-(10**9), 10**9).map(str),
    st.sampled_from(
        ["", "-", "x", "🐸🔥", "supercalifragilistic" * 10, "draw a card and " * 60, "a.png", "1/2"]
    ),
)


@pytest.mark.deep("makes a game for each example")
@given(
    look=st.sampled_from(LOOKS),
    heads=st.lists(LETTERS, min_size=1, max_size=9),
    rows=st.lists(st.lists(CELLS, max_size=9), min_size=1, max_size=3),
)
@example(look="plain", heads=["Name", "Cost"], rows=[["supercalifragilistic" * 10, "123456789012"]])
@example(look="numbers", heads=["Name", "Kind"], rows=[["Frog", "k" * 40], ["Newt", "🐸" * 40]])
@example(
    look="picture", heads=[f"Column {number}" for number in range(40)], rows=[["word " * 30] * 40, ["1"] * 40]
)
@example(look="text", heads=["Name", "Text"], rows=[["Frog", "draw " * 1000]])
@example(look="picture", heads=["NULL", "true", "False"], rows=[["0", "1", "2"]])
def test_the_proof_of_any_sheet_has_no_errors(look, heads, rows, tmp_path_factory):
    folder = tmp_path_factory.mktemp("any")
    out = io.StringIO()
    csv.writer(out).writerows(
        [["Name", *heads], *([f"Card {number}", *row] for number, row in enumerate(rows))]
    )
    (folder / "cards.csv").write_text(out.getvalue(), encoding="utf-8")
    with contextlib.chdir(folder):
        made = new_game_from_sheet(
            "Any",
            folder / "cards.csv",
            NewGameOptions(str(tmp_path_factory.getbasetemp() / "any.db"), look=look),
        )
    assert [one for one in made.findings if one.severity == "error"] == []


def test_ids_of_variants_stay_when_rows_move(start, tmp_path):
    rows = ["Strike,Red\n", "Strike,Blue\n", "Parry,Red\n", "Parry,Blue\n"]
    start("Name,Colour\n" + "".join(rows))
    sheet = tmp_path / "here" / "tide-ember" / "cards" / "cards.csv"
    sheet.write_text("Name,Colour\n" + "".join(reversed(rows)), encoding="utf-8")
    package, _ = inspect_package(tmp_path / "here" / "tide-ember")
    assert {card.id: (card.name("en"), card.fields["colour"]) for card in package.cards} == {
        "strike-red": ("Strike", "red"),
        "strike-blue": ("Strike", "blue"),
        "parry-red": ("Parry", "red"),
        "parry-blue": ("Parry", "blue"),
    }


def test_the_messages_name_the_users_file_only(start, tmp_path):
    (finding,) = [one for one in start("Name,Cost\nFrog,1\n,2\n").findings if one.where]
    assert finding.where.file == str(tmp_path / "cards.csv")
    assert ".deckwright-" not in finding.message


@pytest.mark.usefixtures("start")
def test_a_missing_file_and_a_folder_are_refused(tmp_path):
    for path, code in (
        (tmp_path / "none.csv", "no-such-file"),
        (tmp_path, "unreadable"),
        ("-", "not-a-sheet"),
    ):
        with pytest.raises(InputError) as caught:
            new_game_from_sheet("Frogs", path)
        assert caught.value.code == code
    assert [*(tmp_path / "here").iterdir()] == []


def test_a_game_that_is_there_is_not_replaced(start, tmp_path):
    start(FROGS)
    before = {file: file.read_bytes() for file in tmp_path.rglob("*.yaml")}
    with pytest.raises(InputError, match="already exists"):
        start("Name\nNewt\n")
    assert {file: file.read_bytes() for file in tmp_path.rglob("*.yaml")} == before


def test_the_folder_has_what_editors_and_ci_read(start, tmp_path):
    made = start(FROGS, has_ci=True)
    game = tmp_path / "here" / "tide-ember"
    for file in ("game.yaml", "faces/card.yaml"):
        first = (game / file).read_text(encoding="utf-8").splitlines()[0]
        assert (game / file).parent.joinpath(first.partition("$schema=")[2]).is_file()
    assert all((tmp_path / "here" / file).is_file() for file in made.files)
    assert [file.name for file in made.files][-1] == "tide-ember.yml"
