import io
import random
import struct

import pytest
from fontTools.cffLib import SubrsIndex
from fontTools.fontBuilder import FontBuilder
from fontTools.misc.psCharStrings import T2CharString
from fontTools.pens.areaPen import AreaPen
from fontTools.pens.boundsPen import BoundsPen
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.ttLib import TTCollection, TTFont

from deckwright.press.graphics.font_cuts import CutFailedError, CutOptions, cut_font
from deckwright.press.graphics.font_files import FontFile

from ...fonts import font_bytes

WEIGHT = ("wght", 400, 400, 900, "Weight")


def cut(data, name="Own-400", number=0, **axes):
    return cut_font(data, CutOptions(number, axes, name))


def opened(data):
    return TTFont(io.BytesIO(data))


def reason(data, **more):
    with pytest.raises(CutFailedError) as fault:
        cut_font(data, CutOptions(0, {}, "Own", **more))
    return fault.value.reason


def width_of(font, letter):
    pen = BoundsPen(font.getGlyphSet())
    font.getGlyphSet()[font.getBestCmap()[ord(letter)]].draw(pen)
    left, _, right, _ = pen.bounds
    return right - left


@pytest.mark.parametrize(("weight", "width"), [(400, 400), (650, 450), (900, 500)])
def test_an_instance_is_as_wide_as_its_place_on_the_axis(weight, width):
    font = opened(cut(font_bytes("Own", axes=[WEIGHT]), wght=weight))
    assert width_of(font, "A") == width
    assert not {"fvar", "gvar", "STAT"} & set(font.keys())


def test_each_font_of_a_collection_is_cut_by_its_number():
    collection, out = TTCollection(), io.BytesIO()
    collection.fonts = [opened(font_bytes("Own", letters="AB"[:count])) for count in (1, 2)]
    collection.save(out)
    letters = [set(opened(cut(out.getvalue(), number=number)).getBestCmap()) for number in (0, 1)]
    assert letters == [{32, 65}, {32, 65, 66}]


def _curved(draw):
    """Make a PostScript font whose A is a round shape."""
    builder = FontBuilder(1000, isTTF=False)
    builder.setupGlyphOrder([".notdef", "A"])
    builder.setupCharacterMap({65: "A"})
    pens = {name: T2CharStringPen(600, None) for name in (".notdef", "A")}
    draw(pens["A"])
    builder.setupCFF("Own", {}, {name: pen.getCharString() for name, pen in pens.items()}, {})
    builder.setupHorizontalMetrics(dict.fromkeys(pens, (600, 0)))
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": "Own", "styleName": "Regular", "psName": "Own"})
    builder.setupOS2(sTypoAscender=800, sTypoDescender=-200)
    builder.setupPost()
    return builder


def saved(builder):
    out = io.BytesIO()
    builder.save(out)
    return out.getvalue()


def _circle(pen):
    pen.moveTo((550, 350))
    pen.curveTo((550, 488), (438, 600), (300, 600))
    pen.curveTo((162, 600), (50, 488), (50, 350))
    pen.curveTo((50, 212), (162, 100), (300, 100))
    pen.curveTo((438, 100), (550, 212), (550, 350))
    pen.closePath()


def test_postscript_curves_keep_their_shape_and_turn_the_way_of_truetype():
    theirs = saved(_curved(_circle))
    areas = []
    for data in (theirs, cut(theirs)):
        font = opened(data)
        pen = AreaPen(font.getGlyphSet())
        font.getGlyphSet()["A" if "CFF " in font else font.getBestCmap()[65]].draw(pen)
        areas.append(pen.value)
    assert areas[1] == pytest.approx(-areas[0], rel=0.003)


def test_the_height_of_capitals_that_an_old_font_lacks_is_that_of_its_h():
    font = opened(font_bytes("Own"))
    font["OS/2"].version, font["OS/2"].sCapHeight = 1, 0
    out = io.BytesIO()
    font.save(out)
    assert opened(cut(out.getvalue()))["OS/2"].sCapHeight == 700


@pytest.mark.parametrize("made", [{}, {"axes": [WEIGHT]}, {"postscript": True}], ids=str)
def test_a_cut_is_small_has_all_letters_and_is_what_a_document_embeds(made):
    data = font_bytes("Own", letters="AVż漢😀", **made)
    once, twice = cut(data), cut(data)
    assert once == twice
    font = opened(once)
    assert set(font.getBestCmap()) == set(map(ord, "AVż漢😀 "))
    assert set(font.keys()) - {"GlyphOrder"} <= {
        *("head", "hhea", "maxp", "hmtx", "cmap", "name", "OS/2", "post", "glyf", "loca"),
    }
    file = FontFile("Own-400", once)
    assert (file.widths[ord("漢")], file.cap_height) == (500, 700)
    assert font["name"].getDebugName(6) == "Own-400"


def test_letters_of_a_symbol_font_are_those_of_the_keyboard():
    font = opened(font_bytes("Own", letters="AB"))
    table = font["cmap"].tables[0]
    font["cmap"].tables = [table]
    table.platformID, table.platEncID = 3, 0
    table.cmap = {0xF000 + code: name for code, name in table.cmap.items()}
    out = io.BytesIO()
    font.save(out)
    assert set(opened(cut(out.getvalue())).getBestCmap()) == set(map(ord, "AB "))


@pytest.mark.parametrize(
    ("missing", "why"), [("cmap", "unreadable"), ("glyf", "bitmap"), ("hmtx", "unreadable")]
)
def test_a_font_without_a_table_is_refused(missing, why):
    font = opened(font_bytes("Own"))
    del font[missing]
    if missing == "glyf":
        del font["loca"], font["maxp"]
    out = io.BytesIO()
    font.save(out, reorderTables=False)
    assert reason(out.getvalue()) == why


def test_a_font_without_unicode_letters_is_refused():
    font = opened(font_bytes("Own"))
    font["cmap"].tables = []
    out = io.BytesIO()
    font.save(out)
    assert reason(out.getvalue()) == "letterless"


def test_a_font_whose_outlines_never_end_is_given_up():
    """Thirty subroutines that call the next thirty times: 30 to the power of 9 calls."""
    builder = _curved(_circle)
    builder.font.recalcBBoxes = False
    top = builder.font["CFF "].cff.topDictIndex[0]
    subrs = top.Private.Subrs = SubrsIndex()
    bias = 107
    for number in range(9):
        program = [number + 1 - bias, "callsubr"] * 30 if number < 8 else []
        subrs.append(T2CharString(program=[*program, "return"]))
    top.CharStrings["A"].program = [0, 0, "rmoveto", -bias, "callsubr", "endchar"]
    assert reason(saved(builder), seconds=1) == "complex"


@pytest.mark.parametrize("made", [{}, {"axes": [WEIGHT]}, {"postscript": True}], ids=str)
def test_a_damaged_font_is_refused_or_what_a_document_can_embed(made):
    data = font_bytes("Own", letters="AB", **made)
    lot = random.Random(11)  # noqa: S311 - no secret
    for _ in range(6):
        changed = bytearray(data)
        for _ in range(8):
            changed[lot.randrange(12, len(data))] = lot.randrange(256)
        try:
            made_cut = cut_font(bytes(changed), CutOptions(0, {}, "Own", seconds=3))
        except CutFailedError:
            continue
        FontFile("Own", made_cut)


def test_groups_of_letters_that_promise_too_much_are_given_up():
    data = bytearray(font_bytes("Own", letters="A😀"))
    group = data.index(struct.pack(">III", 65, 65, 2))
    data[group : group + 12] = struct.pack(">III", 65, 0xFFFFFF00, 2)
    assert reason(bytes(data), seconds=2) in {"complex", "unreadable"}


@pytest.mark.parametrize("postscript", [False, True])
def test_a_cut_for_some_letters_has_no_others_of_large_scripts(postscript):
    data = font_bytes("Own", letters="AéАか、初英雄가", postscript=postscript)
    font = opened(cut_font(data, CutOptions(0, {}, "Own", letters="英가")))
    assert "".join(map(chr, sorted(font.getBestCmap()))) == " AéА、か英가"
    assert len(font.getGlyphOrder()) == 9
    assert width_of(font, "英") == 400
    assert font["name"].getDebugName(19) == "英가"
