import io
import random
import re
from dataclasses import replace

import pypdfium2
import pytest
import resvg_py
from fontTools.ttLib import TTFont
from PIL import Image, ImageChops, ImageStat

from deckwright.errors import InputError
from deckwright.press.graphics.font_files import Glyphs
from deckwright.press.graphics.icons import SETS, has_icon, icon, icon_colours
from deckwright.press.graphics.parts import DrawnIcon, bounds_of_path
from deckwright.press.graphics.svg import drawn_by_fonttools
from deckwright.press.writing.document import Content, PdfFile
from deckwright.press.writing.images import press_inks
from deckwright.press.writing.web import SvgFile
from deckwright.resources import icon_file, icon_names, package_folder

ALEGREYA = package_folder("fontpkg_alegreya_sans") / "files" / "AlegreyaSans-Regular.ttf"
FONTS = {prefix: icon_file(one.font, ".ttf") for prefix, one in SETS.items()}


def drawn(path, codes):
    """Draw some letters of a font, each by its code."""
    font = Glyphs(path.read_bytes())
    for code in codes:
        yield font.path(font.glyph(code)), font.advance(font.glyph(code))


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("path", [*FONTS.values(), ALEGREYA], ids=lambda path: path.stem)
def test_outlines_are_those_that_fonttools_reads(path):
    theirs = TTFont(path)
    letters, glyphs = theirs.getBestCmap(), theirs.getGlyphSet()
    codes = random.Random(1).sample(sorted(letters), 200)  # noqa: S311 - no secret
    codes += [code for code in (0xE9, 0xC9, 0xF9) if code in letters]
    for code, (outline, advance) in zip(codes, drawn(path, codes), strict=True):
        name = letters[code]
        expected = drawn_by_fonttools(Decomposed(glyphs[name], glyphs).draw)
        assert box(outline) == pytest.approx(box(expected), abs=0.01), name
        assert moves(outline) == moves(expected), name
        assert advance == theirs["hmtx"][name][0]


def box(path):
    return tuple(bounds_of_path(path) or ())


class Decomposed:
    """A glyph that draws its components itself."""

    def __init__(self, glyph, glyphs):
        self.glyph, self.glyphs = glyph, glyphs

    def draw(self, pen):
        from fontTools.pens.recordingPen import DecomposingRecordingPen

        recording = DecomposingRecordingPen(self.glyphs)
        self.glyph.draw(recording)
        recording.replay(pen)


def moves(path):
    """Count the contours of an outline, and its curves."""
    kinds = [step for step, _ in path]
    return {kind: kinds.count(kind) for kind in "mc"}


@pytest.mark.parametrize("prefix", SETS)
def test_every_icon_of_a_set_is_in_its_font(prefix):
    font = Glyphs(FONTS[prefix].read_bytes())
    codes = random.Random(2).sample(sorted(icon_names(prefix).values()), 100)  # noqa: S311 - no secret
    assert all(font.glyph(code) for code in codes)


def test_a_letter_that_a_font_lacks_has_no_glyph():
    assert [Glyphs(path.read_bytes()).glyph(0x10FFFD) for path in FONTS.values()] == [0, 0, 0]


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
    assert not found.shapes[-1].even_odd


def test_a_drawing_without_a_view_box_is_as_large_as_it_says():
    svg = b'<svg xmlns="http://www.w3.org/2000/svg" width="8px" height="8px"><path fill-rule="evenodd" d="M0 0h8v8z"/></svg>'
    found = icon("box", {"icons/box.svg": svg})
    assert found.side == 8
    assert found.shapes[-1].even_odd


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


@pytest.mark.parametrize(
    ("drawing", "message"),
    [
        ('<path d="M2 2h9v9z" stroke="red" transform="scale(1 2)"/>', "cannot show stroke: red + transform."),
        ('<path d="M2 2h9v9z"/><text x="2" y="9">7</text>', "cannot show <text>."),
        ('<path d="M2 2h9v9z" fill="url(#a)"/>', "cannot show fill: url(#a)."),
        ('<path d="M2 2h9v9z" opacity=".4"/>', "cannot show opacity: .4."),
        ('<g clip-path="url(#a)"><path d="M2 2h9v9z"/></g>', "cannot show clip-path: url(#a)."),
        ('<path d="M2 2h9v9z" mask="url(#a)"/>', "cannot show mask: url(#a)."),
        ('<symbol id="a"><path d="M2 2h9v9z"/></symbol><use href="#a"/>', "cannot show <use> #a."),
        ('<style>@media print { path { fill: none } }</style><path d="M2 2h9v9z"/>', "cannot show @media."),
        ('<path d="M2 2h9v9z" transform="rotate(1turn)"/>', "cannot show transform: rotate(1turn)."),
        ('<image href="data:image/png;base64,AA"/>', "cannot show <image>."),
        ('<path d="M0 0h24v24H0z" fill="none"/>', "nothing to draw"),
        ('<line x1="2" y1="2" x2="9" y2="2"/>', "nothing to draw"),
        ("<script/>", "Scripts"),
    ],
)
def test_what_an_icon_would_lose_is_an_error_at_its_line(drawing, message):
    svg = SVG.format(f'viewBox="0 0 24 24">\n{drawing}')
    with pytest.raises(InputError) as caught:
        icon("box", {"icons/box.svg": svg.encode()})
    assert message in caught.value.message
    assert (caught.value.code, caught.value.where.file) == ("bad-icon", "icons/box.svg")
    assert caught.value.where.line == (1 if "nothing" in message else 2)


@pytest.mark.parametrize(
    ("drawing", "ink"),
    [
        ('<path d="M0 0h24v24H0z" fill="none"/><path d="M4 4h8v8H4z"/>', (4, -12, 12, -4)),
        ('<g transform="translate(4 2) scale(2)"><rect width="3" height="4"/></g>', (4, -10, 10, -2)),
        ('<defs><path id="a" d="M0 0h2v2H0z"/></defs><use href="#a" x="5" y="6"/>', (5, -8, 7, -6)),
        (
            '<style>.no { fill: none } .yes { fill: red }</style><rect class="no" width="24" height="24"/><rect class="yes" width="3" height="3"/>',
            (0, -3, 3, 0),
        ),
        ('<path d="M4 12a8 8 0 0 1 16 0z"/>', (4, -12, 20, -4)),
        ('<circle cx="12" cy="12" r="5" stroke="none" stroke-width="2"/>', (7, -17, 17, -7)),
        ('<path d="M2 2h20" stroke="#000" visibility="hidden"/><path d="M4 4h8v8H4z"/>', (4, -12, 12, -4)),
    ],
)
def test_an_icon_shows_what_other_programs_show_of_it(drawing, ink):
    svg = SVG.format(f'viewBox="0 0 24 24">{drawing}')
    assert icon("box", {"icons/box.svg": svg.encode()}).ink == pytest.approx(ink, abs=0.01)


def test_shapes_of_an_icon_that_overlap_are_filled_one_by_one(small_job, card, read_face, sheets_of):
    """As one outline, two squares drawn in opposite directions would be a hole where they overlap."""
    drawing = '<path d="M0 0h16v16H0z"/><path d="M8 8v16h16V8z" fill-rule="evenodd"/>'
    svg = SVG.format(f'viewBox="0 0 24 24">{drawing}').encode()
    face = read_face("extends: base\nboxes:\n- {icon: box, at: [10, 10, 24, 24], colour: ink}")
    job = replace(small_job(card(), face=face), assets={"icons/box.svg": svg})
    page = sheets_of(job).document[0].render(scale=2).to_pil().convert("L")
    (x, y), dots = job.sheet.places()[0], 2 / (25.4 / 72)
    shades = [page.getpixel((round((x + 10 + at) * dots), round((y + 10 + at) * dots))) for at in (4, 12, 20)]
    assert max(shades) < 60
    assert page.getpixel((round((x + 10 + 20) * dots), round((y + 10 + 4) * dots))) > 200
    assert icon_colours("box", job.assets) == ("#000000",)


def test_an_icon_says_in_how_many_colours_it_is_drawn():
    drawing = (
        '<circle cx="12" cy="12" r="9"/><path d="M4 4h8v8H4z" fill="#fff"/><path d="M1 1h2v2z" fill="black"/>'
    )
    svg = SVG.format(f'viewBox="0 0 24 24">{drawing}').encode()
    assert icon_colours("box", {"icons/box.svg": svg}) == ("#000000", "#ffffff")


@pytest.mark.parametrize("name", ["data-monsters", "dataset"])
def test_every_icon_of_a_packaged_game_can_be_drawn(packaged, name):
    box = packaged(name)
    assert [card.id for card in box.cards if card.icon and icon(card.icon, box.assets) is None] == []


# Icons with lines, compared with what resvg draws of their files.

LINED = {
    "lines": '<path d="M3 4h12v9" fill="none" stroke="#000" stroke-width="2" stroke-linejoin="round"/>',
    "caps": '<g stroke="#000" fill="none" stroke-width="3" stroke-linecap="round"><path d="M5 5L19 12"/><path d="M5 19h9" stroke-linecap="square"/></g>',
    "dashes": '<circle cx="12" cy="12" r="8" fill="none" stroke="#000" stroke-width="2.5" stroke-dasharray="4 2"/>',
    "both": '<path d="M6 6h12v12h-12z" stroke="#000" stroke-width="4" stroke-linejoin="bevel"/><path d="M0 0h3v3h-3z"/>',
    "after": '<path d="M0 0h9v9h-9z"/><path d="M2 20h20" stroke="#000" stroke-width=".5" fill="none"/>',
    "scaled": '<g transform="translate(12 12) rotate(30) scale(2)"><path d="M-3 0h6" stroke="#000"/></g>',
    "hole": '<path fill-rule="evenodd" d="M2 2h20v20h-20zM8 8h8v8h-8z" stroke="#000" stroke-width="1"/>',
}
SIDE = 240


def seen(data):
    """Grey pixels of a picture on white, in the size that is compared."""
    image = Image.open(io.BytesIO(data)).convert("RGBA")
    ground = Image.new("RGBA", image.size, "white")
    return Image.alpha_composite(ground, image).convert("L").resize((SIDE, SIDE))


def in_pdf(assets):
    file, out = PdfFile(assets, "en", (40, 40)), io.BytesIO()
    content = Content(file)
    content.draw([DrawnIcon("own", 20, 20, 40, "#000000")])
    file.page(content, 40, 40)
    file.save(out, {})
    with pypdfium2.PdfDocument(out.getvalue()) as document:
        page = document[0].render(scale=SIDE / (40 / 25.4 * 72)).to_pil().convert("L")
    return page.resize((SIDE, SIDE))


def in_svg(assets):
    file = SvgFile(assets)
    drawing = file.drawing([DrawnIcon("own", 20, 20, 40, "#000000")], (40, 40), {})
    whole = drawing.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)
    whole = whole.replace("</svg>", f"<defs>{file.definitions}</defs></svg>")
    return seen(resvg_py.svg_to_bytes(svg_string=whole, width=SIDE, dpi=96))


@pytest.mark.parametrize("show", [in_pdf, in_svg])
@pytest.mark.parametrize("name", LINED)
def test_an_icon_with_lines_looks_as_in_its_file(name, show):
    svg = SVG.format(f'viewBox="0 0 24 24">{LINED[name]}')
    theirs = seen(resvg_py.svg_to_bytes(svg_string=svg, width=SIDE))
    difference = ImageStat.Stat(ImageChops.difference(theirs, show({"icons/own.svg": svg.encode()}))).mean[0]
    assert ImageStat.Stat(theirs).mean[0] < 250
    assert difference < 1.5


def test_the_ink_of_an_icon_reaches_to_the_edge_of_its_lines():
    svg = SVG.format('viewBox="0 0 24 24"><path d="M4 12h16" stroke="#000" stroke-width="2"/>')
    found = icon("own", {"icons/own.svg": svg.encode()})
    assert found.ink == (3, -13, 21, -11)
    assert found.has_lines
    assert not icon("mdi:chip", {}).has_lines


def test_lines_take_the_colour_of_the_icon():
    svg = SVG.format('viewBox="0 0 24 24"><path d="M4 12h16" stroke="currentColor" stroke-width="9"/>')
    file = PdfFile({"icons/own.svg": svg.encode()}, "en", (40, 40), press_inks(2.4))
    content = Content(file)
    content.draw([DrawnIcon("own", 20, 20, 40, "#ff0000")])
    assert re.search(r"cm (\S+ \S+ \S+ \S+) k \1 K /X1 Do Q$", content.operators[-1])
    assert icon_colours("own", {"icons/own.svg": svg.encode()}) == ("#000000",)
