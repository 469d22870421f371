"""Words: how wide they are, where they can be hyphenated, and letters that cannot be set."""

from __future__ import annotations

import re
from functools import cache
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from deckwright.findings import Finding
from deckwright.messages import tr
from deckwright.model.languages import (
    base_of,
    has_own_capitals,
    in_capitals,
    in_small_letters,
    is_unsupported,
    unsupported_letter,
)
from deckwright.model.markup import LINE_BREAK
from deckwright.model.words import Pattern
from deckwright.press.graphics.fonts import BLANKS, MOST_WORDS
from deckwright.press.graphics.parts import DrawnText, all_parts
from deckwright.press.looks.styles import PLAIN_LOOK, RunLook
from deckwright.resources import package_folder

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from deckwright.press.graphics.fonts import Font
    from deckwright.press.graphics.parts import DrawnPart
    from deckwright.press.looks.styles import Style


# Spans split into words, which can be broken into lines. Widths are in thousandths of the type size.

ICON_SIZE = 1240.0
"""Side of the square of an icon in a line; most icons fill three quarters of it."""

BESIDE_ICON = 40.0
"""Space on either side of an icon's ink."""

_WHITE = re.compile(r"[\n\t\r]+")
_SPACES = re.compile(r"\s+")
_WIDE = (
    "\u2e80-\u2fff\u3001-\u303f\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff01-\uff60"
    "\U00020000-\U0003ffff"
)
"""Characters of Chinese and Japanese, which are written without spaces. Korean has spaces, and breaks at them."""

_CLOSING = "、。々〉》」』】〕ぁぃぅぇぉっゃゅょァィゥェォッャュョ・ー！），．：；？｝’”…!),.:;?%\\]}"
_OPENING = "〈《「『【〔（｛‘“(\\[{"
"""Characters that never begin a line, and those that never end one."""

_CLUSTER = re.compile(r"(?s).[\u0300-\u036f]*")
_LINE_ENDS = re.compile(r"(\n\s*)")


class Span(NamedTuple):
    """Text in one style, or an icon together with the word it replaces, or a line break or a tab (`mark`).

    Readers who copy the printed text get that word; a decorative icon has none. `ink` is where the icon's ink begins and
    ends in its square, from 0 to 1, and `colour` its own colour, a name of the palette. `runs` are those around it.
    """

    text: str
    bold: bool = False
    italic: bool = False
    icon: str = ""
    ink: tuple[float, float] = (0.0, 1.0)
    runs: tuple[str, ...] = ()
    colour: str = ""
    mark: str = ""

    def with_text(self, text: str) -> Span:
        """Another text that looks the same; `_replace` takes three times as long."""
        return Span(text, *self[1:])


class WordPart(NamedTuple):
    """Part of a word in one font and look; or an icon with the text it replaces, and the centre of its square from its start."""

    font: Font
    text: str
    width: float
    icon: str = ""
    middle: float = 0.0
    look: RunLook = PLAIN_LOOK


class Word(NamedTuple):
    """Letters that stay on one line, their width, and that of the space after them (0 if there is none).

    A word without pieces is empty space. One with `stops` is a tab: its width follows from its place on the line, and
    `stops` is the distance of the places where it may end.
    """

    pieces: tuple[WordPart, ...]
    width: float
    space: float
    stops: float = 0.0


class Paragraph(list[Word]):
    """The words of a paragraph, or those after a line break in one (`follows`)."""

    follows = False
    has_tabs = False


class TextLine(NamedTuple):
    """The words of a line; `first` if it begins a paragraph, `ruled` if a line is drawn below it."""

    words: tuple[Word, ...]
    width: float
    first: bool = False
    ruled: bool = False

    def text_of(self, number: int) -> str:
        """Letters of a word of the line, by its place; '' if the line is empty."""
        return "".join(piece.text for piece in self.words[number].pieces) if self.words else ""


_SMALL_CAP = 0.8
"""Size of capitals that replace small capitals in a font without them."""


def paragraphs_of(spans: Iterable[Span], style: Style, language: str = "") -> list[Paragraph]:
    """Split a text into paragraphs at empty lines, into lines at line breaks, and into words at other white space.

    Its small capitals are those of the language.
    """
    paragraphs: list[Paragraph] = [Paragraph()]
    pieces: list[WordPart] = []
    for span in spans:
        if span.mark:
            _end_word(pieces, paragraphs[-1], style.tracking)
            _add_mark(span.mark, paragraphs, style)
            continue
        own, look = style.run(span.runs) if span.runs else (style, PLAIN_LOOK)
        fonts = own.cuts(span.bold, span.italic)
        if span.icon:
            pieces.append(_icon_part(span, fonts[0], look))
            continue
        text = span.text
        for number, block in enumerate(_LINE_ENDS.split(text) if "\n" in text else (text,)):
            if number % 2:
                _end_word(pieces, paragraphs[-1], style.tracking)
                if block.count("\n") > 1:
                    paragraphs.append(Paragraph())
                else:
                    _add_mark(LINE_BREAK, paragraphs, style)
                continue
            for font, part, shape in _in_glyphs(block, fonts, own, look, language):
                _add_block(part, measured_words(font, style.tracking, shape), pieces, paragraphs[-1])
    _end_word(pieces, paragraphs[-1], style.tracking)
    return [paragraph for paragraph in paragraphs if paragraph]


def _icon_part(span: Span, font: Font, look: RunLook) -> WordPart:
    left, right = span.ink
    if span.colour and not look.colour:
        look = look._replace(colour=span.colour)
    size = ICON_SIZE * look.scale
    beside = BESIDE_ICON * look.scale
    width = (right - left) * size + 2 * beside
    return WordPart(font, span.text, width, span.icon, (0.5 - left) * size + beside, look)


def _add_mark(mark: str, paragraphs: list[Paragraph], style: Style) -> None:
    """Begin a line after a break, or add a tab."""
    if mark == LINE_BREAK:
        if paragraphs[-1]:
            paragraphs.append(Paragraph())
            paragraphs[-1].follows = True
    else:
        paragraphs[-1].append(Word((), 0.0, 0.0, style.tabs * 1000))
        paragraphs[-1].has_tabs = True


def _in_glyphs(
    text: str, fonts: Sequence[Font], style: Style, look: RunLook, language: str
) -> Iterable[tuple[Font, str, RunLook]]:
    """Parts of a text with their fonts and looks, as small capitals and figures of one width need them."""
    if len(fonts) == 1 and look is PLAIN_LOOK and not style.tabular:
        return ((fonts[0], text, look),)
    runs = runs_by_font(text, fonts)
    if not style.tabular and look is PLAIN_LOOK:
        return [(*run, look) for run in runs]
    if style.tabular:
        runs = [(font.tabular, part) for font, part in runs]
    if look.keeps:
        runs = [(font, _SPACES.sub("\u00a0", part)) for font, part in runs]
    return (run for font, part in runs for run in _capitals(font, part, look, language))


def _capitals(font: Font, text: str, look: RunLook, language: str) -> Iterator[tuple[Font, str, RunLook]]:
    """Parts of a text in small capitals, if its look asks for them: those of the font, or else smaller capitals.

    Fonts replace letter by letter, which is wrong in a language with capitals of its own.
    """
    of_font = None if has_own_capitals(language) else font.small_caps
    if not look.small_caps or of_font:
        yield of_font or font if look.small_caps else font, text, look
        return
    for is_small, letters in groupby(text, str.islower):
        part = "".join(letters)
        small = look._replace(scale=look.scale * _SMALL_CAP)
        yield (font, in_capitals(part, language), small) if is_small else (font, part, look)


def runs_by_font(text: str, fonts: Sequence[Font]) -> list[tuple[Font, str]]:
    """Parts of a text, each with the first font that has its letters; the first of all for letters that none has.

    Accents stay with their letters, and spaces with what is before them.
    """
    if len(fonts) == 1 or fonts[0].letters.issuperset(text):
        return [(fonts[0], text)]
    runs: list[tuple[Font, str]] = []
    for cluster in _CLUSTER.findall(text):
        letters = set(cluster)
        font = next((font for font in fonts if font.letters >= letters), fonts[0])
        if runs and (runs[-1][0] is font or letters <= BLANKS):
            runs[-1] = runs[-1][0], runs[-1][1] + cluster
        else:
            runs.append((font, cluster))
    return runs


def _add_block(text: str, known: MeasuredWords, pieces: list[WordPart], paragraph: Paragraph) -> None:
    """Add the words of a block to a paragraph; the last one stays in `pieces`, as the next span can continue it."""
    if not text.isascii() and not known.look.keeps and _IDEOGRAPH.search(text):
        _add_ideographs(text, known, pieces, paragraph)
        return
    first, *words = (text if text.isprintable() else _WHITE.sub(" ", text)).split(" ")
    if first:
        pieces.append(known[first].pieces[0])
    if not words:
        return
    _end_word(pieces, paragraph, known.tracking)
    last = words.pop()
    paragraph += [known[word] for word in words if word]
    if last:
        pieces.append(known[last].pieces[0])


_IDEOGRAPH = Pattern(f"[{_WIDE}]")
_BETWEEN_IDEOGRAPHS = Pattern(f"(?:(?<=[{_WIDE}])(?=.)|(?<=.)(?=[{_WIDE}]))(?<![{_OPENING}])(?![{_CLOSING}])")


def _add_ideographs(text: str, known: MeasuredWords, pieces: list[WordPart], paragraph: Paragraph) -> None:
    """Add a block of a language without spaces: it can be broken between most of its characters."""
    for number, word in enumerate(_WHITE.sub(" ", text).split(" ")):
        if number:
            _end_word(pieces, paragraph, known.tracking)
        for place, part in enumerate(_BETWEEN_IDEOGRAPHS.split(word)):
            if place:
                _end_word(pieces, paragraph, known.tracking, continues=True)
            if part:
                pieces.append(known[part].pieces[0])


def _end_word(
    pieces: list[WordPart], paragraph: Paragraph, tracking: float, *, continues: bool = False
) -> None:
    if not pieces:
        return
    known = measured_words(pieces[-1].font, tracking, pieces[-1].look)
    if continues:
        paragraph.append(join_word(pieces, 0.0))
        pieces.clear()
        return
    is_whole = len(pieces) == 1 and not pieces[0].icon
    paragraph.append(known[pieces[0].text] if is_whole else join_word(pieces, known.space))
    pieces.clear()


def join_word(pieces: Sequence[WordPart], space: float) -> Word:
    """Join parts into a word."""
    return Word(tuple(pieces), sum([piece.width for piece in pieces]), space)


class MeasuredWords(dict[str, Word]):
    """The words of one font, tracking and look, each measured when a text first has it."""

    def __init__(self, font: Font, tracking: float, look: RunLook) -> None:
        self._font, self.tracking, self.look = font, tracking, look
        self.space = (font.widths[" "] + tracking) * look.scale

    def __missing__(self, text: str) -> Word:
        width = (self._font.widths[text] + self.tracking * len(text)) * self.look.scale
        part = WordPart(self._font, text, width, look=self.look)
        if len(self) >= MOST_WORDS:
            self.clear()
        word = self[text] = Word((part,), width, self.space)
        return word


@cache
def measured_words(font: Font, tracking: float, look: RunLook = PLAIN_LOOK) -> MeasuredWords:
    """Measured words of a font, a tracking and a look."""
    return MeasuredWords(font, tracking, look)


# Hyphenation of words, by language.
#
# Liang's algorithm, with the patterns of the pyphen package, of which only those that match a word are
# parsed. Pyphen itself parses all ten thousand patterns of a language first, which takes longer than printing
# a small deck. A test checks that both find the same positions.

_HYPHENS = "-\u2013\u2014/"
_AFTER_HYPHEN = re.compile(rf"\w[{_HYPHENS}](?=\w)")
_LETTERS = re.compile(r"[^\W\d_]{6,}")
_LONGEST_WORD = 100
"""Most letters of a word with hyphens: whatever is left of a longer one would be measured for each line, at each place."""
_LEAST = 3
_PREFERRED = {"en": "en_US"}
_SCRIPT = re.compile(r"-[A-Z][a-z]{3}\b")
_DIGITS = dict.fromkeys(map(ord, "0123456789"))


def hyphenator(language: str, tracking: float) -> Callable[[Word], Iterator[tuple[Word, Word]]]:
    """Function that yields the ways to break a word, the best first."""

    def breaks(word: Word) -> Iterator[tuple[Word, Word]]:
        for number, piece in reversed(list(enumerate(word.pieces))):
            if not piece.icon and not piece.look.keeps:
                for place in break_positions(piece.text, language):
                    yield _broken(word, number, place, tracking)

    return breaks


_CHUNK = 20
"""Letters of the parts into which a word of more than `_LONGEST_WORD` is divided where it may be broken anywhere."""


def in_chunks(paragraph: Paragraph, tracking: float) -> Paragraph:
    """The same paragraph, whose words of hundreds of letters are several, without a space between them."""
    if not any(len(piece.text) > _LONGEST_WORD for word in paragraph for piece in word.pieces):
        return paragraph
    divided = Paragraph()
    divided.follows, divided.has_tabs = paragraph.follows, paragraph.has_tabs
    for word in paragraph:
        parts = [join_word([part], 0.0) for piece in word.pieces for part in _parts_of(piece, tracking)]
        divided += (
            [*parts[:-1], parts[-1]._replace(space=word.space)] if len(parts) > len(word.pieces) else [word]
        )
    return divided


def _parts_of(piece: WordPart, tracking: float) -> Iterator[WordPart]:
    if piece.icon or len(piece.text) <= _LONGEST_WORD:
        yield piece
        return
    known = measured_words(piece.font, tracking, piece.look)
    for start in range(0, len(piece.text), _CHUNK):
        yield from known[piece.text[start : start + _CHUNK]].pieces


def anywhere(
    breaks: Callable[[Word], Iterator[tuple[Word, Word]]] | None, measure: float, tracking: float
) -> Callable[[Word], Iterator[tuple[Word, Word]]]:
    """The same ways to break a word, and between any letters of one that is longer than a line."""

    def all_breaks(word: Word) -> Iterator[tuple[Word, Word]]:
        yield from breaks(word) if breaks else ()
        if word.width > measure:
            for number, piece in reversed(list(enumerate(word.pieces))):
                if not piece.icon:
                    most = int(len(piece.text) * measure / piece.width) + 2 if piece.width else 0
                    for place in range(min(most, len(piece.text) - 1), 0, -1):
                        yield _broken(word, number, place, tracking)

    return all_breaks


def _broken(word: Word, number: int, place: int, tracking: float) -> tuple[Word, Word]:
    piece = word.pieces[number]
    known = measured_words(piece.font, tracking, piece.look)
    start = piece.text[:place] + ("" if piece.text[place - 1] in _HYPHENS else "-")
    head, tail = known[start].pieces, known[piece.text[place:]].pieces
    return (
        join_word((*word.pieces[:number], *head), 0.0),
        join_word((*tail, *word.pieces[number + 1 :]), word.space),
    )


@cache
def break_positions(text: str, language: str) -> tuple[int, ...]:
    """Positions where a text can be broken: first those after its own hyphens, then those within long words."""
    if len(text) > _LONGEST_WORD:
        return ()
    at_hyphens = [match.end() for match in _AFTER_HYPHEN.finditer(text)]
    within = [
        match.start() + place for match in _LETTERS.finditer(text) for place in _within(match[0], language)
    ]
    return (*reversed(at_hyphens), *reversed(within))


def _within(word: str, language: str) -> Iterator[int]:
    """Yield the positions within a word, at least three letters from either end."""
    patterns = _patterns(language)
    pointed = f".{in_small_letters(word, language)}."
    levels = [0] * (len(pointed) + 1)
    for start in range(len(pointed) - 1):
        for end in range(start + 1, len(pointed) + 1):
            pattern = patterns.get(pointed[start:end])
            for at, level in _levels(pattern) if pattern else ():
                levels[start + at] = max(levels[start + at], level)
    yield from (index for index in range(_LEAST, len(word) - _LEAST + 1) if levels[index + 1] % 2)


@cache
def _levels(pattern: str) -> tuple[tuple[int, int], ...]:
    """Levels of a pattern such as `1ca4p`, each with the number of letters before it."""
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
    """Patterns of a language by their letters; empty for a language without a dictionary."""
    file = _dictionary(language)
    if file is None:
        return {}
    text = file.read_bytes()
    encoding, _, patterns = text.partition(b"\n")
    lines = patterns.decode(encoding.decode().strip()).split()
    # Patterns with a slash change the spelling of a broken word, which is not supported.
    plain = [line for line in lines if "/" not in line]
    return dict(zip("\n".join(plain).translate(_DIGITS).split("\n"), plain, strict=True))


def _dictionary(language: str) -> Path | None:
    """Dictionary of a language: of its region if there is one, else of any region with the same script."""
    folder = package_folder("pyphen")
    tag, base = language.replace("-", "_"), base_of(language)
    is_wider = tag != base and not _SCRIPT.search(language)
    names = (_PREFERRED.get(tag, tag), f"{tag}_*", *((base, f"{base}_*") if is_wider else ()))
    files = [
        file for name in names if folder for file in sorted(folder.glob(f"dictionaries/hyph_{name}.dic"))
    ]
    return files[0] if files else None


# Letters that cannot be printed correctly: their font lacks them, or their script is not supported.


def missing_letters(text: str, *fonts: Font) -> list[str]:
    """Letters of a text that all fonts lack, except those of unsupported scripts."""
    if fonts[0].letters.issuperset(text):
        return []
    missing = set(text).difference(*[font.letters for font in fonts])
    return [letter for letter in sorted(missing) if not is_unsupported(letter)]


def missing_letter(text: str, letter: str, font: Font) -> Finding:
    """Finding for a letter that a font lacks."""
    message = tr(
        "“{text}”: the font {font} does not have the letter {letter} (U+{code}).",
        text=text.strip(),
        letter=letter,
        code=f"{ord(letter):04X}",
        font=font.name,
    )
    return Finding("missing-glyph", "error", message, found=letter)


def unsupported_script(text: str, *cards: str) -> Iterator[Finding]:
    """Finding for a text in an unsupported script, if it is."""
    letter = unsupported_letter(text)
    if letter:
        message = tr(
            "“{text}” cannot be printed: {letter} (U+{code}) belongs to a script with joined letters or right-to-left "
            "text, which Deckwright does not support.",
            text=text.strip(),
            letter=letter,
            code=f"{ord(letter):04X}",
        )
        yield Finding("unsupported-script", "error", message, cards, found=letter)


def check_letters(parts: Iterable[DrawnPart]) -> Iterator[Finding]:
    """Findings about the letters of drawn texts."""
    texts = (part for part in all_parts(parts) if isinstance(part, DrawnText))
    for run in (run for text in texts for line in text.lines for run in line.runs if not run.span):
        yield from unsupported_script(run.text)
        for letter in missing_letters(run.text, run.font):
            yield missing_letter(run.text, letter, run.font)
