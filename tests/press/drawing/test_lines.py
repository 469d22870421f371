"""The module press/drawing/lines."""

from __future__ import annotations

from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckwright.press.drawing.lines import (
    TextToFit,
    balance_lines,
    break_lines,
    fit_text,
    highest,
    set_in_size,
)
from deckwright.press.drawing.words import Span, hyphenator, paragraphs_of
from deckwright.press.graphics.fonts import INSTALLED
from deckwright.press.graphics.parts import POINT, Area
from deckwright.press.looks.styles import RunStyle, Style

TEXTS = st.lists(st.text("abcdefghilmnoprstuvàéèœç", min_size=1, max_size=14), min_size=1, max_size=40).map(
    " ".join
)
MEASURES = st.floats(min_value=3000, max_value=40000)


def set_in(text, **style):
    return paragraphs_of([Span(text)], Style(**style))


def words_of(lines):
    return [["".join(piece.text for piece in word.pieces) for word in line.words] for line in lines]


@given(TEXTS, MEASURES)
def test_no_word_is_lost_and_none_moved(text, measure):
    lines = words_of(break_lines(set_in(text), measure))
    assert [word for line in lines for word in line] == text.split()


@given(TEXTS, MEASURES)
def test_no_line_is_longer_than_the_measure_unless_it_is_one_word(text, measure):
    for line in break_lines(set_in(text), measure):
        assert line.width <= measure + 1 or len(line.words) == 1


@given(TEXTS, MEASURES, st.sampled_from(["it", "fr", "en"]))
def test_hyphenated_words_read_as_they_were(text, measure, language):
    lines = words_of(break_lines(set_in(text), measure, hyphenator(language, 0)))
    joined = " ".join(" ".join(line) for line in lines).replace("- ", "")
    assert joined == text


@given(TEXTS, MEASURES)
def test_even_lines_are_as_few_as_uneven_ones(text, measure):
    uneven, even = break_lines(set_in(text), measure), balance_lines(set_in(text), measure)
    assert len(even) == len(uneven)
    assert max(line.width for line in even) <= max(line.width for line in uneven) + 1


def test_a_short_last_word_does_not_stand_alone():
    paragraphs = set_in("one two three four five six")
    measure = break_lines(paragraphs, 1e9)[0].width - 1
    assert words_of(break_lines(paragraphs, measure)) == [["one", "two", "three", "four"], ["five", "six"]]


@pytest.mark.parametrize(("more", "last"), [(0, ["laboratories", "mm"]), (-1, ["mm"])])
def test_a_word_joins_a_short_last_one_only_where_both_fit(more, last):
    measure = break_lines(set_in("laboratories mm"), 1e9)[0].width + more
    assert words_of(break_lines(set_in("i i laboratories mm"), measure))[-1] == last


def test_words_are_hyphenated_where_that_saves_a_line():
    paragraphs = set_in("look at the laboratory and the opportunity deck")
    measure = break_lines(set_in("laboratory and"), 1e9)[0].width + 1
    assert words_of(break_lines(paragraphs, measure))[2:] == [["the"], ["opportunity"], ["deck"]]
    lines = words_of(break_lines(paragraphs, measure, hyphenator("en", 0)))
    assert lines[2:] == [["the", "opportu-"], ["nity", "deck"]]


def test_words_are_whole_where_hyphens_save_nothing():
    paragraphs = set_in("take a card, and one of the laboratory")
    measure = break_lines(set_in("take a card, and one of the labor"), 1e9)[0].width
    breaks = hyphenator("en", 0)
    assert words_of(break_lines(paragraphs, measure, breaks))[-1] == ["laboratory"]


def test_words_are_hyphenated_where_lines_would_be_far_too_uneven():
    paragraphs = set_in("a laboratory a laboratory a")
    measure = break_lines(set_in("a laboratory"), 1e9)[0].width - 1
    lines = words_of(break_lines(paragraphs, measure, hyphenator("en", 0)))
    assert lines[0] == ["a", "labora-"]


def test_a_word_that_is_too_long_is_hyphenated():
    lines = words_of(break_lines(set_in("laboratory"), 3000, hyphenator("en", 0)))
    assert "".join(word for line in lines for word in line).replace("-", "") == "laboratory"
    assert len(lines) > 1


def test_words_that_a_hard_space_joins_stay_together():
    lines = break_lines(set_in("take 3\u00a0cards now"), 1)
    assert words_of(lines) == [["take"], ["3\u00a0cards"], ["now"]]


@pytest.mark.parametrize("line_end", ["\n", "\r\n", " \n"])
def test_an_empty_line_begins_a_paragraph_and_a_line_end_a_line(line_end):
    text = line_end.join(["one", "two", " ", "three", ""])
    lines = break_lines(set_in(text), 1e9)
    assert words_of(lines) == [["one"], ["two"], ["three"]]
    assert [line.first for line in lines] == [True, False, True]


@pytest.mark.parametrize(
    ("language", "text", "head"),
    [("it", "una Carta-Finalità", "Carta-"), ("fr", "une porte-cochère", "porte-")],
)
def test_a_word_with_a_hyphen_is_broken_there_first(language, text, head):
    first, word = text.split()
    width = INSTALLED.font("Alegreya Sans", 400, italic=False).widths
    measure = width[first] + width[" "] + width[word] - 1
    lines = words_of(break_lines(set_in(f"{text} {text}"), measure, hyphenator(language, 0)))
    assert lines[0] == [first, head]


LOREM = "Look at the top four cards of your laboratory deck and take one of them into your hand."


def copy(text=LOREM, **style):
    style = Style(**style)
    return TextToFit(paragraphs_of([Span(text)], style), style, "en")


def words(setting):
    return [" ".join(piece.text for word in line.words for piece in word.pieces) for line in setting.lines]


def test_a_text_that_fits_keeps_its_size():
    assert fit_text(copy(size=9), 50, 20).size == 9


def test_a_text_shrinks_just_as_far_as_it_must():
    setting = fit_text(copy(size=12, min=6), 40, 10)
    assert 6 < setting.size < 12
    assert setting.fits(40, 10)
    larger = fit_text(copy(size=setting.size + 0.25, min=setting.size + 0.25), 40, 10)
    assert not larger.fits(40, 10)


def test_a_text_never_shrinks_below_its_minimum():
    setting = fit_text(copy(size=9, min=7), 20, 5)
    assert setting.size == 7
    assert not setting.fits(20, 5)


@pytest.mark.parametrize("fit", ["wrap", "fixed"])
def test_only_a_text_that_may_shrink_does(fit):
    setting = fit_text(copy(size=9, min=7, fit=fit), 20, 5)
    assert setting.size == 9
    assert len(setting.lines) == 1 if fit == "fixed" else len(setting.lines) > 5


def test_a_text_grows_until_its_box_is_full():
    setting = fit_text(copy(size=9, max=20, fit="grow"), 50, 30)
    assert 9 < setting.size < 20
    assert setting.fits(50, 30)
    larger = fit_text(copy(size=setting.size + 0.25, min=setting.size + 0.25), 50, 30)
    assert not larger.fits(50, 30)
    assert fit_text(copy(size=9, max=10, fit="grow"), 50, 30).size == 10
    assert fit_text(copy(size=9, max=20, min=7, fit="grow"), 20, 5).size == 7
    assert fit_text(copy(size=9, max=20), 50, 30).size == 9


def test_a_name_shrinks_a_little_before_it_is_broken():
    style = {"size": 15, "min": 9, "one_line": 12, "lines": 2, "balance": True}
    assert words(fit_text(copy("Night Owl", **style), 50, 12)) == ["Night Owl"]
    a_little = fit_text(copy("Compliance Cyclops", **style), 38, 12)
    assert (words(a_little), 12 <= a_little.size < 15) == (["Compliance Cyclops"], True)
    broken = fit_text(copy("Digital Twin of the Boss", **style), 38, 12)
    assert (words(broken), broken.size) == (["Digital Twin", "of the Boss"], 15)


def test_no_word_of_a_name_is_broken():
    setting = fit_text(copy("Donaudampfschifffahrtsgesellschaft", size=15, min=9, lines=2), 30, 12)
    assert words(setting) == ["Donaudampfschifffahrtsgesellschaft"]
    assert setting.size == 9
    assert not setting.fits(30, 12)


@given(st.floats(15, 60), st.floats(3, 40))
def test_what_is_said_to_fit_stands_within_its_box(width, height):
    setting = fit_text(copy(size=10, min=5, hyphens=True), width, height)
    if setting.fits(width, height):
        assert setting.width <= width + 0.01
        assert setting.height <= height + 0.01
    else:
        assert setting.size == 5


def test_lines_are_aligned_by_what_is_seen_of_them():
    for align, left in (("left", 0.0), ("centre", 0.5), ("right", 1.0)):
        setting = fit_text(copy("A B", size=10, align=align, tracking=100), 50, 10)
        (text,) = setting.drawn(Area(5, 5, 50, 10), "#000000")
        seen = setting.width - 10 * 25.4 / 72 * 0.1
        assert text.lines[0].runs[0].start == pytest.approx(5 + (50 - seen) * left)


RUNS = {
    "big": RunStyle(size=2.0),
    "small": RunStyle(size=0.5),
    "gold": RunStyle(colour="gold", underline=True),
    "caps": RunStyle(small_caps=True),
}


def mixed(*spans, **style):
    style = Style(runs=RUNS, **style)
    return TextToFit(paragraphs_of(spans, style), style, "en")


def drawn_text(setting, ink=lambda name: name):
    return list(setting.drawn(Area(0, 0, 50, 50), "#000000", ink))[-1]


def test_a_line_is_as_high_as_its_largest_words():
    plain = fit_text(mixed(Span("one "), Span("two"), size=10), 50, 50)
    large = fit_text(mixed(Span("one "), Span("two", runs=("big",)), size=10), 50, 50)
    small = fit_text(mixed(Span("one "), Span("two", runs=("small",)), size=10), 50, 50)
    assert large.height == pytest.approx(2 * plain.height)
    assert small.height == plain.height
    assert large.width > plain.width > small.width


def test_words_of_another_size_shrink_and_grow_with_the_text():
    setting = fit_text(mixed(Span("one "), Span("two", runs=("big",)), size=6, max=40, fit="grow"), 50, 10)
    assert setting.fits(50, 10)
    assert not fit_text(
        mixed(Span("one "), Span("two", runs=("big",)), size=setting.size + 0.25, min=40), 50, 10
    ).fits(50, 10)
    first, second = drawn_text(setting).lines[0].runs
    assert (first.size, second.size) == (0.0, 2 * setting.size)


@given(TEXTS, st.floats(min_value=8, max_value=80))
def test_a_run_around_a_whole_text_breaks_it_where_twice_the_size_does(text, width):
    style = Style(size=10, fit="wrap", runs=RUNS)
    inside = set_in_size(TextToFit(paragraphs_of([Span(text, runs=("big",))], style), style, "en"), width, 10)
    outside = set_in_size(TextToFit(paragraphs_of([Span(text)], style), style, "en"), width, 20)
    assert words(inside) == words(outside)
    assert inside.width == pytest.approx(outside.width)


def test_an_underline_runs_below_words_and_the_spaces_between_them():
    text = drawn_text(fit_text(mixed(Span("a "), Span("b c", runs=("gold",)), Span(" d")), 50, 50))
    (rule,) = text.rules
    runs = {run.text.strip(): run for run in text.lines[0].runs}
    assert rule.colour == runs["b c"].colour == "gold"
    assert rule.area.x == pytest.approx(runs["b c"].start)
    width = sum(runs["b c"].font.widths[word] for word in "b c") * 9 * POINT / 1000
    assert rule.area.width == pytest.approx(width)
    assert rule.area.y > text.lines[0].y


def test_small_capitals_are_those_of_the_font_and_read_as_written():
    (text,) = fit_text(mixed(Span("Slow Water", runs=("caps",))), 50, 50).drawn(Area(0, 0, 50, 50), "#000000")
    (run,) = text.lines[0].runs
    assert (run.text, run.font.name) == ("Slow Water", "AlegreyaSans-Regular-SmallCaps")


@pytest.mark.parametrize(("language", "capitals"), [("tr", "İYİ"), ("en", "İyi"), ("el", "İYI")])
def test_small_capitals_are_smaller_ones_where_a_font_would_have_the_wrong_letter(language, capitals):
    style = Style(runs=RUNS)
    (word,) = paragraphs_of([Span("İyi", runs=("caps",))], style, language)[0]
    assert "".join(piece.text for piece in word.pieces) == capitals


def test_a_font_without_small_capitals_shows_smaller_capitals(monkeypatch):
    monkeypatch.setitem(vars(Style().cut(bold=False, italic=False)), "small_caps", None)
    text = drawn_text(fit_text(mixed(Span("Ab c", runs=("caps",)), size=10), 50, 50))
    runs = [(run.text.strip(), run.size) for run in text.lines[0].runs]
    assert runs == [("A", 0.0), ("B C", 8.0)]


def test_a_line_break_begins_a_line_and_no_paragraph():
    lines = break_lines(mixed(Span("a"), Span("", mark="br"), Span("b\n\nc")).paragraphs, 1e6)
    assert [(line.first, words_of([line])) for line in lines] == [
        (True, [["a"]]),
        (False, [["b"]]),
        (True, [["c"]]),
    ]


def test_tabs_go_to_the_next_stop():
    spans = [
        Span("a"),
        Span("", mark="tab"),
        Span("b"),
        Span("", mark="br"),
        Span("abcdef"),
        Span("", mark="tab"),
        Span("b"),
    ]
    text = drawn_text(fit_text(mixed(*spans, size=10, tabs=2), 50, 50))
    starts = [line.runs[-1].start for line in text.lines]
    assert starts[0] == pytest.approx(20 * POINT)
    assert starts[1] == pytest.approx(40 * POINT)


def test_words_that_stay_together_are_neither_broken_nor_hyphenated():
    style = Style(hyphens=True)
    paragraphs = paragraphs_of([Span("x "), Span("extraordinarily long words", runs=("nobr",))], style)
    assert [len(word.pieces[0].text.split("\u00a0")) for word in paragraphs[0]] == [1, 3]
    assert list(hyphenator("en", 0)(paragraphs[0][1])) == []


@pytest.mark.parametrize("letters", [99, 101, 5000])
def test_a_word_of_hundreds_of_letters_that_may_be_cut_is_divided_once(letters):
    word = "abcdefghij" * 500
    copy = TextToFit(set_in(f"So {word[:letters]} it is"), Style(too_long="cut"), "en")
    (paragraph,) = copy.paragraphs
    texts = ["".join(piece.text for piece in one.pieces) for one in paragraph]
    assert "".join(texts) == f"So{word[:letters]}itis"
    assert max(map(len, texts)) <= 100
    assert [bool(one.space) for one in paragraph] == [True, *[False] * (len(texts) - 4), True, True, True]
    lines = break_lines(copy.paragraphs, 20_000)
    assert all(line.width <= 20_001 for line in lines) == (letters > 100)


@pytest.mark.parametrize(("word", "is_broken"), [("extraordinary", True), ("EXTRAORDINARY", False)])
def test_a_word_that_is_called_out_is_not_broken_if_it_fits_on_a_line(word, is_broken):
    paragraphs = set_in(f"so {word} word")
    (said, shout, _) = paragraphs[0]
    measure = said.width + said.space + shout.width * 0.9
    lines = words_of(break_lines(paragraphs, measure, hyphenator("en", 0)))
    assert any(line[-1].endswith("-") for line in lines) == is_broken


WORDS = st.sampled_from(["Wà", "lorem", "ipsum,", "extraordinary", "—", "I", "Toad", "\n", "\n\n"])
SPANS = st.lists(
    st.tuples(
        st.lists(WORDS, min_size=1, max_size=8).map(" ".join),
        st.booleans(),
        st.sampled_from(["", "", "mdi:star"]),
    ),
    min_size=1,
    max_size=12,
)


@given(
    SPANS,
    st.floats(8, 40),
    st.sampled_from(
        [{}, {"hyphens": True}, {"balance": True}, {"leading": 1.0, "one_line": 8.0}, {"tracking": 80.0}]
    ),
)
def test_no_text_is_higher_than_the_height_that_it_surely_does_not_exceed(spans, width, more):
    style = Style(size=9, min=6, paragraph=0.5, **more)
    spans = [Span("" if icon else text, bold, icon=icon) for text, bold, icon in spans]
    paragraphs = paragraphs_of(spans, style, "it")
    # The same text in many widths, so that some line just has room for a word, or just not.
    for room in (width + number / 7 for number in range(40)) if paragraphs else ():
        most = highest(spans, style, room)
        setting = set_in_size(TextToFit(paragraphs, style, "it"), room, style.least)
        assert most == inf or (setting.fits(room, inf) and setting.height <= most + 1e-9)


def test_what_surely_fits_is_said_for_plain_text_and_near_the_height_that_it_has():
    style = Style(size=9, min=6)
    setting = set_in_size(TextToFit(paragraphs_of([Span(LOREM)], style), style, "en"), 50, 6)
    assert highest([Span(LOREM)], style, 50) == pytest.approx(setting.height)


@pytest.mark.parametrize(
    ("text", "more"),
    [
        ("字", {}),
        ("ﬗ", {}),
        ("a | b", {}),
        ("a\tb", {}),
        ("m" * 60, {}),
        ("a", {"fit": "fixed"}),
        ("a", {"tabular": True}),
        ("more words than one line has room for, of those that a card can have", {"lines": 1}),
    ],
)
def test_nothing_is_said_of_texts_that_are_set_otherwise(text, more):
    assert highest([Span(text)], Style(size=9, min=6, **more), 50) == inf
