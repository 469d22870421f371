"""Set a text so that it fits: break it into lines, and shrink it as far as its style allows."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from typing import TYPE_CHECKING

from deckwright.press import drawing
from deckwright.press.drawing import POINT, Area, Picture, Run, Text
from deckwright.press.hyphens import hyphenator
from deckwright.press.lines import balanced, broken
from deckwright.press.words import ICON

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from deckwright.press.fonts import Font
    from deckwright.press.lines import Line
    from deckwright.press.styles import Style
    from deckwright.press.words import Paragraph

_STEP = 0.25
"""The steps, in points, in which a text shrinks."""

_UNIT = POINT / 1000
"""A thousandth of a point in mm: with the type size, what turns the lengths of words into mm."""


@dataclass(frozen=True, slots=True)
class Copy:
    """A text ready to be set: its words and its look. `language` says how it may be hyphenated."""

    paragraphs: Sequence[Paragraph]
    style: Style
    language: str
    figure: bool = False

    @property
    def font(self) -> Font:
        """Give the font that the text stands in."""
        return self.style.cut(bold=False, italic=False)

    def sizes(self, least: float = 0.0) -> list[float]:
        """List the sizes it may be set in, the largest first."""
        least = max(self.style.least, least)
        steps = ceil((self.style.size - least) / _STEP - 1e-6)
        return [*(self.style.size - number * _STEP for number in range(steps)), least]


@dataclass(frozen=True, slots=True)
class Setting:
    """A text set in one size. Lengths are in mm."""

    copy: Copy
    size: float
    lines: Sequence[Line]

    @property
    def width(self) -> float:
        """Give the length of the longest line."""
        return max((line.width for line in self.lines), default=0.0) * self.size * _UNIT

    @property
    def body(self) -> float:
        """Give the height from the top of the capitals of the first line to the last line's baseline."""
        style = self.copy.style
        gaps = sum(line.first for line in self.lines[1:]) * style.paragraph
        ems = (len(self.lines) - 1) * style.leading + gaps
        return (ems + self.copy.font.cap / 1000) * self.size * POINT

    @property
    def height(self) -> float:
        """Give the height with room for what hangs below the last line."""
        descent = 0.0 if self.copy.figure else self.copy.font.descent
        return self.body + descent * self.size * _UNIT

    def fits(self, width: float, height: float, lines: int = 0) -> bool:
        """Tell whether it stands in an area, and in no more lines than asked (0: any number)."""
        return self.width <= width + 1e-3 and self.height <= height + 1e-3 and not 0 < lines < len(self.lines)

    def drawn(self, area: Area, colour: str) -> Iterator[drawing.Drawn]:
        """Draw it from the top of an area, aligned across it."""
        style, scale = self.copy.style, self.size * _UNIT
        y = area.y + self.copy.font.cap * scale
        slack = {"left": 0.0, "centre": 0.5, "right": 1.0}[style.align]
        lines: list[drawing.Line] = []
        for number, line in enumerate(self.lines):
            if number:
                y += (style.leading + style.paragraph * line.first) * self.size * POINT
            # The tracking after the last letter is no part of what the eye centres.
            x = area.x + (area.width - (line.width - style.tracking) * scale) * slack
            runs, icons = _runs(line, x, scale)
            lines.append(drawing.Line(y, tuple(runs)))
            middle = y - self.copy.font.cap * scale / 2
            yield from (Picture(icon, at, middle, ICON * scale, colour) for icon, at in icons)
        yield Text(tuple(lines), self.size, colour, style.tracking)


def _runs(line: Line, x: float, scale: float) -> tuple[list[Run], list[tuple[str, float]]]:
    """Join the words of a line into runs of one font each; icons stand between, with their middle given."""
    runs: list[Run] = []
    icons: list[tuple[str, float]] = []
    text, font, start = "", line.words[0].pieces[0].font, x
    for word in line.words:
        for piece in word.pieces:
            if text and (piece.icon or piece.font is not font):
                runs.append(Run(font, text, start))
                text = ""
            if piece.icon:
                icons.append((piece.icon, x + piece.middle * scale))
                runs.append(Run(piece.font, piece.text, x, piece.width * scale))
            else:
                font, start = piece.font, start if text else x
                text += piece.text
            x += piece.width * scale
        if word.space:
            text += " " if text else ""
            x += word.space * scale
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


def fitted(copy: Copy, width: float, height: float, scale: float = 1.0) -> Setting:
    """Set a text in the largest size in which it fits, or in its least where it does not.

    `scale` is how far it has to shrink at any rate, with the others of a stack.
    """
    style = copy.style
    largest = max(style.least, round(style.size * scale / _STEP) * _STEP)
    if style.one_line and style.one_line <= largest:
        single = _largest(
            copy, [size for size in copy.sizes(style.one_line) if size <= largest], width, height, 1
        )
        if single.fits(width, height, 1):
            return single
    return _largest(copy, [size for size in copy.sizes() if size <= largest], width, height, style.lines)


def _largest(copy: Copy, sizes: list[float], width: float, height: float, lines: int) -> Setting:
    """Give the setting in the first of some sizes, falling, that fits; in the last where none does."""
    setting = set_at(copy, width, sizes[0])
    if len(sizes) == 1 or setting.fits(width, height, lines):
        return setting
    low, high = 1, len(sizes) - 1
    while low < high:
        middle = (low + high) // 2
        if set_at(copy, width, sizes[middle]).fits(width, height, lines):
            high = middle
        else:
            low = middle + 1
    return set_at(copy, width, sizes[high])
