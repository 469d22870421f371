import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckwright.press.faces.reading import BLEED
from deckwright.press.targets.card_pages import CardPage

POKER = (63.0, 88.0)
TGC = CardPage(69.85, 95.25, 3.175)


def test_a_face_of_the_size_of_the_cut_keeps_its_size():
    assert CardPage(63 + 2 * BLEED, 88 + 2 * BLEED, BLEED).scale(POKER) == 1
    assert CardPage(63, 88).scale(POKER) == 1


def test_a_poker_card_grows_by_little_so_that_its_bleed_fills_the_page():
    assert TGC.scale(POKER) == pytest.approx(1.0133, abs=0.0001)
    assert TGC.fits(POKER)


lengths = st.floats(20, 200)


@given(st.tuples(lengths, lengths), lengths, lengths, st.floats(0, 5))
def test_a_face_always_fills_cut_and_page(size, width, height, bleed):
    page = CardPage(width + 2 * bleed, height + 2 * bleed, bleed)
    scale = page.scale(size)
    for axis in (0, 1):
        assert scale * size[axis] >= page.trim[axis] - 1e-9
        assert scale * (size[axis] + 2 * BLEED) >= (page.width, page.height)[axis] - 1e-9


@pytest.mark.parametrize("size", [(70, 120), (44, 68), (63, 63), (57, 88)])
def test_a_face_of_another_shape_does_not_fit(size):
    assert not TGC.fits(size)
