"""Languages by their tags, and the one that somebody means."""

from __future__ import annotations

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckwright.model.languages import (
    TAG,
    base_of,
    canonical_tag,
    has_decimal_comma,
    match_language,
    unsupported_letter,
    unsupported_script,
)


@pytest.mark.parametrize(
    ("written", "tag"),
    [
        ("es", "es"),
        ("PT-br", "pt-BR"),
        ("pt_BR", "pt-BR"),
        ("ZH_HANT", "zh-Hant"),
        ("zh-hant-tw", "zh-Hant-TW"),
        ("es-419", "es-419"),
        ("sr-latn-rs", "sr-Latn-RS"),
        ("de-1996", "de-1996"),
        ("english", ""),
        ("p", ""),
        ("", ""),
        ("e$", ""),
        ("pt-", ""),
    ],
)
def test_a_tag_is_written_one_way(written, tag):
    assert canonical_tag(written) == tag


@given(st.from_regex(TAG, fullmatch=True).map(str.strip), st.sampled_from([str.lower, str.upper, str.title]))
def test_case_and_underscores_change_no_tag(tag, change):
    assert canonical_tag(change(tag).replace("-", "_")) == tag
    assert base_of(tag) == re.split("-", tag)[0]


@pytest.mark.parametrize(
    ("wanted", "known", "found"),
    [
        ("es", ["en", "es"], "es"),
        ("PT-br", ["en", "pt-BR"], "pt-BR"),
        ("pt", ["en", "pt-BR"], "pt-BR"),
        ("pt", ["pt-PT", "pt-BR"], ""),
        ("pt-PT", ["pt-BR"], ""),
        ("pt", ["pt-BR", "pt"], "pt"),
        ("fr-CA", ["en", "fr"], "fr"),
        ("zh-Hant-TW", ["zh-Hans", "zh-Hant"], "zh-Hant"),
        ("zh", ["zh-Hans", "zh-Hant"], ""),
        ("de", ["en"], ""),
        ("", ["en"], ""),
    ],
)
def test_the_language_that_is_meant_is_found(wanted, known, found):
    assert match_language(wanted, known) == found


@given(st.lists(st.from_regex(TAG, fullmatch=True).map(str.strip), unique=True), st.data())
def test_a_known_language_is_found_by_its_own_name(known, data):
    for language in data.draw(st.permutations(known)):
        assert match_language(language.upper(), known) == language


@pytest.mark.parametrize(
    ("language", "comma"),
    [("es", True), ("es-MX", False), ("pt-BR", True), ("de-CH", False), ("en-GB", False), ("zh-Hant", False)],
)
def test_decimals_are_written_as_the_region_does(language, comma):
    assert has_decimal_comma(language) is comma


@pytest.mark.parametrize(
    ("language", "script"),
    [
        ("ar", "Arab"),
        ("fa-IR", "Arab"),
        ("he", "Hebr"),
        ("hi", "Deva"),
        ("th", "Thai"),
        ("pa-Arab", "Arab"),
        ("az-Arab", "Arab"),
        ("ar-Latn", ""),
        ("es", ""),
        ("zh-Hant", ""),
        ("ja", ""),
        ("ru", ""),
        ("vi", ""),
    ],
)
def test_scripts_that_letters_alone_do_not_make_are_known(language, script):
    assert unsupported_script(language) == script


@given(st.characters(categories=["Lo", "Mn", "Mc"]))
def test_every_letter_from_right_to_left_is_known_by_unicode(letter):
    if unicodedata.bidirectional(letter) in {"R", "AL"} and ord(letter) < 0x10000:
        assert unsupported_letter(f"abc {letter}") == letter


@pytest.mark.parametrize("text", ["Señor, ¿qué?", "Ação", "抽兩張牌。", "Карта", "Zażółć", "Tiếng Việt", ""])
def test_other_letters_are_set_as_they_are(text):
    assert not unsupported_letter(text)
