"""Pictures with too few pixels for their size are warned of, once for each box."""

import io
from dataclasses import replace

import pytest
from PIL import Image

from deckwright.press.pdf import print_pdf


def photo(width, height):
    out = io.BytesIO()
    Image.new("L", (width, height)).save(out, "PNG")
    return out.getvalue()


ASSETS = {
    "pictures/wide.png": photo(400, 200),
    "pictures/card-1.png": photo(300, 300),
    "pictures/card-2.png": photo(100, 100),
    "pictures/a.svg": b'<svg viewBox="0 0 1 1"><path d="M0 0h1v1z"/></svg>',
}


@pytest.fixture
def coarse(small_job, card, read_face):
    """Give what prints three cards with some boxes, and gives what is said of their pictures."""

    def make(boxes):
        cards = [card(number, fields={"level": "senior"}, marks=("unique",)) for number in (1, 2, 3)]
        job = replace(small_job(*cards, face=read_face(f"boxes: [{boxes}]")), assets=ASSETS)
        findings = print_pdf(job, io.BytesIO()).findings
        return [one for one in findings if one.rule == "coarse-picture"]

    return make


def test_one_picture_is_named_with_its_box_and_what_it_has(coarse):
    (finding,) = coarse("{id: art, picture: wide.png, at: [0, 0, 63, 40]}")
    # 200 pixels on the 40 mm that it must be high.
    assert (finding.severity, finding.found, finding.limit) == ("warning", 127, 300)
    assert finding.message.startswith(
        "1 picture has too few pixels in art of the face mine, and needs at least 300 dpi: wide.png (127 dpi)."
    )
    assert (finding.where.line, finding.where.column) == (1, 9)
    assert finding.subjects == ("card-1", "card-2", "card-3")


def test_several_pictures_of_a_box_are_counted_and_the_coarsest_is_named(coarse):
    (finding,) = coarse("{id: art, picture: '{id}.png', missing: nothing, at: [0, 0, 63, 40]}")
    assert finding.message.startswith(
        "2 pictures have too few pixels in art of the face mine, and need at least 300 dpi: card-2.png (40 dpi), "
        "card-1.png"
    )
    assert (finding.found, finding.subjects) == (40, ("card-1", "card-2"))


@pytest.mark.parametrize(
    ("boxes", "dots"),
    [
        ("{picture: wide.png, at: [0, 0, 33.8, 1]}", []),
        ("{picture: wide.png, at: [0, 0, 34.1, 1]}", [298]),
        ("{picture: wide.png, at: [0, 0, 60, 8.4], fit: contain}", []),
        ("{picture: wide.png, at: [0, 0, 63, 8], fit: stretch}", [161]),
        ("{picture: a.svg, at: card}", []),
        ("{picture: wide.png, at: card, when: tech>=2}", []),
        ("{group: [{picture: card-2.png, at: [9, 9, 9, 9]}], at: card}", [282]),
        ("{stack: [{picture: card-2.png, height: 5}], at: [0, 0, 9, 30]}", [282]),
        ("{repeat: marks, cell: [9, 9], each: [{picture: card-2.png, at: [0, 0, 9, 9]}], at: card}", [282]),
        ("{pattern: [{picture: card-2.png, at: [0, 0, 9, 9]}], step: [9, 9], at: card}", [282]),
        ("{picture: card-2.png, at: [0, 0, 1, 1], languages: {en: {at: [0, 0, 9, 9]}}}", [282]),
    ],
)
def test_what_counts_is_the_size_in_which_it_is_printed(coarse, boxes, dots):
    assert [one.found for one in coarse(boxes)] == dots
