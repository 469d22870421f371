"""The module press/documents/reference_cards."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckwright.press.documents.columns import inked_height
from deckwright.press.documents.content import Document, Item, Section
from deckwright.press.documents.painter import Painter
from deckwright.press.documents.reference_cards import SIZE, draw_side, set_card
from deckwright.press.documents.setter import blocks_of
from deckwright.press.graphics.parts import POINT, DrawnText

from .drawn_words import words

# The sections of a reference card flow over its sides, and none is lost.

ITEMS = st.lists(
    st.builds(
        lambda name, text, icon, values, number: Item(name, text, icon, values, number=number),
        st.sampled_from(["Unique.", "Global.", "Once per turn."]),
        st.sampled_from(
            ["Only one copy may be in a deck.", "It lies in the market until your next turn begins."]
        ),
        st.sampled_from(["", "mdi:earth"]),
        st.sampled_from([("3",), ("4", "5")]),
        st.sampled_from(["", "1", "12"]),
    ),
    min_size=1,
    max_size=7,
).map(tuple)
HEADS = {"list": ("Marks",), "grid": ("Icons",), "table": ("Set-up", ("Players", "2", "3"))}
SECTIONS = st.lists(
    st.builds(
        lambda sort, items: Section(HEADS[sort][0], items, sort, *HEADS[sort][1:]),
        st.sampled_from(list(HEADS)),
        ITEMS,
    ),
    min_size=1,
    max_size=6,
)

STRIP = 2.8
"""Height of the coloured strip at the foot of a card, in mm."""

DESCENDERS = 0.24
"""Depth of letters that reach below their line, in ems."""


@given(sections=SECTIONS)
def test_every_section_is_on_one_side_or_a_finding_tells_of_it(sections):
    reference = Document("Frogs", "Reference card", tuple(sections), "en")
    painter = Painter("en", {})
    flow = set_card(reference, painter)
    sides = [list(draw_side(reference, flow, number, painter)) for number in range(len(flow.sides))]
    text = "".join(map(words, sides))
    for section in sections:
        assert text.count(section.title) >= sum(other.title == section.title for other in sections)
        for item in section.items:
            assert item.name.replace(" ", "") in text
    for part in (part for side in sides for part in side if isinstance(part, DrawnText)):
        low = max(line.y for line in part.lines) + DESCENDERS * part.size * POINT
        assert low <= SIZE[1] - STRIP - 1.0 or painter.findings
        assert all(4 <= run.start <= SIZE[0] - 4 for line in part.lines for run in line.runs)


def test_a_short_card_has_one_side_in_large_type():
    reference = Document("Frogs", "", (Section("Marks", (Item("Unique.", "Only one."),)),), "en")
    flow = set_card(reference, Painter("en", {}))
    assert (len(flow.sides), flow.scale) == (1, 1.5)


def test_what_has_no_room_on_two_sides_is_a_finding_and_drawn():
    items = tuple(Item(f"Mark {number}.", "It lies in the market until your turn.") for number in range(80))
    reference = Document("Frogs", "", (Section("Marks", items),), "en")
    painter = Painter("en", {})
    flow = set_card(reference, painter)
    assert [finding.rule for finding in painter.findings] == ["overflow"]
    assert sum(map(len, flow.sides)) == 81


def test_sections_change_sides_rather_than_being_cut():
    items = tuple(Item(f"Mark {number}.", "It lies in the market until your turn.") for number in range(14))
    sections = [Section("Turn", items[:6]), Section("One", items), Section("Two", items[:6])]
    flow = set_card(Document("Frogs", "", tuple(sections), "en"), Painter("en", {}))
    heads = [[bool(block.before) for block in side].count(True) for side in flow.sides]
    assert heads == [2, 1]
    assert all(side[0].before for side in flow.sides)


def test_a_side_with_few_texts_has_them_a_little_larger_and_no_wide_spaces():
    long, short = (
        Section(title, tuple(Item(f"Mark {number}.", sentence) for number in range(count)))
        for title, count, sentence in (("Turn", 18, "It lies in the market."), ("Marks", 4, "Only one."))
    )
    painter = Painter("en", {})
    flow = set_card(Document("Frogs", "", (long, short), "en"), painter)
    front, back = (
        {part.size for block in side[1:] for part in block.draw(0.0, 0.0) if isinstance(part, DrawnText)}
        for side in flow.sides
    )
    assert max(front) < min(back) <= 1.1 * max(front)
    assert 2 * inked_height(flow.sides[1]) < inked_height(flow.sides[0])


@pytest.mark.parametrize("words", range(4, 10))
def test_no_text_of_a_side_needs_another_line_because_it_is_larger(words):
    long = Section("Turn", (Item(text="It lies in the market."),) * 18)
    short = Section(
        "Points", (Item("Own tokens", values=(" ".join(["each"] * words),)), Item("Rewards", values=("1",)))
    )
    painter = Painter("en", {})
    flow = set_card(Document("Frogs", "", (long, short), "en"), painter)

    def lines(blocks):
        parts = [part for block in blocks for part in block.draw(0.0, 0.0)]
        return [len(part.lines) for part in parts if isinstance(part, DrawnText)]

    assert lines(flow.sides[1]) == lines(blocks_of([short._replace(sort="pairs")], painter, flow.scale, 80.0))


def test_texts_on_two_sides_are_not_so_large_that_short_ones_need_a_second_line():
    sections = [
        Section(title, (Item(text="Play any resources: tokens on a project."),) * 9)
        for title in ("A turn", "Points")
    ]
    flow = set_card(Document("Frogs", "", tuple(sections), "en"), Painter("en", {}))
    assert (len(flow.sides), flow.scale) == (2, 1.16)
