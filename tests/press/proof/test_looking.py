"""The proof page in a real browser: searching, filtering, sharing a view, and getting about by keys."""

from __future__ import annotations

import io
import json
from dataclasses import replace
from itertools import pairwise

import pytest
from PIL import Image

from deckwright.model.words import fold
from deckwright.press.preflight.colours import COLOUR_BLINDNESS


def tick(browser, name, value):
    browser.one(f'input[name="{name}"][value="{value}"]').click()


@pytest.mark.parametrize("game", ["monsters", "dataset"])
def test_the_page_asks_for_nothing_and_complains_of_nothing(browser, game, request):
    file = request.getfixturevalue(game)
    browser.open(file)
    browser.one("#search").send_keys("data")
    browser.one(".card:not([hidden]) .name").click()
    messages = [json.loads(one["message"])["message"] for one in browser.driver.get_log("performance")]
    asked = [
        one["params"]["request"]["url"] for one in messages if one["method"] == "Network.requestWillBeSent"
    ]
    assert {url.partition(":")[0] for url in asked} <= {"file", "data"}
    assert [url for url in asked if url.startswith("file:")] == [file.as_uri()]
    assert browser.driver.get_log("browser") == []


def test_the_page_is_kept_from_asking(browser, monsters):
    browser.open(monsters)
    directive = browser.run(
        "return new Promise((done) => {"
        " document.addEventListener('securitypolicyviolation', (event) => done(event.effectiveDirective));"
        " new Image().src = 'https://example.invalid/picture.png'; })"
    )
    assert directive == "img-src"


def test_every_card_is_there_at_first(browser, monsters, monsters_job):
    browser.open(monsters)
    assert browser.shown == [card.id for card, _ in monsters_job.cards]
    copies = sum(card.copies for card, _ in monsters_job.cards)
    assert browser.one("#count").text == f"18 cards, {copies} with all copies"


@pytest.mark.parametrize("words", ["coeur", "Cœurs", "COEUR envoyes", "fucsia gatto 39"])
def test_the_search_forgives_case_accents_and_ligatures(browser, dataset, dataset_job, words):
    browser.open(dataset)
    browser.one("#search").send_keys(words)
    assert "love-fuchsia" in browser.shown
    assert browser.one("#count").text == f"{len(browser.shown)} of {len(dataset_job.cards)} cards"


def test_the_page_folds_words_as_the_program_does(browser, dataset):
    letters = [
        chr(code) for block in ((0x20, 0x250), (0x386, 0x3CF), (0x1E00, 0x1F00)) for code in range(*block)
    ]
    words = [f"a{letter}b" for letter in letters]
    browser.open(dataset)
    source = browser.run("return [...document.scripts].at(-1).textContent")
    folding = source[source.index("const APART") : source.index("// The cards, each with")]
    folded = browser.devtools(
        "Runtime.evaluate", expression=f"{{{folding}; {json.dumps(words)}.map(fold)}}", returnByValue=True
    )
    assert folded["result"]["value"] == [fold(word) for word in words]


def test_nothing_found_is_said(browser, monsters):
    browser.open(monsters)
    browser.one("#search").send_keys("unfindable")
    assert browser.shown == []
    assert browser.one("#none").is_displayed()
    assert browser.one("#count").text == "0 of 18 cards"


def test_filters_of_one_group_add_up_and_those_of_two_narrow(browser, monsters, monsters_job):
    cards = [card for card, _ in monsters_job.cards]
    browser.open(monsters)
    tick(browser, "kind", "monster")
    tick(browser, "kind", "tool")
    assert browser.shown == [card.id for card in cards if card.kind in {"monster", "tool"}]
    tick(browser, "mark", "unique")
    expected = [card.id for card in cards if card.kind in {"monster", "tool"} and "unique" in card.marks]
    assert browser.shown == expected != []
    browser.one("button[type=reset]").click()
    assert browser.run("return new Promise((done) => setTimeout(done, 20))") is None
    assert len(browser.shown) == len(cards)


def test_languages_stand_side_by_side_and_one_always_stays(browser, monsters):
    browser.open(monsters)
    italian, french = browser.all(".card:first-child figure")
    assert italian.rect["y"] == french.rect["y"]
    assert italian.rect["x"] + italian.rect["width"] < french.rect["x"]
    tick(browser, "lang", "it")
    assert not italian.is_displayed()
    assert french.is_displayed()
    tick(browser, "lang", "fr")
    assert french.is_displayed()


def test_the_address_keeps_the_view(browser, monsters):
    browser.open(monsters)
    browser.one("#search").send_keys("una carta")
    tick(browser, "kind", "monster")
    tick(browser, "lang", "it")
    state, shown = browser.run("return location.hash"), browser.shown
    assert shown
    browser.open(monsters, state)
    assert browser.shown == shown
    assert browser.one("#search").get_property("value") == "una carta"
    assert not browser.one(".card:not([hidden]) figure[lang=it]").is_displayed()


def test_keys_lead_to_the_search_along_the_cards_and_into_one(browser, monsters):
    browser.open(monsters)
    first, second, third = (one.text for one in browser.all(".name")[:3])
    browser.press("/")
    assert browser.driver.switch_to.active_element.get_attribute("id") == "search"
    browser.run("document.querySelector('.name').focus()")
    browser.press("\ue014")  # right
    assert browser.focused == second
    browser.press("\ue014")
    browser.press("\ue012")  # left
    browser.press("\ue015")  # down: two cards stand in a row no wider than this window
    assert browser.focused not in {first, second}
    browser.press("\ue013")  # up
    assert browser.focused == second
    browser.press("\ue007")  # enter
    assert browser.one("dialog").is_displayed()
    assert browser.one("#large-name").text == second
    browser.press("\ue014")
    assert browser.one("#large-name").text == third
    assert "card=" in browser.run("return location.hash")
    browser.press("\ue00c")  # escape
    assert not browser.one("dialog").is_displayed()
    assert browser.focused == third


def test_the_shortcut_can_be_turned_off(browser, monsters):
    browser.open(monsters)
    browser.one(".help summary").click()
    browser.one("#slash").click()
    browser.press("/")
    assert browser.driver.switch_to.active_element.get_attribute("id") == "slash"


FIELDS = {
    "field.class=engineer,scientist": lambda card: (
        {"engineer", "scientist"} & {*card.fields.get("class", ())}
    ),
    "field.tech=3,4": lambda card: card.fields.get("tech") in {3, 4},
    "field.lone=true": lambda card: card.fields.get("lone") is True,
    "field.level=junior&mark=once-per-turn": lambda card: (
        card.fields.get("level") == "junior" and "once-per-turn" in card.marks
    ),
}


@pytest.mark.parametrize("state", FIELDS)
def test_every_field_of_the_game_filters(browser, monsters, monsters_job, state):
    browser.open(monsters, f"#{state}")
    cards = [card for card, _ in monsters_job.cards]
    assert browser.shown == [card.id for card in cards if FIELDS[state](card)]
    declared = {f"field.{name}" for name in monsters_job.game.fields}
    shown = {box.get_attribute("name") for box in browser.all(".group input")} - {"kind", "mark", "lang"}
    assert shown - {"findings"} == declared
    count = len(browser.shown)
    assert browser.one("#count").text == f"{count} of {len(cards)} cards"


def test_a_field_with_many_numbers_has_limits_and_one_with_many_texts_a_search(
    browser, proof_job, page_of, tmp_path
):
    def change(cards):
        return [
            replace(card, fields={**card.fields, "weight": number, "sign": f"Sign {number}é"})
            for number, card in enumerate(cards[:20])
        ]

    job = proof_job("data-monsters", "en", change=change)
    fields = {
        **job.game.definition["fields"],
        "weight": {"title": "Weight", "type": "integer"},
        "sign": {"title": "Sign", "type": "string"},
    }
    game = replace(job.game, definition={**job.game.definition, "fields": fields})
    (tmp_path / "page.html").write_text(page_of(replace(job, game=game)), encoding="utf-8")
    ids = [card.id for card, _ in job.cards]
    browser.open(tmp_path / "page.html", "#field.weight.from=7&field.weight.to=9")
    assert browser.shown == ids[7:10]
    browser.open(tmp_path / "page.html", "#field.sign.has=sign 1E")
    assert browser.shown == ids[1:2]
    assert browser.run("return document.querySelector('[data-bound=has]').closest('details').open")


@pytest.mark.parametrize("state", ["#lang=it", "#lang=it,fr"])
@pytest.mark.parametrize("width", [390, 760, 1024, 1280, 1500, 1920])
def test_columns_are_even_and_the_cards_fill_the_width(browser, monsters, width, state):
    browser.open(monsters, state, width=width)
    left = sorted({round(box["x"]) for box in browser.boxes(".card")})
    widths = {right - left for left, right in pairwise(left)} or {0}
    assert max(widths) - min(widths) <= 1
    assert left[0] == round(browser.one(".status h2").rect["x"])
    right = browser.run("return document.getElementById('cards').getBoundingClientRect().right")
    pictures = browser.boxes("#list figure:not([hidden]) > svg")
    assert max(one["x"] + one["width"] for one in pictures) == pytest.approx(right, abs=3)
    assert 0.6 < pictures[0]["width"] / (63 * 96 / 25.4) < 1.6


def test_cards_have_their_real_size_on_a_calibrated_screen(browser, monsters):
    browser.open(monsters, "#size=100")
    width = browser.one("figure > svg").rect["width"]
    assert width == pytest.approx(63 * 96 / 25.4, abs=1)
    for name, value in (("size", 150), ("calibration", 1.2)):
        browser.run(
            "const input = document.getElementById(arguments[0]); input.value = arguments[1];"
            "input.dispatchEvent(new Event('input', {bubbles: true}))",
            name,
            value,
        )
    assert browser.one("figure > svg").rect["width"] == pytest.approx(width * 1.8, rel=0.01)
    browser.one("#real").click()
    assert browser.one("figure > svg").rect["width"] == pytest.approx(width * 1.2, rel=0.01)
    browser.open(monsters, "#size=100")
    assert browser.one("figure > svg").rect["width"] == pytest.approx(width * 1.2, rel=0.01)
    browser.open(monsters, "#size=100", scale=2)
    assert browser.one("figure > svg").rect["width"] == pytest.approx(width * 0.6, rel=0.01)
    browser.run("localStorage.clear()")


def test_colours_are_shown_as_others_see_them(browser, monsters):
    """The expected values are those of Machado and others for full deuteranopia, applied to linear light."""
    browser.open(monsters, "#sight=deutan")
    browser.run(
        "document.body.replaceChildren(...[document.querySelector('.definitions')]);"
        "const figure = document.createElement('figure');"
        "figure.innerHTML = '<svg width=100 height=100 class=uncut><rect width=100 height=100 fill=\"#c02828\"/></svg>';"
        "figure.style = 'position:fixed;left:0;top:0'; document.body.append(figure);"
        "figure.firstChild.style = 'width:100px;box-shadow:none'"
    )
    seen = Image.open(io.BytesIO(browser.driver.get_screenshot_as_png())).convert("RGB").getpixel((50, 50))
    matrix = COLOUR_BLINDNESS["deutan"]
    linear = [((part / 255 + 0.055) / 1.055) ** 2.4 for part in (0xC0, 0x28, 0x28)]
    light = [sum(a * b for a, b in zip(row, linear, strict=True)) for row in matrix]
    expected = [round(255 * (1.055 * max(part, 0.0) ** (1 / 2.4) - 0.055)) for part in light]
    assert seen == pytest.approx(tuple(expected), abs=3)
