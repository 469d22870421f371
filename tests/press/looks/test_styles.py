"""The module press/looks/styles: what is wrong with tags."""

from __future__ import annotations

import pytest

from deckwright.press.looks.styles import RunStyle, Style, tag_faults

RUNS = ["gold", "term"]


def faults(text):
    return [(one.offset, one.severity, one.message) for one in tag_faults(text, RUNS)]


@pytest.mark.parametrize(
    "text",
    ["[gold]a[/]", "[gold]a [term]b[/term][/gold]", "[nobr]a b[/nobr][br][tab]", "see [note] [1]", "[x"],
)
def test_good_tags_and_other_words_in_brackets_pass(text):
    assert faults(text) == []


@pytest.mark.parametrize(
    ("text", "offset", "severity", "message"),
    [
        (
            "a [goldd]b[/]",
            2,
            "error",
            "The face has no [goldd] under runs. Did you mean gold? Use one of: gold, term.",
        ),
        ("[gold]b", 0, "error", "[gold] is not closed. Write [/gold] after the last word."),
        ("b[/gold]", 1, "error", "[/gold] closes nothing, and is printed as is."),
        ("b[/]", 1, "warning", "[/] closes nothing, and is printed as is."),
        ("a [gol] b", 2, "warning", "[gol] is printed as is. Did you mean [gold]?"),
        ("a[/gol]", 1, "warning", "[/gol] is printed as is. Did you mean [/gold]?"),
    ],
)
def test_a_bad_tag_is_found_at_its_place(text, offset, severity, message):
    assert faults(text) == [(offset, severity, message)]


def test_tags_that_cross_are_found():
    assert [(offset, severity) for offset, severity, _ in faults("[gold]a[term]b[/gold]c[/term]")] == [
        (7, "error"),
        (22, "error"),
    ]


def test_the_inner_run_decides_and_sizes_multiply():
    runs = {
        "big": RunStyle(size=1.5, colour="red", underline=True),
        "gold": RunStyle(size=2.0, colour="gold", weight=800, italic=True),
    }
    style = Style(runs=runs)
    own, look = style.run(("big", "gold"))
    assert (look.scale, look.colour, look.underline) == (3.0, "gold", True)
    assert (own.weight, own.italic, own.font) == (800, True, style.font)
    assert style.run(()).style is style


def test_a_bold_run_has_the_weight_of_bold_words_of_its_style():
    style = Style(weight=400, bold=800, runs={"b": RunStyle(bold=True)})
    assert style.run(("b",)).style.weight == 800


def test_an_unknown_run_changes_nothing():
    style = Style()
    assert style.run(("gold",)).look == style.run(()).look
