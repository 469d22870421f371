"""Lines: break paragraphs, and shrink a text until it fits its box."""

from __future__ import annotations

from math import ceil, floor, inf
from typing import TYPE_CHECKING

from deckwright.press.drawing.tables import Table, table_lines
from deckwright.press.drawing.words import (
    BESIDE_ICON,
    ICON_SIZE,
    Paragraph,
    TextLine,
    anywhere,
    hyphenator,
    in_chunks,
    join_word,
    measured_words,
)
from deckwright.press.graphics import parts
from deckwright.press.graphics.parts import POINT, Area, DrawnIcon, DrawnRule, DrawnRun, DrawnText
from deckwright.press.looks.colours import OWN
from deckwright.press.looks.styles import PLAIN_LOOK

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from deckwright.press.drawing.words import Span, Word, WordPart
    from deckwright.press.graphics.fonts import Font
    from deckwright.press.looks.styles import RunLook, Style

    Breaks = Callable[[Word], Iterator[tuple[Word, Word]]]


# Paragraphs broken into lines. Widths are in thousandths of the type size, like those of words.

_LOOSE = 0.2
"""Share of a line that can stay empty before its next word is hyphenated."""

_SHORT = 0.55
"""Minimum share of the measure that each line but the last fills."""

_ALONE = 0.25
"""Minimum share of a line for a single word on the last one."""

_LINE_TOLERANCE = 0.01
"""Tolerance for rounding."""

_STOP = 1e-6
"""How near the next tab stop, in stops, a tab goes on to the one after it."""


def break_lines(
    paragraphs: Sequence[Paragraph], measure: float, breaks: Breaks | None = None
) -> list[TextLine]:
    """Break paragraphs into lines no longer than the measure, as far as their words allow."""
    return [line for paragraph in paragraphs for line in _lines(paragraph, measure, breaks)]


def balance_lines(paragraphs: Sequence[Paragraph], measure: float) -> list[TextLine]:
    """Break paragraphs into as few lines as possible, of similar length."""
    lines = break_lines(paragraphs, measure)
    if len(lines) == len(paragraphs):
        return lines
    low, high = measure / 2, measure
    for _ in range(7):
        middle = (low + high) / 2
        narrower = break_lines(paragraphs, middle)
        if len(narrower) > len(lines) or max(line.width for line in narrower) > middle:
            low = middle
        else:
            high, lines = middle, narrower
    return lines


def _lines(paragraph: Paragraph, measure: float, breaks: Breaks | None) -> list[TextLine]:
    """Break a paragraph; hyphenate only if that saves a line, or if the lines are too uneven otherwise."""
    if isinstance(paragraph, Table):
        return table_lines(paragraph, measure, lambda words, width: _greedy(words, width, None))
    if paragraph.has_tabs:
        lines = _greedy(paragraph, measure, breaks)
        return _as_lines(lines, paragraph)
    whole = line_width(paragraph)
    if whole <= measure + _LINE_TOLERANCE:
        return [TextLine(tuple(paragraph), whole, not paragraph.follows)]
    lines = _greedy(paragraph, measure, None)
    is_ragged = _is_ragged(lines, measure)
    if breaks and (is_ragged or whole <= (len(lines) - 1) * measure):
        hyphenated = _greedy(paragraph, measure, breaks)
        lines = hyphenated if is_ragged or len(hyphenated) < len(lines) else lines
    _fill_last(lines, measure)
    return _as_lines(lines, paragraph)


def _as_lines(lines: Sequence[Sequence[Word]], paragraph: Paragraph) -> list[TextLine]:
    return [
        TextLine(tuple(words), line_width(words), not number and not paragraph.follows)
        for number, words in enumerate(lines)
    ]


def _is_ragged(lines: Sequence[Sequence[Word]], measure: float) -> bool:
    """Whether a line is too long, or one before the last far too short."""
    widths = [line_width(line) for line in lines]
    return max(widths) > measure + _LINE_TOLERANCE or min(widths[:-1], default=measure) < _SHORT * measure


def _greedy(paragraph: Sequence[Word], measure: float, breaks: Breaks | None) -> list[list[Word]]:
    lines: list[list[Word]] = []
    line: list[Word] = []
    width = 0.0
    waiting = list(reversed(paragraph))
    while waiting:
        word = waiting.pop()
        start = width + line[-1].space if line else 0.0
        if word.stops:
            word = word._replace(width=(floor(start / word.stops + _STOP) + 1) * word.stops - start)
        if start + word.width <= measure + _LINE_TOLERANCE:
            line.append(word)
            width = start + word.width
            continue
        head, tail = _parts(word, measure - start, measure, breaks, last=not waiting)
        if head:
            line.append(head)
        if line:
            lines.append(line)
            waiting.append(tail)
            line, width = [], 0.0
        else:
            line, width = [word], word.width
    return [*lines, line]


def _parts(
    word: Word, room: float, measure: float, breaks: Breaks | None, *, last: bool
) -> tuple[Word | None, Word]:
    """Break a word so that its first part fits, if the line would be too loose, or the word is longer than a line.

    A word in capitals, which players call out, is only broken if it is longer than a line.
    """
    if breaks is None or (word.width <= measure and (last or room < _LOOSE * measure or _is_shout(word))):
        return None, word
    return next(((head, tail) for head, tail in breaks(word) if head.width <= room), (None, word))


def _is_shout(word: Word) -> bool:
    """Whether a word is all in capitals."""
    return "".join(piece.text for piece in word.pieces).isupper()


def _fill_last(lines: list[list[Word]], measure: float) -> None:
    """Move a word to the last line if that has a single short word."""
    if len(lines) < 2 or len(lines[-1]) > 1 or len(lines[-2]) < 3:  # noqa: PLR2004 - plain counts of words
        return
    moved = lines[-2][-1]
    if lines[-1][0].width > _ALONE * measure or not moved.space:
        return
    if moved.width + moved.space + lines[-1][0].width <= measure:
        lines[-1].insert(0, lines[-2].pop())


def line_width(words: Sequence[Word]) -> float:
    """Width of words on a line."""
    return sum([word.width + word.space for word in words]) - words[-1].space


# Texts fitted into an area: broken into lines, and shrunk as far as their style allows.

_STEP = 0.25
"""Step in which a text shrinks, in points."""

FREE_SHARE = {
    **dict.fromkeys(("left", "top", "start"), 0.0),
    **dict.fromkeys(("centre", "middle"), 0.5),
    **dict.fromkeys(("right", "bottom", "end"), 1.0),
}
"""Share of the free room that is before what is aligned, across or down."""

_FIT_TOLERANCE = 1e-3
"""Tolerance for rounding, in mm or steps."""

_UNIT = POINT / 1000
"""A thousandth of a point in mm: multiplied by the type size, it converts the widths of words to mm."""


class TextToFit:
    """A text ready to be fitted: its words, its style, and the language of its hyphens.

    `is_mixed` if it has words in a larger size, and `smallest` is the relative size of its smallest words.
    """

    __slots__ = ("figure", "font", "is_mixed", "language", "paragraphs", "settings", "smallest", "style")

    def __init__(
        self, paragraphs: Sequence[Paragraph], style: Style, language: str, *, figure: bool = False
    ) -> None:
        if style.too_long == "cut":
            paragraphs = [
                paragraph if isinstance(paragraph, Table) else in_chunks(paragraph, style.tracking)
                for paragraph in paragraphs
            ]
        self.paragraphs, self.style, self.language, self.figure = paragraphs, style, language, figure
        self.font = style.cut(bold=False, italic=False)
        self.smallest = largest = 1.0
        if style.runs:
            words = (word for paragraph in paragraphs for word in paragraph)
            scales = {piece.look.scale for word in words for piece in word.pieces}
            self.smallest, largest = min(scales, default=1.0), max(scales, default=1.0)
        self.is_mixed = largest > 1
        self.settings: dict[tuple[float, ...], FittedText] = {}


def _scale(words: Sequence[Word]) -> float:
    """Largest size in a line, relative to the text: a line is as high as its largest words."""
    return max([1.0, *(piece.look.scale for word in words for piece in word.pieces)])


class FittedText:
    """A text in lines, at one size. Lengths are in mm.

    `width` is that of the longest line. `body` is the height from the top of the first line's capitals to the last
    baseline, and `height` includes the descenders below it. `scales` are the relative sizes of lines with larger words.
    """

    __slots__ = ("body", "copy", "height", "lines", "scales", "size", "width")

    def __init__(self, copy: TextToFit, size: float, lines: Sequence[TextLine]) -> None:
        self.copy, self.size, self.lines = copy, size, lines
        style, font = copy.style, copy.font
        self.scales = [_scale(line.words) for line in lines] if copy.is_mixed else ()
        if self.scales:
            ems = sum(self.scales[1:]) * style.leading
            first, last = self.scales[0], self.scales[-1]
        else:
            ems = (len(lines) - 1) * style.leading
            first = last = 1.0
        if len(lines) > 1:
            ems += sum([line.first for line in lines[1:]]) * style.paragraph
        self.width = max([line.width for line in lines]) * size * _UNIT
        self.body = (ems + font.cap * first / 1000) * size * POINT
        self.height = self.body + (0.0 if copy.figure else font.descent * last * size * _UNIT)

    def fits(self, width: float, height: float, lines: int = 0) -> bool:
        """Whether it fits into an area, and into a number of lines (0: any number)."""
        return (
            self.width <= width + _FIT_TOLERANCE
            and self.height <= height + _FIT_TOLERANCE
            and not 0 < lines < len(self.lines)
        )

    def cut_to(self, width: float, height: float, lines: int = 0) -> FittedText:
        """Its first lines, as many as fit into an area, with … at the end; at least one."""
        measure = width / (self.size * _UNIT)
        for kept in range(min(len(self.lines), lines or len(self.lines)), 0, -1):
            shown = [*self.lines[: kept - 1], self._ended(self.lines[kept - 1], measure)]
            shorter = FittedText(self.copy, self.size, shown)
            if kept == 1 or shorter.fits(width, height):
                break
        return shorter

    def _ended(self, line: TextLine, measure: float) -> TextLine:
        """A line with … after its last word that leaves room for it."""
        style = self.copy.style
        ellipsis = join_word(measured_words(self.copy.font, style.tracking, PLAIN_LOOK)["…"].pieces, 0.0)
        words = list(line.words)
        while len(words) > 1 and line_width(words) + ellipsis.width > measure:
            words.pop()
        room = measure - ellipsis.width
        heads = (head for head, _ in anywhere(None, room, style.tracking)(words[-1]) if head.width <= room)
        words[-1:] = [next(heads, words[-1])._replace(space=0.0), ellipsis]
        return line._replace(words=tuple(words), width=line_width(words))

    def drawn(
        self, area: Area, colour: str, ink: Callable[[str], str] | None = None
    ) -> Iterator[parts.DrawnPart]:
        """Draw the lines from the top of an area, aligned horizontally; `ink` finds the colours of runs by name."""
        style, cap, scale = self.copy.style, self.copy.font.cap, self.size * _UNIT
        y = area.y + cap * scale * (self.scales[0] if self.scales else 1.0)
        slack = FREE_SHARE[style.align]
        lines: list[parts.DrawnLine] = []
        setter = _LineSetter(self, ink or _ink)
        for number, line in enumerate(self.lines):
            if number:
                leading = style.leading * self.scales[number] if self.scales else style.leading
                y += (leading + style.paragraph * line.first) * self.size * POINT
            # The tracking after the last letter is invisible, so it does not count.
            x = area.x + (area.width - (line.width - style.tracking) * scale) * slack
            lines.append(parts.DrawnLine(y, tuple(setter.set(line, x, y))))
            for icon, at, look in setter.icons:
                side = ICON_SIZE * scale * look.scale
                own = _icon_ink(look.colour, colour, setter.ink)
                yield DrawnIcon(icon, at, y - cap * scale * look.scale / 2, side, own)
        yield DrawnText(tuple(lines), self.size, colour, style.tracking, tuple(setter.rules))


def _ink(_: str) -> str:
    """Colour of a run in a text that has none."""
    return ""


def _icon_ink(name: str, colour: str, ink: Callable[[str], str]) -> str:
    """Colour of an icon in a text of a `colour`; `OWN` for one in the colours of its file."""
    if name == OWN:
        return OWN
    return ink(name) if name else colour


class _LineSetter:
    """Sets the lines of a text: `icons` are those of the last one, `rules` the lines below words of all."""

    def __init__(self, text: FittedText, ink: Callable[[str], str]) -> None:
        self.size, self.scale, self.ink = text.size, text.size * _UNIT, ink
        self.icons: list[tuple[str, float, RunLook]] = []
        self.rules: list[DrawnRule] = []
        self._font: Font = text.copy.font
        self._ruled = 0

    def set(self, line: TextLine, x: float, y: float) -> list[DrawnRun]:
        """Runs of one font and look each, joined from the words of a line, from x on; y is its baseline."""
        runs: list[DrawnRun] = []
        self.icons, self._ruled = [], len(self.rules)
        scale, left = self.scale, x
        text, font, look, start = "", self._font, PLAIN_LOOK, x
        for pieces, width, space, _ in line.words:
            for piece in pieces:
                own, letters, length, icon, middle, shape = piece
                if text and (own is not font or shape is not look or icon):
                    runs.append(self._run(font, look, text, start))
                    text = ""
                if icon:
                    self.icons.append((icon, x + middle * scale, shape))
                    runs += [DrawnRun(own, letters, x, length * scale)] if letters else []
                else:
                    font, look, start = own, shape, start if text else x
                    text += letters
                if shape.underline:
                    self._underline(piece, x, y)
                x += length * scale
            if not pieces:
                runs += [self._run(font, look, text, start)] if text else []
                text, x = "", x + width * scale
            if space:
                text += " " if text else ""
                x += space * scale
        if text:
            text = text.rstrip(" ")
            runs.append(
                DrawnRun(font, text, start) if look is PLAIN_LOOK else self._run(font, look, text, start)
            )
        if line.ruled:
            thick = _RULE * self.size * POINT
            place = Area(left, y + _RULE_DEPTH * self.size * POINT, line.width * scale, thick)
            self.rules.append(DrawnRule(place))
        return runs

    def _run(self, font: Font, look: RunLook, text: str, start: float) -> DrawnRun:
        if look is PLAIN_LOOK:
            return DrawnRun(font, text, start)
        size = self.size * look.scale if look.scale != 1 else 0.0
        return DrawnRun(font, text, start, 0.0, size, self.ink(look.colour) if look.colour else "")

    def _underline(self, piece: WordPart, x: float, y: float) -> None:
        """Draw the line below a part of a word, and below the space before it if that is within the run."""
        look, size = piece.look, self.scale * piece.look.scale
        depth, thick = piece.font.underline
        colour = self.ink(look.colour) if look.colour not in {"", OWN} else ""
        place = Area(x, y + depth * size, piece.width * self.scale, thick * size)
        last = self.rules[-1] if len(self.rules) > self._ruled else None
        is_next = last is not None and x - last.area.far[0] < _SPACE * size
        if last and is_next:
            last = self.rules[-1] = last._replace(area=last.area._replace(width=x - last.area.x))
        if last and is_next and (last.colour, last.area.height) == (colour, place.height):
            self.rules[-1] = last._replace(area=last.area._replace(width=x + place.width - last.area.x))
        else:
            self.rules.append(DrawnRule(place, colour))


_SPACE = 500.0
"""Largest space between two underlined words of one run."""

_RULE, _RULE_DEPTH = 0.05, 0.3
"""Thickness of the line below the head of a table, and its distance from the baseline, in ems."""


def highest(spans: Iterable[Span], style: Style, width: float) -> float:
    """Height in mm that a text surely does not exceed in its minimum size, without setting it; infinity if that cannot be said.

    Words are as wide as they are printed, and lines are broken at spaces alone: hyphens and balance need no more lines.
    """
    if style.fit == "fixed" or style.tabular:
        return inf
    paragraphs, spaces = [[0.0]], [0.0]
    for span in spans:
        font, *_ = style.cuts(span.bold, span.italic)
        if span.runs or span.mark or not (span.icon or font.simple_letters.issuperset(span.text)):
            return inf
        if span.icon:
            paragraphs[-1][-1] += ICON_SIZE + 2 * BESIDE_ICON
            continue
        spaces.append(font.widths[" "] + style.tracking)
        for number, block in enumerate(span.text.split("\n")):
            if number:
                paragraphs.append([0.0])
            first, *others = [font.widths[word] + style.tracking * len(word) for word in block.split(" ")]
            paragraphs[-1][-1] += first
            paragraphs[-1] += others
    lines = [_count_lines(words, max(spaces), width / (style.least * _UNIT)) for words in paragraphs]
    count, limit = sum(lines), style.lines or inf
    if not count or count > limit:
        return inf if count else 0.0
    font = style.cut(bold=False, italic=False)
    ems = (count - 1) * style.leading + (len(lines) - 1) * style.paragraph
    return (ems * POINT + (font.cap + font.descent) * _UNIT) * style.least


def _count_lines(words: Iterable[float], space: float, measure: float) -> float:
    """Lines that words of these widths need; infinity if one is wider than a line."""
    count, room = 0, -1.0
    for width in words:
        if width > measure:
            return inf
        room -= space + width
        if width and room < 0:
            count, room = count + 1, measure - width
    return count


def set_in_size(copy: TextToFit, width: float, size: float) -> FittedText:
    """Break a text at one size into lines no longer than `width` (mm), as far as its words allow."""
    style = copy.style
    measure = width / (size * _UNIT) if style.fit != "fixed" else float("inf")
    if style.balance:
        balanced = FittedText(copy, size, balance_lines(copy.paragraphs, measure))
        if style.too_long != "cut" or balanced.fits(width, inf):
            return balanced
    breaks = hyphenator(copy.language, style.tracking) if style.hyphens else None
    if style.too_long == "cut":
        breaks = anywhere(breaks, measure, style.tracking)
    return FittedText(copy, size, break_lines(copy.paragraphs, measure, breaks))


def fit_text(
    copy: TextToFit, width: float, height: float, scale: float = inf, most: float = inf
) -> FittedText:
    """Set a text in the largest size in which it fits, or in its minimum size.

    `scale` changes the size of all texts in a stack, as far as their styles allow; `most` is the largest size, in
    points, that fits on all cards.
    """
    key = width, height, scale, most
    setting = copy.settings.get(key)
    if setting is None:
        setting = copy.settings[key] = _fitted(copy, width, height, scale, most)
    return setting


def _fitted(copy: TextToFit, width: float, height: float, scale: float, most: float) -> FittedText:
    style = copy.style
    scaled = min(style.most, style.size * scale)
    largest = max(style.least, min(most, round(scaled / _STEP) * _STEP))
    if style.one_line and style.one_line <= largest:
        single = _largest(copy, (largest, style.one_line), width, height, 1)
        if single.fits(width, height, 1):
            return single
    return _largest(copy, (largest, style.least), width, height, style.lines)


def _largest(
    copy: TextToFit, sizes: tuple[float, float], width: float, height: float, lines: int
) -> FittedText:
    """Set a text in the largest size that fits, between two sizes; in the smaller one if none does."""
    largest, least = sizes
    setting = set_in_size(copy, width, largest)
    steps = ceil((largest - least) / _STEP - _FIT_TOLERANCE)
    if not steps or setting.fits(width, height, lines):
        return setting
    low, high = 1, steps
    while low < high:
        middle = (low + high) // 2
        if set_in_size(copy, width, largest - middle * _STEP).fits(width, height, lines):
            high = middle
        else:
            low = middle + 1
    return set_in_size(copy, width, max(least, largest - high * _STEP))
