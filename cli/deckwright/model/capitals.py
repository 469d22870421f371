"""Capitals and small letters as each language has them: Unicode’s, and what its file SpecialCasing.txt and ICU add by language.

German ß becomes SS, not ẞ: both are right, and few fonts have ẞ.
"""

from __future__ import annotations

import re
from functools import cache
from unicodedata import normalize

from deckwright.model.languages import base_of

_DOTTED = frozenset({"az", "crh", "tr"})
"""Languages in which i and ı are two letters, each with its own capital."""

_GREEK, _DUTCH = "el", "nl"


def has_own_capitals(language: str) -> bool:
    """Whether capitals of a language are not those that a font’s small capitals stand for, letter by letter."""
    return base_of(language) in {*_DOTTED, _GREEK}


def in_capitals(text: str, language: str) -> str:
    """Text in capitals: Turkish i is İ, and Greek has no accents."""
    base = base_of(language)
    if base in _DOTTED:
        text = text.replace("i\u0307", "i").replace("i", "İ")
    elif base == _GREEK:
        text = _without_accents(text)
    return text.upper()


def in_small_letters(text: str, language: str) -> str:
    """Text in small letters, each of which stays one letter: Turkish I is ı."""
    if base_of(language) in _DOTTED:
        text = text.replace("I\u0307", "i").replace("I", "ı")
    return text.replace("İ", "i").lower()


def with_capital(text: str, language: str) -> str:
    """Text with a capital at its beginning: both letters of Dutch ij are one."""
    base = base_of(language)
    if base == _DUTCH and text.startswith("ij"):
        return f"IJ{text[2:]}"
    first = "İ" if base in _DOTTED and text.startswith("i") else text[:1].title()
    return first + text[1:]


# Greek: capitals lose accents and breathings, except for the word ή. Where the accent was all that kept two vowels apart,
# the second has a diaeresis instead: μάιος, ΜΑΪΟΣ.


@cache
def _greek_letter() -> re.Pattern[str]:
    return re.compile("([\u0370-\u03ff])([\u0300-\u0344\u0346-\u036f]*)")


@cache
def _word_or() -> re.Pattern[str]:
    return re.compile(r"(?<![\w’'\u0300-\u036f])[ήΉ](?!['’]?\w)")


_ACCENTS = frozenset("\u0300\u0301\u0342")
_VOWELS, _SECOND_VOWELS = frozenset("αεηιουωΑΕΗΙΟΥΩ"), frozenset("ιυΙΥ")


def _without_accents(text: str) -> str:
    parts = _word_or().split(normalize("NFC", text))
    return "Ή".join(_without_accents_of(part) for part in parts)


def _without_accents_of(text: str) -> str:
    after_accent = -1

    def letter(match: re.Match[str]) -> str:
        nonlocal after_accent
        vowel, marks = match.groups()
        is_apart = "\u0308" in marks or (match.start() == after_accent and vowel in _SECOND_VOWELS)
        has_accent = vowel in _VOWELS and not _ACCENTS.isdisjoint(marks)
        after_accent = match.end() if has_accent and not is_apart else -1
        return vowel + "\u0308" * is_apart

    return normalize("NFC", _greek_letter().sub(letter, normalize("NFD", text)))
