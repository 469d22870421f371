"""The module press/drawing/tables."""

from __future__ import annotations

from itertools import accumulate

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckwright.press.drawing.lines import break_lines
from deckwright.press.drawing.tables import Table, set_paragraphs
from deckwright.press.drawing.words import Span
from deckwright.press.looks.styles import Style

STYLE = Style()
WIDE = 1e6


def lines_of(text, measure=WIDE, language="en"):
    return break_lines(set_paragraphs([Span(text)], STYLE, language), measure)


def cells(line):
    """Where each cell of a line begins, and its text."""
    starts = [0.0, *accumulate(word.width + word.space for word in line.words)]
    found, empty = [], True
    for word, start in zip(line.words, starts, strict=False):
        text = "".join(piece.text for piece in word.pieces)
        if not word.pieces:
            empty = True
        elif empty:
            found.append((round(start, 1), text))
            empty = False
        else:
            found[-1] = found[-1][0], f"{found[-1][1]} {text}"
    return found


def texts(line):
    return [text for _, text in cells(line)]


def test_lines_between_bars_are_a_table_and_others_are_paragraphs():
    paragraphs = set_paragraphs([Span("Before it\n| a | b |\n| c | d |\nafter\n\nit")], STYLE)
    assert [isinstance(one, Table) for one in paragraphs] == [False, True, False, False]
    assert [texts(line) for line in lines_of("x\n| a | b |\n| c d |")] == [["x"], ["a", "b"], ["c d"]]


def test_a_bar_in_a_sentence_is_printed():
    (line,) = lines_of("a | b | c")
    assert texts(line) == ["a | b | c"]


def test_the_rule_below_the_head_is_drawn_and_not_printed():
    lines = lines_of("| Level | Cost |\n|---|--:|\n| Junior | 2 |")
    assert [texts(line) for line in lines] == [["Level", "Cost"], ["Junior", "2"]]
    assert [line.ruled for line in lines] == [True, False]
    assert [line.first for line in lines] == [True, False]


@pytest.mark.parametrize(("language", "one", "two"), [("en", "2.5", "11.25"), ("it", "2,5", "11,25")])
def test_numbers_stand_with_their_separators_below_each_other(language, one, two):
    lines = lines_of(f"| a | {one} |\n| b | {two} |\n| c | 7 |", language=language)
    font = STYLE.cut(bold=False, italic=False).tabular
    ends = []
    for line, number in zip(lines, (one, two, "7"), strict=True):
        start = cells(line)[1][0]
        ends.append(start + font.widths[number.replace(",", ".").split(".")[0]])
    assert max(ends) - min(ends) < 1


def test_figures_of_a_column_of_numbers_are_equally_wide():
    font = STYLE.cut(bold=False, italic=False)
    assert len({font.tabular.widths[figure] for figure in "0123456789"}) == 1
    assert font.widths["1"] != font.tabular.widths["1"]


@pytest.mark.parametrize(("rule", "share"), [(":--", 0.0), (":-:", 0.5), ("--:", 1.0)])
def test_the_rule_chooses_the_alignment(rule, share):
    lines = lines_of(f"| wide words |\n|{rule}|\n| x |")
    font = STYLE.cut(bold=False, italic=False)
    free = lines[0].width - font.widths["x"]
    assert cells(lines[1])[0][0] == pytest.approx(free * share, abs=0.2)


WORD = st.text("abcdefg", min_size=1, max_size=8)
CELL = st.lists(WORD, min_size=0, max_size=5).map(" ".join)


@given(st.lists(st.lists(CELL, min_size=1, max_size=4), min_size=1, max_size=5), st.floats(8000, 60000))
def test_no_word_is_lost_however_narrow_the_table_is(rows, measure):
    text = "\n".join(f"| {' | '.join(row)} |" for row in rows)
    lines = break_lines(set_paragraphs([Span(text)], STYLE), measure)
    shown = sorted(
        "".join(p.text for p in word.pieces) for line in lines for word in line.words if word.pieces
    )
    assert shown == sorted(word for row in rows for cell in row for word in cell.split())


@given(st.lists(st.lists(CELL, min_size=2, max_size=2), min_size=1, max_size=5), st.floats(12000, 60000))
def test_a_table_is_as_narrow_as_its_words_allow(rows, measure):
    text = "\n".join(f"| {' | '.join(row)} |" for row in rows)
    font = STYLE.cut(bold=False, italic=False)
    columns = [[word for row in rows for word in row[number].split()] for number in range(2)]
    least = 1000 + sum(max((font.widths[word] for word in column), default=0) for column in columns)
    for line in break_lines(set_paragraphs([Span(text)], STYLE), measure):
        assert line.width <= max(measure, least) + 1
        assert sum(word.width + word.space for word in line.words) <= line.width + 300


def test_a_table_without_words_is_nothing():
    assert lines_of("| | |") == lines_of("") == []
