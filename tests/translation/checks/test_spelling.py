"""Words that are in no dictionary are found; those of the game are known."""

from __future__ import annotations

import pytest

from deckwright.model.translation import Entry
from deckwright.translation.checks.spelling import dictionary, misspelled

KNOWN = {
    "it": [
        "Pesca una carta dall’officina, poi scartala.",
        "Prendine una e rimettile sopra; giocale, mostralo.",
        "Devi restituirgliela o scartarla.",
        "Lo scrum di Krol usa TECH e i mostri.",
        "Un po’ di caffè, È così.",
    ],
    "fr": [
        "Prenez-en une, montrez-le, jusqu’à quatre.",
        "L’œuf et le cœur d’un peut-être",
        "Le scrum des monstres",
    ],
    "en": ["Don’t draw the player’s colour, neutralise it.", "A light-year of favourites", "Two scrums"],
}
UNKNOWN = {
    "it": [("Mescolra il mazzo", "Mescolra", "mescolar"), ("dell’oficina", "oficina", "officina")],
    "fr": [("Piochez une carrte", "carrte", "carte"), ("l’ateiler-là", "ateiler", "atelier")],
    "en": [("Draw a crad", "crad", ""), ("tomorow", "tomorow", "tomorrow")],
}


@pytest.fixture(scope="session", params=KNOWN)
def speller(request):
    return request.param, dictionary(request.param)


def found(book, speller, *texts, part="text"):
    entries = [Entry(f"a{n}.{part}", "x", text, "draft") for n, text in enumerate(texts)]
    return [(fault.severity, fault.message) for _, _, fault in misspelled(book, entries, speller)]


def test_words_of_the_language_and_of_the_game_are_known(books, speller):
    language, words = speller
    assert found(books[language], words, *KNOWN[language]) == []


def test_a_slip_is_found_and_the_nearest_word_named(books, speller):
    language, words = speller
    for text, slip, _ in UNKNOWN[language]:
        ((severity, message),) = found(books[language], words, text)
        assert severity == "warning"
        assert message.startswith(f"“{slip}” is in no dictionary.")
    assert any(near and message_names(books, speller, text, near) for text, _, near in UNKNOWN[language])


def message_names(books, speller, text, near):
    language, words = speller
    return found(books[language], words, text)[0][1].endswith(f"Did you mean {near}?")


def test_names_of_cards_are_no_matter_of_spelling_and_known_in_texts(books):
    entries = [
        Entry("a.name", "Cat Photo Sorter", "Smistagatti", "draft"),
        Entry("a.text", "x", "Scarta Smistagatti", "draft"),
        Entry("b.text", "x", "Trovagatti", "stale"),
    ]
    assert list(misspelled(books["it"], entries, dictionary("it"))) == []


def test_there_is_no_dictionary_of_a_language_that_is_not_carried():
    assert dictionary("xx") is None
