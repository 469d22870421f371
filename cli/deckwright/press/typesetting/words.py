"""Words: how wide they are, where they can be hyphenated, and letters that cannot be set."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from deckwright.findings import Finding
from deckwright.messages import tr
from deckwright.model.languages import base_of, is_unset, unset_letter
from deckwright.press.graphics.parts import Again, Group, Text
from deckwright.resources import package_folder

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from deckwright.press.faces.face import Style
    from deckwright.press.graphics.fonts import Font
    from deckwright.press.graphics.parts import Drawn


# Spans taken apart into words that can be broken into lines. Lengths are in thousandths of the type size.

ICON_SIZE = 1240.0
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
            width = (right - left) * ICON_SIZE + 2 * _BESIDE
            pieces.append(Piece(font, span.text, width, span.icon, (0.5 - left) * ICON_SIZE + _BESIDE))
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


class Span(NamedTuple):
    """Words set alike; or an icon, for which they stand.

    A reader who copies the text finds them in its place; one that is mere ornament has none.
    `ink` is where in its square, from 0 to 1, an icon begins and ends.
    """

    text: str
    bold: bool = False
    italic: bool = False
    icon: str = ""
    ink: tuple[float, float] = (0.0, 1.0)


# Where a language lets its words be broken.
#
# Liang's method, with the patterns that come with the pyphen package. They are read as they are needed:
# pyphen itself takes all of a language's ten thousand apart at its start, which is longer than many a deck
# takes to print. A test holds both to the same places.

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


# Find letters that cannot be printed as they should: their font has none, or their script needs more than
# letters.


def missing_letters(text: str, font: Font) -> list[str]:
    """Letters of a text that a font has no picture of; none of a script that cannot be set anyway."""
    if font.letters.issuperset(text):
        return []
    return [letter for letter in sorted(set(text) - font.letters) if not is_unset(letter)]


def missing_letter(text: str, letter: str, font: Font) -> Finding:
    """Make the finding for a letter that a font does not have."""
    message = tr(
        "“{text}” holds {letter} (U+{code}), which the font {font} does not have.",
        text=text.strip(),
        letter=letter,
        code=f"{ord(letter):04X}",
        font=font.name,
    )
    return Finding("missing-glyph", "error", message, found=letter)


def unset_text(text: str, *cards: str) -> Iterator[Finding]:
    """Yield the finding for a text with letters that join, change places or run from right to left."""
    letter = unset_letter(text)
    if letter:
        message = tr(
            "“{text}” cannot be printed right: {letter} (U+{code}) is of a script whose letters join or run from "
            "right to left, and Deckwright sets letters one after the other.",
            text=text.strip(),
            letter=letter,
            code=f"{ord(letter):04X}",
        )
        yield Finding("unsupported-script", "error", message, cards, found=letter)


def wrong_letters(parts: Iterable[Drawn]) -> Iterator[Finding]:
    """Yield what is wrong with the letters of drawn texts."""
    for part in parts:
        if isinstance(part, Group | Again):
            yield from wrong_letters(part.parts)
        elif isinstance(part, Text):
            for run in (run for line in part.lines for run in line.runs if not run.span):
                yield from unset_text(run.text)
                yield from (
                    missing_letter(run.text, letter, run.font)
                    for letter in missing_letters(run.text, run.font)
                )
