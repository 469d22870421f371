"""What is written of drawings that stand in many places."""

import io
import re

import pikepdf
import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckwright.press.graphics.parts import POINT, DrawnRepeat, DrawnShape, Gradient, Stop
from deckwright.press.writing.document import Content, PdfFile
from deckwright.press.writing.images import press_inks

DOT = DrawnShape((("m", (0, 0)), ("l", (1, 0)), ("l", (1, 1)), ("h", ())), "#000000")


@given(st.floats(0.5, 9), st.floats(0.5, 9))
def test_a_pattern_of_many_does_not_drift(across, down):
    places = tuple((column * across, row * down) for row in range(22) for column in range(17))
    content = Content(PdfFile({}, "en", (63, 88)))
    content.draw([DrawnRepeat((DOT,), places)])
    moves = re.findall(r"1 0 0 1 (\S+) (\S+) cm", "\n".join(content.operators))
    assert len(moves) == len(places)
    x = y = 0.0
    for (right, up), (left, top) in zip(moves, places, strict=True):
        x, y = x + float(right), y - float(up)
        assert (x * POINT, y * POINT) == pytest.approx((left, top), abs=0.003)


@pytest.mark.parametrize(
    ("more", "written"),
    [
        ({}, "f"),
        ({"even_odd": True}, "f*"),
        ({"fill": "", "stroke": "#000000", "even_odd": True}, "S"),
        ({"stroke": "#000000", "even_odd": True}, "B*"),
        ({"stroke": "#000000", "cap": 1}, "q 1 J 0 j B Q"),
        ({"fill": "", "stroke": "#000000", "join": 2}, "q 0 J 2 j S Q"),
        ({"cap": 1, "join": 1}, "f"),
    ],
)
def test_lines_end_and_meet_and_shapes_are_filled_as_they_say(more, written):
    content = Content(PdfFile({}, "en", (63, 88)))
    content.draw([DOT._replace(**more)])
    steps = [one for one in content.operators if not one.endswith((" rg", " RG", " d", " m", " l", "h"))]
    assert " ".join(steps) == written


def shaded(colours, *moves, inks=None):
    """PDF of dots with a gradient, each moved down."""
    stops = tuple(Stop(number / (len(colours) - 1), colour) for number, colour in enumerate(colours))
    file, out = PdfFile({}, "en", (24, 24), inks), io.BytesIO()
    content = Content(file)
    content.draw([DOT._replace(fill=Gradient(stops, (1, 0, 0, 1, 0, move))) for move in moves])
    file.page(content, 24, 24)
    file.save(out, {})
    return out.getvalue()


def test_a_gradient_in_four_inks_has_no_more_than_the_limit():
    with pikepdf.open(io.BytesIO(shaded(["#000000", "#001100"], 0, inks=press_inks(2.4)))) as pdf:
        (shading,) = pdf.pages[0].Resources.Shading.values()
        assert (shading.ColorSpace, shading.ShadingType) == ("/DeviceCMYK", 2)
        ends = [part[key] for part in shading.Function.Functions for key in ("/C0", "/C1")]
        assert max(sum(map(float, colour)) for colour in ends) <= 2.4
        bounds = [float(at) for at in shading.Function.Bounds]
        assert bounds == sorted(set(bounds))


def test_equal_gradients_are_written_once():
    data = shaded(["#ff0000", "#ffff00", "#000080"], 0, 2)
    assert data == shaded(["#ff0000", "#ffff00", "#000080"], 0, 2)
    with pikepdf.open(io.BytesIO(data)) as pdf:
        assert list(pdf.pages[0].Resources.Shading.keys()) == ["/S1"]
        assert len(re.findall(rb"/S1 sh", pdf.pages[0].Contents.read_bytes())) == 2
