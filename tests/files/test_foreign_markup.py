"""Markup of other tools in the texts of sheets."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckwright.files.foreign_markup import converted, icons_in_brackets, is_foreign


@pytest.mark.parametrize(
    ("text", "ours"),
    [
        ("<b>Draw</b> a card.", "**Draw** a card."),
        ("Then <B>draw </B>a card.", "Then **draw** a card."),
        ("<strong>A</strong> and <em>b</em>", "**A** and *b*"),
        ("<b><i>both</i></b>", "***both***"),
        ("One.<br>Two.<br/>Three.", "One.\nTwo.\nThree."),
        ("<p>One.</p><p>Two.</p>", "One.\nTwo."),
        ("<ul><li>a</li><li>b</li></ul>", "• a\n• b"),
        ('<span style="color: red">Red</span> &amp; blue', "Red & blue"),
        (r"One\13\Two", "One\nTwo"),
        ("One%nTwo: 50%next", "One\nTwo: 50%next"),
        ("One %n two", "One\ntwo"),
        ("Pay {(3+2)}", "Pay (3+2)"),
        ("a < b, c > d", "a < b, c > d"),
        ("Gain [coin], :coin: or {(coin)}", "Gain {coin}, {coin} or {coin}"),
        ("Gain [per-investigator]", "Gain {per_investigator}"),
        ("Keep [gold]", "Keep [gold]"),
    ],
)
def test_markup_of_other_tools_becomes_ours(text, ours):
    assert converted(text, ["coin", "per_investigator"]) == ours


@pytest.mark.parametrize(
    ("text", "is_found"),
    [
        ("<b>x</b>", True),
        (r"a\13\b", True),
        ("&nbsp;", True),
        ("{(2)}", True),
        ("a < b", False),
        ("**x**", False),
    ],
)
def test_it_is_recognized(text, is_found):
    assert is_foreign(text) is is_found


def test_names_in_brackets_that_recur_are_icons():
    texts = [
        "Gain [coin] or [wood].",
        "Pay [coin] or :per-hero:",
        "One :per-hero:",
        "[gold]Rich[/gold] [gold]x[/]",
        "[br] [br]",
    ]
    assert icons_in_brackets(texts) == ["coin", "per_hero"]
    assert icons_in_brackets(["Roll [big-die] and gain :gem:."], {"big-die"}) == ["big_die"]


@given(st.text("abc .,!?()'-é\n", max_size=60))
def test_a_text_without_markup_stays_as_it_is(text):
    assert not is_foreign(text)
    assert converted(text, ["a"]) == text.strip()
