"""Backs on the proof page in a real browser: each once, below the cards, whatever is searched for."""

from __future__ import annotations

from dataclasses import replace

import pytest

from deckwright.press.faces.face_file import face_reader, load_face
from deckwright.press.proof.drawings import draw_proof

KINDS = ["Opportunità", "Mostro, Strumento, Hack"]


def test_each_back_stands_there_once_with_the_kinds_that_have_it(browser, monsters):
    browser.open(monsters, "#size=100")
    backs = browser.all(".backs li")
    assert [back.text for back in backs] == KINDS
    assert [back.find_element("css selector", "figcaption span").get_attribute("lang") for back in backs] == [
        "it",
        "it",
    ]
    sizes = {(round(box["width"]), round(box["height"])) for box in browser.boxes(".backs svg")}
    assert sizes == {(238, 333)}


def test_a_screen_reader_is_told_what_they_are(browser, monsters):
    browser.open(monsters)
    nodes = list(browser.nodes())
    assert ("heading", "Backs", 2) in nodes
    assert ("region", "Backs") in nodes
    pictures = [name for role, name, *_ in nodes if role in {"img", "image"}]
    assert [name for name in pictures if name.startswith("Back of")] == [f"Back of {one}" for one in KINDS]


@pytest.mark.parametrize("width", [320, 1300])
def test_they_stay_whatever_is_shown_of_the_cards(browser, monsters, width):
    browser.open(monsters, width=width)
    browser.one("#search").send_keys("unfindable")
    browser.run("document.getElementById('more').open = true")
    browser.one('input[name="lang"][value="it"]').click()
    assert browser.shown == []
    assert all(back.is_displayed() for back in browser.all(".backs svg"))
    assert browser.run("return document.documentElement.scrollWidth <= innerWidth")


def test_only_backs_of_the_cards_shown_are_there(proof_job):
    proof = draw_proof(proof_job("data-monsters", "en", change=lambda cards: cards[:1]))
    assert [back.kinds for back in proof.backs] == [["hack"]]


def test_what_is_wrong_with_a_back_is_found_once(proof_job):
    job = proof_job("dataset", "it", "fr", change=lambda cards: cards[:3])
    text = b"extends: back-plain\nboxes: [{text: '{game}', at: [1, 1, 50, 6]}]"
    back = load_face("near", face_reader({"faces/near.yaml": text}))
    proof = draw_proof(replace(job, backs=dict.fromkeys(job.backs, back)))
    assert sorted(finding.rule for finding in proof.findings) == ["contrast", "safe-zone"]


def test_what_a_kind_is_called_cannot_act_on_the_page(browser, proof_job, page_of, tmp_path):
    job = proof_job("dataset", "en", change=lambda cards: cards[:2])
    evil = "<img src=x onerror='broken = 1'>"
    labels = {**job.game.labels["en"], "kind:sensitive": evil}
    game = replace(job.game, labels={**job.game.labels, "en": labels})
    (tmp_path / "evil.html").write_text(page_of(replace(job, game=game)), encoding="utf-8")
    browser.open(tmp_path / "evil.html")
    assert browser.one(".backs li").text == evil
    assert browser.run("return window.broken") is None
