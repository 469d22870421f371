import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckwright.translation.machine.markup import masked, unmasked

KEPT = '<code translate="no">{}</code>'


def test_icons_are_kept_from_the_machine():
    assert masked("+1 {tech} & more", {}) == f"+1 {KEPT.format('{tech}')} &amp; more"


def test_glossary_terms_go_in_translated_the_longest_first_and_as_whole_words():
    terms = {"tool": "outil", "power tool": "outil électrique"}
    text = "Power tool, tool, toolbox"
    assert masked(text, terms) == f"{KEPT.format('Outil électrique')}, {KEPT.format('outil')}, toolbox"


def test_a_term_is_not_found_in_what_html_makes_of_a_sign():
    assert masked("a & amp", {"amp": "ampère"}) == f"a &amp; {KEPT.format('ampère')}"


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("**Now**, go", "<b>Now</b>, go"),
        ("*Now*, go", "<i>Now</i>, go"),
        ("***Now***, go", "<b><i>Now</i></b>, go"),
        ("**Now *or* later**", "<b>Now <i>or</i> later</b>"),
    ],
)
def test_emphasis_goes_as_tags(text, html):
    assert masked(text, {}) == html
    assert unmasked(html, text) == text


def test_a_space_that_the_machine_puts_inside_bold_type_is_put_outside():
    assert unmasked("Jouez <b> maintenant </b>!", "Play **now**!") == "Jouez  **maintenant** !"


@pytest.mark.parametrize(
    "answer",
    [
        "",
        "  ",
        "Recevez 2.",
        f"{KEPT.format('{tech}')} {KEPT.format('{tech}')}",
        f"<b>{KEPT.format('{tech}')}",
        "<code>{tech}",
        KEPT.format("{technique}"),
        f"**Recevez** {KEPT.format('{tech}')}",
    ],
)
def test_an_answer_with_other_icons_stars_or_half_a_tag_is_refused(answer):
    assert unmasked(answer, "Gain {tech}.") is None


@given(
    st.lists(
        st.sampled_from(["{tech}", "**b**", "*i*", "***x***", "a < b", "&amp;", "«é»", "5 * 3", "tool", "\n"])
    )
)
def test_a_text_that_comes_back_as_it_went_is_the_same(parts):
    text = " ".join(["a", *parts, "z"])
    assert unmasked(masked(text, {}), text) == text
