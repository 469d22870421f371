"""Parts of drawings: what they cover."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckwright.press.graphics.parts import (
    Area,
    DrawnGroup,
    DrawnRepeat,
    DrawnShape,
    bounds_of,
    common,
    outline,
    rectangle,
)

numbers = st.floats(-100, 100)
areas = st.builds(Area, numbers, numbers, st.floats(0.1, 50), st.floats(0.1, 50))


def inside(area, x, y):
    return area.x - 1e-6 <= x <= area.far[0] + 1e-6 and area.y - 1e-6 <= y <= area.far[1] + 1e-6


@given(areas, areas, st.floats(0, 1), st.floats(0, 1))
def test_what_two_have_in_common_is_in_both(one, two, across, down):
    both = common(one, two)
    x, y = one.x + across * one.width, one.y + down * one.height
    if both:
        assert inside(one, *both.centre)
        assert inside(two, *both.centre)
    elif inside(two.inset(1e-3, 1e-3), x, y):
        pytest.fail("a point in both")


@given(areas, st.floats(-360, 360))
def test_a_turned_shape_is_as_far_from_its_centre_as_before(area, turn):
    found = bounds_of([DrawnGroup((DrawnShape(rectangle(area), "#000000"),), turn, area.centre)])
    assert found.centre == pytest.approx(area.centre, abs=1e-6)
    assert max(found.width, found.height) <= (area.width**2 + area.height**2) ** 0.5 + 1e-6


def test_the_bounds_of_repeated_and_clipped_shapes():
    shape = DrawnShape(outline("star", Area(0, 0, 10, 10)), "#000000")
    found = bounds_of([DrawnRepeat((shape,), ((0, 0), (100, 50)))])
    assert found.far == pytest.approx((109.755, 59.045), abs=0.01)
    clipped = DrawnGroup(
        (DrawnShape(rectangle(Area(0, 0, 9, 9)), "#000000"),), clip=rectangle(Area(5, 5, 9, 9))
    )
    assert bounds_of([clipped]) == Area(5, 5, 4, 4)
    assert bounds_of([]) is None


def test_a_line_is_wider_than_its_path():
    path = rectangle(Area(0, 0, 10, 10))
    assert bounds_of([DrawnShape(path, stroke="#000000", width=1, join=1)]) == Area(-0.5, -0.5, 11, 11)
