"""Break paragraphs into lines. Lengths are in thousandths of the type size, as those of words are."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from deckwright.press.lettering.words import Paragraph, Word

    Breaks = Callable[[Word], Iterator[tuple[Word, Word]]]

_LOOSE = 0.2
"""How much of a line may stay empty before its next word is broken."""

_SHORT = 0.55
"""How much of the measure a line must fill that is not the last."""

_ALONE = 0.25
"""How much of a line a word must fill to stand on the last one alone."""

_SLIP = 0.01
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
    if whole <= measure + _SLIP:
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
    return max(widths) > measure + _SLIP or min(widths[:-1], default=measure) < _SHORT * measure


def _greedy(paragraph: Paragraph, measure: float, breaks: Breaks | None) -> list[list[Word]]:
    lines: list[list[Word]] = []
    line: list[Word] = []
    width = 0.0
    waiting = paragraph[::-1]
    while waiting:
        word = waiting.pop()
        start = width + line[-1].space if line else 0.0
        if start + word.width <= measure + _SLIP:
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
