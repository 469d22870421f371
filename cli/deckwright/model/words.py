"""Words as people type them: whatever the case, the accents and the ligatures."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

# Letters that Unicode does not take apart into a base and an accent.
_APART = str.maketrans({"œ": "oe", "æ": "ae", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i"})


@lru_cache(maxsize=16384)
def fold(text: str) -> str:
    """Give the words of `text` for comparing: bare lower-case letters and digits, one space between words.

    `Cœur  transpercé!` becomes `coeur transperce`; a text without letters and digits becomes empty.
    """
    if text.isascii():
        apart = text.lower()
    else:
        apart = unicodedata.normalize("NFKD", text.casefold()).casefold().translate(_APART)
        apart = "".join(letter for letter in apart if not unicodedata.combining(letter))
    return " ".join("".join(letter if letter.isalnum() else " " for letter in apart).split())


def nearest(word: str, known: list[str], *, most: int = 3) -> list[str]:
    """Give the entries of `known` that `word` was most likely meant to be, best first; often none."""
    from rapidfuzz import fuzz, process, utils

    found = process.extract(word, known, scorer=fuzz.WRatio, processor=utils.default_process, limit=most)
    best = [(name, score) for name, score, _ in found if score >= 60]  # noqa: PLR2004
    return [name for name, score in best if score >= best[0][1] - 15]
