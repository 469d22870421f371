"""The module press/documents/titles."""

from __future__ import annotations

import pytest

from deckwright.press.documents.content import Document
from deckwright.press.documents.setter import Painter, TextLook
from deckwright.press.documents.titles import TitleLooks, draw_title
from deckwright.press.graphics.parts import Area, DrawnText

LOOKS = TitleLooks(TextLook(18, 9, 900, leading=1.0), TextLook(10, 7, lines=1))
ROOM = Area(4.0, 3.0, 62.0, 12.0)


def drawn(title, subtitle="Reference card"):
    """The lines of a title and its size, those of the subtitle, and the painter."""
    painter = Painter("en", {})
    parts = draw_title(Document(title, subtitle, (), "en"), ROOM, LOOKS, painter)
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
