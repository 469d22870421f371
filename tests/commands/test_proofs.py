"""Sheets for translators, on a game of which some texts are stale, from a machine, or missing."""

import json
import re
import shutil

import pikepdf
import pytest
from pypdfium2 import PdfDocument

GAME = """
id: ponds
title: Ponds
source_language: en
languages: [en, fr, it]
kinds: {thing: {name: Thing}}
"""
CARDS = """
cards:
  - {id: frog, kind: thing, name: Frog, copies: 3}
  - {id: newt, kind: thing, name: Newt}
  - {id: toad, kind: thing, name: Toad}
  - {id: reed, kind: thing, name: Reed}
"""
HEADER = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n'
ENTRIES = """
msgctxt "game:title"
msgid "Ponds"
msgstr "Étangs"

msgctxt "kind:thing"
msgid "Thing"
msgstr "Chose"

# state: reviewed
msgctxt "frog.name"
msgid "Frog"
msgstr "Grenouille"

#, fuzzy
#| msgid "Nut"
msgctxt "newt.name"
msgid "Newt"
msgstr "Noix"

# state: machine
#, fuzzy
msgctxt "toad.name"
msgid "Toad"
msgstr "Crapaud"
"""


@pytest.fixture(scope="module")
def loaded(tmp_path_factory, packaged_database, run):
    """A database that holds that game; proofs leave it as it is."""
    folder = tmp_path_factory.mktemp("ponds")
    for name in ("cards", "locales"):
        (folder / name).mkdir()
    (folder / "game.yaml").write_text(GAME, encoding="utf-8")
    (folder / "cards" / "cards.yaml").write_text(CARDS, encoding="utf-8")
    (folder / "locales" / "fr.po").write_text(HEADER + ENTRIES, encoding="utf-8")
    copy = shutil.copy(packaged_database, folder / "cards.db")
    assert run("load", str(folder), "--db", str(copy), cwd=folder).code == 0
    return copy


@pytest.fixture
def command(tmp_path, loaded, run):
    """Run the command on that game."""
    return lambda *arguments: run(*arguments, cwd=tmp_path, DECKWRIGHT_DB=str(loaded))


def words_on(file, page=0):
    document = PdfDocument(file)
    try:
        return document[page].get_textpage().get_text_bounded()
    finally:
        document.close()


def test_each_card_stands_once_in_both_languages_the_source_on_the_left(command, tmp_path):
    ran = command("export", "pdf", "ponds", "--with", "fr", "--duplex", "none", "-o", "proof.pdf", "--json")
    assert (ran.json["cards"], ran.json["pages"]) == (4, 2)
    document = PdfDocument(tmp_path / "proof.pdf")
    found = document[0].get_textpage()
    places = {}
    for word in ("Frog", "Grenouille"):
        index, _ = found.search(word, match_case=True).get_next()
        left, bottom, _, _ = found.get_charbox(index)
        places[word] = (left, bottom)
    document.close()
    assert places["Frog"][0] < places["Grenouille"][0]
    assert places["Frog"][1] == pytest.approx(places["Grenouille"][1], abs=15)
    words = words_on(tmp_path / "proof.pdf")
    assert words.count("Frog") == words.count("Grenouille") == 1
    assert "EN · FR" in words


def test_what_is_not_translated_is_found(command):
    found = command("export", "pdf", "ponds", "--with", "fr", "-o", "proof.pdf", "--json").json["findings"]
    assert {card for one in found if one["rule"] == "untranslated" for card in one["cards"]} == {
        "reed",
        "newt",
    }


@pytest.mark.parametrize(
    ("states", "cards"),
    [
        ("stale", {"newt"}),
        ("machine", {"toad"}),
        ("missing", {"reed"}),
        ("stale,machine,missing", {"newt", "toad", "reed"}),
        ("reviewed", {"frog"}),
    ],
)
def test_only_cards_whose_translations_have_come_so_far_are_printed(command, tmp_path, states, cards):
    assert command("export", "pdf", "ponds", "--with", "fr", "--only", states, "-o", "proof.pdf").code == 0
    assert {
        card for card in ("frog", "newt", "toad", "reed") if card.title() in words_on(tmp_path / "proof.pdf")
    } == cards


def test_sheets_to_play_with_have_the_copies_of_those_cards(command):
    assert (
        command("export", "pdf", "ponds", "--lang", "fr", "--only", "reviewed", "-o", "x.pdf", "--json").json[
            "cards"
        ]
        == 3
    )


def test_a_page_for_the_browser_has_only_those_cards(command, tmp_path):
    ran = command("export", "html", "ponds", "--lang", "fr", "--only", "stale", "-o", "proof.html", "--json")
    assert ran.json["cards"] == 1
    assert "newt" in (tmp_path / "proof.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("form", ["pdf", "html"])
def test_where_no_card_has_such_a_text_nothing_is_written(command, tmp_path, form):
    ran = command("export", form, "ponds", "--lang", "fr", "--only", "draft", "-o", f"proof.{form}", "--json")
    assert (ran.code, ran.json) == (0, {"files": [], "cards": 0, "pages": 0, "findings": []})
    assert not (tmp_path / f"proof.{form}").exists()
    assert (
        "rien n’a été exporté"
        in command("export", form, "ponds", "--lang", "fr", "--only", "draft", "-o", "p").err
    )


@pytest.mark.parametrize("more", [[], ["--with", "fr"]])
def test_with_a_sheet_for_cards_of_another_size_nothing_is_written(command, tmp_path, more):
    (tmp_path / "tarot.yaml").write_text("paper: a4\ncard: tarot\n", encoding="utf-8")
    cards = ("data-monsters", "--select", "kind:hack", *more)
    ran = command("export", "pdf", *cards, "--sheet", "tarot.yaml", "-o", "x.pdf", "--json")
    assert (ran.code, ran.json["error"]["code"], ran.json["error"]["where"]["line"]) == (3, "card-size", 2)
    assert not (tmp_path / "x.pdf").exists()


def test_proofs_are_not_recorded(command):
    for more in (["--with", "fr"], ["--lang", "fr", "--only", "reviewed"]):
        assert command("export", "pdf", "ponds", *more, "-o", "x.pdf").code == 0
    assert json.loads(command("export", "history", "--json").out) == []


def test_three_languages_fill_the_three_columns_of_a_sheet(command, tmp_path):
    assert command("export", "pdf", "ponds", "--with", "fr", "--with", "it", "-o", "proof.pdf").code == 0
    with pikepdf.open(tmp_path / "proof.pdf") as file:
        assert len(file.pages) == 2
    assert re.search("EN · FR · IT", words_on(tmp_path / "proof.pdf", 1))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--with", "de"], "not in the language de"),
        (["--with", "fr", "--sheet", "a4-gutterfold"], "no room for 2"),
        (["--with", "fr", "--duplex", "long", "--ruler"], "be used with --duplex, --ruler"),
        (["--with", "fr", "--target", "dtc-poker"], "be used with --target"),
        (["--only", "stale", "--target", "single", "--lang", "fr"], "utilisé avec --target"),
        (["--only", "stale", "--changed", "--lang", "fr"], "utilisé avec --changed"),
        (["--only", "stale"], "written in en"),
        (["--only", "stle"], "stale"),
    ],
)
def test_what_does_not_go_together_is_told(command, arguments, message):
    ran = command("export", "pdf", "ponds", *arguments, "-o", "proof.pdf")
    assert ran.code == 2
    assert message in ran.err
