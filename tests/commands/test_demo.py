from pathlib import Path

import pypdfium2
import pytest

from deckwright.workbench import publishing

from ..test_contract import differences_from_contract

PAGES = {"data-monsters": 9, "dataset": 14, "monster-office": 23, "big-monster": 12}
"""How many sheets each game takes; cards, tiles and tokens of a game have sheets of their own."""


@pytest.mark.deep("prints four games")
def test_the_main_job_fills_a_folder(deckwright, tmp_path):
    ran = deckwright("demo", "made", "--json")
    assert ran.code == 0
    assert differences_from_contract("demo", ran.json) == []
    files = [Path(file) for file in ran.json["files"]]
    assert {file.parent for file in files} == {Path("made")}
    assert sorted(file.name for file in (tmp_path / "made").iterdir()) == sorted(file.name for file in files)
    printed = {file.name for file in files if file.suffix == ".pdf"}
    made = {"", "-pad", "-reference"}
    languages = ("it", "fr", "en")
    assert printed == {
        f"{game}{what}-{language}.pdf" for game in PAGES for what in made for language in languages
    }
    for name in (f"{game}-{language}.pdf" for game in PAGES for language in languages):
        assert len(pypdfium2.PdfDocument(tmp_path / "made" / name)) == PAGES[name.rpartition("-")[0]]


def test_it_goes_to_out_where_no_folder_is_named_and_the_office_deck_is_legal(
    deckwright, tmp_path, monkeypatch
):
    monkeypatch.setattr(publishing, "PRINTED", ())
    assert deckwright("demo").code == 0
    assert (tmp_path / "out" / "office-deck.yaml").is_file()
    assert deckwright("check", "out/office-deck.yaml", "--json").json["decks"][0]["legal"]


def test_a_file_in_the_way_is_one_clear_message(deckwright, tmp_path):
    (tmp_path / "out").write_text("here already")
    ran = deckwright("demo")
    assert ran.code == 3
    assert "out" in ran.err
