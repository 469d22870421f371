"""Pictures on a web page: within it, once, upright, and in colours that screens have."""

import io
import re
from base64 import b64decode

import pytest
from PIL import Image, ImageOps

from deckwright.press.parts import Area
from deckwright.press.parts import Image as Placed
from deckwright.press.pictures import picture
from deckwright.press.writing.svg import SvgFile
from deckwright.press.writing.web_pictures import picture_url


def made(image, sort, **options):
    out = io.BytesIO()
    image.save(out, sort, **options)
    return out.getvalue()


def shown(data, name):
    """Give the picture that a browser gets, and its bytes."""
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
