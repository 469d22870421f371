import random

import pytest
from fontTools.ttLib import TTFont

from deckwright.press.fonts import font, package, weights
from deckwright.press.packages import package_folder

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
    """Look a pair up as the specification says, in tables that fontTools has built."""
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
            return getattr(value, "XAdvance", 0)
    return 0


@pytest.mark.parametrize("cut", CUTS, ids=str)
def test_pairs_are_kerned_as_fonttools_reads_the_font(cut):
    ours = font(*cut)
    theirs = of_fonttools(ours)
    names = theirs.getGlyphOrder()
    lot = random.Random(1)  # noqa: S311 - no secret
    pairs = [(lot.choice(names), lot.choice(names)) for _ in range(1500)]
    numbers = theirs.getReverseGlyphMap()
    found = {pair: ours.kerning.between(numbers[pair[0]], numbers[pair[1]]) for pair in pairs}
    assert found == {pair: kerning_of(theirs, *pair) for pair in pairs}
    assert any(found.values())


def test_a_word_is_as_long_as_its_letters_and_its_kerning():
    ours = font("Alegreya Sans", 400, italic=False)
    parts = ours.kerned("AVA")
    assert [part for part, _ in parts] == ["A", "V", "A"]
    letters = sum(ours.face.charWidths[ord(letter)] for letter in "AVA")
    assert ours.widths["AVA"] == letters + sum(gap for _, gap in parts) < letters


def test_figures_are_as_high_as_capitals():
    ours = font("Alegreya Sans", 400, italic=False)
    theirs = of_fonttools(ours)
    names = theirs.getGlyphOrder()
    figures = [names[ours.face.charToGlyph[ord(figure)]] for figure in "0123456789"]
    heights = [theirs["glyf"][name].yMax for name in figures]
    depths = [theirs["glyf"][name].yMin for name in figures]
    assert min(heights) > 0.9 * ours.cap
    assert min(depths) > -20
    assert ours.face.charWidths[ord("1")] == theirs["hmtx"][figures[1]][0] * 1000 / theirs["head"].unitsPerEm


@pytest.mark.parametrize(
    "text", ["àèéìòù", "àâæçéèêëîïôœùûüÿ", "ÀÂÆÇÉÈÊËÎÏÔŒÙÛÜŸ", "«»“”‘’…–—·€°", "0123456789+−×%"]
)
def test_italian_and_french_can_be_written(text):
    for cut in CUTS:
        assert set(text) <= font(*cut).letters, cut


def test_a_family_that_is_not_there_has_no_weights():
    assert weights("Comic Sans") == []
    assert font("Comic Sans", 400, italic=False) is None
    assert package("Comic Sans") == "fontpkg-comic-sans"


def test_a_family_says_whose_it_is():
    assert "OFL-1.1" in font("Barlow", 800, italic=False).notice
