import io
import random
import struct

import pytest
from fontTools.ttLib import TTCollection, TTFont

from deckwright.press.graphics.font_files import Axis, Cut, families_in, font_headers

from ...fonts import font_bytes

WEIGHT = ("wght", 250, 400, 900, "Weight")


def header(**made):
    (found,) = font_headers(font_bytes("Own", **made))
    return found


@pytest.mark.parametrize(
    ("weight", "cut"), [(400, 400), (250, 300), (275, 300), (5, 100), (950, 900), (1000, 900)]
)
def test_the_weight_of_a_cut_is_the_nearest_a_style_can_have(weight, cut):
    assert header(weight=weight).cut == Cut(cut, italic=False)


@pytest.mark.parametrize(
    ("fs_type", "is_restricted", "is_whole"),
    [
        (0, False, False),
        (2, True, False),
        (4, False, False),
        (8, False, False),
        (0x000A, False, False),
        (0x0100, False, True),
        (0x0104, False, True),
        (0x0102, True, True),
        (0x0200, True, False),
    ],
)
def test_a_font_says_how_it_can_be_embedded(fs_type, is_restricted, is_whole):
    found = header(fs_type=fs_type)
    assert (found.is_restricted, found.is_whole) == (is_restricted, is_whole)


@pytest.mark.parametrize(
    ("names", "more", "family"),
    [
        ({}, {}, "Own"),
        ({"familyName": "Own Black", "typographicFamily": "Own"}, {}, "Own"),
        ({"familyName": "Été  d’art\n"}, {}, "Été d’art"),
        ({}, {"usWidthClass": 3}, "Own Condensed"),
        ({"familyName": "Own SemiCondensed"}, {"usWidthClass": 4}, "Own SemiCondensed"),
        ({"typographicFamily": "Own", "wwsFamilyName": "Own Display"}, {"usWidthClass": 3}, "Own Display"),
        ({}, {"usWidthClass": 3, "axes": [("wdth", 75, 100, 100, "Width")]}, "Own"),
    ],
    ids=str,
)
def test_a_family_is_called_as_designers_know_it(names, more, family):
    assert header(names=names, **more).family == family


@pytest.mark.parametrize(
    ("axes", "cuts"),
    [
        ([WEIGHT], {(weight, False): {"wght": weight} for weight in range(300, 1000, 100)}),
        ([("opsz", 6, 12, 72, "Size")], {(400, False): {}}),
        ([("ital", 0, 0, 1, "Italic")], {(400, False): {"ital": 0}, (400, True): {"ital": 1}}),
        (
            [("wght", 400, 400, 500, "Weight"), ("slnt", -12, 0, 0, "Slant")],
            {
                (weight, slant < 0): {"wght": weight, "slnt": slant}
                for weight in (400, 500)
                for slant in (0, -12)
            },
        ),
        ([("wght", 410, 420, 490, "Weight")], {(400, False): {"wght": 400}}),
    ],
    ids=["weight", "size", "italic", "slant", "between"],
)
def test_the_cuts_of_a_variable_font_are_on_its_axes(axes, cuts):
    assert header(axes=axes).cuts() == cuts


def test_the_axes_are_as_fonttools_reads_them():
    data = font_bytes("Own", axes=[WEIGHT, ("wdth", 62.5, 100, 125, "Width")])
    theirs = [
        Axis(one.axisTag, one.minValue, one.defaultValue, one.maxValue)
        for one in TTFont(io.BytesIO(data))["fvar"].axes
    ]
    assert list(font_headers(data)[0].axes) == theirs


def test_a_collection_holds_several_fonts():
    collection = TTCollection()
    collection.fonts = [
        TTFont(io.BytesIO(font_bytes("Own", weight=weight, postscript=weight > 500))) for weight in (400, 700)
    ]
    out = io.BytesIO()
    collection.save(out)
    found = families_in({"fonts/own.ttc": out.getvalue()})
    cuts = found.families["own"].cuts
    assert {cut.weight: source.header.number for cut, source in cuts.items()} == {400: 0, 700: 1}
    assert {cut.weight: source.header.is_plain for cut, source in cuts.items()} == {400: True, 700: False}


def test_a_font_without_a_name_is_called_after_its_file():
    nameless = font_bytes("Own", names={"familyName": ""})
    assert list(families_in({"fonts/My  Hand.ttf": nameless}).families) == ["my hand"]


def test_of_the_same_cut_in_two_files_the_first_counts():
    found = families_in({"fonts/b.ttf": font_bytes("Own"), "fonts/a.ttf": font_bytes("OWN")})
    assert found.families["own"].cuts[Cut(400, italic=False)].file == "fonts/a.ttf"


def test_a_cut_of_its_own_counts_before_one_on_an_axis():
    for variable, static in (("a", "b"), ("b", "a")):
        files = {
            f"fonts/{variable}.ttf": font_bytes("Own", axes=[WEIGHT]),
            f"fonts/{static}.ttf": font_bytes("Own", weight=700),
        }
        found = families_in(files)
        assert found.families["own"].cuts[Cut(700, italic=False)].file == f"fonts/{static}.ttf"
        assert len(found.families["own"].cuts) == 7


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\0\1\0\0",
        b"OTTO" + bytes(99),
        b"wOF2" + bytes(99),
        b"ttcf\0\1\0\0\0\0\0\0",
        b"ttcf\0\1\0\0\xff\xff\xff\xff",
    ],
)
def test_what_is_no_font_is_refused(data):
    with pytest.raises(ValueError, match="no font"):
        font_headers(data)
    assert families_in({"fonts/a.ttf": data}).unreadable == ["fonts/a.ttf"]


@pytest.mark.parametrize("made", [{"axes": [WEIGHT]}, {"postscript": True}], ids=["variable", "postscript"])
def test_a_damaged_font_is_read_or_refused(made):
    """Every byte of the header is changed once, and the file is cut short at every place."""
    data = font_bytes("Own", letters="A", **made)
    lot = random.Random(7)  # noqa: S311 - no secret
    for at in range(0, len(data), 3):
        changed = bytearray(data)
        changed[at] = lot.randrange(256)
        for one in (bytes(changed), data[:at]):
            try:
                found = font_headers(one)
            except ValueError:
                continue
            assert all(len(two.cuts()) < 20 for two in found)


def test_a_count_that_promises_too_much_ends_the_reading():
    data = bytearray(font_bytes("Own"))
    record = next(at for at in range(12, len(data), 16) if data[at : at + 4] == b"name")
    offset = struct.unpack_from(">I", data, record + 8)[0]
    data[offset + 2 : offset + 4] = b"\xff\xff"
    with pytest.raises(ValueError, match="no font"):
        font_headers(bytes(data))
