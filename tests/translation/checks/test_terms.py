"""Terms are translated as the glossary says; names stay."""

from __future__ import annotations

from dataclasses import replace

import pytest

from deckwright.model.translation import Entry
from deckwright.translation.checks.run import CHECKS
from deckwright.translation.checks.wordbook import wordbook
from deckwright.translation.extract import glossary_lines

MISSING = "warning: “{}” is “{}” in the glossary, which is missing here."
TERMS = [
    ("Shuffle your deck.", "Mescola il tuo mazzo.", []),
    ("Shuffle both decks.", "Mescola i due mazzi.", []),
    ("Shuffle your deck.", "Mescola le carte.", [MISSING.format("deck", "mazzo")]),
    ("Shuffle your deck.", "Mescola la pila.", ["warning: “pila” must not stand for “deck”. The glossary says “mazzo”."]),
    ("Take the pile.", "Prendi la pila.", []),
    ("Discard it.", "Scarta la carta.", []),
    ("Discard it.", "Butta la carta.", ["warning: “butta” must not stand for “discard”. The glossary says “scartare”."]),
    (
        "From the opportunity deck",
        "Dal mazzo",
        ["error: “opportunity deck” is “mazzo opportunità” in the glossary, which is missing here."],
    ),
    ("From the opportunity deck", "Dal mazzo opportunità", []),
    ("Play a tool.", "Gioca uno strumento.", []),
    ("Play two tools.", "Gioca due attrezzi.", [MISSING.format("Tool", "Strumento")]),
    ("Play {unique} it", "Gioca", []),
    ("The Data Monsters win", "I Data Monsters vincono", []),
    ("The monsters win", "I Data Monsters vincono", [MISSING.format("monster", "mostro")]),
]  # fmt: skip


@pytest.mark.parametrize(("source", "text", "wanted"), TERMS)
def test_terms_are_those_of_the_glossary(said, source, text, wanted):
    assert said("glossary", source, text) == wanted


COMPOUNDS = [
    ("Find the Power Tool.", "Cerca il trapano.", []),
    ("Take two power tools.", "Prendi due trapani.", []),
    ("Open the tool shed.", "Apri il capanno.", []),
    ("A tool-like thing", "Una specie di attrezzo", []),
    ("Any non-tool", "Qualsiasi altra", []),
    ("Take a tool to the tool shed.", "Porta un attrezzo al capanno.", [MISSING.format("Tool", "Strumento")]),
    ("Power-up your tool", "Potenzia l’attrezzo", [MISSING.format("Tool", "Strumento")]),
]


@pytest.mark.parametrize(("source", "text", "wanted"), COMPOUNDS)
def test_a_kind_is_not_demanded_within_a_longer_name(game, source, text, wanted):
    named = replace(game, labels={**game.labels, "en": {"kind:tool": "Tool", "zone:shed": "Tool shed", "say:a": "Take your tools"}})  # fmt: skip
    book = wordbook(named, "it", ["Power Tool", "Tool"])
    faults = CHECKS["glossary"](book, Entry("krol.text", source, text, "draft"))
    assert [f"{fault.severity}: {fault.message}" for fault in faults] == wanted


def test_a_kind_with_a_hyphen_is_demanded(game):
    definition = {**game.definition, "kinds": {"tool": {"name": "Data-tool"}}}
    book = wordbook(replace(game, definition=definition), "it")
    [fault] = CHECKS["glossary"](book, Entry("krol.text", "A data-tool", "Un arnese", "draft"))
    assert fault.message == "“Data-tool” is “Strumento” in the glossary, which is missing here."


@pytest.mark.parametrize(
    ("text", "is_found"),
    [("Ziehe eine Werkzeugkarte.", True), ("Das Handwerkzeug", True), ("Ziehe eine Karte.", False)],
)
def test_a_kind_may_be_part_of_a_word_in_languages_that_join_words(game, text, is_found):
    labels = {**game.labels, "de": {"kind:tool": "Werkzeug"}}
    book = wordbook(replace(game, languages=("en", "de"), labels=labels), "de")
    faults = list(CHECKS["glossary"](book, Entry("krol.text", "Draw a tool card.", text, "draft")))
    assert bool(faults) != is_found


def test_a_term_without_a_name_in_the_language_may_be_anything_but_what_is_forbidden(said):
    assert said("glossary", "Discard it", "Défaussez-la", "fr") == []
    assert said("glossary", "Discard it", "Il faut la jeter", "fr") == [
        "warning: “jeter” must not stand for “discard”."
    ]


def test_flavour_is_free_and_so_are_names_of_labels(said):
    assert said("glossary", "A deck of tools", "Carte", context="krol.flavour") == []
    assert said("glossary", "Tool", "Arnese", context="krol.name") == []
    assert said("glossary", "Deck", "Carte", context="krol.name") == [MISSING.format("deck", "mazzo")]


@pytest.mark.parametrize("context", ["kind:tool", "mark:unique", "field:level"])
def test_a_label_says_itself_what_it_is_called(said, context):
    assert said("glossary", "Tool", "Arnese", context=context) == []


def test_the_rule_of_a_mark_is_a_text_like_others(said):
    assert said("glossary", "Tools only", "Solo arnesi", context="mark:unique.rule") == [
        MISSING.format("Tool", "Strumento")
    ]


NAMES = [
    ("Krol wins", "Vince Krol", []),
    ("Krol wins", "Vince Crollo", ["error: Krol stays as it is in every language, and is missing here."]),
    ("Say DATA!", "Dites DATA\u00a0!", []),
    (
        "Say DATA!",
        "Dites DONNÉES\u00a0!",
        ["error: DATA! stays as it is in every language, and is missing here."],
    ),
    ("Krolling", "Rotolando", []),
    ("krol", "crollo", []),
]


@pytest.mark.parametrize(("source", "text", "wanted"), NAMES)
def test_names_stay_also_in_flavour(said, source, text, wanted):
    assert said("names", source, text, context="krol.flavour") == wanted


def test_translators_are_told_what_the_glossary_says_of_a_text(books):
    text = "Discard a tool from the opportunity deck, then another tool from your deck."
    assert glossary_lines(books["it"], text) == [
        "Term: discard → scartare / scarta / scarti; not: butta. To the pile.",
        "Term: Tool → Strumento",
        "Term: opportunity deck → mazzo opportunità",
        "Term: deck → mazzo; not: pila",
    ]
    assert glossary_lines(books["fr"], "Discard it") == ["Term: discard → ?; not: jeter. To the pile."]
    assert glossary_lines(books["fr"], "Krol says DATA!") == ["Stays as it is: Krol, DATA!"]
    assert glossary_lines(books["en"], "Turn") == []
