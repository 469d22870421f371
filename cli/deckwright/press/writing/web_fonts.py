"""Fonts for a web page: only the letters it shows, within its style sheet."""

from __future__ import annotations

import io
from base64 import b64encode
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from deckwright.press.fonts import Font

_FEATURES = ["kern", "lnum"]
"""What the press sets type with: kerned, with figures as high as capitals, without ligatures."""


def font_rules(letters: Mapping[Font, Iterable[str]]) -> str:
    """Write the style rules of some fonts, each with the letters it is to have; the first has the class `f0`."""
    return "\n".join(
        _rules(f"f{number}", font, "".join(sorted(shown)))
        for number, (font, shown) in enumerate(letters.items())
    )


def _rules(name: str, font: Font, letters: str) -> str:
    data = b64encode(subset(font.face.filename, letters)).decode()
    source = f'url("data:font/woff;base64,{data}") format("woff")'
    return f"@font-face {{ font-family: {name}; src: {source}; }}\n.{name} {{ font-family: {name}; }}"


def subset(file: str, letters: str) -> bytes:
    """Give a font's outlines of some letters as WOFF, which every browser reads and zlib can write."""
    from fontTools.subset import Options, Subsetter, load_font, save_font

    options: Any = Options(hinting=False, layout_features=_FEATURES, flavor="woff", notdef_outline=True)
    subsetter, out = Subsetter(options), io.BytesIO()
    with load_font(file, options) as font:
        subsetter.populate(text=letters)
        subsetter.subset(font)
        save_font(font, out, options)
    return out.getvalue()
