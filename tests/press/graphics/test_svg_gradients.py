"""Gradients, compared with what resvg draws of the same file."""

import io
import re

import pikepdf
import pypdfium2
import pytest
import resvg_py
from fontTools.pens.boundsPen import BoundsPen
from fontTools.svgLib.path import parse_path
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageChops, ImageStat

from deckwright.errors import InputError
from deckwright.press.graphics.svg import bounds_of, read_drawing
from deckwright.press.writing.document import Content, PdfFile
from deckwright.press.writing.images import press_inks
from deckwright.press.writing.web import SvgFile

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">'
STOPS = '<stop offset="10%" stop-color="red"/><stop offset=".5" stop-color="#ff0"/><stop offset="1" stop-color="navy"/>'
SQUARE = '<rect x="2" y="4" width="20" height="12" fill="url(#g)"/>'
DRAWINGS = {
    "linear": f'<linearGradient id="g">{STOPS}</linearGradient>{SQUARE}',
    "down": f'<linearGradient id="g" x1="0" x2="0" y1="0" y2="1">{STOPS}</linearGradient>{SQUARE}',
    "across": f'<linearGradient id="g" x1="20%" y1="10%" x2="70%" y2="90%">{STOPS}</linearGradient>{SQUARE}',
    "of the drawing": f'<linearGradient id="g" gradientUnits="userSpaceOnUse" x1="4" y1="6" x2="18" y2="20">{STOPS}</linearGradient>{SQUARE}',
    "turned": f'<linearGradient id="g" gradientTransform="rotate(40 .5 .5)">{STOPS}</linearGradient><g transform="translate(3 2) rotate(10) scale(.8 .6)">{SQUARE}</g>',
    "radial": f'<radialGradient id="g">{STOPS}</radialGradient>{SQUARE}',
    "focus": f'<radialGradient id="g" cx=".6" cy=".5" r=".4" fx=".4" fy=".6">{STOPS}</radialGradient><circle cx="12" cy="12" r="10" fill="url(#g)"/>',
    "inner circle": f'<radialGradient id="g" fr=".2">{STOPS}</radialGradient>{SQUARE}',
    "inner circle aside": f'<radialGradient id="g" cx=".6" cy=".5" r=".4" fx=".45" fy=".6" fr=".1">{STOPS}</radialGradient><circle cx="12" cy="12" r="10" fill="url(#g)"/>',
    "curve": f'<linearGradient id="g">{STOPS}</linearGradient><path d="M4 12C4 -8 20 -8 20 12S12 30 4 12z" fill="url(#g)"/>',
    "hard": '<linearGradient id="g"><stop stop-color="red"/><stop offset=".4" stop-color="red"/><stop offset=".4" stop-color="blue"/></linearGradient>'
    + SQUARE,
    "taken over": f'<linearGradient id="a" x2="0" y2="1">{STOPS}</linearGradient><linearGradient id="g" href="#a" x1=".3"/>{SQUARE}',
    "style": '<style>.a{stop-color:#0a0} #b{stop-color:#a0a}</style><linearGradient id="g"><stop class="a"/><stop id="b" offset="1" style="stop-opacity:1"/></linearGradient>'
    + SQUARE,
    "hole": f'<linearGradient id="g">{STOPS}</linearGradient><path fill-rule="evenodd" d="M2 2h20v20h-20zM8 8h8v8h-8z" fill="url(#g)" stroke="#000" stroke-width="2" stroke-linejoin="round"/>',
    "one colour": f'<linearGradient id="g"><stop stop-color="#0a0"/></linearGradient>{SQUARE}',
    "no stops": f'<linearGradient id="g"/>{SQUARE}<rect width="3" height="3"/>',
    "no extent": f'<linearGradient id="g" x1=".5" x2=".5">{STOPS}</linearGradient>{SQUARE}',
}
SIDE = 240


def shapes_of(inside):
    return read_drawing(f"{HEAD}{inside}</svg>".encode(), "a.svg").shapes


def seen(data):
    image = Image.open(io.BytesIO(data)).convert("RGBA")
    return (
        Image.alpha_composite(Image.new("RGBA", image.size, "white"), image)
        .convert("RGB")
        .resize((SIDE, SIDE))
    )


def pdf_of(inside, inks=None):
    file, out = PdfFile({}, "en", (24, 24), inks), io.BytesIO()
    content = Content(file)
    content.draw(shapes_of(inside))
    file.page(content, 24, 24)
    file.save(out, {})
    return out.getvalue()


def in_pdf(inside):
    with pypdfium2.PdfDocument(pdf_of(inside)) as document:
        return document[0].render(scale=SIDE / (24 / 25.4 * 72)).to_pil().convert("RGB").resize((SIDE, SIDE))


def in_svg(inside):
    file = SvgFile({})
    drawing = file.drawing(shapes_of(inside), (24, 24), {}).replace(
        "<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1
    )
    whole = drawing.replace("</svg>", f"<defs>{file.definitions}</defs></svg>")
    return seen(resvg_py.svg_to_bytes(svg_string=whole, width=SIDE, dpi=96))


@pytest.mark.parametrize("show", [in_pdf, in_svg])
@pytest.mark.parametrize("name", DRAWINGS)
def test_a_gradient_looks_as_in_its_file(name, show):
    theirs = seen(resvg_py.svg_to_bytes(svg_string=f"{HEAD}{DRAWINGS[name]}</svg>", width=SIDE))
    difference = ImageStat.Stat(ImageChops.difference(theirs, show(DRAWINGS[name]))).mean
    assert min(ImageStat.Stat(theirs).mean) < 252
    assert max(difference) < 4


@pytest.mark.parametrize(
    "inside",
    [
        f'<linearGradient id="g" spreadMethod="reflect">{STOPS}</linearGradient>{SQUARE}',
        f'<linearGradient id="g"><stop stop-color="red" stop-opacity=".5"/>{STOPS}</linearGradient>{SQUARE}',
        f'<linearGradient id="g" x1="wide">{STOPS}</linearGradient>{SQUARE}',
        f'<linearGradient id="g" href="#g">{STOPS}</linearGradient>{SQUARE}',
        f'<linearGradient id="g" gradientUnits="userSpaceOnUse" x1="10%">{STOPS}</linearGradient>{SQUARE}',
        f'<radialGradient id="g" fx="2">{STOPS}</radialGradient>{SQUARE}',
        f'<linearGradient id="g">{STOPS}</linearGradient><path d="M0 0h9" fill="url(#g)" stroke="red"/>',
        f'<pattern id="g" width="9" height="9"><path d="M0 0h9"/></pattern>{SQUARE}',
        SQUARE,
    ],
)
def test_what_the_press_cannot_shade_is_reported(inside):
    with pytest.raises(InputError) as fault:
        shapes_of(inside)
    assert "url(#g)" in fault.value.findings[0].message


def test_a_gradient_in_four_inks_has_no_more_than_the_limit():
    inside = (
        '<linearGradient id="g"><stop stop-color="#000"/><stop offset="1" stop-color="#010"/></linearGradient>'
        + SQUARE
    )
    with pikepdf.open(io.BytesIO(pdf_of(inside, press_inks(2.4)))) as pdf:
        (shading,) = pdf.pages[0].Resources.Shading.values()
        assert (shading.ColorSpace, shading.ShadingType) == ("/DeviceCMYK", 2)
        ends = [part[key] for part in shading.Function.Functions for key in ("/C0", "/C1")]
        assert max(sum(map(float, colour)) for colour in ends) <= 2.4
        bounds = [float(at) for at in shading.Function.Bounds]
        assert bounds == sorted(set(bounds))


def test_equal_gradients_are_written_once():
    inside = (
        f'<linearGradient id="g">{STOPS}</linearGradient>{SQUARE}<g transform="translate(0 2)">{SQUARE}</g>'
    )
    data = pdf_of(inside)
    assert data == pdf_of(inside)
    with pikepdf.open(io.BytesIO(data)) as pdf:
        assert list(pdf.pages[0].Resources.Shading.keys()) == ["/S1"]
        assert len(re.findall(rb"/S1 sh", pdf.pages[0].Contents.read_bytes())) == 2


POINT = st.tuples(*[st.integers(-50, 50)] * 2)


@given(POINT, st.lists(st.tuples(POINT, POINT, POINT), min_size=1, max_size=4))
def test_the_bounds_of_a_path_are_those_that_fonttools_finds(start, curves):
    data = f"M{start[0]} {start[1]}" + "".join(
        "C" + " ".join(f"{x} {y}" for x, y in curve) for curve in curves
    )
    pen = BoundsPen(None)
    parse_path(data, pen)
    path = (("m", start), *(("c", tuple(n for point in curve for n in point)) for curve in curves))
    assert bounds_of(path) == pytest.approx(pen.bounds)
