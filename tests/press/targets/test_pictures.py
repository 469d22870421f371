import csv
import io
from dataclasses import replace
from math import hypot

import pytest
from PIL import Image

from deckwright.press.faces.choice import face_of
from deckwright.press.faces.face_file import face_reader, load_face
from deckwright.press.graphics.cuts import card_size
from deckwright.press.targets.pictures import print_card_picture, print_pictures
from deckwright.press.targets.target import PictureOutput, load_target
from deckwright.press.writing.raster import pictures_of, pixels

RED, BLUE = (255, 0, 0), (0, 0, 255)
FRAMED = """
leaves_out: [name]
palette: {red: "#ff0000", blue: "#0000ff"}
boxes:
  - {shape: rect, at: bleed, fill: red}
  - {shape: rect, at: card, fill: blue}
"""
SHOPS = {"tgc-poker": ((825, 1125), 37.5), "mpc-poker": ((822, 1122), 36)}


def border(picture):
    """The colours at the edge of a picture."""
    width, height = picture.size
    across = [picture.getpixel((x, y)) for x in range(width) for y in (0, height - 1)]
    return {*across, *(picture.getpixel((x, y)) for y in range(height) for x in (0, width - 1))}


@pytest.mark.parametrize("shop", SHOPS)
def test_a_ground_with_bleed_fills_the_picture_to_its_last_pixel(own_job, card, read_face, tmp_path, shop):
    size, bleed = SHOPS[shop]
    job = own_job(card(), face=read_face(FRAMED))
    (file, *_), done = print_pictures(job, load_target(shop).makes, tmp_path)
    assert done.findings == []
    with Image.open(file) as picture:
        assert (picture.format, picture.mode, picture.size) == ("PNG", "RGB", size)
        assert picture.info["dpi"] == pytest.approx((300, 300), abs=0.01)
        assert border(picture) == {RED}
        middle, inside, outside = size[1] // 2, int(bleed) + 1, int(bleed) - 8
        assert picture.getpixel((inside, middle)) == picture.getpixel((size[0] - 1 - inside, middle)) == BLUE
        assert picture.getpixel((outside, middle)) == picture.getpixel((size[0] - 1 - outside, middle)) == RED


@pytest.mark.parametrize(
    ("dpi", "size"), [(300, (744, 1039)), (150, (372, 520)), (72, (179, 249)), (31, (77, 107))]
)
def test_without_a_target_pictures_are_cards_as_cut(own_job, card, read_face, tmp_path, dpi, size):
    job = own_job(card(), face=read_face(FRAMED))
    (file, *_), _ = print_pictures(job, PictureOutput(dpi), tmp_path)
    with Image.open(file) as picture:
        assert picture.size == size
        assert border(picture) == {BLUE}


def test_a_back_is_drawn_for_each_size_of_fronts(small_job, card, tmp_path):
    """A back has one name for all sizes of fronts."""
    sizes = {"tool/card-1": "mini", "tool/card-2": "tarot"}
    faces, backs = (
        {name: load_face(face, face_reader({}), card_size(size, None)) for name, size in sizes.items()}
        for face in ("plain", "back-plain")
    )
    job = replace(small_job(card(1), card(2)), faces=faces, backs=backs)
    alone = replace(job, cards=job.cards[1:])
    pictures = PictureOutput(30)
    print_pictures(job, pictures, tmp_path / "both")
    print_pictures(alone, pictures, tmp_path / "alone")
    drawn = {path.name: path.read_bytes() for path in (tmp_path / "both").glob("back-*.png")}
    assert drawn.keys() == {"back-plain-card-1.png", "back-plain-card-2.png"}
    assert drawn["back-plain-card-2.png"] == (tmp_path / "alone" / "back-plain.png").read_bytes()


def test_packaged_cards_have_their_ground_at_every_corner(shop_job, tmp_path):
    job = shop_job("data-monsters", cards=lambda card: card.fields.get("difficulty") == "basic")
    files, _ = print_pictures(job, load_target("tgc-poker").makes, tmp_path)
    for file in files[: len(job.cards)]:
        with Image.open(file) as picture:
            corners = {picture.getpixel((x, y)) for x in (0, 824) for y in (0, 1124)}
        assert corners == {(0x1D, 0x4B, 0xA8)}, file.name


def test_each_card_is_one_picture_and_the_list_counts_its_copies(shop_job, tmp_path):
    job = shop_job(
        "data-monsters", language="it", cards=lambda card: card.kind in {"hack", "opportunity"}, copies=4
    )
    files, done = print_pictures(job, PictureOutput(40), tmp_path)
    assert (done.cards, done.pages) == (4 * len(job.cards), len(job.cards) + 2)
    assert {file.name for file in files[-3:]} == {"back-laboratory.png", "back-opportunity.png", "cards.csv"}
    assert sorted(tmp_path.iterdir()) == sorted(files)
    data = (tmp_path / "cards.csv").read_bytes()
    assert data.startswith(b"\xef\xbb\xbf")
    rows = list(csv.DictReader(io.StringIO(data.decode("utf-8-sig"), newline="")))
    assert [row["id"] for row in rows] == [card.id for card, _ in job.cards]
    assert [row["name"] for row in rows] == [card.name("it") for card, _ in job.cards]
    assert {row["copies"] for row in rows} == {"4"}
    for row in rows:
        assert (tmp_path / row["file"]).is_file()
        assert (tmp_path / row["back"]).is_file()


def test_what_the_folder_holds_besides_stays(own_job, card, tmp_path):
    (tmp_path / "mine.txt").write_text("mine")
    print_pictures(own_job(card()), PictureOutput(40), tmp_path)
    assert (tmp_path / "mine.txt").read_text() == "mine"


@pytest.mark.parametrize("size", [(1, 1), (7, 10), (100, 141), (999, 1000), (333, 777), (777, 333)])
def test_a_page_becomes_a_picture_of_just_that_size(size):
    pdf = (
        b"%%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Count 1/Kids[3 0 R]>>endobj\n"
        b"3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 %.3f %.3f]>>endobj\ntrailer<</Root 1 0 R>>"
    ) % (size[0] * 0.24, size[1] * 0.24)
    (picture,) = pictures_of(pdf, [size])
    assert picture.size == size


def test_lengths_are_rounded_to_whole_pixels():
    assert (pixels(63, 300), pixels(88, 300), pixels(0.01, 30)) == (744, 1039, 1)


def test_backs_that_differ_are_pictures_of_their_own(shop_job, tmp_path):
    job = shop_job("big-monster", cards=lambda card: card.kind in {"explorer", "tile"})
    print_pictures(job, PictureOutput(40), tmp_path)
    with (tmp_path / "cards.csv").open(encoding="utf-8-sig", newline="") as file:
        rows = {row["id"]: row["back"] for row in csv.DictReader(file)}
    suits = {card.id: card.fields["suit"] for card, _ in job.cards if card.kind == "explorer"}
    assert len({rows[explorer] for explorer in suits}) == len(set(suits.values()))
    assert {rows[card.id] for card, _ in job.cards if card.kind == "tile"} == {"back-tile.png"}
    assert all((tmp_path / back).is_file() for back in rows.values())


def test_round_pieces_are_cut_out_of_their_pictures_unless_a_shop_cuts_them(shop_job, tmp_path):
    job = shop_job("monster-office", cards=lambda card: card.kind in {"credit", "resource"})
    print_pictures(job, PictureOutput(100), tmp_path)
    with Image.open(next(tmp_path.glob("*-credit-5.png"))) as picture:
        assert picture.mode == "RGBA"
        side, height = picture.size
        alphas = [
            picture.getpixel(at)[3]
            for at in ((0, 0), (side // 2, 1), (side - 1, height - 1), (1, height // 2))
        ]
        assert alphas == [0, 255, 0, 255]
    with Image.open(next(tmp_path.glob("*-red-1.png"))) as picture:
        assert picture.mode == "RGB"
    print_pictures(job, PictureOutput(100, (140, 140), 10), tmp_path)
    with Image.open(next(tmp_path.glob("*-credit-5.png"))) as picture:
        assert picture.mode == "RGB"


@pytest.mark.parametrize(("dpi", "bleed"), [(300, 3.0), (150, 2.0), (72, 0.5)])
def test_bleed_is_kept_all_around(own_job, card, read_face, tmp_path, dpi, bleed):
    job = own_job(card(), face=read_face(FRAMED))
    made = PictureOutput(dpi, bleed=bleed * dpi / 25.4)
    (file, *_), done = print_pictures(job, made, tmp_path)
    assert done.findings == []
    with Image.open(file) as picture:
        assert picture.size == tuple(round((side + 2 * bleed) / 25.4 * dpi) for side in (63, 88))
        assert border(picture) == {RED}
        cut = round(bleed * dpi / 25.4)
        assert picture.getpixel((cut + 1, picture.size[1] // 2)) == BLUE


def test_round_corners_are_transparent_outside_their_circle(own_job, card, read_face, tmp_path):
    job = own_job(card(), face=read_face(FRAMED))
    print_card_picture(job, PictureOutput(200, corner=3 * 200 / 25.4), tmp_path / "one.png")
    with Image.open(tmp_path / "one.png") as picture:
        assert picture.mode == "RGBA"
        radius, (width, height) = 3 * 200 / 25.4, picture.size
        for x in range(0, 30, 3):
            for y in range(0, 30, 3):
                far = hypot(radius - x - 0.5, radius - y - 0.5)
                is_inside = far < radius or x > radius or y > radius
                if abs(far - radius) > 1.5 or x > radius or y > radius:
                    alphas = {
                        picture.getpixel(at)[3]
                        for at in (
                            (x, y),
                            (width - 1 - x, y),
                            (x, height - 1 - y),
                            (width - 1 - x, height - 1 - y),
                        )
                    }
                    assert alphas == {255 if is_inside else 0}, (x, y)
        assert picture.getpixel((width // 2, height // 2)) == (*BLUE, 255)


def test_each_deck_can_have_a_folder_with_its_list_and_files_can_say_that_they_are_srgb(shop_job, tmp_path):
    job = shop_job("data-monsters", cards=lambda card: card.kind in {"hack", "opportunity"})
    made = PictureOutput(40, bleed=5, srgb=True, folders=True)
    files, done = print_pictures(job, made, tmp_path)
    decks = {face_of(card, job.backs).name.removeprefix("back-") for card, _ in job.cards}
    assert {file.name for file in tmp_path.iterdir()} == decks
    assert sorted(files) == sorted(file for file in tmp_path.rglob("*") if file.is_file())
    assert done.pages == len(job.cards) + len(decks)
    for deck in decks:
        rows = [*csv.DictReader((tmp_path / deck / "cards.csv").read_text("utf-8-sig").splitlines())]
        named = {row["file"] for row in rows} | {row["back"] for row in rows}
        assert {file.name for file in (tmp_path / deck).glob("*.png")} == named
        for name in named:
            with Image.open(tmp_path / deck / name) as picture:
                assert picture.info["srgb"] == 0


def test_one_target_is_enough_for_cards_of_several_shapes(own_job, card, read_face, tmp_path):
    target = tmp_path / "mine.yaml"
    target.write_text("about: Mine.\npictures: {unit: mm, dpi: 254, bleed: 3}\n", encoding="utf-8")
    for size in ((63, 88), (70, 120), (44, 67)):
        job = own_job(card(), face=read_face(f"size: [{size[0]}, {size[1]}]\n{FRAMED}"))
        (file, *_), done = print_pictures(job, load_target(str(target)).makes, tmp_path)
        assert done.findings == []
        with Image.open(file) as picture:
            assert picture.size == (10 * (size[0] + 6), 10 * (size[1] + 6))
            assert border(picture) == {RED}
