"""Faces by card: by queries of game.yaml, in whatever a game is printed as."""

import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import deckwright
from deckwright.files.game_package import inspect_package
from deckwright.model.card import Card
from deckwright.press.drawing.context import RenderContext
from deckwright.press.faces.choice import (
    cards_by_face,
    face_of,
    faces_by_card,
    load_backs,
    load_fronts,
)
from deckwright.press.preflight.edges import report_differing_backs

KINDS = st.sampled_from(["tool", "hack"])
CARDS = st.lists(st.tuples(KINDS, st.sampled_from("abc")), max_size=12)


@given(CARDS)
def test_each_card_has_the_face_it_is_given(chosen):
    cards = {Card("g", f"card-{n}", kind, "en"): name for n, (kind, name) in enumerate(chosen)}
    loaded = []
    faces = faces_by_card(cards, cards.__getitem__, lambda name: loaded.append(name) or name)
    assert {card: face_of(card, faces) for card in cards} == cards
    assert set(loaded) == set(cards.values())


def test_queries_choose_the_faces_and_the_rest_is_plain(coils):
    package, findings = inspect_package(coils())
    assert findings == []
    fronts = load_fronts(package.game, package.cards, package.assets)
    backs = load_backs(package.game, package.cards, package.assets, fronts)
    assert [face_of(card, fronts).name for card in package.cards] == ["plain", "special", "strong"]
    assert [face_of(card, backs).name for card in package.cards] == ["back-plain", "other-side", "back-plain"]
    shared = cards_by_face(package.game, package.cards)
    assert {name: [card.id for card in cards] for name, cards in shared.items()} == {
        "plain": ["one"],
        "back-plain": ["one", "three"],
        "special": ["two"],
        "other-side": ["two"],
        "strong": ["three"],
    }


def test_cards_are_counted_in_the_order_of_the_game_whatever_their_faces(coils):
    package, _ = inspect_package(coils(("power>=3", "power=1")))
    shared = cards_by_face(package.game, package.cards)
    context = RenderContext(package.game, "en", package.assets, lambda *_: True, shared)
    numbers = [context.numbers_of(card) for card in package.cards]
    assert [one["index"] for one in numbers] == [one["index:kind"] for one in numbers] == [1, 2, 3]


@pytest.mark.parametrize(
    ("change", "line", "says"),
    [
        (("power>=3", "powr>=3"), 12, "Did you mean power"),
        (("face: special", "face: specia"), 13, "Did you mean special"),
        (('{when: "power>=3", face: strong}', "{face: strong}"), 12, "no card gets the ones after it"),
        (('[{when: "id:two", face: other-side}]', "[]"), 14, "required"),
    ],
)
def test_a_wrong_choice_is_reported_at_its_line(coils, change, line, says):
    _, findings = inspect_package(coils(change))
    (finding,) = [one for one in findings if one.severity == "error"]
    assert finding.where.line == line
    assert says in finding.message


def test_two_backs_in_one_kind_tell_its_cards_apart(coils):
    package, _ = inspect_package(coils(differ="false"))
    of_game = package.game, package.cards, package.assets
    backs = load_backs(*of_game, load_fronts(*of_game))

    def findings(backs):
        context = RenderContext(package.game, "en", package.assets, lambda *_: False)
        report_differing_backs(package.cards, backs, context)
        return list(context.findings)

    (finding,) = findings(backs)
    assert (finding.rule, finding.subjects) == ("backs-differ", ("one", "two"))
    assert finding.where.file == "faces/other-side.yaml"
    meant = {key: replace(face, backs_differ=face.name == "other-side") for key, face in backs.items()}
    assert findings(meant) == []


def test_no_module_looks_for_a_face_by_kind_alone():
    files = Path(deckwright.__file__).parent.rglob("*.py")
    pattern = re.compile(r"(faces|backs)(\.get\(|\[)\w+\.kind")
    assert [file.name for file in files if pattern.search(file.read_text(encoding="utf-8"))] == ["choice.py"]
