"""The module model/capitals."""

from __future__ import annotations

import pytest

from deckwright.model.capitals import has_own_capitals, in_capitals, in_small_letters, with_capital

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
