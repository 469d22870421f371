import io

import pytest
from PIL import Image

from deckwright.press.graphics.svg_document import read_tree
from deckwright.press.graphics.svg_pixels import SIDE, svg_as_pixels, texts_of

from ...fonts import font_bytes


def svg(inside, box="0 0 10 5"):
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">{inside}</svg>'.encode()


def pixels(inside, *fonts, box="0 0 10 5", size=(10, 5)):
    made = svg_as_pixels(svg(inside, box), size, fonts)
    assert made.lost == ""
    return Image.open(io.BytesIO(made.data)).convert("RGBA")


@pytest.mark.parametrize(
    ("box", "size", "side"),
    [("0 0 10 5", (10, 5), (SIDE, SIDE // 2)), ("0 0 5 10", (5, 10), (SIDE // 2, SIDE))],
)
def test_the_longer_side_has_600_dpi_on_a_card(box, size, side):
    assert pixels('<rect width="9" height="9"/>', box=box, size=size).size == side
    assert abs(SIDE - 94 / 25.4 * 600) < 1


def test_a_gradient_has_its_colours_between():
    stops = '<stop offset="0" stop-color="#f00"/><stop offset="1" stop-color="#00f"/>'
    image = pixels(
        f'<linearGradient id="g">{stops}</linearGradient><rect width="10" height="5" fill="url(#g)"/>'
    )
    left, middle, right = (image.getpixel((x, 500)) for x in (1, SIDE // 2, SIDE - 2))
    assert (left[0] > 250, left[2] < 5) == (True, True)
    assert (right[2] > 250, right[0] < 5) == (True, True)
    assert abs(middle[0] - 127) < 4
    assert abs(middle[2] - 127) < 4


def test_lengths_in_millimetres_are_read():
    data = b'<svg xmlns="http://www.w3.org/2000/svg" width="40mm" height="20mm"><rect width="20mm" height="9mm" opacity=".9"/></svg>'
    made = svg_as_pixels(data, (40, 20), [])
    assert Image.open(io.BytesIO(made.data)).getbbox() == pytest.approx(
        (0, 0, SIDE // 2, SIDE * 9 // 40), abs=2
    )


def test_a_size_that_cannot_be_drawn_is_named():
    data = b'<svg xmlns="http://www.w3.org/2000/svg" width="0" height="9"/>'
    assert "size" in svg_as_pixels(data, (1, 9), []).lost


def test_what_is_half_transparent_stays_so():
    image = pixels('<rect width="10" height="5" opacity=".5"/>')
    assert abs(image.getpixel((9, 9))[3] - 128) < 2


def test_texts_are_set_in_the_fonts_given():
    words = '<text x="1" y="4" font-size="4" font-family="Own">A</text>'
    ink = pixels(words, font_bytes("Own")).getbbox()
    unit = SIDE / 10
    # The letters of the font are boxes from 50 to 450 across, and 700 high.
    assert ink == pytest.approx([1.2 * unit, 1.2 * unit, 2.8 * unit, 4 * unit], abs=3)


@pytest.mark.parametrize(
    ("inside", "lost"),
    [
        ('<text font-family="Nope">A</text>', "Nope"),
        ('<path d="M0 0 L 5 5 X"/><rect width="3" height="3"/>', "path"),
        ('<rect width="3" height="3" clip-path="circle(4px)"/>', "clip-path"),
        ('<image href="data:image/png;base64,AAAA" width="9" height="9"/>', "Image"),
    ],
)
def test_what_is_not_drawn_is_named(inside, lost):
    assert lost in svg_as_pixels(svg(inside), (10, 5), [font_bytes("Own")]).lost


def test_a_drawing_that_takes_too_much_is_given_up():
    blurs = "".join(f'<feMorphology operator="dilate" radius="{number}"/>' for number in range(40, 90))
    inside = f'<filter id="f" primitiveUnits="objectBoundingBox" x="-9" width="19">{blurs}</filter><rect width="9" height="4" filter="url(#f)"/>'
    assert svg_as_pixels(svg(inside), (10, 5), [], seconds=1).data == b""


@pytest.mark.parametrize(
    ("inside", "letters", "families"),
    [
        ("<rect/>", "", ()),
        ("<text>Ab</text>", "Ab", (("Alegreya Sans",),)),
        ('<text font-family="Own, serif">A<tspan>é</tspan></text>', "Aé", (("Own", "Alegreya Sans"),)),
        ("<text style=\"fill:red;font-family:'My Own'\">A</text>", "A", (("My Own",),)),
        (
            "<style>.a{font: bold 12px/1.2 Own, X} .b { font-family : Z }</style><text>A</text>",
            "A",
            (("Own", "X"), ("Z",)),
        ),
    ],
)
def test_the_letters_and_fonts_of_an_svg_are_known(inside, letters, families):
    found = texts_of(read_tree(svg(inside), "a.svg"))
    assert (found.letters, found.families) == (frozenset(letters), families)
