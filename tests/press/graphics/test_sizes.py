"""Sizes of cards by name: in faces, for backs, and for sheets that are for cards of another size."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO

import pytest

from deckwright.errors import InputError
from deckwright.press.faces.face_file import face_reader, load_face
from deckwright.press.graphics.sizes import CardSize, card_size, card_size_names
from deckwright.press.printing import print_pdf
from deckwright.press.sheets.sheet import load_sheet

FACE = b"extends: plain\nsize: hex\n"


def test_a_face_has_the_size_and_the_outline_of_a_name():
    face = load_face("mine", face_reader({"faces/mine.yaml": FACE}))
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
    own = face_reader({"faces/mine.yaml": FACE})
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
