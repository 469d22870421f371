"""Words as people type them: whatever the case, the accents and the ligatures."""

from __future__ import annotations

import unicodedata
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

# Letters that Unicode does not take apart into a base and an accent.
_APART = {
    "œ": "oe",
    "æ": "ae",
    "ø": "o",
    "ł": "l",
    "đ": "d",
    "ð": "d",
    "ħ": "h",
    "ŧ": "t",
    "þ": "th",
    "ı": "i",
}
# The least likeness, of 100, that two words must have for one to be meant by the other.
_LIKE = 72.5
# The letters of a word that one slip, in a letter or in the order of two, leaves recognisable.
_NOT_SHORT = 3
# The letters of a word that is like another one only if they have much in common.
_LONG = 5

# The most words that are guessed at in one file or game: each is held against all names that there are.
_MOST_GUESSES = 100
# The longest word that is guessed at, in letters: the time grows with their square.
_LONGEST = 200

_guesses: ContextVar[list[int] | None] = ContextVar("guesses", default=None)


@contextmanager
def few_guesses() -> Iterator[None]:
    """Let `nearest` guess at the first hundred words only while a file or a game is read, however many are unknown."""
    token = _guesses.set([_MOST_GUESSES]) if _guesses.get() is None else None
    try:
        yield
    finally:
        if token:
            _guesses.reset(token)


def _may_guess(word: str) -> bool:
    left = _guesses.get()
    if left is None:
        return len(word) <= _LONGEST
    left[0] -= 1
    return left[0] >= 0 and len(word) <= _LONGEST


class _Folds(dict[int, str]):
    """What each character becomes, worked out when it is first met, for `str.translate`."""

    def __missing__(self, code: int) -> str:
        apart = unicodedata.normalize("NFKD", chr(code).casefold()).casefold()
        self[code] = "".join(map(_fold_character, apart))
        return self[code]


def _fold_character(character: str) -> str:
    category = unicodedata.category(character)
    if category in {"Mn", "Me", "Cf"}:  # accents, soft hyphens: what takes no room of its own
        return ""
    if character.isalnum() or category == "Mc":  # the vowel signs of many scripts are no letters
        return _APART.get(character, character)
    return " "


_FOLDS = _Folds()


@lru_cache(maxsize=16384)
def fold(text: str) -> str:
    """Give the words of `text` for comparing: bare lower-case letters and digits, one space between words.

    `Cœur  transpercé!` becomes `coeur transperce`; a text without letters and digits becomes empty.
    """
    return " ".join(text.translate(_FOLDS).split())


def nearest(word: str, known: list[str], *, most: int = 3) -> list[str]:
    """Give the entries of `known` that `word` was most likely meant to be, best first; often none."""
    if not _may_guess(word):
        return []
    from rapidfuzz import fuzz, process  # only a mistake pays for it

    found = process.extract(word, known, scorer=fuzz.WRatio, processor=fold, limit=most)
    best = [(name, score) for name, score, _ in found if score >= _LIKE and _is_plausible(word, name)]
    if not best:
        return [name for name in known if _is_slip(fold(word), fold(name))][:most]
    return [name for name, score in best if score >= best[0][1] - 15]


def _is_plausible(word: str, name: str) -> bool:
    """Tell whether two words that are alike are so in more than the few letters that any two may share.

    One of fewer than five letters must begin as the other or a word of it does, or have but one slip.
    """
    one, other = fold(word), fold(name)
    if min(len(one), len(other)) >= _LONG:
        return True
    pairs = ((a, b) for a in {one, *one.split()} for b in {other, *other.split()})
    return any((len(a) > 1 and b.startswith(a[:_NOT_SHORT])) or _is_slip(a, b) for a, b in pairs)


def _is_slip(one: str, other: str) -> bool:
    """Tell whether one slip makes a word of the other; in three letters, only their order may have slipped."""
    from rapidfuzz.distance import OSA

    lengths = (len(one), len(other))
    is_seen = max(lengths) > _NOT_SHORT or sorted(one) == sorted(other)
    return min(lengths) >= _NOT_SHORT and is_seen and OSA.distance(one, other, score_cutoff=1) <= 1
