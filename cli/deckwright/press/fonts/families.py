"""Typefaces, found among the installed `fontpkg-*` packages: OFL fonts with their metadata, one family each."""

from __future__ import annotations

import json
from functools import cache
from itertools import pairwise
from struct import unpack_from
from typing import TYPE_CHECKING, Any

from deckwright.press.fonts.opentype import Kerning, Substitution
from deckwright.press.packages import package_folder

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


@cache
def font(family: str, weight: int, italic: bool) -> Font | None:
    """Give a cut of a family, or None where the family is not installed or has no such cut."""
    about, folder = _metadata(family), package_folder(_module(family))
    for file in about.get("files", ()):
        if folder and file["weight"] == weight and (file["style"] == "italic") == italic:
            notice = f"{about['family']}: {about['copyright']} ({about['license']})"
            return Font(folder / file["path"], notice, (family, weight, italic))
    return None


def weights(family: str) -> list[int]:
    """List the weights a family has, upright; empty where it is not installed."""
    files = _metadata(family).get("files", ())
    return sorted({int(file["weight"]) for file in files if file["style"] == "normal"})


def package(family: str) -> str:
    """Give the name of the Python package that brings a family."""
    return "fontpkg-" + "-".join(family.lower().split())


def _module(family: str) -> str:
    return package(family).replace("-", "_")


@cache
def _metadata(family: str) -> dict[str, Any]:
    folder = package_folder(_module(family))
    about: dict[str, Any] = json.loads((folder / "metadata.json").read_bytes()) if folder else {}
    return about
