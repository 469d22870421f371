import random

import pytest
from fontTools.ttLib import TTFont

from deckwright.errors import InputError
from deckwright.files.font_icons import icon_file, icon_names
from deckwright.press.icons import SETS, has_icon, icon
from deckwright.press.icons.glyphs import Glyphs
from deckwright.press.icons.pens import Pen, drawn_by_fonttools
from deckwright.press.packages import package_folder

ALEGREYA = package_folder("fontpkg_alegreya_sans") / "files" / "AlegreyaSans-Regular.ttf"
FONTS = {prefix: icon_file(one.font, ".ttf") for prefix, one in SETS.items()}


def drawn(path, codes):
    """Draw some letters of a font, each by its code."""
    font = Glyphs(path)
    for code in codes:
        pen = Pen()
        font.draw(font.glyph(code), pen)
        yield pen, font.advance(font.glyph(code))


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("path", [*FONTS.values(), ALEGREYA], ids=lambda path: path.stem)
def test_outlines_are_those_that_fonttools_reads(path):
    theirs = TTFont(path)
    letters, glyphs = theirs.getBestCmap(), theirs.getGlyphSet()
    codes = random.Random(1).sample(sorted(letters), 200)  # noqa: S311 - no secret
    codes += [code for code in (0xE9, 0xC9, 0xF9) if code in letters]
    for code, (pen, advance) in zip(codes, drawn(path, codes), strict=True):
        name = letters[code]
        expected = drawn_by_fonttools(Decomposed(glyphs[name], glyphs).draw, flip=False)
        assert pen.box == pytest.approx(expected.box, abs=0.01), name
        assert moves(pen) == moves(expected), name
        assert advance == theirs["hmtx"][name][0]


class Decomposed:
    """A glyph that draws its components itself."""

    def __init__(self, glyph, glyphs):
        self.glyph, self.glyphs = glyph, glyphs

    def draw(self, pen):
        from fontTools.pens.recordingPen import DecomposingRecordingPen

        recording = DecomposingRecordingPen(self.glyphs)
        self.glyph.draw(recording)
        recording.replay(pen)


def moves(pen):
    """Count the contours of an outline, and its curves."""
    kinds = [operator[-1] for operator in pen.operators]
    return {kind: kinds.count(kind) for kind in "mc"}


@pytest.mark.parametrize("prefix", SETS)
def test_every_icon_of_a_set_is_in_its_font(prefix):
    font = Glyphs(FONTS[prefix])
    codes = random.Random(2).sample(sorted(icon_names(prefix).values()), 100)  # noqa: S311 - no secret
    assert all(font.glyph(code) for code in codes)


def test_a_letter_that_a_font_lacks_has_no_glyph():
    assert [Glyphs(path).glyph(0x10FFFD) for path in FONTS.values()] == [0, 0, 0]


@pytest.mark.parametrize("name", ["mdi:chip", "ph:flower-lotus-fill", "fa:dna"])
def test_an_icon_stands_in_its_square(name):
    found = icon(name, {})
    left, bottom, right, top = found.ink
    assert found.left <= left < right <= found.left + found.side
    assert found.bottom <= bottom < top <= found.bottom + found.side


@pytest.mark.parametrize("name", ["mdi:nonesuch", "xx:chip", "chip", ":chip", "mdi:"])
def test_an_unknown_icon_is_none(name):
    assert icon(name, {}) is None
    assert not has_icon(name, {})


def test_a_games_own_drawing_is_turned_upright_in_its_square():
    svg = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10"><rect x="2" y="1" width="4" height="2"/></svg>'
    found = icon("box", {"icons/box.svg": svg})
    assert found.ink == (2, -3, 6, -1)
    assert (found.left, found.bottom, found.side) == (0, -15, 20)
    assert not found.even_odd


def test_a_drawing_without_a_view_box_is_as_large_as_it_says():
    svg = b'<svg xmlns="http://www.w3.org/2000/svg" width="8px" height="8px"><path fill-rule="evenodd" d="M0 0h8v8z"/></svg>'
    found = icon("box", {"icons/box.svg": svg})
    assert found.side == 8
    assert found.even_odd


SVG = '<svg xmlns="http://www.w3.org/2000/svg" {}</svg>'


@pytest.mark.parametrize(
    "svg",
    [
        "",
        "hi",
        SVG.format('viewBox="0 0"><path d="M0 0h1v1z"/>'),
        SVG.format('viewBox="0 0 0 0"><path d="M0 0h1v1z"/>'),
        SVG.format('width="wide"><path d="M0 0h1v1z"/>'),
        SVG.format('viewBox="0 0 24 24"><text>hi</text>'),
    ],
)
def test_a_drawing_that_cannot_be_drawn_is_an_error_with_its_file(svg):
    with pytest.raises(InputError) as caught:
        icon("box", {"icons/box.svg": svg.encode()})
    assert caught.value.where.file == "icons/box.svg"


@pytest.mark.parametrize("name", ["data-monsters", "dataset"])
def test_every_icon_of_a_packaged_game_can_be_drawn(packaged, name):
    box = packaged(name)
    assert [card.id for card in box.cards if card.icon and icon(card.icon, box.assets) is None] == []
