"""Faces that are designed for cards of one size, at another: what fits still fits, and nothing of the design is lost."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest

from deckwright.errors import InputError
from deckwright.press.boxes.box import kinds
from deckwright.press.boxes.keys import Scale
from deckwright.press.boxes.shape import ShapeBox
from deckwright.press.drawing.card import draw_card
from deckwright.press.faces.face_file import face_reader, load_face
from deckwright.press.graphics.cuts import card_size, card_size_names, cut_error, cut_path, cut_points
from deckwright.press.graphics.parts import Area
from deckwright.press.print_job import render_context

TAROT = Scale(2.0, 1.5, (0.0, 0.0, 60.0, 80.0))


def scaled(box):
    """A box at the scale of a tarot card."""
    keys = {name: key.scaled for name, key in ShapeBox.keys().items() if key.scaled}
    return TAROT.box(box, TAROT.inside(box.get("turn", 0), (0, 0, 60, 80)), keys)


@pytest.mark.parametrize(
    ("at", "on_the_card"),
    [
        ([5, 10, 20, 30], [10, 15, 40, 45]),
        ([-3, -3, 66, 86], [-3, -3, 126, 126]),
        ("card", "card"),
    ],
)
def test_places_follow_the_card_and_bleed_stays(at, on_the_card):
    assert scaled({"at": at})["at"] == on_the_card


def test_lines_and_corners_keep_their_proportions():
    box = {
        "shape": "rect",
        "points": [[1, 2], [3, 4]],
        "radius": [2, 0, 2, 0],
        "width": 0.4,
        "shadow": {"x": 1, "colour": "ink"},
        "height": 4,
        "opacity": 0.5,
    }
    assert scaled(box) == {
        "shape": "rect",
        "points": [[2, 3], [6, 6]],
        "radius": [3, 0, 3, 0],
        "width": 0.6,
        "shadow": {"x": 1.5, "colour": "ink"},
        "height": 6,
        "opacity": 0.5,
    }


@pytest.mark.parametrize(
    ("turn", "at"), [(90, [5, 3.75, 30, 30]), (180, [0, 7.5, 40, 22.5]), (45, [5, 7.5, 30, 22.5])]
)
def test_a_turned_box_is_scaled_along_its_own_sides(turn, at):
    assert scaled({"at": [0, 5, 20, 15], "turn": turn})["at"] == at


NO_LENGTHS = {"turn", "opacity", "focus", "total", "quiet", "id"}
"""Keys with numbers that are the same at any size."""


@pytest.mark.parametrize("kind", kinds().values(), ids=kinds())
def test_each_key_with_numbers_says_how_it_is_scaled(kind):
    numbers = re.compile(r'"type": "(number|integer)"|defs/(length|place|points?|line_width|radius|dash)')
    silent = {
        name for name, key in kind.keys().items() if numbers.search(json.dumps(key.schema)) and not key.scaled
    }
    assert silent <= NO_LENGTHS


FACE = """
size: [120, 120]
scale_from: [60, 80]
palette: {ink: "#000000"}
styles: {body: {size: 10, min: 8}}
boxes:
  - {text: "{name}", at: [5, 5, "$(width - 10)", 9], style: body}
  - {shape: rect, at: bleed}
  - group: [{text: "{text}", at: [0, 0, 20, 10], style: {size: 6}}, {icon: "{icon}", at: [1, 1, 60, 8], colour: ink}]
    at: [10, 10, 40, 40]
    turn: 90
  - {text: "{id}", at: [0, 0, 9, 9]}
"""


def test_a_face_is_drawn_for_another_size(read_face):
    name, ground, group, plain = read_face(FACE).boxes
    assert (tuple(name.at), name.style.size, name.style.min) == ((10, 7.5, 100, 13.5), 15, 12)
    assert tuple(ground.at) == (-3, -3, 126, 126)
    assert plain.style.size == 13.5  # 9 pt is usual
    text, icon = group.group
    assert (tuple(text.at), text.style.size) == ((0, 0, 30, 20), 9)
    assert tuple(icon.at) == (1.5, 2, 90, 16)


def turned_about(corners, middle, angle):
    """Corners turned clockwise about a point, in steps of 90 degrees."""
    for _ in range(angle // 90 % 4):
        corners = [(middle[0] + middle[1] - y, middle[1] + x - middle[0]) for x, y in corners]
    return sorted(corners)


@pytest.mark.parametrize("turn", [90, 180, 270, -90])
@pytest.mark.parametrize("at", [(0, 0, 60, 80), (-3, -3, 66, 86), (10, 20, 30, 50), (-13, -3, 86, 66)])
@pytest.mark.parametrize("size", [(30, 40), (120, 120), (90, 60)])
def test_boxes_in_a_turned_group_reach_as_far_beyond_the_card(read_face, turn, at, size):
    x, y, width, height = at
    middle = (x + width / 2, y + height / 2)
    (left, top), (right, bottom) = (-3, -3), (63, 83)
    (left, top), *_, (right, bottom) = turned_about(
        [(left, top), (right, bottom), (left, bottom), (right, top)], middle, -turn
    )
    ground = [left - x, top - y, right - left, bottom - top]
    text = f"""
        size: [{size[0]}, {size[1]}]
        scale_from: [60, 80]
        palette: {{ink: "#000000"}}
        boxes:
          - {{group: [{{shape: rect, at: {ground}, fill: ink}}], at: {list(at)}, turn: {turn}}}
        """
    (group,) = read_face(text).boxes
    (box,) = group.group
    x, y, width, height = group.at
    left, top = x + box.at.x, y + box.at.y
    right, bottom = left + box.at.width, top + box.at.height
    corners = turned_about(
        [(left, top), (right, bottom), (left, bottom), (right, top)], (x + width / 2, y + height / 2), turn
    )
    assert corners[0] == pytest.approx((-3, -3))
    assert corners[-1] == pytest.approx((size[0] + 3, size[1] + 3))


@pytest.mark.parametrize("at", ["[0, 0, 60, 80]", "card", "bleed", "[10, 10, 40, 40]"])
@pytest.mark.parametrize(("size", "across", "down"), [("[30, 40]", 36, 46), ("[120, 120]", 126, 126)])
def test_boxes_in_a_group_reach_as_far_beyond_the_card(read_face, at, size, across, down):
    left = {"bleed": 0, "[10, 10, 40, 40]": -13}.get(at, -3)
    face = read_face(
        f"""
        size: {size}
        scale_from: [60, 80]
        palette: {{ink: "#000000"}}
        boxes:
          - group:
              - {{shape: rect, at: [{left}, {left}, 66, 86], fill: ink}}
              - {{line: [[{left}, 0], [{left + 66}, 0]], at: [0, 0, 20, 10], stroke: ink}}
            at: {at}
        """
    )
    (group,) = face.boxes
    ground, line = group.group
    assert (group.at.x + ground.at.x, group.at.y + ground.at.y) == (-3, -3)
    assert (ground.at.width, ground.at.height) == (across, down)
    assert [group.at.x + line.at.x + x for x, _ in line.line] == [-3, across - 3]


def test_a_changed_box_is_scaled_too(read_face):
    face = read_face(
        "{size: [40, 40], scale_from: [80, 80], boxes: [{text: x, at: [0, 0, 20, 20], languages: {fr: {at: [4, 4, 8, 8]}}}]}"
    )
    assert tuple(face.in_language("fr").boxes[0].at) == (2, 2, 4, 4)


def test_an_unknown_size_names_the_nearest(read_face):
    with pytest.raises(InputError, match="Unknown card size: porker") as caught:
        read_face("scale_from: porker\nboxes: []")
    assert (caught.value.where.line, caught.value.hint) == (1, "Use one of: poker.")


@pytest.mark.parametrize("size", card_size_names())
@pytest.mark.parametrize("game", ["dataset", "data-monsters"])
def test_what_fits_the_design_fits_at_any_size(job_of, game, size):
    job = job_of(game)
    by_name = {face.name: face for face in job.faces.values()}
    scaled = {name: at_size(face, size, job.assets) for name, face in by_name.items()}
    faces = {kind: scaled[face.name] for kind, face in job.faces.items()}
    job = replace(job, faces=faces)
    context = render_context(job)
    for card, _ in job.cards:
        assert list(draw_card(card, faces[card.kind], context))
    assert {finding.rule for finding in context.findings} <= {"small-text"}


def at_size(face, size, assets):
    text = f"extends: {face.name}\nsize: {size}\nscale_from: [{face.size[0]}, {face.size[1]}]\n"
    scaled = load_face("mine", face_reader({**assets, "faces/mine.yaml": text.encode()}))
    assert scaled.size == card_size(size, None).size
    return replace(scaled, name=face.name)


def test_a_path_to_cut_along_follows_the_card():
    yaml = b'extends: base\nsize: [120, 44]\nscale_from: [60, 88]\ncut: "M0 0H60V44C60 80 30 88 0 88Z"\nleaves_out: [name]'
    face = load_face("own", face_reader({"faces/own.yaml": yaml}))
    assert cut_points(face.cut, face.size)[:3] == [(0, 0), (120, 0), (120, 22)]
    assert cut_error(face.cut, face.size) == ""
    assert cut_path(face.cut, Area(0, 0, 120, 44))[3] == ("c", (120, 40, 60, 44, 0, 44))


def test_a_path_that_is_not_valid_is_told_at_the_size_of_the_design():
    yaml = b'extends: base\nsize: [120, 176]\nscale_from: [60, 88]\ncut: "M0 0H61V88H0Z"\nleaves_out: [name]'
    with pytest.raises(InputError, match="the card is 60 × 88 mm"):
        load_face("own", face_reader({"faces/own.yaml": yaml}))
    with pytest.raises(InputError):
        load_face("own", face_reader({"faces/own.yaml": yaml.replace(b"H61", b"X61")}))
