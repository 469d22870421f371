"""What score pads, reference cards and rules pages share: their contents as plain values, and how their texts and icons are set."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, BinaryIO, Literal, NamedTuple

import deckwright
from deckwright.findings import Finding
from deckwright.messages import tr
from deckwright.press.drawing.lines import TextToFit, fit_text
from deckwright.press.drawing.words import (
    Span,
    missing_letter,
    missing_letters,
    paragraphs_of,
    unsupported_script,
)
from deckwright.press.faces.styles import Style
from deckwright.press.graphics.icons import has_icon
from deckwright.press.graphics.parts import Area, DrawnIcon

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from deckwright.press.drawing.lines import FittedText
    from deckwright.press.faces.styles import Align, Valign
    from deckwright.press.graphics.parts import DrawnPart
    from deckwright.press.writing.document import PdfFile


# Content of score pads and reference cards, as plain values.


class PadRow(NamedTuple):
    """Row of a score pad: what is written there, and how it counts.

    `seats` is how many seats share a cell, and `rounds` how many numbered lines a cell has.
    """

    label: str
    note: str = ""
    icon: str = ""
    sort: Literal["part", "total", "key"] = "part"
    seats: int = 1
    rounds: int = 1


class Pad(NamedTuple):
    """Score pad with a column for each seat; the seats of a team are side by side.

    `teams` are the headings of teams, if there are any; `date` and `name` are labels of fields to fill in, and `foot` is
    the line at the bottom.
    """

    title: str
    subtitle: str
    rows: tuple[PadRow, ...]
    seats: int
    teams: tuple[str, ...]
    date: str
    name: str
    foot: str
    language: str

    @property
    def team_size(self) -> int:
        """Number of seats in a team."""
        return self.seats // len(self.teams) if self.teams else 1


class Item(NamedTuple):
    """Item of a section: an icon, a name, a text, its numbers, and the single points of a phase."""

    name: str = ""
    text: str = ""
    icon: str = ""
    values: tuple[str, ...] = ()
    points: tuple[Item, ...] = ()


class Section(NamedTuple):
    """Section of a reference card or rules page with its heading; without one, it continues the section above it.

    `list` has a paragraph for each item, `steps` a numbered phase, `grid` two columns of names with a number each,
    `table` a column for each of `heads`; an item with one value has it for all columns.
    """

    title: str
    items: tuple[Item, ...]
    sort: Literal["list", "grid", "table", "steps"] = "list"
    heads: tuple[str, ...] = ()


class Reference(NamedTuple):
    """Content of a reference card, or of rules pages. `spare` are sections that a card has if there is room for them."""

    title: str
    subtitle: str
    sections: tuple[Section, ...]
    language: str
    spare: tuple[Section, ...] = ()


# Texts and icons of pads and reference cards; texts that do not fit are reported.

INK, SOFT, RULE, TINT, DEEP, PAPER = "#1d2b33", "#4d5a63", "#8b98a1", "#eef3f5", "#1b4a5a", "#ffffff"
"""Colours: text on white has a contrast of at least 7:1, white on `DEEP` of 9:1."""

_SHARES = {"top": 0.0, "middle": 0.5, "bottom": 1.0}
_NO_BREAK = str.maketrans({"\u202f": "\u00a0"})


class TextLook(NamedTuple):
    """TextLook of a text: its size in points, the `least` it may shrink to, and the most lines (0: any number)."""

    size: float
    least: float
    weight: int = 400
    colour: str = INK
    align: Align = "left"
    valign: Valign = "top"
    lines: int = 0
    font: str = "Alegreya Sans"
    leading: float = 1.15


@lru_cache(maxsize=256)
def _style(look: TextLook) -> Style:
    """Style of a look; one style keeps the fonts that it has found."""
    return Style(
        font=look.font,
        weight=look.weight,
        size=look.size,
        min=look.least,
        lines=look.lines,
        align=look.align,
        leading=look.leading,
    )


class Painter:
    """Draws texts in one language; `findings` collects those that do not fit."""

    def __init__(self, language: str, assets: Mapping[str, bytes]) -> None:
        self.findings: dict[Finding, None] = {}
        self._language, self._assets = language, assets

    def set(
        self, text: str, look: TextLook, width: float, height: float, *, lead: str = ""
    ) -> FittedText | None:
        """Set a text, after a bold `lead`, as large as the room allows; None if it is empty."""
        style = _style(look)
        spans = [Span(lead.translate(_NO_BREAK), bold=True)] if lead else []
        spans += [Span((" " if lead else "") + text.translate(_NO_BREAK))] if text else []
        for span in spans:
            self._note_missing(span, style)
        paragraphs = paragraphs_of(spans, style)
        return fit_text(TextToFit(paragraphs, style, self._language), width, height) if paragraphs else None

    def _note_missing(self, span: Span, style: Style) -> None:
        """Report characters that cannot be printed correctly."""
        font = style.cut(span.bold, italic=False)
        letters = missing_letters(span.text, font)
        found = [missing_letter(span.text, letter, font) for letter in letters]
        self.findings |= dict.fromkeys([*unsupported_script(span.text), *found])

    def text(self, text: str, look: TextLook, area: Area) -> Iterator[DrawnPart]:
        """Draw a text in an area."""
        setting = self.set(text, look, area.width, area.height)
        if setting:
            self.check(setting, text, look, area)
            height = setting.body if look.valign == "middle" else setting.height
            y = area.y + (area.height - height) * _SHARES[look.valign]
            yield from setting.drawn(area._replace(y=y), look.colour)

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

    def icon(self, name: str, area: Area, colour: str = DEEP) -> Iterator[DrawnPart]:
        """Draw an icon in the middle of an area, if there is one of that name."""
        if name and has_icon(name, self._assets):
            yield DrawnIcon(name, *area.centre, min(area.width, area.height), colour)


# PDF files of score pads and reference cards.


class PrintedAids(NamedTuple):
    """Result of printing aids: the pages, the number of pads or cards, their size in mm, and the findings."""

    pages: int
    pieces: int
    size: tuple[float, float]
    findings: list[Finding]


def save(file: PdfFile, out: BinaryIO, title: str, subtitle: str) -> None:
    """Write a file with its title and the credits of its fonts and icons."""
    about = {
        "title": f"{title}: {subtitle}" if subtitle else title,
        "author": title,
        "subject": "; ".join(file.credits),
        "creator": f"Deckwright {deckwright.__version__}",
    }
    file.save(out, about)
