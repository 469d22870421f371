"""Words whatever their number and gender: the plural of a term counts as the term.

Only regular endings are known, by language; of a language that is not here, every form is a word of its own.
What they leave of a word is no stem in the grammar's sense: it is only ever compared with another one.
"""

from __future__ import annotations

from functools import lru_cache

from deckwright.model.languages import base_of
from deckwright.model.words import fold

_ENDINGS: dict[str, tuple[tuple[str, str], ...]] = {
    "en": (
        ("ies", "y"),
        ("sses", "ss"),
        ("shes", "sh"),
        ("ches", "ch"),
        ("xes", "x"),
        ("ss", "ss"),
        ("s", ""),
    ),
    "fr": (
        ("eaux", "eau"),
        ("aux", "al"),
        ("ees", ""),
        ("ee", ""),
        ("es", ""),
        ("s", ""),
        ("x", ""),
        ("e", ""),
    ),
    "it": (
        ("che", "c"),
        ("chi", "c"),
        ("ghe", "g"),
        ("ghi", "g"),
        ("io", ""),
        ("ia", ""),
        ("ie", ""),
        ("ii", ""),
        ("a", ""),
        ("e", ""),
        ("i", ""),
        ("o", ""),
    ),
}
_LEAST = 3
"""The letters that must be left of a word for an ending to be one."""


def has_endings(language: str) -> bool:
    """Return whether the endings of a language are known."""
    return language in _ENDINGS


@lru_cache(maxsize=16384)
def bare(word: str, language: str) -> str:
    """Give a folded word without the ending that its number and gender give it."""
    for ending, instead in _ENDINGS.get(base_of(language), ()):
        if word.endswith(ending):
            left = word.removesuffix(ending) + instead
            return left if len(left) >= _LEAST else word
    return word


@lru_cache(maxsize=16384)
def bare_words(text: str, language: str) -> tuple[str, ...]:
    """Give the words of a text for finding terms in it."""
    return tuple(bare(word, language) for word in fold(text).split())


def holds(words: tuple[str, ...], form: tuple[str, ...]) -> bool:
    """Tell whether some words stand in others, together and in order."""
    return any(words[at : at + len(form)] == form for at in range(len(words) - len(form) + 1))
