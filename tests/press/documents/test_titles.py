"""The module press/documents/titles."""

from __future__ import annotations

import pytest

from deckwright.press.documents.content import Document
from deckwright.press.documents.painter import Painter, TextLook
from deckwright.press.documents.titles import TitleLooks, draw_title, draw_title_line
from deckwright.press.graphics.parts import Area, DrawnText

from ...registries import GAMES

LOOKS = TitleLooks(TextLook(18, 9, 900, leading=1.0), TextLook(10, 7, lines=1))
ROOM = Area(4.0, 3.0, 62.0, 12.0)
LINE = Area(4.0, 3.0, 69.5, 6.8)


def drawn(title, subtitle="Reference card"):
    """The lines of a title and its size, those of the subtitle, and the painter."""
    return drawn_by(draw_title, title, subtitle, ROOM)


def drawn_by(draw, title, subtitle, room, language="en"):
    """What a function draws in a room."""
    painter = Painter(language, {})
    parts = draw(Document(title, subtitle, (), language), room, LOOKS, painter)
    texts = [part for part in parts if isinstance(part, DrawnText)]
    lines = [["".join(run.text for run in line.runs) for line in text.lines] for text in texts]
    return lines, texts, painter


@pytest.mark.parametrize(
    ("title", "lines"),
    [
        ("Frogs", ["Frogs"]),
        ("Monster Workplaces", ["Monster Workplaces"]),
        ("Data Frogs: Gather and Measure", ["Data Frogs: Gather and Measure"]),
        (
            "Data Frogs: Gather and Measure all that Jumps",
            ["Data Frogs:", "Gather and Measure all that Jumps"],
        ),
        (
            "Frogs and Toads of the Northern Ponds and their Friends",
            ["Frogs and Toads of the Northern", "Ponds and their Friends"],
        ),
    ],
)
def test_a_title_has_two_lines_where_they_are_much_larger(title, lines):
    (words, _), _, _ = drawn(title)
    assert [line.replace("\u00a0", " ") for line in words] == lines


@pytest.mark.parametrize("title", ["Frogs", "Monster Workplaces", "Data Frogs: Gather and Measure them"])
def test_words_stay_in_their_room_and_clear_of_what_is_beside_it(title):
    _, texts, painter = drawn(title)
    ends = [
        painter.set("".join(run.text for run in line.runs), look._replace(size=text.size, least=1), 500).width
        for text, look in zip(texts, (LOOKS.title, LOOKS.subtitle), strict=True)
        for line in text.lines
    ]
    assert max(ends) <= ROOM.width - 4.5
    baselines = [line.y for text in texts for line in text.lines]
    assert baselines == sorted(baselines)
    assert baselines[-1] <= ROOM.far[1] + 0.5
    assert baselines[0] - 0.65 * texts[0].size * 0.3528 >= ROOM.y - 0.5
    assert not painter.findings


def test_a_title_without_a_subtitle_is_in_the_middle():
    _, (text,), _ = drawn("Frogs", "")
    assert text.lines[0].y == pytest.approx(ROOM.centre[1] + 0.325 * 18 * 0.3528, abs=0.5)


def test_a_title_that_no_room_holds_is_a_finding_and_drawn():
    (title, _), _, painter = drawn(
        "Frogs and Toads of the Northern Ponds, their Friends and all their Cousins" * 2
    )
    assert title
    assert [finding.rule for finding in painter.findings] == ["overflow"]


def test_a_subtitle_has_two_lines_only_if_its_smallest_size_is_too_wide():
    for words, lines in ((5, 1), (6, 2)):
        _, (_, subtitle), painter = drawn("Frogs", " ".join(["Northerly"] * words))
        assert len(subtitle.lines) == lines
        assert not painter.findings


def ends_of(text, look, painter):
    """Left and right end of a text, and its first and last baseline."""
    widths = (
        painter.set("".join(run.text for run in line.runs), look._replace(size=text.size, least=1), 500).width
        for line in text.lines
    )
    return min(line.runs[0].start for line in text.lines), max(widths), text.lines[0].y, text.lines[-1].y


@pytest.mark.parametrize("name", GAMES)
def test_on_a_line_the_words_of_every_game_and_mode_are_beside_each_other(packaged, name):
    game = packaged(name).game
    for language in game.languages:
        labels = game.labels[language]
        for subtitle in ("Reference card", *(labels[f"mode:{mode}"] for mode in game.names("modes"))):
            _, texts, painter = drawn_by(draw_title_line, labels["game:title"], subtitle, LINE, language)
            assert not painter.findings
            count, texts = len(texts), [texts[0], texts[-1]]
            (title_x, title_width, top, low), (x, width, first, last) = (
                ends_of(text, look, painter)
                for text, look in zip(texts, (LOOKS.title, LOOKS.subtitle), strict=True)
            )
            assert title_x == pytest.approx(LINE.x, abs=0.2)
            assert title_x + title_width + 4.5 <= x + 0.01
            assert x + width <= LINE.far[0] + 0.01
            assert LINE.y < top - 0.65 * texts[0].size * 0.3528 < low < LINE.far[1]
            if count == 2 and len(texts[0].lines) == len(texts[1].lines) == 1:
                assert top == pytest.approx(first)
            else:
                assert LINE.y < first <= last < LINE.far[1]


def test_on_a_line_a_title_has_two_lines_where_they_are_larger():
    for title, lines in (("Monster Workplaces", 1), ("Frogs and Toads of the Northern Ponds", 2)):
        (words, subtitle), _, _ = drawn_by(draw_title_line, title, "Reference card", LINE)
        assert (len(words), subtitle) == (lines, ["Reference card"])
    (words,), _, _ = drawn_by(draw_title_line, "Frogs", "", LINE)
    assert words == ["Frogs"]


def test_on_a_line_what_follows_the_colon_of_a_long_title_is_smaller_below_it():
    words, (title, rest, _), painter = drawn_by(
        draw_title_line, "Data Frogs: gather and measure ponds", "Reference card", LINE
    )
    assert words == [["Data Frogs"], ["Gather and measure ponds"], ["Reference card"]]
    assert title.size > 1.25 * rest.size >= 1.25 * LOOKS.subtitle.least
    assert LINE.y < title.lines[0].y < rest.lines[0].y - 0.7 * rest.size * 0.3528 - 0.6
    assert rest.lines[0].y < LINE.far[1]
    assert not painter.findings


def test_on_a_line_a_title_that_no_room_holds_is_a_finding():
    _, _, painter = drawn_by(draw_title_line, "Frogs and Toads of the Northern Ponds" * 4, "Toads", LINE)
    assert [finding.rule for finding in painter.findings] == ["overflow"]
