"""What is wrong with a box that a face takes over is found in that face, and says where the box is written."""

from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image

BASE = """\
palette: {{ink: "#000000"}}
boxes:
- {box}
"""
MINE = "about: Mine.\nextends: above\n"


def png():
    file = BytesIO()
    Image.new("RGB", (30, 30), "red").save(file, "PNG")
    return file.getvalue()


@pytest.mark.parametrize(
    ("box", "rule"),
    [
        ('{id: title, text: "{text}", at: [5, 5, 30, 4]}', "overflow"),
        ('{id: title, stack: [{text: "{text}"}], at: [5, 5, 30, 4]}', "overflow"),
        ('{id: title, text: "{text} \\U0001F438", at: [5, 5, 50, 70]}', "missing-glyph"),
        ('{id: title, text: "{name}", at: [1, 5, 50, 9]}', "safe-zone"),
        ("{id: title, picture: '{id}.png', at: [5, 5, 50, 50]}", "unknown-picture"),
        ("{id: title, picture: dot.png, at: [5, 5, 50, 50]}", "coarse-picture"),
        ("{id: title, icon: 'gone', at: [5, 5, 50, 50], colour: ink}", "unknown-icon"),
    ],
)
def test_a_box_that_is_taken_over_is_found_in_the_face_that_draws_it(
    small_job, card, read_face, sheets_of, box, rule
):
    long = card(text="Some words that go on and on, and are far too long for it. " * 3, name="Anvil")

    def findings(face):
        job = replace(small_job(long, face=face), assets={"pictures/dot.png": png()})
        return [one for one in sheets_of(job).findings if one.rule == rule]

    (own,) = findings(read_face(BASE.format(box=box)))
    assert (own.where.file, own.where.line) == ("faces/mine.yaml", 3)
    (derived,) = findings(read_face(MINE, above=BASE.format(box=box)))
    assert (derived.where.file, derived.where.line, derived.where.column) == ("faces/mine.yaml", 2, 10)
    column = own.where.column
    assert (
        derived.message
        == f"{own.message} mine inherits this box: it is written at faces/above.yaml:3:{column}."
    )


def test_a_box_that_a_face_changes_is_its_own(small_job, card, read_face, sheets_of):
    mine = MINE + 'boxes:\n- {id: title, text: "{name}", at: [5, 5, 2, 4]}\n'
    face = read_face(mine, above=BASE.format(box='{id: title, text: "{name}", at: [5, 5, 30, 9]}'))
    (finding,) = sheets_of(small_job(card(), face=face)).findings
    assert (finding.where.line, finding.rule) == (4, "overflow")
    assert "inherits this box" not in finding.message
