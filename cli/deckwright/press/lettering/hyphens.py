"""Where a language lets its words be broken.

Liang's method, with the patterns that come with the pyphen package. They are read as they are needed:
pyphen itself takes all of a language's ten thousand apart at its start, which is longer than many a deck
takes to print. A test holds both to the same places.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from deckwright.model.languages import base_of
from deckwright.press.lettering.words import Word, vocabulary, word_of
from deckwright.press.packages import package_folder

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

_HYPHENS = "-\u2013\u2014/"
_AFTER_HYPHEN = re.compile(rf"\w[{_HYPHENS}](?=\w)")
_LETTERS = re.compile(r"[^\W\d_]{6,}")
_LEAST = 3
_PREFERRED = {"en": "en_US"}
_SCRIPT = re.compile(r"-[A-Z][a-z]{3}\b")
_DIGITS = dict.fromkeys(map(ord, "0123456789"))


def hyphenator(language: str, tracking: float) -> Callable[[Word], Iterator[tuple[Word, Word]]]:
    """Give what breaks a word of a language: each way, the best first."""

    def breaks(word: Word) -> Iterator[tuple[Word, Word]]:
        for number, piece in reversed(list(enumerate(word.pieces))):
            if not piece.icon:
                for place in places(piece.text, language):
                    yield _broken(word, number, place, tracking)

    return breaks


def _broken(word: Word, number: int, place: int, tracking: float) -> tuple[Word, Word]:
    piece = word.pieces[number]
    known = vocabulary(piece.font, tracking)
    start = piece.text[:place] + ("" if piece.text[place - 1] in _HYPHENS else "-")
    head, tail = known[start].pieces, known[piece.text[place:]].pieces
    return (
        word_of((*word.pieces[:number], *head), 0.0),
        word_of((*tail, *word.pieces[number + 1 :]), word.space),
    )


@cache
def places(text: str, language: str) -> tuple[int, ...]:
    """Give the places where a text may be broken: best after its hyphens, else within words of some length."""
    at_hyphens = [match.end() for match in _AFTER_HYPHEN.finditer(text)]
    within = [
        match.start() + place for match in _LETTERS.finditer(text) for place in _within(match[0], language)
    ]
    return (*reversed(at_hyphens), *reversed(within))


def _within(word: str, language: str) -> Iterator[int]:
    """Yield the places within a word, three letters or more from either end."""
    patterns = _patterns(language)
    pointed = f".{word.lower()}."
    levels = [0] * (len(pointed) + 1)
    for start in range(len(pointed) - 1):
        for end in range(start + 1, len(pointed) + 1):
            pattern = patterns.get(pointed[start:end])
            for at, level in _levels(pattern) if pattern else ():
                levels[start + at] = max(levels[start + at], level)
    yield from (at for at in range(_LEAST, len(word) - _LEAST + 1) if levels[at + 1] % 2)


@cache
def _levels(pattern: str) -> tuple[tuple[int, int], ...]:
    """Read a pattern such as `1ca4p`: the levels before some of its letters."""
    levels: list[tuple[int, int]] = []
    letters = 0
    for letter in pattern:
        if letter.isdigit():
            levels.append((letters, int(letter)))
        else:
            letters += 1
    return tuple(levels)


@cache
def _patterns(language: str) -> Mapping[str, str]:
    """Give the patterns of a language by their letters; none for a language that has no dictionary."""
    file = _dictionary(language)
    if file is None:
        return {}
    text = file.read_bytes()
    encoding, _, patterns = text.partition(b"\n")
    lines = patterns.decode(encoding.decode().strip()).split()
    # A pattern with a slash changes the word's spelling where it is broken; those are left out.
    plain = [line for line in lines if "/" not in line]
    return dict(zip("\n".join(plain).translate(_DIGITS).split("\n"), plain, strict=True))


def _dictionary(language: str) -> Path | None:
    """Find the dictionary of a language: of its region if there is one, else of any; none in another script."""
    folder = package_folder("pyphen")
    tag, base = language.replace("-", "_"), base_of(language)
    is_wider = tag != base and not _SCRIPT.search(language)
    names = (_PREFERRED.get(tag, tag), f"{tag}_*", *((base, f"{base}_*") if is_wider else ()))
    found = [
        file for name in names if folder for file in sorted(folder.glob(f"dictionaries/hyph_{name}.dic"))
    ]
    return found[0] if found else None
