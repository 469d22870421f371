"""The module model/languages."""

from __future__ import annotations

import ast
import re
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import deckwright
from deckwright.messages import print_trn, printing_in
from deckwright.model.game import Game
from deckwright.model.languages import (
    TAG,
    WORDS,
    base_of,
    can_be_filled,
    canonical_tag,
    game_words,
    has_decimal_comma,
    has_own_capitals,
    in_capitals,
    in_small_letters,
    match_language,
    printed_words,
    unsupported_letter,
    unsupported_script,
    with_capital,
)

# Languages by their tags, and the one that somebody means.


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
    ("requested", "known", "found"),
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
def test_the_language_that_is_meant_is_found(requested, known, found):
    assert match_language(requested, known) == found


@given(
    st.lists(
        st.builds(
            "-".join,
            st.tuples(
                st.sampled_from(["en", "fr", "zh", "gsw"]),
                st.sampled_from(["Latn", "Hant", ""]),
                st.sampled_from(["IT", "BR", "419", ""]),
                st.sampled_from(["1996", "valencia", ""]),
            ).map(lambda parts: filter(None, parts)),
        ),
        unique=True,
        max_size=8,
    )
)
def test_a_known_language_is_found_by_its_own_name(known):
    for language in known:
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


# The program's own words that are printed: all have a name by which a game can translate them.

PACKAGE = Path(deckwright.__file__).parent
DEFINITION = {"source_language": "en", "languages": ["en", "es", "fr"], "scoring": {}}


def printed_by_the_code():
    """Every English text that goes through `print_tr` or `print_trn`, or is kept for them."""
    for file in sorted(PACKAGE.rglob("*.py")):
        source = file.read_text(encoding="utf-8")
        if "import" not in source or "print_tr" not in source:
            continue
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                texts = [one.value for one in node.args if isinstance(one, ast.Constant)]
                count = {"print_tr": 1, "later": 1, "print_trn": 1}.get(node.func.id, 0)
                yield from texts[:count]


def test_every_word_that_is_printed_has_a_name():
    found = set(printed_by_the_code())
    assert len(found) > 20
    assert found <= set(WORDS.values())


def test_no_name_is_kept_for_a_word_that_nothing_prints():
    origins = {"rulebook", "community", "sample"}
    assert set(WORDS.values()) - set(printed_by_the_code()) == origins


def test_words_are_asked_for_only_in_a_language_that_the_program_lacks():
    words = printed_words(DEFINITION, {"hop": {"en": "Hop", "fr": "Saute"}})
    assert words.missing_in("es") == words.texts.keys()
    assert words.missing_in("fr") == set()
    assert words.missing_in("it") == {"word:hop"}
    assert words.missing_in("fr-CA") == set()


def test_no_word_of_a_face_is_taken_for_one_of_the_program():
    assert {name for name in WORDS if "-" not in name} == {"rulebook", "community", "sample"}
    words = printed_words(DEFINITION, {"sample": {"en": "sample", "es": "muestra"}})
    assert "word:sample" not in words.missing_in("es")
    assert "word:sample" not in words.missing_in("fr")


def test_the_words_of_pads_belong_to_games_that_are_scored():
    words = printed_words({"source_language": "en"}, {})
    assert "word:pad-total" not in words.texts
    assert words.texts["word:sample"] == "sample"


def test_source_texts_are_in_the_language_of_the_game():
    assert printed_words({"source_language": "fr"}, {}).texts["word:sample"] == "exemple"
    definition = {"source_language": "es", "words": {"sample": "muestra"}}
    assert printed_words(definition, {}).texts["word:sample"] == "muestra"


def test_a_translation_with_other_placeholders_is_not_used():
    labels = {
        "en": {},
        "es": {
            "word:pad-total": "Suma",
            "word:pad-ties": "Empate",
            "word:page-of": "{page} {x}",
            "word:reference-label": "{label",
        },
    }
    game = Game("frogs", "en", ("en", "es"), {}, labels)
    words = game_words(game, "es")
    assert {message: form(2) for message, form in words.items()} == {"Total": "Suma"}


@pytest.mark.parametrize(
    ("language", "text", "is_filled"),
    [
        ("es", "one: Un jugador\nother: {count} jugadores", True),
        ("es", "one: {count} jugador\nother: Jugadores", False),
        ("lv", "zero: {count} lati\none: Viens lats\nother: {count} lati", False),
    ],
)
def test_a_form_may_leave_its_number_out_where_it_is_for_few_counts(language, text, is_filled):
    """Latvian says 21 with the form of 1."""
    assert can_be_filled(text, "{count} players", language) == is_filled


def test_words_after_a_number_have_the_forms_of_the_language():
    definition = {
        "source_language": "fr",
        "words": {"players-of": {"one": "{numbers} joueuse", "other": "{numbers} joueuses"}},
    }
    texts = printed_words({**definition, "scoring": {}}, {}).texts
    assert texts["word:pad-players"] == "one: {count} joueur\nother: {count} joueurs"
    assert texts["word:players-of"] == "one: {numbers} joueuse\nother: {numbers} joueuses"
    polish = "one: {count} gracz\nfew: {count} gracze\nmany: {count} graczy"
    game = Game("frogs", "en", ("en", "pl"), {}, {"en": {}, "pl": {"word:pad-players": polish}})
    (form,) = game_words(game, "pl").values()
    assert [form(count) for count in (1, 3, 5, 22)] == [
        "{count} gracz",
        "{count} gracze",
        "{count} graczy",
        "{count} gracze",
    ]
    with printing_in("pl", game_words(game, "pl")):
        assert print_trn("{count} player", "{count} players", 4) == "4 gracze"


# As ICU has them (`String.prototype.toLocaleUpperCase` of a browser).


@pytest.mark.parametrize(
    ("language", "text", "capitals"),
    [
        ("en", "istanbul ﬁn", "ISTANBUL FIN"),
        ("tr", "istanbul ışık", "İSTANBUL IŞIK"),
        ("tr-TR", "i\u0307", "İ"),
        ("az", "ilıq", "İLIQ"),
        ("de", "straße weiß", "STRASSE WEISS"),
        ("nl", "ijs", "IJS"),
        ("fr", "œuf été", "ŒUF ÉTÉ"),
        ("el", "Μάιος άι μαΐου", "ΜΑΪΟΣ ΑΪ ΜΑΪΟΥ"),
        ("el", "ήρωας ή θεός", "ΗΡΩΑΣ Ή ΘΕΟΣ"),
        ("el", "νηΐ ή’ κι ή.", "ΝΗΪ Ή’ ΚΙ Ή."),
        ("el", "ρωμάικος ρωμαίικος", "ΡΩΜΑΪΚΟΣ ΡΩΜΑΙΪΚΟΣ"),
        ("el", "ᾅδης Ὀδυσσεύς ὑϊός", "ΑΙΔΗΣ ΟΔΥΣΣΕΥΣ ΥΪΟΣ"),
        ("el", "άυλος άϋλος γάιδαρος", "ΑΫΛΟΣ ΑΫΛΟΣ ΓΑΪΔΑΡΟΣ"),
        ("el", "καφέ café", "ΚΑΦΕ CAFÉ"),
    ],
)
def test_capitals_are_those_of_the_language(language, text, capitals):
    assert in_capitals(text, language) == capitals


@pytest.mark.parametrize(
    ("language", "text", "small"),
    [
        ("tr", "IĞDIR İSTANBUL", "ığdır istanbul"),
        ("az", "I\u0307 I", "i ı"),
        ("en", "IN İSTANBUL", "in istanbul"),
        ("el", "ΟΔΥΣΣΕΥΣ", "οδυσσευς"),
    ],
)
def test_small_letters_are_those_of_the_language_and_as_many(language, text, small):
    assert in_small_letters(text, language) == small


@pytest.mark.parametrize(
    ("language", "text", "capital"),
    [
        ("nl", "ijsje", "IJsje"),
        ("nl", "ik", "Ik"),
        ("en", "ijtihad", "Ijtihad"),
        ("tr", "iyi", "İyi"),
        ("tr", "ışık", "Işık"),
        ("el", "ήρωας", "Ήρωας"),
        ("hr", "ǆ", "ǅ"),
        ("en", "", ""),
    ],
)
def test_a_capital_at_the_beginning_is_that_of_the_language(language, text, capital):
    assert with_capital(text, language) == capital


def test_languages_whose_capitals_are_not_those_of_fonts():
    assert [tag for tag in ("tr", "az-Latn", "el", "en", "de", "nl") if has_own_capitals(tag)] == [
        "tr",
        "az-Latn",
        "el",
    ]
