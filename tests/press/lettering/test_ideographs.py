"""Lines of Chinese and Japanese, which are broken between most of their signs."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckwright.press.drawing.lines import break_lines
from deckwright.press.drawing.words import Span, paragraphs_of
from deckwright.press.looks.styles import Style

STYLE = Style()
NEVER_FIRST = set("、。」』）！？，：；ょっー")
NEVER_LAST = set("「『（")


def lines_of(text, measure):
    paragraphs = paragraphs_of([Span(text)], STYLE)
    return [
        "".join(piece.text for word in line.words for piece in word.pieces)
        for line in break_lines(paragraphs, measure)
    ]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("抽兩張牌，然後", ["抽", "兩", "張", "牌，", "然", "後"]),
        ("「卡片」。（再", ["「卡", "片」。", "（再"]),
        ("カードを2枚", ["カー", "ド", "を", "2", "枚"]),
        ("用 API 抽", ["用", "API", "抽"]),
        ("두 장 뽑기", ["두", "장", "뽑기"]),
    ],
)
def test_a_text_without_spaces_is_taken_apart_where_it_may_be_broken(text, parts):
    (paragraph,) = paragraphs_of([Span(text)], STYLE)
    assert ["".join(piece.text for piece in word.pieces) for word in paragraph] == parts


def test_signs_keep_together_and_words_keep_their_space():
    (paragraph,) = paragraphs_of([Span("用 API 抽牌")], STYLE)
    assert [bool(word.space) for word in paragraph] == [True, True, False, True]


def test_a_word_goes_on_across_spans():
    (paragraph,) = paragraphs_of([Span("（"), Span("抽", bold=True), Span("）牌")], STYLE)
    assert ["".join(piece.text for piece in word.pieces) for word in paragraph] == ["（抽）", "牌"]


@given(st.text(alphabet="抽兩張牌然後丟棄カ「」。（）、ょー", min_size=1), st.integers(2000, 9000))
def test_no_line_begins_or_ends_with_what_none_may(text, measure):
    lines = lines_of(text, measure)
    assert "".join(lines) == text
    for before, after in pairwise(lines):
        assert after[0] not in NEVER_FIRST
        assert before[-1] not in NEVER_LAST
