"""Set the texts of pads and reference cards, and note those that do not fit."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from deckwright.messages import tr
from deckwright.model.finding import Finding
from deckwright.press.faces.styles import Style
from deckwright.press.icons import has_icon
from deckwright.press.lettering.fit import Copy, fitted
from deckwright.press.lettering.letters import missing_letter, missing_letters, unset_text
from deckwright.press.lettering.spans import Span
from deckwright.press.lettering.words import paragraphs_of
from deckwright.press.parts import Picture

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from deckwright.press.faces.styles import Align, Valign
    from deckwright.press.lettering.fit import Setting
    from deckwright.press.parts import Area, Drawn

INK, SOFT, RULE, TINT, DEEP, PAPER = "#1d2b33", "#4d5a63", "#8b98a1", "#eef3f5", "#1b4a5a", "#ffffff"
"""Colours: letters on white have a contrast of 7:1 at least, white on `DEEP` of 9:1."""

_SHARES = {"top": 0.0, "middle": 0.5, "bottom": 1.0}
_NO_BREAK = str.maketrans({"\u202f": "\u00a0"})


class Look(NamedTuple):
    """How a text is set: sizes in points, `least` where it must shrink, and the most lines (0: any number)."""

    size: float
    least: float
    weight: int = 400
    colour: str = INK
    align: Align = "left"
    valign: Valign = "top"
    lines: int = 0
    font: str = "Alegreya Sans"
    leading: float = 1.15


class Pen:
    """Sets texts in one language; `findings` grow with those that do not fit."""

    def __init__(self, language: str, assets: Mapping[str, bytes]) -> None:
        self.findings: dict[Finding, None] = {}
        self._language, self._assets = language, assets

    def set(self, text: str, look: Look, width: float, height: float, *, lead: str = "") -> Setting | None:
        """Set a text, after a `lead` in bold type, as large as it can be in a room; None where it says nothing."""
        style = Style(
            font=look.font,
            weight=look.weight,
            size=look.size,
            min=look.least,
            lines=look.lines,
            align=look.align,
            leading=look.leading,
        )
        spans = [Span(lead.translate(_NO_BREAK), bold=True)] if lead else []
        spans += [Span((" " if lead else "") + text.translate(_NO_BREAK))] if text else []
        for span in spans:
            self._note_missing(span, style)
        paragraphs = paragraphs_of(spans, style)
        return fitted(Copy(paragraphs, style, self._language), width, height) if paragraphs else None

    def _note_missing(self, span: Span, style: Style) -> None:
        """Note letters that cannot be printed right."""
        font = style.cut(span.bold, italic=False)
        letters = missing_letters(span.text, font)
        found = [missing_letter(span.text, letter, font) for letter in letters]
        self.findings |= dict.fromkeys([*unset_text(span.text), *found])

    def text(self, text: str, look: Look, area: Area) -> Iterator[Drawn]:
        """Draw a text in an area."""
        setting = self.set(text, look, area.width, area.height)
        if setting:
            self.check(setting, text, look, area)
            height = setting.body if look.valign == "middle" else setting.height
            y = area.y + (area.height - height) * _SHARES[look.valign]
            yield from setting.drawn(area._replace(y=y), look.colour)

    def check(self, setting: Setting, text: str, look: Look, area: Area) -> None:
        """Note a text that does not fit an area even in its least size; it is drawn all the same."""
        if not setting.fits(area.width, area.height, look.lines):
            self.note_overflow(text)

    def note_overflow(self, text: str) -> None:
        """Note a text that has no room."""
        message = tr(
            "“{text}” ({language}) has no room even in its least size: shorten it.",
            text=text,
            language=self._language,
        )
        self.findings[Finding("overflow", "error", message)] = None

    def icon(self, name: str, area: Area, colour: str = DEEP) -> Iterator[Drawn]:
        """Draw an icon in the middle of an area, where there is one of that name."""
        if name and has_icon(name, self._assets):
            yield Picture(name, *area.centre, min(area.width, area.height), colour)
