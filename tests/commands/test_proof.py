"""`deckwright proof` reads the texts of a game in one language, without a translation to compare."""

from __future__ import annotations

import pytest

GAME = """id: pond
title: Pond
source_language: en
languages: [en]
kinds: {frog: {name: Frog}}
style: {en: {"put": "place", "basically": ""}}
"""
CARD = '- {{id: {id}, name: {name}, kind: frog, text: "{text}"}}\n'
TEXTS = {
    "green-frog": "Draw a a card.",
    "tree-frog": "Discard (or two.",
    "moor-frog": "Draw a card . Then %s.",
    "pool-frog": "Put a card on the Pool Frogg Stone. then discard it.",
    "water-frog": "Draw *one card -> discard it",
}  # fmt: skip
FINDINGS = {
    ("green-frog", "doubled"),
    ("tree-frog", "pairs"),
    ("moor-frog", "typography"),
    ("moor-frog", "leftovers"),
    ("pool-frog", "initial"),
    ("pool-frog", "style"),
    ("water-frog", "emphasis"),
    ("water-frog", "signs"),
    ("water-frog", "stops"),
}


@pytest.fixture
def pond(tmp_path, monkeypatch, deckwright):
    folder = tmp_path / "pond"
    (folder / "cards").mkdir(parents=True)
    usual = {f"frog-{number}": f"Jump {number} times." for number in range(1, 12)}
    cards = [CARD.format(id=name, name=name.title(), text=text) for name, text in {**TEXTS, **usual}.items()]
    (folder / "game.yaml").write_text(GAME, encoding="utf-8")
    (folder / "cards" / "frogs.yaml").write_text(
        "cards:\n" + "".join(f"  {card}" for card in cards), encoding="utf-8"
    )
    monkeypatch.chdir(tmp_path)
    assert deckwright("load", "pond").code == 0
    return deckwright


def test_slips_are_found_without_a_translation(pond):
    result = pond("proof", "pond", "--json")
    found = {
        (finding["cards"][0], finding["rule"]) for finding in result.json["findings"] if finding["cards"]
    }
    assert found - {(card, "spelling") for card in TEXTS} == FINDINGS
    assert result.code == 1


def test_a_game_is_named_by_its_folder_too(pond):
    by_id, by_folder = (
        pond("proof", name, "--rule", "doubled", "--json").json for name in ("pond", "./pond")
    )
    assert by_id["findings"]
    assert by_folder == by_id


@pytest.mark.parametrize(("name", "place"), [("frogs.csv", "C3"), ("frogs.yaml", "3:1")])
def test_a_slip_of_a_translated_game_has_its_place(tmp_path, monkeypatch, deckwright, name, place):
    """A game that is not translated keeps no places, which takes memory: its findings name the card."""
    (tmp_path / "cards").mkdir()
    (tmp_path / "game.yaml").write_text(GAME.replace("[en]", "[en, it]"), encoding="utf-8")
    texts = {
        "frogs.csv": "Name,Kind,Text\nToad,Frog,Jump.\nNewt,Frog,Draw a a card.\n",
        "frogs.yaml": "cards:\n- {id: toad, name: Toad, kind: frog}\n"
        "- {id: newt, name: Newt, kind: frog, text: Draw a a card.}\n",
    }
    (tmp_path / "cards" / name).write_text(texts[name], encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert deckwright("load").code == 0
    assert deckwright("proof", ".", "--rule", "doubled").out.startswith(
        f"cards/{name}:{place}: warning: newt.text in en: "
    )


def test_one_rule_alone_and_warnings_as_errors(pond):
    assert pond("proof", "pond", "--rule", "doubled").code == 0
    strict = pond("proof", "pond", "--rule", "doubled", "--strict")
    assert strict.code == 1
    assert strict.out.splitlines()[:3] == [
        "warning: green-frog.text in en: This word is written twice: “a a”. [doubled]",
        "    Draw a a card.",
        "         ^^^",
    ]


def test_a_translation_is_read_alone_with_lang(deckwright):
    assert deckwright("proof", "dataset", "--lang", "fr", "--rule", "doubled").code == 0


@pytest.mark.parametrize("game", ["data-monsters", "dataset", "monster-office", "big-monster"])
@pytest.mark.parametrize("language", ["it", "fr", "en"])
def test_the_packaged_games_have_no_finding(deckwright, game, language):
    rules = [
        word
        for rule in ("doubled", "pairs", "initial", "leftovers", "signs", "stops", "keywords")
        for word in ("--rule", rule)
    ]
    result = deckwright("proof", game, "--lang", language, *rules, "--json")
    assert [finding["message"] for finding in result.json["findings"]] == []
