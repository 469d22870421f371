"""The module press/documents/pages: rules pages and reference cards."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckwright.errors import InputError
from deckwright.press.documents.content import Document, Item, Section
from deckwright.press.documents.pages import SIZE, draw_side, flow_columns, layout_on, set_card
from deckwright.press.documents.setter import Block, Painter, blocks_of
from deckwright.press.graphics.parts import DrawnText

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
        low = max(line.y for line in part.lines)
        assert low <= SIZE[1] - 2 or painter.findings
        assert all(4 <= run.start <= SIZE[0] - 4 for line in part.lines for run in line.runs)


def test_a_short_card_has_one_side_in_full_size():
    reference = Document("Frogs", "", (Section("Marks", (Item("Unique.", "Only one."),)),), "en")
    flow = set_card(reference, Painter("en", {}))
    assert (len(flow.sides), flow.scale) == (1, 1.0)


def test_what_has_no_room_on_two_sides_is_a_finding_and_drawn():
    items = tuple(Item(f"Mark {number}.", "It lies in the market until your turn.") for number in range(80))
    reference = Document("Frogs", "", (Section("Marks", items),), "en")
    painter = Painter("en", {})
    flow = set_card(reference, painter)
    assert [finding.rule for finding in painter.findings] == ["overflow"]
    assert sum(map(len, flow.sides)) == 81


# Rules pages: nothing is lost between columns, and no heading is the last in one.


def nothing(_x, _y):
    """Draw nothing."""
    return iter(())


BLOCKS = st.lists(
    st.tuples(st.floats(2, 60), st.booleans()).map(
        lambda pair: Block(pair[0], 2.0, nothing, 2.0 if pair[1] else 0.0, keeps_next=pair[1])
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
        assert not column[-1].keeps_next or not follows or follows[0].keeps_next or len(column) == 1


@pytest.mark.parametrize("sort", ["table", "grid"])
@pytest.mark.parametrize("rows", [2, 9, 40])
def test_a_short_table_is_in_one_column_and_a_long_one_is_not_cut_at_its_ends(sort, rows):
    items = tuple(Item(f"Row {number}", values=("3",)) for number in range(rows))
    heads = ("Players", "2") if sort == "table" else ()
    before = Section("Before", tuple(Item(text=f"Sentence {number}.") for number in range(12)))
    blocks = blocks_of([before, Section("Set-up", items, sort, heads)], Painter("en", {}), 1.0, 80.0)
    count = 1 + (rows + 1 if sort == "table" else (rows + 1) // 2)
    table, height = blocks[-count:], 110.0
    for used in range(1, len(blocks) - count):
        columns = flow_columns([*blocks[:used], *table], [height], 1)
        parts = [part for column in columns if (part := [block for block in column if block in table])]
        if count <= 11:
            assert len(parts) == 1
        else:
            assert all(len(part) > 1 for part in parts)


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
    flow = set_card(Document("Frogs", "", tuple(sections), "en"), Painter("en", {}))
    heads = [[block.keeps_next for block in side].count(True) for side in flow.sides]
    assert heads == [2, 1]
    assert [side[0].keeps_next for side in flow.sides] == [True, True]


def test_a_spare_section_is_omitted_before_type_becomes_small():
    items = tuple(Item(f"Mark {number}.", "It lies in the market until your turn.") for number in range(24))
    sections, spare = (Section("Turn", items[:12]), Section("One", items[:12])), Section("Two", items)
    reference = Document("Frogs", "", sections, "en", (Section("Small", items[:2]), spare))
    flow = set_card(reference, Painter("en", {}))
    assert sum(block.keeps_next for side in flow.sides for block in side) == 3
    assert flow.scale >= 0.76
