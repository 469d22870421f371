"""Plurals and feminines count as the word that they are of; other words do not."""

from __future__ import annotations

import pytest

from deckwright.model.inflection import bare_words

SAME = {
    "en": ["tool tools", "opportunity opportunities", "class classes", "box boxes", "Match matches"],
    "fr": ["outil outils", "spécial spéciale spéciaux spéciales", "gelé gelée gelés gelées", "jumeau jumeaux", "unique uniques", "paquet paquets"],
    "it": ["strumento strumenti", "carta carte", "unico unica unici uniche", "ufficio uffici", "mazzo mazzi", "congelata congelate", "finalità Finalita"],
}  # fmt: skip
OTHER = {
    "en": ["class clan", "bus bu", "pass pas", "hand hands-on"],
    "fr": ["paquet paquebot", "as a", "main maint"],
    "it": ["mazzo mazzetto", "ora or", "carta cartone"],
    "de": ["Karte Karten"],
}


@pytest.mark.parametrize(
    ("language", "words"), [(one, words) for one, all_ in SAME.items() for words in all_]
)
def test_forms_of_a_word_are_the_same(language, words):
    assert len({bare_words(word, language) for word in words.split()}) == 1


@pytest.mark.parametrize(
    ("language", "words"), [(one, words) for one, all_ in OTHER.items() for words in all_]
)
def test_other_words_are_not(language, words):
    assert len({bare_words(word, language) for word in words.split()}) == 2
