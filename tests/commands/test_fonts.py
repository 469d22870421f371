"""Fonts as a designer meets them: what cannot be printed is said when the game is loaded, and nothing ends in a crash."""

import json

import pypdfium2
import pytest

GAME = """\
id: signs
title: Signs
source_language: en
languages: [en, fr]
kinds:
  sign: {name: Sign, face: sign}
"""
CARDS = """\
cards:
- {id: one, kind: sign, name: One, text: "Some *fine* and **bold** words."}
- {id: two, kind: sign, name: Two, text: Plain words.}
"""
FACE = """\
extends: base
styles:
  name: {font: FONT, weight: 400}
  body: {font: FONT}
boxes:
- {text: "{name}", at: [5, 5, 50, 8], style: name}
- {id: rules, text: "{text}", at: [5, 20, 50, 30], style: body}
"""


@pytest.fixture
def game(tmp_path):
    """Write a game whose face has a font, and perhaps other files."""

    def write(face=FACE, **others):
        files = {"game.yaml": GAME, "cards/c.yaml": CARDS, "faces/sign.yaml": face, **others}
        for name, text in files.items():
            (tmp_path / "signs" / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / "signs" / name).write_text(text, encoding="utf-8")

    return write


@pytest.fixture
def with_fonts(deckwright, tmp_path):
    """Run the command where the fonts of the test are installed."""
    return lambda *arguments: deckwright(*arguments, PYTHONPATH=str(tmp_path / "site"))


def found(ran):
    return [
        (one["rule"], one["severity"], one["where"]["file"], one["where"]["line"])
        for one in ran.json["findings"]
    ]


@pytest.mark.parametrize(
    ("cuts", "rule"),
    [
        ({(700, "normal"): {}}, "unknown-font"),
        ({(None, "normal"): {"axes": [("wght", 100, 400, 900, "Weight")]}}, "font-format"),
        ({(400, "normal"): {"postscript": True}}, "font-format"),
        ({(400, "normal"): {"fs_type": 2}}, "font-licence"),
        ({(400, "normal"): {"data": b"broken"}}, "font-format"),
    ],
    ids=["no such weight", "variable", "postscript", "restricted", "broken"],
)
def test_a_font_that_cannot_be_printed_stops_the_load_and_the_export(
    with_fonts, game, font_package, cuts, rule
):
    name = font_package({(400, "normal"): {}, (400, "italic"): {}, (700, "normal"): {}})
    game(FACE.replace("FONT", name))
    assert with_fonts("load", "signs").code == 0
    game(FACE.replace("FONT", font_package(cuts)))
    ran = with_fonts("load", "signs", "--json")
    assert ran.code == 3
    assert found(ran) == [(rule, "error", "signs/faces/sign.yaml", line) for line in (3, 4)]


def test_a_font_that_was_changed_after_the_load_is_an_error_of_the_export(
    with_fonts, game, font_package, tmp_path
):
    name = font_package({(400, "normal"): {}})
    game(FACE.replace("FONT", name))
    assert with_fonts("load", "signs").code == 0
    (metadata,) = tmp_path.glob("site/*/metadata.json")
    about = json.loads(metadata.read_bytes())
    about["files"][0]["weight"] = 900
    metadata.write_text(json.dumps(about), encoding="utf-8")
    for command in (["pdf", "-o", "s.pdf"], ["html", "-o", "s.html"], ["tts", "-o", "s"]):
        ran = with_fonts("export", command[0], "signs", *command[1:])
        assert ran.code == 3, ran.err
        assert "has no weight 400. It has: 900. Use weight: 900." in ran.err


def test_emphasis_that_a_font_has_no_cut_for_prints_and_is_a_warning(
    with_fonts, game, font_package, tmp_path
):
    game(FACE.replace("FONT", font_package({(400, "normal"): {}})))
    ran = with_fonts("load", "signs", "--json")
    assert ran.code == 0
    assert found(ran) == [("font-replaced", "warning", "signs/faces/sign.yaml", 7)] * 2
    assert "has no weight 700, upright, for" in ran.json["findings"][1]["message"]
    ran = with_fonts("export", "pdf", "signs", "-o", "s.pdf", "--json")
    assert ran.code == 0
    assert [one["rule"] for one in ran.json["findings"]] == ["font-replaced"] * 2
    with pypdfium2.PdfDocument(tmp_path / "s.pdf") as document:
        assert "Some fine and bold words." in document[0].get_textpage().get_text_range()


def test_letters_that_a_font_lacks_are_found_where_they_are_written(with_fonts, game, font_package):
    po = 'msgid ""\nmsgstr "Language: fr\\n"\n\nmsgctxt "two.name"\nmsgid "Two"\nmsgstr "Deux µ"\n'
    cards = CARDS.replace("text: Plain words.", 'text: "Plain words\n\n    with an ω."')
    name = font_package({cut: {} for cut in [(400, "normal"), (400, "italic"), (700, "normal")]})
    game(FACE.replace("FONT", name), **{"cards/c.yaml": cards, "locales/fr.po": po})
    ran = with_fonts("load", "signs", "--json")
    assert ran.code == 0
    places = [
        (one["where"]["file"], one["where"]["line"], one["where"]["column"]) for one in ran.json["findings"]
    ]
    assert places == [("signs/cards/c.yaml", 5, 13), ("signs/locales/fr.po", 4, 1)]
    assert {one["rule"] for one in ran.json["findings"]} == {"missing-glyph"}
    english, french = (one["message"] for one in ran.json["findings"])
    assert "lacks ω, needed by 1 card in en: two" in english
    assert "lacks µ ω, needed by 1 card in fr: two" in french
