import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckwright.press.faces.styles import Style
from deckwright.press.lettering.fit import Copy, fitted
from deckwright.press.lettering.spans import Span
from deckwright.press.lettering.words import paragraphs_of

LOREM = "Look at the top four cards of your laboratory deck and take one of them into your hand."


def copy(text=LOREM, **style):
    style = Style(**style)
    return Copy(paragraphs_of([Span(text)], style), style, "en")


def words(setting):
    return [" ".join(piece.text for word in line.words for piece in word.pieces) for line in setting.lines]


def test_a_text_that_fits_keeps_its_size():
    assert fitted(copy(size=9), 50, 20).size == 9


def test_a_text_shrinks_just_as_far_as_it_must():
    setting = fitted(copy(size=12, min=6), 40, 10)
    assert 6 < setting.size < 12
    assert setting.fits(40, 10)
    larger = fitted(copy(size=setting.size + 0.25, min=setting.size + 0.25), 40, 10)
    assert not larger.fits(40, 10)


def test_a_text_never_shrinks_below_its_minimum():
    setting = fitted(copy(size=9, min=7), 20, 5)
    assert setting.size == 7
    assert not setting.fits(20, 5)


@pytest.mark.parametrize("fit", ["wrap", "fixed"])
def test_only_a_text_that_may_shrink_does(fit):
    setting = fitted(copy(size=9, min=7, fit=fit), 20, 5)
    assert setting.size == 9
    assert len(setting.lines) == 1 if fit == "fixed" else len(setting.lines) > 5


def test_a_name_shrinks_a_little_before_it_is_broken():
    style = {"size": 15, "min": 9, "one_line": 12, "lines": 2, "balance": True}
    assert words(fitted(copy("Night Owl", **style), 50, 12)) == ["Night Owl"]
    a_little = fitted(copy("Compliance Cyclops", **style), 38, 12)
    assert (words(a_little), 12 <= a_little.size < 15) == (["Compliance Cyclops"], True)
    broken = fitted(copy("Digital Twin of the Boss", **style), 38, 12)
    assert (words(broken), broken.size) == (["Digital Twin", "of the Boss"], 15)


def test_no_word_of_a_name_is_broken():
    setting = fitted(copy("Donaudampfschifffahrtsgesellschaft", size=15, min=9, lines=2), 30, 12)
    assert words(setting) == ["Donaudampfschifffahrtsgesellschaft"]
    assert setting.size == 9
    assert not setting.fits(30, 12)


@given(st.floats(15, 60), st.floats(3, 40))
def test_what_is_said_to_fit_stands_within_its_box(width, height):
    setting = fitted(copy(size=10, min=5, hyphens=True), width, height)
    if setting.fits(width, height):
        assert setting.width <= width + 0.01
        assert setting.height <= height + 0.01
    else:
        assert setting.size == 5


def test_lines_are_aligned_by_what_is_seen_of_them():
    from deckwright.press.parts import Area

    for align, left in (("left", 0.0), ("centre", 0.5), ("right", 1.0)):
        setting = fitted(copy("A B", size=10, align=align, tracking=100), 50, 10)
        (text,) = setting.drawn(Area(5, 5, 50, 10), "#000000")
        seen = setting.width - 10 * 25.4 / 72 * 0.1
        assert text.lines[0].runs[0].start == pytest.approx(5 + (50 - seen) * left)
