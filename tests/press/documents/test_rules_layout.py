"""The module press/documents/rules_layout."""

from __future__ import annotations

import pytest

from deckwright.errors import InputError
from deckwright.press.documents.columns import Chain, ColumnFlow, inked_height, uncut_sections
from deckwright.press.documents.content import Item, Section
from deckwright.press.documents.painter import Painter
from deckwright.press.documents.rules_layout import (
    _CUT_COST,
    Flow,
    _below,
    _end,
    _flowing,
    _list_across,
    _orders,
    _table_across,
    _ways,
    best_flow,
    layout_on,
)
from deckwright.press.documents.setter import Block, blocks_of, draw_column
from deckwright.press.graphics.parts import DrawnShape, DrawnText, bounds_of

from .drawn_words import words
from .rules_sections import A4, A5, part_of, pictured_rules, setup_of


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


def with_blocks(*sections):
    """Sections, each with its blocks."""
    return [(section, blocks_of([section], Painter("en", {}), 1.0, 80.0)) for section in sections]


def test_a_text_stays_with_the_table_that_goes_on_below_it():
    text = Section("Medals", (Item(text="Told above the table."),))
    table = Section("", (Item("Row", values=("1",)),), "table", ("", "Number"))
    blocks = _flowing(with_blocks(text, table, text))
    for kept in (blocks, *uncut_sections(blocks, [200.0])):
        assert [block.keeps_next for block in kept] == [True, True, True, False, True, False]


def test_one_of_two_legends_may_be_before_the_set_up_and_the_other_after_it():
    sorts = ("list", "table", "steps", "grid", "grid")
    orders = list(_orders([Section(sort, (), sort) for sort in sorts], 2))
    assert [0, 3, 1, 4, 2] in orders
    assert [0, 4, 1, 3, 2] in orders
    assert all(sorted(order) == [0, 1, 2, 3, 4] for order in orders)


def test_legends_belong_together_unless_another_section_is_between_them():
    legend = Section("Family", (Item("Ice", values=("×9",)),), "grid")
    text = Section("Turn", (Item(text="Told."),))
    blocks = _flowing(with_blocks(legend, legend, text, legend))
    assert [number for number, block in enumerate(blocks) if block.belongs] == [2]
    assert [number for number, block in enumerate(blocks) if block.before] == [0, 2, 4, 6]


@pytest.mark.parametrize(("above", "cuts"), [([100.0], 0), ([20.0, 80.0], 1)])
def test_a_column_that_begins_with_what_belongs_to_the_one_before_is_a_cut_unless_both_are_alone(above, cuts):
    def cost(*, belongs):
        blocks = [Block(height, 2.0, lambda *_: iter(()), 5.0, keeps_next=True) for height in above]
        blocks[-1] = blocks[-1]._replace(keeps_next=False)
        blocks.append(Block(150.0, 2.0, lambda *_: iter(()), 5.0, belongs=belongs))
        flow = ColumnFlow(Chain(blocks), [200.0], 2)
        return Flow(
            flow, layout_on(A4), 20.0, 1.0, (), 30.0, None, None, is_moved=False, is_within=False
        ).cost(has_cards=False)

    assert cost(belongs=True) - cost(belongs=False) == cuts * _CUT_COST


@pytest.mark.parametrize("sentences", [22, 34, 88])
def test_a_part_is_across_a_page_rather_than_in_a_column_below_what_is_before_it(sentences):
    told = Section("Questions", (Item("Question.", "So it is. " * 3),) * sentences)
    rules = pictured_rules(1, [told, *part_of(4)])
    assert best_flow(rules, layout_on(A4), 40.0, Painter("en", {})).end


@pytest.mark.parametrize("steps", [2, 4, 9])
def test_a_set_up_across_a_page_is_in_columns_between_its_steps(steps):
    layout = layout_on(A4)
    blocks = _table_across(setup_of(steps), Painter("en", {}), 1.0, layout)
    texts = [part for part in draw_column(blocks, 0.0, 0.0) if isinstance(part, DrawnText)]
    columns = [[], []]
    for text in texts:
        columns[text.lines[0].runs[0].start > layout.column].append(words([text]))
    assert "".join(columns[0]).startswith("Set-up")
    assert all("Players" in column for column in columns)
    assert sum(word == "Set-up" for column in columns for word in column) == 1
    told = "".join(word for column in columns for word in column)
    for number in range(1, steps + 1):
        assert told.count(f"Pile{number}") == told.count(f"More{number}") == 1
        assert any(f"LayoutPile{number}" in column and f"More{number}" in column for column in columns)
    single = sum(
        part.height + part.after for part in blocks_of([setup_of(steps)], Painter("en", {}), 1.0, 80.0)
    )
    assert inked_height(blocks) < 0.75 * single


def test_a_table_across_a_page_that_goes_on_without_a_heading_has_none():
    layout = layout_on(A4)
    untitled = setup_of(3)._replace(title="")
    (table,) = _table_across(untitled, Painter("en", {}), 1.0, layout)
    assert "Pile1" in words(part for part in draw_column([table], 0.0, 0.0) if isinstance(part, DrawnText))


@pytest.mark.parametrize(("items", "lines"), [(3, 1), (4, 1), (8, 2), (9, 3)])
def test_short_items_across_a_page_are_in_the_columns_in_which_they_are_lowest(items, lines):
    layout = layout_on(A4)
    ways = Section("Ways", tuple(Item(f"Way{number}:", "3–6 players") for number in range(items)))
    heading, *rows = _list_across(ways, Painter("en", {}), 1.0, layout)
    assert len(rows) == lines
    texts = [part for part in draw_column([heading, *rows], 0.0, 0.0) if isinstance(part, DrawnText)]
    told = "".join(words([text]) for text in texts[1:])
    assert told == "".join(f"Way{number}:3–6\u00a0players" for number in range(items))
    lefts = {round(text.lines[0].runs[0].start) for text in texts[1:] if words([text]).startswith("Way")}
    assert len(lefts) == -(-items // lines)
    assert max(lefts) < layout.width


def test_the_heading_of_a_part_at_the_end_is_as_wide_as_the_page():
    heading, *sections = part_of(4)
    layout = layout_on(A4)
    end = _end([heading, *sections], Painter("en", {}), 1.0, layout)
    deep = bounds_of([next(part for part in end.draw(0.0, 0.0) if isinstance(part, DrawnShape))])
    assert deep.width == pytest.approx(layout.width)
    places = {
        words([part]): part.lines[0].runs[0].start
        for part in end.draw(0.0, 0.0)
        if isinstance(part, DrawnText)
    }
    assert places["Set-up"] < layout.column < places["A\u00a0turn"]
    texts = [Section("Ties", (Item(text="Share."),)), Section("", (Item(text="Or not."),))]
    longer = _end([heading, *sections, *texts], Painter("en", {}), 1.0, layout)
    places = {
        words([part]): part.lines[0].runs[0].start
        for part in longer.draw(0.0, 0.0)
        if isinstance(part, DrawnText)
    }
    assert longer.height == end.height
    assert places["Ties"] == places["Share."] == places["Ornot."] == places["A\u00a0turn"]
    assert _end([heading, *sections], Painter("en", {}), 1.0, layout_on(A5)) is None


def wide_table(rows):
    """A table that may be across a page, with a long text in each row."""
    items = tuple(
        Item(f"Row{number}:", "What it does, told at length. " * 3, values=("1",)) for number in range(rows)
    )
    return Section("Cards", items, "table", ("Card", "Number"), is_wide=True)


def test_a_wide_table_is_across_the_page_below_the_columns():
    told = Section("Ties", (Item("Ties.", "So it is. " * 3),) * 30)
    best = best_flow(pictured_rules(1, [told, wide_table(6), told]), layout_on(A4), 40.0, Painter("en", {}))
    texts = [part for part in best.drawn_end() if isinstance(part, DrawnText)]
    assert words(texts[:1]) == "Cards"
    (row,) = [part for part in texts if words([part]).startswith("Row0")]
    assert bounds_of([row]).width > layout_on(A4).column


def test_a_list_at_the_end_may_be_below_a_wide_table():
    told = Section("Ties", (Item(text="Share."),))
    assert _below([told, wide_table(1), told], 0) == [[1], [1, 2]]
    assert _below([told, wide_table(1)], 0) == [[1]]
    assert _below([told, wide_table(1), *part_of(1)], 2) == [[1, 2, 3, 4]]
    assert _below([told, told], 0) == []


def test_a_wide_table_on_a_page_of_one_column_is_in_it():
    assert _end([wide_table(2)], Painter("en", {}), 1.0, layout_on(A5)) is None


def test_no_way_to_put_sections_on_pages_costs_less_than_the_one_that_is_used():
    """The search leaves out ways that cannot be the best one; here all are compared."""
    turn = Section("A turn", (Item("Go", "Do it.", values=("1",)),) * 5, "steps")
    told = Section("Questions", tuple(Item(f"Question{number}.", "So it is.") for number in range(9)))
    legend = Section("Family", (Item("Ice", values=("×9",)),) * 6, "grid")
    rules = pictured_rules(3, [setup_of(6), turn, told, legend, *part_of(4)], is_labelled=True)
    layout, painter = layout_on(A4), Painter("en", {})
    best = best_flow(rules, layout, 40.0, painter).cost(has_cards=True)
    flows = [flow for way in _ways(rules, layout, 40.0, painter) for flow in way.flows()]
    assert best == min(flow.cost(has_cards=True) for flow in flows)
    assert len(flows) > 500
