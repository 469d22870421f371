"""One cut of a typeface: its letters, their widths, and how they are kerned."""

from __future__ import annotations

from itertools import pairwise
from struct import unpack_from
from typing import TYPE_CHECKING, Any

from deckwright.press.fonts.opentype import Kerning, Substitution

if TYPE_CHECKING:
    from pathlib import Path


BLANKS = frozenset(" \n\r\t\u00a0\u00ad")
"""What a text may hold without a font having a picture of it."""


class Font:
    """One cut of a typeface: of a family, in a weight, italic or not. Lengths are in thousandths of the type size."""

    def __init__(self, path: Path, notice: str, cut: tuple[str, int, bool]) -> None:
        from reportlab.pdfbase.ttfonts import TTFont

        self.cut = cut
        self.name = path.stem
        self.notice = notice
        self.ttf: Any = TTFont(path.stem, str(path), asciiReadable=True)
        self.face: Any = self.ttf.face
        self.unit: float = 1000 / self.face.unitsPerEm
        self.cap: float = self.face.capHeight or 700
        self.descent: float = -self.face.descent
        self.letters = BLANKS.union(map(chr, self.face.charToGlyph))
        self.kerning = Kerning(self._table("GPOS"))
        self.widths = _Widths(self)
        self._set_lining_figures()

    def __repr__(self) -> str:
        return self.name

    def _table(self, name: str) -> bytes:
        table: bytes = self.face.get_table(name) if name in self.face.table else b""
        return table

    def _set_lining_figures(self) -> None:
        """Write figures as high as capitals: those that dip below the line read badly in rules."""
        lining = Substitution(self._table("GSUB")).single(b"lnum")
        metrics = self._table("hmtx")
        for code in range(ord("0"), ord("9") + 1):
            glyph = lining.get(self.face.charToGlyph.get(code))
            if glyph:
                self.face.charToGlyph[code] = glyph
                self.face.charWidths[code] = unpack_from(">H", metrics, 4 * glyph)[0] * self.unit

    def kerned(self, word: str) -> list[tuple[str, float]]:
        """Take a word apart where it is kerned: each part with what is added after it."""
        glyphs = [self.face.charToGlyph.get(ord(letter)) for letter in word]
        parts: list[tuple[str, float]] = []
        start = 0
        for place, pair in enumerate(pairwise(glyphs), 1):
            gap = self.kerning.between(*pair) * self.unit
            if gap:
                parts.append((word[start:place], gap))
                start = place
        return [*parts, (word[start:], 0.0)]


class _Widths(dict[str, float]):
    """The lengths of words in a font, kerned; reckoned as they come up, for words come again and again."""

    def __init__(self, font: Font) -> None:
        self._font = font

    def __missing__(self, word: str) -> float:
        of, default = self._font.face.charWidths, self._font.face.defaultWidth
        letters = sum([of.get(ord(letter), default) for letter in word])
        width: float = letters + sum([gap for _, gap in self._font.kerned(word)])
        self[word] = width
        return width
