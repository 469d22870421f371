"""Gradients and what is seen through, in each kind of file: read back, and compared with figures calculated here."""

import io
import os
import re
from base64 import b64decode
from dataclasses import replace
from math import cos, erf, hypot, radians, sin
from pathlib import Path
from types import SimpleNamespace

import pikepdf
import pypdfium2
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageChops, features

from deckwright.press.boxes.picture import PictureBox
from deckwright.press.drawing.card import Digests, draw_card
from deckwright.press.drawing.context import RenderContext
from deckwright.press.faces.face_file import face_reader, load_face
from deckwright.press.graphics.parts import Area, DrawnPicture
from deckwright.press.looks.colours import Blend, ToneStop
from deckwright.press.print_job import print_pdf
from deckwright.press.targets.pages import print_pages
from deckwright.press.targets.target import load_target
from deckwright.press.writing.document import Content, PdfFile
from deckwright.press.writing.images import press_inks
from deckwright.press.writing.web import SvgFile

PALETTE = """\
palette:
  ink: "#000000"
  white: "#ffffff"
  sky: "#3366cc"
  sun: "#ffcc00"
  down: {linear: [sky, sun]}
  across: {linear: [white, {colour: ink, at: 0.25}, sun], angle: 0}
  round: {radial: [white, sky], radius: 0.5}
  shade: {linear: [{colour: ink, opacity: 0}, ink]}
boxes:
"""
SHOP = load_target("dtc-poker").makes


@pytest.fixture
def job_with(read_face, small_job, card):
    """Make a job of one card with some boxes."""

    def make(boxes, **texts):
        job = small_job(card(**texts), face=read_face(PALETTE + boxes))
        return replace(job, backs={"tool": load_face("back-plain", face_reader({}))})

    return make


def pdf_of(job):
    out = io.BytesIO()
    print_pdf(job, out)
    return out.getvalue()


def shop_of(job):
    out = io.BytesIO()
    print_pages(replace(job, backs={}), SHOP._replace(backs="none"), "target", out)
    return out.getvalue()


def pixels_of(data, scale=4):
    """Colour of a page at a place in points from its top left corner."""
    picture = pypdfium2.PdfDocument(data)[0].render(scale=scale).to_pil().convert("RGB")
    return lambda x, y: picture.getpixel((round(x * scale), round(y * scale)))


def on_sheet(job, data):
    """Colour of the first card of a sheet at a place in mm."""
    at, (x, y) = pixels_of(data), job.sheet.places()[0]
    return lambda across, down: at((x + across) / 25.4 * 72, (y + down) / 25.4 * 72)


def close(one, two, most=3):
    return all(abs(a - b) <= most for a, b in zip(one, two, strict=True))


def between(one, two, share):
    return tuple(round(a + (b - a) * share) for a, b in zip(one, two, strict=True))


SKY, SUN, INK, WHITE = (0x33, 0x66, 0xCC), (0xFF, 0xCC, 0), (0, 0, 0), (255, 255, 255)


@pytest.mark.parametrize("y", [10, 20, 30, 40, 49])
def test_a_linear_gradient_runs_downwards(job_with, y):
    job = job_with("- {shape: rect, at: [10, 10, 40, 40], fill: down}")
    assert close(on_sheet(job, pdf_of(job))(30, y), between(SKY, SUN, (y - 10) / 40))


@pytest.mark.parametrize(
    ("x", "colour"),
    [(11, between(WHITE, INK, 0.1)), (15, between(WHITE, INK, 0.5)), (20, INK), (35, between(INK, SUN, 0.5))],
)
def test_a_colour_of_a_gradient_is_where_the_face_puts_it(job_with, x, colour):
    job = job_with("- {shape: rect, at: [10, 10, 40, 40], fill: across}")
    assert close(on_sheet(job, pdf_of(job))(x, 30), colour, 6)


@pytest.mark.parametrize(("x", "y"), [(30, 30), (35, 30), (30, 38), (24, 26), (49, 30), (12, 12)])
def test_a_radial_gradient_ends_where_its_radius_says(job_with, x, y):
    job = job_with("- {shape: rect, at: [10, 10, 40, 40], fill: round}")
    share = min(1, hypot(x - 30, y - 30) / (0.5 * hypot(20, 20)))
    assert close(on_sheet(job, pdf_of(job))(x, y), between(WHITE, SKY, share))


def test_a_gradient_is_cut_off_at_its_shape_and_turns_with_it(job_with):
    job = job_with("- {shape: circle, at: [10, 10, 40, 40], fill: down, turn: 90}")
    at = on_sheet(job, pdf_of(job))
    assert at(11, 11) == WHITE
    assert close(at(45, 30), between(SKY, SUN, 5 / 40))


def test_a_gradient_fades_and_shows_what_is_below(job_with):
    job = job_with(
        "- {shape: rect, at: [0, 0, 63, 88], fill: sun}\n- {shape: rect, at: [10, 10, 40, 40], fill: shade}"
    )
    at = on_sheet(job, pdf_of(job))
    for y in (12, 20, 30, 45):
        assert close(at(30, y), between(SUN, INK, (y - 10) / 40))


def test_boxes_of_a_group_are_seen_through_together(job_with):
    boxes = "[{shape: rect, at: [0, 0, 20, 20], fill: ink}, {shape: rect, at: [10, 0, 20, 20], fill: sky}]"
    job = job_with(f"- {{group: {boxes}, at: [10, 10, 30, 20], opacity: 0.5}}")
    at = on_sheet(job, pdf_of(job))
    assert close(at(15, 20), between(WHITE, INK, 0.5))
    assert close(at(25, 20), between(WHITE, SKY, 0.5))


@pytest.mark.parametrize(
    "box",
    [
        "{text: 'A', at: [10, 10, 40, 40], opacity: 0.5, style: {size: 99}}",
        "{icon: 'mdi:square', at: [10, 10, 40, 40], colour: ink, opacity: 0.5}",
        "{stack: [{shape: rect, fill: ink, height: 40}], at: [10, 10, 40, 40], opacity: 0.5}",
        "{repeat: tech, cell: [40, 40], each: [{shape: rect, at: [0, 0, 40, 40], fill: ink}], at: [10, 10, 40, 40], opacity: 0.5}",
        "{pattern: [{shape: rect, at: [0, 0, 9, 9], fill: ink}], step: [5, 5], at: [10, 10, 40, 40], opacity: 0.5}",
        "{bar: tech, total: 1, fill: ink, at: [10, 10, 40, 40], opacity: 0.5}",
    ],
)
def test_every_kind_of_box_can_be_seen_through(job_with, box):
    job = job_with(f"- {box}", fields={"tech": 1})
    picture = pypdfium2.PdfDocument(pdf_of(job))[0].render(scale=3).to_pil().convert("L")
    x, y = (round(side / 25.4 * 72 * 3) for side in job.sheet.places()[0])
    darkest = picture.crop((x + 30, y + 30, x + 450, y + 450)).getextrema()[0]
    assert 125 <= darkest <= 130


def test_a_box_that_is_seen_through_completely_is_not_drawn(job_with, draw):
    job = job_with("- {shape: rect, at: card, fill: ink, opacity: 0}")
    assert [inner for part in draw(job, job.cards[0][0])[0] for inner in part.parts] == []


MIXED = """\
- {shape: rect, at: bleed, fill: down}
- {shape: star, at: [5, 5, 30, 30], fill: round, stroke: ink, width: 0.5}
- {shape: rect, at: [10, 40, 40, 40], fill: shade, radius: 4}
- {text: "{name} words", at: [12, 44, 36, 20]}
- {icon: "mdi:cog", at: [40, 4, 15, 15], colour: sun, opacity: 0.4}
"""


def test_the_same_job_makes_the_same_bytes(job_with):
    assert pdf_of(job_with(MIXED)) == pdf_of(job_with(MIXED))
    assert shop_of(job_with(MIXED)) == shop_of(job_with(MIXED))


def test_a_print_shop_gets_no_transparency_and_four_inks(job_with):
    pdf = pikepdf.open(io.BytesIO(shop_of(job_with(MIXED))))
    assert pdf.pdf_version == "1.3"
    for thing in pdf.objects:
        if isinstance(thing, pikepdf.Dictionary | pikepdf.Stream):
            assert not {"/SMask", "/ca", "/CA", "/BM", "/Group"} & set(thing.keys())
            assert "/XObject" in thing or thing.get("/ColorSpace", "/DeviceCMYK") == "/DeviceCMYK"


def test_a_print_shop_gets_the_inks_of_the_colour_that_is_seen(job_with):
    boxes = "- {shape: rect, at: bleed, fill: white}\n- {shape: rect, at: [10, 10, 40, 40], fill: sun, opacity: 0.5}"
    shop = shop_of(job_with(boxes))
    assert not images_in(shop)
    red, green, blue = between(WHITE, SUN, 0.5)
    inks = [1 - part / 255 for part in (red, green, blue)]
    assert f"{inks[1]:.3f} {inks[2]:.3f} 0 k".encode() in b"".join(operators_of(shop))


def images_in(data):
    pdf = pikepdf.open(io.BytesIO(data))
    streams = [one for one in pdf.objects if isinstance(one, pikepdf.Stream)]
    return [one for one in streams if one.get("/Subtype") == "/Image"]


def operators_of(data):
    pdf = pikepdf.open(io.BytesIO(data))
    streams = [one for one in pdf.objects if isinstance(one, pikepdf.Stream)]
    return [one.read_bytes() for one in streams if one.get("/Subtype") == "/Form"]


OVER = [
    "- {shape: rect, at: [10, 10, 40, 40], fill: sun, opacity: 0.5}",
    "- {shape: circle, at: [20, 25, 40, 40], fill: shade}",
    "- {group: [{shape: rect, at: [0, 0, 20, 30], fill: across}, {icon: 'mdi:anvil', at: [2, 2, 16, 16], colour: ink}], at: [20, 30, 20, 30], opacity: 0.6, turn: 20}",
    "- {shape: rect, at: [12, 30, 30, 30], fill: white, radius: 3, shadow: {}}",
    "- {icon: 'mdi:duck', at: [15, 20, 30, 30], colour: white, shadow: {colour: ink, opacity: 0.8, blur: 1.2}}",
    "- {text: '{name}', at: [8, 30, 50, 12], style: {size: 20}, shadow: {x: 1, y: 1, blur: 0, opacity: 0.5}}",
    "- {text: '{name}', at: [8, 30, 50, 12], style: {size: 20}, opacity: 0.5}",
]
BELOW = [
    "- {shape: rect, at: bleed, fill: sun}",
    "- {shape: rect, at: bleed, fill: down}",
    "- {shape: rect, at: bleed, fill: sky}\n- {shape: circle, at: [5, 20, 30, 30], fill: sun}\n- {shape: rect, at: [30, 5, 30, 50], fill: down}",
    "- {shape: rect, at: bleed, fill: sun}\n- {text: '{text}', at: [5, 5, 50, 80], style: {size: 20}}",
    "- {picture: halves.jpg, at: bleed}",
    "",
]


@pytest.mark.parametrize("below", BELOW)
@pytest.mark.parametrize("over", OVER)
def test_a_print_shop_sees_what_others_see(with_picture, over, below):
    """The page without transparency looks as the one that has it does, once its pixels are in inks."""
    job = with_picture(f"{below}\n{over}\n")
    out = io.BytesIO()
    print_pages(replace(job, backs={}), SHOP._replace(backs="none", press=None), "target", out)
    whole, flat = at_screen(out.getvalue()), at_screen(shop_of(job))
    file = PdfFile({"pictures/whole.png": made(whole)}, "en", (100, 100), press_inks(2.4))
    size = tuple(side * 25.4 / 110 for side in whole.size)
    content = Content(file)
    content.draw([DrawnPicture("whole.png", Area(0, 0, *size))])
    file.page(content, *size)
    out = io.BytesIO()
    file.save(out, {})
    change = ImageChops.difference(at_screen(out.getvalue()).resize(flat.size), flat).convert("L")
    assert sum(change.histogram()[48:]) < 0.004 * whole.width * whole.height


def at_screen(data):
    return pypdfium2.PdfDocument(data)[0].render(scale=110 / 72).to_pil().convert("RGB")


def test_words_below_and_above_stay_words_for_a_print_shop(job_with):
    page = pypdfium2.PdfDocument(shop_of(job_with(MIXED)))[0]
    assert "Anvil words" in page.get_textpage().get_text_range()


def test_what_nothing_is_seen_through_stays_as_it_was(job_with):
    """A face without anything new has neither shadings nor states."""
    pdf = pikepdf.open(io.BytesIO(pdf_of(job_with("- {shape: rect, at: card, fill: sky}"))))
    assert pdf.pdf_version == "1.3"
    assert "/Shading" not in pdf.pages[0].Resources
    assert "/ExtGState" not in pdf.pages[0].Resources


def test_a_web_page_has_the_same_gradients(job_with, draw):
    job = job_with(MIXED)
    file = SvgFile(job.assets)
    drawing = file.drawing(draw(job, job.cards[0][0])[0], (63, 88), {})
    whole = file.definitions + drawing
    assert 'gradientTransform="matrix(0.00 9400.00 -9400.00 0.00 3150.00 -300.00)"' in whole
    assert '<stop offset="0" stop-color="#000000" stop-opacity="0"/>' in whole
    assert whole.count("<linearGradient") == 2
    assert 'opacity="0.4"' in whole


def test_a_digest_knows_gradients_and_opacity(job_with, draw):
    def digest(boxes):
        job = job_with(boxes)
        return Digests(job.assets).of(draw(job, job.cards[0][0])[0], (63, 88))

    looks = [
        "fill: sky",
        "fill: down",
        "fill: across",
        "fill: sky, opacity: 0.5",
        "fill: sky, opacity: 0.6",
    ]
    digests = [digest(f"- {{shape: rect, at: card, {look}}}") for look in looks]
    assert len(set(digests)) == len(looks)
    assert digests[1] == digest("- {shape: rect, at: card, fill: down}")


def low_ink(job):
    context = RenderContext(job.game, "en", job.assets, job.matches, low_ink=True)
    return list(draw_card(job.cards[0][0], job.faces["tool"], context))


def test_with_little_ink_gradients_are_outlines_and_nothing_is_seen_through(job_with, log_of):
    log = log_of(low_ink(job_with(MIXED)))
    assert "opacity" not in log
    assert "#3366cc" not in log
    assert "fill #ffffff stroke" in log
    # The shade becomes white, so that the words on it can be read.
    assert "linear 0.00 40.00 -40.00 0.00 30.00 40.00: 0.00 #ffffff 0, 1.00 #ffffff 1" in log


# Gradients fitted to their shapes.

sides = st.floats(1, 100)


@given(st.floats(-360, 360), sides, sides)
def test_a_linear_gradient_begins_and_ends_at_corners(angle, width, height):
    """In its own space, the corners of the area are at 0 and 1, or between (CSS Images 3, 3.1.1)."""
    blend = Blend((ToneStop("a"), ToneStop("b")), angle=angle)
    a, b, _, _, e, f = blend.over(Area(5, 7, width, height), ("#000000", "#ffffff")).matrix
    length = hypot(a, b)
    shares = [((x - e) * a + (y - f) * b) / length**2 for x in (5, 5 + width) for y in (7, 7 + height)]
    assert min(shares) == pytest.approx(0, abs=1e-6)
    assert max(shares) == pytest.approx(1, abs=1e-6)
    assert (a / length, b / length) == pytest.approx((cos(radians(angle)), sin(radians(angle))), abs=1e-6)


@given(st.lists(st.none() | st.floats(0, 1), min_size=2, max_size=8))
def test_colours_without_a_place_are_spread_evenly(places):
    known = iter(sorted(place for place in places if place is not None))
    places = [None if place is None else next(known) for place in places]
    blend = Blend(tuple(ToneStop("a", place) for place in places))
    found = [stop.at for stop in blend.over(Area(0, 0, 1, 1), ["#000000"] * len(places)).stops]
    assert found == pytest.approx(sorted(found))
    assert all(place is None or at == pytest.approx(place) for place, at in zip(places, found, strict=True))
    if not any(places):
        assert found[-1] in {0, 1}


# Shadows, and outlines of letters.


def test_a_sharp_shadow_is_a_moved_shape_below(job_with):
    job = job_with(
        "- {shape: rect, at: [10, 10, 20, 20], fill: sun, shadow: {x: 5, y: 3, blur: 0, opacity: 0.5}}"
    )
    at = on_sheet(job, pdf_of(job))
    assert close(at(20, 20), SUN)
    assert close(at(32, 31), between(WHITE, INK, 0.5))
    assert at(36, 20) == at(20, 34) == at(12, 31.5) == WHITE


@pytest.mark.parametrize("beyond", [-2, -1, 0, 1, 2])
def test_a_soft_shadow_fades_as_a_normal_distribution(job_with, beyond):
    """Half of the blur is the deviation, as in CSS; a straight edge is then an error function."""
    job = job_with(
        "- {shape: rect, at: [5, 10, 30, 30], fill: sky, shadow: {x: 20, y: 0, blur: 2, opacity: 0.8}}"
    )
    share = 0.8 * (1 - erf(beyond / 2**0.5)) / 2
    assert close(on_sheet(job, pdf_of(job))(55 + beyond, 25), between(WHITE, INK, share), 6)


SHADOWS = """\
- {shape: rect, at: [4, 4, 30, 20], fill: down, radius: 3, shadow: {blur: 2}, turn: 10}
- {text: "{name}", at: [4, 30, 50, 10], style: {outline: sun, outline_width: 0.4}, shadow: {colour: sky, blur: 1}}
- {icon: "mdi:leaf", at: [4, 45, 20, 20], colour: sky, shadow: {blur: 0}}
- {stack: [{text: "{name}", style: {outline: sky}, shadow: {}}], at: [30, 45, 30, 20]}
- {group: [{shape: star, at: [0, 0, 9, 9], fill: sun}], at: [40, 4, 20, 20], clip: true, shadow: {blur: 1}, both_ways: true}
- {pattern: [{shape: circle, at: [0, 0, 2, 2], fill: sky}], step: [3, 3], at: [4, 70, 20, 9], shadow: {blur: 0.5}}
- {repeat: tech, cell: [4, 4], each: [{shape: circle, at: [0, 0, 4, 4], fill: sky}], at: [30, 70, 20, 9], shadow: {}}
"""


def test_shadows_make_the_same_bytes_and_none_is_seen_through_in_a_print_shop(job_with):
    job = job_with(SHADOWS, fields={"tech": 3})
    assert pdf_of(job) == pdf_of(job_with(SHADOWS, fields={"tech": 3}))
    shop = shop_of(job)
    assert shop == shop_of(job_with(SHADOWS, fields={"tech": 3}))
    pdf = pikepdf.open(io.BytesIO(shop))
    for thing in pdf.objects:
        if isinstance(thing, pikepdf.Dictionary | pikepdf.Stream):
            assert not {"/SMask", "/ca", "/CA", "/BM", "/Group"} & set(thing.keys())


def test_words_with_a_shadow_and_an_outline_are_in_a_file_once(job_with):
    job = job_with("- {text: '{name}', at: [4, 30, 50, 10], style: {outline: sun}, shadow: {blur: 1}}")
    text = pypdfium2.PdfDocument(pdf_of(job))[0].get_textpage().get_text_range()
    assert text.count("Anvil") == 1


@pytest.mark.parametrize("text", ["Wave To 17", "[big]Wave[/] [line]To 17[/]"])
def test_the_silhouette_of_a_text_is_where_its_letters_are(job_with, text):
    """The shapes of the shadow cover the same pixels as the text alone."""
    box = f"- {{text: '{text}', at: [4, 10, 55, 20], style: {{size: 24, tracking: 50, colour: ink}}%s}}\n"
    runs = "runs: {big: {size: 1.5}, line: {underline: true}}"
    plain = job_with(box % "" + runs)
    outlined = job_with(box % ", shadow: {x: 0, y: 0, blur: 0, opacity: 1}" + runs)
    one, two = (
        pypdfium2.PdfDocument(pdf_of(job))[0].render(scale=4).to_pil().convert("L")
        for job in (plain, outlined)
    )
    difference = ImageChops.difference(one, two)
    assert sum(difference.histogram()[128:]) < 0.01 * sum(one.histogram()[:128])


LINED = b"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="M2 4H22" fill="none" stroke="#000" stroke-width="3"
stroke-dasharray="6 2"/><path d="M4 12h14v8h-14z" fill="#000" stroke="#000" stroke-linejoin="round" stroke-width="2"/></svg>"""


@pytest.mark.parametrize("style", ["", "colours: own, "])
def test_the_silhouette_of_an_icon_has_its_lines(job_with, style):
    box = "- {icon: lined, at: [10, 10, 40, 40], %scolour: ink%s}"
    plain = job_with(box % (style, ""))
    shadowed = job_with(box % (style, ", shadow: {x: 0, y: 0, blur: 0, opacity: 1}"))
    one, two = (
        pypdfium2.PdfDocument(pdf_of(replace(job, assets={"icons/lined.svg": LINED})))[0]
        .render(scale=4)
        .to_pil()
        .convert("L")
        for job in (plain, shadowed)
    )
    assert sum(one.histogram()[:128]) > 10000
    difference = ImageChops.difference(one, two)
    assert sum(difference.histogram()[128:]) < 0.01 * sum(one.histogram()[:128])


def test_an_outline_is_around_the_letters(job_with):
    job = job_with(
        "- {text: 'I', at: [4, 10, 55, 20], style: {size: 60, colour: ink, outline: sun, outline_width: 2}}"
    )
    picture = pypdfium2.PdfDocument(pdf_of(job))[0].render(scale=4).to_pil().convert("RGB")
    colours = {colour for _, colour in picture.getcolors(100000)}
    assert {SUN, INK} <= colours


def test_with_little_ink_there_are_no_shadows_and_no_outlines(job_with, log_of):
    job = job_with(SHADOWS, fields={"tech": 3})
    assert "shadow" not in log_of(low_ink(job))
    assert "text" in log_of(low_ink(job))


def test_a_web_page_has_the_same_shadows(job_with, draw):
    job = job_with(SHADOWS, fields={"tech": 3})
    file = SvgFile(job.assets)
    drawing = file.drawing(draw(job, job.cards[0][0])[0], (63, 88), {})
    whole = file.definitions + drawing
    assert 'stdDeviation="100"' in whole
    assert 'flood-color="#3366cc"' in whole
    assert 'transform="translate(40 60)" opacity="0.4"' in whole


def test_the_drawn_log_of_paint(job_with, draw, log_of):
    """What is drawn, as in the golden logs of cards: `DECKWRIGHT_GOLDEN=write` writes it anew."""
    job = job_with(MIXED + SHADOWS, fields={"tech": 2})
    file = Path(__file__).parent / "golden" / "paint.txt"
    log = log_of(draw(job, job.cards[0][0])[0])
    if os.environ.get("DECKWRIGHT_GOLDEN") == "write":
        file.write_text(log, encoding="utf-8")
    assert log == file.read_text(encoding="utf-8")


# Masks, focus and tint of pictures.


def made(image, sort="PNG", **more):
    out = io.BytesIO()
    image.save(out, sort, **more)
    return out.getvalue()


HALVES = Image.new("RGB", (200, 100), SUN)
HALVES.paste(SKY, (100, 0, 200, 100))


@pytest.fixture
def with_picture(job_with):
    """Make a job of one card with some boxes, and a picture whose left half is yellow and whose right half is blue."""

    def make(boxes, **texts):
        job = job_with(boxes, **texts)
        pictures = {
            "pictures/halves.png": made(HALVES),
            "pictures/halves.jpg": made(HALVES, "JPEG", quality=95),
        }
        return replace(job, assets={**job.assets, **pictures})

    return make


@pytest.mark.parametrize(
    ("mask", "inside", "outside"),
    [
        ("mask: circle", [(30, 30), (22, 30)], [(12, 12), (48, 48)]),
        ("mask: diamond", [(30, 12)], [(15, 15)]),
        ("mask: polygon, points: [[0, 0], [40, 0], [0, 40]]", [(12, 12), (20, 20)], [(40, 40)]),
        ("mask: {by: level, junior: star, else: rect}", [(12, 12), (48, 48)], []),
        ("mask: rect, radius: 20", [(30, 30)], [(12, 12)]),
    ],
)
def test_a_picture_is_clipped_at_its_mask(with_picture, mask, inside, outside):
    job = with_picture(f"- {{picture: halves.png, at: [10, 10, 40, 40], fit: stretch, {mask}}}")
    at = on_sheet(job, pdf_of(job))
    assert all(close(at(x, y), SUN if x < 30 else SKY) for x, y in inside if x != 30)
    assert all(at(x, y) == WHITE for x, y in outside)


@given(st.floats(0, 1), st.floats(0, 1), st.floats(5, 60), st.floats(5, 60), st.floats(0.2, 5))
def test_the_focus_is_as_near_the_middle_as_the_picture_allows(across, down, width, height, shape):
    box = SimpleNamespace(fit="cover", focus=(across, down), align="left", valign="top")
    area, found = Area(3, 4, width, height), SimpleNamespace(width=shape * 100, height=100)
    whole = PictureBox.whole_area(box, found, area)
    # It covers the box, has its own proportions, and no other place would bring the point nearer.
    assert whole.x <= area.x + 1e-9
    assert whole.y <= area.y + 1e-9
    assert whole.far[0] >= area.far[0] - 1e-6
    assert whole.far[1] >= area.far[1] - 1e-6
    assert whole.width / whole.height == pytest.approx(shape)
    for side, share, middle, start, end, low, high in (
        (whole.width, across, area.centre[0], whole.x, whole.far[0], area.x, area.far[0]),
        (whole.height, down, area.centre[1], whole.y, whole.far[1], area.y, area.far[1]),
    ):
        point = start + share * side
        if abs(point - middle) > 1e-6:
            assert start == pytest.approx(low) if point < middle else end == pytest.approx(high)


def test_a_focus_chooses_the_part_that_is_seen(with_picture):
    for focus, colour in (("[0, 0]", SUN), ("[1, 0.5]", SKY)):
        job = with_picture(f"- {{picture: halves.png, at: [10, 10, 20, 40], focus: {focus}}}")
        at = on_sheet(job, pdf_of(job))
        assert close(at(12, 30), colour)
        assert close(at(28, 30), colour)


def blended(blend, below, colour):
    """The formulas of CSS Compositing 1, 10.1, in whole numbers to 255."""
    if blend == "multiply":
        return below * colour / 255
    if blend == "screen":
        return below + colour - below * colour / 255
    if blend == "overlay":
        return 2 * below * colour / 255 if below < 128 else 255 - 2 * (255 - below) * (255 - colour) / 255
    return colour


@pytest.mark.parametrize("name", ["halves.png", "halves.jpg"])
@pytest.mark.parametrize("share", [0, 0.3, 1])
@pytest.mark.parametrize("blend", ["normal", "multiply", "screen", "overlay"])
def test_a_picture_is_blended_with_a_colour(with_picture, blend, share, name):
    tint = f"{{colour: sky, blend: {blend}, share: {share}}}"
    job = with_picture(f"- {{picture: {name}, at: [10, 10, 40, 40], fit: stretch, tint: {tint}}}")
    at = on_sheet(job, pdf_of(job))
    for x, below in ((15, SUN), (45, SKY)):
        expected = [
            part + share * (blended(blend, part, tone) - part) for part, tone in zip(below, SKY, strict=True)
        ]
        assert close(at(x, 30), expected, 5)


def test_a_tinted_picture_is_paler_with_little_ink(with_picture):
    job = with_picture(
        "- {picture: halves.png, at: [10, 10, 40, 40], fit: stretch, tint: {colour: sky, share: 1}}"
    )
    full, pale = (on_sheet(one, pdf_of(one))(15, 30) for one in (job, replace(job, low_ink=True)))
    assert close(full, SKY)
    share = (255 - pale[0]) / (255 - SKY[0])
    assert 0.1 < share < 0.9
    assert close(pale, between(WHITE, SKY, share), 3)


def test_a_drawing_is_as_pale_as_a_picture_with_little_ink(with_picture):
    svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9h-9z" fill="#3366cc"/></svg>'
    job = with_picture(
        """\
- {picture: a.svg, at: [0, 10, 20, 20]}
- {picture: a.svg, at: [0, 40, 20, 20], opacity: 0.4}
- {picture: halves.png, at: [30, 10, 30, 20], align: right}
- {picture: halves.png, at: [30, 40, 30, 20], align: right, opacity: 0.4}
"""
    )
    job = replace(job, assets={**job.assets, "pictures/a.svg": svg.encode()}, low_ink=True)
    at = on_sheet(job, pdf_of(job))
    assert close(at(5, 20), at(50, 20))
    assert close(at(5, 50), at(50, 50))
    assert at(5, 20)[0] < at(5, 50)[0] < WHITE[0]


def test_a_drawing_is_blended_as_a_picture_is(with_picture, draw):
    svg = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9h-9z" fill="#ffcc00"/></svg>'
    job = with_picture(
        "- {picture: a.svg, at: [10, 10, 40, 40], tint: {colour: sky, blend: multiply, share: 1}}"
    )
    job = replace(job, assets={**job.assets, "pictures/a.svg": svg})
    (shared,) = draw(job, job.cards[0][0])[0]
    assert shared.parts[0].parts[0].fill == "#335100"


def test_a_tinted_picture_and_the_plain_one_are_both_in_the_file(with_picture):
    job = with_picture(
        "- {picture: halves.jpg, at: [10, 10, 20, 20]}\n"
        "- {picture: halves.jpg, at: [10, 40, 20, 20], tint: {colour: sky}}\n"
        "- {picture: halves.jpg, at: [40, 40, 20, 20], tint: {colour: sky}}\n"
    )
    data = pdf_of(job)
    pdf = pikepdf.open(io.BytesIO(data))
    images = [
        one for one in pdf.objects if isinstance(one, pikepdf.Stream) and one.get("/Subtype") == "/Image"
    ]
    assert len(images) == 2
    assert data == pdf_of(job)
    assert b"/SMask" not in shop_of(job)


def test_a_web_page_has_the_tinted_picture(with_picture, draw):
    job = with_picture("- {picture: halves.jpg, at: [10, 10, 40, 20], tint: {colour: sky, share: 1}}")
    file = SvgFile(job.assets)
    file.drawing(draw(job, job.cards[0][0])[0], (63, 88), {})
    (data,) = re.findall(r"base64,([^\"]+)", file.definitions)
    picture = Image.open(io.BytesIO(b64decode(data))).convert("RGB")
    assert close(picture.getpixel((10, 10)), SKY, 4)


@pytest.mark.parametrize(("sort", "name"), [("WEBP", "a.webp"), ("AVIF", "a.avif")])
def test_newer_formats_are_printed_as_a_png_is(with_picture, draw, sort, name):
    if not features.check(sort.lower()):
        pytest.skip("this Pillow lacks the format")
    picture = HALVES.copy()
    picture.putalpha(Image.linear_gradient("L").resize(picture.size))
    job = with_picture(f"- {{picture: {name}, at: [10, 10, 40, 40], fit: stretch}}")
    job = replace(
        job, assets={**job.assets, f"pictures/{name}": made(picture, sort, lossless=True, quality=100)}
    )
    data = pdf_of(job)
    at = on_sheet(job, data)
    assert data == pdf_of(job)
    for y in (15, 30, 45):
        assert close(at(15, y), between(WHITE, SUN, (y - 10) / 40), 8)
    assert b"/SMask" not in shop_of(job)
    file = SvgFile(job.assets)
    file.drawing(draw(job, job.cards[0][0])[0], (63, 88), {})
    assert f"data:image/{sort.lower()};base64," in file.definitions


@pytest.mark.parametrize(
    "box",
    [
        "pattern: [{shape: rect, at: [0, 0, 5, 5], fill: sun}], step: [4, 4]",
        "group: [{shape: rect, at: [0, 0, 40, 40], fill: sun}]",
    ],
)
@pytest.mark.parametrize(
    "mask",
    [
        "circle",
        "{by: level, junior: star, else: diamond}",
        "polygon, points: [[20, 0], [40, 20], [20, 40], [0, 20]]",
    ],
)
def test_a_pattern_or_a_group_fills_any_shape(job_with, box, mask):
    job = job_with(f"- {{{box}, at: [10, 10, 40, 40], mask: {mask}}}")
    at = on_sheet(job, pdf_of(job))
    assert close(at(30, 30), SUN)
    assert close(at(30, 13), SUN)
    assert at(12, 12) == at(48, 48) == WHITE
