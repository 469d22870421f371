"""What is written of drawings that stand in many places."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckwright.press.graphics.parts import POINT, DrawnRepeat, DrawnShape
from deckwright.press.writing.document import Content, PdfFile

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
