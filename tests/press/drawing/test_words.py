import re
from itertools import pairwise
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pyphen import Pyphen

from deckwright.press.drawing.words import break_positions, runs_by_font
from deckwright.press.graphics.fonts import BLANKS

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


class Letters(NamedTuple):
    """A font that is only the letters it has."""

    letters: frozenset[str]


@given(
    st.text("aż漢 \u0301"),
    st.lists(
        st.sets(st.sampled_from("aż漢\u0301")).map(lambda one: Letters(BLANKS.union(one))),
        min_size=1,
        max_size=3,
    ),
)
def test_each_letter_is_in_the_first_font_that_has_it_and_its_accents(text, fonts):
    runs = runs_by_font(text, fonts)
    assert "".join(part for _, part in runs) == text
    assert all(one is not two for (one, _), (two, _) in pairwise(runs))
    placed = [(font, letter) for font, part in runs for letter in part]
    for number, (font, letter) in enumerate(placed):
        accents = re.match("\u0301*", text[number + 1 :])[0]
        if letter == " " and not accents:
            assert not number or font is placed[number - 1][0]
        elif letter != "\u0301":
            able = [one for one in fonts if one.letters >= {letter, *accents}]
            assert font == (able or fonts)[0]


def test_a_word_of_thousands_of_letters_has_no_hyphens():
    """What is left of it would be measured for each line, at each place."""
    for word in ("a" * 101, "long-winded-" * 10):
        assert break_positions(word, "en") == ()
    assert break_positions("long-" * 20, "en")
