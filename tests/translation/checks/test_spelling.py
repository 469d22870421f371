"""Words that no dictionary has are found, each once; those of the game are known."""

from __future__ import annotations

from dataclasses import replace

import pytest

from deckwright.files.dictionaries import Dictionary, named_dictionary, read_dictionary
from deckwright.model.translation import Message, Waiver
from deckwright.translation.checks.spelling import Speller, check_spelling

KNOWN = {
    "it": [
        "Pesca una carta dall’officina, poi scartala.",
        "Prendine una e rimettile sopra; giocale, mostralo.",
        "Devi restituirgliela o scartarla.",
        "Lo scrum di Krol usa TECH e i mostri.",
        "Un po’ di caffè, È così. Quell’altro mazzo; mettetene due.",
    ],
    "fr": [
        "Prenez-en une, montrez-le, jusqu’à quatre.",
        "L’œuf et le cœur d’un peut-être, lorsqu’il pioche",
        "Le scrum des monstres, défaussez-la. À vous !",
    ],
    "en": ["Don’t draw the player’s colour, neutralise it.", "A light-year of favourites", "Two scrums"],
}
UNKNOWN = {
    "it": [("Mescolra il mazzo", "Mescolra", "mescolare"), ("dell’oficina", "oficina", "officina")],
    "fr": [("Piochez une carrte", "carrte", "carte"), ("l’ateiler-là", "ateiler", "atelier")],
    "en": [("Shuffle the cradss", "cradss", "crass"), ("tomorow", "tomorow", "tomorrow")],
}
FILES = {"it": "it_IT.dic", "fr": "fr.dic", "en": "en_GB.dic"}


@pytest.fixture(scope="module", params=KNOWN)
def speller(request, program):
    """The speller of each language, with the dictionary that systems install."""
    file = program(FILES[request.param])
    return request.param, Speller([read_dictionary(named_dictionary(file))])


def of_words(*words):
    return Speller([Dictionary(None, frozenset(words))])


def found(book, speller, *texts, part="text"):
    entries = [Message(f"a{n}.{part}", "x", text, "draft") for n, text in enumerate(texts)]
    return [(entry.context, fault.message) for entry, _, fault in check_spelling(book, entries, speller)]


def test_words_of_the_language_and_of_the_game_are_known(books, speller):
    language, words = speller
    assert found(books[language], words, *KNOWN[language]) == []


def test_a_slip_is_found_and_the_nearest_word_named(books, speller):
    language, words = speller
    for text, slip, near in UNKNOWN[language]:
        ((context, message),) = found(books[language], words, text)
        assert (context, message.split(" Did")[0]) == ("a0.text", f"“{slip}” is not in the dictionary.")
        assert near in message.partition("Did you mean ")[2].rstrip("?").split(", ")


def test_a_word_is_reported_once_with_its_entries(books):
    texts = ["Mescla, mescla", "carta", "mescla la carta", "mescla", "mescla"]
    messages = found(books["it"], of_words("carta", "la", "mescola"), *texts)
    places = "It occurs 4 times: a0.text, a2.text, a3.text and 1 more."
    assert messages == [
        ("a0.text", "“Mescla” is not in the dictionary. Did you mean mescola?"),
        ("a0.text", f"“mescla” is not in the dictionary. {places} Did you mean mescola?"),
    ]


def test_an_entry_that_waives_spelling_is_not_counted_with_the_others(books):
    waived = Message("a.text", "x", "brummm", "draft", waivers=(Waiver("spelling", "a noise"),))
    entries = [waived, Message("b.text", "x", "brummm", "draft")]
    assert [
        (entry.context, fault.found) for entry, _, fault in check_spelling(books["it"], entries, of_words())
    ] == [("a.text", None), ("b.text", 1)]


def test_names_of_cards_are_not_spelled_and_known_in_texts(books):
    entries = [
        Message("a.name", "Cat Photo Sorter", "Smistagatti", "draft"),
        Message("a.text", "x", "Scarta Smistagatti", "draft"),
        Message("b.text", "x", "Trovagatti", "stale"),
    ]
    assert list(check_spelling(books["it"], entries, of_words("scarta"))) == []


def test_spanish_verbs_are_known_with_pronouns_at_their_end(books):
    speller = of_words("descarta", "descartar", "inflige", "muestra", "e", "lo")
    book = books["en"]._replace(language="es")
    assert found(book, speller, "Descártalo, descartarlos e inflígele; muéstramelo.") == []
    assert [message for _, message in found(book, speller, "descráta")] == [
        "“descráta” is not in the dictionary. Did you mean descarta?"
    ]


def test_words_of_the_glossary_and_the_title_need_no_dictionary(books):
    labels = {"it": {"game:title": "Laboratorio"}}
    book = books["it"]._replace(game=replace(books["it"].game, labels=labels))
    assert found(book, of_words(), "Mazzo scarti mostro scrum Krol Laboratorio") == []


def test_a_word_with_a_hyphen_is_known_as_a_whole(books):
    assert found(books["fr"], of_words("peut-être"), "Peut-être") == []


def test_only_a_short_word_can_be_cut_by_an_apostrophe(books):
    assert found(books["it"], of_words("altro"), "Quellx’altro") == []
    [(_, message)] = found(books["it"], of_words("altro"), "Quellxy’altro")
    assert message == "“Quellxy” is not in the dictionary."


def test_a_word_may_be_in_any_of_several_dictionaries(books):
    speller = Speller([Dictionary(None, frozenset(["uno"])), Dictionary(None, frozenset(["due"]))])
    assert found(books["it"], speller, "Uno due") == []
