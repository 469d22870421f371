"""Typefaces, found among the installed `fontpkg-*` packages: OFL fonts with their metadata, one family each."""

from __future__ import annotations

import json
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from deckwright.press.opentype import OpenType

BLANKS = frozenset(" \n\t\u00a0\u00ad")
"""What a text may hold without a font having a picture of it."""


class Font:
    """One cut of a typeface. Lengths are in thousandths of the type size."""

    __slots__ = ("_kerned", "_opentype", "cap", "descent", "face", "letters", "name", "notice", "ttf")

    def __init__(self, path: Path, notice: str) -> None:
        from reportlab.pdfbase.ttfonts import TTFont

        self.name = path.stem
        self.notice = notice
        self.ttf: Any = TTFont(path.stem, str(path), asciiReadable=True)
        self.face: Any = self.ttf.face
        self.cap: float = self.face.capHeight or 700
        self.descent: float = -self.face.descent
        self.letters = BLANKS | {chr(code) for code in self.face.charToGlyph}
        self._opentype = OpenType(path)
        self._kerned: dict[str, tuple[float, tuple[tuple[str, float], ...]]] = {}
        self._set_lining_figures()

    def __repr__(self) -> str:
        return self.name

    def _set_lining_figures(self) -> None:
        """Write figures as high as capitals: those that dip below the line read badly in rules."""
        lining = self._opentype.lining()
        for code in range(ord("0"), ord("9") + 1):
            found = lining.get(self.face.charToGlyph.get(code))
            if found:
                self.face.charToGlyph[code], self.face.charWidths[code] = found

    def width(self, word: str) -> float:
        """Give the length of a word with its kerning; it is kept, so pass words rather than lines."""
        return self._known(word)[0]

    def kerned(self, word: str) -> tuple[tuple[str, float], ...]:
        """Take a word apart where it is kerned: each part with what is added after it."""
        return self._known(word)[1]

    def _known(self, word: str) -> tuple[float, tuple[tuple[str, float], ...]]:
        known = self._kerned.get(word)
        if known is None:
            known = self._kerned[word] = self._measured(word)
        return known

    def _measured(self, word: str) -> tuple[float, tuple[tuple[str, float], ...]]:
        widths, default, glyphs = self.face.charWidths, self.face.defaultWidth, self.face.charToGlyph
        kern = self._opentype.kern
        width, start, parts = 0.0, 0, []
        before = None
        for place, letter in enumerate(word):
            code = ord(letter)
            glyph = glyphs.get(code)
            gap = kern(before, glyph) if before is not None and glyph is not None else 0.0
            if gap:
                parts.append((word[start:place], gap))
                start = place
            width += widths.get(code, default) + gap
            before = glyph
        return width, (*parts, (word[start:], 0.0))


@cache
def font(family: str, weight: int, italic: bool) -> Font | None:
    """Give a cut of a family, or None where the family is not installed or has no such cut."""
    about, folder = _metadata(family), package_folder(_module(family))
    for file in about.get("files", ()):
        if folder and file["weight"] == weight and (file["style"] == "italic") == italic:
            return Font(
                folder / file["path"], f"{about['family']}: {about['copyright']} ({about['license']})"
            )
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


@cache
def package_folder(module: str) -> Path | None:
    """Find the folder of an installed package without importing it."""
    spec = find_spec(module) if module.isidentifier() else None
    return Path(spec.submodule_search_locations[0]) if spec and spec.submodule_search_locations else None
