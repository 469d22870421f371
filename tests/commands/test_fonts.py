"""Fonts as a designer meets them: what cannot be printed is said when the game is loaded, and nothing ends in a crash."""

import io
import json
import shutil
import sqlite3
from contextlib import closing

import pikepdf
import pypdfium2
import pytest
from fontTools.ttLib import TTFont

from ..fonts import font_bytes
from ..programs import deep_except

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
            (tmp_path / "signs" / name).write_bytes(text if isinstance(text, bytes) else text.encode())

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


UNPRINTABLE = {
    "no such weight": ({(700, "normal"): {}}, "unknown-font"),
    "variable": ({(None, "normal"): {"axes": [("wght", 600, 600, 900, "Weight")]}}, "unknown-font"),
    "bitmaps": ({(400, "normal"): {"fs_type": 0x0200}}, "font-licence"),
    "restricted": ({(400, "normal"): {"fs_type": 2}}, "font-licence"),
    "broken": ({(400, "normal"): {"data": b"broken"}}, "font-format"),
}


@pytest.mark.parametrize("fault", deep_except(["restricted"], UNPRINTABLE, "with each fault"))
def test_a_font_that_cannot_be_printed_stops_the_load_and_the_export(with_fonts, game, font_package, fault):
    cuts, rule = UNPRINTABLE[fault]
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


# Fonts in the game's own folder.

WEIGHT = ("wght", 400, 400, 700, "Weight")
OWN = {
    "fonts/own.otf": {"postscript": True},
    "fonts/wide.ttf": {"axes": [WEIGHT]},
    "fonts/more.ttf": {"letters": "ωżA"},
}


def fonts(**made):
    """Font files, each in a family that is called after it."""
    return {name: font_bytes(name[6:-4].title(), **one) for name, one in made.items()}


def pdf_fonts(path):
    with pikepdf.open(path) as pdf:
        found = {}
        for page in pdf.pages:
            for font in page.Resources.Font.values():
                inner = font.DescendantFonts[0] if "/DescendantFonts" in font else font
                found[str(font.BaseFont).rpartition("+")[2].lstrip("/")] = (
                    str(font.Subtype),
                    inner.FontDescriptor.FontFile2.read_bytes(),
                )
        return found


def text_of(path):
    with pypdfium2.PdfDocument(path) as document:
        return document[0].get_textpage().get_text_range()


def test_own_fonts_print_wherever_the_game_is_loaded_and_are_read_once(
    deckwright, game, tmp_path, own_database
):
    cards = CARDS.replace("Plain words", "Plain ω words")
    face = FACE.replace("FONT, weight: 400", "Own").replace(
        "body: {font: FONT}", "body: {font: [wide, More], weight: 600, bold: 700}"
    )
    game(
        face.replace("name: {font: Own}", "name: {font: Own, weight: 400}"),
        **{"cards/c.yaml": cards},
        **fonts(**OWN),
    )
    ran = deckwright("load", "signs", "--json")
    assert ran.code == 0, ran.err
    note, *replaced = ran.json["findings"]
    assert (note["rule"], note["severity"], note["where"]["line"]) == ("font-fallback", "info", 3)
    assert "The font Wide-600 lacks ω" in note["message"]
    assert "They are set in More-400." in note["message"]
    assert [one["rule"] for one in replaced] == ["font-fallback", "font-replaced"]
    with closing(sqlite3.connect(own_database)) as database:
        cuts = database.execute("SELECT path FROM assets WHERE path LIKE 'cuts/%'").fetchall()
    assert len(cuts) == 4
    broken = tmp_path / "site" / "fontTools"
    broken.mkdir(parents=True)
    (broken / "__init__.py").write_text("raise ImportError", encoding="utf-8")
    ran = deckwright("load", "signs", "--json", PYTHONPATH=str(broken.parent))
    assert (ran.code, ran.json["findings"][0]) == (0, note)
    shutil.rmtree(tmp_path / "signs")
    export = ("export", "pdf", "signs", "--last-good", "-o")
    ran = deckwright(*export, "s.pdf", "--json", PYTHONPATH=str(broken.parent))
    assert ran.code == 0, ran.err
    assert [one["rule"] for one in ran.json["findings"]].count("font-fallback") == 1
    known = pdf_fonts(tmp_path / "s.pdf")
    assert set(known) >= {"Own-400", "Wide-600", "Wide-700", "More-400"}
    assert "Plain ω words." in text_of(tmp_path / "s.pdf")
    for name in ("s.pdf", "t.pdf"):
        assert deckwright(*export, name).code == 0
    assert (tmp_path / "s.pdf").read_bytes() == (tmp_path / "t.pdf").read_bytes()


def test_a_large_font_prints_the_letters_of_each_state_of_a_game(deckwright, game, tmp_path, own_database):
    ideographs = "".join(map(chr, range(0x4E00, 0x4E00 + 5000)))
    large = font_bytes("Large", letters=f"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz.{ideographs}")
    lengths = []
    for name in ("一", "一丁", "丁"):
        cards = CARDS.replace("name: One", f"name: {name}")
        game(FACE.replace("FONT", "Large"), **{"cards/c.yaml": cards, "fonts/large.ttf": large})
        ran = deckwright("load", "signs", "--json")
        assert {one["rule"] for one in ran.json["findings"]} == {"font-replaced"}, ran.err
        assert deckwright("export", "pdf", "signs", "-o", "s.pdf").code == 0
        assert name in text_of(tmp_path / "s.pdf")
        with closing(sqlite3.connect(own_database)) as database:
            cuts = database.execute(
                "SELECT length(contents.content) FROM assets JOIN contents ON digest = assets.content WHERE path LIKE 'cuts/%'"
            )
            lengths.append([length for (length,) in cuts])
    (first,), (second,), (third,) = lengths
    assert first < second == third < len(large) / 10


def test_a_font_is_removed_with_its_cuts(deckwright, game, tmp_path, own_database):
    own = fonts(**{"fonts/own.ttf": {}})
    game(FACE.replace("FONT", "Own"), **own)
    assert deckwright("load", "signs").code == 0
    game(FACE.replace("FONT", "Barlow"))
    (tmp_path / "signs" / "fonts" / "own.ttf").unlink()
    assert deckwright("load", "signs").code == 0
    with closing(sqlite3.connect(own_database)) as database:
        paths = [path for (path,) in database.execute("SELECT path FROM assets WHERE game = 'signs'")]
    assert paths == ["faces/sign.yaml"]


@pytest.mark.parametrize("made", [{}, {"postscript": True}], ids=["truetype", "postscript"])
def test_a_font_that_must_not_be_cut_is_embedded_whole_and_looks_the_same(deckwright, game, tmp_path, made):
    pages = []
    for fs_type in (0x0000, 0x0104):
        game(
            FACE.replace("FONT", "Own"),
            **fonts(**{"fonts/own.ttf": {"fs_type": fs_type, **made}}),
        )
        assert deckwright("load", "signs").code == 0
        assert deckwright("export", "pdf", "signs", "-o", "s.pdf").code == 0
        with pypdfium2.PdfDocument(tmp_path / "s.pdf") as document:
            pages.append((document[0].render(scale=2).to_pil().tobytes(), text_of(tmp_path / "s.pdf")))
    sort, data = pdf_fonts(tmp_path / "s.pdf")["Own-400"]
    assert sort == "/Type0"
    assert len(TTFont(io.BytesIO(data)).getGlyphOrder()) == len(
        TTFont(io.BytesIO(font_bytes("Own"))).getGlyphOrder()
    )
    assert pages[0] == pages[1]
    assert deckwright("export", "html", "signs", "-o", "s.html").code == 0


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"no font at all", "This font cannot be read"),
        (b"wOF2" + bytes(40), "This font cannot be read"),
        (b"", "This font cannot be read"),
    ],
)
def test_a_font_that_is_no_font_is_found_at_its_file(deckwright, game, data, message):
    game(FACE.replace("FONT", "Barlow"), **{"fonts/bad.ttf": data})
    ran = deckwright("load", "signs", "--json")
    assert ran.code == 3
    assert found(ran) == [("font-format", "error", "signs/fonts/bad.ttf", 1)]
    assert message in ran.json["findings"][0]["message"]


def test_an_own_font_that_cannot_be_used_is_found_where_it_is_named(deckwright, game):
    game(FACE.replace("FONT", "Own"), **fonts(**{"fonts/own.ttf": {"fs_type": 2}}))
    ran = deckwright("load", "signs", "--json")
    assert ran.code == 3
    assert found(ran) == [("font-licence", "error", "signs/faces/sign.yaml", line) for line in (3, 4)]
    assert "Own 400 (fonts/own.ttf) does not allow" in ran.json["findings"][0]["message"]
    game(FACE.replace("FONT", "Owm"))
    ran = deckwright("load", "signs", "--json")
    assert "Unknown font: Owm." in ran.json["findings"][0]["message"]
    assert "Own" in ran.json["findings"][0]["message"]


def test_two_files_with_the_same_cut_and_a_licence_load(deckwright, game):
    same = font_bytes("Own")
    game(
        FACE.replace("FONT", "Own"), **{"fonts/a.ttf": same, "fonts/b.ttf": same, "fonts/OFL.txt": b"Licence"}
    )
    ran = deckwright("load", "signs", "--json")
    assert ran.code == 0
    assert "not-read" not in {one["rule"] for one in ran.json["findings"]}


def test_a_web_page_and_a_picture_show_own_fonts(deckwright, game, tmp_path):
    game(FACE.replace("FONT", "Own"), **fonts(**{"fonts/own.otf": {"postscript": True}}))
    assert deckwright("load", "signs").code == 0
    assert deckwright("export", "html", "signs", "-o", "s.html").code == 0
    assert "data:font/woff" in (tmp_path / "s.html").read_text(encoding="utf-8")
    assert deckwright("export", "png", "signs", "-o", "pictures").code == 0
