"""The module press/writing/masks: a silhouette covers the pixels that PDFium draws."""

import io

import pypdfium2
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageChops, ImageDraw, ImageStat

from deckwright.press.graphics.parts import (
    Area,
    DrawnGroup,
    DrawnPicture,
    DrawnRepeat,
    DrawnShadow,
    DrawnShape,
    outline,
    polygon,
    rectangle,
)
from deckwright.press.writing.document import Content, PdfFile
from deckwright.press.writing.masks import shadow_mask

INK = "#000000"
PER_MM = 24


def blob():
    picture = Image.new("RGBA", (120, 80), (0, 0, 0, 0))
    ImageDraw.Draw(picture).polygon([(5, 5), (110, 10), (20, 75)], fill=(0, 0, 0, 255))
    out = io.BytesIO()
    picture.save(out, "PNG")
    return out.getvalue()


ASSETS = {"pictures/blob.png": blob()}


def rendered(parts, area):
    """What PDFium draws in an area, as white on black."""
    file = PdfFile(ASSETS, "en", (100, 100))
    content = Content(file)
    content.draw([DrawnRepeat(tuple(parts), ((-area.x, -area.y),))])
    file.page(content, area.width, area.height)
    data = io.BytesIO()
    file.save(data, {})
    page = pypdfium2.PdfDocument(data.getvalue())[0]
    return ImageChops.invert(page.render(scale=PER_MM * 25.4 / 72).to_pil().convert("L"))


def shape(name, area, **more):
    return DrawnShape(outline(name, area), INK, **more)


SQUARE = Area(10, 12, 20, 16)
RING = (*rectangle(SQUARE), *rectangle(SQUARE.inset(4, 4)))
HOLE = (
    *polygon([(10, 10), (30, 10), (30, 30), (10, 30)]),
    *polygon([(15, 15), (15, 25), (25, 25), (25, 15)]),
)


@pytest.mark.parametrize(
    "parts",
    [
        (shape("star", SQUARE),),
        (shape("ellipse", SQUARE), shape("chevron", Area(25, 20, 20, 20))),
        (shape("rect", SQUARE, stroke=INK, width=3.0),),
        (DrawnShape(outline("circle", SQUARE), stroke=INK, width=2.0),),
        (DrawnShape(RING, INK, even_odd=True),),
        (DrawnShape(RING, INK),),
        (DrawnShape(HOLE, INK),),
        (DrawnGroup((shape("triangle", SQUARE),), 30.0, (20.0, 20.0)),),
        (DrawnGroup((shape("rect", SQUARE),), clip=outline("circle", SQUARE)),),
        (DrawnGroup((shape("rect", SQUARE),), 45.0, (20.0, 20.0), outline("star", SQUARE)),),
        (DrawnRepeat((shape("diamond", Area(0, 0, 5, 5)),), ((10, 10), (20, 15), (28, 22))),),
        (
            DrawnRepeat(
                (shape("circle", Area(0, 0, 5, 5)),), ((10, 10), (20, 15)), rectangle(Area(12, 12, 9, 9))
            ),
        ),
        (DrawnPicture("blob.png", SQUARE),),
        (DrawnGroup((DrawnPicture("blob.png", SQUARE),), 30.0, (20.0, 20.0)),),
    ],
)
def test_a_silhouette_covers_what_is_drawn(parts):
    mask = shadow_mask(DrawnShadow(parts, INK), ASSETS)
    theirs = rendered(parts, mask.area).resize(mask.image.size)
    assert ImageStat.Stat(theirs).mean[0] > 20
    difference = ImageChops.difference(mask.image, theirs).point([0] * 160 + [255] * 96)
    # Pixels at the edges are partly covered.
    assert ImageStat.Stat(difference).mean[0] < 4


@given(st.floats(0.1, 5), st.floats(0.05, 1), st.sampled_from(["rect", "star", "circle"]))
def test_a_blur_keeps_the_amount_of_shadow(blur, opacity, name):
    """The sum of all pixels is the area of the shape, as dark as the shadow is."""
    mask = shadow_mask(DrawnShadow((shape(name, SQUARE),), INK, blur=blur, opacity=opacity), {})
    sharp = shadow_mask(DrawnShadow((shape(name, SQUARE),), INK), {})
    amount, whole = (
        ImageStat.Stat(one.image).mean[0] * one.area.width * one.area.height for one in (mask, sharp)
    )
    assert amount == pytest.approx(whole * opacity, rel=0.06)


def test_nothing_casts_no_shadow():
    assert shadow_mask(DrawnShadow((), INK, blur=1), {}) is None
