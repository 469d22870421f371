"""Where a language lets its words be broken."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Any

from deckwright.press.words import Piece, Word, word_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_HYPHENS = "-\u2013\u2014/"
_AFTER_HYPHEN = re.compile(rf"\w[{_HYPHENS}](?=\w)")
_LETTERS = re.compile(r"[^\W\d_]{6,}")
_LEAST = 3
_DICTIONARIES = {"en": "en_US", "it": "it_IT", "fr": "fr"}


def hyphenator(language: str, tracking: float) -> Callable[[Word], Iterator[tuple[Word, Word]]] | None:
    """Give what breaks a word of a language: each way, the best first; None for an unknown language."""
    if language not in _DICTIONARIES:
        return None

    def breaks(word: Word) -> Iterator[tuple[Word, Word]]:
        for number, piece in reversed(list(enumerate(word.pieces))):
            if not piece.icon:
                for place in _places(piece.text, language):
                    yield _broken(word, number, place, tracking)

    return breaks


def _broken(word: Word, number: int, place: int, tracking: float) -> tuple[Word, Word]:
    piece = word.pieces[number]
    start, end = piece.text[:place], piece.text[place:]
    start += "" if start[-1] in _HYPHENS else "-"
    head, tail = _piece(piece, start, tracking), _piece(piece, end, tracking)
    return word_of((*word.pieces[:number], head), 0.0), word_of(
        (tail, *word.pieces[number + 1 :]), word.space
    )


def _piece(piece: Piece, text: str, tracking: float) -> Piece:
    return Piece(piece.font, text, piece.font.width(text) + tracking * len(text))


@cache
def _places(text: str, language: str) -> tuple[int, ...]:
    """Give the places where a text may be broken: best after its hyphens, else within words of some length."""
    at_hyphens = [match.end() for match in _AFTER_HYPHEN.finditer(text)]
    dictionary = _dictionary(language)
    within = [
        match.start() + place
        for match in _LETTERS.finditer(text)
        for place in dictionary.positions(match[0])
        if _LEAST <= place <= len(match[0]) - _LEAST
    ]
    return (*reversed(at_hyphens), *reversed(within))


@cache
def _dictionary(language: str) -> Any:
    from pyphen import Pyphen

    return Pyphen(lang=_DICTIONARIES[language])
