"""The module press/player_aids."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deckwright.errors import InputError
from deckwright.press.faces.face import contrast
from deckwright.press.graphics.parts import DrawnShape, DrawnText
from deckwright.press.player_aids import (
    DEEP,
    INK,
    PAPER,
    SOFT,
    TINT,
    Item,
    Pad,
    PadRow,
    Painter,
    Reference,
    Section,
)
from deckwright.press.reference_cards import SIZE, draw_side, set_card
from deckwright.press.score_pads import LEAST_ROW, MARGIN, draw_pad, pad_sheet

# The sections of a reference card flow over its sides, and none is lost.

ITEMS = st.lists(
    st.builds(
        Item,
        st.sampled_from(["Unique.", "Global.", "Once per turn."]),
        st.sampled_from(
            ["Only one copy may be in a deck.", "It lies in the market until your next turn begins."]
        ),
        st.sampled_from(["", "mdi:earth"]),
        st.sampled_from([("3",), ("4", "5")]),
        st.just(()),
    ),
    min_size=1,
    max_size=7,
).map(tuple)
SECTIONS = st.lists(
    st.one_of(
        st.builds(Section, st.just("Marks"), ITEMS, st.just("list"), st.just(())),
        st.builds(Section, st.just("Icons"), ITEMS, st.just("grid"), st.just(())),
        st.builds(Section, st.just("Set-up"), ITEMS, st.just("table"), st.just(("Players", "2", "3"))),
    ),
    min_size=1,
    max_size=6,
)


def words(parts):
    texts = [
        run.text for part in parts if isinstance(part, DrawnText) for line in part.lines for run in line.runs
    ]
    return "".join(texts).replace(" ", "")


@settings(max_examples=20)
@given(sections=SECTIONS)
def test_every_section_is_on_one_side_or_a_finding_tells_of_it(sections):
    reference = Reference("Frogs", "Reference card", tuple(sections), "en")
    painter = Painter("en", {})
    flow = set_card(reference, painter)
    sides = [list(draw_side(reference, flow, number, painter)) for number in range(len(flow.sides))]
    text = "".join(map(words, sides))
    for section in sections:
        assert text.count(section.title) >= sum(other.title == section.title for other in sections)
        for item in section.items:
            assert item.name.replace(" ", "") in text
    for part in (part for side in sides for part in side if isinstance(part, DrawnText)):
        low = max(line.y for line in part.lines)
        assert low <= SIZE[1] - 2 or painter.findings
        assert all(4 <= run.start <= SIZE[0] - 4 for line in part.lines for run in line.runs)


def test_a_short_card_has_one_side_in_full_size():
    reference = Reference("Frogs", "", (Section("Marks", (Item("Unique.", "Only one."),)),), "en")
    flow = set_card(reference, Painter("en", {}))
    assert (len(flow.sides), flow.scale) == (1, 1.0)


def test_what_has_no_room_on_two_sides_is_a_finding_and_drawn():
    items = tuple(Item(f"Mark {number}.", "It lies in the market until your turn.") for number in range(80))
    reference = Reference("Frogs", "", (Section("Marks", items),), "en")
    painter = Painter("en", {})
    flow = set_card(reference, painter)
    assert [finding.rule for finding in painter.findings] == ["overflow"]
    assert sum(map(len, flow.sides)) == 81


# A pad always leaves room to write, whatever is on it and whatever the paper.

WORDS = st.sampled_from(["Ice", "Own tokens on completed projects", "Carte-Dataset sensibles", "À soi"])
ROWS = st.lists(
    st.tuples(WORDS, st.sampled_from(["", "2 · 8 · 18"]), st.sampled_from(["", "mdi:fire"])).map(
        lambda row: PadRow(*row)
    ),
    min_size=1,
    max_size=9,
)
PAPERS = st.sampled_from([(210.0, 297.0), (215.9, 279.4), (297.0, 420.0), (148.0, 210.0)])


def pad_of(rows, seats, teams=0):
    rows = (*rows, PadRow("Total", sort="total"))
    heads = tuple(f"Team {number + 1}" for number in range(teams))
    return Pad("Frogs", "Pond", rows, seats, heads, "Date", "Name", "In a tie the victory is shared.", "en")


@settings(max_examples=30)
@given(rows=ROWS, teams=st.integers(0, 3), paper=PAPERS, seats=st.integers(1, 6))
def test_cells_are_high_enough_to_write_in_and_pads_stay_on_the_paper(rows, teams, paper, seats):
    pad = pad_of(rows, 2 * teams or seats, teams)
    try:
        sheet, plan = pad_sheet(pad, paper)
    except InputError:
        assert paper == (148.0, 210.0)
        return
    assert min(plan.rows) >= LEAST_ROW > 8
    assert plan.cell >= 13
    assert sheet.paper in {paper, paper[::-1]}
    assert min(sheet.corner) >= MARGIN - 1e-6
    assert len(sheet.places()) == sheet.cards >= 1


@settings(max_examples=30)
@given(rows=ROWS, teams=st.integers(0, 3), paper=PAPERS)
def test_nothing_is_drawn_beyond_a_pad(rows, teams, paper):
    pad = pad_of(rows, 2 * teams or 3, teams)
    try:
        _, plan = pad_sheet(pad, paper)
    except InputError:
        return
    painter = Painter("en", {})
    width, height = plan.size
    for part in draw_pad(pad, plan, painter):
        if isinstance(part, DrawnShape):
            points = [(x, y) for _, numbers in part.path for x, y in zip(*[iter(numbers)] * 2, strict=True)]
            assert all(-0.01 <= x <= width + 0.01 and -0.01 <= y <= height + 0.01 for x, y in points)
        if isinstance(part, DrawnText):
            assert all(0 <= line.y <= height for line in part.lines)
            assert all(0 <= run.start <= width for line in part.lines for run in line.runs)
    assert not painter.findings


def test_a_word_that_has_no_room_is_a_finding():
    pad = pad_of([PadRow("Donaudampfschifffahrtsgesellschaftskapitänspatent" * 2)], 4)
    _, plan = pad_sheet(pad, (210.0, 297.0))
    painter = Painter("en", {})
    list(draw_pad(pad, plan, painter))
    assert [finding.rule for finding in painter.findings] == ["overflow"]


def test_a_letter_that_the_font_does_not_have_is_a_finding():
    painter = Painter("en", {})
    list(draw_pad(pad := pad_of([PadRow("氷")], 2), pad_sheet(pad, (210.0, 297.0))[1], painter))
    assert "missing-glyph" in {finding.rule for finding in painter.findings}


@pytest.mark.parametrize(
    ("ink", "ground"),
    [(INK, PAPER), (SOFT, PAPER), (DEEP, PAPER), (PAPER, DEEP), (INK, TINT), (SOFT, TINT), (DEEP, TINT)],
)
def test_words_can_be_read(ink, ground):
    assert contrast(ink, ground) >= 4.5
