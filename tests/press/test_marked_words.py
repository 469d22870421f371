"""Runs, tables, tabs and coloured icons in every kind of output, from one drawing.

After a change that is meant, `DECKWRIGHT_GOLDEN=write pytest tests/press/test_marked_words.py` writes the logs anew;
look at the difference, and at the printed card.
"""

from __future__ import annotations

import io
import os
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree as ET

import pikepdf
import pypdfium2
import pytest
from fontTools.ttLib import TTFont

from deckwright.errors import InputError
from deckwright.press.drawing.card import Digests, draw_card
from deckwright.press.drawing.context import RenderContext
from deckwright.press.drawing.low_ink import LowInk
from deckwright.press.faces.choice import face_of
from deckwright.press.faces.game_names import check_face_in_game
from deckwright.press.graphics.fonts import INSTALLED
from deckwright.press.graphics.parts import DrawnIcon, DrawnRepeat, DrawnShape, DrawnText, all_parts
from deckwright.press.looks.colours import contrast
from deckwright.press.preflight.legibility import report_low_contrast
from deckwright.press.preflight.shown import CheckedFace
from deckwright.press.print_job import print_pdf
from deckwright.press.writing.web import SvgFile, font_rules, subset

GOLDEN = Path(__file__).parent / "golden"
FACE = """
size: [63, 88]
palette: {ink: "#202020", gold: "#806000", sea: "#105080", night: "#101830", pale: "#ffe9a0", hue: {by: level, junior: "#107030", else: "#702010"}}
styles:
  body: {size: 9, max: 12, fit: grow, hyphens: true}
runs:
  gold: {colour: gold, bold: true}
  term: {small_caps: true, colour: hue}
  big: {size: 1.5}
  line: {underline: true}
  other: {font: Barlow, weight: 700, italic: false}
  light: {colour: pale}
icons: {tech: sea}
boxes:
  - {text: "{name}[br][big]{tech}[/big] {icon:tech}", at: [5, 5, 53, 12], style: body}
  - {text: "{text}", at: [5, 18, 53, 45], style: body}
  - {shape: rect, at: [0, 65, 63, 23], fill: night}
  - {text: "[light]Night[/] falls", at: [5, 68, 53, 10], style: {size: 9, colour: pale}}
"""
TEXTS = {
    "en": "Gain [gold]2 gold coins[/] or {tech}: **[line]skip [term]Slow Water[/term] twice[/line]**, "
    "then [other]stop[/other].[br]Keep [nobr]5 km away[/nobr].\n\n| Level | Cost |\n|---|---|\n| Junior | 2.5 |\n"
    "| Senior | 11 {tech} |\n\nDay[tab]2[br]Night[tab][gold]{tech}[/gold]",
    "fr": "Gagnez [gold]2 pièces d’or[/] ou {tech} : **[line]passez [term]Eau lente[/term] deux fois[/line]**, "
    "puis [other]arrêtez[/other].[br]Restez à [nobr]5 km[/nobr].\n\n| Niveau | Coût |\n|---|---|\n| Junior | 2,5 |\n"
    "| Senior | 11 {tech} |\n\nJour[tab]2[br]Nuit[tab][gold]{tech}[/gold]",
}


@pytest.fixture
def job(small_job, card, read_face):
    """A job of one card with every sort of marked words, in a language."""

    def make(language="en", **texts):
        one = card(fields={"tech": 3, "level": "junior"})
        own = {tag: {"name": "Anvil", "text": text, **texts} for tag, text in TEXTS.items()}
        return small_job(replace(one, texts=own), face=read_face(FACE), language=language)

    return make


def drawing(job):
    context = RenderContext(job.game, job.language, job.assets, job.matches, job.cards_by_face)
    card = job.cards[0][0]
    parts = tuple(draw_card(card, face_of(card, job.faces), context))
    return parts, list(context.findings)


def texts_of(parts):
    return [part for part in all_parts(parts) if isinstance(part, DrawnText)]


def test_marked_words_are_drawn_as_before(job, log_of):
    parts, findings = drawing(job("fr"))
    assert findings == []
    file = GOLDEN / "marked-words.txt"
    if os.environ.get("DECKWRIGHT_GOLDEN") == "write":
        file.write_text(log_of(parts), encoding="utf-8")
    assert log_of(parts) == file.read_text(encoding="utf-8")


def test_icons_have_their_own_colour_unless_a_run_has_one(job):
    parts, _ = drawing(job())
    icons = [part.colour for part in all_parts(parts) if isinstance(part, DrawnIcon)]
    assert icons == ["#105080", "#105080", "#105080", "#806000"]


LEAF = b"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path fill="#d01020" d="M2 2h20v10H2z"/>
<path fill="#10a030" d="M2 12h20v10H2z"/></svg>"""


@pytest.fixture
def own_job(small_job, card, read_face):
    """A job of one card with an icon of two colours in its text, in the colours of its file."""

    def make(text="Gain {tech} now, [gold]{tech}[/] later.", icon="leaf", **looks):
        face = FACE.replace("icons: {tech: sea}", "icons: {tech: own}")
        made = small_job(card(text=text), face=read_face(face))
        definition = {**made.game.definition, "icons": {"tech": icon}}
        game = replace(made.game, definition=definition)
        return replace(made, game=game, assets={"icons/leaf.svg": LEAF}, **looks)

    return make


def test_an_icon_can_have_the_colours_of_its_file_unless_a_run_has_one(own_job):
    parts, findings = drawing(own_job())
    assert [one for one in findings if one.severity == "error"] == []
    shapes = [
        [shape.fill for shape in part.parts]
        for part in all_parts(parts)
        if isinstance(part, DrawnRepeat) and all(isinstance(one, DrawnShape) for one in part.parts)
    ]
    assert shapes.count(["#d01020", "#10a030"]) == 2
    assert [part.colour for part in all_parts(parts) if isinstance(part, DrawnIcon)] == ["#806000"]


def test_an_icon_of_a_font_has_the_colour_of_its_text(own_job):
    parts, _ = drawing(own_job(icon="mdi:leaf"))
    icons = [part.colour for part in all_parts(parts) if isinstance(part, DrawnIcon)]
    assert icons == ["#202020", "#202020", "#806000"]


def test_icons_in_their_own_colours_are_printed_where_their_word_is_copied(own_job):
    data = io.BytesIO()
    print_pdf(own_job(), data)
    with pypdfium2.PdfDocument(data) as document:
        page = document[0]
        colours = {colour for _, colour in page.render(scale=6).to_pil().convert("RGB").getcolors(99999)}
        assert {(208, 16, 32), (16, 160, 48)} <= colours
        assert "Gain tech now" in page.get_textpage().get_text_range().lower().replace("gain", "Gain")


def test_with_little_ink_an_icon_keeps_its_colours(own_job):
    job = own_job()
    parts, _ = drawing(job)
    pale = [*LowInk(job.faces["tool"].size, {}).parts(parts)]
    fills = [part.fill for part in all_parts(pale) if isinstance(part, DrawnShape)]
    assert (fills.count("#d01020"), fills.count("#10a030")) == (2, 2)


def test_a_colour_of_a_run_depends_on_the_card(small_job, card, read_face):
    face = read_face(FACE)
    cards = [
        card(number, {"level": level}, text="[term]x[/]") for number, level in enumerate(("junior", "senior"))
    ]
    job = small_job(*cards, face=face)
    context = RenderContext(job.game, "en", job.assets, job.matches, {})
    colours = [
        run.colour
        for one in cards
        for text in texts_of(draw_card(one, face, context))
        for line in text.lines
        for run in line.runs
        if run.text == "x"
    ]
    assert colours == ["#107030", "#702010"]


def printed(job):
    out = io.BytesIO()
    print_pdf(job, out)
    return out.getvalue()


def test_the_words_of_a_pdf_are_found_and_copied_in_their_order(job):
    data = printed(job())
    assert data == printed(job())
    page = pypdfium2.PdfDocument(data)[0].get_textpage()
    text = " ".join(page.get_text_range().split())
    for passage in (
        "Gain 2 gold coins or TECH : skip Slow Water twice, then stop.",
        "Keep 5 km away.",
        "Level Cost Junior 2.5 Senior 11 TECH",
        "Day 2",
    ):
        assert passage in text.replace("\u00a0", " "), text
    for word in ("Slow Water", "gold coins", "twice"):
        assert page.search(word).get_next()


def test_a_pdf_has_the_fonts_of_the_runs_and_is_sound(job):
    with pikepdf.open(io.BytesIO(printed(job()))) as pdf:
        assert pdf.check_pdf_syntax() == []
        fonts = {
            str(font.BaseFont).partition("+")[2]
            for font in pdf.objects
            if isinstance(font, pikepdf.Dictionary) and "/BaseFont" in font
        }
    assert {"AlegreyaSans-Bold-SmallCaps", "AlegreyaSans-Regular-Tabular", "Barlow-Bold"} <= fonts


def test_a_page_shows_the_same_runs_in_their_own_glyphs(job):
    parts, _ = drawing(job())
    file = SvgFile(job().assets)
    drawn = file.drawing(parts, (63, 88), {})
    tree = ET.fromstring(f'<x xmlns:xlink="x">{drawn}</x>')  # noqa: S314 - we have just written it
    spans = {"".join(one.itertext()).strip(): one for one in tree.iter("tspan")}
    assert spans["2 gold coins"].get("fill") == "#806000"
    assert spans["3"].get("font-size") > spans["Anvil"].get("font-size", "0")
    paths = [one.get("fill") for one in tree.iter("path")]
    assert paths.count("#202020") >= 2
    assert "Slow Water" in " ".join("".join(tree.itertext()).split())
    assert font_rules(file.letters).count("@font-face") == len(file.letters)


def test_small_capitals_of_a_page_are_those_of_the_press():
    font = INSTALLED.font("Alegreya Sans", 400, italic=False)
    with TTFont(io.BytesIO(subset(font.small_caps.file, "ab"))) as cut:
        glyph = cut.getBestCmap()[ord("a")]
        assert cut["hmtx"][glyph][0] == font.small_caps.file.widths[ord("a")] != font.file.widths[ord("a")]


def test_each_look_has_a_digest_of_its_own(job):
    digests = {
        Digests({}).of(drawing(job(text=text))[0], (63, 88))
        for text in (
            "a b",
            "[gold]a[/] b",
            "a [gold]b[/]",
            "[line]a[/] b",
            "[big]a[/] b",
            "[term]a[/] b",
            "a[br]b",
        )
    }
    assert len(digests) == 7


def test_with_little_ink_runs_are_readable_on_white(job):
    parts = tuple(LowInk((63, 88), {}).parts(drawing(job())[0]))
    for text in texts_of(parts):
        colours = [text.colour, *(run.colour for line in text.lines for run in line.runs if run.colour)]
        assert all(contrast(colour, "#ffffff") >= 4.5 for colour in colours)
        assert all(contrast(colour, "#ffffff") >= 4.5 for _, colour in text.rules if colour)


def test_a_fault_of_a_tag_is_reported_when_it_is_printed(job):
    _, findings = drawing(job(text="[goldd]x[/] [gold]y"))
    assert [(one.rule, one.severity) for one in findings] == [("tags", "error"), ("tags", "error")]


def test_small_words_and_pale_runs_are_reported(job):
    made = job(text="[light]x[/]")
    context = RenderContext(made.game, "en", made.assets, made.matches, {})
    report_low_contrast(CheckedFace(made.faces["tool"], [made.cards[0][0]], context))
    assert [one.rule for one in context.findings] == ["contrast"]
    assert "#ffe9a0" in next(iter(context.findings)).message


def test_tags_of_a_face_are_checked_with_it(small_game, read_face):
    face = read_face(
        FACE.replace("[big]{tech}[/big]", "[bigg]{tech}[/]").replace(
            "icons: {tech:", "icons: {teck: sea, tech:"
        )
    )
    found = [(one.rule, one.message.partition(".")[0]) for one in check_face_in_game(face, small_game, {})]
    assert found == [
        ("unknown-icon", "The game small has no icon teck"),
        ("tags", "The face has no [bigg] under runs"),
    ]


@pytest.mark.parametrize(
    ("was", "wrong", "rule"),
    [
        ("gold: {colour: gold", "gold: {colour: golden", "unknown-colour"),
        ("icons: {tech: sea}", "icons: {tech: see}", "unknown-colour"),
        ("font: Barlow", "font: Barlou", "unknown-font"),
        ("big: {size: 1.5}", "br: {size: 1.5}", "reserved-name"),
        ("big: {size: 1.5}", "big: {size: 15}", "schema"),
        ("{tech: sea}", "{tech: owm}", "unknown-colour"),
    ],
)
def test_what_is_wrong_with_a_run_is_found_with_the_face(read_face, was, wrong, rule):
    with pytest.raises(InputError) as caught:
        read_face(FACE.replace(was, wrong))
    assert [(one.rule, one.where.line > 1) for one in caught.value.findings] == [(rule, True)]


def test_runs_are_inherited_key_by_key(read_face):
    face = read_face("extends: above\nruns: {gold: {size: 2}, own: {underline: true}}\nicons: {}", above=FACE)
    assert (face.runs["gold"].size, face.runs["gold"].colour) == (2, "gold")
    assert {"own", "term"} <= face.runs.keys()
    assert face.icon_colours == {"tech": "sea"}


def test_a_font_without_small_capitals_is_reported(job, monkeypatch):
    made = job(text="[term]Slow[/]")
    monkeypatch.setitem(vars(INSTALLED.font("Alegreya Sans", 400, italic=False)), "small_caps", None)
    _, findings = drawing(made)
    assert [(one.rule, one.severity) for one in findings] == [("font-replaced", "warning")]
    assert "[term]" in findings[0].message
