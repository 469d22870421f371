"""The cards on the proof page in a real browser: what was found, what is harmless, what is as printed."""

from __future__ import annotations

import io
from dataclasses import replace

import pypdfium2
import pytest
from PIL import Image, ImageChops, ImageStat

from deckwright.findings import Finding, Where
from deckwright.press.drawing.card import draw_card
from deckwright.press.drawing.context import RenderContext
from deckwright.press.faces.choice import face_of
from deckwright.press.graphics.parts import POINT, DrawnText
from deckwright.press.print_job import PrintJob, print_pdf
from deckwright.press.proof.drawings import draw_proof
from deckwright.press.sheets.sheet import load_sheet

from .conftest import shared_fields

EVIL = """<script>broken = 1</script><img src=x onerror="broken = 1"> {{style}} </script> &amp; ]]>"""


def evil(card):
    texts = {"name": EVIL, "text": EVIL, "flavour": EVIL}
    return replace(card, texts={"en": texts, "it": texts})


def test_findings_stand_on_their_card_in_words(browser, long, packaged):
    browser.open(long)
    browser.one("input[name=findings]").click()
    assert browser.shown == [packaged("data-monsters").cards[0].id]
    finding = browser.one(".card:not([hidden]) .findings .error")
    assert finding.text.startswith("Error:")
    assert finding.find_element("css selector", "svg").is_displayed()
    browser.one(".card:not([hidden]) .name").click()
    assert browser.one("dialog .findings .error").is_displayed()


def test_a_card_cannot_act_on_the_page(browser, proof_job, page_of, tmp_path):
    file = tmp_path / "evil.html"
    job = proof_job("data-monsters", "it", change=lambda cards: [evil(cards[0]), *cards[1:3]])
    file.write_text(page_of(job), encoding="utf-8")
    browser.open(file)
    assert browser.run("return window.broken") is None
    assert browser.one(".name").text == EVIL
    assert browser.all(".card img, .card script, .card style") == []
    browser.one(".name").click()
    assert browser.one("#large-name").text == EVIL
    assert browser.run("return window.broken") is None
    assert browser.driver.get_log("browser") == []


def test_text_is_as_long_as_the_press_sets_it(browser, monsters, monsters_job):
    browser.open(monsters)
    browser.run("return document.fonts.ready.then(() => true)")
    seen = browser.run(
        "return [...document.querySelectorAll('figure[lang=it] > svg')].map((svg) =>"
        " [...svg.querySelectorAll('tspan:not([textLength])')].map((one) =>"
        "  [one.textContent, one.getComputedTextLength()]))"
    )
    for (card, _), runs in zip(monsters_job.cards, seen, strict=True):
        expected = sorted(set_lengths(monsters_job, card, "it"))
        assert [text for text, _ in sorted(map(tuple, runs))] == [text for text, _ in expected]
        for (text, length), (_, expected_length) in zip(sorted(map(tuple, runs)), expected, strict=True):
            assert length == pytest.approx(expected_length, rel=0.01, abs=1), text


@pytest.fixture(scope="module")
def pair(proof_job, page_of, tmp_path_factory):
    """A job of two cards and its page: a browser takes seconds to draw more of them in four dots a pixel."""
    signs = {"love-red", "purpose-direct-marketing"}
    job = proof_job("dataset", "fr", change=lambda cards: [card for card in cards if card.id in signs])
    file = tmp_path_factory.mktemp("pair") / "page.html"
    file.write_text(page_of(job), encoding="utf-8")
    return job, file


@pytest.mark.parametrize("number", [0, 1])
def test_a_card_looks_as_printed(browser, pair, number):
    job, file = pair
    browser.open(file, scale=4)
    browser.run("return document.fonts.ready.then(() => true)")
    picture = browser.all("figure[lang=fr] > svg")[number]
    corner = "position: fixed; left: 0; top: 0; z-index: 9"
    browser.run("arguments[0].style.cssText = arguments[1]", picture, corner)
    size = tuple(round(4 * picture.rect[side]) for side in ("width", "height"))
    seen = Image.open(io.BytesIO(browser.driver.get_screenshot_as_png())).convert("RGB").crop((0, 0, *size))
    expected = printed(job, "fr", number, size)
    # The corners are round on the page, and letters fall on other dots: what counts is seen from a little way off.
    small = [one.resize((60, 84), Image.Resampling.BOX).crop((4, 4, 56, 80)) for one in (seen, expected)]
    differences = ImageStat.Stat(ImageChops.difference(*small))
    assert max(differences.mean) < 3
    assert max(high for _, high in differences.extrema) < 80


def printed(job, language, number, size):
    """Print one card of a job, and give it as a picture of a size."""
    out = io.BytesIO()
    sheet = load_sheet("a4")
    drawn = replace(job, cards=[(job.cards[number][0], 1)], backs={})
    print_pdf(PrintJob(language=language, sheet=sheet, **shared_fields(drawn)), out)
    with pypdfium2.PdfDocument(out.getvalue()) as document:
        scale = size[0] / sheet.card[0]
        page = document[0].render(scale=scale * POINT).to_pil().convert("RGB")
    left, top = (round(length * scale) for length in sheet.places()[0])
    return page.crop((left, top, left + size[0], top + size[1]))


def set_lengths(job, card, language):
    """List the runs of text that the press sets on a card, each with its length in hundredths of a millimetre."""
    context = RenderContext(job.game, language, job.assets, job.matches, job.cards_by_face)
    return [
        (run.text, length_of(run, text) * text.size * POINT / 10)
        for text in texts_of(draw_card(card, face_of(card, job.faces), context))
        for line in text.lines
        for run in line.runs
        if not run.span
    ]


def length_of(run, text):
    words = run.text.split(" ")
    spaces = (len(words) - 1) * run.font.file.widths[0x20] * run.font.unit
    return sum(run.font.widths[word] for word in words) + spaces + len(run.text) * text.tracking


def texts_of(parts):
    for part in parts:
        if isinstance(part, DrawnText):
            yield part
        else:
            yield from texts_of(getattr(part, "parts", ()))


def test_a_page_that_may_be_published_names_no_folder_of_this_computer(page_of, proof_job):
    job = proof_job("data-monsters", "it", change=lambda cards: cards[:2])
    inside, outside = Where("faces/tool.yaml", 7, 5), Where("/home/ann/secret/plain.yaml", 3, 1)
    found = [Finding("x", "warning", "Here.", (job.cards[0][0].id,), where=one) for one in (inside, outside)]
    page = page_of(replace(job, findings=found))
    assert "faces/tool.yaml:7:5" in page
    assert "plain.yaml:3:1" in page
    assert "/home/ann" not in page


def test_drawings_are_read_back_in_any_order_from_memory_and_from_a_file(monsters_job, monkeypatch):
    kept = dict(draw_proof(monsters_job).drawings)
    monkeypatch.setattr("deckwright.press.proof.drawings._IN_MEMORY", 1000)
    stored = draw_proof(monsters_job).drawings
    assert len(stored) == len(monsters_job.cards) * len(monsters_job.languages)
    assert {key: stored[key] for key in reversed(kept)} == kept
    assert all(one.startswith("<svg ") and one.endswith("</svg>") for one in kept.values())
