import re

import pytest
from pyphen import Pyphen

from deckwright.press.drawing.words import break_positions

DICTIONARIES = {"en": "en_US", "it": "it_IT", "fr": "fr"}


@pytest.mark.parametrize("language", DICTIONARIES)
@pytest.mark.parametrize("name", ["data-monsters", "dataset"])
def test_words_are_broken_where_pyphen_breaks_them(packaged, name, language):
    texts = (text for card in packaged(name).cards for text in card.texts.get(language, {}).values())
    words = {word for text in texts for word in re.findall(r"[^\W\d_]{6,}", text)}
    pyphen = Pyphen(lang=DICTIONARIES[language])
    theirs = {word: [at for at in pyphen.positions(word) if 3 <= at <= len(word) - 3] for word in words}
    assert len(words) > 100
    assert {word: sorted(break_positions(word, language)) for word in words} == theirs


def test_a_language_without_a_dictionary_is_broken_at_its_hyphens_only():
    assert break_positions("long-winded", "xx") == (5,)


def test_short_words_are_left_whole():
    assert break_positions("after", "en") == ()


@pytest.mark.parametrize(
    ("language", "dictionary", "words"),
    [
        ("es", "es", ["transformación", "relámpagos", "murciélago"]),
        ("es-MX", "es", ["transformación"]),
        ("pt-BR", "pt_BR", ["transformação", "relâmpagos"]),
        ("pt-PT", "pt_PT", ["transformação"]),
        ("de-AT", "de_AT", ["Verwandlung", "Fledermäuse"]),
        ("sr-Latn", "sr_Latn", ["transformacija"]),
        ("ru", "ru_RU", ["превращение"]),
    ],
)
def test_a_language_is_broken_by_the_dictionary_of_its_region(language, dictionary, words):
    pyphen = Pyphen(lang=dictionary)
    for word in words:
        theirs = [at for at in pyphen.positions(word) if 3 <= at <= len(word) - 3]
        assert theirs
        assert sorted(break_positions(word, language)) == theirs


@pytest.mark.parametrize("language", ["zh-Hant", "ja", "ru-Latn"])
def test_a_language_in_another_script_has_no_dictionary_of_its_usual_one(language):
    assert break_positions("превращение", language) == ()
    assert break_positions("transformation", language) == ()
