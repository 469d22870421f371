"""Tags in the texts of cards as a designer meets them: a fault is found when the game is loaded, at its line."""

import pytest

GAME = """\
id: signs
title: Signs
source_language: en
languages: [en, it]
kinds:
  sign: {name: Sign, face: sign}
"""
FACE = """\
extends: base
palette: {gold: "#806000"}
runs: {gold: {colour: gold}, term: {underline: true}}
boxes:
- {text: "{name}", at: [5, 5, 50, 8]}
- {id: rules, text: "{text}", at: [5, 20, 50, 30]}
"""
CARD = """\
cards:
- id: one
  kind: sign
  name: "One [gold]"
  text: |
    TEXT
"""
CATALOGUE = """\
msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"

msgctxt "one.text"
msgid "Gain [gold]two[/] now."
msgstr "Prendi [oro]due[/] ora."
"""


@pytest.fixture
def load(deckwright, tmp_path):
    """Load a game of one card with a text, and list what is found."""

    def run(text, **others):
        files = {
            "game.yaml": GAME,
            "faces/sign.yaml": FACE,
            "cards/c.yaml": CARD.replace("TEXT", text),
            **others,
        }
        for name, content in files.items():
            (tmp_path / "signs" / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / "signs" / name).write_text(content, encoding="utf-8")
        run.ran = deckwright("load", "signs", "--json")
        found = [one for one in run.ran.json["findings"] if one["rule"] == "tags"]
        return [(one["severity"], one["where"]["line"], one["where"]["column"]) for one in found]

    return run


@pytest.mark.parametrize(
    "text", ["Gain [gold]two[/] now.", "[term][gold]a[/][/term][br]b[tab]c", "See [note] or [1], [A]."]
)
def test_tags_of_the_face_and_other_words_in_brackets_are_loaded(load, text):
    assert load(text) == []
    assert load.ran.code == 0


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("Gain [golde]two[/] now.", (6, 10)),
        ("Gain\n    [gold]two now.", (7, 5)),
        ("Gain two[/gold] now.", (6, 13)),
    ],
)
def test_a_fault_is_found_at_its_line_and_column(load, text, place):
    assert load(text) == [("error", *place)]
    assert load.ran.code == 3


def test_what_looks_like_a_tag_is_a_warning(load):
    assert load("Gain [gol] now.") == [("warning", 6, 10)]
    assert load.ran.code == 0


def test_a_fault_of_a_translation_stops_no_other_language(load):
    assert load("Gain [gold]two[/] now.", **{"locales/it.po": CATALOGUE}) == [("warning", 5, 1)]


def test_cards_are_found_and_shown_without_tags(load, deckwright):
    load("Gain [gold]two[/] co[term]in[/]s.[br]Then | stop.")
    assert "signs/one" in deckwright("search", 'game:signs text:"gain two coins then"').out
    assert deckwright("search", "game:signs text:gold").out.count("signs/one") == 0
    assert "Gain two coins.\nThen | stop." in deckwright("show", "signs/one").out
