"""Spans taken apart into words that can be broken into lines. Lengths are in thousandths of the type size."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from deckwright.press.fonts import Font
    from deckwright.press.spans import Span
    from deckwright.press.styles import Style

ICON = 1120.0
"""How large the square of an icon in a line is; most icons fill three quarters of theirs."""

_BESIDE = 40.0
"""How much room an icon has at either side of its ink."""

_BLANK_LINE = re.compile(r"\n[ \t]*\n\s*")


class Piece(NamedTuple):
    """Letters of one font; or an icon, for which `text` stands, with the middle of its square from its start."""

    font: Font
    text: str
    width: float
    icon: str = ""
    middle: float = 0.0


class Word(NamedTuple):
    """What is never parted, its length, and that of the space after it (0 where it goes on at once)."""

    pieces: tuple[Piece, ...]
    width: float
    space: float


Paragraph = list[Word]


def paragraphs_of(spans: Iterable[Span], style: Style) -> list[Paragraph]:
    """Take a text apart: an empty line parts paragraphs, any other white space parts words."""
    paragraphs: list[Paragraph] = [[]]
    pieces: list[Piece] = []
    for span in spans:
        font = style.cut(span.bold, span.italic)
        if span.icon:
            left, right = span.ink
            width = (right - left) * ICON + 2 * _BESIDE
            pieces.append(Piece(font, span.text, width, span.icon, (0.5 - left) * ICON + _BESIDE))
            continue
        text = span.text.upper() if style.uppercase else span.text
        for number, block in enumerate(_BLANK_LINE.split(text)):
            if number:
                _end_word(pieces, paragraphs[-1], style)
                paragraphs.append([])
            _add_block(block, font, style, pieces, paragraphs[-1])
    _end_word(pieces, paragraphs[-1], style)
    return [paragraph for paragraph in paragraphs if paragraph]


def _add_block(text: str, font: Font, style: Style, pieces: list[Piece], paragraph: Paragraph) -> None:
    """Add a block to a paragraph; what is left in `pieces` may go on with the next span."""
    words = text.replace("\n", " ").replace("\t", " ").split(" ")
    for number, word in enumerate(words):
        if number:
            _end_word(pieces, paragraph, style)
        if word:
            pieces.append(Piece(font, word, font.width(word) + style.tracking * len(word)))


def _end_word(pieces: list[Piece], paragraph: Paragraph, style: Style) -> None:
    if not pieces:
        return
    space = pieces[-1].font.width(" ") + style.tracking
    paragraph.append(word_of(pieces, space))
    pieces.clear()


def word_of(pieces: Sequence[Piece], space: float) -> Word:
    """Make a word of its pieces."""
    return Word(tuple(pieces), sum(piece.width for piece in pieces), space)
