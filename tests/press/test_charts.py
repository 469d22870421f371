from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckwright.press.charts import WIDTH, Bar, Chart, Panel, draw_chart, save_chart
from deckwright.press.graphics.parts import DrawnShape, DrawnText

BARS = st.lists(
    st.builds(
        Bar,
        st.sampled_from(["one", "two", "a very long label that has no room at all here", ""]),
        st.floats(0, 1e6),
        st.just("12.5 %"),
        st.integers(0, 1),
        st.sampled_from(["", "12"]),
    ),
    max_size=40,
)
PANELS = st.lists(
    st.builds(
        Panel,
        st.sampled_from(["Title", "kind:tool tech>=3 <&>" * 9]),
        st.sampled_from(["", "note"]),
        BARS.map(tuple),
        st.sampled_from(["bars", "columns"]),
        most=st.just(0.0),
        keys=st.sampled_from([(), ("goes first", "the others")]),
    ),
    max_size=6,
)


@given(panels=PANELS)
def test_nothing_is_drawn_beyond_the_page(panels):
    drawn = draw_chart(Chart("Title", "Subtitle", tuple(panels), "en"))
    width, height = drawn.size
    assert width == WIDTH
    for part in drawn.parts:
        if isinstance(part, DrawnShape):
            points = [numbers for _, numbers in part.path if numbers]
            assert all(-0.01 <= x <= width + 0.01 and -0.01 <= y <= height + 0.01 for x, y in points)
        if isinstance(part, DrawnText):
            assert all(0 <= line.y <= height for line in part.lines)
            assert all(0 <= run.start <= width for line in part.lines for run in line.runs)


def lengths(panel, colour):
    """Measure the bars of one colour: their width, or their height where they stand."""
    drawn = draw_chart(Chart("Title", "", (panel,), "en"))
    shapes = [part for part in drawn.parts if isinstance(part, DrawnShape) and part.fill == colour]
    axis = panel.style == "columns"
    sizes = []
    for shape in shapes:
        places = [numbers[axis] for _, numbers in shape.path if numbers]
        sizes.append(max(places) - min(places))
    return sizes


@pytest.mark.parametrize("style", ["bars", "columns"])
def test_bars_are_as_long_as_their_values(style):
    bars = tuple(Bar(str(value), value, str(value)) for value in (1, 2, 4))
    one, two, four = lengths(Panel("Title", "", bars, style), "#1f6f8b")
    assert (two / one, four / one) == pytest.approx((2, 4))
    half = lengths(Panel("Title", "", bars, style, most=8), "#1f6f8b")
    assert half[2] / four == pytest.approx(0.5)


def test_a_panel_without_values_can_be_drawn():
    assert draw_chart(Chart("Title", "", (Panel("Empty", "", (Bar("zero", 0, "0"),)),), "en")).parts


def test_signs_of_xml_in_a_query_stay_text(tmp_path):
    panel = Panel('At least one of "a<b" & c', "", (Bar("<1>", 1, "1 %"),))
    file = tmp_path / "chart.svg"
    assert save_chart(Chart('"<Deck>" & more', "it's", (panel,), "en"), file) == []
    root = ET.parse(file).getroot()  # noqa: S314 - our own
    title = root.find("{http://www.w3.org/2000/svg}title")
    assert title is not None
    assert title.text == '"<Deck>" & more'
    assert "<1>" in "".join(root.itertext())


def test_equal_charts_give_equal_drawings(tmp_path):
    chart = Chart("Title", "", (Panel("Kind", "", (Bar("one", 1, "1"),)),), "en")
    for name in ("one.svg", "two.svg"):
        save_chart(chart, tmp_path / name)
    assert (tmp_path / "one.svg").read_bytes() == (tmp_path / "two.svg").read_bytes()
