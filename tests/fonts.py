"""Font packages made for a test: with few letters, and with whatever keeps a font from being printed."""

from __future__ import annotations

import io
import json
from itertools import count

import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import newTable
from fontTools.ttLib.tables.TupleVariation import TupleVariation

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.,:;!?-+*()'"
_NUMBERS = count(1)


def _box(pen):
    for corner, draw in zip(
        [(50, 0), (50, 700), (450, 700), (450, 0)], [pen.moveTo, *[pen.lineTo] * 3], strict=True
    ):
        draw(corner)
    pen.closePath()


def font_bytes(
    name,
    letters=LETTERS,
    fs_type=0,
    axes=(),
    postscript=False,
    tables=None,
    weight=400,
    italic=False,
    names=None,
    **metrics,
):
    """Make a font of boxes; `axes` make it a variable one, of wider boxes at the end; `tables` are added as they are."""
    more = names or {}
    names = [".notdef", "space", *(f"u{ord(letter):04X}" for letter in letters)]
    builder = FontBuilder(1000, isTTF=not postscript)
    builder.setupGlyphOrder(names)
    builder.setupCharacterMap({32: "space", **{ord(letter): f"u{ord(letter):04X}" for letter in letters}})
    pens = {glyph: T2CharStringPen(500, None) if postscript else TTGlyphPen(None) for glyph in names}
    for glyph, pen in pens.items():
        if glyph != "space":
            _box(pen)
    if postscript:
        builder.setupCFF(name, {}, {glyph: pen.getCharString() for glyph, pen in pens.items()}, {})
    else:
        builder.setupGlyf({glyph: pen.glyph() for glyph, pen in pens.items()})
    builder.setupHorizontalMetrics(dict.fromkeys(names, (500, 50)))
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable(
        {"familyName": name, "styleName": "Regular", "psName": name, "fullName": name, **more}
    )
    builder.setupOS2(
        sTypoAscender=800,
        sTypoDescender=-200,
        sCapHeight=700,
        fsType=fs_type,
        usWeightClass=weight,
        fsSelection=1 if italic else 64,
        **metrics,
    )
    builder.setupPost()
    if axes:
        builder.setupFvar(list(axes), [])
        wider = [(0, 0), (0, 0), (100, 0), (100, 0), (0, 0), (100, 0), (0, 0), (0, 0)]
        drawn = [glyph for glyph in names if glyph != "space"]
        ends = {tag: (0, 1, 1) for tag, *_ in axes}
        builder.setupGvar({glyph: [TupleVariation(ends, wider)] for glyph in drawn})
    out = io.BytesIO()
    for tag, data in (tables or {}).items():
        builder.font[tag] = table = newTable("XXXX")
        table.data = data
        builder.font[tag].tableTag = tag
    builder.save(out)
    return out.getvalue()


@pytest.fixture
def font_package(tmp_path, monkeypatch):
    """Make what installs a family in the folder `site`: of each cut, by weight and slope, how its file is made.

    It is found in this process, and by commands whose PYTHONPATH is that folder.
    """

    def install(cuts, name="", about=None):
        name = name or f"Test {next(_NUMBERS)}"
        slug = "-".join(name.lower().split())
        folder = tmp_path / "site" / f"fontpkg_{slug.replace('-', '_')}"
        folder.mkdir(parents=True)
        (folder / "__init__.py").touch()
        files = []
        for weight, style in cuts:
            made = cuts[weight, style]
            file = f"{name.replace(' ', '')}-{weight}{style}.ttf"
            data = made["data"] if "data" in made else font_bytes(name.replace(" ", ""), **made)
            (folder / file).write_bytes(data)
            files.append({"path": file, "style": style, "weight": weight, "variable": weight is None})
        metadata = {"family": name, "copyright": "Nobody", "license": "OFL-1.1", "files": files}
        (folder / "metadata.json").write_bytes(json.dumps(metadata).encode() if about is None else about)
        monkeypatch.syspath_prepend(str(tmp_path / "site"))
        return name

    return install
