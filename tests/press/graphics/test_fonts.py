import random
import unicodedata

import pytest
from fontTools.ttLib import TTFont

from deckwright.press.graphics.fonts import BLANKS, INSTALLED, Cut, Fonts, family, package
from deckwright.resources import package_folder

from ...fonts import font_bytes

CUTS = [
    ("Alegreya Sans", 400, False),
    ("Alegreya Sans", 900, False),
    ("Alegreya Sans", 400, True),
    ("Barlow", 800, False),
]


def of_fonttools(one):
    folders = {"Alegreya": "fontpkg_alegreya_sans", "Barlow": "fontpkg_barlow"}
    folder = next(folder for start, folder in folders.items() if one.name.startswith(start))
    return TTFont(package_folder(folder) / "files" / f"{one.name}.ttf")


def kerning_of(theirs, left, right):
    """Look a pair up in tables that fontTools has built; what a matrix does not name, the next table may, as in browsers."""
    table = theirs["GPOS"].table
    script = next(one for one in table.ScriptList.ScriptRecord if one.ScriptTag == "latn")
    records = [table.FeatureList.FeatureRecord[at] for at in script.Script.DefaultLangSys.FeatureIndex]
    lookups = [at for one in records if one.FeatureTag == "kern" for at in one.Feature.LookupListIndex]
    for subtable in (one for at in lookups for one in table.LookupList.Lookup[at].SubTable):
        if left not in subtable.Coverage.glyphs:
            continue
        if subtable.Format == 1:
            pairs = subtable.PairSet[subtable.Coverage.glyphs.index(left)].PairValueRecord
            found = [pair.Value1.XAdvance for pair in pairs if pair.SecondGlyph == right]
            if found:
                return found[0]
        else:
            one, two = subtable.ClassDef1.classDefs.get(left, 0), subtable.ClassDef2.classDefs.get(right, 0)
            value = subtable.Class1Record[one].Class2Record[two].Value1
            if two:
                return getattr(value, "XAdvance", 0)
    return 0


@pytest.mark.parametrize("cut", CUTS, ids=str)
def test_pairs_are_kerned_as_fonttools_reads_the_font(cut):
    ours = INSTALLED.font(*cut)
    theirs = of_fonttools(ours)
    letters = sorted(letter for letter in ours.letters - BLANKS if not unicodedata.combining(letter))
    lot = random.Random(1)  # noqa: S311 - no secret
    pairs = [lot.choice(letters) + lot.choice(letters) for _ in range(1500)]
    found = {pair: ours.file.kerning(pair) for pair in pairs}
    names = {pair: [theirs.getGlyphName(ours.file.glyphs[ord(letter)]) for letter in pair] for pair in pairs}
    assert found == {pair: kerning_of(theirs, *names[pair]) for pair in pairs}
    assert any(found.values())


def test_a_word_is_as_long_as_its_letters_and_its_kerning():
    ours = INSTALLED.font("Alegreya Sans", 400, italic=False)
    parts = ours.kerned("AVA")
    assert [part for part, _ in parts] == ["A", "V", "A"]
    letters = sum(ours.file.widths[ord(letter)] for letter in "AVA")
    assert ours.widths["AVA"] == letters + sum(gap for _, gap in parts) < letters


def test_figures_are_as_high_as_capitals():
    ours = INSTALLED.font("Alegreya Sans", 400, italic=False)
    theirs = of_fonttools(ours)
    names = theirs.getGlyphOrder()
    figures = [names[ours.file.glyphs[ord(figure)]] for figure in "0123456789"]
    heights = [theirs["glyf"][name].yMax for name in figures]
    depths = [theirs["glyf"][name].yMin for name in figures]
    assert min(heights) > 0.9 * ours.cap
    assert min(depths) > -20
    assert ours.file.widths[ord("1")] == theirs["hmtx"][figures[1]][0] * 1000 / theirs["head"].unitsPerEm


@pytest.mark.parametrize(
    "text", ["àèéìòù", "àâæçéèêëîïôœùûüÿ", "ÀÂÆÇÉÈÊËÎÏÔŒÙÛÜŸ", "«»“”‘’…–—·€°", "0123456789+−×%"]
)
def test_italian_and_french_can_be_written(text):
    for cut in CUTS:
        assert set(text) <= INSTALLED.font(*cut).letters, cut


def test_a_family_that_is_not_installed_is_none():
    assert family("Comic Sans") is None
    assert INSTALLED.font("Comic Sans", 400, italic=False) is None
    assert package("Comic Sans") == "fontpkg-comic-sans"


def test_a_family_says_whose_it_is():
    assert "OFL-1.1" in INSTALLED.font("Barlow", 800, italic=False).notice


@pytest.mark.parametrize(
    ("made", "reason"),
    [
        ({}, ""),
        ({"fs_type": 0x0004}, ""),
        ({"fs_type": 0x0008}, ""),
        ({"fs_type": 0x0002}, "restricted"),
        ({"fs_type": 0x0104}, ""),
        ({"fs_type": 0x0006}, ""),
        ({"fs_type": 0x0200}, "restricted"),
        ({"axes": [("wght", 100, 400, 900, "Weight")]}, ""),
        ({"postscript": True}, ""),
        ({"data": b"wOF2 and nothing else"}, "unreadable"),
        ({"data": b"\x00\x01\x00\x00\x00\x09"}, "unreadable"),
        ({"data": b""}, "unreadable"),
    ],
    ids=lambda value: str(value)[:40],
)
def test_a_font_file_says_what_keeps_it_from_being_printed(font_package, made, reason):
    name = font_package({(400, "normal"): made})
    assert INSTALLED.obstacle(name, Cut(400, italic=False)) == reason
    assert (INSTALLED.font(name, 400, italic=False) is None) == bool(reason)


def test_a_family_knows_its_cuts_and_the_nearest(font_package):
    known = family(font_package({(400, "normal"): {}, (400, "italic"): {}, (700, "normal"): {}}))
    assert known.weights == [400, 700]
    assert known.closest(900, italic=True) == (700, False)
    assert known.closest(300, italic=True) == (400, True)


def test_a_family_of_a_single_variable_file_has_the_weights_of_its_axis(font_package):
    name = font_package({(None, "normal"): {"axes": [("wght", 350, 400, 700, "Weight")]}})
    assert family(name).weights == [400, 500, 600, 700]
    narrow, wide = (INSTALLED.font(name, weight, italic=False) for weight in (400, 700))
    assert (narrow.widths["A"], wide.widths["A"]) == (500, 600)


def test_of_the_same_weight_the_file_of_its_own_counts(font_package):
    axis = [("wght", 400, 400, 700, "Weight")]
    known = family(font_package({(None, "normal"): {"axes": axis}, (700, "normal"): {}}))
    assert known.files[Cut(700, italic=False)].name.endswith("700normal.ttf")
    assert known.files[Cut(600, italic=False)].axes == (("wght", 600),)


@pytest.mark.parametrize("about", [b"", b"{}", b"[]", b'{"family": "x", "files": 3}', b"\xff"])
def test_a_package_that_cannot_be_read_is_as_good_as_not_installed(font_package, about):
    assert family(font_package({}, about=about)) is None


def test_a_font_whose_kerning_is_damaged_is_set_without_it(font_package):
    ours = INSTALLED.font(
        font_package({(400, "normal"): {"tables": {"GPOS": b"\x00\x01\x00\x00\x00"}}}), 400, italic=False
    )
    assert ours.kerned("AV") == [("AV", 0.0)]


# Large fonts, of which only the letters of a game are cut.

IDEOGRAPHS = "".join(map(chr, range(0x4E00, 0x4E00 + 5000)))


@pytest.fixture(scope="module")
def large():
    return {"fonts/large.ttf": font_bytes("Large", letters=f"A{IDEOGRAPHS}")}


def letters_of(fonts):
    return "".join(sorted(fonts.font("Large", 400, italic=False).letters & {"A", *IDEOGRAPHS, "龥"}))


def test_a_large_font_has_the_letters_that_are_printed(large):
    fonts = Fonts(large)
    assert fonts.cover(["Rain: 一丁", "七"]) is False
    assert letters_of(fonts) == "A一丁七"
    assert fonts.cover(["丁 A"]) is False
    assert fonts.cover(["万"]) is True
    assert letters_of(fonts) == "A一丁七万"
    assert len(fonts.made) == 1


def test_a_stored_cut_is_used_if_it_has_all_letters(large):
    fonts = Fonts(large)
    fonts.cover(["一丁"])
    fonts.font("Large", 400, italic=False)
    stored = Fonts({**large, **fonts.made})
    assert letters_of(stored) == "A一丁"
    assert stored.made == fonts.made
    stored.cover(["一七"])
    assert letters_of(stored) == "A一七"


def test_a_letter_that_the_large_font_lacks_is_looked_for_once(large):
    fonts = Fonts(large)
    fonts.cover(["一龥"])
    assert letters_of(fonts) == "A一"
    assert letters_of(Fonts({**large, **fonts.made})) == "A一"
