"""What is printed of a print ({date}, {print}, {version}), numbers that cards keep, and what does not count as a change."""

from __future__ import annotations

import json

import pypdfium2
import pytest

from deckwright import workbench

CARDS = "Name,Count\nOwl,1\nFrog,2\n"
FACE = """\
extends: plain
boxes:
  - {id: foot, text: "%s", at: [5, 80, 50, 4], style: {size: 7}}
"""


@pytest.fixture
def moonlight(deckwright, tmp_path, monkeypatch):
    """Function that starts a game whose face has a line of text, with further lines of game.yaml."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1000000000")

    def start(line, *more, cards=CARDS):
        (tmp_path / "cards.csv").write_text(cards, encoding="utf-8")
        assert deckwright("new", "game", "Moonlight", "--from", "cards.csv").code == 0
        folder = tmp_path / "moonlight"
        (folder / "faces" / "card.yaml").write_text(FACE % line, encoding="utf-8")
        with (folder / "game.yaml").open("a", encoding="utf-8") as game:
            game.write("\n".join(more) + "\n")
        return folder

    return start


def lines_of(file, begin):
    document = pypdfium2.PdfDocument(file)
    words = (line for page in document for line in page.get_textpage().get_text_bounded().splitlines())
    return [line for line in words if line.startswith(begin)]


def add_card(folder, name):
    """Add a card above all others."""
    sheet = folder / "cards" / "cards.csv"
    sheet.write_text(sheet.read_text(encoding="utf-8").replace("Owl,1", f"{name},1\nOwl,1"), encoding="utf-8")


def test_day_print_and_version_are_printed_and_are_no_change(deckwright, moonlight, tmp_path, monkeypatch):
    folder = moonlight("Seen {date}, print {print}, v{version}", 'version: "0.3"')
    assert deckwright("export", "pdf", "moonlight", "-o", "a.pdf").code == 0
    assert lines_of(tmp_path / "a.pdf", "Seen") == ["Seen 2001-09-09, print 1, v0.3"] * 3
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1100000000")
    game = folder / "game.yaml"
    game.write_text(game.read_text(encoding="utf-8").replace('"0.3"', '"0.4"'), encoding="utf-8")
    ran = deckwright("export", "pdf", "moonlight", "--changed", "-o", "b.pdf", "--json")
    assert ran.json["files"] == []
    assert deckwright("export", "pdf", "moonlight", "-o", "b.pdf").code == 0
    assert lines_of(tmp_path / "b.pdf", "Seen") == ["Seen 2004-11-09, print 2, v0.4"] * 3


def test_a_change_beside_a_stamp_is_one(deckwright, moonlight):
    folder = moonlight("{name} on {date}")
    assert deckwright("export", "pdf", "moonlight", "-o", "a.pdf").code == 0
    sheet = folder / "cards" / "cards.csv"
    sheet.write_text("Name,Count,ID\nBarn owl,1,owl\nFrog,2,frog\n", encoding="utf-8")
    ran = deckwright("export", "pdf", "moonlight", "--changed", "-o", "b.pdf", "--json")
    assert [each["id"] for each in ran.json["changes"]["changed"]] == ["owl"]


def test_a_sheet_can_have_them_in_its_footer(deckwright, moonlight, tmp_path):
    moonlight("{name}", 'version: "0.3"')
    (tmp_path / "own.yaml").write_text(
        'paper: a4\ncard: poker\nfooter: {left: "Print {print} of {date}, v{version}"}\n', encoding="utf-8"
    )
    assert deckwright("export", "pdf", "moonlight", "--sheet", "own.yaml", "-o", "a.pdf").code == 0
    assert lines_of(tmp_path / "a.pdf", "Print") == ["Print 1 of 2001-09-09, v0.3"]


def test_a_print_that_is_in_no_history_has_no_number(deckwright, moonlight, own_database, tmp_path):
    moonlight("Print {print}")
    assert deckwright("load", "moonlight").code == 0
    options = workbench.SheetOptions(history=workbench.HistoryOptions(record=False))
    with workbench.open_library(str(own_database)) as library:
        workbench.print_sheets(library, workbench.Selection(("moonlight",)), "a.pdf", options)
    assert lines_of(tmp_path / "a.pdf", "Print") == []


def test_a_field_of_the_game_is_stronger(deckwright, moonlight, tmp_path):
    folder = moonlight("Made {version}", 'version: "0.3"')
    game = folder / "game.yaml"
    text = game.read_text(encoding="utf-8").replace(
        "kinds:\n", "fields:\n  version: {title: Version, type: string}\nkinds:\n"
    )
    text = text.replace("card: {name: Card", "card: {name: Card, fields: [version]")
    game.write_text(text, encoding="utf-8")
    (folder / "cards" / "cards.csv").write_text("Name,Version\nOwl,long ago\n", encoding="utf-8")
    ran = deckwright("export", "pdf", "moonlight", "-o", "a.pdf")
    assert ran.code == 0, ran.err
    assert lines_of(tmp_path / "a.pdf", "Made") == ["Made long ago"]


def test_numbers_stay_until_they_are_made_anew(deckwright, moonlight, tmp_path):
    folder = moonlight("No {number}: {name}", "numbers: stay")
    assert deckwright("export", "pdf", "moonlight", "-o", "a.pdf").code == 0
    assert lines_of(tmp_path / "a.pdf", "No") == ["No 1: Owl", "No 2: Frog", "No 2: Frog"]
    add_card(folder, "Ant")
    ran = deckwright("export", "pdf", "moonlight", "--changed", "-o", "b.pdf", "--json")
    assert ran.json["changes"] == {"new": ["ant"], "changed": [], "removed": []}
    assert lines_of(tmp_path / "b.pdf", "No") == ["No 3: Ant"]
    # A number is not given twice: what is gone may be on somebody's table.
    sheet = folder / "cards" / "cards.csv"
    sheet.write_text(sheet.read_text(encoding="utf-8").replace("Ant,1", "Bee,1"), encoding="utf-8")
    assert deckwright("export", "pdf", "moonlight", "-o", "c.pdf").code == 0
    assert lines_of(tmp_path / "c.pdf", "No") == ["No 4: Bee", "No 1: Owl", "No 2: Frog", "No 2: Frog"]
    assert deckwright("load", "moonlight", "--renumber", "--dry-run").code == 0
    assert deckwright("db", "check").code == 0
    assert deckwright("load", "moonlight", "--renumber").code == 0
    assert deckwright("export", "pdf", "moonlight", "-o", "d.pdf").code == 0
    assert lines_of(tmp_path / "d.pdf", "No") == ["No 1: Bee", "No 2: Owl", "No 3: Frog", "No 3: Frog"]


def test_without_it_a_number_is_the_place(deckwright, moonlight, tmp_path):
    folder = moonlight("No {number}: {name}")
    assert "No cards were renumbered" in deckwright("load", "moonlight", "--renumber").err
    add_card(folder, "Ant")
    assert deckwright("export", "pdf", "moonlight", "-o", "a.pdf").code == 0
    assert lines_of(tmp_path / "a.pdf", "No")[:2] == ["No 1: Ant", "No 2: Owl"]


@pytest.mark.parametrize(("more", "changed"), [((), 2), (("reprint: {ignore: [index, total]}",), 0)])
def test_what_does_not_count_as_a_change_is_data(deckwright, moonlight, more, changed):
    folder = moonlight("{index}/{total} {name}", *more)
    assert deckwright("export", "pdf", "moonlight", "-o", "a.pdf").code == 0
    add_card(folder, "Ant")
    ran = deckwright("export", "pdf", "moonlight", "--changed", "-o", "b.pdf", "--json")
    assert (ran.json["changes"]["new"], len(ran.json["changes"]["changed"])) == (["ant"], changed)


def test_a_field_in_a_list_of_all_fields_may_be_no_change(deckwright, moonlight):
    folder = moonlight(
        "{name}", "reprint: {ignore: [edition]}", cards="Name,Edition,Cost\nOwl,7,1\nFrog,7,2\n"
    )
    assert deckwright("export", "pdf", "moonlight", "-o", "a.pdf").code == 0
    sheet = folder / "cards" / "cards.csv"
    for row, changed in (("Frog,8,2", []), ("Frog,8,3", ["frog"])):
        sheet.write_text(f"Name,Edition,Cost\nOwl,7,1\n{row}\n", encoding="utf-8")
        ran = deckwright("export", "pdf", "moonlight", "--changed", "-o", "b.pdf", "--json")
        assert [change["id"] for change in ran.json["changes"]["changed"]] == changed


def test_an_unknown_name_among_them_is_an_error(deckwright, moonlight):
    moonlight("{name}", "reprint: {ignore: [indx]}")
    ran = deckwright("load", "moonlight", "--json")
    assert ran.code == 3
    assert "indx is not declared in this game. Did you mean index" in json.dumps(ran.json)
