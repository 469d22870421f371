import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckwright.press.parts import Picture
from deckwright.press.writing.inks import cmyk, press_inks, rgb_inks, text_cmyk
from deckwright.press.writing.operators import Content
from deckwright.press.writing.pdf_file import PdfFile

COLOURS = st.integers(0, 0xFFFFFF).map(lambda number: f"#{number:06x}")


@pytest.mark.parametrize(
    ("colour", "inks"),
    [
        ("#ffffff", (0, 0, 0, 0)),
        ("#000000", (0, 0, 0, 1)),
        ("#808080", (0, 0, 0, 0.498)),
        ("#ff0000", (0, 1, 1, 0)),
        ("#00ff00", (1, 0, 1, 0)),
        ("#0000ff", (1, 1, 0, 0)),
        ("#800000", (0, 1, 1, 0.498)),
        ("#0000a0", (1, 1, 0, 0.373)),
    ],
)
def test_what_coloured_inks_have_in_common_is_printed_in_black(colour, inks):
    assert cmyk(colour, 4) == pytest.approx(inks, abs=0.001)


@given(COLOURS)
def test_no_more_ink_than_the_limit_stands_anywhere(colour):
    assert sum(cmyk(colour, 2.4)) <= 2.4 + 1e-9
    assert sum(text_cmyk(colour, 2.4)) <= 2.4 + 1e-9


@given(COLOURS)
def test_inks_are_shares_and_no_place_has_all_three_coloured_ones(colour):
    inks = cmyk(colour, 2.4)
    assert all(0 <= ink <= 1 for ink in inks)
    assert min(inks[:3]) == 0


@given(COLOURS)
def test_black_does_not_give_way_to_the_limit(colour):
    assert cmyk(colour, 2.4)[3] == cmyk(colour, 4)[3]


@pytest.mark.parametrize("colour", ["#000000", "#171c29", "#1a1620"])
def test_dark_text_is_all_black_and_nothing_else(colour):
    assert text_cmyk(colour, 2.4) == (0, 0, 0, 1)


def test_grey_text_is_a_shade_of_black():
    assert text_cmyk("#5d5c63", 2.4) == pytest.approx((0, 0, 0, 0.631), abs=0.01)


@pytest.mark.parametrize("colour", ["#cfdcff", "#fbf6ea", "#5b4700"])
def test_coloured_and_light_text_keeps_its_colour(colour):
    assert text_cmyk(colour, 2.4) == cmyk(colour, 2.4)


def test_colours_are_written_as_operators():
    assert rgb_inks().fills["#ff8000"] == "1 0.502 0 rg"
    assert rgb_inks().strokes["#ff8000"] == "1 0.502 0 RG"
    assert press_inks(2.4).fills["#ff0000"] == "0 1 1 0 k"
    assert press_inks(2.4).strokes["#ff0000"] == "0 1 1 0 K"
    assert press_inks(2.4).texts["#000000"] == "0 0 0 1 k"


@pytest.mark.parametrize(("side", "inks"), [(2.5, "0 0 0 1 k"), (20, "0.439 0.317 0 0.839 k")])
def test_a_small_dark_icon_is_printed_as_the_text_it_stands_in(side, inks):
    content = Content(PdfFile({}, "en", (63, 88), press_inks(2.4)))
    content.draw([Picture("mdi:cog", 10, 10, side, "#171c29")])
    assert inks in content.operators[-1]
