"""The module press/documents/columns."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckwright.press.documents.columns import Chain, ColumnFlow, inked_height, spread_column
from deckwright.press.documents.content import Item, Section
from deckwright.press.documents.painter import Painter
from deckwright.press.documents.setter import Block, blocks_of

from .drawn_words import words

# Nothing is lost between columns, and no heading is the last in one.


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
    columns = ColumnFlow(Chain(blocks), heights, last).columns()
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
        columns = ColumnFlow(Chain([*blocks[:used], *table]), [height], 1).columns()
        parts = [part for column in columns if (part := [block for block in column if block in table])]
        if count <= 11:
            assert len(parts) == 1
        else:
            assert all(len(part) > 1 for part in parts)


def test_the_columns_of_the_last_page_are_about_equally_high():
    blocks = [Block(10.0, 2.0, nothing) for _ in range(20)]
    assert [len(column) for column in ColumnFlow(Chain(blocks), [100.0, 100.0, 150.0], 2).columns()] == [
        8,
        8,
        2,
        2,
    ]
    assert [len(column) for column in ColumnFlow(Chain(blocks), [300.0, 300.0], 2).columns()] == [10, 10]


def test_what_is_kept_together_is_not_cut_to_make_columns_equally_high():
    heading = Block(10.0, 2.0, nothing, 4.0, keeps_next=True)
    reading = Block(30.0, 2.0, nothing, keeps_next=True)
    blocks = [heading, reading, *(Block(height, 2.0, nothing) for height in (30.0, 15.0, 15.0))]
    assert [len(column) for column in ColumnFlow(Chain(blocks), [200.0], 2).columns()] == [3, 2]


@pytest.mark.parametrize("before", [[50.0] * 4, [30.0], [30.0, 50.0, 20.0]])
def test_no_heading_is_alone_before_a_section_that_is_higher_than_the_columns_of_its_page(before):
    heading = Block(10.0, 2.0, nothing, 4.0, keeps_next=True)
    section = [heading, *(Block(40.0, 2.0, nothing, keeps_next=number < 3) for number in range(4))]
    blocks = [*(Block(height, 2.0, nothing) for height in before), *section]
    for column in ColumnFlow(Chain(blocks), [100.0, 100.0, 250.0], 2).columns():
        assert column[-1] is not heading


@pytest.mark.parametrize("room", range(60, 300, 20))
def test_no_heading_is_alone_where_a_section_has_to_be_cut(room):
    section = [Block(8.0, 2.0, nothing, 4.0, keeps_next=True)]
    section += [Block(39.0, 2.0, nothing, keeps_next=number < 5) for number in range(6)]
    for before in range(1, 8):
        blocks = [*(Block(20.0, 2.0, nothing) for _ in range(before)), *section]
        columns = ColumnFlow(Chain(blocks), [float(room), 100.0], 2).columns()
        assert all(column[-1] != section[0] for column in columns if column)


def test_a_section_that_goes_on_in_the_next_column_has_its_heading_again():
    items = tuple(Item(text=f"Sentence {number}.") for number in range(20))
    sections = [Section(title, items) for title in ("First", "Second")]
    columns = ColumnFlow(
        Chain(blocks_of(sections, Painter("en", {}), 1.0, 80.0)), [70.0, 70.0, 110.0], 2
    ).columns()
    firsts = [words(column[0].draw(0.0, 0.0)) for column in columns]
    assert len(firsts) > 3
    assert set(firsts) == {"First", "First(continued)", "Second(continued)"}
    assert all(column[0].keeps_next or column[0].again is None for column in columns)
    texts = [words(block.draw(0.0, 0.0)) for column in columns for block in column]
    assert [text for text in texts if "continued" not in text] == [
        word
        for title in ("First", "Second")
        for word in (title, *(f"Sentence\u00a0{number}." for number in range(20)))
    ]


def test_spaces_of_a_column_grow_alike_but_not_below_a_heading():
    heading, sentence = Block(10.0, 2.0, nothing, 4.0, keeps_next=True), Block(5.0, 2.0, nothing)
    row = Block(5.0, 0.0, nothing)
    column = (heading, sentence, sentence, row, row, heading, sentence)
    height = inked_height(column)
    assert spread_column(column, height - 1.0) == column
    grown = spread_column(column, height + 4.0)
    assert [new.after - old.after for new, old in zip(grown, column, strict=True)] == [0, 1, 1, 0, 2, 0, 0]
    assert inked_height(spread_column(column, height + 400.0)) < height + 6.0


@pytest.mark.parametrize("turned", [200.0, 90.0])
def test_a_block_that_turns_the_page_begins_one_whose_columns_have_their_own_height(turned):
    blocks = [Block(40.0, 2.0, nothing, 2.0, turns_page=number == 1) for number in range(9)]
    flow = ColumnFlow(Chain(blocks), [150.0, 150.0, 200.0], 2, turned)
    columns = flow.columns()
    assert [len(column) for column in columns[:2]] == [1, 0]
    assert columns[2][0].turns_page
    most = 2 if turned == 90.0 else 4
    assert [len(column) for column in columns[2:]] == ([4, 4] if most == 4 else [2, 2, 2, 2])
    assert flow.pages == (2 if most == 4 else 3)
