"""The module model/glossary."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckwright.model.game import Game
from deckwright.model.glossary import Term, TermFinder, glossary_of, term_finder, words_without_endings

# A glossary finds its terms, whatever their number, the longest first; labels of the game are keywords.

DEFINITION = {
    "title": "Lab",
    "kinds": {"tool": {"name": "Tool"}, "hack": {"name": "Hack"}},
    "marks": {"unique": {"name": "Unique", "rule": "Only one.", "icon": "mdi:x"}},
    "fields": {
        "colour": {"title": "Colour", "oneOf": [{"const": "red", "title": "Red"}]},
        "rank": {"title": "Rank", "oneOf": [{"const": "unique", "title": "Unique"}]},
    },
    "glossary": {
        "keep": ["Krol"],
        "words": {"it": ["scrum"]},
        "terms": [
            {"term": {"en": "deck", "it": "mazzo"}},
            {"term": {"en": "opportunity deck", "it": "mazzo opportunità"}, "severity": "error"},
            {"term": {"en": "gear", "it": "attrezzo"}, "forms": {"en": ["tool"]}},
            {"term": {"en": "turn"}},
        ],
    },
}
LABELS = {
    "en": {},
    "it": {
        "kind:hack": "Colpo",
        "mark:unique": "Unica",
        "field:rank.unique": "Unico",
        "field:colour.red": "Rosso",
    },
}


@pytest.fixture(scope="module")
def glossary():
    return glossary_of(Game("lab", "en", ("en", "it"), DEFINITION, LABELS))


def names(found):
    return [(term.names["en"], form) for term, form in found]


def test_terms_are_found_in_order_the_longest_first(glossary):
    found = term_finder(glossary, "en").find("Shuffle both Opportunity Decks, then your deck {deck}.")
    assert names(found) == [("opportunity deck", "opportunity deck"), ("deck", "deck")]


def test_other_forms_count_as_the_term(glossary):
    assert names(term_finder(glossary, "en").find("Discard two tools")) == [("gear", "tool")]


def test_a_term_without_a_name_in_a_language_is_not_looked_for_there(glossary):
    assert term_finder(glossary, "it").find("turn") == []


def test_labels_are_keywords_unless_a_term_says_the_same(glossary):
    labels = {term.names["en"]: term for term in glossary.terms if term.is_label}
    assert list(labels) == ["Hack", "Unique", "Red"]
    assert labels["Unique"].accepted("it") == ["Unica", "Unico"]


def test_what_else_a_glossary_says_is_given(glossary):
    assert (glossary.keep, glossary.words) == (("Krol",), {"it": ["scrum"]})
    assert [term.severity for term in glossary.terms[:3]] == ["warning", "error", "warning"]


def test_a_game_without_a_glossary_has_its_labels():
    definition = {key: value for key, value in DEFINITION.items() if key != "glossary"}
    glossary = glossary_of(Game("lab", "en", ("en", "it"), definition, LABELS))
    assert [term.names["en"] for term in glossary.terms] == ["Tool", "Hack", "Unique", "Red"]
    assert glossary.keep == ()


words = st.sampled_from(["ab", "cd", "ef", "gh"])
phrases = st.lists(words, min_size=1, max_size=3).map(" ".join)


@given(
    st.lists(phrases, max_size=6, unique=True), st.lists(phrases, max_size=2), st.lists(words, max_size=20)
)
def test_what_is_found_is_what_an_expression_finds_that_tries_the_longest_first(forms, unchanged, text):
    finder = TermFinder([(Term({"de": form}, {}, {}), [form]) for form in forms], "de", unchanged)
    known = sorted({*forms, *unchanged}, key=len, reverse=True)
    expression = re.compile(rf"\b(?:{'|'.join(known)})\b") if known else re.compile("(?!)")
    found = [one for one in expression.findall(" ".join(text)) if one not in unchanged]
    assert [form for _, form in finder.find(" ".join(text))] == found


# Plurals and feminines count as the word that they are of; other words do not.

SAME = {
    "en": ["tool tools", "opportunity opportunities", "class classes", "box boxes", "Match matches"],
    "fr": ["outil outils", "spécial spéciale spéciaux spéciales", "gelé gelée gelés gelées", "jumeau jumeaux", "unique uniques", "paquet paquets"],
    "it": ["strumento strumenti", "carta carte", "unico unica unici uniche", "ufficio uffici", "mazzo mazzi", "congelata congelate", "finalità Finalita"],
}  # fmt: skip
OTHER = {
    "en": ["class clan", "bus bu", "pass pas", "hand hands-on"],
    "fr": ["paquet paquebot", "as a", "main maint"],
    "it": ["mazzo mazzetto", "ora or", "carta cartone"],
    "de": ["Karte Kartei"],
    "ja": ["karte karten"],
}


@pytest.mark.parametrize(
    ("language", "words"), [(one, words) for one, all_ in SAME.items() for words in all_]
)
def test_forms_of_a_word_are_the_same(language, words):
    assert len({words_without_endings(word, language) for word in words.split()}) == 1


@pytest.mark.parametrize(
    ("language", "words"), [(one, words) for one, all_ in OTHER.items() for words in all_]
)
def test_other_words_are_not(language, words):
    assert len({words_without_endings(word, language) for word in words.split()}) == 2
