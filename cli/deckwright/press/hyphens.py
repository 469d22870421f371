"""Where a language lets its words be broken."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Any

from deckwright.press.words import Piece, Word, word_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_LETTERS = re.compile(r"[^\W\d_]{6,}")
_LEAST = 3
_DICTIONARIES = {"en": "en_US", "it": "it_IT", "fr": "fr"}


def hyphenator(language: str, tracking: float) -> Callable[[Word], Iterator[tuple[Word, Word]]] | None:
    """Give what breaks a word of a language: each way, the longest head first; None for an unknown language."""
    if language not in _DICTIONARIES:
        return None

    def breaks(word: Word) -> Iterator[tuple[Word, Word]]:
        for number, piece in reversed(list(enumerate(word.pieces))):
            if not piece.icon:
                for place in reversed(_places(piece.text, language)):
                    yield _broken(word, number, place, tracking)

    return breaks


def _broken(word: Word, number: int, place: int, tracking: float) -> tuple[Word, Word]:
    piece = word.pieces[number]
    head, tail = (_piece(piece, part, tracking) for part in (piece.text[:place] + "-", piece.text[place:]))
    return word_of((*word.pieces[:number], head), 0.0), word_of(
        (tail, *word.pieces[number + 1 :]), word.space
    )


def _piece(piece: Piece, text: str, tracking: float) -> Piece:
    return Piece(piece.font, text, piece.font.width(text) + tracking * len(text))


@cache
def _places(text: str, language: str) -> tuple[int, ...]:
    """Give the places in a text where it may be broken, three letters or more from either end of a word."""
    dictionary = _dictionary(language)
    return tuple(
        match.start() + place
        for match in _LETTERS.finditer(text)
        for place in dictionary.positions(match[0])
        if _LEAST <= place <= len(match[0]) - _LEAST
    )


@cache
def _dictionary(language: str) -> Any:
    from pyphen import Pyphen

    return Pyphen(lang=_DICTIONARIES[language])
