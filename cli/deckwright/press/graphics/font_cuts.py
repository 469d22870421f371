"""One cut of a font file as a plain TrueType font: variable fonts instanced, PostScript outlines converted.

This is also a program of its own, which `cut_font` runs with limits on time and memory. It reads a font from standard input
and writes a cut to standard output, which has been rebuilt table by table; nothing of the file is copied unread. It imports
nothing of Deckwright.
"""

from __future__ import annotations

import io
import json
import re
import sys
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

if __name__ != "__main__":
    from deckwright.press.graphics.apart import run_apart

if TYPE_CHECKING:
    from collections.abc import Mapping

# In the process that needs a cut.

Failure = Literal["unreadable", "complex", "letterless", "bitmap"]
"""Why there is no cut: the file is damaged, takes too much time or memory, has no Unicode letters, or no outlines."""

_SECONDS = 60
"""Most processor time of a cut. A Latin font of two thousand glyphs takes up to 3 s (measured)."""

LARGE_SCRIPTS = "[\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff\U00020000-\U0003ffff]"
"""Ideographs and Korean syllables, tens of thousands: a cut of a large font has only those that a game prints."""

SAMPLE = 19
"""Number of the name that lists them (OpenType, table name: sample text)."""

_REASONS: dict[int, Failure] = {3: "unreadable", 4: "letterless", 5: "bitmap"}


class CutOptions(NamedTuple):
    """The font of a collection by its number, the position on each axis of a variable font, and the cut's PostScript name.

    `seconds` of processor time are the most that it may take. With `letters`, it has no others of the large scripts.
    """

    number: int
    axes: Mapping[str, float]
    name: str
    seconds: int = _SECONDS
    letters: str | None = None


class CutFailedError(Exception):
    """A font file has no such cut, or none that can be made; `reason` is why."""

    def __init__(self, reason: Failure) -> None:
        super().__init__(reason)
        self.reason = reason


def cut_font(data: bytes, options: CutOptions) -> bytes:
    """TrueType file of one cut of a font.

    Raises:
        CutFailedError: it cannot be made.
    """
    ran = run_apart(__file__, options._asdict(), data, options.seconds)
    if ran.code:
        raise CutFailedError(_REASONS.get(ran.code, "complex"))
    return ran.output


# In the process that makes one.

_KEPT = {"head", "hhea", "maxp", "hmtx", "cmap", "name", "OS/2", "post", "glyf", "loca", "GPOS", "GSUB"}
"""Tables of a cut: no hints, which are for screens."""

_FEATURES = ["kern", "lnum", "smcp", "tnum"]
"""What the press uses of a font’s layout."""

_OUTLINES = ("glyf", "CFF ", "CFF2")
_VARIATIONS = {"fvar", "gvar", "avar", "HVAR", "MVAR", "GDEF", "STAT", "cvar"}
_ERROR = 1.0
"""Largest distance of a converted curve from its original, in thousandths of the type size."""

_SYMBOLS = (3, 0)
_PRIVATE = 0xF000
"""Platform and encoding of symbol fonts, and the first of the codes that they use for letters."""


def _main() -> int:
    options: Any = json.loads(sys.argv[1])
    try:
        made = _made(sys.stdin.buffer.read(), options)
    except MemoryError:
        return 6
    except LookupError as fault:
        codes = {reason: code for code, reason in _REASONS.items()}
        return codes.get(str(fault.args[0] if fault.args else ""), 3)  # type: ignore[call-overload, no-any-return]  # any word may be asked for
    except Exception:  # noqa: BLE001 - a damaged file raises any type of error
        return 3
    sys.stdout.buffer.write(made)
    return 0


def _made(data: bytes, options: Mapping[str, Any]) -> bytes:
    from fontTools.ttLib import TTFont

    font = TTFont(io.BytesIO(data), fontNumber=options["number"], lazy=True, recalcTimestamp=False)
    if not any(table in font for table in _OUTLINES):
        raise LookupError("bitmap")
    letters = _letters(font)
    for table in set(font.keys()) - _KEPT - _VARIATIONS - {"GlyphOrder", *_OUTLINES}:
        del font[table]
    if options["letters"] is not None:
        letters = _with_letters(font, letters, options["letters"])
    font = _instanced(font, options["axes"])
    if "glyf" not in font:
        _convert(font)
    _set_metrics(font, letters)
    _set_tables(font, letters, dict.fromkeys((1, 4, 6), options["name"]) | {SAMPLE: options["letters"] or ""})
    out = io.BytesIO()
    font.save(out, reorderTables=None)
    return out.getvalue()


def _letters(font: Any) -> dict[int, str]:
    """Glyph of each character."""
    letters: dict[int, str] = dict(font.getBestCmap() or {})
    for table in font["cmap"].tables if not letters else ():
        if (table.platformID, table.platEncID) == _SYMBOLS:
            letters = {
                code % _PRIVATE if code >= _PRIVATE else code: glyph for code, glyph in table.cmap.items()
            }
    if not letters:
        raise LookupError("letterless")
    return letters


def _with_letters(font: Any, letters: Mapping[int, str], printed: str) -> dict[int, str]:
    """Remove the glyphs of large scripts, except for those of some letters."""
    from fontTools import subset

    large = re.compile(LARGE_SCRIPTS)
    kept = {code for code in letters if chr(code) in printed or not large.match(chr(code))}
    options = subset.Options(layout_features=_FEATURES, hinting=False, notdef_outline=True, glyph_names=False)
    options.drop_tables = []
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=kept)
    subsetter.subset(font)
    return {code: glyph for code, glyph in letters.items() if code in kept}


def _instanced(font: Any, axes: Mapping[str, float]) -> Any:
    if "fvar" in font:
        from fontTools.varLib import instancer

        positions = {axis.axisTag: axes.get(axis.axisTag, axis.defaultValue) for axis in font["fvar"].axes}
        font = instancer.instantiateVariableFont(font, positions, inplace=True)
    for table in _VARIATIONS & set(font.keys()):
        del font[table]
    return font


def _convert(font: Any) -> None:
    """Replace cubic outlines by quadratic ones."""
    from fontTools.pens.cu2quPen import Cu2QuPen
    from fontTools.pens.ttGlyphPen import TTGlyphPen
    from fontTools.ttLib import newTable

    source, glyphs = font.getGlyphSet(), {}
    error = font["head"].unitsPerEm * _ERROR / 1000
    for name in font.getGlyphOrder():
        pen = TTGlyphPen(None)
        source[name].draw(Cu2QuPen(pen, error, reverse_direction=True))
        glyphs[name] = pen.glyph()
    order = font.getGlyphOrder()
    for table in ("CFF ", "CFF2"):
        if table in font:
            del font[table]
    font["loca"], font["glyf"], maxp = newTable("loca"), newTable("glyf"), newTable("maxp")
    font["glyf"].glyphOrder, font["glyf"].glyphs = order, glyphs
    maxp.tableVersion = 0x00010000
    for field in ("maxZones", "maxTwilightPoints", "maxStorage", "maxFunctionDefs", "maxInstructionDefs"):
        setattr(maxp, field, 1 if field == "maxZones" else 0)
    maxp.maxStackElements = maxp.maxSizeOfInstructions = maxp.maxComponentElements = 0
    maxp.numGlyphs = len(glyphs)
    font["maxp"] = maxp
    font.sfntVersion = "\000\001\000\000"


def _set_metrics(font: Any, letters: Mapping[int, str]) -> None:
    """Read all outlines, without their hints, and add the heights that old fonts lack."""
    glyphs = font["glyf"]
    for name in font.getGlyphOrder():
        glyphs[name].removeHinting()
        glyphs[name].recalcBounds(glyphs)
    if "OS/2" not in font:
        return
    metrics = font["OS/2"]
    capital = glyphs[letters[ord("H")]] if ord("H") in letters else None
    if metrics.version < 2 or not metrics.sCapHeight:  # noqa: PLR2004 - the version that has heights
        metrics.version = max(metrics.version, 2)
        metrics.sCapHeight = getattr(capital, "yMax", 0)
        for field in ("sxHeight", "usDefaultChar", "usBreakChar", "usMaxContext"):
            setattr(metrics, field, getattr(metrics, field, 0))
        metrics.ulCodePageRange1 = getattr(metrics, "ulCodePageRange1", 0)
        metrics.ulCodePageRange2 = getattr(metrics, "ulCodePageRange2", 0)
    if metrics.sTypoDescender >= 0:
        metrics.sTypoDescender = -abs(font["hhea"].descent)
    metrics.fsType = 0


def _set_tables(font: Any, letters: Mapping[int, str], texts: Mapping[int, str]) -> None:
    """Write the tables that say which glyph a character has, and how the font is called."""
    from fontTools.ttLib import newTable
    from fontTools.ttLib.tables._c_m_a_p import CmapSubtable

    wide = any(code > 0xFFFF for code in letters)  # noqa: PLR2004 - the last code of format 4
    table = CmapSubtable.newSubtable(12 if wide else 4)
    table.platformID, table.platEncID, table.language = 3, 10 if wide else 1, 0
    table.cmap = dict(letters)
    font["cmap"] = newTable("cmap")
    font["cmap"].tableVersion, font["cmap"].tables = 0, [table]
    names = font["name"] = newTable("name")
    names.names = []
    for number, text in texts.items():
        names.setName(text, number, 3, 1, 0x409)
    names.setName("Regular", 2, 3, 1, 0x409)
    post = font["post"] = _post(font)
    post.formatType = 3.0
    for layout in ("GPOS", "GSUB"):
        if layout in font:
            font[layout].ensureDecompiled(recurse=True)


def _post(font: Any) -> Any:
    from fontTools.ttLib import newTable

    if "post" in font:
        return font["post"]
    post = newTable("post")
    post.italicAngle = post.underlinePosition = post.underlineThickness = post.isFixedPitch = 0
    post.minMemType42 = post.maxMemType42 = post.minMemType1 = post.maxMemType1 = 0
    return post


if __name__ == "__main__":
    sys.exit(_main())
