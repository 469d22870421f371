"""The module press/writing/web."""

from __future__ import annotations

import io
import re
from base64 import b64decode
from xml.etree import ElementTree as ET

import pytest
from fontTools.ttLib import TTFont
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageOps

from deckwright.press.graphics.fonts import INSTALLED
from deckwright.press.graphics.parts import (
    Area,
    DrawnGroup,
    DrawnIcon,
    DrawnLine,
    DrawnRepeat,
    DrawnRun,
    DrawnShape,
    DrawnText,
)
from deckwright.press.graphics.parts import DrawnPicture as Placed
from deckwright.press.graphics.pictures import picture
from deckwright.press.writing.web import SvgFile, font_rules, picture_url, subset

# Pictures on a web page: within it, once, upright, and in colours that screens have.


def made(image, sort, **options):
    out = io.BytesIO()
    image.save(out, sort, **options)
    return out.getvalue()


def shown(data, name):
    """The picture that a browser gets, and its bytes."""
    url = picture_url(data, picture(name, {f"pictures/{name}": data}))
    start, _, body = url.partition(",")
    image = Image.open(io.BytesIO(b64decode(body)))
    assert start == f"data:image/{image.format.lower()};base64"
    return image, b64decode(body)


TWO = Image.new("RGB", (60, 40), (250, 0, 0))
TWO.paste((0, 0, 250), (0, 0, 30, 20))


@pytest.mark.parametrize(("name", "sort"), [("a.png", "PNG"), ("a.jpg", "JPEG")])
def test_a_small_picture_is_shown_as_it_came(name, sort):
    data = made(TWO, sort)
    assert shown(data, name)[1] == data


@pytest.mark.parametrize("turn", range(2, 9))
def test_a_photo_is_upright_and_not_turned_twice(turn):
    exif = Image.Exif()
    exif[0x0112] = turn
    data = made(TWO, "JPEG", exif=exif, quality=95, subsampling=0)
    image, _ = shown(data, "a.jpg")
    upright = ImageOps.exif_transpose(Image.open(io.BytesIO(data)))
    assert image.size == upright.size
    assert image.getexif().get(0x0112, 1) == 1
    for place in [(9, 9), (9, upright.height - 9), (upright.width - 9, 9)]:
        pairs = zip(image.getpixel(place), upright.getpixel(place), strict=True)
        assert all(abs(one - other) < 20 for one, other in pairs)


def test_a_large_picture_is_made_smaller_and_keeps_what_is_clear():
    clear = Image.new("RGBA", (3000, 1000), (0, 99, 0, 128))
    image, _ = shown(made(clear, "PNG"), "a.png")
    assert image.size == (1000, 333)
    assert image.getpixel((9, 9)) == (0, 99, 0, 128)


def test_a_heavy_picture_becomes_a_photo():
    noise = Image.merge("RGB", [Image.effect_noise((500, 500), 60)] * 3)
    image, data = shown(made(noise, "PNG"), "a.png")
    assert (image.format, image.size) == ("JPEG", (500, 500))
    assert len(data) < 200_000


def test_inks_become_light():
    image, _ = shown(made(TWO.convert("CMYK"), "JPEG", quality=98), "a.jpg")
    assert image.mode == "RGB"
    assert image.getpixel((50, 30))[0] > 230


def test_a_picture_is_defined_once_and_shown_where_it_stands():
    file = SvgFile({"pictures/a.png": made(TWO, "PNG")})
    drawing = file.drawing(
        [Placed("a.png", Area(1, 2, 30, 40)), Placed("a.png", Area(-1, 0, 3, 4))], (63, 88), {}
    )
    assert file.definitions.count("data:image/png") == 1
    name = re.search(
        r'<image id="(\w+)" width="1000" height="1000" preserveAspectRatio="none"', file.definitions
    )[1]
    assert re.findall(r"<use [^>]*>", drawing) == [
        f'<use href="#{name}" transform="translate(100 200) scale(3.0000 4.0000)"/>',
        f'<use href="#{name}" transform="translate(-100 0) scale(0.3000 0.4000)"/>',
    ]


# Drawings as SVG: well-formed, complete, and in need of nothing but their definitions.

SQUARE = (("m", (1, 2)), ("l", (3, 2)), ("c", (3, 2, 3, 4, 3, 4)), ("h", ()))
BOX = DrawnShape(SQUARE, fill="#112233")
BIG = tuple(BOX._replace(fill=f"#11223{number}") for number in range(4))
SIZE = (63.0, 88.0)
REGULAR = INSTALLED.font("Alegreya Sans", 400, italic=False)
BOLD = INSTALLED.font("Alegreya Sans", 700, italic=False)


def text(*lines, tracking=0.0, span=0.0):
    runs = [DrawnLine(5.0 * at, (DrawnRun(REGULAR, line, 2.0, span),)) for at, line in enumerate(lines, 1)]
    return DrawnText(tuple(runs), 10, "#000000", tracking)


def drawn(*parts, file=None):
    """Draw parts; give the drawing and the definitions as trees."""
    file = file or SvgFile({})
    return tree(file.drawing(parts, SIZE, {})), tree(f"<defs>{file.definitions}</defs>")


def tree(written):
    return ET.fromstring(written)  # noqa: S314 - what we have written ourselves


def text_of(drawing):
    return " ".join("".join(drawing.itertext()).split())


def test_lengths_are_hundredths_of_a_millimetre():
    drawing, _ = drawn(BOX, DrawnShape(SQUARE, stroke="#445566", width=0.2, dash=(1, 0.5)))
    assert drawing.attrib == {"width": "63mm", "height": "88mm", "viewBox": "0 0 6300 8800"}
    filled, stroked = drawing
    assert filled.attrib == {"d": "M100 200L300 200C300 200 300 400 300 400Z", "fill": "#112233"}
    assert stroked.get("fill") == "none"
    assert stroked.get("stroke-width") == "20"
    assert stroked.get("stroke-dasharray") == "100 50"


def test_a_text_is_text_and_its_lines_are_apart():
    drawing, _ = drawn(text("Tools & <friends>", "of the trans-", "pierced heart", tracking=50))
    (element,) = drawing
    assert text_of(element) == "Tools & <friends> of the trans-pierced heart"
    assert [(run.get("x"), run.get("y")) for run in element] == [
        ("200", "500"),
        ("200", "1000"),
        ("200", "1500"),
    ]
    assert float(element.get("font-size")) == pytest.approx(352.8, abs=0.1)
    assert float(element.get("letter-spacing")) == pytest.approx(17.6, abs=0.1)


def test_the_word_for_an_icon_can_be_found_and_not_seen():
    drawing, _ = drawn(text("TECH", span=3.0))
    ((run,),) = drawing
    assert (run.text, run.get("fill"), run.get("textLength")) == ("TECH", "none", "240")


def test_an_icon_is_defined_once_and_takes_the_colour_of_its_place():
    one, two = DrawnIcon("mdi:cog", 10, 10, 4, "#ff0000"), DrawnIcon("mdi:cog", 20, 20, 6, "#00ff00")
    drawing, definitions = drawn(one, two)
    (symbol,) = definitions
    assert {use.get("href") for use in drawing} == {f"#{symbol.get('id')}"}
    assert [use.get("fill") for use in drawing] == ["#ff0000", "#00ff00"]
    assert (drawing[0].get("x"), drawing[0].get("width")) == ("800", "400")


def test_an_icon_stands_upright_in_its_square():
    heart = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><path d="M5 9L1 4L9 4Z"/></svg>'
    file = SvgFile({"icons/heart.svg": heart})
    file.icon_id("heart")
    assert 'd="M500 900L100 400L900 400L500 900Z"' in file.definitions
    with pytest.raises(LookupError):
        file.icon_id("no-such-icon")


def test_an_icon_made_of_pixels_is_a_picture_in_its_symbol():
    file = SvgFile({"icons/coin.png": made(Image.new("RGB", (40, 20), "#fac800"), "PNG")})
    assert file.icon_id("coin") == "s1"
    assert '<symbol id="s1" viewBox="0 0 40 20"><use href="#i0"' in file.definitions
    assert 'id="i0"' in file.definitions


def test_what_is_turned_and_cut_off_says_so():
    drawing, definitions = drawn(DrawnGroup((BOX,), 90.0, (10.0, 20.0), SQUARE))
    (group,) = drawing
    assert group.get("transform") == "rotate(90 1000 2000)"
    assert group.get("clip-path") == f"url(#{definitions[0].get('id')})"
    assert definitions[0].tag == "clipPath"


def test_what_comes_up_again_stands_once_and_its_text_stays_readable():
    parts = (*BIG, text("Monster"), *BIG)
    file = SvgFile({})
    cards = [file.drawing((DrawnRepeat(parts),), SIZE, {}) for _ in range(3)]
    definitions = tree(f"<defs>{file.definitions}</defs>")
    assert len(definitions) == 1
    assert len(definitions[0]) == len(BIG)
    assert cards[0] == cards[1] == cards[2]
    assert cards[0].count("<use") == 2
    assert ">Monster<" in cards[0]


def test_equal_drawings_of_two_languages_share_their_pieces():
    file = SvgFile({})
    for parts in (BIG, (*BIG,), tuple(DrawnShape(*part) for part in BIG)):
        file.drawing((DrawnRepeat(parts),), SIZE, {})
    assert file.definitions.count("<g ") == 1


def test_a_pattern_is_one_piece_at_many_places():
    places = tuple((float(at), 0.0) for at in range(50))
    drawing, definitions = drawn(DrawnRepeat((BOX,), places, SQUARE))
    (group,) = drawing
    assert [use.get("x") for use in group] == [str(100 * at) for at in range(50)]
    assert {one.tag for one in definitions} == {"g", "clipPath"}


@given(
    st.text(
        st.characters(
            exclude_categories=["Cs", "Cc", "Zs", "Zl", "Zp", "Cn"], exclude_characters="\ufffe\uffff"
        ),
        min_size=1,
    )
)
def test_whatever_a_card_says_is_text_and_nothing_else(words):
    file = SvgFile({})
    drawing = tree(file.drawing((text(words),), SIZE, {"aria-label": words}))
    assert "".join(drawing.itertext()) == words
    assert {one.tag for one in drawing.iter()} == {"svg", "text", "tspan"}


def test_the_letters_of_each_font_are_kept_and_only_those_embedded():
    file = SvgFile({})
    two = DrawnText((DrawnLine(5, (DrawnRun(REGULAR, "Añ9", 0), DrawnRun(BOLD, "Bœuf", 9))),), 10, "#000000")
    drawing = file.drawing((two,), SIZE, {})
    assert file.letters == {REGULAR: set("Añ9"), BOLD: set("Bœuf")}
    rules = font_rules(file.letters)
    assert (
        re.findall(r"^\.([\w-]+) ", rules, re.MULTILINE)
        == ["f0", "f1"]
        == re.findall(r'class="(\w+)"', drawing)
    )
    assert set(re.findall(r'url\("(.*?),', rules)) == {"data:font/woff;base64"}


def test_a_subset_has_its_letters_kerning_and_lining_figures():
    data = subset(REGULAR.file, "AV19")
    with TTFont(io.BytesIO(data)) as cut:
        assert set(map(chr, cut.getBestCmap())) == set("AV19")
        assert {record.FeatureTag for record in cut["GPOS"].table.FeatureList.FeatureRecord} == {"kern"}
        assert {record.FeatureTag for record in cut["GSUB"].table.FeatureList.FeatureRecord} == {"lnum"}
    assert len(data) < 5000


@pytest.mark.parametrize("language", ["en", "fr", "it"])
@pytest.mark.parametrize("game", ["data-monsters", "dataset"])
def test_every_card_is_well_formed_and_refers_to_its_definitions_only(job_of, draw, squeezed, game, language):
    job = job_of(game, language)
    file = SvgFile(job.assets)
    trees = [(card, tree(file.drawing(draw(job, card)[0], SIZE, {}))) for card, _ in job.cards[::3]]
    definitions = tree(f"<defs>{file.definitions}</defs>")
    known = {one.get("id") for one in definitions}
    for card, drawing in trees:
        used = [one.get("href")[1:] for one in drawing.iter() if "href" in one.attrib]
        used += [one.get("clip-path")[5:-1] for one in drawing.iter() if "clip-path" in one.attrib]
        assert set(used) <= known
        assert squeezed(card.name(language)) in squeezed("".join(drawing.itertext()))
    assert "http" not in file.definitions
