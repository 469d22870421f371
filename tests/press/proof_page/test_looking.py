"""The proof page in a real browser: searching, filtering, sharing a view, and getting about by keys."""

from __future__ import annotations

import json

import pytest

from deckwright.model.words import fold


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
    assert browser.one("#count").text == "18 of 18 cards"


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
    folding = source[source.index("const APART") : source.index("for (const card of cards)")]
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
    browser.one("summary").click()
    browser.one("#slash").click()
    browser.press("/")
    assert browser.driver.switch_to.active_element.get_attribute("id") == "slash"
