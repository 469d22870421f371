"""How unlike colours look, to all and to the colour-blind."""

import pytest

from deckwright.press.preflight.colours import COLOUR_BLINDNESS, difference, lab


@pytest.mark.parametrize(
    ("colour", "expected"),
    [
        ("#ffffff", (100.0, 0.0, 0.0)),
        ("#000000", (0.0, 0.0, 0.0)),
        ("#ff0000", (53.24, 80.09, 67.20)),
        ("#00ff00", (87.73, -86.18, 83.18)),
        ("#0000ff", (32.30, 79.19, -107.86)),
    ],
)
def test_colours_have_their_published_place_in_cielab(colour, expected):
    assert lab(colour) == pytest.approx(expected, abs=0.02)


@pytest.mark.parametrize("grey", ["#000000", "#404040", "#8c8c8c", "#ffffff"])
@pytest.mark.parametrize("sight", COLOUR_BLINDNESS)
def test_grey_looks_the_same_to_everyone(grey, sight):
    assert lab(grey, COLOUR_BLINDNESS[sight]) == pytest.approx(lab(grey), abs=0.05)


@pytest.mark.parametrize(
    ("one", "two", "sight"),
    [("#a8322a", "#5f6a1c", "deutan"), ("#803030", "#3f4a20", "protan"), ("#2c7f6f", "#2a7d93", "tritan")],
)
def test_colours_on_one_line_of_confusion_look_alike_to_that_sight_alone(one, two, sight):
    assert difference(one, two, COLOUR_BLINDNESS[sight]) < difference(one, two) / 2


def test_a_difference_is_the_same_both_ways_and_none_from_itself():
    assert difference("#a8322a", "#5f6a1c") == difference("#5f6a1c", "#a8322a") > 0
    assert difference("#a8322a", "#a8322a") == 0
