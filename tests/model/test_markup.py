"""Stars, tags and tables in the texts of cards, and markup of other tools in those of sheets."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckwright.model.markup import (
    converted,
    icons_in_brackets,
    is_foreign,
    is_table_row,
    is_table_rule,
    spoken_tables,
    tag_names,
    tags_of,
    unpaired_stars,
    without_tags,
)


@pytest.mark.parametrize(
    "text", ["", "Draw **two** cards.", "*One* and **two**", "***Both***", "3 * 5", "**a** **b**"]
)
def test_stars_in_pairs_are_right(text):
    assert unpaired_stars(text) == -1


@pytest.mark.parametrize(
    ("text", "place"), [("**Draw", 0), ("Draw** two", 4), ("**a** and **b", 10), ("** a **", 0)]
)
def test_two_stars_alone_are_found(text, place):
    assert unpaired_stars(text) == place


NAMES = st.sampled_from(["gold", "term", "nobr", "a-b_2"])
PLAIN = st.text("ab *{}.\n", max_size=6)


@st.composite
def tagged(draw, depth=3):
    """A text with tags, the text without them, and the names of its runs in order."""
    text, plain, names = "", "", []
    for _ in range(draw(st.integers(0, 3))):
        before = draw(PLAIN)
        text, plain = text + before, plain + before
        if depth:
            name, inside = draw(NAMES), draw(tagged(depth - 1))
            end = draw(st.sampled_from([f"[/{name}]", "[/]"]))
            text += f"[{name}]{inside[0]}{end}"
            plain, names = plain + inside[1], [*names, name, *inside[2]]
    return text, plain, names


@given(tagged())
def test_nested_tags_are_matched_and_leave_the_words_between_them(made):
    text, plain, names = made
    tags = tags_of(text)
    assert not any(tag.is_printed for tag in tags)
    assert [tag.name for tag in tags if tag.role == "open"] == names
    assert without_tags(text) == plain
    assert tag_names(text) == [f"[{name}]" for name in names]


@given(tagged())
def test_every_end_closes_the_run_opened_last(made):
    opened = []
    for tag in tags_of(made[0]):
        if tag.role == "open":
            opened.append(tag.name)
        else:
            assert opened.pop() == tag.name
    assert opened == []


@given(
    st.lists(st.sampled_from(["[a]", "[/a]", "[b]", "[/b]", "[/]", "[tab]", "[1]", "x", " "]), max_size=12)
)
def test_any_text_is_taken_apart_and_loses_only_whole_pairs(parts):
    text = "".join(parts)
    tags = tags_of(text)
    assert all(text[tag.start :].startswith(tag.written) for tag in tags)
    opened = [tag.name for tag in tags if tag.role == "open"]
    assert sorted(opened) == sorted(tag.name for tag in tags if tag.role == "close")
    gone = sum(len(tag.written) for tag in tags if tag.role in {"open", "close"})
    kept = sum(tag.role == "single" for tag in tags)
    assert len(without_tags(text)) == len(text) - gone - kept * (len("[tab]") - 1)
    assert tags_of(without_tags(text)) == [] or any(tag.is_printed for tag in tags)


@pytest.mark.parametrize(
    ("text", "roles"),
    [
        ("[a]x[b]y[/a]z[/b]", ["open", "unclosed", "close", "crossing"]),
        ("see [note]", ["unclosed"]),
        ("yes/no [/]", ["unopened"]),
        ("x[/gold]", ["unopened"]),
        ("[gold]see [note][/gold]", ["open", "unclosed", "close"]),
        ("[1] [A] [a b] []", []),
    ],
)
def test_tags_without_a_pair_have_a_role_of_their_own(text, roles):
    assert [tag.role for tag in tags_of(text)] == roles


@pytest.mark.parametrize(
    ("text", "wanted"),
    [("a [br]\n b", "a\nb"), ("a[br]b", "a\nb"), ("a[tab]b", "a b"), ("a[br]\n\nb", "a\n\n\nb")],
)
def test_a_line_break_ends_a_line_of_plain_text(text, wanted):
    assert without_tags(text, "\n") == wanted


def test_rows_and_the_rule_below_the_head_of_a_table_are_told_from_other_lines():
    assert [is_table_row(line) for line in ("| a | b |", " |a| ", "a | b", "| a")] == [
        True,
        True,
        False,
        False,
    ]
    assert [is_table_rule(cells) for cells in (["---", ":-:"], ["--:"], ["-", "–"])] == [True, True, False]


def test_a_table_is_spoken_row_by_row():
    text = "Stats\n| Level | Cost |\n|---|--:|\n| 1 | 2.5 |\n| 2 | |"
    assert spoken_tables(text) == "Stats\nLevel, Cost;\n1, 2.5;\n2;"


# Markup of other tools in the texts of sheets


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
