"""The module workbench/previewing: what a page was told in small parts is what a new page is told at once."""

from __future__ import annotations

import io
import json
import shutil
from dataclasses import replace

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from deckwright import resources
from deckwright.files.game_package import inspect_package
from deckwright.press.print_job import print_pdf
from deckwright.press.proof.drawings import LiveProof, Look, PageStore
from deckwright.workbench import previewing
from deckwright.workbench.library import WantedLanguage
from deckwright.workbench.previewing import News, Preview, PreviewSheets, View, content_of

GAME = """
id: ponds
title: Ponds
source_language: en
languages: [en, fr]
fields: {{jump: {{title: Jump, type: integer}}}}
kinds:
  frog: {{name: {frog}, fields: [jump], face: frog}}
  reed: {{name: Reed}}
"""
FACE = """extends: base
palette: {{pond: "{colour}"}}
boxes:
  - {{id: title, text: "{{name}}", at: [6, 6, 50, 8], style: {{fit: together, size: 20, min: 7, lines: 1}}}}
  - {{number: jump, at: [40, 20, 12, 12], style: {{colour: pond}}}}
"""
NAMES = ("Moor", "Tree frog", "The frog with the longest name of all", "Étang")

CARD = st.fixed_dictionaries(
    {"name": st.sampled_from(NAMES), "kind": st.sampled_from(["frog", "reed"]), "jump": st.integers(0, 3)}
)
STATE = st.fixed_dictionaries(
    {
        "cards": st.dictionaries(st.sampled_from("abcdef"), CARD, min_size=1),
        "frog": st.sampled_from(["Frog", "Toad"]),
        "colour": st.sampled_from(["#1f7a4d", "#123456", "none"]),
    }
)


def write(folder, state):
    """Write the folder of a game; the colour `none` is an error in its face."""
    for name in ("cards", "faces"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    cards = [
        {"id": one, "kind": card["kind"], "name": card["name"]}
        | ({"fields": {"jump": card["jump"]}} if card["kind"] == "frog" else {})
        for one, card in state["cards"].items()
    ]
    (folder / "game.yaml").write_text(GAME.format(frog=state["frog"]), encoding="utf-8")
    (folder / "faces" / "frog.yaml").write_text(FACE.format(colour=state["colour"]), encoding="utf-8")
    (folder / "cards" / "cards.yaml").write_text(json.dumps({"cards": cards}), encoding="utf-8")


class Page:
    """What a page knows: the parts that it was told, and its cards by id."""

    def __init__(self, preview, view):
        self.preview, self.view, self.news = preview, view, News()
        self.parts, self.cards, self.told = {}, {}, []

    def follow(self, *, quick=False):
        """Take all that is new; if `quick`, what there is after a moment."""
        done = False
        while not done:
            done = self.preview.update(self.view, self.news) or quick
            parts = self.news.take()
            for html, entry in parts.pop("cards", ()):
                self.cards[entry["id"]] = html, entry
                self.told.append(entry["id"])
            self.parts |= parts
            # A page removes the cards that are no longer there, and has to be told if they come back.
            self.cards = {
                one: card for one, card in self.cards.items() if one in self.parts.get("order", self.cards)
            }
        return self

    @property
    def shown(self):
        fonts = {name for name in self.parts if name.startswith("font")}
        known = {name: value for name, value in self.parts.items() if name not in fonts}
        return {**known, "cards": [self.cards[one] for one in self.parts.get("order", ())]}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("preview") / "ponds"


@pytest.mark.deep("draws hundreds of pages")
@given(
    states=st.lists(STATE, min_size=1, max_size=4),
    view=st.sampled_from(
        [View(("en",)), View(("en", "fr"), Look(boxes=True)), View(("fr",), Look(low_ink=True))]
    ),
    quick=st.booleans(),
)
@example(  # a card that stays the same, but not its place in the file, which a finding names
    states=[
        {
            "cards": {one: {"name": "Moor", "kind": "reed", "jump": 0} for one in order},
            "frog": "Frog",
            "colour": "#1f7a4d",
        }
        for order in ("abcdef", "fb")
    ],
    view=View(("en", "fr")),
    quick=True,
)
def test_a_page_that_followed_shows_what_a_new_one_shows(folder, states, view, quick):
    """`together` makes the size of each name depend on all others, so a change of one card changes the others too."""
    shutil.rmtree(folder, ignore_errors=True)
    write(folder, states[0] | {"colour": "#1f7a4d"})
    preview = Preview(folder, WantedLanguage())
    preview.reload()
    page = Page(preview, view).follow(quick=quick)
    for state in states:
        write(folder, state)
        preview.reload()
        page.follow(quick=quick)
        is_wrong = state["colour"] == "none" and "frog" in {card["kind"] for card in state["cards"].values()}
        assert ("faces/frog.yaml:2" in page.parts["problems"]) == is_wrong
    write(folder, states[-1] | {"colour": "#00ff00"})
    preview.reload()
    page.follow()
    new = Preview(folder, WantedLanguage())
    new.reload()
    assert page.shown == Page(new, view).follow().shown


def test_only_a_changed_card_is_told_again(folder):
    shutil.rmtree(folder, ignore_errors=True)
    cards = {one: {"name": f"Frog {one}", "kind": "frog", "jump": 1} for one in "abcdef"}
    state = {"cards": cards, "frog": "Frog", "colour": "#1f7a4d"}
    write(folder, state)
    preview = Preview(folder, WantedLanguage())
    preview.reload()
    page = Page(preview, View(("en",))).follow()
    assert page.told == list("abcdef")
    page.told.clear()
    preview.reload()
    assert page.follow().told == []
    write(folder, state | {"cards": {**cards, "c": {**cards["c"], "jump": 3}}})
    preview.reload()
    assert page.follow().told == ["c"]
    page.told.clear()
    write(folder, state | {"cards": {**cards, "c": {**cards["c"], "name": NAMES[2]}}})
    preview.reload()
    # At once the card that was changed; then those whose names have its size.
    assert page.follow(quick=True).told == ["c"]
    assert sorted(page.follow().told) == ["a", "b", "c", "d", "e", "f"]


def test_a_card_that_comes_back_is_told_again(folder):
    shutil.rmtree(folder, ignore_errors=True)
    cards = {one: {"name": f"Frog {one}", "kind": "frog", "jump": 1} for one in "abc"}
    state = {"cards": cards, "frog": "Frog", "colour": "#1f7a4d"}
    page = None
    for names in ("abc", "ac", "abc"):
        write(folder, state | {"cards": {one: cards[one] for one in names}})
        preview = page.preview if page else Preview(folder, WantedLanguage())
        preview.reload()
        page = (page or Page(preview, View(("en",)))).follow()
        assert set(page.cards) == set(names)


def test_the_order_is_told_before_the_cards_that_come_back(folder, monkeypatch):
    """A page keeps the cards of the last order only: told late, it would drop a card that it was just told."""
    shutil.rmtree(folder, ignore_errors=True)
    cards = {one: {"name": f"Frog {one}", "kind": "frog", "jump": 1} for one in "abc"}
    state = {"cards": cards, "frog": "Frog", "colour": "#1f7a4d"}
    write(folder, state | {"cards": {"b": cards["b"]}})
    preview = Preview(folder, WantedLanguage())
    preview.reload()
    page = Page(preview, View(("en",))).follow()
    monkeypatch.setattr(previewing, "_BATCH", 0.0)  # one card at a time
    write(folder, state)
    preview.reload()
    page.follow()
    assert set(page.cards) == set("abc")
    assert page.parts["order"] == list("abc")


def test_the_cards_in_sight_are_drawn_first(folder, monkeypatch):
    shutil.rmtree(folder, ignore_errors=True)
    cards = {one: {"name": f"Frog {one}", "kind": "frog", "jump": 1} for one in "abcdef"}
    state = {"cards": cards, "frog": "Frog", "colour": "#1f7a4d"}
    write(folder, state)
    preview = Preview(folder, WantedLanguage())
    preview.reload()
    page = Page(preview, View(("en",))).follow()
    page.told.clear()
    monkeypatch.setattr(previewing, "_BATCH", 0.0)  # one card at a time
    preview.look_at("d")
    write(folder, state | {"colour": "#123456"})
    preview.reload()
    assert page.follow().told == list("defabc")


def test_checks_of_loading_are_told_when_there_is_time(folder):
    shutil.rmtree(folder, ignore_errors=True)
    write(
        folder,
        {
            "cards": {"a": {"name": "\u4e00", "kind": "frog", "jump": 1}},
            "frog": "Frog",
            "colour": "#1f7a4d",
        },
    )
    preview = Preview(folder, WantedLanguage())
    preview.reload()
    page = Page(preview, View(("en",))).follow()
    version = preview.version
    preview.check()
    assert preview.version > version
    assert "AlegreyaSans-Regular lacks" in page.follow().cards["a"][0]
    assert "cards/cards.yaml:1:" in page.cards["a"][0]
    version = preview.version
    preview.check()
    assert preview.version == version


def test_a_card_that_cannot_be_drawn_stops_no_other(folder, monkeypatch):
    shutil.rmtree(folder, ignore_errors=True)
    cards = {one: {"name": f"Frog {one}", "kind": "frog", "jump": 1} for one in "abc"}
    write(folder, {"cards": cards, "frog": "Frog", "colour": "#1f7a4d"})
    draw = LiveProof.draw

    def broken(proof, card):
        if card.id == "b":
            raise KeyError(card.id)
        return draw(proof, card)

    monkeypatch.setattr(LiveProof, "draw", broken)
    preview = Preview(folder, WantedLanguage())
    preview.reload()
    page = Page(preview, View(("en",))).follow()
    assert set(page.cards) == {"a", "c"}
    assert "This is a bug in Deckwright" in page.parts["problems"]
    assert "cards/cards.yaml:1:" in page.parts["problems"]
    monkeypatch.setattr(LiveProof, "draw", draw)
    preview.reload()
    page.follow()
    assert page.parts["problems"] == ""
    assert set(page.cards) == {"a", "b", "c"}


@pytest.mark.parametrize(("game", "sheet"), [("big-monster", "a4"), ("monster-office", "a4-gutterfold")])
@pytest.mark.parametrize("edge", ["long", None])
@pytest.mark.deep("draws all sheets of games")
def test_there_are_as_many_sheets_as_in_print(game, sheet, edge):
    package, findings = inspect_package(resources.folder("cards") / game)
    content = content_of(package, findings, None)
    proof = LiveProof(content.job(["en"]), "en", Look(), PageStore())
    sheets = PreviewSheets(content, proof, sheet, edge)
    while sheets.draw():
        pass
    job = content.print_job("en", sheet)
    edge = None if job.sheet.fold else edge
    sides = 2 if edge else 1
    pages = print_pdf(replace(job, duplex=edge), io.BytesIO()).pages
    titles = [title.split(" · ") for title, _ in sheets.pages.values()]
    assert titles[-1][0] == f"Sheet {pages // sides} of {pages // sides}"
    assert [title[-1] for title in titles].count("Backs") == (len(titles) // 2 if edge else 0)
    assert all("<text" in drawing or "<path" in drawing for _, drawing in sheets.pages.values())
