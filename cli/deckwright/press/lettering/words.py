"""Spans taken apart into words that can be broken into lines. Lengths are in thousandths of the type size."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from deckwright.press.faces.styles import Style
    from deckwright.press.fonts import Font
    from deckwright.press.lettering.spans import Span

ICON = 1240.0
"""How large the square of an icon in a line is; most icons fill three quarters of theirs."""

_BESIDE = 40.0
"""How much room an icon has at either side of its ink."""

_WHITE = re.compile(r"[\n\t\r]+")
_WIDE = (
    "\u2e80-\u2fff\u3001-\u303f\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff01-\uff60"
    "\U00020000-\U0003ffff"
)
"""The signs of Chinese and Japanese, which are written without spaces. Korean has spaces, and is broken at them."""

_CLOSING = "、。々〉》」』】〕ぁぃぅぇぉっゃゅょァィゥェォッャュョ・ー！），．：；？｝’”…!),.:;?%\\]}"
_OPENING = "〈《「『【〔（｛‘“(\\[{"
"""What no line begins with, and what none ends with."""

_IDEOGRAPH = re.compile(f"[{_WIDE}]")
_BREAK = re.compile(f"(?:(?<=[{_WIDE}])(?=.)|(?<=.)(?=[{_WIDE}]))(?<![{_OPENING}])(?![{_CLOSING}])")
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
        for number, block in enumerate(_BLANK_LINE.split(text) if "\n" in text else (text,)):
            if number:
                _end_word(pieces, paragraphs[-1], style)
                paragraphs.append([])
            _add_block(block, font, style, pieces, paragraphs[-1])
    _end_word(pieces, paragraphs[-1], style)
    return [paragraph for paragraph in paragraphs if paragraph]


def _add_block(text: str, font: Font, style: Style, pieces: list[Piece], paragraph: Paragraph) -> None:
    """Add a block to a paragraph; its last word is left in `pieces`, for the next span may go on with it."""
    known = vocabulary(font, style.tracking)
    if not text.isascii() and _IDEOGRAPH.search(text):
        _add_ideographs(text, font, style, pieces, paragraph)
        return
    first, *words = (text if text.isprintable() else _WHITE.sub(" ", text)).split(" ")
    if first:
        pieces.append(known[first].pieces[0])
    if not words:
        return
    _end_word(pieces, paragraph, style)
    last = words.pop()
    paragraph += [known[word] for word in words if word]
    if last:
        pieces.append(known[last].pieces[0])


def _add_ideographs(text: str, font: Font, style: Style, pieces: list[Piece], paragraph: Paragraph) -> None:
    """Add a block of a language that writes no spaces: it may be broken between most of its signs."""
    known = vocabulary(font, style.tracking)
    for number, word in enumerate(_WHITE.sub(" ", text).split(" ")):
        if number:
            _end_word(pieces, paragraph, style)
        for place, part in enumerate(_BREAK.split(word)):
            if place:
                _end_word(pieces, paragraph, style, goes_on=True)
            if part:
                pieces.append(known[part].pieces[0])


def _end_word(pieces: list[Piece], paragraph: Paragraph, style: Style, *, goes_on: bool = False) -> None:
    if not pieces:
        return
    known = vocabulary(pieces[-1].font, style.tracking)
    if goes_on:
        paragraph.append(word_of(pieces, 0.0))
        pieces.clear()
        return
    is_whole = len(pieces) == 1 and not pieces[0].icon
    paragraph.append(known[pieces[0].text] if is_whole else word_of(pieces, known.space))
    pieces.clear()


def word_of(pieces: Sequence[Piece], space: float) -> Word:
    """Make a word of its pieces."""
    return Word(tuple(pieces), sum([piece.width for piece in pieces]), space)


class Vocabulary(dict[str, Word]):
    """The words of one font and tracking, measured as they come up."""

    def __init__(self, font: Font, tracking: float) -> None:
        self._font, self._tracking = font, tracking
        self.space = font.widths[" "] + tracking

    def __missing__(self, text: str) -> Word:
        width = self._font.widths[text] + self._tracking * len(text)
        word = self[text] = Word((Piece(self._font, text, width),), width, self.space)
        return word


@cache
def vocabulary(font: Font, tracking: float) -> Vocabulary:
    """Give the words of a font."""
    return Vocabulary(font, tracking)
