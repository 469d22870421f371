"""Lines: break paragraphs, and shrink a text until it fits its box."""

from __future__ import annotations

from math import ceil, inf
from typing import TYPE_CHECKING, NamedTuple

from deckwright.press.graphics import parts
from deckwright.press.graphics.parts import POINT, Area, Picture, Run, Text
from deckwright.press.typesetting.words import ICON_SIZE, hyphenator

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from deckwright.press.faces.face import Style
    from deckwright.press.typesetting.words import Paragraph, Word

    Breaks = Callable[[Word], Iterator[tuple[Word, Word]]]


# Break paragraphs into lines. Lengths are in thousandths of the type size, as those of words are.

_LOOSE = 0.2
"""How much of a line may stay empty before its next word is broken."""

_SHORT = 0.55
"""How much of the measure a line must fill that is not the last."""

_ALONE = 0.25
"""How much of a line a word must fill to stand on the last one alone."""

_LINE_TOLERANCE = 0.01
"""How much longer than the measure a line may come out by mere rounding."""


class Line(NamedTuple):
    """Words that stand on one line; `first` where it begins a paragraph."""

    words: tuple[Word, ...]
    width: float
    first: bool = False


def broken(paragraphs: Sequence[Paragraph], measure: float, breaks: Breaks | None = None) -> list[Line]:
    """Break paragraphs into lines no longer than the measure, where their words allow."""
    return [line for paragraph in paragraphs for line in _lines(paragraph, measure, breaks)]


def balanced(paragraphs: Sequence[Paragraph], measure: float) -> list[Line]:
    """Break paragraphs into as few lines, as even as can be."""
    lines = broken(paragraphs, measure)
    if len(lines) == len(paragraphs):
        return lines
    low, high = measure / 2, measure
    for _ in range(7):
        middle = (low + high) / 2
        narrower = broken(paragraphs, middle)
        if len(narrower) > len(lines) or max(line.width for line in narrower) > middle:
            low = middle
        else:
            high, lines = middle, narrower
    return lines


def _lines(paragraph: Paragraph, measure: float, breaks: Breaks | None) -> list[Line]:
    """Break a paragraph; its words are hyphenated only if that saves a line, or the lines are too uneven without."""
    whole = width_of(paragraph)
    if whole <= measure + _LINE_TOLERANCE:
        return [Line(tuple(paragraph), whole, first=True)]
    lines = _greedy(paragraph, measure, None)
    is_ragged = _is_ragged(lines, measure)
    if breaks and (is_ragged or whole <= (len(lines) - 1) * measure):
        hyphenated = _greedy(paragraph, measure, breaks)
        lines = hyphenated if is_ragged or len(hyphenated) < len(lines) else lines
    _feed_last(lines, measure)
    return [Line(tuple(words), width_of(words), not number) for number, words in enumerate(lines)]


def _is_ragged(lines: Sequence[Sequence[Word]], measure: float) -> bool:
    """Tell whether a line is too long, or one before the last far too short."""
    widths = [width_of(line) for line in lines]
    return max(widths) > measure + _LINE_TOLERANCE or min(widths[:-1], default=measure) < _SHORT * measure


def _greedy(paragraph: Paragraph, measure: float, breaks: Breaks | None) -> list[list[Word]]:
    lines: list[list[Word]] = []
    line: list[Word] = []
    width = 0.0
    waiting = paragraph[::-1]
    while waiting:
        word = waiting.pop()
        start = width + line[-1].space if line else 0.0
        if start + word.width <= measure + _LINE_TOLERANCE:
            line.append(word)
            width = start + word.width
            continue
        parts = _parts(word, measure - start, measure, breaks, last=not waiting)
        if parts:
            line.append(parts[0])
        if line:
            lines.append(line)
            waiting.append(parts[1] if parts else word)
            line, width = [], 0.0
        else:
            line, width = [word], word.width
    return [*lines, line]


def _parts(
    word: Word, room: float, measure: float, breaks: Breaks | None, *, last: bool
) -> tuple[Word, Word] | None:
    """Break a word so that its head fits, if the line would else be too loose, or the word has no room at all."""
    if breaks is None or (word.width <= measure and (last or room < _LOOSE * measure)):
        return None
    return next((parts for parts in breaks(word) if parts[0].width <= room), None)


def _feed_last(lines: list[list[Word]], measure: float) -> None:
    """Let no short last word stand alone where the line before has one to give."""
    if len(lines) < 2 or len(lines[-1]) > 1 or len(lines[-2]) < 3:  # noqa: PLR2004 - plain counts of words
        return
    given = lines[-2][-1]
    if lines[-1][0].width > _ALONE * measure or not given.space:
        return
    if given.width + given.space + lines[-1][0].width <= measure:
        lines[-1].insert(0, lines[-2].pop())


def width_of(words: Sequence[Word]) -> float:
    """Give the length of words on a line."""
    return sum([word.width + word.space for word in words]) - words[-1].space


# Set a text so that it fits: break it into lines, and shrink it as far as its style allows.

_STEP = 0.25
"""The steps, in points, in which a text shrinks."""

SLACK = {"left": 0.0, "centre": 0.5, "right": 1.0}
"""How much of what is left over stands before a line, by how it is aligned."""

_FIT_TOLERANCE = 1e-3
"""What a length may be too long by mere rounding."""

_UNIT = POINT / 1000
"""A thousandth of a point in mm: with the type size, what turns the lengths of words into mm."""


class Copy:
    """A text ready to be set: its words and its look. `language` says how it may be hyphenated."""

    __slots__ = ("figure", "font", "language", "paragraphs", "settings", "style")

    def __init__(
        self, paragraphs: Sequence[Paragraph], style: Style, language: str, *, figure: bool = False
    ) -> None:
        self.paragraphs, self.style, self.language, self.figure = paragraphs, style, language, figure
        self.font = style.cut(bold=False, italic=False)
        self.settings: dict[tuple[float, ...], Setting] = {}


class Setting:
    """A text set in one size. Lengths are in mm.

    `width` is the length of the longest line; `body` the height from the top of the capitals of the first line
    to the last line's baseline; `height` has room for what hangs below that line too.
    """

    __slots__ = ("body", "copy", "height", "lines", "size", "width")

    def __init__(self, copy: Copy, size: float, lines: Sequence[Line]) -> None:
        self.copy, self.size, self.lines = copy, size, lines
        style, font = copy.style, copy.font
        ems = (len(lines) - 1) * style.leading
        if len(lines) > 1:
            ems += sum([line.first for line in lines[1:]]) * style.paragraph
        self.width = max([line.width for line in lines]) * size * _UNIT
        self.body = (ems + font.cap / 1000) * size * POINT
        self.height = self.body + (0.0 if copy.figure else font.descent * size * _UNIT)

    def fits(self, width: float, height: float, lines: int = 0) -> bool:
        """Tell whether it stands in an area, and in no more lines than asked (0: any number)."""
        return (
            self.width <= width + _FIT_TOLERANCE
            and self.height <= height + _FIT_TOLERANCE
            and not 0 < lines < len(self.lines)
        )

    def drawn(self, area: Area, colour: str) -> Iterator[parts.Drawn]:
        """Draw it from the top of an area, aligned across it."""
        style, cap, scale = self.copy.style, self.copy.font.cap, self.size * _UNIT
        y = area.y + cap * scale
        slack = SLACK[style.align]
        lines: list[parts.Line] = []
        for number, line in enumerate(self.lines):
            if number:
                y += (style.leading + style.paragraph * line.first) * self.size * POINT
            # The tracking after the last letter is no part of what the eye centres.
            x = area.x + (area.width - (line.width - style.tracking) * scale) * slack
            runs, icons = _runs(line, x, scale)
            lines.append(parts.Line(y, tuple(runs)))
            for icon, at in icons:
                yield Picture(icon, at, y - cap * scale / 2, ICON_SIZE * scale, colour)
        yield Text(tuple(lines), self.size, colour, style.tracking)


def _runs(line: Line, x: float, scale: float) -> tuple[list[Run], list[tuple[str, float]]]:
    """Join the words of a line into runs of one font each; icons stand between, with their middle given."""
    runs: list[Run] = []
    icons: list[tuple[str, float]] = []
    text, font, start = "", line.words[0].pieces[0].font, x
    for pieces, _, space in line.words:
        for piece in pieces:
            if text and (piece.icon or piece.font is not font):
                runs.append(Run(font, text, start))
                text = ""
            if piece.icon:
                icons.append((piece.icon, x + piece.middle * scale))
                runs += [Run(piece.font, piece.text, x, piece.width * scale)] if piece.text else []
            else:
                font, start = piece.font, start if text else x
                text += piece.text
            x += piece.width * scale
        if space:
            text += " " if text else ""
            x += space * scale
    if text:
        runs.append(Run(font, text.rstrip(" "), start))
    return runs, icons


def set_at(copy: Copy, width: float, size: float) -> Setting:
    """Set a text in one size, in lines as long as `width` (mm) where its words allow."""
    style = copy.style
    measure = width / (size * _UNIT) if style.fit != "fixed" else float("inf")
    if style.balance:
        return Setting(copy, size, balanced(copy.paragraphs, measure))
    breaks = hyphenator(copy.language, style.tracking) if style.hyphens else None
    return Setting(copy, size, broken(copy.paragraphs, measure, breaks))


def fitted(copy: Copy, width: float, height: float, scale: float = 1.0, most: float = inf) -> Setting:
    """Set a text in the largest size in which it fits, or in its least where it does not.

    `scale` is how far it has to shrink at any rate, with the others of a stack; `most` the largest size, in
    points, that its sisters leave to it.
    """
    key = width, height, scale, most
    setting = copy.settings.get(key)
    if setting is None:
        setting = copy.settings[key] = _fitted(copy, width, height, scale, most)
    return setting


def _fitted(copy: Copy, width: float, height: float, scale: float, most: float) -> Setting:
    style = copy.style
    largest = max(style.least, min(most, round(style.size * scale / _STEP) * _STEP))
    if style.one_line and style.one_line <= largest:
        single = _largest(copy, (largest, style.one_line), width, height, 1)
        if single.fits(width, height, 1):
            return single
    return _largest(copy, (largest, style.least), width, height, style.lines)


def _largest(copy: Copy, sizes: tuple[float, float], width: float, height: float, lines: int) -> Setting:
    """Give the setting in the largest size that fits, between two sizes; in the least where none does."""
    largest, least = sizes
    setting = set_at(copy, width, largest)
    steps = ceil((largest - least) / _STEP - _FIT_TOLERANCE)
    if not steps or setting.fits(width, height, lines):
        return setting
    low, high = 1, steps
    while low < high:
        middle = (low + high) // 2
        if set_at(copy, width, largest - middle * _STEP).fits(width, height, lines):
            high = middle
        else:
            low = middle + 1
    return set_at(copy, width, max(least, largest - high * _STEP))
