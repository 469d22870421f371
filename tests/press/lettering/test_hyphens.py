import re

import pytest
from pyphen import Pyphen

from deckwright.press.lettering.hyphens import places

DICTIONARIES = {"en": "en_US", "it": "it_IT", "fr": "fr"}


@pytest.mark.parametrize("language", DICTIONARIES)
@pytest.mark.parametrize("name", ["data-monsters", "dataset"])
def test_words_are_broken_where_pyphen_breaks_them(packaged, name, language):
    texts = (text for card in packaged(name).cards for text in card.texts.get(language, {}).values())
    words = {word for text in texts for word in re.findall(r"[^\W\d_]{6,}", text)}
    pyphen = Pyphen(lang=DICTIONARIES[language])
    theirs = {word: [at for at in pyphen.positions(word) if 3 <= at <= len(word) - 3] for word in words}
    assert len(words) > 100
    assert {word: sorted(places(word, language)) for word in words} == theirs


def test_a_language_without_a_dictionary_is_broken_at_its_hyphens_only():
    assert places("long-winded", "xx") == (5,)


def test_short_words_are_left_whole():
    assert places("after", "en") == ()
