"""PNG and JPEG pictures: what they say of themselves, and whether they are whole."""

import io
import struct
import tracemalloc
import zlib
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, features

from deckwright.errors import InputError
from deckwright.press.graphics.parts import Pixels, Tint
from deckwright.press.graphics.pictures import in_strips, picture, tinted_colour

NOISE = Image.effect_noise((60, 40), 90)


def made(sort, image=NOISE, **options):
    out = io.BytesIO()
    image.save(out, sort, **options)
    return out.getvalue()


def read(data, name="a.png"):
    return picture(name, {f"pictures/{name}": data})


def refused(data, name="a.png"):
    with pytest.raises(InputError) as caught:
        read(data, name)
    assert caught.value.where.file == f"pictures/{name}"
    return caught.value


PNG, JPEG = made("PNG"), made("JPEG")


def chunk(name, body):
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))


def png(width, height, *, sort=2, data=bytes(99), depth=8, interlaced=0, palette=0):
    head = struct.pack(">2I5B", width, height, depth, sort, 0, 0, interlaced)
    body = (
        chunk(b"IHDR", head)
        + chunk(b"PLTE", bytes(palette)) * (palette > 0)
        + chunk(b"IDAT", zlib.compress(data))
        + chunk(b"IEND", b"")
    )
    return b"\x89PNG\r\n\x1a\n" + body


def test_a_picture_has_its_sort_and_its_size():
    assert read(PNG) == Pixels("PNG", 60, 40)
    assert read(JPEG, "a.jpg") == read(JPEG, "a.jpeg") == read(JPEG, "A.JPG") == Pixels("JPEG", 60, 40)


@pytest.mark.parametrize("turn", range(10))
def test_a_photo_is_as_wide_as_the_camera_was_held(turn):
    exif = Image.Exif()
    exif[0x0112] = turn
    size = (40, 60) if turn in {5, 6, 7, 8} else (60, 40)
    assert read(made("JPEG", exif=exif), "a.jpg") == Pixels("JPEG", *size, turn if 1 <= turn <= 8 else 1)


def test_broken_words_of_a_camera_do_no_harm():
    data = made("JPEG", exif=b"Exif\0\0MM\0*\0\0\0\x08\0\xff" + bytes(9))
    assert read(data, "a.jpg") == Pixels("JPEG", 60, 40)


@pytest.mark.parametrize(
    ("data", "name", "message"),
    [
        (b"", "a.png", "the file is damaged"),
        (b"hello", "a.jpg", "the file is damaged"),
        (made("GIF"), "a.png", "the file is damaged"),
        (png(9, 9), "a.png", "truncated"),
        (png(9, 9, sort=3, data=bytes(90)), "a.png", "cannot be read"),
        (PNG, "a.jpg", "This file is a PNG picture, which its extension does not match: rename it to a.png."),
        (
            JPEG,
            "a.b.png",
            "This file is a JPEG picture, which its extension does not match: rename it to a.b.jpg.",
        ),
        (png(8000, 8000), "a.png", "50 million"),
        (png(2**31 - 1, 2**31 - 1), "a.png", "50 million"),
    ],
)
def test_what_is_no_picture_or_too_large_a_one_is_refused(data, name, message):
    assert message in refused(data, name).message


@given(st.integers(0, len(PNG) - 30))
def test_a_png_that_is_cut_off_anywhere_is_refused(length):
    refused(PNG[:length])


ADAM7 = ["16462646", "77777777", "56565656", "77777777", "36463646", "77777777", "56565656", "77777777"]
"""Pass of each pixel of eight by eight (PNG, 8.2)."""

BITS = {
    (0, 1): 1,
    (0, 8): 8,
    (0, 16): 16,
    (2, 8): 24,
    (2, 16): 48,
    (3, 1): 1,
    (3, 4): 4,
    (4, 8): 16,
    (6, 8): 32,
}
"""Bits of a pixel by colour type and depth."""


@given(st.integers(1, 40), st.integers(1, 40), st.sampled_from(sorted(BITS)), st.booleans())
def test_a_png_has_all_its_rows(width, height, form, interlaced):
    rows = Counter(
        (ADAM7[y % 8][x % 8] if interlaced else "", y) for y in range(height) for x in range(width)
    )
    lengths = [1 + (columns * BITS[form] + 7) // 8 for columns in rows.values()]
    keys = {"sort": form[0], "depth": form[1], "interlaced": int(interlaced), "palette": 6 * (form[0] == 3)}
    assert read(png(width, height, data=bytes(sum(lengths)), **keys)) == Pixels("PNG", width, height)
    last = [length for (number, _), length in zip(rows, lengths, strict=True) if number == max(rows)[0]][-1]
    assert "cannot be read" in refused(png(width, height, data=bytes(sum(lengths) - last), **keys)).message


def test_a_png_with_a_wrong_checksum_of_its_rows_is_refused():
    """Found by tests/fuzz: Pillow stops reading when it has all rows, before the checksum."""
    rows = bytes(99 * (1 + 3 * 12))
    packed = zlib.compress(rows)
    wrong = packed[:-1] + bytes([packed[-1] ^ 1])
    data = png(12, 9, data=rows).replace(chunk(b"IDAT", packed), chunk(b"IDAT", wrong))
    assert "cannot be read" in refused(data).message


def test_a_png_with_two_headers_is_refused():
    """Found by tests/fuzz: Pillow reads the last one, others the first one, which may be wrong in any way."""
    data = png(12, 9, data=bytes(9 * 37))
    assert read(data) == Pixels("PNG", 12, 9)
    other = chunk(b"IHDR", struct.pack(">2I5B", 12, 9, 16, 128, 0, 0, 0))
    assert "cannot be read" in refused(data[:8] + other + data[8:]).message


def test_a_png_is_unpacked_in_pieces():
    data = png(6000, 4000, sort=0, data=bytes(4000 * 6001))
    assert len(data) < 30_000
    read(png(8, 8, data=bytes(8 * 25)))
    tracemalloc.start()
    try:
        assert read(data) == Pixels("PNG", 6000, 4000)
        assert tracemalloc.get_traced_memory()[1] < 5_000_000
    finally:
        tracemalloc.stop()


@given(st.integers(0, len(JPEG) - 40))
def test_a_jpeg_that_is_cut_off_anywhere_is_refused(length):
    refused(JPEG[:length], "a.jpg")


@given(st.integers(8, len(PNG) - 13), st.integers(1, 255))
def test_a_png_with_a_byte_changed_is_refused_or_read(at, change):
    data = PNG[:at] + bytes([PNG[at] ^ change]) + PNG[at + 1 :]
    where = sort = None
    try:
        sort = read(data).sort
    except InputError as fault:
        where = fault.where
    assert sort == "PNG" or where.line


# WebP and AVIF.


@pytest.mark.parametrize(("sort", "name"), [("WEBP", "a.webp"), ("AVIF", "a.avif")])
def test_newer_formats_are_read_where_pillow_reads_them(sort, name):
    if not features.check(sort.lower()):
        pytest.skip("this Pillow lacks the format")
    exif = Image.Exif()
    exif[0x0112] = 6
    own = {"WEBP": "WebP"}.get(sort, sort)
    assert read(made(sort), name) == Pixels(own, 60, 40)
    assert read(made("WEBP", exif=exif), "a.webp") == Pixels("WebP", 40, 60, 6)
    assert "rename it to" in refused(made(sort), "a.png").message
    assert name in refused(made(sort), "a.png").message
    assert "cannot be read" in refused(made(sort)[:60], name).message


def test_a_picture_that_moves_is_refused():
    frames = [Image.new("RGB", (9, 9), colour) for colour in ("red", "blue")]
    data = made("WEBP", frames[0], save_all=True, append_images=frames[1:])
    assert "moves" in refused(data, "a.webp").message


def test_a_format_that_pillow_lacks_is_refused_by_its_name(monkeypatch):
    monkeypatch.setattr(features, "check", lambda _: False)
    assert "cannot read AVIF" in refused(b"not read before", "a.avif").message


# Tint.


@given(
    st.sampled_from(["normal", "multiply", "screen", "overlay"]),
    st.floats(0, 1),
    st.tuples(*[st.integers(0, 255)] * 6),
)
def test_a_tint_of_a_colour_is_between_the_colour_and_its_blend(blend, share, parts):
    colour, tone = (f"#{bytes(three).hex()}" for three in (parts[:3], parts[3:]))
    none = tinted_colour(colour, Tint(tone, 0, blend))
    full = tinted_colour(colour, Tint(tone, 1, blend))
    mixed = tinted_colour(colour, Tint(tone, share, blend))
    assert none == colour
    for at in (1, 3, 5):
        low, value, high = (int(one[at : at + 2], 16) for one in (none, mixed, full))
        assert min(low, high) <= value <= max(low, high)
        assert abs(value - (low + share * (high - low))) <= 1
    assert tinted_colour("", Tint(tone)) == ""


@pytest.mark.parametrize("mode", ["L", "LA", "P", "RGB", "RGBA", "CMYK"])
@pytest.mark.parametrize("size", [(1100, 2100), (600, 3), (3, 600), ((1 << 20) + 1, 2)], ids=str)
def test_strips_make_what_the_whole_picture_makes(mode, size):
    image = NOISE.resize(size).convert("RGB").convert(mode)
    image.info["comment"] = b"x"
    made_of_strips = in_strips(image, "RGB", lambda strip: strip.convert("RGB"))
    assert made_of_strips.tobytes() == image.convert("RGB").tobytes()
    assert made_of_strips.info == {"comment": b"x"}
