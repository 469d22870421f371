"""The modules press/player_aids, reference_cards, rules_pages, score_pads and sections."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckwright.errors import InputError
from deckwright.press.faces.colours import contrast
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
from deckwright.press.rules_pages import flow_columns, layout_on
from deckwright.press.score_pads import LEAST_ROW, MARGIN, draw_pad, pad_sheet
from deckwright.press.sections import Block

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


def test_a_score_of_one_part_has_a_line_for_each_round():
    pad = pad_of([PadRow("Points", "one each", rounds=6)], 4)
    sheet, plan = pad_sheet(pad, (210.0, 297.0))
    assert plan.rows[0] == pytest.approx(6 * plan.rows[1])
    assert min(plan.rows[1:]) >= LEAST_ROW
    painter = Painter("en", {})
    parts = list(draw_pad(pad, plan, painter))
    numbers = [
        (run.text, line.y)
        for part in parts
        if isinstance(part, DrawnText)
        for line in part.lines
        for run in line.runs
        if run.text.isdigit()
    ]
    assert [text for text, _ in numbers] == list("123456")
    heights = [y for _, y in numbers]
    assert [b - a for a, b in pairwise(heights)] == pytest.approx([plan.rows[1]] * 5)
    assert not painter.findings
    assert sheet.cards >= 2


# Rules pages: nothing is lost between columns, and no heading is the last in one.


def nothing(_x, _y):
    """Draw nothing."""
    return iter(())


BLOCKS = st.lists(
    st.tuples(st.floats(2, 60), st.booleans()).map(
        lambda pair: Block(pair[0], 2.0, nothing, 2.0 if pair[1] else 0.0, is_head=pair[1])
    ),
    min_size=1,
    max_size=60,
)


@given(blocks=BLOCKS, first=st.floats(70, 150), last=st.integers(1, 2))
def test_columns_have_every_block_in_order_and_stay_within_their_heights(blocks, first, last):
    heights = [first] * last + [200.0]
    columns = flow_columns(blocks, heights, last)
    assert [block for column in columns for block in column] == blocks
    for number, column in enumerate(columns):
        room = heights[min(number, len(heights) - 1)]
        used = sum(block.height + block.after for block in column) - column[0].before - column[-1].after
        assert used <= room + 1e-6 or len(column) == 1
        follows = [block for later in columns[number + 1 :] for block in later]
        assert not column[-1].is_head or not follows or follows[0].is_head or len(column) == 1


def test_the_columns_of_the_last_page_are_about_equally_high():
    blocks = [Block(10.0, 2.0, nothing) for _ in range(20)]
    assert [len(column) for column in flow_columns(blocks, [100.0, 100.0, 150.0], 2)] == [8, 8, 2, 2]
    assert [len(column) for column in flow_columns(blocks, [300.0, 300.0], 2)] == [10, 10]


@pytest.mark.parametrize(
    ("paper", "columns"), [((210, 297), 2), ((297, 210), 2), ((215.9, 279.4), 2), ((148, 210), 1)]
)
def test_a_page_is_upright_and_has_columns_that_are_wide_enough_to_read(paper, columns):
    layout = layout_on(paper)
    assert (layout.columns, layout.paper) == (columns, (min(paper), max(paper)))
    assert layout.column >= 70


def test_a_paper_without_room_for_a_column_is_refused():
    with pytest.raises(InputError, match="do not fit on the paper"):
        layout_on((90, 120))


def test_sections_change_sides_rather_than_being_cut():
    items = tuple(Item(f"Mark {number}.", "It lies in the market until your turn.") for number in range(14))
    sections = [Section("Turn", items[:6]), Section("One", items), Section("Two", items[:6])]
    flow = set_card(Reference("Frogs", "", tuple(sections), "en"), Painter("en", {}))
    heads = [[block.is_head for block in side].count(True) for side in flow.sides]
    assert heads == [2, 1]
    assert [side[0].is_head for side in flow.sides] == [True, True]


def test_a_spare_section_is_omitted_before_type_becomes_small():
    items = tuple(Item(f"Mark {number}.", "It lies in the market until your turn.") for number in range(24))
    sections, spare = (Section("Turn", items[:12]), Section("One", items[:12])), Section("Two", items)
    reference = Reference("Frogs", "", sections, "en", (Section("Small", items[:2]), spare))
    flow = set_card(reference, Painter("en", {}))
    assert sum(block.is_head for side in flow.sides for block in side) == 3
    assert flow.scale >= 0.76
