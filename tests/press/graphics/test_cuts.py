"""Sizes and outlines of cards."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from math import cos, hypot, pi, sin

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckwright.errors import InputError
from deckwright.press.faces.face_file import face_reader, load_face
from deckwright.press.graphics.cuts import (
    CardSize,
    card_size,
    card_size_names,
    cut_distance,
    cut_error,
    cut_path,
    cut_points,
)
from deckwright.press.graphics.parts import Area, DrawnShape
from deckwright.press.preflight.edges import report_outside_safe_zone, zone_at_home
from deckwright.press.preflight.shown import CheckedFace
from deckwright.press.print_job import by_size, print_pdf, render_context
from deckwright.press.sheets.sheet import cut_lines, load_sheet
from deckwright.press.targets.pictures import CardSide, draw_sides
from deckwright.press.targets.target import PictureOutput

DIAMOND = "M20 0 L40 30 L20 60 L0 30 Z"
ROUND = "M 20,0 a20 20 0 0 1 0 40 a20 20 0 0 1 0 -40 z"
FACE = f"""
    size: [40, 60]
    cut: "{DIAMOND}"
    palette: {{dark: "#102030"}}
    boxes:
      - {{shape: rect, at: bleed, fill: dark}}
      - {{text: "{{name}}", at: [12, 26, 16, 8], style: {{align: centre, valign: middle, size: 8}}}}
"""


@given(st.floats(-5, 45), st.floats(-5, 45))
def test_the_distance_from_a_round_path_is_that_from_a_circle(x, y):
    corners = cut_points(ROUND, (40, 40))
    assert cut_distance((x, y), corners) == pytest.approx(20 - hypot(x - 20, y - 20), abs=0.06)


@given(st.floats(0, 30), st.floats(0, 30))
def test_a_path_is_moved_with_its_card(x, y):
    moved = cut_path(DIAMOND, Area(x, y, 40, 60))
    assert [numbers for _, numbers in moved if numbers] == [
        (x + a, y + b) for a, b in ((20, 0), (40, 30), (20, 60), (0, 30), (20, 0))
    ]


@given(st.integers(3, 12), st.floats(1, 20))
def test_outlines_that_fit_are_accepted_and_others_are_not(corners, radius):
    points = [
        (20 + radius * sin(2 * pi * n / corners), 20 - radius * cos(2 * pi * n / corners))
        for n in range(corners)
    ]
    data = "M" + "L".join(f"{x:.4f} {y:.4f}" for x, y in points)
    assert cut_error(f"{data}Z", (40, 40)) == ""
    assert "is open" in cut_error(data, (40, 40))
    assert "is larger than the card" in cut_error(f"{data}Z", (20 + radius / 3, 40))


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ('cut: "M0 0H20V20"', "The outline is open"),
        ('cut: "M0 0H70V20Z"', "The outline is larger than the card: it goes from 0, 0 to 70, 20 mm"),
        ('cut: "M0 0C0 90 60 90 60 0Z"\nsize: [60, 60]', "to 60, 67.5 mm"),
        ('cut: "M0 0H9V9ZM20 20H30V30Z"', "several parts"),
        ('cut: "M0 0 L9 wide Z"', "Invalid path"),
        ('cut: "M0"', "Invalid path"),
        ("cut: round", "Use one of: rect, hexagon, circle"),
    ],
)
def test_a_wrong_outline_is_reported_at_its_place(read_face, line, says):
    with pytest.raises(InputError) as fault:
        read_face(line)
    (finding,) = fault.value.findings
    assert says in finding.message
    assert (finding.where.line, finding.where.column) == (1, 6)


def test_an_inherited_outline_must_fit_the_size(read_face):
    assert read_face("extends: low", low=FACE).cut == DIAMOND
    with pytest.raises(InputError, match="larger than the card"):
        read_face("extends: low\nsize: [30, 60]", low=FACE)


@pytest.mark.parametrize("sheet", ["a4", "a4-silhouette", "a4-gutterfold"])
def test_sheets_show_the_path_of_every_card(small_job, card, read_face, sheet):
    job = small_job(*map(card, range(1, 4)), face=read_face(FACE), sheet=sheet)
    (part,) = by_size(replace(job, backs=job.faces))
    lines = list(cut_lines(part.sheet, 3))
    paths = [cut_path(DIAMOND, Area(x, y, 40, 60)) for x, y in part.sheet.places()[:3]]
    assert [line.path for line in lines] == [*paths, *paths]
    assert {line.stroke for line in lines[:3]} == {"#ffffff"}
    assert all(isinstance(line, DrawnShape) and line.stroke and not line.fill for line in lines)
    assert load_sheet(sheet).paper == part.sheet.paper


def test_pictures_are_transparent_outside_of_the_path(small_job, card, read_face):
    face = read_face(FACE)
    job = replace(small_job(card(), face=face), backs={"tool": face})

    (picture,) = draw_sides(job, render_context(job), PictureOutput(dpi=254), [CardSide(card())])
    assert picture.size == (400, 600)
    corners = cut_points(DIAMOND, face.size)
    for x in range(5, 400, 13):
        for y in range(5, 600, 13):
            distance = cut_distance((x / 10, y / 10), corners)
            if abs(distance) > 0.15:
                assert (picture.getpixel((x, y))[3] > 0) == (distance > 0)


@pytest.mark.parametrize("cut", [DIAMOND, "circle", "hexagon"])
def test_texts_are_measured_from_the_path(small_job, card, read_face, cut):
    sized = FACE.replace("size: [40, 60]", "size: [60, 60]").replace(DIAMOND, cut) if cut != DIAMOND else FACE
    near = sized.replace("[12, 26, 16, 8]", "[3, 4, 16, 8]")
    for text, expected in (sized, []), (near, ["safe-zone"]):
        face = read_face(text)
        job = small_job(card(), face=face)
        context = render_context(job)
        report_outside_safe_zone(CheckedFace(face, [card()], context), zone_at_home(face))
        assert [finding.rule for finding in context.findings] == expected


SIZED_FACE = b"extends: plain\nsize: hex\n"


def test_a_face_has_the_size_and_the_outline_of_a_name():
    face = load_face("mine", face_reader({"faces/mine.yaml": SIZED_FACE}))
    assert (face.size, face.cut) == ((95, 82.27), "hexagon")


def test_an_unknown_size_names_the_nearest_at_its_place():
    with pytest.raises(InputError) as caught:
        load_face("mine", face_reader({"faces/mine.yaml": b"extends: plain\nsize: trot\n"}))
    assert (caught.value.where.line, caught.value.hint) == (2, "Use one of: tarot.")


@pytest.mark.parametrize("name", card_size_names())
def test_a_back_without_a_size_is_as_large_as_its_front(name):
    size = card_size(name, None)
    face = load_face("back-plain", face_reader({}), size)
    assert (face.size, face.cut) == (size.size, size.shape)
    panel = next(box for box in face.boxes if box.id == "panel")
    assert panel.at.centre == pytest.approx(face.centre)
    assert panel.at.width < size.size[0]


def test_a_size_of_its_own_is_stronger():
    own = face_reader({"faces/mine.yaml": SIZED_FACE})
    assert load_face("mine", own, CardSize((40.0, 40.0))).size == (95, 82.27)


@pytest.mark.parametrize(
    ("size", "way"),
    [("[350, 250]", "Use --sheet a3, tabloid."), ("[400, 450]", "Use a smaller size in the face.")],
)
def test_a_card_that_the_paper_does_not_hold_names_what_does(small_job, card, read_face, size, way):
    job = small_job(card(), face=read_face(f"size: {size}\nboxes: []"))
    (finding,) = [each for each in print_pdf(job, BytesIO()).findings if each.rule == "card-size"]
    assert "too large for the paper of the sheet a4" in finding.message
    assert finding.message.endswith(way)


def test_a_sheet_for_cards_of_another_size_is_an_error(small_job, card, tmp_path):
    file = tmp_path / "mini.yaml"
    file.write_text("paper: a4\ncard: mini\n")
    with pytest.raises(InputError, match="44 × 63 mm, but the cards are 63 × 88 mm") as caught:
        print_pdf(replace(small_job(card()), sheet=load_sheet(str(file))), BytesIO())
    assert caught.value.where.line == 2
