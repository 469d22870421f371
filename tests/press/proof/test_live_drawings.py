"""The module press/proof/drawings, live: drawings that need nothing else, pictures by their content, fonts by their letters."""

from __future__ import annotations

import io
import re

import pytest
from PIL import Image

from deckwright.press.faces.choice import cards_by_face, load_backs, load_fronts, query_matcher
from deckwright.press.graphics.fonts import INSTALLED
from deckwright.press.graphics.parts import Pixels, Tint
from deckwright.press.proof.drawings import LiveProof, Look, PageStore, ProofJob

from .conftest import shared_fields


def job_of(package, low_ink=False):
    return ProofJob(
        game=package.game,
        cards=[(card, card.copies) for card in package.cards],
        languages=["en"],
        title="",
        faces=(fronts := load_fronts(package.game, package.cards, package.assets)),
        assets=package.assets,
        matches=query_matcher(package.game),
        describe=lambda card, language: card.name(language),
        cards_by_face=cards_by_face(package.game, package.cards),
        backs=load_backs(package.game, package.cards, package.assets, fronts),
        low_ink=low_ink,
    )


@pytest.mark.parametrize("look", [Look(), Look(boxes=True), Look(low_ink=True)])
@pytest.mark.parametrize("game", ["data-monsters", "big-monster"])
def test_each_drawing_has_all_that_it_refers_to_and_no_id_of_another(packaged, game, look):
    package = packaged(game)
    store = PageStore()
    proof = LiveProof(job_of(package, look.low_ink), "en", look, store)
    seen = set()
    for card in package.cards[::7]:
        drawing = proof.draw(card)
        ids = re.findall(r'\bid="([^"]+)"', drawing)
        assert len(ids) == len(set(ids))
        assert not seen & set(ids)
        seen |= set(ids)
        used = set(re.findall(r'(?:href="|url\()#([^")]+)', drawing))
        assert used <= set(ids)
        assert drawing == proof.draw(card)
        assert ("overlay" in drawing) == look.boxes


def test_the_boxes_of_a_qr_code_and_of_shared_boxes_are_shown(small_job, card, read_face):
    face = read_face(
        "palette: {ink: '#000000'}\nshared: {badge: [{shape: circle, at: [0, 0, 9, 9], fill: ink}]}\nboxes:\n"
        "- {qr: '{id}', at: [5, 5, 20, 20]}\n- {use: badge, at: [30, 5, 9, 9]}\n"
    )
    job = small_job(card(), face=face)
    shown = ProofJob(languages=["en"], describe=lambda *_: "", **shared_fields(job))
    assert "qr 4" in LiveProof(shown, "en", Look(boxes=True), PageStore()).draw(job.cards[0][0])


def test_a_picture_is_named_by_its_content(monkeypatch):
    def png(colour):
        out = io.BytesIO()
        Image.new("RGB", (9, 9), colour).save(out, "PNG")
        return out.getvalue()

    store = PageStore()
    red, blue = png("red"), png("blue")
    found = Pixels("PNG", 9, 9)
    address = store.address(red, found)
    assert store.address(red, found) == address != store.address(blue, found)
    assert re.fullmatch(r"pictures/[0-9a-f]{24}", address)
    assert store.picture(address.removeprefix("pictures/")) == ("image/png", red)
    assert store.picture("../game.yaml") is None
    tinted = store.address(red, found, Tint("#008000"))
    assert tinted != address
    assert store.picture(tinted.removeprefix("pictures/"))[1] not in {red, blue}
    # Of more than can be kept, the oldest go.
    monkeypatch.setattr("deckwright.press.proof.drawings._MOST_BYTES", len(red) + 1)
    store.address(blue, found)
    assert store.picture(address.removeprefix("pictures/")) is None
    assert store.picture(store.address(blue, found).removeprefix("pictures/")) == ("image/png", blue)


def test_a_font_is_written_again_only_for_a_new_letter():
    store = PageStore()
    regular, bold = INSTALLED.font("Barlow", 400, False), INSTALLED.font("Barlow", 700, False)
    assert store.fonts.show(regular, "Frog") == "f0"
    assert store.fonts.show(bold, "Moor") == "f1"
    assert not store.prepare_fonts(0.0)
    assert store.prepare_fonts(float("inf"))
    rules = dict(store.rules)
    assert set(rules) == {"f0", "f1"}
    store.fonts.show(regular, "Any letter of plain English, 0 to 9!")
    assert store.prepare_fonts(0.0)
    assert store.rules == rules
    store.fonts.show(bold, "Étang")
    assert store.prepare_fonts(0.0)
    assert store.rules["f0"] == rules["f0"]
    assert store.rules["f1"] != rules["f1"]
