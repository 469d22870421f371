"""The module press/writing/images."""

from __future__ import annotations

import io
import subprocess
import sys
from contextlib import ExitStack
from dataclasses import replace
from itertools import product
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageOps

from deckwright.press.drawing.context import RenderContext
from deckwright.press.graphics.parts import DrawnIcon
from deckwright.press.targets.pages import CardPage, CardPages
from deckwright.press.writing.document import ORIENTATIONS, Content, PdfFile
from deckwright.press.writing.images import cmyk, flat_pixmap, press_inks, rgb_inks, text_cmyk

from ...programs import deep_except

COLOURS = st.integers(0, 0xFFFFFF).map(lambda number: f"#{number:06x}")


@pytest.mark.parametrize(
    ("colour", "inks"),
    [
        ("#ffffff", (0, 0, 0, 0)),
        ("#000000", (0, 0, 0, 1)),
        ("#808080", (0, 0, 0, 0.498)),
        ("#ff0000", (0, 1, 1, 0)),
        ("#00ff00", (1, 0, 1, 0)),
        ("#0000ff", (1, 1, 0, 0)),
        ("#800000", (0, 1, 1, 0.498)),
        ("#0000a0", (1, 1, 0, 0.373)),
    ],
)
def test_what_coloured_inks_have_in_common_is_printed_in_black(colour, inks):
    assert cmyk(colour, 4) == pytest.approx(inks, abs=0.001)


@given(COLOURS)
def test_no_more_ink_than_the_limit_stands_anywhere(colour):
    assert sum(cmyk(colour, 2.4)) <= 2.4 + 1e-9
    assert sum(text_cmyk(colour, 2.4)) <= 2.4 + 1e-9


@given(COLOURS)
def test_inks_are_shares_and_no_place_has_all_three_coloured_ones(colour):
    inks = cmyk(colour, 2.4)
    assert all(0 <= ink <= 1 for ink in inks)
    assert min(inks[:3]) == 0


@given(COLOURS)
def test_black_does_not_give_way_to_the_limit(colour):
    assert cmyk(colour, 2.4)[3] == cmyk(colour, 4)[3]


@pytest.mark.parametrize("colour", ["#000000", "#171c29", "#1a1620"])
def test_dark_text_is_all_black_and_nothing_else(colour):
    assert text_cmyk(colour, 2.4) == (0, 0, 0, 1)


def test_grey_text_is_a_shade_of_black():
    assert text_cmyk("#5d5c63", 2.4) == pytest.approx((0, 0, 0, 0.631), abs=0.01)


@pytest.mark.parametrize("colour", ["#cfdcff", "#fbf6ea", "#5b4700"])
def test_coloured_and_light_text_keeps_its_colour(colour):
    assert text_cmyk(colour, 2.4) == cmyk(colour, 2.4)


def test_colours_are_written_as_operators():
    assert rgb_inks().fills["#ff8000"] == "1 0.502 0 rg"
    assert rgb_inks().strokes["#ff8000"] == "1 0.502 0 RG"
    assert press_inks(2.4).fills["#ff0000"] == "0 1 1 0 k"
    assert press_inks(2.4).strokes["#ff0000"] == "0 1 1 0 K"
    assert press_inks(2.4).texts["#000000"] == "0 0 0 1 k"


@pytest.mark.parametrize(("side", "inks"), [(2.5, "0 0 0 1 k"), (20, "0.439 0.317 0 0.839 k")])
def test_a_small_dark_icon_is_printed_as_the_text_it_stands_in(side, inks):
    content = Content(PdfFile({}, "en", (63, 88), press_inks(2.4)))
    content.draw([DrawnIcon("mdi:cog", 10, 10, side, "#171c29")])
    assert inks in content.operators[-1]


# Pictures in a PDF: read back by PDFium and pikepdf, they look as Pillow sees them.

RED, GREEN, BLUE, WHITE = (250, 20, 30), (20, 200, 40), (30, 40, 220), (255, 255, 255)
CORNERS = {(0, 0): RED, (1, 0): GREEN, (0, 1): BLUE, (1, 1): WHITE}
SIZE = (80, 60)
WHOLE = "boxes: [{shape: rect, at: card, fill: ground}, {picture: FILE, at: [0, 0, 63, 88], fit: stretch}]\n"


def four_colours():
    """Make a picture with another colour in each corner."""
    image = Image.new("RGB", SIZE)
    for (across, down), colour in CORNERS.items():
        image.paste(colour, (across * 40, down * 30, across * 40 + 40, down * 30 + 30))
    return image


def made(image, sort, **options):
    out = io.BytesIO()
    image.save(out, sort, **options)
    return out.getvalue()


def with_alpha(image, shade=0):
    """Make the right half of a picture see-through."""
    alpha = Image.new("L", SIZE, 255)
    alpha.paste(shade, (40, 0, 80, 60))
    image = image.copy()
    image.putalpha(alpha)
    return image


def deep(image):
    return image.convert("L").convert("I").point(lambda grey: grey * 257).convert("I;16")


FOUR = four_colours()

PICTURES = {
    "rgb.png": (made(FOUR, "PNG"), FOUR),
    "palette.png": (made(FOUR.quantize(5), "PNG"), FOUR),
    "few.png": (made(FOUR.quantize(4), "PNG", bits=2), FOUR),
    "grey.png": (made(FOUR.convert("L"), "PNG"), FOUR.convert("L")),
    "deep.png": (made(deep(FOUR), "PNG"), FOUR.convert("L")),
    "bitmap.png": (made(FOUR.convert("L").point(lambda grey: 255 * (grey > 99)).convert("1"), "PNG"), None),
    "opaque.png": (made(with_alpha(FOUR, 255), "PNG"), FOUR),
    "alpha.png": (made(with_alpha(FOUR), "PNG"), with_alpha(FOUR)),
    "half.png": (made(with_alpha(FOUR, 128), "PNG"), with_alpha(FOUR, 128)),
    "grey-alpha.png": (made(with_alpha(FOUR.convert("L")), "PNG"), with_alpha(FOUR.convert("L"))),
    "clear.png": (made(FOUR, "PNG", transparency=GREEN), None),
    "clear-palette.png": (made(FOUR.quantize(5), "PNG", transparency=bytes(5)), None),
    "photo.jpg": (made(FOUR, "JPEG", quality=95, subsampling=0), FOUR),
    "progressive.jpg": (made(FOUR, "JPEG", quality=95, progressive=True), FOUR),
    "grey.jpg": (made(FOUR.convert("L"), "JPEG", quality=95), FOUR.convert("L")),
}
GROUND = (240, 230, 200)
FACE = "palette: {ground: '#f0e6c8'}\n"


@pytest.fixture
def printed(small_job, card, read_face):
    """Print a picture over a whole card, for screens or a press, as a page of 63 by 88 mm."""

    def make(name, data, limit=None, cards=1, face=None, *, low_ink=False):
        face = read_face(face or FACE + WHOLE.replace("FILE", name))
        job = small_job(*(card(number) for number in range(cards)), face=face)
        job = replace(job, assets={f"pictures/{name}": data})
        context = RenderContext(job.game, "en", job.assets, job.matches, low_ink=low_ink)
        pages = CardPages(job, context, press_inks(limit) if limit else None)
        for one, _ in job.cards:
            pages.front(one, CardPage(63, 88))
        out = io.BytesIO()
        pages.save(out, "test")
        return out.getvalue(), [one.rule for one in context.findings if one.rule != "coarse-picture"]

    return make


def seen(pdf):
    """The colours of the corners of the first page, row by row."""
    with pypdfium2.PdfDocument(pdf) as document:
        page = document[0].render(scale=1).to_pil().convert("RGB")
    width, height = page.size
    return [
        page.getpixel((int((0.25 + 0.5 * x) * width), int((0.25 + 0.5 * y) * height))) for x, y in CORNERS
    ]


def expected(image):
    """What the corners of a picture should look like on the ground."""
    image = image.convert("RGBA")
    whole = Image.alpha_composite(Image.new("RGBA", image.size, (*GROUND, 255)), image).convert("RGB")
    return [whole.getpixel((20 + 40 * x, 15 + 30 * y)) for x, y in CORNERS]


def alike(one, other, slip=6):
    return all(abs(a - b) <= slip for two in zip(one, other, strict=True) for a, b in zip(*two, strict=True))


@pytest.fixture
def images_of():
    """Find the images of a file, without those that only let through."""
    with ExitStack() as decode_picture:

        def found(pdf):
            document = decode_picture.enter_context(pikepdf.open(io.BytesIO(pdf)))
            streams = [one for one in document.objects if isinstance(one, pikepdf.Stream)]
            images = [one for one in streams if one.get("/Subtype") == "/Image"]
            masks = [one[key].objgen for one in images for key in ("/SMask", "/Mask") if key in one]
            return [one for one in images if one.objgen not in masks]

        yield found


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_looks_as_its_file_does(printed, name):
    data, image = PICTURES[name]
    pdf, findings = printed(name, data)
    assert alike(seen(pdf), expected(image or Image.open(io.BytesIO(data))))
    assert findings == []


@pytest.mark.parametrize("name", PICTURES)
def test_with_little_ink_a_picture_is_half_as_strong(printed, name):
    data, image = PICTURES[name]
    pdf, _ = printed(name, data, low_ink=True)
    whole = (image or Image.open(io.BytesIO(data))).convert("RGBA")
    pale = Image.blend(Image.new("RGB", whole.size, "white"), whole.convert("RGB"), 0.5)
    paper = Image.new("RGB", whole.size, "white")
    paper.paste(pale, mask=whole.getchannel("A"))
    assert alike(seen(pdf), [paper.getpixel((20 + 40 * x, 15 + 30 * y)) for x, y in CORNERS])


def test_with_little_ink_a_press_gets_half_of_each_ink_and_the_same_data(printed, images_of):
    data = made(FOUR.convert("CMYK"), "JPEG", quality=95)
    (full,), (pale,) = (
        images_of(printed("photo.jpg", data, 4.0, low_ink=low_ink)[0]) for low_ink in (False, True)
    )
    assert pale.read_raw_bytes() == full.read_raw_bytes()
    assert [float(end) for end in pale.Decode] == [0, 0.5] * 4
    (inverted,) = images_of(printed("photo.jpg", data, low_ink=True)[0])
    assert [float(end) for end in inverted.Decode] == [0.5, 0] * 4


@pytest.mark.parametrize("turn", ORIENTATIONS)
def test_a_photo_is_upright_however_the_camera_was_held(printed, turn):
    exif = Image.Exif()
    exif[0x0112] = turn
    data = made(FOUR, "JPEG", quality=95, exif=exif)
    upright = ImageOps.exif_transpose(Image.open(io.BytesIO(data))).resize(SIZE)
    assert alike(seen(printed("a.jpg", data)[0]), expected(upright))


def test_inks_of_a_jpeg_are_those_of_its_file(printed, images_of):
    cmyk = FOUR.convert("CMYK")
    pdf, _ = printed("a.jpg", made(cmyk, "JPEG", quality=98, subsampling=0))
    (image,) = images_of(pdf)
    assert image.ColorSpace == "/DeviceCMYK"
    # pikepdf gives a CMYK JPEG as Pillow reads it, Adobe's way; PDFium goes by the file alone.
    assert seen(pdf)[3] == WHITE
    red, green, blue, _ = seen(pdf)
    assert red[0] > 200
    assert red[1] < 100
    assert green[1] > 130 > green[0]
    assert blue[2] > 130 > blue[0]


def test_a_jpeg_goes_in_as_it_came(printed, images_of):
    data = PICTURES["photo.jpg"][0]
    (image,) = images_of(printed("a.jpg", data)[0])
    assert image.read_raw_bytes() == data
    assert image.Filter == "/DCTDecode"


@pytest.mark.parametrize(("name", "space"), [("rgb.png", "/DeviceRGB"), ("grey.png", "/DeviceGray")])
def test_a_png_goes_in_as_it_was_packed(printed, images_of, name, space):
    data, image = PICTURES[name]
    (found,) = images_of(printed(name, data)[0])
    assert found.read_raw_bytes() in data
    assert found.read_bytes() == image.tobytes()
    assert found.ColorSpace == space


def test_a_picture_is_in_the_file_once_for_all_cards(printed, images_of):
    data = PICTURES["alpha.png"][0]
    assert len(images_of(printed("a.png", data, cards=9)[0])) == 1


def test_only_a_file_with_transparency_is_of_a_version_that_has_it(printed):
    assert printed("a.png", PICTURES["opaque.png"][0])[0].startswith(b"%PDF-1.3")
    assert printed("a.png", PICTURES["alpha.png"][0])[0].startswith(b"%PDF-1.4")


def test_the_same_picture_gives_the_same_bytes(printed):
    data = PICTURES["half.png"][0]
    assert printed("a.png", data)[0] == printed("a.png", data)[0]
    assert printed("a.png", data, 2.4)[0] == printed("a.png", data, 2.4)[0]


@pytest.mark.parametrize("name", PICTURES)
def test_a_press_gets_four_inks_within_its_limit_and_no_transparency(printed, images_of, name):
    pdf, _ = printed(name, PICTURES[name][0], 2.4)
    assert pdf.startswith(b"%PDF-1.3")
    assert b"/SMask" not in pdf
    (image,) = images_of(pdf)
    assert image.ColorSpace == "/DeviceCMYK"
    is_photo = image.Filter == "/DCTDecode"
    inks = Image.open(io.BytesIO(image.read_raw_bytes())).tobytes() if is_photo else image.read_bytes()
    most = max(sum(inks[at : at + 4]) for at in range(0, len(inks), 4))
    assert most <= 2.4 * 255


def test_a_photo_stays_one_in_inks_unless_that_would_put_too_much_ink_in_some_place(
    printed, images_of, monkeypatch
):
    (image,) = images_of(printed("a.jpg", PICTURES["photo.jpg"][0], 2.4)[0])
    assert image.Filter == "/DCTDecode"
    monkeypatch.setattr("deckwright.press.writing.images._PHOTO_ROUNDING", 0.0)
    noise = Image.merge(
        "RGB",
        [Image.effect_noise(SIZE, 100).point([shade // 3 for shade in range(256)])] * 2
        + [Image.new("L", SIZE, 90)],
    )
    (image,) = images_of(printed("a.jpg", made(noise, "JPEG", quality=100, subsampling=0), 2.4)[0])
    assert image.Filter == "/FlateDecode"


@pytest.mark.parametrize("name", ["rgb.png", "alpha.png", "grey-alpha.png", "photo.jpg"])
def test_a_press_sees_the_same_places_in_the_same_colours(printed, name):
    data, image = PICTURES[name]
    found = seen(printed(name, data, 2.4)[0])
    for one, other in zip(found, expected(image), strict=True):
        # How inks look depends on the paper; which of the three parts is strongest does not.
        if max(other) - min(other) > 90:
            assert one.index(max(one)) == other.index(max(other))
        else:
            assert alike([one], [other], 60)


def test_many_inks_are_kept_where_there_are_not_too_many(printed, images_of):
    fine, rich = Image.new("CMYK", SIZE, (200, 10, 20, 30)), Image.new("CMYK", SIZE, (250, 250, 250, 250))
    (image,) = images_of(printed("a.jpg", made(fine, "JPEG", quality=100), 2.4)[0])
    assert alike([tuple(image.read_bytes()[:4])], [(200, 10, 20, 30)], 2)
    (image,) = images_of(printed("a.jpg", made(rich, "JPEG", quality=100), 2.4)[0])
    assert sum(image.read_bytes()[:4]) <= 2.4 * 255


def test_greys_are_printed_in_black_alone(printed, images_of):
    (image,) = images_of(printed("a.png", PICTURES["grey.png"][0], 2.4)[0])
    inks = image.read_bytes()
    assert {ink for at in range(3) for ink in inks[at::4]} == {0}
    assert inks[3::4] == bytes(255 - grey for grey in FOUR.convert("L").tobytes())


def test_half_a_colour_is_mixed_with_what_is_below_for_a_press(printed, images_of):
    pdf, findings = printed("a.png", PICTURES["half.png"][0], 2.4)
    assert findings == []
    assert len(images_of(pdf)) == 1


def test_corners_are_round_and_what_is_too_much_is_cut_off(printed):
    pdf, _ = printed(
        "a.png",
        PICTURES["rgb.png"][0],
        face=FACE
        + "boxes: [{shape: rect, at: card, fill: ground}, {picture: a.png, at: [10, 10, 40, 20], radius: 9}]\n",
    )
    with pypdfium2.PdfDocument(pdf) as document:
        page = document[0].render(scale=4 * 25.4 / 72).to_pil().convert("RGB")
    for x, y, colour in [
        (41, 41, GROUND),
        (60, 60, RED),
        (198, 41, GROUND),
        (180, 60, GREEN),
        (100, 130, GROUND),
    ]:
        assert alike([page.getpixel((x, y))], [colour])


def test_a_drawing_is_drawn_in_its_colours(printed, images_of):
    svg = b"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 2"><path d="M0 0h1v1h-1z" fill="#fa141e"/>
    <rect x="1" width="1" height="1" fill="#14c828"/><polygon points="0 1 1 1 1 2 0 2" fill="#1e28dc"/>
    <path d="M1 1h5v5h-5z M1 1h1v1h-1z" fill="#fff"/></svg>"""
    pdf, _ = printed("a.svg", svg)
    assert alike(seen(pdf), [RED, GREEN, BLUE, WHITE])
    holed = svg.replace(b'fill="#fff"', b'fill="#fff" fill-rule="evenodd"')
    assert alike(seen(printed("a.svg", holed)[0]), [RED, GREEN, BLUE, GROUND])
    assert images_of(pdf) == []


def test_pixels_next_to_a_flattened_place_keep_their_colour_for_printers_that_scale_it(images_of):
    below = Image.new("RGB", (60, 60), "#204080")
    above = below.copy()
    above.putpixel((30, 30), (255, 255, 255))
    file, out = PdfFile({}, "en", (63, 88), press_inks(2.4)), io.BytesIO()
    file.add_picture(flat_pixmap(above, below, 2.4))
    file.page(Content(file), 63, 88)
    file.save(out, {})
    (image,) = images_of(out.getvalue())
    shown = image.Mask.read_bytes()
    assert sum(byte ^ 0xFF for byte in shown[30 * 8 : 30 * 8 + 7]) == 1 << (7 - 30 % 8)
    inks = Image.frombytes("CMYK", (60, 60), image.read_bytes())
    assert inks.getpixel((30, 30)) == (0, 0, 0, 0)
    near = {inks.getpixel((30 + x, 30 + y)) for x in range(-5, 6) for y in range(-5, 6) if x or y}
    assert len(near) == 1
    assert min(near) > inks.getpixel((0, 0)) == (0, 0, 0, 0)


# Memory.

_PEAK = """
import io, pathlib, sys
from PIL import Image
from deckwright.press.graphics.parts import Tint
from deckwright.press.graphics.pictures import read_pixels
from deckwright.press.writing.images import pixmap_of

def peak():
    lines = pathlib.Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM"))

def print_one(mode, side, limit, tint):
    out = io.BytesIO()
    Image.new(mode, (side, side), (200, 90, 30, 99)[: len(Image.new(mode, (1, 1)).getbands())]).save(out, "PNG")
    data = out.getvalue()
    pixmap_of("a.png", data, read_pixels(data, "pictures/a.png"), limit, tint)

mode, limit, tint = sys.argv[1], float(sys.argv[2]) or None, Tint("#112233", 0.5) if sys.argv[3] else None
print_one(mode, 30, limit, tint)
before = peak()
print_one(mode, 3000, limit, tint)
print((peak() - before) * 1024 / 3000**2)
"""


@pytest.mark.skipif(
    not Path("/proc/self/status").is_file(), reason="the system does not say how much memory was used"
)
@pytest.mark.parametrize(
    ("mode", "limit", "tint"),
    deep_except(
        [("RGBA", 2.4, "x")],
        [*product(["L", "RGB", "RGBA"], [0, 2.4], ["", "x"])],
        "starts a process for each",
    ),
)
def test_a_picture_takes_some_ten_bytes_of_each_pixel(mode, limit, tint):
    """25 million pixels take less than 300 MB: found by tests/fuzz, where a PNG of 783 bytes took 415."""
    command = [sys.executable, "-c", _PEAK, mode, str(limit), tint]
    ran = subprocess.run(command, capture_output=True, text=True, check=True)
    assert float(ran.stdout) < 12
