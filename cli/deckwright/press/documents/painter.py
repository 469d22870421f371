"""Texts, icons, panels and lines of a document, in its look; and the PDF file of its pages."""

from __future__ import annotations

import re
from functools import lru_cache
from math import inf
from typing import TYPE_CHECKING, BinaryIO, NamedTuple, TypeAlias

import deckwright
from deckwright.findings import Finding
from deckwright.messages import tr
from deckwright.press.documents.content import INK, PAPER, RULE, DocumentLook
from deckwright.press.documents.lying import Miniature
from deckwright.press.drawing.drawings import draw_icon, draw_own_icons
from deckwright.press.drawing.lines import FittedText, TextToFit, fit_text, line_width
from deckwright.press.drawing.spans import EMPTY_BOX, with_named_icons, with_symbols
from deckwright.press.drawing.words import (
    Span,
    Word,
    missing_letter,
    missing_letters,
    paragraphs_of,
    unsupported_script,
)
from deckwright.press.graphics.icons import has_icon, icon_colours
from deckwright.press.graphics.parts import POINT, Area, DrawnIcon, DrawnShape, rectangle
from deckwright.press.looks.colours import OWN
from deckwright.press.looks.styles import RunStyle, Style
from deckwright.press.writing.document import Content, PdfFile

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence

    from deckwright.press.documents.content import Titled
    from deckwright.press.drawing.words import Paragraph
    from deckwright.press.graphics.parts import DrawnPart
    from deckwright.press.looks.styles import Align, Valign

    Drawn: TypeAlias = "DrawnPart | Miniature"


# Texts, icons and lines; texts that do not fit are reported.

_SHARES = {"top": 0.0, "middle": 0.5, "bottom": 1.0}

_NO_BREAK = str.maketrans({"\u202f": "\u00a0"})

_TIED = re.compile(
    r"(?<![\w’'])(\d(?:[\d.,–]*\d)?|[^\W\d_]) (?=[\w{«“])"
    r"|(?<=[^\W\d_]) (?=\d+(?:[^\w ]|$))"
    r"|(?:(?<=^ )|(?<=[.?!] ))([^\W\d_]{2,3}) (?=\w)"
    r"|(\{[\w-]+\}) (?=[A-ZÀ-Þ\d])"
)
"""A space before the next word: after a number, a word of one letter, or a short one that begins a sentence; before a number at which a clause ends; or between an icon and its name or number."""

_HEAVY, _HEAVY_TRACKING = 800, 8.0
"""Weight from which letters are set wider apart, and by how many thousandths of an em: their word spaces are narrow."""

_LEAD = "lead"
"""Run of words in the colour of the game."""

_SHORT_END, _NARROWER = 0.2, (0.96, 0.92, 0.88, 0.84)
"""Share of its longest line that the last line of a text fills, if one of these shares of the width achieves that."""

_CENTRED_END, _CENTRED = 0.33, (0.95, 0.9, 0.85, 0.8, 0.75, 0.7, 0.65, 0.6)
"""The same for centred texts: short ones, in lines of about the same length."""


class TextLook(NamedTuple):
    """Look of a text: its size in points, the `least` it may shrink to, and the most lines (0: any number).

    What it begins with `has_colour`, that of the game, or not.
    """

    size: float
    least: float
    weight: int = 400
    colour: str = INK
    align: Align = "left"
    valign: Valign = "top"
    lines: int = 0
    leading: float = 1.15
    has_colour: bool = False


@lru_cache(maxsize=256)
def _style(look: TextLook) -> Style:
    """Style of a look; one style keeps the fonts that it has found."""
    return Style(
        weight=look.weight,
        size=look.size,
        min=look.least,
        lines=look.lines,
        align=look.align,
        leading=look.leading,
        runs={_LEAD: RunStyle(colour=_LEAD)},
        tracking=_HEAVY_TRACKING if look.weight >= _HEAVY else 0.0,
    )


class Painter:
    """Draws texts in one language; `findings` collects those that do not fit."""

    def __init__(self, language: str, assets: Mapping[str, bytes], look: DocumentLook | None = None) -> None:
        self.findings: dict[Finding, None] = {}
        self.look = look or DocumentLook()
        self.drawings: dict[Hashable, tuple[DrawnPart, ...]] = {}
        self._settings: dict[Hashable, FittedText | None] = {}
        self.assets, self._language = assets, language

    def set(
        self, text: str, look: TextLook, width: float, height: float = inf, *, lead: str = ""
    ) -> FittedText | None:
        """Set a text, after a bold `lead`, as large as the room allows; None if it is empty.

        Its lines are broken earlier if the last one would be short otherwise.
        """
        copy = (text, lead, look, width, height)
        if copy not in self._settings:
            paragraphs = self._paragraphs(text, lead, look)
            self._settings[copy] = self._even(paragraphs, look, width, height) if paragraphs else None
        return self._settings[copy]

    def set_beside(
        self, text: str, look: TextLook, width: float, *, lead: str, taken: float
    ) -> FittedText | None:
        """Set a text of one size whose first line is shorter by what is `taken` at its end."""
        paragraphs = self._paragraphs(text, lead, look)
        if not (paragraphs and taken):
            return self.set(text, look, width, lead=lead)
        paragraphs[0].insert(0, Word((), taken / (look.size * POINT) * 1000, 0.0))
        setting = self._even(paragraphs, look, width, inf)
        first, *others = setting.lines
        words = first.words[1:]
        begun = first._replace(words=words, width=line_width(words) if words else 0.0)
        return FittedText(setting.copy, setting.size, [begun, *others])

    def _paragraphs(self, text: str, lead: str, look: TextLook) -> list[Paragraph]:
        """Paragraphs of a text after a bold lead."""
        style = _style(look)
        spans = [
            *self._spans(lead, Span("", bold=True, runs=(_LEAD,) if look.has_colour else ()), style),
            *self._spans((" " if lead and text else "") + text, Span(""), style),
        ]
        for span in spans:
            self._note_missing(span, style)
        return paragraphs_of(with_symbols(spans, style, self.assets, EMPTY_BOX), style)

    def _even(
        self, paragraphs: Sequence[Paragraph], look: TextLook, width: float, height: float
    ) -> FittedText:
        """Fit paragraphs, with their lines broken earlier if the last one would be short otherwise."""
        copy = TextToFit(paragraphs, _style(look), self._language)
        setting = even = fit_text(copy, width, height)
        is_centred = look.align == "centre"
        short_end = _CENTRED_END if is_centred else _SHORT_END
        for share in _CENTRED if is_centred else _NARROWER:
            lengths = [line.width for line in even.lines]
            if (even.size, len(lengths)) != (setting.size, len(setting.lines)):
                break
            if len(lengths) == 1 or lengths[-1] >= short_end * max(lengths):
                return even
            even = fit_text(copy, share * width, height)
        return setting

    def _spans(self, text: str, look: Span, style: Style) -> Iterator[Span]:
        """Spans of a text, in which names in braces, emoji and symbols are icons, and numbers stay with what they count, short words with the next."""
        tied = _TIED.sub("\\1\\2\\3\u00a0", text.translate(_NO_BREAK))
        written = with_named_icons(tied, look, self.look.icons, self.assets)
        coloured = (
            span._replace(colour=OWN) if self.look.colours.get(span.icon) == OWN else span for span in written
        )
        return with_symbols(coloured, style, self.assets)

    def _note_missing(self, span: Span, style: Style) -> None:
        """Report characters that cannot be printed correctly."""
        font = style.cut(span.bold, italic=False)
        letters = missing_letters(span.text, font)
        missing = [missing_letter(span.text, letter, font) for letter in letters]
        self.findings |= dict.fromkeys([*unsupported_script(span.text), *missing])

    def text(self, text: str, look: TextLook, area: Area) -> Iterator[DrawnPart]:
        """Draw a text in an area."""
        setting = self.set(text, look, area.width, area.height)
        if setting:
            self.check(setting, text, look, area)
            height = setting.body if look.valign == "middle" else setting.height
            y = area.y + (area.height - height) * _SHARES[look.valign]
            yield from self.drawn(setting, area._replace(y=y), look.colour)

    def drawn(self, setting: FittedText, area: Area, colour: str) -> Iterator[DrawnPart]:
        """Draw a text from the top of an area."""
        return draw_own_icons(setting.drawn(area, colour, lambda _: self.look.deep), colour, self)

    def check(self, setting: FittedText, text: str, look: TextLook, area: Area) -> None:
        """Report a text that does not fit an area even at its smallest size; it is still drawn."""
        if not setting.fits(area.width, area.height, look.lines):
            self.note_overflow(text)

    def note_overflow(self, text: str) -> None:
        """Report a text that does not fit."""
        message = tr(
            "“{text}” ({language}) does not fit even at its smallest size: shorten it.",
            text=text,
            language=self._language,
        )
        self.findings[Finding("overflow", "error", message)] = None

    def icon(self, name: str, area: Area, colour: str = "") -> Iterator[DrawnPart]:
        """Draw an icon in the middle of an area, if there is one of that name."""
        if name and has_icon(name, self.assets):
            own = OWN if self.look.colours.get(name) == OWN else self.look.of(name).deep
            icon = DrawnIcon(name, *area.centre, min(area.width, area.height), colour or own)
            yield draw_icon(icon, self.look.deep, self)

    def emblem(self, area: Area) -> Iterator[DrawnPart]:
        """Draw the icon of the game, in its own colours if it has several."""
        name = self.look.icon
        if name and has_icon(name, self.assets):
            yield from self.icon(name, area, OWN if self.is_coloured(name) else self.look.emblem)

    def is_coloured(self, name: str) -> bool:
        """Whether an icon is a drawing of the game's own in several colours."""
        return has_icon(name, self.assets) and len(icon_colours(name, self.assets)) > 1


def panel(area: Area, radius: float, colour: str) -> DrawnShape:
    """Filled rectangle with round corners."""
    return DrawnShape(rectangle(area, (radius, radius, radius, radius)), fill=colour)


def line(
    start: tuple[float, float], end: tuple[float, float], width: float, colour: str = RULE
) -> DrawnShape:
    """Straight line."""
    return DrawnShape((("m", start), ("l", end)), stroke=colour, width=width)


def numbered(number: str, area: Area, size: float, painter: Painter) -> Iterator[DrawnPart]:
    """Draw the number of a step in white, in points, on an area with round ends; nothing for none."""
    if number:
        yield panel(area, area.height / 2, painter.look.deep)
        yield from painter.text(number, TextLook(size, 6, 900, PAPER, "centre", "middle", 1), area)


DISCS_APART = 0.7


# PDF files.


class PrintedDocument(NamedTuple):
    """Result of printing a document: its pages, the number of its cards or pads, and the findings."""

    pages: int
    pieces: int
    findings: list[Finding]


class PdfWriter:
    """Writes pages of one paper, and a file with its title and the credits of its fonts and icons."""

    def __init__(self, content: Titled, assets: Mapping[str, bytes], paper: tuple[float, float]) -> None:
        self.pages = 0
        self._content, self._paper = content, paper
        self._file = PdfFile(assets, content.language, paper)

    def page(self, parts: Iterable[Drawn]) -> None:
        """Add a page, with miniatures above all other parts.

        The words of miniatures are a picture: who copies or searches the page finds none.
        """
        content = Content(self._file)
        miniatures: list[Miniature] = []
        for part in parts:
            if isinstance(part, Miniature):
                miniatures.append(part)
            else:
                content.draw([part])
        for part, scale, (x, y) in miniatures:
            place = f"{scale:.4f} 0 0 {scale:.4f} {x / POINT:.2f} {-y / POINT:.2f}"
            content.operators.append(f"/Span <</ActualText ( )>> BDC q {place} cm")
            content.draw([part])
            content.operators.append("Q EMC")
        self._file.page(content, *self._paper)
        self.pages += 1

    def save(self, out: BinaryIO) -> None:
        """Write the file; the same pages are the same bytes."""
        title, subtitle = self._content.title, self._content.subtitle
        about = {
            "title": f"{title}: {subtitle}" if subtitle else title,
            "author": title,
            "subject": "; ".join(self._file.credits),
            "creator": f"Deckwright {deckwright.__version__}",
        }
        self._file.save(out, about)
