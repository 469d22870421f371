"""QR codes: the modules of segno, drawn as outlines without seams."""

import io
from dataclasses import replace

import pypdfium2
import pytest
import segno
from hypothesis import given
from hypothesis import strategies as st

from deckwright.errors import InputError
from deckwright.press.boxes.code import code_modules, code_path
from deckwright.press.graphics.parts import Area
from deckwright.press.print_job import print_pdf


def crossings(path, x, y):
    """How many sides of a path a ray to the right crosses."""
    count, start, before = 0, None, None
    for step, numbers in path:
        point = numbers or start
        if step == "m":
            start = before = point
            continue
        (x1, y1), (x2, y2) = before, point
        count += (y1 > y) != (y2 > y) and x1 > x
        assert x1 == x2 or y1 == y2
        before = point
    return count


@given(
    st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=60),
    st.sampled_from("LMQH"),
    st.integers(0, 5),
)
def test_the_outlines_are_filled_where_the_modules_are_dark(text, error, quiet):
    rows = code_modules(text, error)
    assert rows == tuple(map(bytes, segno.make(text, error=error, micro=False).matrix))
    size = len(rows) + 2 * quiet
    path = code_path(rows, quiet, Area(10, 20, size + 6, size))
    for y in range(size):
        for x in range(size):
            inside = quiet <= min(x, y) and max(x, y) < size - quiet
            dark = inside and rows[y - quiet][x - quiet] == 1
            assert crossings(path, 13 + x + 0.5, 20 + y + 0.5) % 2 == dark


@pytest.mark.parametrize("low_ink", [False, True])
def test_a_printed_code_has_every_module(small_job, card, read_face, low_ink):
    face = read_face(
        'palette: {night: "#102040", paper: "#ffffff"}\nboxes:\n'
        "- {shape: rect, at: bleed, fill: night}\n"
        '- {qr: "https://example.org/{id}", at: [10, 20, 29, 29], ground: paper}\n'
    )
    out = io.BytesIO()
    job = replace(small_job(card(), face=face), low_ink=low_ink)
    print_pdf(job, out)
    page = pypdfium2.PdfDocument(out.getvalue())[0].render(scale=10).to_pil().convert("L")
    rows = code_modules("https://example.org/card-1", "M")
    left, top = job.sheet.places()[0]
    module = 29 / (len(rows) + 8) / 25.4 * 720
    for y, row in enumerate(rows):
        for x, dark in enumerate(row):
            at_x = (left + 10) / 25.4 * 720 + (x + 4.5) * module
            at_y = (top + 20) / 25.4 * 720 + (y + 4.5) * module
            assert (page.getpixel((int(at_x), int(at_y))) < 100) == dark


def test_a_code_shows_the_data_and_nothing_without_its_field(small_job, card, read_face, draw):
    face = read_face('boxes:\n- {qr: "x:{weight}:{tech + 1}", at: [10, 20, 29, 29]}\n')
    whole = card(fields={"tech": 2, "weight": 1.5})
    shapes, findings = draw(small_job(whole, face=face, language="it"), whole)
    assert findings == []
    assert [part.parts[0].path if hasattr(part, "parts") else part.path for part in shapes] == [
        code_path(code_modules("x:1.5:3", "M"), 4, Area(10, 20, 29, 29))
    ]
    lacking = card(fields={"tech": 2})
    assert [
        part for part in draw(small_job(lacking, face=face), lacking)[0] if getattr(part, "parts", part)
    ] == []


def test_a_small_code_is_warned_of(small_job, card, read_face, draw):
    face = read_face('boxes:\n- {qr: "https://example.org/{id}", at: [10, 20, 9, 12]}\n')
    _, (finding,) = draw(small_job(card(), face=face), card())
    assert (finding.rule, finding.severity, finding.where.line) == ("small-code", "warning", 2)
    assert "11 mm" in finding.message


def test_the_capacity_is_that_of_the_standard():
    assert len(code_modules("9" * 7089, "L")) == 177
    with pytest.raises(InputError, match="7090"):
        code_modules("9" * 7090, "L")
