import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckwright.press.faces.styles import Style
from deckwright.press.fonts import font
from deckwright.press.lettering.hyphens import hyphenator
from deckwright.press.lettering.lines import balanced, broken
from deckwright.press.lettering.spans import Span
from deckwright.press.lettering.words import paragraphs_of

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
    lines = words_of(broken(set_in(text), measure))
    assert [word for line in lines for word in line] == text.split()


@given(TEXTS, MEASURES)
def test_no_line_is_longer_than_the_measure_unless_it_is_one_word(text, measure):
    for line in broken(set_in(text), measure):
        assert line.width <= measure + 1 or len(line.words) == 1


@given(TEXTS, MEASURES, st.sampled_from(["it", "fr", "en"]))
def test_hyphenated_words_read_as_they_were(text, measure, language):
    lines = words_of(broken(set_in(text), measure, hyphenator(language, 0)))
    joined = " ".join(" ".join(line) for line in lines).replace("- ", "")
    assert joined == text


@given(TEXTS, MEASURES)
def test_even_lines_are_as_few_as_uneven_ones(text, measure):
    uneven, even = broken(set_in(text), measure), balanced(set_in(text), measure)
    assert len(even) == len(uneven)
    assert max(line.width for line in even) <= max(line.width for line in uneven) + 1


def test_a_short_last_word_does_not_stand_alone():
    paragraphs = set_in("one two three four five six")
    measure = broken(paragraphs, 1e9)[0].width - 1
    assert words_of(broken(paragraphs, measure)) == [["one", "two", "three", "four"], ["five", "six"]]


def test_words_are_hyphenated_where_that_saves_a_line():
    paragraphs = set_in("look at the laboratory and the opportunity deck")
    measure = broken(set_in("laboratory and"), 1e9)[0].width + 1
    assert words_of(broken(paragraphs, measure))[2:] == [["the"], ["opportunity"], ["deck"]]
    lines = words_of(broken(paragraphs, measure, hyphenator("en", 0)))
    assert lines[2:] == [["the", "opportu-"], ["nity", "deck"]]


def test_words_are_whole_where_hyphens_save_nothing():
    paragraphs = set_in("take a card, and one of the laboratory")
    measure = broken(set_in("take a card, and one of the labor"), 1e9)[0].width
    breaks = hyphenator("en", 0)
    assert words_of(broken(paragraphs, measure, breaks))[-1] == ["laboratory"]


def test_words_are_hyphenated_where_lines_would_be_far_too_uneven():
    paragraphs = set_in("a laboratory a laboratory a")
    measure = broken(set_in("a laboratory"), 1e9)[0].width - 1
    lines = words_of(broken(paragraphs, measure, hyphenator("en", 0)))
    assert lines[0] == ["a", "labora-"]


def test_a_word_that_is_too_long_is_hyphenated():
    lines = words_of(broken(set_in("laboratory"), 3000, hyphenator("en", 0)))
    assert "".join(word for line in lines for word in line).replace("-", "") == "laboratory"
    assert len(lines) > 1


def test_words_that_a_hard_space_joins_stay_together():
    lines = broken(set_in("take 3\u00a0cards now"), 1)
    assert words_of(lines) == [["take"], ["3\u00a0cards"], ["now"]]


def test_an_empty_line_begins_a_paragraph_and_a_line_end_does_not():
    lines = broken(set_in("one\ntwo\n \nthree"), 1e9)
    assert words_of(lines) == [["one", "two"], ["three"]]
    assert [line.first for line in lines] == [True, True]


@pytest.mark.parametrize(
    ("language", "text", "head"),
    [("it", "una Carta-Finalità", "Carta-"), ("fr", "une porte-cochère", "porte-")],
)
def test_a_word_with_a_hyphen_is_broken_there_first(language, text, head):
    first, word = text.split()
    width = font("Alegreya Sans", 400, italic=False).widths
    measure = width[first] + width[" "] + width[word] - 1
    lines = words_of(broken(set_in(f"{text} {text}"), measure, hyphenator(language, 0)))
    assert lines[0] == [first, head]
